/* strength.ts -- how strong somebody is, in words: Elo above level 1, with its interval. */
import {points} from "./numbers";
import {texts} from "./texts";
import type {Rating} from "./types";

const interval = ({low, high}: Rating): string =>
    low === null || high === null || low === high ? "" : ` (${points(low)} … ${points(high)})`;

/** "+312 (+270 … +355)"; who won or lost every game has only one bound. */
export function ratingText(rating: Rating): string {
    if (rating.elo !== null) return points(rating.elo) + interval(rating);
    if (rating.low !== null) return texts.atLeast(points(rating.low));
    return rating.high === null ? "–" : texts.atMost(points(rating.high));
}

/** A level's strength in a sentence; of the lowest there is nothing to tell. */
export function ratingWords(rating: Rating): string {
    if (rating.elo === null || rating.low === rating.high) return "";
    const words = texts.rated(points(rating.elo), interval(rating));
    return rating.clocked ? `${words} ${texts.ratedClock}` : words;
}
