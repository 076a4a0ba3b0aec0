/* graph.ts -- how a game went: what an agent thinks of each position, as a curve, and the moves that cost most.
 *
 * Positions are asked about one after the other, a little each.  A value is that of whoever is to move: in games
 * of two, whose scores add up to nothing, all are turned to seat 0, and elsewhere each seat has a line of its
 * own through its own turns. */
import {api} from "./api";
import {markOf} from "./boards";
import {button, h, range, s} from "./dom";
import {nameOf} from "./panels";
import {texts} from "./texts";
import type {Analysis, RecordPage} from "./types";

interface Point {
    ply: number;
    /** Whose line it is on. */
    seat: number;
    /** What that seat may expect before this ply. */
    value: number;
    /** What the move that was played gave away. */
    cost: number;
}

const WIDTH = 300;
const HEIGHT = 110;
const SECONDS = 0.15;
const WORST = 3;
const NOTICED = 0.05;

const valueOf = (got: Analysis, move: string): number | undefined =>
    got.moves.find((thought) => thought.move === move)?.value;

export class Graph {
    private readonly out = h("div", {"aria-live": "polite"});
    private readonly ask = button(texts.drawGraph, () => void this.work());
    readonly element = h("details", {class: "panel-card"}, h("summary", {}, texts.graph), this.ask, this.out);
    private points: Point[] = [];
    private gone = false;

    constructor(
        private readonly id: string,
        private readonly record: RecordPage,
        private readonly jump: (ply: number) => void,
    ) {}

    private get two(): boolean {
        return this.record.names.length === 2 && this.record.zero_sum;
    }

    private async work(): Promise<void> {
        this.ask.disabled = true;
        this.points = [];
        const plies = this.record.plies;
        try {
            for (let ply = 0; ply < plies.length && !this.gone; ply++) {
                const {who, move} = plies[ply] as RecordPage["plies"][number];
                if (who === "chance") continue;
                const got = await api.analyse({record: Number(this.id), ply, seat: who, seconds: SECONDS});
                this.add(ply, who, move, got);
                this.draw(ply + 1 < plies.length);
            }
            this.draw(false);
        } catch (error) {
            this.out.append(h("p", {class: "problem"}, (error as Error).message));
        }
        this.ask.disabled = false;
    }

    private add(ply: number, who: number, move: string, got: Analysis): void {
        const values = got.moves
            .map((thought) => thought.value)
            .filter((v): v is number => typeof v === "number");
        if (values.length === 0) return;
        const best = Math.max(...values);
        const cost = best - (valueOf(got, move) ?? best);
        if (this.two) this.points.push({ply, seat: 0, value: who === 0 ? best : -best, cost});
        else this.points.push({ply, seat: who, value: best, cost});
    }

    private draw(working: boolean): void {
        const worst = [...this.points]
            .sort((a, b) => b.cost - a.cost)
            .slice(0, WORST)
            .filter((p) => p.cost > NOTICED);
        this.out.replaceChildren(
            this.curve(),
            h(
                "p",
                {class: "muted small"},
                working ? texts.analysing : this.two ? texts.graphHint(this.name(0)) : texts.graphHints,
            ),
            this.two ? "" : this.legend(),
            worst.length > 0 && !working ? h("h3", {}, texts.costly) : "",
            h("ol", {class: "log"}, ...(working ? [] : worst.map((point) => this.row(point)))),
        );
    }

    private name(seat: number): string {
        return nameOf(this.record.names, seat, "public");
    }

    private legend(): HTMLElement {
        const line = (seat: number): HTMLElement =>
            h(
                "li",
                {class: `hue${seat % 6}`},
                s("svg", {class: "legend-line", viewBox: "0 0 34 12"}, s("path", {d: "M0 6H34", class: `rating-line dash${seat % 6}`})),
                this.name(seat),
            );
        return h("ul", {class: "legend"}, ...range(this.record.names.length).map(line));
    }

    private row(point: Point): HTMLElement {
        const {who, move} = this.record.plies[point.ply] as RecordPage["plies"][number];
        const seat = who === "chance" ? 0 : who;
        return h(
            "li",
            {class: `hue${seat % 6} ${markOf(this.record.game, seat)}`},
            h(
                "button",
                {type: "button", class: "log-jump", click: () => this.jump(point.ply)},
                h("span", {class: "log-who"}, this.name(seat)),
                h("span", {class: "log-move"}, move),
                h("span", {}, `−${point.cost.toFixed(2)}`),
            ),
        );
    }

    private curve(): SVGElement {
        const most = Math.max(0.5, ...this.points.map((point) => Math.abs(point.value)));
        const last = Math.max(1, this.record.plies.length - 1);
        const at = ({ply, value}: Point): string =>
            `${((ply / last) * WIDTH).toFixed(1)} ${(HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 6)).toFixed(1)}`;
        return s(
            "svg",
            {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": texts.graph},
            s("rect", {width: WIDTH, height: HEIGHT, class: "bar-all"}),
            s("path", {d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "graph-zero"}),
            ...range(this.two ? 1 : this.record.names.length).map((seat) => {
                const line = this.points.filter((point) => point.seat === seat).map(at);
                const look = this.two ? "" : ` rating-line hue${seat % 6} dash${seat % 6}`;
                return s("path", {d: line.length > 0 ? `M${line.join("L")}` : "", class: `graph-line${look}`});
            }),
        );
    }

    close(): void {
        this.gone = true;
    }
}
