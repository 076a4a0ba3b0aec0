/* bracket.ts -- pairings of a contest: the knock-out as columns of lists, from the first round to the final, and each
 * pairing with its games. Lists are read in the order in which they are played; lines are only for the eye. */
import {h} from "./dom";
import {score} from "./panels";
import {texts} from "./texts";
import type {ContestGame, Pairing, Round} from "./types";

function gameRow(game: ContestGame): HTMLElement {
    const fault = game.fault === undefined ? "" : texts.faultOf(game.fault, game.by ?? "");
    const start = game.hidden ? texts.hiddenStart : texts.knownStart;
    return h(
        "li",
        {},
        h("a", {href: `#/record/${game.id}`}, game.seats.join(" – ")),
        " ",
        h("span", {class: "number"}, game.scores.map((x) => (x === null ? "–" : score(x))).join(" : ")),
        h("span", {class: "muted"}, ` ${[start, fault].filter(Boolean).join(", ")}`),
    );
}

/** All its games, made when they are asked for; key tells it from others, so that it stays open. */
export function gameList(pairing: Pairing, key: string): HTMLElement | null {
    if (pairing.games.length === 0) return null;
    const list = h("ol", {class: "pairing-games small"});
    const box = h(
        "details",
        {"data-key": key},
        h("summary", {class: "small"}, texts.gamesOfPairing(pairing.games.length)),
        list,
    );
    box.addEventListener("toggle", () => {
        if (box.open && list.children.length === 0) list.append(...pairing.games.map(gameRow));
    });
    return box;
}

/** Who plays, with what he has; who goes on is said, not only shown. */
function side(pairing: Pairing, i: 0 | 1): HTMLElement {
    const name = pairing.entries[i];
    const won = name !== null && pairing.winner === name;
    const played = pairing.state !== "waits" && pairing.state !== "bye";
    return h(
        "div",
        {class: won ? "side-line winner" : "side-line"},
        h("span", {class: "side-name"}, name ?? (pairing.state === "bye" ? texts.bye : texts.toCome)),
        won && h("span", {class: "goes-on"}, texts.goesOn),
        played && name !== null && h("span", {class: "number"}, pairing.points[i]),
    );
}

/** How far it is, in words. */
export function pairingState(pairing: Pairing): string {
    if (pairing.state === "playing") return texts.soFar(String(pairing.played), String(pairing.of));
    if (pairing.state === "over" && pairing.by !== null) return texts.decidedBy(pairing.by);
    return pairing.state === "over" ? "" : texts.pairingStates[pairing.state];
}

function pairingCard(pairing: Pairing, key: string): HTMLElement {
    const words = pairingState(pairing);
    return h(
        "li",
        {class: "bracket-slot"},
        h(
            "div",
            {class: `pairing pairing-${pairing.state}`},
            side(pairing, 0),
            side(pairing, 1),
            words !== "" && h("p", {class: "muted small pairing-state"}, words),
            gameList(pairing, key),
        ),
    );
}

const roundName = (name: string): string => texts.rounds[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

export function bracket(rounds: Round[]): HTMLElement {
    return h(
        "div",
        {class: "scroll", tabindex: 0, role: "region", "aria-label": texts.bracket},
        h(
            "ol",
            {class: "bracket"},
            ...rounds.map((round, r) =>
                h(
                    "li",
                    {class: "bracket-round"},
                    h("h3", {}, roundName(round.name)),
                    h("ol", {class: "bracket-pairings"}, ...round.pairings.map((pairing, i) => pairingCard(pairing, `round ${r} ${i}`))),
                ),
            ),
        ),
    );
}
