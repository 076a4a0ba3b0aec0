/* form.c -- a tree in sequence form: blocks and rows of every seat.
 *
 * Blocks are numbered by a walk in order of depth, so that those after one row
 * lie side by side and a sweep reads memory from one end to the other.
 *
 * Fact to check: Kuhn poker has 2 blocks of 3 lanes and 4 rows for each seat,
 * beside row 0.
 */
#include "solve/form/form.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* The numbering of one seat's blocks.  Blocks go by the class of their leader, rows
 * by the class of the leader's place. */
typedef struct {
    const pl_alike *a;
    int seat;
    int32_t *head;  /* rows, and one for row 0: the first leader after it, or -1 */
    int32_t *next;  /* leaders: the next after the same row, or -1 */
    int32_t *queue; /* leaders in the order of their blocks */
    int32_t *row;   /* places' classes: their row */
} walk;

/* The leader's place for a place of any lane. */
static int32_t lead_place(const pl_alike *a, int32_t place)
{
    const pl_tree *t = a->tree;
    int32_t owner = a->owner[place], leader = a->leader[a->info[owner]];
    return t->info_first[a->first_info[leader]] + place - t->info_first[owner];
}

static int is_leader(const pl_alike *a, int32_t class, int seat)
{
    return a->leader[class] == class && a->tree->info_seat[a->first_info[class]] == seat;
}

/* Hang every leader below the row before it; backwards, so that they come in order. */
static void hang(walk *w)
{
    const pl_alike *a = w->a;
    for (int32_t r = 0; r <= a->rows; r++) w->head[r] = -1;
    for (int32_t c = a->classes - 1; c >= 0; c--) {
        if (!is_leader(a, c, w->seat)) continue;
        int32_t before = a->tree->info_before[a->first_info[c]];
        int32_t at = before ? a->place[lead_place(a, before - 1)] : a->rows;
        w->next[c] = w->head[at];
        w->head[at] = c;
    }
}

/* The distinct moves of a leader's set, in order; how many, or with rows NULL only that. */
static int32_t distinct(const pl_alike *a, int32_t class, int32_t *rows)
{
    const pl_tree *t = a->tree;
    int32_t info = a->first_info[class], n = 0;
    for (int32_t p = t->info_first[info]; p < t->info_first[info + 1]; p++) {
        int32_t q = t->info_first[info];
        while (a->place[q] != a->place[p]) q++;
        if (q < p) continue;
        if (rows) rows[n] = a->place[p];
        n++;
    }
    return n;
}

static int32_t append(walk *w, int32_t at, int32_t n)
{
    for (int32_t c = w->head[at]; c >= 0; c = w->next[c]) w->queue[n++] = c;
    return n;
}

/* Take blocks from the queue, number their rows, and queue what comes after those. */
static void number_rows(walk *w, pl_side *s)
{
    const pl_alike *a = w->a;
    int32_t last = 0, queued = append(w, a->rows, 0);
    s->child[0] = 0;
    s->child[1] = queued;
    s->rows = 1;
    s->levels = 0;
    for (int32_t b = 0; b < queued; b++) {
        if (b == last) {
            s->level[s->levels++] = b;
            last = queued;
        }
        s->first[b] = s->rows;
        int32_t n = distinct(a, w->queue[b], s->column); /* room that entries fill later */
        for (int32_t i = 0; i < n; i++) {
            w->row[s->column[i]] = s->rows++;
            queued = append(w, s->column[i], queued);
            s->child[s->rows] = queued;
        }
    }
    s->blocks = queued;
    s->first[queued] = s->rows;
    s->level[s->levels] = queued;
}

/* Rows of lanes that do not lead are those of their leader. */
static void share_rows(walk *w)
{
    const pl_alike *a = w->a;
    for (int32_t r = 0; r < a->rows; r++) {
        int32_t place = a->first_place[r];
        if (a->tree->info_seat[a->owner[place]] == w->seat)
            w->row[r] = w->row[a->place[lead_place(a, place)]];
    }
}

/* What each row and block stands for: how many equal moves and sets. */
static void count_copies(const pl_form *f, const walk *w, pl_side *s)
{
    const pl_alike *a = w->a;
    const pl_tree *t = a->tree;
    int32_t *block = w->next; /* no longer needed */
    for (int32_t b = 0; b < s->blocks; b++) block[w->queue[b]] = b;
    for (int32_t i = 0; i < s->blocks * f->lanes; i++) s->many[i] = 1;
    for (int32_t c = 0; c < a->classes; c++) {
        int32_t info = a->first_info[c], before = t->info_before[info], b = block[a->leader[c]];
        if (t->info_seat[info] != w->seat) continue;
        s->before[b] = before ? w->row[a->place[before - 1]] : 0;
        s->choices[b] = t->info_first[info + 1] - t->info_first[info];
        s->many[b * f->lanes + a->lane[c]] =
            (double)a->info_count[c] / (before ? a->place_count[a->place[before - 1]] : 1);
        for (int32_t p = t->info_first[info]; a->leader[c] == c && p < t->info_first[info + 1]; p++)
            s->copies[w->row[a->place[p]]]++;
    }
}

