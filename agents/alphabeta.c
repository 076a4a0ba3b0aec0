/* alphabeta.c -- the agent that looks at every line, as deep as its budget allows,
 * where nothing is hidden; search.c has the search, maxn.c that of many players.
 *
 * It searches one ply deep, then two, and so on (iterative deepening: D. Slate and
 * L. Atkin, 1977), each time first the moves that were best the last time, and
 * expects about the same worth (aspiration).  It ends when the best move is sure.
 *
 * Fact to check: it knows tic-tac-toe and mnk(4,4,4) for draws, and that who
 * begins wins hex(4), within a second.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/maxn.h"
#include "agents/opinions.h"
#include "core/text.h"

enum { DEPTH = PL_BUDGET_END, PLAYERS, HORIZON, ALL, MEMORY };
enum { MAXN, PARANOID };

/* A move of the position in question, and what it was found to be worth. */
typedef struct {
    pl_found found;
    int64_t nodes; /* spent on it */
    pl_move move;
    pl_bound bound; /* what is known of its worth; 0: nothing yet */
} choice;

typedef struct {
    pl_agent base;
    pl_search search;
    pl_opinions opinions;
    pl_budget budget;
    pl_reasons reasons;
    choice *choice; /* the best first, the others as they were */
    pl_move line[PL_DEEPEST];
    int length, n;
    int side;  /* the agent's in the search */
    int sided; /* whether there are two sides; else each plays for itself */
    int sure;  /* of the best move */
    int picking;
} alphabeta;

static int alphabeta_open(pl_agent *base, pl_error *err)
{
    alphabeta *a = (alphabeta *)base;
    const pl_game *g = base->game;
    if (g->hide)
        return pl_fail(err,
                       "alphabeta plays games without secrets; for %s there are ismcts and pimc",
                       g->name);
    if (base->arg[DEPTH] <= 0) pl_budget_open(base, 1e6);
    a->sided = (g->players == 2 && g->traits & PL_ZERO_SUM) || base->arg[PLAYERS] == PARANOID;
    a->search.look.blind = base->arg[HORIZON] > 0;
    a->choice = calloc((size_t)g->max_moves, sizeof *a->choice);
    if (!a->choice) return pl_fail(err, "out of memory");
    if (pl_search_open(&a->search, g, base->arg[MEMORY] * 1e6, err)) return -1;
    return pl_opinions_open(&a->opinions, g, err);
}

static void alphabeta_close(pl_agent *base)
{
    alphabeta *a = (alphabeta *)base;
    pl_search_close(&a->search);
    pl_opinions_close(&a->opinions);
    free(a->choice);
}

static void alphabeta_begin(pl_agent *a)
{
    pl_table_forget(&((alphabeta *)a)->search.table);
}

/* Of most moves it is only known that they are no better than the best: a bound
 * is no value. */
static void give_opinion(alphabeta *a, pl_opinion *o)
{
    for (int i = 0; i < a->n; i++) {
        const choice *c = &a->choice[i];
        if (c->move != o->move) continue;
        double worth = c->found.worth;
        int settled = c->bound == PL_EXACT ||
                      (c->bound == PL_AT_MOST && pl_search_lost(&a->search, a->side, worth)) ||
                      (c->bound == PL_AT_LEAST && pl_search_won(&a->search, a->side, worth));
        o->share = i == 0;
        o->visits = (double)c->nodes;
        if (settled || (i == 0 && c->bound)) o->value = pl_search_score(&a->search, worth);
        o->proven = settled && (c->found.sure || (i == 0 && a->sure));
    }
}

/* What it thinks as it stands now. */
static void think_aloud(alphabeta *a)
{
    for (int i = 0; i < a->opinions.n; i++) give_opinion(a, &a->opinions.of[i]);
    a->reasons = (pl_reasons){.of = a->opinions.of,
                              .options = a->opinions.n,
                              .line = a->line,
                              .length = a->length,
                              .iterations = a->search.look.nodes,
                              .nodes = a->search.table.used,
                              .node_bytes = sizeof(pl_entry),
                              .seconds = pl_budget_seconds(&a->budget)};
}

