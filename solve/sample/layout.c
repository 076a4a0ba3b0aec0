/* layout.c -- from the flat tree to the records that sampling walks.
 *
 * A subtree lies in one piece, which a walk that follows one deal is glad of.  Moves
 * of chance are drawn by Walker's alias method (1977), in the form of Vose (1991), or
 * by one multiplication where all are alike.
 *
 * Fact to check: of the 58 nodes of Kuhn poker 55 are left, since the two cards are one
 * choice of 6.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "solve/sample/layout.h"
#include "solve/sample/row.h"

/* A spot whose children are not yet made, and the node it stands for. */
typedef struct {
    int64_t spot;
    int32_t node;
} waiting;

typedef struct {
    pl_sampler *s;
    waiting *wait; /* a stack */
    int64_t waits;
    int32_t *found; /* what chance may lead to, and how likely: */
    double *odds;
    int32_t *seen; /* slots: rows of pay, plus 1, by their hash */
    uint64_t mask;
    int64_t *small, *large; /* columns of an alias table under construction */
} maker;

static int32_t children(const pl_tree *t, int32_t node)
{
    return t->first[node + 1] - t->first[node];
}

/* The node where there is something to choose, from this one on. */
static int32_t settled(const pl_tree *t, int32_t node)
{
    while (t->turn[node] != PL_OVER && children(t, node) == 1) node = t->first[node];
    return node;
}

/* Everything that chance, moving at node and perhaps again, may lead to. */
static int64_t gather(maker *m, int32_t node, double odds, int64_t n)
{
    const pl_tree *t = m->s->tree;
    for (int32_t c = t->first[node]; c < t->first[node + 1]; c++) {
        int32_t to = settled(t, c);
        if (t->turn[to] == PL_CHANCE) n = gather(m, to, odds * t->odds[c], n);
        else {
            m->found[n] = to;
            m->odds[n++] = odds * t->odds[c];
        }
    }
    return n;
}

/* Columns first .. first+n-1, from the odds of n outcomes. */
static void load_dice(maker *m, pl_die *die, int64_t n)
{
    int64_t small = 0, large = 0;
    for (int64_t i = 0; i < n; i++) {
        die[i] = (pl_die){1, (int32_t)i};
        m->odds[i] *= (double)n;
        if (m->odds[i] < 1) m->small[small++] = i;
        else m->large[large++] = i;
    }
    while (small && large) {
        int64_t i = m->small[--small], j = m->large[large - 1];
        die[i] = (pl_die){(float)m->odds[i], (int32_t)j};
        m->odds[j] -= 1 - m->odds[i];
        if (m->odds[j] < 1) m->small[small++] = m->large[--large];
    }
}

static int32_t dice_of(maker *m, int64_t n)
{
    int alike = 1;
    for (int64_t i = 1; i < n; i++) alike &= fabs(m->odds[i] - m->odds[0]) <= 1e-12 * m->odds[0];
    if (alike) return -1;
    load_dice(m, m->s->die + m->s->dice, n);
    m->s->dice += n;
    return (int32_t)(m->s->dice - n);
}

/* The row of these scores, which many ends share. */
static int32_t pay_of(maker *m, const double *score)
{
    pl_sampler *s = m->s;
    float row[PL_SEATS_MAX];
    int32_t players = s->tree->game->players;
    size_t bytes = (size_t)players * sizeof *row;
    for (int32_t k = 0; k < players; k++) row[k] = (float)score[k] + 0.0f;
    for (uint64_t h = pl_hash(row, bytes);; h++) {
        int32_t *slot = &m->seen[h & m->mask];
        if (*slot && !memcmp(s->pay + *slot - 1, row, bytes)) return *slot - 1;
        if (*slot) continue;
        memcpy(s->pay + s->pays, row, bytes);
        *slot = (int32_t)s->pays + 1;
        s->pays += players;
        return *slot - 1;
    }
}

static int32_t line_of(maker *m, int32_t info, int32_t n)
{
    pl_sampler *s = m->s;
    if (s->line[info] < 0) {
        s->line[info] = (int32_t)s->lines;
        s->lines += (int64_t)PL_LINES * (pl_lanes(n) / PL_LANES);
        if (n > s->most) s->most = n;
    }
    return s->line[info];
}

/* Fill in a spot; its children get their places and wait for their turn. */
static void fill(maker *m, int64_t spot, int32_t node)
{
    pl_sampler *s = m->s;
    const pl_tree *t = s->tree;
    int32_t players = t->game->players, turn = t->turn[node];
    int64_t n = 0;
    pl_spot p = {.turn = turn};
    if (turn == PL_OVER) p.at = pay_of(m, t->score + (size_t)t->info[node] * (size_t)players);
    if (turn == PL_CHANCE) {
        n = gather(m, node, 1, 0);
        p.at = dice_of(m, n);
    }
    if (turn >= 0) {
        for (n = 0; n < children(t, node); n++)
            m->found[n] = settled(t, t->first[node] + (int32_t)n);
        p.at = line_of(m, t->info[node], (int32_t)n);
    }
    p.n = (int32_t)n;
    p.first = (int32_t)s->spots;
    for (int64_t i = n - 1; i >= 0; i--) m->wait[m->waits++] = (waiting){s->spots + i, m->found[i]};
    s->spots += n;
    s->spot[spot] = p;
}

static void *room(int64_t n, size_t size)
{
    return calloc((size_t)n + 1, size);
}

static void maker_free(maker *m)
{
    free(m->wait);
    free(m->found);
    free(m->odds);
    free(m->seen);
    free(m->small);
    free(m->large);
}

