/* records.c -- how fast games are recorded, every move of them.
 *
 *     build/bench/records FILE [GAMES]
 *
 * Random tictactoe over the referee on one core: without a record, recorded in batches,
 * and each game safe on the disk before it is reported.  Prints games a second, and how
 * large the file has become. */
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

static int measure(const pl_game *g, const char *name, const char *path, int mode, long games)
{
    pl_error err;
    struct stat file = {0};
    pl_records *r = path ? pl_records_open(path, (pl_records_mode)mode, &err) : NULL;
    if (path && !r) return complain(&err);
    double speed = play(g, r, games, &err);
    if (speed < 0 || pl_records_close(r, &err)) return complain(&err);
    printf("%-34s %9.0f games/s", name, speed);
    if (path && stat(path, &file) == 0) printf("  %.1f MB in all", (double)file.st_size / 1e6);
    putchar('\n');
    return 0;
}

int main(int argc, char **argv)
{
    pl_error err;
    long games = argc > 2 ? atol(argv[2]) : 200000;
    const pl_game *g = pl_open("tictactoe", &err);
    if (argc < 2 || games < 1 || !g) {
        fputs("records: a file to write is needed: bench/records FILE [GAMES]\n", stderr);
        return 2;
    }
    int bad =
        measure(g, "not recorded", NULL, 0, games) ||
        measure(g, "in batches", argv[1], PL_RECORDS_BATCH, games) ||
        measure(g, "each on the disk, ply by ply", argv[1], PL_RECORDS_WRITE, games / 200 + 1);
    pl_close(g);
    return bad;
}
