/* cards.ts -- card games: Kuhn, Leduc, knockout whist, goofspiel. */
import {h, s, range} from "../dom";
import {texts} from "../texts";
import {lastMove, press, type Board, type Deed, type Scene} from "./board";
import {card, cardWords, suitMark} from "./pieces";
import {around, nameAt, said, type Place} from "./places";
import type {Ply} from "../types";

const fresh = (scene: Scene, last: string): string =>
    scene.fresh && scene.plies[scene.plies.length - 1]?.move === last ? "deal" : "";

function chips(n: number): SVGElement {
    return s(
        "svg",
        {viewBox: "0 0 44 40", class: "chips", "aria-hidden": "true"},
        ...range(Math.min(n, 7)).map((i) =>
            s(
                "g",
                {},
                s("ellipse", {cx: 22, cy: 31 - i * 4, rx: 17, ry: 7, class: "chip"}),
                s("ellipse", {cx: 22, cy: 31 - i * 4, rx: 10, ry: 4, class: "chip-top"}),
            ),
        ),
    );
}

const pot = (n: unknown): HTMLElement =>
    h("div", {class: "pot"}, chips(Number(n)), h("span", {}, texts.pot(Number(n))));

/** To pass is to check or to fold, and to bet is also to call, as somebody has bet before or nobody has. */
function kuhnWords(move: string, before: readonly Ply[]): string | undefined {
    const faced = before.some((ply) => ply.move === "bet");
    return texts.actions[move === "pass" ? (faced ? "fold" : "check") : move === "bet" && faced ? "call" : move];
}

export const kuhn: Board = {
    draw(scene) {
        const cards = (scene.view["cards"] as string[] | undefined) ?? [];
        return around(
            scene,
            (seat) => ({body: [card(cards[seat] ?? "?", "large"), said(scene, seat, kuhnWords)]}),
            [pot(scene.view["pot"])],
        );
    },
    words: (move, scene) => kuhnWords(move, scene.plies) ?? move,
    told({move}, scene) {
        const first = /^first(\d+)$/.exec(move)?.[1];
        return first === undefined ? kuhnWords(move, scene.plies) : texts.mayBegin(nameAt(scene, Number(first)));
    },
};

export const leduc: Board = {
    draw(scene) {
        const cards = (scene.view["cards"] as string[] | undefined) ?? [];
        const paid = (scene.view["paid"] as number[] | undefined) ?? [];
        const open = scene.view["board"] as string | undefined;
        return around(
            scene,
            (seat) => ({
                note: texts.paid(paid[seat] ?? 0),
                body: [card(cards[seat] ?? "?", "large"), said(scene, seat)],
            }),
            [
                open
                    ? card(open, `large ${fresh(scene, open)}`)
                    : h("span", {class: "card-room"}, scene.over ? texts.noBoardCard : texts.boardCard),
                pot(scene.view["pot"]),
            ],
        );
    },
    words: (move) => texts.actions[move] ?? move,
};

/* Knockout whist. */

interface Whist {
    in: boolean;
    won: number;
    cards: number;
    hand: string[];
    played: string | null;
}

const whistSeats = (scene: Scene): Whist[] => (scene.view["seats"] as Whist[] | undefined) ?? [];

const isCard = (move: string): boolean => /^[2-9TJQKA][cdhs]$/.test(move);

const isLaid = (ply: Ply | undefined): ply is Deed => typeof ply?.who === "number" && isCard(ply.move);

/** The cards of the trick on the table, or of the one just taken, in the order in which they were heard; that one
 * is seen until the next begins, also while chance deals. */
function trick(scene: Scene): {cards: [seat: number, card: string][]; old: boolean} {
    const lying = whistSeats(scene).filter((seat) => seat.played).length;
    const cards: [number, string][] = [];
    let last = scene.plies.length - 1;
    while (last >= 0 && lying === 0 && !isLaid(scene.plies[last])) last--;
    for (let i = last; i >= 0; i--) {
        const ply = scene.plies[i];
        if (!isLaid(ply)) break;
        if (cards.some(([seat]) => seat === ply.who) || (lying > 0 && cards.length === lying)) break;
        cards.unshift([ply.who, ply.move]);
    }
    return {cards, old: lying === 0};
}

