/* dice.ts -- liar's dice under their cups, and pig. */
import {h, range, s} from "../dom";
import {texts} from "../texts";
import {lastDeed, press, type Board, type Scene} from "./board";
import {die} from "./pieces";
import {around, justSaid, nameAt} from "./places";

const bidParts = (bid: string): [number, number] => bid.split("x").map(Number) as [number, number];

/** All bids that may be made, a row for each number of dice. */
function bidTable(scene: Scene): HTMLElement | null {
    const legal = [...(scene.picker?.options.next ?? [])].filter((move) => /^\d+x\d+$/.test(move));
    if (legal.length === 0) return null;
    const counts = [...new Set(legal.map((bid) => bidParts(bid)[0]))];
    const sides = Number(scene.params["sides"] ?? 6);
    return h(
        "div",
        {class: "bids", role: "group", "aria-label": texts.yourBid},
        ...counts.map((n) =>
            h(
                "div",
                {class: "bid-row"},
                h("span", {class: "bid-count"}, texts.times(n)),
                ...range(sides).map((i) =>
                    legal.includes(`${n}x${i + 1}`)
                        ? press(scene, `${n}x${i + 1}`, texts.bidWords(n, i + 1), "bid-die", die(i + 1))
                        : h("span", {class: "bid-die gone"}, die(i + 1)),
                ),
            ),
        ),
    );
}

export const liars: Board = {
    draw(scene) {
        const cups = (scene.view["cups"] as string[] | undefined) ?? [];
        const dice = (scene.view["dice"] as number[] | undefined) ?? [];
        const bids = (scene.view["bids"] as string[] | undefined) ?? [];
        const bid = bids[bids.length - 1];
        const called = lastDeed(scene);
        const bidder = [...scene.plies].reverse().find((ply) => ply.move === bid)?.who;
        return around(
            scene,
            (seat) => ({
                note: texts.dice(dice[seat] ?? 0),
                out: dice[seat] === 0 && !scene.over,
                body: [
                    h(
                        "div",
                        {class: "cup"},
                        ...[...(cups[seat] ?? "")].map((c) =>
                            die(
                                c === "?" ? 0 : Number(c),
                                bid && Number(c) === bidParts(bid)[1] && scene.over ? "counts" : "",
                            ),
                        ),
                    ),
                ],
            }),
            [
                bid
                    ? h(
                          "div",
                          {class: "bid-now"},
                          h(
                              "span",
                              {class: "bid-by"},
                              typeof bidder === "number" ? texts.bids(nameAt(scene, bidder)) : texts.lastBid,
                          ),
                          h("span", {class: "bid-big"}, texts.times(bidParts(bid)[0])),
                          die(bidParts(bid)[1], "large"),
                      )
                    : h("span", {class: "card-room"}, texts.noBid),
                called?.move.startsWith("liar")
                    ? h("strong", {class: "call"}, texts.calls(nameAt(scene, called.who)))
                    : null,
                bidTable(scene),
            ],
        );
    },
    words: (move) => (move === "liar" ? texts.callLiar : texts.bidWords(...bidParts(move))),
    told({move}) {
        if (move.startsWith("liar")) return texts.callLiar;
        return /^\d+x\d+$/.test(move) ? texts.bidWords(...bidParts(move)) : undefined;
    },
};

/** How far a player has come, as a bar. */
function track(score: number, more: number, target: number): SVGElement {
    const x = (n: number): number => Math.min(100, (n / target) * 100);
    return s(
        "svg",
        {viewBox: "0 0 100 6", class: "track", preserveAspectRatio: "none", "aria-hidden": "true"},
        s("rect", {width: 100, height: 6, class: "track-all"}),
        s("rect", {width: x(score + more), height: 6, class: "track-more"}),
        s("rect", {width: x(score), height: 6, class: "track-done"}),
    );
}

export const pig: Board = {
    draw(scene) {
        const scores = (scene.view["scores"] as number[] | undefined) ?? [];
        const total = Number(scene.view["total"] ?? 0);
        const on = Number(scene.view["seat"] ?? 0);
        const target = Number(scene.params["target"] ?? 100);
        const rolled = [...scene.plies].reverse().find((ply) => ply.who === "chance");
        const number = Number(rolled?.move ?? 0);
        const faces = Number(scene.params["faces"] ?? 6);
        return around(
            scene,
            (seat) => ({
                note: texts.outOf(scores[seat] ?? 0, target),
                body: [track(scores[seat] ?? 0, seat === on ? total : 0, target), justSaid(scene, seat)],
            }),
            [
                number
                    ? faces <= 9
                        ? die(number, `huge ${scene.fresh ? "tumble" : ""}`)
                        : h("span", {class: "bid-big"}, number)
                    : die(0, "huge"),
                h(
                    "div",
                    {class: "pile"},
                    h("strong", {}, `${total}`),
                    h("span", {}, scene.over ? "" : texts.atStake(nameAt(scene, on))),
                ),
            ],
            "pig",
        );
    },
    words: (move) => texts.actions[move] ?? move,
};
