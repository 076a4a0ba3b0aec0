/* records.c -- how fast games are recorded, every move of them.
 *
 *     build/bench/records FILE [GAMES [STORE]]
 *
 * Random tictactoe over the referee on one core: without a record, recorded in batches,
 * and each game safe on the disk before it is reported.  Prints games a second, and how
 * large the file has become.  With another STORE, such as the address of a server, the same
 * there, and how many times as fast:
 *
 *     tests/support/with_postgres.py --safe sh -c \
 *         'build/bench/records /tmp/r.db 200000 "$PARLOR_TEST_POSTGRES"' */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "parlor/records.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int complain(const pl_error *err)
{
    fprintf(stderr, "records: %s\n", err->text);
    return 1;
}

/* Games a second, or -1: something failed. */
static double play(const pl_game *g, pl_records *file, long games, pl_error *err)
{
    pl_table *t = pl_table_new(g, NULL, err);
    pl_agent *seat[2] = {pl_agent_open("random", g, 1, err), pl_agent_open("random", g, 2, err)};
    pl_player who[2] = {pl_player_of(seat[0], NULL), pl_player_of(seat[1], NULL)};
    pl_recorder *rec = file ? pl_records_attach(file, t, who, err) : NULL;
    double from = now();
    for (long i = 0; i < games; i++) {
        pl_table_begin(t, (uint64_t)i);
        pl_table_run(t, seat);
    }
    int bad = file && (!rec || pl_records_flush(file, err));
    double taken = now() - from;
    pl_table_free(t);
    bad |= rec && pl_recorder_close(rec, err);
    for (int i = 0; i < 2; i++) pl_agent_free(seat[i]);
    return bad ? -1 : (double)games / taken;
}

/* before: the speed to compare with, or 0; and then this one. */
static int measure(const pl_game *g, const char *name, const char *path, int mode, long games,
                   double *before)
{
    pl_error err;
    struct stat file = {0};
    pl_records *r = path ? pl_records_open(path, (pl_records_mode)mode, &err) : NULL;
    if (path && !r) return complain(&err);
    double speed = play(g, r, games, &err);
    if (speed < 0 || pl_records_close(r, &err)) return complain(&err);
    printf("%-34s %9.0f games/s", name, speed);
    if (path && stat(path, &file) == 0) printf("  %.1f MB in all", (double)file.st_size / 1e6);
    if (*before > 0) printf("  %.2f times as fast", speed / *before);
    *before = speed;
    putchar('\n');
    return 0;
}

static int measure_all(const pl_game *g, const char *const path[2], long games)
{
    double plain = 0, batch = 0, single = 0;
    int bad = measure(g, "not recorded", NULL, 0, games, &plain);
    for (int i = 0; i < 2 && path[i] && !bad; i++) {
        if (i) puts("in the other store:");
        bad = measure(g, "in batches", path[i], PL_RECORDS_BATCH, games, &batch) ||
              measure(g, "each on the disk, ply by ply", path[i], PL_RECORDS_WRITE, games / 200 + 1,
                      &single);
    }
    return bad;
}

int main(int argc, char **argv)
{
    pl_error err;
    long games = argc > 2 ? atol(argv[2]) : 200000;
    const pl_game *g = pl_open("tictactoe", &err);
    if (argc < 2 || games < 1 || !g) {
        fputs("records: a file to write is needed: bench/records FILE [GAMES [STORE]]\n", stderr);
        return 2;
    }
    int bad = measure_all(g, (const char *const[]){argv[1], argc > 3 ? argv[3] : NULL}, games);
    pl_close(g);
    return bad;
}
