/* learn.c -- how fast nets learn: games of training a second of one core.
 *
 *     ninja -C build bench/learn && build/bench/learn [GAME[:INPUTS] ...]
 *
 * 80 units and a score, lambda 0.7, the tensor unless INPUTS says otherwise; after a second in which it learns to play at all, for the
 * longer games of the beginning are not what training is made of.  Seconds are the processor's.
 * The dominoes laboratory of A. Landau trains 1.73 hands a second with its basic inputs, on a
 * machine like that of docs/learning.md.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "parlor/parlor.h"
#include "parlor/train.h"

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int train_for(pl_trainer *t, double seconds, pl_error *err)
{
    double until = seconds_now() + seconds;
    while (seconds_now() < until)
        if (pl_trainer_round(t, err) < 1) return -1;
    return 0;
}

/* For "game" or "game:inputs". */
static pl_trainer *trainer_of(const pl_game *g, const char *inputs, pl_error *err)
{
    pl_train_plan plan = pl_train_usual(g);
    plan.shape.observes = *inputs ? pl_inputs_find(g, inputs + 1, err) : 0;
    if (plan.shape.observes < 0) return NULL;
    plan.shape.inputs = pl_inputs_size(g, plan.shape.observes);
    if (!g->chances) plan.method = "td(epsilon=0.1)";
    return pl_trainer_open(&plan, err);
}

static int row(const char *spec, pl_error *err)
{
    size_t length = strcspn(spec, ":");
    char name[PL_SPEC_MAX];
    snprintf(name, sizeof name, "%.*s", (int)length, spec);
    const pl_game *g = pl_open(name, err);
    if (!g) return -1;
    pl_train_course first, last;
    pl_trainer *t = trainer_of(g, spec + length, err);
    int bad = !t || train_for(t, 1, err);
    if (!bad) {
        pl_trainer_course(t, &first);
        double from = seconds_now();
        bad = train_for(t, 2, err);
        double spent = seconds_now() - from;
        pl_trainer_course(t, &last);
        double games = (double)(last.games - first.games);
        double plies = (double)(last.plies - first.plies);
        printf("%-16s %10.0f %10.1f %12.0f\n", spec, games / spent, plies / games, plies / spent);
    }
    pl_trainer_free(t);
    pl_close(g);
    return bad ? -1 : 0;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"backgammon", "dominoes", "dominoes:basic",
                            "tictactoe",  "connect4", "leduc"};
    char **specs = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    pl_error err = {""};
    printf("%-16s %10s %10s %12s\n", "game", "games/s", "moves/game", "moves/s");
    for (int i = 0; i < n; i++)
        if (row(specs[i], &err)) {
            fprintf(stderr, "%s: %s\n", specs[i], err.text);
            return 1;
        }
    return 0;
}
