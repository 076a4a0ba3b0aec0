/* ask.c -- the strategy of any agent, asked for at one information set after the other.
 *
 * An agent that searches draws random numbers; at each set it begins with a stream
 * that depends on the set alone, so what it says there depends neither on the order
 * of asking nor on the threads.
 *
 * Fact to check: asked so at Kuhn poker, the random agent is found to be exploitable
 * by 11/24.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "agents/inquiry.h"
#include "core/text.h"
#include "parlor/exploit.h"
#include "solve/pool.h"

/* A thread's own agent and the way it is led. */
typedef struct {
    pl_agent *agent;
    int32_t *path; /* depth nodes: those on the way to the set, the last one first */
    double *share; /* what it said when it was last asked */
    int32_t counted;
    int32_t failed; /* as in inquest, of its own sets; and why */
    pl_error why;
    unsigned char apart[64]; /* from what another thread writes */
} asker;

typedef struct {
    const pl_tree *tree;
    const pl_ask *how;
    double *policy;
    asker *of;
    int32_t *sets; /* those to ask at */
    int32_t n, times;
    pl_rng seed;
    atomic_int failed; /* 1 + the first of the sets at which it failed; 0: none */
    atomic_int done;
} inquest;

enum { BLOCK = 16 }; /* sets of one job */

/* Lead the agent to a node of the set, by what its seat notices on the way. */
static void lead(asker *a, const pl_tree *t, int32_t set, pl_state *s)
{
    const pl_game *g = t->game;
    int n = 0;
    for (int32_t i = t->info_node[set]; t->parent[i] >= 0; i = t->parent[i]) a->path[n++] = i;
    pl_agent_begin(a->agent, t->info_seat[set]);
    pl_start(g, s);
    while (n-- > 0) {
        pl_move m = t->move[a->path[n]];
        pl_agent_tell(a->agent, s, m);
        g->apply(s, m);
    }
}

/* What it says there, added to the policy.  1: it told; 0: its pick was counted;
 * -1: it picked nothing legal. */
static int ask_once(inquest *q, asker *a, int32_t set, int time)
{
    const pl_tree *t = q->tree;
    int32_t first = t->info_first[set], n = t->info_first[set + 1] - first;
    pl_state s;
    pl_rng mine;
    pl_split(&q->seed, t->info_key[set], &mine);
    pl_split(&mine, (uint64_t)time, &a->agent->rng);
    lead(a, t, set, &s);
    int told = pl_inquire(a->agent, &s, a->share, n);
    for (int32_t i = 0; told >= 0 && i < n; i++) q->policy[first + i] += a->share[i];
    return told;
}

/* Once, to see whether it tells; if not, and nobody said how often, many times. */
static int ask_set(inquest *q, asker *a, int32_t set)
{
    const pl_tree *t = q->tree;
    int32_t first = t->info_first[set], n = t->info_first[set + 1] - first;
    for (int32_t i = 0; i < n; i++) q->policy[first + i] = 0;
    int told = ask_once(q, a, set, 0);
    int times = q->times ? q->times : told == 0 && n > 1 ? PL_ASK_TIMES : 1;
    a->counted += told == 0 && n > 1;
    for (int i = 1; told >= 0 && i < times; i++) told = ask_once(q, a, set, i);
    for (int32_t i = 0; i < n; i++) q->policy[first + i] /= times;
    return told < 0 ? -1 : 0;
}

/* The first set at which it fails is told of, whoever came across it. */
static void note_failure(inquest *q, asker *a, int i)
{
    int old = atomic_load(&q->failed);
    if (!a->failed || a->failed > i + 1) {
        a->failed = i + 1;
        pl_inquiry_failed(a->agent, &a->why);
    }
    while ((old == 0 || old > i + 1) && !atomic_compare_exchange_weak(&q->failed, &old, i + 1)) {
    }
}

static void ask_block(void *with, int block, int thread)
{
    inquest *q = with;
    for (int i = block * BLOCK; i < q->n && i < (block + 1) * BLOCK; i++) {
        int first = atomic_load(&q->failed);
        if (first && first <= i) return;
        if (ask_set(q, &q->of[thread], q->sets[i])) note_failure(q, &q->of[thread], i);
    }
    int done = atomic_fetch_add(&q->done, BLOCK) + BLOCK;
    if (thread == 0 && q->how->told) q->how->told(q->how->with, done < q->n ? done : q->n, q->n);
}

static int open_asker(asker *a, const char *spec, const pl_tree *t, pl_error *err)
{
    a->agent = pl_agent_open(spec, t->game, 0, err);
    if (!a->agent) return -1;
    a->path = malloc(((size_t)t->depth + 1) * sizeof *a->path);
    a->share = malloc((size_t)t->game->max_moves * sizeof *a->share);
    return a->path && a->share ? 0 : pl_fail(err, "out of memory");
}

static void close_asker(asker *a)
{
    pl_agent_free(a->agent);
    free(a->path);
    free(a->share);
}

static int choose_sets(inquest *q, int seat, pl_error *err)
{
    const pl_tree *t = q->tree;
    q->sets = malloc(((size_t)t->infos + 1) * sizeof *q->sets);
    if (!q->sets) return pl_fail(err, "out of memory");
    for (int32_t i = 0; i < t->infos; i++)
        if (seat == PL_FULL || t->info_seat[i] == seat) q->sets[q->n++] = i;
    return 0;
}

static void run(inquest *q, pl_pool *pool)
{
    int blocks = (q->n + BLOCK - 1) / BLOCK;
    if (pool) pl_pool_run(pool, blocks, ask_block, q);
    else
        for (int i = 0; i < blocks; i++) ask_block(q, i, 0);
}

static void sum_up(const inquest *q, int threads, pl_asked *out)
{
    *out = (pl_asked){.sets = q->n, .times = q->times ? q->times : 1};
    for (int i = 0; i < threads; i++) out->counted += q->of[i].counted;
    if (out->counted && !q->times) out->times = PL_ASK_TIMES;
}

static int ask_all(inquest *q, const char *spec, int seat, int threads, pl_error *err)
{
    pl_pool *pool = NULL;
    int bad = choose_sets(q, seat, err);
    for (int i = 0; !bad && i < threads; i++) bad = open_asker(&q->of[i], spec, q->tree, err);
    if (!bad && threads > 1 && !(pool = pl_pool_new(threads)))
        bad = pl_fail(err, "%d threads cannot be had", threads);
    if (!bad) run(q, pool);
    pl_pool_free(pool);
    for (int i = 0; !bad && q->failed && i < threads; i++)
        if (q->of[i].failed == q->failed) bad = pl_fail(err, "%s", q->of[i].why.text);
    return bad;
}

int pl_agent_ask(const char *spec, const pl_tree *t, int seat, const pl_ask *how, double *policy,
                 pl_asked *out, pl_error *err)
{
    static const pl_ask usual;
    inquest q = {.tree = t, .how = how ? how : &usual, .policy = policy};
    int threads = q.how->threads > 1 ? q.how->threads : 1;
    q.times = q.how->times;
    q.of = calloc((size_t)threads, sizeof *q.of);
    if (!q.of) return pl_fail(err, "out of memory");
    pl_seed(&q.seed, q.how->seed);
    int bad = ask_all(&q, spec, seat, threads, err);
    if (!bad && out) sum_up(&q, threads, out);
    for (int i = 0; i < threads; i++) close_asker(&q.of[i]);
    free(q.of);
    free(q.sets);
    return bad;
}
