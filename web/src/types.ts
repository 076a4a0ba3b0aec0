/* types.ts -- what the server says, as docs/protocol.md and its OpenAPI file have it. */

export interface Parameter {
    name: string;
    help: string;
    lo: number;
    hi: number;
    normal: number | string;
    words?: string[];
}

export interface GameInfo {
    name: string;
    about: string;
    players: {least: number; most: number};
    params: Parameter[];
    aliases?: Record<string, string>;
}

export interface GamePage extends GameInfo {
    rules: string;
    spec: string;
    seats?: number;
}

export interface Level {
    level: number;
    name: string;
    about: string;
    agent: string;
    rating: Rating | null;
}

/** Elo above level 1, with its 95 % interval; what is null is open. */
export interface Rating {
    elo: number | null;
    low: number | null;
    high: number | null;
    games: number;
    clocked?: boolean;
}

export type SeatKind = "you" | "agent" | "open";

export interface SeatWish {
    kind: SeatKind;
    name?: string;
    level?: number;
    agent?: string;
}

export interface SeatGot {
    seat: number;
    kind: SeatKind;
    name: string;
    token?: string;
}

/** What a token is for. */
export interface SeatAsked {
    table: string;
    seat: number;
    /** false: it is an invitation that can be taken. */
    claimed: boolean;
    name: string;
    /** The table was set up with this name. */
    named: boolean;
}

export interface TableMade {
    id: string;
    game: string;
    seats: SeatGot[];
}

/** A seat at the next table, and who of this one asked for it. */
export interface Next {
    table: string;
    token: string;
    seat: number;
    who: number;
}

export interface TableInfo {
    id: string;
    game: string;
    names: string[];
    state: "open" | "playing" | "over";
    watchers?: number;
    /** Whether others may watch. */
    watch?: boolean;
    /** Whether players may ask what agents think before it is over. */
    advice?: boolean;
    /** The lowest score that the game has: what resigning comes to. */
    least?: number;
    /** Its record, once it is over. */
    record?: number;
}

export type Turn = number | "chance" | "over";
export type Seat = number | "public" | "full";

/** A game's own object: each board knows its members. */
export type View = Record<string, unknown>;

export interface Ply {
    /** Its number in a record, from 1. */
    ply?: number;
    who: number | "chance";
    move: string;
}

export interface RecordInfo {
    id: string | number;
    game: string;
    names: string[];
    scores?: number[] | null;
    began?: string | number;
    plies?: number;
}

export interface RecordPage {
    /** The league or the contest that it is a game of. */
    league?: number;
    contest?: number;
    game: string;
    names: string[];
    scores?: number[] | null;
    how?: string;
    zero_sum: boolean;
    plies: Ply[];
}

export interface Position {
    turn: Turn;
    view: View;
    text: string;
    legal?: string[];
}

export interface Thought {
    move: string;
    value?: number;
    visits?: number;
    share?: number;
    win?: number;
    proven?: boolean;
}

/** A seat or nature; null: not known. */
export type Mover = number | "chance" | null;

/** What is hidden somewhere, by its share in worlds that fit. */
export interface Marginal {
    what: string;
    kind: "value" | "member";
    of: {value: string; share: number}[];
}

/** A branch of a search tree, as the seat that searched would notice it. */
export interface Branch {
    mover: Mover;
    move: string;
    shown: boolean;
    visits: number | null;
    share: number | null;
    value: number | null;
    /** Whose score the value is. */
    seat: number;
    proven: boolean;
    below: Branch[];
}

/** What a move gave away: by a guess, if nobody knows how sure that is. */
export interface Hindsight {
    played: string;
    better: string;
    value: number;
    cost: number;
    within: number | null;
    worlds: number;
}

export interface Analysis {
    moves: Thought[];
    hindsight?: Hindsight | null;
    agent?: string;
    seat?: number;
    iterations?: number;
    belief?: Marginal[];
    line?: {mover: Mover; move: string}[];
    tree?: Branch[];
    /** Of those that come while the agent thinks. */
    id?: number;
    final?: boolean;
    error?: string;
}

export interface AgentInfo {
    name: string;
    about: string;
    params: Parameter[];
}

export interface CurvePoint {
    iterations: number;
    seconds: number;
    exploitability: number;
}

/** What is known of the solution of a game. */
export interface Solution {
    game: string;
    state: "looking" | "small" | "large" | "waiting" | "working" | "done";
    seats: number;
    why?: string;
    histories?: number;
    /** Of a game without secrets, which is worked out position by position. */
    positions?: number;
    seconds?: number;
    /** Information sets, by seat. */
    sets?: number[];
    iterations?: number;
    target?: number;
    exploitability?: number;
    values?: number[];
    best?: number[];
    /** The value to seat 0 is proven to lie between. */
    lower?: number;
    upper?: number;
    curve?: CurvePoint[];
}

export interface Share {
    move: string;
    share: number;
    value?: number;
}

export interface InfoSet {
    seat: number;
    name: string;
    text: string;
    moves: Share[];
}

