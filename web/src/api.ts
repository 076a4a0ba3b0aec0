/* api.ts -- asking the server; what goes wrong is an Error with the server's own sentence. */
import type {
    AgentInfo,
    Analysis,
    Contest,
    ContestInfo,
    GameInfo,
    GamePage,
    League,
    LeagueInfo,
    Level,
    Mix,
    Net,
    NetInfo,
    PlayerInfo,
    PlayerPage,
    Position,
    RecordInfo,
    RecordPage,
    SeatAsked,
    SeatWish,
    SetList,
    Solution,
    TableInfo,
    TableMade,
} from "./types";
import {texts} from "./texts";

export class Refused extends Error {
    constructor(
        message: string,
        readonly status: number,
    ) {
        super(message);
    }
}

const TRIES = 3;
const LONGEST_S = 30;

const pause = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, 1000 * seconds));

/** Who asks too often is told when to ask again, and does so by himself. */
async function send(path: string, request: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries++) {
        const answer = await fetch(path, request);
        const wait = Number(answer.headers.get("retry-after"));
        if (answer.status !== 429 || !(wait > 0 && wait <= LONGEST_S) || tries === TRIES) return answer;
        await pause(wait);
    }
}

async function ask<T>(path: string, body?: unknown, token?: string): Promise<T> {
    const headers: Record<string, string> = {accept: "application/json"};
    if (body !== undefined) headers["content-type"] = "application/json";
    if (token) headers["authorization"] = `Bearer ${token}`;
    let answer: Response;
    try {
        answer = await send(`/api/${path}`, {
            method: body === undefined ? "GET" : "POST",
            headers,
            body: body === undefined ? null : JSON.stringify(body),
        });
    } catch {
        throw new Refused(texts.noServer, 0);
    }
    const got: unknown = await answer.json().catch(() => null);
    if (answer.ok && got !== null) return got as T;
    const said = (got as {error?: unknown} | null)?.error;
    throw new Refused(typeof said === "string" ? said : texts.noAnswer, answer.status);
}

const q = encodeURIComponent;

export const api = {
    games: () => ask<GameInfo[]>("games"),
    game: (name: string, spec?: string) => ask<GamePage>(`games/${q(name)}${spec ? `?spec=${q(spec)}` : ""}`),
    levels: (spec: string) => ask<Level[]>(`levels?spec=${q(spec)}`),
    agents: (spec: string) => ask<AgentInfo[]>(`agents?spec=${q(spec)}`),
    tables: (state: string, limit = 12) => ask<TableInfo[]>(`tables?state=${state}&limit=${limit}`),
    table: (id: string) => ask<TableInfo>(`tables/${q(id)}`),
    open: (wish: {game: string; seats: SeatWish[]; clock?: string; watch?: boolean; advice?: boolean}) =>
        ask<TableMade>("tables", wish),
    /** What a token is for; looking takes nothing. */
    seat: (token: string) => ask<SeatAsked>("seats", undefined, token),
    /** Takes the seat of an invitation, by a name or by none. */
    claim: (invitation: string, name: string) =>
        ask<{table: string; seat: number; token: string}>("seats", name ? {name} : {}, invitation),
    again: (id: string, token: string, swap: boolean) => ask<TableMade>(`tables/${q(id)}/again`, {swap}, token),
    /** Those of a player, and those with somebody in whose name a text is found. */
    records: (of: {game?: string; player?: string; find?: string; ending?: string; limit: number}) =>
        ask<RecordInfo[]>(
            `records?${Object.entries(of)
                .filter(([, value]) => value !== "")
                .map(([key, value]) => `${key}=${q(value)}`)
                .join("&")}`,
        ),
    players: (find = "", limit = 100) => ask<PlayerInfo[]>(`players?limit=${limit}&find=${q(find)}`),
    player: (name: string) => ask<PlayerPage>(`players?name=${q(name)}`),
    leagues: () => ask<LeagueInfo[]>("leagues"),
    league: (id: string) => ask<League>(`leagues/${q(id)}`),
    leagueGames: (id: string, player: string, other: string, before: string | number, limit: number) =>
        ask<RecordInfo[]>(
            `leagues/${q(id)}/games?limit=${limit}${before ? `&before=${before}` : ""}${player && `&player=${q(player)}`}${other && `&other=${q(other)}`}`,
        ),
    contests: () => ask<ContestInfo[]>("contests"),
    contest: (id: string) => ask<Contest>(`contests/${q(id)}`),
    nets: () => ask<NetInfo[]>("nets"),
    net: (name: string) => ask<Net>(`nets/${q(name)}`),
    solution: (spec: string) => ask<Solution>(`solutions?spec=${q(spec)}`),
    solve: (spec: string) => ask<Solution>("solutions", {game: spec}),
    sets: (spec: string, seat: string, find: string, from: number, limit: number) =>
        ask<SetList>(
            `solutions/sets?spec=${q(spec)}&find=${q(find)}&from=${from}&limit=${limit}${seat && `&seat=${seat}`}`,
        ),
    mix: (what: Record<string, unknown>, token?: string) => ask<Mix>("mix", what, token),
    record: (id: string, seat = "full") => ask<RecordPage>(`records/${q(id)}?seat=${q(seat)}`),
    recordView: (id: string, ply: number, seat: string) =>
        ask<Position>(`records/${q(id)}/view?ply=${ply}&seat=${q(seat)}`),
    analyse: (what: Record<string, unknown>, token?: string) => ask<Analysis>("analyse", what, token),
};
