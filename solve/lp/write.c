/* write.c -- a linear program as text: MPS, as IBM's MPSX of the 1970s had it,
 * with blanks between words instead of columns of a card, and the LP format of
 * CPLEX.
 *
 * Numbers are spelt so that they read back as they are.
 *
 * Fact to check: glpsol, of GLPK, reads both and finds -1/18 for Kuhn poker.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/lp.h"

enum { LABEL = 40, WORD = 20 }; /* bytes of a name, and most of a move's own in it */

typedef struct {
    const pl_lp *lp;
    FILE *out;
    char (*move)[LABEL]; /* of each place in a policy: its set and its move, "3_bet" */
    int32_t *place[2];   /* of each seat's sequences: the place in a policy */
    int32_t *info[2];    /* of each seat's sets: the set's number in the tree */
    int32_t *by_row;     /* rows+1: where each row's entries begin in the next two */
    int32_t *col;        /* entries */
    double *value;       /* entries */
} writer;

static void writer_free(writer *w)
{
    free(w->move);
    free(w->by_row);
    free(w->col);
    free(w->value);
    for (int seat = 0; seat < 2; seat++) {
        free(w->place[seat]);
        free(w->info[seat]);
    }
}

static int writer_new(writer *w, const pl_lp *lp)
{
    size_t entries = (size_t)lp->entries;
    w->move = calloc((size_t)lp->tree->info_first[lp->tree->infos] + 1, sizeof *w->move);
    w->by_row = calloc((size_t)lp->rows + 1, sizeof *w->by_row);
    w->col = malloc(entries * sizeof *w->col);
    w->value = malloc(entries * sizeof *w->value);
    int ok = w->move && w->by_row && w->col && w->value;
    for (int seat = 0; seat < 2; seat++) {
        w->place[seat] = malloc((size_t)lp->sequences[seat] * sizeof(int32_t));
        w->info[seat] = malloc(((size_t)lp->sets[seat] + 1) * sizeof(int32_t));
        ok = ok && w->place[seat] && w->info[seat];
    }
    return ok ? 0 : -1;
}

/* Whether letters and digits spell a name, which the formats have other uses for the
 * rest of. */
static int is_plain(const char *name)
{
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_') n++;
    return n > 0 && n <= WORD && !name[n];
}

/* A move by its name, or its number after a point, which no such name has. */
static void label(const pl_tree *t, const pl_state *s, int32_t info, int32_t a, char out[LABEL])
{
    char name[PL_NAME_MAX];
    pl_say(t->game, s, t->move[t->first[t->info_node[info]] + a], name, sizeof name);
    if (is_plain(name)) snprintf(out, LABEL, "%d_%.*s", (int)info, WORD, name);
    else snprintf(out, LABEL, "%d.%d", (int)info, (int)a);
}

/* What columns and rows are called, by what the seats see. */
static void name_all(writer *w)
{
    const pl_lp *lp = w->lp;
    const pl_tree *t = lp->tree;
    size_t size = (size_t)t->game->state_size;
    pl_state s;
    for (int32_t i = 0; i < t->infos; i++) {
        int seat = t->info_seat[i];
        w->info[seat][lp->set[i]] = i;
        memcpy(&s, t->info_view + (size_t)i * size, size);
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++) {
            w->place[seat][lp->sequence[a]] = a;
            label(t, &s, i, a - t->info_first[i], w->move[a]);
        }
    }
}

static const char *sequence_name(const writer *w, int seat, int32_t sequence, char buf[LABEL])
{
    const char *name = sequence ? w->move[w->place[seat][sequence]] : "";
    snprintf(buf, LABEL, "%c%s", "xy"[seat], name);
    return buf;
}

static const char *col_name(const writer *w, int32_t col, char buf[LABEL])
{
    if (col < w->lp->objective) return sequence_name(w, 1, col, buf);
    int32_t set = col - w->lp->objective;
    if (set == 0) snprintf(buf, LABEL, "v");
    else snprintf(buf, LABEL, "v%d", (int)w->info[0][set]);
    return buf;
}

static const char *row_name(const writer *w, int32_t row, char buf[LABEL])
{
    if (row >= w->lp->equations) return sequence_name(w, 0, row - w->lp->equations, buf);
    if (row == 0) snprintf(buf, LABEL, "plan");
    else snprintf(buf, LABEL, "plan%d", (int)w->info[1][row]);
    return buf;
}

