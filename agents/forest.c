/* forest.c -- information set Monte Carlo tree search (P. Cowling, E. Powley and
 * D. Whitehouse, 2012), with one observer or one tree for each.
 *
 * An iteration plays in one world that fits what the searcher knows.  In the tree
 * of the seat to move the edge is its move; in another's it is what that seat
 * notices, and a tree whose owner notices nothing stays where it is.  With one
 * observer the others' moves are taken as if he saw them; or grouped by what he
 * notices of them: one group is chosen by the policy, then any move in it.  Chance falls by its odds.  The
 * first move that is new to the tree of its seat, or outcome that is new to the
 * searcher, ends the walk; a random game decides its score.
 *
 * With a guide its net does, as each seat sees this world.  Outcomes that are new then end no
 * walk, as what chance may do is a part of what a position is worth.  Where it ranks moves
 * they are all put into the tree at once, and tried by their priors (PUCT: C. Rosin, 2011;
 * D. Silver and others, 2017), those of the first world in which they were legal.
 *
 * Fact to check: with a king, nobody passes a bet in Kuhn poker.
 */
#include "agents/forest.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* CHUNK: nodes that a thread sets aside at once.  The others are for threads that share
 * a tree: a node is visited often from so many visits on; so many are added up at least,
 * and at most. */
enum { CHUNK = 64, OFTEN = 128, FEW = 16, MANY = 256 };

int pl_forest_open(pl_forest *f, double bytes, pl_error *err)
{
    f->ranks = f->guide && f->guide->ranks && f->bandit.policy == PL_UCB1;
    return pl_bandit_open(&f->bandit, bytes, err);
}

void pl_forest_close(pl_forest *f)
{
    pl_bandit_close(&f->bandit);
}

void pl_forest_begin(pl_forest *f, int seat)
{
    pl_bandit *b = &f->bandit;
    uint32_t used = 1;
    int one = f->observers != PL_MULTIPLE || !f->game->hide; /* seats that see all see the same */
    pl_bandit_begin(b);
    if (f->guide) { /* at first all that a net says may lie close together */
        const pl_guide *d = f->guide;
        pl_bandit_widen(b, (double[]){d->middle - d->spread, d->middle + d->spread}, 2);
    }
    f->me = seat;
    for (int i = 0; i < f->game->players; i++) {
        f->root[i] = !one || i == seat ? used++ : 0;
        if (f->root[i]) pl_bandit_new(b, 0, f->root[i], 0);
    }
    atomic_store(&b->used, used);
}

static uint32_t first(const pl_bandit *b, uint32_t n)
{
    return atomic_load_explicit(&b->node[n].first, memory_order_acquire);
}

static uint32_t next_of(const pl_node *node)
{
    return atomic_load_explicit(&node->next, memory_order_acquire);
}

static uint32_t next(const pl_bandit *b, uint32_t n)
{
    return next_of(&b->node[n]);
}

uint32_t pl_forest_child(const pl_forest *f, uint32_t n)
{
    return first(&f->bandit, n);
}

uint32_t pl_forest_beside(const pl_forest *f, uint32_t k)
{
    return next(&f->bandit, k);
}

int pl_walk_open(pl_walk *w, pl_forest *f, pl_error *err)
{
    int words = w->words = pl_mask_words(f->game);
    w->mask = words <= PL_WIDE_MAX ? w->near : calloc((size_t)words, sizeof *w->mask);
    if (!w->mask) return pl_fail(err, "out of memory");
    if (f->guide && pl_guided_open(&w->guided, f->guide, err)) return -1;
    return f->redeals ? pl_redeal_open(&w->redeal, f->game, err) : 0;
}

void pl_walk_close(pl_walk *w)
{
    if (w->mask != w->near) free(w->mask);
    pl_redeal_close(&w->redeal);
    pl_guided_close(&w->guided);
}

void pl_walk_begin(pl_walk *w, pl_forest *f, const pl_rng *r)
{
    w->forest = f;
    w->rng = *r;
    w->spare = w->end = 0;
}

