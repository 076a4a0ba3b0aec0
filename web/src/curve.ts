/* curve.ts -- how exploitable a strategy was as it got better: both scales are logarithmic. */
import {h, range, s} from "./dom";
import {grouped, power, tiny} from "./numbers";
import {texts} from "./texts";
import type {CurvePoint, Solution} from "./types";

const WIDTH = 460;
const HEIGHT = 250;
const LEFT = 46;
const RIGHT = 24;
const TOP = 12;
const BOTTOM = 40;

export type Axis = "iterations" | "seconds";

interface Scale {
    /** Powers of ten at the two ends. */
    from: number;
    to: number;
    at(x: number): number;
}

function scale(values: number[], start: number, end: number): Scale {
    const logs = values.map(Math.log10);
    const from = Math.floor(Math.min(...logs));
    const to = Math.max(from + 1, Math.ceil(Math.max(...logs)));
    return {from, to, at: (x) => start + ((Math.log10(x) - from) / (to - from)) * (end - start)};
}

/** Every power of ten, or every second, third ... where there are many. */
function ticks({from, to}: Scale): number[] {
    const step = Math.ceil((to - from) / 8);
    return range(to - from + 1)
        .map((i) => from + i)
        .filter((n) => (n - from) % step === 0);
}

function grid(x: Scale, y: Scale, axis: Axis): SVGElement {
    const text = (at: number, down: number, words: string, anchor: string): SVGElement =>
        s("text", {x: at, y: down, class: "coord", "text-anchor": anchor}, words);
    return s(
        "g",
        {},
        ...ticks(y).flatMap((n) => {
            const at = y.at(10 ** n);
            return [
                s("path", {d: `M${LEFT} ${at}H${WIDTH - RIGHT}`, class: "curve-grid"}),
                text(LEFT - 6, at + 4, power(n), "end"),
            ];
        }),
        ...ticks(x).flatMap((n) => {
            const at = x.at(10 ** n);
            return [
                s("path", {d: `M${at} ${TOP}V${HEIGHT - BOTTOM}`, class: "curve-grid"}),
                text(at, HEIGHT - BOTTOM + 16, n >= 0 && n < 4 ? grouped(10 ** n) : power(n), "middle"),
            ];
        }),
        text((LEFT + WIDTH) / 2, HEIGHT - 4, axis === "iterations" ? texts.iterations : texts.seconds, "middle"),
    );
}

function draw(points: CurvePoint[], axis: Axis, target: number): SVGElement {
    const x = scale(
        points.map((p) => p[axis]),
        LEFT,
        WIDTH - RIGHT,
    );
    const y = scale([...points.map((p) => p.exploitability), target], HEIGHT - BOTTOM, TOP);
    const at = (p: CurvePoint): string => `${x.at(p[axis]).toFixed(1)} ${y.at(p.exploitability).toFixed(1)}`;
    const first = points[0] as CurvePoint;
    const last = points[points.length - 1] as CurvePoint;
    return s(
        "svg",
        {
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            class: "curve",
            role: "img",
            "aria-label": texts.curveSays(
                tiny(first.exploitability),
                tiny(last.exploitability),
                grouped(last.iterations),
            ),
        },
        grid(x, y, axis),
        s("path", {d: `M${LEFT} ${y.at(target)}H${WIDTH - RIGHT}`, class: "graph-zero"}),
        s(
            "text",
            {x: LEFT + 6, y: y.at(target) - 5, class: "coord"},
            texts.target,
        ),
        s("path", {d: `M${points.map(at).join("L")}`, class: "graph-line"}),
        ...points.map((p) =>
            s(
                "circle",
                {cx: x.at(p[axis]), cy: y.at(p.exploitability), r: 2.6, class: "curve-point"},
                s("title", {}, `${grouped(p.iterations)}: ${tiny(p.exploitability)}`),
            ),
        ),
    );
}

/** The picture, or a word where there is nothing that a logarithm could show. */
export function curve(solution: Solution, axis: Axis): Element {
    const points = (solution.curve ?? []).filter((p) => p.exploitability > 0 && p[axis] > 0);
    if (points.length < 2) return h("p", {class: "muted"}, texts.gapIs(tiny(solution.exploitability ?? 0)));
    return draw(points, axis, solution.target ?? 1e-9);
}
