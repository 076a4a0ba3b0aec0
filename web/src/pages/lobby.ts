/* lobby.ts -- all games as cards, with a filter; and the tables where one may watch. */
import {api} from "../api";
import {familyOf} from "../boards";
import {h} from "../dom";
import {texts} from "../texts";
import {thumbnail} from "../thumbs";
import type {GameInfo, TableInfo} from "../types";
import {message, titleOf, type Page} from "./page";

function gameCard(game: GameInfo): HTMLElement {
    const about = game.about.replace(/^[^:]*: /, "");
    return h(
        "li",
        {},
        h(
            "a",
            {class: "game-card", href: `#/game/${game.name}`},
            h("span", {class: `thumb ${familyOf(game.name)}`}, thumbnail(game.name)),
            h("span", {class: "game-name"}, texts.title(game.name)),
            h("span", {class: "game-about"}, about.charAt(0).toUpperCase() + about.slice(1)),
            h("span", {class: "game-players"}, texts.players(game.players.least, game.players.most)),
        ),
    );
}

const fits = (game: GameInfo, words: string, family: string): boolean =>
    (family === "" || familyOf(game.name) === family) &&
    [game.name, texts.title(game.name), game.about, ...Object.keys(game.aliases ?? {})]
        .join(" ")
        .toLowerCase()
        .includes(words);

function running(tables: TableInfo[]): HTMLElement | null {
    if (tables.length === 0) return null;
    return h(
        "section",
        {class: "running"},
        h("h2", {}, texts.running),
        h(
            "ul",
            {class: "rows"},
            ...tables.map((table) =>
                h(
                    "li",
                    {},
                    h("span", {class: "row-title"}, titleOf(table.game)),
                    h("span", {class: "muted"}, table.names.join(", ")),
                    h("a", {class: "button", href: `#/table/${table.id}`}, texts.watch),
                ),
            ),
        ),
    );
}

export async function lobby(): Promise<Page> {
    const games = await api.games();
    games.sort((a, b) => texts.title(a.name).localeCompare(texts.title(b.name)));
    const list = h("ul", {class: "games"});
    const none = message(texts.none);
    let family = "";
    const search = h("input", {type: "search", placeholder: texts.filter, "aria-label": texts.filter});
    const families = [...new Set(games.map((game) => familyOf(game.name)))];
    const tabs = h("div", {class: "tabs", role: "group", "aria-label": texts.filter});
    const cards = new Map(games.map((game) => [game, gameCard(game)]));
    const show = (): void => {
        const fit = games.filter((game) => fits(game, search.value.trim().toLowerCase(), family));
        list.replaceChildren(...fit.map((game) => cards.get(game) as HTMLElement));
        none.hidden = fit.length > 0;
        for (const tab of tabs.querySelectorAll("button"))
            tab.setAttribute("aria-pressed", String(tab.dataset["family"] === family));
    };
    const tab = (key: string, words: string): HTMLElement =>
        h(
            "button",
            {
                type: "button",
                class: "tab",
                "data-family": key,
                click: () => {
                    family = key;
                    show();
                },
            },
            words,
        );
    tabs.append(tab("", texts.allGames), ...families.map((key) => tab(key, texts.families[key] ?? key)));
    search.addEventListener("input", show);
    show();
    const tables = await api.tables("playing").catch(() => []);
    return {
        title: texts.parlor,
        element: h(
            "div",
            {class: "lobby"},
            h("section", {class: "hero"}, h("h1", {}, texts.tagline), h("p", {}, texts.intro)),
            h("div", {class: "finder"}, search, tabs),
            list,
            none,
            running(tables),
        ),
    };
}
