/* mix.ts -- how a solved game is played at one position: each move with how often, or what it is worth. */
import {api} from "./api";
import {h} from "./dom";
import {bar} from "./bar";
import {signed, tiny} from "./numbers";
import {texts} from "./texts";
import type {Mix, Share} from "./types";

const PAUSE = 400;
const TRIES = 75;

/** The largest value of some moves, good or bad. */
export const reach = (moves: Share[]): number => Math.max(1e-9, ...moves.map((move) => Math.abs(move.value ?? 0)));

/** A move with its share as a bar; where values are known, these, from the worst that could be to the best. */
export function shareRow(share: Share, words: string | HTMLElement, most = 1): HTMLElement {
    return h(
        "li",
        {class: "share-row"},
        typeof words === "string" ? h("span", {title: words}, words) : words,
        bar(share.value === undefined ? share.share : 0.5 + share.value / (2 * most), "fair"),
        h(
            "span",
            {class: "number"},
            share.value === undefined ? texts.percent(share.share) : signed(share.value, 3),
        ),
    );
}

const likelyFirst = (a: Share, b: Share): number => b.share - a.share || (b.value ?? 0) - (a.value ?? 0);

/** Asks whenever it is told to, waits while the game is being solved, and is empty where it cannot be. */
export class MixView {
    readonly element = h("div", {class: "mix", "aria-live": "polite"});
    private turn = 0;

    constructor(private readonly words: (move: string) => string) {}

    clear(): void {
        this.turn++;
        this.element.replaceChildren();
    }

    async ask(what: Record<string, unknown>, token?: string): Promise<void> {
        this.clear();
        const mine = this.turn;
        for (let i = 0; i < TRIES && mine === this.turn; i++) {
            const got = await api.mix(what, token).catch(() => null);
            if (mine !== this.turn) return;
            if (!got || got.state === "large") break;
            if (got.state === "done") {
                this.draw(got);
                return;
            }
            this.element.replaceChildren(h("p", {class: "muted small"}, texts.solving));
            await new Promise((done) => setTimeout(done, PAUSE));
        }
        if (mine === this.turn) this.clear();
    }

    private draw(got: Mix): void {
        if (got.moves.length === 0) {
            this.clear();
            return;
        }
        const exact = got.moves.every((move) => move.value !== undefined);
        const gap = exact || !got.exploitability ? "" : ` (${texts.exploitability} ${tiny(got.exploitability)})`;
        this.element.replaceChildren(
            h("h3", {}, texts.equilibrium),
            h("p", {class: "muted small"}, (exact ? texts.equilibriumExact : texts.equilibriumHint) + gap),
            h(
                "ol",
                {class: "thoughts"},
                ...[...got.moves]
                    .sort(likelyFirst)
                    .map((move) => shareRow(move, this.words(move.move), reach(got.moves))),
            ),
        );
    }
}
