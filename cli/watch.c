/* watch.c -- what an agent thinks while it does, a few times a second: redrawn in
 * place at a terminal, else a line each; and an end to it by Ctrl-C. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "analyse.h"
#include "interrupt.h"

enum { SHOWN = 10, HEADS = 2 };           /* moves at most, below so many lines */
static const double pause_between = 0.25; /* seconds */

static int can_redraw(void)
{
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

/* Rows of the window that a report may fill: the cursor cannot go up past its top. */
static int window_rows(void)
{
    struct winsize size;
    int known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    return known ? size.ws_row - 1 : INT_MAX;
}

static void wipe(watcher *w)
{
    if (w->lines) printf("\033[%dA\033[J", w->lines);
    w->lines = 0;
}

/* Lines that are too long are cut at the window's edge, not wrapped: so each is one. */
static void redraw(watcher *w, const json_t *thoughts)
{
    const json_t *moves = json_object_get(thoughts, "moves");
    int room = window_rows() - HEADS;
    size_t most = room >= SHOWN ? SHOWN : room > 1 ? (size_t)room : 1;
    size_t n = json_array_size(moves) < most ? json_array_size(moves) : most;
    table *t = table_new("MOVE|SHARE>|VISITS>|VALUE>");
    for (size_t i = 0; i < n; i++) thought_row(t, json_array_get(moves, i));
    wipe(w);
    printf("\033[?7l"
           "Thinking for %.1f s, %.0f iterations; Ctrl-C ends it.\n",
           json_number_value(json_object_get(thoughts, "seconds")),
           json_number_value(json_object_get(thoughts, "iterations")));
    if (table_print(t) == DONE) w->lines = HEADS + (int)n;
    fputs("\033[?7h", stdout);
}

static void print_line(const json_t *thoughts)
{
    const json_t *best = json_array_get(json_object_get(thoughts, "moves"), 0);
    const json_t *value = json_object_get(best, "value");
    printf("%.1f s, %.0f iterations: %s", json_number_value(json_object_get(thoughts, "seconds")),
           json_number_value(json_object_get(thoughts, "iterations")),
           json_string_value(json_object_get(best, "move")));
    if (json_is_number(value)) printf(", worth %.3f", json_number_value(value));
    putchar('\n');
}

static void report(pl_agent *a, void *with)
{
    watcher *w = with;
    pl_reasons why;
    double now = seconds_now();
    if (now - w->last < pause_between || pl_agent_why(a, &why)) return;
    w->last = now;
    json_t *thoughts = thoughts_json(&why, w->known), *event;
    event = json_pack("{s:s}", "event", "thinking");
    json_object_update(event, thoughts);
    if (w->json) print_json(json_incref(event));
    else if (can_redraw()) redraw(w, thoughts);
    else print_line(thoughts);
    json_decref(event);
    json_decref(thoughts);
    flush_output();
    if (output_failed()) pl_agent_stop(a);
}

void watch_begin(pl_agent *a, watcher *w)
{
    interrupt_stops(a);
    if (!w) return;
    a->watch = report;
    a->with = w;
}

void watch_end(pl_agent *a, watcher *w)
{
    interrupt_stops(NULL);
    a->watch = NULL;
    if (w) wipe(w);
}