/* Threads that write to the same node take its memory away from each other each
 * time.  Where they often do, a thread adds up a few visits before it hands them
 * over; what is visited less is counted at once, and as lost until its score is
 * known, so that the others try something else. */
static void hand_over(pl_bandit *b, pl_pending *p)
{
    if (!p->visits) return;
    atomic_fetch_add_explicit(&b->node[p->node].visits, p->visits, memory_order_relaxed);
    pl_add_sum(&b->node[p->node].sum, p->sum, 1);
    p->visits = 0;
    p->sum = 0;
}

static int is_hot(const pl_bandit *b, uint32_t k)
{
    return b->shared && pl_seen_count(&b->node[k].visits) >= OFTEN;
}

static void add_later(pl_walk *w, uint32_t k, double sum)
{
    pl_bandit *b = &w->forest->bandit;
    pl_pending *p = &w->pending[k % PL_PENDING];
    if (p->node != k) hand_over(b, p);
    p->node = k;
    if (!p->visits) p->enough = FEW + pl_seen_count(&b->node[k].visits) / FEW;
    p->visits++;
    p->sum += sum;
    if (p->visits >= p->enough) hand_over(b, p);
}

/* Nodes set aside last and not needed are given back. */
void pl_walk_end(pl_walk *w)
{
    for (int i = 0; i < PL_PENDING; i++) hand_over(&w->forest->bandit, &w->pending[i]);
    uint32_t end = w->end;
    atomic_compare_exchange_strong(&w->forest->bandit.used, &end, w->spare);
}

/* Set a node aside; 0: there is no more room. */
static uint32_t spare_node(pl_walk *w)
{
    pl_bandit *b = &w->forest->bandit;
    if (w->spare < w->end) return w->spare;
    if (pl_seen_count(&b->used) + CHUNK > b->room) return 0;
    w->spare = atomic_fetch_add_explicit(&b->used, CHUNK, memory_order_relaxed);
    w->end = w->spare + CHUNK;
    if (w->end > b->room) w->spare = w->end = 0;
    return w->spare;
}

/* The child of n with this label, new if there is none; 0: no room.  Children are
 * only ever put at the end of their list, by whoever is first, so no two of them
 * have the same label.  Those up to after, if it is not 0, are known to have others. */
static uint32_t grow(pl_walk *w, uint32_t n, uint32_t after, int32_t label, int seat, float prior,
                     int *added)
{
    pl_bandit *b = &w->forest->bandit;
    _Atomic uint32_t *link = after ? &b->node[after].next : &b->node[n].first;
    uint32_t fresh = 0;
    *added = 0;
    for (;;) {
        uint32_t k = atomic_load_explicit(link, memory_order_acquire);
        while (k && b->node[k].label != label) {
            link = &b->node[k].next;
            k = atomic_load_explicit(link, memory_order_acquire);
        }
        if (k) return k;
        if (!fresh) {
            if (!(fresh = spare_node(w))) return 0;
            pl_bandit_new(b, n, fresh, label);
            b->node[fresh].seat = (int16_t)seat;
            b->node[fresh].prior = (uint16_t)(prior * UINT16_MAX);
        }
        if (!atomic_compare_exchange_strong_explicit(link, &k, fresh, memory_order_acq_rel,
                                                     memory_order_acquire))
            continue;
        w->spare++;
        *added = 1;
        return fresh;
    }
}

/* Seat's tree follows what he noticed. */
static void follow(pl_walk *w, int seat, int32_t label)
{
    pl_bandit *b = &w->forest->bandit;
    int added = 0;
    if (!w->at[seat]) return;
    w->at[seat] = grow(w, w->at[seat], 0, label, PL_CHANCE, 0, &added);
    if (b->shared && w->at[seat]) add_later(w, w->at[seat], 0);
    else if (w->at[seat]) pl_add_count(&b->node[w->at[seat]].visits, 0);
    if (added && seat == w->forest->me) w->grown = 1;
}

/* A move is about to be played: all trees but that of the seat which chose it
 * in its own follow; that one, only if it shows something to it. */
