// words.mjs -- parts of browser.mjs: what is on the board and what was played is told in words, to who does not see the
// one and to who cannot read the names of moves.

const told = (page, path) => page.evaluate(async (where) => (await fetch(`/api/${where}`)).json(), path);
const log = (page) => page.locator(".log-move").allTextContents();
const NAMES = ["Ada", "Bo", "Cy"];

/** A game that machines have played at once, and a page to look at it. */
async function played({table, visit}, game, n, size) {
    const made = await table(game, NAMES.slice(0, n).map((name) => ({kind: "agent", level: 1, name})));
    const page = await visit("#/records", size);
    let at = {};
    for (let i = 0; i < 200 && !at.record; i++) {
        at = await told(page, `tables/${made.id}`);
        if (!at.record) await page.waitForTimeout(50);
    }
    return {page, record: await told(page, `records/${at.record}`)};
}

async function look(page, record, ply, seat = "full") {
    await page.evaluate((hash) => (location.hash = hash), `#/record/${record.id}/${ply}/${seat}`);
    await page.waitForFunction((words) => document.querySelector(".player output")?.textContent.startsWith(words), `Move ${ply} of`);
    await page.waitForSelector(".surface .ground > *");
}

const snapshot = (page) => page.locator(".ground").ariaSnapshot();
const count = (text, pattern) => (text.match(pattern) ?? []).length;
/** How many in all, where each place tells how many lie there. */
const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((all, found) => all + Number(found[1]), 0);
/** Every stone that was laid, by its cell and its colour. */
const stones = (first, second) => (text, plies) =>
    plies.every(({who, move}) => text.includes(`img "${move}, ${who ? second : first}"`));
const deeds = (plies, pattern) => plies.filter(({move}) => pattern.test(move)).length;

