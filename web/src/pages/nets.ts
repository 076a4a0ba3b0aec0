/* nets.ts -- the nets of the server's folder, and one of them with its curve; those that are trained are followed. */
import {api} from "../api";
import {button, h} from "../dom";
import {grouped, tiny} from "../numbers";
import {poll, refresh} from "../poll";
import {card, table, within} from "../standings";
import {texts} from "../texts";
import {pictures, pointTable, shortName, type Across} from "../training";
import type {Net, NetInfo} from "../types";
import {message, titleOf, type Page} from "./page";
import {when} from "./records";

const LIVE_MS = 2000;
const IDLE_MS = 10000;

const bare = (name: string): string => name.replace(/\.safetensors$/, "");

const stateMark = (net: NetInfo): HTMLElement =>
    h("span", {class: `state state-${net.running ? "running" : "over"}`}, net.running ? texts.netTrains : texts.netRests);

const gamesOf = ({games, of}: NetInfo): string => {
    if (typeof games !== "number") return "–";
    return typeof of === "number" && of > games ? texts.soFar(grouped(games), grouped(of)) : grouped(games);
};

/** How it did last, in a few words. */
function lastly(net: NetInfo): HTMLElement[] {
    const told = net.last?.against.map((one, i) => `${shortName(net.against?.[i] ?? "")} ${within(one.score, 2)}`) ?? [];
    if (typeof net.last?.exploitability === "number")
        told.push(`${texts.exploitability.toLowerCase()} ${tiny(net.last.exploitability)}`);
    return told.map((words) => h("div", {class: "net-last"}, words));
}

function row(net: NetInfo): HTMLElement {
    const link = h("a", {href: `#/net/${encodeURIComponent(net.name)}`}, bare(net.name));
    if (net.why !== undefined)
        return h("tr", {}, h("th", {scope: "row"}, bare(net.name)), h("td", {colspan: 5, class: "muted"}, net.why));
    return h(
        "tr",
        {},
        h("th", {scope: "row"}, link),
        h("td", {}, titleOf(net.game ?? "")),
        h("td", {}, stateMark(net)),
        h("td", {class: "number"}, gamesOf(net)),
        h("td", {}, ...lastly(net)),
        h("td", {class: "muted"}, when(net.changed)),
    );
}

export async function netsPage(): Promise<Page> {
    const list = h("div", {});
    let before = "";
    const load = async (): Promise<number> => {
        const nets = await api.nets();
        const now = JSON.stringify(nets);
        const heads = [texts.net, texts.game, texts.state, texts.gamesPlayed, texts.netLast, texts.netChanged];
        if (now !== before)
            refresh(list, nets.length > 0 ? table(texts.nets, heads, nets.map(row)) : message(texts.noNets));
        before = now;
        return nets.some((net) => net.running) ? LIVE_MS : IDLE_MS;
    };
    const again = await load();
    return {
        title: texts.nets,
        element: h(
            "div",
            {class: "records-page"},
            h("h1", {}, texts.nets),
            h("p", {class: "muted"}, texts.netsHint, " ", h("code", {}, texts.netCommand)),
            list,
        ),
        close: poll(load, again),
    };
}

function figures(net: Net): HTMLElement {
    const {games, seconds, loss} = net;
    const all: [string, string | HTMLElement][] = [[texts.state, stateMark(net)], [texts.gamesPlayed, gamesOf(net)]];
    if (typeof games === "number" && typeof seconds === "number" && seconds > 0)
        all.push(
            [texts.seconds, seconds.toFixed(seconds < 100 ? 1 : 0)],
            [texts.gamesASecond, grouped(Math.round(games / seconds))],
        );
    if (typeof loss === "number") all.push([texts.loss, tiny(loss)]);
    all.push([texts.netChanged, when(net.changed)]);
    return h(
        "dl",
        {class: "figures league-figures"},
        ...all.map(([words, what]) => h("div", {}, h("dt", {}, words), h("dd", {}, what))),
    );
}

/** What the net is, and how it was trained, stage by stage. */
function making({shape, method, stages}: Net): HTMLElement {
    const words = texts.netShape(shape.inputs, shape.hidden.join("–"), shape.activation, shape.heads.join(", "));
    const told = stages.length > 0 ? stages : [{from: 0, method: method ?? texts.netUntrained, opponents: ""}];
    return h(
        "ul",
        {class: "league-notes small"},
        h("li", {}, words),
        ...told.map((stage) =>
            h(
                "li",
                {},
                texts.netStage(grouped(stage.from + 1), stage.opponents),
                " ",
                h("code", {}, stage.method),
            ),
        ),
    );
}

function body(net: Net, across: Across, turn: () => void): HTMLElement[] {
    const drawn = pictures(net, across);
    const other = across === "games" ? texts.overTime : texts.overGames;
    return [
        figures(net),
        card(
            texts.netCurve,
            ...(drawn.length > 0
                ? [button(other, turn, "button", {tabindex: 0, "aria-label": other}), h("div", {class: "net-figures"}, ...drawn)]
                : [message(texts.netNoCurve)]),
        ),
        ...(net.curve.length > 0 ? [card(texts.netPoints, pointTable(net))] : []),
        card(texts.netMaking, making(net)),
    ];
}

export async function netPage(name: string): Promise<Page> {
    const box = h("div", {});
    let across: Across = "games";
    let now = await api.net(name);
    const draw = (): void => refresh(box, ...(now.why === undefined ? body(now, across, turn) : [message(now.why)]));
    const turn = (): void => {
        across = across === "games" ? "seconds" : "games";
        draw();
        box.querySelector<HTMLElement>(".panel-card .button")?.focus({preventScroll: true});
    };
    draw();
    const load = async (): Promise<number> => {
        const got = await api.net(name);
        const news = JSON.stringify(got) !== JSON.stringify(now);
        now = got;
        if (news) draw();
        return now.running ? LIVE_MS : IDLE_MS;
    };
    return {
        title: bare(name),
        element: h(
            "div",
            {class: "league-page net-page"},
            h("h1", {}, bare(name)),
            h(
                "p",
                {class: "muted league-spec"},
                h("code", {}, now.game ?? ""),
                " · ",
                h("a", {href: "#/nets"}, texts.nets),
            ),
            box,
        ),
        close: poll(load, now.running ? LIVE_MS : IDLE_MS),
    };
}
