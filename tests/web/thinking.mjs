// thinking.mjs -- parts of browser.mjs: what agents think, while they think, as bars, trees and the course of a game.
//
// Each part is given the stage that browser.mjs sets: visit, check, table and the rest.

const thoughtsOf = (page) => page.heard.map((line) => JSON.parse(line)).filter((m) => m.type === "analysis");
const bars = (page) =>
    page.$$eval(".thought", (rows) => rows.map((row) => [row.textContent, row.querySelector(".bar-part").getAttribute("width")]));

export async function thinkAlong(page, tree) {
    await page.locator(".analysis > summary").click();
    if (tree) await page.getByLabel("Draw the search tree").check();
    await page.getByRole("switch", {name: "Think along"}).check();
    await page.waitForSelector(".thought", {timeout: 30000});
}

/** Bars move while an agent thinks; a move and the switch end it. */
export async function liveBars({againstMachines, at, check, myTurn, press, visit}) {
    const page = await visit(at(await againstMachines("hex(size=6)", 2)));
    await myTurn(page);
    await thinkAlong(page);
    const first = JSON.stringify(await bars(page));
    await page.waitForFunction(
        (was) =>
            JSON.stringify(
                [...document.querySelectorAll(".thought")].map((row) => [
                    row.textContent,
                    row.querySelector(".bar-part").getAttribute("width"),
                ]),
            ) !== was,
        first,
    );
    await page.getByRole("button", {name: "Show all 36 moves"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".thought").length === 36);
    await page.getByRole("button", {name: "Show the best 8 alone"}).click();
    await page.waitForFunction(() => document.querySelectorAll(".thought").length === 8);
    const counts = thoughtsOf(page).map((m) => m.iterations);
    check(counts.length > 1 && counts[0] < counts.at(-1) && !thoughtsOf(page).at(-1).final, "bars move", counts);
    const asked = thoughtsOf(page).at(-1).id;
    await press(page, 3);
    await page.waitForFunction(() => document.querySelectorAll(".log-move").length >= 2);
    await myTurn(page);
    for (let i = 0; i < 100 && thoughtsOf(page).at(-1).id === asked; i++) await page.waitForTimeout(50);
    check(thoughtsOf(page).at(-1).id > asked, "the next position is thought about by itself");
    await page.getByLabel("Agent").selectOption("rollout");
    await page.waitForFunction(() => document.querySelectorAll(".thought").length === 0);
    await page.waitForSelector(".thought");
    check(thoughtsOf(page).at(-1).agent === "rollout(ms=5000)", "another agent can be chosen");
    await page.getByLabel("Its parameters").fill("iterations=9,nonsense=1");
    await page.getByLabel("Its parameters").press("Enter");
    await page.waitForFunction(() => /nonsense/.test(document.querySelector(".analysis [role=status]").textContent));
    check((await page.locator(".thought").count()) === 0, "and one that is none is refused");
    await page.getByLabel("Its parameters").fill("ms=9000");
    await page.getByLabel("Its parameters").press("Enter");
    await page.waitForSelector(".thought");
    await page.getByRole("switch", {name: "Think along"}).uncheck();
    await page.waitForFunction(() => document.querySelectorAll(".thought").length === 0);
    await page.waitForTimeout(300);
    const said = page.heard.length;
    await page.waitForTimeout(700);
    check(page.heard.length === said && page.faults.length === 0, "and it can be switched off", page.faults.join("\n"));
}

