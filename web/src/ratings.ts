/* ratings.ts -- how ratings came about in the course of a league: a line for each of the first few, with its band. */
import {chart} from "./chart";
import {signed} from "./numbers";
import {texts} from "./texts";
import type {League, RatingPoint} from "./types";

const SHOWN = 6;
const MOST = 1500;
const MARGIN = 30;

const bounded = (x: number): number => Math.max(-MOST, Math.min(MOST, x));

/** Points that have numbers; the last one is how it stands now. */
function pointsOf(league: League): RatingPoint[] {
    const now = {games: league.counted, elo: league.standings.slice(0, SHOWN).map((one) => one.elo)};
    const all = league.curve.filter((point) => point.games < league.counted);
    return [...all, now].filter((point) => point.elo.slice(0, SHOWN).every(([value]) => value !== null));
}

/** The picture, or null where there is nothing to draw yet. */
export function ratingCurve(league: League): HTMLElement | null {
    const points = pointsOf(league);
    const names = league.standings.slice(0, SHOWN);
    if (points.length < 3) return null;
    const values = points.flatMap((point) => point.elo.slice(0, SHOWN).flatMap(([value]) => bounded(value ?? 0)));
    return chart(
        names.map(({name}, i) => ({
            name,
            points: points.map((point) => [point.games, point.elo[i] ?? [null, null, null]]),
        })),
        {
            says: texts.ratingsSay(names.map((one) => `${one.name} ${signed(one.elo[0] ?? 0, 0)}`)),
            across: texts.gamesPlayed,
            up: (elo) => signed(elo, 0),
            least: Math.min(...values, 0) - MARGIN,
            most: Math.max(...values, 0) + MARGIN,
        },
    );
}
