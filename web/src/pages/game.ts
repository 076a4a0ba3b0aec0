/* game.ts -- a game's page: what it is, its parameters, who sits where, and its rules. */
import {api, Refused} from "../api";
import {button, h, range, whenTyped, type Child} from "../dom";
import {hueOf} from "../hues";
import {sections} from "../markdown";
import {seatMark} from "../panels";
import {rules} from "../rules";
import {ratingWords} from "../strength";
import {setMyName} from "../settings";
import {texts} from "../texts";
import {thumbnail} from "../thumbs";
import type {GamePage, Level, Parameter, SeatKind, SeatWish} from "../types";
import {covers, parse, takeSeats, type Page} from "./page";
import {SolverLink} from "./solver";
import {nameField, numbered} from "./welcome";

/** The form of the parameters; tells the spelling of what is chosen. */
class Parameters {
    readonly element = h("div", {class: "parameters"});
    private readonly inputs = new Map<Parameter, HTMLInputElement | HTMLSelectElement>();

    constructor(
        private readonly game: GamePage,
        changed: () => void,
    ) {
        for (const p of game.params) this.element.append(this.row(p, changed));
    }

    private row(p: Parameter, changed: () => void): HTMLElement {
        const id = `p-${p.name}`;
        const input = this.input(p, id);
        this.inputs.set(p, input);
        const shown = h("output", {class: "value", for: id}, this.normal(p));
        input.addEventListener("input", () => {
            shown.textContent = input.value;
        });
        input.addEventListener("change", changed);
        whenTyped(input, changed);
        const ranged = !p.words && !this.isSwitch(p);
        const range = ranged ? `${p.help} (${texts.parameterRange(p.lo, p.hi)})` : this.asks(p) ? p.help.slice(3) : p.help;
        return h(
            "div",
            {class: "parameter"},
            h(
                "label",
                {for: id},
                h("span", {class: "parameter-name"}, p.name.replaceAll("_", " ")),
                h("span", {class: "muted"}, range),
            ),
            h("div", {class: "parameter-input"}, input, input.type === "range" ? shown : null),
        );
    }

    private isSwitch(p: Parameter): boolean {
        return p.lo === 0 && p.hi === 1 && !p.words;
    }

    /** Of some the help says what yes means; where it says what 0 and 1 mean the choice is between these. */
    private asks(p: Parameter): boolean {
        return this.isSwitch(p) && p.help.startsWith("1: ") && !/\b0: /.test(p.help);
    }

    private input(p: Parameter, id: string): HTMLInputElement | HTMLSelectElement {
        if (p.words)
            return h(
                "select",
                {id},
                ...p.words.map((word) =>
                    h("option", {value: word, selected: word === this.normal(p)}, word.replaceAll("_", " ")),
                ),
            );
        if (this.isSwitch(p))
            return h(
                "select",
                {id},
                ...[0, 1].map((n) =>
                    h("option", {value: n, selected: String(n) === this.normal(p)}, !this.asks(p) ? n : n ? texts.yes : texts.no),
                ),
            );
        const kind = p.hi - p.lo <= 20 ? "range" : "number";
        return h("input", {id, type: kind, min: p.lo, max: p.hi, step: 1, value: this.normal(p)});
    }

    private normal(p: Parameter): string {
        return p.words && typeof p.normal === "number"
            ? (p.words[p.normal - p.lo] ?? p.words[0] ?? "")
            : String(p.normal);
    }

    set(values: Record<string, string>): void {
        for (const [p, input] of this.inputs) {
            input.value = values[p.name] ?? this.normal(p);
            input.dispatchEvent(new Event("input"));
        }
    }

    get spec(): string {
        const out: string[] = [];
        for (const [p, input] of this.inputs)
            if (input.value !== this.normal(p)) out.push(`${p.name}=${input.value}`);
        return out.length > 0 ? `${this.game.name}(${out.join(",")})` : this.game.name;
    }
}

/** Who may sit at a seat; a net only where Parlor ships one for the game. */
type Sitter = SeatKind | "net";

/** What a game has to offer as opponents. */
interface Offer {
    levels: Level[];
    net: boolean;
}

/** Who sits at one seat. */
class SeatRow {
    readonly element: HTMLElement;
    private kind: Sitter;
    private levels: Level[] = [];
    private readonly select: HTMLSelectElement;
    private readonly net = h("option", {value: "net"}, texts.kinds.net);
    /** The level that was chosen; where a game has none so strong its strongest stands for it. */
    private wanted = 4;
    private readonly slider = h("input", {type: "range", min: 0, step: 1});
    private readonly word = h("output", {class: "value"});
    private readonly about = h("p", {class: "muted small"});
    private readonly body = h("div", {class: "seat-body"});
    private mark = h("span", {});

