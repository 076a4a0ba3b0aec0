/* replay.ts -- a game that was kept, move by move, from any seat or with everything shown. */
import {AnalysisPanel} from "../analysis";
import {api} from "../api";
import {Asker} from "../asker";
import {boardOf} from "../boards";
import {button, h, range} from "../dom";
import {Graph} from "../graph";
import {hueOf} from "../hues";
import {moveLog, nameOf, score, seatMark, verdict} from "../panels";
import {RuleBook} from "../rules";
import {Surface} from "../surface";
import {texts} from "../texts";
import type {Ply, Position, RecordPage, Seat} from "../types";
import {copier, parse, titleOf, type Page} from "./page";

/** Asked once, unless it failed. */
function remembered<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const answer = kept.get(key) ?? ask();
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    return answer;
}

class Replay {
    private readonly surface: Surface;
    private readonly slider: HTMLInputElement;
    private readonly count = h("output", {class: "value", "aria-live": "polite"});
    private readonly log = h("div", {
        class: "log-box",
        tabindex: 0,
        role: "region",
        "aria-label": texts.moveList,
    });
    private readonly text = h("pre", {class: "as-text", tabindex: 0});
    private readonly problem = h("p", {class: "problem", role: "alert"});
    private readonly seen = new Map<string, Promise<Position>>();
    /** What was played, by who saw it. */
    private readonly noticed = new Map<string, Promise<RecordPage>>();
    private readonly rules = new RuleBook();
    private readonly asker = new Asker();
    private readonly analysis: AnalysisPanel;
    private readonly graph: Graph;
    private readonly tell = (ply: Ply, before: readonly Ply[]): string => this.surface.tell(ply, before);
    private readonly seatChoice: HTMLSelectElement;
    readonly element: HTMLElement;

    constructor(
        private readonly id: string,
        private readonly record: RecordPage,
        private ply: number,
        private seat: string,
    ) {
        this.surface = new Surface(boardOf(parse(record.game).name), () => undefined);
        this.slider = h("input", {
            type: "range",
            min: 0,
            max: record.plies.length,
            step: 1,
            value: ply,
            "aria-label": texts.replay,
        });
        this.slider.addEventListener("input", () => void this.go(Number(this.slider.value)));
        this.seatChoice = h(
            "select",
            {id: "seen-by"},
            ...["full", "public", ...record.names.map((_, i) => String(i))].map((key) =>
                h(
                    "option",
                    {value: key, selected: key === seat},
                    key === "full"
                        ? texts.everything
                        : key === "public"
                          ? texts.anybody
                          : record.names[Number(key)] || texts.seat(Number(key)),
                ),
            ),
        );
        this.seatChoice.addEventListener("change", () => {
            this.seat = this.seatChoice.value;
            void this.go(this.ply);
        });
        this.analysis = new AnalysisPanel(
            this.asker,
            this.surface,
            (mover) => (typeof mover === "number" ? nameOf(record.names, mover, "public") : texts.nature),
            texts.noSeatToMove,
        );
        this.graph = new Graph(id, record, this.tell, (to) => void this.go(to));
        this.rules.of(parse(record.game).name);
        this.noticed.set("full", Promise.resolve(record));
        this.element = this.layout();
        void this.go(ply);
    }

    private layout(): HTMLElement {
        const n = this.record.plies.length;
        const step = (words: string, sign: string, to: () => number): HTMLElement =>
            button(sign, () => void this.go(to()), "button icon", {"aria-label": words, title: words});
        return h(
            "div",
            {class: "table-page replay"},
            h(
                "section",
                {class: "play-area"},
                h(
                    "div",
                    {class: "table-head"},
                    h("h1", {class: "table-title"}, texts.replayOf(titleOf(this.record.game))),
                    h(
                        "p",
                        {class: "status"},
                        verdict(
                            this.record.scores ?? null,
                            this.record.how ?? "rules",
                            "public",
                            this.record.names,
                        ),
                    ),
                    this.whereFrom(),
                    this.rules.element,
                ),
                this.problem,
                h("div", {class: "stage"}, this.surface.element),
                h(
                    "div",
                    {class: "player"},
                    step(texts.first, "|‹", () => 0),
                    step(texts.back, "‹", () => this.ply - 1),
                    this.slider,
                    step(texts.forth, "›", () => this.ply + 1),
                    step(texts.last, "›|", () => n),
                    this.count,
                ),
            ),
            h(
                "aside",
                {class: "side", "aria-label": texts.moves},
                h(
                    "div",
                    {class: "panel-card"},
                    h(
                        "ul",
                        {class: "seats"},
                        ...this.record.names.map((name, i) =>
                            h(
                                "li",
                                {class: `seat-line ${hueOf(i)}`},
                                seatMark(this.record.game, i),
                                h("span", {class: "seat-name"}, name || texts.seat(i)),
                                this.record.scores
                                    ? h("span", {class: "seat-score"}, score(this.record.scores[i] ?? 0))
                                    : null,
                            ),
                        ),
                    ),
                    h("div", {class: "pair"}, h("label", {for: "seen-by"}, texts.seenBy), this.seatChoice),
                    h(
                        "div",
                        {class: "pair"},
                        h("span", {}, texts.share),
                        copier(() => location.href),
                    ),
                ),
                h("section", {class: "panel-card"}, h("h2", {}, texts.moveList), this.log),
                this.analysis.element,
                this.graph.element,
                h("details", {class: "panel-card"}, h("summary", {}, texts.asText), this.text),
            ),
        );
    }

