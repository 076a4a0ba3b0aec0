/* picker.ts -- choosing a move in steps: a piece, then where it goes.
 *
 * A board tells for each legal move the ways to point it out, each a list of steps; one move may have
 * several.  The picker knows which steps are possible after those taken, and takes a step that is the
 * only one left for granted only where it ends the move. */

export interface Options {
    next: Set<string>;
    done: string | undefined;
}

export type Expand = (path: readonly string[]) => Options;

/** The options by a list of ways. */
export function byPaths(legal: readonly string[], paths: (move: string) => string[][]): Expand {
    const ways = legal.flatMap((move) => paths(move).map((way) => ({move, way})));
    return (path) => {
        const next = new Set<string>();
        let done: string | undefined;
        for (const {move, way} of ways) {
            if (!path.every((step, i) => way[i] === step)) continue;
            const step = way[path.length];
            if (step === undefined) done = move;
            else next.add(step);
        }
        return {next, done};
    };
}

export class Picker {
    path: string[] = [];
    options: Options;

    constructor(
        private readonly expand: Expand,
        private readonly play: (move: string) => void,
    ) {
        this.options = expand([]);
        if (this.options.next.size === 0) this.options = {next: new Set(), done: undefined};
    }

    /** Takes a step; false if it is none.  A first step again begins anew. */
    step(id: string): boolean {
        if (!this.options.next.has(id)) {
            const fresh = this.expand([]);
            const same = this.path.length === 1 && this.path[0] === id;
            this.clear();
            if (same || !fresh.next.has(id)) return false;
        }
        this.path.push(id);
        this.options = this.expand(this.path);
        if (this.options.done !== undefined && this.options.next.size === 0) this.finish();
        return true;
    }

    /** Plays what has been pointed out, where it is a whole move. */
    finish(): void {
        const move = this.options.done;
        this.clear();
        if (move !== undefined) this.play(move);
    }

    clear(): void {
        this.path = [];
        this.options = this.expand([]);
    }

    /** Whether a spot can be pressed: as the next step, or to begin anew. */
    live(id: string): boolean {
        return this.options.next.has(id);
    }
}
