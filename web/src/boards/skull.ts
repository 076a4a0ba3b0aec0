/* skull.ts -- mats with coasters: what lies face down shows nothing but that it is there. */
import {h, range, s} from "../dom";
import {texts} from "../texts";
import {press, type Board, type Scene} from "./board";
import {coaster} from "./pieces";
import {around, type Place} from "./places";

interface Mat {
    points: number;
    hand: string;
    stack: string;
    bids?: string;
}

const one = (what: string, words: string, cls = ""): SVGSVGElement =>
    s(
        "svg",
        {viewBox: "-32 -32 64 64", class: `coaster-face ${cls}`, role: "img", "aria-label": words},
        ...coaster(what),
    );

const wordsOf = (what: string): string => texts.coasters[what.toLowerCase()] ?? what;

/** A stack, the last card on top; turned-up cards are capitals, one's own are known but face down. */
function stackOf(scene: Scene, seat: number, mat: Mat): HTMLElement {
    const cards = [...mat.stack];
    const drawing = s(
        "svg",
        {
            viewBox: `0 0 96 ${72 + Math.max(0, cards.length - 1) * 14}`,
            class: "mat",
            role: "img",
            "aria-label": texts.stack(cards.length),
        },
        s("rect", {
            x: 4,
            y: 4,
            width: 88,
            height: 64 + Math.max(0, cards.length - 1) * 14,
            rx: 14,
            class: "mat-ground",
        }),
        ...cards.map((c, i) =>
            s(
                "g",
                {
                    transform: `translate(48 ${36 + (cards.length - 1 - i) * 14})`,
                    class: c === c.toUpperCase() && c !== "?" ? "" : "facedown",
                },
                ...coaster(c),
            ),
        ),
    );
    return press(
        scene,
        `flip${seat}`,
        texts.turnUp(scene.names[seat] || texts.seat(seat)),
        "mat-spot",
        drawing,
    );
}

function hand(scene: Scene, seat: number, mat: Mat): HTMLElement {
    const own = seat === scene.seat;
    return h(
        "div",
        {class: own ? "hand coasters" : "coasters small"},
        ...[...mat.hand].map((c) => {
            if (!own || c === "?") return one(c, wordsOf(c), "small");
            const step = c === "s" ? "skull" : "rose";
            const lose = scene.picker?.live(`lose-${step}`) ? `lose-${step}` : step;
            return press(
                scene,
                lose,
                lose.startsWith("lose") ? (texts.actions[lose] ?? lose) : wordsOf(c),
                "hand-card",
                one(c, wordsOf(c)),
            );
        }),
    );
}

export const skull: Board = {
    draw(scene) {
        const mats = (scene.view["seats"] as Mat[] | undefined) ?? [];
        const down = mats.reduce((sum, mat) => sum + mat.stack.length, 0);
        const bids = mats.flatMap((mat) => (mat.bids?.match(/\d+/g) ?? []).map(Number));
        const highest = Math.max(0, ...bids);
        const at = (seat: number): Place => {
            const mat = mats[seat];
            if (!mat) return {body: []};
            const out = mat.hand.replace("-", "") + mat.stack === "";
            return {
                note: texts.points(mat.points),
                out,
                body: [
                    stackOf(scene, seat, mat),
                    hand(scene, seat, {...mat, hand: mat.hand.replace("-", "")}),
                    mat.bids ? h("span", {class: "bubble"}, bidWords(mat.bids)) : null,
                ],
            };
        };
        return around(
            scene,
            at,
            [
                h(
                    "div",
                    {class: "skull-middle"},
                    h("span", {}, texts.round(Number(scene.view["round"] ?? 1))),
                    h("span", {}, texts.onTable(down)),
                    highest ? h("strong", {}, texts.highestBid(highest)) : null,
                ),
            ],
            "skulls",
        );
    },
    words(move, scene) {
        const m = /^(flip|start)(\d+)$/.exec(move);
        const who = m ? scene.names[Number(m[2])] || texts.seat(Number(m[2])) : "";
        if (m) return m[1] === "flip" ? texts.turnUp(who) : texts.mayBegin(who);
        if (/^\d+$/.test(move)) return texts.bidRoses(Number(move));
        return texts.actions[move] ?? texts.coasters[move[0] ?? ""] ?? move;
    },
};

function bidWords(bids: string): string {
    const all = bids.trim().split(/\s+/);
    const last = all[all.length - 1] ?? "";
    return texts.actions[last] ?? last;
}

/** Some coasters side by side, for pictures. */
export const coasters = (what: string): SVGElement[] =>
    range(what.length).map((i) =>
        s("g", {transform: `translate(${40 + i * 44} 44)`}, ...coaster(what[i] as string)),
    );
