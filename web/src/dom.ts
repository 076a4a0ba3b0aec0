/* dom.ts -- making elements, of HTML and of SVG, in one call each.
 *
 * Text is always set as text, never parsed, so that no name or move can become markup.  Styles are
 * classes alone: the page's Content-Security-Policy allows nothing inline. */

export type Child = Node | string | number | null | undefined | false;
export type Attributes = Record<string, Attribute>;

/* A function listens to the event of that name. */
type Attribute = string | number | boolean | null | undefined | ((event: Event) => void);

const SVG = "http://www.w3.org/2000/svg";

function fill(el: Element, attributes: Attributes, children: Child[]): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (typeof value === "function") el.addEventListener(name, value);
        else el.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children)
        if (child !== null && child !== undefined && child !== false)
            el.append(child instanceof Node ? child : String(child));
}

/** An HTML element; a function among the attributes listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const el = document.createElement(tag);
    fill(el, attributes, children);
    return el;
}

/** The same in SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): SVGElementTagNameMap[K] {
    const el = document.createElementNS(SVG, tag);
    fill(el, attributes, children);
    return el;
}

/** Text in SVG, centred on its point. */
export function label(x: number, y: number, text: string | number, cls = "coord"): SVGTextElement {
    return s("text", {x, y, class: cls, "text-anchor": "middle", "dominant-baseline": "central"}, text);
}

export function button(
    text: string,
    click: () => void,
    cls = "button",
    more: Attributes = {},
): HTMLButtonElement {
    return h("button", {type: "button", class: cls, click, ...more}, text);
}

/** 0, 1, ..., n - 1. */
export const range = (n: number): number[] => Array.from({length: n}, (_, i) => i);

const TYPED = 250;

/** Calls when something was typed into a field, and nothing more for a moment. */
export function whenTyped(field: HTMLElement, then: () => void): void {
    let timer = 0;
    field.addEventListener("input", () => {
        clearTimeout(timer);
        timer = window.setTimeout(then, TYPED);
    });
}
