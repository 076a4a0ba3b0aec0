/* bench_loops.c -- one loop for each thing that parlor bench measures.
 *
 * Time is the CPU time of the thread at work, so that other programs on the
 * machine disturb little.  Of a batch step, the caller's choice of actions is not
 * counted: only what pl_step() does, writing views, masks, rewards, done flags and
 * seats.  How much two threads gain is measured by the clock on the wall, choice
 * of actions included. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpu_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double process_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t loop_rollout(bench *b, int64_t moves, double *seconds)
{
    double begun = cpu_seconds(), sum[PL_SEATS_MAX] = {0};
    int64_t plies = 0;
    for (; plies < moves; b->games += 256)
        plies += pl_rollout(b->game, &b->start, 256, &b->rng, sum);
    *seconds = cpu_seconds() - begun;
    b->plies += plies;
    return plies;
}

int64_t loop_table(bench *b, int64_t moves, double *seconds)
{
    double begun = cpu_seconds(), sum[PL_SEATS_MAX] = {0};
    int64_t plies = 0;
    while (plies < moves) plies += pl_rollout_plain(b->game, &b->start, 256, &b->rng, sum);
    *seconds = cpu_seconds() - begun;
    return plies;
}

int64_t loop_perft(bench *b, int64_t moves, double *seconds)
{
    double begun = cpu_seconds();
    int64_t lines = 0;
    while (lines < moves) lines += (int64_t)pl_perft(b->game, &b->start, b->depth);
    *seconds = cpu_seconds() - begun;
    return lines;
}

int64_t loop_guess(bench *b, int64_t guesses, double *seconds)
{
    double begun = cpu_seconds();
    size_t size = (size_t)b->game->state_size;
    int64_t n = 0;
    for (; n < guesses; n++) {
        pl_state world;
        memcpy(&world, &b->views[n % BENCH_VIEWS], size);
        b->game->guess(&world, b->whose[n % BENCH_VIEWS], &b->rng);
    }
    *seconds = cpu_seconds() - begun;
    return n;
}

/* Play at random until a seat has a choice; it, or PL_OVER.  Tell the agent, if
 * there is one, as it goes. */
static int first_choice(const pl_game *g, pl_state *s, pl_rng *r, pl_agent *agent)
{
    pl_move list[PL_MOVES_MAX];
    int turn;
    while ((turn = g->turn(s)) != PL_OVER && (turn == PL_CHANCE || g->moves(s, list) == 1)) {
        pl_move m = pl_any(g, s, r);
        if (agent) pl_agent_tell(agent, s, m);
        g->apply(s, m);
    }
    return turn;
}

/* Whose choice it will be is known only once the game has come there, so it comes
 * there twice. */
void bench_pick(bench *b, pl_reasons *why)
{
    pl_state s = b->start;
    pl_rng same = b->rng;
    int turn = first_choice(b->game, &s, &same, NULL);
    s = b->start;
    pl_agent_begin(b->agent, turn < 0 ? 0 : turn);
    first_choice(b->game, &s, &b->rng, b->agent);
    *why = (pl_reasons){0};
    if (turn < 0) return;
    pl_agent_pick(b->agent, &s);
    pl_agent_why(b->agent, why);
}

int64_t loop_pick(bench *b, int64_t iterations, double *seconds)
{
    double begun = cpu_seconds();
    pl_reasons why;
    int64_t n = 0;
    for (; n < iterations; n += why.iterations ? why.iterations : 1) bench_pick(b, &why);
    *seconds = cpu_seconds() - begun;
    return n;
}

/* A legal move of a mask of some words, each as likely. */
static pl_move choose(const uint64_t *mask, int words, pl_rng *r)
{
    int count = 0, i = 0;
    for (int w = 0; w < words; w++) count += pl_count(mask[w]);
    int k = pl_below(r, count);
    for (int here; k >= (here = pl_count(mask[i])); i++) k -= here;
    return 64 * i + pl_nth(mask[i], k);
}

/* Thread k's share of the batch, stepped until it has done so many plies. */
static int64_t step_share(bench *b, int k, int64_t moves, double *seconds)
{
    pl_batch part = pl_batch_slice(&b->batch, (int64_t)k * BENCH_GAMES, BENCH_GAMES);
    pl_move *action = b->action + (size_t)k * BENCH_GAMES;
    size_t words = (size_t)pl_mask_words(b->game);
    int64_t plies = 0;
    pl_rng r = b->choice[k];
    for (*seconds = 0; plies < moves; plies += BENCH_GAMES) {
        for (size_t i = 0; i < BENCH_GAMES; i++)
            action[i] = choose(part.legal + i * words, (int)words, &r);
        double begun = cpu_seconds();
        pl_step(&part);
        *seconds += cpu_seconds() - begun;
    }
    b->choice[k] = r;
    return plies;
}

