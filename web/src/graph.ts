/* graph.ts -- how a game went: what an agent thinks of each position, as a curve that ends at the result, and the
 * moves that cost most.
 *
 * Positions are asked about one after the other, by budgets that are no time, so that a game looks the same whenever
 * it is drawn.  A value is that of whoever is to move: in games of two without secrets, whose scores add up to nothing,
 * all are turned to seat 0, and elsewhere each seat has a line of its own through its own turns, by what it knew then.
 * What a search guesses of a move that it hardly tried is not told: the worst guesses are tried, and what may be luck
 * is left out. */
import {api} from "./api";
import {markOf, secret} from "./boards";
import {button, h, range, s} from "./dom";
import {dashOf, hueOf} from "./hues";
import {nameOf} from "./panels";
import {texts} from "./texts";
import type {Hindsight, Ply, RecordPage} from "./types";

interface Point {
    ply: number;
    /** Who moved, and what can be said of it. */
    who: number;
    seen: Hindsight;
}

/** A place on a seat's line: before so many plies it may expect this, or it got it. */
type Place = [number, number];

const WIDTH = 300;
const HEIGHT = 110;
const EDGE = 8;
const WORST = 3;
const TRIED = 8;
/** Of what is at stake. */
const NOTICED = 0.05;

export class Graph {
    private readonly out = h("div", {"aria-live": "polite"});
    private readonly ask = button(texts.drawGraph, () => void this.work());
    readonly element = h("details", {class: "panel-card"}, h("summary", {}, texts.graph), this.ask, this.out);
    private points: Point[] = [];
    private agent = "";
    private gone = false;

    constructor(
        private readonly id: string,
        private readonly record: RecordPage,
        private readonly tell: (ply: Ply, before: readonly Ply[]) => string,
        private readonly jump: (ply: number) => void,
    ) {}

    /** What one expects the other does not, as both know the same. */
    private get two(): boolean {
        const name = /^\w*/.exec(this.record.game)?.[0] ?? "";
        return this.record.names.length === 2 && this.record.zero_sum && !secret(name);
    }

    private async work(): Promise<void> {
        this.ask.disabled = true;
        this.points = [];
        try {
            await this.lookThrough();
            await this.settle();
            this.draw("");
        } catch (error) {
            this.out.append(h("p", {class: "problem"}, (error as Error).message));
        }
        this.ask.disabled = false;
    }

    private async look(ply: number, hindsight: "guess" | "trial"): Promise<Hindsight | null> {
        const got = await api.analyse({record: Number(this.id), ply, hindsight});
        this.agent = got.agent ?? "";
        return got.hindsight ?? null;
    }

    private async lookThrough(): Promise<void> {
        const plies = this.record.plies;
        for (let ply = 0; ply < plies.length && !this.gone; ply++) {
            const who = plies[ply]?.who;
            if (typeof who !== "number") continue;
            const seen = await this.look(ply, "guess");
            if (seen) this.points.push({ply, who, seen});
            this.draw(texts.lookedAt(ply + 1, plies.length));
        }
    }

    /** What a trial tells of a point; without an answer it stays the guess that it was. */
    private async tried({ply, seen}: Point): Promise<Hindsight> {
        try {
            return (await this.look(ply, "trial")) ?? seen;
        } catch {
            return seen;
        }
    }

    /** The moves that seem worst are tried; what is left of guesses is not told. */
    private async settle(): Promise<void> {
        const doubtful = this.points
            .filter(({seen}) => seen.within === null && seen.cost > 0)
            .sort((a, b) => b.seen.cost - a.seen.cost)
            .slice(0, TRIED);
        for (const point of doubtful) {
            if (this.gone) return;
            this.draw(texts.trying);
            point.seen = await this.tried(point);
        }
    }

    /** The largest score that was made or expected. */
    private get stake(): number {
        const scores = this.record.scores ?? [];
        return Math.max(0.5, ...scores.map(Math.abs), ...this.points.map(({seen}) => Math.abs(seen.value)));
    }

