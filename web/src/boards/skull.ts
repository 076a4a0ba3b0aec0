/* skull.ts -- mats with coasters: what lies face down shows to others nothing but that it is there. */
import {h, label, range, s} from "../dom";
import {texts} from "../texts";
import {press, type Board, type Scene} from "./board";
import {coaster} from "./pieces";
import {around, nameAt, type Place} from "./places";

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

const isUp = (card: string): boolean => card !== "?" && card === card.toUpperCase();

/** Cards of which nobody is shown the faces lie on each other, the last on top. */
function pile(cards: string[]): SVGElement {
    const tall = 64 + Math.max(0, cards.length - 1) * 14;
    return s(
        "svg",
        {viewBox: `0 0 96 ${tall + 8}`, class: "mat"},
        s("rect", {x: 4, y: 4, width: 88, height: tall, rx: 14, class: "mat-ground"}),
        ...cards.map((c, i) =>
            s("g", {transform: `translate(48 ${36 + (cards.length - 1 - i) * 14})`}, ...coaster(c)),
        ),
    );
}

/** Cards that are known lie side by side in the order in which they were laid, numbered; those still face down have
 * a broken rim. */
function row(cards: string[]): SVGElement {
    const wide = cards.length * 68;
    return s(
        "svg",
        {viewBox: `0 0 ${wide + 12} 92`, class: "mat spread"},
        s("rect", {x: 4, y: 4, width: wide + 4, height: 84, rx: 14, class: "mat-ground"}),
        ...cards.map((c, i) =>
            s(
                "g",
                {transform: `translate(${40 + i * 68} 38)`, class: isUp(c) ? "turned" : "facedown"},
                ...coaster(c),
                s("circle", {r: 30, class: "rim"}),
                label(0, 42, i + 1, "coord"),
            ),
        ),
    );
}

/** A stack; cards turned up are capitals, and one's own are known but face down. */
function stackOf(scene: Scene, seat: number, mat: Mat): HTMLElement {
    const cards = [...mat.stack];
    const known = cards.length > 0 && cards.every((c) => c !== "?");
    const words = cards.map((c) => (isUp(c) ? wordsOf(c) : texts.faceDown(wordsOf(c))));
    const turn = scene.picker?.live(`flip${seat}`);
    return h(
        "div",
        {class: "stack"},
        press(
            scene,
            `flip${seat}`,
            `${turn ? `${texts.turnUp(nameAt(scene, seat))}: ` : ""}${texts.stack(cards.length, words)}`,
            "mat-spot",
            known ? row(cards) : pile(cards),
        ),
        known && seat === scene.seat && !cards.every(isUp)
            ? h("span", {class: "hand-note"}, texts.onlyYouSee(cards.length))
            : null,
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
    believed: (value) => texts.coasterCards(value.toLowerCase()),
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
    words: deedWords,
    told({who, move}, scene) {
        if (move === "?") return texts.hiddenCard;
        const [deed, cards] = move.split(":") as [string, string | undefined];
        if (who === "chance") return texts.losses[deed];
        const words = deedWords(deed, scene);
        if (cards === undefined) return words;
        const up = [...cards].map(wordsOf).join(", ");
        return deed.startsWith("flip") ? texts.turned(words, up) : texts.comesUp(words, up);
    },
};

function deedWords(move: string, scene: Scene): string {
    const m = /^(flip|start)(\d+)$/.exec(move);
    const who = m ? nameAt(scene, Number(m[2])) : "";
    if (m) return m[1] === "flip" ? texts.turnUp(who) : texts.mayBegin(who);
    if (/^\d+$/.test(move)) return texts.bidRoses(Number(move));
    return texts.actions[move] ?? texts.coasters[move[0] ?? ""] ?? move;
}

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
