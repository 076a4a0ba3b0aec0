// manners.mjs -- parts of browser.mjs: every board by the keyboard alone, a game that no board knows, and what a
// visitor can set.
//
// Each part is given the stage that browser.mjs sets: visit, check, table and the rest.

const OWN = ".log li .log-who";
const ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

const onBoard = (page) =>
    page.evaluate(() => document.activeElement?.matches("[data-spot], .choice, .choices .strong") ?? false);

/** Enter would lay down again what has been picked up. */
const onPicked = (page) =>
    page.evaluate(() => document.activeElement?.matches(".picked[data-spot]:not(.live)") ?? false);

/** One press of Enter somewhere on the board, reached by Tab and some arrow keys that a number picks; whether it came
 * to that. */
async function press(page, number) {
    for (let i = 0; i < 40 && !(await onBoard(page)); i++) await page.keyboard.press("Tab");
    for (let i = number % 5; i > 0; i--) await page.keyboard.press(ARROWS[(number * 7 + i * 3) % 4]);
    for (let i = 0; i < 4 && (await onPicked(page)); i++) await page.keyboard.press(ARROWS[(number + i) % 4]);
    if (number % 3 === 2) await page.keyboard.press("Tab");
    const there = await onBoard(page);
    if (there) await page.keyboard.press("Enter");
    return there;
}

const mine = async (page) => (await page.locator(OWN, {hasText: /^You$/}).count()) >= 2;

/** Two moves of one's own at a board, with no hand on the mouse. */
export async function keys({againstMachines, at, check, myTurn, over, visit}, game, n) {
    const page = await visit(at(await againstMachines(game, n)));
    let done = false,
        entered = false,
        kept = true;
    for (let i = 0; i < 150 && !done; i++) {
        await myTurn(page);
        done = (await over(page)) || (await mine(page));
        kept &&= !entered || done || (await onBoard(page));
        if (!done) entered = await press(page, i);
    }
    check(done && page.faults.length === 0, `${game} by keys`, page.faults.join("\n"));
    check(kept, `${game} keeps the keyboard while others move`);
}

/** A game that the page has never heard of: its text and a button for each move are enough to play it. */
export async function generic({againstMachines, at, check, findings, playOut, visit}) {
    const made = await againstMachines("connect4(rows=4,cols=4,k=3)", 2);
    const rename = (line) => String(line).replace('"name":"connect4"', '"name":"novelty"');
    const page = await visit(at(made), "phone", "dark", (fresh) =>
        fresh.routeWebSocket(/\/ws$/, (socket) => {
            const server = socket.connectToServer();
            socket.onMessage((line) => server.send(line));
            server.onMessage((line) => socket.send(rename(line)));
        }),
    );
    let text = "",
        serious = [];
    const done = await playOut(page, async () => {
        text = await page.locator("pre.plain").textContent();
        check((await page.locator(".choice").count()) === 4, "an unknown game has a button for each move");
        serious = await findings(page);
    });
    check(
        done && text.includes(". . . .") && serious.length === 0 && page.faults.length === 0,
        "and is played by its text alone",
        [text, ...serious, ...page.faults].join("\n"),
    );
}

/** Theme, motion and sound, kept over a reload; sound is off until it is wanted. */
export async function settings({check, visit}) {
    const page = await visit("");
    const root = page.locator("html");
    await page.getByRole("button", {name: "Settings"}).click();
    check(!(await page.locator("#sound").isChecked()), "sound is off by default");
    await page.locator("#theme").selectOption("dark");
    await page.locator("#motion").check();
    check(!(await root.evaluate((el) => el.classList.contains("still"))), "animation can be switched on");
    await page.locator("#motion").uncheck();
    await page.reload();
    const kept = await root.evaluate((el) => [el.dataset.theme, el.classList.contains("still")].join());
    check(kept === "dark,true", "dark and still stay so after a reload", kept);
}

/** Without spectators nobody else gets in; two on one screen do not see each other's cards. */
export async function privacy({check, myTurn, press, table, visit}) {
    const shut = await table("kuhn", [{kind: "you"}, {kind: "agent", level: 1}], {watch: false});
    const stranger = await visit(`#/table/${shut.id}`);
    await stranger.waitForFunction(() => document.querySelector(".problem")?.textContent);
    const words = await stranger.locator(".problem").first().textContent();
    check(
        /watch|spectator/i.test(words) && (await stranger.locator(".place").count()) === 0,
        "where nobody may watch, a stranger is told so",
        words,
    );
    await stranger.context().close();

    const page = await visit("#/game/kuhn");
    await page.locator("#seat-1").selectOption("you");
    await page.getByRole("button", {name: "Play", exact: true}).click();
    await myTurn(page);
    await press(page, 0);
    await page.getByText("Hand the screen to").waitFor();
    check(
        (await page.locator(".card-face:visible").count()) === 0,
        "a curtain falls between two players at one screen",
    );
    await page.getByRole("button", {name: "I am ready"}).click();
    await page.waitForSelector(".card-face");
    check(page.faults.length === 0, "and rises for the next", page.faults.join("\n"));
}

/** The longest names there may be do not widen a replay on a phone. */
export async function longNames({visit, check, table}) {
    const made = await table("dominoes(players=2)", ["W", "m"].map((c) => ({kind: "agent", level: 1, name: c.repeat(63)})));
    const page = await visit(`#/table/${made.id}`, "phone");
    await page.getByRole("link", {name: "Replay"}).click({timeout: 30000});
    await page.waitForSelector(".player");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 1, "long names do not widen a replay", wide);
}