/* One move from the root, in a window or, if it is not the first of them and not
 * all are to be known, at first only whether it is better than alpha. */
static pl_found look_at(alphabeta *a, pl_move m, int first, int depth, double alpha, double beta)
{
    pl_search *x = &a->search;
    pl_shares all;
    if (a->sided && (first || a->base.arg[ALL] > 0))
        return pl_search_move(x, 0, m, a->side, depth, alpha, beta);
    if (a->sided) return pl_search_try(x, 0, m, a->side, depth, alpha, beta);
    pl_maxn_move(x, 0, m, depth, &all);
    return (pl_found){all.worth[a->base.seat], all.sure};
}

/* Choice i proved the best so far: it goes to the front, with its line. */
static void prefer(alphabeta *a, int i)
{
    const choice c = a->choice[i];
    const pl_ply *next = &a->search.ply[1];
    memmove(a->choice + 1, a->choice, (size_t)i * sizeof c);
    a->choice[0] = c;
    a->line[0] = c.move;
    a->length = 1 + (next->length < PL_DEEPEST ? next->length : PL_DEEPEST - 1);
    memcpy(a->line + 1, next->line, (size_t)(a->length - 1) * sizeof *a->line);
}

/* Whether nothing can change the score any more: every move is sure, or the best
 * one is and there is no better score. */
static int is_settled(const alphabeta *a, int all_sure, int inside)
{
    const choice *c = &a->choice[0];
    int extreme = pl_search_won(&a->search, a->side, c->found.worth) && c->bound != PL_AT_MOST;
    if (a->base.arg[ALL] > 0 || !a->sided) return all_sure;
    return (all_sure && inside) || (c->found.sure && extreme);
}

/* All moves at one depth; the best worth, or a bound if it is outside. */
static double look_at_all(alphabeta *a, int depth, double alpha, double beta)
{
    double best = -INFINITY, floor = alpha;
    int exact = !a->sided || a->base.arg[ALL] > 0, all_sure = 1;
    for (int i = 0; i < a->n; i++) {
        int64_t before = a->search.look.nodes;
        choice c = a->choice[i];
        c.found = look_at(a, c.move, i == 0, depth, alpha, beta);
        c.nodes += a->search.look.nodes - before;
        if (a->search.look.stopped) return best;
        c.bound = c.found.worth >= beta    ? PL_AT_LEAST
                  : c.found.worth <= alpha ? PL_AT_MOST
                                           : PL_EXACT;
        a->choice[i] = c;
        all_sure &= c.found.sure;
        if (c.found.worth <= best) continue;
        best = c.found.worth;
        if (best > alpha) prefer(a, i);
        if (!exact && best > alpha) alpha = best;
        if (!exact && best >= beta) break;
    }
    a->sure = is_settled(a, all_sure, best > floor && best < beta);
    return best;
}

/* A win as quick as that would have been found before. */
static double deepen(alphabeta *a, int depth, double expected)
{
    const pl_search *x = &a->search;
    double width = x->look.top / 16, full = (a->side ? -x->bottom : x->top) - depth;
    int open = depth < 3 || !a->sided || a->base.arg[ALL] > 0;
    double alpha = open ? -INFINITY : expected - width;
    double beta = open ? INFINITY : expected + width, worth;
    for (;;) {
        double roof = a->sided && !open && beta > full ? full : beta;
        worth = look_at_all(a, depth, alpha, roof);
        if (x->look.stopped || a->sure) return worth;
        if (worth <= alpha && alpha > -INFINITY) alpha = -INFINITY;
        else if (worth >= roof && roof < full) beta = INFINITY;
        else return worth;
    }
}

