/* table.ts -- the table: the board, the seats, what was played, and all that one can do.
 *
 * Who holds several seats plays them on one screen; where something is hidden, a curtain falls between
 * two of them.  Who holds none watches. */
import {AnalysisPanel, type Subject} from "../analysis";
import {api, Refused} from "../api";
import type {Source} from "../asker";
import {boardOf, plain, secret} from "../boards";
import {lastDeed} from "../boards/board";
import {button, h} from "../dom";
import {drawClocks, MoveButtons, moveLog, nameOf, score, seatList, verdict} from "../panels";
import {Session} from "../session";
import {addSeat, keepNext, keepSeats, myName, nextOf, seatsAt} from "../settings";
import {knock} from "../sound";
import {RuleBook} from "../rules";
import {Surface} from "../surface";
import {texts} from "../texts";
import {thumbnail} from "../thumbs";
import type {Mover, Ply, SeatAsked, SeatGot, TableInfo} from "../types";
import {copier, invitations, keepInvitations, parse, takeSeats, titleOf, type Page} from "./page";
import {welcomePage} from "./welcome";

class Table {
    private readonly sessions: Session[];
    private active: Session;
    private covered = false;
    private readonly surface: Surface;
    private readonly moves: MoveButtons;
    private readonly analysis: AnalysisPanel;
    /** Asks for the seat that is shown. */
    private readonly thinker: Source = {
        ask: (question) => this.active.thinker.ask(question),
        stop: () => this.sessions.forEach((session) => session.thinker.stop()),
        hear: null,
    };
    private readonly status = h("p", {class: "status", role: "status", "aria-live": "polite"});
    private readonly problem = h("p", {class: "problem", role: "alert"});
    private readonly title = h("h1", {class: "table-title"});
    private readonly rules = new RuleBook();
    private readonly seats = h("div", {});
    private readonly log = h("div", {
        class: "log-box",
        tabindex: 0,
        role: "region",
        "aria-label": texts.moveList,
    });
    private readonly text = h("pre", {class: "as-text", tabindex: 0});
    private readonly deeds = h("div", {class: "deeds"});
    private readonly curtain = h("div", {class: "curtain", hidden: true});
    private readonly ticking: number;
    private readonly share = h(
        "div",
        {class: "pair small", hidden: true},
        h("span", {class: "muted"}, texts.watchLink),
        copier(() => `${location.origin}${location.pathname}#/table/${this.id}`),
    );
    private readonly invite = h("section", {class: "panel-card invite", hidden: true});
    private readonly tell = (ply: Ply, before: readonly Ply[]): string => this.surface.tell(ply, before);
    /** Of the game, as long as there is no board to look at. */
    private readonly picture = h("div", {class: "thumb picture", "aria-hidden": "true"});
    private readonly banner = h("div", {class: "banner", role: "status", hidden: true});
    private readonly replay = h("a", {class: "button", hidden: true}, texts.replay);
    private shown = "";
    private leaving = false;
    readonly element: HTMLElement;

    constructor(
        private readonly id: string,
        private readonly tokens: string[],
        private readonly told: TableInfo | null,
    ) {
        const name = myName();
        const hello = name ? {name} : {};
        this.sessions = (
            tokens.length > 0 ? tokens.map((token) => ({...hello, token})) : [{watch: true, table: id}]
        ).map((words) => new Session(words, (moved) => this.update(moved)));
        this.active = this.sessions[0] as Session;
        this.active.next = tokens.length === 1 ? nextOf(id) : null;
        this.surface = new Surface(plain, (move) => this.active.play(move));
        this.moves = new MoveButtons(
            (move) => this.active.play(move),
            (move) => this.surface.words(move),
        );
        this.analysis = new AnalysisPanel(
            this.thinker,
            this.surface,
            (mover) => this.nameOf(mover),
            texts.nothingToThink,
        );
        for (const session of this.sessions) session.thinker.hear = (got) => this.thinker.hear?.(got);
        this.ticking = window.setInterval(() => drawClocks(this.active, this.seats), 200);
        this.element = this.layout();
        this.drawInvitations(invitations(id));
        this.update(false);
        if (!told) return;
        this.name(told.game);
        this.share.hidden = !told.watch || tokens.length === 0;
    }

