/* pimc.c -- perfect information Monte Carlo (D. Levy, 1989; M. Ginsberg, 2001): in
 * each of some worlds that fit the view, a search as if nothing were hidden; what
 * the worlds say of a move is averaged.  With UCT for the search it is what P.
 * Cowling, E. Powley and D. Whitehouse (2012) call determinised UCT.
 *
 * It thinks that it will know later what it does not know now, so it plays another
 * move in each world where it will have to play one in all (strategy fusion), and
 * that others know what it holds.  J. Long and others (2010) tell where that hurts
 * little: where secrets come out soon.
 *
 * Fact to check: it guesses a coin rather than keep a quarter, as it will know it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/full.h"
#include "agents/worlds.h"
#include "core/text.h"

enum { WORLDS = PL_BUDGET_END, SEARCH, BY, EXPLORE, MEMORY };
enum { VALUE, VOTES }; /* the words of by */
enum { LINE = 64 };

/* What the worlds so far say of a move. */
typedef struct {
    double value;           /* the mean */
    double visits, votes;   /* how often it was tried, and in how many it is the best */
    int32_t worlds, proven; /* in how many it was looked at, and proven */
} tally;

typedef struct {
    pl_agent base;
    pl_worlds worlds;
    pl_full full;
    pl_state state;              /* the world that was drawn last */
    pl_opinions opinions, world; /* of all worlds, and of one */
    tally *tally, *spoken;       /* of the worlds that are done; and with the one under way */
    pl_budget whole, part;
    pl_reasons reasons;
    pl_move line[LINE];
    int picking;
} pimc;

static int pimc_open(pl_agent *base, pl_error *err)
{
    pimc *a = (pimc *)base;
    const double *arg = base->arg;
    size_t moves = (size_t)base->game->max_moves;
    pl_budget_open(base, 1000);
    a->tally = calloc(moves, sizeof *a->tally);
    a->spoken = calloc(moves, sizeof *a->spoken);
    if (!a->tally || !a->spoken) return pl_fail(err, "out of memory");
    if (pl_full_open(&a->full, base->game, (pl_full_kind)arg[SEARCH], arg[EXPLORE],
                     arg[MEMORY] * 1e6, &base->rng, err))
        return -1;
    if (pl_opinions_open(&a->world, base->game, err)) return -1;
    return pl_opinions_open(&a->opinions, base->game, err);
}

static void pimc_close(pl_agent *base)
{
    pimc *a = (pimc *)base;
    pl_full_close(&a->full);
    pl_worlds_close(&a->worlds);
    pl_opinions_close(&a->opinions);
    pl_opinions_close(&a->world);
    free(a->tally);
    free(a->spoken);
}

static void pimc_begin(pl_agent *a)
{
    pl_worlds_begin(&((pimc *)a)->worlds, a);
}

static void pimc_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((pimc *)a)->worlds, who, code, view);
}

/* What one world says is added; in it the best move has the vote, of several as
 * good each a part of it. */
static void add_world(pimc *a, tally *to)
{
    double best = -INFINITY, equals = 0;
    pl_full_tell(&a->full, &a->world);
    for (int i = 0; i < a->world.n; i++) {
        double value = a->world.of[i].value;
        if (value > best) equals = 0;
        if (value >= best) equals++;
        best = fmax(best, value);
    }
    for (int i = 0; i < a->world.n; i++) {
        const pl_opinion *o = &a->world.of[i];
        if (isnan(o->value)) continue;
        to[i].worlds++;
        to[i].value += (o->value - to[i].value) / to[i].worlds;
        to[i].visits += o->visits;
        to[i].votes += o->value == best ? 1 / equals : 0;
        to[i].proven += o->proven;
    }
}

static double weight(const pimc *a, const tally *t)
{
    return !t->worlds ? -INFINITY : a->base.arg[BY] == VOTES ? t->votes : t->value;
}

/* What it thinks as it stands now; the place of the best move.  Of two with as many
 * votes the better value decides. */
