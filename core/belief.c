/* belief.c -- a particle filter over the worlds that a seat cannot tell apart
 * (sequential importance resampling: Gordon, Salmond and Smith, 1993).
 *
 * A particle is a whole state.  When the seat notices something of a ply, each
 * particle plays a move that would have looked like that; moves it would not
 * have noticed may come first.  Its weight is multiplied by what the contract
 * gives those moves: the odds of chance, 1 for a class of another seat's moves
 * that look alike.  When nearly all particles have died, the whole story is
 * replayed from the start; when that fails too, single particles are led
 * through it by stepping back and trying again.
 */
#include "parlor/belief.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int who;
    pl_move code;
} event;

struct pl_belief {
    const pl_game *game;
    int seat, particles;
    size_t size;
    uint64_t seed;
    pl_rng rng;
    unsigned char *world, *spare; /* particles states each */
    double *weight;
    event *event; /* what was heard, and the views after it, in order */
    unsigned char *view;
    int events, room;
    unsigned char *tail; /* the worlds as they may stand now, with weights */
    double *tail_weight;
    int tails, tail_room, tails_known;
};

/* Some of the moves in a world: those that look alike to the seat. */
typedef struct {
    int n;
    double weight;
    pl_move move[PL_MOVES_MAX];
} choice;

enum { REPLAYS = 4, BACKTRACKS = 20000 };

static void *row(const pl_belief *b, unsigned char *rows, int i)
{
    return rows + (size_t)i * b->size;
}

void pl_belief_free(pl_belief *b)
{
    if (!b) return;
    free(b->world);
    free(b->spare);
    free(b->weight);
    free(b->event);
    free(b->view);
    free(b->tail);
    free(b->tail_weight);
    free(b);
}

pl_belief *pl_belief_new(const pl_game *g, int seat, int particles, uint64_t seed)
{
    pl_belief *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->game = g;
    b->seat = seat;
    b->particles = particles < 1 ? 1 : particles;
    b->size = (size_t)g->state_size;
    b->seed = seed;
    b->world = calloc((size_t)b->particles, b->size);
    b->spare = calloc((size_t)b->particles, b->size);
    b->weight = calloc((size_t)b->particles, sizeof *b->weight);
    if (!b->world || !b->spare || !b->weight) {
        pl_belief_free(b);
        return NULL;
    }
    pl_belief_begin(b);
    return b;
}

static void restart(pl_belief *b)
{
    for (int i = 0; i < b->particles; i++) {
        pl_start(b->game, row(b, b->world, i));
        b->weight[i] = 1;
    }
}

void pl_belief_begin(pl_belief *b)
{
    pl_seed(&b->rng, b->seed);
    b->events = b->tails_known = 0;
    restart(b);
}

/* Every move of one class weighs 1/n to another seat; the seat knows its own. */
static double class_weight(const pl_belief *b, const void *w, int turn, const choice *c)
{
    double sum = 0;
    if (turn == b->seat) return c->n;
    if (turn != PL_CHANCE) return c->n > 0;
    for (int i = 0; i < c->n; i++) sum += pl_odds(b->game, w, c->move[i]);
    return sum;
}

/* The moves in w that seat would notice as e, and those it would not notice;
 * e NULL asks for the second alone. */
static void classify(const pl_belief *b, const void *w, const event *e, choice *heard,
                     choice *silent)
{
    pl_move list[PL_MOVES_MAX];
    int turn = b->game->turn(w), n = turn == PL_OVER ? 0 : b->game->moves(w, list);
    heard->n = silent->n = 0;
    if (e && turn != e->who) n = 0;
    for (int i = 0; i < n; i++) {
        pl_move code = pl_seen(b->game, w, list[i], b->seat);
        if (code == PL_NOTHING) silent->move[silent->n++] = list[i];
        else if (e && code == e->code) heard->move[heard->n++] = list[i];
    }
    heard->weight = class_weight(b, w, turn, heard);
    silent->weight = class_weight(b, w, turn, silent);
}

static void play_one(const pl_belief *b, void *w, const choice *c, pl_rng *r)
{
    int i = 0;
    if (b->game->turn(w) == PL_CHANCE) {
        double u = pl_unit(r) * c->weight;
        while (i < c->n - 1 && (u -= pl_odds(b->game, w, c->move[i])) >= 0) i++;
    } else i = pl_below(r, c->n);
    b->game->apply(w, c->move[i]);
}

/* Lead w through what was noticed as e, after which the seat had this view.
 * What its weight is to be multiplied by; 0: it does not fit. */
static double advance(const pl_belief *b, void *w, const event *e, const void *view, pl_rng *r)
{
    choice heard, silent;
    pl_state seen;
    double weight = 1;
    for (int ply = 0; ply < b->game->max_plies; ply++) {
        classify(b, w, e, &heard, &silent);
        double total = heard.weight + silent.weight;
        if (total <= 0) return 0;
        weight *= total;
        int ends = silent.n == 0 || pl_unit(r) * total < heard.weight;
        play_one(b, w, ends ? &heard : &silent, r);
        if (!ends) continue;
        pl_view(b->game, w, b->seat, &seen);
        return memcmp(&seen, view, b->size) ? 0 : weight;
    }
    return 0;
}

/* Carry all particles through event k; how many are left. */
static int carry(pl_belief *b, int k)
{
    int alive = 0;
    for (int i = 0; i < b->particles; i++) {
        if (b->weight[i] > 0)
            b->weight[i] *=
                advance(b, row(b, b->world, i), &b->event[k], row(b, b->view, k), &b->rng);
        alive += b->weight[i] > 0;
    }
    return alive;
}

