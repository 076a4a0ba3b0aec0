/* room.c -- a table in the net: who sits where, and its games one after the other.
 *
 * Fact to check: a room that is stopped while it waits for its players plays no game.
 */
#include "table/net/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/text.h"

static void free_room(pl_room *r)
{
    for (int i = 0; i < PL_SEATS_MAX; i++)
        if (r->chair[i]) pl_agent_free(&r->chair[i]->base);
    pl_table_free(r->table);
    pl_tape_free(&r->open);
    free(r->line);
    free(r->bytes);
    free(r);
}

static int set_up(pl_room *r, pl_error *err)
{
    pl_table_rules usual = pl_table_usual(PL_IN_THE_NET);
    r->line = malloc(PL_LINE_MAX);
    r->bytes = malloc(2 * PL_STATE_MAX + PL_SPEC_MAX);
    if (!r->line || !r->bytes) return pl_fail(err, "out of memory");
    r->table = pl_table_new(r->rules.game, r->rules.table ? r->rules.table : &usual, err);
    r->rules.table = NULL; /* it was the caller's */
    return r->table ? 0 : -1;
}

pl_room *pl_room_open(pl_host *h, const pl_room_rules *rules, pl_error *err)
{
    pl_room *r = calloc(1, sizeof *r);
    if (!r) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    r->host = h;
    r->bell = pl_host_bell(h);
    r->rules = *rules;
    if (r->rules.wait <= 0) r->rules.wait = 60;
    if (r->rules.pause <= 0) r->rules.pause = 600;
    r->back = r->pausing = r->resuming = -1;
    if (set_up(r, err)) {
        free_room(r);
        return NULL;
    }
    pl_host_add(h, r);
    return r;
}

int pl_room_sit(pl_room *r, int seat, pl_agent *a, const char *name)
{
    if (seat < 0 || seat >= r->rules.game->players || r->agent[seat]) return -1;
    pl_bell_lock(r->bell);
    r->agent[seat] = a;
    a->names = r->names;
    r->names[seat] = r->name[seat];
    snprintf(r->name[seat], sizeof r->name[seat], "%s", name ? name : a->type->name);
    pl_bell_unlock(r->bell);
    return 0;
}

/* Secret bytes in hexadecimal; 0, or -1: the system gives none. */
static int make_token(char *token)
{
    unsigned char bytes[PL_TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return -1;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

const char *pl_room_invite(pl_room *r, int seat, const char *name)
{
    pl_error err;
    char token[2 * PL_TOKEN_BYTES + 1], number[16];
    if (seat < 0 || seat >= r->rules.game->players || r->agent[seat] || make_token(token))
        return NULL;
    pl_agent *a = pl_agent_make(&pl_chair_type, "", r->rules.game, 0, &err);
    if (!a) return NULL;
    pl_chair *c = (pl_chair *)a;
    memcpy(c->token, token, sizeof token);
    c->room = r;
    c->base.seat = seat;
    c->left = -INFINITY; /* it was never here */
    c->named = name != NULL;
    snprintf(number, sizeof number, "seat %d", seat);
    pl_room_sit(r, seat, a, name ? name : number);
    pl_bell_lock(r->bell);
    r->chair[seat] = c;
    pl_bell_unlock(r->bell);
    return c->token;
}

pl_table *pl_room_table(pl_room *r)
{
    return r->table;
}

const char *pl_room_name(const pl_room *r, int seat)
{
    return r->name[seat];
}

static int all_here(const pl_room *r)
{
    for (int i = 0; i < r->rules.game->players; i++)
        if (!r->agent[i] || (r->chair[i] && !r->chair[i]->caller)) return 0;
    return 1;
}

int pl_room_gather(pl_room *r)
{
    pl_bell_lock(r->bell);
    while (!r->stopped && !all_here(r)) pl_bell_wait(r->bell, INFINITY);
    int go = !r->stopped;
    pl_bell_unlock(r->bell);
    return go;
}

/* Nobody holds a table up for ever: a pause ends when the player has paused for as long as
 * he may, or has left and was waited for. */
static double end_of_pause(const pl_room *r)
{
    const pl_chair *c = r->chair[r->pauser];
    double end = r->since + r->rules.pause - r->rested[r->pauser];
    return c && !c->caller ? fmin(end, c->left + r->rules.wait) : end;
}

static void rest(pl_room *r)
{
    pl_bell_lock(r->bell);
    while (r->paused && !r->called && pl_bell_now() < end_of_pause(r))
        pl_bell_wait(r->bell, end_of_pause(r));
    int over = r->paused && !r->called;
    pl_bell_unlock(r->bell);
    if (over) pl_table_resume(r->table, r->pauser);
}

int pl_room_play(pl_room *r, uint64_t seed)
{
    if (!pl_room_gather(r)) return 0;
    if (!r->listening) r->listening = pl_table_listen(r->table, pl_room_publish, r) == 0;
    if (!r->listening) return 0;
    pl_table_begin(r->table, seed);
    while (!pl_table_run(r->table, r->agent)) {
        pl_room_answer(r);
        rest(r);
    }
    return 1;
}

void pl_room_stop(pl_room *r, const char *why)
{
    pl_bell_lock(r->bell);
    if (!r->stopped) snprintf(r->why, sizeof r->why, "%s", why);
    r->stopped = r->called = 1;
    pl_bell_ring(r->bell);
    pl_bell_unlock(r->bell);
    pl_table_interrupt(r->table);
}

void pl_room_dismiss(pl_room *r)
{
    pl_host_dismiss(r->host, r);
}

void pl_room_close(pl_room *r)
{
    if (!r) return;
    pl_host_dismiss(r->host, r);
    pl_host_remove(r->host, r);
    free_room(r);
}
