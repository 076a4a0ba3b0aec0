/* write.c -- a tree as an extensive game for Gambit: McKelvey, McLennan and
 * Turocy, whose .efg files have one node on a line, each before its children.
 *
 *     p "" 1 2 "Q" { "pass" "bet" } 0
 *
 * is a node where player 1 decides, at its information set 2, and nothing is paid.
 *
 * Fact to check: Gambit reads Kuhn poker with 6 information sets for each of two
 * players, and finds it worth -1/18.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/efg.h"
#include "parlor/policy.h"
#include "solve/efg/fractions.h"
#include "solve/tree/replay.h"

enum { NAME = 80 }; /* bytes of an information set's name */

typedef struct {
    const pl_tree *t;
    FILE *out;
    int32_t *number;    /* of each set: among its player's, from 1 */
    int32_t *stack;     /* nodes still to be written, the next one last */
    pl_move *line;      /* room to replay one */
    double *odds;       /* of one node of chance, */
    pl_fraction *parts; /* and as fractions */
    int32_t chance, sets[PL_SEATS_MAX];
    pl_wording wording;
} writer;

static void writer_free(writer *w)
{
    free(w->number);
    free(w->stack);
    free(w->line);
    free(w->odds);
    free(w->parts);
}

static int writer_new(writer *w, const pl_tree *t)
{
    size_t moves = (size_t)t->game->max_moves;
    w->number = calloc((size_t)t->infos + 1, sizeof *w->number);
    w->stack = malloc((size_t)t->nodes * sizeof *w->stack);
    w->line = malloc(((size_t)t->depth + 1) * sizeof *w->line);
    w->odds = malloc(moves * sizeof *w->odds);
    w->parts = malloc(moves * sizeof *w->parts);
    return w->number && w->stack && w->line && w->odds && w->parts ? 0 : -1;
}

/* In quotes, on one line, and without what would end or escape them. */
static void write_text(const writer *w, const char *text)
{
    fputc('"', w->out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        fputs(c == '\n'              ? "; "
              : c == '"'             ? "'"
              : c == '\\'            ? "/"
              : c < ' ' || c == 0x7f ? "?"
                                     : "",
              w->out);
        if (c >= ' ' && c != '"' && c != '\\' && c != 0x7f) fputc(c, w->out);
    }
    fputc('"', w->out);
}

static void write_move(const writer *w, const pl_state *s, int32_t child)
{
    char name[PL_NAME_MAX];
    pl_say(w->t->game, s, w->t->move[child], name, sizeof name);
    fputc(' ', w->out);
    write_text(w, name);
}

static void write_number(const writer *w, double x)
{
    char buf[40];
    pl_text text = {buf, sizeof buf, 0};
    pl_put_number(&text, x == 0 ? 0 : x); /* no -0 */
    fputs(buf, w->out);
}

static void write_chance(writer *w, int32_t node)
{
    const pl_tree *t = w->t;
    int32_t from = t->first[node], n = t->first[node + 1] - from;
    pl_state s;
    pl_tree_replay(t, node, w->line, &s);
    memcpy(w->odds, t->odds + from, (size_t)n * sizeof *w->odds);
    pl_fractions(w->odds, n, w->parts);
    fprintf(w->out, "c \"\" %d \"\" {", (int)++w->chance);
    for (int32_t i = 0; i < n; i++) {
        write_move(w, &s, from + i);
        fprintf(w->out, " %lld/%lld", (long long)w->parts[i].over, (long long)w->parts[i].under);
    }
    fprintf(w->out, " } 0\n");
}

/* Without secrets a position is one set for all the lines to it, which Gambit would take
 * for forgetting: there every node is a set of its own. */
static int32_t number_of(writer *w, int32_t node)
{
    const pl_tree *t = w->t;
    int32_t *number = &w->number[t->info[node]], *last = &w->sets[t->turn[node]];
    if (!*number || !t->recall) *number = ++*last;
    return *number;
}

/* What the seat noticed so far, where that is short enough for a name, and unlike any other
 * set's of the seat, on which Gambit insists. */
static void write_set(const writer *w, int32_t info)
{
    char text[NAME] = "";
    int named = w->t->recall && w->wording <= PL_SAY_WORDS;
    int n = named ? pl_tree_say(w->t, info, w->wording, text, sizeof text) : 0;
    write_text(w, n < (int)sizeof text ? text : "");
}

static void write_decision(writer *w, int32_t node)
{
    const pl_tree *t = w->t;
    size_t size = (size_t)t->game->state_size;
    pl_state view;
    memcpy(&view, t->info_view + (size_t)t->info[node] * size, size);
    fprintf(w->out, "p \"\" %d %d ", t->turn[node] + 1, (int)number_of(w, node));
    write_set(w, t->info[node]);
    fprintf(w->out, " {");
    for (int32_t c = t->first[node]; c < t->first[node + 1]; c++) write_move(w, &view, c);
    fprintf(w->out, " } 0\n");
}

static void write_end(const writer *w, int32_t node)
{
    int32_t row = w->t->info[node], players = w->t->game->players;
    fprintf(w->out, "t \"\" %d \"\" {", (int)row + 1);
    for (int32_t i = 0; i < players; i++) {
        fputs(i ? ", " : " ", w->out);
        write_number(w, w->t->score[(size_t)row * (size_t)players + (size_t)i]);
    }
    fprintf(w->out, " }\n");
}

static void write_head(const writer *w)
{
    char spec[PL_SPEC_MAX];
    pl_spec(w->t->game, spec, sizeof spec);
    fprintf(w->out, "EFG 2 R ");
    write_text(w, spec);
    fprintf(w->out, " {");
    for (int i = 0; i < w->t->game->players; i++) fprintf(w->out, " \"seat %d\"", i);
    fprintf(w->out, " }\n");
    write_text(w, w->t->game->about);
    fprintf(w->out, "\n\n");
}

static void write_nodes(writer *w)
{
    const pl_tree *t = w->t;
    int32_t waiting = 0;
    w->stack[waiting++] = 0;
    while (waiting) {
        int32_t node = w->stack[--waiting];
        if (t->turn[node] == PL_OVER) write_end(w, node);
        else if (t->turn[node] == PL_CHANCE) write_chance(w, node);
        else write_decision(w, node);
        for (int32_t c = t->first[node + 1] - 1; c >= t->first[node]; c--) w->stack[waiting++] = c;
    }
}

int pl_efg_write(const pl_tree *t, FILE *out, pl_error *err)
{
    writer w = {.t = t, .out = out, .wording = pl_tree_wording(t)};
    int bad = writer_new(&w, t);
    if (!bad) {
        write_head(&w);
        write_nodes(&w);
    }
    writer_free(&w);
    if (bad) return pl_fail(err, "out of memory for the extensive game");
    return pl_flush(out, "the extensive game", err);
}
