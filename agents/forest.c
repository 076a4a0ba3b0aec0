/* forest.c -- information set Monte Carlo tree search (P. Cowling, E. Powley and
 * D. Whitehouse, 2012), with one observer or one tree for each.
 *
 * An iteration plays in one world that fits what the searcher knows.  In the tree
 * of the seat to move the edge is its move; in another's it is what that seat
 * notices, and a tree whose owner notices nothing stays where it is.  With one
 * observer the others' moves are taken as if he saw them; or grouped by what he
 * notices of them: one group is chosen by the policy, then any move in it.
 * Chance falls by its odds.  The first move that is new to the tree of its seat,
 * or outcome that is new to the searcher, ends the walk; a random game decides
 * its score.
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

enum { MANY = 1024 }; /* choices at most before others' counts are looked up again */

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
    uint32_t roots = 0;
    int one = f->observers != PL_MULTIPLE || !f->game->hide; /* seats that see all see the same */
    f->me = seat;
    f->walks = 0;
    for (int i = 0; i < f->game->players; i++) f->root[i] = !one || i == seat ? ++roots : 0;
    pl_bandit_begin(b, roots);
    if (f->guide) { /* at first all that a net says may lie close together */
        const pl_guide *d = f->guide;
        pl_bandit_widen(b, (double[]){d->middle - d->spread, d->middle + d->spread}, 2);
    }
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

void pl_walk_begin(pl_walk *w, pl_forest *f, int thread, const pl_rng *r)
{
    w->forest = f;
    w->rng = *r;
    w->thread = thread;
    w->counts = &f->bandit.nodes.counts[thread];
    w->shares = f->bandit.nodes.threads > 1;
    w->spare = (pl_spare){0};
}

void pl_walk_end(pl_walk *w)
{
    pl_nodes_leave(&w->forest->bandit.nodes, &w->spare);
}

/* A thread that shares the trees comes to node k, maybe for the first time in this search. */
static inline void come_to(pl_walk *w, uint32_t k)
{
    if (w->shares) pl_nodes_visit(&w->forest->bandit.nodes, w->counts, k);
}

/* The child of n with these facts, new if there is none beyond what was looked at; 0: no
 * room. */
static uint32_t grow(pl_walk *w, uint32_t n, pl_reach looked, pl_fact fact, int *added)
{
    pl_bandit *b = &w->forest->bandit;
    uint32_t k = pl_nodes_grow(&b->nodes, n, &looked, &fact, &w->spare, added);
    come_to(w, k);
    if (*added) pl_bandit_new(b, w->counts, n, k);
    return k;
}

/* Seat's tree follows what he noticed. */
static void follow(pl_walk *w, int seat, int32_t label)
{
    pl_reach looked;
    int added = 0;
    if (!w->at[seat]) return;
    uint32_t k = pl_nodes_find(&w->forest->bandit.nodes, w->at[seat], label, &looked);
    if (k) come_to(w, k);
    else k = grow(w, w->at[seat], looked, (pl_fact){label, PL_CHANCE, 0}, &added);
    if (k) pl_add_count(&pl_known_of(w->counts, k)->visits);
    if (k) pl_nodes_expect(&w->forest->bandit.nodes, w->counts, k);
    if (added && seat == w->forest->me) w->grown = 1;
    w->at[seat] = k;
}

/* A move is about to be played: all trees but that of the seat which chose it
 * in its own follow; that one, only if it shows something to it, which never is where all is
 * seen. */
