/* dominoes.ts -- the train game with its lines and pennies, and the line of the block game.
 *
 * Views of the train game tell where lines end; the tiles on them are those whose laying was heard.  A tile
 * is picked from the hand, then the line or the end it goes to. */
import {h, range, s} from "../dom";
import {texts} from "../texts";
import {lastMove, press, type Board, type Scene} from "./board";
import {tile} from "./pieces";
import {around, justSaid, nameAt, type Place} from "./places";

interface Hand {
    line: number;
    penny: boolean;
    tiles: number;
    points: number;
    lacks: number[];
    hand: string[];
}

const seatsOf = (scene: Scene): Hand[] => (scene.view["seats"] as Hand[] | undefined) ?? [];

/** A tile by its two numbers, whichever stands first. */
const id = (name: string): string =>
    `tile${name
        .split("-")
        .map(Number)
        .sort((a, b) => b - a)
        .join("-")}`;

function handOf(scene: Scene, data: Hand): HTMLElement {
    if (data.hand.length > 0)
        return h(
            "div",
            {class: "hand tiles"},
            ...data.hand.map((name) => press(scene, id(name), texts.tile(name), "hand-tile", tile(name))),
        );
    const shown = Math.min(data.tiles, 7);
    return h(
        "div",
        {class: "tiles small", role: "img", "aria-label": texts.tiles(data.tiles)},
        ...range(shown).map(() => tile("?", "small")),
        data.tiles > shown ? h("span", {}, `+${data.tiles - shown}`) : null,
    );
}

function place(scene: Scene, seat: number): Place {
    const data = seatsOf(scene)[seat];
    if (!data) return {body: []};
    const lacks =
        data.lacks.length > 0 ? h("span", {class: "hand-note"}, texts.lacks(data.lacks.join(", "))) : null;
    return {note: texts.tilesAndPoints(data.tiles, data.points), body: [handOf(scene, data), lacks, justSaid(scene, seat)]};
}

/* The train game. */

/** The tiles on each line, from what was heard since the deal. */
function chains(scene: Scene): Map<string, string[]> {
    const out = new Map<string, string[]>();
    for (const ply of scene.plies) {
        if (ply.who === "chance") {
            out.clear();
            continue;
        }
        const m = /^(\d+-\d+)@(\w+)$/.exec(ply.move);
        if (m) out.set(m[2] as string, [...(out.get(m[2] as string) ?? []), m[1] as string]);
    }
    return out;
}

const penny = (): SVGElement =>
    s(
        "svg",
        {viewBox: "0 0 20 20", class: "penny", role: "img", "aria-label": texts.pennyUp},
        s("circle", {cx: 10, cy: 10, r: 8.5, class: "coin"}),
        s("circle", {cx: 10, cy: 10, r: 5.5, class: "coin-ring"}),
    );

function line(
    scene: Scene,
    key: string,
    name: string,
    end: number,
    tiles: string[],
    open: boolean,
    coin: boolean,
): HTMLElement {
    const shown = tiles.slice(-5);
    const last = lastMove(scene);
    return h(
        "div",
        {class: `train${open ? "" : " shut"}`},
        h("span", {class: "train-name"}, h("span", {class: "train-who"}, name), coin ? penny() : null),
        h(
            "span",
            {class: "train-tiles"},
            tiles.length > shown.length
                ? h("span", {class: "train-more"}, `+${tiles.length - shown.length}`)
                : null,
            ...shown.map((t, i) =>
                tile(t, i === shown.length - 1 && last === `${t}@${key}` ? "deal newest" : ""),
            ),
        ),
        press(scene, `@${key}`, texts.lineEnd(name, end), "train-end", String(end)),
    );
}