int64_t loop_step(bench *b, int64_t moves, double *seconds)
{
    return step_share(b, 0, moves, seconds);
}

typedef struct {
    bench *bench;
    int64_t moves;
    int share;
} stepper;

static void *run_stepper(void *p)
{
    stepper *s = p;
    double seconds;
    step_share(s->bench, s->share, s->moves, &seconds);
    return NULL;
}

double threads_rate(bench *b, int threads, int64_t moves)
{
    stepper list[BENCH_THREADS];
    pthread_t thread[BENCH_THREADS];
    int begun = 0;
    double start = seconds_of(CLOCK_MONOTONIC);
    for (int k = 0; k < threads; k++) list[k] = (stepper){b, moves, k};
    while (begun < threads && !pthread_create(&thread[begun], NULL, run_stepper, &list[begun]))
        begun++;
    for (int k = 0; k < begun; k++) pthread_join(thread[k], NULL);
    return begun * (double)moves / (seconds_of(CLOCK_MONOTONIC) - start);
}

/* Zeroed rows for every game, on a cache line's boundary; NULL: no memory. */
static void *rows(size_t bytes)
{
    size_t n = (bytes * BENCH_GAMES * BENCH_THREADS + 63) / 64 * 64;
    void *p = aligned_alloc(64, n);
    if (p) memset(p, 0, n);
    return p;
}

int64_t bench_depth(bench *b, int64_t lines)
{
    int64_t most = 0, counted = 0;
    for (int d = 1; d <= b->game->max_plies && d <= PL_PERFT_MAX && counted < lines; d++) {
        int64_t n = (int64_t)pl_perft(b->game, &b->start, d);
        counted += n;
        if (n < most) continue;
        most = n;
        b->depth = d;
    }
    return counted;
}

/* Views of the seats to move at every decision of some games at random. */
static int collect_views(bench *b)
{
    const pl_game *g = b->game;
    pl_state s;
    int n = 0;
    if (!g->guess) return 0;
    b->views = calloc(BENCH_VIEWS, sizeof *b->views);
    b->whose = calloc(BENCH_VIEWS, sizeof *b->whose);
    if (!b->views || !b->whose) return -1;
    for (pl_start(g, &s); n < BENCH_VIEWS; g->apply(&s, pl_any(g, &s, &b->rng))) {
        int turn = g->turn(&s);
        if (turn == PL_OVER) pl_start(g, &s);
        if (turn < 0) continue;
        pl_view(g, &s, turn, &b->views[n]);
        b->whose[n++] = (int8_t)turn;
    }
    return 0;
}

int bench_open(bench *b, const pl_game *g, uint64_t seed)
{
    *b = (bench){.game = g};
    pl_start(g, &b->start);
    pl_seed(&b->rng, seed);
    b->action = rows(sizeof(pl_move));
    b->batch = (pl_batch){.game = g,
                          .n = BENCH_GAMES * BENCH_THREADS,
                          .start = &b->start,
                          .state = rows((size_t)g->state_size),
                          .rng = rows(sizeof(pl_rng)),
                          .action = b->action,
                          .view = rows((size_t)g->state_size),
                          .legal = rows((size_t)pl_mask_words(g) * sizeof(uint64_t)),
                          .reward = rows((size_t)g->players * sizeof(float)),
                          .done = rows(1),
                          .seat = rows(1)};
    const pl_batch *p = &b->batch;
    if (collect_views(b) || !b->action || !p->state || !p->rng || !p->view || !p->legal ||
        !p->reward || !p->done || !p->seat) {
        bench_close(b);
        return failed("out of memory");
    }
    for (uint64_t i = 0; i < (uint64_t)p->n; i++) pl_split(&b->rng, i, &p->rng[i]);
    for (uint64_t k = 0; k < BENCH_THREADS; k++)
        pl_split(&b->rng, (uint64_t)p->n + k, &b->choice[k]);
    pl_batch_start(&b->batch);
    return DONE;
}

int bench_open_agent(bench *b, const pl_game *g, const char *agent, uint64_t seed)
{
    pl_error err;
    *b = (bench){.game = g};
    pl_start(g, &b->start);
    pl_seed(&b->rng, seed);
    b->agent = pl_agent_open(agent, g, seed, &err);
    return b->agent ? DONE : failed("%s", err.text);
}

void bench_close(bench *b)
{
    pl_agent_free(b->agent);
    free(b->action);
    free(b->views);
    free(b->whose);
    free(b->batch.state);
    free(b->batch.rng);
    free(b->batch.view);
    free(b->batch.legal);
    free(b->batch.reward);
    free(b->batch.done);
    free(b->batch.seat);
}
