/* belief.c -- worlds from a belief against the exact posterior, by enumeration. */
#include "parlor/belief.h"

#include "tests/solve/drip.h"
#include "tests/support/fog.h"
#include "tests/support/grown.h"

/* A world of one in ten that came twice as often as it should would add DRAWS / 20 to Pearson's sum,
 * of which judge() bears 50 more than is to be expected where there are ten. */
enum { PARTICLES = 4000, DRAWS = 4000, WORLDS = 512 };

/* All histories of a game, their states, and their weights to one seat. */
typedef struct {
    const pl_tree *t;
    unsigned char *states;
    double *weight;
} histories;

/* The contract's weight of every history, for one seat. */
static double *weigh(const histories *h, int seat)
{
    const pl_tree *t = h->t;
    const pl_game *g = t->game;
    size_t size = (size_t)g->state_size;
    double *weight = calloc((size_t)t->nodes, sizeof *weight);
    assert_non_null(weight);
    weight[0] = 1;
    for (int i = 1; i < t->nodes; i++) {
        int from = t->parent[i], alike = 0;
        const void *s = h->states + (size_t)from * size;
        pl_move code = pl_seen(g, s, t->move[i], seat);
        for (int k = t->first[from]; k < t->first[from + 1]; k++)
            alike += pl_seen(g, s, t->move[k], seat) == code;
        weight[i] = weight[from] * t->odds[i];
        if (t->turn[from] >= 0 && t->turn[from] != seat) weight[i] /= alike;
    }
    return weight;
}

typedef struct {
    int n;
    double total, weight[WORLDS];
    int drawn[WORLDS];
    pl_state world[WORLDS];
} posterior;

static int place_of(const posterior *p, const void *s, size_t size)
{
    int k = 0;
    while (k < p->n && memcmp(&p->world[k], s, size)) k++;
    return k;
}

static void collect(const histories *h, int seat, const void *view, posterior *p)
{
    const pl_tree *t = h->t;
    size_t size = (size_t)t->game->state_size;
    p->n = 0;
    p->total = 0;
    for (int i = 0; i < t->nodes; i++) {
        pl_state v;
        const void *s = h->states + (size_t)i * size;
        pl_view(t->game, s, seat, &v);
        if (memcmp(&v, view, size)) continue;
        int k = place_of(p, s, size);
        if (k == p->n) {
            assert_true(p->n < WORLDS);
            memcpy(&p->world[k], s, size);
            p->weight[k] = 0;
            p->drawn[k] = 0;
            p->n++;
        }
        p->weight[k] += h->weight[i];
        p->total += h->weight[i];
    }
}

/* Pearson's sum, with the spread of a draw from particles which were drawn
 * themselves; worlds too unlikely to come often are taken together. */
static void judge(const posterior *p, const char *name)
{
    const double least = 10, spread = 1 + (double)DRAWS / PARTICLES;
    double sum = 0, rest = 0, rest_due = 0;
    int cells = 0;
    for (int k = 0; k < p->n; k++) {
        double due = DRAWS * p->weight[k] / p->total, off = p->drawn[k] - due;
        if (due < least) {
            rest += p->drawn[k];
            rest_due += due;
        } else {
            sum += off * off / (due * spread);
            cells++;
        }
    }
    if (rest_due >= least) {
        sum += (rest - rest_due) * (rest - rest_due) / (rest_due * spread);
        cells++;
    }
    if (sum > cells + 7 * sqrt(2.0 * cells) + 20)
        fail_msg("%s: %d worlds do not have their weights: %g for %d", name, p->n, sum, cells);
}

static void compare(pl_belief *b, posterior *p, const pl_game *g, pl_rng *r)
{
    pl_state w;
    for (int i = 0; i < DRAWS; i++) {
        assert_int_equal(pl_belief_world(b, r, &w), 0);
        int k = place_of(p, &w, (size_t)g->state_size);
        assert_true(k < p->n);
        p->drawn[k]++;
    }
    judge(p, g->name);
}

