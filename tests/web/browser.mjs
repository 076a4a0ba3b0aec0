// browser.mjs PARLOR NPM [--rest] [PART...] -- the page in a real Chromium, against the real server; prints TAP.
//
// For every family of boards a whole game is played by clicks alone, at desktop or phone size, with no
// serious finding of axe-core; with --rest at the other size, and nothing else.  Two browsers play a game with secrets,
// and nothing that reaches one of them holds what the other hides.  A reload, a cut and a new start of the server keep
// the seat; invitations, replays, refused parameters and the keyboard alone work.  NPM is where npm put
// web/package.json's needs.  With names, only these parts are run.
import {spawn} from "node:child_process";
import {company} from "./company.mjs";
import {leagues} from "./leagues.mjs";
import {generic, keys, longNames, privacy, settings} from "./manners.mjs";
import {marks} from "./marks.mjs";
import {nets} from "./nets.mjs";
import {solutions} from "./solutions.mjs";
import {SIZES, check, findings, folder, parlor, perform, post, records, server, visit} from "./stage.mjs";
import {course, inWords, liveBars, searchTree, thinkAlong} from "./thinking.mjs";
import {finding, inPlayersWords, laying, naming, present, seenBy} from "./visits.mjs";
import {ways} from "./ways.mjs";
import {calls, codes, command, oneName, readers, switches, tables, winners} from "./words.mjs";

const wanted = process.argv.slice(4);
const rest = wanted[0] === "--rest" && Boolean(wanted.shift());

const GAMES = [
    ["mnk", 2],
    ["connect4", 2],
    ["othello(size=4)", 2],
    ["breakthrough(rows=5,cols=4,lines=1)", 2],
    ["phantom", 2],
    ["quoridor(size=3,walls=2)", 2],
    ["hex(size=4,swap=1)", 2],
    ["dark_hex", 2],
    ["abalone(marbles=1,layout=belgian_daisy,limit=40)", 2],
    ["backgammon(layout=hypergammon)", 2],
    ["battleship(rows=4,cols=4,fleet=21)", 2],
    ["dominoes(players=2,high=6)", 2],
    ["block_dominoes(variant=all_fives,target=20)", 2],
    ["kuhn", 2],
    ["leduc", 2],
    ["knockout_whist(players=3,cards=3)", 3],
    ["goofspiel(cards=5)", 2],
    ["liars_dice(players=3,dice=2)", 3],
    ["pig(target=20)", 2],
    ["skull(players=3)", 3],
    ["rps", 2],
];

const LIVE = ".spot.live, .choice";
const myTurn = (page) => page.waitForSelector(".my-turn, .seat-score", {timeout: 30000});
const over = async (page) => (await page.locator(".seat-score").count()) > 0;

/** One press of something that can be pressed, picked by a number that the game's length makes. */
async function press(page, seed) {
    const spots = page.locator(LIVE);
    const n = await spots.count();
    if (n === 0) return page.waitForTimeout(20); // the machine is to move, or the board is being drawn
    return spots.nth((seed * 31 + 7) % n).click({force: true, timeout: 5000});
}

async function playOut(page, look) {
    for (let i = 0; i < 1500; i++) {
        await myTurn(page);
        if (await over(page)) return true;
        if (i === 0) await look?.();
        await press(page, i);
    }
    return false;
}

/** With a seed, unless a seat is open: then the host alone deals. */
const table = (game, seats, more = {}) =>
    post("tables", {game, ...(seats.some((seat) => seat.kind === "open") ? {} : {seed: 5}), seats, ...more});
const againstMachines = (game, n) =>
    table(
        game,
        Array.from({length: n}, (_, i) => (i ? {kind: "agent", level: 1} : {kind: "you", name: "Ada"})),
    );
const at = (made, seat = 0) => `#/table/${made.id}/${made.seats[seat].token}`;

/** Takes the seat of an invitation. */
async function sitDown(page, name = "") {
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", {name: "Sit down"}).click();
    await page.waitForSelector(".table-page, .problem:not(:empty)");
}

