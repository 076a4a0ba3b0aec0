/* grid.ts -- boards of squares: k in a row, connect four, Othello, breakthrough, phantom boards.
 *
 * Their views have a `board` of strings, the top row first; what differs is how cells are named, how
 * pieces look and how a move is pointed out. */
import {label, s} from "../dom";
import {texts} from "../texts";
import {darkTold, fog, frame, lastMove, letter, piece, spot, type Board, type Scene} from "./board";
import {winning} from "./winning";

const CELL = 60;
const EDGE = 26;

interface Style {
    cls: string;
    /** Whether row 1 is the top row. */
    down?: boolean;
    piece(mark: string, large: boolean): SVGElement[];
    words(mark: string, large: boolean): string;
    /** What lies under a cell. */
    ground(x: number, y: number, c: number, r: number, scene: Scene): SVGElement;
    /** Seat 1 sees its own side below. */
    turns?: boolean;
    foggy?: boolean;
}

/** Whether a board is drawn as one of wood, with stones. */
export const isLarge = (cols: number): boolean => cols > 6;

const tile = (x: number, y: number, cls: string): SVGElement =>
    s("rect", {x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, rx: 6, class: cls});

const disc = (cls: string, r = 23): SVGElement[] => [
    s("circle", {r, class: `disc ${cls}`}),
    s("circle", {r: r * 0.72, class: `groove ${cls}`}),
];

function mark(m: string, large: boolean): SVGElement[] {
    if (large) return disc(m === "X" ? "black" : "white");
    if (m === "X") return [s("path", {d: "M-15 -15L15 15M15 -15L-15 15", class: "mark seat0"})];
    return [s("circle", {r: 17, class: "mark seat1"})];
}

const paper = (x: number, y: number): SVGElement => tile(x, y, "cell");
const felt = (x: number, y: number): SVGElement => tile(x, y, "felt");
const chequer = (x: number, y: number, c: number, r: number): SVGElement =>
    s("rect", {x, y, width: CELL, height: CELL, class: (c + r) % 2 ? "check dark" : "check"});

const man = (m: string): SVGElement[] => [
    s("path", {
        class: `disc ${m === "W" ? "white" : "black"}`,
        d: "M-15 20H15V14L8 9C7 4 6 1 5 -3A9.500 9.500 0 1 0 -5 -3C-6 1 -7 4 -8 9L-15 14Z",
    }),
];

const {pieces} = texts;
const stone = (m: string): string => (m === "X" ? pieces.black : pieces.white);
const markWords = (m: string, large: boolean): string =>
    large ? stone(m) : m === "X" ? pieces.cross : pieces.nought;
const manWords = (m: string): string => (m === "W" ? pieces.white : pieces.black);

const IN_A_ROW: Style = {cls: "paper", piece: mark, words: markWords, ground: paper};
const STYLES: Record<string, Style> = {
    mnk: IN_A_ROW,
    phantom: {...IN_A_ROW, foggy: true},
    othello: {
        cls: "felted",
        down: true,
        ground: felt,
        piece: (m) => disc(m === "X" ? "black" : "white"),
        words: stone,
    },
    breakthrough: {cls: "chequered", ground: chequer, piece: man, words: manWords, turns: true},
};

const board = (scene: Scene): string[] => (scene.view["board"] as string[] | undefined) ?? [];

interface Place {
    c: number;
    r: number;
}

/** Where a cell is drawn, counted from the top left. */
function place(name: string, rows: number, down: boolean): Place | null {
    const m = /^([a-z])(\d+)/.exec(name);
    if (!m) return null;
    const row = Number(m[2]);
    return {c: (m[1] as string).charCodeAt(0) - 97, r: down ? row - 1 : rows - row};
}

interface Geometry {
    rows: number;
    cols: number;
    down: boolean;
    flip: boolean;
    at(p: Place): [number, number];
    name(c: number, r: number): string;
}

function geometry(scene: Scene, style: Style): Geometry {
    const rows = board(scene).length;
    const cols = board(scene)[0]?.length ?? 0;
    const flip = (style.turns ?? false) && scene.seat === 1;
    const down = style.down ?? false;
    return {
        rows,
        cols,
        down,
        flip,
        at: ({c, r}) => [EDGE + (flip ? cols - 1 - c : c) * CELL, EDGE + (flip ? rows - 1 - r : r) * CELL],
        name: (c, r) => letter(c) + (down ? r + 1 : rows - r),
    };
}

function coordinates(g: Geometry): SVGElement[] {
    const out: SVGElement[] = [];
    const below = EDGE + g.rows * CELL + EDGE / 2;
    for (let c = 0; c < g.cols; c++)
        out.push(label(g.at({c, r: 0})[0] + CELL / 2, g.down ? EDGE / 2 : below, letter(c)));
    for (let r = 0; r < g.rows; r++)
        out.push(label(EDGE / 2, g.at({c: 0, r})[1] + CELL / 2, g.down ? r + 1 : g.rows - r));
    return out;
}

/** Cells where the seat ran into the other's stone, and all that it tried, on boards in the dark. */
function known(scene: Scene, name: string, m: string): boolean {
    return scene.over || m !== "." || (!scene.picker && scene.seat === "full") || name === "";
}

