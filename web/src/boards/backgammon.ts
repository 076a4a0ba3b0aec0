/* backgammon.ts -- 24 points, the bar and the tray.
 *
 * A move is a whole turn, `24/18,13/9*(2)`.  It is pointed out hop by hop in any order: a checker, where it
 * goes, the next one.  A way of two dice may be taken at once or with a stop between, as long as the other
 * side does not stand there. */
import {label, range, s} from "../dom";
import type {Expand} from "../picker";
import {texts} from "../texts";
import {face} from "./pieces";
import {frame, isFresh, lastDeed, piece, shown, spot, type Board, type Scene} from "./board";

const POINT = 46;
const TALL = 190;
const EDGE = 26;
const BAR = 44;
const TRAY = 52;
const WIDTH = EDGE * 2 + POINT * 12 + BAR + TRAY;
const HEIGHT = EDGE * 2 + TALL * 2 + 90;
const OFF = 0;
const ONBAR = 25;

type Hop = [from: number, to: number];

const number = (word: string): number =>
    word === "bar" ? ONBAR : word === "off" ? OFF : Number.parseInt(word, 10);
const word = (n: number): string => (n === ONBAR ? "bar" : n === OFF ? "off" : String(n));

/** The hops that a move is written by. */
export function hopsOf(move: string): Hop[] {
    const out: Hop[] = [];
    for (const part of move.split(",")) {
        const times = Number(/\((\d)\)/.exec(part)?.[1] ?? 1);
        const stops = part
            .replace(/\(\d\)|\*/g, "")
            .split("/")
            .map(number);
        for (let t = 0; t < times; t++)
            for (let i = 0; i + 1 < stops.length; i++) out.push([stops[i] as number, stops[i + 1] as number]);
    }
    return out;
}

const mine = (scene: Scene): number => (scene.turn === 1 ? 1 : scene.turn === 0 ? 0 : scene.seat === 1 ? 1 : 0);

const countOf = (scene: Scene, seat: number, point: number): number =>
    ((scene.view["checkers"] as number[][] | undefined) ?? [])[seat]?.[point] ?? 0;

/** Whether the other side stands on a point, as the mover counts: a stop there is no stop, or a hit, which is
 * another move. */
const taken = (scene: Scene, point: number): boolean =>
    point > 0 && point < ONBAR && countOf(scene, 1 - mine(scene), ONBAR - point) > 0;

/** A hop of several dice, also by way of the stops between. */
function splits(scene: Scene, [from, to]: Hop): Hop[][] {
    const dice = (scene.view["dice"] as number[] | null) ?? [];
    const out: Hop[][] = [[[from, to]]];
    for (const die of new Set(dice)) {
        const stop = from - die;
        if (stop <= to || stop <= 0 || taken(scene, stop)) continue;
        for (const rest of splits(scene, [stop, to])) out.push([[from, stop], ...rest]);
    }
    return out;
}

function variants(scene: Scene, move: string): Hop[][] {
    let out: Hop[][] = [[]];
    for (const hop of hopsOf(move))
        out = out.flatMap((head) => splits(scene, hop).map((tail) => [...head, ...tail])).slice(0, 64);
    return out;
}

/** What is left of the hops after those taken, or null if they are none of its. */
function without(hops: Hop[], path: readonly string[]): Hop[] | null {
    const left = [...hops];
    for (let i = 0; i + 1 < path.length; i += 2) {
        const at = left.findIndex(
            ([from, to]) => `p${word(from)}` === path[i] && `p${word(to)}` === path[i + 1],
        );
        if (at < 0) return null;
        left.splice(at, 1);
    }
    return left;
}

/** The hops that can come next: from the bar before anything else, and from where a checker stands by now. */
function ready(scene: Scene, left: Hop[], path: readonly string[]): Hop[] {
    const stands = (point: number): boolean => {
        let n = countOf(scene, mine(scene), point);
        path.forEach((step, i) => {
            if (step === `p${word(point)}`) n += i % 2 ? 1 : -1;
        });
        return n > 0;
    };
    const entering = left.filter(([from]) => from === ONBAR);
    return entering.length > 0 ? entering : left.filter(([from]) => stands(from));
}

