/* welcome.ts -- where an invitation leads: who asks to what game, and by what name one sits down.
 *
 * The seat is taken by the button alone, so that who only looks at the link leaves it to others. */
import {api} from "../api";
import {h, range} from "../dom";
import {nameOf} from "../panels";
import {addSeat, myName, setMyName} from "../settings";
import {texts} from "../texts";
import {thumbnail} from "../thumbs";
import type {SeatAsked, TableInfo} from "../types";
import {parse, titleOf, type Page} from "./page";

/** What a name may have at most, in bytes of UTF-8. */
const LONGEST = 63;

/** As much of a name as the server takes, in characters that are whole to the eye. */
function bounded(name: string, most = LONGEST): string {
    let out = "";
    for (const {segment} of new Intl.Segmenter().segment(name)) {
        if (new TextEncoder().encode(out + segment).length > most) break;
        out += segment;
    }
    return out;
}

/** The name of another one at the same screen. */
export const numbered = (name: string, n: number): string => `${bounded(name, LONGEST - 3)} ${n}`;

/** What goes beyond the bound cannot be typed; what is being composed is looked at when it is done. */
export function nameField(id: string): HTMLInputElement {
    const field = h("input", {type: "text", id, maxlength: 40, autocomplete: "nickname", value: myName()});
    const cut = (): void => {
        const fits = bounded(field.value);
        if (fits !== field.value) field.value = fits;
    };
    field.addEventListener("input", (event) => {
        if (!(event instanceof InputEvent && event.isComposing)) cut();
    });
    field.addEventListener("change", cut);
    return field;
}

/** Takes the seat, and goes to the table in place of the invitation, which is not kept. */
async function sitDown(id: string, invitation: string, name: string): Promise<void> {
    setMyName(name);
    addSeat(id, (await api.claim(invitation, name)).token);
    location.replace(`#/table/${id}`);
}

export function welcomePage({id, game, names}: TableInfo, asked: SeatAsked, invitation: string): Page {
    const title = titleOf(game);
    const name = nameField("guest-name");
    const problem = h("p", {class: "problem", role: "alert"});
    const go = h("button", {type: "submit", class: "button strong large"}, texts.sitDown);
    const others = range(names.length).filter((seat) => seat !== asked.seat);
    const submit = (event: Event): void => {
        event.preventDefault();
        go.disabled = true;
        sitDown(id, invitation, name.value.trim()).catch((error: unknown) => {
            problem.textContent = (error as Error).message;
            go.disabled = false;
        });
    };
    return {
        title,
        element: h(
            "form",
            {class: "panel-card welcome", submit},
            h("div", {class: "thumb", "aria-hidden": "true"}, thumbnail(parse(game).name)),
            h("h1", {}, title),
            h("p", {}, texts.invited(others.map((seat) => nameOf(names, seat, "public")))),
            asked.named
                ? h("p", {class: "muted"}, texts.calledHere(asked.name))
                : h("div", {class: "pair"}, h("label", {for: "guest-name"}, texts.yourName), name),
            problem,
            go,
        ),
    };
}