static void notice(pl_walk *w, pl_move m, int chooser)
{
    const pl_forest *f = w->forest;
    for (int i = 0; i < f->game->players; i++) {
        if (!f->root[i]) continue;
        pl_move code = pl_seen(f->game, &w->state, m, i);
        if (i != chooser && code != PL_NOTHING) follow(w, i, code);
        if (i == chooser && code != m) follow(w, i, pl_shown(code));
    }
}

static void play(pl_walk *w, pl_move m)
{
    const pl_forest *f = w->forest;
    if (w->redeal.of) pl_redeal_move(&w->redeal, &w->state, m, f->me, &w->rng);
    f->game->apply(&w->state, m);
}

static int play_chance(pl_walk *w)
{
    const pl_game *g = w->forest->game;
    pl_move m = g->roll ? g->roll(&w->state, &w->rng) : pl_any(g, &w->state, &w->rng);
    w->grown = 0;
    notice(w, m, PL_CHANCE);
    play(w, m);
    return (!w->grown || w->forest->guide) && w->at[w->forest->me];
}

/* Choose below n, for seat, among the arms found, unless one is chosen already; or
 * try the label that is new, if there is one.  The child, or 0: no room. */
static uint32_t decide(pl_walk *w, uint32_t n, int seat, int arms, int untried, int32_t label)
{
    pl_bandit *b = &w->forest->bandit;
    pl_choice *c = &w->step[w->steps];
    int added;
    c->parent = n;
    c->seat = seat;
    c->later = !untried && is_hot(b, w->best);
    if (!w->best) pl_bandit_offer(b, n, w->arm, arms);
    if (untried) {
        uint32_t child = grow(w, n, w->last, label, seat, 0, &added);
        if (!child) return 0;
        pl_bandit_try(b, c, child);
    } else if (c->later) c->child = w->best;
    else if (w->best) pl_bandit_try(b, c, w->best);
    else pl_bandit_choose(b, c, w->arm, arms, &w->rng);
    w->steps++;
    return c->child;
}

/* Children of n that are moves in the mask become arms; their bits are cleared. */
static int find_arms(pl_walk *w, uint32_t n, uint64_t *mask, int words)
{
    const pl_bandit *b = &w->forest->bandit;
    int arms = 0;
    for (uint32_t k = first(b, n); k; k = next(b, k)) {
        uint32_t m = (uint32_t)b->node[k].label; /* a move; or less than 0, that is huge */
        w->last = k;
        if (m >= 64 * (uint32_t)words || !(mask[m / 64] >> m % 64 & 1)) continue;
        mask[m / 64] ^= (uint64_t)1 << m % 64;
        w->arm[arms++] = k;
    }
    return arms;
}

/* How many offers to count now: one; but where many threads come by, now and then by
 * chance a few for as many, for the same reason.  UCB1 asks for their logarithm only. */
static uint32_t count_offer(pl_walk *w, uint32_t n)
{
    const pl_bandit *b = &w->forest->bandit;
    if (!b->shared) return 1;
    uint32_t few = 1 + pl_seen_count(&b->node[first(b, n)].available) / 4;
    if (few > MANY) few = MANY;
    return pl_below(&w->rng, (int)few) ? 0 : few;
}

/* The same with UCB1, which need not see them all to choose the best.  What it
 * reads all along is kept apart from the nodes, which it writes. */
static inline void find_best(pl_walk *w, uint32_t n, uint64_t *mask, uint32_t words)
{
    const pl_bandit *b = &w->forest->bandit;
    const pl_rows *rows = b->rows;
    pl_node *node = b->node;
    float bold = pl_ucb1_bold(b), most = -INFINITY;
    uint32_t offers = count_offer(w, n), best = 0, last = 0;
    for (uint32_t k = first(b, n); k; k = next_of(&node[k])) {
        uint32_t m = (uint32_t)node[k].label, i = words == 1 ? 0 : m / 64;
        uint64_t bit = (uint64_t)1 << m % 64;
        last = k;
        if (m >= 64 * words || !(mask[i] & bit)) continue;
        mask[i] ^= bit;
        uint32_t before = pl_seen_count(&node[k].available);
        if (offers)
            atomic_store_explicit(&node[k].available, before + offers, memory_order_relaxed);
        float p = pl_ucb1(rows, &node[k], before, bold);
        best = p > most ? k : best;
        most = p > most ? p : most;
    }
    w->best = best;
    w->last = last;
}

