// stage.mjs -- what every part of browser.mjs needs: the server, Chromium, pages, checks in TAP, and a trace of what
// went wrong.
//
// A part is a function that gets the stage and checks something in pages of its own.  Several run at the same time, in
// one Chromium and against one server.  When a check fails or a part does not end, the folder browser-trace beside NPM
// gets a screenshot and a report of each page of the part: console, requests, socket, and, of a page that does not
// answer, the stack of its script.
import {AsyncLocalStorage} from "node:async_hooks";
import {spawn} from "node:child_process";
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";

const [program, npm] = process.argv.slice(2);
const require = createRequire(resolve(npm, "package.json"));
const {chromium} = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const parlor = program;
export const SIZES = {desktop: {width: 1280, height: 800}, phone: {width: 390, height: 844}};
export const folder = mkdtempSync(join(tmpdir(), "parlor-page-"));
export const records = join(folder, "games.db");

const TRACES = resolve(npm, "..", "browser-trace");
const PATIENCE = 180000; // a part that is not over by then has failed
const FRAMES = 40; // of a socket, in a report
const current = new AsyncLocalStorage(); // the part that runs
let browser,
    count = 0,
    failed = 0;

export function check(good, what, more = "") {
    if (!good) {
        failed++;
        const part = current.getStore();
        if (part) part.failed = true;
    }
    console.log(`${good ? "ok" : "not ok"} ${++count} - ${what}`);
    if (!good && more) console.log(String(more).replace(/^/gm, "# "));
}

/** The server; started again at the same port, so that pages find it again. */
export const server = {
    port: 0,
    address: "",
    async start() {
        const words = ["serve", "--port", String(this.port), "--records", records, "--nets", folder];
        this.process = spawn(parlor, words, {stdio: ["ignore", "pipe", "inherit"]});
        const printed = await new Promise((done) => this.process.stdout.once("data", (data) => done(String(data))));
        this.address = /http:\/\/\S+?(?=\/? |\/$)/m.exec(printed)[0].replace(/\/$/, "");
        this.port = Number(new URL(this.address).port);
    },
};

export const post = async (path, body) =>
    (
        await fetch(`${server.address}/api/${path}`, {
            method: "POST",
            headers: {"content-type": "application/json"},
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(30000),
        })
    ).json();

const reported = (page, line) => page.report.push(`${((Date.now() - page.opened) / 1000).toFixed(2)} ${line}`);

/** Keeps what goes wrong in a page, what its socket reads, and a report for a trace. */
function listen(page) {
    Object.assign(page, {faults: [], heard: [], report: [], opened: Date.now()});
    page.on("pageerror", (error) => page.faults.push(error.message));
    page.on("console", (m) => {
        if (m.type() === "error") page.faults.push(m.text());
        reported(page, `console ${m.type()}: ${m.text()}`);
    });
    page.on("request", (r) => reported(page, `request ${r.method()} ${r.url()}`));
    page.on("requestfinished", (r) => reported(page, `answered ${r.url()}`));
    page.on("requestfailed", (r) => reported(page, `failed ${r.url()}: ${r.failure()?.errorText}`));
    page.on("crash", () => reported(page, "crashed"));
    page.on("websocket", (socket) => {
        socket.on("framereceived", (frame) => page.heard.push(String(frame.payload)));
        socket.on("framesent", (frame) => reported(page, `sent ${frame.payload}`));
        socket.on("close", () => reported(page, "socket closed"));
    });
}

/** A page in a context of its own. */
export async function visit(hash, size = "desktop", scheme = "light", before = undefined) {
    const context = await browser.newContext({
        viewport: SIZES[size],
        colorScheme: scheme,
        reducedMotion: "reduce",
        hasTouch: size === "phone",
    });
    const page = await context.newPage();
    current.getStore()?.pages.push(page);
    listen(page);
    page.inspector = await context.newCDPSession(page); // what hangs can only be paused if this was asked for before
    await page.inspector.send("Debugger.enable");
    await before?.(page);
    await page.goto(`${server.address}/${hash}`);
    return page;
}

/** What axe-core calls serious. */
export async function findings(page) {
    await page.evaluate(`${axe};0`);
    const found = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
    return found.violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`);
}

const within = (ms, promise, otherwise) =>
    Promise.race([promise.catch((error) => String(error)), new Promise((done) => setTimeout(done, ms, otherwise))]);

/** The script of a page that answers nothing is paused, which shows where it is. */
async function stackOf(page) {
    if ((await within(3000, page.evaluate("1"), 0)) === 1) return "the page answers";
    const paused = new Promise((done) => page.inspector?.once("Debugger.paused", done));
    page.inspector?.send("Debugger.pause").catch(() => null);
    const frames = (await within(3000, paused, null))?.callFrames;
    const lines = frames?.map((f) => `${f.functionName} ${f.url}:${f.location.lineNumber + 1}`).join("\n");
    return `the page does not answer; ${lines ? `its script is in\n${lines}` : "nor can its script be paused"}`;
}

async function trace(part) {
    const at = join(TRACES, part.name.replace(/\W+/g, "_"));
    mkdirSync(at, {recursive: true});
    for (const [i, page] of part.pages.entries()) {
        if (page.isClosed()) continue;
        const stack = await stackOf(page);
        await within(5000, page.screenshot({path: join(at, `${i}.png`), timeout: 5000}), null);
        const lines = [page.url(), stack, ...page.report, ...page.heard.slice(-FRAMES).map((line) => `heard ${line}`)];
        writeFileSync(join(at, `${i}.txt`), lines.join("\n") + "\n");
    }
    console.log(`# the trace of this part is in ${at}`);
}

/** Runs a part to its end, or until it has taken too long. */
async function attempt({name, run}) {
    const part = {name, pages: [], failed: false};
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`not over after ${PATIENCE / 1000} seconds`)), PATIENCE);
    });
    try {
        await Promise.race([current.run(part, run), late]);
    } catch (error) {
        current.run(part, () => check(false, name, error.stack));
    } finally {
        clearTimeout(timer);
    }
    if (part.failed) await trace(part);
    for (const page of part.pages) await within(5000, page.context().close(), null);
}

async function runAll(parts, atOnce) {
    const queue = [...parts];
    const worker = async () => {
        while (queue.length > 0) await attempt(queue.shift());
    };
    await Promise.all(Array.from({length: atOnce}, worker));
}

/** Runs parts, each {name, run}: some at once, then some that need the server alone; prints the plan, and exits. */
export async function perform(together, alone, atOnce = 3) {
    rmSync(TRACES, {recursive: true, force: true});
    await server.start();
    browser = await chromium.launch({
        executablePath: process.env.PARLOR_CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox"],
    });
    try {
        await runAll(together, atOnce);
        await runAll(alone, 1);
    } finally {
        await within(5000, browser.close(), null); // a browser that hangs does not close; it ends with this program
        server.process.kill("SIGTERM");
        rmSync(folder, {recursive: true, force: true});
    }
    console.log(`1..${count}`);
    process.exit(failed > 0 ? 1 : 0);
}
