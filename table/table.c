/* table.c -- the referee: whose turn it is, what a move may cost, how a game ends.
 *
 * It is told what happened and never waits, so that one thread can mind many tables;
 * run.c is the loop for agents.
 *
 * Fact to check: a seat with 100 ms a move and a bank of 50 ms that takes 120 ms twice
 * has 10 ms left in its bank, and is out of time when it takes 120 ms once more.
 */
#define _POSIX_C_SOURCE 199309L
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"

static int64_t machine_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t pl_table_now(const pl_table *t)
{
    if (!t->timed) return 0;
    return t->rules.now ? t->rules.now(t->rules.with) : machine_now();
}

static void tell(const pl_table *t, pl_event *e)
{
    if (!e->text) e->text = "";
    for (int i = 0; i < t->listeners; i++) t->listener[i].tell(t->listener[i].with, t, e);
}

/* Something that happens to nobody's clock. */
static void tell_of(const pl_table *t, pl_kind kind, int seat, const char *text)
{
    tell(
        t,
        &(pl_event){
            .kind = kind, .seat = seat, .ply = pl_line_plies(t->line), .value = NAN, .text = text});
}

pl_table_rules pl_table_usual(pl_context where)
{
    return (pl_table_rules){.manners = pl_manners_usual(where),
                            .takes_back = where != PL_IN_A_MATCH};
}

pl_table *pl_table_new(const pl_game *g, const pl_table_rules *rules, pl_error *err)
{
    pl_table *t = calloc(1, sizeof *t);
    if (t) t->line = pl_line_new(g);
    if (!t || !t->line) {
        free(t);
        pl_fail(err, "out of memory");
        return NULL;
    }
    t->game = g;
    t->rules = rules ? *rules : pl_table_usual(PL_AT_HOME);
    t->timed = t->rules.timed || t->rules.pace.move || t->rules.pace.game;
    pl_table_begin(t, 0);
    return t;
}

void pl_table_free(pl_table *t)
{
    if (t) pl_line_free(t->line);
    free(t);
}

int pl_table_listen(pl_table *t, pl_listener *listener, void *with)
{
    if (t->listeners == PL_LISTENERS_MAX) return -1;
    t->listener[t->listeners].tell = listener;
    t->listener[t->listeners++].with = with;
    return 0;
}

int pl_result_told(const pl_result *r, char *buf, size_t n)
{
    if (!r->fault) return snprintf(buf, n, "%s", r->text);
    return snprintf(buf, n, "seat %d was at fault: %s", (int)r->seat, pl_fault_name(r->fault));
}

static void finish(pl_table *t, pl_ending how, int seat, const char *text)
{
    pl_result *r = &t->result;
    r->how = how;
    r->seat = seat;
    if (text) snprintf(r->text, sizeof r->text, "%s", text);
    if (t->paused) t->rested += pl_table_now(t) - t->stopped;
    r->referee = pl_table_now(t) - t->begun - t->rested;
    for (int i = 0; i < t->game->players; i++)
        r->referee = r->referee > r->used[i] ? r->referee - r->used[i] : 0;
    t->turn = PL_OVER;
    t->paused = 0;
    tell_of(t, PL_FINISHED, seat, r->text);
}

/* A seat gives the game up: it gets the least there is, the others what that leaves. */
static void give_up(pl_table *t, pl_ending how, int seat, const char *text)
{
    const pl_game *g = t->game;
    double others = g->traits & PL_ZERO_SUM ? -g->lo / (g->players - 1) : g->hi;
    for (int i = 0; i < g->players; i++) t->result.score[i] = i == seat ? g->lo : others;
    finish(t, how, seat, text);
}

pl_move pl_table_draw(const pl_table *t)
{
    pl_rng r;
    int ply = pl_line_plies(t->line);
    pl_split(&t->luck, (uint64_t)ply, &r);
    return pl_any(t->game, pl_line_state(t->line, ply), &r);
}

/* Play a legal move; 0 or -1: no memory, which ends the game. */
static int forward(pl_table *t, int seat, pl_move m, int64_t used, double value, const char *text)
{
    if (pl_line_forward(t->line, m)) {
        pl_table_abort(t, PL_CHANCE, "out of memory");
        return -1;
    }
    if (!t->listeners) return 0;
    tell(t, &(pl_event){.kind = PL_PLY,
                        .seat = seat,
                        .move = m,
                        .ply = pl_line_plies(t->line) - 1,
                        .used = used,
                        .value = value,
                        .text = text});
    return 0;
}