/* Where there are at most 64 moves the mask stays in a register. */
static void find_best_narrow(pl_walk *w, uint32_t n)
{
    uint64_t mask = *w->mask;
    find_best(w, n, &mask, 1);
    *w->mask = mask;
}

/* Any of the bits, of which there are so many. */
static pl_move any_bit(const uint64_t *mask, int count, pl_rng *r)
{
    int k = pl_below(r, count), i = 0;
    for (int here; k >= (here = pl_count(mask[i])); i++) k -= here;
    return 64 * i + pl_nth(mask[i], k);
}

/* PUCT among the arms: their means, and the more hope the likelier the guide finds them.
 * What was not tried yet is hoped to be like what was. */
static uint32_t most_promising(const pl_walk *w, int arms)
{
    const pl_bandit *b = &w->forest->bandit;
    float bold = pl_ucb1_bold(b), most = -INFINITY;
    double sum = 0, visits = 0, priors = 0;
    uint32_t best = w->arm[0];
    for (int i = 0; i < arms; i++) {
        const pl_node *k = &b->node[w->arm[i]];
        sum += pl_seen_sum(&k->sum);
        visits += pl_seen_count(&k->visits);
        priors += k->prior;
    }
    float hope = visits > 0 ? (float)(sum / visits) : 0, scale = priors > 0 ? 1 / (float)priors : 0;
    for (int i = 0; i < arms; i++) {
        const pl_node *k = &b->node[w->arm[i]];
        uint32_t own = pl_seen_count(&k->visits);
        float mean = own ? (float)pl_seen_sum(&k->sum) * pl_inverse(b->rows, own) : hope;
        float root = sqrtf((float)pl_seen_count(&k->available));
        float p = mean + bold * (float)k->prior * scale * root * pl_inverse(b->rows, own + 1);
        best = p > most ? w->arm[i] : best;
        most = p > most ? p : most;
    }
    return best;
}

/* Moves that are new to node n become arms, with priors from this world; how many there
 * are then, less than all if there is no room. */
static int add_ranked(pl_walk *w, uint32_t n, int seat, int arms)
{
    const pl_forest *f = w->forest;
    int added, count = f->game->moves(&w->state, w->move);
    uint32_t known = w->last; /* behind it other threads may add the same moves in another order */
    pl_guide_priors(f->guide, &w->guided, &w->state, seat, w->move, count);
    for (int i = 0; i < count; i++) {
        pl_move m = w->move[i];
        if (!(w->mask[m / 64] >> m % 64 & 1)) continue;
        uint32_t k = grow(w, n, known, m, seat, w->guided.prior[i], &added);
        if (!k) return arms;
        w->arm[arms++] = k;
    }
    return arms;
}

/* The arm to try below n where a guide ranks moves, or 0: no room; whether it is new. */
static uint32_t choose_ranked(pl_walk *w, uint32_t n, int seat, int *fresh)
{
    pl_bandit *b = &w->forest->bandit;
    int missing = 0, arms = find_arms(w, n, w->mask, w->words);
    pl_bandit_offer(b, n, w->arm, arms);
    for (int i = 0; i < w->words; i++) missing |= w->mask[i] != 0;
    if (missing) arms = add_ranked(w, n, seat, arms);
    if (!arms) return 0;
    w->best = most_promising(w, arms);
    *fresh = !pl_seen_count(&b->node[w->best].visits);
    return decide(w, n, seat, arms, 0, 0);
}

