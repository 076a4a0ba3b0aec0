/* session.ts -- one seat's table as it stands: what the messages of a link add up to.
 *
 * Moves of others are shown one after the other, at a pace that the eye can follow, unless motion is
 * off or many wait.  What was played before this page came is not shown again: the table stands as it is. */
import {Questions, type Source} from "./asker";
import {Link, type Message} from "./link";
import {motion} from "./settings";
import type {Clock, Next, Ply, Seat, Turn, View} from "./types";

export interface Occupant {
    name: string;
    kind?: string;
    connected?: boolean;
    /** Of an open seat: its invitation has been used. */
    taken?: boolean;
}

export interface Ending {
    scores: number[] | null;
    how: string;
    reason?: string;
}

const wordsOf = (said: unknown): string => (typeof said === "string" ? said : "");

const PACE = 420;
const MANY = 10;

export class Session {
    game = "";
    name = "";
    params: Record<string, number | string> = {};
    seat: Seat = "public";
    players = 0;
    names: string[] = [];
    seats: Occupant[] = [];
    turn: Turn = "chance";
    view: View = {};
    text = "";
    legal: string[] = [];
    plies: Ply[] = [];
    ending: Ending | null = null;
    clock: Clock | null = null;
    clocks: (number | null)[] = [];
    clockAt = 0;
    queue = 0;
    /** Who would take a move back, and waits for this seat's word. */
    asked: number | null = null;
    /** This seat would, and waits for the others. */
    asking = false;
    /** Who would not have it. */
    declined: number | null = null;
    paused = false;
    problem = "";
    online = false;
    /** The host has said bye, and nothing more will come. */
    dismissed = false;
    act: number | null = null;
    /** Where the same people play on. */
    next: Next | null = null;
    ticks = true;

    private numbers: number[] = [];
    private waiting: Message[] = [];
    private timer = 0;
    private shown = 0;
    /** How many moves of the past are still to come. */
    private due = 0;
    /** So many of those that wait tell of the past. */
    private past = 0;
    private readonly link: Link;
    private readonly questions = new Questions();
    /** What agents think for this seat. */
    readonly thinker: Source = {
        ask: (question) => this.link.send(this.questions.ask(question)),
        stop: () => this.link.send(this.questions.stop()),
        hear: null,
    };

    /** The changed function hears whether a move has just been seen. */
    constructor(
        hello: Record<string, unknown>,
        private readonly changed: (moved: boolean) => void,
    ) {
        this.link = new Link(hello, {
            message: (m) => this.arrive(m),
            connected: (yes) => {
                this.online = yes;
                this.due = 0;
                changed(false);
            },
        });
    }

    get started(): boolean {
        return this.game !== "";
    }
    get mine(): boolean {
        return this.act !== null;
    }

    /** Thoughts do not wait for what is shown, nor is the table drawn for them. */
    private arrive(m: Message): void {
        if (m.type === "analysis") {
            const got = this.questions.answer(m);
            if (got) this.thinker.hear?.(got);
            return;
        }
        this.waiting.push(m);
        if (m.type === "start") this.due = Number(m["past"] ?? 0);
        else if (m.type === "saw" && this.due > 0) this.due--;
        else if (this.due === 0) {
            if (!this.timer) this.work();
            return;
        }
        this.past = this.waiting.length;
        if (this.due === 0) this.work();
    }

    /** Takes in what has come; a move waits until the last one by somebody else could be seen. */
    private work(): void {
        clearTimeout(this.timer);
        this.timer = 0;
        for (const m of this.waiting.splice(0, this.past)) this.take(m);
        this.past = 0;
        for (let m = this.waiting[0]; m; m = this.waiting[0]) {
            const wait = this.shown + PACE - performance.now();
            if (m.type === "saw" && wait > 0 && motion() && this.waiting.length < MANY) {
                this.timer = window.setTimeout(() => this.work(), wait);
                break;
            }
            this.waiting.shift();
            if (!this.take(m)) continue;
            if (m["who"] !== this.seat) this.shown = performance.now();
            this.changed(true);
        }
        this.changed(false);
    }

