/* poll.ts -- asking again and again while something goes on, and showing what is new without taking the
 * visitor's place on the page from him. */

const HIDDEN_MS = 15000;

/** Calls ask, which says after how many milliseconds to do so again (0: no more), until it is stopped. A page that
 * nobody looks at asks seldom. */
export function poll(ask: () => Promise<number>, first: number): () => void {
    let timer = 0;
    let over = false;
    const wait = (ms: number): void => {
        if (ms > 0 && !over) timer = window.setTimeout(() => void turn(), document.hidden ? HIDDEN_MS : ms);
    };
    const turn = async (): Promise<void> => wait(await ask().catch(() => HIDDEN_MS));
    wait(first);
    return () => {
        over = true;
        clearTimeout(timer);
    };
}

const sameLink = (box: Element, href: string | null): HTMLElement | null =>
    [...box.querySelectorAll<HTMLElement>("a")].find((link) => link.getAttribute("href") === href) ?? null;

const keyed = (box: Element): HTMLDetailsElement[] => [...box.querySelectorAll<HTMLDetailsElement>("details[data-key]")];

/** Puts new children into a box; what has the focus keeps it, what was scrolled or opened stays so. */
export function refresh(box: Element, ...children: (Node | null)[]): void {
    const focused = box.contains(document.activeElement) ? document.activeElement : null;
    const link = focused?.getAttribute("href") ?? null;
    const label = focused?.getAttribute("aria-label") ?? null;
    const opened = keyed(box).flatMap((el) => (el.open ? el.dataset["key"] : []));
    const key = focused?.closest<HTMLElement>("details[data-key]")?.dataset["key"];
    const left = [...box.querySelectorAll(".scroll")].map((el) => el.scrollLeft);
    box.replaceChildren(...children.filter((child) => child !== null));
    box.querySelectorAll(".scroll").forEach((el, i) => (el.scrollLeft = left[i] ?? 0));
    for (const el of keyed(box)) el.open = opened.includes(el.dataset["key"]);
    if (!focused) return;
    const again = link
        ? sameLink(box, link)
        : focused.tagName === "SUMMARY"
          ? keyed(box).find((el) => el.dataset["key"] === key)?.querySelector("summary")
          : [...box.querySelectorAll<HTMLElement>("[tabindex]")].find((el) => el.getAttribute("aria-label") === label);
    again?.focus({preventScroll: true});
}
