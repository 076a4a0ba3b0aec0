/* epimc.c -- extended perfect information Monte Carlo (J. Arjonilla, A. Saffidine and
 * T. Cazenave, 2024): the first choices are made in trees of what the seats know, as
 * ismcts does it; what comes of them is found out by a search of the world as if
 * nothing were hidden.  So what fuses strategies begins only behind the depth.
 *
 * Each seat has a tree that begins with all it knows, and every walk through them
 * makes depth choices, also new ones.  With a depth of 1 it is pimc.
 *
 * Fact to check: with a depth of 2 it keeps a quarter rather than guess a coin.
 */
#include "agents/branches.h"
#include "agents/budget.h"
#include "agents/forest.h"
#include "agents/full.h"
#include "agents/worlds.h"

enum { DEPTH = PL_BUDGET_END, LEAF, SEARCH, EXPLORE, MEMORY };
enum { LINE = 64 };

typedef struct {
    pl_agent base;
    pl_worlds worlds;
    pl_forest forest;
    pl_walk walk;
    pl_full full;
    pl_opinions opinions;
    pl_budget whole, part;
    pl_reasons reasons;
    pl_move line[LINE];
    const void *view;
    int picking;
} epimc;

/* Half of the memory for the trees, half for the searches behind them. */
static int epimc_open(pl_agent *base, pl_error *err)
{
    epimc *a = (epimc *)base;
    const double *arg = base->arg;
    double half = arg[MEMORY] * 5e5;
    pl_budget_open(base, 1000);
    a->forest.game = base->game;
    a->forest.observers = PL_MULTIPLE;
    a->forest.by_view = 1;
    a->forest.bandit.nodes.threads = 1;
    a->forest.bandit.explore = arg[EXPLORE];
    if (pl_forest_open(&a->forest, half, err) || pl_walk_open(&a->walk, &a->forest, err) ||
        pl_full_open(&a->full, base->game, (pl_full_kind)arg[SEARCH], arg[EXPLORE], half,
                     &base->rng, err))
        return -1;
    return pl_opinions_open(&a->opinions, base->game, err);
}

static void epimc_close(pl_agent *base)
{
    epimc *a = (epimc *)base;
    pl_worlds_close(&a->worlds);
    pl_walk_close(&a->walk);
    pl_forest_close(&a->forest);
    pl_full_close(&a->full);
    pl_opinions_close(&a->opinions);
}

static void epimc_begin(pl_agent *a)
{
    pl_worlds_begin(&((epimc *)a)->worlds, a);
}

static void epimc_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((epimc *)a)->worlds, who, code, view);
}

/* Everybody's score from where the walk ended, by its part of the budget. */
static void judge(epimc *a, double *score)
{
    const pl_game *g = a->base.game;
    int64_t leaf = (int64_t)a->base.arg[LEAF];
    pl_budget_part(&a->whole, 1, &a->part);
    if (a->part.most > leaf) a->part.most = leaf;
    if (g->turn(&a->walk.state) == PL_OVER) {
        g->score(&a->walk.state, score);
        a->part.done = 1;
    } else pl_full_scores(&a->full, &a->walk.state, a->forest.me, &a->part, score);
}

/* A world that cannot be drawn is an iteration, too, so that there is an end. */
static void search(epimc *a)
{
    for (int more = 1; more;) {
        double score[PL_SEATS_MAX];
        pl_walk *w = &a->walk;
        a->part = (pl_budget){.done = 1};
        if (!pl_worlds_draw(&a->worlds, a->base.game, a->view, &w->rng, &w->state)) {
            pl_walk_down(w, (int)a->base.arg[DEPTH]);
            judge(a, score);
            pl_walk_up(w, score);
        }
        more = pl_budget_used(&a->whole, &a->part);
    }
}

/* What the trees say of the root as they stand now. */
static void think_aloud(epimc *a)
{
    const pl_forest *f = &a->forest;
    pl_opinions_begin(&a->opinions, a->base.game, a->view);
    pl_forest_ask(f, &a->opinions);
    pl_move best = a->opinions.of[pl_forest_share(f, &a->opinions)].move;
    a->reasons = (pl_reasons){.of = a->opinions.of,
                              .options = a->opinions.n,
                              .line = a->line,
                              .length = pl_forest_line(f, best, a->line, LINE),
                              .iterations = a->whole.done + (a->picking ? a->part.done : 0),
                              .nodes = pl_seen_count(&f->bandit.nodes.nodes),
                              .node_bytes = pl_bandit_node_bytes(&f->bandit),
                              .seconds = pl_budget_seconds(&a->whole)};
}

static pl_move epimc_pick(pl_agent *base, const void *view)
{
    epimc *a = (epimc *)base;
    pl_rng r;
    pl_budget_begin(&a->whole, base);
    pl_budget_cap(&a->whole, PL_VISITS_MAX);
    pl_full_begin(&a->full);
    a->view = view;
    pl_seed(&r, pl_rand(&base->rng));
    pl_forest_begin(&a->forest, base->game->turn(view));
    pl_walk_begin(&a->walk, &a->forest, 0, &r);
    pl_opinions_begin(&a->opinions, base->game, view);
    a->picking = 1;
    if (a->opinions.n > 1) search(a);
    a->picking = 0;
    pl_walk_end(&a->walk);
    think_aloud(a);
    return a->line[0];
}

static void epimc_why(pl_agent *base, pl_reasons *out)
{
    epimc *a = (epimc *)base;
    if (a->picking) think_aloud(a);
    *out = a->reasons;
}

static void epimc_tree(pl_agent *a, pl_branch_fn *visit, void *with)
{
    pl_forest_tell(&((epimc *)a)->forest, visit, with);
}

static const pl_param params[] = {
    PL_BUDGET_PARAMS("1000"),
    {"depth", NULL, 1, 3, PL_WALK_MAX,
     "choices of any seat, the own one first, that are made without knowing what is hidden"},
    {"leaf", NULL, 1, 5, 1e9, "iterations of each search behind them; together they are counted"},
    {"search", PL_FULL_WORDS, 0, 0, 1,
     "how a world is searched, all of it known: random games, or every line"},
    {"explore", PL_REAL, 0, 0.7, 100, "how much a move tried little is worth trying"},
    {"memory", NULL, 1, 64, 1000000,
     "megabytes; when they are full the trees before the searches grow no more"},
    {0},
};

const pl_agent_type pl_epimc = {
    .abi = PL_ABI,
    .size = sizeof(epimc),
    .name = "epimc",
    .about = "extended pimc: what is hidden stays so for the first few choices",
    .params = params,
    .open = epimc_open,
    .close = epimc_close,
    .begin = epimc_begin,
    .heard = epimc_heard,
    .pick = epimc_pick,
    .why = epimc_why,
    .tree = epimc_tree,
};