    constructor(
        game: string,
        private readonly seat: number,
        offer: Offer,
        kind: SeatKind,
    ) {
        this.kind = kind;
        const id = `seat-${seat}`;
        this.select = h(
            "select",
            {id, "aria-label": texts.seatKind(seat)},
            ...(["you", "agent", "open"] as const).map((k) =>
                h("option", {value: k, selected: k === kind}, texts.kinds[k]),
            ),
        );
        this.select.addEventListener("change", () => {
            this.kind = this.select.value as Sitter;
            this.show();
        });
        this.slider.setAttribute("aria-label", `${texts.strength}, ${texts.seat(seat)}`);
        this.slider.addEventListener("input", () => {
            this.wanted = this.levels[Number(this.slider.value)]?.level ?? this.wanted;
            this.say();
        });
        this.element = h(
            "div",
            {class: `seat-row ${hueOf(seat)}`},
            h("div", {class: "seat-head"}, this.mark, this.select),
            this.body,
        );
        this.fit(game, offer);
        this.show();
    }

    /** Takes the opponents and the colours of the game as it is now chosen. */
    fit(spec: string, {levels, net}: Offer): void {
        const mark = seatMark(spec, this.seat);
        this.mark.replaceWith(mark);
        this.mark = mark;
        const within = levels.filter(({level}) => level <= this.wanted).length;
        this.levels = levels;
        this.slider.max = String(Math.max(0, levels.length - 1));
        this.slider.value = String(Math.max(0, within - 1));
        this.say();
        this.offerNet(net);
    }

    /** Where there is none for the game the usual machine sits in for it. */
    private offerNet(there: boolean): void {
        if (there && !this.net.isConnected) this.select.querySelector("[value=agent]")?.after(this.net);
        if (there) return;
        this.net.remove();
        if (this.kind !== "net") return;
        this.kind = "agent";
        this.select.value = "agent";
        this.show();
    }

    private say(): void {
        const level = this.levels[Number(this.slider.value)];
        this.word.textContent = level?.name ?? "";
        const strength = level?.rating ? ratingWords(level.rating) : "";
        this.about.textContent = level ? [texts.levelWords(level.level), strength].join(" ").trim() : "";
        this.slider.title = strength;
        this.slider.setAttribute("aria-valuetext", level?.name ?? "");
    }

    private show(): void {
        const parts: Record<Sitter, Child[]> = {
            you: [],
            net: [h("p", {class: "muted small"}, texts.netHint)],
            open: [h("p", {class: "muted small"}, texts.openHint)],
            agent: [
                h("div", {class: "strength"}, h("span", {}, texts.strength), this.slider, this.word),
                this.about,
            ],
        };
        this.body.replaceChildren(...parts[this.kind].filter((part): part is Node => part instanceof Node));
    }

    wish(name: string): SeatWish {
        const level = this.levels[Number(this.slider.value)];
        if (this.kind === "net")
            return {kind: "agent", agent: "net", name: texts.machine(this.seat, texts.netName)};
        if (this.kind === "agent")
            return {kind: "agent", level: level?.level ?? 1, name: texts.machine(this.seat, level?.name ?? "")};
        return this.kind === "you" && name ? {kind: "you", name} : {kind: this.kind};
    }
}

/** The names of variants, one for each; a second name of the game itself is none. */
function variantsOf(game: GamePage): [string, string][] {
    const named = new Map<string, string>();
    for (const [alias, spec] of Object.entries(game.aliases ?? {}))
        if (!named.has(spec)) named.set(spec, alias);
    const out = [...named].map(([spec, alias]): [string, string] => [alias, spec]);
    return out.length === 1 && Object.keys(parse(out[0]?.[1] ?? "").params).length === 0 ? [] : out;
}

class Form {
    readonly element: HTMLElement;
    private readonly variants: [string, string][];
    private readonly tabs = h("div", {class: "variants", role: "group", "aria-label": texts.variants});
    private readonly parameters: Parameters;
    private readonly seats = h("div", {class: "seat-rows"});
    private rows: SeatRow[] = [];
    private readonly problem = h("p", {class: "problem", role: "alert"});
    private readonly go = h("button", {type: "submit", class: "button strong large"}, texts.play);
    private readonly name = nameField("my-name");
    private readonly solver = new SolverLink();
    private readonly watch = h("input", {type: "checkbox", id: "watch", checked: true});
    private readonly advice = h("input", {type: "checkbox", id: "advice"});
    private readonly clock = h(
        "select",
        {id: "clock"},
        ...Object.entries(texts.clocks).map(([value, words]) => h("option", {value}, words)),
    );

