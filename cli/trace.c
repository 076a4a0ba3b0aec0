/* trace.c -- parlor playout --trace: every game as one JSON object on a line.
 *
 * Threads write a few games each into memory; their shares are then printed in
 * the order of the games. */
#include <pthread.h>
#include <stdlib.h>

#include "ending.h"
#include "playout.h"

enum { SHARE = 64 }; /* games a thread plays between two printings */

typedef struct {
    const pl_game *game;
    const char *agents; /* names; NULL: at random */
    const pl_rng *seed;
    int64_t first, end;
    char *text; /* the lines, or NULL: out of memory */
    size_t size;
    pthread_t thread;
    int running;
    pl_error why; /* an agent could not play on; or "" */
} share;

static json_t *trace_ply(const pl_game *g, const void *s, pl_move m)
{
    json_t *ply = json_object();
    int turn = g->turn(s);
    json_object_set_new(ply, "mover", json_mover(turn));
    json_object_set_new(ply, "legal", json_moves(g, s));
    if (turn == PL_CHANCE) json_object_set_new(ply, "odds", json_odds(g, s));
    json_object_set_new(ply, "move", json_move(g, s, m));
    return ply;
}

/* NULL: an agent could not play on. */
static json_t *trace_game(seats *at, pl_rng *r, int64_t index)
{
    const pl_game *g = at->game;
    pl_state s;
    double score[PL_SEATS_MAX];
    json_t *plies = json_array();
    seats_begin(at, r);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
        pl_move m = seats_move(at, &s, r);
        if (m == PL_ILLEGAL) {
            json_decref(plies);
            return NULL;
        }
        json_array_append_new(plies, trace_ply(g, &s, m));
        g->apply(&s, m);
    }
    g->score(&s, score);
    return json_pack("{s:o,s:I,s:o,s:o}", "game", json_spec(g), "index", (json_int_t)index, "plies",
                     plies, "scores", json_numbers(score, g->players));
}

static void *trace_share(void *p)
{
    share *w = p;
    seats at;
    if (seats_open(&at, w->game, w->agents)) return NULL;
    ending_add(&at);
    FILE *out = open_memstream(&w->text, &w->size);
    for (int64_t i = w->first; out && i < w->end && !ending_came(); i++) {
        pl_rng r;
        pl_split(w->seed, (uint64_t)i, &r);
        json_t *game = trace_game(&at, &r, i);
        if (!game) {
            if (ending_came()) snprintf(w->why.text, sizeof w->why.text, "interrupted");
            else seats_why(&at, &w->why);
            break;
        }
        json_dumpf(game, out, JSON_COMPACT);
        fputc('\n', out);
        json_decref(game);
    }
    if (out && fclose(out)) {
        free(w->text);
        w->text = NULL;
    }
    ending_remove(&at);
    seats_close(&at);
    return NULL;
}

static int print_share(share *w)
{
    if (!w->text) return failed("out of memory");
    fwrite(w->text, 1, w->size, stdout);
    free(w->text);
    w->text = NULL;
    if (w->why.text[0] && !output_failed()) {
        flush_output();
        return failed("%s", w->why.text);
    }
    return output_failed() ? FAILED : DONE;
}

/* Play the shares, one of them on this thread, and print them in order. */
static int trace_round(share *list, int n)
{
    int status = DONE;
    for (int i = 1; i < n; i++)
        list[i].running = !pthread_create(&list[i].thread, NULL, trace_share, &list[i]);
    trace_share(&list[0]);
    for (int i = 0; i < n; i++) {
        if (list[i].running) pthread_join(list[i].thread, NULL);
        else if (i) trace_share(&list[i]);
        if (!status) status = print_share(&list[i]);
        free(list[i].text);
    }
    return status;
}

int trace_games(const pl_game *g, const call *c)
{
    pl_rng seed;
    pl_seed(&seed, (uint64_t)c->seed);
    int status = DONE;
    for (int64_t next = 0; next < c->games && !status && !ending_came();) {
        share list[THREADS_MAX];
        int n = 0;
        for (; n < c->threads && next < c->games; n++) {
            int64_t end = c->games - next < SHARE ? c->games : next + SHARE;
            list[n] =
                (share){.game = g, .agents = c->agents, .seed = &seed, .first = next, .end = end};
            next = end;
        }
        status = trace_round(list, n);
        progress("games", next, c->games);
    }
    progress_end();
    return status == FAILED && output_failed() ? DONE : status; /* told when it is closed */
}
