/* follow.c -- a match that somebody else plays and records, counted from its file.
 *
 * Games come as they were saved, in no order that could be told beforehand, but for rounds: those of
 * the next begin when all of one are over.  A group counts when all its games are there, and then as the
 * match itself counts it: sums are exact, so that it comes to the same standings.  Only a
 * sequential test asks for groups in their order.
 *
 * Fact to check: followed to its end, a match has the numbers of the one that was played.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

/* A group of which some games are known. */
typedef struct {
    int64_t number; /* in the match */
    int64_t have;   /* games that are known */
    pl_outcome *game;
    uint8_t *order; /* games x places */
} pending;

struct pl_follow {
    pending *of; /* by their numbers */
    int64_t n, room;
    int64_t last; /* game of the file that was read */
    int64_t left; /* groups of the round that were not counted */
    int64_t next; /* the group that a sequential test asks for */
    pl_tally *tally;
    pl_error *err;
};

static void begin_round(pl_match *m)
{
    m->follow->left = m->schedule.pairings * m->schedule.groups;
}

static int set_up(pl_match *m, const char *words, pl_error *err)
{
    m->follow = calloc(1, sizeof *m->follow);
    if (!m->follow) return pl_fail(err, "out of memory");
    if (pl_match_retell(m, words, err) || pl_match_lay_out(m, err)) return -1;
    m->follow->tally = pl_cursor_tally(m);
    begin_round(m);
    return m->follow->tally ? 0 : pl_fail(err, "out of memory");
}

pl_match *pl_match_follow(const char *words, pl_error *err)
{
    pl_match *m = pl_match_new(err);
    if (!m || set_up(m, words, err) == 0) return m;
    pl_match_free(m);
    return NULL;
}

static void forget(pending *p)
{
    free(p->game);
    free(p->order);
}

void pl_follow_close(pl_match *m)
{
    struct pl_follow *f = m->follow;
    if (!f) return;
    for (int64_t i = 0; i < f->n; i++) forget(&f->of[i]);
    free(f->of);
    pl_tally_free(f->tally);
    free(f);
}

/* Where a group stands among those that wait, or would. */
static int64_t place_of(const struct pl_follow *f, int64_t number)
{
    int64_t from = 0, to = f->n;
    while (from < to) {
        int64_t at = from + (to - from) / 2;
        if (f->of[at].number < number) from = at + 1;
        else to = at;
    }
    return from;
}

static int make_room(struct pl_follow *f)
{
    if (f->n < f->room) return 0;
    int64_t room = 2 * f->room + 16;
    pending *more = realloc(f->of, (size_t)room * sizeof *more);
    if (!more) return -1;
    f->of = more;
    f->room = room;
    return 0;
}

/* The group of that number, a new one if there is none; NULL: out of memory. */
static pending *get(pl_match *m, int64_t number)
{
    struct pl_follow *f = m->follow;
    int64_t at = place_of(f, number);
    size_t size = (size_t)m->grouping.size, places = (size_t)m->grouping.places;
    if (at < f->n && f->of[at].number == number) return &f->of[at];
    pending p = {
        .number = number, .game = calloc(size, sizeof *p.game), .order = calloc(size, places)};
    if (!p.game || !p.order || make_room(f)) {
        forget(&p);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) p.game[i].how = PL_UNDER_WAY;
    memmove(f->of + at + 1, f->of + at, (size_t)(f->n - at) * sizeof p);
    f->of[at] = p;
    f->n++;
    return &f->of[at];
}

/* Which place of the pairing sat at each seat, by names.  -1: others did. */
static int read_order(const pl_match *m, const int32_t *who, const pl_match_game *part,
                      uint8_t *order)
{
    int taken = 0;
    if (part->players != m->schedule.places) return -1;
    for (int s = 0; s < part->players; s++) {
        int p = 0;
        while (p < part->players &&
               (taken >> p & 1 || strcmp(m->player[who[p]].name, part->name[s])))
            p++;
        if (p == part->players) return -1;
        taken |= 1 << p;
        order[s] = (uint8_t)p;
    }
    return 0;
}

static void count_group(pl_match *m, const pending *p)
{
    struct pl_follow *f = m->follow;
    int64_t groups = m->schedule.groups;
    pl_stint u = {.pairing = p->number / groups, .from = p->number % groups};
    u.to = u.from + 1;
    pl_schedule_who(&m->schedule, u.pairing, u.who);
    pl_tally_clear(f->tally, u.who);
    for (int i = 0; i < m->grouping.size; i++)
        pl_tally_game(f->tally, &p->game[i], p->order + (size_t)i * (size_t)m->grouping.places);
    pl_tally_group(f->tally);
    pl_match_count(m, &u, f->tally);
    pl_curve_keep(m, &u);
    f->next++;
    if (--f->left > 0 || m->over) return;
    pl_match_end_round(m);
    begin_round(m);
}

/* A group that is complete counts, and with a sequential test those that waited for it. */
static void count_complete(pl_match *m, int64_t at)
{
    struct pl_follow *f = m->follow;
    while (at < f->n && f->of[at].have == m->grouping.size && !m->over) {
        pending p = f->of[at];
        if (m->plan.sprt && p.number != f->next) return;
        f->n--;
        memmove(f->of + at, f->of + at + 1, (size_t)(f->n - at) * sizeof p);
        count_group(m, &p);
        forget(&p);
        if (!m->plan.sprt) return;
    }
}

static int keep_game(pl_match *m, const pl_match_game *part, const int32_t *who)
{
    struct pl_follow *f = m->follow;
    int64_t size = m->grouping.size, number = part->n / size, game = part->n % size;
    pending *p = get(m, number);
    if (!p) return pl_fail(f->err, "out of memory");
    pl_outcome *o = &p->game[game];
    if (o->how != PL_UNDER_WAY) return 0;
    if (read_order(m, who, part, p->order + game * m->grouping.places))
        return pl_fail(f->err, "game %lld was not played by those who were to meet",
                       (long long)part->id);
    memcpy(o->score, part->score, sizeof o->score);
    o->plies = part->plies;
    o->how = part->how;
    o->fault = part->fault;
    o->seat = part->seat;
    p->have++;
    count_complete(m, p - f->of);
    return 0;
}

/* Games of a round that has not begun stand in no file that a match wrote. */
static int take_game(void *with, const pl_match_game *part)
{
    pl_match *m = with;
    const pl_schedule *s = &m->schedule;
    int64_t pairing = part->n < 0 ? -1 : part->n / m->grouping.size / s->groups;
    int32_t who[PL_SEATS_MAX];
    m->follow->last = part->id;
    if (part->how == PL_UNDER_WAY || m->over) return 0;
    if (part->fault && (part->seat < 0 || part->seat >= s->places))
        return pl_fail(m->follow->err, "nobody is at fault in game %lld", (long long)part->id);
    if (pairing < s->first || pairing >= s->first + s->pairings) return 0;
    pl_schedule_who(s, pairing, who);
    return keep_game(m, part, who);
}

int64_t pl_match_catch_up(pl_match *m, pl_records *r, int64_t match, int64_t most, pl_error *err)
{
    struct pl_follow *f = m->follow;
    pthread_mutex_lock(&m->lock);
    f->err = err;
    int bad = pl_records_parts_since(r, match, f->last, most, take_game, m, err);
    if (!bad && m->failed) bad = pl_fail(err, "%s", m->why.text);
    int64_t last = f->last;
    pthread_mutex_unlock(&m->lock);
    return bad ? -1 : last;
}

void pl_match_plan_of(const pl_match *m, pl_match_plan *out)
{
    *out = m->plan;
}