/* What is to be read of each board when so much of the game is over. */
const BOARDS = [
    ["mnk", 1, stones("cross", "nought")],
    ["mnk(m=19,n=19,k=5)", 0.1, stones("black", "white")],
    ["hex(size=4)", 1, stones("red", "blue")],
    ["connect4", 0.6, (text, plies) => count(text, /\b(red|yellow)\b/g) === plies.length && /column [a-g], from the bottom: /.test(text)],
    ["othello(size=4)", 0.5, (text, plies) => count(text, /\d, (black|white)"/g) === 4 + deeds(plies, /^[a-d]\d$/)],
    ["breakthrough(rows=5,cols=4,lines=1)", 0.5, (text, plies) => count(text, /\d, (black|white)"/g) === 8 - deeds(plies, /x/)],
    [
        "quoridor(size=5,walls=2)",
        1,
        (text, plies) =>
            /img "[a-e]\d, pawn of Ada"/.test(text) &&
            /img "[a-e]\d, pawn of Bo"/.test(text) &&
            count(text, /img "wall [a-e]\d (across|upright)"/g) === deeds(plies, /[hv]$/),
    ],
    [
        "abalone(marbles=1,layout=belgian_daisy,limit=40)",
        1,
        (text) => count(text, /\d, (black|white)"/g) + sum(text, /(\d+) (?:black|white) pushed off/g) === 28,
    ],
    ["backgammon", 0.5, (text) => sum(text, /(\d+) black\b/g) === 15 && sum(text, /(\d+) white\b/g) === 15],
    ["battleship(rows=4,cols=4,fleet=21)", 1, (text, plies) => count(text, /, ship[",]/g) === 6 && count(text, /(miss|hit|sunk)"/g) === plies.length - 4],
    ["dominoes(players=2,high=6)", 0.7, (text, plies) => text.includes(`img "${plies.findLast(({move}) => /@/.test(move)).move.split("@")[0]}"`)],
    ["skull(players=2)", 0.5, (text) => /stack of \d/.test(text) && /a (rose|skull), face down/.test(text)],
];

/** What lies on a board is read to who does not see it, whoever's it is and whether or not it can be pressed. */
export async function readers(stage) {
    const {againstMachines, at, check, findings, myTurn, visit} = stage;
    for (const [game, part, fits] of BOARDS) {
        const {page, record} = await played(stage, game, 2);
        const ply = Math.round(record.plies.length * part);
        await look(page, record, ply);
        const text = await snapshot(page);
        const serious = await findings(page);
        check(
            fits(text, record.plies.slice(0, ply)) && serious.length === 0 && page.faults.length === 0,
            `${game} can be read without seeing it`,
            [JSON.stringify(record.plies.slice(0, ply)), text, ...serious, ...page.faults].join("\n"),
        );
        await page.context().close();
    }
    const page = await visit(at(await againstMachines("mnk", 2)));
    await myTurn(page);
    await page.locator("[data-spot=b2]").click();
    await page.waitForFunction(() => document.querySelectorAll(".log-move").length >= 2);
    await myTurn(page);
    const text = await snapshot(page);
    check(
        text.includes('img "b2, cross"') && count(text, /img "\w+, nought"/g) === 1 && count(text, /button "\w+, empty"/g) === 7,
        "at the table what lies is told, and what can be pressed is a button",
        text,
    );
    await page.context().close();
    const {page: dark, record} = await played(stage, "dark_hex", 2);
    await look(dark, record, 2, "0");
    check(count(await snapshot(dark), /, not seen"/g) === 8, "what nobody told is not called empty", await snapshot(dark));
}

/** What was played is told as players say it; what is clear keeps its name. */
export async function codes(stage) {
    const {check} = stage;
    for (const [game, n, seat, raw, words] of [
        ["skull(players=3)", 3, "0", /:[rs]|flip|\?|lose-/, /^(Lay a rose|Bid \d)/],
        ["dominoes(players=2,high=6)", 2, "0", /@|seat/, /\d-\d on (the dummy line|your line|the line of Bo)/],
        ["block_dominoes(target=20)", 2, "0", /:(left|right)|seat/, /\d-\d on the (left|right) end/],
        ["goofspiel(cards=5)", 2, "1", /\/|^\d+$|hidden/, /^Bid \d/],
        ["goofspiel(cards=5,info=winner)", 2, "0", /seat|^\d+$/, /went to (you|Bo)/],
        ["rps", 2, "0", /hidden/, /^(Rock|Paper|Scissors)$/],
        ["liars_dice", 2, "0", /x|liar/, /\d × \d/],
    ]) {
        const {page, record} = await played(stage, game, n);
        await look(page, record, record.plies.length, seat);
        const moves = await log(page);
        check(
            !moves.some((move) => raw.test(move)) && moves.some((move) => words.test(move)),
            `${game} is listed in words`,
            moves.join(" | "),
        );
        await page.context().close();
    }
}

/** Who checks is not said to pass, nor who calls to bet: at the table, at the seats and in the list. */
export async function calls({at, check, myTurn, sitDown, table, visit}) {
    const made = await table("kuhn", [{kind: "you", name: "Ada"}, {kind: "open"}]);
    const [ada, bo] = [await visit(at(made, 0)), await visit(at(made, 1), "phone")];
    await sitDown(bo);
    const choices = async (page) => {
        await myTurn(page);
        return (await page.locator(".choice").allTextContents()).join();
    };
    const offered = [await choices(ada)];
    await ada.locator(".choice", {hasText: "Check"}).click();
    offered.push(await choices(bo));
    await bo.locator(".choice", {hasText: "Bet"}).click();
    offered.push(await choices(ada));
    await ada.locator(".choice", {hasText: "Fold"}).click();
    await bo.waitForSelector(".seat-score");
    check(offered.join(" ") === "Check,Bet Check,Bet Fold,Call", "what a move of Kuhn poker means is said", offered.join(" "));
    const said = await bo.locator(".bubble").allTextContents();
    const listed = (await log(bo)).slice(-3).join();
    check(said.sort().join() === "Bet,Fold" && listed === "Check,Bet,Fold", "also at the seats and in the list", `${said} ${listed}`);
    for (const page of [ada, bo]) await page.context().close();
}

/** In the panel of the analysis a bid has one name, wherever it stands. */
export async function oneName(stage) {
    const {againstMachines, at, check, myTurn, visit} = stage;
    const page = await visit(at(await againstMachines("goofspiel(cards=4)", 2)));
    await myTurn(page);
    await page.locator(".analysis > summary").click();
    await page.getByLabel("Draw the search tree").check();
    await page.getByRole("switch", {name: "Think along"}).check();
    await page.waitForSelector(".tree", {timeout: 30000});
    const names = [
        ...(await page.locator(".thought-move").allTextContents()),
        ...(await page.locator(".expected-line li").allTextContents()),
        ...(await page.locator(".tree-node title").allTextContents()).map((text) => text.replace(/^\w+( \d)?: |,.*/g, "")),
    ];
    check(
        names.length > 8 && names.every((name) => /^(Bid \d|Prize: \d points?|shows bids \d)$/.test(name)),
        "a bid has one name in the analysis",
        names.join(" | "),
    );
}

/** A choice between 0 and 1 is shown as such where the help says what they mean. */
export async function switches({check, visit}) {
    const options = async (game, name) => {
        const page = await visit(`#/game/${game}`);
        const row = page.locator(".parameter", {has: page.locator(`#p-${name}`)});
        await page.locator(".options > summary").click({timeout: 2000}).catch(() => null);
        const words = [(await row.locator("option").allTextContents()).join(), await row.locator("label .muted").textContent()];
        await page.context().close();
        return words;
    };
    const [match, about] = await options("liars_dice", "match");
    check(match === "0,1" && /0: .*1: /.test(about), "a number that the help names is what is chosen", `${match} ${about}`);
    const [swap, means] = await options("hex", "swap");
    check(swap === "No,Yes" && means.startsWith("the second player"), "what is asked is answered by yes or no", `${swap} ${means}`);
}

/** An invitation tells how an agent elsewhere takes the seat. */
export async function command({check, parlor, spawn, visit}) {
    const page = await visit("#/game/kuhn", "phone", "dark");
    await page.locator("#seat-1").selectOption("open");
    await page.getByRole("button", {name: "Play", exact: true}).click();
    const line = await page.getByLabel("Command for seat 1").inputValue();
    const words = /^parlor join '([^']+)' --agent (\w+)$/.exec(line);
    const agent = spawn(parlor, ["join", words?.[1] ?? "", "--agent", words?.[2] ?? ""], {stdio: "ignore"});
    try {
        await page.waitForSelector(".table-page:not(.waiting)", {timeout: 20000});
        await page.waitForSelector(".my-turn");
        check((await page.locator(".invite:visible").count()) === 0, "the line of an invitation seats an agent", line);
    } finally {
        agent.kill();
    }
}

/** Rules keep within a phone's screen, tables and all. */
export async function tables({check, visit}) {
    for (const game of ["mnk", "backgammon"]) {
        const page = await visit(`#/game/${game}`, "phone");
        await page.waitForSelector(".rules details");
        for (const part of await page.locator(".rules details > summary").all()) await part.click();
        const cut = await page.$$eval(".rules .scroll", (all) => all.filter((el) => el.scrollWidth > el.clientWidth).length);
        check(cut === 0, `the tables of ${game} are not cut on a phone`, cut);
        await page.context().close();
    }
}

/** Who looks back at a game of two hands sees them large, and which of them won. */
export async function winners(stage) {
    for (const size of ["desktop", "phone"]) {
        const {page, record} = await played(stage, "rps", 2, size);
        await look(page, record, 2);
        const drawn = record.scores[0] === record.scores[1];
        const [best, wide, says] = [
            await page.locator(".place.winner strong").allTextContents(),
            await page.locator(".gesture").first().evaluate((el) => el.getBoundingClientRect().width),
            await page.locator(".call").textContent(),
        ];
        stage.check(
            best.join() === (drawn ? "" : NAMES[record.scores.indexOf(1)]) && wide > 90 && / beats? |a draw/.test(says),
            `a replay tells which hand won, ${size}`,
            `${best} ${wide} ${says} ${record.scores}`,
        );
        await page.context().close();
    }
}
