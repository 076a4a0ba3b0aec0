/* records.ts -- the games that were kept, newest first, to search and to replay. */
import {api} from "../api";
import {button, h, whenTyped} from "../dom";
import {score} from "../panels";
import {texts} from "../texts";
import type {GameInfo, RecordInfo} from "../types";
import {message, titleOf, type Page} from "./page";

const AT_FIRST = 50;
const MOST = 500;

export function when(began: string | number | undefined): string {
    if (began === undefined || began === "" || began === 0) return "";
    const date = new Date(typeof began === "number" && began < 1e11 ? began * 1000 : began);
    return Number.isNaN(date.getTime()) ? String(began) : date.toLocaleString([], {dateStyle: "medium", timeStyle: "short"});
}

export const playerLink = (name: string): HTMLElement =>
    h("a", {href: `#/player/${encodeURIComponent(name)}`}, name);

/** Who sat there, each with a way to all his games. */
function names(record: RecordInfo): (HTMLElement | string)[] {
    return record.names.flatMap((name, i) => [i > 0 ? ", " : "", name ? playerLink(name) : texts.seat(i)]);
}

function row(record: RecordInfo): HTMLElement {
    return h(
        "tr",
        {},
        h("td", {}, h("a", {href: `#/record/${record.id}`}, titleOf(record.game))),
        h("td", {}, ...names(record)),
        h("td", {class: "number"}, record.scores?.map(score).join(" : ") ?? ""),
        h("td", {class: "muted"}, when(record.began)),
    );
}

export function recordTable(records: RecordInfo[]): HTMLElement {
    const heads = [texts.game, texts.playersTitle, texts.result, texts.when];
    return h(
        "div",
        {class: "scroll"},
        h(
            "table",
            {class: "records"},
            h("thead", {}, h("tr", {}, ...heads.map((words) => h("th", {scope: "col"}, words)))),
            h("tbody", {}, ...records.map(row)),
        ),
    );
}

const choice = (label: string, all: string, options: [string, string][]): HTMLSelectElement =>
    h(
        "select",
        {"aria-label": label},
        h("option", {value: ""}, all),
        ...options.map(([value, words]) => h("option", {value}, words)),
    );

/** The field for a player's name, with those who played. */
async function playerField(): Promise<[HTMLInputElement, HTMLElement]> {
    const players = await api.players().catch(() => []);
    const known = h("datalist", {id: "known-players"}, ...players.map(({name}) => h("option", {value: name})));
    const field = h("input", {
        type: "search",
        placeholder: texts.findPlayer,
        "aria-label": texts.findPlayer,
        list: "known-players",
    });
    return [field, known];
}

export async function recordsPage(): Promise<Page> {
    const games: GameInfo[] = await api.games().catch(() => []);
    const game = choice(
        texts.game,
        texts.anyGame,
        games.map((g) => [g.name, texts.title(g.name)]),
    );
    const ending = choice(texts.ending, texts.anyEnding, Object.entries(texts.endings));
    const [player, known] = await playerField();
    const none = message("");
    const list = h("div", {});
    let limit = AT_FIRST;
    const more = button(texts.moreGames, () => {
        limit = Math.min(MOST, 2 * limit);
        void load();
    });
    let turn = 0;
    const load = async (): Promise<void> => {
        const mine = ++turn;
        const of = {game: game.value, find: player.value.trim(), ending: ending.value};
        try {
            const found = await api.records({...of, limit});
            if (mine !== turn) return;
            const filtered = Object.values(of).some((wish) => wish !== "");
            list.replaceChildren(...(found.length > 0 ? [recordTable(found)] : []));
            none.textContent = found.length > 0 ? "" : filtered ? texts.noneFit : texts.noRecords;
            more.hidden = found.length < limit || limit >= MOST;
        } catch (error) {
            if (mine !== turn) return;
            none.textContent = (error as Error).message;
            list.replaceChildren();
        }
    };
    const again = (): void => {
        limit = AT_FIRST;
        void load();
    };
    for (const field of [game, ending]) field.addEventListener("change", again);
    whenTyped(player, again);
    await load();
    return {
        title: texts.records,
        element: h(
            "div",
            {class: "records-page"},
            h("h1", {}, texts.records),
            h(
                "div",
                {class: "finder"},
                game,
                ending,
                player,
                known,
                h("a", {href: "#/players"}, texts.playersLink),
            ),
            none,
            list,
            more,
        ),
    };
}
