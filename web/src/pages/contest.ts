/* contest.ts -- a contest of programs: who may play and why not, the pools, the bracket, and every game; followed while it
 * runs. */
import {api} from "../api";
import {bracket, gameList, pairingState} from "../bracket";
import {h} from "../dom";
import {poll, refresh} from "../poll";
import {card, table} from "../standings";
import {texts} from "../texts";
import type {Contest, ContestInfo, Entry, Pairing, Pool} from "../types";
import {stateMark} from "./leagues";
import {message, titleOf, type Page} from "./page";
import {when} from "./records";

const EVERY_MS = 2000;

/** Running, over, or left before its end. */
const marked = (contest: ContestInfo): HTMLElement =>
    stateMark(contest.state === "over" ? "over" : contest.running ? "running" : "stopped");

export const stageOf = ({state}: ContestInfo): string => texts.stages[state] ?? state;

export function contestRow(contest: ContestInfo): HTMLElement {
    return h(
        "tr",
        {},
        h("th", {scope: "row"}, h("a", {href: `#/contest/${contest.id}`}, contest.name)),
        h("td", {}, marked(contest)),
        h("td", {}, contest.game === undefined ? "" : titleOf(contest.game)),
        h("td", {}, contest.winner ? texts.wonBy(contest.winner) : stageOf(contest)),
        h("td", {class: "number"}, contest.count ?? ""),
        h("td", {class: "muted"}, when(contest.began)),
    );
}

function figures(contest: Contest): HTMLElement {
    const all: [string, string | HTMLElement][] = [
        [texts.state, marked(contest)],
        ...(contest.state === "over" ? [] : [[texts.stage, stageOf(contest)] as [string, string]]),
        [texts.entries, String(contest.entries.length)],
        [texts.perPairing, texts.gamesAPairing(contest.settings.games, contest.settings.known)],
        [texts.clock, contest.settings.clock],
        [texts.began, when(contest.began)],
    ];
    return h(
        "dl",
        {class: "figures league-figures"},
        ...all.map(([words, what]) => h("div", {}, h("dt", {}, words), h("dd", {}, what))),
    );
}

/** The verdict on an entry, in words. */
function entryRow(entry: Entry): HTMLElement {
    return h(
        "tr",
        {},
        h("th", {scope: "row"}, entry.name),
        h(
            "td",
            {class: "verdict-cell"},
            h("span", {class: `verdict verdict-${entry.state}`}, texts.verdicts[entry.state] ?? entry.state),
            entry.why !== null && `: ${entry.why}`,
        ),
        h("td", {class: "number"}, entry.seed || ""),
        h("td", {class: "number"}, entry.faults),
        h("td", {class: "number"}, entry.place ?? ""),
    );
}

function pairingRow(pairing: Pairing, key: string): HTMLElement {
    const [a, b] = pairing.entries;
    const points = pairing.state === "waits" ? "" : pairing.points.join(" : ");
    return h(
        "li",
        {},
        h("span", {}, `${a ?? "–"} – ${b ?? "–"} `),
        h("strong", {class: "number"}, points),
        h("span", {class: "muted"}, ` ${pairingState(pairing)}`),
        gameList(pairing, key),
    );
}

function poolCard(pool: Pool): HTMLElement {
    const name = texts.pool(pool.name);
    const rows = pool.standings.map((row) =>
        h(
            "tr",
            {},
            h("td", {class: "number"}, row.rank),
            h("th", {scope: "row"}, row.name),
            h("td", {class: "number"}, row.points),
            h("td", {class: "number"}, `${row.won} / ${row.drawn} / ${row.lost}`),
            h("td", {class: "number"}, row.played),
        ),
    );
    const head = [texts.rank, texts.entry, texts.pointsHead, texts.wonDrawnLost, texts.gamesPlayed];
    return h(
        "section",
        {class: "panel-card pool"},
        h("h3", {}, name),
        table(name, head, rows, "records standing"),
        h(
            "details",
            {"data-key": `pool ${pool.name}`},
            h("summary", {}, texts.pairings),
            h("ul", {class: "pairings"}, ...pool.pairings.map((pairing, i) => pairingRow(pairing, `pool ${pool.name} ${i}`))),
        ),
    );
}

/** What was promised at the beginning, and kept at the end. */
function promise(contest: Contest): HTMLElement {
    return h(
        "ul",
        {class: "league-notes muted small promise"},
        h("li", {}, `${texts.commitment} `, h("code", {}, contest.commitment)),
        contest.secret === null ? h("li", {}, texts.secretLater) : h("li", {}, `${texts.secret} `, h("code", {}, contest.secret)),
    );
}

function body(contest: Contest): (HTMLElement | null)[] {
    const heads = [texts.entry, texts.verdict, texts.seeding, texts.faults, texts.place];
    return [
        contest.winner === null ? null : h("p", {class: "banner contest-winner"}, texts.wonBy(contest.winner)),
        figures(contest),
        contest.rounds.length > 0 ? card(texts.bracket, bracket(contest.rounds)) : null,
        contest.pools.length > 0
            ? h("section", {}, h("h2", {}, texts.pools), h("div", {class: "pools"}, ...contest.pools.map(poolCard)))
            : null,
        card(texts.entries, table(texts.entries, heads, contest.entries.map(entryRow)), promise(contest)),
    ];
}

export async function contestPage(id: string): Promise<Page> {
    const box = h("div", {});
    let before = "";
    const show = (contest: Contest): number => {
        const now = JSON.stringify(contest);
        if (now !== before)
            refresh(box, ...("entries" in contest ? body(contest) : [message(texts.contestBegins)]));
        before = now;
        return contest.running ? EVERY_MS : 5 * EVERY_MS;
    };
    const first = await api.contest(id);
    show(first);
    return {
        title: first.name,
        element: h(
            "div",
            {class: "league-page contest-page"},
            h("h1", {}, first.name),
            h(
                "p",
                {class: "muted league-spec"},
                h("code", {}, first.game ?? ""),
                " · ",
                h("a", {href: "#/leagues"}, texts.leagues),
            ),
            box,
        ),
        close: poll(async () => show(await api.contest(id)), EVERY_MS),
    };
}
