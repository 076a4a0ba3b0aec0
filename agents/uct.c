/* uct.c -- Monte Carlo tree search: UCT (L. Kocsis and C. Szepesvári, 2006), with
 * proven scores (MCTS-Solver: M. Winands, Y. Björnsson and J.-T. Saito, 2008),
 * chance, and what later moves tell (GRAVE: T. Cazenave, 2015).
 *
 * Each iteration walks down the tree, adds a position's moves at its second
 * visit, judges the new position by a game at random, and adds the score to every
 * node on the way.  Scores are kept as they are; the range of all that were seen
 * stands for 0..1.  When there is no room left, what lies below the positions that were
 * visited least is given up, and from then on a position needs as many visits as those which
 * were kept before it has moves (after E. Powley, P. Cowling and D. Whitehouse, 2017).
 *
 * With a guide new positions are valued by its net, and moves are tried by its priors
 * (PUCT: C. Rosin, 2011; D. Silver and others, 2017).  What the dice will show is then a
 * part of what a position is worth, so the one before they fall is what is valued.
 *
 * Fact to check: from the empty board, tic-tac-toe is proven a draw.
 */
#include "agents/uct.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { PATH = 1024, UNKNOWN = PL_FULL - 1 };
enum { SMALL = 1 << 14, LOOK = 1 << 12 }; /* nodes: packed at once; between looks at the clock */
enum { VALUED = 16 };   /* moves: between looks at the clock, where each has to be valued */
enum { BIAS = 100000 }; /* 1/BIAS: how soon a move's own visits outweigh RAVE's */

static const double random_share = 0.2; /* of greedy playouts' moves */

/* From the root to the node that is judged, and whose score each has: that of who
 * chose it; of what chance brought, seat 0's. */
typedef struct {
    uint32_t node[PATH];
    uint32_t sure[PATH]; /* the proven move that was better than the one gone on with; or 0 */
    int8_t seat[PATH];
    int length;
} path;

int pl_uct_open(pl_uct *t, const pl_game *g, double bytes, pl_error *err)
{
    double room = bytes / 2 / sizeof *t->node;
    t->game = g;
    t->room = room < 4e9 ? (uint32_t)room : (uint32_t)4e9;
    t->usual = t->rave < 0 && !t->guide.ranks;
    t->solves = g->players == 2 && g->traits & PL_ZERO_SUM;
    t->node = calloc(t->room, sizeof *t->node);
    t->other = calloc(t->room, sizeof *t->other);
    t->rows = pl_rows_new();
    if (t->rave >= 0) {
        t->said = calloc((size_t)g->actions * (size_t)g->players, sizeof *t->said);
        t->slot = calloc((size_t)g->actions, sizeof *t->slot);
    }
    if (!t->node || !t->other)
        return pl_fail(err, "there is too little memory; a smaller memory=... is accepted");
    if (!t->rows || (t->rave >= 0 && (!t->said || !t->slot))) return pl_fail(err, "out of memory");
    return pl_guided_open(&t->guided, &t->guide, err);
}

void pl_uct_close(pl_uct *t)
{
    free(t->node);
    free(t->other);
    free(t->rows);
    free(t->said);
    free(t->slot);
    pl_guided_close(&t->guided);
}

/* Copy the block or list of moves that *n points to, which lies in the old tree, to place
 * to of the new one; the place behind it. */
static uint32_t copy_moves(const pl_uct *t, pl_uct_node *n, uint32_t to)
{
    uint32_t from = n->first;
    n->first = to;
    if (n->turn != PL_CHANCE) {
        memcpy(t->other + to, t->node + from, n->moves * sizeof *n);
        return to + n->moves;
    }
    for (; from; from = t->node[from].next, to++) {
        t->other[to] = t->node[from];
        t->other[to].next = t->node[from].next ? to + 1 : 0;
    }
    return to;
}

/* A full tree has no room for what is below proven positions and those visited least. */
static int is_given_up(const pl_uct *t, const pl_uct_node *n)
{
    return t->full && (n->proven || n->visits < t->least);
}

