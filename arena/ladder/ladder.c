/* ladder.c -- the levels of a game, measured: a match of neighbours, and ratings from its lowest rung.
 *
 * Rungs far apart tell nothing of each other, as one wins every game: so neighbours play most.  Each
 * game has its deal from every seat, and intervals are from groups of games (arena/match/ratings.c).
 * Agents that look ahead play the same game again and again from the same position; where chance
 * does not see to it, every group begins with a ply of each seat at random.
 *
 * Fact to check: rungs that are equally strong come out as unsure in nineteen ladders of twenty.
 */
#include "parlor/ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static const double confidence = 0.95;
static const double hot[] = {0.1, 0.2, 0.5, 1, 2}; /* temperatures of policies, strongest first */
enum { POLICIES = sizeof hot / sizeof *hot, OPENINGS = 4096 };

struct pl_ladder {
    pl_match *match;
    pl_openings *openings;
    int32_t rungs, unused;
};

static void put_rung(pl_rung *out, int *n, int level, int below)
{
    out[*n] = (pl_rung){.level = level,
                        .below = below,
                        .elo = {NAN, NAN, NAN},
                        .step = {NAN, NAN, NAN},
                        .how = PL_STEP_UNSURE};
    if (level) snprintf(out[*n].name, PL_NAME_MAX, "level %d", level);
    ++*n;
}

static int put_policies(pl_rung *out, int n)
{
    for (int i = 0; i < POLICIES; i++) {
        put_rung(out, &n, 0, i + 1 < POLICIES ? n + 1 : -1);
        snprintf(out[n - 1].name, PL_NAME_MAX, "policy, %g hot", hot[i]);
        snprintf(out[n - 1].agent, PL_SPEC_MAX, "solved(temperature=%g)", hot[i]);
    }
    return n;
}

int pl_ladder_rungs(const pl_game *g, uint32_t levels, int policies, pl_rung *out)
{
    int n = 0, top = pl_level_top(g), last = -1;
    for (int level = 1; level <= top; level++) {
        if (!(levels >> level & 1)) continue;
        put_rung(out, &n, level, last);
        pl_level_agent(g, level, out[n - 1].agent, PL_SPEC_MAX);
        last = n - 1;
    }
    return policies && top == PL_UNBEATABLE ? put_policies(out, n) : n;
}

/* Whether a game of theirs would come again and again. */
static int needs_openings(const pl_game *g)
{
    pl_state s;
    pl_start(g, &s);
    return !g->hide && g->turn(&s) != PL_CHANCE;
}

static int64_t lines_of(const pl_ladder_plan *p)
{
    return p->games < OPENINGS ? p->games : OPENINGS;
}

static pl_match *open_match(pl_ladder *l, const pl_ladder_plan *p, pl_error *err)
{
    pl_entrant who[PL_RUNGS_MAX];
    for (int i = 0; i < p->rungs; i++) who[i] = (pl_entrant){p->rung[i].name, p->rung[i].agent};
    pl_match_plan plan = pl_match_usual(p->game, who, p->rungs);
    plan.format = PL_NEIGHBOURS;
    plan.games = (p->games + 1) / 2; /* neighbours are two pairings */
    plan.threads = p->threads;
    plan.seed = p->seed;
    plan.openings = l->openings;
    plan.file = p->file;
    plan.resume = p->resume;
    plan.tell = p->tell;
    plan.with = p->with;
    return pl_match_open(&plan, err);
}

pl_ladder *pl_ladder_open(const pl_ladder_plan *p, pl_error *err)
{
    pl_ladder *l = NULL;
    if (p->rungs < 3 || p->rungs > PL_RUNGS_MAX)
        pl_fail(err, "a ladder has from 3 to %d rungs, not %d", PL_RUNGS_MAX, (int)p->rungs);
    else if (p->games < 1) pl_fail(err, "a ladder has at least one game");
    else if (!(l = calloc(1, sizeof *l))) pl_fail(err, "out of memory");
    if (!l) return NULL;
    l->rungs = p->rungs;
    int drawn = needs_openings(p->game);
    if (drawn)
        l->openings = pl_openings_random(p->game, (int)lines_of(p), (int)p->game->players, p->seed);
    if (drawn && !l->openings) pl_fail(err, "out of memory");
    else l->match = open_match(l, p, err);
    if (l->match) return l;
    pl_ladder_free(l);
    return NULL;
}

pl_match *pl_ladder_match(pl_ladder *l)
{
    return l->match;
}

void pl_ladder_free(pl_ladder *l)
{
    if (!l) return;
    pl_match_free(l->match);
    pl_openings_free(l->openings);
    free(l);
}

/* The milliseconds that an agent may take, by its canonical spelling; 0: as many as it likes. */
static double limit_of(const char *agent)
{
    const char *at = strstr(agent, "(ms=");
    if (!at) at = strstr(agent, ",ms=");
    return at ? strtod(at + 4, NULL) : 0;
}

static void take_standing(pl_match *m, int i, pl_rung *rung)
{
    pl_standing s;
    pl_match_standing(m, i, &s);
    double limit = 1e6 * limit_of(s.agent);
    snprintf(rung->agent, sizeof rung->agent, "%s", s.agent);
    rung->games = s.games;
    rung->clocked = limit > 0 && pl_times_quantile(&s.times, 0.95) >= 0.9 * limit;
}

/* All ratings as distances from one; 1: a prior was needed. */
static int rate_from(pl_ladder *l, int from, pl_interval *out, pl_error *err)
{
    pl_rating_options o = {.confidence = confidence, .anchor = from + 1};
    if (pl_match_ratings(l->match, &o, out, NULL) == 0) return 0;
    o.prior = PL_LADDER_PRIOR;
    return pl_match_ratings(l->match, &o, out, err) ? -1 : 1;
}

static pl_rung_step judge(pl_interval step)
{
    return step.low > 0 ? PL_STEP_UP : step.high < 0 ? PL_STEP_DOWN : PL_STEP_UNSURE;
}

int pl_ladder_rate(pl_ladder *l, pl_rung *rung, pl_error *err)
{
    pl_interval elo[PL_RUNGS_MAX];
    int bounded = rate_from(l, 0, elo, err);
    if (bounded < 0) return -1;
    for (int i = 0; i < l->rungs; i++) {
        rung[i].elo = elo[i];
        take_standing(l->match, i, &rung[i]);
    }
    for (int i = 0; i < l->rungs; i++) {
        if (rung[i].below < 0) continue;
        if (rate_from(l, rung[i].below, elo, err) < 0) return -1;
        rung[i].step = elo[i];
        rung[i].how = judge(elo[i]);
    }
    return bounded;
}