    private layout(): HTMLElement {
        return h(
            "div",
            {class: "table-page"},
            h(
                "section",
                {class: "play-area"},
                h("div", {class: "table-head"}, this.title, this.status, this.rules.element),
                this.problem,
                this.banner,
                this.invite,
                this.picture,
                h("div", {class: "stage"}, this.surface.element, this.curtain),
            ),
            h(
                "aside",
                {class: "side", "aria-label": texts.moves},
                h("div", {class: "panel-card"}, this.seats, this.deeds, this.share),
                this.moves.element,
                h("section", {class: "panel-card in-play"}, h("h2", {}, texts.moveList), this.log),
                this.tokens.length > 0 && this.told?.advice !== false ? this.analysis.element : null,
                h("details", {class: "panel-card in-play"}, h("summary", {}, texts.asText), this.text),
            ),
        );
    }

    private nameOf(mover: Mover): string {
        if (typeof mover !== "number") return texts.nature;
        return nameOf(this.active.names, mover, this.sessions.length > 1 ? "public" : this.active.seat);
    }

    /** What an agent may think about: the turn of the seat that is shown. */
    private subject(session: Session): Subject | null {
        if (!session.online || !session.mine || this.covered) return null;
        const key = `${session.seat} ${session.act} ${session.plies.length}`;
        const token = this.tokens[this.sessions.indexOf(session)] ?? "";
        return {key, game: session.game, what: {table: this.id}, token, view: session.view, players: session.players};
    }

    private drawInvitations(open: readonly SeatGot[]): void {
        const game = parse(this.told?.game ?? "").name;
        const line = (seat: SeatGot): HTMLElement => {
            const link = `${location.origin}${location.pathname}#/table/${this.id}/${seat.token ?? ""}`;
            const command = texts.joinCommand(link, secret(game) ? "ismcts" : "mcts");
            return h(
                "div",
                {},
                toCopy("invite-line", link, texts.inviteFor(seat.seat)),
                h("p", {class: "muted small"}, texts.inviteAgent),
                toCopy("invite-command", command, texts.inviteCommandFor(seat.seat)),
            );
        };
        this.invite.hidden = open.length === 0;
        this.invite.replaceChildren(
            h("h2", {}, texts.invite),
            h("p", {class: "muted small"}, texts.inviteHint),
            ...open.map(line),
        );
    }

    /** An invitation that was used opens nothing any more. */
    private dropInvitations(session: Session): void {
        const open = invitations(this.id);
        const left = open.filter((seat) => !session.started && !session.seats[seat.seat]?.taken);
        if (left.length === open.length) return;
        keepInvitations(this.id, left);
        this.drawInvitations(left);
    }

    /** The seat that is asked; on one screen, the hidden are covered before it changes. */
    private choose(): void {
        const asked = this.sessions.find((session) => session.mine);
        if (!asked || asked === this.active) return;
        this.covered = this.sessions.length > 1 && secret(asked.name);
        this.active = asked;
    }

    /** Who asks on this very screen need not be asked. */
    private agreeWithOwn(): void {
        for (const session of this.sessions)
            if (this.sessions.some(({seat}) => seat === session.asked)) session.takeBack();
    }

    private update(moved: boolean): void {
        this.agreeWithOwn();
        this.choose();
        const session = this.active;
        this.dropInvitations(session);
        this.problem.textContent = session.problem;
        this.status.textContent = this.words(session);
        this.element.classList.toggle("my-turn", session.mine);
        this.element.classList.toggle("waiting", !session.started);
        this.element.classList.toggle("ended", session.ending !== null);
        if (!session.started) {
            this.seats.replaceChildren(seatList(session));
            return;
        }
        if (this.shown !== session.game) {
            this.shown = session.game;
            this.name(session.game);
            this.surface.use(boardOf(session.name));
        }
        if (moved) knock();
        this.analysis.at(this.subject(session), session.ending ? texts.thinkInReplay : texts.nothingToThink);
        this.draw(session, moved);
    }

    private name(game: string): void {
        this.title.textContent = titleOf(game);
        this.rules.of(parse(game).name);
        this.picture.replaceChildren(thumbnail(parse(game).name));
        this.nameTab();
    }

    /** The browser's tab tells whose turn it is, for who looks elsewhere meanwhile. */
    private nameTab(): void {
        const title = this.title.textContent;
        document.title = this.active.mine ? texts.turnAt(title) : `${title} · ${texts.parlor}`;
    }

