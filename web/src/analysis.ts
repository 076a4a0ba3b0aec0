/* analysis.ts -- what an agent thinks: each move with its share and value as bars, what it believes of
 * hidden things, and the line it expects. */
import {api, Refused} from "./api";
import {button, h, s} from "./dom";
import {texts} from "./texts";
import type {Analysis, Thought} from "./types";

const BEST = 8;

function bar(share: number, cls: string): SVGElement {
    return s(
        "svg",
        {viewBox: "0 0 100 8", class: `bar ${cls}`, preserveAspectRatio: "none", "aria-hidden": "true"},
        s("rect", {width: 100, height: 8, class: "bar-all"}),
        s("rect", {width: Math.max(0, Math.min(1, share)) * 100, height: 8, class: "bar-part"}),
    );
}

/** How much of the thinking went into a move; where nothing was counted, its share in the mix. */
function weight(thought: Thought, most: number): number {
    return most > 0 ? (thought.visits ?? 0) / most : (thought.share ?? 0);
}

function row(thought: Thought, most: number, words: (move: string) => string): HTMLElement {
    const value =
        thought.value === undefined
            ? ""
            : `${thought.value >= 0 ? "+" : "−"}${Math.abs(thought.value).toFixed(2)}`;
    return h(
        "li",
        {class: "thought"},
        h("span", {class: "thought-move"}, words(thought.move)),
        bar(weight(thought, most), ""),
        h(
            "span",
            {class: "thought-value", title: thought.visits === undefined ? "" : texts.visits(thought.visits)},
            value,
        ),
    );
}

const plain = (value: unknown): string => {
    if (typeof value !== "object" || value === null) return String(value);
    if (Array.isArray(value)) return value.map(plain).join(" ");
    const o = value as Record<string, unknown>;
    return typeof o["move"] === "string" ? o["move"] : Object.values(o).map(plain).join(" ");
};

export function drawAnalysis(got: Analysis, words: (move: string) => string): HTMLElement {
    const most = Math.max(0, ...got.moves.map((thought) => thought.visits ?? 0));
    const best = [...got.moves]
        .sort((a, b) => (b.visits ?? b.share ?? 0) - (a.visits ?? a.share ?? 0))
        .slice(0, BEST);
    const line = plain(got.line ?? "");
    return h(
        "div",
        {},
        h("ol", {class: "thoughts"}, ...best.map((thought) => row(thought, most, words))),
        line ? h("p", {class: "small"}, h("span", {class: "muted"}, `${texts.line}: `), line) : null,
        got.belief && got.belief.length > 0
            ? h(
                  "div",
                  {},
                  h("h3", {}, texts.belief),
                  h(
                      "ul",
                      {class: "beliefs"},
                      ...got.belief.slice(0, BEST).map((what) => h("li", {}, plain(what))),
                  ),
              )
            : null,
    );
}

/** A panel that asks when it is told to, and forgets when the position changes. */
export class AnalysisPanel {
    private readonly out = h("div", {"aria-live": "polite"});
    readonly element = h(
        "details",
        {class: "panel-card in-play"},
        h("summary", {}, texts.analysis),
        button(texts.analyse, () => void this.ask()),
        this.out,
    );

    constructor(
        private readonly about: () => {what: Record<string, unknown>; token?: string} | null,
        private readonly words: (move: string) => string,
    ) {}

    private async ask(): Promise<void> {
        const question = this.about();
        if (!question) return;
        this.out.replaceChildren(h("p", {class: "muted"}, texts.analysing));
        try {
            const got = await api.analyse({seconds: 1, ...question.what}, question.token);
            this.out.replaceChildren(drawAnalysis(got, this.words));
        } catch (error) {
            const missing = error instanceof Refused && (error.status === 404 || error.status === 501);
            this.out.replaceChildren(
                h("p", {class: "muted"}, missing ? texts.noAnalysis : (error as Error).message),
            );
        }
    }

    show(got: Analysis): void {
        this.out.replaceChildren(drawAnalysis(got, this.words));
    }

    clear(): void {
        this.out.replaceChildren();
    }
}
