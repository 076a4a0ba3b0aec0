/* table.c -- how fast the referee is: games a second of random agents on one core, by the
 * bare loop without a referee, by the referee, and with times measured and a listener.
 *
 *     ninja -C build bench/table && build/bench/table [GAME ...]
 */
#include <stdio.h>
#include <time.h>

#include "parlor/parlor.h"

enum { ROUNDS = 5, BATCH = 1000 };
static const double least_seconds = 0.2;

typedef struct {
    const pl_game *game;
    pl_agent *seat[PL_SEATS_MAX];
    pl_table *plain, *timed;
    pl_rng rng;
    uint64_t games;
    int64_t heard;
} hall;

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void bare(hall *h)
{
    double score[PL_SEATS_MAX];
    pl_play(h->game, h->seat, &h->rng, score);
}

static void refereed(hall *h)
{
    pl_table_begin(h->plain, ++h->games);
    pl_table_run(h->plain, h->seat);
}

static void timed(hall *h)
{
    pl_table_begin(h->timed, ++h->games);
    pl_table_run(h->timed, h->seat);
}

static void hear(void *with, const pl_table *t, const pl_event *e)
{
    (void)t, (void)e;
    ++*(int64_t *)with;
}

/* Games a second, the best of some rounds. */
static double rate(hall *h, void (*game)(hall *))
{
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double from = seconds_now(), spent;
        int64_t n = 0;
        do {
            for (int i = 0; i < BATCH; i++) game(h);
            n += BATCH;
            spent = seconds_now() - from;
        } while (spent < least_seconds / ROUNDS);
        if ((double)n / spent > best) best = (double)n / spent;
    }
    return best;
}

static int open_hall(hall *h, const char *spec, pl_error *err)
{
    pl_table_rules rules = pl_table_usual(PL_IN_A_MATCH);
    rules.timed = 1;
    *h = (hall){.game = pl_open(spec, err)};
    if (!h->game) return -1;
    pl_seed(&h->rng, 1);
    for (int i = 0; i < h->game->players; i++)
        if (!(h->seat[i] = pl_agent_open("random", h->game, (uint64_t)i, err))) return -1;
    h->plain = pl_table_new(h->game, NULL, err);
    h->timed = pl_table_new(h->game, &rules, err);
    return h->plain && h->timed ? pl_table_listen(h->timed, hear, &h->heard) : -1;
}

static void close_hall(hall *h)
{
    if (!h->game) return;
    for (int i = 0; i < h->game->players; i++) pl_agent_free(h->seat[i]);
    pl_table_free(h->plain);
    pl_table_free(h->timed);
    pl_close(h->game);
}

int main(int argc, char **argv)
{
    static char *usual[] = {"tictactoe", "kuhn", "connect4", "leduc"};
    char **spec = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual), status = 0;
    printf("%-16s %12s %12s %16s\n", "GAMES A SECOND", "BARE LOOP", "REFEREE", "TIMED, HEARD");
    for (int i = 0; i < n && !status; i++) {
        hall h;
        pl_error err = {""};
        status = open_hall(&h, spec[i], &err) ? 1 : 0;
        if (status) fprintf(stderr, "table: %s\n", err.text);
        else
            printf("%-16s %12.0f %12.0f %16.0f\n", spec[i], rate(&h, bare), rate(&h, refereed),
                   rate(&h, timed));
        close_hall(&h);
    }
    return status;
}