    private draw(working: string): void {
        const worst = this.points
            .filter(({seen}) => seen.within !== null && seen.cost > NOTICED * this.stake)
            .sort((a, b) => b.seen.cost - a.seen.cost)
            .slice(0, WORST);
        const hint = this.two ? texts.graphHint(this.name(0)) : texts.graphHints;
        this.out.replaceChildren(
            this.curve(),
            h("p", {class: "muted small"}, working || hint),
            this.two ? "" : this.legend(),
            ...(working ? [] : this.costs(worst)),
        );
    }

    private costs(worst: Point[]): HTMLElement[] {
        const head = h("h3", {}, texts.costly);
        if (worst.length === 0) return [head, h("p", {class: "muted small"}, texts.nothingCostly)];
        return [
            head,
            h("ol", {class: "log costs"}, ...worst.map((point) => this.row(point))),
            h("p", {class: "muted small"}, texts.costlyHint(this.agent)),
        ];
    }

    private name(seat: number): string {
        return nameOf(this.record.names, seat, "public");
    }

    private legend(): HTMLElement {
        const line = (seat: number): HTMLElement =>
            h(
                "li",
                {class: hueOf(seat)},
                s("svg", {class: "legend-line", viewBox: "0 0 34 12"}, s("path", {d: "M0 6H34", class: `rating-line ${dashOf(seat)}`})),
                this.name(seat),
            );
        return h("ul", {class: "legend"}, ...range(this.record.names.length).map(line));
    }

    private row({ply, who, seen}: Point): HTMLElement {
        const words = (move: string): string => this.tell({who, move}, this.record.plies.slice(0, ply));
        return h(
            "li",
            {class: `${hueOf(who)} ${markOf(this.record.game, who)}`},
            h(
                "button",
                {type: "button", class: "log-jump", click: () => this.jump(ply)},
                h("span", {class: "log-who"}, this.name(who)),
                h("span", {class: "log-move"}, words(seen.played)),
                h("span", {class: "cost"}, texts.cost(seen.cost, seen.within ?? 0)),
                h("span", {class: "muted small cost-better"}, texts.wasBetter(words(seen.better))),
            ),
        );
    }

    /** What a seat could expect at its turns, and what it got in the end. */
    private places(seat: number): Place[] {
        const sign = (who: number): number => (who === seat ? 1 : -1);
        const end = this.record.scores?.[seat];
        return [
            ...this.points
                .filter(({who}) => this.two || who === seat)
                .map(({ply, who, seen}): Place => [ply, sign(who) * seen.value]),
            ...(end === undefined ? [] : [[this.record.plies.length, end] as Place]),
        ];
    }

    private line(seat: number): SVGElement {
        const at = ([ply, value]: Place): [string, string] => [
            (EDGE + (ply / Math.max(1, this.record.plies.length)) * (WIDTH - 2 * EDGE)).toFixed(1),
            (HEIGHT / 2 - (value / this.stake) * (HEIGHT / 2 - EDGE)).toFixed(1),
        ];
        const places = this.places(seat).map(at);
        const look = this.two ? "" : ` rating-line ${hueOf(seat)} ${dashOf(seat)}`;
        const end = this.record.scores ? places.at(-1) : undefined;
        return s(
            "g",
            {class: this.two ? "" : hueOf(seat)},
            s("path", {d: places.length > 0 ? `M${places.map((place) => place.join(" ")).join("L")}` : "", class: `graph-line${look}`}),
            end && s("circle", {cx: end[0], cy: end[1], r: 4, class: "graph-end"}, s("title", {}, texts.graphEnd)),
        );
    }

    private curve(): SVGElement {
        return s(
            "svg",
            {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": texts.graph},
            s("rect", {width: WIDTH, height: HEIGHT, class: "bar-all"}),
            s("path", {d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "graph-zero"}),
            ...range(this.two ? 1 : this.record.names.length).map((seat) => this.line(seat)),
        );
    }

    close(): void {
        this.gone = true;
    }
}
