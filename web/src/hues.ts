/* hues.ts -- the colours of seats, and of lines in charts, as many as a game can have seats; frame.css has them. */

const HUES = 10;

export const hueOf = (seat: number): string => `hue${seat % HUES}`;

/** How a line is broken, for who tells colours badly apart. */
export const dashOf = (seat: number): string => `dash${seat % HUES}`;
