// solutions.mjs -- the pages of solved games and of players, for browser.mjs, which lends its tools.

/** A page at both sizes and in both looks, with nothing that axe calls serious, no error, nothing too wide. */
export async function looks({visit, check, findings}, hash, ready, what) {
    for (const [size, scheme] of [
        ["desktop", "light"],
        ["phone", "dark"],
    ]) {
        const page = await visit(hash, size, scheme);
        await page.waitForSelector(ready, {timeout: 30000});
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        const found = [...(await findings(page)), ...page.faults, ...(wide ? ["wider than the screen"] : [])];
        check(found.length === 0, `${what}, ${size}`, found.join("\n"));
        await page.context().close();
    }
}

async function kuhn({visit, check}) {
    const page = await visit("#/game/kuhn");
    await page.locator(".solver-link").click({timeout: 20000});
    await page.waitForSelector(".sets tbody tr");
    const text = await page.locator(".solver-page").innerText();
    check(text.includes("Solved.") && text.includes("−0.055556"), "a small game's page leads to its value", text);
    check(/lies between −0\.05555\d+ and −0\.05555\d+/.test(text), "with what is proven of it", text);
    check((await page.locator(".sets tbody tr").count()) === 12, "all its sets are there");
    const line = await page.locator(".curve .graph-line").getAttribute("d");
    const [first, last] = [line.slice(1).split("L")[0], line.split("L").pop()].map((p) => p.split(" ").map(Number));
    check(last[0] > first[0] && last[1] > first[1] + 50, "the curve falls", line);
    await page.getByRole("button", {name: "Over seconds"}).click();
    check((await page.locator(".curve .graph-line").getAttribute("d")) !== line, "and is drawn over seconds, too");
    await page.locator(".sets").locator("..").locator("..").getByRole("searchbox").fill("k bet");
    await page.waitForFunction(() => document.querySelectorAll(".sets tbody tr").length === 2);
    const names = await page.locator(".set-name > span").allTextContents();
    check(names.join() === "K bet,K pass bet", "sets are found by words", names.join());
    check(page.faults.length === 0, "without an error", page.faults.join("\n"));
}

async function leduc({visit, check}) {
    const page = await visit("#/solve/leduc");
    await page.waitForSelector(".sets tbody tr", {timeout: 30000});
    const count = () => page.locator(".finder [role=status]").textContent();
    check((await count()) === "1–20 of 936", "many sets are told page by page", await count());
    await page.getByRole("button", {name: "Next"}).click();
    await page.waitForFunction(() => document.querySelector(".finder [role=status]").textContent.startsWith("21–40"));
    await page.getByLabel("Seat").selectOption("1");
    await page.waitForFunction(() => document.querySelector(".finder [role=status]").textContent === "1–20 of 468");
    check(page.faults.length === 0, "and by seat", page.faults.join("\n"));
}

async function exact({visit, check}) {
    const page = await visit("#/solve/tictactoe");
    await page.getByRole("button", {name: "a1", exact: true}).click({timeout: 20000});
    await page.getByText("Seat 1 to move").waitFor();
    const best = await page.locator(".explorer .best").allTextContents();
    check(best.join() === "b2" && page.faults.length === 0, "best moves are followed one by one", best.join());
    await page.goto(page.url().replace("tictactoe", "skull"));
    await page.getByText("at most 1000000").waitFor({timeout: 20000});
    check((await page.locator(".solver-cards").isVisible()) === false, "what is too large says so");
    await page.goto(page.url().replace("solve", "game"));
    await page.waitForSelector("#seat-1");
    await page.waitForTimeout(600);
    check(!(await page.locator(".solver-link").isVisible()), "and is not offered");
}

/** At a table and in a replay; at a table for the seat that asks. */
async function mix({visit, check, findings, againstMachines, at, myTurn, playOut, thinkAlong}) {
    const page = await visit(at(await againstMachines("leduc", 2)));
    const think = async () => {
        await thinkAlong(page);
        await page.waitForSelector(".mix .share-row", {timeout: 30000});
        const shares = await page.locator(".mix .number").allTextContents();
        return shares.reduce((sum, words) => sum + parseFloat(words.replace("<", "")), 0);
    };
    await myTurn(page);
    const sum = await think();
    check(Math.abs(sum - 100) < 0.5, "the equilibrium's mix at a table adds up", sum);
    const serious = await findings(page);
    check(serious.length === 0 && page.faults.length === 0, "it is clean", [...serious, ...page.faults].join("\n"));
    await playOut(page);
    await page.getByRole("link", {name: "Replay"}).click();
    await page.waitForSelector(".player");
    await page.getByRole("button", {name: "To the start"}).click();
    for (let i = 0; i < 2; i++) await page.getByRole("button", {name: "One on"}).click();
    await page.waitForFunction(() => document.querySelector(".player output").textContent.startsWith("Move 2 "));
    const again = await think();
    check(Math.abs(again - 100) < 0.5, "and in a replay", again);
}