static pl_move best_reply(alphabeta *a, int side, int depth)
{
    pl_search *x = &a->search;
    pl_move list[PL_MOVES_MAX], best = PL_ILLEGAL;
    double alpha = -INFINITY;
    int n = a->base.game->moves(pl_search_state(x, 0), list);
    for (int i = 0; i < n && !x->look.stopped; i++) {
        pl_found f = pl_search_move(x, 0, list[i], side, depth, alpha, INFINITY);
        if (f.worth <= alpha) continue;
        alpha = f.worth;
        best = list[i];
    }
    return x->look.stopped ? PL_ILLEGAL : best;
}

/* Lines found in the table, or by a look ahead, are not spelt out: find the rest
 * of the best one, if little is left to do for it. */
static void spell_line(alphabeta *a, int depth)
{
    const pl_game *g = a->base.game;
    pl_search *x = &a->search;
    void *s = pl_search_state(x, 0);
    int64_t room = x->look.nodes + x->look.nodes / 8 + 10000;
    if (a->budget.most > room) a->budget.most = room;
    x->look.check = 0;
    for (int i = 0; i < a->length; i++) g->apply(s, a->line[i]);
    while (a->length < depth && a->length < PL_DEEPEST) {
        int turn = g->turn(s);
        pl_move m = turn < 0 ? PL_ILLEGAL : best_reply(a, turn != x->hero, depth - a->length);
        if (m == PL_ILLEGAL) return;
        a->line[a->length++] = m;
        g->apply(s, m);
    }
}

static void set_out(alphabeta *a, const void *view)
{
    pl_search *x = &a->search;
    int two = a->base.game->players == 2;
    int hero = two && a->sided ? 0 : (int)a->base.seat;
    pl_search_begin(x, &a->budget, hero);
    memcpy(pl_search_state(x, 0), view, (size_t)a->base.game->state_size);
    pl_opinions_begin(&a->opinions, a->base.game, view);
    a->side = a->base.seat != hero;
    a->n = a->opinions.n;
    a->sure = 0;
    a->line[0] = a->opinions.of[0].move;
    a->length = 1;
    for (int i = 0; i < a->n; i++) a->choice[i] = (choice){.move = a->opinions.of[i].move};
}

static pl_move alphabeta_pick(pl_agent *base, const void *view)
{
    alphabeta *a = (alphabeta *)base;
    double limit = base->arg[DEPTH], worth = 0;
    int deepest = limit > 0 && limit < PL_DEEPEST ? (int)limit : PL_DEEPEST, depth = 0;
    pl_budget_begin(&a->budget, base);
    set_out(a, view);
    a->picking = 1;
    while (depth < deepest && !a->sure && !a->search.look.stopped)
        worth = deepen(a, ++depth, worth);
    if (a->sided && !a->search.look.stopped) spell_line(a, depth);
    a->picking = 0;
    think_aloud(a);
    return a->choice[0].move;
}

static void alphabeta_why(pl_agent *base, pl_reasons *out)
{
    alphabeta *a = (alphabeta *)base;
    if (a->picking) think_aloud(a);
    *out = a->reasons;
}

static const pl_param params[] = {
    PL_BUDGET_PARAMS("1000000"),
    {"depth", NULL, 0, 0, PL_DEEPEST,
     "plies to look ahead; 0: as the budget allows.  With a depth alone there is no budget"},
    {"players", "maxn|paranoid", 0, 0, 1,
     "more than two: each wants the most for itself, or all want the least for this one"},
    {"horizon", "value|zero", 0, 0, 1,
     "where the search ends: the game's value of the position, or nothing, to solve only"},
    {"all", NULL, 0, 0, 1, "1: find the worth of every move, not only of the best"},
    {"memory", NULL, 1, 64, 1000000,
     "megabytes of the table; when they are full the latest and the deepest stay"},
    {0},
};

const pl_agent_type pl_alphabeta = {
    .abi = PL_ABI,
    .size = sizeof(alphabeta),
    .name = "alphabeta",
    .about = "alpha-beta search, with chance and many players, where nothing is hidden",
    .params = params,
    .open = alphabeta_open,
    .close = alphabeta_close,
    .begin = alphabeta_begin,
    .pick = alphabeta_pick,
    .why = alphabeta_why,
    .plays = "games without secrets",
};