/* Copy what is below the root, breadth first, but for what is given up.  The nodes of the copy; 0:
 * they are more than half of the room, or there is no time for it. */
static uint32_t copy_tree(pl_uct *t)
{
    uint32_t used = 2;
    t->other[1] = t->node[t->root];
    for (uint32_t i = 1; i < used; i++) {
        pl_uct_node *n = &t->other[i];
        if (i % LOOK == 0 && t->budget && pl_budget_spent(t->budget)) return 0;
        if (i > 1 && is_given_up(t, n)) n->first = n->moves = n->tried = 0;
        if (n->first) used = copy_moves(t, n, used);
        if (used > t->room / 2) return 0;
    }
    return used;
}

/* Have the copy for the tree, if there is one: until then nothing has changed. */
static int pack(pl_uct *t)
{
    uint32_t used = copy_tree(t);
    if (!used) return 0;
    pl_uct_node *old = t->node;
    t->node = t->other;
    t->other = old;
    t->used = used;
    t->root = 1;
    return 1;
}

/* The tree is full: give up what is below positions that were visited least, as many as
 * it takes to have half of the room again.  It stays full where the root's moves alone are more,
 * or there is no time. */
static void make_room(pl_uct *t)
{
    while (!pack(t)) {
        if (t->least > t->node[t->root].visits / 2) return;
        if (t->budget && pl_budget_spent(t->budget)) return;
        t->least *= 2;
    }
    t->full = 0;
}

void pl_uct_begin(pl_uct *t, const void *s)
{
    size_t size = (size_t)t->game->state_size;
    t->least = 1;
    if (t->root && !memcmp(&t->state, s, size)) {
        if (t->used < SMALL) pack(t);
        return;
    }
    memcpy(&t->state, s, size);
    t->node[1] = (pl_uct_node){.turn = (int8_t)t->game->turn(s)};
    t->used = 2;
    t->root = 1;
    t->full = 0;
    t->lo = t->hi = 0;
    t->iteration = 0;
    if (t->said)
        memset(t->said, 0, (size_t)t->game->actions * (size_t)t->game->players * sizeof *t->said);
}

/* The node of move m from node n, or 0. */
static uint32_t find(const pl_uct *t, uint32_t n, pl_move m)
{
    const pl_uct_node *at = &t->node[n];
    if (at->turn == PL_CHANCE) {
        uint32_t k = at->first;
        while (k && t->node[k].move != m) k = t->node[k].next;
        return k;
    }
    for (uint32_t k = at->first; k < at->first + at->moves; k++)
        if (t->node[k].move == m) return k;
    return 0;
}

void pl_uct_follow(pl_uct *t, pl_move m, const void *view)
{
    t->root = t->root ? find(t, t->root, m) : 0;
    memcpy(&t->state, view, (size_t)t->game->state_size);
    if (!t->node[t->root].first) t->root = 0; /* it knows of no move from there */
    if (t->root) t->node[t->root].turn = (int8_t)t->game->turn(view);
}

/* The outcome of chance that came up, new if it has not before; 0: no room. */
static uint32_t outcome(pl_uct *t, uint32_t n, pl_move m)
{
    uint32_t k = find(t, n, m);
    if (!k && t->used == t->room) t->full = 1;
    if (k || t->full) return k;
    k = t->used++;
    t->node[k] = (pl_uct_node){.move = m, .next = t->node[n].first, .turn = UNKNOWN};
    t->node[n].first = k;
    return k;
}

/* Move i of the block, which the guide has at k: the two change places there. */
static void rank(pl_uct *t, pl_uct_node *node, int i, int k)
{
    float *prior = t->guided.prior;
    double *worth = t->guided.worth;
    node->prior = prior[k];
    node->worth = (float)worth[k];
    prior[k] = prior[i];
    worth[k] = worth[i];
}

