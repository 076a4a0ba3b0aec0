/* response.c -- values, best answers and NashConv of a policy, on the tree.
 *
 * A seat's best answer works on its sequences (von Stengel, 1996): an end is
 * worth, to the last move the seat made before it, its score times the chance
 * that chance and the others let it happen.  With perfect recall the seat was
 * in the same place before any node of an information set, so a set, once its
 * best move is known, is worth that much to the seat's move before.
 *
 * Fact to check: uniform play of Kuhn poker has a NashConv of 11/12.
 */
#include "parlor/tree.h"

#include <stdlib.h>

void pl_tree_uniform(const pl_tree *t, double *policy)
{
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        for (int32_t a = from; a < to; a++) policy[a] = 1.0 / (to - from);
    }
}

/* Where the policy says how likely the move to child is; parent decides. */
static int32_t place(const pl_tree *t, int32_t parent, int32_t child)
{
    return t->info_first[t->info[parent]] + child - t->first[parent];
}

static double likely(const pl_tree *t, const double *policy, int32_t parent, int32_t child)
{
    return t->turn[parent] == PL_CHANCE ? t->odds[child] : policy[place(t, parent, child)];
}

static const double *scores(const pl_tree *t, int32_t end)
{
    return t->score + (size_t)t->info[end] * (size_t)t->game->players;
}

int pl_tree_values(const pl_tree *t, const double *policy, double *values)
{
    double *reach = malloc((size_t)t->nodes * sizeof *reach);
    if (!reach) return -1;
    for (int k = 0; k < t->game->players; k++) values[k] = 0;
    for (int32_t i = 0; i < t->nodes; i++) {
        int32_t up = t->parent[i];
        reach[i] = up < 0 ? 1 : reach[up] * likely(t, policy, up, i);
        if (t->turn[i] != PL_OVER) continue;
        for (int k = 0; k < t->game->players; k++) values[k] += reach[i] * scores(t, i)[k];
    }
    free(reach);
    return 0;
}

/* One seat's side of the tree.  A sequence is named by the place in the policy
 * of its last move, plus 1; 0 is the empty one. */
typedef struct {
    double *reach;   /* nodes: how likely it is if the seat wants to get there */
    double *worth;   /* sequences: what the seat gets after each */
    int32_t *played; /* nodes: the seat's sequence so far */
} side;

static void side_free(side *s)
{
    free(s->reach);
    free(s->worth);
    free(s->played);
}

static int side_new(side *s, const pl_tree *t)
{
    size_t nodes = (size_t)t->nodes;
    s->reach = malloc(nodes * sizeof *s->reach);
    s->played = malloc(nodes * sizeof *s->played);
    s->worth = calloc((size_t)t->info_first[t->infos] + 1, sizeof *s->worth);
    if (s->reach && s->played && s->worth) return 0;
    side_free(s);
    return -1;
}

/* From the root to the ends, whose scores go to the sequences before them. */
static void sweep_down(side *s, const pl_tree *t, const double *policy, int seat)
{
    s->reach[0] = 1;
    s->played[0] = 0;
    for (int32_t i = 0; i < t->nodes; i++) {
        int32_t up = t->parent[i];
        if (up >= 0) {
            int own = t->turn[up] == seat;
            s->reach[i] = s->reach[up] * (own ? 1 : likely(t, policy, up, i));
            s->played[i] = own ? place(t, up, i) + 1 : s->played[up];
        }
        if (t->turn[i] == PL_OVER) s->worth[s->played[i]] += s->reach[i] * scores(t, i)[seat];
    }
}

/* Play the set's move number best and no other. */
static void choose(const pl_tree *t, int32_t set, int32_t best, double *response)
{
    int32_t first = t->info_first[set];
    for (int32_t a = first; a < t->info_first[set + 1]; a++) response[a] = a == first + best;
}

/* A set has a higher number than those before it: from the last to the first,
 * all that follows a set's moves is known when its turn comes. */
static void sweep_up(side *s, const pl_tree *t, int seat, double *response)
{
    for (int32_t i = t->infos - 1; i >= 0; i--) {
        if (t->info_seat[i] != seat) continue;
        int32_t first = t->info_first[i], best = first;
        for (int32_t a = first + 1; a < t->info_first[i + 1]; a++)
            if (s->worth[a + 1] > s->worth[best + 1]) best = a;
        s->worth[t->info_before[i]] += s->worth[best + 1];
        if (response) choose(t, i, best - first, response);
    }
}

/* Without secrets a position is its own information set however it came about,
 * so the best move may be chosen node by node. */
static int best_in_the_open(const pl_tree *t, const double *policy, int seat, double *response,
                            double *value)
{
    double *worth = malloc((size_t)t->nodes * sizeof *worth);
    if (!worth) return -1;
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        int own = t->turn[i] == seat;
        int32_t best = t->first[i];
        worth[i] = t->turn[i] == PL_OVER ? scores(t, i)[seat] : own ? worth[best] : 0;
        for (int32_t c = t->first[i]; c < t->first[i + 1]; c++) {
            if (!own) worth[i] += likely(t, policy, i, c) * worth[c];
            else if (worth[c] > worth[i]) worth[i] = worth[best = c];
        }
        if (own && response) choose(t, t->info[i], best - t->first[i], response);
    }
    *value = worth[0];
    free(worth);
    return 0;
}

int pl_tree_best(const pl_tree *t, const double *policy, int seat, double *value)
{
    return pl_tree_respond(t, policy, seat, NULL, value);
}

int pl_tree_respond(const pl_tree *t, const double *policy, int seat, double *response,
                    double *value)
{
    side s;
    if (!t->game->hide) return best_in_the_open(t, policy, seat, response, value);
    if (!t->recall || side_new(&s, t)) return -1;
    sweep_down(&s, t, policy, seat);
    sweep_up(&s, t, seat, response);
    *value = s.worth[0];
    side_free(&s);
    return 0;
}

int pl_tree_nashconv(const pl_tree *t, const double *policy, double *out)
{
    double values[PL_SEATS_MAX], best, gain = 0;
    if (pl_tree_values(t, policy, values)) return -1;
    for (int k = 0; k < t->game->players; k++) {
        if (pl_tree_best(t, policy, k, &best)) return -1;
        gain += best - values[k];
    }
    *out = gain;
    return 0;
}
