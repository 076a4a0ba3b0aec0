/* match.h -- many games between two agents, seats changing, with what they prove.
 *
 * One agent sits at one seat, its opponent at all the others.  A round is as many
 * games as there are seats: the agent takes each of them once, and chance begins
 * from the same numbers, so that neither seat nor deal favours anybody.  The share
 * of a game is 1 for its winner, parts of it for those who tie.  Rounds are
 * independent of each other, so the interval is that of the mean of their shares.
 *
 * Round i plays with children of the seed that only i decides: results are the
 * same on any number of threads.
 */
#ifndef PL_TESTS_MATCH_H
#define PL_TESTS_MATCH_H

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "parlor/agent.h"

enum { MATCH_THREADS = 2 };

typedef struct {
    const pl_game *game; /* that is played */
    const pl_game *as;   /* how the agent takes it, if not so: the same with other hooks */
    const char *agent, *against;
    int rounds, threads;
    uint64_t seed;
} match;

typedef struct {
    double share, margin; /* of the agent, and half of its 95 % interval */
    double score;         /* the agent's, on average */
    int games, losses;    /* losses: somebody else had more */
} outcome;

/* What the threads of a match have in common. */
typedef struct {
    const match *of;
    double *share, *score; /* of each round: sums over its games */
    int *losses;
    atomic_int next, broken;
} match_work;

/* 1, or a part of it; 0 for a seat that has less than another. */
static inline double match_share(const double *score, int players, int me)
{
    int best = 0;
    for (int i = 0; i < players; i++) {
        if (score[i] > score[me]) return 0;
        best += score[i] >= score[me];
    }
    return 1.0 / best;
}

/* The agent at seat me, in chance's round: 0, or -1 if a move was not legal. */
static inline int match_game(match_work *w, pl_agent **players, int round, int me)
{
    const match *m = w->of;
    pl_agent *seat[PL_SEATS_MAX];
    double score[PL_SEATS_MAX];
    pl_rng seed, rounds, chance;
    int n = m->game->players, other = 1;
    pl_seed(&seed, m->seed);
    pl_split(&seed, (uint64_t)round, &rounds);
    pl_split(&rounds, 0, &chance);
    for (int i = 0; i < n; i++) {
        seat[i] = players[i == me ? 0 : other++];
        pl_split(&rounds, (uint64_t)(1 + me * n + i), &seat[i]->rng);
    }
    if (pl_play(m->game, seat, &chance, score) < 0) return -1;
    double share = match_share(score, n, me);
    w->share[round] += share;
    w->score[round] += score[me];
    w->losses[round] += share <= 0;
    return 0;
}

static inline void *match_thread(void *with)
{
    match_work *w = with;
    const match *m = w->of;
    pl_agent *players[PL_SEATS_MAX] = {0};
    int n = m->game->players, round;
    for (int i = 0; i < n; i++) {
        const pl_game *g = i == 0 && m->as ? m->as : m->game;
        players[i] = pl_agent_open(i == 0 ? m->agent : m->against, g, 1, NULL);
        if (!players[i]) atomic_store(&w->broken, 1);
    }
    while (!atomic_load(&w->broken) && (round = atomic_fetch_add(&w->next, 1)) < m->rounds)
        for (int me = 0; me < n; me++)
            if (match_game(w, players, round, me)) atomic_store(&w->broken, 1);
    for (int i = 0; i < n; i++) pl_agent_free(players[i]);
    return NULL;
}

static inline void match_sum_up(const match_work *w, outcome *out)
{
    int n = w->of->rounds, players = w->of->game->players;
    double squares = 0;
    *out = (outcome){.games = n * players};
    for (int i = 0; i < n; i++) {
        out->share += w->share[i];
        out->score += w->score[i];
        out->losses += w->losses[i];
    }
    out->share /= out->games;
    out->score /= out->games;
    for (int i = 0; i < n; i++) squares += pow(w->share[i] / players - out->share, 2);
    out->margin = n > 1 ? 1.96 * sqrt(squares / (n - 1) / n) : 1;
}

/* Play it: 0, or -1 if an agent cannot be had or plays what is not legal. */
static inline int match_play(const match *m, outcome *out)
{
    pthread_t thread[MATCH_THREADS];
    size_t rounds = (size_t)m->rounds;
    int begun = 0, threads = m->threads < MATCH_THREADS ? m->threads : MATCH_THREADS;
    match_work w = {.of = m,
                    .share = calloc(rounds, sizeof *w.share),
                    .score = calloc(rounds, sizeof *w.score),
                    .losses = calloc(rounds, sizeof *w.losses)};
    if (!w.share || !w.score || !w.losses) w.broken = 1;
    while (begun < threads - 1 && !pthread_create(&thread[begun], NULL, match_thread, &w)) begun++;
    match_thread(&w);
    for (int i = 0; i < begun; i++) pthread_join(thread[i], NULL);
    if (!w.broken) match_sum_up(&w, out);
    free(w.share);
    free(w.score);
    free(w.losses);
    return w.broken ? -1 : 0;
}

#endif
