/* walk.c -- MCCFR (Lanctot et al., 2009) over states: external and outcome sampling
 * through the rules of a game.
 *
 * The same walks as those of sample_walk.c, where nothing is known beforehand: moves come
 * from the rules, sets from the views, or from what their seat has heard of.  A set for
 * which there is no room plays every move alike and learns nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/deep/deep.h"
#include "solve/sample/row.h"

static void *piece(unsigned char **at, size_t bytes)
{
    void *here = *at;
    *at += (bytes + 15) / 16 * 16;
    return here;
}

static pl_deep_frame *frame_new(const pl_game *g)
{
    size_t moves = (size_t)g->max_moves + 1, players = (size_t)g->players;
    size_t bytes = sizeof(pl_deep_frame) + (size_t)g->state_size + players * sizeof(uint64_t) +
                   moves * (sizeof(pl_move) + 2 * sizeof(float)) + 6 * 16;
    unsigned char *at = calloc(1, bytes);
    if (!at) return NULL;
    pl_deep_frame *f = piece(&at, sizeof *f);
    f->state = piece(&at, (size_t)g->state_size);
    f->heard = piece(&at, players * sizeof *f->heard);
    f->move = piece(&at, moves * sizeof *f->move);
    f->policy = piece(&at, moves * sizeof *f->policy);
    f->value = piece(&at, moves * sizeof *f->value);
    return f;
}

pl_deep_frame *pl_deep_frame_at(pl_deep *d, int depth)
{
    if (depth < d->frames) return d->frame[depth];
    if (depth >= PL_DEEP_FRAMES || !(d->frame[depth] = frame_new(d->game))) return NULL;
    return d->frame[d->frames++];
}

static pl_deep_frame *first_frame(pl_deep *d)
{
    pl_deep_frame *f = d->frame[0];
    memcpy(f->state, &d->start, (size_t)d->game->state_size);
    for (int k = 0; k < d->game->players; k++) f->heard[k] = pl_info_key_start(k);
    return f;
}

static void play(const pl_deep *d, pl_deep_frame *f, pl_move m)
{
    const pl_game *g = d->game;
    int who = d->by_view ? 0 : g->turn(f->state);
    for (int k = 0; !d->by_view && k < g->players; k++) {
        pl_move code = pl_seen(g, f->state, m, k);
        if (code != PL_NOTHING) f->heard[k] = pl_info_key_heard(f->heard[k], who, code);
    }
    g->apply(f->state, m);
}

/* On to where somebody has a choice: whose it is, its set and what is played there; or
 * PL_OVER. */
static int choice(pl_deep *d, pl_deep_frame *f, int *n, pl_deep_set **set)
{
    const pl_game *g = d->game;
    int turn;
    while ((turn = g->turn(f->state)) != PL_OVER) {
        if (turn == PL_CHANCE) {
            play(d, f, pl_any(g, f->state, &d->rng));
            continue;
        }
        if ((*n = g->moves(f->state, f->move)) > 1) break;
        play(d, f, f->move[0]);
    }
    if (turn == PL_OVER) return turn;
    if (d->by_view) pl_view(g, f->state, turn, &d->view);
    *set = pl_deep_sets_at(&d->sets,
                           d->by_view ? pl_info_key_view(g, turn, &d->view) : f->heard[turn], *n);
    pl_deep_match(*set, *n, f->policy);
    return turn;
}

static int32_t draw(pl_deep *d, const pl_deep_frame *f, int n)
{
    float u = pl_row_unit(&d->rng), sum = 0;
    int32_t k = 0;
    for (int32_t a = 0; a < n - 1; a++) {
        sum += f->policy[a];
        k += u >= sum;
    }
    while (k > 0 && !(f->policy[k] > 0)) k--;
    return k;
}