/* A node for every move, in random order; 0, or -1: no room. */
static int expand(pl_uct *t, pl_uct_node *n, const void *s)
{
    pl_move list[PL_MOVES_MAX];
    int count = t->game->moves(s, list);
    if (t->room - t->used < (uint32_t)count) t->full = 1;
    if (t->full) return -1;
    n->first = t->used;
    n->moves = (uint16_t)count;
    t->used += (uint32_t)count;
    int ranks = t->guide.ranks;
    if (ranks) pl_guide_priors(&t->guide, &t->guided, s, n->turn, list, count);
    if (ranks) n->tried = n->moves;
    for (int i = 0; i < count; i++) {
        int k = i + pl_below(t->rng, count - i);
        t->node[n->first + (uint32_t)i] = (pl_uct_node){.move = list[k], .turn = UNKNOWN};
        if (ranks) rank(t, &t->node[n->first + (uint32_t)i], i, k);
        list[k] = list[i];
    }
    return 0;
}

static float range_of(const pl_uct *t)
{
    return t->hi > t->lo ? (float)(t->hi - t->lo) : 1;
}

/* What the chooser may hope for is the mean, and more if it was tried little; of
 * what is proven there is nothing more to hope.  With few set all visits are in the rows. */
static inline uint32_t highest(const pl_uct *t, const pl_uct_node *n, int unproven, int few)
{
    const pl_rows *rows = t->rows;
    const pl_uct_node *node = t->node;
    float bold = (float)t->explore * range_of(t) * pl_root_log(rows, n->visits), best = -INFINITY;
    const float hope[] = {bold, 0}; /* by whether it is proven */
    uint32_t pick = n->first, end = n->first + n->moves;
    for (uint32_t i = n->first; i < end; i++) {
        uint32_t visits = node[i].visits;
        float inverse = few ? rows->of[visits].inverse : pl_inverse(rows, visits);
        float root = few ? rows->of[visits].root : pl_inverse_root(rows, visits);
        float p = (float)node[i].sum * inverse + hope[node[i].proven] * root;
        if (unproven && node[i].proven) continue;
        pick = p > best ? i : pick;
        best = p > best ? p : best;
    }
    return pick;
}

/* No move is visited more often than the node that it is from. */
static inline uint32_t most_promising(const pl_uct *t, const pl_uct_node *n, int unproven)
{
    return n->visits < PL_ROWS ? highest(t, n, unproven, 1) : highest(t, n, unproven, 0);
}

/* The mean of those that were tried, for a guide that does not say what each is worth. */
static float mean_of(const pl_uct *t, const pl_uct_node *n)
{
    double sum = 0, visits = 0;
    for (uint32_t i = n->first; i < n->first + n->moves; i++) {
        sum += t->node[i].sum;
        visits += t->node[i].visits;
    }
    return visits > 0 ? (float)(sum / visits) : 0;
}

/* The same by PUCT: the more hope the likelier the guide finds the move, and before a
 * move is tried its mean is what the guide expects of it. */
static uint32_t most_promising_ranked(const pl_uct *t, const pl_uct_node *n, int unproven)
{
    const pl_rows *rows = t->rows;
    int ahead = !t->guide.head;
    float root = (float)n->visits * pl_inverse_root(rows, n->visits), best = -INFINITY;
    float bold = (float)t->explore * range_of(t) * root, mean = ahead ? 0 : mean_of(t, n);
    uint32_t pick = n->first;
    for (uint32_t i = n->first; i < n->first + n->moves; i++) {
        const pl_uct_node *k = &t->node[i];
        float own = k->visits ? (float)k->sum * pl_inverse(rows, k->visits)
                    : ahead   ? k->worth
                              : mean;
        float p = own + (k->proven ? 0 : bold) * k->prior * pl_inverse(rows, k->visits + 1);
        if ((unproven && k->proven) || p <= best) continue;
        best = p;
        pick = i;
    }
    return pick;
}

/* Its own mean, and that of all games in which the move came later, the less of
 * that the more it was tried itself; what nobody knows anything of is half. */
static float promise_also(const pl_uct_node *k, const pl_uct_node *also, float lo, float scale)
{
    float own = (float)k->visits, said = (float)also->also_visits;
    float mean = own > 0 ? ((float)k->sum / own - lo) * scale : 0.5f;
    float later = said > 0 ? (also->also / said - lo) * scale : 0.5f;
    float weight = own > 0 ? said / (said + own + said * own / BIAS) : 1;
    return k->proven ? mean : mean + weight * (later - mean);
}

