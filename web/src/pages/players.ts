/* players.ts -- who played here, people and agents: all of them, to search; and one, with results by game and seat. */
import {api} from "../api";
import {h} from "../dom";
import {grouped, signed, tiny} from "../numbers";
import {ratingText} from "../strength";
import {texts} from "../texts";
import type {PlayerInfo, PlayerRating, Standing} from "../types";
import {message, titleOf, type Page} from "./page";
import {playerLink, recordTable, when} from "./records";

const RECENT = 20;

const headRow = (words: string[]): HTMLElement =>
    h("thead", {}, h("tr", {}, ...words.map((word) => h("th", {scope: "col"}, word))));

function row(player: PlayerInfo): HTMLElement {
    return h(
        "tr",
        {},
        h("th", {scope: "row"}, playerLink(player.name)),
        h("td", {}, texts.kindWords(player.kinds)),
        h("td", {class: "number"}, grouped(player.games)),
        h("td", {class: "muted"}, when(player.last)),
    );
}

export async function playersPage(): Promise<Page> {
    const find = h("input", {type: "search", placeholder: texts.findPlayer, "aria-label": texts.findPlayer});
    const list = h("tbody", {});
    const none = message("");
    const table = h(
        "div",
        {class: "scroll"},
        h(
            "table",
            {class: "records"},
            headRow([texts.player, texts.kind, texts.gamesPlayed, texts.lastPlayed]),
            list,
        ),
    );
    let turn = 0;
    const load = async (): Promise<void> => {
        const mine = ++turn;
        const found = await api.players(find.value.trim());
        if (mine !== turn) return;
        list.replaceChildren(...found.map(row));
        table.hidden = found.length === 0;
        none.textContent = found.length > 0 ? "" : find.value ? texts.noPlayers : texts.noRecords;
    };
    find.addEventListener("input", () => {
        load().catch((error: unknown) => {
            none.textContent = (error as Error).message;
        });
    });
    await load();
    return {
        title: texts.playersTitle,
        element: h(
            "div",
            {class: "records-page"},
            h("h1", {}, texts.playersTitle),
            h("div", {class: "finder"}, find, h("a", {href: "#/records"}, texts.records)),
            none,
            table,
        ),
    };
}

/** The mean and how sure it is; one game tells nothing of that, nor do games that all ended alike. */
function mean(standing: Standing): string {
    if (standing.mean === null) return "–";
    const width = standing.half_width_95;
    const of = standing.scored < standing.games ? ` (n = ${standing.scored})` : "";
    return signed(standing.mean, 3) + (!width ? "" : ` ± ${tiny(width)}`) + of;
}

function standingRow(standing: Standing, named: boolean, rated: boolean): HTMLElement {
    const results = [standing.wins, standing.draws, standing.losses].map(grouped).join(" / ");
    return h(
        "tr",
        {},
        h("th", {scope: "row", title: standing.game}, titleOf(standing.game)),
        h("td", {class: "number"}, standing.seat),
        named ? h("td", {}, h("code", {}, standing.spec)) : null,
        h("td", {class: "number"}, grouped(standing.games)),
        h("td", {class: "number"}, mean(standing)),
        h("td", {class: "number"}, results),
        rated ? h("td", {class: "number"}, standing.rating ? ratingText(standing.rating) : "–") : null,
    );
}

/** How strong somebody is, by the levels that he met. */
function ratings(all: PlayerRating[]): HTMLElement | null {
    if (all.length === 0) return null;
    const one = (rating: PlayerRating): HTMLElement =>
        h(
            "tr",
            {},
            h("th", {scope: "row", title: rating.game}, titleOf(rating.game)),
            h("td", {class: "number"}, ratingText(rating)),
            h("td", {class: "number"}, grouped(rating.games)),
        );
    return h(
        "section",
        {class: "panel-card"},
        h("h2", {}, texts.ratings),
        h(
            "div",
            {class: "scroll", tabindex: 0, role: "region", "aria-label": texts.ratings},
            h(
                "table",
                {class: "records ratings"},
                headRow([texts.game, texts.rating, texts.ratedGames]),
                h("tbody", {}, ...all.map(one)),
            ),
        ),
        h("p", {class: "muted small"}, texts.ratingHint),
    );
}

function standings(all: Standing[]): HTMLElement {
    const named = new Set(all.map((standing) => standing.spec)).size > 1;
    const rated = all.some((standing) => standing.rating !== null);
    return h(
        "section",
        {class: "panel-card"},
        h("h2", {}, texts.byGame),
        h(
            "div",
            {class: "scroll", tabindex: 0, role: "region", "aria-label": texts.byGame},
            h(
                "table",
                {class: "records standings"},
                headRow([
                    texts.game,
                    texts.seatShort,
                    ...(named ? [texts.playsAs] : []),
                    texts.gamesPlayed,
                    texts.meanScore,
                    texts.wonDrawnLost,
                    ...(rated ? [texts.rating] : []),
                ]),
                h("tbody", {}, ...all.map((standing) => standingRow(standing, named, rated))),
            ),
        ),
        h("p", {class: "muted small"}, texts.meanHint),
    );
}

export async function playerPage(name: string): Promise<Page> {
    const [player, recent] = await Promise.all([api.player(name), api.records({player: name, limit: RECENT})]);
    const all = player.standings;
    const sum = (of: (standing: Standing) => number): string =>
        grouped(all.reduce((n, standing) => n + of(standing), 0));
    const figures: [string, string][] = [
        [texts.gamesPlayed, grouped(player.games)],
        [texts.won3, sum((standing) => standing.wins)],
        [texts.drawn3, sum((standing) => standing.draws)],
        [texts.lost3, sum((standing) => standing.losses)],
    ];
    const kinds = [...new Set(all.map((standing) => standing.kind))].join(",");
    return {
        title: player.name,
        element: h(
            "div",
            {class: "player-page"},
            h("h1", {}, player.name),
            h("p", {class: "muted"}, texts.kindWords(kinds), " · ", h("a", {href: "#/players"}, texts.playersLink)),
            h(
                "dl",
                {class: "figures"},
                ...figures.map(([words, n]) => h("div", {}, h("dt", {}, words), h("dd", {}, n))),
            ),
            ratings(player.ratings),
            standings(all),
            h(
                "section",
                {class: "panel-card"},
                h("h2", {}, texts.recent),
                recordTable(recent.filter((record) => record.names.includes(name))),
            ),
        ),
    };
}
