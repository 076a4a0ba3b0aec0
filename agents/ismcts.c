/* ismcts.c -- the agent that searches trees of what the seats notice, in worlds
 * drawn afresh for every iteration; forest.c has the trees, bandit.c the policies.
 *
 * Many trees may be searched at once and their counts added up (root), which
 * gives the same for any number of threads; or one by all threads (tree), where
 * each soon hears what the others learn.
 *
 * Fact to check: in Kuhn poker it calls a bet with a king and passes with a jack.
 */
#include <math.h>
#include <stdlib.h>

#include "agents/branches.h"
#include "agents/budget.h"
#include "agents/opinions.h"
#include "agents/worlds.h"
#include "core/text.h"
#include "solve/pool.h"

enum { OBSERVERS = PL_BUDGET_END, POLICY, EXPLORE, WINDOW, DISCOUNT, EXECUTION, THREADS, TREES };
enum { MEMORY = TREES + 1, ROOTS, WORLDS, GUIDE };
enum { AUTO, SEQUENTIAL, ROOT, TREE }; /* the words of execution */
enum { LINE = 64, BATCH = 32 };

/* A tree to search, or a thread's part in one. */
typedef struct {
    pl_budget budget;
    int64_t mine;             /* 1: of the thread that picks */
    unsigned char apart[128]; /* from what another thread writes */
} job;

typedef struct {
    pl_agent base;
    pl_worlds worlds;
    pl_opinions opinions;
    pl_reasons reasons;
    pl_pool *pool;
    pl_guide guide;
    pl_forest *forest;
    pl_walk *walk; /* one a thread */
    job *job;
    int execution; /* AUTO no more */
    int jobs, forests, threads;
    int picking; /* whether it just picks */
    const void *view;
    pl_rng rng; /* of this pick; job k has its k-th child */
    pl_budget whole;
    _Atomic int64_t claimed; /* iterations that a thread has begun on, in one tree */
    pl_move line[LINE];
} ismcts;

static int open_forest(ismcts *a, pl_forest *f, pl_error *err)
{
    const double *arg = a->base.arg;
    *f = (pl_forest){
        .game = a->base.game, .observers = (pl_observers)arg[OBSERVERS], .by_view = arg[ROOTS] > 0};
    f->guide = a->guide.net ? &a->guide : NULL;
    f->redeals = arg[WORLDS] > 0 && a->base.game->hide;
    f->bandit.policy = (pl_bandit_policy)arg[POLICY];
    f->bandit.nodes.threads = a->execution == TREE ? a->threads : 1;
    f->bandit.explore = arg[EXPLORE];
    f->bandit.window = (uint32_t)arg[WINDOW];
    f->bandit.discount = arg[DISCOUNT];
    double least = ceil(pl_bandit_least(&f->bandit, a->base.game->max_moves) * a->forests / 1e6);
    if (arg[MEMORY] < least)
        return pl_fail(err, "ismcts: memory=%g is too little for %d %s; %g and more is accepted",
                       arg[MEMORY], a->execution == ROOT ? a->forests : a->threads,
                       a->execution == ROOT ? "trees" : "threads", least);
    return pl_forest_open(f, arg[MEMORY] * 1e6 / a->forests, err);
}

static int allocate(ismcts *a, pl_error *err)
{
    a->forest = calloc((size_t)a->forests, sizeof *a->forest);
    a->walk = calloc((size_t)a->threads, sizeof *a->walk);
    a->job = calloc((size_t)a->jobs, sizeof *a->job);
    if (!a->forest || !a->walk || !a->job) return pl_fail(err, "out of memory");
    for (int i = 0; i < a->forests; i++)
        if (open_forest(a, &a->forest[i], err)) return -1;
    for (int i = 0; i < a->threads; i++)
        if (pl_walk_open(&a->walk[i], &a->forest[0], err)) return -1;
    if (a->threads > 1 && !(a->pool = pl_pool_new(a->threads)))
        return pl_fail(err, "ismcts: %d threads cannot be had", a->threads);
    return pl_opinions_open(&a->opinions, a->base.game, err);
}

/* Who asks for threads alone wants them used: with a tree each they reproduce. */
static void choose_execution(ismcts *a)
{
    int kind = (int)a->base.arg[EXECUTION], threads = (int)a->base.arg[THREADS];
    if (kind == AUTO) kind = threads > 1 ? ROOT : SEQUENTIAL;
    a->execution = kind;
    a->forests = kind == ROOT ? (int)a->base.arg[TREES] : 1;
    if (!threads) threads = kind == ROOT && a->forests < 2 ? 1 : 2;
    a->threads = kind == SEQUENTIAL ? 1 : threads;
    a->jobs = kind == TREE ? a->threads : a->forests;
}

