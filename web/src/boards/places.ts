/* places.ts -- a table with players around it: the others above, what is common in the middle, one's own
 * hand below.  Cards, dice, skull and dominoes are laid out so. */
import {h, type Child} from "../dom";
import {hueOf} from "../hues";
import {texts} from "../texts";
import type {Ply} from "../types";
import {lastDeed, type Scene} from "./board";

export interface Place {
    /** Behind the name: points, tricks. */
    note?: string;
    body: Child[];
    out?: boolean;
    /** Has won, or shares the win. */
    won?: boolean;
}

export const nameAt = (scene: Scene, seat: number): string =>
    seat === scene.seat ? texts.you : scene.names[seat] || texts.seat(seat);

export function place(scene: Scene, seat: number, {note, body, out, won}: Place): HTMLElement {
    const now = scene.turn === seat && !scene.over;
    const notes = [note, won ? texts.best(nameAt(scene, seat)) : ""].filter(Boolean).join(" · ");
    return h(
        "div",
        {
            role: "group",
            class: `place ${hueOf(seat)}${now ? " now" : ""}${out ? " out" : ""}${won ? " winner" : ""}`,
            "aria-label": nameAt(scene, seat),
        },
        h(
            "header",
            {},
            h("strong", {}, nameAt(scene, seat)),
            notes ? h("span", {class: "place-note"}, notes) : null,
        ),
        h("div", {class: "place-body"}, ...body),
    );
}

/** The others in the order in which they follow. */
export function others(scene: Scene): number[] {
    const me = typeof scene.seat === "number" ? scene.seat : -1;
    const all = Array.from({length: scene.players}, (_, i) => (me + 1 + i) % scene.players);
    return me < 0 ? all : all.filter((seat) => seat !== me);
}

/** Where nobody sits below, all that lies there moves to the middle of the table. */
export function around(scene: Scene, at: (seat: number) => Place, middle: Child[], cls = ""): HTMLElement {
    return h(
        "div",
        {class: `round ${cls}${typeof scene.seat === "number" ? "" : " watched"}`},
        h("div", {class: "others"}, ...others(scene).map((seat) => place(scene, seat, at(seat)))),
        h("div", {class: "middle"}, ...middle),
        typeof scene.seat === "number"
            ? h("div", {class: "own"}, place(scene, scene.seat, at(scene.seat)))
            : null,
    );
}

/** Words that were said, such as a call; what was said last stands out. */
function bubble(scene: Scene, seat: number, words: string | undefined): HTMLElement | null {
    const latest = lastDeed(scene)?.who === seat;
    return words ? h("span", {class: latest ? "bubble latest" : "bubble"}, words) : null;
}

const spoken = (move: string): string | undefined => texts.actions[move];

/** What a seat said last, if that is a word; what it means may depend on what was played before. */
export function said(
    scene: Scene,
    seat: number,
    words: (move: string, before: readonly Ply[]) => string | undefined = spoken,
): HTMLElement | null {
    const last = scene.plies.map((ply) => ply.who).lastIndexOf(seat);
    return bubble(scene, seat, words(scene.plies[last]?.move ?? "", scene.plies.slice(0, last)));
}

/** The same, until somebody else does something. */
export function justSaid(scene: Scene, seat: number): HTMLElement | null {
    const deed = lastDeed(scene);
    return deed?.who === seat ? bubble(scene, seat, spoken(deed.move)) : null;
}
