/* markdown.ts -- the pages of the games, from Markdown to elements.
 *
 * It knows what those pages use: headings, paragraphs, lists, tables, code, emphasis and links to each
 * other.  It builds nodes and sets text, so nothing in a page can become markup; links lead to games
 * alone, and what else looks like one stays text. */
import {h, type Child} from "./dom";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g;

/** Long spellings, as of games and of choices, may go on in another line behind their signs. */
const breakable = (text: string): Child[] =>
    text.split(/(?<=[|_(]|,(?=\S))/).flatMap((part, i) => (i > 0 ? [h("wbr"), part] : [part]));

export function inline(text: string): Child[] {
    const out: Child[] = [];
    let at = 0;
    for (const m of text.matchAll(INLINE)) {
        out.push(...breakable(text.slice(at, m.index)));
        at = m.index + m[0].length;
        const game = m[5]?.match(/^(\w+)\.md$/)?.[1];
        if (m[1] !== undefined) out.push(h("code", {}, ...breakable(m[1].replaceAll("\\|", "|"))));
        else if (m[2] !== undefined) out.push(h("strong", {}, ...inline(m[2])));
        else if (m[3] !== undefined) out.push(h("em", {}, ...inline(m[3])));
        else if (game) out.push(h("a", {href: `#/game/${game}`}, m[4]));
        else out.push(m[4]);
    }
    out.push(...breakable(text.slice(at)));
    return out;
}

const cells = (row: string): string[] =>
    row
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|"));

function table(lines: string[]): HTMLElement {
    const row = (line: string, tag: "th" | "td"): HTMLElement =>
        h("tr", {}, ...cells(line).map((cell) => h(tag, {}, ...inline(cell))));
    return h(
        "div",
        {class: "scroll", tabindex: 0},
        h(
            "table",
            {},
            h("thead", {}, row(lines[0] ?? "", "th")),
            h("tbody", {}, ...lines.slice(2).map((line) => row(line, "td"))),
        ),
    );
}

/** An item goes on over the indented lines behind it. */
function list(lines: string[]): HTMLElement {
    const items: string[] = [];
    for (const line of lines) {
        if (/^[-*] /.test(line)) items.push(line.slice(2));
        else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    return h("ul", {}, ...items.map((item) => h("li", {}, ...inline(item))));
}

function block(lines: string[]): HTMLElement {
    const first = lines[0] ?? "";
    if (first.startsWith("|")) return table(lines);
    if (/^[-*] /.test(first)) return list(lines);
    return h("p", {}, ...inline(lines.join(" ")));
}

export interface Section {
    title: string;
    body: HTMLElement[];
}

/** A page in its sections; the first, before any heading of the second rank, has the page's title. */
export function sections(source: string): Section[] {
    const out: Section[] = [{title: "", body: []}];
    let lines: string[] = [];
    let code: string[] | null = null;
    const last = (): Section => out[out.length - 1] as Section;
    const flush = (): void => {
        if (lines.length > 0) last().body.push(block(lines));
        lines = [];
    };
    for (const line of source.split("\n")) {
        const heading = /^(#+) (.*)$/.exec(line);
        if (line.startsWith("```")) {
            flush();
            if (code) last().body.push(h("pre", {tabindex: 0}, code.join("\n")));
            code = code ? null : [];
        } else if (code) code.push(line);
        else if (heading) {
            flush();
            if (heading[1] === "#") last().title = heading[2] ?? "";
            else if (heading[1] === "##") out.push({title: heading[2] ?? "", body: []});
            else last().body.push(h("h4", {}, ...inline(heading[2] ?? "")));
        } else if (line.trim() === "") flush();
        else lines.push(line);
    }
    flush();
    return out;
}