/* Systematic resampling: each particle stays in proportion to its weight. */
static void resample(pl_belief *b)
{
    double total = 0, sum = 0;
    for (int i = 0; i < b->particles; i++) total += b->weight[i];
    double step = total / b->particles, at = pl_unit(&b->rng) * step;
    for (int i = 0, k = 0; k < b->particles; k++, at += step) {
        while (i < b->particles - 1 && sum + b->weight[i] <= at) sum += b->weight[i++];
        memcpy(row(b, b->spare, k), row(b, b->world, i), b->size);
    }
    for (int k = 0; k < b->particles; k++) b->weight[k] = 1;
    unsigned char *old = b->world;
    b->world = b->spare;
    b->spare = old;
}

/* The story so far once more, with fresh luck; how many particles are left. */
static int replay(pl_belief *b)
{
    int alive = b->particles;
    restart(b);
    for (int k = 0; k < b->events && alive; k++) {
        alive = carry(b, k);
        if (alive) resample(b);
    }
    return alive;
}

/* Lead one world through the whole story, stepping back where it gets stuck.
 * trail has room for a state before each event, and one after the last. */
static int lead(pl_belief *b, unsigned char *trail, int *budget)
{
    pl_state w;
    int k = 0;
    pl_start(b->game, row(b, trail, 0));
    while (k < b->events && --*budget > 0) {
        memcpy(&w, row(b, trail, k), b->size);
        if (advance(b, &w, &b->event[k], row(b, b->view, k), &b->rng) > 0) {
            memcpy(row(b, trail, ++k), &w, b->size);
            continue;
        }
        int back = 1;
        while (back < k && pl_below(&b->rng, 2)) back *= 2;
        k = k > back ? k - back : 0;
    }
    return k == b->events ? 0 : -1;
}

/* Worlds found one by one, all alike in weight; the last resort. */
static int backtrack(pl_belief *b)
{
    int found = 0, budget = BACKTRACKS;
    unsigned char *trail = malloc((size_t)(b->events + 1) * b->size);
    if (!trail) return -1;
    while (found < b->particles && lead(b, trail, &budget) == 0) {
        memcpy(row(b, b->world, found), row(b, trail, b->events), b->size);
        b->weight[found++] = 1;
    }
    for (int i = found; i < b->particles; i++) b->weight[i] = 0;
    free(trail);
    if (!found) return -1;
    resample(b);
    return 0;
}

static int remember(pl_belief *b, int who, pl_move code, const void *view)
{
    if (b->events == b->room) {
        int room = b->room ? 2 * b->room : 16;
        void *events = realloc(b->event, (size_t)room * sizeof *b->event);
        if (events) b->event = events;
        void *views = events ? realloc(b->view, (size_t)room * b->size) : NULL;
        if (!views) return -1;
        b->view = views;
        b->room = room;
    }
    b->event[b->events] = (event){who, code};
    memcpy(row(b, b->view, b->events++), view, b->size);
    return 0;
}

int pl_belief_heard(pl_belief *b, int who, pl_move code, const void *view)
{
    b->tails_known = 0;
    if (remember(b, who, code, view)) return -1;
    int alive = carry(b, b->events - 1);
    for (int i = 0; alive < b->particles / 8 + 1 && i < REPLAYS; i++) alive = replay(b);
    if (!alive) return backtrack(b);
    resample(b);
    return 0;
}

static int add_tail(pl_belief *b, const void *w, double weight)
{
    if (b->tails == b->tail_room) {
        int room = b->tail_room ? 2 * b->tail_room : b->particles;
        void *tail = realloc(b->tail, (size_t)room * b->size);
        if (tail) b->tail = tail;
        void *weights =
            tail ? realloc(b->tail_weight, (size_t)room * sizeof *b->tail_weight) : NULL;
        if (!weights) return -1;
        b->tail_weight = weights;
        b->tail_room = room;
    }
    double before = b->tails ? b->tail_weight[b->tails - 1] : 0;
    memcpy(row(b, b->tail, b->tails), w, b->size);
    b->tail_weight[b->tails++] = before + weight;
    return 0;
}

/* Since the last thing the seat noticed, plies may have passed unnoticed: a
 * particle stands for itself and for what it may have become by then. */
static int follow(pl_belief *b)
{
    choice heard, silent;
    pl_state w;
    b->tails = 0;
    for (int i = 0; i < b->particles; i++) {
        double weight = b->weight[i];
        memcpy(&w, row(b, b->world, i), b->size);
        for (int ply = 0; ply < b->game->max_plies && weight > 0; ply++) {
            if (add_tail(b, &w, weight)) return -1;
            classify(b, &w, NULL, &heard, &silent);
            weight *= silent.weight;
            if (silent.n) play_one(b, &w, &silent, &b->rng);
        }
    }
    b->tails_known = 1;
    return 0;
}

int pl_belief_world(pl_belief *b, pl_rng *r, void *out)
{
    if (!b->tails_known && follow(b)) return -1;
    if (!b->tails) return -1;
    double u = pl_unit(r) * b->tail_weight[b->tails - 1];
    int low = 0, high = b->tails - 1;
    while (low < high) {
        int mid = (low + high) / 2;
        if (b->tail_weight[mid] > u) high = mid;
        else low = mid + 1;
    }
    memcpy(out, row(b, b->tail, low), b->size);
    return 0;
}
