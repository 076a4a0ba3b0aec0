/* index.ts -- which board draws which game; any other game has the plain table. */
import {h} from "../dom";
import {backgammon} from "./backgammon";
import {battleship} from "./battleship";
import type {Board} from "./board";
import {goofspiel, kuhn, leduc, whist} from "./cards";
import {liars, pig} from "./dice";
import {block, dominoes} from "./dominoes";
import {breakthrough, connect4, grid, isLarge} from "./grid";
import {abalone, hex} from "./hex";
import {quoridor} from "./quoridor";
import {rps} from "./rps";
import {skull} from "./skull";

/** The view as text; the moves are the buttons below it. */
export const plain: Board = {
    draw: (scene) => h("pre", {class: "plain", tabindex: 0}, scene.text || "\u00a0"),
};

const BOARDS: Record<string, Board> = {
    abalone,
    backgammon,
    battleship,
    block_dominoes: block,
    breakthrough,
    connect4,
    dark_hex: hex,
    dominoes,
    goofspiel,
    hex,
    knockout_whist: whist,
    kuhn,
    leduc,
    liars_dice: liars,
    mnk: grid,
    othello: grid,
    phantom: grid,
    pig,
    quoridor,
    rps,
    skull,
};

export const boardOf = (name: string): Board => BOARDS[name] ?? plain;

export type Family = "boards" | "cards" | "dice" | "bluff" | "other";

const FAMILIES: Record<string, Family> = {
    abalone: "boards",
    backgammon: "dice",
    battleship: "bluff",
    block_dominoes: "cards",
    breakthrough: "boards",
    connect4: "boards",
    dark_hex: "bluff",
    dominoes: "cards",
    goofspiel: "cards",
    hex: "boards",
    knockout_whist: "cards",
    kuhn: "cards",
    leduc: "cards",
    liars_dice: "dice",
    mnk: "boards",
    othello: "boards",
    phantom: "bluff",
    pig: "dice",
    quoridor: "boards",
    rps: "bluff",
    skull: "bluff",
};

export const familyOf = (name: string): Family => FAMILIES[name] ?? "other";

/** Games in which seats see different things, so that one screen for two needs a curtain. */
const SECRET = new Set([
    "battleship",
    "block_dominoes",
    "dark_hex",
    "dominoes",
    "goofspiel",
    "knockout_whist",
    "kuhn",
    "leduc",
    "liars_dice",
    "phantom",
    "rps",
    "skull",
]);

export const secret = (name: string): boolean => SECRET.has(name) || !(name in FAMILIES);

const SETS: Record<string, string[]> = {
    abalone: ["ink", "ivory"],
    backgammon: ["ink", "ivory"],
    othello: ["ink", "ivory"],
    breakthrough: ["ivory", "ink"],
    connect4: ["seat0", "gold"],
};

/** The class of a seat's mark: the colour of its pieces, where those have one of their own.  On large boards
 * stones lie, in place of crosses and noughts. */
export function markOf(spec: string, seat: number): string {
    const name = /^\w*/.exec(spec)?.[0] ?? "";
    const cols = Number(/\bm=(\d+)/.exec(spec)?.[1] ?? 0);
    const stones = boardOf(name) === grid && isLarge(cols) ? SETS["othello"] : undefined;
    return (SETS[name] ?? stones)?.[seat] ?? "";
}