/* Let chance move until a seat is on turn; or the game is over, by its rules. */
static void settle(pl_table *t)
{
    while ((t->turn = pl_line_turn(t->line)) == PL_CHANCE)
        if (forward(t, PL_CHANCE, pl_table_draw(t), 0, NAN, NULL)) return;
    if (t->turn != PL_OVER) return;
    t->game->score(pl_line_state(t->line, pl_line_plies(t->line)), t->result.score);
    finish(t, PL_BY_RULES, 0, NULL);
}

static void reset(pl_table *t, uint64_t seed)
{
    t->seed = seed;
    pl_seed(&t->luck, seed);
    t->result = (pl_result){0};
    for (int i = 0; i < t->game->players; i++)
        t->place[i] = (pl_place){.left = t->rules.pace.game, .bank = t->rules.pace.bank};
    t->paused = 0;
    t->told = -1;
    t->rested = 0;
    t->given = 0;
    t->begun = pl_table_now(t);
    pl_line_restart(t->line);
}

void pl_table_begin(pl_table *t, uint64_t seed)
{
    pl_table_begin_from(t, seed, NULL, 0);
}

/* Who listens for the beginning may want to know whether chance is all from the seed. */
static int gives_chance(pl_table *t, const pl_move *move, int n)
{
    pl_state s;
    int given = 0;
    pl_start(t->game, &s);
    for (int i = 0; i < n && !given; i++) {
        given = t->game->turn(&s) == PL_CHANCE;
        t->game->apply(&s, move[i]);
    }
    return given;
}

void pl_table_begin_from(pl_table *t, uint64_t seed, const pl_move *move, int n)
{
    reset(t, seed);
    t->given = gives_chance(t, move, n);
    if (t->listeners) tell_of(t, PL_BEGAN, PL_CHANCE, NULL);
    for (int i = 0; i < n; i++)
        if (forward(t, pl_line_turn(t->line), move[i], 0, NAN, "opening")) return;
    settle(t);
}

const pl_game *pl_table_game(const pl_table *t)
{
    return t->game;
}

const pl_table_rules *pl_table_rules_of(const pl_table *t)
{
    return &t->rules;
}

const pl_line *pl_table_line(const pl_table *t)
{
    return t->line;
}

const pl_result *pl_table_result(const pl_table *t)
{
    return &t->result;
}

uint64_t pl_table_seed(const pl_table *t)
{
    return t->seed;
}

int pl_table_seeded(const pl_table *t)
{
    return !t->given;
}

int pl_table_paused(const pl_table *t)
{
    return t->paused;
}

int pl_table_turn(const pl_table *t)
{
    return t->turn;
}

int pl_table_is_stand_in(const pl_table *t, int seat)
{
    return t->place[seat].stand_in;
}

int64_t pl_table_allowance(const pl_table *t, int seat)
{
    const pl_pace *p = &t->rules.pace;
    const pl_place *at = &t->place[seat];
    int64_t most = p->move ? p->move + at->bank : INT64_MAX;
    if (p->game && at->left < most) most = at->left;
    if (most == INT64_MAX) return most;
    return most > at->spent ? most - at->spent : 0;
}

/* A game is taken to go on for so many moves of the same seat. */
static const double moves_to_come = 30;

pl_time pl_table_time(const pl_table *t, int seat)
{
    const pl_pace *p = &t->rules.pace;
    int64_t most = pl_table_allowance(t, seat);
    pl_time out = {0};
    if (most == INT64_MAX) return out;
    out.most = most > 0 ? (double)most * 1e-9 : 1e-9;
    if (p->game) out.left = fmax((double)(t->place[seat].left - t->place[seat].spent), 1) * 1e-9;
    out.increment = (double)p->increment * 1e-9;
    out.bank = (double)t->place[seat].bank * 1e-9;
    double even = p->game ? out.left / moves_to_come + 0.8 * out.increment : out.most;
    double each = p->move ? (double)p->move * 1e-9 : out.most;
    out.advised = fmin(fmin(even, each), 0.9 * out.most);
    return out;
}

/* Times may be told by others, and be as long as they like. */
static int64_t longer(int64_t time, int64_t by)
{
    return time < INT64_MAX - by ? time + by : INT64_MAX;
}

void pl_table_charge(pl_table *t, int seat, int64_t used)
{
    t->place[seat].spent = longer(t->place[seat].spent, used);
    t->result.used[seat] = longer(t->result.used[seat], used);
}

/* The move is made, or its time is up: the next one has a time of its own. */
static void settle_time(pl_table *t, int seat)
{
    const pl_pace *p = &t->rules.pace;
    pl_place *at = &t->place[seat];
    if (p->move && at->spent > p->move) at->bank -= at->spent - p->move;
    if (at->bank < 0) at->bank = 0;
    if (p->game) at->left = at->left + p->increment - at->spent;
    if (at->left < 0) at->left = 0;
    at->spent = 0;
}