static int maker_new(maker *m, pl_sampler *s)
{
    const pl_tree *t = s->tree;
    uint64_t slots = 64;
    while (slots < 2 * (uint64_t)t->ends) slots *= 2;
    *m = (maker){.s = s, .mask = slots - 1};
    m->wait = room(t->nodes, sizeof *m->wait);
    m->found = room(t->nodes, sizeof *m->found);
    m->odds = room(t->nodes, sizeof *m->odds);
    m->small = room(t->nodes, sizeof *m->small);
    m->large = room(t->nodes, sizeof *m->large);
    m->seen = room((int64_t)slots, sizeof *m->seen);
    return m->wait && m->found && m->odds && m->small && m->large && m->seen ? 0 : -1;
}

/* The most that the spots of one walk cost together; seat -1: it tries everybody's
 * moves.  A spot costs 1 or, in words, what a set takes of a log. */
static int64_t most_of(const pl_sampler *s, int64_t *walk, int seat, int words)
{
    for (int64_t i = s->spots - 1; i >= 0; i--) {
        const pl_spot *p = &s->spot[i];
        int all = p->turn >= 0 && (seat < 0 || p->turn == seat);
        int64_t most = 0, sum = 0;
        for (int32_t c = 0; c < p->n; c++) {
            sum += walk[p->first + c];
            if (walk[p->first + c] > most) most = walk[p->first + c];
        }
        walk[i] = (words ? 6 + p->n : 1) + (all ? sum : most);
    }
    return walk[0];
}

static int measure(pl_sampler *s, int whole)
{
    int64_t *walk = room(s->spots, sizeof *walk);
    if (!walk) return -1;
    for (int k = whole ? -1 : 0; k < (whole ? 0 : s->tree->game->players); k++) {
        int64_t items = most_of(s, walk, k, 0), words = most_of(s, walk, k, 1);
        if (items > s->items) s->items = items;
        if (words > s->words) s->words = words;
    }
    free(walk);
    return 0;
}

/* Rows of zeros, and everything equally likely. */
static int lay_rows(pl_sampler *s)
{
    const pl_tree *t = s->tree;
    size_t bytes = ((size_t)s->lines + PL_LINES) * PL_LANES * sizeof *s->rows;
    if (posix_memalign((void **)&s->rows, 64, bytes)) s->rows = NULL;
    if (!s->rows) return -1;
    memset(s->rows, 0, bytes);
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t n = t->info_first[i + 1] - t->info_first[i];
        for (int32_t a = 0; s->line[i] >= 0 && a < n; a++)
            pl_row_policy(s, s->line[i], n)[a] = 1.0f / (float)n;
    }
    return 0;
}

/* Arrays that had room for the worst, to what they hold. */
static void shrink(pl_sampler *s)
{
    pl_spot *spot = realloc(s->spot, (size_t)(s->spots + 1) * sizeof *spot);
    pl_die *die = realloc(s->die, (size_t)(s->dice + 1) * sizeof *die);
    float *pay = realloc(s->pay, (size_t)(s->pays + 1) * sizeof *pay);
    s->spot = spot ? spot : s->spot;
    s->die = die ? die : s->die;
    s->pay = pay ? pay : s->pay;
}

static int lay_out(pl_sampler *s, int whole)
{
    const pl_tree *t = s->tree;
    int32_t players = t->game->players;
    s->spot = room(t->nodes, sizeof *s->spot);
    s->die = room(t->nodes, sizeof *s->die);
    s->pay = room((int64_t)t->ends * players, sizeof *s->pay);
    s->line = room(t->infos, sizeof *s->line);
    maker m = {0};
    int failed = !s->spot || !s->die || !s->pay || !s->line || maker_new(&m, s);
    for (int32_t i = 0; !failed && i < t->infos; i++) s->line[i] = -1;
    if (!failed) m.wait[m.waits++] = (waiting){s->spots++, settled(t, 0)};
    while (!failed && m.waits) {
        waiting w = m.wait[--m.waits];
        fill(&m, w.spot, w.node);
    }
    maker_free(&m);
    if (!failed) shrink(s);
    return failed || measure(s, whole) || lay_rows(s) ? -1 : 0;
}

int pl_sampler_new(pl_sampler *s, const pl_tree *t, int whole, pl_error *err)
{
    *s = (pl_sampler){.tree = t};
    if ((int64_t)t->ends * t->game->players > INT32_MAX ||
        (int64_t)t->infos * PL_LINES + t->info_first[t->infos] > INT32_MAX)
        return pl_fail(err, "%s: this tree is too large to be laid out for sampling",
                       t->game->name);
    for (int64_t i = 0; i < (int64_t)t->ends * t->game->players; i++)
        if (pl_row_accepts(t->game, t->score[i], err)) return -1;
    if (lay_out(s, whole)) return pl_fail(err, "%s: out of memory for sampling", t->game->name);
    s->bytes = s->spots * (int64_t)sizeof *s->spot +
               s->lines * PL_LANES * (int64_t)sizeof *s->rows + s->dice * (int64_t)sizeof *s->die +
               s->pays * (int64_t)sizeof *s->pay;
    return 0;
}

void pl_sampler_free(pl_sampler *s)
{
    free(s->spot);
    free(s->die);
    free(s->pay);
    free(s->rows);
    free(s->line);
}

void pl_sampler_policy(const pl_sampler *s, double *policy)
{
    const pl_tree *t = s->tree;
    pl_tree_uniform(t, policy);
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        if (s->line[i] < 0) continue;
        const double *total = pl_row_total(s, s->line[i], n);
        const float *now = pl_row_policy(s, s->line[i], n);
        double sum = 0, sure = 0;
        for (int32_t a = 0; a < n; a++) {
            sum += total[a];
            sure += (double)now[a];
        }
        for (int32_t a = 0; a < n; a++)
            policy[from + a] = sum > 0 ? total[a] / sum : (double)now[a] / sure;
    }
}
