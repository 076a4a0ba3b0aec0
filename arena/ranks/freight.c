/* freight.c -- stints, games and tallies as they are sent.
 *
 * A tally is sent as it lies in memory: all processes run the same build, which is made sure of
 * when a match begins (plan.c). */
#include "arena/ranks/ranks.h"

/* 1 with how a game came out, as far as anybody has told. */
static int find(pl_match *m, int64_t number, pl_heard *out)
{
    if (m->known.n && pl_known_find(&m->known, number, &out->outcome)) {
        out->played = 0;
        return 1;
    }
    return atomic_load(&m->heards) && pl_heard_find(m, number, out);
}

static void put_known(pl_parcel *p, pl_match *m, const pl_stint *u)
{
    int64_t size = m->grouping.size, first = u->pairing * m->schedule.groups + u->from;
    int64_t from = first * size, to = from + (u->to - u->from) * size;
    int any = m->known.n || atomic_load(&m->heards);
    pl_heard h;
    for (int64_t i = from; any && i < to; i++) {
        if (!find(m, i, &h)) continue;
        pl_pack_count(p, (uint64_t)(i - from) + 1);
        pl_pack_count(p, (uint64_t)h.played);
        pl_put_outcome(p, m, &h.outcome);
    }
    pl_pack_count(p, 0);
}

void pl_put_stint(pl_parcel *p, pl_match *m, const pl_stint *u)
{
    pl_pack_sparse(p, u, sizeof *u);
    put_known(p, m, u);
}

/* Whether there can be such groups of such entrants. */
static int is_possible(const pl_match *m, const pl_stint *u)
{
    const int64_t most = INT64_MAX / 4 / m->grouping.size / m->schedule.groups;
    for (int i = 0; i < m->plan.game->players; i++)
        if (u->who[i] < 0 || u->who[i] >= m->plan.entrants) return 0;
    return u->pairing >= 0 && u->pairing < most && u->from >= 0 && u->from < u->to &&
           u->to <= m->schedule.groups;
}

void pl_get_stint(pl_parcel *p, pl_match *m, pl_stint *out)
{
    pl_unpack_sparse(p, out, sizeof *out);
    if (p->bad || !is_possible(m, out)) {
        p->bad = 1;
        return;
    }
    int64_t size = m->grouping.size, first = out->pairing * m->schedule.groups + out->from;
    for (uint64_t next; (next = pl_unpack_count(p)) != 0;) {
        pl_heard h = {.number = first * size + (int64_t)next - 1};
        h.played = (int32_t)pl_unpack_count(p);
        pl_get_outcome(p, m, &h.outcome);
        if (!p->bad && pl_heard_add(m, &h)) p->bad = 1;
    }
}

void pl_put_outcome(pl_parcel *p, const pl_match *m, const pl_outcome *o)
{
    size_t seats = (size_t)m->plan.game->players * sizeof *o->score;
    pl_pack_count(p, (uint64_t)o->plies);
    pl_pack_count(p, (uint64_t)o->how);
    pl_pack_count(p, (uint64_t)o->fault);
    pl_pack_count(p, (uint64_t)(o->seat + 1)); /* nobody is -1 */
    pl_pack_sparse(p, o->score, seats);
    for (int i = 0; m->luck && i < PL_LUCKS; i++) pl_pack_sparse(p, o->luck[i], seats);
}

void pl_get_outcome(pl_parcel *p, const pl_match *m, pl_outcome *o)
{
    size_t seats = (size_t)m->plan.game->players * sizeof *o->score;
    *o = (pl_outcome){.plies = (int64_t)pl_unpack_count(p)};
    o->how = (int32_t)pl_unpack_count(p);
    o->fault = (int32_t)pl_unpack_count(p);
    o->seat = (int32_t)pl_unpack_count(p) - 1;
    pl_unpack_sparse(p, o->score, seats);
    for (int i = 0; m->luck && i < PL_LUCKS; i++) pl_unpack_sparse(p, o->luck[i], seats);
}

/* Each part of a tally, put in or taken out. */
typedef void part(pl_parcel *p, void *at, size_t n);

static void put_part(pl_parcel *p, void *at, size_t n)
{
    pl_pack_sparse(p, at, n);
}

static void each_part(pl_parcel *p, pl_tally *t, part *each)
{
    size_t pairs = (size_t)(t->slots * t->slots), slots = (size_t)t->slots;
    each(p, t->account, slots * sizeof *t->account);
    each(p, t->seat, (size_t)t->places * sizeof *t->seat);
    each(p, &t->length, sizeof t->length);
    if (t->timed) each(p, t->times, slots * sizeof *t->times);
    each(p, t->duel, pairs * (size_t)(3 + t->kinds) * sizeof *t->duel);
    if (t->batches) each(p, t->row, (size_t)t->used * pairs * 3 * sizeof *t->row);
    if (t->controls) each(p, t->controls, slots * sizeof *t->controls);
    each(p, t->score_of, (size_t)(t->kept * t->places) * sizeof *t->score_of);
}

void pl_put_tally(pl_parcel *p, const pl_tally *t)
{
    pl_pack_count(p, (uint64_t)t->games);
    pl_pack_count(p, (uint64_t)t->groups);
    pl_pack_count(p, (uint64_t)t->aborted);
    pl_pack_count(p, (uint64_t)t->played);
    pl_pack_count(p, (uint64_t)t->timed);
    pl_pack_count(p, (uint64_t)t->used);
    pl_pack_count(p, (uint64_t)t->unknown);
    pl_pack_count(p, (uint64_t)t->kept);
    each_part(p, (pl_tally *)t, put_part);
}

void pl_get_tally(pl_parcel *p, pl_tally *t)
{
    t->games = (int64_t)pl_unpack_count(p);
    t->groups = (int64_t)pl_unpack_count(p);
    t->aborted = (int64_t)pl_unpack_count(p);
    t->played = (int64_t)pl_unpack_count(p);
    t->timed = (int32_t)pl_unpack_count(p);
    t->used = (int32_t)pl_unpack_count(p);
    t->unknown = (int64_t)pl_unpack_count(p);
    int64_t kept = (int64_t)pl_unpack_count(p);
    if ((t->batches && (t->used < 0 || t->used > t->batches)) || kept < 0 || kept > t->games) {
        t->used = 0;
        p->bad = 1;
        return;
    }
    if (pl_tally_room(t, kept) == 0) t->kept = kept;
    else p->bad = 1;
    each_part(p, t, pl_unpack_sparse);
}