function expand(legal: readonly string[], scene: Scene): Expand {
    const all = legal.flatMap((move) => variants(scene, move).map((hops) => ({move, hops})));
    return (path) => {
        const next = new Set<string>();
        const hopped = path.slice(0, path.length - (path.length % 2));
        let done = legal.find((move) => move === path[0]);
        for (const {move, hops} of done === undefined ? all : []) {
            const left = without(hops, hopped);
            if (!left) continue;
            if (hops.length === 0) next.add(move);
            else if (left.length === 0 && path.length % 2 === 0) done = move;
            for (const [from, to] of ready(scene, left, hopped)) {
                if (path.length % 2 === 0) next.add(`p${word(from)}`);
                else if (`p${word(from)}` === path[path.length - 1]) next.add(`p${word(to)}`);
            }
        }
        return {next, done};
    };
}

/** Where a point of whoever looks on is drawn: its x, and whether it grows from the top. */
function spotOf(point: number): {x: number; top: boolean} {
    const top = point > 12;
    const k = top ? point - 13 : 12 - point;
    return {x: EDGE + k * POINT + (k > 5 ? BAR : 0) + POINT / 2, top};
}

/** The checkers on a point; of those that came last so many are marked, or where one has just left. */
function heap(scene: Scene, x: number, top: boolean, seat: number, n: number, came: number): SVGElement[] {
    const gap = n > 5 ? 150 / (n - 1) : 36;
    const y = (i: number): number => (top ? EDGE + 20 + i * gap : HEIGHT - EDGE - 20 - i * gap);
    const checkers = range(n).map((i) => {
        const isNew = i >= n - came;
        return piece(
            scene,
            x,
            y(i),
            isNew && isFresh(scene) ? "new" : null,
            s("circle", {r: 18, class: `disc ${seat ? "white" : "black"}`}),
            s("circle", {r: 12, class: `groove ${seat ? "white" : "black"}`}),
            isNew ? s("circle", {r: 17, class: "last"}) : null,
        );
    });
    return came < 0 ? [...checkers, s("circle", {cx: x, cy: y(n), r: 15, class: "last gone"})] : checkers;
}

/** How many checkers more each point has by what was played last, or fewer; as whoever moved counts. */
function changes(scene: Scene): {by: number; more: number[]} {
    const deed = lastDeed(scene);
    const more = Array(ONBAR + 1).fill(0) as number[];
    for (const [from, to] of hopsOf(deed?.move ?? "")) {
        more[from] = (more[from] ?? 0) - 1;
        more[to] = (more[to] ?? 0) + 1;
    }
    return {by: deed?.who ?? -1, more};
}

/** Checkers in words: one's own, and the others by their colour. */
function lying(scene: Scene, counts: [seat: number, n: number][]): string {
    const there = counts.filter(([, n]) => n > 0);
    const words = there.map(([seat, n]) => texts.checkers(n, seat === scene.seat, seat === 1));
    return words.join(", ") || texts.empty;
}

interface Counts {
    taken: number[];
    added: number[];
}

/** One more at the point that a step names. */
function count(at: number[], step: string): void {
    const i = number(step.slice(1));
    at[i] = (at[i] ?? 0) + 1;
}

/** The checkers of the mover as the hops picked so far leave them. */
function shifted(scene: Scene): Counts {
    const counts: Counts = {taken: Array(26).fill(0) as number[], added: Array(26).fill(0) as number[]};
    const path = scene.picker?.path ?? [];
    for (let i = 0; i + 1 < path.length; i += 2) {
        count(counts.taken, path[i] as string);
        count(counts.added, path[i + 1] as string);
    }
    return counts;
}

function points(scene: Scene, me: number): SVGElement[] {
    const shift = shifted(scene);
    const {by, more} = changes(scene);
    return range(24).map((i) => {
        const point = i + 1;
        const {x, top} = spotOf(point);
        const own = countOf(scene, me, point) - (shift.taken[point] ?? 0) + (shift.added[point] ?? 0);
        const other = own > 0 ? 0 : countOf(scene, 1 - me, ONBAR - point);
        const [y0, y1] = top ? [EDGE, EDGE + TALL] : [HEIGHT - EDGE, HEIGHT - EDGE - TALL];
        const seat = own > 0 ? me : 1 - me;
        const came = more[by === me ? point : ONBAR - point] ?? 0;
        return spot(
            scene,
            `p${point}`,
            texts.pointWith(point, lying(scene, [[seat, own + other]])),
            s("path", {d: `M${x - 21} ${y0}H${x + 21}L${x} ${y1}Z`, class: i % 2 ? "point dark" : "point"}),
            s("rect", {
                x: x - 23,
                y: top ? EDGE : HEIGHT - EDGE - TALL,
                width: 46,
                height: TALL,
                class: "catch",
            }),
            ...heap(scene, x, top, seat, own + other, came < 0 || seat === by ? came : 0),
            s("circle", {cx: x, cy: top ? EDGE + TALL + 9 : HEIGHT - EDGE - TALL - 9, r: 6, class: "hint"}),
            label(x, top ? 13 : HEIGHT - 13, point),
        );
    });
}

