/* board.ts -- what every board has in common: the scene it draws, spots that can be pressed, pieces
 * that move.
 *
 * A board draws the whole scene anew each time.  Whatever can be pressed is a spot with an id, a step
 * of picking a move; who listens to presses and arrow keys is table/surface.ts, for all boards alike. */
import {h, label, s, type Attributes, type Child} from "../dom";
import type {Expand, Picker} from "../picker";
import {texts} from "../texts";
import type {Ply, Seat, Turn, View} from "../types";

export interface Scene {
    name: string;
    params: Record<string, number | string>;
    view: View;
    text: string;
    seat: Seat;
    turn: Turn;
    names: string[];
    players: number;
    plies: Ply[];
    /** By its rules, so that all is shown; not where somebody gave up. */
    over: boolean;
    /** The last ply has just been seen: let it move. */
    fresh: boolean;
    picker: Picker | null;
}

export interface Board {
    draw(scene: Scene): Element;
    /** The ways to point a move out; not given: by its name. */
    paths?(move: string, scene: Scene): string[][];
    /** In place of paths, where those would be too many. */
    expand?(legal: readonly string[], scene: Scene): Expand;
    /** A move in words, where its name does not speak for itself. */
    words?(move: string, scene: Scene): string;
    /** A move that was made after the plies of a scene, or may be, as somebody noticed it: in words, where its name is
     * none that players know. */
    told?(ply: Ply, scene: Scene): string | undefined;
    /** Something hidden that may be there, in words, where it does not speak for itself. */
    believed?(value: string): string;
    /** What one is to do, where the board does not speak for itself. */
    advice?(scene: Scene): string;
    /** Choices beside the board: a step and its words. */
    choices?(scene: Scene): [step: string, words: string][];
}

export const letter = (i: number): string => String.fromCharCode(97 + i);

export type Deed = Ply & {who: number};

const isDeed = (ply: Ply | undefined): ply is Deed => typeof ply?.who === "number";

/** What a player did last: chance may have thrown dice or dealt since, and one still wants to see it. */
export function lastDeed(scene: Pick<Scene, "plies">): Deed | null {
    for (let i = scene.plies.length - 1; i >= 0; i--) {
        const ply = scene.plies[i];
        if (isDeed(ply)) return ply;
    }
    return null;
}

/** What was noticed of a move, in the words of its board. */
export const tell = (board: Board, ply: Ply, scene: Scene): string =>
    board.told?.(ply, scene) ?? (ply.move === "?" ? texts.hidden : ply.move);

/** What is noticed of moves on boards in the dark. */
export const darkTold = ({move}: Ply): string | undefined =>
    move.endsWith("!") ? texts.ranInto(move.slice(0, -1)) : texts.inTheDark[move];

/** The move of that, or "". */
export const lastMove = (scene: Scene): string => lastDeed(scene)?.move ?? "";

/** Whether that is what has just been seen, so that it is its pieces that move. */
export const isFresh = (scene: Scene): boolean => scene.fresh && isDeed(scene.plies[scene.plies.length - 1]);

const stateOf = (scene: Scene, id: string): {live: boolean; picked: boolean} => ({
    live: scene.picker?.live(id) ?? false,
    picked: scene.picker?.path.includes(id) ?? false,
});

/** A spot in SVG: a group that can be pressed while its step is possible, and else a picture of what lies there, which
 * is read to who does not see it. */
export function spot(scene: Scene, id: string, words: string, ...children: Child[]): SVGGElement {
    const {live, picked} = stateOf(scene, id);
    const cls = `spot${live ? " live" : ""}${picked ? " picked" : ""}`;
    if (!live && !picked) return shown(words, {class: cls}, ...children);
    const attributes: Attributes = {class: cls, "data-spot": id, role: "button", tabindex: -1, "aria-label": words};
    if (picked) attributes["aria-pressed"] = "true";
    return s("g", attributes, ...children);
}

/** Something drawn, in words for who does not see it. */
export const shown = (words: string, attributes: Attributes, ...children: Child[]): SVGGElement =>
    s("g", {...attributes, role: "img", "aria-label": words}, ...children);

/** The same in HTML: a button, or nothing but its content while it cannot be pressed. */
export function press(scene: Scene, id: string, words: string, cls: string, ...children: Child[]): HTMLElement {
    const {live, picked} = stateOf(scene, id);
    if (!live && !picked)
        return h("span", {class: `${cls} idle`, role: "img", "aria-label": words}, ...children);
    return h(
        "button",
        {
            type: "button",
            class: `${cls} spot${live ? " live" : ""}${picked ? " picked" : ""}`,
            "data-spot": id,
            "aria-label": words,
            tabindex: -1,
            ...(picked ? {"aria-pressed": "true"} : {}),
        },
        h("span", {"aria-hidden": "true"}, ...children),
    );
}

/** Something at a place, that comes from another one when it has just moved. */
export function piece(
    scene: Scene,
    x: number,
    y: number,
    from: [number, number] | "new" | null,
    ...children: Child[]
): SVGGElement {
    const moving = scene.fresh && from !== null;
    const inner = s(
        "g",
        moving && from !== "new"
            ? {"data-dx": from[0] - x, "data-dy": from[1] - y}
            : {class: moving ? "pop" : undefined},
        ...children,
    );
    return s("g", {transform: `translate(${x} ${y})`, class: "piece"}, inner);
}

/** The frame of a drawn board. */
export function frame(
    width: number,
    height: number,
    words: string,
    cls: string,
    ...children: Child[]
): SVGSVGElement {
    return s(
        "svg",
        {viewBox: `0 0 ${width} ${height}`, class: `board ${cls}`, role: "group", "aria-label": words},
        ...children,
    );
}

/** The hatching that lies over what one does not know. */
export function fog(x: number, y: number, size: number): SVGGElement {
    const stroke = (k: number): SVGElement =>
        s("path", {
            class: "hatch",
            d: `M${x + size * k * 0.25} ${y + size}L${x + size} ${y + size * k * 0.25}M${x} ${y + size * k * 0.25}L${x + size * k * 0.25} ${y}`,
        });
    return s(
        "g",
        {class: "fog"},
        s("rect", {x, y, width: size, height: size, rx: 6}),
        stroke(1),
        stroke(2),
        stroke(3),
    );
}

export {label};
