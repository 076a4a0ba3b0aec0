/* battleship.ts -- two seas: one's own with its ships, the other's in the dark but for the shots.
 *
 * A ship is placed by its two ends, in either order; a shot is a cell of the other's sea. */
import {h, label, range, s} from "../dom";
import {texts} from "../texts";
import {frame, lastDeed, shown, spot, type Board, type Scene} from "./board";

const CELL = 36;
const EDGE = 26;

interface Sea {
    ships: (string | null)[];
    shots: string[];
    /** Which shots sank a ship, counted from 1. */
    sunk: {shot: number}[];
}

const parse = (name: string): [number, number] => [
    name.charCodeAt(0) - 65,
    Number.parseInt(name.slice(1), 10) - 1,
];

/** The cell of a shot: players hear what it hit, and who is shown everything only where it went. */
const cellOf = (told: string): string => told.split(":")[0] as string;

function hull(ship: string, last: string): SVGElement {
    const ends = ship.split("-");
    const [r1, c1] = parse(ends[0] as string);
    const [r2, c2] = parse(ends[1] ?? (ends[0] as string));
    return s("rect", {
        x: EDGE + c1 * CELL + 5,
        y: EDGE + r1 * CELL + 5,
        width: (c2 - c1 + 1) * CELL - 10,
        height: (r2 - r1 + 1) * CELL - 10,
        rx: 12,
        class: ship === last ? "ship last" : "ship",
    });
}

/** Whether the shot at this place in the list sank a ship. */
const sank = (data: Sea, i: number): boolean => data.sunk.some(({shot}) => shot === i + 1);

function shot(told: string, last: string, sunk: boolean): SVGElement {
    const [cell, what] = told.split(":") as [string, string | undefined];
    const [r, c] = parse(cell);
    const x = EDGE + (c + 0.5) * CELL,
        y = EDGE + (r + 0.5) * CELL;
    const mark =
        what === "miss"
            ? s("circle", {cx: x, cy: y, r: 5, class: "miss"})
            : s(
                  "g",
                  {},
                  s("circle", {cx: x, cy: y, r: 12, class: sunk ? "blaze sunk" : "blaze"}),
                  s("path", {d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`, class: "cross"}),
              );
    return s(
        "g",
        {},
        mark,
        cell === last ? s("rect", {x: x - 16, y: y - 16, width: 32, height: 32, rx: 5, class: "last"}) : null,
    );
}

/** Whether a ship lies on a cell. */
function covers(ship: string, name: string): boolean {
    const [r, c] = parse(name);
    const ends = ship.split("-");
    const [r1, c1] = parse(ends[0] as string);
    const [r2, c2] = parse(ends[1] ?? (ends[0] as string));
    return r1 <= r && r <= r2 && c1 <= c && c <= c2;
}

/** What is known of a cell, in words. */
function lying(data: Sea, name: string): string {
    const waters = texts.waters;
    const i = data.shots.findIndex((told) => cellOf(told) === name);
    const answer = i < 0 ? "" : data.shots[i]?.endsWith("miss") ? waters.miss : sank(data, i) ? waters.sunk : waters.hit;
    const ship = data.ships.some((ship) => ship !== null && covers(ship, name)) ? waters.ship : "";
    const words = [ship, answer].filter(Boolean);
    return words.join(", ") || (data.ships.includes(null) ? waters.hidden : waters.free);
}

function sea(scene: Scene, seat: number, rows: number, cols: number, targets: boolean): SVGSVGElement {
    const seas = (scene.view["seas"] as Sea[] | undefined) ?? [];
    const data = seas[seat] ?? {ships: [], shots: [], sunk: []};
    const shooting = seas.some(({shots}) => shots.length > 0);
    const fogged = data.ships.some((ship) => ship === null);
    const deed = lastDeed(scene);
    const lastShip = deed?.who === seat && !shooting ? deed.move : "";
    const lastShot = deed && deed.who !== seat ? cellOf(deed.move) : "";
    const cells = range(rows * cols).map((i) => {
        const r = Math.floor(i / cols),
            c = i % cols;
        const name = `${String.fromCharCode(65 + r)}${c + 1}`;
        const box = s("rect", {
            x: EDGE + c * CELL + 1,
            y: EDGE + r * CELL + 1,
            width: CELL - 2,
            height: CELL - 2,
            rx: 4,
            class: fogged ? "water fogged" : "water",
        });
        const words = `${name}, ${lying(data, name)}`;
        return targets
            ? spot(
                  scene,
                  name,
                  words,
                  box,
                  s("circle", {cx: EDGE + (c + 0.5) * CELL, cy: EDGE + (r + 0.5) * CELL, r: 4, class: "hint"}),
              )
            : shown(words, {}, box);
    });
    return frame(
        EDGE + cols * CELL + 4,
        EDGE + rows * CELL + 4,
        texts.seaOf(scene.names[seat] ?? texts.seat(seat)),
        "sea",
        ...range(cols).map((c) => label(EDGE + (c + 0.5) * CELL, EDGE / 2, c + 1)),
        ...range(rows).map((r) => label(EDGE / 2, EDGE + (r + 0.5) * CELL, String.fromCharCode(65 + r))),
        ...cells,
        s(
            "g",
            {class: "over", "aria-hidden": "true"},
            ...data.ships.filter((ship): ship is string => ship !== null).map((ship) => hull(ship, lastShip)),
            ...data.shots.map((told, i) => shot(told, lastShot, sank(data, i))),
        ),
    );
}

/** The lengths of one's own ships that are still to be placed. */
function unplaced(scene: Scene): number[] {
    const me = scene.seat === 1 ? 1 : 0;
    const all = (scene.view["seas"] as Sea[] | undefined) ?? [];
    return [...String(scene.params["fleet"] ?? "")].slice(all[me]?.ships.length ?? 0).map(Number);
}

/** While ships are placed the own sea is pressed, then the other's. */
function target(scene: Scene): number {
    const me = scene.seat === 1 ? 1 : 0;
    return unplaced(scene).length > 0 ? me : 1 - me;
}

export const battleship: Board = {
    draw(scene) {
        const rows = Number(scene.params["rows"] ?? 10),
            cols = Number(scene.params["cols"] ?? 10);
        const me = scene.seat === 1 ? 1 : 0;
        const pressed = target(scene);
        const half = (seat: number): HTMLElement =>
            h(
                "figure",
                {class: seat === pressed && scene.picker ? "sea-half now" : "sea-half"},
                h(
                    "figcaption",
                    {},
                    seat === scene.seat ? texts.yourSea : texts.seaOf(scene.names[seat] ?? texts.seat(seat)),
                ),
                sea(scene, seat, rows, cols, seat === pressed && scene.picker !== null),
            );
        return h("div", {class: "seas"}, half(1 - me), half(me));
    },
    advice(scene) {
        const [length, ...rest] = unplaced(scene);
        if (length === undefined) return "";
        return scene.picker?.path.length ? texts.layOtherEnd(length) : texts.layShip(length, rest.length);
    },
    paths(move) {
        const ends = move.split("-");
        return ends.length === 2 ? [ends, [...ends].reverse()] : [[move]];
    },
    told({move}, scene) {
        const [, cell, answer, ship] = /^(\w+):(\w+)(?:-(\w))?/.exec(move) ?? [];
        const length = ship === undefined ? undefined : String(scene.params["fleet"])[ship.charCodeAt(0) - 97];
        return cell === undefined ? undefined : texts.shot(cell, answer ?? "", length);
    },
    words: (move) =>
        move.includes("-") ? texts.shipFromTo(...(move.split("-") as [string, string])) : texts.shootAt(move),
};
