/* telling.c -- what you are told, in words or as JSON events: made from your views alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "notes.h"
#include "play.h"
#include "prompt.h"

const pl_line *line_of(const sitting *t)
{
    return pl_table_line(t->table);
}

void tell(const sitting *t, const char *event, const char *text)
{
    if (t->call->json) print_json(json_pack("{s:s,s:s}", "event", event, "text", text));
    else screen_prose(&t->screen, text);
}

/* What you may take; null: no clock runs. */
static json_t *json_clock(const sitting *t)
{
    pl_time left = pl_table_time(t->table, t->seat);
    if (left.most <= 0) return json_null();
    return json_pack("{s:f,s:f,s:f}", "most", left.most, "left", left.left, "bank", left.bank);
}

/* The view to which what changed is compared: after your last move, or, if nobody has moved
 * since, before it. */
static void view_before(const sitting *t, pl_state *out)
{
    const pl_line *line = line_of(t);
    int n = pl_line_plies(line), i = n;
    while (i > 0 && pl_line_mover(line, i - 1) != t->seat) i--;
    pl_line_view(line, i == n && i > 0 ? i - 1 : i, t->seat, out);
}

void tell_position(sitting *t)
{
    pl_state view, before;
    const pl_line *line = line_of(t);
    int plies = pl_line_plies(line);
    pl_line_view(line, plies, t->seat, &view);
    if (t->call->json) {
        json_t *event = json_pack("{s:s,s:i,s:o,s:o}", "event", "position", "seat", t->seat,
                                  "noticed", notes_json(line, t->seat, t->told, 0), "position",
                                  json_position(t->game, &view, t->seat));
        json_object_set_new(event, "clock", json_clock(t));
        print_json(event);
        t->told = plies;
        return;
    }
    screen_open(&t->screen, t->call->colour); /* the window may have another size by now */
    if (t->shown++) putchar('\n');
    notes_news(&t->screen, line, t->seat, &t->told);
    view_before(t, &before);
    board_draw(&t->screen, t->game, &view, &before);
}

void tell_moves(const sitting *t)
{
    if (t->call->json)
        print_json(
            json_pack("{s:s,s:o}", "event", "moves", "moves", json_moves(t->game, &t->asked)));
    else prompt_moves(&t->screen, t->game, &t->asked);
}

void tell_history(const sitting *t)
{
    if (t->call->json)
        print_json(json_pack("{s:s,s:o}", "event", "history", "noticed",
                             notes_json(line_of(t), t->seat, 0, 1)));
    else notes_history(&t->screen, line_of(t), t->seat);
}

void tell_prompt(const sitting *t, char *buf, size_t n)
{
    pl_time time = pl_table_time(t->table, t->seat);
    prompt_make(t->game, &t->asked, &time, t->screen.width, buf, n);
}

static void start_json(const sitting *t, const char *spec)
{
    json_t *names = json_array(), *agents = json_array();
    for (int i = 0; i < t->game->players; i++) {
        json_array_append_new(names, json_clean(t->who[i].name));
        json_array_append_new(agents, json_clean(t->who[i].spec));
    }
    print_json(json_pack("{s:s,s:s,s:i,s:I,s:o,s:o}", "event", "start", "game", spec, "seat",
                         t->seat, "seed", (json_int_t)pl_table_seed(t->table), "names", names,
                         "agents", agents));
}

/* Whether all others are called alike. */
static int others_alike(const sitting *t)
{
    int first = t->seat == 0;
    for (int i = 0; i < t->game->players; i++)
        if (i != t->seat && strcmp(t->who[i].name, t->who[first].name)) return 0;
    return 1;
}

/* "; seat 1 is mcts, seat 2 is random". */
static void put_others(const sitting *t, pl_text *out)
{
    int n = 0;
    if (t->game->players > 2 && others_alike(t)) {
        pl_put(out, "; the others are each %s", t->who[t->seat == 0].name);
        return;
    }
    for (int i = 0; i < t->game->players; i++)
        if (i != t->seat) pl_put(out, "%s seat %d is %s", n++ ? "," : ";", i, t->who[i].name);
}

void tell_start(sitting *t)
{
    char spec[PL_SPEC_MAX], text[PL_SHOW_MAX];
    long long seed = (long long)pl_table_seed(t->table);
    pl_text out = {text, sizeof text, 0};
    pl_spec(t->game, spec, sizeof spec);
    if (t->call->json) {
        start_json(t, spec);
        return;
    }
    snprintf(text, sizeof text, "%s.", t->game->about);
    screen_prose(&t->screen, text);
    pl_put(&out, "You are seat %d of %d", t->seat, (int)t->game->players);
    put_others(t, &out);
    pl_put(&out, " (seed %lld).", seed);
    screen_prose(&t->screen, text);
    board_marks(t->game, text, sizeof text);
    if (*text) screen_prose(&t->screen, text);
    screen_prose(&t->screen,
                 "Type a move, or: moves, view, history, rules, hint, undo, resign, help, quit.");
    putchar('\n');
}

/* What the scores mean for you. */
static const char *outcome(const sitting *t, const double *score)
{
    int better = 0, equal = 0;
    for (int i = 0; i < t->game->players; i++) {
        better += score[i] > score[t->seat];
        equal += i != t->seat && score[i] >= score[t->seat];
    }
    return better ? "You lost." : equal ? "You share the best score." : "You won.";
}

/* It may have come from a program, and be of any length. */
static void print_reason(const sitting *t, const char *reason)
{
    char text[400];
    snprintf(text, sizeof text, "The game is over: %s.", reason);
    clean_text(text, strlen(text));
    screen_prose(&t->screen, text);
}

static void print_end(const sitting *t, const pl_result *r)
{
    char text[PL_SHOW_MAX];
    pl_text out = {text, sizeof text, 0};
    if (r->how == PL_BY_RULES) puts("The game is over.");
    else if (r->how == PL_BY_RESIGNING && r->seat == t->seat) puts("You resigned.");
    else print_reason(t, r->text);
    if (r->how == PL_BY_ABORT) return;
    for (int i = 0; i < t->game->players; i++)
        pl_put(&out, "%sseat %d: %g", i ? ", " : "Scores: ", i, r->score[i] + 0.0); /* no -0 */
    board_news(&t->screen, t->game, text);
    puts(outcome(t, r->score));
}

static json_t *json_seconds(const sitting *t, const pl_result *r)
{
    json_t *list = json_array();
    for (int i = 0; i < t->game->players; i++)
        json_array_append_new(list, json_real(1e-9 * (double)r->used[i]));
    return list;
}

void tell_end(sitting *t)
{
    const pl_result *r = pl_table_result(t->table);
    json_t *event;
    tell_position(t);
    if (!t->call->json) {
        print_end(t, r);
        return;
    }
    event =
        json_pack("{s:s,s:o,s:s,s:o}", "event", "end", "scores",
                  r->how == PL_BY_ABORT ? json_null() : json_numbers(r->score, t->game->players),
                  "how", pl_ending_name(r->how), "seconds", json_seconds(t, r));
    if (r->how != PL_BY_RULES) json_object_set_new(event, "reason", json_string(r->text));
    print_json(event);
}
