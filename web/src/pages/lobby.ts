/* lobby.ts -- all games as cards, with a filter; and the tables where one may watch. */
import {api, Refused} from "../api";
import {familyOf} from "../boards";
import {h} from "../dom";
import {leaveTable, myTables} from "../settings";
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

/** The games that this browser has a seat in and that go on. */
async function yours(): Promise<TableInfo[]> {
    const look = async (id: string): Promise<TableInfo | null> => {
        try {
            const table = await api.table(id);
            if (table.state !== "over") return table;
        } catch (error) {
            if (!(error instanceof Refused) || error.status !== 404) return null;
        }
        leaveTable(id);
        return null;
    };
    const found = await Promise.all(myTables().map(look));
    return found.filter((table) => table !== null);
}

function rows(title: string, cls: string, tables: TableInfo[], deed: string): HTMLElement | null {
    if (tables.length === 0) return null;
    return h(
        "section",
        {class: cls},
        h("h2", {}, title),
        h(
            "ul",
            {class: "rows"},
            ...tables.map((table) =>
                h(
                    "li",
                    {},
                    h("span", {class: "row-title"}, titleOf(table.game)),
                    h("span", {class: "muted"}, table.names.join(", ")),
                    table.state === "open" ? h("span", {class: "muted small"}, texts.notAllThere) : null,
                    h("a", {class: "button", href: `#/table/${table.id}`}, deed),
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
    const [tables, mine] = await Promise.all([api.tables("playing").catch(() => []), yours()]);
    const others = tables.filter((table) => mine.every((own) => own.id !== table.id));
    return {
        title: texts.parlor,
        element: h(
            "div",
            {class: "lobby"},
            h("section", {class: "hero"}, h("h1", {}, texts.tagline), h("p", {}, texts.intro)),
            rows(texts.yourGames, "yours", mine, texts.goOn),
            h("div", {class: "finder"}, search, tabs),
            list,
            none,
            rows(texts.running, "running", others, texts.watch),
        ),
    };
}