static void try_line(const histories *h, int seat, pl_rng *r)
{
    static posterior p;
    const pl_game *g = h->t->game;
    pl_belief *b = pl_belief_new(g, seat, PARTICLES, pl_rand(r));
    pl_state s, view;
    pl_move code = 0;
    assert_non_null(b);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
        pl_view(g, &s, seat, &view);
        if (code != PL_NOTHING) {
            collect(h, seat, &view, &p);
            compare(b, &p, g, r);
        }
        int who = g->turn(&s);
        pl_move m = pl_any(g, &s, r);
        code = pl_seen(g, &s, m, seat);
        g->apply(&s, m);
        pl_view(g, &s, seat, &view);
        if (code != PL_NOTHING) assert_int_equal(pl_belief_heard(b, who, code, &view), 0);
    }
    pl_belief_free(b);
}

static void try_game(const pl_game *g, int lines)
{
    pl_error err;
    pl_rng r;
    pl_tree *t = pl_tree_new(g, 100000, &err);
    assert_non_null(t);
    histories h = {.t = t, .states = replayed(t)};
    pl_seed(&r, 3);
    for (int seat = -1; seat < g->players; seat++) {
        h.weight = weigh(&h, seat < 0 ? PL_PUBLIC : seat);
        for (int i = 0; i < lines; i++) try_line(&h, seat < 0 ? PL_PUBLIC : seat, &r);
        free(h.weight);
    }
    free(h.states);
    pl_tree_free(t);
}

/* A listed game without its guess and, as a harder case, without its codes. */
static void try_spec(const char *spec, int lines)
{
    const pl_game *g = must_open("%s", spec);
    pl_game bare = *g;
    bare.guess = NULL;
    try_game(&bare, lines);
    bare.seen = NULL;
    try_game(&bare, 1);
    pl_close(g);
}

/* Poker, dice, hidden bids, and plies that a seat does not notice. */
static void worlds_have_their_weights(void **state)
{
    static const struct {
        const char *spec;
        int lines;
    } known[] = {
        {"kuhn", 4},
        {"kuhn(players=3)", 4},
        {"leduc", 2},
        {"leduc(suits=collapsed)", 2},
        {"liars_dice(dice=1,sides=3)", 3},
        {"goofspiel(cards=3,order=descending,info=winner)", 4},
        {"goofspiel(cards=4,order=descending,info=winner)", 2},
        {"goofspiel(players=3,cards=3,order=descending,info=winner)", 3},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) try_spec(known[i].spec, known[i].lines);
    try_game(&pl_fog, 12);
    try_game(&pl_drip, 6);
}

/* With one particle the filter dies at nearly every turn, so worlds come from
 * replay and backtracking; each must still hide to the view. */
static void a_lone_particle_is_led_back(void **state)
{
    pl_error err;
    pl_rng r;
    const pl_game *g = pl_open("leduc", &err);
    pl_belief *b = pl_belief_new(g, 0, 1, 1);
    (void)state;
    pl_seed(&r, 9);
    for (int game = 0; game < 200; game++) {
        pl_state s, view, w;
        pl_belief_begin(b);
        for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
            int who = g->turn(&s);
            pl_move m = pl_any(g, &s, &r), code = pl_seen(g, &s, m, 0);
            g->apply(&s, m);
            pl_view(g, &s, 0, &view);
            assert_int_equal(pl_belief_heard(b, who, code, &view), 0);
            assert_int_equal(pl_belief_world(b, &r, &w), 0);
            pl_view(g, &w, 0, &w);
            assert_memory_equal(&w, &view, (size_t)g->state_size);
        }
    }
    pl_belief_free(b);
    pl_close(g);
}

static void a_story_that_cannot_be_is_refused(void **state)
{
    pl_belief *b = pl_belief_new(&pl_fog, 1, 20, 1);
    pl_state s, view;
    (void)state;
    pl_start(&pl_fog, &s);
    pl_view(&pl_fog, &s, 1, &view);
    assert_int_equal(pl_belief_heard(b, 1, FOG_MOVED, &view), -1);
    pl_belief_free(b);
}

int test_belief(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_have_their_weights),
        cmocka_unit_test(a_lone_particle_is_led_back),
        cmocka_unit_test(a_story_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