    close(): void {
        this.graph.close();
        this.analysis.close();
        this.asker.close();
    }

    private position(ply: number): Promise<Position> {
        return remembered(this.seen, `${ply} ${this.seat}`, () => api.recordView(this.id, ply, this.seat));
    }

    private async plies(): Promise<Ply[]> {
        return (await remembered(this.noticed, this.seat, () => api.record(this.id, this.seat))).plies;
    }

    /** The contest or the league that it is a game of. */
    private whereFrom(): HTMLElement | null {
        const {contest, league} = this.record;
        if (contest !== undefined) return h("a", {href: `#/contest/${contest}`}, texts.toContest);
        return league === undefined ? null : h("a", {href: `#/league/${league}`}, texts.toLeague);
    }

    private async go(to: number): Promise<void> {
        const forward = to === this.ply + 1;
        this.ply = Math.max(0, Math.min(this.record.plies.length, to));
        this.slider.value = String(this.ply);
        this.count.textContent = texts.ply(this.ply, this.record.plies.length);
        history.replaceState(null, "", `#/record/${this.id}/${this.ply}/${this.seat}`);
        try {
            const asked = `${this.ply} ${this.seat}`;
            const [position, plies] = await Promise.all([this.position(this.ply), this.plies()]);
            if (asked === `${this.ply} ${this.seat}`) this.show(position, plies, forward);
        } catch (error) {
            this.problem.textContent = (error as Error).message;
        }
    }

    private show(position: Position, plies: Ply[], forward: boolean): void {
        const {name, params} = parse(this.record.game);
        const seat: Seat = this.seat === "full" || this.seat === "public" ? this.seat : Number(this.seat);
        const n = this.record.plies.length;
        const sofar = plies.filter(({ply}) => (ply ?? 0) <= this.ply);
        const last = sofar[sofar.length - 1]?.ply;
        this.problem.textContent = "";
        this.surface.show(
            {
                name,
                params,
                view: position.view,
                text: position.text,
                seat,
                turn: position.turn,
                names: this.record.names,
                players: this.record.names.length,
                plies: sofar,
                over: this.ply === n && this.record.how === "rules",
                fresh: forward && last === this.ply,
            },
            [],
            "",
        );
        this.log.replaceChildren(
            moveLog(this.record.game, plies, this.record.names, seat, this.tell, last, (ply) => void this.go(ply)),
        );
        const current = this.log.querySelector<HTMLElement>("[aria-current]");
        if (current) this.log.scrollTop = current.offsetTop - this.log.clientHeight / 2;
        this.text.textContent = position.text;
        this.analysis.at(
            typeof position.turn === "number"
                ? {
                      key: String(this.ply),
                      game: this.record.game,
                      what: {record: Number(this.id), ply: this.ply},
                      view: position.view,
                      players: this.record.names.length,
                  }
                : null,
        );
    }
}

export async function replayPage(id: string, ply: string | undefined, seat: string | undefined): Promise<Page> {
    const record = await api.record(id);
    const seats = ["full", "public", ...range(record.names.length).map(String)];
    const replay = new Replay(
        id,
        record,
        ply === undefined ? record.plies.length : Number(ply) || 0,
        seat !== undefined && seats.includes(seat) ? seat : "full",
    );
    return {title: texts.replayOf(titleOf(record.game)), element: replay.element, close: () => replay.close()};
}
