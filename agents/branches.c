/* branches.c -- the trees of the searches, told branch by branch to whoever looks
 * at what an agent thought. */
#include "agents/branches.h"

#include <math.h>

typedef struct {
    pl_branch_fn *visit;
    void *with;
} listener;

/* Under chance the tree keeps the scores of seat 0. */
static void tell_below(const pl_uct *t, uint32_t n, int depth, const listener *to)
{
    const pl_uct_node *at = &t->node[n];
    int chance = at->turn == PL_CHANCE;
    uint32_t end = chance ? 0 : at->first + at->moves;
    for (uint32_t k = at->first; k != end; k = chance ? t->node[k].next : k + 1) {
        const pl_uct_node *node = &t->node[k];
        pl_branch b = {.code = node->move,
                       .depth = depth,
                       .proven = node->proven,
                       .seat = chance ? 0 : at->turn,
                       .visits = node->visits,
                       .value = node->visits ? node->sum / node->visits : NAN};
        if (node->visits && to->visit(to->with, &b)) tell_below(t, k, depth + 1, to);
    }
}

void pl_uct_tell(const pl_uct *t, pl_branch_fn *visit, void *with)
{
    listener to = {visit, with};
    if (t->root) tell_below(t, t->root, 1, &to);
}

typedef struct {
    double sum, visits;
} total;

/* What the searcher's next choices below n came to. */
static total own_choices(const pl_forest *f, uint32_t n)
{
    const pl_bandit *b = &f->bandit;
    total all = {0, 0};
    for (uint32_t k = pl_node_child(&b->nodes, n); k; k = pl_node_beside(&b->nodes, k)) {
        double visits = pl_nodes_total(&b->nodes, k).visits;
        total one = {0, 0};
        if (pl_node_seat(&b->nodes, k) != f->me) one = own_choices(f, k);
        else if (visits > 0) one = (total){visits * pl_bandit_mean(b, k), visits};
        all.sum += one.sum;
        all.visits += one.visits;
    }
    return all;
}

/* Whose score a node has, and how much: that of the seat which chose it; what was
 * only noticed has what the searcher makes of it next, if he nearly always gets to
 * choose: of games that end before that nothing is kept here. */
static void put_value(const pl_forest *f, uint32_t k, pl_branch *b)
{
    int seat = pl_node_seat(&f->bandit.nodes, k);
    b->seat = seat < 0 ? f->me : seat;
    if (seat >= 0) {
        b->value = pl_bandit_mean(&f->bandit, k);
        return;
    }
    total own = own_choices(f, k);
    int nearly_all = 10 * (own.visits + 1) >= 9 * b->visits; /* the first visit ends with it */
    b->value = own.visits > 0 && nearly_all ? own.sum / own.visits : NAN;
}

static void tell_noticed(const pl_forest *f, uint32_t n, int depth, const listener *to)
{
    const pl_nodes *nodes = &f->bandit.nodes;
    for (uint32_t k = pl_node_child(nodes, n); k; k = pl_node_beside(nodes, k)) {
        int32_t label = pl_node_label(nodes, k);
        pl_branch b = {.code = label < PL_NOTHING ? pl_shown(label) : label,
                       .depth = depth,
                       .shown = label < PL_NOTHING,
                       .visits = pl_nodes_total(nodes, k).visits};
        if (b.visits <= 0) continue;
        put_value(f, k, &b);
        if (to->visit(to->with, &b)) tell_noticed(f, k, depth + 1, to);
    }
}

void pl_forest_tell(const pl_forest *f, pl_branch_fn *visit, void *with)
{
    listener to = {visit, with};
    tell_noticed(f, f->root[f->me], 1, &to);
}
