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

static int by_depth(const pl_line *line, int depth, int json)
{
    const pl_game *g = pl_line_game(line);
    const void *s = pl_line_state(line, pl_line_plies(line));
    table *t = json ? NULL : table_new("DEPTH>|LINES>|LINES/S>");
    json_t *list = json_array();
    for (int d = 1; d <= depth; d++) {
        char rate[16];
        progress("depth", d, depth);
        double begun = cpu_seconds();
        uint64_t n = pl_perft(g, s, d);
        double taken = cpu_seconds() - begun;
        table_row(t);
        table_cell(t, "%d", d);
        table_cell(t, "%llu", (unsigned long long)n);
        table_cell(t, "%s", taken > 0.001 ? short_number((double)n / taken, rate) : "");
        json_array_append_new(
            list, json_pack("{s:i,s:I,s:f}", "depth", d, "lines", (json_int_t)n, "seconds", taken));
    }
    progress_end();
    if (json) print_json(json_pack("{s:o,s:o}", "game", json_spec(g), "perft", list));
    else json_decref(list);
    return json ? DONE : table_print(t);
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
        pl_state next;
        char name[PL_NAME_MAX];
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, moves[i]);
        uint64_t n = pl_perft(g, &next, depth - 1);
        pl_say(g, s, moves[i], name, sizeof name);
        table_row(t);
        table_cell(t, "%s", name);
        table_cell(t, "%llu", (unsigned long long)n);
        json_object_set_new(list, name, json_integer((json_int_t)n));
        total += n;
        progress("move", i + 1, count);
    }
    progress_end();
    table_row(t);
    table_cell(t, "all");
    table_cell(t, "%llu", (unsigned long long)total);
    if (json)
        print_json(json_pack("{s:o,s:i,s:o,s:I}", "game", json_spec(g), "depth", depth, "divide",
                             list, "lines", (json_int_t)total));
    else json_decref(list);
    return json ? DONE : table_print(t);
}

static int perft_line(pl_line *line, const call *c)
{
    int64_t depth;
    if (read_number(c->words[1], 1, 1000, &depth))
        return misused("DEPTH is a whole number from 1 to 1000, not '%.40s'", c->words[1]);
    int status = play_words(line, c->words + 2, c->count - 2, (uint64_t)c->seed);
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
