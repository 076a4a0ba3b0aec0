/* pig.c -- Pig: its rules against a plain second telling of them, and perfect
 * play on the game's own positions against the equations of Neller and Presser.
 *
 * T. Neller and C. Presser, "Optimal play of the dice game Pig", The UMAP
 * Journal 25 (2004): who begins wins with probability 0.5306.
 */
#include <stdlib.h>

#include "tests/support/played.h"

enum { ROLL, HOLD };
enum { TARGET = 100, FACES = 6 };

static int draws(const pl_game *g, const pl_state *s, const char *text)
{
    char buf[PL_SHOW_MAX];
    g->show(s, buf, sizeof buf);
    return !strcmp(buf, text);
}

/* The rules told a second time, one ply at a time. */

typedef struct {
    int players, target, faces, limit;
    int score[10], total, who, plies, rolling;
} table;

static int naive_winner(const table *t)
{
    for (int i = 0; i < t->players; i++)
        if (t->score[i] >= t->target) return i;
    return -1;
}

static int naive_turn(const table *t)
{
    if (naive_winner(t) >= 0 || t->plies == t->limit) return PL_OVER;
    return t->rolling ? PL_CHANCE : t->who;
}

static int naive_moves(const table *t)
{
    if (t->rolling) return t->faces;
    return t->total == 0 ? 1 : 2; /* nobody holds before he has rolled */
}

static void pass_on(table *t)
{
    t->total = 0;
    t->who = (t->who + 1) % t->players;
}

static void naive_apply(table *t, int m)
{
    t->plies++;
    if (t->rolling) {
        t->rolling = 0;
        if (m + 1 == 1) pass_on(t);
        else t->total += m + 1;
    } else if (m == ROLL) {
        t->rolling = 1;
    } else {
        t->score[t->who] += t->total;
        pass_on(t);
    }
}

static void same(const pl_game *g, const pl_state *s, const table *t)
{
    char json[512], expected[512];
    pl_text out = {expected, sizeof expected, 0};
    pl_move m[PL_MOVES_MAX];
    assert_int_equal(g->turn(s), naive_turn(t));
    pl_put(&out, "{\"scores\":[");
    for (int i = 0; i < t->players; i++) pl_put(&out, "%s%d", i ? "," : "", t->score[i]);
    pl_put(&out, "],\"seat\":%d,\"total\":%d,\"left\":%d}", t->who, t->total, t->limit - t->plies);
    g->json(s, json, sizeof json);
    assert_string_equal(json, expected);
    if (g->turn(s) != PL_OVER) assert_int_equal(g->moves(s, m), naive_moves(t));
}

static void same_end(const pl_game *g, const pl_state *s, const table *t)
{
    double score[PL_SEATS_MAX];
    int winner = naive_winner(t);
    g->score(s, score);
    for (int i = 0; i < t->players; i++)
        near(score[i], winner < 0 ? 0 : i == winner ? 1 : -1.0 / (t->players - 1), 1e-15);
}

/* Random games side by side. */
static void test_second_telling(void **context)
{
    static const table kinds[] = {
        {.players = 2, .target = 100, .faces = 6, .limit = 1000},
        {.players = 3, .target = 20, .faces = 20, .limit = 50},
        {.players = 10, .target = 30, .faces = 4, .limit = 5000},
        {.players = 2, .target = 1, .faces = 2, .limit = 3},
        {.players = 7, .target = 1000, .faces = 12, .limit = 4000},
    };
    (void)context;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char spec[PL_SPEC_MAX];
        snprintf(spec, sizeof spec, "pig(players=%d,target=%d,faces=%d,limit=%d)", kinds[k].players,
                 kinds[k].target, kinds[k].faces, kinds[k].limit);
        const pl_game *g = must_open(spec);
        pl_rng r;
        pl_seed(&r, 7 + k);
        for (int i = 0; i < 50; i++) {
            table t = kinds[k];
            pl_state s;
            pl_start(g, &s);
            for (same(g, &s, &t); g->turn(&s) != PL_OVER; same(g, &s, &t)) {
                pl_move m = pl_any(g, &s, &r);
                g->apply(&s, m);
                naive_apply(&t, m);
            }
            same_end(g, &s, &t);
        }
        pl_close(g);
    }
}

