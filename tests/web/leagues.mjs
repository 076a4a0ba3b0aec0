// leagues.mjs -- the pages of leagues, for browser.mjs: one that another process plays is followed, its numbers lead to
// its games, and the keyboard keeps its place while they change.
import {spawn, spawnSync} from "node:child_process";
import {fileURLToPath} from "node:url";
import {looks} from "./solutions.mjs";

const EXAMPLE = fileURLToPath(new URL("../../examples/contest", import.meta.url));
const TEXT = (page) => page.locator(".league-page").innerText();

/** Counted games, as the page tells them. */
const counted = (page) =>
    page.evaluate(() =>
        Number(document.querySelector(".league-figures div:nth-child(2) dd")?.textContent?.replace(/ of.*|,/g, "")),
    );

async function running({visit, check, parlor, records}) {
    const line = ["league", "tictactoe", "random", "first", "mcts(iterations=300)", "--games", "200000", "--record", records];
    const league = spawn(parlor, line, {stdio: "ignore"});
    const page = await visit("#/leagues");
    await page.getByText("running").first().waitFor({timeout: 20000});
    await page.locator("tbody a").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".cross .heat a").length === 6, null, {timeout: 20000});
    const before = await counted(page);
    await page.locator(".cross .heat a").first().focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
    const link = await focused();
    await page.waitForFunction(
        (n) => Number(document.querySelector(".league-figures div:nth-child(2) dd")?.textContent?.replace(/ of.*|,/g, "")) > n,
        before,
        {timeout: 20000},
    );
    check((await counted(page)) > before, "a league is followed while it runs");
    check((await focused()) === link, "and the focus stays where it was", link);
    check(!/Seed \d/.test(await TEXT(page)), "its seed is not told");
    league.kill("SIGKILL");
    await page.locator(".state-stopped").waitFor({timeout: 20000});
    check(page.faults.length === 0, "and when it is killed it has stopped", page.faults.join("\n"));
}

async function over({visit, check, parlor, records}) {
    spawnSync(parlor, ["league", "leduc", "random", "first", "rollout(iterations=4)", "--games", "40", "--record", records]);
    const page = await visit("#/league/2");
    await page.waitForSelector(".cross");
    const text = await TEXT(page);
    check(/Leduc hold’em #2/.test(text) && /Seed 1\./.test(text) && /±/.test(text), "one that is over is told with its seed", text);
    const cells = await page.locator(".cross .heat a").allTextContents();
    const pairs = [[0, 2], [1, 4], [3, 5]].map(([i, j]) => Number(cells[i]) + Number(cells[j]));
    check(cells.length === 6 && pairs.every((sum) => sum === 100), "what one got the other has not", cells.join());
    check(cells.every((cell) => /^\d+\.\d$/.test(cell)), "in tenths, so that a half is not lost", cells.join());
    await page.getByRole("link", {name: /rollout against random/}).click();
    await page.waitForFunction(() => document.querySelectorAll(".records tbody tr").length === 40);
    await page.locator(".records tbody a").first().click();
    await page.waitForSelector(".player");
    await page.getByRole("link", {name: "To the league"}).click();
    await page.waitForSelector(".cross");
    check(page.faults.length === 0, "a number leads to the games, and a game back", page.faults.join("\n"));
}

/** Who is refused for asking too often waits as he is told, and asks again by himself. */
async function patience({visit, check}) {
    let refused = 0;
    const page = await visit("#/", "desktop", "light", (p) =>
        p.route("**/api/games", (route) =>
            refused++ === 0
                ? route.fulfill({status: 429, headers: {"retry-after": "1"}, json: {error: "too many"}})
                : route.continue(),
        ),
    );
    await page.waitForSelector(".game-card", {timeout: 10000});
    check(refused === 2, "a page that asked too often asks again by itself", refused);
}

/** A contest is followed from its trials to its winner; its bracket is lists, and what was opened stays open. */
async function contest({visit, check, parlor, records}) {
    const line = ["contest", EXAMPLE, "--games", "4", "--known", "2", "--threads", "2", "--record", records];
    const held = spawn(parlor, line, {stdio: "ignore"});
    const page = await visit("#/leagues");
    await page.getByRole("link", {name: "connect four"}).click({timeout: 20000});
    await page.waitForSelector(".pool", {timeout: 60000});
    await page.locator(".pool details > summary").first().click();
    await page.waitForSelector(".contest-winner", {timeout: 60000});
    check(await page.locator(".pool details").first().evaluate((el) => el.open), "what was opened stays open");
    const rounds = await page.getByRole("list").filter({has: page.locator("h3", {hasText: "Final"})}).first().innerText();
    check(/Final/.test(rounds) && /won/.test(rounds), "the bracket is a list with its winners in words", rounds);
    const text = await TEXT(page);
    check(/forgetful\s+excluded: it/.test(text) && /The secret: \w+/.test(text), "entries have their verdicts", text);
    await page.locator(".bracket details > summary").last().focus();
    await page.keyboard.press("Enter");
    await page.locator(".pairing-games a").last().click();
    await page.waitForSelector(".player");
    await page.getByRole("link", {name: "To the contest"}).click();
    await page.waitForSelector(".contest-winner");
    check(page.faults.length === 0, "and every game leads there and back", page.faults.join("\n"));
    await new Promise((done) => (held.exitCode === null ? held.once("exit", done) : done()));
}

export async function leagues(tools) {
    await running(tools);
    await over(tools);
    await patience(tools);
    await contest(tools);
    await looks(tools, "#/leagues", ".records tbody tr", "leagues");
    await looks(tools, "#/league/2", ".cross", "a league");
    await looks(tools, "#/contest/1", ".bracket", "a contest");
}