    private draw(session: Session, moved: boolean): void {
        const {name, params, view, text, seat, turn, names, players, plies} = session;
        const legal = this.covered ? [] : session.legal;
        const over = session.ending?.how === "rules";
        const scene = {name, params, view, text, seat, turn, names, players, plies, over, fresh: moved};
        if (!this.covered) this.surface.show(scene, legal, `${session.act} ${seat} ${plies.length}`);
        this.drawCurtain(session);
        this.moves.show(legal);
        this.moves.element.hidden = legal.length === 0;
        this.seats.replaceChildren(seatList(session));
        drawClocks(session, this.seats);
        this.drawLog(session);
        this.text.textContent = this.covered ? "" : text;
        this.drawDeeds(session);
        this.drawBanner(session);
        this.nameTab();
    }

    private drawLog(session: Session): void {
        const plies = this.covered ? [] : session.plies;
        this.log.replaceChildren(moveLog(session.game, plies, session.names, session.seat, this.tell, plies.length));
        this.log.scrollTop = this.log.scrollHeight;
    }

    private drawCurtain(session: Session): void {
        this.curtain.hidden = !this.covered;
        this.surface.element.hidden = this.covered;
        if (!this.covered) {
            this.curtain.replaceChildren();
            return;
        }
        const name = session.names[Number(session.seat)] || texts.seat(Number(session.seat));
        this.curtain.replaceChildren(
            h("p", {class: "status"}, texts.handOver(name)),
            h("p", {class: "muted"}, texts.handOverNote),
            button(
                texts.show,
                () => {
                    this.covered = false;
                    this.update(false);
                },
                "button strong",
            ),
        );
    }

    private words(session: Session): string {
        if (session.ending)
            return verdict(
                session.ending.scores,
                session.ending.how,
                this.sessions.length > 1 ? "public" : session.seat,
                session.names,
            );
        if (session.dismissed) return "";
        if (!session.online) return session.started || session.problem ? texts.offline : texts.loading;
        if (!session.started) return texts.waiting;
        if (session.paused) return texts.pausedNow;
        if (session.queue > 0) return texts.inQueue(session.queue);
        if (session.mine)
            return this.sessions.length > 1
                ? texts.yourTurnAt(session.names[Number(session.seat)] || texts.seat(Number(session.seat)))
                : texts.yourTurn;
        if (session.turn === "chance") return texts.chance;
        if (session.turn === "over") return texts.over;
        const name = nameOf(session.names, session.turn, session.seat);
        return session.seats[session.turn]?.kind === "agent" ? texts.thinks(name) : texts.waitsFor(name);
    }

    /** What one can do, apart from moving. */
    private drawDeeds(session: Session): void {
        const out: HTMLElement[] = [];
        if (typeof session.seat !== "number") out.push(h("p", {class: "muted small"}, texts.watching));
        else if (session.ending && !session.next)
            out.push(
                button(texts.newGame, () => void this.again(false), "button strong"),
                button(texts.swapSeats, () => void this.again(true)),
            );
        else if (session.dismissed && !session.ending)
            out.push(button(texts.sitAgain, () => location.reload(), "button strong"));
        else if (!session.ending) out.push(...this.deedsInPlay(session));
        if (session.ending) out.push(this.replay);
        this.deeds.replaceChildren(...out);
        if (session.ending && this.replay.hidden) void this.findRecord();
    }

    /** Somebody else wants to play on: one press leads there. */
    private drawBanner(session: Session): void {
        const next = session.next;
        this.banner.hidden = !next || this.leaving;
        if (!next || this.banner.childElementCount > 0) return;
        const name = nameOf(session.names, next.who, session.seat);
        const swapped = next.seat !== session.seat;
        this.banner.replaceChildren(
            h("p", {}, texts.againAsked(name), swapped ? ` ${texts.againSwapped}` : null),
            button(texts.join, () => this.playOn(), "button strong"),
        );
        keepNext(this.id, next);
        knock();
    }

    /** On one screen it is the last move of all there that is taken back. */
    private lastOnScreen(session: Session): Session {
        const last = lastDeed(session)?.who;
        return this.sessions.find(({seat}) => seat === last) ?? session;
    }

    private deedsInPlay(session: Session): HTMLElement[] {
        const out: HTMLElement[] = [];
        const asker = this.lastOnScreen(session);
        const never = asker.plies.every((ply) => ply.who !== asker.seat);
        const name = (seat: number): string => nameOf(session.names, seat, session.seat);
        const say = (words: string): HTMLElement => h("p", {class: "ask", role: "status"}, words);
        if (session.asked !== null)
            out.push(
                say(texts.undoAsked(name(session.asked))),
                button(texts.agree, () => session.takeBack(), "button strong"),
                button(texts.decline, () => session.decline()),
            );
        else if (session.asking)
            out.push(say(texts.undoWaits), button(texts.undoCancel, () => session.decline()));
        else {
            if (session.declined !== null) out.push(say(texts.undoDeclined(name(session.declined))));
            out.push(button(texts.undo, () => asker.takeBack(), "button", {disabled: never}));
        }
        if (session.paused) out.push(button(texts.goOn, () => session.say("resume"), "button strong"));
        const resign = button(texts.resign, () => this.resign(resign, session), "button quiet");
        out.push(resign);
        return out;
    }

