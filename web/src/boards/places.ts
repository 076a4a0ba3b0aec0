/* places.ts -- a table with players around it: the others above, what is common in the middle, one's own
 * hand below.  Cards, dice, skull and dominoes are laid out so. */
import {h, type Child} from "../dom";
import {texts} from "../texts";
import type {Scene} from "./board";

export interface Place {
    /** Behind the name: points, tricks. */
    note?: string;
    body: Child[];
    out?: boolean;
}

export const nameAt = (scene: Scene, seat: number): string =>
    seat === scene.seat ? texts.you : scene.names[seat] || texts.seat(seat);

export function place(scene: Scene, seat: number, {note, body, out}: Place): HTMLElement {
    const now = scene.turn === seat && !scene.over;
    return h(
        "div",
        {
            role: "group",
            class: `place hue${seat % 6}${now ? " now" : ""}${out ? " out" : ""}`,
            "aria-label": nameAt(scene, seat),
        },
        h(
            "header",
            {},
            h("strong", {}, nameAt(scene, seat)),
            note ? h("span", {class: "place-note"}, note) : null,
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

export function around(scene: Scene, at: (seat: number) => Place, middle: Child[], cls = ""): HTMLElement {
    return h(
        "div",
        {class: `round ${cls}`},
        h("div", {class: "others"}, ...others(scene).map((seat) => place(scene, seat, at(seat)))),
        h("div", {class: "middle"}, ...middle),
        typeof scene.seat === "number"
            ? h("div", {class: "own"}, place(scene, scene.seat, at(scene.seat)))
            : null,
    );
}

/** What each seat said last, since chance last spoke. */
export function said(scene: Scene, seat: number): string {
    for (let i = scene.plies.length - 1; i >= 0; i--) {
        const ply = scene.plies[i];
        if (ply?.who === seat) return ply.move;
    }
    return "";
}