static const char *number(double x, char buf[LABEL])
{
    pl_text t = {buf, LABEL, 0};
    pl_put_number(&t, x);
    return buf;
}

static void write_mps(const writer *w)
{
    const pl_lp *lp = w->lp;
    char col[LABEL], row[LABEL], value[LABEL];
    fprintf(w->out, "NAME parlor\nROWS\n N value\n");
    for (int32_t r = 0; r < lp->rows; r++)
        fprintf(w->out, " %c %s\n", r < lp->equations ? 'E' : 'G', row_name(w, r, row));
    fprintf(w->out, "COLUMNS\n");
    for (int32_t c = 0; c < lp->cols; c++) {
        col_name(w, c, col);
        if (c == lp->objective) fprintf(w->out, " %s value 1\n", col);
        for (int32_t e = lp->first[c]; e < lp->first[c + 1]; e++)
            fprintf(w->out, " %s %s %s\n", col, row_name(w, lp->row[e], row),
                    number(lp->value[e], value));
    }
    fprintf(w->out, "RHS\n RHS plan 1\nBOUNDS\n");
    for (int32_t c = lp->objective; c < lp->cols; c++)
        fprintf(w->out, " FR BOUND %s\n", col_name(w, c, col));
    fprintf(w->out, "ENDATA\n");
}

/* The entries by rows, columns ascending in each. */
static void turn_round(writer *w)
{
    const pl_lp *lp = w->lp;
    for (int32_t e = 0; e < lp->entries; e++) w->by_row[lp->row[e] + 1]++;
    for (int32_t r = 0; r < lp->rows; r++) w->by_row[r + 1] += w->by_row[r];
    for (int32_t c = 0; c < lp->cols; c++)
        for (int32_t e = lp->first[c]; e < lp->first[c + 1]; e++) {
            int32_t at = w->by_row[lp->row[e]]++;
            w->col[at] = c;
            w->value[at] = lp->value[e];
        }
    for (int32_t r = lp->rows; r > 0; r--) w->by_row[r] = w->by_row[r - 1];
    w->by_row[0] = 0;
}

/* "+ 0.5 y3_bet", on a new line where one gets long. */
static void write_term(const writer *w, int32_t at, int *width)
{
    char col[LABEL], value[LABEL];
    double x = w->value[at], size = x < 0 ? -x : x;
    if (*width > 90) *width = fprintf(w->out, "\n ") - 1;
    *width += fprintf(w->out, " %c", x < 0 ? '-' : '+');
    if (size != 1) *width += fprintf(w->out, " %s", number(size, value));
    *width += fprintf(w->out, " %s", col_name(w, w->col[at], col));
}

static void write_cplex(writer *w)
{
    const pl_lp *lp = w->lp;
    char spec[PL_SPEC_MAX], name[LABEL];
    pl_spec(lp->tree->game, spec, sizeof spec);
    turn_round(w);
    fprintf(w->out, "\\ %s: its value to seat 0\nMinimize\n value: v\nSubject To\n", spec);
    for (int32_t r = 0; r < lp->rows; r++) {
        int width = fprintf(w->out, " %s:", row_name(w, r, name));
        for (int32_t at = w->by_row[r]; at < w->by_row[r + 1]; at++) write_term(w, at, &width);
        fprintf(w->out, " %s %d\n", r < lp->equations ? "=" : ">=", r == 0);
    }
    fprintf(w->out, "Bounds\n");
    for (int32_t c = lp->objective; c < lp->cols; c++)
        fprintf(w->out, " %s free\n", col_name(w, c, name));
    fprintf(w->out, "End\n");
}

int pl_lp_write(const pl_lp *lp, pl_lp_format format, FILE *out, pl_error *err)
{
    writer w = {.lp = lp, .out = out};
    int bad = writer_new(&w, lp);
    if (!bad) name_all(&w);
    if (!bad && format == PL_LP_MPS) write_mps(&w);
    else if (!bad) write_cplex(&w);
    writer_free(&w);
    if (bad) return pl_fail(err, "out of memory for the linear program's names");
    return pl_flush(out, "the linear program", err);
}
