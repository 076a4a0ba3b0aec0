/* cursor.c -- from game to game, through groups and stints.  Games that are known from the file
 * are counted on the way. */
#include "arena/match/match.h"
#include "core/text.h"

pl_tally *pl_cursor_tally(const pl_match *m)
{
    const pl_game *g = m->plan.game;
    pl_tally *t = pl_tally_new(g->players, m->grouping.size, m->kinds, m->batches, g->lo, g->hi);
    if (t) t->keeps = m->keeps;
    if (!t || !m->luck || !pl_tally_lucky(t)) return t;
    pl_tally_free(t);
    return NULL;
}

static pl_tally *new_tally(const pl_match *m)
{
    pl_tally *t = pl_cursor_tally(m);
    if (!t || m->grouping.fairness == PL_SHUFFLED_SEATS || !pl_repeats_open(t)) return t;
    pl_tally_free(t);
    return NULL;
}

int pl_cursor_open(pl_cursor *c, pl_match *m, pl_error *err)
{
    *c = (pl_cursor){.match = m, .tally = new_tally(m)};
    c->group = (pl_group){.of = &m->grouping, .held = -1};
    return c->tally ? 0 : pl_fail(err, "out of memory");
}

void pl_cursor_close(pl_cursor *c)
{
    pl_tally_free(c->tally);
    c->tally = NULL;
}

/* The stint is played: whoever waits for it gets its tally. */
static int give(pl_cursor *c)
{
    c->in_stint = 0;
    pl_repeats_settle(c->tally);
    pl_match_give(c->match, &c->stint, &c->tally);
    if (!c->tally) c->tally = new_tally(c->match);
    if (c->tally) return 0;
    pl_match_fail(c->match, &(pl_error){"out of memory"});
    return -1;
}

static int take(pl_cursor *c, int wait)
{
    if (!c->tally || !pl_match_take(c->match, &c->stint, wait)) return 0;
    pl_tally_clear(c->tally, c->stint.who);
    c->tally->number = c->stint.pairing * c->match->schedule.groups + c->stint.from;
    pl_group_begin(&c->group, c->stint.pairing, c->stint.from);
    c->in_stint = c->fresh = 1;
    c->game = 0;
    return 1;
}

int64_t pl_cursor_number(const pl_cursor *c)
{
    const pl_match *m = c->match;
    int64_t group = c->stint.pairing * m->schedule.groups + c->group.number;
    return group * m->grouping.size + c->game;
}

static void count(pl_cursor *c, const pl_outcome *o)
{
    pl_tally_game(c->tally, o, pl_group_order(&c->group, c->game));
    if (++c->game < c->match->grouping.size) return;
    pl_tally_group(c->tally);
    c->game = 0;
    if (c->group.number + 1 < c->stint.to)
        pl_group_begin(&c->group, c->stint.pairing, c->group.number + 1);
    else give(c);
}

/* 1 with how the game at hand came out, if the file or another process has told it. */
static int is_known(pl_cursor *c, pl_outcome *out)
{
    pl_match *m = c->match;
    pl_heard heard;
    if (m->known.n && pl_known_find(&m->known, pl_cursor_number(c), out)) return 1;
    if (!atomic_load(&m->heards) || !pl_heard_find(m, pl_cursor_number(c), &heard)) return 0;
    *out = heard.outcome;
    c->tally->played += heard.played;
    return 1;
}

int pl_cursor_next(pl_cursor *c, int wait)
{
    pl_outcome known;
    while (c->in_stint || take(c, wait)) {
        if (!is_known(c, &known)) return 1;
        count(c, &known);
    }
    return 0;
}

void pl_cursor_done(pl_cursor *c, const pl_outcome *o)
{
    const pl_away *away = c->match->away;
    if (away) away->game(away->with, &c->stint, pl_cursor_number(c), o);
    c->tally->played++;
    count(c, o);
}
