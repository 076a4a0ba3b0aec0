/* rules.ts -- how a game is played: on its page, and in a window over its tables and replays. */
import {api} from "./api";
import {button, h} from "./dom";
import {sections} from "./markdown";
import {texts} from "./texts";
import type {GamePage} from "./types";

/** What one must know to play stands open; the rest unfolds. */
export function rules(game: GamePage): HTMLElement {
    const parts = sections(game.rules);
    const main = parts.filter((part) => part.title === "Rules");
    const rest = parts.filter((part) => part.title !== "" && part !== parts[0] && !main.includes(part));
    return h(
        "article",
        {class: "rules"},
        h("h2", {}, texts.rules),
        ...main.flatMap((part) => part.body),
        ...rest.map((part) => h("details", {}, h("summary", {}, part.title), ...part.body)),
    );
}

/** A button that shows a game's rules to who is playing it, and leads back to the board. */
export class RuleBook {
    private name = "";
    private readonly text = h("div", {});
    private readonly way = h("a", {class: "button"}, texts.toGame);
    private readonly book: HTMLDialogElement = h(
        "dialog",
        {class: "rule-book", "aria-label": texts.rules},
        this.text,
        h("div", {class: "deeds"}, button(texts.close, () => this.book.close(), "button strong"), this.way),
    );
    readonly element = h(
        "div",
        {class: "rule-button", hidden: true},
        button(texts.rulesShort, () => void this.open()),
        this.book,
    );

    of(name: string): void {
        this.name = name;
        this.way.href = `#/game/${name}`;
        this.element.hidden = false;
    }

    /** The rules are asked for once, when somebody wants them. */
    private async open(): Promise<void> {
        this.book.showModal();
        if (this.text.childElementCount > 0) return;
        this.text.textContent = texts.loading;
        try {
            this.text.replaceChildren(rules(await api.game(this.name)));
        } catch (error) {
            this.text.textContent = (error as Error).message;
        }
    }
}