export const dominoes: Board = {
    draw(scene) {
        const all = chains(scene);
        const seats = seatsOf(scene);
        const dummy = (scene.view["dummy"] as {line: number; open: boolean} | undefined) ?? {
            line: 0,
            open: false,
        };
        const hub = Number(scene.view["hub"] ?? 0);
        const order = (scene.view["order"] as number[] | undefined) ?? range(scene.players);
        return around(
            scene,
            (seat) => place(scene, seat),
            [
                h(
                    "div",
                    {class: "trains"},
                    h("div", {class: "hub"}, h("span", {}, texts.hub), tile(`${hub}-${hub}`)),
                    ...order.map((seat) =>
                        line(
                            scene,
                            String(seat),
                            nameAt(scene, seat),
                            seats[seat]?.line ?? hub,
                            all.get(String(seat)) ?? [],
                            seat === scene.seat || (seats[seat]?.penny ?? false),
                            seats[seat]?.penny ?? false,
                        ),
                    ),
                    line(scene, "dummy", texts.dummy, dummy.line, all.get("dummy") ?? [], dummy.open, false),
                ),
            ],
            "dominoes",
        );
    },
    paths(move) {
        const m = /^(\d+-\d+)@(\w+)$/.exec(move);
        return m ? [[id(m[1] as string), `@${m[2]}`]] : [[move]];
    },
    words: (move, scene) => trainWords(move, scene) ?? texts.actions[move] ?? move,
    told({move}, scene) {
        const seat = /^seat(\d+)$/.exec(move)?.[1];
        if (seat === undefined) return trainWords(move, scene) ?? texts.actions[move];
        const name = nameAt(scene, Number(seat));
        return Number(scene.params["shuffle"]) ? name : texts.mayBegin(name);
    },
};

function trainWords(move: string, scene: Scene): string | undefined {
    const m = /^(\d+-\d+)@(\w+)$/.exec(move);
    if (!m) return undefined;
    return texts.tileOn(m[1] as string, m[2] === "dummy" ? texts.dummyLine : texts.lineOf(nameAt(scene, Number(m[2]))));
}

/* The block game: one line, with arms at the spinner in all fives. */

const lineFrom = (text: string, word: string): string[] =>
    new RegExp(`^${word}:((?: \\d+-\\d+)*)`, "m").exec(text)?.[1]?.trim().split(" ").filter(Boolean) ?? [];

const end = (scene: Scene, side: string, words: string): HTMLElement | null =>
    scene.picker?.live(side) ? press(scene, side, words, "train-end", words) : null;

function row(scene: Scene, tiles: string[], from: string | null, to: string): HTMLElement {
    const last = id(lastMove(scene).split(":")[0] ?? "");
    return h(
        "div",
        {class: "snake"},
        from ? end(scene, from, texts.sides[from] ?? from) : null,
        ...tiles.map((t) =>
            tile(t, `${id(t) === last ? "newest" : ""} ${t.split("-")[0] === t.split("-")[1] ? "double" : ""}`),
        ),
        end(scene, to, texts.sides[to] ?? to),
    );
}

export const block: Board = {
    draw(scene) {
        const arm = (word: string): HTMLElement | null => {
            const tiles = lineFrom(scene.text, word);
            return tiles.length > 0 || scene.picker?.live(word)
                ? h(
                      "div",
                      {class: "arm"},
                      h("span", {class: "train-name"}, texts.sides[word] ?? word),
                      row(scene, tiles, null, word),
                  )
                : null;
        };
        const main = lineFrom(scene.text, "line");
        return around(
            scene,
            (seat) => place(scene, seat),
            [
                h(
                    "div",
                    {class: "line"},
                    main.length === 0 ? h("span", {class: "hand-note"}, texts.noTile) : null,
                    row(scene, main, "left", "right"),
                    arm("up"),
                    arm("down"),
                ),
                h("span", {class: "hand-note"}, texts.boneyard(Number(scene.view["boneyard"] ?? 0))),
            ],
            "dominoes",
        );
    },
    paths(move) {
        const [name, side] = move.split(":") as [string, string | undefined];
        if (!/^\d+-\d+$/.test(name)) return [[move]];
        return side ? [[id(name), side]] : [[id(name)]];
    },
    words: (move) => laidAt(move) ?? texts.actions[move] ?? move,
    told({move}, scene) {
        const [, seat, rest] = /^seat(\d+)([:+].*)?$/.exec(move) ?? [];
        if (seat === undefined) return laidAt(move) ?? texts.actions[move];
        const name = nameAt(scene, Number(seat));
        if (rest?.startsWith("+")) return texts.wonPoints(name, Number(rest));
        return texts.leads(name, rest?.slice(1) ?? "");
    },
};

/** A tile and the end of the line that it is laid at. */
function laidAt(move: string): string | undefined {
    const [, name, side] = /^(\d+-\d+):(\w+)$/.exec(move) ?? [];
    return name === undefined || side === undefined ? undefined : texts.tileOn(name, texts.ends[side] ?? side);
}