/** A whole game by clicks alone. */
async function family(game, n, size) {
    const made = await againstMachines(game, n);
    const page = await visit(at(made), size, size === "phone" ? "dark" : "light");
    const serious = [];
    let done = false,
        why = "";
    try {
        done = await playOut(page, async () => serious.push(...(await findings(page))));
        serious.push(...(await findings(page)));
    } catch (error) {
        why = error.message;
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    check(
        done && page.faults.length === 0 && serious.length === 0 && !wide,
        `${game} by clicks, ${size}`,
        [why, ...page.faults, ...serious, wide ? "wider than the screen" : ""].join("\n"),
    );
}

/** Each board at one size; the rest are the same boards at the other one. */
const families = GAMES.map(([game, n], i) => {
    const size = Object.keys(SIZES)[(i + (rest ? 1 : 0)) % 2];
    return {name: `${game}, ${size}`, run: () => family(game, n, size)};
});
const keyboards = GAMES.map(([game, n]) => ({name: `keys, ${game}`, run: () => keys(stage, game, n)}));

async function pages() {
    for (const hash of ["", "#/game/mnk", "#/game/skull", "#/records"])
        for (const scheme of ["light", "dark"]) {
            const page = await visit(hash, scheme === "light" ? "desktop" : "phone", scheme);
            await page.waitForSelector("h1");
            const serious = await findings(page);
            check(
                serious.length === 0 && page.faults.length === 0,
                `${hash || "lobby"}, ${scheme}`,
                [...serious, ...page.faults].join("\n"),
            );
            await page.context().close();
        }
}

const seatOf = (page) => page.locator(".seat-line", {hasText: /^\d+You/}).locator(".seat-mark").textContent();

/** The host asks to play on with seats swapped; the friend is told, also after a reload, and joins in one press. */
async function rematch(host, friend) {
    const before = [await seatOf(host), await seatOf(friend)];
    await host.getByRole("button", {name: "Swap seats"}).click();
    await friend.getByText("Ada wants to play again. This time you swap seats.").waitFor({timeout: 10000});
    await friend.reload();
    await friend.getByRole("button", {name: "Join"}).click({timeout: 10000});
    await friend.waitForSelector(".my-turn");
    await host.waitForSelector(".seat-line.now");
    const after = [await seatOf(host), await seatOf(friend)];
    check(
        before.join() === "0,1" && after.join() === "1,0" && host.url() === friend.url(),
        "who is asked to play again joins the same table, with seats swapped",
        `${before} / ${after} / ${host.url()} / ${friend.url()}`,
    );
    await press(friend, 0);
    await host.waitForSelector(".my-turn");
    check((await host.locator(".banner:visible").count()) === 0, "and they play on");
}

/** The friend is asked for a name, and takes the seat by sitting down alone; everybody reads the name as it is. */
async function welcome(host, hash) {
    const name = "<b>Bea</b> & Co";
    const friend = await visit(hash, "phone", "dark");
    await friend.getByText("You are invited to play with Ada.").waitFor();
    const serious = await findings(friend);
    check(serious.length === 0 && (await host.locator(".invite:visible").count()) === 1, "who looks takes nothing", serious.join("\n"));
    await sitDown(friend, "a\u202eb");
    check((await friend.locator(".welcome .problem").textContent()).includes("turn or hide"), "names have bounds");
    await sitDown(friend, name);
    await myTurn(host);
    for (const [who, seen] of [
        [host, host.locator(".seat-name").nth(1)],
        [host, host.locator(".others .place header strong")],
    ])
        check((await seen.textContent()) === name && (await who.locator("main b").count()) === 0, "a guest has a name");
    check((await friend.evaluate(() => localStorage.getItem("name"))) === name, "which the browser remembers");
    return friend;
}

/** A visitor's whole way: lobby, filter, form, a refused parameter, an invitation, a friend. */
async function invitation() {
    const page = await visit("");
    await page.getByPlaceholder("Find a game").fill("kuhn");
    check((await page.locator(".game-card").count()) === 1, "the filter finds one game");
    await page.locator(".game-card").click();
    await page.locator("#seat-1").selectOption("open");
    await page.fill("#my-name", "Ada");
    await page.getByRole("button", {name: "Play", exact: true}).click();
    const link = await page.locator(".invite-line input").inputValue();
    check(
        new URL(link).search === "" && new URL(link).hash.startsWith("#/table/"),
        "the token of an invitation is in the fragment",
    );
    const secret = link.split("/").pop();
    const friend = await welcome(page, new URL(link).hash);
    check(!friend.url().includes(secret), "the token leaves the address");
    check((await page.locator(".invite:visible").count()) === 0, "the link goes when the seat is taken");
    check(
        !(await friend.evaluate(() => JSON.stringify(localStorage))).includes(secret),
        "who claims the seat has a token of his own",
    );
    const late = await visit(new URL(link).hash);
    await late.getByText("this invitation has been taken").waitFor();
    check((await late.locator(".place").count()) === 0, "who comes later is told so");
    await late.context().close();
    await friend.goto(link);
    await friend.waitForFunction((words) => !location.hash.includes(words), secret);
    await friend.waitForSelector(".place");
    check((await friend.locator(".deeds .button").count()) > 0, "who opens his link again has his seat");
    friend.faults.length = 0; // the browser notes that the second claim was refused
    await page.reload();
    await myTurn(page);
    check((await page.locator(LIVE).count()) > 0, "a reload keeps the seat and the question");
    while (!(await over(page))) {
        for (const who of [page, friend])
            if (await who.locator(".my-turn").count()) await press(who, 0).catch(() => undefined);
        await page.waitForTimeout(50);
    }
    await friend.waitForSelector(".seat-score");
    check(
        page.faults.length + friend.faults.length === 0,
        "two people play to the end",
        [...page.faults, ...friend.faults].join("\n"),
    );
    await rematch(page, friend);
    await page.context().close();
}

/** What each hides: where its ships are, until the game is over. */
async function secrets() {
    const made = await table("battleship(rows=5,cols=5,fleet=32)", [
        {kind: "you", name: "Ada"},
        {kind: "open"},
    ]);
    const both = [await visit(at(made, 0)), await visit(at(made, 1))];
    await sitDown(both[1]);
    for (let i = 0; i < 600 && !(await over(both[0])); i++) {
        for (const page of both)
            if (await page.locator(".my-turn").count()) await press(page, i).catch(() => undefined);
        await both[0].waitForTimeout(20);
    }
    await both[1].waitForSelector(".seat-score");
    for (const seat of [0, 1]) {
        const [own, other] = [both[seat], both[1 - seat]].map((page) =>
            page.heard.map((line) => JSON.parse(line)),
        );
        const hidden = own.filter((m) => m.view?.seas).pop().view.seas[seat].ships;
        const end = other.findIndex((m) => m.turn === "over");
        const before = other.slice(0, end);
        const mine = new Set(before.flatMap((m) => m.view?.seas?.[1 - seat].ships ?? []));
        // Where ships may be placed, and one's own, look alike: all else must not name a place.
        const lines = before.map((m) => JSON.stringify({...m, legal: undefined}));
        const told = hidden.filter((ship) => !mine.has(ship) && lines.some((line) => line.includes(ship)));
        const seen = before.filter((m) => m.view?.seas?.[seat].ships.some((ship) => ship !== null));
        check(
            hidden.length === 2 && end > 0 && told.length === 0 && seen.length === 0,
            `what seat ${seat} hides never reaches the other`,
            `${hidden} / ${told} / ${JSON.stringify(seen[0])}`,
        );
    }
    for (const page of both) await page.context().close();
}

async function parameters() {
    const page = await visit("#/game/mnk");
    await page.getByText("Options", {exact: true}).click();
    await page.locator("#p-k").fill("9");
    await page.waitForFunction(() => document.querySelector(".problem")?.textContent);
    const words = await page.locator(".problem").textContent();
    check(
        words.includes("k") && (await page.getByRole("button", {name: "Play", exact: true}).isDisabled()),
        "parameters that do not fit are refused in words",
        words,
    );
    await page.locator("#p-k").fill("2");
    await page.waitForFunction(() => !document.querySelector(".problem")?.textContent);
    check(await page.getByRole("button", {name: "Play", exact: true}).isEnabled(), "and no more once they are mended");
    await page.getByRole("button", {name: "Gomoku", exact: true}).click();
    await page.waitForFunction(() => !document.querySelector(".problem")?.textContent);
    check((await page.locator("#p-m").inputValue()) === "15", "a variant fills the form");
    const chosen = page.locator(".variants [aria-pressed=true]");
    await page.waitForFunction(() => document.querySelectorAll(".variants [aria-pressed=true]").length === 1);
    check((await chosen.textContent()) === "Gomoku", "and is marked as chosen");
    await page.context().close();
    await strongest();
}

/** Who wants the strongest opponent has it, whatever it is called after the next option. */
async function strongest() {
    const page = await visit("#/game/kuhn");
    const word = () => page.locator(".seat-row").nth(1).locator("output").textContent();
    const choose = async (players, name) => {
        await page.locator("#p-players").fill(players);
        await page.locator("#p-players").dispatchEvent("change");
        for (let i = 0; i < 100 && (await word()) !== name; i++) await page.waitForTimeout(50);
        check((await word()) === name, `of ${players} players it is ${name}`, await word());
    };
    await page.locator(".seat-row").nth(1).locator("input[type=range]").fill("10");
    await choose("2", "unbeatable");
    await choose("3", "best");
    await choose("2", "unbeatable");
}

/** A seat in two tabs: the one that was first says so, and can have it back. */
async function tabs() {
    const first = await visit(at(await againstMachines("mnk", 2)));
    await myTurn(first);
    const second = await first.context().newPage();
    await second.goto(first.url());
    await myTurn(second);
    await first.waitForSelector("text=Play on here");
    const why = await first.locator(".problem").first().textContent();
    check(
        (await first.locator(LIVE).count()) === 0 && why.includes("another window"),
        "the tab that lost its seat is dead, and says why",
        why,
    );
    await first.getByRole("button", {name: "Play on here"}).click();
    await myTurn(first);
    check((await first.locator(LIVE).count()) > 0, "and can take it back");
}

async function keyboard() {
    const page = await visit(at(await againstMachines("mnk", 2)));
    await myTurn(page);
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.matches("[data-spot]"))); i++)
        await page.keyboard.press("Tab");
    const spot = () => page.evaluate(() => document.activeElement?.getAttribute("data-spot"));
    check((await spot()) === "a3", "the tab key comes to the board", await spot());
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    check((await spot()) === "b2", "arrow keys go from cell to cell", await spot());
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".log-move")?.textContent === "b2");
    await myTurn(page);
    check(page.faults.length === 0, "Enter plays", page.faults.join("\n"));
    await page.getByRole("button", {name: "Take back"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".log-move").length === 0);
    check(true, "a move is taken back");
    await myTurn(page);
    await page.getByRole("button", {name: "Resign"}).click();
    await page.getByRole("button", {name: /^Yes, resign/}).press("Escape");
    await page.getByRole("button", {name: "Resign", exact: true}).click();
    await page.getByRole("button", {name: "Yes, resign: it scores −1, the lowest there is"}).click();
    await page.waitForSelector(".seat-score");
    check(
        (await page.locator(".status").first().textContent()).includes("resignation"),
        "resigning takes two presses, and tells what it costs",
    );
}

