/* bound.c -- how much an agent loses to another, by games: a lower bound of what it
 * would lose to the best.
 *
 * Game i draws from stream i of the seed, and games are added up block by block in
 * order, so the sums are the same bits at any number of threads.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "agents/inquiry.h"
#include "core/text.h"
#include "parlor/exploit.h"
#include "solve/pool.h"

enum { BLOCK = 64 };

typedef struct {
    double sum, squares;
} tally;

/* A thread's own agents: one for each seat, and the exploiter. */
typedef struct {
    pl_agent *at[PL_SEATS_MAX], *other;
    int failed; /* one of them did, for this reason */
    pl_error why;
} table;

typedef struct {
    const pl_game *game;
    const pl_ask *how;
    table *of;
    tally *block; /* groups rows of blocks */
    int64_t games;
    int groups, blocks; /* group k has the exploiter at seat k; the last one has none */
    pl_rng seed;
    atomic_int failed, done;
} match;

/* Why a game could not be played: the reason of whoever has one. */
static int note_failure(table *t, pl_agent **seat, int players)
{
    const char *text = NULL;
    int k = 0;
    t->failed = 1;
    while (k < players && !(seat[k]->type->fault && seat[k]->type->fault(seat[k], &text))) k++;
    if (k < players) return pl_inquiry_failed(seat[k], &t->why);
    return pl_fail(&t->why, "one of the agents picked no legal move");
}

/* One game of a group: what the exploiter got or, without one, all seats together. */
static int play(match *m, table *t, int group, int64_t i, double *out)
{
    const pl_game *g = m->game;
    pl_agent *seat[PL_SEATS_MAX];
    double score[PL_SEATS_MAX], sum = 0;
    pl_rng mine, chance;
    pl_split(&m->seed, (uint64_t)group, &mine);
    pl_split(&mine, (uint64_t)i, &chance);
    for (int k = 0; k < g->players; k++) {
        seat[k] = k == group ? t->other : t->at[k];
        pl_split(&chance, (uint64_t)k, &seat[k]->rng);
    }
    if (pl_play(g, seat, &chance, score) < 0) return note_failure(t, seat, g->players);
    for (int k = 0; k < g->players; k++) sum += score[k];
    *out = group < g->players ? score[group] : sum;
    return 0;
}

static void play_block(void *with, int job, int thread)
{
    match *m = with;
    int group = job / m->blocks;
    int64_t from = (int64_t)(job % m->blocks) * BLOCK;
    tally *t = &m->block[job];
    for (int64_t i = from; i < from + BLOCK && i < m->games; i++) {
        double score;
        if (atomic_load(&m->failed)) return;
        if (play(m, &m->of[thread], group, i, &score)) atomic_store(&m->failed, 1);
        else *t = (tally){t->sum + score, t->squares + score * score};
    }
    int done = atomic_fetch_add(&m->done, 1) + 1;
    if (thread == 0 && m->how->told)
        m->how->told(m->how->with, done, (int64_t)m->groups * m->blocks);
}

/* The mean of a group, and its standard error: as if one game more had come out at each
 * end of what is possible, since few games that are all alike prove little. */
static void estimate(const match *m, int group, double *mean, double *error)
{
    const pl_game *g = m->game;
    tally all = {0, 0};
    double n = (double)m->games, seats = group < g->players ? 1 : g->players;
    for (int b = 0; b < m->blocks; b++) {
        all.sum += m->block[group * m->blocks + b].sum;
        all.squares += m->block[group * m->blocks + b].squares;
    }
    *mean = all.sum / n;
    double up = seats * g->hi - *mean, down = seats * g->lo - *mean;
    double variance = (all.squares - all.sum * *mean + up * up + down * down) / (n + 1);
    *error = sqrt(fmax(0, variance) / n);
}

static void sum_up(const match *m, pl_bound *out)
{
    int players = m->game->players;
    double sum = 0, squares = 0;
    *out = (pl_bound){.games = m->games};
    for (int k = 0; k < players; k++) {
        estimate(m, k, &out->mean[k], &out->error[k]);
        sum += out->mean[k];
        squares += out->error[k] * out->error[k];
    }
    if (m->groups > players) estimate(m, players, &out->self, &out->self_error);
    squares += out->self_error * out->self_error;
    out->exploitability = (sum - out->self) / players;
    double own = out->self / players, sure = 1.96 * sqrt(squares) / players;
    out->low = fmax(out->exploitability - sure, m->game->lo - own);
    out->high = fmin(out->exploitability + sure, m->game->hi - own);
}

static int open_table(table *t, const char *spec, const char *exploiter, const pl_game *g,
                      pl_error *err)
{
    for (int k = 0; k < g->players; k++)
        if (!(t->at[k] = pl_agent_open(spec, g, 0, err))) return -1;
    t->other = pl_agent_open(exploiter, g, 0, err);
    return t->other ? 0 : -1;
}

static void close_table(table *t)
{
    for (int k = 0; k < PL_SEATS_MAX; k++) pl_agent_free(t->at[k]);
    pl_agent_free(t->other);
}

static int play_all(match *m, int threads, pl_error *err)
{
    pl_pool *pool = pl_pool_new(threads);
    if (!pool) return pl_fail(err, "%d threads cannot be had", threads);
    pl_pool_run(pool, m->groups * m->blocks, play_block, m);
    pl_pool_free(pool);
    for (int i = 0; i < threads; i++)
        if (m->of[i].failed) return pl_fail(err, "%s", m->of[i].why.text);
    return 0;
}

int pl_agent_bound(const char *spec, const char *exploiter, const pl_game *g, int64_t games,
                   const pl_ask *how, pl_bound *out, pl_error *err)
{
    static const pl_ask usual;
    match m = {.game = g, .how = how ? how : &usual, .games = games};
    int threads = m.how->threads > 1 ? m.how->threads : 1, bad = 0;
    if (games < 2 || games > (int64_t)BLOCK * (INT32_MAX / (PL_SEATS_MAX + 1)))
        return pl_fail(err, "a bound takes 2 games or more, and %lld are too few or too many",
                       (long long)games);
    m.groups = g->players + !(g->traits & PL_ZERO_SUM);
    m.blocks = (int)((games + BLOCK - 1) / BLOCK);
    m.of = calloc((size_t)threads, sizeof *m.of);
    m.block = calloc((size_t)m.groups * (size_t)m.blocks, sizeof *m.block);
    if (!m.of || !m.block) bad = pl_fail(err, "out of memory");
    pl_seed(&m.seed, m.how->seed);
    for (int i = 0; !bad && i < threads; i++) bad = open_table(&m.of[i], spec, exploiter, g, err);
    if (!bad) bad = play_all(&m, threads, err);
    if (!bad) sum_up(&m, out);
    for (int i = 0; m.of && i < threads; i++) close_table(&m.of[i]);
    free(m.of);
    free(m.block);
    return bad;
}
