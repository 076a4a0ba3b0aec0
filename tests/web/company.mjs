// company.mjs -- a part of browser.mjs: what people at one table ask of each other.

const moves = (page) => page.locator(".log-move").count();
const button = (page, name) => page.getByRole("button", {name, exact: true});

/** A move is taken back only if the other agrees; who declines says so, and the game goes on. */
async function asking({at, check, findings, myTurn, press, sitDown, table, visit}) {
    const made = await table("mnk", [{kind: "you", name: "Ada"}, {kind: "open"}]);
    const ada = await visit(at(made, 0)),
        bea = await visit(at(made, 1), "phone", "dark");
    await sitDown(bea, "Bea");
    await myTurn(ada);
    await press(ada, 0);
    await myTurn(bea);
    await button(ada, "Take back").click();
    await ada.getByText("the others have to agree").waitFor();
    await bea.getByText("Ada asks to take a move back.").waitFor();
    const serious = [...(await findings(ada)), ...(await findings(bea))];
    check((await button(bea, "Agree").count()) === 1 && serious.length === 0, "who is asked can agree", serious.join("\n"));
    await bea.reload();
    await button(bea, "Decline").click();
    await ada.getByText("Bea would rather not take it back. The game goes on.").waitFor();
    check((await moves(ada)) === 1 && (await button(bea, "Decline").count()) === 0, "or decline, also after a reload");
    await button(ada, "Take back").click();
    await button(bea, "Decline").waitFor();
    await button(ada, "Never mind").click();
    await button(bea, "Decline").waitFor({state: "detached"});
    check((await button(ada, "Take back").count()) === 1, "who asked can think better of it");
    await myTurn(bea);
    await press(bea, 1);
    await myTurn(ada);
    check((await moves(ada)) === 2 && (await ada.getByText("would rather not").count()) === 0, "the game goes on");
    await button(bea, "Take back").click();
    await button(ada, "Agree").click();
    await ada.waitForFunction(() => document.querySelectorAll(".log-move").length === 1);
    await bea.waitForSelector(".my-turn");
    check(ada.faults.length + bea.faults.length === 0, "what is agreed to is done", [...ada.faults, ...bea.faults].join("\n"));
}

/** On one screen nobody else has to be asked. */
async function oneScreen({check, myTurn, press, visit}) {
    const page = await visit("#/game/mnk");
    await page.locator("#seat-1").selectOption("you");
    await button(page, "Play").click();
    await myTurn(page);
    await press(page, 0);
    await page.waitForFunction(() => document.querySelectorAll(".log-move").length === 1);
    await button(page, "Take back").click();
    await page.waitForFunction(() => document.querySelectorAll(".log-move").length === 0);
    await myTurn(page);
    check(page.faults.length === 0, "two at one screen take the last move back", page.faults.join("\n"));
}

/** Whatever the server refuses, nobody is left waiting for an answer. */
async function refused({at, check, myTurn, press, sitDown, table, visit}) {
    const made = await table("mnk", [{kind: "you"}, {kind: "open"}]);
    let link;
    const ada = await visit(at(made, 0), "desktop", "light", (fresh) =>
        fresh.routeWebSocket(/\/ws$/, (socket) => {
            socket.connectToServer();
            link = socket;
        }),
    );
    const bea = await visit(at(made, 1));
    await sitDown(bea);
    await myTurn(ada);
    await press(ada, 0);
    await myTurn(bea);
    await button(ada, "Take back").click();
    await button(ada, "Never mind").waitFor();
    link.send(JSON.stringify({type: "error", reason: "somebody played on, so nothing is taken back"}));
    await ada.getByText("somebody played on").waitFor();
    check((await button(ada, "Take back").count()) === 1, "who is refused by an error waits no more");
}

/** A table that cannot be told of just now costs nobody his invitation, nor takes it without a name. */
async function unreachable({at, check, sitDown, table, visit}) {
    const made = await table("mnk", [{kind: "you"}, {kind: "open"}]);
    const path = `**/api/tables/${made.id}`;
    const bea = await visit(at(made, 1), "desktop", "light", (fresh) =>
        fresh.route(path, (route) => route.fulfill({status: 503, json: {error: "too much is going on"}})),
    );
    await bea.waitForSelector("main h1");
    const words = await bea.locator("main").textContent();
    const kept = await bea.evaluate(() => JSON.stringify([{...localStorage}, {...sessionStorage}]));
    check(words.includes("much is going on") && !kept.includes("seats"), "no seat is taken where the table is not known", words + kept);
    await bea.unroute(path);
    await bea.reload();
    await sitDown(bea, "Bea");
    check((await bea.locator(".table-page").count()) === 1, "and the invitation stays good");
}

/** Who holds two seats and comes by the link of one keeps both. */
async function bothSeats({at, check, myTurn, table, visit}) {
    const made = await table("mnk", [{kind: "you"}, {kind: "you"}]);
    const tokens = made.seats.map(({token}) => token).join(" ");
    const page = await visit("");
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`seats ${made.id}`, tokens]);
    await page.goto(new URL(at(made, 0), page.url()).href);
    await myTurn(page);
    const kept = await page.evaluate((key) => localStorage.getItem(key), `seats ${made.id}`);
    check(kept === tokens, "a link to one's seat loses no other");
}

/** Who sits down by the invitation that he made himself plays both seats, in the tab of the first or in a later one. */
async function ownGuest(later, {at, check, myTurn, press, sitDown, table, visit}) {
    const made = await table("mnk", [{kind: "you", name: "Ada"}, {kind: "open"}]);
    const page = await visit(at(made, 0));
    await page.waitForSelector(".table-page");
    if (later) {
        await page.evaluate(() => sessionStorage.clear());
        await page.reload();
        await page.waitForSelector(".table-page");
    }
    await page.evaluate((hash) => (location.hash = hash), at(made, 1));
    await sitDown(page, "Guest");
    for (let i = 0; i < 3; i++) {
        await myTurn(page);
        await press(page, i);
        await page.waitForFunction((n) => document.querySelectorAll(".log-move").length > n, i);
    }
    check(page.faults.length === 0, "who takes a second seat keeps the first", page.faults.join("\n"));
}

/** Machines think for nobody among people, unless the table is made so. */
async function advised({at, check, myTurn, sitDown, table, visit}) {
    const panels = (page) => page.locator("summary", {hasText: "Analysis"}).count();
    const made = await table("mnk", [{kind: "you", name: "Ada"}, {kind: "open"}]);
    const ada = await visit(at(made, 0)),
        bea = await visit(at(made, 1));
    await sitDown(bea);
    await myTurn(ada);
    check((await panels(ada)) + (await panels(bea)) === 0, "who plays people is offered no analysis");
    const host = await visit("#/game/mnk");
    await host.locator("#seat-1").selectOption("open");
    await host.getByText("Options", {exact: true}).click();
    await host.locator("#advice").check();
    await button(host, "Play").click();
    const link = await host.locator(".invite-line input").first().inputValue();
    const guest = await visit(new URL(link).hash);
    await sitDown(guest);
    await myTurn(host);
    check((await panels(host)) + (await panels(guest)) === 2, "unless the host allows it to both");
}

export async function company(stage) {
    await asking(stage);
    await oneScreen(stage);
    await refused(stage);
    await unreachable(stage);
    await bothSeats(stage);
    await ownGuest(false, stage);
    await ownGuest(true, stage);
    await advised(stage);
}
