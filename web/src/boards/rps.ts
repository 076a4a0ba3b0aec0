/* rps.ts -- rock paper scissors: two hands, shown at once. */
import {h, label, s} from "../dom";
import {texts} from "../texts";
import {press, type Board, type Scene} from "./board";
import {around} from "./places";

/* What beats what. */
const BEATS: Record<string, string> = {rock: "scissors", paper: "rock", scissors: "paper"};

/** A hand around the origin, within 60 by 60. */
export function handShape(what: string): SVGElement[] {
    switch (what) {
        case "rock":
            return [s("path", {d: "M-22 12L-17 -12L2 -22L20 -10L23 10L8 22L-14 21Z", class: "stone"})];
        case "paper":
            return [
                s("rect", {x: -17, y: -23, width: 34, height: 46, rx: 3, class: "card"}),
                s("path", {d: "M-10 -12H10M-10 -3H10M-10 6H4", class: "card-rule"}),
            ];
        case "scissors":
            return [
                s("path", {d: "M-14 12L14 -24M14 12L-14 -24", class: "blade"}),
                s("circle", {cx: -15, cy: 17, r: 6.5, class: "grip"}),
                s("circle", {cx: 15, cy: 17, r: 6.5, class: "grip"}),
            ];
        case "?":
            return [s("circle", {r: 24, class: "die veil"}), label(0, 1, "?", "veiled")];
        default:
            return [s("circle", {r: 24, class: "no-hand"})];
    }
}

const shape = (what: string, cls = ""): SVGElement =>
    s(
        "svg",
        {
            viewBox: "-30 -30 60 60",
            class: `gesture ${cls}`,
            role: "img",
            "aria-label": texts.actions[what] ?? (what === "?" ? texts.hidden : texts.noHand),
        },
        ...handShape(what),
    );

function choices(scene: Scene): HTMLElement | null {
    const live = Object.keys(BEATS).filter((move) => scene.picker?.live(move));
    const one = (move: string): HTMLElement =>
        press(scene, move, texts.actions[move] ?? move, "hand-card gesture-card", shape(move));
    return live.length > 0 ? h("div", {class: "hand"}, ...live.map(one)) : null;
}

/** How it ended, once both hands are shown. */
function outcome(hands: readonly string[]): HTMLElement | null {
    const [first, second] = hands;
    const [a, b] = hands.map((hand) => texts.actions[hand]);
    if (!first || !a || !b) return null;
    const words = a === b ? texts.bothChose(a) : BEATS[first] === second ? texts.beats(a, b) : texts.beats(b, a);
    return h("strong", {class: "call"}, words);
}

export const rps: Board = {
    draw(scene) {
        const hands = (scene.view["hands"] as string[] | undefined) ?? [];
        const won = (seat: number): boolean => BEATS[hands[seat] ?? ""] === hands[1 - seat] && scene.over;
        return around(
            scene,
            (seat) => ({won: won(seat), body: [shape(hands[seat] ?? "-", scene.fresh ? "deal" : "")]}),
            [outcome(hands), choices(scene)],
            "gestures",
        );
    },
    told({who, move}, scene) {
        const hand = typeof who === "number" ? (scene.view["hands"] as string[] | undefined)?.[who] : "";
        return texts.actions[move === "?" ? (hand ?? "") : move];
    },
};
