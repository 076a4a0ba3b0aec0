/* lp.c -- the sequence form as a linear program (Koller, Megiddo and von
 * Stengel, 1996).
 *
 * A plan gives every sequence of a seat's own moves the probability that the
 * seat plays it.  Plans are what satisfies one linear equation for each of the
 * seat's information sets, and the score is linear in either seat's plan: so the
 * best answer to a plan is a linear program, and its dual makes the search for
 * the plan with the worst best answer one, too.
 *
 * Fact to check: that of Kuhn poker has 20 rows and 20 columns, and comes to
 * -1/18.
 */
#include "parlor/lp.h"

#include <stdlib.h>

#include "core/text.h"

/* One entry on its way into the columns; nth keeps sums in one order. */
typedef struct {
    int32_t col, row, nth;
    double value;
} entry;

typedef struct {
    pl_lp *lp;
    int32_t *played[2]; /* nodes: each seat's sequence so far */
    entry *entry;
    int32_t entries;
    pl_error *err;
} builder;

static int32_t places(const pl_tree *t)
{
    return t->info_first[t->infos];
}

static int out_of_memory(pl_error *err)
{
    return pl_fail(err, "out of memory for the linear program");
}

void pl_lp_free(pl_lp *lp)
{
    if (!lp) return;
    free(lp->first);
    free(lp->row);
    free(lp->value);
    free(lp->sequence);
    free(lp->set);
    free(lp->before);
    free(lp);
}

static int is_fit(const pl_tree *t, pl_error *err)
{
    const char *name = t->game->name;
    if (t->game->players != 2)
        return pl_fail(err, "%s has %d players; a linear program is made of games of two", name,
                       (int)t->game->players);
    if (!t->constant_sum)
        return pl_fail(
            err,
            "the scores of %s do not always add up to the same; a linear program is made "
            "of games where they do",
            name);
    if (!t->recall && !t->game->hide)
        return pl_fail(err,
                       "%s hides nothing, and different lines lead to one position: it is worked "
                       "out by positions, without a linear program",
                       name);
    if (!t->recall)
        return pl_fail(err,
                       "%s: a seat comes to one information set by different moves of its own; a "
                       "linear program needs perfect recall",
                       name);
    return 0;
}

/* Number the sets and sequences of each seat. */
static void number(pl_lp *lp)
{
    const pl_tree *t = lp->tree;
    lp->sequences[0] = lp->sequences[1] = 1;
    for (int32_t i = 0; i < t->infos; i++) {
        int seat = t->info_seat[i];
        lp->set[i] = ++lp->sets[seat];
        lp->before[i] = t->info_before[i] ? lp->sequence[t->info_before[i] - 1] : 0;
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++)
            lp->sequence[a] = lp->sequences[seat]++;
    }
    lp->objective = lp->sequences[1];
    lp->equations = 1 + lp->sets[1];
    lp->cols = lp->sequences[1] + 1 + lp->sets[0];
    lp->rows = lp->equations + lp->sequences[0];
}

/* What each seat has played before each node. */
static void follow(builder *b)
{
    const pl_tree *t = b->lp->tree;
    b->played[0][0] = b->played[1][0] = 0;
    for (int32_t i = 1; i < t->nodes; i++) {
        int32_t up = t->parent[i], mover = t->turn[up];
        for (int seat = 0; seat < 2; seat++) b->played[seat][i] = b->played[seat][up];
        if (mover >= 0)
            b->played[mover][i] = b->lp->sequence[t->info_first[t->info[up]] + i - t->first[up]];
    }
}

static void add(builder *b, int32_t col, int32_t row, double value)
{
    b->entry[b->entries] = (entry){col, row, b->entries, value};
    b->entries++;
}

/* Rows of seat 1: a set's moves are as likely together as what leads there.
 * Columns of seat 0: a move is worth to its set what follows it. */
