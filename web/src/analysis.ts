/* analysis.ts -- the panel of what an agent thinks: while it is switched on, an agent that the visitor chooses thinks
 * about the position that is shown, and bars, line, belief and tree follow it.
 *
 * A closed panel asks nothing.  A position must stand for a moment before it is asked about, so that who runs
 * through a game with a slider asks about where he stops. */
import {api} from "./api";
import type {Source} from "./asker";
import {h} from "./dom";
import {MixView} from "./mix";
import {texts} from "./texts";
import {Thoughts, type Who} from "./thoughts";
import {drawTree} from "./tree";
import type {AgentInfo, Analysis, Ply, View} from "./types";

const SECONDS = 5;
const DEPTH = 3;
const WIDTH = 5;
const STANDS = 200;

/** What is asked about: a position by a key of its own, and how it is told to the server. */
export interface Subject {
    key: string;
    game: string;
    what: Record<string, unknown>;
    token?: string;
    /** As it is seen, and by how many it is played. */
    view: View;
    players: number;
}

/** Who puts moves and what is hidden into words. */
interface Speaker {
    words(move: string): string;
    believed(value: string): string;
    foretell(ply: Ply, since: readonly Ply[]): string;
}

/** One line of a form, its label first. */
const field = (label: string, input: HTMLElement): HTMLElement =>
    h("div", {class: "pair"}, h("label", {for: input.id}, label), input);

export class AnalysisPanel {
    private readonly live = h("input", {type: "checkbox", role: "switch", id: "think", change: () => this.again()});
    private readonly agent = h("select", {id: "think-agent", change: () => this.chosen()});
    private readonly args = h("input", {
        type: "text",
        id: "think-args",
        spellcheck: "false",
        change: () => this.again(),
    });
    private readonly withArgs = field(texts.agentArgs, this.args);
    private readonly about = h("p", {class: "muted small"});
    private readonly withTree = h("input", {type: "checkbox", id: "think-tree", change: () => this.again()});
    private readonly state = h("p", {class: "muted small", role: "status"});
    /** Changes several times a second, so that it is not read aloud. */
    private readonly count = h("p", {class: "muted small number", "aria-hidden": "true"});
    private readonly thoughts: Thoughts;
    private readonly mix: MixView;
    private readonly tree = h("div", {});
    readonly element: HTMLDetailsElement;
    private subject: Subject | null = null;
    private agents: AgentInfo[] = [];
    private listed = "";
    private waits = 0;
    private asked = false;

    constructor(
        private readonly source: Source,
        private readonly words: Speaker,
        private readonly who: Who,
        /** What is said where there is no position to ask about. */
        private idle: string,
    ) {
        const say = (move: string): string => words.words(move);
        this.thoughts = new Thoughts(say, who, {
            place: (path) => this.hidden(path),
            value: (value) => words.believed(value),
            move: (ply, since) => words.foretell(ply, since),
        });
        this.mix = new MixView(say);
        source.hear = (got) => this.hear(got);
        this.element = h(
            "details",
            {class: "panel-card in-play analysis", toggle: () => this.again()},
            h("summary", {}, texts.analysis),
            field(texts.thinkAlong, this.live),
            field(texts.agent, this.agent),
            this.about,
            this.withArgs,
            field(texts.withTree, this.withTree),
            this.state,
            this.count,
            this.thoughts.element,
            this.mix.element,
            this.tree,
        );
        this.list();
    }

    /** The position that is shown now; null: none that could be asked about. */
    at(subject: Subject | null, idle = this.idle): void {
        if (subject?.key === this.subject?.key && idle === this.idle) return;
        this.idle = idle;
        this.subject = subject;
        this.again();
    }

    /** What is hidden where, in words: "cards[1]" is somebody's, if there is one for each player. */
    private hidden(path: string): string {
        const [, list, seat, rest] = /^(\w+)\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
        const all = list === undefined ? null : this.subject?.view[list];
        const each = Array.isArray(all) && all.length === this.subject?.players;
        return each ? texts.hiddenOf(rest || (list ?? ""), this.who(Number(seat))) : texts.hiddenThing(path);
    }

    private get chosenAgent(): AgentInfo | undefined {
        return this.agents.find(({name}) => name === this.agent.value);
    }

    private chosen(): void {
        this.args.value = this.chosenAgent?.params.some(({name}) => name === "ms") ? `ms=${1000 * SECONDS}` : "";
        this.list();
        this.again();
    }

    /** The agents to choose from, and what the chosen one is. */
    private list(): void {
        const now = this.agent.value;
        const option = (value: string, words: string): HTMLElement =>
            h("option", {value, selected: value === now}, words);
        this.agent.replaceChildren(
            option("", texts.usualAgent),
            ...this.agents.map(({name}) => option(name, name)),
        );
        this.about.textContent = this.chosenAgent?.about ?? "";
        this.about.hidden = !this.chosenAgent;
        this.withArgs.hidden = !this.chosenAgent?.params.length;
    }

    private async find(game: string): Promise<void> {
        this.listed = game;
        this.agents = await api.agents(game).catch(() => []);
        this.list();
    }

    /** Gives up what was asked, and asks anew if the panel is open and on. */
    private again(): void {
        clearTimeout(this.waits);
        if (this.asked) this.source.stop();
        this.asked = false;
        this.element.classList.remove("thinking");
        this.count.textContent = "";
        this.thoughts.clear();
        this.mix.clear();
        this.tree.replaceChildren();
        const {subject} = this;
        if (this.element.open && subject && subject.game !== this.listed) void this.find(subject.game);
        const on = this.element.open && this.live.checked;
        this.state.textContent = !on ? "" : subject ? texts.analysing : this.idle;
        if (on && subject) this.waits = window.setTimeout(() => this.ask(subject), STANDS);
    }

    private ask(subject: Subject): void {
        const {chosenAgent} = this;
        const args = this.args.value.trim();
        void this.mix.ask(subject.what, subject.token);
        this.asked = this.source.ask({
            ...subject.what,
            seconds: SECONDS,
            ...(chosenAgent ? {agent: args ? `${chosenAgent.name}(${args})` : chosenAgent.name} : {}),
            ...(this.withTree.checked ? {tree: DEPTH, width: WIDTH} : {}),
        });
        if (!this.asked) this.state.textContent = texts.offline;
    }

    private hear(got: Analysis): void {
        if (got.final) this.asked = false;
        if (got.error !== undefined) {
            this.state.textContent = got.error;
            return;
        }
        this.element.classList.toggle("thinking", !got.final);
        const game = this.subject?.game ?? "";
        this.thoughts.show(got, game);
        this.count.textContent = got.final ? "" : texts.iterationsSoFar(got.iterations ?? 0);
        if (got.final)
            this.state.textContent = texts.thoughtBy(
                got.agent ?? "",
                this.who(got.seat ?? null),
                got.iterations ?? 0,
            );
        if (got.tree) this.tree.replaceChildren(h("h3", {}, texts.tree), drawTree(got.tree, this.who, game, (ply, since) => this.words.foretell(ply, since)));
    }

    close(): void {
        clearTimeout(this.waits);
        this.mix.clear();
        this.source.hear = null;
        if (this.asked) this.source.stop();
    }
}
