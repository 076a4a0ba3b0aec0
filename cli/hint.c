/* hint.c -- what random play says of each move: flat Monte Carlo.
 *
 * It is a measure of luck, not of skill: against players who think, the best move
 * may be another. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include "play.h"
#include "worlds.h"

enum { TRIALS = 20000, LEAST = 100, MOST = 2000, SHOWN = 10 };

static double half_width(const estimate *e, int n)
{
    double mean = e->sum / n;
    return 1.96 * sqrt(fmax(e->squares / n - mean * mean, 0) / (n - 1));
}

static int best_first(const void *a, const void *b)
{
    const estimate *x = a, *y = b;
    if (x->sum > y->sum) return -1;
    return x->sum < y->sum ? 1 : (x->move > y->move) - (x->move < y->move);
}

static void hint_json(const pl_game *g, const void *view, const estimate *e, int moves, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < moves; i++)
        json_array_append_new(list, json_pack("{s:o,s:f,s:f}", "move",
                                              json_move(g, view, e[i].move), "mean", e[i].sum / n,
                                              "half_width_95", half_width(&e[i], n)));
    print_json(json_pack("{s:s,s:i,s:o}", "event", "hint", "samples", n, "moves", list));
}

static int hint_text(const pl_game *g, const void *view, const estimate *e, int moves, int n)
{
    table *t = table_new("MOVE|MEAN SCORE>|+- 95 %>|SAMPLES>");
    for (int i = 0; i < moves && i < SHOWN; i++) {
        char name[PL_NAME_MAX];
        pl_say(g, view, e[i].move, name, sizeof name);
        table_row(t);
        table_cell(t, "%s", name);
        table_cell(t, "%.3f", e[i].sum / n);
        table_cell(t, "%.3f", half_width(&e[i], n));
        table_cell(t, "%d", n);
    }
    printf("If everybody went on at random%s:\n",
           g->hide ? ", in worlds that fit what you know" : "");
    int status = table_print(t);
    if (moves > SHOWN) printf("These are the best %d of %d moves.\n", SHOWN, moves);
    return status;
}

static int no_hint(int json)
{
    static const char why[] = "No hint: no world is known that fits what you have seen.";
    if (json) print_json(json_pack("{s:s,s:s}", "event", "error", "text", why));
    else puts(why);
    return FAILED;
}

static volatile sig_atomic_t enough; /* Ctrl-C ends a hint, not the game */

static void end_early(int signal_number)
{
    (void)signal_number;
    enough = 1;
}

int give_hint(const pl_line *line, int seat, double seconds, pl_rng *r, int json)
{
    knowledge k;
    trials t;
    struct sigaction act = {.sa_handler = end_early}, usual;
    enough = 0;
    sigaction(SIGINT, &act, &usual);
    know(&k, line, seat);
    if (trials_open(&t, &k) == 0) {
        t.enough = &enough;
        trials_run(&t, &k, trials_worlds(&t, TRIALS, LEAST, MOST), seconds, r);
    }
    sigaction(SIGINT, &usual, NULL);
    if (t.worlds > 1) qsort(t.of, (size_t)t.n, sizeof *t.of, best_first);
    if (t.worlds < 2) no_hint(json);
    else if (json) hint_json(k.game, &k.view, t.of, t.n, t.worlds);
    else hint_text(k.game, &k.view, t.of, t.n, t.worlds);
    trials_close(&t);
    forget(&k);
    return t.worlds > 1 ? DONE : FAILED;
}
