/* leagues.ts -- the matches and leagues that are in the records, the latest first; those that run are followed. */
import {api} from "../api";
import {h} from "../dom";
import {grouped} from "../numbers";
import {poll, refresh} from "../poll";
import {table} from "../standings";
import {texts} from "../texts";
import type {ContestInfo, LeagueInfo} from "../types";
import {contestRow} from "./contest";
import {message, titleOf, type Page} from "./page";
import {when} from "./records";

const EVERY_MS = 4000;
const NAMED = 4;

export const stateMark = (state: LeagueInfo["state"]): HTMLElement =>
    h("span", {class: `state state-${state}`}, texts.leagueStates[state]);

const nameList = (names: string[]): string =>
    names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` ${texts.andMore(names.length - NAMED)}` : "");

/** So many games, of how many that is known. */
export const gamesOf = ({games, of}: LeagueInfo): string =>
    of === null || of === games ? grouped(games) : texts.soFar(grouped(games), grouped(of));

function row(league: LeagueInfo): HTMLElement {
    const title = league.game === undefined ? texts.unreadable : titleOf(league.game);
    return h(
        "tr",
        {title: league.why},
        h("th", {scope: "row"}, h("a", {href: `#/league/${league.id}`}, `${title} #${league.id}`)),
        h("td", {}, stateMark(league.state)),
        h("td", {class: "number"}, gamesOf(league)),
        h("td", {}, nameList(league.agents ?? [])),
        h("td", {}, texts.formats[league.format ?? ""] ?? league.format ?? ""),
        h("td", {class: "muted"}, when(league.began)),
    );
}

/** Contests, where there are any, and below them leagues. */
function lists(leagues: LeagueInfo[], contests: ContestInfo[]): HTMLElement[] {
    const heads = [texts.game, texts.state, texts.gamesPlayed, texts.agents, texts.format, texts.began];
    const of = [texts.contest, texts.state, texts.game, texts.stage, texts.entries, texts.began];
    const all = leagues.length > 0 ? table(texts.leagues, heads, leagues.map(row)) : message(texts.noLeagues);
    if (contests.length === 0) return [all];
    return [
        h("h2", {}, texts.contests),
        table(texts.contests, of, contests.map(contestRow)),
        h("h2", {class: "next-list"}, texts.leagues),
        all,
    ];
}

export async function leaguesPage(): Promise<Page> {
    const list = h("div", {});
    let before = "";
    const load = async (): Promise<number> => {
        const [leagues, contests] = await Promise.all([api.leagues(), api.contests()]);
        const now = JSON.stringify([leagues, contests]);
        if (now !== before) refresh(list, ...lists(leagues, contests));
        before = now;
        return EVERY_MS;
    };
    await load();
    return {
        title: texts.leagues,
        element: h(
            "div",
            {class: "records-page"},
            h("h1", {}, texts.leagues),
            h("p", {class: "muted"}, texts.leaguesHint, " ", h("code", {}, texts.leagueCommand)),
            list,
        ),
        close: poll(load, EVERY_MS),
    };
}