/* Nobody is to believe in a parameter that does nothing. */
static int has_idle(const ismcts *a, pl_error *err)
{
    const pl_agent *base = &a->base;
    int policy = (int)base->arg[POLICY];
    const struct {
        int arg, used;
        const char *by;
    } of[] = {{WINDOW, policy == PL_SW_UCB, "policy=sw_ucb"},
              {DISCOUNT, policy == PL_D_UCB, "policy=d_ucb"},
              {TREES, a->execution == ROOT, "execution=root"}};
    if (a->execution == SEQUENTIAL && base->arg[THREADS] > 1)
        return pl_fail(err,
                       "ismcts: threads=%g is for execution=root and tree; with sequential 0 and 1 "
                       "are accepted",
                       base->arg[THREADS]);
    if (a->execution == ROOT && a->threads > a->forests)
        return pl_fail(err,
                       "ismcts: threads=%d is too many for trees=%d, as each searches a tree; with "
                       "trees=%d and more it is accepted",
                       a->threads, a->forests, a->threads);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const pl_param *p = &base->type->params[of[i].arg];
        if (!of[i].used && base->arg[of[i].arg] != p->normal)
            return pl_fail(err, "ismcts: %s is for %s; without it only %g is accepted", p->name,
                           of[i].by, p->normal);
    }
    return 0;
}

static int ismcts_open(pl_agent *base, pl_error *err)
{
    ismcts *a = (ismcts *)base;
    choose_execution(a);
    if (has_idle(a, err)) return -1;
    if (a->execution == TREE && base->arg[POLICY] != PL_UCB1)
        return pl_fail(err, "ismcts: execution=tree is for policy=ucb1; others can use root");
    if (base->arg[WORLDS] > 0 && base->game->hide && !base->game->guess)
        return pl_fail(err, "ismcts: %s has no guess for worlds=redeal; worlds=once is accepted",
                       base->game->name);
    if (pl_guide_open(&a->guide, base, GUIDE, err)) return -1;
    pl_budget_open(base, 1000);
    return allocate(a, err);
}

static void ismcts_close(pl_agent *base)
{
    ismcts *a = (ismcts *)base;
    pl_pool_free(a->pool);
    for (int i = 0; a->forest && i < a->forests; i++) pl_forest_close(&a->forest[i]);
    for (int i = 0; a->walk && i < a->threads; i++) pl_walk_close(&a->walk[i]);
    free(a->forest);
    free(a->walk);
    free(a->job);
    pl_guide_close(&a->guide);
    pl_opinions_close(&a->opinions);
    pl_worlds_close(&a->worlds);
}

static void ismcts_begin(pl_agent *a)
{
    pl_worlds_begin(&((ismcts *)a)->worlds, a);
}

static void ismcts_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((ismcts *)a)->worlds, who, code, view);
}

static void spend(ismcts *a, pl_walk *w, pl_budget *b)
{
    const pl_game *g = a->base.game;
    while (pl_budget_more(b))
        if (pl_worlds_draw(&a->worlds, g, a->view, &w->rng, &w->state) == 0) pl_walk_on(w);
}

/* All threads search one tree, each taking a few iterations at a time. */
static void spend_together(ismcts *a, pl_walk *w, pl_budget *b)
{
    int64_t from, most = b->most;
    while ((from = atomic_fetch_add(&a->claimed, BATCH)) < most) {
        b->most = b->done + (most - from < BATCH ? most - from : BATCH);
        spend(a, w, b);
        if (b->done < b->most) return;
    }
}

/* Job k's part of the iterations; and of the time, where threads have to do more
 * than one job each. */
static void share_budget(ismcts *a, int k)
{
    pl_budget *b = &a->job[k].budget;
    int rounds = (a->jobs + a->threads - 1) / a->threads;
    *b = a->whole;
    a->job[k].mine = 0;
    if (k > 0) b->check = 0; /* the first has one iteration at least, the others if there is time */
    if (a->execution != ROOT) return;
    if (b->most < INT64_MAX) b->most = b->most / a->jobs + (k < b->most % a->jobs);
    if (b->until > 0) b->until = b->begun + (b->until - b->begun) * (k / a->threads + 1) / rounds;
}

static void do_job(void *with, int k, int thread)
{
    ismcts *a = with;
    pl_walk *w = &a->walk[thread];
    pl_budget *b = &a->job[k].budget;
    pl_rng r;
    pl_split(&a->rng, (uint64_t)k, &r);
    b->quiet = thread != 0;
    if (thread == 0) a->job[k].mine = 1;
    int together = a->execution == TREE;
    pl_walk_begin(w, &a->forest[a->execution == ROOT ? k : 0], together ? thread : 0, &r);
    if (together) spend_together(a, w, b);
    else spend(a, w, b);
    pl_walk_end(w);
}

/* While it picks, only what the picking thread has done is at rest; but a tree of many
 * threads may be looked at any time. */
static int is_told(const ismcts *a, int k)
{
    return !a->picking || a->job[k].mine;
}

/* Iterations that are begun in one tree by all threads, or done as far as is told. */
static int64_t iterations_told(ismcts *a)
{
    int64_t done = 0, claimed = atomic_load(&a->claimed);
    if (a->picking && a->execution == TREE)
        return claimed < a->whole.most ? claimed : a->whole.most;
    for (int i = 0; i < a->jobs; i++) done += is_told(a, i) ? a->job[i].budget.done : 0;
    return done;
}

