/* perft.c -- parlor perft: lines of play counted to a depth.
 *
 * Fact to check: noughts and crosses has 9, 72, 504, 3024, 15120 lines of one
 * to five moves. */
#include <string.h>
#include <time.h>

#include "cli.h"

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* UINT64_MAX stands for more than can be counted; JSON has no room past INT64_MAX. */
static json_t *json_lines(uint64_t n)
{
    return n > INT64_MAX ? json_null() : json_integer((json_int_t)n);
}

static const char *lines_text(uint64_t n, char buf[24])
{
    if (n == UINT64_MAX) return "too many";
    snprintf(buf, 24, "%llu", (unsigned long long)n);
    return buf;
}

/* A row is printed when it is counted: the next may take a thousand times as long. */
static void print_depth(int depth, uint64_t n, double seconds)
{
    char lines[24], rate[16];
    const char *speed = seconds > 0.001 ? short_number((double)n / seconds, rate) : "";
    progress_end();
    if (depth == 1) printf("%5s  %20s  %8s\n", "DEPTH", "LINES", "LINES/S");
    printf("%5d  %20s  %8s\n", depth, lines_text(n, lines), n == UINT64_MAX ? "" : speed);
    flush_output();
}

static int by_depth(const pl_line *line, int depth, int json)
{
    const pl_game *g = pl_line_game(line);
    const void *s = pl_line_state(line, pl_line_plies(line));
    json_t *list = json_array();
    uint64_t n = 1;
    for (int d = 1; d <= depth && n && n != UINT64_MAX && !output_failed(); d++) {
        progress("depth", d, depth);
        double begun = cpu_seconds();
        n = pl_perft(g, s, d);
        double taken = cpu_seconds() - begun;
        if (!json) print_depth(d, n, taken);
        json_array_append_new(
            list, json_pack("{s:i,s:o,s:f}", "depth", d, "lines", json_lines(n), "seconds", taken));
    }
    progress_end();
    if (json) print_json(json_pack("{s:o,s:o}", "game", json_spec(g), "perft", list));
    else json_decref(list);
    return DONE;
}

static uint64_t lines_after(const pl_game *g, const void *s, pl_move m, int depth)
{
    pl_state next;
    memcpy(&next, s, (size_t)g->state_size);
    g->apply(&next, m);
    return pl_perft(g, &next, depth - 1);
}

static uint64_t add_lines(uint64_t a, uint64_t b)
{
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

static void divide_row(table *t, const char *name, uint64_t n)
{
    char lines[24];
    table_row(t);
    table_cell(t, "%s", name);
    table_cell(t, "%s", lines_text(n, lines));
}

static int by_move(const pl_line *line, int depth, int json)
{
    const pl_game *g = pl_line_game(line);
    const void *s = pl_line_state(line, pl_line_plies(line));
    pl_move moves[PL_MOVES_MAX];
    int count = pl_line_turn(line) == PL_OVER ? 0 : g->moves(s, moves);
    uint64_t total = 0;
    table *t = json ? NULL : table_new("MOVE|LINES>");
    json_t *list = json_object();
    for (int i = 0; i < count; i++) {
        char name[PL_NAME_MAX];
        progress("move", i + 1, count);
        uint64_t n = lines_after(g, s, moves[i], depth);
        pl_say(g, s, moves[i], name, sizeof name);
        divide_row(t, name, n);
        json_object_set_new(list, name, json_lines(n));
        total = add_lines(total, n);
    }
    progress_end();
    divide_row(t, "all", total);
    if (json)
        print_json(json_pack("{s:o,s:i,s:o,s:o}", "game", json_spec(g), "depth", depth, "divide",
                             list, "lines", json_lines(total)));
    else json_decref(list);
    return json ? DONE : table_print(t);
}

int bad_depth(const char *word)
{
    return misused("DEPTH is a whole number from 1 to %d, not '%.40s'", PL_PERFT_MAX, word);
}

static int perft_line(pl_line *line, const call *c)
{
    int64_t depth;
    if (read_number(c->words[1], 1, PL_PERFT_MAX, &depth)) return bad_depth(c->words[1]);
    int status = play_words(line, c->words + 2, c->count - 2, (uint64_t)c->seed, PL_FULL);
    if (status) return status;
    return c->divide ? by_move(line, (int)depth, c->json) : by_depth(line, (int)depth, c->json);
}

int cmd_perft(const call *c)
{
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    pl_line *line = pl_line_new(g);
    int status = line ? perft_line(line, c) : failed("out of memory");
    pl_line_free(line);
    pl_close(g);
    return status;
}
