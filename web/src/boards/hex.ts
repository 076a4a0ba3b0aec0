/* hex.ts -- boards of hexagons: Hex, Hex in the dark, and Abalone.
 *
 * Hex is a rhombus whose rows move half a cell to the right; Red's sides are above and below, Blue's left
 * and right.  Abalone is a hexagon with row a below; its lines of marbles are picked by their ends and the
 * cell that the front, or the first end, enters. */
import {label, range, s} from "../dom";
import {texts} from "../texts";
import {darkTold, frame, lastMove, letter, piece, shown, spot, type Board, type Scene} from "./board";

const R = 30;
const W = R * Math.sqrt(3);

const corner = (x: number, y: number, i: number, r: number): string =>
    `${(x + r * Math.sin((i * Math.PI) / 3)).toFixed(1)} ${(y - r * Math.cos((i * Math.PI) / 3)).toFixed(1)}`;

const hexagon = (x: number, y: number, r = R - 1.2): string =>
    `M${[0, 1, 2, 3, 4, 5].map((i) => corner(x, y, i, r)).join("L")}Z`;

const rowsOf = (scene: Scene): string[] => (scene.view["board"] as string[] | undefined) ?? [];

/** A rhombus as it lies, or turned by a sixth so that it stands on its tip, which suits a narrow screen. */
interface Rhombus {
    rows: number;
    cols: number;
    turn: 0 | 1;
    width: number;
    height: number;
    at(c: number, r: number): [number, number];
}

function rhombus(rows: number, cols: number): Rhombus {
    const turn = rows > 5 && matchMedia("(max-width: 600px)").matches ? 1 : 0;
    const raw = (c: number, r: number): [number, number] => {
        const x = W * (c + r / 2),
            y = 1.5 * R * r;
        return turn ? [x / 2 - (y * Math.sqrt(3)) / 2, (x * Math.sqrt(3)) / 2 + y / 2] : [x, y];
    };
    const left = turn ? raw(0, rows - 1)[0] : 0;
    const right = raw(cols - 1, turn ? 0 : rows - 1)[0];
    return {
        rows,
        cols,
        turn,
        width: right - left + W + 72,
        height: raw(cols - 1, rows - 1)[1] + 2 * R + 60,
        at: (c, r) => [raw(c, r)[0] - left + W / 2 + 36, raw(c, r)[1] + R + 34],
    };
}

/** The stretch of coloured edge that a cell on a side has. */
function sides(g: Rhombus, c: number, r: number): SVGElement[] {
    const [x, y] = g.at(c, r);
    const edge = (from: number, to: number, cls: string): SVGElement => {
        const points: string[] = [];
        for (let i = from; i <= to; i++) points.push(corner(x, y, i + g.turn, R + 3));
        return s("path", {d: `M${points.join("L")}`, class: `side ${cls}`});
    };
    const out: SVGElement[] = [];
    if (r === 0) out.push(edge(-1, 1, "seat0"));
    if (r === g.rows - 1) out.push(edge(2, 4, "seat0"));
    if (c === 0) out.push(edge(r === g.rows - 1 ? 4 : 3, 5, "seat1"));
    if (c === g.cols - 1) out.push(edge(r === 0 ? 1 : 0, 2, "seat1"));
    return out;
}

/** Strokes from one side of a cell to the other, at some distances from its middle. */
function hatching(x: number, y: number): string {
    return [-18, -6, 6, 18]
        .map((d) => {
            const half = Math.sqrt((R * 0.74) ** 2 - d ** 2),
                [mx, my] = [x + d * Math.SQRT1_2, y + d * Math.SQRT1_2],
                reach = half * Math.SQRT1_2;
            return `M${mx - reach} ${my + reach}L${mx + reach} ${my - reach}`;
        })
        .join("");
}