async function replayAndAnalysis() {
    const made = await againstMachines("connect4", 2);
    const page = await visit(at(made));
    await playOut(page);
    await page.getByRole("link", {name: "Replay"}).click();
    await page.waitForSelector(".player");
    const length = Number(await page.locator(".player input").getAttribute("max"));
    await page.getByRole("button", {name: "To the start"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".piece").length === 0);
    await page.getByRole("button", {name: "One on"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".piece").length === 1);
    check(length > 6, "a game is replayed move by move");
    await page.getByText("Analysis").click();
    await page.getByRole("switch", {name: "Think along"}).check();
    await page.waitForSelector(".thought", {timeout: 20000});
    check(
        (await page.locator(".thought").count()) > 1 && page.faults.length === 0,
        "and analysed",
        page.faults.join("\n"),
    );
    await page.getByLabel("Draw the search tree").check();
    await page.waitForSelector(".tree-node", {timeout: 30000});
    await page.getByRole("button", {name: "One on"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".piece").length === 2);
    check((await page.locator(".tree").count()) === 0, "and a tree is drawn, until the position is another");
    await page.getByRole("button", {name: "One back"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".piece").length === 1);
    const shared = await visit(new URL(page.url()).hash);
    await shared.waitForFunction(() => document.querySelectorAll(".piece").length === 1);
    check(true, "the link leads to the same position");
    await page.context().close();
}

