// visits.mjs -- parts of browser.mjs: what somebody finds who comes to a table, a replay or a list for the first time.

const log = (page) => page.locator(".log-move").allTextContents();

/** A replay as a seat saw it lists no more than that seat could read at the table, also by a link. */
export async function seenBy({at, check, myTurn, playOut, table, visit}) {
    const made = await table("leduc", [{kind: "you", name: "Ada"}, {kind: "agent", level: 1, name: "Bo"}]);
    const page = await visit(at(made));
    await myTurn(page);
    await playOut(page);
    const live = await log(page);
    await page.getByRole("link", {name: "Replay"}).click();
    await page.waitForSelector(".player");
    await page.waitForSelector(".log-jump");
    const all = await log(page);
    await page.locator("#seen-by").selectOption("0");
    await page.waitForFunction((n) => document.querySelectorAll(".log-jump").length < n, all.length);
    check((await log(page)).join() === live.join(), "a seat's replay lists what it saw", `${live} / ${await log(page)}`);
    const id = /record\/(\d+)/.exec(page.url())[1];
    const busy = new RegExp(`/api/records/${id}\\?`);
    await page.route(busy, (route) => route.fulfill({status: 503, json: {error: "too much is going on"}}));
    await page.locator("#seen-by").selectOption("1");
    await page.getByText("too much is going on").waitFor();
    await page.unroute(busy);
    page.faults.length = 0; // the browser notes that it was refused
    await page.getByRole("button", {name: "One back"}).click();
    await page.waitForFunction(() => !document.querySelector(".problem")?.textContent);
    check(page.faults.length === 0, "what failed once is asked again", page.faults.join("\n"));
    const guest = await visit(`#/record/${id}/2/public`, "phone");
    await guest.waitForSelector(".log-jump");
    const dealt = (await log(guest)).filter((move) => /^[JQK][hs]$/.test(move));
    check(dealt.length < 2, "and a link to a spectator's no card that was dealt face down", dealt);
    await guest.locator(".log-jump").last().click();
    const [ply, length] = await guest.locator(".player input").evaluate((el) => [el.value, el.max]);
    check(ply === length && guest.faults.length === 0, "whose moves lead to where they were played", `${ply} of ${length}`);
    await page.context().close();
}

/** Runs in the page: all numbers of moves that it ever lists. */
function countMoves() {
    localStorage.setItem("motion", "on");
    window.lengths = [];
    new window.MutationObserver(() => {
        const n = document.querySelectorAll(".log-move").length;
        if (n > 0 && !window.lengths.includes(n)) window.lengths.push(n);
    }).observe(document, {childList: true, subtree: true});
}

/** With moves that are animated, who comes late, comes again or is cut off sees the table as it is, and not how it came
 * to that; what is played from then on is shown move by move. */
export async function present({againstMachines, at, check, myTurn, press, visit}) {
    const made = await againstMachines("connect4", 2);
    const page = await visit(at(made), "desktop", "light", (fresh) => fresh.addInitScript(countMoves));
    for (let i = 0; i < 4; i++) {
        await myTurn(page);
        await press(page, i);
        await page.waitForFunction((n) => document.querySelectorAll(".log-move").length >= n, 2 * i + 2);
    }
    await myTurn(page);
    await page.reload();
    await myTurn(page);
    const again = await page.evaluate(() => window.lengths.join());
    check(again === "8", "moves are not shown once more to who comes again", again);
    const guest = await visit(`#/table/${made.id}`, "phone", "dark", (fresh) => fresh.addInitScript(countMoves));
    await guest.waitForFunction(() => document.querySelectorAll(".log-move").length >= 8);
    const late = await guest.evaluate(() => window.lengths.join());
    check(late === "8" && guest.faults.length === 0, "nor to who comes late", late);
    await press(page, 4);
    await guest.waitForFunction(() => document.querySelectorAll(".log-move").length >= 10);
    const live = await guest.evaluate(() => window.lengths.join());
    check(live === "8,9,10", "who then sees them one by one", live);
    await page.context().close();
}