static int is_seat(const pl_table *t, int seat)
{
    return seat >= 0 && seat < t->game->players;
}

pl_then pl_table_fault(pl_table *t, int seat, pl_fault f, int64_t used, const char *text)
{
    if (t->turn == PL_OVER || !is_seat(t, seat)) return PL_ABORT;
    if (used < 0) used = 0;
    pl_place *at = &t->place[seat];
    const pl_reaction *r = &t->rules.manners.on[f];
    pl_then then = at->tries < r->retries ? PL_RETRY : r->then;
    pl_table_charge(t, seat, used);
    at->tries++;
    if (f == PL_TIMEOUT) settle_time(t, seat);
    tell(t, &(pl_event){.kind = PL_FAULT,
                        .seat = seat,
                        .move = PL_ILLEGAL,
                        .fault = f,
                        .then = then,
                        .ply = pl_line_plies(t->line),
                        .used = used,
                        .value = NAN,
                        .text = text});
    if (then == PL_FORFEIT || then == PL_ABORT) t->result.fault = f;
    if (then == PL_PLAY_RANDOM) at->stand_in = 1;
    if (then == PL_FORFEIT) give_up(t, PL_BY_FORFEIT, seat, text);
    if (then == PL_ABORT) pl_table_abort(t, seat, text);
    return then;
}

pl_fault pl_table_move(pl_table *t, int seat, pl_move m, int64_t used, double value,
                       const char *text)
{
    if (seat != t->turn || !is_seat(t, seat) || t->paused) return PL_GARBAGE;
    if (used < 0) used = 0;
    int64_t most = pl_table_allowance(t, seat);
    pl_fault f = used > most                    ? PL_TIMEOUT
                 : pl_line_is_legal(t->line, m) ? PL_WAITING
                                                : PL_ILLEGAL_MOVE;
    if (f != PL_WAITING) {
        static const char *const why[] = {"", "that move is not legal", "the move came too late"};
        pl_table_fault(t, seat, f, used, why[f]);
        return f;
    }
    pl_table_charge(t, seat, used);
    if (pl_is_noticed(t->game, pl_line_state(t->line, pl_line_plies(t->line)), m))
        settle_time(t, seat); /* else clocks would tell */
    t->place[seat].tries = 0;
    if (forward(t, seat, m, used, value, text) == 0) settle(t);
    return PL_WAITING;
}

int pl_table_resign(pl_table *t, int seat)
{
    char text[40];
    if (t->turn == PL_OVER || !is_seat(t, seat)) return -1;
    snprintf(text, sizeof text, "seat %d resigned", seat);
    give_up(t, PL_BY_RESIGNING, seat, text);
    return 0;
}

int pl_table_last(const pl_table *t, int seat)
{
    int ply = pl_line_plies(t->line);
    while (--ply >= 0)
        if (pl_line_mover(t->line, ply) == seat &&
            pl_is_noticed(t->game, pl_line_state(t->line, ply), pl_line_move(t->line, ply)))
            return ply;
    return -1;
}

int pl_table_back_to(pl_table *t, int seat, int ply)
{
    if (!t->rules.takes_back || t->turn == PL_OVER || !is_seat(t, seat)) return -1;
    if (ply < 0 || ply >= pl_line_plies(t->line) || pl_line_mover(t->line, ply) != seat) return -1;
    while (pl_line_plies(t->line) > ply) pl_line_backward(t->line);
    t->turn = seat;
    t->told = -1;
    for (int i = 0; i < t->game->players; i++) t->place[i].tries = 0;
    tell_of(t, PL_WENT_BACK, seat, NULL);
    return 0;
}

int pl_table_back(pl_table *t, int seat)
{
    return pl_table_back_to(t, seat, pl_table_last(t, seat));
}

int pl_table_pause(pl_table *t, int seat)
{
    if (t->turn == PL_OVER || t->paused) return -1;
    t->paused = 1;
    t->stopped = pl_table_now(t);
    tell_of(t, PL_PAUSED, seat, NULL);
    return 0;
}

int pl_table_resume(pl_table *t, int seat)
{
    if (!t->paused) return -1;
    int64_t rest = pl_table_now(t) - t->stopped;
    t->paused = 0;
    t->rested += rest;
    if (t->asked) t->asked += rest; /* who thinks elsewhere rests as well */
    tell_of(t, PL_RESUMED, seat, NULL);
    return 0;
}

int pl_table_abort(pl_table *t, int seat, const char *text)
{
    if (t->result.how != PL_UNDER_WAY) return -1;
    for (int i = 0; i < t->game->players; i++) t->result.score[i] = NAN;
    finish(t, PL_BY_ABORT, seat, text);
    return 0;
}