/* The same by RAVE: its statistics are those of the nearest node above that has
 * enough visits and the same seat to move, ref. */
static uint32_t most_promising_also(pl_uct *t, const pl_uct_node *n, const pl_uct_node *ref)
{
    float best = -INFINITY, lo = (float)t->lo, scale = 1 / range_of(t);
    uint32_t pick = n->first;
    for (uint32_t i = ref->first; i < ref->first + ref->moves; i++) t->slot[t->node[i].move] = i;
    for (uint32_t i = n->first; i < n->first + n->moves; i++) {
        uint32_t k = t->slot[t->node[i].move];
        int known = k - ref->first < ref->moves && t->node[k].move == t->node[i].move;
        float p = promise_also(&t->node[i], &t->node[known ? k : 0], lo, scale);
        if (p <= best) continue;
        best = p;
        pick = i;
    }
    return pick;
}

/* Go on to the move to try from n; each has its turn before any has its second,
 * but by RAVE and by a guide's priors. */
static uint32_t choose(pl_uct *t, pl_uct_node *n, uint32_t ref)
{
    if (!t->usual)
        return t->guide.ranks ? most_promising_ranked(t, n, 0)
                              : most_promising_also(t, n, &t->node[ref]);
    if (n->tried < n->moves) return n->first + n->tried++;
    return most_promising(t, n, 0);
}

/* From a move that is proven there is nothing more to learn: go on with the best of
 * the others instead, if there is one, while all above count the sure score. */
static uint32_t look_further(pl_uct *t, path *p, const pl_uct_node *n, uint32_t move)
{
    if (!t->node[move].proven || n->tried < n->moves) return move;
    int ranks = t->guide.ranks;
    uint32_t other = ranks ? most_promising_ranked(t, n, 1) : most_promising(t, n, 1);
    if (t->node[other].proven) return move;
    p->sure[p->length - 1] = move;
    return other;
}

/* Whether the last step of the path was a seat's. */
static int is_chosen(const pl_uct *t, const path *p)
{
    return p->length > 1 && t->node[p->node[p->length - 2]].turn >= 0;
}

/* Whether the walk ends at n, to which nobody has come before, or too few to look further.  A
 * guide values positions after moves and not after dice. */
static int ends_walk(const pl_uct *t, const pl_uct_node *n, const path *p)
{
    if (n->visits >= t->least || p->length == 1) return 0;
    return !t->guide.net || is_chosen(t, p);
}

/* Walk down to a node that has to be judged; *s follows. */
static void descend(pl_uct *t, path *p, pl_state *s)
{
    const pl_game *g = t->game;
    uint32_t at = t->root, ref[PL_SEATS_MAX] = {0};
    p->length = 0;
    for (int8_t chooser = t->node[at].turn;;) {
        pl_uct_node *n = &t->node[at];
        p->node[p->length] = at;
        p->sure[p->length] = 0;
        p->seat[p->length++] = chooser < 0 ? 0 : chooser;
        if (n->turn == UNKNOWN) n->turn = (int8_t)g->turn(s);
        if (n->turn == PL_OVER || n->proven || p->length == PATH) return;
        if (n->turn >= 0) {
            if (!n->first && (ends_walk(t, n, p) || expand(t, n, s))) return;
            if (!ref[n->turn] || (int)n->visits > t->rave) ref[n->turn] = at;
            at = look_further(t, p, n, choose(t, n, ref[n->turn]));
        } else if ((t->guide.net || t->least > 1) && ends_walk(t, n, p)) return;
        else if (!(at = outcome(t, at, pl_any(g, s, t->rng)))) return;
        g->apply(s, t->node[at].move);
        chooser = n->turn;
    }
}

static int has_time(const pl_uct *t)
{
    return !t->budget || !pl_budget_over(t->budget);
}

/* The move that the game's own value likes best, of those that there is time for, or sometimes
 * any. */
