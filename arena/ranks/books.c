/* books.c -- what the leader knows of the others: who holds which stints, and which games of
 * these are over.
 *
 * A stint that is leased has a number of its own.  When its holder is lost the lease is struck out
 * and the stint is handed to somebody else, with the games of it that are over: should the holder
 * speak again, what it says of a lease that is no more is passed over, so nothing counts twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ranks/ranks.h"
#include "core/text.h"

static pl_lease *find_lease(pl_member *w, int64_t number)
{
    for (int i = 0; i < w->leases; i++)
        if (w->lease[i].stint.lease == number) return &w->lease[i];
    return NULL;
}

static void strike_out(pl_member *w, pl_lease *l)
{
    free(l->heard);
    *l = w->lease[--w->leases];
}

static int note_heard(pl_lease *l, const pl_heard *h)
{
    if (l->heards == l->room) {
        int32_t room = 2 * l->room + 8;
        pl_heard *more = realloc(l->heard, (size_t)room * sizeof *more);
        if (!more) return -1;
        l->heard = more;
        l->room = room;
    }
    l->heard[l->heards++] = *h;
    return 0;
}

static void fail(pl_ranks *r, const pl_error *err)
{
    pl_match_fail(r->match, err);
}

/* A game that is over, with its record where there is one. */
static void hear_game(pl_ranks *r, pl_member *w, pl_parcel *p)
{
    pl_error err;
    pl_lease *l = find_lease(w, (int64_t)pl_unpack_count(p));
    pl_heard h = {.number = (int64_t)pl_unpack_count(p), .played = 1};
    pl_get_outcome(p, r->match, &h.outcome);
    size_t n = pl_unpack_count(p), from = p->at;
    if (p->bad || n > p->n - from) {
        p->bad = 1;
        return;
    }
    p->at += n;
    if (!l) return;
    if (note_heard(l, &h)) fail(r, &(pl_error){"out of memory"});
    else if (n && pl_recorder_take(r->recorder, p->byte + from, n, &err)) fail(r, &err);
}

static int get_tally(pl_parcel *p, pl_tally *t, const pl_stint *u)
{
    pl_tally_clear(t, u->who);
    pl_get_tally(p, t);
    return p->bad ? -1 : 0;
}

static void hear_stint(pl_ranks *r, pl_member *w, pl_parcel *p)
{
    pl_lease *l = find_lease(w, (int64_t)pl_unpack_count(p));
    size_t n = pl_unpack_count(p), end = p->at + n;
    if (p->bad || n > p->n - p->at) {
        p->bad = 1;
        return;
    }
    if (l) {
        pl_stint u = l->stint;
        if (!r->spare) r->spare = pl_cursor_tally(r->match);
        if (!r->spare) fail(r, &(pl_error){"out of memory"});
        else if (get_tally(p, r->spare, &u) == 0) {
            strike_out(w, l);
            pl_match_give(r->match, &u, &r->spare);
        }
    }
    if (!p->bad) p->at = end;
}

static void hear_failed(pl_ranks *r, int from, pl_parcel *p)
{
    pl_error err;
    const char *text = pl_unpack_text(p);
    snprintf(err.text, sizeof err.text, "rank %d: %.200s", from, text ? text : "out of memory");
    fail(r, &err);
}

/* What is of another match than this is passed over. */
static void hear_all(pl_ranks *r, int from, pl_parcel *p)
{
    pl_member *w = &r->member[from];
    while (!p->bad && p->at < p->n) {
        switch ((pl_tell_kind)pl_unpack_count(p)) {
        case PL_TELL_GAME: hear_game(r, w, p); break;
        case PL_TELL_STINT: hear_stint(r, w, p); break;
        case PL_TELL_FAILED: hear_failed(r, from, p); break;
        case PL_TELL_IDLE: w->idle = 1; break;
        default: p->bad = 1;
        }
    }
    if (!p->bad) return;
    pl_error err;
    pl_fail(&err, "rank %d has sent what cannot be read", from);
    fail(r, &err);
}

void pl_boss_hear(pl_ranks *r, int from, pl_parcel *p)
{
    pl_member *w = &r->member[from];
    int64_t serial = (int64_t)pl_unpack_count(p);
    int32_t holds = (int32_t)pl_unpack_count(p);
    w->heard = pl_match_now();
    w->lost = 0;
    w->bye = (int32_t)pl_unpack_count(p);
    if (!r->match || serial != r->serial) return;
    w->holds = holds;
    hear_all(r, from, p);
}

static int new_lease(pl_ranks *r, pl_member *w, pl_stint *u)
{
    if (w->leases == w->room) {
        int32_t room = 2 * w->room + 8;
        pl_lease *more = realloc(w->lease, (size_t)room * sizeof *more);
        if (!more) return -1;
        w->lease = more;
        w->room = room;
    }
    u->lease = ++r->leases;
    w->lease[w->leases++] = (pl_lease){.stint = *u};
    r->traffic.stints++;
    return 0;
}

/* One stint more for one of them; 0: there is none. */
static int feed_one(pl_ranks *r, pl_member *w)
{
    if (!pl_cursor_next(&r->cursor, 0)) return 0;
    pl_stint u = r->cursor.stint;
    r->cursor.in_stint = 0; /* not played here, after all */
    if (new_lease(r, w, &u)) {
        fail(r, &(pl_error){"out of memory"});
        return 0;
    }
    if (!w->out.n) {
        pl_pack_count(&w->out, PL_SAY_STINTS);
        pl_pack_count(&w->out, (uint64_t)r->serial);
    }
    pl_put_stint(&w->out, r->match, &u);
    return 1;
}

/* One each, then another one each, as long as there are: where few are left everybody has some. */
static void hand_round(pl_ranks *r)
{
    int n = r->carrier.ranks;
    for (int without = 0; without < n; r->turn = (r->turn + 1) % n) {
        pl_member *w = &r->member[r->turn];
        int can = r->turn > 0 && !w->lost && w->told == r->serial && w->leases < w->holds;
        if (can && !feed_one(r, w)) return;
        without = can ? 0 : without + 1;
    }
}

void pl_boss_feed(pl_ranks *r)
{
    hand_round(r);
    for (int i = 1; i < r->carrier.ranks; i++) {
        pl_member *w = &r->member[i];
        if (w->out.n) pl_ranks_say(r, i, &w->out);
        w->out.n = 0;
    }
}

/* What one had is for others to play; of the games that are over it is known how. */
static void take_back(pl_ranks *r, pl_member *w)
{
    while (w->leases) {
        pl_lease *l = &w->lease[0];
        for (int i = 0; i < l->heards; i++)
            if (pl_heard_add(r->match, &l->heard[i])) fail(r, &(pl_error){"out of memory"});
        pl_match_return(r->match, &l->stint);
        strike_out(w, l);
    }
}

void pl_boss_watch(pl_ranks *r, double now)
{
    for (int i = 1; i < r->carrier.ranks; i++) {
        pl_member *w = &r->member[i];
        if (now - w->heard < PL_SILENT) continue;
        w->lost = 1;
        w->told = 0;
        if (r->match && !r->ending) take_back(r, w);
    }
}

void pl_boss_drop(pl_ranks *r)
{
    for (int i = 1; i < r->carrier.ranks; i++) {
        pl_member *w = &r->member[i];
        while (w->leases) strike_out(w, w->lease);
        w->holds = 0;
        w->out.n = 0;
    }
}
