/* soak.c -- many games over the referee against players that crash, hang, lie,
 * flood, send what is no text, answer for another act, answer twice, or leave children
 * behind.  Every game is accounted for: it ended by its rules or by the fault that its
 * player commits and no other; and no process and no descriptor is left.
 *
 * What goes wrong in one game of ten thousand is found in 95 of 100 runs of thirty thousand games.
 *
 *     soak WIRE_BOT [GAMES]
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parlor/parlor.h"

enum { THREADS = 4, KINDS = 9 };

/* What each kind of player does, in one act of so many, and what it is blamed for. */
typedef struct {
    const char *name;
    int one_in;
    pl_fault fault;
} kind;

static const kind kinds[KINDS] = {
    {"good", 1, PL_WAITING},         {"crash", 50, PL_CRASH},   {"hang", 200, PL_TIMEOUT},
    {"illegal", 5, PL_ILLEGAL_MOVE}, {"flood", 50, PL_GARBAGE}, {"bytes", 5, PL_GARBAGE},
    {"old", 5, PL_GARBAGE},          {"twice", 5, PL_GARBAGE},  {"brood", 100, PL_CRASH},
};

static const char *const specs[] = {"tictactoe", "kuhn", "leduc", "liars_dice", "kuhn(players=3)"};
enum { SPECS = sizeof specs / sizeof *specs };

typedef struct {
    const char *player;
    int number, games;
    int64_t ended[5], faults[PL_FAULTS];
    const kind *now; /* the player */
    int seat;        /* and where */
    int wrong;       /* games that ended otherwise than they should */
} hall;

static void hear(void *with, const pl_table *t, const pl_event *e)
{
    hall *h = with;
    (void)t;
    if (e->kind != PL_FAULT) return;
    h->faults[e->fault]++;
    if (e->seat == h->seat && e->fault == h->now->fault) return;
    if (h->wrong++ > 5) return;
    fprintf(stderr, "soak: %s at seat %d: seat %d was blamed for %s: %s\n", h->now->name, h->seat,
            (int)e->seat, pl_fault_name(e->fault), e->text);
}

static pl_table *open_table(hall *h, const pl_game *g, int round)
{
    static const char *const manners[] = {"all=forfeit", "all=random", "all=abort",
                                          "all=retry:2/random"};
    pl_error err;
    pl_table_rules rules = pl_table_usual(PL_IN_A_MATCH);
    pl_manners_read(&rules.manners, manners[round % 4], &err);
    pl_pace_read(&rules.pace, h->now->fault == PL_TIMEOUT ? "move=50ms" : "move=30s", &err);
    pl_table *t = pl_table_new(g, &rules, &err);
    if (t) pl_table_listen(t, hear, h);
    return t;
}

static pl_agent *open_player(const hall *h, const pl_game *g, int i, int round)
{
    char spec[PL_SPEC_MAX];
    pl_error err;
    int n = snprintf(spec, sizeof spec, "process(cmd=\"%s %s 1 %d %d %ld\")", h->player,
                     h->now->name, h->now->one_in, 1000 * h->number + round, (long)getpid());
    pl_agent *a = n < (int)sizeof spec ? pl_agent_open(i == h->seat ? spec : "random", g,
                                                       (uint64_t)(round + i), &err)
                                       : NULL;
    if (!a) fprintf(stderr, "soak: %s\n", n < (int)sizeof spec ? err.text : "path too long");
    return a;
}

static void play_games(hall *h, pl_table *t, pl_agent *const *seat, int games)
{
    for (int i = 0; i < games; i++) {
        pl_table_begin(t, (uint64_t)i);
        int whole = pl_table_run(t, seat);
        const pl_result *r = pl_table_result(t);
        h->ended[r->how]++;
        if (whole && r->how != PL_UNDER_WAY && r->how != PL_BY_RESIGNING) continue;
        h->wrong++;
    }
}

