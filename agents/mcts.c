/* mcts.c -- the agent that searches a tree by random games, where nothing is
 * hidden; uct.c has the tree.  Between its moves it keeps what is still true.
 *
 * Fact to check: it never loses tic-tac-toe with 5,000 iterations a move.
 */
#include "agents/branches.h"
#include "agents/opinions.h"
#include "core/text.h"

enum { EXPLORE = PL_BUDGET_END, PLAYOUT, RAVE, MEMORY, REUSE, GUIDE };
enum { LINE = 64 };

typedef struct {
    pl_agent base;
    pl_uct tree;
    pl_opinions opinions;
    pl_budget budget;
    pl_reasons reasons;
    pl_move line[LINE];
    int picking;
} mcts;

static int mcts_open(pl_agent *base, pl_error *err)
{
    mcts *a = (mcts *)base;
    const pl_game *g = base->game;
    if (g->hide)
        return pl_fail(err, "mcts plays games without secrets; for %s there is ismcts", g->name);
    if (base->arg[PLAYOUT] != PL_PLAY_RANDOM && !g->value)
        return pl_fail(err, "mcts: %s does not value its positions; playout=random is accepted",
                       g->name);
    if (pl_guide_open(&a->tree.guide, base, GUIDE, err)) return -1;
    if (a->tree.guide.net && base->arg[RAVE] >= 0)
        return pl_fail(err, "mcts: rave learns from random games; with a net only -1 is accepted");
    pl_budget_open(base, 1000);
    a->tree.rng = &base->rng;
    a->tree.explore = base->arg[EXPLORE];
    a->tree.playout = (pl_uct_playout)base->arg[PLAYOUT];
    a->tree.rave = (int)base->arg[RAVE];
    a->tree.budget = &a->budget;
    if (pl_uct_open(&a->tree, g, base->arg[MEMORY] * 1e6, err)) return -1;
    return pl_opinions_open(&a->opinions, g, err);
}

static void mcts_close(pl_agent *a)
{
    pl_uct_close(&((mcts *)a)->tree);
    pl_guide_close(&((mcts *)a)->tree.guide);
    pl_opinions_close(&((mcts *)a)->opinions);
}

static void mcts_begin(pl_agent *a)
{
    ((mcts *)a)->tree.root = 0;
}

static void mcts_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    (void)who;
    pl_uct_follow(&((mcts *)a)->tree, code, view);
}

static void give_opinion(mcts *a, const pl_uct_node *k, int best)
{
    pl_opinion *o = pl_opinions_of(&a->opinions, k->move);
    o->share = best;
    o->proven = k->proven;
    o->visits = k->visits;
    if (k->visits) o->value = k->sum / k->visits;
}

/* What the tree says of the root as it stands now. */
static void think_aloud(mcts *a)
{
    const pl_uct_node *root = &a->tree.node[a->tree.root];
    uint32_t best = pl_uct_best(&a->tree, a->tree.root);
    pl_opinions_begin(&a->opinions, a->base.game, &a->tree.state);
    for (uint32_t i = root->first; i < root->first + root->moves; i++)
        give_opinion(a, &a->tree.node[i], i == best);
    a->reasons = (pl_reasons){.of = a->opinions.of,
                              .options = a->opinions.n,
                              .line = a->line,
                              .length = pl_uct_line(&a->tree, a->line, LINE),
                              .iterations = a->budget.done,
                              .nodes = a->tree.used - 1,
                              .node_bytes = sizeof(pl_uct_node),
                              .seconds = pl_budget_seconds(&a->budget)};
}

static pl_move mcts_pick(pl_agent *base, const void *view)
{
    mcts *a = (mcts *)base;
    a->picking = 1;
    pl_budget_begin(&a->budget, base);
    if (base->arg[REUSE] < 1) a->tree.root = 0;
    pl_uct_begin(&a->tree, view);
    pl_budget_cap(&a->budget, PL_VISITS_MAX - a->tree.node[a->tree.root].visits);
    while (!pl_uct_done(&a->tree) && pl_budget_more(&a->budget)) pl_uct_iterate(&a->tree);
    a->picking = 0;
    think_aloud(a);
    return a->tree.node[pl_uct_best(&a->tree, a->tree.root)].move;
}

/* The tree moves on with the game; what it said when it picked does not. */
static void mcts_why(pl_agent *base, pl_reasons *out)
{
    mcts *a = (mcts *)base;
    if (a->picking) think_aloud(a);
    *out = a->reasons;
}

static void mcts_tree(pl_agent *base, pl_branch_fn *visit, void *with)
{
    pl_uct_tell(&((mcts *)base)->tree, visit, with);
}

static const pl_param params[] = {
    PL_BUDGET_PARAMS("1000"),
    {"explore", PL_REAL, 0, 0.7, 100, "how much a move tried little is worth trying"},
    {"playout", "random|greedy|value", 0, 0, 2,
     "how a new position is judged: a random game, one by the game's value, that value itself"},
    {"rave", NULL, -1, -1, 1000000,
     "learn from later moves, too; a node's own count from so many visits; -1: do not"},
    {"memory", NULL, 1, 64, 1000000,
     "megabytes, half of them to pack the tree into; when it is full, what is below the positions "
     "visited least is given up"},
    {"reuse", NULL, 0, 1, 1, "1: keep what is still true of the tree for the next move"},
    PL_GUIDE_PARAMS,
    {0},
};

const pl_agent_type pl_mcts = {
    .abi = PL_ABI,
    .size = sizeof(mcts),
    .name = "mcts",
    .about = "Monte Carlo tree search with proven wins and losses, where nothing is hidden",
    .params = params,
    .open = mcts_open,
    .close = mcts_close,
    .begin = mcts_begin,
    .heard = mcts_heard,
    .pick = mcts_pick,
    .why = mcts_why,
    .tree = mcts_tree,
    .plays = "games without secrets",
};
