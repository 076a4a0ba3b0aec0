/* settings.ts -- what the visitor likes, kept in the browser: theme, motion, name; and the seats
 * that this browser holds.
 *
 * A seat's token is kept for the tab first, so that two tabs may sit at one table, and for the
 * browser, so that a closed tab does not lose the seat.  A browser that keeps nothing does no harm. */
import type {Next} from "./types";

export type Theme = "auto" | "light" | "dark";

function read(store: Storage, key: string): string | null {
    try {
        return store.getItem(key);
    } catch {
        return null;
    }
}

function write(store: Storage, key: string, value: string): void {
    try {
        store.setItem(key, value);
    } catch {
        /* nothing is kept then */
    }
}

export const theme = (): Theme => (read(localStorage, "theme") as Theme | null) ?? "auto";

export function setTheme(to: Theme): void {
    write(localStorage, "theme", to);
    showTheme();
}

/** Puts the theme on the page, where the style sheet looks for it. */
export function showTheme(): void {
    const wish = theme();
    const dark = wish === "dark" || (wish === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    document.documentElement.classList.toggle("still", !motion());
}

/** Whether things move: as chosen, else as the system says. */
export function motion(): boolean {
    const wish = read(localStorage, "motion");
    return wish ? wish === "on" : !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function setMotion(on: boolean): void {
    write(localStorage, "motion", on ? "on" : "off");
    showTheme();
}

export const sound = (): boolean => read(localStorage, "sound") === "on";
export const setSound = (on: boolean): void => write(localStorage, "sound", on ? "on" : "off");

export const myName = (): string => read(localStorage, "name") ?? "";
export const setMyName = (name: string): void => write(localStorage, "name", name);

const seatsIn = (kept: Storage, table: string): string[] =>
    (read(kept, `seats ${table}`) ?? "").split(" ").filter(Boolean);

/** The tokens that this tab, or else this browser, holds at a table; from then on this tab holds them. */
export function seatsAt(table: string): string[] {
    const own = seatsIn(sessionStorage, table);
    if (own.length > 0) return own;
    const known = seatsIn(localStorage, table);
    if (known.length > 0) write(sessionStorage, `seats ${table}`, known.join(" "));
    return known;
}

/** Where this tab was asked to play on after a table, if it was; a reload does not forget it. */
export function nextOf(table: string): Next | null {
    const kept = read(sessionStorage, `next ${table}`);
    return kept ? (JSON.parse(kept) as Next) : null;
}

export const keepNext = (table: string, next: Next): void =>
    write(sessionStorage, `next ${table}`, JSON.stringify(next));

/** One more seat in this tab; those of other tabs are theirs, but the browser knows all of them. */
export function addSeat(table: string, token: string): void {
    const known = seatsIn(localStorage, table);
    keepSeats(table, [...seatsIn(sessionStorage, table), token]);
    write(localStorage, `seats ${table}`, [...new Set([...known, token])].join(" "));
}

export function keepSeats(table: string, tokens: string[]): void {
    write(sessionStorage, `seats ${table}`, tokens.join(" "));
    write(localStorage, `seats ${table}`, tokens.join(" "));
    write(localStorage, "tables", [table, ...myTables().filter((id) => id !== table)].slice(0, MOST_TABLES).join(" "));
}

const MOST_TABLES = 12;

/** The tables at which this browser sat down last, the latest first. */
export const myTables = (): string[] => (read(localStorage, "tables") ?? "").split(" ").filter(Boolean);

/** A table whose game is over, or that is there no more, is not to be found again. */
export const leaveTable = (table: string): void =>
    write(
        localStorage,
        "tables",
        myTables()
            .filter((id) => id !== table)
            .join(" "),
    );
