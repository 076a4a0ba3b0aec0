/* league.ts -- one match or league: how it stands, and its games; followed while it runs. */
import {api} from "../api";
import {button, h} from "../dom";
import {grouped, signed} from "../numbers";
import {poll, refresh} from "../poll";
import {ratingCurve} from "../ratings";
import {card, crossTable, seatTable, standingsTable} from "../standings";
import {texts} from "../texts";
import type {League, RecordInfo} from "../types";
import {gamesOf, stateMark} from "./leagues";
import {titleOf, type Page} from "./page";
import {recordTable, when} from "./records";

const EVERY_MS = 2000;
const AT_A_TIME = 50;

function figures(league: League): HTMLElement {
    const all: [string, string | HTMLElement][] = [
        [texts.state, stateMark(league.state)],
        [texts.gamesPlayed, gamesOf(league)],
        [texts.began, when(league.began)],
    ];
    if (league.ended !== null) all.push([texts.endedAt, when(league.ended)]);
    if (league.rounds > 1) all.push([texts.roundHead, texts.outOf(Math.min(league.round + 1, league.rounds), league.rounds)]);
    return h(
        "dl",
        {class: "figures league-figures"},
        ...all.map(([words, what]) => h("div", {}, h("dt", {}, words), h("dd", {}, what))),
    );
}

/** Whether there are more games than those of groups that are being played. */
const isBehind = ({counted, games, group}: League): boolean => counted < games - 64 * group;

/** What must be known to read the numbers. */
function notes(league: League): HTMLElement {
    const {sprt, counted, games, aborted} = league;
    const words = [
        texts.groupsOf(league.group, texts.fairness[league.seats] ?? league.seats),
        isBehind(league) ? texts.counting(grouped(counted), grouped(games)) : "",
        league.bounded ? texts.boundedNote : "",
        aborted > 0 ? texts.abortedGames(aborted) : "",
        sprt ? texts.sprtSays(signed(sprt.llr, 2), signed(sprt.lower, 2), signed(sprt.upper, 2), sprt.state) : "",
        league.seed === undefined ? "" : texts.seedIs(league.seed),
    ];
    return h("ul", {class: "league-notes muted small"}, ...words.filter(Boolean).map((line) => h("li", {}, line)));
}

const gamesLink = (id: number): string => `#/league/${id}/games`;

function body(league: League): (HTMLElement | null)[] {
    const curve = ratingCurve(league);
    return [
        figures(league),
        card(texts.standings, standingsTable(league), notes(league)),
        curve && card(texts.ratingCurve, curve),
        league.cross.length > 1 ? card(texts.cross, crossTable(league)) : null,
        card(texts.bySeat, seatTable(league)),
        card(
            texts.latestGames,
            recordTable(league.latest),
            h("p", {}, h("a", {href: gamesLink(league.id)}, texts.allItsGames)),
        ),
    ];
}

const heading = (league: {id: number; game?: string}): string =>
    `${league.game === undefined ? texts.unreadable : titleOf(league.game)} #${league.id}`;

export async function leaguePage(id: string): Promise<Page> {
    const box = h("div", {});
    let before = "";
    const show = (league: League): number => {
        const now = JSON.stringify(league);
        if (now !== before) refresh(box, ...body(league));
        before = now;
        return league.state === "running" || isBehind(league) ? EVERY_MS : 5 * EVERY_MS;
    };
    const first = await api.league(id);
    show(first);
    return {
        title: heading(first),
        element: h(
            "div",
            {class: "league-page"},
            h("h1", {}, heading(first)),
            h(
                "p",
                {class: "muted league-spec"},
                texts.formats[first.format] ?? first.format,
                " · ",
                h("code", {}, first.game),
                " · ",
                h("a", {href: "#/leagues"}, texts.leagues),
            ),
            box,
        ),
        close: poll(async () => show(await api.league(id)), EVERY_MS),
    };
}

/** All games of a league, or those of one or two who play there. */
export async function leagueGames(id: string, player = "", other = ""): Promise<Page> {
    const games: RecordInfo[] = [];
    const list = h("div", {});
    const more = button(texts.moreGames, () => void load());
    const load = async (): Promise<void> => {
        const found = await api.leagueGames(id, player, other, games.at(-1)?.id ?? 0, AT_A_TIME);
        games.push(...found);
        list.replaceChildren(recordTable(games));
        more.hidden = found.length < AT_A_TIME;
    };
    await load();
    const title = `${texts.leagueGames}${player && `: ${[player, other].filter(Boolean).join(" – ")}`}`;
    return {
        title,
        element: h(
            "div",
            {class: "league-page"},
            h("h1", {}, title),
            h("p", {}, h("a", {href: `#/league/${id}`}, texts.toLeague)),
            list,
            more,
        ),
    };
}
