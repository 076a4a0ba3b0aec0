/* winning.ts -- the stones that decided a game of k in a row. */
import {range} from "../dom";
import type {Scene} from "./board";

const WAYS = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
] as const;

/** The cells of every line of k or more alike, as "column,row"; none while the game goes on. */
export function winning(scene: Scene, rows: readonly string[]): ReadonlySet<string> {
    const out = new Set<string>();
    const k = Number(scene.params["k"] ?? 0);
    if (!scene.over || k < 2) return out;
    const at = (c: number, r: number): string => rows[r]?.[c] ?? ".";
    rows.forEach((row, r) => {
        range(row.length).forEach((c) => {
            for (const [dc, dr] of WAYS) {
                const cells = range(k).map((i) => [c + i * dc, r + i * dr] as const);
                if (at(c, r) !== "." && cells.every(([x, y]) => at(x, y) === at(c, r)))
                    for (const [x, y] of cells) out.add(`${x},${y}`);
            }
        });
    });
    return out;
}