    /** Takes one message in; true if it is a move that was seen. */
    private take(m: Message): boolean {
        switch (m.type) {
            case "start":
                this.start(m);
                break;
            case "saw":
                this.saw(m);
                return true;
            case "act":
                this.toAct(m);
                break;
            case "over":
                this.over(m);
                break;
            case "error": /* perhaps that nothing is taken back; who is not waiting may ask again */
                this.problem = wordsOf(m["reason"]);
                this.asking = false;
                break;
            case "back":
                this.forgetBack();
                this.asked = typeof m["who"] === "number" ? m["who"] : null;
                break;
            case "decline":
                this.forgetBack(this.asking && typeof m["who"] === "number" ? m["who"] : null);
                break;
            case "pause":
                this.paused = true;
                break;
            case "resume":
                this.paused = false;
                break;
            case "bye":
                this.dismissed = true;
                this.drop();
                if (m["reason"] && !this.ending) this.problem = wordsOf(m["reason"]);
                break;
            case "seats":
                if (Array.isArray(m["seats"])) this.seats = m["seats"] as Occupant[];
                break;
            case "clock":
                this.setClocks(m);
                break;
            case "queue":
                this.queue = Number(m["place"] ?? 0);
                break;
            case "again":
                this.next = {
                    table: String(m["table"]),
                    token: String(m["token"]),
                    seat: Number(m["seat"]),
                    who: Number(m["who"]),
                };
                break;
        }
        return false;
    }

    private see(m: Message): void {
        if (m["turn"] !== undefined) this.turn = m["turn"] as Turn;
        if (m["view"]) this.view = m["view"] as View;
        if (typeof m["text"] === "string") this.text = m["text"];
    }

    private start(m: Message): void {
        this.game = String(m["game"]);
        this.name = String(m["name"]);
        this.params = (m["params"] ?? {}) as Record<string, number | string>;
        this.seat = m["seat"] as Seat;
        this.players = Number(m["players"]);
        this.names = (m["names"] ?? []) as string[];
        this.plies = [];
        this.ending = null;
        this.problem = "";
        this.forgetBack();
        this.drop();
        this.see(m);
    }

    private saw(m: Message): void {
        this.plies.push({who: m["who"] as Ply["who"], move: String(m["move"])});
        this.drop();
        this.forgetBack();
        this.queue = 0;
        this.see(m);
    }

    /** Nobody asks to take back any more. */
    private forgetBack(declined: number | null = null): void {
        this.asked = null;
        this.asking = false;
        this.declined = declined;
    }

    private drop(): void {
        this.act = null;
        this.legal = [];
        this.numbers = [];
        this.clock = null;
    }

    private toAct(m: Message): void {
        this.act = Number(m["act"]);
        this.legal = m["legal"] as string[];
        this.numbers = m["numbers"] as number[];
        this.clock = m["clock"] ?? null;
        this.clockAt = performance.now();
        this.see(m);
    }

    private over(m: Message): void {
        this.drop();
        this.turn = "over";
        this.ending = {
            scores: (m["scores"] ?? null) as number[] | null,
            how: String(m["how"]),
            ...(m["reason"] ? {reason: wordsOf(m["reason"])} : {}),
        };
    }

    private setClocks(m: Message): void {
        if (Array.isArray(m["left"])) this.clocks = m["left"] as number[];
        this.ticks = m["runs"] !== false;
        this.clockAt = performance.now();
    }

    /** Plays a move of `legal`; the answer is the next saw. */
    play(move: string): void {
        const i = this.legal.indexOf(move);
        if (this.act === null || i < 0) return;
        const number = this.numbers[i] ?? move;
        if (!this.link.send({type: "move", act: this.act, move: number})) return;
        this.problem = "";
        this.drop();
        this.changed(false);
    }

    say(type: "resign" | "pause" | "resume"): void {
        this.link.send({type});
    }

    /** Asks to take a move back, or agrees to it; among machines nobody has to be waited for. */
    takeBack(): void {
        if (!this.link.send({type: "back"})) return;
        const people = this.seats.filter(({kind}, seat) => kind !== "agent" && seat !== this.seat).length;
        const asks = this.asked === null && people > 0;
        this.forgetBack();
        this.asking = asks;
        this.changed(false);
    }

    /** Nothing is to be taken back: of another's moves, or one's own after all. */
    decline(): void {
        if (!this.link.send({type: "decline"})) return;
        this.forgetBack();
        this.changed(false);
    }

    close(): void {
        clearTimeout(this.timer);
        this.link.close();
    }
}
