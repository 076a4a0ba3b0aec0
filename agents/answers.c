/* answers.c -- what the trees of an information set search say of moves. */
#include "agents/forest.h"

uint32_t pl_forest_find(const pl_forest *f, uint32_t n, int32_t label)
{
    pl_reach looked;
    return pl_nodes_find(&f->bandit.nodes, n, label, &looked);
}

uint32_t pl_forest_most(const pl_forest *f, uint32_t n)
{
    const pl_nodes *nodes = &f->bandit.nodes;
    uint32_t best = 0;
    double most = 0;
    for (uint32_t k = pl_node_child(nodes, n); k; k = pl_node_beside(nodes, k)) {
        double visits = pl_nodes_total(nodes, k).visits;
        if (visits <= most) continue;
        best = k;
        most = visits;
    }
    return best;
}

void pl_forest_ask(const pl_forest *f, pl_opinions *o)
{
    const pl_bandit *b = &f->bandit;
    for (uint32_t k = pl_node_child(&b->nodes, f->root[f->me]); k;
         k = pl_node_beside(&b->nodes, k)) {
        pl_opinion *of = pl_opinions_of(o, pl_node_label(&b->nodes, k));
        double visits = pl_nodes_total(&b->nodes, k).visits, before = of->visits;
        if (visits <= 0) continue;
        double mean = pl_bandit_mean(b, k);
        of->visits += visits;
        of->value = before > 0 ? of->value + (mean - of->value) * visits / of->visits : mean;
        of->share += pl_bandit_weight(b, k);
    }
}

int pl_forest_share(const pl_forest *f, pl_opinions *o)
{
    int best = 0;
    double all = 0;
    for (int i = 0; i < o->n; i++) {
        all += o->of[i].share;
        if (o->of[i].share > o->of[best].share) best = i;
    }
    int mixes = pl_bandit_mixes(&f->bandit) && all > 0;
    for (int i = 0; i < o->n; i++) o->of[i].share = mixes ? o->of[i].share / all : i == best;
    return best;
}

int pl_forest_line(const pl_forest *f, pl_move first_move, pl_move *line, int most)
{
    const pl_nodes *nodes = &f->bandit.nodes;
    int n = 0;
    line[n++] = first_move;
    for (uint32_t k = pl_forest_find(f, f->root[f->me], first_move);
         k && n < most && (k = pl_forest_most(f, k)) != 0;)
        if (pl_node_label(nodes, k) >= 0) line[n++] = pl_node_label(nodes, k);
    return n;
}
