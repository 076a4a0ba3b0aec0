/* chart.ts -- lines over a common scale, each with its band: ratings of a league, a net as it learns. */
import {h, range, s} from "./dom";
import {dashOf, hueOf} from "./hues";
import {grouped} from "./numbers";
import type {Interval} from "./types";

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 72;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 40;

type Scale = (x: number) => number;

export interface Line {
    name: string;
    points: [number, Interval][];
}

export interface Look {
    /** What the picture says, for who does not see it. */
    says: string;
    /** What lies to the right. */
    across: string;
    /** A number of the scale that goes up. */
    up: (y: number, step: number) => string;
    least: number;
    most: number;
}

const between = (from: number, to: number, start: number, end: number): Scale => {
    const span = to - from || 1;
    return (x) => start + ((x - from) / span) * (end - start);
};

/** A round distance that divides a span into a few parts. */
function step(span: number): number {
    const power = 10 ** Math.floor(Math.log10(span / 4));
    return [1, 2, 5, 10].map((k) => k * power).find((k) => span / k <= 5.001) ?? 10 * power;
}

function grid(x: Scale, y: Scale, last: number, look: Look): SVGElement {
    const text = (at: number, down: number, words: string, anchor: string): SVGElement =>
        s("text", {x: at, y: down, class: "coord", "text-anchor": anchor}, words);
    const tall = step(look.most - look.least);
    const wide = Math.max(1, step(last));
    const from = Math.ceil(look.least / tall);
    return s(
        "g",
        {},
        ...range(Math.floor(look.most / tall) - from + 1).flatMap((i) => {
            const at = (from + i) * tall;
            return [
                s("path", {d: `M${LEFT} ${y(at)}H${WIDTH - RIGHT}`, class: from + i === 0 ? "graph-zero" : "curve-grid"}),
                text(LEFT - 6, y(at) + 4, look.up(at, tall), "end"),
            ];
        }),
        ...range(Math.floor(last / wide)).map((i) => {
            const n = (i + 1) * wide;
            return text(x(n), HEIGHT - BOTTOM + 18, grouped(n), x(n) > WIDTH - 3 * RIGHT ? "end" : "middle");
        }),
        text((LEFT + WIDTH) / 2, HEIGHT - 4, look.across, "middle"),
    );
}

/** The band there and back, and the line. */
function drawn({points}: Line, x: Scale, y: Scale, {least, most}: Look, nth: number): SVGElement {
    const at = (right: number, up: number): string =>
        `${x(right).toFixed(1)} ${y(Math.max(least, Math.min(most, up))).toFixed(1)}`;
    const over = points.flatMap(([n, [, , high]]) => (high === null ? [] : [at(n, high)]));
    const under = points.flatMap(([n, [, low]]) => (low === null ? [] : [at(n, low)])).reverse();
    const middle = points.flatMap(([n, [value]]) => (value === null ? [] : [at(n, value)]));
    return s(
        "g",
        {class: hueOf(nth)},
        over.length > 1 && s("path", {d: `M${[...over, ...under].join("L")}Z`, class: "rating-band"}),
        middle.length > 0 && s("path", {d: `M${middle.join("L")}`, class: `rating-line ${dashOf(nth)}`}),
    );
}

const legend = (lines: Line[]): HTMLElement =>
    h(
        "ul",
        {class: "legend"},
        ...lines.map(({name}, i) =>
            h(
                "li",
                {class: hueOf(i)},
                s(
                    "svg",
                    {viewBox: "0 0 34 10", class: "legend-line", "aria-hidden": "true"},
                    s("path", {d: "M1 5H33", class: `rating-line ${dashOf(i)}`}),
                ),
                name,
            ),
        ),
    );

/** The picture and, where there are several lines, what they are. */
export function chart(lines: Line[], look: Look): HTMLElement {
    const last = Math.max(...lines.flatMap(({points}) => points.map(([n]) => n)));
    const x = between(0, last, LEFT, WIDTH - RIGHT);
    const y = between(look.least, look.most, HEIGHT - BOTTOM, TOP);
    return h(
        "div",
        {},
        s(
            "svg",
            {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve ratings", role: "img", "aria-label": look.says},
            grid(x, y, last, look),
            ...lines.map((line, i) => drawn(line, x, y, look, i)),
        ),
        lines.length > 1 && legend(lines),
    );
}
