/* numbers.ts -- numbers as people read them: with their sign, grouped, or as powers of ten. */

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Ten to a whole power: 10⁻³. */
export const power = (n: number): string =>
    `10${n < 0 ? "⁻" : ""}${[...String(Math.abs(n))].map((digit) => RAISED[Number(digit)]).join("")}`;

/** A small number in two digits: 0.02, 3.1 × 10⁻⁶. */
export function tiny(x: number): string {
    if (x === 0 || Math.abs(x) >= 0.001) return String(Number(x.toPrecision(2)));
    const [digits, exponent] = x.toExponential(1).split("e");
    return `${digits} × ${power(Number(exponent))}`;
}

/** With its sign, and as many decimals as make sense. */
export function signed(x: number, decimals = 6): string {
    const shown = Number(Math.abs(x).toFixed(decimals));
    return `${shown === 0 ? "" : x > 0 ? "+" : "−"}${shown}`;
}

/** A whole number with its sign: +312. */
export const points = (x: number): string => signed(x, 0) || "0";

/** About how many, in little room: 312, 8.6K, 1.2M. */
export const rough = (n: number): string =>
    n.toLocaleString("en", {notation: "compact", maximumSignificantDigits: n < 1000 ? 3 : 2});

export const grouped = (n: number): string => n.toLocaleString("en");
