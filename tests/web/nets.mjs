// nets.mjs -- the pages of nets, for browser.mjs: one that another process trains is followed, in lines and in numbers.
import {spawn, spawnSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {looks} from "./solutions.mjs";

const SMALL = ["--hidden", "8", "--measure", "20"];
const ROWS = () => document.querySelectorAll(".standing tbody tr").length;

async function followed({visit, check, parlor, folder}) {
    const line = ["train", "backgammon", ...SMALL, "--minutes", "60", "--out", join(folder, "live.safetensors")];
    const training = spawn(parlor, line, {stdio: "ignore"});
    const page = await visit("#/");
    await page.getByRole("link", {name: "Nets"}).click();
    await page.getByRole("link", {name: "live"}).click({timeout: 30000});
    await page.locator(".state-running").waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".rating-band").length >= 4, null, {timeout: 30000});
    const before = await page.evaluate(ROWS);
    await page.getByRole("button", {name: "Over seconds"}).focus();
    await page.waitForFunction((n) => document.querySelectorAll(".standing tbody tr").length > n, before, {timeout: 30000});
    check((await page.evaluate(ROWS)) > before, "a net is followed while it is trained");
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    check(focused === "Over seconds", "and the focus stays where it was", focused);
    training.kill("SIGKILL");
    await page.keyboard.press("Enter");
    const text = await page.locator(".net-page").innerText();
    check(/Over games/.test(text) && /Score, greedy/.test(text) && /±/.test(text), "over games or seconds", text);
    check(page.faults.length === 0, "without an error", page.faults.join("\n"));
}

async function told({visit, check, parlor, folder}) {
    const out = join(folder, "leduc.safetensors");
    const made = spawnSync(parlor, ["train", "leduc", ...SMALL, "--games", "600", "--opponents", "self,random", "--out", out, "--json"]);
    const last = JSON.parse(String(made.stdout)).curve.at(-1);
    spawnSync(parlor, ["train", "--resume", out, ...SMALL.slice(2), "--games", "700", "--opponents", "first"]);
    writeFileSync(join(folder, "text.safetensors"), "no net");
    const page = await visit("#/net/leduc.safetensors");
    await page.waitForSelector(".net-figure");
    const text = await page.locator(".net-page").innerText();
    check(/From game 1 on against self:1,random:1/.test(text) && /From game 609 on against first/.test(text), "its stages are told", text);
    const row = await page.locator(".standing tbody tr", {has: page.getByRole("rowheader", {name: "608"})}).innerText();
    check(row.includes((100 * last.against[0].wins.value).toFixed(1)), "and its points in numbers", row);
    const says = await page.locator(".net-figure svg").first().getAttribute("aria-label");
    check(/^Score a game, last: random [+−]?\d/.test(says), "a picture says what it shows", says);
    await page.getByRole("link", {name: "Nets"}).last().click();
    await page.getByText("it is no safetensors file").waitFor();
    check(page.faults.length === 0, "and what is no net", page.faults.join("\n"));
}

/** A net that is shipped sits down as an opponent, and is not offered where there is none. */
async function opponents({visit, check, findings, myTurn}) {
    const page = await visit("#/game/backgammon", "phone");
    const choices = () => page.locator("#seat-1 option").allTextContents();
    await page.locator("#seat-1").selectOption("A trained net");
    await page.getByText("learnt the game by playing against itself").waitFor();
    const serious = await findings(page);
    check(serious.length === 0, "a trained net can be chosen", serious.join("\n"));
    await page.getByRole("button", {name: "Hypergammon", exact: true}).click();
    await page.waitForFunction(() => document.querySelector("#seat-1").value === "agent");
    check(!(await choices()).includes("A trained net"), "not for a variant that it cannot play", await choices());
    await page.getByText("Options", {exact: true}).click();
    await page.locator("#p-layout").selectOption("standard");
    await page.waitForFunction(() => document.querySelectorAll("#seat-1 option").length === 4);
    await page.locator("#seat-1").selectOption("A trained net");
    await page.getByRole("button", {name: "Play", exact: true}).click();
    await myTurn(page);
    const name = await page.locator(".seat-name").nth(1).textContent();
    check(name === "Bruno (trained net)" && page.faults.length === 0, "and plays", [name, ...page.faults].join("\n"));
}

export async function nets(tools) {
    await opponents(tools);
    await followed(tools);
    await told(tools);
    await looks(tools, "#/nets", ".records tbody tr", "nets");
    await looks(tools, "#/net/leduc.safetensors", ".net-figure", "a net");
}