async function players({visit, check, table, at, playOut}) {
    const odd = "<b>Eve</b> / 50%";
    const played = async (seed) => {
        const seats = [
            {kind: "you", name: odd},
            {kind: "agent", level: 1, name: "Machine"},
        ];
        const page = await visit(at(await table("kuhn", seats, {seed})));
        await playOut(page);
        const score = await page.locator(".seat-score").first().textContent();
        await page.context().close();
        return score;
    };
    const first = await played(5);
    let other = first;
    let games = 1;
    for (; other === first && games < 9; games++) other = await played(5 + games);
    const page = await visit("#/records");
    await page.getByLabel("Player").fill(odd);
    await page.getByLabel("Player").dispatchEvent("change");
    await page.waitForFunction((n) => document.querySelectorAll(".records tbody tr").length === n, games);
    await page.getByRole("link", {name: odd}).first().click();
    await page.waitForSelector(".player-page");
    const text = await page.locator(".player-page").innerText();
    check(text.startsWith(odd) && /± /.test(text), "a name leads to its results, with their interval", text);
    check((await page.locator(".player-page section").last().locator("tbody tr").count()) === games, "and its games");
    await page.getByRole("link", {name: "Players and agents"}).click();
    await page.getByLabel("Find a player").fill("mach");
    await page.waitForFunction(() => document.querySelectorAll(".records tbody tr").length === 1);
    await page.getByRole("link", {name: "Machine"}).click();
    await page.waitForSelector(".standings");
    check((await page.locator(".standings").innerText()).includes("Kuhn poker"), "agents have pages, too");
    check(page.faults.length === 0, "without an error", page.faults.join("\n"));
    await page.context().close();
    return encodeURIComponent(odd);
}

/** Levels that were measured tell their ratings, and who met them has one. */
async function strengths({visit, check, table, at, playOut}) {
    const seats = [
        {kind: "you", name: "Rated"},
        {kind: "agent", level: 1, name: "Machine"},
    ];
    const made = await table("tictactoe", seats);
    const game = await visit(at(made));
    await playOut(game);
    await game.context().close();
    const twice = await visit(at(await table("tictactoe", seats)));
    await playOut(twice);
    await twice.context().close();
    const games = (text) => Number(/\t0\t(\d+)\t/.exec(text)?.[1]);
    const page = await visit("#/player/Rated");
    await page.waitForSelector(".ratings tbody tr");
    const text = await page.locator(".ratings").innerText();
    check(/[+−]\d+|at (least|most)/.test(text) && text.includes("Rated games"), "a player has a rating", text);
    const results = await page.locator(".standings").innerText();
    check(games(results) === 2 && !results.includes("±"), "and no interval, where all of his games ended alike", results);
    await page.context().close();
    const picker = await visit("#/game/connect4");
    const seat = picker.locator(".seat-row").nth(1);
    await seat.locator("input[type=range]").fill("4");
    const words = await seat.innerText();
    check(/\+\d+ Elo \(\+\d+ … \+\d+\) above random play/.test(words), "a level has one, too", words);
    check(picker.faults.length === 0, "without an error", picker.faults.join("\n"));
}

export async function solutions(tools) {
    await kuhn(tools);
    await leduc(tools);
    await exact(tools);
    await mix(tools);
    const name = await players(tools);
    await strengths(tools);
    await looks(tools, "#/solve/leduc", ".sets tbody tr", "leduc solved");
    await looks(tools, "#/solve/tictactoe", ".explorer .share-row", "tic-tac-toe solved");
    await looks(tools, "#/players", ".records tbody tr", "players");
    await looks(tools, `#/player/${name}`, ".standings", "a player");
    await looks(tools, "#/records", ".records tbody tr", "past games");
}
