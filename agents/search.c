/* search.c -- alpha-beta search (J. McCarthy, 1956; D. Knuth and R. Moore, 1975):
 * principal variation search (T. Marsland and M. Campbell, 1982) with a
 * transposition table, killer moves (J. Gillogly, 1972) and history (J. Schaeffer,
 * 1983); at chance nodes star1 and star2 (B. Ballard, 1983).
 *
 * There are two sides: the hero, and everybody else.  Where two play for what the
 * other loses this is the truth; where more play it is how a paranoid sees them
 * (N. Sturtevant and R. Korf, 2000).  A worth is that of pl_look, which also
 * searches the last few plies, without a table but fast.
 *
 * Fact to check: a search of every line gives tic-tac-toe 0, after the same
 * number of plies in which plain minimax would end it.
 */
#include "agents/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Lines that are not worth a table: fewer where the horizon takes time. */
static const int64_t few = 1 << 16, few_valued = 1 << 12;
static const double near = 2048;        /* plies from the end that a sure win can be */
static const double narrow = 0.5;       /* width of a window that only asks yes or no */
static const double guessed = 2 * 2048; /* how far a guess is kept from the best score */

/* Ask the budget; from the count of nodes on. */
static int more(pl_look *look)
{
    pl_budget *b = look->with;
    b->done = look->nodes;
    if (b->done >= b->most) return 0;
    if (b->done >= b->check && !pl_budget_look(b)) return 0;
    look->check = b->check < b->most ? b->check : b->most;
    return 1;
}

int pl_search_open(pl_search *x, const pl_game *g, double bytes, pl_error *err)
{
    size_t plies = PL_DEEPEST + 3, moves = (size_t)g->max_moves;
    x->game = g;
    x->looks = pl_can_look(g);
    x->look.scale = pl_look_scale(g);
    x->look.top = fmax(fabs(g->lo), fabs(g->hi)) * x->look.scale;
    x->look.more = more;
    int even = g->players == 2 && g->traits & PL_ZERO_SUM;
    x->top = even ? x->look.top : g->hi * x->look.scale;
    x->bottom = even ? -x->look.top : g->lo * x->look.scale;
    x->stride = ((size_t)g->state_size + 15) / 16 * 16;
    x->ply = calloc(plies, sizeof *x->ply);
    x->list = calloc(plies * moves, sizeof *x->list);
    x->rank = calloc(plies * moves, sizeof *x->rank);
    x->state = calloc(plies, x->stride);
    x->outcome = calloc(plies * (size_t)g->chances + 1, sizeof *x->outcome);
    if (!x->ply || !x->list || !x->rank || !x->state || !x->outcome)
        return pl_fail(err, "out of memory");
    return pl_table_open(&x->table, bytes, err);
}

void pl_search_close(pl_search *x)
{
    free(x->ply);
    free(x->list);
    free(x->rank);
    free(x->state);
    free(x->outcome);
    pl_table_close(&x->table);
}

void pl_search_again(pl_search *x, pl_budget *b)
{
    x->budget = b;
    x->look.with = b;
    x->look.nodes = x->look.check = 0;
    x->look.stopped = 0;
}

void pl_search_begin(pl_search *x, pl_budget *b, int hero)
{
    if (hero != x->hero) pl_table_forget(&x->table);
    x->hero = hero;
    pl_search_again(x, b);
    x->few = x->game->value && !x->look.blind ? few_valued : few;
    pl_table_age(&x->table);
    memset(x->habit, 0, sizeof x->habit);
    memset(x->look.killer, 0, sizeof x->look.killer);
    for (int i = 0; i < PL_DEEPEST; i++) x->ply[i].killer[0] = x->ply[i].killer[1] = PL_ILLEGAL;
}

void *pl_search_state(const pl_search *x, int ply)
{
    return x->state + (size_t)ply * x->stride;
}

pl_move *pl_search_list(const pl_search *x, int ply)
{
    return x->list + (size_t)ply * (size_t)x->game->max_moves;
}

static int64_t *rank_of(const pl_search *x, int ply)
{
    return x->rank + (size_t)ply * (size_t)x->game->max_moves;
}

int pl_search_enter(pl_search *x)
{
    if (x->look.nodes >= x->look.check && !more(&x->look)) x->look.stopped = 1;
    else x->look.nodes++;
    return !x->look.stopped;
}

/* The best and the worst that a side can hope for. */
static double best_of(const pl_search *x, int side)
{
    return side ? -x->bottom : x->top;
}

int pl_search_won(const pl_search *x, int side, double worth)
{
    return worth > best_of(x, side) - near;
}

int pl_search_lost(const pl_search *x, int side, double worth)
{
    return worth < near - best_of(x, !side);
}

