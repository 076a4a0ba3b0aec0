/* strategy.ts -- every information set and how it is played, a page at a time, to search. */
import {api} from "./api";
import {button, h, range} from "./dom";
import {hueOf} from "./hues";
import {shareRow} from "./mix";
import {texts} from "./texts";
import type {InfoSet, SetList} from "./types";

const ROWS = 20;

export const wordsOf = (move: string): string => texts.actions[move] ?? move;

function row(set: InfoSet): HTMLElement {
    return h(
        "tr",
        {},
        h("td", {}, h("span", {class: `seat-mark ${hueOf(set.seat)}`}, set.seat)),
        h(
            "th",
            {scope: "row", class: "set-name"},
            h("span", {}, set.name),
            h("pre", {class: "set-view"}, set.text),
        ),
        h(
            "td",
            {class: "set-moves"},
            h("ul", {class: "thoughts"}, ...set.moves.map((move) => shareRow(move, wordsOf(move.move)))),
        ),
    );
}

export class StrategyTable {
    private readonly list = h("tbody", {});
    private readonly find = h("input", {
        type: "search",
        placeholder: texts.findSet,
        "aria-label": texts.findSet,
    });
    private readonly seat: HTMLSelectElement;
    private readonly count = h("p", {class: "muted", role: "status"});
    private readonly before = button(texts.before, () => void this.show(this.from - ROWS));
    private readonly next = button(texts.next, () => void this.show(this.from + ROWS));
    private from = 0;
    private turn = 0;
    readonly element: HTMLElement;

    constructor(
        private readonly spec: string,
        seats: number,
    ) {
        this.seat = h(
            "select",
            {"aria-label": texts.seatShort},
            h("option", {value: ""}, texts.anySeat),
            ...range(seats).map((i) => h("option", {value: i}, texts.seat(i))),
        );
        this.find.addEventListener("input", () => void this.show(0));
        this.seat.addEventListener("change", () => void this.show(0));
        this.element = h(
            "section",
            {class: "panel-card"},
            h("h2", {}, texts.strategy),
            h("p", {class: "muted small"}, texts.strategyHint),
            h("div", {class: "finder"}, this.find, this.seat, this.count),
            h(
                "div",
                {class: "scroll"},
                h(
                    "table",
                    {class: "sets"},
                    h(
                        "thead",
                        {},
                        h(
                            "tr",
                            {},
                            ...[texts.seatShort, texts.infoSet, texts.howOften].map((words) =>
                                h("th", {scope: "col"}, words),
                            ),
                        ),
                    ),
                    this.list,
                ),
            ),
            h("div", {class: "pager"}, this.before, this.next),
        );
        void this.show(0);
    }

    private async show(from: number): Promise<void> {
        const mine = ++this.turn;
        try {
            const got = await api.sets(this.spec, this.seat.value, this.find.value, Math.max(0, from), ROWS);
            if (mine === this.turn) this.draw(got);
        } catch (error) {
            this.count.textContent = (error as Error).message;
        }
    }

    private draw(got: SetList): void {
        const to = got.from + got.sets.length;
        this.from = got.from;
        this.list.replaceChildren(...got.sets.map(row));
        this.count.textContent = texts.shownSets(got.from + 1, to, got.found);
        this.before.disabled = got.from === 0;
        this.next.disabled = to >= got.found;
    }
}