static pl_move greedy_move(pl_uct *t, const pl_state *s, int turn)
{
    const pl_game *g = t->game;
    pl_move list[PL_MOVES_MAX], best = PL_ILLEGAL;
    double most = -INFINITY;
    if (pl_unit(t->rng) < random_share) return pl_any(g, s, t->rng);
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_state next;
        double score[PL_SEATS_MAX];
        if (i % VALUED == VALUED - 1 && !has_time(t)) break;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, list[i]);
        if (g->turn(&next) == PL_OVER) g->score(&next, score);
        else score[turn] = g->value(&next, turn);
        if (score[turn] <= most) continue;
        most = score[turn];
        best = list[i];
    }
    return best;
}

static void write_down(pl_uct *t, int turn, pl_move m)
{
    if (t->said && turn >= 0) t->said[turn * t->game->actions + m] = t->iteration;
}

/* Play to the end, and write down what is played for RAVE. */
static void play_out(pl_uct *t, pl_state *s, double *score)
{
    const pl_game *g = t->game;
    int greedy = t->playout == PL_PLAY_GREEDY;
    for (int turn; (turn = g->turn(s)) != PL_OVER;) {
        greedy = greedy && has_time(t);
        pl_move m = greedy && turn >= 0 ? greedy_move(t, s, turn) : pl_any(g, s, t->rng);
        write_down(t, turn, m);
        g->apply(s, m);
    }
    g->score(s, score);
}

/* Everybody's score by a random game, or what stands in for it. */
static inline void judge_by_play(pl_uct *t, pl_state *s, double *score)
{
    const pl_game *g = t->game;
    for (int i = 0; i < g->players; i++) score[i] = 0;
    if (t->playout == PL_PLAY_VALUE)
        for (int i = 0; i < g->players; i++) score[i] = g->value(s, i);
    else if (t->said || t->playout == PL_PLAY_GREEDY) play_out(t, s, score);
    else pl_rollout(g, s, 1, t->rng, score);
}

/* The same by the guide's net, which may have told when the moves were ranked. */
static void judge_by_net(pl_uct *t, const path *p, const pl_state *s, double *score)
{
    const pl_guide *d = &t->guide;
    const void *world[PL_SEATS_MAX];
    int last = p->length - 1, mover = -1;
    for (int i = last - 1; i >= 0 && mover < 0; i--) mover = t->node[p->node[i]].turn;
    if (is_chosen(t, p) && d->agreed && !d->head && d->heat > 0) {
        score[mover] = (double)t->node[p->node[last]].worth;
        score[1 - mover] = -score[mover];
        return;
    }
    for (int i = 0; i < t->game->players; i++) world[i] = s;
    pl_guide_scores(d, &t->guided, world, mover, score);
}

static void judge_guided(pl_uct *t, const path *p, pl_state *s, double *score)
{
    double played[PL_SEATS_MAX], mix = t->guide.mix;
    if (mix < 1) judge_by_net(t, p, s, score);
    if (mix <= 0) return;
    judge_by_play(t, s, played);
    for (int i = 0; i < t->game->players; i++)
        score[i] = mix < 1 ? score[i] + mix * (played[i] - score[i]) : played[i];
}

/* Everybody's score where the path ends. */
static void judge(pl_uct *t, const path *p, pl_state *s, double *score)
{
    const pl_game *g = t->game;
    pl_uct_node *n = &t->node[p->node[p->length - 1]];
    if (n->proven) {
        int seat = p->seat[p->length - 1];
        score[seat] = n->sum / n->visits;
        score[1 - seat] = -score[seat];
    } else if (n->turn == PL_OVER) {
        g->score(s, score);
        n->proven = (int8_t)t->solves;
    } else if (t->guide.net) judge_guided(t, p, s, score);
    else judge_by_play(t, s, score);
}

/* At first all that a net says may lie close together. */
static void begin_range(pl_uct *t, double score)
{
    const pl_guide *d = &t->guide;
    t->lo = d->net ? d->middle - d->spread : score;
    t->hi = d->net ? d->middle + d->spread : score;
}