/* Scores are read off a grid, if they are nearer to it than plies can take them. */
double pl_search_score(const pl_search *x, double worth)
{
    double grid = x->look.top / (1 << 20), on_grid = nearbyint(worth / grid) * grid;
    return (fabs(worth - on_grid) <= near ? on_grid : worth) / x->look.scale;
}

static int side_of(const pl_search *x, int turn)
{
    return turn != x->hero;
}

/* What must be asked of a position so that, a ply away, it tells of these. */
static double nearer_alpha(double alpha)
{
    return alpha >= 0 ? alpha + 1 : alpha - 1;
}

static double nearer_beta(double beta)
{
    return beta > 0 ? beta + 1 : beta - 1;
}

static pl_found negative(pl_found f)
{
    return (pl_found){-f.worth, f.sure};
}

static pl_found end(const pl_search *x, const void *s)
{
    double score[PL_SEATS_MAX];
    x->game->score(s, score);
    return (pl_found){score[x->hero] * x->look.scale, 1};
}

double pl_search_guess(const pl_search *x, double value)
{
    return fmin(fmax(value * x->look.scale, x->bottom + guessed), x->top - guessed);
}

/* What the hero thinks of a position that is not searched. */
static pl_found horizon(const pl_search *x, const void *s)
{
    const pl_game *g = x->game;
    double mean = g->traits & PL_ZERO_SUM ? 0 : (g->lo + g->hi) / 2;
    double value = g->value && !x->look.blind ? g->value(s, x->hero) : mean;
    return (pl_found){pl_search_guess(x, value), 0};
}

static pl_found decide(pl_search *x, int ply, int side, int depth, double alpha, double beta);
static pl_found chance(pl_search *x, int ply, int depth, double alpha, double beta);

pl_found pl_search_worth(pl_search *x, int ply, int depth, double alpha, double beta)
{
    const void *s = pl_search_state(x, ply);
    int turn = x->game->turn(s);
    x->ply[ply].length = 0;
    if (turn == PL_OVER) return end(x, s);
    if (depth <= 0 || ply > PL_DEEPEST) return horizon(x, s);
    if (turn == PL_CHANCE) return chance(x, ply, depth, alpha, beta);
    if (turn == x->hero) return decide(x, ply, 0, depth, alpha, beta);
    return negative(decide(x, ply, 1, depth, -beta, -alpha));
}

pl_found pl_search_move(pl_search *x, int ply, pl_move m, int side, int depth, double alpha,
                        double beta)
{
    void *next = pl_search_state(x, ply + 1);
    pl_found f = {0, 0};
    if (!pl_search_enter(x)) return f;
    memcpy(next, pl_search_state(x, ply), (size_t)x->game->state_size);
    x->game->apply(next, m);
    alpha = nearer_alpha(alpha);
    beta = nearer_beta(beta);
    if (side) f = negative(pl_search_worth(x, ply + 1, depth - 1, -beta, -alpha));
    else f = pl_search_worth(x, ply + 1, depth - 1, alpha, beta);
    f.worth = pl_far(f.worth, 1);
    return f;
}

/* Whether the table answers the question; then f is the answer. */
static int answered(const pl_entry *e, int depth, double alpha, double beta, pl_found *f)
{
    int sure = e->flags & PL_SURE, bound = e->flags & PL_EXACT;
    if (!sure && e->depth < depth) return 0;
    *f = (pl_found){e->worth, sure != 0};
    return bound == PL_EXACT || (bound == PL_AT_LEAST && e->worth >= beta) ||
           (bound == PL_AT_MOST && e->worth <= alpha);
}

static void keep(pl_search *x, uint64_t key, int depth, pl_found f, double alpha, double beta,
                 pl_move best)
{
    int bound = f.worth >= beta ? PL_AT_LEAST : f.worth <= alpha ? PL_AT_MOST : PL_EXACT;
    if (x->look.stopped) return;
    pl_table_keep(&x->table, key,
                  (pl_entry){.worth = f.worth,
                             .depth = (uint8_t)depth,
                             .move = best,
                             .flags = (uint8_t)(bound | (f.sure ? PL_SURE : 0))});
}

/* Whether so many plies of so many moves are few lines. */
static int are_few(const pl_search *x, int moves, int depth)
{
    int64_t lines = 1;
    if (depth > PL_LOOK_MAX) return 0;
    for (; depth > 0 && lines <= x->few; depth--) lines *= moves;
    return lines <= x->few;
}

/* The last plies, without a table. */
static pl_found look_ahead(pl_search *x, const void *s, int side, int depth, double alpha,
                           double beta)
{
    pl_look *l = &x->look;
    l->depth = depth;
    l->alpha = alpha;
    l->beta = beta;
    l->cut = 0;
    double worth = pl_look_ahead(x->game, s, l);
    int sure = !l->cut || pl_search_won(x, side, worth) || pl_search_lost(x, side, worth);
    return (pl_found){worth, sure};
}