/** Who only watches sees what anybody may, and can press nothing; a clock is shown to all. */
async function spectator() {
    const made = await table("kuhn", [{kind: "you", name: "Ada"}, {kind: "open"}], {
        clock: "game=5m",
        watch: true,
    });
    const players = [await visit(at(made, 0)), await visit(at(made, 1))];
    await sitDown(players[1]);
    await myTurn(players[0]);
    const page = await visit(`#/table/${made.id}`);
    await page.waitForSelector(".place");
    const cards = page.heard.map((line) => JSON.parse(line)).flatMap((m) => m.view?.cards ?? []);
    check(
        (await page.locator(".spot, .choice").count()) === 0 &&
            cards.length > 1 &&
            cards.every((card) => card === "?"),
        "a spectator sees no card and presses nothing",
        cards.join(" "),
    );
    const clock = await players[0].locator(".seat-line .clock").first().textContent();
    check(/^[45]:\d\d$/.test(clock), "a clock runs", clock);
}

const solved = () => solutions({visit, check, findings, table, againstMachines, at, myTurn, playOut, thinkAlong});

async function restart() {
    const page = await visit(at(await againstMachines("connect4", 2)));
    await myTurn(page);
    await press(page, 3);
    await page.waitForFunction(() => document.querySelectorAll(".log-move").length >= 2);
    await myTurn(page);
    const before = await page.locator(".log-move").allTextContents();
    server.process.kill("SIGKILL");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("connection"));
    await server.start();
    await page.waitForFunction(
        () => document.querySelector(".my-turn .status")?.textContent?.includes("Your turn"),
        null,
        {timeout: 30000},
    );
    const after = await page.locator(".log-move").allTextContents();
    check(after.join() === before.join(), "a killed server goes on where it was", `${before} / ${after}`);
    await press(page, 1);
    await page.waitForFunction((n) => document.querySelectorAll(".log-move").length > n, before.length);
    check(true, "and the game can be played on");
}

const stage = {GAMES, againstMachines, at, check, findings, folder, myTurn, over, parlor, playOut, press, records, sitDown, spawn, table, visit};
const others = [
    leagues,
    solved,
    readers,
    course,
    company,
    ways,
    searchTree,
    inWords,
    nets,
    marks,
    pages,
    invitation,
    secrets,
    parameters,
    tabs,
    keyboard,
    generic,
    settings,
    privacy,
    longNames,
    replayAndAnalysis,
    seenBy,
    present,
    finding,
    laying,
    naming,
    inPlayersWords,
    codes,
    calls,
    oneName,
    switches,
    command,
    tables,
    winners,
    liveBars,
    spectator,
].map((part) => ({name: part.name, run: () => part(stage)}));
const chosen = (part) => wanted.length === 0 || wanted.includes(part.name);
const together = rest ? families : [...others, ...families, ...keyboards]; // what takes long comes first
await perform(together.filter(chosen), rest ? [] : [{name: "restart", run: restart}].filter(chosen));