static void widen(pl_uct *t, const double *score)
{
    if (t->iteration == 1) begin_range(t, score[0]);
    for (int i = 0; i < t->game->players; i++) {
        if (score[i] < t->lo) t->lo = score[i];
        if (score[i] > t->hi) t->hi = score[i];
    }
}

/* Whether n, which has seat's score, and whose mover chooses among proven moves, is
 * proven by them: one of them cannot be bettered, or all are known. */
static void try_proof(pl_uct *t, pl_uct_node *n, int seat)
{
    double best = -INFINITY;
    int all = 1;
    if (n->turn < 0) return;
    for (uint32_t i = n->first; i < n->first + n->moves; i++) {
        const pl_uct_node *k = &t->node[i];
        double worth = k->proven ? k->sum / k->visits : best;
        best = worth > best ? worth : best;
        all &= k->proven;
    }
    if (!all && best < t->game->hi) return;
    n->proven = 1;
    n->sum = (seat == n->turn ? best : -best) * n->visits;
}

/* What the game told of the moves from n, also of those that came later. */
static void add_also(pl_uct *t, const pl_uct_node *n, const double *score)
{
    const uint32_t *said = t->said + n->turn * t->game->actions;
    for (uint32_t i = n->first; i < n->first + n->moves; i++) {
        pl_uct_node *k = &t->node[i];
        if (said[k->move] != t->iteration) continue;
        k->also += (float)score[n->turn];
        k->also_visits++;
    }
}

/* The seat to move took a proven move, k, and its score. */
static void take_sure(pl_uct_node *k, int seat, double *score)
{
    score[seat] = k->sum / k->visits;
    score[1 - seat] = -score[seat];
    k->sum += score[seat];
    k->visits++;
}

/* From the end of the path to the root; a node is proven only by one below. */
static void back_up(pl_uct *t, const path *p, double *score)
{
    int proven = 0;
    for (int i = p->length - 1; i >= 0; i--) {
        pl_uct_node *n = &t->node[p->node[i]];
        if (p->sure[i]) take_sure(&t->node[p->sure[i]], n->turn, score);
        n->visits++;
        n->sum += score[p->seat[i]];
        if (proven && !n->proven) try_proof(t, n, p->seat[i]);
        proven = n->proven;
        if (!t->said || i == p->length - 1 || n->turn < 0) continue;
        write_down(t, n->turn, t->node[p->node[i + 1]].move);
        add_also(t, n, score);
    }
}

void pl_uct_iterate(pl_uct *t)
{
    path p;
    pl_state s;
    if (t->full) make_room(t);
    memcpy(&s, &t->state, (size_t)t->game->state_size);
    t->iteration++;
    descend(t, &p, &s);
    judge(t, &p, &s, t->score);
    widen(t, t->score);
    back_up(t, &p, t->score);
}

int pl_uct_done(const pl_uct *t)
{
    return t->node[t->root].proven;
}

static double mean(const pl_uct_node *n)
{
    return n->visits ? n->sum / n->visits : -INFINITY;
}

/* The best of the proven moves, if it is no worse than the one most often tried
 * of the others looks; else that one. */
uint32_t pl_uct_best(const pl_uct *t, uint32_t n)
{
    const pl_uct_node *at = &t->node[n];
    uint32_t sure = 0, tried = 0;
    if (at->turn < 0 || !at->first) return 0;
    for (uint32_t i = at->first; i < at->first + at->moves; i++) {
        const pl_uct_node *k = &t->node[i];
        if (k->proven && (!sure || mean(k) > mean(&t->node[sure]))) sure = i;
        if (!k->proven && (!tried || k->visits > t->node[tried].visits)) tried = i;
    }
    return !tried || (sure && mean(&t->node[sure]) >= mean(&t->node[tried])) ? sure : tried;
}

int pl_uct_line(const pl_uct *t, pl_move *line, int most)
{
    int n = 0;
    for (uint32_t k = t->root; n < most && (k = pl_uct_best(t, k)) != 0;) {
        if (!t->node[k].visits) break;
        line[n++] = t->node[k].move;
    }
    return n;
}