/* The same by the policy, which first tries what is new. */
static inline uint32_t choose_plain(pl_walk *w, uint32_t n, int seat, int *fresh)
{
    int words = w->words, untried = 0, arms = 0;
    if (w->forest->bandit.policy != PL_UCB1) arms = find_arms(w, n, w->mask, words);
    else if (words == 1) find_best_narrow(w, n);
    else find_best(w, n, w->mask, (uint32_t)words);
    for (int i = 0; i < words; i++) untried += w->mask[i] ? pl_count(w->mask[i]) : 0;
    pl_move m = untried ? any_bit(w->mask, untried, &w->rng) : 0;
    *fresh = untried != 0;
    return decide(w, n, seat, arms, untried, m);
}

/* The seat to move chooses among its moves in the tree of seat owner. */
static int play_own(pl_walk *w, int seat, int owner)
{
    const pl_game *g = w->forest->game;
    uint32_t n = w->at[owner];
    int fresh = 0;
    if (!n) return 0;
    if (g->legal) *w->mask = g->legal(&w->state);
    else pl_mask(g, &w->state, w->mask);
    w->best = w->last = 0;
    uint32_t child =
        w->forest->ranks ? choose_ranked(w, n, seat, &fresh) : choose_plain(w, n, seat, &fresh);
    if (!child) return 0;
    pl_move m = w->forest->bandit.node[child].label;
    w->at[owner] = child;
    w->mover = seat;
    if ((!fresh || w->deep) && (owner == seat || w->forest->observers == PL_MULTIPLE))
        notice(w, m, owner);
    play(w, m);
    return !fresh;
}

/* What the one observer notices of each move; whether it is always the move. */
static int list_labels(pl_walk *w, int *n)
{
    const pl_game *g = w->forest->game;
    int same = 1;
    *n = g->moves(&w->state, w->move);
    for (int i = 0; i < *n; i++) {
        w->label[i] = pl_seen(g, &w->state, w->move[i], w->forest->me);
        same &= w->label[i] == w->move[i];
    }
    return same;
}

static int has_label(const pl_walk *w, int n, int32_t label)
{
    for (int i = 0; i < n; i++)
        if (w->label[i] == label) return 1;
    return 0;
}

/* Any of the n moves whose label is this one; or, with none set, any whose label
 * no arm has. */
static int any_labelled(pl_walk *w, int n, int arms, int32_t label, int none)
{
    const pl_bandit *b = &w->forest->bandit;
    int fit = 0, pick = -1;
    for (int i = 0; i < n; i++) {
        int fits = w->label[i] == label;
        if (none) {
            fits = 1;
            for (int k = 0; k < arms && fits; k++) fits = b->node[w->arm[k]].label != w->label[i];
        }
        if (fits && pl_below(&w->rng, ++fit) == 0) pick = i;
    }
    return pick;
}

/* Another seat than the one observer moves. */
static int play_other(pl_walk *w, int seat)
{
    const pl_forest *f = w->forest;
    int me = f->me, n, arms = 0;
    w->best = w->last = 0;
    if (!w->at[me]) return 0;
    if (f->observers == PL_SINGLE || !f->game->hide || list_labels(w, &n))
        return play_own(w, seat, me);
    for (uint32_t k = first(&f->bandit, w->at[me]); k; k = next(&f->bandit, k))
        if (has_label(w, n, f->bandit.node[k].label)) w->arm[arms++] = k;
    int fresh = any_labelled(w, n, arms, 0, 1);
    uint32_t child = decide(w, w->at[me], seat, arms, fresh >= 0, fresh < 0 ? 0 : w->label[fresh]);
    if (!child) return 0;
    int32_t label = f->bandit.node[child].label;
    pl_move m = w->move[any_labelled(w, n, arms, label, 0)];
    if (label != PL_NOTHING) w->at[me] = child;
    w->mover = seat;
    play(w, m);
    return fresh < 0;
}

