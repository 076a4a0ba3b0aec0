/* pieces.ts -- cards, dice and domino tiles, drawn in SVG. */
import {label, s} from "../dom";
import {texts} from "../texts";

const THREE: [number, number][] = [
    [-1, -1],
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
];

/** The pips of a number up to nine, in thirds of a square. */
export function pips(n: number): [number, number][] {
    if (n < 0 || n > 9) return [];
    const even = THREE.slice(0, n - (n % 2));
    return n % 2 ? [...even, [0, 0]] : even;
}

/** A die's face around the origin; 0 is one that is hidden. */
export function face(n: number, size: number, cls = ""): SVGElement[] {
    return [
        s("rect", {
            x: -size / 2,
            y: -size / 2,
            width: size,
            height: size,
            rx: size * 0.2,
            class: `die ${n ? "" : "veil"} ${cls}`,
        }),
        ...pips(n).map(([x, y]) =>
            s("circle", {cx: x * size * 0.26, cy: y * size * 0.26, r: size * 0.085, class: "pip"}),
        ),
        ...(n === 0 ? [label(0, 1, "?", "veiled")] : []),
    ];
}

export function die(n: number, cls = ""): SVGSVGElement {
    return s(
        "svg",
        {
            viewBox: "-24 -24 48 48",
            class: `die-face ${cls}`,
            role: "img",
            "aria-label": n ? String(n) : texts.hidden,
        },
        ...face(n, 44),
    );
}

const SUITS: Record<string, string> = {
    h: "M0 9C-12 0 -11 -9 -5.500 -9C-2.500 -9 -.8 -7 0 -5C.8 -7 2.500 -9 5.500 -9C11 -9 12 0 0 9Z",
    d: "M0 -11L8 0L0 11L-8 0Z",
    s: "M0 -10C-4 -4 -10 -1 -10 4C-10 9 -3.500 9 -1.500 5.500C-2 8 -3 9.500 -4 10.500H4C3 9.500 2 8 1.500 5.500C3.500 9 10 9 10 4C10 -1 4 -4 0 -10Z",
    c: "M0 -10A4.800 4.800 0 0 0 -3.400 -1.800A4.800 4.800 0 1 0 -1.500 5C-2 8 -3 9.500 -4 10.500H4C3 9.500 2 8 1.500 5A4.800 4.800 0 1 0 3.400 -1.800A4.800 4.800 0 0 0 0 -10Z",
};

export const suitMark = (suit: string, x: number, y: number, scale: number): SVGElement =>
    s("path", {
        d: SUITS[suit] ?? "",
        transform: `translate(${x} ${y}) scale(${scale})`,
        class: suit === "h" || suit === "d" ? "suit red" : "suit",
    });

/** The words for a card, `Td`: ten of diamonds. */
export function cardWords(name: string): string {
    if (name === "?") return texts.hiddenCard;
    const m = /^(.+?)([cdhs])$/.exec(name);
    if (!m) return texts.ranks[name] ?? name;
    return texts.cardOf(texts.ranks[m[1] as string] ?? (m[1] as string), texts.suits[m[2] as string] ?? "");
}

/** The inside of a card of 70 by 98; "?" is its back. */
export function cardFace(name: string): SVGElement[] {
    if (name === "?")
        return [
            s("rect", {width: 70, height: 98, rx: 8, class: "card back"}),
            s("rect", {x: 6, y: 6, width: 58, height: 86, rx: 5, class: "back-frame"}),
            s("path", {d: "M35 22L52 49L35 76L18 49Z M35 34L44 49L35 64L26 49Z", class: "back-mark"}),
        ];
    const m = /^(.+?)([cdhs])$/.exec(name);
    const rank = (m?.[1] ?? name) === "T" ? "10" : (m?.[1] ?? name);
    const red = m?.[2] === "h" || m?.[2] === "d" ? "rank red" : "rank";
    const body = [s("rect", {width: 70, height: 98, rx: 8, class: "card"})];
    if (!m) return [...body, label(35, 51, rank, "rank big"), s("path", {d: "M20 78H50", class: "card-rule"})];
    return [
        ...body,
        label(rank.length > 1 ? 18 : 14, 18, rank, red),
        suitMark(m[2] as string, 14, 37, 0.75),
        suitMark(m[2] as string, 41, 62, 1.9),
    ];
}

export function card(name: string, cls = ""): SVGSVGElement {
    return s(
        "svg",
        {viewBox: "0 0 70 98", class: `card-face ${cls}`, role: "img", "aria-label": cardWords(name)},
        ...cardFace(name),
    );
}

function half(n: number, x: number): SVGElement[] {
    if (n > 9) return [label(x, 20, n, "tile-number")];
    return pips(n).map(([dx, dy]) => s("circle", {cx: x + dx * 9.5, cy: 20 + dy * 9.5, r: 3.1, class: "pip"}));
}

/** A domino of 80 by 40, `6-4`, as it lies; "?" is one face down. */
export function tileFace(name: string): SVGElement[] {
    const body = s("rect", {
        x: 1,
        y: 1,
        width: 78,
        height: 38,
        rx: 7,
        class: name === "?" ? "tile veil" : "tile",
    });
    if (name === "?") return [body, label(40, 21, "?", "veiled")];
    const [a, b] = name.split("-").map(Number) as [number, number];
    return [body, s("path", {d: "M40 7V33", class: "tile-rule"}), ...half(a, 20), ...half(b, 60)];
}

export function tile(name: string, cls = ""): SVGSVGElement {
    return s(
        "svg",
        {
            viewBox: "0 0 80 40",
            class: `tile-face ${cls}`,
            role: "img",
            "aria-label": name === "?" ? texts.hidden : name,
        },
        ...tileFace(name),
    );
}

/** A coaster of Skull around the origin: a rose, a skull, or face down. */
export function coaster(what: string): SVGElement[] {
    const kind = what.toLowerCase();
    const ground = s("circle", {
        r: 30,
        class: `coaster ${kind === "?" ? "down" : kind === "s" ? "skull" : "rose"}`,
    });
    if (kind === "?") return [ground, s("circle", {r: 23, class: "coaster-ring"}), label(0, 1, "?", "veiled")];
    if (kind === "s")
        return [
            ground,
            s("path", {
                class: "bone",
                d: "M-14 -3A14 14 0 1 1 14 -3C14 3 11 5 10 8V14H-10V8C-11 5 -14 3 -14 -3Z",
            }),
            s("circle", {cx: -5.5, cy: -2, r: 4, class: "socket"}),
            s("circle", {cx: 5.5, cy: -2, r: 4, class: "socket"}),
            s("path", {d: "M-4 9V14M0 9V14M4 9V14", class: "teeth"}),
        ];
    const petals = [0, 72, 144, 216, 288].map((a) =>
        s("ellipse", {cx: 0, cy: -11, rx: 9, ry: 10, transform: `rotate(${a})`, class: "petal"}),
    );
    return [ground, ...petals, s("circle", {r: 6.5, class: "heart"})];
}