static void notice(pl_walk *w, pl_move m, int chooser)
{
    const pl_forest *f = w->forest;
    if (!f->game->hide && chooser >= 0) return;
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

/* Seat takes the child of n that is new, or was chosen already. */
static inline uint32_t take(pl_walk *w, uint32_t n, int seat, uint32_t child)
{
    pl_choice *c = &w->step[w->steps++];
    c->parent = n;
    c->seat = seat;
    pl_bandit_try(w->counts, c, child);
    return child;
}

/* Try the label below n that is new, if there is one; or let the policy choose for seat among
 * the arms found.  The child, or 0: no room. */
static uint32_t decide(pl_walk *w, uint32_t n, int seat, int arms, int untried, int32_t label)
{
    pl_bandit *b = &w->forest->bandit;
    int added;
    if (!w->best) pl_bandit_offer(b, w->counts, n, w->arm, arms);
    if (untried) {
        uint32_t child = grow(w, n, w->looked, (pl_fact){label, (int16_t)seat, 0}, &added);
        return child ? take(w, n, seat, child) : 0;
    }
    pl_choice *c = &w->step[w->steps++];
    c->parent = n;
    c->seat = seat;
    pl_bandit_choose(b, w->counts, c, w->arm, arms, &w->rng);
    return c->child;
}

static inline void list_moves(pl_walk *w)
{
    const pl_game *g = w->forest->game;
    if (g->legal) *w->mask = g->legal(&w->state);
    else pl_mask(g, &w->state, w->mask);
}

/* Children of n that are moves in the mask become arms; their bits are cleared. */
static int find_arms(pl_walk *w, uint32_t n)
{
    const pl_nodes *nodes = &w->forest->bandit.nodes;
    int arms = 0;
    w->looked = (pl_reach){0};
    for (uint32_t k = pl_node_child(nodes, n); k; k = pl_node_beside(nodes, k)) {
        uint32_t m = (uint32_t)pl_node_label(nodes, k); /* a move; or less than 0, that is huge */
        if (m >= 64 * (uint32_t)w->words || !(w->mask[m / 64] >> m % 64 & 1)) continue;
        w->mask[m / 64] ^= (uint64_t)1 << m % 64;
        come_to(w, k);
        w->arm[arms++] = k;
    }
    return arms;
}

/* The same with UCB1, which need not list them to choose the best.  What does not change is
 * read once: for all the compiler knows, counting could change it. */
static inline void find_best(pl_walk *w, uint32_t n, uint64_t *mask, uint32_t words, int shift,
                             int few)
{
    const pl_nodes nodes = {.link = w->forest->bandit.nodes.link, .shift = shift};
    const pl_counts counts = {.known = w->counts->known, .shift = shift};
    const pl_rows *rows = w->forest->bandit.rows;
    float bold = pl_ucb1_bold(&w->forest->bandit), most = -INFINITY;
    uint32_t best = 0, at = 0, end = 0, places = 0;
    for (uint32_t run = pl_run_below(&nodes, n); run; run = pl_run_behind(&nodes, end - 1)) {
        uint32_t length = pl_run_length(places);
        places += length;
        end = run + length;
        if (shift == PL_SHIFT) come_to(w, end - 1);
        for (at = run; at < end; at++) {
            uint32_t m = (uint32_t)pl_node_label(&nodes, at), i = words == 1 ? 0 : m / 64;
            uint64_t bit = (uint64_t)1 << m % 64;
            if (m >= 64 * words || !(mask[i] & bit)) {
                if ((int32_t)m == PL_FREE) break;
                continue;
            }
            mask[i] ^= bit;
            pl_known *k = pl_known_of(&counts, at);
            uint32_t visits = pl_seen_count(&k->visits), before = pl_seen_count(&k->available);
            float sum = (float)pl_seen_sum(&k->sum);
            float p = few ? pl_ucb1_few(rows, sum, visits, before, bold)
                          : pl_ucb1(rows, sum, visits, before, bold);
            atomic_store_explicit(&k->available, before + 1, memory_order_relaxed);
            best = p > most ? at : best;
            most = p > most ? p : most;
        }
        if (at < end) break;
    }
    w->best = best;
    w->looked = (pl_reach){at, end, places};
}

/* Where there are at most 64 moves the mask stays in a register; and while there were few
 * walks, counts need not be looked at. */
static void find_best_narrow(pl_walk *w, uint32_t n)
{
    uint64_t mask = *w->mask;
    if (w->shares) find_best(w, n, &mask, 1, PL_SHIFT, 0);
    else if (w->forest->walks < PL_ROWS) find_best(w, n, &mask, 1, PL_SHIFT_ALONE, 1);
    else find_best(w, n, &mask, 1, PL_SHIFT_ALONE, 0);
    *w->mask = mask;
}

/* Whether to look up what the others know of the children of n, of which best is one: each
 * time that this thread has come by twice as often, and at least every so many times; and
 * where the best one is new to it. */
static int is_out_of_date(const pl_walk *w, uint32_t n, uint32_t best)
{
    const pl_counts *c = w->counts;
    uint32_t visits = pl_seen_count(&pl_known_of(c, n)->visits);
    uint32_t own = visits - pl_seen_count(&c->heard[n].visits);
    return !(own & (own - 1)) || own % MANY == 0 || !pl_seen_count(&pl_known_of(c, best)->visits);
}

/* Learn what the others know of the arms. */
static void catch_up(const pl_walk *w, int arms)
{
    for (int i = 0; i < arms; i++) pl_nodes_look_up(&w->forest->bandit.nodes, w->thread, w->arm[i]);
}

/* Any of the bits, of which there are so many. */
static pl_move any_bit(const uint64_t *mask, int count, pl_rng *r)
{
    int k = pl_below(r, count), i = 0;
    for (int here; k >= (here = pl_count(mask[i])); i++) k -= here;
    return 64 * i + pl_nth(mask[i], k);
}

static uint16_t prior_of(const pl_bandit *b, uint32_t k)
{
    return atomic_load_explicit(&pl_link_of(&b->nodes, k)->prior, memory_order_relaxed);
}

/* PUCT among the arms: their means, and the more hope the likelier the guide finds them.
 * What was not tried yet is hoped to be like what was. */
static uint32_t most_promising(const pl_walk *w, int arms)
{
    const pl_bandit *b = &w->forest->bandit;
    float bold = pl_ucb1_bold(b), most = -INFINITY;
    double sum = 0, visits = 0, priors = 0;
    uint32_t best = w->arm[0];
    if (w->shares) catch_up(w, arms);
    for (int i = 0; i < arms; i++) {
        const pl_known *k = pl_known_of(w->counts, w->arm[i]);
        sum += pl_seen_sum(&k->sum);
        visits += pl_seen_count(&k->visits);
        priors += prior_of(b, w->arm[i]);
    }
    float hope = visits > 0 ? (float)(sum / visits) : 0, scale = priors > 0 ? 1 / (float)priors : 0;
    for (int i = 0; i < arms; i++) {
        const pl_known *k = pl_known_of(w->counts, w->arm[i]);
        uint32_t own = pl_seen_count(&k->visits);
        float mean = own ? (float)pl_seen_sum(&k->sum) * pl_inverse(b->rows, own) : hope;
        float root = sqrtf((float)pl_seen_count(&k->available));
        float eager = bold * (float)prior_of(b, w->arm[i]) * scale * root;
        float p = mean + eager * pl_inverse(b->rows, own + 1);
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
    pl_guide_priors(f->guide, &w->guided, &w->state, seat, w->move, count);
    for (int i = 0; i < count; i++) {
        pl_move m = w->move[i];
        if (!(w->mask[m / 64] >> m % 64 & 1)) continue;
        uint16_t prior = (uint16_t)(w->guided.prior[i] * UINT16_MAX);
        uint32_t k = grow(w, n, w->looked, (pl_fact){m, (int16_t)seat, prior}, &added);
        if (!k) return arms;
        w->arm[arms++] = k;
    }
    return arms;
}

/* The arm to try below n where a guide ranks moves, or 0: no room; whether it is new. */
static uint32_t choose_ranked(pl_walk *w, uint32_t n, int seat, int *fresh)
{
    pl_bandit *b = &w->forest->bandit;
    int missing = 0, arms = find_arms(w, n);
    pl_bandit_offer(b, w->counts, n, w->arm, arms);
    for (int i = 0; i < w->words; i++) missing |= w->mask[i] != 0;
    if (missing) arms = add_ranked(w, n, seat, arms);
    if (!arms) return 0;
    uint32_t best = most_promising(w, arms);
    *fresh = !pl_seen_count(&pl_known_of(w->counts, best)->visits);
    return take(w, n, seat, best);
}

/* The same by the policy, which first tries what is new. */
static inline uint32_t choose_plain(pl_walk *w, uint32_t n, int seat, int *fresh)
{
    int words = w->words, untried = 0, arms = 0;
    if (w->forest->bandit.policy != PL_UCB1) arms = find_arms(w, n);
    else if (words == 1) find_best_narrow(w, n);
    else find_best(w, n, w->mask, (uint32_t)words, w->counts->shift, 0);
    for (int i = 0; i < words; i++) untried += w->mask[i] ? pl_count(w->mask[i]) : 0;
    if (!untried && w->shares && is_out_of_date(w, n, w->best)) {
        list_moves(w);
        arms = find_arms(w, n);
        catch_up(w, arms);
        w->best = pl_bandit_highest(&w->forest->bandit, w->counts, w->arm, arms);
    }
    *fresh = untried != 0;
    if (w->best && !untried) return take(w, n, seat, w->best);
    pl_move m = untried ? any_bit(w->mask, untried, &w->rng) : 0;
    return decide(w, n, seat, arms, untried, m);
}

/* The seat to move chooses among its moves in the tree of seat owner. */
static int play_own(pl_walk *w, int seat, int owner)
{
    uint32_t n = w->at[owner];
    int fresh = 0;
    if (!n) return 0;
    list_moves(w);
    w->best = 0;
    uint32_t child =
        w->forest->ranks ? choose_ranked(w, n, seat, &fresh) : choose_plain(w, n, seat, &fresh);
    if (!child) return 0;
    pl_move m = pl_node_label(&w->forest->bandit.nodes, child);
    w->at[owner] = child;
    w->mover = seat;
    pl_nodes_expect(&w->forest->bandit.nodes, w->counts, child);
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
    const pl_nodes *nodes = &w->forest->bandit.nodes;
    int fit = 0, pick = -1;
    for (int i = 0; i < n; i++) {
        int fits = w->label[i] == label;
        if (none) {
            fits = 1;
            for (int k = 0; k < arms && fits; k++)
                fits = pl_node_label(nodes, w->arm[k]) != w->label[i];
        }
        if (fits && pl_below(&w->rng, ++fit) == 0) pick = i;
    }
    return pick;
}

/* Another seat than the one observer moves. */
static int play_other(pl_walk *w, int seat)
{
    const pl_forest *f = w->forest;
    const pl_nodes *nodes = &f->bandit.nodes;
    int me = f->me, n, arms = 0;
    if (f->observers == PL_SINGLE || !f->game->hide) return play_own(w, seat, me);
    if (!w->at[me]) return 0;
    if (list_labels(w, &n)) return play_own(w, seat, me);
    w->best = 0;
    w->looked = (pl_reach){0};
    for (uint32_t k = pl_node_child(nodes, w->at[me]); k; k = pl_node_beside(nodes, k)) {
        if (!has_label(w, n, pl_node_label(nodes, k))) continue;
        come_to(w, k);
        w->arm[arms++] = k;
    }
    int fresh = any_labelled(w, n, arms, 0, 1);
    if (fresh < 0 && w->shares && is_out_of_date(w, w->at[me], w->arm[0])) catch_up(w, arms);
    uint32_t child = decide(w, w->at[me], seat, arms, fresh >= 0, fresh < 0 ? 0 : w->label[fresh]);
    if (!child) return 0;
    int32_t label = pl_node_label(nodes, child);
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
 * already, by a hash of 31 bits: views that share it share a node, and the search is a little
 * worse. */
static void start(pl_walk *w)
{
    pl_forest *f = w->forest;
    w->steps = 0;
    w->mover = -1;
    if (!w->shares) f->walks++;
    if (w->redeal.of) pl_redeal_begin(&w->redeal);
    for (int i = 0; i < f->game->players; i++) {
        pl_state view;
        w->at[i] = f->root[i];
        if (w->shares && w->at[i]) {
            come_to(w, w->at[i]);
            pl_add_count(&pl_known_of(w->counts, w->at[i])->visits);
        }
        if (!f->by_view || i == f->me || !w->at[i]) continue;
        pl_view(f->game, &w->state, i, &view);
        follow(w, i, (int32_t)(pl_hash(&view, (size_t)f->game->state_size) % PL_FREE));
    }
}

void pl_walk_up(pl_walk *w, const double *score)
{
    pl_bandit *b = &w->forest->bandit;
    pl_bandit_widen(b, score, w->forest->game->players);
    for (int i = w->steps - 1; i >= 0; i--) {
        const pl_choice *c = &w->step[i];
        pl_bandit_learn(b, w->counts, c, score[c->seat]);
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