/* Hand-made lines. */
static void test_rules(void **context)
{
    const pl_game *g = must_open("pig(players=3,target=10)");
    pl_state s;
    double score[3];
    (void)context;
    pl_start(g, &s);
    assert_int_equal(pl_parse(g, &s, "hold"), PL_ILLEGAL); /* nothing to hold yet */
    play_on(g, &s, "roll 6 roll 3");
    assert_true(draws(g, &s, "seat 0: 0 + 9\nseat 1: 0\nseat 2: 0"));
    play_on(g, &s, "roll 1"); /* all nine are lost */
    assert_true(draws(g, &s, "seat 0: 0\nseat 1: 0 + 0\nseat 2: 0"));
    play_on(g, &s, "roll 5 hold roll 2 roll 4 hold");
    assert_true(draws(g, &s, "seat 0: 0 + 0\nseat 1: 5\nseat 2: 6"));
    play_on(g, &s, "roll 1 roll 6"); /* eleven, but not before they are held */
    assert_int_equal(g->turn(&s), 1);
    play_on(g, &s, "hold");
    assert_int_equal(g->turn(&s), PL_OVER);
    assert_true(draws(g, &s, "seat 0: 0\nseat 1: 11 wins\nseat 2: 6"));
    g->score(&s, score);
    near(score[0], -0.5, 0);
    near(score[1], 1, 0);
    near(score[2], -0.5, 0);
    pl_close(g);
}

/* At the limit it is a draw, unless the last ply wins. */
static void test_limit(void **context)
{
    const pl_game *g = must_open("pig(target=6,limit=3)");
    pl_state s;
    double score[2];
    (void)context;
    pl_start(g, &s);
    play_on(g, &s, "roll 6 hold");
    assert_int_equal(g->turn(&s), PL_OVER);
    g->score(&s, score);
    near(score[0], 1, 0);
    pl_start(g, &s);
    play_on(g, &s, "roll 5 hold");
    assert_int_equal(g->turn(&s), PL_OVER);
    g->score(&s, score);
    near(score[0], 0, 0);
    near(score[1], 0, 0);
    pl_close(g);
}

/* Lines of play while nobody can win: after a roll of 1 or a hold there is one
 * choice, after another number there are two; a choice to roll meets six faces. */
static void test_lines(void **context)
{
    const pl_game *g = must_open("pig(target=1000)");
    pl_state s;
    uint64_t fresh[12] = {1}, midway[12] = {1}, rolling[12] = {1};
    (void)context;
    pl_start(g, &s);
    for (int d = 1; d < 12; d++) {
        fresh[d] = rolling[d - 1];
        midway[d] = rolling[d - 1] + fresh[d - 1];
        rolling[d] = fresh[d - 1] + 5 * midway[d - 1];
        assert_true(pl_perft(g, &s, d) == fresh[d]);
    }
    pl_close(g);
}

/* Perfect play.  A spot is a choice as its player sees it: his score, the
 * other's, and what his turn has brought. */

typedef struct {
    int own, other, total;
} spot;

typedef struct {
    int32_t held;        /* the spot that the other is in after a hold */
    int32_t next[FACES]; /* after a roll; after a 1 it is the other's */
    double value;        /* the chance to win of who is to choose */
} node;
enum { WIN = -1, NONE = -2, SPOTS = TARGET * TARGET * TARGET };

typedef struct {
    const pl_game *game;
    int at; /* where the bits of the scores begin in the tensor */
    int32_t nodes;
    int32_t *index; /* of a spot */
    node *node;
    unsigned char *state; /* of each node one that has this spot */
} graph;

static int read_bits(const uint8_t *bit)
{
    int x = 0;
    for (int i = 0; i < 16; i++) x |= bit[i] << i;
    return x;
}

static spot read_spot(const graph *h, const void *s)
{
    uint8_t tensor[128];
    pl_tensor(h->game, s, h->game->turn(s), tensor);
    const uint8_t *bit = tensor + h->at;
    return (spot){read_bits(bit), read_bits(bit + 16), read_bits(bit + 32)};
}

static unsigned char *state_of(const graph *h, int32_t i)
{
    return h->state + (size_t)i * (size_t)h->game->state_size;
}

static int32_t *place_of(const graph *h, spot p)
{
    return &h->index[(p.own * TARGET + p.other) * TARGET + p.total];
}

/* The node of a state where a seat chooses, made if it is new. */
static int32_t node_of(graph *h, const void *s)
{
    spot p = read_spot(h, s);
    if (p.own + p.total >= TARGET) return WIN; /* he holds */
    int32_t *i = place_of(h, p);
    if (*i < 0) {
        *i = h->nodes++;
        memcpy(state_of(h, *i), s, (size_t)h->game->state_size);
    }
    return *i;
}

