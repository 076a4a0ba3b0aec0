/* standings.ts -- who is ahead in a league, who beat whom, and what the seats are worth: tables that say in
 * numbers and words what they show in colour. */
import {h, s, type Child} from "./dom";
import {grouped} from "./numbers";
import {playerLink} from "./pages/records";
import {texts} from "./texts";
import type {Counts, Interval, League, LeagueStanding} from "./types";

/** A number that has to be scrolled to on a phone is read with its row. */
export const table = (label: string, head: Child[], rows: HTMLElement[], cls = "records"): HTMLElement =>
    h(
        "div",
        {class: "scroll", tabindex: 0, role: "region", "aria-label": label},
        h(
            "table",
            {class: cls},
            h("thead", {}, h("tr", {}, ...head.map((words) => h("th", {scope: "col"}, words)))),
            h("tbody", {}, ...rows),
        ),
    );

export const card = (title: string, ...children: Child[]): HTMLElement =>
    h("section", {class: "panel-card"}, h("h2", {}, title), ...children);

/** A value and half of its interval: +12.3 ± 4.5. */
export function within([value, low, high]: Interval, decimals: number): string {
    if (value === null) return "–";
    const shown = `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(decimals)}`;
    if (low === null || high === null) return shown;
    return `${shown} ± ${((high - low) / 2).toFixed(decimals)}`;
}

const numbersOf = (all: LeagueStanding[]): number[] =>
    all.flatMap(({elo}) => elo).filter((x): x is number => x !== null && Math.abs(x) < 1e4);

/** Intervals on one scale, so that it is seen which overlap. */
function whisker([value, low, high]: Interval, least: number, most: number): SVGElement {
    const at = (x: number): number => 4 + (112 * (x - least)) / Math.max(1e-9, most - least);
    const box = s("svg", {viewBox: "0 0 120 16", class: "whisker", "aria-hidden": "true"});
    if (least <= 0 && most >= 0) box.append(s("path", {d: `M${at(0)} 1V15`, class: "curve-grid"}));
    if (low !== null && high !== null) box.append(s("path", {d: `M${at(low)} 8H${at(high)}`, class: "whisker-line"}));
    if (value !== null) box.append(s("circle", {cx: at(value), cy: 8, r: 3.5, class: "curve-point"}));
    return box;
}

const resultsOf = (results: Counts): string => results.map(grouped).join(" / ");

export function standingsTable(league: League): HTMLElement {
    const all = league.standings;
    const rounds = league.format === "swiss" || league.format === "knock-out";
    const faults = all.some((one) => one.faults > 0);
    const scale = numbersOf(all);
    const [least, most] = [Math.min(...scale, 0), Math.max(...scale, 0)];
    const rows = all.map((one, i) =>
        h(
            "tr",
            {},
            h("td", {class: "number"}, i + 1),
            h("th", {scope: "row", title: one.agent}, playerLink(one.name)),
            rounds && h("td", {class: "number"}, one.points, one.out > 0 && h("span", {class: "muted"}, ` ${texts.outIn(one.out)}`)),
            h("td", {class: "number"}, within(one.elo, 0), whisker(one.elo, least, most)),
            h("td", {class: "number"}, within(one.payoff, 3)),
            h("td", {class: "number"}, resultsOf(one.results)),
            h("td", {class: "number"}, grouped(one.games)),
            faults && h("td", {class: "number"}, grouped(one.faults)),
        ),
    );
    const head = [
        texts.rank,
        texts.agent,
        ...(rounds ? [texts.pointsHead] : []),
        "Elo",
        texts.meanScore,
        texts.wonDrawnLost,
        texts.gamesPlayed,
        ...(faults ? [texts.faults] : []),
    ];
    return table(texts.standings, head, rows, "records standing");
}

const shareOf = ([won, drawn, lost]: Counts): number => (won + drawn / 2) / (won + drawn + lost);

/** Of a hundred points, in tenths; who stands below has what is left of them, so that the two add up. */
function hundredths(league: League, i: number, j: number): string {
    const [above, below] = [Math.min(i, j), Math.max(i, j)];
    const tenths = Math.round(1000 * shareOf(league.cross[above]?.[below] ?? [0, 1, 0]));
    return ((i < j ? tenths : 1000 - tenths) / 10).toFixed(1);
}

/** Eleven shades, from nothing to all. */
const shade = (share: number): string => `heat heat-${Math.round(10 * share)}`;

function crossCell(league: League, i: number, j: number): HTMLElement {
    const counts = league.cross[i]?.[j] ?? null;
    const [a, b] = [league.standings[i]?.name ?? "", league.standings[j]?.name ?? ""];
    if (!counts) return h("td", {class: "heat none"}, i === j ? "" : "–");
    const share = shareOf(counts);
    const to = `#/league/${league.id}/games/${encodeURIComponent(a)}/${encodeURIComponent(b)}`;
    const shown = hundredths(league, i, j);
    const says = texts.crossSays(a, b, counts);
    return h(
        "td",
        {class: shade(share)},
        h("a", {href: to, title: says, "aria-label": `${shown}: ${says}`}, shown),
    );
}

/** Who got how many of a hundred points from whom. */
export function crossTable(league: League): HTMLElement {
    const n = league.cross.length;
    const names = league.standings.slice(0, n).map((one) => one.name);
    const rows = names.map((name, i) =>
        h(
            "tr",
            {},
            h("th", {scope: "row"}, `${i + 1}. ${name}`),
            ...names.map((_, j) => crossCell(league, i, j)),
        ),
    );
    const head = [texts.agent, ...names.map((name, i) => h("abbr", {title: name}, String(i + 1)))];
    return h("div", {}, h("p", {class: "muted small"}, texts.crossHint), table(texts.cross, head, rows, "cross"));
}

/** Wins, draws and losses at each seat, and what the seat itself is worth. */
export function seatTable(league: League): HTMLElement {
    const seats = league.seat_scores;
    const rows = league.standings.map((one) =>
        h(
            "tr",
            {},
            h("th", {scope: "row"}, one.name),
            ...one.seats.map((counts) => h("td", {class: "number"}, resultsOf(counts))),
        ),
    );
    const worth = h(
        "tr",
        {class: "sum"},
        h("th", {scope: "row"}, texts.anybodyThere),
        ...seats.map((score) => h("td", {class: "number"}, within(score, 3))),
    );
    const head = [texts.agent, ...seats.map((_, i) => texts.seat(i))];
    return h("div", {}, h("p", {class: "muted small"}, texts.seatHint), table(texts.bySeat, head, [worth, ...rows], "records standing"));
}
