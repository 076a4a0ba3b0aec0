/* full.c -- the search of one world as if everybody knew all of it: by UCT, or by
 * alpha-beta with ever greater depth, every move in an open window so that the
 * values of worlds can be added up.  Chance yet to come stays chance.
 *
 * Fact to check: tic-tac-toe, all of it known, is worth 0 by either.
 */
#include "agents/full.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

int pl_full_open(pl_full *f, const pl_game *g, pl_full_kind kind, double explore, double bytes,
                 pl_rng *r, pl_error *err)
{
    f->game = g;
    f->kind = kind;
    f->uct.rng = r;
    f->uct.explore = explore;
    f->uct.rave = -1;
    if (kind == PL_FULL_UCT) return pl_uct_open(&f->uct, g, bytes, err);
    f->worth = calloc((size_t)g->max_moves, sizeof *f->worth);
    if (!f->worth) return pl_fail(err, "out of memory");
    if (pl_opinions_open(&f->moves, g, err)) return -1;
    return pl_search_open(&f->search, g, bytes, err);
}

void pl_full_close(pl_full *f)
{
    pl_uct_close(&f->uct);
    pl_search_close(&f->search);
    pl_opinions_close(&f->moves);
    free(f->worth);
}

void pl_full_begin(pl_full *f)
{
    f->begun = 0;
}

static void begin_uct(pl_full *f, const void *s, const pl_budget *b)
{
    f->uct.root = 0; /* nothing is kept from another world */
    f->uct.budget = b;
    pl_uct_begin(&f->uct, s);
}

/* What one position taught about good moves holds for the next ones, too. */
static void begin_alphabeta(pl_full *f, const void *s, int hero, pl_budget *b)
{
    if (f->begun && f->search.hero == hero) pl_search_again(&f->search, b);
    else pl_search_begin(&f->search, b, hero);
    f->begun = 1;
    memcpy(pl_search_state(&f->search, 0), s, (size_t)f->game->state_size);
}

/* All moves so many plies deep; whether there is more to find.  What a search found
 * that had to stop half way counts only if there is nothing else. */
static int deepen(pl_full *f, int depth)
{
    pl_search *x = &f->search;
    double best = -INFINITY;
    int sure = 1, n = 0;
    for (; n < f->moves.n; n++) {
        int64_t before = x->look.nodes;
        pl_found found = pl_search_move(x, 0, f->moves.of[n].move, 0, depth, -INFINITY, INFINITY);
        if (x->look.stopped) break;
        sure &= found.sure;
        f->worth[n] = found.worth;
        f->moves.of[n].visits += (double)(x->look.nodes - before);
        if (found.worth <= best) continue;
        best = found.worth;
        pl_search_line(x, 0, f->moves.of[n].move);
    }
    for (int i = 0; i < n && (n == f->moves.n || depth == 1); i++) {
        f->moves.of[i].value = pl_search_score(x, f->worth[i]);
        f->moves.of[i].proven = sure && n == f->moves.n;
    }
    return !sure && !x->look.stopped;
}

void pl_full_search(pl_full *f, const void *s, pl_budget *b)
{
    if (f->kind == PL_FULL_UCT) {
        begin_uct(f, s, b);
        while (!pl_uct_done(&f->uct) && pl_budget_more(b)) pl_uct_iterate(&f->uct);
        return;
    }
    begin_alphabeta(f, s, f->game->turn(s), b);
    pl_opinions_begin(&f->moves, f->game, s);
    for (int depth = 1; depth <= PL_DEEPEST && deepen(f, depth); depth++) {
    }
    b->done = f->search.look.nodes;
}

void pl_full_tell(const pl_full *f, pl_opinions *o)
{
    const pl_uct *t = &f->uct;
    if (f->kind == PL_FULL_ALPHABETA) {
        o->n = f->moves.n;
        memcpy(o->of, f->moves.of, (size_t)o->n * sizeof *o->of);
        return;
    }
    pl_opinions_begin(o, f->game, &t->state);
    const pl_uct_node *root = &t->node[t->root];
    for (uint32_t i = root->first; i < root->first + root->moves; i++) {
        const pl_uct_node *k = &t->node[i];
        pl_opinion *to = pl_opinions_of(o, k->move);
        to->visits = k->visits;
        to->proven = k->proven;
        if (k->visits) to->value = k->sum / k->visits;
    }
}

int pl_full_line(const pl_full *f, pl_move *line, int most)
{
    const pl_ply *p = f->search.ply;
    if (f->kind == PL_FULL_UCT) return f->uct.root ? pl_uct_line(&f->uct, line, most) : 0;
    int n = p->length < most ? p->length : most;
    memcpy(line, p->line, (size_t)n * sizeof *line);
    return n;
}

int64_t pl_full_nodes(const pl_full *f, int64_t *bytes)
{
    int uct = f->kind == PL_FULL_UCT;
    *bytes = uct ? (int64_t)sizeof(pl_uct_node) : (int64_t)sizeof(pl_entry);
    return !uct ? f->search.table.used : f->uct.used ? f->uct.used - 1 : 0;
}

/* Where two play for the same points it is the best move that counts; else the
 * mean of all games, as a tree keeps nobody's score but the chooser's. */
static void uct_scores(pl_full *f, const void *s, pl_budget *b, double *score)
{
    pl_uct *t = &f->uct;
    double games = 0;
    begin_uct(f, s, b);
    for (int i = 0; i < f->game->players; i++) score[i] = 0;
    while (!pl_uct_done(t) && pl_budget_more(b)) {
        pl_uct_iterate(t);
        games++;
        for (int i = 0; i < f->game->players; i++) score[i] += (t->score[i] - score[i]) / games;
    }
    uint32_t best = t->solves ? pl_uct_best(t, t->root) : 0;
    if (!best) return;
    int turn = t->node[t->root].turn;
    score[turn] = t->node[best].sum / t->node[best].visits;
    score[1 - turn] = -score[turn];
}

static void alphabeta_scores(pl_full *f, const void *s, int hero, pl_budget *b, double *score)
{
    pl_search *x = &f->search;
    double worth = 0;
    int sure = 0;
    begin_alphabeta(f, s, hero, b);
    for (int depth = 0; depth <= PL_DEEPEST && !sure; depth++) {
        pl_found found = pl_search_worth(x, 0, depth, -INFINITY, INFINITY);
        if (x->look.stopped) break;
        worth = found.worth;
        sure = found.sure;
    }
    b->done = x->look.nodes ? x->look.nodes : 1; /* also where the table knew it at once */
    for (int i = 0; i < f->game->players; i++)
        score[i] = (i == hero ? 1 : -1) * pl_search_score(x, worth);
}

void pl_full_scores(pl_full *f, const void *s, int hero, pl_budget *b, double *score)
{
    if (f->kind == PL_FULL_UCT) uct_scores(f, s, b, score);
    else alphabeta_scores(f, s, hero, b, score);
}
