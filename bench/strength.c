/* strength.c -- how well the agents that search play: matches with seats changing,
 * each with its 95 % interval.
 *
 *     strength [--quick] [--seed N] [--threads N] [NAME ...]
 *
 * plays the matches whose names begin so, or all.  With the same seed the results
 * are the same, on any number of threads.  --quick plays a tenth of the games.
 *
 * Fact to check: mcts with 5,000 iterations does not lose one game of tic-tac-toe
 * to alphabeta, which plays it perfectly.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "bench/careless.h"
#include "parlor/parlor.h"
#include "tests/agents/match.h"

typedef struct {
    const char *name, *game, *agent, *against;
    int rounds;
    void (*guess)(void *view, int seat, pl_rng *r); /* the agent's; NULL: as the game has it */
} row;

static const char thousand[] = "ismcts(iterations=1000)";
static const char thousand_single[] = "ismcts(iterations=1000,observers=single)";
static const char many[] = "ismcts(iterations=10000)";
static const char many_single[] = "ismcts(iterations=10000,observers=single)";
static const char many_pimc[] = "pimc(iterations=10000)";
static const row rows[] = {
    /* clang-format off */
    {"random-whist", "knockout_whist(players=2)", thousand, "random", 1000, NULL},
    {"random-goofspiel", "goofspiel", "ismcts(iterations=1000,explore=1.4)", "random", 5000, NULL},
    {"perfect-tictactoe", "tictactoe", "mcts(iterations=5000)", "alphabeta", 500, NULL},
    {"observers-skull", "skull(players=3)", thousand, thousand_single, 400, NULL},
    {"observers-phantom3", "phantom(m=3,n=3,k=3)", thousand, thousand_single, 1000, NULL},
    {"observers-phantom4", "phantom(m=4,n=4,k=4)", many, many_single, 200, NULL},
    {"pimc-phantom4", "phantom(m=4,n=4,k=4)", many, many_pimc, 200, NULL},
    {"pimc-single-phantom4", "phantom(m=4,n=4,k=4)", many_pimc, many_single, 200, NULL},
    {"careless-dominoes", "block_dominoes(players=3,hand=7,hands=1)", thousand, thousand, 2000,
     careless_dominoes},
    {"careless-whist", "knockout_whist(players=2)", thousand, thousand, 1000, careless_whist},
    /* clang-format on */
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct {
    uint64_t seed;
    int quick, threads;
} settings;

static int play_row(const row *r, const settings *how)
{
    pl_error err;
    const pl_game *g = pl_open(r->game, &err);
    if (!g) return fprintf(stderr, "strength: %s\n", err.text), 1;
    pl_game other = *g;
    if (r->guess) other.guess = r->guess;
    match m = {.game = g,
               .as = &other,
               .agent = r->agent,
               .against = r->against,
               .rounds = how->quick ? r->rounds / 10 : r->rounds,
               .threads = how->threads,
               .seed = how->seed};
    outcome out = {0};
    int status = match_play(&m, &out);
    if (status) fprintf(stderr, "strength: %s cannot be played\n", r->name);
    else
        printf("%-21s %5.1f %% +- %3.1f  fair %4.1f %%  %6d games %6d lost\n  %s%s v %s: %s\n",
               r->name, 100 * out.share, 100 * out.margin, 100.0 / g->players, out.games,
               out.losses, r->guess ? "careless " : "", r->agent, r->against, r->game);
    fflush(stdout);
    pl_close(g);
    return status != 0;
}

static int is_wanted(const row *r, char **names, int n)
{
    for (int i = 0; i < n; i++)
        if (!strncmp(names[i], r->name, strlen(names[i]))) return 1;
    return n == 0;
}

static int read_settings(int argc, char **argv, settings *out)
{
    static const struct option options[] = {{"seed", required_argument, NULL, 's'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"quick", no_argument, NULL, 'q'},
                                            {0}};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 'q') out->quick = 1;
        else if (c == 's') out->seed = strtoull(optarg, NULL, 10);
        else if (c == 't') out->threads = atoi(optarg);
        else return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    settings how = {.seed = 1, .threads = MATCH_THREADS};
    int status = read_settings(argc, argv, &how), played = 0;
    for (int i = 0; i < ROWS && !status; i++) {
        if (!is_wanted(&rows[i], argv + optind, argc - optind)) continue;
        status = play_row(&rows[i], &how);
        played = 1;
    }
    if (!status && !played) {
        fprintf(stderr, "strength: no match of that name; there are\n");
        for (int i = 0; i < ROWS; i++) fprintf(stderr, "  %s\n", rows[i].name);
        status = 2;
    }
    return status;
}
