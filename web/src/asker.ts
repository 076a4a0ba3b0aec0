/* asker.ts -- questions to agents without a seat: a connection of its own, opened by the first one.
 *
 * Thoughts come in as the agent thinks; those of a question that was given up are passed over. */
import {texts} from "./texts";
import type {Analysis} from "./types";

/** Where thoughts come from: one question at a time, told of until one is final. */
export interface Source {
    /** False: it cannot be asked now. */
    ask(question: Record<string, unknown>): boolean;
    stop(): void;
    /** Who hears of thoughts. */
    hear: ((got: Analysis) => void) | null;
}

/** Puts a number on each question, and knows the answers to the last one by it. */
export class Questions {
    private last = 0;

    ask(question: Record<string, unknown>): Record<string, unknown> & {type: string} {
        return {type: "analyse", id: ++this.last, ...question};
    }

    stop(): {type: string; stop: boolean} {
        this.last++;
        return {type: "analyse", stop: true};
    }

    /** What a message tells of the last question, or null. */
    answer(m: {type: string}): Analysis | null {
        const got = m as unknown as Analysis;
        return m.type === "analysis" && got.id === this.last ? got : null;
    }
}

export class Asker implements Source {
    hear: ((got: Analysis) => void) | null = null;
    private socket: WebSocket | null = null;
    private readonly questions = new Questions();
    private next: unknown = null;

    ask(question: Record<string, unknown>): boolean {
        this.send(this.questions.ask(question));
        return true;
    }

    stop(): void {
        if (this.socket) this.send(this.questions.stop());
    }

    private send(message: unknown): void {
        const socket = this.socket ?? this.open();
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
        else this.next = message;
    }

    private open(): WebSocket {
        const scheme = location.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(`${scheme}//${location.host}/ws`);
        this.socket = socket;
        socket.onopen = () => {
            if (this.next) socket.send(JSON.stringify(this.next));
            this.next = null;
        };
        socket.onmessage = (event) => {
            const got = this.questions.answer(JSON.parse(String(event.data)) as {type: string});
            if (got) this.hear?.(got);
        };
        socket.onclose = () => {
            if (this.socket !== socket) return;
            this.socket = null;
            this.hear?.({final: true, error: texts.noServer, moves: []});
        };
        return socket;
    }

    close(): void {
        const socket = this.socket;
        this.socket = null;
        this.hear = null;
        socket?.close();
    }
}
