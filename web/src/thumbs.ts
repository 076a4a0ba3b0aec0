/* thumbs.ts -- a picture of each game for the lobby: its own board in a position, or its pieces. */
import {boardOf} from "./boards";
import type {Scene} from "./boards/board";
import {cardFace, face, tileFace} from "./boards/pieces";
import {handShape} from "./boards/rps";
import {coasters} from "./boards/skull";
import {s} from "./dom";
import type {View} from "./types";

const START = [2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];

const SAMPLES: Record<string, View> = {
    mnk: {board: ["O.X", ".XO", "X.."]},
    phantom: {board: ["..X", ".X.", "O.."]},
    connect4: {board: [".......", ".......", "...O...", "..XX...", ".OXOX..", "XOOXOX."]},
    othello: {
        board: ["........", "........", "..XO....", "..XXO...", "...XXO..", "...OX...", "........", "........"],
    },
    breakthrough: {board: ["BBB.BB", "B.BB.B", "...B..", ".W....", "W.WW.W", "WWW.WW"]},
    hex: {board: [".....", ".BR..", "..RB.", ".RB..", "....."]},
    dark_hex: {board: ["....", ".R..", ".BR.", "...."]},
    abalone: {
        board: [
            "OO.OO",
            "OOO.OO",
            "..OOO.O",
            ".......O",
            "...@O....",
            "...@....",
            "..@@@..",
            "@@@.@@",
            "@@@@.",
        ],
    },
    quoridor: {size: 5, pawns: ["c2", "d4"], walls: ["b2h", "c3v", "a4h"], left: []},
    backgammon: {
        checkers: [
            [
                0,
                ...[...START]
                    .reverse()
                    .map((_, i) => (({6: 5, 8: 3, 13: 5, 24: 2}) as Record<number, number>)[i + 1] ?? 0),
                0,
            ],
            [
                0,
                ...START.map((_, i) => (({6: 5, 8: 3, 13: 5, 24: 2}) as Record<number, number>)[i + 1] ?? 0),
                0,
            ],
        ],
        dice: [5, 3],
    },
};

const picture = (...children: SVGElement[]): SVGSVGElement =>
    s("svg", {viewBox: "0 0 200 130", class: "thumb-picture", "aria-hidden": "true"}, ...children);

const at = (x: number, y: number, turn: number, scale: number, ...children: SVGElement[]): SVGElement =>
    s("g", {transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`}, ...children);

const fan = (...names: string[]): SVGElement[] =>
    names.map((name, i) =>
        at(
            100 + (i - (names.length - 1) / 2) * (names.length > 3 ? 42 : 52) - 28,
            24 + Math.abs(i - (names.length - 1) / 2) * 6,
            (i - (names.length - 1) / 2) * 9,
            0.88,
            ...cardFace(name),
        ),
    );

const sea = (): SVGElement[] => [
    ...Array.from({length: 35}, (_, i) =>
        s("rect", {
            x: 31 + (i % 7) * 20,
            y: 15 + Math.floor(i / 7) * 20,
            width: 18,
            height: 18,
            rx: 3,
            class: "water",
        }),
    ),
    s("rect", {x: 34, y: 38, width: 72, height: 12, rx: 6, class: "ship"}),
    s("rect", {x: 134, y: 58, width: 12, height: 52, rx: 6, class: "ship"}),
    s("circle", {cx: 80, cy: 44, r: 7, class: "blaze"}),
    s("circle", {cx: 120, cy: 84, r: 4, class: "miss"}),
    s("circle", {cx: 60, cy: 104, r: 4, class: "miss"}),
];

const DRAWN: Record<string, () => SVGElement[]> = {
    battleship: sea,
    kuhn: () => fan("J", "Q", "K"),
    leduc: () => fan("?", "Ks", "Kh"),
    knockout_whist: () => fan("7c", "Th", "Qs", "Ad"),
    goofspiel: () => fan("4", "13", "9"),
    liars_dice: () => [
        at(58, 66, -10, 1.1, ...face(5, 44)),
        at(108, 60, 6, 1.1, ...face(2, 44)),
        at(154, 74, 16, 1.1, ...face(0, 44)),
    ],
    pig: () => [at(100, 66, -8, 1.7, ...face(6, 44))],
    skull: () => [at(-6, 20, 0, 1, ...coasters("r?sr"))],
    dominoes: () => [
        at(22, 24, -4, 0.95, ...tileFace("9-4")),
        at(100, 46, 8, 0.95, ...tileFace("4-4")),
        at(40, 76, 3, 0.95, ...tileFace("4-7")),
    ],
    block_dominoes: () => [
        at(20, 44, 0, 0.95, ...tileFace("3-6")),
        at(136, 27, 90, 0.95, ...tileFace("6-6")),
        at(140, 44, 0, 0.62, ...tileFace("6-1")),
    ],
    rps: () => [
        at(46, 66, 0, 0.9, ...handShape("rock")),
        at(100, 66, 0, 0.9, ...handShape("paper")),
        at(154, 68, 0, 0.9, ...handShape("scissors")),
    ],
};

export function thumbnail(name: string): Element {
    const drawn = DRAWN[name];
    if (drawn) return picture(...drawn());
    const view = SAMPLES[name];
    if (!view)
        return picture(
            s("circle", {cx: 76, cy: 65, r: 22, class: "disc seat0"}),
            s("circle", {cx: 124, cy: 65, r: 22, class: "disc seat1"}),
        );
    const scene: Scene = {
        name,
        params: {},
        view,
        text: "",
        seat: "public",
        turn: "over",
        names: [],
        players: 2,
        plies: [],
        over: name !== "phantom" && name !== "dark_hex",
        fresh: false,
        picker: null,
    };
    const el = boardOf(name).draw(scene);
    el.setAttribute("aria-hidden", "true");
    el.removeAttribute("role");
    return el;
}