static int think_aloud(pimc *a)
{
    size_t bytes = (size_t)a->opinions.n * sizeof *a->tally;
    int best = 0;
    memcpy(a->spoken, a->tally, bytes);
    if (a->picking) add_world(a, a->spoken);
    for (int i = 0; i < a->opinions.n; i++) {
        const tally *t = &a->spoken[i], *first = &a->spoken[best];
        pl_opinion *o = &a->opinions.of[i];
        o->visits = t->visits;
        o->value = t->worlds ? t->value : NAN;
        o->proven = !a->base.game->hide && t->worlds && t->proven == t->worlds;
        double lead = weight(a, t) - weight(a, first);
        if (lead > 0 || (lead == 0 && t->value > first->value)) best = i;
    }
    for (int i = 0; i < a->opinions.n; i++) a->opinions.of[i].share = i == best;
    return best;
}

/* Its own move, and then what its seat would notice, as the last world expects it. */
static int expected_line(pimc *a, pl_move best)
{
    const pl_game *g = a->base.game;
    pl_move line[LINE];
    pl_state s = a->state;
    int length = a->whole.done ? pl_full_line(&a->full, line, LINE) : 0, n = 0;
    if (length && line[0] != best) length = 0;
    a->line[n++] = best;
    for (int i = 0; i < length; i++) {
        pl_move code =
            g->turn(&s) == a->base.seat ? line[i] : pl_seen(g, &s, line[i], (int)a->base.seat);
        if (i && code != PL_NOTHING) a->line[n++] = code;
        g->apply(&s, line[i]);
    }
    return n;
}

static void give_reasons(pimc *a)
{
    int best = think_aloud(a);
    pl_reasons *r = &a->reasons;
    *r = (pl_reasons){.of = a->opinions.of,
                      .options = a->opinions.n,
                      .line = a->line,
                      .length = expected_line(a, a->opinions.of[best].move),
                      .iterations = a->whole.done + (a->picking ? a->part.done : 0),
                      .seconds = pl_budget_seconds(&a->whole)};
    r->nodes = pl_full_nodes(&a->full, &r->node_bytes);
}

/* One world after another, each with its part of the budget; what one leaves, as all
 * is proven in it, goes to the next ones. */
static void search(pimc *a, const void *view)
{
    const pl_game *g = a->base.game;
    int left = g->hide ? (int)a->base.arg[WORLDS] : 1;
    for (int more = 1; more && left > 0; left--) {
        if (pl_worlds_draw(&a->worlds, g, view, &a->base.rng, &a->state)) continue;
        pl_budget_part(&a->whole, left, &a->part);
        a->picking = 1;
        pl_full_search(&a->full, &a->state, &a->part);
        a->picking = 0;
        add_world(a, a->tally);
        more = pl_budget_used(&a->whole, &a->part);
    }
}

static pl_move pimc_pick(pl_agent *base, const void *view)
{
    pimc *a = (pimc *)base;
    pl_budget_begin(&a->whole, base);
    pl_full_begin(&a->full);
    pl_budget_cap(&a->whole, PL_VISITS_MAX);
    pl_opinions_begin(&a->opinions, base->game, view);
    memset(a->tally, 0, (size_t)a->opinions.n * sizeof *a->tally);
    give_reasons(a); /* for who asks before there are any: none, and not the last ones */
    if (a->opinions.n > 1) search(a, view);
    give_reasons(a);
    return a->line[0];
}

static void pimc_why(pl_agent *base, pl_reasons *out)
{
    pimc *a = (pimc *)base;
    if (a->picking) give_reasons(a);
    *out = a->reasons;
}

static const pl_param params[] = {
    PL_BUDGET_PARAMS("1000"),
    {"worlds", NULL, 1, 20, 1e6, "worlds to search; each has an equal part of the budget"},
    {"search", PL_FULL_WORDS, 0, 0, 1,
     "how a world is searched, all of it known: random games, or every line"},
    {"by", "value|votes", 0, VALUE, 1,
     "what counts of a move: its mean value, or in how many worlds it is best"},
    {"explore", PL_REAL, 0, 0.7, 100, "search=uct: how much a move tried little is worth trying"},
    {"memory", NULL, 1, 64, 1000000,
     "megabytes; when they are full what was visited least is given up"},
    {0},
};

const pl_agent_type pl_pimc = {
    .abi = PL_ABI,
    .size = sizeof(pimc),
    .name = "pimc",
    .about = "perfect information Monte Carlo: a full search in each of some guessed worlds",
    .params = params,
    .open = pimc_open,
    .close = pimc_close,
    .begin = pimc_begin,
    .heard = pimc_heard,
    .pick = pimc_pick,
    .why = pimc_why,
};
