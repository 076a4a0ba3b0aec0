/* ratings.ts -- how ratings came about in the course of a league: a line for each of the first few, with its band. */
import {h, range, s} from "./dom";
import {grouped, signed} from "./numbers";
import {texts} from "./texts";
import type {Interval, League, RatingPoint} from "./types";

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 72;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 40;
const SHOWN = 6;
const MOST = 1500;

type Scale = (x: number) => number;

const between = (from: number, to: number, start: number, end: number): Scale => {
    const span = to - from || 1;
    return (x) => start + ((x - from) / span) * (end - start);
};

/** A round distance that divides a span into a few parts. */
function step(span: number): number {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, span / 4)));
    return [1, 2, 5, 10].map((k) => k * power).find((k) => span / k <= 5) ?? 10 * power;
}

const bounded = (x: number): number => Math.max(-MOST, Math.min(MOST, x));

function grid(x: Scale, y: Scale, games: number, low: number, high: number): SVGElement {
    const text = (at: number, down: number, words: string, anchor: string): SVGElement =>
        s("text", {x: at, y: down, class: "coord", "text-anchor": anchor}, words);
    const tall = step(high - low);
    const wide = step(games);
    const from = Math.ceil(low / tall);
    return s(
        "g",
        {},
        ...range(Math.floor(high / tall) - from + 1).flatMap((i) => {
            const elo = (from + i) * tall;
            return [
                s("path", {d: `M${LEFT} ${y(elo)}H${WIDTH - RIGHT}`, class: elo === 0 ? "graph-zero" : "curve-grid"}),
                text(LEFT - 6, y(elo) + 4, signed(elo, 0), "end"),
            ];
        }),
        ...range(Math.floor(games / wide)).map((i) => {
            const n = (i + 1) * wide;
            return text(x(n), HEIGHT - BOTTOM + 18, grouped(n), "middle");
        }),
        text((LEFT + WIDTH) / 2, HEIGHT - 4, texts.gamesPlayed, "middle"),
    );
}

/** The band there and back, and the line. */
function line(points: [number, Interval][], x: Scale, y: Scale, hue: number): SVGElement {
    const at = (games: number, elo: number): string => `${x(games).toFixed(1)} ${y(bounded(elo)).toFixed(1)}`;
    const over = points.flatMap(([games, [, , high]]) => (high === null ? [] : [at(games, high)]));
    const under = points.flatMap(([games, [, low]]) => (low === null ? [] : [at(games, low)])).reverse();
    const middle = points.flatMap(([games, [value]]) => (value === null ? [] : [at(games, value)]));
    return s(
        "g",
        {class: `hue${hue}`},
        over.length > 1 && s("path", {d: `M${[...over, ...under].join("L")}Z`, class: "rating-band"}),
        s("path", {d: `M${middle.join("L")}`, class: `rating-line dash${hue}`}),
    );
}

/** Points that have numbers; the last one is how it stands now. */
function pointsOf(league: League): RatingPoint[] {
    const now = {games: league.counted, elo: league.standings.slice(0, SHOWN).map((one) => one.elo)};
    const all = league.curve.filter((point) => point.games < league.counted);
    return [...all, now].filter((point) => point.elo.slice(0, SHOWN).every(([value]) => value !== null));
}

/** The picture, or null where there is nothing to draw yet. */
export function ratingCurve(league: League): HTMLElement | null {
    const points = pointsOf(league);
    const n = Math.min(SHOWN, league.standings.length);
    if (points.length < 3) return null;
    const values = points.flatMap((point) => point.elo.slice(0, n).flatMap(([value]) => bounded(value ?? 0)));
    const margin = 30;
    const [low, high] = [Math.min(...values, 0) - margin, Math.max(...values, 0) + margin];
    const x = between(0, league.counted, LEFT, WIDTH - RIGHT);
    const y = between(low, high, HEIGHT - BOTTOM, TOP);
    const names = league.standings.slice(0, n);
    return h(
        "div",
        {},
        s(
            "svg",
            {
                viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                class: "curve ratings",
                role: "img",
                "aria-label": texts.ratingsSay(names.map((one) => `${one.name} ${signed(one.elo[0] ?? 0, 0)}`)),
            },
            grid(x, y, league.counted, low, high),
            s("clipPath", {id: "rating-frame"}, s("rect", {x: LEFT, y: 0, width: WIDTH - LEFT, height: HEIGHT - BOTTOM})),
            s(
                "g",
                {"clip-path": "url(#rating-frame)"},
                ...names.map((_, i) =>
                    line(
                        points.map((point) => [point.games, point.elo[i] ?? [null, null, null]]),
                        x,
                        y,
                        i,
                    ),
                ),
            ),
        ),
        h(
            "ul",
            {class: "legend"},
            ...names.map((one, i) =>
                h(
                    "li",
                    {class: `hue${i}`},
                    s("svg", {viewBox: "0 0 34 10", class: "legend-line", "aria-hidden": "true"}, s("path", {d: "M1 5H33", class: `rating-line dash${i}`})),
                    one.name,
                ),
            ),
        ),
    );
}
