/* bar.ts -- a share of a whole as a bar. */
import {s} from "./dom";

export function bar(share: number, cls: string): SVGElement {
    return s(
        "svg",
        {viewBox: "0 0 100 8", class: `bar ${cls}`, preserveAspectRatio: "none", "aria-hidden": "true"},
        s("rect", {width: 100, height: 8, class: "bar-all"}),
        s("rect", {width: Math.max(0, Math.min(1, share)) * 100, height: 8, class: "bar-part"}),
    );
}

/** Another share for a bar that is there. */
export function setBar(drawn: SVGElement, share: number): void {
    drawn.lastElementChild?.setAttribute("width", String(Math.max(0, Math.min(1, share)) * 100));
}