function hexCell(scene: Scene, m: string, c: number, r: number, [x, y]: [number, number]): SVGElement {
    const name = `${letter(c)}${r + 1}`;
    const isLast = lastMove(scene).replace("!", "") === name;
    const unknown = scene.name === "dark_hex" && !scene.over && m === "." && scene.seat !== "full";
    return spot(
        scene,
        name,
        `${name}, ${unknown ? texts.unseen : m === "." ? texts.empty : m === "R" ? texts.pieces.red : texts.pieces.blue}`,
        s("path", {d: hexagon(x, y), class: unknown ? "hexcell fogged" : "hexcell"}),
        unknown ? s("path", {class: "hatch", d: hatching(x, y)}) : null,
        m === "."
            ? null
            : piece(
                  scene,
                  x,
                  y,
                  isLast ? "new" : null,
                  s("circle", {r: 21, class: `disc ${m === "R" ? "seat0" : "seat1"}`}),
                  s("circle", {r: 14, class: `groove ${m === "R" ? "seat0" : "seat1"}`}),
                  isLast ? s("circle", {r: 6, class: "dot"}) : null,
              ),
        s("circle", {cx: x, cy: y, r: 6, class: "hint"}),
    );
}

/** Letters along the upper side, numbers along the left one, each a step outside of its cell. */
function names(g: Rhombus): SVGElement[] {
    const out: SVGElement[] = [];
    const beside = (c: number, r: number, dc: number, dr: number, words: string | number): void => {
        const [x, y] = g.at(c, r),
            [ox, oy] = g.at(c + dc, r + dr);
        out.push(label(x + (ox - x) * 0.85, y + (oy - y) * 0.85, words));
    };
    for (let c = 0; c < g.cols; c++) beside(c, 0, 0, -1, letter(c));
    for (let r = 0; r < g.rows; r++) beside(0, r, -1, 0, r + 1);
    return out;
}

export const hex: Board = {
    draw(scene) {
        const rows = rowsOf(scene);
        const g = rhombus(rows.length, rows[0]?.length ?? 0);
        return frame(
            g.width,
            g.height,
            texts.board,
            rows.length < 5 ? "hexed little" : "hexed",
            ...rows.flatMap((row, r) => [...row].flatMap((_, c) => sides(g, c, r))),
            ...names(g),
            ...rows.flatMap((row, r) => [...row].map((m, c) => hexCell(scene, m, c, r, g.at(c, r)))),
        );
    },
    told: darkTold,
};

/* Abalone. */

interface Cell {
    row: number;
    diagonal: number;
}

const cellOf = (name: string): Cell => ({row: name.charCodeAt(0) - 97, diagonal: Number(name.slice(1))});
const nameOf = (p: Cell): string => `${letter(p.row)}${p.diagonal}`;

/** Rows a to i: how many cells, and the first diagonal. */
const first = (row: number): number => Math.max(1, row - 3);

function marble(scene: Scene, name: string): string {
    const {row, diagonal} = cellOf(name);
    return rowsOf(scene)[8 - row]?.[diagonal - first(row)] ?? "";
}

function spotAt(p: Cell): [number, number] {
    return [36 + W * (p.diagonal - p.row / 2 + 2 + 0.5 - 1), 34 + R * (1 + 1.5 * (8 - p.row))];
}

const add = (p: Cell, d: Cell): Cell => ({row: p.row + d.row, diagonal: p.diagonal + d.diagonal});
const less = (a: Cell, b: Cell): Cell => ({row: a.row - b.row, diagonal: a.diagonal - b.diagonal});

/** In line: the marbles from the last one on, and the cell that the front enters or pushes into. */
function inLine(scene: Scene, move: string): string[][] {
    const [from, to] = (move.match(/[a-i]\d/g) ?? []) as [string, string];
    const step = less(cellOf(to), cellOf(from));
    const own = marble(scene, from);
    let front = cellOf(from);
    while (marble(scene, nameOf(add(front, step))) === own) front = add(front, step);
    const target = nameOf(add(front, step));
    const ways = [[from, target]];
    if (nameOf(front) !== from) ways.push([from, nameOf(front), target], [nameOf(front), from, target]);
    return ways;
}

const marbleWords = (seat: number): string => (seat ? texts.pieces.white : texts.pieces.black);

