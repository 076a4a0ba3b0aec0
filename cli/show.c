/* show.c -- parlor show: a position after some moves, as anybody sees it. */
#include <string.h>

#include "cli.h"

/* Whether a ply is told of.  To one seat, or a spectator, it is as if those that
 * it did not notice had never been: not even their number is told. */
static int is_told(const pl_line *line, int i, int seat)
{
    return seat == PL_FULL || pl_line_seen(line, i, seat) != PL_NOTHING;
}

int plies_told(const pl_line *line, int seat)
{
    int n = 0;
    for (int i = 0; i < pl_line_plies(line); i++) n += is_told(line, i, seat);
    return n;
}

/* What seat noticed of ply i, spelt with what it knew then. */
static void say_noticed(const pl_line *line, int i, int seat, char *buf, size_t n)
{
    const pl_game *g = pl_line_game(line);
    pl_state before;
    pl_move code = pl_line_seen(line, i, seat);
    pl_line_view(line, i, seat, &before);
    if (code == PL_NOTHING) snprintf(buf, n, "-");
    else pl_say(g, &before, code, buf, n);
}

/* The seats whose view is asked for: all and the public, or one. */
static int next_watcher(const pl_game *g, int seat, int watcher)
{
    if (seat != PL_FULL) return PL_OVER;
    if (watcher == PL_PUBLIC) return PL_OVER;
    return watcher + 1 < g->players ? watcher + 1 : PL_PUBLIC;
}

static table *noticed_table(const pl_game *g, int seat)
{
    char heads[64 + 12 * PL_SEATS_MAX], who[24];
    size_t used =
        (size_t)snprintf(heads, sizeof heads, "PLY>|MOVER%s", seat == PL_FULL ? "|MOVE" : "");
    for (int w = seat == PL_FULL ? 0 : seat; w != PL_OVER; w = next_watcher(g, seat, w))
        used += (size_t)snprintf(heads + used, sizeof heads - used, "|%s", mover_name(w, who));
    return table_new(heads);
}

static int print_noticed(const pl_line *line, int seat)
{
    const pl_game *g = pl_line_game(line);
    table *t = noticed_table(g, seat);
    for (int i = 0, told = 0; i < pl_line_plies(line); i++) {
        char name[PL_NAME_MAX], who[24];
        if (!is_told(line, i, seat)) continue;
        table_row(t);
        table_cell(t, "%d", ++told);
        table_cell(t, "%s", mover_name(pl_line_mover(line, i), who));
        pl_say(g, pl_line_state(line, i), pl_line_move(line, i), name, sizeof name);
        if (seat == PL_FULL) table_cell(t, "%s", name);
        for (int w = seat == PL_FULL ? 0 : seat; w != PL_OVER; w = next_watcher(g, seat, w)) {
            say_noticed(line, i, w, name, sizeof name);
            table_cell(t, "%s", name);
        }
    }
    return table_print(t);
}

static json_t *json_noticed(const pl_line *line, int i, int seat)
{
    const pl_game *g = pl_line_game(line);
    pl_state before;
    pl_line_view(line, i, seat, &before);
    return json_move(g, &before, pl_line_seen(line, i, seat));
}

static json_t *json_ply(const pl_line *line, int i, int seat)
{
    const pl_game *g = pl_line_game(line);
    json_t *ply = json_pack("{s:o}", "mover", json_mover(pl_line_mover(line, i)));
    json_t *seats = json_array();
    if (seat != PL_FULL) {
        json_decref(seats);
        json_object_set_new(ply, "noticed", json_noticed(line, i, seat));
        return ply;
    }
    for (int w = 0; w < g->players; w++) json_array_append_new(seats, json_noticed(line, i, w));
    json_object_set_new(ply, "move", json_move(g, pl_line_state(line, i), pl_line_move(line, i)));
    json_object_set_new(ply, "noticed", seats);
    json_object_set_new(ply, "public", json_noticed(line, i, PL_PUBLIC));
    return ply;
}

static int show_json(const pl_line *line, const void *view, int seat)
{
    const pl_game *g = pl_line_game(line);
    json_t *position = json_position(g, view, seat), *plies = json_array();
    if (!position) {
        json_decref(plies);
        return failed("the position has no JSON, or memory ran out");
    }
    for (int i = 0; i < pl_line_plies(line); i++)
        if (is_told(line, i, seat)) json_array_append_new(plies, json_ply(line, i, seat));
    print_json(
        json_pack("{s:o,s:o,s:o}", "game", json_spec(g), "plies", plies, "position", position));
    return DONE;
}

static void print_turn(const pl_line *line, const void *view, int seat)
{
    const pl_game *g = pl_line_game(line);
    int turn = pl_line_turn(line);
    char who[24];
    if (turn == PL_OVER) {
        puts("\nThe game is over.");
        print_scores(g, pl_line_state(line, pl_line_plies(line)));
        return;
    }
    printf("\nTo move: %s\n", mover_name(turn, who));
    if (seat != PL_FULL && seat != turn) return;
    puts("Legal moves:");
    print_moves(g, view);
}

void print_moment(const pl_line *line, const void *view, int seat)
{
    char spec[PL_SPEC_MAX], who[24];
    int plies = plies_told(line, seat);
    pl_spec(pl_line_game(line), spec, sizeof spec);
    printf("%s after %d move%s", spec, plies, plural(plies));
    if (seat != PL_FULL) printf(", as %s sees it", mover_name(seat, who));
    printf("\n\n");
    print_position(pl_line_game(line), view);
}

static int show_text(const pl_line *line, const void *view, int seat)
{
    print_moment(line, view, seat);
    print_turn(line, view, seat);
    if (plies_told(line, seat) == 0) return DONE;
    puts(seat == PL_FULL ? "\nWhat was played, and what each noticed of it:"
                         : "\nWhat was noticed:");
    return print_noticed(line, seat);
}

static int show_line(pl_line *line, const call *c)
{
    pl_state view;
    int seat;
    int status = read_seat(pl_line_game(line), c->seat, &seat);
    if (!status) status = play_words(line, c->words + 1, c->count - 1, (uint64_t)c->seed, seat);
    if (status) return status;
    pl_line_view(line, pl_line_plies(line), seat, &view);
    return c->json ? show_json(line, &view, seat) : show_text(line, &view, seat);
}

int cmd_show(const call *c)
{
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    pl_line *line = pl_line_new(g);
    int status = line ? show_line(line, c) : failed("out of memory");
    pl_line_free(line);
    pl_close(g);
    return status;
}
