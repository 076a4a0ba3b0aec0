/* main.ts -- the page's frame, its settings, and the way from an address to a page.
 *
 * Addresses are fragments, which a browser does not send: `#/game/hex`, `#/table/ID`, with a secret
 * behind it in an invitation, `#/record/ID/PLY/SEAT`, `#/solve/SPELLING`, `#/player/NAME`, `#/league/ID`, `#/contest/ID`, `#/net/NAME`.
 * ways.json lists their kinds, each with the link at the top that leads to where it belongs; the server knows paths by the same list. */
import {button, h} from "./dom";
import {contestPage} from "./pages/contest";
import {gamePage} from "./pages/game";
import {leagueGames, leaguePage} from "./pages/league";
import {leaguesPage} from "./pages/leagues";
import {lobby} from "./pages/lobby";
import {noPage, type Page} from "./pages/page";
import {netPage, netsPage} from "./pages/nets";
import {playerPage, playersPage} from "./pages/players";
import {recordsPage} from "./pages/records";
import {replayPage} from "./pages/replay";
import {solverPage} from "./pages/solver";
import {tablePage} from "./pages/table";
import {motion, setMotion, setSound, setTheme, showTheme, sound, theme, type Theme} from "./settings";
import {texts} from "./texts";
import ways from "./ways.json";

const main = h("main", {id: "main", tabindex: -1});
let current: Page | null = null;
let visit = 0;

type Way = keyof typeof ways;

/* A page by what its address has behind the kind. */
const PAGES: Record<Way, (rest: string[]) => Promise<Page> | Page> = {
    game: ([name = ""]) => gamePage(name),
    solve: ([spec = ""]) => solverPage(spec),
    table: ([id = "", invitation]) => tablePage(id, invitation),
    record: ([id = "", ply, seat]) => replayPage(id, ply, seat),
    records: () => recordsPage(),
    player: ([name = ""]) => playerPage(name),
    players: () => playersPage(),
    league: ([id = "", what, player, other]) =>
        what === "games" ? leagueGames(id, player, other) : leaguePage(id),
    leagues: () => leaguesPage(),
    contest: ([id = ""]) => contestPage(id),
    net: ([name = ""]) => netPage(name),
    nets: () => netsPage(),
};

const isWay = (kind: string): kind is Way => Object.hasOwn(ways, kind);

async function pageAt(address: string): Promise<Page> {
    const [kind = "", ...rest] = address
        .replace(/^#?\/?/, "")
        .split("/")
        .map(decodeURIComponent);
    if (kind === "") return lobby();
    return isWay(kind) ? PAGES[kind](rest) : {title: texts.parlor, element: noPage()};
}

/** An address that was asked for as a path becomes the fragment that it should have been. */
function straighten(): void {
    if (location.pathname === "/") return;
    history.replaceState(null, "", `/${location.hash || `#${location.pathname}`}`);
}

async function show(): Promise<void> {
    const mine = ++visit;
    current?.close?.();
    current = null;
    let page: Page;
    try {
        page = await pageAt(location.hash);
    } catch (error) {
        page = {title: texts.parlor, element: noPage(error)};
    }
    if (mine !== visit) {
        page.close?.();
        return;
    }
    current = page;
    markWay();
    document.title = page.title === texts.parlor ? texts.parlor : `${page.title} · ${texts.parlor}`;
    main.replaceChildren(page.element);
    window.scrollTo(0, 0);
    if (mine > 1) main.focus({preventScroll: true});
}

/** Marks the link at the top that leads to where the page belongs. */
function markWay(): void {
    const kind = location.hash.replace(/^#?\/?/, "").split("/")[0] ?? "";
    const way = isWay(kind) ? ways[kind] : kind === "" ? "#/" : "";
    for (const link of document.querySelectorAll(".top nav a"))
        if (link.getAttribute("href") === way) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
}

function settings(): HTMLElement {
    const look = h(
        "select",
        {id: "theme"},
        ...(Object.keys(texts.themes) as Theme[]).map((key) =>
            h("option", {value: key, selected: key === theme()}, texts.themes[key]),
        ),
    );
    look.addEventListener("change", () => setTheme(look.value as Theme));
    const box = (id: string, on: boolean, set: (on: boolean) => void): HTMLInputElement => {
        const input = h("input", {type: "checkbox", id, checked: on});
        input.addEventListener("change", () => set(input.checked));
        return input;
    };
    const dialog = h(
        "dialog",
        {class: "settings", "aria-labelledby": "settings-title"},
        h("h2", {id: "settings-title"}, texts.settings),
        h("div", {class: "pair"}, h("label", {for: "theme"}, texts.theme), look),
        h(
            "div",
            {class: "pair"},
            h("label", {for: "motion"}, texts.motion),
            box("motion", motion(), setMotion),
        ),
        h("div", {class: "pair"}, h("label", {for: "sound"}, texts.sound), box("sound", sound(), setSound)),
        button(texts.close, () => dialog.close(), "button strong"),
    );
    return dialog;
}

function frame(): void {
    const dialog = settings() as HTMLDialogElement;
    document.body.replaceChildren(
        h(
            "a",
            {
                class: "skip",
                href: "#main",
                click: (event: Event) => {
                    event.preventDefault();
                    main.focus();
                },
            },
            texts.skip,
        ),
        h(
            "header",
            {class: "top"},
            h("a", {class: "brand", href: "#/"}, texts.parlor),
            h(
                "nav",
                {"aria-label": texts.parlor},
                h("a", {href: "#/"}, texts.home),
                h("a", {href: "#/records"}, texts.records),
                h("a", {href: "#/leagues"}, texts.leagues),
                h("a", {href: "#/nets"}, texts.nets),
                button(texts.settings, () => dialog.showModal(), "link"),
            ),
        ),
        main,
        dialog,
    );
}

straighten();
showTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
frame();
window.addEventListener("hashchange", () => void show());
void show();
