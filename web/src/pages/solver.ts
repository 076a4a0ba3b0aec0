/* solver.ts -- a game's solution: what it is worth to each seat, how good that strategy is and how it got there,
 * and how everything is played.  It is asked for again and again while the server works at it. */
import {api} from "../api";
import {curve, type Axis} from "../curve";
import {h} from "../dom";
import {Explorer} from "../explorer";
import {grouped, signed, tiny} from "../numbers";
import {StrategyTable} from "../strategy";
import {texts} from "../texts";
import type {Solution} from "../types";
import {parse, titleOf, type Page} from "./page";

const PAUSE = 300;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const gone = (solution: Solution): boolean => solution.state === "done" || solution.state === "large";

/** A link to the solution, there where the game is small enough. */
export class SolverLink {
    readonly element = h("a", {class: "button solver-link", hidden: true}, texts.solveLink);
    private asked = "";

    async check(spec: string): Promise<void> {
        this.asked = spec;
        this.element.href = `#/solve/${encodeURIComponent(spec)}`;
        this.element.hidden = true;
        for (let i = 0; i < 20 && this.asked === spec; i++) {
            const got = await api.solution(spec).catch(() => null);
            if (this.asked !== spec || !got || got.state === "large") return;
            if (got.state !== "looking") {
                this.element.hidden = false;
                return;
            }
            await wait(PAUSE);
        }
    }
}

function worth(solution: Solution): HTMLElement[] {
    const {values, best, lower, upper, exploitability} = solution;
    if (!values) return [];
    const heads = [texts.seatShort, texts.value, ...(best ? [texts.bestAnswer] : [])];
    return [
        h(
            "table",
            {class: "worth"},
            h("thead", {}, h("tr", {}, ...heads.map((words) => h("th", {scope: "col"}, words)))),
            h(
                "tbody",
                {},
                ...values.map((value, seat) =>
                    h(
                        "tr",
                        {},
                        h("th", {scope: "row"}, texts.seat(seat)),
                        h("td", {class: "number strong"}, signed(value)),
                        best ? h("td", {class: "number"}, signed(best[seat] ?? 0)) : null,
                    ),
                ),
            ),
        ),
        h("p", {class: "muted small"}, best ? texts.worthHint : texts.exactHint),
        ...(lower !== undefined && upper !== undefined
            ? [h("p", {class: "certificate"}, texts.between(signed(lower, 8), signed(upper, 8)))]
            : []),
        ...(exploitability === undefined ? [] : [h("p", {class: "certificate"}, texts.gapIs(tiny(exploitability)))]),
    ];
}

class Solver {
    private readonly status = h("p", {class: "status", role: "status", "aria-live": "polite"});
    private readonly problem = h("p", {class: "problem", role: "alert"});
    private readonly size = h("p", {class: "muted small"});
    private readonly worth = h("div", {});
    private readonly picture = h("div", {});
    private readonly how = h("div", {class: "how"});
    private readonly cards = h("div", {class: "solver-cards"});
    private readonly course: HTMLElement;
    private readonly tabs: HTMLElement;
    private axis: Axis = "iterations";
    private last: Solution | null = null;
    private closed = false;
    readonly element: HTMLElement;

    constructor(
        private readonly spec: string,
        first: Solution,
    ) {
        this.tabs = h(
            "div",
            {class: "tabs", role: "group", "aria-label": texts.curve},
            this.tab("iterations", texts.overIterations),
            this.tab("seconds", texts.overTime),
        );
        this.course = h("section", {class: "panel-card"}, h("h2", {}, texts.curve), this.tabs, this.picture);
        this.cards.append(h("section", {class: "panel-card"}, h("h2", {}, texts.worth), this.worth), this.course);
        this.cards.hidden = true;
        this.element = h(
            "div",
            {class: "solver-page"},
            h("h1", {}, texts.solveOf(titleOf(spec))),
            h(
                "p",
                {class: "solver-spec"},
                h("code", {}, spec),
                " ",
                h("a", {href: `#/game/${encodeURIComponent(parse(spec).name)}`}, texts.toGame),
            ),
            this.status,
            this.problem,
            this.size,
            this.cards,
            this.how,
        );
        void this.work(first);
    }

    private tab(axis: Axis, words: string): HTMLElement {
        return h(
            "button",
            {
                type: "button",
                class: "tab",
                "aria-pressed": String(axis === this.axis),
                "data-axis": axis,
                click: () => {
                    this.axis = axis;
                    for (const tab of this.tabs.querySelectorAll("button"))
                        tab.setAttribute("aria-pressed", String(tab.dataset["axis"] === axis));
                    if (this.last) this.draw(this.last);
                },
            },
            words,
        );
    }

    private async work(first: Solution): Promise<void> {
        let got = first;
        try {
            while (!this.closed) {
                this.draw(got);
                if (gone(got)) break;
                await wait(PAUSE);
                got = await api.solution(this.spec);
                if (got.state === "small") got = await api.solve(this.spec);
            }
            if (!this.closed && got.state === "done") this.finish(got);
        } catch (error) {
            this.status.textContent = "";
            this.problem.textContent = (error as Error).message;
        }
    }

    private draw(got: Solution): void {
        this.last = got;
        this.status.textContent = got.state === "large" ? texts.solveLarge : texts.solveStates[got.state];
        this.problem.textContent = got.why ?? "";
        this.size.textContent = this.measure(got);
        this.cards.hidden = !got.values;
        this.worth.replaceChildren(...worth(got));
        this.course.hidden = !got.curve;
        if (got.curve) this.picture.replaceChildren(curve(got, this.axis));
    }

    private measure(got: Solution): string {
        const seconds = tiny(got.seconds ?? 0);
        if (got.positions) return texts.solvePositions(grouped(got.positions), seconds);
        if (!got.sets) return "";
        const sets = got.sets.reduce((a, b) => a + b, 0);
        return `${texts.solveSize(grouped(got.histories ?? 0), grouped(sets))}; ${texts.solveProgress(grouped(got.iterations ?? 0), seconds)}`;
    }

    private finish(got: Solution): void {
        const how = got.sets ? new StrategyTable(this.spec, got.seats) : new Explorer(this.spec);
        this.how.replaceChildren(how.element);
    }

    close(): void {
        this.closed = true;
    }
}

/** A name from elsewhere will do: the answer has the whole spelling. */
export async function solverPage(name: string): Promise<Page> {
    const first = await api.solve(name);
    const solver = new Solver(first.game, first);
    return {title: texts.solveOf(titleOf(first.game)), element: solver.element, close: () => solver.close()};
}