static void add_sets(builder *b)
{
    const pl_lp *lp = b->lp;
    const pl_tree *t = lp->tree;
    add(b, 0, 0, 1);
    add(b, lp->objective, lp->equations, 1);
    for (int32_t i = 0; i < t->infos; i++) {
        int plan = t->info_seat[i] == 1;
        int32_t worth = lp->objective + lp->set[i];
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++)
            if (plan) add(b, lp->sequence[a], lp->set[i], 1);
            else add(b, worth, lp->equations + lp->sequence[a], 1);
        if (plan) add(b, lp->before[i], lp->set[i], -1);
        else add(b, worth, lp->equations + lp->before[i], -1);
    }
}

/* An end is worth its score, as often as chance lets it happen. */
static int add_ends(builder *b)
{
    const pl_tree *t = b->lp->tree;
    double *odds = malloc((size_t)t->nodes * sizeof *odds);
    if (!odds) return out_of_memory(b->err);
    for (int32_t i = 0; i < t->nodes; i++) {
        odds[i] = (t->parent[i] < 0 ? 1 : odds[t->parent[i]]) * t->odds[i];
        if (t->turn[i] == PL_OVER)
            add(b, b->played[1][i], b->lp->equations + b->played[0][i],
                -odds[i] * t->score[2 * (size_t)t->info[i]]);
    }
    free(odds);
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->col != y->col) return x->col < y->col ? -1 : 1;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return x->nth < y->nth ? -1 : 1;
}

/* Sort the entries into columns, those of one place as their sum. */
static int pack(builder *b)
{
    pl_lp *lp = b->lp;
    qsort(b->entry, (size_t)b->entries, sizeof *b->entry, by_place);
    lp->first = calloc((size_t)lp->cols + 1, sizeof *lp->first);
    lp->row = malloc((size_t)b->entries * sizeof *lp->row);
    lp->value = malloc((size_t)b->entries * sizeof *lp->value);
    if (!lp->first || !lp->row || !lp->value) return out_of_memory(b->err);
    for (int32_t i = 0, next; i < b->entries; i = next) {
        const entry *e = &b->entry[i];
        double sum = 0;
        for (next = i;
             next < b->entries && b->entry[next].col == e->col && b->entry[next].row == e->row;)
            sum += b->entry[next++].value;
        if (sum == 0) continue;
        lp->row[lp->entries] = e->row;
        lp->value[lp->entries++] = sum;
        lp->first[e->col + 1]++;
    }
    for (int32_t c = 0; c < lp->cols; c++) lp->first[c + 1] += lp->first[c];
    return 0;
}

static int build(builder *b)
{
    const pl_tree *t = b->lp->tree;
    size_t nodes = (size_t)t->nodes;
    b->played[0] = malloc(nodes * sizeof(int32_t));
    b->played[1] = malloc(nodes * sizeof(int32_t));
    b->entry =
        malloc((2 + (size_t)places(t) + (size_t)t->infos + (size_t)t->ends) * sizeof *b->entry);
    if (!b->played[0] || !b->played[1] || !b->entry) return out_of_memory(b->err);
    number(b->lp);
    follow(b);
    add_sets(b);
    return add_ends(b) || pack(b) ? -1 : 0;
}

pl_lp *pl_lp_new(const pl_tree *t, pl_error *err)
{
    if (is_fit(t, err)) return NULL;
    builder b = {.lp = calloc(1, sizeof(pl_lp)), .err = err};
    if (!b.lp) {
        out_of_memory(err);
        return NULL;
    }
    b.lp->tree = t;
    b.lp->sequence = malloc(((size_t)places(t) + 1) * sizeof(int32_t));
    b.lp->set = malloc(((size_t)t->infos + 1) * sizeof(int32_t));
    b.lp->before = malloc(((size_t)t->infos + 1) * sizeof(int32_t));
    int bad = !b.lp->sequence || !b.lp->set || !b.lp->before ? out_of_memory(err) : build(&b);
    free(b.played[0]);
    free(b.played[1]);
    free(b.entry);
    if (!bad) return b.lp;
    pl_lp_free(b.lp);
    return NULL;
}
