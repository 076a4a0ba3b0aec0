/* panels.ts -- what stands beside the board: seats with their clocks, the moves one may play, and what was
 * played. */
import {markOf} from "./boards";
import {button, h, range} from "./dom";
import {hueOf} from "./hues";
import type {Session} from "./session";
import {texts} from "./texts";
import type {Ply, Seat} from "./types";

/** What a seat is called; the server calls who gave no name by his seat. */
export function nameOf(names: string[], seat: number, me: Seat): string {
    const name = names[seat];
    if (seat === me) return texts.you;
    return name && name !== `seat ${seat}` ? name : texts.seat(seat);
}

/** Minutes and seconds; tenths when it gets tight. */
export function time(ms: number): string {
    const left = Math.max(0, ms);
    if (left < 10000) return (left / 1000).toFixed(1);
    return `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
}

/** What a seat has left, if a clock runs. */
function left(session: Session, seat: number): number | null {
    const gone =
        session.turn === seat && !session.ending && session.ticks ? performance.now() - session.clockAt : 0;
    const told = session.clocks[seat];
    if (typeof told === "number") return told - gone;
    if (seat !== session.seat || !session.clock) return null;
    const own = session.clock.left ?? session.clock.most;
    return own === undefined ? null : own - gone;
}

export function drawClocks(session: Session, root: ParentNode): void {
    for (const el of root.querySelectorAll<HTMLElement>("[data-clock]")) {
        const ms = left(session, Number(el.dataset["clock"]));
        el.textContent = ms === null ? "" : time(ms);
        el.classList.toggle("short", ms !== null && ms < 10000);
    }
}

export const seatMark = (game: string, seat: number): HTMLElement =>
    h("span", {class: `seat-mark ${markOf(game, seat)}`, "aria-hidden": "true"}, seat);

export function seatList(session: Session): HTMLElement {
    const scores = session.ending?.scores;
    return h(
        "ul",
        {class: "seats"},
        ...range(session.players || session.seats.length).map((seat) => {
            const now = session.turn === seat && !session.ending;
            const there = session.seats[seat]?.connected;
            return h(
                "li",
                {
                    class: `seat-line ${hueOf(seat)}${now ? " now" : ""}`,
                    ...(now ? {"aria-current": "true"} : {}),
                },
                seatMark(session.game, seat),
                h(
                    "span",
                    {class: "seat-name"},
                    nameOf(
                        session.started ? session.names : session.seats.map((who) => who.name),
                        seat,
                        session.seat,
                    ),
                ),
                there === false ? h("span", {class: "muted small"}, session.started ? texts.away : texts.notHere) : null,
                scores
                    ? h("span", {class: "seat-score"}, score(scores[seat] ?? 0))
                    : h("span", {class: "clock", "data-clock": seat}),
            );
        }),
    );
}

export const score = (n: number): string =>
    `${n > 0 ? "+" : n < 0 ? "−" : ""}${Number(Math.abs(n).toFixed(2))}`;

/** Who won, in words for the seat that reads them; who has neither most nor least has not lost. */
export function verdict(scores: number[] | null, how: string, seat: Seat, names: string[]): string {
    if (!scores) return how === "aborted" ? texts.aborted : texts.over;
    const best = Math.max(...scores);
    const winners = range(scores.length).filter((i) => scores[i] === best);
    const manner =
        how === "resigned" ? ` (${texts.byResigning})` : how === "forfeit" ? ` (${texts.byForfeit})` : "";
    if (winners.length === scores.length) return texts.drawn;
    const own = typeof seat === "number" ? scores[seat] : undefined;
    if (own === best) return texts.won + manner;
    if (own === Math.min(...scores)) return texts.lost + manner;
    return winners.map((i) => texts.wins(nameOf(names, i, seat))).join(" ") + manner;
}

/** The legal moves as buttons, with a filter where they are many. */
export class MoveButtons {
    private readonly list = h("div", {class: "move-buttons"});
    private readonly filter = h("input", {
        type: "search",
        placeholder: texts.moveFilter,
        "aria-label": texts.moveFilter,
    });
    private readonly summary = h("summary", {}, texts.chooseMove);
    readonly element = h(
        "details",
        {class: "panel-card move-panel in-play"},
        this.summary,
        this.filter,
        this.list,
    );
    private legal: readonly string[] = [];

    constructor(
        private readonly play: (move: string) => void,
        private readonly words: (move: string) => string,
    ) {
        this.filter.addEventListener("input", () => this.draw());
        this.element.addEventListener("toggle", () => this.draw());
    }

    show(legal: readonly string[]): void {
        if (legal === this.legal) return;
        this.legal = legal;
        this.filter.value = "";
        this.element.hidden = legal.length === 0;
        this.summary.textContent = `${texts.chooseMove} (${legal.length})`;
        this.filter.hidden = legal.length <= 12;
        this.draw();
    }

    private draw(): void {
        if (!this.element.open) {
            this.list.replaceChildren();
            return;
        }
        const wish = this.filter.value.trim().toLowerCase();
        const fit = this.legal.filter(
            (move) => move.toLowerCase().includes(wish) || this.words(move).toLowerCase().includes(wish),
        );
        this.list.replaceChildren(
            ...fit
                .slice(0, 200)
                .map((move) =>
                    button(this.words(move), () => this.play(move), "button move", {"data-move": move}),
                ),
        );
    }
}

/** The moves so far, in words; what nobody could read, as hidden deals, is left out. */
export function moveLog(
    game: string,
    plies: readonly Ply[],
    names: string[],
    me: Seat,
    tell: (ply: Ply, before: readonly Ply[]) => string,
    current = -1,
    jump?: (ply: number) => void,
): HTMLElement {
    const items = plies
        .map((ply, i) => ({ply, i, n: ply.ply ?? i + 1}))
        .filter(({ply}) => ply.who !== "chance" || ply.move !== "?");
    return h(
        "ol",
        {class: "log"},
        ...items.slice(-400).map(({ply, i, n}) => {
            const who = ply.who === "chance" ? texts.nature : nameOf(names, ply.who, me);
            const move = tell(ply, plies.slice(0, i));
            const words = [h("span", {class: "log-who"}, who), h("span", {class: "log-move"}, move)];
            const hue = ply.who === "chance" ? "chance" : `${hueOf(ply.who)} ${markOf(game, ply.who)}`;
            return h(
                "li",
                {class: hue, ...(n === current ? {"aria-current": "true"} : {})},
                ...(jump
                    ? [h("button", {type: "button", class: "log-jump", click: () => jump(n)}, ...words)]
                    : words),
            );
        }),
    );
}
