/* episodes.c -- games of a net against itself, and what came of each decision.
 *
 * What a decision was worth beyond what the net expected is told by the generalised advantage of
 * J. Schulman and others (2016), from the seat's next decisions and the score in the end:
 *
 *     d(t) = V(t+1) - V(t),    A(t) = d(t) + lambda A(t+1),    V(end) = the score
 *
 * Where there is but one legal move nothing is decided, and nothing kept. */
#include "learn/episodes.h"

#include <stdlib.h>
#include <string.h>

int pl_head_place(const pl_net_shape *s, int kind)
{
    for (int i = 0, at = 0; i < s->heads; at += s->size[i++])
        if (s->kind[i] == kind) return at;
    return -1;
}

int pl_episodes_open(pl_episodes *e, const pl_game *g, const pl_net *net, double lambda)
{
    const pl_net_shape *s = pl_net_shape_of(net);
    *e = (pl_episodes){.game = g, .net = net, .inputs = s->inputs, .lambda = lambda};
    e->words = pl_mask_words(g);
    e->score = pl_head_place(s, PL_SCORE);
    e->moves = pl_head_place(s, PL_MOVES);
    e->work = pl_net_work_new(net, 1, 0);
    e->move = calloc((size_t)g->max_moves, sizeof *e->move);
    pl_net_scale_of(net, &e->middle, &e->spread);
    pl_start(g, &e->start);
    return e->work && e->move ? 0 : -1;
}

void pl_episodes_close(pl_episodes *e)
{
    pl_net_work_free(e->work);
    free(e->step);
    free(e->tensor);
    free(e->legal);
    free(e->move);
}

/* Room for one step more; 0, or -1: there is no memory for it. */
static int make_room(pl_episodes *e)
{
    size_t room = e->count < e->room ? 0 : 2 * (size_t)e->room + 256;
    if (!room) return 0;
    pl_choice *step = realloc(e->step, room * sizeof *step);
    if (step) e->step = step;
    uint8_t *tensor = realloc(e->tensor, room * (size_t)e->inputs);
    if (tensor) e->tensor = tensor;
    uint64_t *legal = realloc(e->legal, room * (size_t)e->words * sizeof *legal);
    if (legal) e->legal = legal;
    if (!step || !tensor || !legal) return -1;
    e->room = (int32_t)room;
    return 0;
}

/* One of n moves, as likely as p says. */
static int draw(pl_episodes *e, const float *p, int n)
{
    double u = pl_unit(&e->rng);
    int last = 0;
    for (int i = 0; i < n; i++) {
        if (!(p[e->move[i]] > 0)) continue;
        last = i;
        if ((u -= (double)p[e->move[i]]) < 0) break;
    }
    return last;
}

/* The move of seat in s, kept as a step; *last is its step before. */
static pl_move decide(pl_episodes *e, const void *s, int seat, int n, int32_t *last)
{
    const pl_game *g = e->game;
    uint8_t *tensor = e->tensor + (ptrdiff_t)e->count * e->inputs;
    uint64_t *legal = e->legal + (ptrdiff_t)e->count * e->words;
    pl_state view;
    pl_view(g, s, seat, &view);
    pl_net_see(e->net, g, &view, seat, tensor);
    pl_mask(g, s, legal);
    pl_net_observe(e->net, e->work, tensor, 1);
    pl_net_mask(e->net, e->work, 0, legal);
    const float *out = pl_net_out(e->work, 0), *p = out + e->moves;
    pl_move m = e->move[draw(e, p, n)];
    e->step[e->count] =
        (pl_choice){.action = (int32_t)m, .before = *last, .old = p[m], .value = out[e->score]};
    *last = e->count++;
    return m;
}

/* Go back over the steps of a seat, once its score is known. */
static void look_back(pl_episodes *e, int32_t last, double score)
{
    double next = (score - e->middle) / e->spread, ahead = 0;
    for (int32_t i = last; i >= 0; i = e->step[i].before) {
        pl_choice *t = &e->step[i];
        ahead = next - (double)t->value + e->lambda * ahead;
        next = (double)t->value;
        t->advantage = (float)ahead;
        t->target = (float)(ahead + next);
    }
}

int pl_episodes_play(pl_episodes *e, const atomic_int *stop)
{
    const pl_game *g = e->game;
    int32_t last[PL_SEATS_MAX];
    double score[PL_SEATS_MAX];
    pl_state s;
    memcpy(&s, &e->start, (size_t)g->state_size);
    for (int i = 0; i < g->players; i++) last[i] = -1;
    for (int turn; (turn = g->turn(&s)) != PL_OVER;) {
        if (atomic_load_explicit(stop, memory_order_relaxed)) return -1;
        if (turn == PL_CHANCE) {
            g->apply(&s, pl_any(g, &s, &e->rng));
            continue;
        }
        int n = g->moves(&s, e->move);
        int choice = n > 1 && make_room(e) == 0;
        g->apply(&s, choice ? decide(e, &s, turn, n, &last[turn])
                            : e->move[n > 1 ? pl_below(&e->rng, n) : 0]);
        e->plies++;
    }
    g->score(&s, score);
    for (int i = 0; i < g->players; i++) look_back(e, last[i], score[i]);
    return 0;
}
