/* link.ts -- one connection to a table: a WebSocket that speaks docs/protocol.md.
 *
 * It says hello with the seat's token, or that it watches; answers pings; and when it is cut off
 * it comes back by itself, a little later each time, until the host has said bye. */

export interface Message {
    type: string;
    [member: string]: unknown;
}

export interface Listener {
    message(m: Message): void;
    connected(yes: boolean): void;
}

const SLOWEST = 10000;

export class Link {
    private socket: WebSocket | null = null;
    private delay = 500;
    private closed = false;
    /** The host has taken the hello; before, an error is its last word. */
    private known = false;
    private timer = 0;

    constructor(
        private readonly hello: Record<string, unknown>,
        private readonly listener: Listener,
    ) {
        this.open();
    }

    private open(): void {
        const scheme = location.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(`${scheme}//${location.host}/ws`);
        this.socket = socket;
        socket.onopen = () => socket.send(JSON.stringify({type: "hello", protocol: 1, ...this.hello}));
        socket.onmessage = (event) => this.read(String(event.data));
        socket.onclose = () => this.lost();
    }

    private read(line: string): void {
        let m: Message;
        try {
            m = JSON.parse(line) as Message;
        } catch {
            return;
        }
        if (m.type === "ping") {
            this.send({...m, type: "pong"});
            return;
        }
        if (m.type === "hello") {
            this.delay = 500;
            this.known = true;
            this.listener.connected(true);
        }
        if (m.type === "bye" || (m.type === "error" && !this.known)) this.closed = true;
        this.listener.message(m);
    }

    private lost(): void {
        if (this.closed) return;
        this.listener.connected(false);
        this.timer = window.setTimeout(() => this.open(), this.delay);
        this.delay = Math.min(this.delay * 2, SLOWEST);
    }

    send(m: Message): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(m));
        return true;
    }

    close(): void {
        this.closed = true;
        clearTimeout(this.timer);
        this.socket?.close();
    }
}