static void descend(pl_walk *w)
{
    const pl_forest *f = w->forest;
    for (int more = 1; more && w->steps < PL_WALK_MAX;) {
        int turn = f->game->turn(&w->state);
        if (turn == PL_OVER) return;
        if (turn == PL_CHANCE) more = play_chance(w);
        else if (f->root[turn]) more = play_own(w, turn, turn);
        else more = play_other(w, turn);
    }
}

/* The searcher is at the root of its tree; others may first tell what they know
 * already. */
static void start(pl_walk *w)
{
    const pl_forest *f = w->forest;
    w->steps = 0;
    w->mover = -1;
    if (w->redeal.of) pl_redeal_begin(&w->redeal);
    for (int i = 0; i < f->game->players; i++) {
        pl_state view;
        w->at[i] = f->root[i];
        if (!f->by_view || i == f->me || !w->at[i]) continue;
        pl_view(f->game, &w->state, i, &view);
        follow(w, i, (int32_t)(pl_hash(&view, (size_t)f->game->state_size) & INT32_MAX));
    }
}

void pl_walk_up(pl_walk *w, const double *score)
{
    pl_bandit *b = &w->forest->bandit;
    pl_bandit_widen(b, score, w->forest->game->players);
    for (int i = w->steps - 1; i >= 0; i--) {
        const pl_choice *c = &w->step[i];
        if (c->later) add_later(w, c->child, score[c->seat] - pl_seen_sum(&b->base));
        else pl_bandit_learn(b, c, score[c->seat]);
    }
}

/* Everybody's score by a random game; of others, in their own worlds. */
static inline void judge_by_play(pl_walk *w, double *score)
{
    const pl_game *g = w->forest->game;
    for (int i = 0; i < g->players; i++) score[i] = 0;
    pl_rollout(g, &w->state, 1, &w->rng, score);
    if (w->redeal.of) pl_redeal_scores(&w->redeal, &w->rng, score);
}

/* The same by the net, as each seat sees the world that is its. */
static void judge_by_net(pl_walk *w, double *score)
{
    const pl_game *g = w->forest->game;
    const void *world[PL_SEATS_MAX];
    uint32_t over = 0;
    for (int i = 0; i < g->players; i++) {
        const pl_other_world *o = w->redeal.of ? &w->redeal.of[i] : NULL;
        int other = o && o->begun;
        if (other && g->turn(&o->state) == PL_OVER) over |= 1u << i;
        world[i] = other && !(over >> i & 1) ? &o->state : &w->state;
    }
    pl_guide_scores(w->forest->guide, &w->guided, world, w->mover, score);
    for (int i = 0; over && i < g->players; i++) {
        double end[PL_SEATS_MAX];
        if (!(over >> i & 1)) continue;
        g->score(&w->redeal.of[i].state, end);
        score[i] = end[i];
    }
}

/* An end is what it is; else as much of both as is asked for. */
static void judge_guided(pl_walk *w, double *score)
{
    const pl_forest *f = w->forest;
    double played[PL_SEATS_MAX], mix = f->guide->mix;
    if (mix >= 1 || f->game->turn(&w->state) == PL_OVER) {
        judge_by_play(w, score);
        return;
    }
    judge_by_net(w, score);
    if (mix <= 0) return;
    judge_by_play(w, played);
    for (int i = 0; i < f->game->players; i++) score[i] += mix * (played[i] - score[i]);
}

void pl_walk_on(pl_walk *w)
{
    double score[PL_SEATS_MAX];
    start(w);
    descend(w);
    if (w->forest->guide) judge_guided(w, score);
    else judge_by_play(w, score);
    pl_walk_up(w, score);
}

/* A choice that could not be made is one that there is no room for. */
void pl_walk_down(pl_walk *w, int choices)
{
    const pl_forest *f = w->forest;
    start(w);
    w->deep = 1;
    for (int turn; w->steps < choices && (turn = f->game->turn(&w->state)) != PL_OVER;) {
        int before = w->steps;
        if (turn == PL_CHANCE) play_chance(w);
        else if (f->root[turn]) play_own(w, turn, turn);
        else play_other(w, turn);
        if (turn >= 0 && w->steps == before) break;
    }
    w->deep = 0;
}
