/* surface.ts -- the board on the page: draws scenes, hears clicks, touches and keys, lets pieces move.
 *
 * All spots are reached with one stop of the tab key; arrow keys go to the nearest spot in their
 * direction, wherever the board has it.  Steps that no spot on the board stands for become buttons below
 * it, so that every move can be played on every board. */
import {tell, type Board, type Scene} from "./boards/board";
import {button, h} from "./dom";
import {byPaths, Picker} from "./picker";
import {motion} from "./settings";
import {texts} from "./texts";
import type {Ply} from "./types";

const FEW = 40;

const arrows: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

export class Surface {
    readonly element = h("div", {class: "surface"});
    private readonly ground = h("div", {class: "ground"});
    private readonly advice = h("p", {class: "muted advice", role: "status", hidden: true});
    private readonly below = h("div", {class: "choices", role: "group", "aria-label": texts.moves});
    private scene: Scene | null = null;
    private picker: Picker | null = null;
    private asked = "";
    private focus = "";
    /** The keyboard is here, or was when what it was on went away. */
    private held = false;

    constructor(
        private board: Board,
        private readonly play: (move: string) => void,
    ) {
        this.element.append(this.advice, this.ground, this.below);
        this.ground.addEventListener("click", (event) => this.pressed(event.target));
        this.ground.addEventListener("keydown", (event) => this.key(event));
    }

    /** Shows a scene; legal moves make it one to choose in. */
    show(scene: Omit<Scene, "picker">, legal: readonly string[], ask: string): void {
        if (ask !== this.asked || legal.length === 0) {
            this.asked = ask;
            this.picker = legal.length > 0 ? this.pick(scene, legal) : null;
        }
        this.scene = {...scene, picker: this.picker};
        this.draw(scene.fresh);
    }

    use(board: Board): void {
        this.board = board;
        this.asked = "";
    }

    private pick(scene: Omit<Scene, "picker">, legal: readonly string[]): Picker {
        const whole = {...scene, picker: null};
        const board = this.board;
        return new Picker(
            board.expand?.(legal, whole) ?? byPaths(legal, (move) => board.paths?.(move, whole) ?? [[move]]),
            this.play,
        );
    }

    private draw(fresh: boolean): void {
        if (!this.scene) return;
        const active = document.activeElement;
        const had = this.ground.contains(active) ? (active as HTMLElement).dataset["spot"] : undefined;
        if (had) this.focus = had;
        if (active !== document.body) this.held = this.element.contains(active);
        const drawn = this.board.draw({...this.scene, fresh: fresh && motion()});
        this.ground.replaceChildren(drawn);
        this.ground.classList.toggle("choosing", this.picker !== null);
        this.drawChoices();
        this.advise();
        this.rove();
        if (fresh && motion()) this.animate();
    }

    /** One spot takes the tab key: the one that had it, or the first; and the keyboard, if it is held here. */
    private rove(): void {
        const spots = this.spots();
        const spot = spots.find((el) => el.dataset["spot"] === this.focus) ?? spots[0];
        if (spot) spot.tabIndex = 0;
        if (this.held) (spot ?? this.below.querySelector("button"))?.focus({preventScroll: true});
    }

    private spots(): (HTMLElement | SVGElement)[] {
        return [...this.ground.querySelectorAll<HTMLElement>("[data-spot]")];
    }

    private advise(): void {
        const words = (this.scene?.picker && this.board.advice?.(this.scene)) ?? "";
        this.advice.hidden = words === "";
        if (this.advice.textContent !== words) this.advice.textContent = words;
    }

    private drawChoices(): void {
        const scene = this.scene,
            picker = this.picker;
        const out: HTMLElement[] = [];
        if (scene && picker) {
            const drawn = new Set(this.spots().map((el) => el.dataset["spot"]));
            const named = new Map(this.board.choices?.(scene) ?? []);
            const left = [...picker.options.next].filter((step) => !drawn.has(step));
            for (const step of left.slice(0, FEW))
                out.push(
                    button(named.get(step) ?? this.words(step), () => this.step(step), "button choice", {
                        "data-choice": step,
                    }),
                );
            if (picker.path.length > 0) {
                if (picker.options.done !== undefined)
                    out.push(button(texts.confirm, () => picker.finish(), "button strong"));
                out.push(
                    button(
                        texts.cancel,
                        () => {
                            picker.clear();
                            this.draw(false);
                        },
                        "button quiet",
                        {"data-cancel": true},
                    ),
                );
            }
        }
        this.below.replaceChildren(...out);
        this.below.hidden = out.length === 0;
    }

    believed(value: string): string {
        return this.board.believed?.(value) ?? value;
    }

    words(move: string): string {
        return (this.scene && this.board.words?.(move, this.scene)) ?? texts.actions[move] ?? move;
    }

    /** What was noticed of a move, after those before it. */
    tell(ply: Ply, before: readonly Ply[]): string {
        return this.scene ? tell(this.board, ply, {...this.scene, plies: [...before]}) : ply.move;
    }

    /** The same of a move to come, after others to come. */
    foretell(ply: Ply, since: readonly Ply[]): string {
        return this.tell(ply, [...(this.scene?.plies ?? []), ...since]);
    }

    private step(id: string): void {
        const picker = this.picker;
        if (!picker) return;
        picker.step(id);
        if (this.picker === picker) this.draw(false);
    }

    private pressed(target: EventTarget | null): void {
        const spot = target instanceof Element ? target.closest<HTMLElement>("[data-spot]") : null;
        const id = spot?.dataset["spot"];
        if (id === undefined) return;
        this.focus = id;
        this.step(id);
    }

    private key(event: KeyboardEvent): void {
        const spot = (event.target as Element).closest<HTMLElement>("[data-spot]");
        if (event.key === "Escape" && this.picker && this.picker.path.length > 0) {
            this.picker.clear();
            this.draw(false);
        } else if (spot && arrows[event.key]) {
            event.preventDefault();
            this.move(spot, arrows[event.key] as [number, number]);
        } else if (spot instanceof SVGElement && (event.key === "Enter" || event.key === " ")) {
            event.preventDefault();
            this.pressed(spot);
        }
    }

    /** To the nearest spot that way; what lies aside counts double. */
    private move(from: Element, [dx, dy]: [number, number]): void {
        const centre = (el: Element): [number, number] => {
            const box = el.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const [x, y] = centre(from);
        let best: HTMLElement | SVGElement | null = null;
        let least = Infinity;
        for (const el of this.spots()) {
            const [ex, ey] = centre(el);
            const ahead = (ex - x) * dx + (ey - y) * dy;
            const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
            if (ahead < 2 || aside > ahead * 2.2) continue;
            if (ahead + aside * 2 < least) {
                least = ahead + aside * 2;
                best = el;
            }
        }
        if (!best) return;
        for (const el of this.spots()) el.tabIndex = -1;
        best.tabIndex = 0;
        best.focus({preventScroll: true});
        this.focus = best.dataset["spot"] ?? "";
    }

    private animate(): void {
        for (const el of this.ground.querySelectorAll<SVGElement>("[data-dx]"))
            el.animate(
                [{transform: `translate(${el.dataset["dx"]}px, ${el.dataset["dy"]}px)`}, {transform: "none"}],
                {duration: 260, easing: "cubic-bezier(.3,.7,.3,1)"},
            );
    }
}
