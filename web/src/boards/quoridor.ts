/* quoridor.ts -- pawns and walls.
 *
 * A pawn's move is a cell; a wall is picked in two steps, how it lies and then the crossing that it is
 * laid over, so that a finger can hit it. */
import {label, range, s} from "../dom";
import {texts} from "../texts";
import {frame, lastMove, letter, piece, shown, spot, type Board, type Scene} from "./board";
import {nameAt} from "./places";

const CELL = 44;
const GAP = 12;
const EDGE = 24;
const STEP = CELL + GAP;
const MARKS = ["seat0", "seat1", "seat2", "seat3"];

const parse = (name: string): [number, number] => [
    name.charCodeAt(0) - 97,
    Number.parseInt(name.slice(1), 10) - 1,
];

function wall(name: string, size: number, cls: string): SVGElement {
    const [c, r] = parse(name);
    const flat = name.endsWith("h");
    const x = EDGE + c * STEP,
        y = EDGE + (size - 1 - r) * STEP;
    return s(
        "rect",
        flat
            ? {x, y: y - GAP + 1, width: CELL * 2 + GAP, height: GAP - 2, rx: 4, class: cls}
            : {x: x + CELL + 1, y: y - STEP, width: GAP - 2, height: CELL * 2 + GAP, rx: 4, class: cls},
    );
}

function cells(scene: Scene, size: number): SVGElement[] {
    const pawns = (scene.view["pawns"] as string[] | undefined) ?? [];
    const last = lastMove(scene);
    return range(size * size).map((i) => {
        const c = i % size,
            r = Math.floor(i / size);
        const name = `${letter(c)}${r + 1}`;
        const x = EDGE + c * STEP,
            y = EDGE + (size - 1 - r) * STEP;
        const who = pawns.indexOf(name);
        return spot(
            scene,
            name,
            `${name}, ${who >= 0 ? texts.pawnOf(nameAt(scene, who)) : texts.empty}`,
            s("rect", {x, y, width: CELL, height: CELL, rx: 7, class: name === last ? "cell entered" : "cell"}),
            who < 0
                ? null
                : piece(
                      scene,
                      x + CELL / 2,
                      y + CELL / 2,
                      name === last ? "new" : null,
                      s("circle", {r: 16, class: `disc ${MARKS[who]}`}),
                      label(0, 1, who, "pawn"),
                  ),
            s("circle", {cx: x + CELL / 2, cy: y + CELL / 2, r: 7, class: "hint"}),
        );
    });
}

/** The places for a wall that lies as picked. */
function crossings(scene: Scene, size: number): SVGElement[] {
    const lie = scene.picker?.path[0];
    if (lie !== "across" && lie !== "upright") return [];
    const end = lie === "across" ? "h" : "v";
    return range((size - 1) ** 2).map((i) => {
        const c = i % (size - 1),
            r = Math.floor(i / (size - 1));
        const name = `${letter(c)}${r + 1}${end}`;
        const x = EDGE + c * STEP + CELL + GAP / 2,
            y = EDGE + (size - 1 - r) * STEP - GAP / 2;
        if (!scene.picker?.live(name)) return s("g");
        return spot(
            scene,
            name,
            texts.wallAt(name),
            s("circle", {cx: x, cy: y, r: STEP / 2, class: "catch"}),
            wall(name, size, "wall ghost"),
            s("circle", {cx: x, cy: y, r: 5, class: "crossing"}),
        );
    });
}

export const quoridor: Board = {
    draw(scene) {
        const size = Number(scene.view["size"] ?? 9);
        const walls = (scene.view["walls"] as string[] | undefined) ?? [];
        const left = (scene.view["left"] as number[] | undefined) ?? [];
        const last = lastMove(scene);
        const side = EDGE * 2 + size * STEP - GAP;
        return frame(
            side,
            side + 30,
            texts.board,
            "quoridor",
            s("rect", {
                x: EDGE - 8,
                y: EDGE - 8,
                width: size * STEP - GAP + 16,
                height: size * STEP - GAP + 16,
                rx: 12,
                class: "bed",
            }),
            ...range(size).flatMap((i) => [
                label(EDGE + i * STEP + CELL / 2, side - 6, letter(i)),
                label(8, EDGE + (size - 1 - i) * STEP + CELL / 2, i + 1),
            ]),
            ...cells(scene, size),
            ...walls.map((name) =>
                shown(texts.wallAt(name), {}, wall(name, size, name === last ? "wall newest" : "wall")),
            ),
            ...crossings(scene, size),
            ...left.map((n, who) =>
                shown(
                    texts.wallsLeftOf(nameAt(scene, who), n),
                    {},
                    s("circle", {cx: EDGE + who * 110 + 6, cy: side + 14, r: 8, class: `disc ${MARKS[who]}`}),
                    s(
                        "text",
                        {x: EDGE + who * 110 + 20, y: side + 14, "dominant-baseline": "central", class: "note"},
                        texts.wallsLeft(n),
                    ),
                ),
            ),
        );
    },
    paths: (move) =>
        move.endsWith("h") ? [["across", move]] : move.endsWith("v") ? [["upright", move]] : [[move]],
    choices: () => [
        ["across", texts.wallAcross],
        ["upright", texts.wallUpright],
    ],
    words: (move) => (/[hv]$/.test(move) ? texts.wallAt(move) : move),
};