function whistPlace(scene: Scene, seat: number): Place {
    const data = whistSeats(scene)[seat];
    if (!data) return {body: []};
    if (!data.in) return {note: texts.knockedOut, body: [], out: true};
    const note = texts.tricks(data.won);
    if (seat === scene.seat || data.hand.length > 0)
        return {
            note,
            body: [
                h(
                    "div",
                    {class: "hand"},
                    ...data.hand.map((c) => press(scene, c, cardWords(c), "hand-card", card(c))),
                ),
            ],
        };
    return {
        note,
        body: [
            h(
                "div",
                {class: "fan", role: "img", "aria-label": texts.cards(data.cards)},
                ...range(data.cards).map(() => card("?", "small")),
            ),
        ],
    };
}

export const whist: Board = {
    draw(scene) {
        const played = trick(scene);
        const trumps = scene.view["trumps"] as string | null;
        return around(scene, (seat) => whistPlace(scene, seat), [
            h(
                "div",
                {class: "trumps"},
                trumps
                    ? s(
                          "svg",
                          {viewBox: "-14 -14 28 28", class: "suit-mark", "aria-hidden": "true"},
                          suitMark(trumps[0] ?? "", 0, 0, 1),
                      )
                    : null,
                h("span", {}, trumps ? texts.trumps(trumps) : texts.noTrumps),
            ),
            h(
                "div",
                {class: `trick${played.old ? " old" : ""}`},
                ...played.cards.map(([seat, c]) =>
                    h(
                        "figure",
                        {},
                        card(c, `${fresh(scene, c)} ${c === lastMove(scene) ? "newest" : ""}`),
                        h("figcaption", {}, nameAt(scene, seat)),
                    ),
                ),
            ),
        ]);
    },
    words: (move) => (isCard(move) ? cardWords(move) : texts.trumps(move)),
    told({who, move}, scene) {
        const seat = /^seat(\d+)$/.exec(move)?.[1];
        if (seat !== undefined) return nameAt(scene, Number(seat));
        return typeof who === "number" && move !== "?" && !isCard(move) ? texts.trumps(move) : undefined;
    },
};

/* Goofspiel. */

interface Bidder {
    points: number;
    hand: number[];
    bids: (number | null)[];
}

/** The last card of a hand plays itself, and so is no bid to the view. */
const playsItself = (scene: Scene, {hand, bids}: Bidder): boolean =>
    scene.over && hand.length === 1 && bids.length === prizesOf(scene).length - 1;

const prizesOf = (scene: Scene): number[] => (scene.view["prizes"] as number[] | undefined) ?? [];

/** A bid for the prize on the table, or the one before it. */
function bidOf(scene: Scene, seat: number, data: Bidder): HTMLElement | null {
    const prizes = prizesOf(scene);
    const takers = (scene.view["takers"] as string[] | undefined) ?? [];
    const bids = playsItself(scene, data) ? [...data.bids, data.hand[0] ?? null] : data.bids;
    const bid = bids[prizes.length - 1];
    const shown = bid !== undefined ? bid : bids[bids.length - 1];
    if (shown === undefined) return null;
    const takes = prizes.length === takers.length && seatsIn(takers[takers.length - 1]).includes(seat);
    return h(
        "figure",
        {class: "bid"},
        card(shown === null ? "?" : String(shown), bid === undefined ? "old" : takes ? "newest" : ""),
        h(
            "figcaption",
            {},
            bid === undefined ? texts.lastBidOf(nameAt(scene, seat)) : texts.bids(nameAt(scene, seat)),
        ),
    );
}

