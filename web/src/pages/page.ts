/* page.ts -- what a page is, and what pages share. */
import {Refused} from "../api";
import {button, h} from "../dom";
import {keepSeats} from "../settings";
import {texts} from "../texts";
import type {SeatGot, TableMade} from "../types";

export interface Page {
    title: string;
    element: HTMLElement;
    /** Called when another page takes its place. */
    close?(): void;
}

export const message = (words: string, cls = "notice"): HTMLElement =>
    h("p", {class: cls, role: "status"}, words);

/** Where a page should be: why there is none, and a way on. */
export function noPage(error?: unknown): HTMLElement {
    const gone = !(error instanceof Refused) || error.status === 404;
    const why = error instanceof Refused ? error.message : error ? "" : texts.noSuchPage;
    return h(
        "div",
        {class: "no-page"},
        h("h1", {}, gone ? texts.notFound : texts.failed),
        h("p", {class: "muted", role: "alert"}, why && `${why.charAt(0).toUpperCase()}${why.slice(1)}`),
        h(
            "div",
            {class: "deeds"},
            gone ? null : button(texts.tryAgain, () => location.reload(), "button strong"),
            h("a", {class: gone ? "button strong" : "button", href: "#/"}, texts.toGames),
        ),
    );
}

/** A game's spelling in two: its name and its parameters. */
export function parse(spec: string): {name: string; params: Record<string, string>} {
    const m = /^(\w+)(?:\((.*)\))?$/.exec(spec);
    const params: Record<string, string> = {};
    for (const part of (m?.[2] ?? "").split(",")) {
        const [key, value] = part.split("=");
        if (key && value !== undefined) params[key] = value;
    }
    return {name: m?.[1] ?? spec, params};
}

/** Whether all that one spelling says is so in another. */
export function covers(whole: string, part: string): boolean {
    const has = parse(whole).params,
        says = Object.entries(parse(part).params);
    return says.length > 0 && says.every(([key, value]) => has[key] === value);
}

/* What people call some ways to play a game. */
const KNOWN: Record<string, string> = {
    tictactoe: "mnk(m=3,n=3,k=3)",
    gomoku: "mnk(m=15,n=15,k=5)",
    nackgammon: "backgammon(layout=nackgammon)",
    hypergammon: "backgammon(layout=hypergammon)",
};

/** The title of a table is that of its game, or of the way in which it is played. */
export function titleOf(spec: string): string {
    const {name} = parse(spec);
    const known = Object.entries(KNOWN).find(([, part]) => parse(part).name === name && covers(spec, part));
    return texts.title(known?.[0] ?? name);
}

/** Copies text, and says so on the button; where the browser does not let it, the text is shown. */
export function copier(text: () => string): HTMLButtonElement {
    const el = h("button", {type: "button", class: "button"}, texts.copy);
    const say = (): void => {
        el.textContent = texts.copied;
        setTimeout(() => (el.textContent = texts.copy), 1500);
    };
    el.addEventListener("click", () => {
        const clipboard = navigator.clipboard as Clipboard | undefined;
        const show = (): unknown => window.prompt(texts.copyByHand, text());
        if (clipboard) void clipboard.writeText(text()).then(say, show);
        else show();
    });
    return el;
}

/** Sits down at a table that was made here; the tokens of other seats are invitations to send. */
export function takeSeats(made: TableMade, mine: readonly number[], more: readonly string[] = []): void {
    const got = made.seats.filter((seat) => seat.token);
    const own = got.filter((seat) => mine.includes(seat.seat)).map((seat) => seat.token as string);
    const links = got.filter((seat) => !mine.includes(seat.seat));
    keepSeats(made.id, [...own, ...more]);
    keepInvitations(made.id, links);
}

export function keepInvitations(table: string, links: readonly SeatGot[]): void {
    try {
        sessionStorage.setItem(`open ${table}`, JSON.stringify(links));
    } catch {
        /* they are lost then, as with a closed tab */
    }
}

/** The seats of a table that are still to be sent to somebody. */
export function invitations(table: string): SeatGot[] {
    try {
        return JSON.parse(sessionStorage.getItem(`open ${table}`) ?? "[]") as SeatGot[];
    } catch {
        return [];
    }
}
