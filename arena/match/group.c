/* group.c -- games that belong together: one deal, every seat.
 *
 * Everything random in a match comes from here.  A group has a key of 64 bits, four of
 * which are a block of Philox with the seed for its key and the pairing and the group for
 * its counter; what a game needs is that key, counted on and mixed (the finaliser of
 * SplitMix64, Steele, Lea and Flood, 2014).  So any game can be played at any time.
 */
#include "arena/match/match.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { GAMES_MAX = 5040, KEYS = 4 };
static const uint64_t purpose = 0x6d61746368; /* "match": no other seeds are like these */

const char *pl_fairness_name(pl_fairness f)
{
    static const char *const names[] = {"rotations", "permutations", "fresh", "shuffled"};
    return names[f];
}

int pl_grouping_size(const pl_match_plan *plan)
{
    int n = plan->game->players, size = 1;
    if (plan->fairness == PL_SHUFFLED_SEATS) return 1;
    if (plan->fairness != PL_PERMUTATIONS) return n;
    for (int i = 2; i <= n && size; i++) size = size * i <= GAMES_MAX ? size * i : 0;
    return size;
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t keep = *a;
    *a = *b;
    *b = keep;
}

/* The next order of places, in the order of dictionaries; not of the last one. */
static void permute(uint8_t *order, int n)
{
    int i = n - 2, j = n - 1;
    while (order[i] > order[i + 1]) i--;
    while (order[j] < order[i]) j--;
    swap(&order[i], &order[j]);
    for (int a = i + 1, b = n - 1; a < b; a++, b--) swap(&order[a], &order[b]);
}

static void fill_orders(pl_grouping *g)
{
    int n = g->places;
    for (int i = 0; i < n; i++) g->order[i] = (uint8_t)i;
    for (int k = 1; k < g->size; k++) {
        uint8_t *order = g->order + (size_t)k * (size_t)n;
        memcpy(order, order - n, (size_t)n);
        if (g->fairness == PL_PERMUTATIONS) permute(order, n);
        else
            for (int i = 0; i < n; i++) order[i] = (uint8_t)((i + k) % n);
    }
}

int pl_grouping_open(pl_grouping *g, const pl_match_plan *plan, pl_error *err)
{
    *g = (pl_grouping){.places = plan->game->players,
                       .size = pl_grouping_size(plan),
                       .fairness = plan->fairness,
                       .seed = plan->seed};
    if (!g->size)
        return pl_fail(err, "%d seats have too many orders to play each of them: take rotations",
                       (int)plan->game->players);
    g->order = malloc((size_t)g->size * (size_t)g->places);
    if (!g->order) return pl_fail(err, "out of memory");
    fill_orders(g);
    return 0;
}

void pl_grouping_close(pl_grouping *g)
{
    free(g->order);
    g->order = NULL;
}

static void draw_seats(pl_group *g)
{
    pl_rng r;
    int n = g->of->places;
    pl_group_stream(g, 1, 0, &r); /* there is no second game */
    for (int i = 0; i < n; i++) g->shuffled[i] = (uint8_t)i;
    for (int i = n; i > 1; i--) swap(&g->shuffled[i - 1], &g->shuffled[pl_below(&r, i)]);
}

void pl_group_begin(pl_group *g, int64_t pairing, int64_t number)
{
    g->pairing = pairing;
    g->number = number;
    if (g->held != number / KEYS || g->held_of != pairing) {
        const uint64_t key[2] = {g->of->seed, purpose};
        const uint64_t counter[4] = {(uint64_t)pairing, (uint64_t)(number / KEYS), 0, 0};
        pl_philox(key, counter, g->block);
        g->held = number / KEYS;
        g->held_of = pairing;
    }
    g->key = g->block[number % KEYS];
    if (g->of->fairness == PL_SHUFFLED_SEATS) draw_seats(g);
}

uint64_t pl_group_chance(const pl_group *g, int game)
{
    return pl_group_word(g, g->of->fairness == PL_FRESH_DEALS ? game : 0, -1);
}
