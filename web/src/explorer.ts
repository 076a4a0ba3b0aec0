/* explorer.ts -- a game without secrets that is solved: from the start, each move with what it is worth, and on
 * from there. */
import {api} from "./api";
import {button, h} from "./dom";
import {reach, shareRow} from "./mix";
import {wordsOf} from "./strategy";
import {texts} from "./texts";
import type {Mix} from "./types";

export class Explorer {
    private readonly line: string[] = [];
    private readonly so = h("p", {role: "status"});
    private readonly position = h("pre", {class: "as-text", tabindex: 0});
    private readonly list = h("div", {});
    private readonly back = button(texts.takeBack, () => void this.go(this.line.slice(0, -1)));
    private readonly start = button(texts.toStart, () => void this.go([]));
    readonly element = h(
        "section",
        {class: "panel-card"},
        h("h2", {}, texts.explore),
        h("p", {class: "muted small"}, texts.exploreHint),
        this.so,
        h("div", {class: "explorer"}, this.position, this.list),
        h("div", {class: "pager"}, this.back, this.start),
    );

    constructor(private readonly spec: string) {
        void this.go([]);
    }

    private async go(line: string[]): Promise<void> {
        this.line.splice(0, this.line.length, ...line);
        this.so.textContent = `${texts.lineSoFar}: ${line.length > 0 ? line.join(" ") : texts.nothingYet}`;
        this.back.disabled = this.start.disabled = line.length === 0;
        try {
            this.draw(await api.mix({game: this.spec, moves: line}));
        } catch (error) {
            this.list.replaceChildren(h("p", {class: "muted"}, (error as Error).message));
        }
    }

    private draw(got: Mix): void {
        this.position.textContent = got.text;
        this.list.replaceChildren(
            h("h3", {}, texts.waitsFor(texts.seat(got.seat))),
            h(
                "ol",
                {class: "thoughts"},
                ...got.moves.map((move) =>
                    shareRow(
                        move,
                        button(
                            wordsOf(move.move),
                            () => void this.go([...this.line, move.move]),
                            `button move${move.share > 0 ? " best" : ""}`,
                            move.share > 0 ? {title: texts.bestMove} : {},
                        ),
                        reach(got.moves),
                    ),
                ),
            ),
        );
    }
}