function prizeOf(scene: Scene): HTMLElement {
    const prizes = (scene.view["prizes"] as number[] | undefined) ?? [];
    const takers = (scene.view["takers"] as string[] | undefined) ?? [];
    const prize = prizes[prizes.length - 1];
    if (prize === undefined) return h("span", {class: "card-room"}, texts.prize);
    const open = prizes.length > takers.length;
    return h(
        "figure",
        {class: "prize"},
        card(String(prize), `large gold ${open ? fresh(scene, String(prize)) : "taken"}`),
        h(
            "figcaption",
            {},
            open ? texts.prizeFor(prize) : texts.prizeTo(takerName(scene, takers[takers.length - 1])),
        ),
    );
}

/** One's own cards to bid with; who only watches sees the cards of all. */
function bidderHand(scene: Scene, seat: number, data: Bidder): HTMLElement {
    const hand = playsItself(scene, data) ? [] : data.hand;
    if (seat === scene.seat) {
        const cards = hand.map((n) => press(scene, String(n), texts.bidCard(n), "hand-card", card(String(n))));
        return h("div", {class: "hand"}, ...cards);
    }
    if (typeof scene.seat !== "number" && hand.length > 0)
        return h("div", {class: "hand"}, ...hand.map((n) => card(String(n), "small")));
    const known = scene.over ? "" : texts.handHidden;
    return h("span", {class: "hand-note"}, hand.length > 0 ? texts.holds(hand.join(" ")) : known);
}

export const goofspiel: Board = {
    draw(scene) {
        const seats = (scene.view["seats"] as Bidder[] | undefined) ?? [];
        const most = Math.max(...seats.map(({points}) => points));
        const ahead = scene.over && seats.some(({points}) => points < most);
        const at = (seat: number): Place => {
            const data = seats[seat];
            if (!data) return {body: []};
            return {
                note: texts.points(data.points),
                won: ahead && data.points === most,
                body: [bidderHand(scene, seat, data)],
            };
        };
        const bids = seats.map((data, seat) => bidOf(scene, seat, data));
        return around(scene, at, [prizeOf(scene), ...bids], "bidding");
    },
    words: (move) => texts.bidCard(Number(move)),
    told: ({who, move}, scene) => (who === "chance" ? prizeTold(move) : bidTold(scene, who, move)),
};

const prizeTold = (move: string): string | undefined =>
    /^\d+$/.test(move) ? texts.prizeFor(Number(move)) : undefined;

/** The bid that a move was, by the view where what was noticed then told less. */
function bidKnown(scene: Scene, seat: number, shown: string): number | null {
    const n = scene.plies.filter((ply) => ply.who === seat).length;
    const data = ((scene.view["seats"] as Bidder[] | undefined) ?? [])[seat];
    const words = shown.includes("/") ? shown.split("/")[seat] : /^\d+/.exec(shown)?.[0];
    return words === undefined ? (data?.bids[n] ?? null) : Number(words);
}

/** A bid: of the last one all hear the bids of everybody, `3/5`, or who takes the prize, `seat0`.  To a search that is
 * a turn of its own, after the bid itself. */
function bidTold(scene: Scene, seat: number, move: string): string | undefined {
    if (scene.plies[scene.plies.length - 1]?.who === seat && move.includes("/"))
        return texts.allBids(move.split("/"));
    const bid = bidKnown(scene, seat, move);
    const taker = /(?:seat\d|nobody).*$/.exec(move)?.[0];
    const words = [
        bid === null ? "" : texts.bidCard(bid),
        taker === undefined ? "" : texts.prizeTo(takerName(scene, taker)),
    ].filter(Boolean);
    return words.length > 0 ? words.join("; ") : undefined;
}

function takerName(scene: Scene, taker: string | undefined): string {
    const seats = seatsIn(taker);
    return seats.length > 0 ? texts.all(seats.map((seat) => nameAt(scene, seat))) : texts.nobody;
}

/** The seats that are named by what is told of a prize, `seat0+seat2`. */
const seatsIn = (taker: string | undefined): number[] => (taker?.match(/\d+/g) ?? []).map(Number);