/* Most games have nothing to count. */
static void drop_ones(const pl_form *f, pl_side *s)
{
    int32_t n = s->blocks * f->lanes, i = 0;
    while (i < n && s->many[i] == 1) i++;
    if (i < n) return;
    free(s->many);
    s->many = NULL;
}

static void find_slots(pl_form *f, const walk *w)
{
    const pl_alike *a = w->a;
    for (int32_t p = 0; p < a->tree->info_first[a->tree->infos]; p++)
        if (a->tree->info_seat[a->owner[p]] == w->seat)
            f->slot[p] = w->row[a->place[p]] * f->lanes + a->lane[a->info[a->owner[p]]];
}

static void *room(pl_form *f, size_t n, size_t size)
{
    f->bytes += (int64_t)((n + 1) * size);
    return calloc(n + 1, size);
}

static int side_new(pl_form *f, const pl_alike *a, pl_side *s)
{
    size_t blocks = (size_t)a->classes, rows = (size_t)a->rows + 1, lanes = (size_t)f->lanes;
    s->first = room(f, blocks, sizeof *s->first);
    s->before = room(f, blocks, sizeof *s->before);
    s->level = room(f, blocks, sizeof *s->level);
    s->child = room(f, rows, sizeof *s->child);
    s->entry = room(f, rows, sizeof *s->entry);
    s->column = room(f, rows, sizeof *s->column);
    s->copies = room(f, rows, sizeof *s->copies);
    s->many = room(f, blocks * lanes, sizeof *s->many);
    s->choices = room(f, blocks, sizeof *s->choices);
    return s->first && s->before && s->level && s->child && s->entry && s->column && s->copies &&
                   s->many && s->choices
               ? 0
               : -1;
}

static int number_seat(pl_form *f, const pl_alike *a, int seat, int32_t *row)
{
    size_t n = (size_t)a->rows + (size_t)a->classes + 2;
    walk w = {a,
              seat,
              malloc(n * sizeof *w.head),
              malloc(n * sizeof *w.next),
              malloc(n * sizeof *w.queue),
              row};
    int failed = !w.head || !w.next || !w.queue || side_new(f, a, &f->side[seat]);
    if (!failed) {
        hang(&w);
        number_rows(&w, &f->side[seat]);
        share_rows(&w);
        count_copies(f, &w, &f->side[seat]);
        drop_ones(f, &f->side[seat]);
        find_slots(f, &w);
    }
    free(w.head);
    free(w.next);
    free(w.queue);
    return failed ? -1 : 0;
}

/* Lanes come in fours, as many numbers as a machine multiplies at once. */
static int32_t padded(int32_t lanes)
{
    int32_t n = lanes > 1 ? 4 : 1;
    while (n < lanes) n *= 2;
    return n;
}

static int build(pl_form *f, const pl_tree *t, int kind)
{
    pl_alike a;
    if (pl_alike_new(&a, t, kind)) return -1;
    if (a.rows >= INT32_MAX / padded(a.lanes))
        pl_stand_alone(&a); /* places are counted in 32 bits */
    f->lanes = padded(a.lanes);
    f->sets = a.classes;
    f->slot = room(f, (size_t)t->info_first[t->infos], sizeof *f->slot);
    int32_t *row = malloc(((size_t)a.rows + 1) * sizeof *row);
    int failed = !row || !f->slot;
    for (int k = 0; !failed && k < f->players; k++) {
        f->side[k].facing = a.lanes;
        failed = number_seat(f, &a, k, row);
    }
    for (int k = 0; !failed && k < f->players; k++) failed = pl_entries(f, &a, k);
    free(row);
    pl_alike_free(&a);
    return failed;
}

pl_form *pl_form_new(const pl_tree *t, int kind, pl_error *err)
{
    if (!t->recall) {
        const char *why =
            t->game->hide ? "seats forget what they did, so this method has no answer"
                          : "a position that is reached in several ways is one information set, "
                            "which this method cannot do; 'exact' is the method of games "
                            "without secrets";
        pl_fail(err, "%s: %s", t->game->name, why);
        return NULL;
    }
    pl_form *f = calloc(1, sizeof *f);
    if (f) {
        f->tree = t;
        f->players = t->game->players;
        if (!build(f, t, kind)) return f;
    }
    pl_form_free(f);
    pl_fail(err, "%s: out of memory for its sequence form", t->game->name);
    return NULL;
}

void pl_form_free(pl_form *f)
{
    for (int k = 0; f && k < f->players; k++) {
        pl_side *s = &f->side[k];
        free(s->first);
        free(s->before);
        free(s->child);
        free(s->entry);
        free(s->column);
        free(s->matrix);
        free(s->pay);
        free(s->copies);
        free(s->many);
        free(s->choices);
        free(s->joint);
        free(s->level);
    }
    if (f) free(f->slot);
    free(f);
}
