/* entries.c -- the ends of a seat's rows: by which row of the other, and what they
 * pay.  Ends of one row and one column are added up; matrices that are equal are
 * kept once, so that the few that a game has stay close to the machine. */
#include <stdlib.h>
#include <string.h>

#include "solve/exact/positions.h"
#include "solve/form/form.h"

/* An end, as it is sorted. */
typedef struct {
    int32_t row, column;
    int16_t lane, facing; /* own, and the other's */
    int32_t end;
    double pay;
} item;

typedef struct {
    item *item;
    int32_t items;
    int32_t *slots; /* matrices by their hash, plus 1 */
    int32_t room;   /* matrices that there is memory for */
    uint32_t mask;
} ends;

static int compare(const void *x, const void *y)
{
    const item *a = x, *b = y;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* The slot of what seat last played before an end; 0, of row 0, if nothing. */
static int32_t slot_of(const pl_form *f, const pl_alike *a, int32_t end, int seat)
{
    int32_t played = a->played[(size_t)end * (size_t)f->players + (size_t)seat];
    return played ? f->slot[played - 1] : 0;
}

/* Whether the end is one of a place that stands for its class. */
static int stands(const pl_form *f, const pl_alike *a, int32_t end, int seat)
{
    int32_t played = a->played[(size_t)end * (size_t)f->players + (size_t)seat];
    return !played || a->first_place[a->place[played - 1]] == played - 1;
}

/* Where nothing has been played a seat has no hand yet, and all lanes of row 0 are
 * the same; lane 0 carries it. */
static void add_items(const pl_form *f, const pl_alike *a, int seat, ends *e)
{
    const pl_tree *t = a->tree;
    int n = f->players;
    for (int32_t z = 0; z < t->ends; z++) {
        double pay = a->odds[z] * t->score[(size_t)z * (size_t)n + (size_t)seat];
        if (!stands(f, a, z, seat)) continue;
        int32_t own = slot_of(f, a, z, seat), other = n == 2 ? slot_of(f, a, z, 1 - seat) : 0;
        e->item[e->items++] = (item){own / f->lanes,
                                     other / f->lanes,
                                     (int16_t)(own % f->lanes),
                                     (int16_t)(other % f->lanes),
                                     z,
                                     pay};
    }
}

static void others(const pl_form *f, const pl_alike *a, int32_t end, int seat, int32_t *rows)
{
    for (int j = 0, at = 0; j < f->players; j++)
        if (j != seat) rows[at++] = slot_of(f, a, end, j);
}

/* With more than two players: a column for each combination of the others' rows. */
static int join(const pl_form *f, const pl_alike *a, int seat, ends *e, pl_side *s)
{
    size_t wide = (size_t)f->players - 1;
    pl_positions met = {.size = wide * sizeof *s->joint};
    int failed = 0;
    for (int32_t i = 0; !failed && i < e->items; i++) {
        int32_t rows[PL_SEATS_MAX];
        others(f, a, e->item[i].end, seat, rows);
        e->item[i].column = pl_positions_meet(&met, rows);
        failed = e->item[i].column < 0;
    }
    s->columns = met.n;
    s->joint = failed ? NULL : malloc(((size_t)met.n + 1) * met.size);
    for (int32_t i = 0; s->joint && i < met.n; i++)
        memcpy(s->joint + (size_t)i * wide, pl_positions_state(&met, i), met.size);
    pl_positions_free(&met);
    return s->joint ? 0 : -1;
}

/* The number of this matrix, which is the last in s->pay: its own, or that of an equal
 * one before it. */
static int32_t matrix_of(ends *e, pl_side *s, size_t size)
{
    const double *last = s->pay + (size_t)s->matrices * size;
    uint64_t h = pl_hash(last, size * sizeof *last);
    for (;; h++) {
        int32_t *slot = &e->slots[h & e->mask];
        if (!*slot) return *slot = s->matrices + 1, s->matrices++;
        if (!memcmp(s->pay + (size_t)(*slot - 1) * size, last, size * sizeof *last))
            return *slot - 1;
    }
}

/* Room for one more matrix: few games have many, so it grows as they come. */
static int grow_pay(ends *e, pl_side *s, size_t size)
{
    if (s->matrices < e->room) return 0;
    e->room += e->room / 2 + 16;
    double *pay = realloc(s->pay, (size_t)e->room * size * sizeof *pay);
    if (!pay) return -1;
    s->pay = pay;
    return 0;
}

/* Items of one row and column become one entry.  0, or -1: out of memory. */
static int add_entries(const pl_form *f, ends *e, pl_side *s)
{
    size_t lanes = (size_t)f->lanes, size = lanes * lanes;
    for (int32_t i = 0; i < e->items; s->entries++) {
        int32_t row = e->item[i].row, column = e->item[i].column;
        if (lanes > 1 && grow_pay(e, s, size)) return -1;
        double *pay = s->pay + (size_t)(lanes > 1 ? s->matrices : s->entries) * size;
        memset(pay, 0, size * sizeof *pay);
        for (; i < e->items && e->item[i].row == row && e->item[i].column == column; i++)
            pay[(size_t)e->item[i].facing * lanes + (size_t)e->item[i].lane] += e->item[i].pay;
        s->column[s->entries] = column;
        if (lanes > 1) s->matrix[s->entries] = matrix_of(e, s, size);
        s->entry[row + 1] = s->entries + 1;
    }
    for (int32_t r = 1; r <= s->rows; r++)
        if (s->entry[r] < s->entry[r - 1]) s->entry[r] = s->entry[r - 1];
    return 0;
}

static int32_t count_entries(const ends *e)
{
    int32_t n = 0;
    for (int32_t i = 0; i < e->items; i++)
        n += !i || e->item[i].row != e->item[i - 1].row ||
             e->item[i].column != e->item[i - 1].column;
    return n;
}

static int entries_new(pl_form *f, ends *e, pl_side *s)
{
    size_t n = (size_t)count_entries(e) + 1, slots = 16;
    while (slots < n * 2) slots *= 2;
    free(s->column);
    s->column = malloc(n * sizeof *s->column);
    s->matrix = malloc(n * sizeof *s->matrix);
    s->pay = f->lanes > 1 ? NULL : malloc(n * sizeof *s->pay);
    e->slots = calloc(slots, sizeof *e->slots);
    e->mask = (uint32_t)slots - 1;
    return s->column && s->matrix && (s->pay || f->lanes > 1) && e->slots ? 0 : -1;
}

int pl_entries(pl_form *f, const pl_alike *a, int seat)
{
    pl_side *s = &f->side[seat];
    ends e = {.item = malloc(((size_t)a->tree->ends + 1) * sizeof *e.item)};
    if (!e.item) return -1;
    add_items(f, a, seat, &e);
    int failed = f->players != 2 && join(f, a, seat, &e, s);
    qsort(e.item, (size_t)e.items, sizeof *e.item, compare);
    failed = failed || entries_new(f, &e, s) || add_entries(f, &e, s);
    size_t lanes = (size_t)f->lanes, kept = lanes > 1 ? (size_t)e.room : (size_t)s->entries;
    f->bytes += (int64_t)(kept * lanes * lanes * sizeof *s->pay) +
                (int64_t)s->entries * (int64_t)(2 * sizeof *s->column) +
                (int64_t)s->columns * (int64_t)((size_t)(f->players - 1) * sizeof *s->joint);
    free(e.item);
    free(e.slots);
    return failed ? -1 : 0;
}
