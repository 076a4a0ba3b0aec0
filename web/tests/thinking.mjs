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
    await page.context().close();
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

/** Of more than two each has a line. */
async function courseOfMany({check, findings, table, visit}) {
    const agents = ["Ada", "Bo", "Cy"].map((name) => ({kind: "agent", level: 1, name}));
    const made = await table("kuhn(players=3)", agents);
    const page = await visit(`#/table/${made.id}`, "phone", "dark");
    await page.getByRole("link", {name: "Replay"}).click({timeout: 30000});
    await page.getByText("How it went").click();
    await page.getByRole("button", {name: "Draw the course of the game"}).click();
    await page.getByText("What each may expect").waitFor({timeout: 30000});
    const lines = await page.$$eval(".graph-line", (all) => all.map((path) => path.getAttribute("d")));
    const legend = await page.locator(".graph ~ .legend li").allTextContents();
    const found = await findings(page);
    check(
        lines.length === 3 && lines.every((d) => d.startsWith("M")) && legend.join() === "Ada,Bo,Cy" && found.length === 0,
        "and one of three has three lines",
        [...lines, ...legend, ...found].join("\n"),
    );
    await page.context().close();
}

export async function course(stage) {
    const {againstMachines, at, check, playOut, visit} = stage;
    const page = await visit(at(await againstMachines("mnk", 2)));
    await playOut(page);
    await page.getByRole("link", {name: "Replay"}).click();
    await page.getByText("How it went").click();
    await page.getByRole("button", {name: "Draw the course of the game"}).click();
    await page.getByText("stands better").waitFor({timeout: 30000});
    const line = await page.locator(".graph-line").getAttribute("d");
    check(
        line.split("L").length > 3 && page.faults.length === 0,
        "the course of a game is drawn",
        page.faults.join("\n"),
    );
    await page.context().close();
    await courseOfMany(stage);
}