/* The node after moves from node i. */
static int32_t after(graph *h, int32_t i, const pl_move *moves, int n)
{
    pl_state s;
    memcpy(&s, state_of(h, i), (size_t)h->game->state_size);
    for (int k = 0; k < n; k++) h->game->apply(&s, moves[k]);
    return node_of(h, &s);
}

static void expand(graph *h, int32_t i)
{
    pl_move roll[2] = {ROLL}, hold = HOLD;
    for (int k = 0; k < FACES; k++) {
        roll[1] = k;
        h->node[i].next[k] = after(h, i, roll, 2);
    }
    h->node[i].held = pl_is_legal(h->game, state_of(h, i), HOLD) ? after(h, i, &hold, 1) : NONE;
}

/* All spots that play can reach, in the order found. */
static graph new_graph(const pl_game *g)
{
    graph h = {.game = g, .at = 6};
    pl_state s;
    char where[64];
    h.index = malloc(SPOTS * sizeof *h.index);
    h.node = calloc(SPOTS, sizeof *h.node);
    h.state = malloc(SPOTS * (size_t)g->state_size);
    assert_true(h.index && h.node && h.state);
    memset(h.index, -1, SPOTS * sizeof *h.index);
    pl_tensor_where(g, h.at, where, sizeof where);
    assert_string_equal(where, "scores[seat_from_own=0,bit=0]");
    pl_start(g, &s);
    node_of(&h, &s);
    for (int32_t i = 0; i < h.nodes; i++) expand(&h, i);
    return h;
}

static void free_graph(graph *h)
{
    free(h->index);
    free(h->node);
    free(h->state);
}

static double worth(const graph *h, int32_t i)
{
    return i == WIN ? 1 : h->node[i].value;
}

/* One round of value iteration, those found last first; the largest change. */
static double improve(graph *h)
{
    double change = 0;
    for (int32_t i = h->nodes - 1; i >= 0; i--) {
        node *n = &h->node[i];
        double best = (1 - worth(h, n->next[0])) / FACES;
        for (int k = 1; k < FACES; k++) best += worth(h, n->next[k]) / FACES;
        if (n->held != NONE) best = fmax(best, 1 - worth(h, n->held));
        change = fmax(change, fabs(best - n->value));
        n->value = best;
    }
    return change;
}

/* The equations as they are printed, on an array. */
static double chances[TARGET][TARGET][TARGET];

static double chance(int own, int other, int total)
{
    return own + total >= TARGET ? 1 : chances[own][other][total];
}

static double equation(int own, int other, int total)
{
    double roll = (1 - chance(other, own, 0)) / 6, hold = 1 - chance(other, own + total, 0);
    if (own + total >= TARGET) return 1;
    for (int die = 2; die <= 6; die++) roll += chance(own, other, total + die) / 6;
    return roll > hold ? roll : hold;
}

static double solve_equations(void)
{
    double change = 0;
    for (int own = TARGET - 1; own >= 0; own--)
        for (int other = TARGET - 1; other >= 0; other--)
            for (int total = TARGET - 1 - own; total >= 0; total--) {
                double better = equation(own, other, total);
                change = fmax(change, fabs(better - chances[own][other][total]));
                chances[own][other][total] = better;
            }
    return change;
}

static void test_perfect_play(void **context)
{
    const pl_game *g = must_open("pig");
    graph h = new_graph(g);
    int compared = 0;
    (void)context;
    while (improve(&h) > 1e-10) continue;
    while (solve_equations() > 1e-10) continue;
    for (spot p = {0, 0, 0}; p.own < TARGET; p.own++)
        for (p.other = 0; p.other < TARGET; p.other++)
            for (p.total = 0; p.own + p.total < TARGET; p.total++) {
                int32_t i = *place_of(&h, p);
                if (i < 0) continue; /* nobody ever has a single point */
                near(h.node[i].value, chances[p.own][p.other][p.total], 1e-8);
                compared++;
            }
    assert_int_equal(compared, h.nodes);
    near(h.node[0].value, 0.5306, 0.00005);
    free_graph(&h);
    pl_close(g);
}

int test_pig(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_telling), cmocka_unit_test(test_rules),
        cmocka_unit_test(test_limit),          cmocka_unit_test(test_lines),
        cmocka_unit_test(test_perfect_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
