/* hint.c -- help with a move: what random play says of each, by flat Monte Carlo; and what an
 * agent thinks of them, who is told what you have noticed and sees what you see.
 *
 * The first is a measure of luck, not of skill: against players who think, the best move
 * may be another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse.h"
#include "interrupt.h"
#include "play.h"
#include "seats.h"

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

void give_hint(sitting *t)
{
    pl_knowledge k;
    trials try;
    pl_know(&k, line_of(t), t->seat);
    if (trials_open(&try, &k) == 0) {
        try.enough = interrupt_flag();
        trials_run(&try, &k, trials_worlds(&try, TRIALS, LEAST, MOST), t->call->hint_seconds,
                   &t->hints);
    }
    if (try.worlds > 1) qsort(try.of, (size_t)try.n, sizeof *try.of, best_first);
    if (try.worlds < 2)
        tell(t, "error", "No hint: no world is known that fits what you have seen.");
    else if (t->call->json) hint_json(k.game, &k.view, try.of, try.n, try.worlds);
    else hint_text(k.game, &k.view, try.of, try.n, try.worlds);
    trials_close(&try);
    pl_know_free(&k);
}

static int takes_time(const pl_agent_type *type)
{
    for (const pl_param *p = type->params; p && p->name; p++)
        if (!strcmp(p->name, "ms")) return 1;
    return 0;
}

/* An agent of which nothing but the name is said may take as long as any hint. */
static pl_agent *adviser(const sitting *t, const char *spec, uint64_t seed)
{
    char timed[PL_SPEC_MAX];
    pl_error err;
    const pl_agent_type *type = pl_agent_find(spec);
    if (type && takes_time(type)) {
        snprintf(timed, sizeof timed, "%s(ms=%.0f)", spec, fmax(1, 1000 * t->call->hint_seconds));
        spec = timed;
    }
    pl_agent *a = pl_agent_open(spec, t->game, seed, &err);
    if (!a) tell(t, "error", err.text);
    return a;
}

static void advice_text(const json_t *advice, const char *pick)
{
    const json_t *moves = json_object_get(advice, "moves");
    size_t n = json_array_size(moves);
    table *rows = table_new("MOVE|SHARE>|VISITS>|VALUE>");
    for (size_t i = 0; i < n && i < SHOWN; i++) thought_row(rows, json_array_get(moves, i));
    table_print(rows);
    if (n > SHOWN) printf("These are the best %d of %d moves.\n", SHOWN, (int)n);
    printf("It would play %s.\n", pick);
}

static void tell_advice(const sitting *t, pl_agent *a, pl_move pick)
{
    pl_knowledge k = {.game = t->game, .view = t->asked, .seat = t->seat};
    pl_reasons why;
    char name[PL_NAME_MAX], spec[PL_SPEC_MAX];
    pl_agent_why(a, &why);
    pl_say(t->game, &t->asked, pick, name, sizeof name);
    pl_agent_spec(a, spec, sizeof spec);
    json_t *advice = thoughts_json(&why, &k);
    if (t->call->json) {
        json_t *event = json_pack("{s:s,s:s,s:s}", "event", "hint", "agent", spec, "pick", name);
        json_object_update(event, advice);
        print_json(event);
    } else advice_text(advice, name);
    json_decref(advice);
}

void give_opinion(sitting *t, const char *spec)
{
    pl_agent *a = adviser(t, spec, pl_rand(&t->hints));
    if (!a) return;
    interrupt_stops(a);
    pl_move pick = seats_think(a, line_of(t), pl_line_plies(line_of(t)), t->seat);
    interrupt_stops(NULL);
    if (pick == PL_ILLEGAL) tell(t, "error", "It found no legal move.");
    else tell_advice(t, a, pick);
    pl_agent_free(a);
}