    /** Resigning takes two presses: the first one asks, and tells what it costs; who goes on to anything else, or
     * presses Escape, has thought better of it. */
    private resign(pressed: HTMLButtonElement, session: Session): void {
        if (pressed.dataset["asked"]) {
            session.say("resign");
            return;
        }
        pressed.dataset["asked"] = "yes";
        pressed.textContent = texts.resignSure;
        pressed.onblur = () => {
            delete pressed.dataset["asked"];
            pressed.textContent = texts.resign;
        };
        pressed.onkeydown = (event) => {
            if (event.key === "Escape") pressed.blur();
        };
        void api.table(this.id).then(({least}) => {
            if (least !== undefined && pressed.dataset["asked"])
                pressed.textContent = `${texts.resignSure}: ${texts.resignCosts(score(least))}`;
        }, () => null);
    }

    private async findRecord(): Promise<void> {
        const table = await api.table(this.id).catch(() => null);
        if (table?.record === undefined) return;
        this.replay.href = `#/record/${table.record}`;
        this.replay.hidden = false;
    }

    private async again(swap: boolean): Promise<void> {
        const token = this.tokens[this.sessions.indexOf(this.active)];
        const seat = this.active.seat;
        if (!token || typeof seat !== "number") return;
        this.leaving = true;
        try {
            const made = await api.again(this.id, token, swap);
            takeSeats(made, [(seat + (swap ? 1 : 0)) % this.active.players], await this.tokensThere());
            location.hash = `#/table/${made.id}`;
        } catch (error) {
            this.leaving = false;
            this.problem.textContent = this.active.next ? "" : (error as Error).message;
            this.drawBanner(this.active);
        }
    }

    /** The next game's tokens of the other seats on this screen, which their own connections are told. */
    private async tokensThere(): Promise<string[]> {
        const rest = this.sessions.filter((session) => session !== this.active);
        for (let i = 0; i < 20 && rest.some((session) => !session.next); i++)
            await new Promise((done) => setTimeout(done, 50));
        return rest.flatMap((session) => (session.next ? [session.next.token] : []));
    }

    private playOn(): void {
        const next = this.sessions.flatMap((session) => (session.next ? [session.next] : []));
        const table = next[0]?.table;
        if (table === undefined) return;
        keepSeats(
            table,
            next.map((there) => there.token),
        );
        location.hash = `#/table/${table}`;
    }

    close(): void {
        clearInterval(this.ticking);
        this.analysis.close();
        for (const session of this.sessions) session.close();
    }
}

/** A line of text with a button that copies it. */
const toCopy = (cls: string, text: string, name: string): HTMLElement =>
    h(
        "div",
        {class: cls},
        h("input", {type: "text", readonly: true, value: text, "aria-label": name}),
        copier(() => text),
    );

/** What the token of a link is for; null: its invitation has been taken, by this browser. */
async function lookUp(id: string, token: string): Promise<SeatAsked | null> {
    try {
        return await api.seat(token);
    } catch (error) {
        if (error instanceof Refused && error.status === 409 && seatsAt(id).length > 0) return null;
        throw error;
    }
}

/** An invitation leads to the table by way of a welcome, which must know the table: the seat is not to be taken without
 * one.  A token is taken out of what the browser remembers and shows. */
export async function tablePage(id: string, token: string | undefined): Promise<Page> {
    const asked = token ? await lookUp(id, token) : null;
    const invited = asked !== null && !asked.claimed;
    const told = await api.table(id).catch((error: unknown) => {
        if (invited || (error instanceof Refused && error.status === 404)) throw error;
        return null;
    });
    if (token && invited && told) return welcomePage(told, asked, token);
    if (token && asked && !seatsAt(id).includes(token)) addSeat(id, token);
    if (token) history.replaceState(null, "", `#/table/${id}`);
    const table = new Table(id, seatsAt(id), told);
    return {title: texts.parlor, element: table.element, close: () => table.close()};
}
