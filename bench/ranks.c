/* ranks.c -- what a match on many processes costs the one that leads.
 *
 *     ninja -C build bench/ranks && build/bench/ranks
 *
 * For a few games, by CPU time on one core: bytes of a stint's tally, microseconds to pack it, which
 * whoever played it does, and to read it and add it up, which the leader does; then the same of a
 * game that is recorded, from bytes to the file.  bench/mpi measures whole runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/ranks/ranks.h"
#include "parlor/parlor.h"

enum { STINTS = 256, GAMES = 20000 };

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(const pl_error *err)
{
    fprintf(stderr, "ranks: %s\n", err->text);
    exit(1);
}

typedef struct {
    pl_match *match; /* that is played for the leader's */
    pl_parcel tally[STINTS];
    double packing;
    int n;
} player;

static void take(void *with, const pl_stint *u, const pl_tally *t)
{
    player *p = with;
    double from = cpu_now();
    pl_put_tally(&p->tally[u->number], t);
    p->packing += cpu_now() - from;
    if (++p->n == STINTS) pl_match_stop(p->match);
}

static void pass_over(void *with, const pl_stint *u, int64_t number, const pl_outcome *o)
{
    (void)with, (void)u, (void)number, (void)o;
}

static pl_stint stint(int i, int groups)
{
    pl_stint u = {.number = i, .from = (int64_t)i * groups, .to = (int64_t)(i + 1) * groups};
    for (int s = 0; s < PL_SEATS_MAX; s++) u.who[s] = s;
    return u;
}

/* Stints of so many groups, played. */
static void play(player *p, const pl_match_plan *plan, int groups)
{
    pl_error err;
    pl_away away = {.give = take, .game = pass_over, .with = p};
    p->match = pl_match_make(plan, &away, &err);
    if (!p->match) give_up(&err);
    pl_match *m = p->match;
    free(m->again);
    m->window = STINTS; /* they come all at once */
    m->again = calloc(STINTS, sizeof *m->again);
    for (int i = 0; i < STINTS; i++) {
        pl_stint u = stint(i, groups);
        pl_match_return(m, &u);
    }
    pl_lean_work(m);
    m->window = 0;
    pl_match_free(m);
}

static void measure(const char *game, int entrants, int groups)
{
    static player p;
    pl_error err;
    pl_entrant who[PL_SEATS_MAX];
    const pl_game *g = pl_open(game, &err);
    if (!g) give_up(&err);
    for (int i = 0; i < entrants; i++) who[i] = (pl_entrant){NULL, "random"};
    pl_match_plan plan = pl_match_usual(g, who, entrants);
    plan.games = 100000000;
    p = (player){0};
    play(&p, &plan, groups);
    pl_match *leader = pl_match_open(&plan, &err);
    pl_tally *t = pl_cursor_tally(leader);
    size_t bytes = 0;
    double from = cpu_now();
    for (int i = 0; i < STINTS; i++) {
        pl_stint u = stint(i, groups);
        pl_tally_clear(t, u.who);
        pl_get_tally(&p.tally[i], t);
        pl_match_give(leader, &u, &t);
        if (!t) t = pl_cursor_tally(leader);
        bytes += p.tally[i].n;
    }
    double each = (cpu_now() - from) / STINTS;
    printf("%-24s %5d  %6d  %8zu  %7.1f  %7.1f  %9.0f\n", game, entrants, groups, bytes / STINTS,
           1e6 * p.packing / STINTS, 1e6 * each, 1 / each);
    for (int i = 0; i < STINTS; i++) pl_parcel_free(&p.tally[i]);
    pl_tally_free(t);
    pl_match_free(leader);
    pl_close(g);
}

typedef struct {
    void *byte[GAMES];
    size_t n[GAMES], all;
    int games;
} shelf;

static void put_away(void *with, int64_t number, const void *bytes, size_t n)
{
    shelf *s = with;
    (void)number;
    s->byte[s->games] = malloc(n);
    memcpy(s->byte[s->games], bytes, n);
    s->n[s->games++] = n;
    s->all += n;
}

static pl_recorder *table_of(const pl_game *g, pl_records *f, pl_table **t)
{
    pl_error err;
    pl_player who[PL_SEATS_MAX];
    pl_table_rules rules = pl_table_usual(PL_IN_A_MATCH);
    rules.timed = 1;
    *t = pl_table_new(g, &rules, &err);
    for (int i = 0; i < g->players; i++)
        who[i] = (pl_player){.name = "anybody", .kind = "random", .spec = "random"};
    pl_recorder *r = *t ? pl_records_attach(f, *t, who, &err) : NULL;
    if (!r) give_up(&err);
    return r;
}

static void play_away(const pl_game *g, shelf *s, int64_t match, int64_t player_id)
{
    pl_error err;
    pl_table *t;
    pl_agent *seat[PL_SEATS_MAX];
    pl_player who = {.name = "anybody", .kind = "random", .spec = "random"};
    pl_records *f = pl_records_away(put_away, s, &err);
    if (!f) give_up(&err);
    pl_recorder *r = table_of(g, f, &t);
    for (int i = 0; i < g->players; i++) seat[i] = pl_agent_open("random", g, (uint64_t)i, &err);
    for (int i = 0; i < g->players; i++) pl_recorder_seat(r, i, &who, player_id);
    for (int i = 0; i < GAMES; i++) {
        pl_recorder_part(r, match, i);
        pl_table_begin(t, (uint64_t)i);
        pl_table_run(t, seat);
    }
    for (int i = 0; i < g->players; i++) pl_agent_free(seat[i]);
    pl_table_free(t);
    pl_recorder_close(r, NULL);
    pl_records_close(f, NULL);
}

static void measure_records(const char *game)
{
    static shelf s;
    pl_error err;
    pl_table *t;
    char file[] = "/tmp/parlor-ranks-XXXXXX";
    pl_player who = {.name = "anybody", .kind = "random", .spec = "random"};
    const pl_game *g = pl_open(game, &err);
    close(mkstemp(file));
    pl_records *f = g ? pl_records_open(file, PL_RECORDS_BATCH, &err) : NULL;
    if (!f) give_up(&err);
    s = (shelf){0};
    int64_t match = pl_records_match_begin(f, "bench", &err);
    play_away(g, &s, match, pl_records_player(f, &who, &err));
    pl_recorder *r = table_of(g, f, &t);
    double from = cpu_now();
    for (int i = 0; i < s.games; i++)
        if (pl_recorder_take(r, s.byte[i], s.n[i], &err)) give_up(&err);
    if (pl_records_flush(f, &err)) give_up(&err);
    double each = (cpu_now() - from) / s.games;
    printf("%-24s %8zu  %7.1f  %9.0f\n", game, s.all / (size_t)s.games, 1e6 * each, 1 / each);
    pl_table_free(t);
    pl_recorder_close(r, NULL);
    pl_records_close(f, NULL);
    unlink(file);
    for (int i = 0; i < s.games; i++) free(s.byte[i]);
    pl_close(g);
}

int main(void)
{
    printf("tallies                 agents  groups     bytes  us pack  us read  stints/s\n");
    for (int groups = 1; groups <= 1000; groups *= 1000) {
        measure("tictactoe", 2, groups);
        measure("breakthrough", 2, groups);
        measure("breakthrough", 8, groups);
        measure("leduc", 2, groups);
        measure("dominoes", 4, groups);
    }
    printf("\nrecords                     bytes  us each    games/s\n");
    measure_records("tictactoe");
    measure_records("leduc");
    measure_records("breakthrough");
    return 0;
}
