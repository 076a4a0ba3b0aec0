/* thoughts.ts -- what an agent thinks, drawn: each move with its visits as a bar and its value, the line that it
 * expects, what may be hidden.
 *
 * Rows are kept from one report to the next, so that bars move. */
import {bar, setBar} from "./bar";
import {markOf} from "./boards";
import {button, h} from "./dom";
import {hueOf} from "./hues";
import {rough} from "./numbers";
import {texts} from "./texts";
import type {Analysis, Marginal, Mover, Ply, Thought} from "./types";

const BEST = 8;
const FEW = 4;

export type Who = (mover: Mover) => string;

/** Signed, so that better and worse are told apart at once. */
export function worth(value: number): string {
    const digits = Math.abs(value).toFixed(2);
    return Number(digits) === 0 ? digits : `${value > 0 ? "+" : "−"}${digits}`;
}

/** The colour of a seat, or that of its pieces. */
export const hue = (mover: Mover, game: string): string =>
    typeof mover === "number" ? `${hueOf(mover)} ${markOf(game, mover)}` : "";

/** A move to come in words, after others to come. */
export type Foretell = (ply: Ply, since: readonly Ply[]) => string;

interface Row {
    element: HTMLElement;
    bar: SVGElement;
    visits: HTMLElement;
    value: HTMLElement;
}

/** How much of the thinking went into a move; where nothing was counted, its share in the mix. */
function weight(thought: Thought, most: number): number {
    return most > 0 ? (thought.visits ?? 0) / most : (thought.share ?? 0);
}

/** The best moves as bars; who presses for it sees them all. */
class Bars {
    private readonly list = h("ol", {class: "thoughts"});
    private readonly more = button("", () => this.toggle(), "button move", {hidden: true});
    private readonly head = h(
        "p",
        {class: "thought-head", hidden: true, "aria-hidden": "true"},
        h("span", {}),
        h("span", {}),
        h("span", {class: "thought-visits"}, texts.visitsHead),
        h("span", {class: "thought-value"}, texts.valueHead),
    );
    readonly element = h("div", {}, this.head, this.list, this.more);
    private all = false;
    private last: Thought[] = [];
    private readonly rows = new Map<string, Row>();

    constructor(private readonly words: (move: string) => string) {}

    private row(move: string): Row {
        const kept = this.rows.get(move);
        if (kept) return kept;
        const drawn = bar(0, "");
        const visits = h("span", {class: "thought-visits"});
        const value = h("span", {class: "thought-value"});
        const name = h("span", {class: "thought-move"}, this.words(move));
        const made = {element: h("li", {class: "thought"}, name, drawn, visits, value), bar: drawn, visits, value};
        this.rows.set(move, made);
        return made;
    }

    private toggle(): void {
        this.all = !this.all;
        this.show(this.last);
    }

    show(moves: Thought[]): void {
        this.last = moves;
        this.head.hidden = !moves.some((thought) => thought.visits);
        this.more.hidden = moves.length <= BEST;
        this.more.textContent = this.all ? texts.bestMoves(BEST) : texts.allMoves(moves.length);
        const most = Math.max(0, ...moves.map((thought) => thought.visits ?? 0));
        const best = [...moves]
            .sort((a, b) => weight(b, most) - weight(a, most) || (b.share ?? 0) - (a.share ?? 0))
            .slice(0, this.all ? moves.length : BEST);
        const drawn = best.map((thought) => {
            const row = this.row(thought.move);
            setBar(row.bar, weight(thought, most));
            row.value.textContent = thought.value === undefined ? "" : worth(thought.value);
            row.visits.textContent = thought.visits ? rough(thought.visits) : "";
            row.element.title = thought.visits === undefined ? "" : texts.visits(thought.visits);
            return row.element;
        });
        if (drawn.some((element, i) => element !== this.list.children[i])) this.list.replaceChildren(...drawn);
        while (this.list.children.length > drawn.length) this.list.lastChild?.remove();
    }

    clear(): void {
        this.rows.clear();
        this.list.replaceChildren();
        this.head.hidden = true;
        this.more.hidden = true;
    }
}

function drawLine(line: NonNullable<Analysis["line"]>, who: Who, game: string, foretell: Foretell): HTMLElement {
    const plies = line.map(({mover, move}): Ply => ({who: mover ?? "chance", move}));
    return h(
        "div",
        {class: "expected"},
        h("span", {class: "muted"}, `${texts.line}:`),
        h(
            "ol",
            {class: "expected-line"},
            ...line.map(({mover}, i) =>
                h("li", {class: hue(mover, game), title: who(mover)}, foretell(plies[i] as Ply, plies.slice(0, i))),
            ),
        ),
    );
}

/** What is hidden where, what may be there, and what is to come, in words. */
export interface Words {
    place: (path: string) => string;
    value: (value: string) => string;
    move: Foretell;
}

function drawMarginal(marginal: Marginal, words: Words): HTMLElement {
    const of = [...marginal.of].sort((a, b) => b.share - a.share);
    return h(
        "div",
        {class: "belief"},
        h("dt", {}, words.place(marginal.what)),
        h(
            "dd",
            {},
            ...of
                .slice(0, FEW)
                .map(({value, share}) =>
                    h("span", {class: "belief-value"}, `${words.value(value)} `, h("b", {}, texts.inPercent(share))),
                ),
            of.length > FEW ? h("span", {class: "muted"}, texts.andMore(of.length - FEW)) : null,
        ),
    );
}

function drawBelief(belief: Marginal[], words: Words): HTMLElement {
    return h(
        "div",
        {},
        h("h3", {}, texts.belief),
        h("dl", {class: "beliefs"}, ...belief.slice(0, BEST).map((marginal) => drawMarginal(marginal, words))),
    );
}

export class Thoughts {
    private readonly bars: Bars;
    private readonly line = h("div", {});
    private readonly belief = h("div", {});
    readonly element: HTMLElement;

    constructor(
        words: (move: string) => string,
        private readonly who: Who,
        private readonly told: Words,
    ) {
        this.bars = new Bars(words);
        this.element = h("div", {}, this.bars.element, this.line, this.belief);
    }

    show(got: Analysis, game: string): void {
        this.bars.show(got.moves);
        this.line.replaceChildren(got.line && got.line.length > 0 ? drawLine(got.line, this.who, game, this.told.move) : "");
        const hidden = got.belief ?? [];
        if (hidden.length > 0) this.belief.replaceChildren(drawBelief(hidden, this.told));
    }

    clear(): void {
        this.bars.clear();
        this.line.replaceChildren();
        this.belief.replaceChildren();
    }
}