static void think_aloud(ismcts *a)
{
    int64_t nodes = 0, bytes = 0;
    int first = -1;
    pl_opinions_begin(&a->opinions, a->base.game, a->view);
    for (int i = 0; i < a->forests; i++) {
        const pl_bandit *b = &a->forest[i].bandit;
        if (a->execution != TREE && !is_told(a, i)) continue;
        if (first < 0) first = i;
        pl_forest_ask(&a->forest[i], &a->opinions);
        nodes += pl_seen_count(&b->nodes.nodes);
        bytes += pl_bandit_node_bytes(b) * pl_seen_count(&b->nodes.nodes);
    }
    int best = pl_forest_share(&a->forest[first], &a->opinions);
    int length = pl_forest_line(&a->forest[first], a->opinions.of[best].move, a->line, LINE);
    a->reasons = (pl_reasons){.of = a->opinions.of,
                              .options = a->opinions.n,
                              .line = a->line,
                              .length = length,
                              .iterations = iterations_told(a),
                              .nodes = nodes,
                              .node_bytes = bytes / nodes,
                              .seconds = pl_budget_seconds(&a->whole),
                              .trees = a->forests};
}

/* A world drawn here has a belief made ready for all threads to read. */
static void search(ismcts *a)
{
    pl_state world;
    pl_worlds_draw(&a->worlds, a->base.game, a->view, &a->base.rng, &world);
    if (a->pool) pl_pool_run(a->pool, a->jobs, do_job, a);
    else
        for (int k = 0; k < a->jobs; k++) do_job(a, k, 0);
}

static pl_move ismcts_pick(pl_agent *base, const void *view)
{
    ismcts *a = (ismcts *)base;
    pl_budget_begin(&a->whole, base);
    pl_budget_cap(&a->whole, PL_VISITS_MAX);
    a->view = view;
    pl_seed(&a->rng, pl_rand(&base->rng));
    atomic_store(&a->claimed, 0);
    for (int i = 0; i < a->forests; i++) pl_forest_begin(&a->forest[i], base->game->turn(view));
    for (int i = 0; i < a->jobs; i++) share_budget(a, i);
    pl_opinions_begin(&a->opinions, base->game, view);
    a->picking = 1;
    if (a->opinions.n > 1) search(a);
    a->picking = 0;
    think_aloud(a);
    return pl_opinions_draw(&a->opinions, &a->base.rng);
}

static void ismcts_why(pl_agent *base, pl_reasons *out)
{
    ismcts *a = (ismcts *)base;
    if (a->picking) think_aloud(a);
    *out = a->reasons;
}

/* The first tree, if there are several. */
static void ismcts_tree(pl_agent *base, pl_branch_fn *visit, void *with)
{
    pl_forest_tell(&((ismcts *)base)->forest[0], visit, with);
}

static const pl_param params[] = {
    PL_BUDGET_PARAMS("1000"),
    {"observers", "single|grouped|multiple", 0, 2, 2,
     "one tree, taking others' moves as seen or grouped by what is seen; or a tree a seat"},
    {"policy", "ucb1|exp3|sw_ucb|d_ucb|rm", 0, 0, 4, "how a tree chooses what to try"},
    {"explore", PL_REAL, -1, -1, 100,
     "how much what was tried little is worth trying; -1: as suits the policy"},
    {"window", NULL, 2, 1000, 1000000, "policy=sw_ucb: how many of the last choices count"},
    {"discount", PL_REAL, 0.5, 0.999, 1, "policy=d_ucb: what a choice counts after the next"},
    {"execution", "auto|sequential|root|tree", 0, 0, 3,
     "root if threads are asked for; one thread; many trees, counted together; many threads in one "
     "tree"},
    {"threads", NULL, 0, 0, 256, "0: one, or 2 with execution=root and tree"},
    {"trees", NULL, 1, 4, 256,
     "of execution=root, as many as threads or more; how many threads search them changes nothing"},
    {"memory", NULL, 1, 64, 1000000, "megabytes; when they are full the trees grow no more"},
    {"roots", "one|views", 0, 0, 1,
     "where others' trees begin: all they may know in one, or one for each view"},
    {"worlds", "once|redeal", 0, 0, 1,
     "whose world tells what comes of others' choices: the searcher's, or one that fits what they "
     "know"},
    PL_GUIDE_PARAMS,
    {0},
};

const pl_agent_type pl_ismcts = {
    .abi = PL_ABI,
    .size = sizeof(ismcts),
    .name = "ismcts",
    .about = "information set Monte Carlo tree search, for any game",
    .params = params,
    .open = ismcts_open,
    .close = ismcts_close,
    .begin = ismcts_begin,
    .heard = ismcts_heard,
    .pick = ismcts_pick,
    .why = ismcts_why,
    .tree = ismcts_tree,
};
