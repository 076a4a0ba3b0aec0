// marks.mjs -- a part of browser.mjs: what was played last is marked, also where chance has moved since; and seats
// are told apart.

const ask = (page, path) => page.evaluate(async (where) => (await fetch(`/api/${where}`)).json(), path);

/** A game that machines have played at once: its record, and a page on which it may be looked at. */
async function played({table, visit}, game, n) {
    const made = await table(game, Array.from({length: n}, () => ({kind: "agent", level: 1})));
    const page = await visit("#/records");
    let told = {};
    for (let i = 0; i < 200 && !told.record; i++) {
        told = await ask(page, `tables/${made.id}`);
        if (!told.record) await page.waitForTimeout(50);
    }
    return {page, record: await ask(page, `records/${told.record}`)};
}

const look = async (page, record, ply, seat) => {
    await page.evaluate((hash) => (location.hash = hash), `#/record/${record.id}/${ply}/${seat}`);
    await page.waitForFunction((words) => document.querySelector(".player output")?.textContent.startsWith(words), `Move ${ply} of`);
    await page.waitForSelector(".surface .ground > *");
};

const isCard = (ply) => ply.who !== "chance" && /^[2-9TJQKA][cdhs]$/.test(ply.move);

/** The other's checkers are marked where they came to and where they left, when the dice lie for the next throw. */
async function checkers({againstMachines, at, check, myTurn, press, visit}) {
    const page = await visit(at(await againstMachines("backgammon", 2)));
    const theirs = () => page.locator(".log li", {hasNotText: /^(You|Chance)/}).count();
    for (let i = 0; i < 60 && (await theirs()) === 0; i++) {
        await myTurn(page);
        await press(page, i);
    }
    await myTurn(page);
    const latest = await page.locator(".log li").last().textContent();
    const came = page.locator(".gammon .piece", {has: page.locator("circle.last")});
    const [all, white, gone] = [came, came.locator(".disc.white"), page.locator(".last.gone")].map((some) => some.count());
    check(
        latest.startsWith("Chance") && (await all) > 0 && (await white) === (await all) && (await gone) > 0,
        "the other's last move is marked when the dice have been thrown",
        `${latest}: ${await all} checkers, ${await white} of the other's, ${await gone} left`,
    );
}

/** Who plays by mouse sees no frame about the spot that would take a key. */
async function unframed({againstMachines, at, check, myTurn, visit}) {
    const page = await visit(at(await againstMachines("hex(size=5)", 2)));
    await myTurn(page);
    await page.locator(".board .spot.live").first().click();
    await myTurn(page);
    const outline = await page.evaluate(() => {
        const spot = document.activeElement;
        return spot?.matches("[data-spot]") ? getComputedStyle(spot).outlineStyle : "no spot";
    });
    check(outline === "none", "a mouse leaves no frame on the board", outline);
}

async function sea(stage) {
    const {page, record} = await played(stage, "battleship(rows=4,cols=4,fleet=21)", 2);
    for (const seat of ["full", "public", "0"]) {
        await look(page, record, record.plies.length, seat);
        stage.check((await page.locator(".sea rect.last").count()) === 1, `the last shot is marked, seen by ${seat}`);
    }
    await look(page, record, 1, "full");
    stage.check((await page.locator(".ship.last").count()) === 1, "and so is a ship that was just placed");
}

async function words(stage) {
    for (const [game, n] of [
        ["pig(target=20)", 2],
        ["leduc(players=3)", 3],
    ]) {
        const {page, record} = await played(stage, game, n);
        const thrown = record.plies.findIndex((ply, i) => ply.who === "chance" && record.plies[i - 1]?.who !== "chance" && i > 0);
        await look(page, record, thrown + 1, "full");
        const bubbles = await page.locator(".bubble.latest").allTextContents();
        stage.check(
            bubbles.length === 1 && bubbles[0].toLowerCase() === record.plies[thrown - 1].move,
            `${game}: what was said last is marked though chance has moved since`,
            bubbles.join(),
        );
        await page.context().close();
    }
}

async function trick(stage) {
    const {page, record} = await played(stage, "knockout_whist(players=3,cards=7)", 3);
    const dealt = record.plies.findIndex((ply, i) => i > 0 && ply.who === "chance" && isCard(record.plies[i - 1]));
    await look(page, record, dealt + 1, "full");
    stage.check(
        dealt > 0 && (await page.locator(".trick.old figure").count()) > 1 && (await page.locator(".card-face.newest").count()) === 1,
        "the last trick can be seen while the next hand is dealt",
    );
}

/** One's own stack of Skull tells what lies in it and in which order; to anybody else it is face down. */
async function stack({againstMachines, at, check, myTurn, visit}) {
    const made = await againstMachines("skull(players=3)", 3);
    const page = await visit(at(made));
    const laid = [];
    for (const what of ["rose", "skull"]) {
        await myTurn(page);
        const card = page.locator(`button.hand-card[data-spot=${what}]`).first();
        if ((await card.count()) === 0) break;
        await card.click();
        laid.push(what);
        await page.waitForFunction((n) => document.querySelectorAll(".own .spread > g").length === n, laid.length);
    }
    const own = await page.locator(".own .spread .facedown > .coaster").evaluateAll((all) => all.map((el) => el.classList[1]));
    const others = await page.locator(".others .coaster").evaluateAll((all) => all.map((el) => el.classList[1]));
    check(
        laid.length === 2 && own.join() === laid.join() && (await page.getByText("only you see them").count()) === 1,
        "the own stack tells its cards in their order",
        `${laid} / ${own}`,
    );
    check(others.length > 0 && others.every((kind) => kind === "down"), "stacks of others are face down", others.join());
    const stranger = await visit(`#/table/${made.id}`);
    await stranger.waitForSelector(".mat");
    check((await stranger.locator(".ground").locator(".coaster.rose, .coaster.skull, .spread").count()) === 0, "and so are all to who watches");
}

/** As many colours as a game can have seats, each of which can be read on. */
async function colours({againstMachines, at, check, findings, myTurn, visit}) {
    for (const scheme of ["light", "dark"]) {
        const page = await visit(at(await againstMachines("kuhn(players=10)", 10)), "desktop", scheme);
        await myTurn(page);
        const marks = page.locator(".seat-line .seat-mark");
        const seen = await marks.evaluateAll((all) => all.map((el) => getComputedStyle(el).backgroundColor));
        const serious = await findings(page);
        check(
            seen.length === 10 && new Set(seen).size === 10 && serious.length === 0,
            `ten seats have ten colours, ${scheme}`,
            [...seen, ...serious].join("\n"),
        );
        await page.context().close();
    }
}

export async function marks(stage) {
    await checkers(stage);
    await unframed(stage);
    await sea(stage);
    await words(stage);
    await trick(stage);
    await stack(stage);
    await colours(stage);
}