static void note(const pl_deep *d, const pl_deep_set *set, const pl_deep_frame *f, double share)
{
    double *total = pl_deep_total(set);
    for (uint32_t a = 0; a < set->n; a++)
        total[a] += pl_row_worth(d->weight, share) * (double)f->policy[a];
}

static float score_of(const pl_deep *d, const pl_deep_frame *f)
{
    double score[PL_SEATS_MAX];
    d->game->score(f->state, score);
    return (float)score[d->seat];
}

static float follow(pl_deep *d, int depth, double share);

/* Try all moves of the walk's own seat, in the next frame. */
static float branch(pl_deep *d, int depth, pl_deep_set *set, double share)
{
    pl_deep_frame *f = d->frame[depth], *next = d->frame[depth + 1];
    float *regret = pl_deep_regret(set), here = 0;
    int n = (int)set->n;
    for (int a = 0; a < n; a++) {
        memcpy(next->state, f->state, (size_t)d->game->state_size);
        memcpy(next->heard, f->heard, (size_t)d->game->players * sizeof *f->heard);
        play(d, next, f->move[a]);
        f->value[a] = follow(d, depth + 1, share);
        if (d->stopped) return 0;
        here += f->policy[a] * f->value[a];
    }
    for (int a = 0; a < n; a++) regret[a] = pl_row_raised(regret[a] + f->value[a] - here, d->floor);
    return here;
}

/* The worth of frame depth, which is played on.  Where there is no frame to try moves in,
 * one is drawn.  share is how likely those drew so who
 * are neither chance nor the seat whose play is noted. */
static float follow(pl_deep *d, int depth, double share)
{
    pl_deep_frame *f = d->frame[depth];
    pl_deep_set *set;
    int n, turn;
    d->stopped |= atomic_load_explicit(&d->stop, memory_order_relaxed);
    while (!d->stopped && (turn = choice(d, f, &n, &set)) != PL_OVER) {
        if (turn == d->seat && set && pl_deep_frame_at(d, depth + 1))
            return branch(d, depth, set, share);
        int32_t a = draw(d, f, n);
        if (turn == d->next && set) note(d, set, f, share);
        if (turn != d->next) share *= (double)f->policy[a];
        play(d, f, f->move[a]);
    }
    return d->stopped ? 0 : score_of(d, f);
}

int pl_deep_external(pl_deep *d)
{
    first_frame(d);
    follow(d, 0, 1);
    return d->stopped ? -1 : 0;
}

/* The line backwards, as in sample_walk.c. */
static void learn(pl_deep *d, int32_t steps, double worth)
{
    while (steps-- > 0) {
        const pl_deep_step *o = &d->step[steps];
        double here = worth * (double)o->odds;
        float *regret = pl_deep_regret(o->set);
        for (int32_t a = 0; a < (int32_t)o->set->n; a++)
            regret[a] =
                pl_row_raised(regret[a] + (float)((a == o->a ? worth : 0) - here), d->floor);
        worth = here;
    }
}

int pl_deep_outcome(pl_deep *d)
{
    pl_deep_frame *f = first_frame(d);
    pl_deep_set *set;
    int32_t steps = 0;
    double share = 1, mine = 1;
    int n, turn;
    while ((turn = choice(d, f, &n, &set)) != PL_OVER) {
        int own = turn == d->seat && set;
        int explore = own && pl_row_unit(&d->rng) < d->epsilon;
        int32_t a = explore ? pl_below(&d->rng, n) : draw(d, f, n);
        float eps = own ? d->epsilon : 0, odds = eps / (float)n + (1 - eps) * f->policy[a];
        if (turn == d->next && set) note(d, set, f, share);
        if (turn != d->next) share *= (double)odds;
        if (own) mine *= (double)odds;
        if (own) d->step[steps++] = (pl_deep_step){set, a, f->policy[a]};
        play(d, f, f->move[a]);
    }
    learn(d, steps, pl_row_worth((double)score_of(d, f), mine));
    return 0;
}
