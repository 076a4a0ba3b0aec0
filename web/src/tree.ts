/* tree.ts -- the top of a search tree as a picture: a column for each ply, the most visited branches above, lines as
 * thick as the thinking that went along them.
 *
 * The same is told as a nested list, for who cannot see it or would rather read. */
import {h, s} from "./dom";
import {texts} from "./texts";
import {hue, worth, type Foretell, type Who} from "./thoughts";
import type {Branch, Ply} from "./types";

const ROW = 28;
const HIGH = 22;
const GAP = 20;
const START = 7;
const LETTER = 6.6;
const NARROW = 48;
const WIDE = 230;
/** A picture up to so wide is made to fit; others can be read when they are scrolled. */
const SHRINKS = 400;
/** Branches that are drawn below one, by its depth. */
const MOST = [4, 2, 2, 1, 1, 1];

interface Node {
    branch: Branch;
    depth: number;
    y: number;
    below: Node[];
}

/** What stands in a branch; what is not a move but shown by one says so. */
const named = (branch: Branch): string => (branch.shown ? texts.shows(branch.move) : branch.move);

/** Places the branches row by row; a branch stands beside the middle of what is below it. */
class Layout {
    rows = 0;
    readonly nodes: Node[] = [];
    readonly wide: number[] = [];
    readonly roots: Node[];

    constructor(tree: Branch[]) {
        this.roots = this.place(tree, 0);
    }

    private place(list: Branch[], depth: number): Node[] {
        return list.slice(0, MOST[depth]).map((branch) => {
            const below = this.place(branch.below, depth + 1);
            const first = below[0];
            const last = below[below.length - 1];
            const y = first && last ? (first.y + last.y) / 2 : (this.rows++ + 0.5) * ROW;
            const node = {branch, depth, y, below};
            const letters = named(branch).length + (branch.value === null ? 0 : 6);
            this.wide[depth] = Math.min(WIDE, Math.max(this.wide[depth] ?? NARROW, letters * LETTER + 14));
            this.nodes.push(node);
            return node;
        });
    }

    /** Where a column begins. */
    x(depth: number): number {
        let x = START + GAP;
        for (let i = 0; i < depth; i++) x += (this.wide[i] ?? 0) + GAP;
        return x;
    }
}

const clipped = (text: string, letters: number): string =>
    text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text;

function drawEdge(x: number, y: number, to: number, node: Node, game: string): SVGElement {
    const middle = (x + to) / 2;
    return s("path", {
        d: `M${x} ${y}C${middle} ${y} ${middle} ${node.y} ${to} ${node.y}`,
        class: `tree-edge ${hue(node.branch.mover, game)}`,
        "stroke-width": (1 + 6 * Math.sqrt(node.branch.share ?? 0.02)).toFixed(1),
    });
}

function drawNode(layout: Layout, node: Node, who: Who, game: string): SVGElement {
    const {branch, depth, y} = node;
    const x = layout.x(depth);
    const wide = layout.wide[depth] ?? NARROW;
    const value = branch.value === null ? "" : worth(branch.value);
    const room = Math.floor((wide - 12) / LETTER) - (value ? 6 : 0);
    const right = {x: x + wide - 6, y, class: "tree-value", "text-anchor": "end", "dominant-baseline": "central"};
    return s(
        "g",
        {class: `tree-node ${hue(branch.mover, game)}${branch.shown ? " shown" : ""}`},
        s("title", {}, told(branch, who)),
        s("rect", {x, y: y - HIGH / 2, width: wide, height: HIGH, rx: 6}),
        s("text", {x: x + 6, y, "dominant-baseline": "central"}, clipped(named(branch), room)),
        value ? s("text", right, value) : null,
    );
}

/** A branch in a sentence. */
function told(branch: Branch, who: Who): string {
    const parts = [`${branch.mover === null ? "" : `${who(branch.mover)}: `}${named(branch)}`];
    if (branch.visits !== null) parts.push(texts.visits(branch.visits));
    if (branch.value !== null) parts.push(texts.worthTo(worth(branch.value), who(branch.seat)));
    return parts.join(", ");
}

function picture(tree: Branch[], who: Who, game: string): SVGElement {
    const layout = new Layout(tree);
    const last = layout.wide.length - 1;
    const width = Math.ceil(layout.x(last) + (layout.wide[last] ?? 0) + 2);
    const height = Math.max(1, layout.rows) * ROW;
    const middle = height / 2;
    const edges = layout.nodes.flatMap((node) => {
        const from = layout.x(node.depth) + (layout.wide[node.depth] ?? 0);
        return node.below.map((child) => drawEdge(from, node.y, layout.x(child.depth), child, game));
    });
    return s(
        "svg",
        {viewBox: `0 0 ${width} ${height}`, width, height, class: width <= SHRINKS ? "tree fits" : "tree", role: "img", "aria-label": texts.treePicture},
        ...layout.roots.map((node) => drawEdge(START, middle, layout.x(0), node, game)),
        ...edges,
        s("circle", {cx: START, cy: middle, r: 6, class: "tree-root"}),
        ...layout.nodes.map((node) => drawNode(layout, node, who, game)),
    );
}

function list(tree: Branch[], who: Who): HTMLElement {
    return h(
        "ul",
        {class: "tree-list"},
        ...tree.map((branch) =>
            h("li", {}, told(branch, who), branch.below.length > 0 ? list(branch.below, who) : null),
        ),
    );
}

/** In words, without what cannot be spelt, since no world was met that leads there. */
const spelt = (tree: Branch[], foretell: Foretell, since: readonly Ply[]): Branch[] =>
    tree.flatMap((branch) => {
        if (branch.mover === null) return [];
        const ply = {who: branch.mover, move: branch.move};
        return [{...branch, move: foretell(ply, since), below: spelt(branch.below, foretell, [...since, ply])}];
    });

export function drawTree(all: Branch[], who: Who, game: string, foretell: Foretell): HTMLElement {
    const tree = spelt(all, foretell, []);
    if (tree.length === 0) return h("p", {class: "muted small"}, texts.noTree);
    return h(
        "div",
        {},
        h("div", {class: "tree-box", tabindex: 0, role: "region", "aria-label": texts.tree}, picture(tree, who, game)),
        h("p", {class: "muted small"}, texts.treeHint),
        h("details", {}, h("summary", {class: "small"}, texts.treeList), list(tree, who)),
    );
}