export interface SetList {
    found: number;
    from: number;
    sets: InfoSet[];
}

/** How a solved game is played at one position. */
export interface Mix {
    state: Solution["state"];
    seat: number;
    text: string;
    moves: Share[];
    why?: string;
    exploitability?: number;
}

export interface PlayerInfo {
    name: string;
    kinds: string;
    games: number;
    last: number;
}

/** How somebody did at one seat of one game. */
export interface Standing {
    game: string;
    seat: number;
    kind: string;
    spec: string;
    games: number;
    scored: number;
    wins: number;
    draws: number;
    losses: number;
    mean: number | null;
    half_width_95: number | null;
    rating: Rating | null;
}

/** How strong somebody is at a game, from his games against agents of known ratings. */
export interface PlayerRating extends Rating {
    game: string;
}

export interface PlayerPage {
    name: string;
    /** Each once, also where the name had several seats. */
    games: number;
    ratings: PlayerRating[];
    standings: Standing[];
}

/** Wins, draws and losses. */
export type Counts = [number, number, number];

/** A value and the bounds of its 95 % interval; null: there is none. */
export type Interval = [number | null, number | null, number | null];

/** A point of a net's curve. */
export interface NetPoint {
    games: number;
    seconds: number;
    loss: number | null;
    exploitability?: number | null;
    against: {score: Interval; wins: Interval}[];
}

/** A net of the server's folder, as it is listed. */
export interface NetInfo {
    name: string;
    changed: number;
    running: boolean;
    /** Why nothing more is known of it. */
    why?: string;
    game?: string;
    games?: number | null;
    of?: number | null;
    seconds?: number | null;
    loss?: number | null;
    against?: string[];
    last?: NetPoint | null;
}

export interface Net extends NetInfo {
    shape: {inputs: number; hidden: number[]; activation: string; heads: string[]};
    method: string | null;
    against: string[];
    stages: {from: number; method: string; opponents: string}[];
    curve: NetPoint[];
}

/** A match or league of the records. */
export interface LeagueInfo {
    id: number;
    state: "running" | "over" | "stopped";
    began: number;
    ended: number | null;
    games: number;
    /** How many there will be, if that is known. */
    of: number | null;
    game?: string;
    format?: string;
    agents?: string[];
    /** Why nothing more is known of it. */
    why?: string;
}

export interface LeagueStanding {
    name: string;
    agent: string;
    games: number;
    results: Counts;
    seats: Counts[];
    payoff: Interval;
    elo: Interval;
    superiority: number;
    points: number;
    /** The round in which it lost, of a knock-out; 0: none. */
    out: number;
    faults: number;
}

export interface RatingPoint {
    games: number;
    elo: Interval[];
}

export interface League extends LeagueInfo {
    game: string;
    format: string;
    agents: string[];
    /** What a group is, and how many games it has. */
    seats: string;
    group: number;
    /** Games of whole groups, which the numbers are made from. */
    counted: number;
    aborted: number;
    round: number;
    rounds: number;
    seed?: string;
    /** By a prior: results put no bounds to ratings. */
    bounded: boolean;
    standings: LeagueStanding[];
    seat_scores: Interval[];
    cross: (Counts | null)[][];
    curve: RatingPoint[];
    sprt?: {llr: number; lower: number; upper: number; state: "open" | "H0" | "H1"};
    latest: RecordInfo[];
}

/** A contest of the records, as it is listed. */
export interface ContestInfo {
    id: number;
    name: string;
    running: boolean;
    began: number;
    updated: number;
    /** "trials", "pools", "knock-out" or "over"; "": nothing is told of it yet. */
    state: string;
    game?: string;
    winner?: string | null;
    /** How many entries. */
    count?: number;
}

export interface Entry {
    name: string;
    state: "waits" | "plays" | "excluded" | "out";
    why: string | null;
    seed: number;
    faults: number;
    place: number | null;
}

export interface ContestGame {
    id: number;
    seats: string[];
    scores: (number | null)[];
    how: string;
    hidden: boolean;
    fault?: string;
    by?: string;
}

export interface Pairing {
    state: "waits" | "playing" | "over" | "walkover" | "bye";
    entries: [string | null, string | null];
    points: [number, number];
    played: number;
    of: number;
    winner: string | null;
    /** What decided a tie. */
    by: string | null;
    games: ContestGame[];
}

export interface Round {
    name: string;
    pairings: Pairing[];
}

export interface Pool extends Round {
    standings: {
        name: string;
        rank: number;
        points: number;
        score: number;
        played: number;
        won: number;
        drawn: number;
        lost: number;
    }[];
}

export interface Contest extends ContestInfo {
    winner: string | null;
    commitment: string;
    secret: string | null;
    settings: {games: number; known: number; clock: string};
    entries: Entry[];
    pools: Pool[];
    /** Of the knock-out: winners of pairings 2i and 2i + 1 meet in pairing i of the next. */
    rounds: Round[];
}

export interface Clock {
    most?: number;
    left?: number;
    increment?: number;
    bank?: number;
}