/* One kind of player at one game. */
static void sit(hall *h, int round, int games)
{
    pl_error err;
    const pl_game *g = pl_open(specs[round % SPECS], &err);
    pl_agent *seat[PL_SEATS_MAX] = {0};
    h->now = &kinds[round % KINDS];
    h->seat = round % g->players;
    int ready = 1;
    for (int i = 0; i < g->players; i++) ready &= (seat[i] = open_player(h, g, i, round)) != NULL;
    pl_table *t = open_table(h, g, round);
    if (ready && t) play_games(h, t, seat, games);
    else h->wrong++;
    pl_table_free(t);
    for (int i = 0; i < g->players; i++) pl_agent_free(seat[i]);
    pl_close(g);
}

static void *work(void *with)
{
    hall *h = with;
    int rounds = KINDS * SPECS * 4, each = (h->games + rounds - 1) / rounds;
    for (int round = 0; round < rounds && h->games > 0; round++) {
        int games = h->games < each ? h->games : each;
        sit(h, round, games);
        h->games -= games;
    }
    return NULL;
}

static int count_descriptors(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (d && readdir(d)) n++;
    if (d) closedir(d);
    return n;
}

/* Processes that still run the player, for this program: its number is their last word. */
static int count_players(const char *player)
{
    int n = 0;
    char mine[24];
    snprintf(mine, sizeof mine, "%ld", (long)getpid());
    DIR *d = opendir("/proc");
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[300], text[1024];
        snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
        FILE *f = atoi(e->d_name) == getpid() ? NULL : fopen(path, "r");
        size_t got = f ? fread(text, 1, sizeof text - 1, f) : 0;
        text[got] = 0;
        size_t tag = strlen(mine) + 1;
        n += got > tag && !strcmp(text, player) && !strcmp(text + got - tag, mine);
        if (f) fclose(f);
    }
    if (d) closedir(d);
    return n;
}

/* A program that was killed may take a moment to be gone, and no event announces it. */
static int players_left(const char *player)
{
    int left = 0;
    for (int i = 0; i < 6000 && (left = count_players(player)); i++) usleep(10000);
    return left;
}

static int report(const hall *all, int games, int before)
{
    int64_t ended = 0;
    int left = players_left(all->player), open = count_descriptors();
    int zombies = waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
    for (int e = PL_BY_RULES; e <= PL_BY_ABORT; e++) ended += all->ended[e];
    printf("# %lld games: %lld by their rules, %lld forfeited, %lld aborted\n#", (long long)ended,
           (long long)all->ended[PL_BY_RULES], (long long)all->ended[PL_BY_FORFEIT],
           (long long)all->ended[PL_BY_ABORT]);
    for (int f = 1; f < PL_FAULTS; f++)
        printf(" %s %lld", pl_fault_name((pl_fault)f), (long long)all->faults[f]);
    int met = all->faults[PL_ILLEGAL_MOVE] && all->faults[PL_TIMEOUT] && all->faults[PL_CRASH] &&
              all->faults[PL_GARBAGE];
    printf("\n1..5\n");
    printf("%s 1 - every game is accounted for\n", ended == games ? "ok" : "not ok");
    printf("%s 2 - every fault is blamed on the seat that committed it\n",
           all->wrong ? "not ok" : "ok");
    printf("%s 3 - faults of all kinds were met\n", met ? "ok" : "not ok");
    printf("%s 4 - no process is left (%d, zombies %d)\n", left || zombies ? "not ok" : "ok", left,
           zombies);
    printf("%s 5 - no descriptor is left (%d, then %d)\n", open == before ? "ok" : "not ok", before,
           open);
    return !(ended == games && !all->wrong && met && !left && !zombies && open == before);
}

int main(int argc, char **argv)
{
    static hall halls[THREADS], all;
    pthread_t thread[THREADS];
    int games = argc > 2 ? atoi(argv[2]) : 30000, before = count_descriptors();
    if (argc < 2) return 2;
    for (int i = 0; i < THREADS; i++) {
        halls[i] = (hall){
            .player = argv[1], .number = i, .games = games / THREADS + (i < games % THREADS)};
        if (pthread_create(&thread[i], NULL, work, &halls[i])) return 1;
    }
    all.player = argv[1];
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        for (int e = 0; e < 5; e++) all.ended[e] += halls[i].ended[e];
        for (int f = 0; f < PL_FAULTS; f++) all.faults[f] += halls[i].faults[f];
        all.wrong += halls[i].wrong;
    }
    return report(&all, games, before);
}