/** The search tree is a picture and a list that tell the same, wherever there is room for them. */
export async function searchTree({againstMachines, at, check, findings, myTurn, visit}) {
    for (const [game, size, scheme] of [
        ["connect4", "desktop", "light"],
        ["leduc", "phone", "dark"],
    ]) {
        const page = await visit(at(await againstMachines(game, 2)), size, scheme);
        await myTurn(page);
        await thinkAlong(page, true);
        await page.waitForSelector(".tree", {timeout: 30000});
        const found = await findings(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        await page.getByText("The tree as a list").click();
        const drawn = await page.$$eval(".tree-node title", (all) => all.map((title) => title.textContent));
        const listed = await page.$$eval(".tree-list li", (all) => all.map((li) => li.firstChild.textContent));
        check(
            drawn.length > 4 && drawn.every((text) => listed.includes(text)) && !wide,
            `${game}: the tree is drawn and told, ${size}`,
            `${drawn}\n${listed}`,
        );
        check(found.length === 0 && page.faults.length === 0, `with nothing in anybody's way`, found.join("\n"));
        if (size === "desktop") {
            const box = await page.evaluate(() => {
                window.scrollTo(0, document.body.scrollHeight);
                const {top, bottom} = document.querySelector("svg.board").getBoundingClientRect();
                return [window.scrollY, top, window.innerHeight - bottom];
            });
            check(box.every((n) => n >= 0) && box[0] > 0, "and the board in sight", box);
        }
        await page.context().close();
    }
}

/** What may be hidden is told in words, visits in numbers, and what cannot be seen as hidden. */
export async function inWords({againstMachines, at, check, myTurn, visit}) {
    const page = await visit(at(await againstMachines("skull(players=2)", 2)), "phone", "dark");
    await myTurn(page);
    await thinkAlong(page, true);
    await page.waitForSelector(".tree", {timeout: 30000});
    const belief = await page.locator(".beliefs").textContent();
    check(belief.includes("3 roses + skull 100"), "what may be hidden is told in words", belief);
    const visits = await page.locator(".thought .thought-visits").allTextContents();
    check(visits.length > 1 && visits.every((text) => /^\d[\d.]*[KM]?$/.test(text)), "visits are told in numbers", visits.join());
    const [line, tree] = [await page.locator(".expected-line").textContent(), await page.locator(".tree").textContent()];
    check(!/\?/.test(line + tree) && tree.includes("hidden"), "and nobody has to guess what is hidden", line + tree);
    await page.context().close();
    const wider = await visit(at(await againstMachines("leduc", 2)));
    await myTurn(wider);
    await thinkAlong(wider, true);
    await wider.waitForSelector(".tree", {timeout: 30000});
    const [drawn, box] = await wider.evaluate(() =>
        [".tree", ".tree-box"].map((what) => document.querySelector(what).getBoundingClientRect().width),
    );
    check(drawn <= box, "a small tree fits", `${drawn} ${box}`);
}

/** Plays a game of agents, and draws the course of it: where its lines end, and what is said of moves. */
async function drawCourse({table, visit}, game, seats, hint, size = "desktop", scheme = "light", more = {}) {
    const made = await table(game, seats, more);
    const page = await visit(`#/table/${made.id}`, size, scheme);
    await page.getByRole("link", {name: "Replay"}).click({timeout: 30000});
    await draw(page, hint);
    return page;
}

async function draw(page, hint) {
    await page.getByText("How it went").click();
    await page.getByRole("button", {name: "Draw the course of the game"}).click();
    await page.getByText(hint).waitFor({timeout: 60000});
}

const agents = (names, level = 1) => names.map((name) => ({kind: "agent", level, name}));
const linesOf = (page) => page.$$eval(".graph-line", (all) => all.map((path) => path.getAttribute("d")));
const told = (page) => page.locator(".graph ~ *").allTextContents();

/** Of more than two each has a line. */
async function courseOfMany(stage) {
    const {check, findings} = stage;
    const page = await drawCourse(stage, "kuhn(players=3)", agents(["Ada", "Bo", "Cy"]), "What each may expect", "phone", "dark");
    const lines = await linesOf(page);
    const legend = await page.locator(".graph ~ .legend li").allTextContents();
    const found = await findings(page);
    check(
        lines.length === 3 && lines.every((d) => d.startsWith("M")) && legend.join() === "Ada,Bo,Cy" && found.length === 0,
        "and one of three has three lines",
        [...lines, ...legend, ...found].join("\n"),
    );
    check((await page.locator(".graph-end").count()) === 3, "each to what he got");
}

/** The shortest of games: its lines end at the right edge, the winner's above and the loser's below. */
async function courseToTheEnd(stage) {
    const page = await drawCourse(stage, "kuhn", agents(["Ada", "Bo"]), "What each may expect");
    const scores = await page.locator(".seat-score").allTextContents();
    const lines = await linesOf(page);
    const ends = lines.map((line) => line.split(/[ML]/).at(-1).split(" ").map(Number));
    const right = ends.every(([x, y], i) => x === 292 && y < 55 === scores[i].startsWith("+"));
    stage.check(right && ends[0][1] + ends[1][1] === 110, "a short game is drawn to its result", `${scores} ${lines}`);
}

/** In a game with a costly move: a trial that fails leaves a guess, which is not told, and the others go on. */
async function courseInSpite(stage, seed) {
    const made = await stage.table("connect4", agents(["Ada", "Bo"]), {seed});
    const page = await stage.visit(`#/table/${made.id}`);
    let tried = 0;
    await page.route("**/api/analyse", (route) =>
        route.request().postDataJSON().hindsight === "trial" && tried++ === 0
            ? route.fulfill({status: 503, json: {error: "too much is going on"}})
            : route.continue(),
    );
    await page.getByRole("link", {name: "Replay"}).click({timeout: 30000});
    await draw(page, "stands better");
    const costs = await page.locator(".cost").count();
    const words = (await page.locator(".graph ~ .problem").allTextContents()).join();
    stage.check(tried > 1 && costs > 0 && !words, "one trial that fails does not lose the others", `${tried} ${costs} ${words}`);
}

/** The same game is told in the same words whenever it is drawn, and costs come with their errors; the seed of a game
 * with a costly move. */
async function courseAgain(stage) {
    const {check} = stage;
    let page,
        seed = 0,
        costs = [];
    while (costs.length === 0 && seed < 9) { // a game without a costly move shows none
        seed++;
        page = await drawCourse(stage, "connect4", agents(["Ada", "Bo"]), "stands better", "desktop", "light", {seed});
        costs = await page.locator(".cost").allTextContents();
    }
    const before = [await linesOf(page), await told(page)];
    await page.reload();
    await draw(page, "stands better");
    const after = [await linesOf(page), await told(page)];
    check(JSON.stringify(before) === JSON.stringify(after), "a game is told alike after a reload", JSON.stringify([before, after]));
    const sure = costs.map((text) => /^−(\d+\.\d\d)(?: ± (\d+\.\d\d))?$/.exec(text));
    check(
        costs.length > 0 && sure.every((m) => m && Number(m[1]) > Number(m[2] ?? 0)),
        "and what moves cost is more than the error",
        costs.join(),
    );
    await page.locator(".costs .log-jump").first().click();
    const move = await page.locator(".costs .log-move").first().textContent();
    await page.getByRole("button", {name: "One on"}).click();
    await page.waitForFunction((name) => document.querySelector("[aria-current] .log-move")?.textContent === name, move);
    check(page.faults.length === 0, "a costly move leads to where it was played", page.faults.join("\n"));
    return seed;
}

export async function course(stage) {
    const {againstMachines, at, check, playOut, visit} = stage;
    const page = await visit(at(await againstMachines("mnk", 2)));
    await playOut(page);
    await page.getByRole("link", {name: "Replay"}).click();
    await draw(page, "stands better");
    const [line] = await linesOf(page);
    check(
        line.split("L").length > 3 && page.faults.length === 0,
        "the course of a game is drawn",
        page.faults.join("\n"),
    );
    await page.context().close();
    await courseOfMany(stage);
    await courseToTheEnd(stage);
    await courseInSpite(stage, await courseAgain(stage));
}
