/* hint.c -- what random play says of each move: flat Monte Carlo.
 *
 * Worlds are guessed from the seat's view alone, each move is tried in the same
 * worlds, and the game played out at random.  It is a measure of luck, not of
 * skill: against players who think, the best move may be another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "play.h"

enum { TRIALS = 20000, LEAST = 100, MOST = 2000, PARTICLES = 512, SHOWN = 10 };

typedef struct {
    pl_move move;
    double sum, squares;
} estimate;

/* For games without a guess: what the seat has noticed, ply by ply. */
static pl_belief *follow(const pl_line *line, int seat)
{
    const pl_game *g = pl_line_game(line);
    pl_state view;
    if (!g->hide || g->guess) return NULL;
    pl_belief *b = pl_belief_new(g, seat, PARTICLES, 1);
    for (int i = 0; b && i < pl_line_plies(line); i++) {
        pl_move code = pl_line_seen(line, i, seat);
        pl_line_view(line, i + 1, seat, &view);
        if (code == PL_NOTHING) continue;
        if (pl_belief_heard(b, pl_line_mover(line, i), code, &view) == 0) continue;
        pl_belief_free(b);
        return NULL;
    }
    return b;
}

/* A world that fits what the seat knows; 0 or -1. */
static int guess_world(const pl_line *line, int seat, pl_belief *b, pl_rng *r, void *out)
{
    const pl_game *g = pl_line_game(line);
    if (b) return pl_belief_world(b, r, out);
    pl_line_view(line, pl_line_plies(line), seat, out);
    if (g->guess) g->guess(out, seat, r);
    return g->hide && !g->guess ? -1 : 0;
}

static void try_move(const pl_game *g, const void *world, int seat, estimate *e, pl_rng *r)
{
    pl_state s;
    double score[PL_SEATS_MAX] = {0};
    memcpy(&s, world, (size_t)g->state_size);
    g->apply(&s, e->move);
    pl_rollout(g, &s, 1, r, score);
    e->sum += score[seat];
    e->squares += score[seat] * score[seat];
}

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
    puts("If everybody went on at random, in worlds that fit what you know:");
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

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Try every move in as many worlds as random play is to be asked in, or as time
 * allows, but at least two, for less has no width; returns how many. */
static int try_worlds(const pl_line *line, int seat, estimate *e, int moves, double seconds,
                      pl_rng *r)
{
    const pl_game *g = pl_line_game(line);
    int wanted = TRIALS / moves < LEAST ? LEAST : TRIALS / moves > MOST ? MOST : TRIALS / moves;
    double end = seconds_now() + seconds;
    pl_belief *b = follow(line, seat);
    pl_state world;
    int done = 0;
    while (done < wanted && (done < 2 || seconds_now() < end)) {
        if (guess_world(line, seat, b, r, &world)) break;
        for (int i = 0; i < moves; i++) try_move(g, &world, seat, &e[i], r);
        progress("worlds", ++done, wanted);
    }
    progress_end();
    pl_belief_free(b);
    return done;
}

int give_hint(const pl_line *line, int seat, double seconds, pl_rng *r, int json)
{
    const pl_game *g = pl_line_game(line);
    pl_state view;
    pl_move list[PL_MOVES_MAX];
    pl_line_view(line, pl_line_plies(line), seat, &view);
    int moves = g->moves(&view, list);
    estimate *e = calloc((size_t)moves, sizeof *e);
    for (int i = 0; e && i < moves; i++) e[i].move = list[i];
    int done = e ? try_worlds(line, seat, e, moves, seconds, r) : 0;
    if (done > 1) qsort(e, (size_t)moves, sizeof *e, best_first);
    if (done < 2) no_hint(json);
    else if (json) hint_json(g, &view, e, moves, done);
    else hint_text(g, &view, e, moves, done);
    free(e);
    return done > 1 ? DONE : FAILED;
}