function barAndTray(scene: Scene, me: number): SVGElement[] {
    const shift = shifted(scene);
    const bar = EDGE + POINT * 6;
    const tray = EDGE + POINT * 12 + BAR + 10;
    const mid = bar + BAR / 2;
    const start = scene.params["layout"] === "hypergammon" ? 3 : 15;
    const total = (seat: number): number =>
        range(26).reduce((sum, i) => sum + (i > 0 ? countOf(scene, seat, i) : 0), 0);
    const {by, more} = changes(scene);
    const isNew = (seat: number, i: number, n: number): boolean => seat === by && i >= n - (more[OFF] ?? 0);
    const stack = (seat: number, below: boolean, n: number): SVGElement[] =>
        range(Math.max(0, n)).map((i) =>
            s("rect", {
                x: tray + 4,
                y: below ? HEIGHT - EDGE - 12 - i * 12 : EDGE + 2 + i * 12,
                width: TRAY - 18,
                height: 10,
                rx: 3,
                class: `disc ${seat ? "white" : "black"}${isNew(seat, i, n) ? " newest" : ""}`,
            }),
        );
    const on = (seat: number, below: boolean, n: number): SVGElement[] =>
        range(n).map((i) =>
            piece(
                scene,
                mid,
                HEIGHT / 2 + (below ? 1 : -1) * (34 + i * 30),
                null,
                s("circle", {r: 16, class: `disc ${seat ? "white" : "black"}`}),
            ),
        );
    const both = (n: (seat: number) => number): [number, number][] => [me, 1 - me].map((seat) => [seat, n(seat)]);
    const mineOff = Math.max(0, start - total(me)) + (shift.added[OFF] ?? 0);
    return [
        spot(
            scene,
            "pbar",
            texts.bar(lying(scene, both((seat) => countOf(scene, seat, ONBAR)))),
            s("rect", {x: bar, y: EDGE, width: BAR, height: HEIGHT - EDGE * 2, class: "barre"}),
            ...on(me, true, countOf(scene, me, ONBAR) - (shift.taken[ONBAR] ?? 0)),
            ...on(1 - me, false, countOf(scene, 1 - me, ONBAR)),
            s("circle", {cx: mid, cy: HEIGHT / 2, r: 6, class: "hint"}),
        ),
        spot(
            scene,
            "poff",
            texts.off(lying(scene, both((seat) => (seat === me ? mineOff : start - total(seat))))),
            s("rect", {x: tray, y: EDGE, width: TRAY - 10, height: HEIGHT - EDGE * 2, rx: 6, class: "tray"}),
            ...stack(me, true, mineOff),
            ...stack(1 - me, false, start - total(1 - me)),
            s("circle", {cx: tray + TRAY / 2 - 5, cy: HEIGHT / 2, r: 6, class: "hint"}),
        ),
    ];
}

export const backgammon: Board = {
    draw(scene) {
        const me = scene.seat === 1 ? 1 : 0;
        const dice = (scene.view["dice"] as number[] | null) ?? [];
        const rolled = scene.plies[scene.plies.length - 1]?.who === "chance";
        return frame(
            WIDTH,
            HEIGHT,
            texts.board,
            "gammon",
            s("rect", {x: 6, y: 2, width: WIDTH - 12, height: HEIGHT - 4, rx: 14, class: "case"}),
            s("rect", {x: EDGE, y: EDGE, width: POINT * 12 + BAR, height: HEIGHT - EDGE * 2, class: "table"}),
            ...points(scene, me),
            ...barAndTray(scene, me),
            dice.length > 0
                ? shown(
                      texts.thrown(dice),
                      {},
                      ...dice.map((n, i) =>
                          piece(
                              scene,
                              EDGE + POINT * (scene.turn === me ? 9 : 3) + (scene.turn === me ? BAR : 0) + (i ? 26 : -26),
                              HEIGHT / 2,
                              rolled ? "new" : null,
                              ...face(n, 40),
                          ),
                      ),
                  )
                : null,
        );
    },
    expand,
};
