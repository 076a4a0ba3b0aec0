// shots.mjs -- pictures of the page, to be looked at: a table of every game and each other kind of page, on a
// desktop and a phone, light and dark.
//
//     node shots.mjs http://127.0.0.1:8017 OUT [GAME or PAGE...]
//
// Needs playwright-core from npm and a Chromium; PARLOR_CHROMIUM names it.  At each table some moves are
// played by clicks alone, the way a visitor would, so a page that cannot be played ends it with an error.
import {mkdirSync} from "node:fs";
import {chromium} from "playwright-core";

const [base, out, ...wanted] = process.argv.slice(2);
if (!base || !out) throw new Error("usage: shots.mjs ADDRESS OUT [GAME or PAGE...]");
mkdirSync(out, {recursive: true});

const PLIES = {
    battleship: 12,
    knockout_whist: 9,
    dominoes: 6,
    othello: 5,
    connect4: 5,
    abalone: 4,
    backgammon: 3,
    skull: 5,
};
const SIZES = {desktop: {width: 1280, height: 800}, phone: {width: 390, height: 844}};
const SCHEMES = ["light", "dark"];
const MACHINES = ["Alma", "Bruno", "Cleo", "Dario"];
const browser = await chromium.launch({
    executablePath: process.env.PARLOR_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const faults = [];

async function open(size, scheme, hash) {
    const context = await browser.newContext({
        viewport: SIZES[size],
        colorScheme: scheme,
        hasTouch: size === "phone",
    });
    const page = await context.newPage();
    page.on("console", (m) => {
        if (m.type() === "error") faults.push(`${hash}: ${m.text()}`);
    });
    page.on("pageerror", (e) => faults.push(`${hash}: ${e.message}`));
    await page.goto(`${base}/${hash}`);
    return page;
}

async function shoot(page, name, fullPage = false) {
    await page.waitForTimeout(500);
    await page.screenshot({path: `${out}/${name}.png`, fullPage});
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    if (wide) faults.push(`${name}: wider than the screen`);
}

const post = async (path, body) =>
    (
        await fetch(`${base}/api/${path}`, {
            method: "POST",
            headers: {"content-type": "application/json"},
            body: JSON.stringify(body),
        })
    ).json();
const get = async (path) => (await fetch(`${base}/api/${path}`)).json();

/** Presses whatever can be pressed until a move is played; a choice by number, so that pictures repeat. */
async function play(page, n) {
    for (let tries = 0, played = 0; played < n && tries < n * 12; tries++) {
        await page.waitForFunction(
            () => document.querySelector(".my-turn") || document.querySelector(".seat-score"),
            null,
            {timeout: 20000},
        );
        if (await page.locator(".seat-score").count()) return;
        const before = await page.locator(".my-turn").count();
        const spots = page.locator(".spot.live, .choice");
        const count = await spots.count();
        if (count === 0) {
            await page.waitForTimeout(100);
            continue;
        }
        await spots.nth((7 * tries + 3) % count).click({timeout: 5000, force: true});
        await page.waitForTimeout(150);
        if (before && !(await page.locator(".choices [data-cancel]").count())) played++;
    }
}

async function table(name, size, scheme) {
    const game = await get(`games/${name}`);
    const seats = game.seats ?? game.players.least;
    const made = await post("tables", {
        game: name,
        seed: 7,
        seats: Array.from({length: seats}, (_, i) =>
            i === 0 ? {kind: "you", name: "Ada"} : {kind: "agent", level: 2, name: MACHINES[i % 4]},
        ),
    });
    if (made.error) throw new Error(`${name}: ${made.error}`);
    const page = await open(size, scheme, `#/table/${made.id}/${made.seats[0].token}`);
    await play(page, PLIES[name] ?? 2);
    await page.waitForTimeout(900);
    await shoot(page, `${name}-${size}-${scheme}`, size === "phone");
    await page.context().close();
}

/** Runs a job at every size and scheme; what goes wrong is told at the end. */
async function everywhere(name, job) {
    for (const size of Object.keys(SIZES))
        for (const scheme of SCHEMES)
            try {
                await job(size, scheme);
            } catch (error) {
                faults.push(`${name}-${size}-${scheme}: ${error.message}`);
            }
}

async function still(name, hash, size, scheme, before) {
    const page = await open(size, scheme, hash);
    await page.waitForSelector("h1");
    await before?.(page);
    await shoot(page, `${name}-${size}-${scheme}`, !before);
    await page.context().close();
}

/** The last game that was played to its end, a few moves in. */
async function replay(size, scheme) {
    const [last] = await get("records?limit=1");
    if (last) await still("replay", `#/record/${last.id}/5`, size, scheme);
}

const settings = (page) => page.getByRole("button", {name: "Settings"}).click();

/** What an agent thinks of a table, with beliefs and the mix of a solved game. */
async function analysis(size, scheme) {
    const made = await post("tables", {game: "leduc", seed: 7, seats: [{kind: "you"}, {kind: "agent", level: 2}]});
    await still("analysis", `#/table/${made.id}/${made.seats[0].token}`, size, scheme, async (page) => {
        await page.locator(".analysis > summary").click();
        await page.getByLabel("Draw the search tree").check();
        await page.getByRole("switch", {name: "Think along"}).check();
        await page.waitForSelector(".tree", {timeout: 60000});
        await page.locator(".analysis").scrollIntoViewIfNeeded();
    });
}

const PAGES = {
    lobby: "",
    game: "#/game/mnk",
    records: "#/records",
    players: "#/players",
    leagues: "#/leagues",
    nets: "#/nets",
    solver: "#/solve/kuhn",
    nowhere: "#/nowhere",
};
const JOBS = {
    ...Object.fromEntries(
        Object.entries(PAGES).map(([name, hash]) => [name, (size, scheme) => still(name, hash, size, scheme)]),
    ),
    settings: (size, scheme) => still("settings", "#/records", size, scheme, settings),
    analysis,
    replay,
};

const games = (await get("games")).map((game) => game.name);
const names = wanted.length > 0 ? wanted : [...games, ...Object.keys(JOBS)];
for (const name of names) await everywhere(name, JOBS[name] ?? ((size, scheme) => table(name, size, scheme)));
await browser.close();
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
