// ways.mjs -- a part of browser.mjs: the ways between pages: to rules and back to the board, back to a game that
// was left, and on from where there is nothing.

const current = (page) => page.locator(".top nav [aria-current]").allTextContents();

/** Where nothing is, a page says so and leads on; a server's own sentence is not lost. */
async function nowhere({check, findings, visit}) {
    for (const [hash, says] of [
        ["#/nonsense", "no page at this address"],
        ["nonsense", "no page at this address"],
        ["games/hex", "no page at this address"],
        ["#/game/%zz", ""],
        ["#/table/nowhere", "There is no such table"],
        ["#/record/999999", "There is no such game"],
    ]) {
        const page = await visit(hash, "phone", "dark");
        await page.getByRole("heading", {name: "There is nothing here"}).waitFor();
        const words = await page.locator("main").textContent();
        const serious = await findings(page);
        await page.getByRole("link", {name: "To the games"}).click();
        await page.waitForSelector(".game-card");
        check(words.includes(says) && serious.length === 0, `${hash} leads on`, [words, ...serious].join("\n"));
        check((await current(page)).join() === "Games", "and the way is marked");
        await page.context().close();
    }
}

/** What was asked for as a path is found all the same, and links lead on from there. */
async function paths({check, visit}) {
    const page = await visit("game/hex");
    await page.getByRole("heading", {name: "Hex", exact: true}).waitFor();
    const url = new URL(page.url());
    check(url.pathname + url.hash === "/#/game/hex" && page.faults.length === 0, "a path leads to its page", page.url());
}

/** The rules lie over the board, which stays as it was. */
async function rules({againstMachines, at, check, findings, myTurn, press, visit}) {
    for (const size of ["desktop", "phone"]) {
        const page = await visit(at(await againstMachines("connect4", 2)), size, "dark");
        await myTurn(page);
        await page.getByRole("button", {name: "Rules"}).click();
        const book = page.getByRole("dialog", {name: "How it is played"});
        await book.getByText("Seat 0 is").waitFor();
        const serious = await findings(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        await page.keyboard.press("Escape");
        await book.waitFor({state: "hidden"});
        await press(page, 3);
        await page.waitForFunction(() => document.querySelectorAll(".log-move").length >= 2);
        check(
            serious.length === 0 && !wide && page.faults.length === 0,
            `rules are read at the table, ${size}`,
            [...serious, ...page.faults].join("\n"),
        );
        check((await page.locator(".log li.gold").count()) === 1, "and moves have the colours of their pieces");
        await page.context().close();
    }
}

/** Who leaves a table finds it again in the lobby, also one that nobody else may see, until its game is over. */
async function yours({at, check, findings, myTurn, table, visit}) {
    const evil = "<img src=x onerror=alert(1)>";
    const made = await table("kuhn", [{kind: "you"}, {kind: "agent", level: 1, name: evil}], {watch: false});
    const page = await visit(at(made));
    await myTurn(page);
    await page.getByRole("link", {name: "Games", exact: true}).click();
    await page.getByRole("heading", {name: "Your games"}).waitFor();
    const serious = await findings(page);
    const named = await page.locator(".yours").textContent();
    await page.locator(".yours").getByRole("link", {name: "Go on"}).click();
    await myTurn(page);
    check(page.url().endsWith(made.id) && serious.length === 0, "a game that was left is found again", serious.join("\n"));
    const seats = await page.locator(".seats").textContent();
    const drawn = await page.locator("main img").count();
    check(named.includes(evil) && seats.includes(evil) && drawn === 0, "and names are words, whatever they say", seats);
    await page.getByRole("button", {name: "Resign"}).click();
    await page.getByRole("button", {name: /^Yes, resign/}).click();
    await page.waitForSelector(".seat-score");
    await page.getByRole("link", {name: "Games", exact: true}).click();
    await page.waitForSelector(".game-card");
    check((await page.locator(".yours").count()) === 0 && page.faults.length === 0, "until it is over", page.faults.join("\n"));
}

/** All that a form has to ask stays within its frame. */
async function forms({check, visit}) {
    for (const size of ["desktop", "phone"]) {
        const page = await visit("#/game/skull", size);
        await page.locator(".options > summary").click();
        await page.waitForSelector("#watch:visible");
        const out = await page.$$eval("form *", (all) => {
            const edge = document.querySelector("form").getBoundingClientRect().right;
            return all.filter((el) => el.getBoundingClientRect().right > edge).map((el) => el.outerHTML.slice(0, 80));
        });
        check(out.length === 0, `a form keeps within its frame, ${size}`, out.join("\n"));
        await page.context().close();
    }
}

export async function ways(stage) {
    await forms(stage);
    await nowhere(stage);
    await paths(stage);
    await rules(stage);
    await yours(stage);
}