function cell(scene: Scene, style: Style, g: Geometry, c: number, r: number, won: boolean): SVGElement {
    const m = board(scene)[r]?.[c] ?? ".";
    const name = g.name(c, r);
    const [x, y] = g.at({c, r});
    const last = lastMove(scene);
    const cells = [...last.matchAll(/[a-z]\d+/g)].map((found) => found[0]);
    const isLast = cells.includes(name);
    const out: SVGElement[] = [style.ground(x, y, c, r, scene)];
    if (won) out.push(s("rect", {x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 5, class: "won"}));
    const unseen = style.foggy && !known(scene, name, m);
    if (unseen) out.push(fog(x + 4, y + 4, CELL - 8));
    if (isLast)
        out.push(s("rect", {x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 5, class: "last"}));
    if (m !== ".") {
        const source =
            cells.length === 2 && cells[1] === name ? place(cells[0] as string, g.rows, g.down) : null;
        const from = source ? g.at(source) : null;
        out.push(
            piece(
                scene,
                x + CELL / 2,
                y + CELL / 2,
                from ? [from[0] + CELL / 2, from[1] + CELL / 2] : isLast ? "new" : null,
                ...style.piece(m, isLarge(g.cols)),
            ),
        );
    }
    out.push(
        s("circle", {
            cx: x + CELL / 2,
            cy: y + CELL / 2,
            r: m === "." ? 8 : 27,
            class: m === "." ? "hint" : "ring",
        }),
    );
    const lies = unseen ? texts.unseen : m === "." ? texts.empty : style.words(m, isLarge(g.cols));
    return spot(scene, name, `${name}, ${lies}`, ...out);
}

function drawGrid(scene: Scene): Element {
    const style = STYLES[scene.name] ?? IN_A_ROW;
    const g = geometry(scene, style);
    const won = winning(scene, board(scene));
    const cells = board(scene).flatMap((row, r) =>
        [...row].map((_, c) => cell(scene, style, g, c, r, won.has(`${c},${r}`))),
    );
    return frame(
        EDGE * 2 + g.cols * CELL,
        EDGE * 2 + g.rows * CELL,
        texts.board,
        `${style.cls}${g.cols < 5 ? " little" : ""}${isLarge(g.cols) && style.piece === mark ? " wood" : ""}`,
        s("rect", {
            x: EDGE - 6,
            y: EDGE - 6,
            width: g.cols * CELL + 12,
            height: g.rows * CELL + 12,
            rx: 10,
            class: "bed",
        }),
        ...coordinates(g),
        ...cells,
    );
}

const pairs = (move: string): string[][] => {
    const cells = move.match(/[a-z]\d+/g);
    return [cells ? [...cells] : [move]];
};

export const grid: Board = {draw: drawGrid, told: darkTold};

export const breakthrough: Board = {
    draw: drawGrid,
    paths: pairs,
    words: (move) => move.replace(/([a-z]\d+)([a-z]\d+)/, texts.fromTo("$1", "$2")),
};

/* Connect four: a move is a column, and a disc falls down it. */

function column(scene: Scene, c: number, rows: string[], won: ReadonlySet<string>): SVGElement {
    const last = lastMove(scene);
    const top = rows.findIndex((row) => row[c] !== ".");
    const x = EDGE + c * CELL + CELL / 2;
    const lying = rows
        .map((row) => row[c] ?? ".")
        .filter((m) => m !== ".")
        .map((m) => (m === "X" ? pieces.red : pieces.yellow))
        .reverse();
    const discs = rows.map((row, r) => {
        const y = EDGE + r * CELL + CELL / 2;
        const m = row[c] ?? ".";
        const isLast = r === top && last === letter(c);
        if (m === ".") return s("circle", {cx: x, cy: y, r: 23, class: "hole"});
        return s(
            "g",
            {},
            s("circle", {cx: x, cy: y, r: 23, class: "hole"}),
            piece(
                scene,
                x,
                y,
                isLast ? [x, EDGE - CELL / 2] : null,
                ...disc(m === "X" ? "seat0" : "gold"),
                isLast ? s("circle", {r: 7, class: "dot"}) : s("g"),
                won.has(`${c},${r}`) ? s("circle", {r: 24, class: "won"}) : s("g"),
            ),
        );
    });
    return spot(
        scene,
        letter(c),
        texts.columnWith(letter(c), lying),
        s("rect", {
            x: x - CELL / 2 + 2,
            y: EDGE,
            width: CELL - 4,
            height: rows.length * CELL,
            rx: 26,
            class: "slot",
        }),
        ...discs,
        s("circle", {cx: x, cy: EDGE + (top < 0 ? rows.length - 0.5 : top - 0.5) * CELL, r: 8, class: "hint"}),
    );
}

export const connect4: Board = {
    draw(scene) {
        const rows = board(scene);
        const cols = rows[0]?.length ?? 0;
        const won = winning(scene, rows);
        return frame(
            EDGE * 2 + cols * CELL,
            EDGE * 2 + rows.length * CELL,
            texts.board,
            "rack",
            s("rect", {
                x: EDGE - 8,
                y: EDGE - 8,
                width: cols * CELL + 16,
                height: rows.length * CELL + 16,
                rx: 22,
                class: "panel",
            }),
            ...[...(rows[0] ?? "")].flatMap((_, c) => [
                column(scene, c, rows, won),
                label(EDGE + c * CELL + CELL / 2, EDGE * 1.55 + rows.length * CELL, letter(c)),
            ]),
        );
    },
    words: (move) => texts.column(move),
};
