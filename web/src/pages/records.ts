/* records.ts -- the games that were kept, newest first, to search and to replay. */
import {api} from "../api";
import {h} from "../dom";
import {score} from "../panels";
import {texts} from "../texts";
import type {GameInfo, RecordInfo} from "../types";
import {message, titleOf, type Page} from "./page";

function when(began: string | number | undefined): string {
    if (began === undefined || began === "" || began === 0) return "";
    const date = new Date(typeof began === "number" && began < 1e11 ? began * 1000 : began);
    return Number.isNaN(date.getTime()) ? String(began) : date.toLocaleString();
}

function row(record: RecordInfo): HTMLElement {
    return h(
        "tr",
        {},
        h("td", {}, h("a", {href: `#/record/${record.id}`}, titleOf(record.game))),
        h("td", {}, record.names.join(", ")),
        h("td", {class: "number"}, record.scores?.map(score).join(" : ") ?? ""),
        h("td", {class: "muted"}, when(record.began)),
    );
}

export async function recordsPage(): Promise<Page> {
    const games: GameInfo[] = await api.games().catch(() => []);
    const game = h(
        "select",
        {"aria-label": texts.game},
        h("option", {value: ""}, texts.anyGame),
        ...games.map((g) => h("option", {value: g.name}, texts.title(g.name))),
    );
    const player = h("input", {type: "search", placeholder: texts.player, "aria-label": texts.player});
    const list = h("tbody", {});
    const none = message("");
    const table = h(
        "div",
        {class: "scroll"},
        h(
            "table",
            {class: "records"},
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    ...[texts.game, texts.player, texts.result, texts.when].map((words) =>
                        h("th", {scope: "col"}, words),
                    ),
                ),
            ),
            list,
        ),
    );
    const load = async (): Promise<void> => {
        try {
            const found = await api.records(game.value, player.value.trim());
            list.replaceChildren(...found.map(row));
            none.textContent = found.length > 0 ? "" : texts.noRecords;
            table.hidden = found.length === 0;
        } catch (error) {
            none.textContent = (error as Error).message;
            table.hidden = true;
        }
    };
    game.addEventListener("change", () => void load());
    player.addEventListener("change", () => void load());
    await load();
    return {
        title: texts.records,
        element: h(
            "div",
            {class: "records-page"},
            h("h1", {}, texts.records),
            h("div", {class: "finder"}, game, player),
            none,
            table,
        ),
    };
}
