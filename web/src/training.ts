/* training.ts -- how a net learnt: its scores, its wins, its loss and how exploitable it was, in lines and in numbers. */
import {chart, type Line} from "./chart";
import {h} from "./dom";
import {grouped, tiny} from "./numbers";
import {table, within} from "./standings";
import {texts} from "./texts";
import type {Interval, Net, NetPoint} from "./types";

export type Across = "games" | "seconds";

/** An agent as it is called, without what stands in its brackets. */
export const shortName = (agent: string): string => agent.replace(/\(.*$/, "");

const alone = (value: number | null | undefined): Interval => [value ?? null, null, null];

/** As many decimals as a distance needs. */
const decimals = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

const plain = (y: number, step: number): string => y.toFixed(decimals(step)).replace("-", "−");

interface Wish {
    title: string;
    lines: Line[];
    up?: (y: number, step: number) => string;
    /** What must be on the scale. */
    holds: number[];
    /** A value as it is told. */
    tell: (x: Interval) => string;
}

/** A picture with its title; null where there are not two points. */
function picture({title, lines, up = plain, holds, tell}: Wish, across: Across): HTMLElement | null {
    const some = lines.filter(({points}) => points.filter(([, [value]]) => value !== null).length > 1);
    if (some.length === 0) return null;
    const values = some.flatMap(({points}) => points.flatMap(([, all]) => all.filter((x) => x !== null)));
    const [low, high] = [Math.min(...values, ...holds), Math.max(...values, ...holds)];
    const margin = (high - low || 1) / 25;
    const now = some.map(({name, points}) => `${name} ${tell(points.at(-1)?.[1] ?? alone(null))}`);
    return h(
        "figure",
        {class: "net-figure"},
        h("figcaption", {}, title),
        chart(some, {
            says: texts.netCurveSays(title, now),
            across: across === "games" ? texts.gamesPlayed : texts.seconds,
            up,
            least: holds.includes(low) ? low : low - margin,
            most: holds.includes(high) ? high : high + margin,
        }),
    );
}

const percent = (x: Interval): string => {
    const [value, low, high] = x;
    if (value === null) return "–";
    const half = low === null || high === null ? "" : ` ± ${(50 * (high - low)).toFixed(1)}`;
    return `${(100 * value).toFixed(1)}${half} %`;
};

const score = (x: Interval): string => within(x, 3);

/** All pictures that there are numbers for. */
export function pictures(net: Net, across: Across): HTMLElement[] {
    const of = (value: (p: NetPoint) => Interval, name: string): Line => ({
        name,
        points: net.curve.map((p) => [p[across], value(p)]),
    });
    const against = (what: "score" | "wins"): Line[] =>
        net.against.map((agent, i) => of((p) => p.against[i]?.[what] ?? alone(null), shortName(agent)));
    const small = (x: Interval): string => tiny(x[0] ?? 0);
    const all: Wish[] = [
        {title: texts.netScores, lines: against("score"), holds: [0], tell: score},
        {
            title: texts.netWins,
            lines: against("wins"),
            up: (y) => `${Math.round(100 * y)} %`,
            holds: [0, 1],
            tell: percent,
        },
        {title: texts.exploitability, lines: [of((p) => alone(p.exploitability), texts.exploitability)], holds: [0], tell: small},
        {title: texts.loss, lines: [of((p) => alone(p.loss), texts.loss)], holds: [0], tell: small},
    ];
    return all.map((wish) => picture(wish, across)).filter((el) => el !== null);
}

const cell = (words: string): HTMLElement => h("td", {class: "number"}, words);

/** The same in numbers, the last point first. */
export function pointTable(net: Net): HTMLElement {
    const exploited = net.curve.some((p) => typeof p.exploitability === "number");
    const row = (p: NetPoint): HTMLElement =>
        h(
            "tr",
            {},
            h("th", {scope: "row", class: "number"}, grouped(p.games)),
            cell(p.seconds.toFixed(1)),
            cell(p.loss === null ? "–" : tiny(p.loss)),
            exploited && cell(typeof p.exploitability === "number" ? tiny(p.exploitability) : "–"),
            ...net.against.flatMap((_, i) => [
                cell(score(p.against[i]?.score ?? alone(null))),
                cell(percent(p.against[i]?.wins ?? alone(null))),
            ]),
        );
    const head = [
        texts.gamesPlayed,
        texts.seconds,
        texts.loss,
        ...(exploited ? [texts.exploitability] : []),
        ...net.against.flatMap((agent) => [texts.scoreAgainst(shortName(agent)), texts.winsAgainst(shortName(agent))]),
    ];
    return table(texts.netCurve, head, [...net.curve].reverse().map(row), "records standing");
}