static void rank_moves(pl_search *x, int ply, int n, int side, pl_move first)
{
    const pl_move *list = pl_search_list(x, ply);
    int64_t *rank = rank_of(x, ply);
    const pl_move *killer = x->ply[ply].killer;
    for (int i = 0; i < n; i++) {
        pl_move m = list[i];
        rank[i] = m == first       ? INT64_MAX
                  : m == killer[0] ? INT64_MAX - 1
                  : m == killer[1] ? INT64_MAX - 2
                                   : x->habit[side][m % PL_HABITS];
    }
}

/* Bring the most promising move from i on to place i. */
static pl_move next_move(pl_search *x, int ply, int i, int n)
{
    pl_move *list = pl_search_list(x, ply);
    int64_t *rank = rank_of(x, ply);
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (rank[k] > rank[best]) best = k;
    pl_move m = list[best];
    int64_t r = rank[best];
    for (; best > i; best--) { /* the others keep their order */
        list[best] = list[best - 1];
        rank[best] = rank[best - 1];
    }
    list[i] = m;
    rank[i] = r;
    return m;
}

static void remember_refutation(pl_search *x, int ply, int side, pl_move m, int depth)
{
    pl_move *killer = x->ply[ply].killer;
    x->habit[side][m % PL_HABITS] += (int64_t)depth * depth;
    if (killer[0] == m) return;
    killer[1] = killer[0];
    killer[0] = m;
}

void pl_search_line(pl_search *x, int ply, pl_move m)
{
    pl_ply *here = &x->ply[ply], *next = here + 1;
    int n = next->length < PL_DEEPEST ? next->length : PL_DEEPEST;
    here->line[0] = m;
    memcpy(here->line + 1, next->line, (size_t)n * sizeof *next->line);
    here->length = n + 1;
}

pl_found pl_search_try(pl_search *x, int ply, pl_move m, int side, int depth, double alpha,
                       double beta)
{
    if (beta - alpha <= narrow || depth < 2)
        return pl_search_move(x, ply, m, side, depth, alpha, beta);
    pl_found f = pl_search_move(x, ply, m, side, depth, alpha, alpha + narrow);
    if (f.worth <= alpha || f.worth >= beta || x->look.stopped) return f;
    return pl_search_move(x, ply, m, side, depth, alpha, beta);
}

/* What the moves from ply are worth to the side that has them. */
static pl_found try_moves(pl_search *x, int ply, int n, int side, int depth, double alpha,
                          double beta, pl_move *best_move)
{
    pl_found best = {-INFINITY, 0};
    int all_sure = 1;
    double floor = alpha;
    for (int i = 0; i < n; i++) {
        pl_move m = next_move(x, ply, i, n);
        pl_found f = (i ? pl_search_try : pl_search_move)(x, ply, m, side, depth, alpha, beta);
        if (x->look.stopped) return best;
        all_sure &= f.sure;
        if (f.worth <= best.worth) continue;
        best = f;
        if (f.worth > floor) *best_move = m;
        if (f.worth >= beta) {
            remember_refutation(x, ply, side, m, depth);
            return best;
        }
        if (f.worth <= alpha) continue;
        alpha = f.worth;
        pl_search_line(x, ply, m);
    }
    int won = best.worth > floor && pl_search_won(x, side, best.worth);
    best.sure = all_sure || (best.sure && won);
    return best;
}

/* What the state at ply is worth to side, which has the move. */
static pl_found decide(pl_search *x, int ply, int side, int depth, double alpha, double beta)
{
    const pl_game *g = x->game;
    const void *s = pl_search_state(x, ply);
    uint64_t key = pl_key(g, s);
    pl_table_fetch(&x->table, key);
    int n = g->moves(s, pl_search_list(x, ply));
    const pl_entry *e = pl_table_find(&x->table, key);
    pl_move best = e ? e->move : PL_ILLEGAL;
    double most = best_of(x, side) - 1;
    pl_found f = {most, 1};
    if (beta > most) beta = most; /* no win comes sooner than with the next move */
    if (alpha >= beta || (e && answered(e, depth, alpha, beta, &f))) return f;
    if (x->looks && are_few(x, n, depth)) {
        f = look_ahead(x, s, side, depth, alpha, beta);
    } else {
        rank_moves(x, ply, n, side, best);
        f = try_moves(x, ply, n, side, depth, alpha, beta, &best);
    }
    keep(x, key, depth, f, alpha, beta, best);
    return f;
}

/* Chance.  The hero's worth is the mean over the outcomes; with what the others can
 * be at most and at least, a window for one follows from that of all. */
typedef struct {
    const pl_move *list;
    pl_outcome *outcome;
    int ply, depth, n;
    double alpha, beta; /* for the mean */
    double lo, hi;      /* what it is at least, and at most */
    int sure, probed_sure;
} fan;