function abaloneCell(scene: Scene, name: string, m: string, moved: Map<string, string>): SVGElement {
    const [x, y] = spotAt(cellOf(name));
    const source = moved.get(name);
    return spot(
        scene,
        name,
        `${name}, ${m === "." ? texts.empty : marbleWords(m === "O" ? 1 : 0)}`,
        s("circle", {cx: x, cy: y, r: 23, class: "dimple"}),
        m === "."
            ? null
            : piece(
                  scene,
                  x,
                  y,
                  source ? spotAt(cellOf(source)) : null,
                  s("circle", {r: 21, class: `disc ${m === "@" ? "black" : "white"}`}),
                  s("ellipse", {cx: -6, cy: -8, rx: 7, ry: 5, class: "shine"}),
              ),
        s("circle", {cx: x, cy: y, r: m === "." ? 7 : 23, class: m === "." ? "hint" : "ring"}),
        source ? s("circle", {cx: x, cy: y, r: 4, class: "trace"}) : null,
    );
}

/** Which cells were entered by the last move, and from where. */
function entered(scene: Scene): Map<string, string> {
    const out = new Map<string, string>();
    const cells = lastMove(scene).match(/[a-i]\d/g) ?? [];
    const [a, b, c] = cells as [string, string, string | undefined];
    if (!a || !b) return out;
    const step = less(cellOf(c ?? b), cellOf(a));
    const along = less(cellOf(b), cellOf(a));
    const n = c ? Math.max(Math.abs(along.row), Math.abs(along.diagonal)) : 0;
    const unit = n ? {row: along.row / n, diagonal: along.diagonal / n} : step;
    let at = cellOf(a);
    for (let i = 0; c ? i <= n : i < 5; i++, at = add(at, unit)) {
        const to = nameOf(add(at, step));
        if (
            !c &&
            ((i > 0 && marble(scene, nameOf(at)) === ".") ||
                marble(scene, to) === "" ||
                marble(scene, to) === ".")
        )
            break;
        out.set(to, nameOf(at));
    }
    return out;
}

export const abalone: Board = {
    draw(scene) {
        const moved = entered(scene);
        const off = (scene.view["pushed_off"] as number[] | undefined) ?? [0, 0];
        const cells = rowsOf(scene).flatMap((line, i) =>
            [...line].map((m, k) => abaloneCell(scene, `${letter(8 - i)}${first(8 - i) + k}`, m, moved)),
        );
        const width = 72 + W * 9,
            height = 68 + R * 14;
        const lost = (seat: number, y: number): SVGElement | null => {
            const discs = range(off[seat] ?? 0).map((i) =>
                s("circle", {cx: 20 + i * 22, cy: y, r: 9, class: `disc ${seat ? "white" : "black"}`}),
            );
            return discs.length > 0
                ? shown(texts.pushedOff(marbleWords(seat), discs.length), {}, ...discs)
                : null;
        };
        return frame(
            width,
            height,
            texts.board,
            "abalone",
            s("path", {d: hexagonFlat(width / 2, height / 2, W * 5.15), class: "plate"}),
            lost(1, 20),
            lost(0, height - 20),
            ...cells,
        );
    },
    paths(move, scene) {
        const cells = move.match(/[a-i]\d/g) ?? [];
        if (cells.length === 2) return inLine(scene, move);
        const [a, b, to] = cells as [string, string, string];
        return to
            ? [
                  [a, b, to],
                  [b, a, to],
              ]
            : [[move]];
    },
    words: (move) =>
        move
            .replace(/^([a-i]\d)([a-i]\d)([a-i]\d)$/, texts.broadside("$1", "$2", "$3"))
            .replace(/^([a-i]\d)([a-i]\d)$/, texts.fromTo("$1", "$2")),
};

function hexagonFlat(x: number, y: number, r: number): string {
    const points = [0, 1, 2, 3, 4, 5].map(
        (i) =>
            `${(x + r * Math.cos((i * Math.PI) / 3)).toFixed(1)} ${(y + r * 0.985 * Math.sin((i * Math.PI) / 3)).toFixed(1)}`,
    );
    return `M${points.join("L")}Z`;
}
