/* steps.ts -- every legal move of every game can be pointed out on its board, and no other is played.
 *
 * Positions come from the command: some plies at random from fixed seeds, in games with unusual parameters,
 * too.  For each legal move there must be a way to it by the steps that the board offers, and each way that
 * a board names for a move must play that move alone. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import test from "node:test";
import {boardOf} from "../../web/src/boards";
import type {Scene} from "../../web/src/boards/board";
import {byPaths, type Expand} from "../../web/src/picker";
import type {Turn, View} from "../../web/src/types";

declare const process: {env: Record<string, string | undefined>};

const GAMES = [
    "mnk",
    "mnk(m=15,n=15,k=5)",
    "connect4",
    "othello",
    "breakthrough",
    "phantom(m=4,n=4)",
    "quoridor",
    "quoridor(size=5,players=4)",
    "hex(size=5,swap=1)",
    "dark_hex",
    "abalone",
    "abalone(layout=belgian_daisy)",
    "backgammon",
    "backgammon(layout=hypergammon)",
    "battleship(rows=5,cols=6,fleet=3211)",
    "dominoes",
    "dominoes(players=2,high=6)",
    "block_dominoes",
    "block_dominoes(variant=all_fives)",
    "kuhn(players=3)",
    "leduc",
    "knockout_whist(players=3,cards=3)",
    "goofspiel",
    "liars_dice(players=3,dice=2,match=1)",
    "pig",
    "skull",
    "skull(players=3,roses=1)",
    "rps",
];
const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 13, 24, 37, 52, 71];

interface Shown {
    position: {turn: Turn; legal?: string[]; text: string; state: View};
}

/** A position after so many plies at random, or null where the game is over before. */
function shown(game: string, plies: number, seed: number): Shown["position"] | null {
    const args = ["show", game, ...Array<string>(plies).fill("any"), "--json", "--seed", String(seed)];
    try {
        return (
            JSON.parse(
                execFileSync(process.env["PARLOR"] ?? "parlor", args, {encoding: "utf8", stdio: "pipe"}),
            ) as Shown
        ).position;
    } catch {
        return null;
    }
}

function sceneOf(game: string, at: Shown["position"]): Scene {
    const name = /^\w+/.exec(game)?.[0] ?? "";
    return {
        name,
        params: {},
        view: at.state,
        text: at.text,
        seat: at.turn as number,
        turn: at.turn,
        names: [],
        players: 2,
        plies: [],
        over: false,
        fresh: false,
        picker: null,
    };
}

/** Whether some way leads to each move; the walk goes on while there are new moves to be found. */
function reached(expand: Expand, legal: readonly string[]): Set<string> {
    const found = new Set<string>();
    const walk = (path: string[]): void => {
        const {next, done} = expand(path);
        if (done !== undefined) found.add(done);
        if (path.length < 8 && found.size < legal.length) for (const step of next) walk([...path, step]);
    };
    walk([]);
    return found;
}

for (const game of GAMES)
    test(`steps of ${game}`, () => {
        let seen = 0;
        for (const plies of LENGTHS) {
            const at = shown(game, plies, plies + 1);
            if (!at?.legal || typeof at.turn !== "number") continue;
            const scene = sceneOf(game, at);
            const board = boardOf(scene.name);
            const ways = (move: string): string[][] => board.paths?.(move, scene) ?? [[move]];
            const expand = board.expand?.(at.legal, scene) ?? byPaths(at.legal, ways);
            assert.deepEqual(
                [...reached(expand, at.legal)].sort(),
                [...at.legal].sort(),
                `${game} after ${plies}`,
            );
            if (!board.expand)
                for (const move of at.legal)
                    for (const way of ways(move)) assert.equal(expand(way).done, move, `${move} by ${way}`);
            seen++;
        }
        assert.ok(seen > 0, "no position was reached");
    });

test("a step that is none begins anew, and a whole move is played once", async () => {
    const {Picker} = await import("../../web/src/picker");
    const played: string[] = [];
    const picker = new Picker(
        byPaths(["a1b1", "a1b2", "c1"], (move) => [move.match(/../g) as string[]]),
        (move) => played.push(move),
    );
    assert.equal(picker.step("b1"), false);
    assert.equal(picker.step("a1"), true);
    assert.deepEqual([...picker.options.next].sort(), ["b1", "b2"]);
    assert.equal(picker.step("c1"), true);
    assert.deepEqual(played, ["c1"]);
    picker.step("a1");
    assert.equal(picker.step("a1"), false);
    assert.deepEqual(picker.path, []);
    picker.step("a1");
    picker.step("b2");
    assert.deepEqual(played, ["c1", "a1b2"]);
});

test("the stones that decided a game are found, and none before its end", async () => {
    const {winning} = await import("../../web/src/boards/winning");
    const scene = (over: boolean): Scene => ({over, params: {k: 3}}) as unknown as Scene;
    const rows = ["X.O.", ".XO.", "..X.", "O..X"];
    assert.deepEqual([...winning(scene(true), rows)].sort(), ["0,0", "1,1", "2,2", "3,3"]);
    assert.equal(winning(scene(false), rows).size, 0);
    assert.deepEqual([...winning(scene(true), ["..O", ".O.", "O.X"])].sort(), ["0,2", "1,1", "2,0"]);
    assert.equal(winning(scene(true), ["XOX", "XOO", "OXX"]).size, 0);
});

test("who won is told as it was, and colours and titles are those of what is played", async () => {
    const {verdict} = await import("../../web/src/panels");
    const {markOf} = await import("../../web/src/boards");
    const {titleOf} = await import("../../web/src/pages/page");
    const told = (seat: number): string => verdict([0, -1, 1], "rules", seat, ["Ada", "Bo", "Cy"]);
    assert.deepEqual([0, 1, 2].map(told), ["Cy wins.", "You lost.", "You won!"]);
    assert.deepEqual(
        ["connect4(rows=6,cols=7,k=4)", "mnk(m=15,n=15,k=5,exact=1)", "mnk(m=3,n=3,k=3,exact=0)", "hex(size=11,swap=0)"].map((spec) =>
            markOf(spec, 1),
        ),
        ["gold", "ivory", "", ""],
    );
    assert.deepEqual(
        ["mnk(m=3,n=3,k=3,exact=0)", "mnk(m=15,n=15,k=5,exact=1)", "mnk(m=5,n=5,k=4,exact=0)", "backgammon(layout=hypergammon)"].map(titleOf),
        ["Tic-tac-toe", "Gomoku", "K in a row", "Hypergammon"],
    );
});