    constructor(private readonly game: GamePage) {
        this.parameters = new Parameters(game, () => void this.check());
        this.variants = variantsOf(game);
        this.element = h(
            "form",
            {
                class: "panel-card start",
                submit: (event: Event) => {
                    event.preventDefault();
                    void this.open();
                },
            },
            this.variantTabs(),
            h("h2", {}, texts.seats),
            this.seats,
            h("div", {class: "pair"}, h("label", {for: "my-name"}, texts.yourName), this.name),
            h(
                "details",
                {class: "options", open: game.params.length <= 3},
                h("summary", {}, texts.parameters),
                this.parameters.element,
                h("div", {class: "pair"}, h("label", {for: "clock"}, texts.clock), this.clock),
                h("div", {class: "pair"}, h("label", {for: "watch"}, texts.watchers), this.watch),
                h("div", {class: "pair"}, h("label", {for: "advice"}, texts.advice), this.advice),
            ),
            this.problem,
            this.go,
            this.solver.element,
        );
    }

    private variantTabs(): HTMLElement | null {
        if (this.variants.length === 0) return null;
        const choose = (spec: string): void => {
            this.parameters.set(parse(spec).params);
            void this.check();
        };
        const tab = ([alias, spec]: [string, string]): HTMLElement =>
            button(texts.title(alias), () => choose(spec), "tab", {"data-variant": spec});
        this.tabs.append(...this.variants.map(tab));
        return this.tabs;
    }

    /** Marks the variant that the game, as it is spelled in full, is. */
    private markVariant(whole: string): void {
        for (const el of this.tabs.querySelectorAll<HTMLElement>("[data-variant]"))
            el.setAttribute("aria-pressed", String(covers(whole, el.dataset["variant"] ?? "")));
    }

    /** Asks the server whether the parameters go together, and for how many seats. */
    async check(): Promise<void> {
        const spec = this.parameters.spec;
        try {
            const [page, levels, agents] = await Promise.all([
                api.game(this.game.name, spec),
                api.levels(spec),
                api.agents(spec),
            ]);
            if (spec !== this.parameters.spec) return; // it was asked about something else meanwhile
            this.problem.textContent = "";
            this.go.disabled = false;
            this.markVariant(page.spec);
            void this.solver.check(page.spec);
            this.fill(
                page.seats ?? Number(parse(page.spec).params["players"] ?? this.game.players.least),
                page.spec,
                {levels, net: agents.some(({name}) => name === "net")},
            );
        } catch (error) {
            if (spec !== this.parameters.spec) return;
            this.problem.textContent = (error as Error).message;
            this.go.disabled = true;
        }
    }

    private fill(n: number, spec: string, offer: Offer): void {
        for (const row of this.rows) row.fit(spec, offer);
        if (n === this.rows.length) return;
        this.rows = range(n).map(
            (i) => this.rows[i] ?? new SeatRow(spec, i, offer, i === 0 ? "you" : "agent"),
        );
        this.seats.replaceChildren(...this.rows.map((row) => row.element));
    }

    /** One field has the name of all who sit at this screen: the second of them is Ann 2. */
    private wishes(): SeatWish[] {
        const name = this.name.value.trim();
        let people = 0;
        return this.rows.map((row) => {
            const wish = row.wish(name);
            return wish.kind === "you" && name && people++ > 0 ? {...wish, name: numbered(name, people)} : wish;
        });
    }

    private async open(): Promise<void> {
        setMyName(this.name.value.trim());
        this.go.disabled = true;
        this.go.textContent = texts.opening;
        try {
            const made = await api.open({
                game: this.parameters.spec,
                seats: this.wishes(),
                watch: this.watch.checked,
                advice: this.advice.checked,
                ...(this.clock.value ? {clock: this.clock.value} : {}),
            });
            takeSeats(
                made,
                made.seats.filter((seat) => seat.kind === "you").map((seat) => seat.seat),
            );
            location.hash = `#/table/${made.id}`;
        } catch (error) {
            this.problem.textContent = error instanceof Refused ? error.message : texts.noAnswer;
            this.go.disabled = false;
            this.go.textContent = texts.play;
        }
    }
}

export async function gamePage(name: string): Promise<Page> {
    const game = await api.game(name).catch((error: unknown) => {
        throw error instanceof Refused && error.status === 404 ? new Refused(texts.noSuchGame, 404) : error;
    });
    const form = new Form(game);
    await form.check();
    const lead = sections(game.rules)[0]?.body ?? [];
    return {
        title: texts.title(game.name),
        element: h(
            "div",
            {class: "game-page"},
            h(
                "header",
                {class: "game-head"},
                h("span", {class: "thumb"}, thumbnail(game.name)),
                h(
                    "div",
                    {},
                    h("h1", {}, texts.title(game.name)),
                    ...lead,
                    h("p", {class: "muted"}, texts.players(game.players.least, game.players.most)),
                ),
            ),
            h("div", {class: "columns"}, form.element, rules(game)),
        ),
    };
}