/** Past games are found while one types a part of a name; where none fits that is said. */
export async function finding({check, table, visit}) {
    await table("kuhn", ["Bruno (fair)", "Cleo"].map((name) => ({kind: "agent", level: 1, name})));
    const page = await visit("#/records");
    const rows = page.locator(".records tbody tr");
    const find = page.getByPlaceholder("Find a player");
    const wait = (text) => page.waitForFunction((words) => document.querySelector("main").textContent.includes(words), text);
    await wait("Bruno (fair)");
    await find.pressSequentially("bRu");
    await page.waitForFunction(() =>
        [...document.querySelectorAll(".records tbody tr")].every((row) => row.textContent.includes("Bruno")),
    );
    check((await rows.count()) > 0, "games are found by a part of a name, as one types");
    await find.pressSequentially("zzz");
    await wait("No game fits.");
    check((await rows.count()) === 0 && page.faults.length === 0, "and where none fits that is said");
}

/** Who lays ships is told which, how many are left, and how. */
export async function laying({againstMachines, at, check, findings, myTurn, visit}) {
    const page = await visit(at(await againstMachines("battleship(rows=4,cols=4,fleet=21)", 2)), "phone", "dark");
    const advice = page.locator(".advice");
    const press = (cell) => page.locator(`[data-spot="${cell}"]`).click();
    await myTurn(page);
    const told = [await advice.textContent()];
    await press("A1");
    told.push(await advice.textContent());
    const serious = await findings(page);
    await press("A2");
    await page.waitForFunction(() => document.querySelector(".my-turn .advice")?.textContent.includes("one cell"));
    told.push(await advice.textContent());
    await press("C3");
    await page.waitForFunction(() => document.querySelector(".my-turn .advice")?.textContent === "");
    check(
        /ship of 2 cells: press one end.*1 more follows/.test(told[0]) &&
            told[1].includes("other end of the ship of 2 cells") &&
            told[2].includes("your last") &&
            serious.length === 0,
        "who lays ships is told which, how many and how",
        [...told, ...serious].join("\n"),
    );
}

/** Two at one screen are told apart, and a name that is too long in bytes is cut where it is typed. */
export async function naming({check, myTurn, visit}) {
    const page = await visit("#/game/kuhn");
    const field = page.getByLabel("Your name");
    await page.locator("#seat-1").selectOption("you");
    await field.fill("\u{1F469}\u200D\u{1F680}".repeat(12));
    const kept = await field.inputValue();
    check(kept === "\u{1F469}\u200D\u{1F680}".repeat(5), "a name ends at the bound, with a whole character", kept);
    await field.fill("Ann");
    await page.getByRole("button", {name: "Play", exact: true}).click();
    await myTurn(page);
    const names = await page.locator(".seat-name").allTextContents();
    await page.locator(".choice, .spot.live").first().click();
    await page.getByText("Hand the screen to Ann 2.").waitFor();
    check(page.faults.length === 0, "two at one screen have two names", names);
}

/** What is not there is told in words for players. */
export async function inPlayersWords({at, check, myTurn, table, visit}) {
    const nowhere = await visit("#/game/zzz");
    await nowhere.getByText("There is no game of that name.").waitFor();
    check(!(await nowhere.locator("main").textContent()).includes("/api"), "a game that is not there is told plainly");
    await nowhere.context().close();
    const made = await table("leduc", [{kind: "you"}, {kind: "you"}]);
    const [page, other] = [await visit(at(made, 0)), await visit(at(made, 1))];
    for (const [who, deed] of [[page, "Raise"], [other, "Fold"]]) {
        await myTurn(who);
        await who.locator(".choice", {hasText: deed}).click();
    }
    await page.waitForSelector(".seat-score");
    check((await page.locator(".card-room").textContent()) === "No board card", "after a fold no card is to come");
    await page.context().close();
}