/* Learn that outcome i is worth lo .. hi. */
static void narrow_fan(fan *c, int i, double lo, double hi)
{
    pl_outcome *o = &c->outcome[i];
    c->lo += o->odds * (lo - o->lo);
    c->hi += o->odds * (hi - o->hi);
    o->lo = lo;
    o->hi = hi;
}

static void open_fan(pl_search *x, fan *c)
{
    const pl_game *g = x->game;
    const void *s = pl_search_state(x, c->ply);
    c->list = pl_search_list(x, c->ply);
    c->outcome = x->outcome + (size_t)c->ply * (size_t)g->chances;
    c->n = g->moves(s, pl_search_list(x, c->ply));
    c->lo = x->bottom;
    c->hi = x->top;
    c->sure = c->probed_sure = 1;
    for (int i = 0; i < c->n; i++) {
        double odds = g->odds ? g->odds(s, c->list[i]) : 1.0 / c->n;
        c->outcome[i] = (pl_outcome){odds, x->bottom, x->top};
    }
}

/* Star2: of every outcome the move that looks best is tried; that bounds it. */
static int probe(pl_search *x, fan *c)
{
    const pl_game *g = x->game;
    void *next = pl_search_state(x, c->ply + 1);
    for (int i = 0; i < c->n; i++) {
        const pl_outcome *o = &c->outcome[i];
        double alpha = nearer_alpha(fmax(o->lo - 1, (c->alpha - c->hi) / o->odds + o->hi));
        double beta = nearer_beta(fmin(o->hi + 1, (c->beta - c->lo) / o->odds + o->lo));
        if (!pl_search_enter(x)) return 1;
        memcpy(next, pl_search_state(x, c->ply), (size_t)g->state_size);
        g->apply(next, c->list[i]);
        int turn = g->turn(next);
        if (turn < 0) continue;
        int side = side_of(x, turn);
        const pl_entry *e = pl_table_find(&x->table, pl_key(g, next));
        int n = g->moves(next, pl_search_list(x, c->ply + 1));
        rank_moves(x, c->ply + 1, n, side, e ? e->move : PL_ILLEGAL);
        pl_move m = next_move(x, c->ply + 1, 0, n);
        pl_found f = pl_search_move(x, c->ply + 1, m, side, c->depth - 1, side ? -beta : alpha,
                                    side ? -alpha : beta);
        if (x->look.stopped) return 1;
        c->probed_sure &= f.sure;
        f.worth = pl_far(f.worth, 1);
        if (side) narrow_fan(c, i, o->lo, fmin(o->hi, -f.worth));
        else narrow_fan(c, i, fmax(o->lo, f.worth), o->hi);
        if (c->hi <= c->alpha || c->lo >= c->beta) return 1;
    }
    return 0;
}

/* Star1: each outcome in the window that is left for it. */
static pl_found average(pl_search *x, fan *c)
{
    double mean = 0;
    for (int i = 0; i < c->n; i++) {
        const pl_outcome *o = &c->outcome[i];
        double alpha = (c->alpha - c->hi) / o->odds + o->hi;
        double beta = (c->beta - c->lo) / o->odds + o->lo;
        pl_found f = pl_search_move(x, c->ply, c->list[i], 0, c->depth, fmax(alpha, o->lo - 1),
                                    fmin(beta, o->hi + 1));
        if (x->look.stopped) return f;
        c->sure &= f.sure;
        if (f.worth <= alpha) {
            narrow_fan(c, i, o->lo, f.worth);
            return (pl_found){fmin(c->hi, c->alpha), c->sure && c->probed_sure};
        }
        if (f.worth >= beta) {
            narrow_fan(c, i, f.worth, o->hi);
            return (pl_found){fmax(c->lo, c->beta), c->sure && c->probed_sure};
        }
        narrow_fan(c, i, f.worth, f.worth);
        mean += o->odds * f.worth;
    }
    return (pl_found){mean, c->sure};
}

static pl_found chance(pl_search *x, int ply, int depth, double alpha, double beta)
{
    uint64_t key = pl_key(x->game, pl_search_state(x, ply));
    const pl_entry *e = pl_table_find(&x->table, key);
    fan c = {.ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
    pl_found f;
    if (e && answered(e, depth, alpha, beta, &f)) return f;
    open_fan(x, &c);
    int cut = depth > 2 && c.n > 1 && probe(x, &c);
    if (x->look.stopped) return (pl_found){0, 0};
    if (cut) f = (pl_found){c.hi <= alpha ? c.hi : c.lo, c.probed_sure};
    else f = average(x, &c);
    keep(x, key, depth, f, alpha, beta, PL_ILLEGAL);
    return f;
}
