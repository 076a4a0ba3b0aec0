/* pig.c -- Pig: its rules against a plain second set of them, and perfect
 * play on the game's own positions against the equations of Neller and Presser.
 *
 * T. Neller and C. Presser, "Optimal play of the dice game Pig", The UMAP
 * Journal 25 (2004): the first player wins with probability 0.5306.
 */
#include "tests/games/twin.h"

enum { ROLL, HOLD };
enum { TARGET = 100, FACES = 6 };

/* The rules a second time, one ply at a time. */

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

static int naive_turn(const void *p)
{
    const table *t = p;
    if (naive_winner(t) >= 0 || t->plies == t->limit) return PL_OVER;
    return t->rolling ? PL_CHANCE : t->who;
}

/* Nobody holds before they have rolled. */
static int naive_moves(const void *p, pl_move *out)
{
    const table *t = p;
    int n = t->rolling ? t->faces : t->total ? 2 : 1;
    for (int i = 0; i < n; i++) out[i] = i;
    return n;
}

static void pass_on(table *t)
{
    t->total = 0;
    t->who = (t->who + 1) % t->players;
}

static void naive_play(void *p, pl_move m, const char *name)
{
    table *t = p;
    (void)name;
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

static void naive_score(const void *p, double *out)
{
    const table *t = p;
    int winner = naive_winner(t);
    for (int i = 0; i < t->players; i++)
        out[i] = winner < 0 ? 0 : i == winner ? 1 : -1.0 / (t->players - 1);
}

static void same_json(const pl_game *g, const pl_state *s, const void *p)
{
    const table *t = p;
    char json[512], expected[512];
    pl_text out = {expected, sizeof expected, 0};
    pl_put(&out, "{\"scores\":[");
    for (int i = 0; i < t->players; i++) pl_put(&out, "%s%d", i ? "," : "", t->score[i]);
    pl_put(&out, "],\"seat\":%d,\"total\":%d,\"left\":%d}", t->who, t->total, t->limit - t->plies);
    g->json(s, json, sizeof json);
    assert_string_equal(json, expected);
}

static const twin naive = {.size = sizeof(table),
                           .turn = naive_turn,
                           .moves = naive_moves,
                           .play = naive_play,
                           .score = naive_score,
                           .same = same_json};

static void games_agree(void **unused)
{
    static const table kinds[] = {
        {.players = 2, .target = 100, .faces = 6, .limit = 1000},
        {.players = 3, .target = 20, .faces = 20, .limit = 50},
        {.players = 10, .target = 30, .faces = 4, .limit = 5000},
        {.players = 2, .target = 1, .faces = 2, .limit = 3},
        {.players = 7, .target = 1000, .faces = 12, .limit = 4000},
    };
    (void)unused;
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        const pl_game *g =
            must_open("pig(players=%d,target=%d,faces=%d,limit=%d)", kinds[k].players,
                      kinds[k].target, kinds[k].faces, kinds[k].limit);
        pl_rng r;
        pl_seed(&r, 7 + k);
        for (int i = 0; i < 50; i++) {
            table t = kinds[k];
            twin_game(&naive, g, &t, &r);
        }
        pl_close(g);
    }
}

/* Lines of play while nobody can win: after a roll of 1 or a hold there is one
 * choice, after another number there are two; a choice to roll meets six faces. */
static void lines_are_counted(void **context)
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

/* The game's own positions.  A spot is a choice as its player sees it: their score, the other's,
 * and what the turn has brought. */

typedef struct {
    int own, other, total;
} spot;

static int read_bits(const uint8_t *bit)
{
    int x = 0;
    for (int i = 0; i < 16; i++) x |= bit[i] << i;
    return x;
}

static spot read_spot(const pl_game *g, const void *s)
{
    enum { AT = 6 }; /* where the bits of the scores begin in the tensor */
    uint8_t tensor[128];
    char where[64];
    pl_tensor_where(g, AT, where, sizeof where);
    assert_string_equal(where, "scores[seat_from_own=0,bit=0]");
    pl_tensor(g, s, g->turn(s), tensor);
    const uint8_t *bit = tensor + AT;
    return (spot){read_bits(bit), read_bits(bit + 16), read_bits(bit + 32)};
}

/* A state for each spot that play has reached, in the order found. */
typedef struct {
    const pl_game *g;
    unsigned char *state, *seen;
    int n;
} queue;

/* After these moves from state number i: its chance for the seat that moved; it is queued. */
static double chance_after(queue *q, int i, const pl_move *moves, int n)
{
    size_t size = (size_t)q->g->state_size;
    pl_state s;
    memcpy(&s, q->state + (size_t)i * size, size);
    int seat = q->g->turn(&s);
    for (int k = 0; k < n; k++) q->g->apply(&s, moves[k]);
    spot p = read_spot(q->g, &s);
    if (p.own + p.total < TARGET && !q->seen[(p.own * TARGET + p.other) * TARGET + p.total]++)
        memcpy(q->state + (size_t)q->n++ * size, &s, size);
    double won = chance(p.own, p.other, p.total);
    return q->g->turn(&s) == seat ? won : 1 - won;
}

/* What the equations say of each spot is what they say of its successors in the game. */
static void perfect_play_solves_the_equations(void **unused)
{
    const pl_game *g = must_open("pig");
    size_t size = (size_t)g->state_size, spots = (size_t)TARGET * TARGET * TARGET;
    queue q = {g, malloc(spots * size), calloc(spots, 1), 1};
    (void)unused;
    assert_true(q.state && q.seen);
    pl_start(g, q.state);
    q.seen[0] = 1;
    while (solve_equations() > 1e-10) continue;
    for (int i = 0; i < q.n; i++) {
        const void *s = q.state + (size_t)i * size;
        spot p = read_spot(g, s);
        double roll = 0, hold = 0;
        for (int k = 0; k < FACES; k++)
            roll += chance_after(&q, i, (pl_move[]){ROLL, k}, 2) / FACES;
        if (pl_is_legal(g, s, HOLD)) hold = chance_after(&q, i, (pl_move[]){HOLD}, 1);
        near(fmax(roll, hold), chances[p.own][p.other][p.total], 1e-8);
    }
    assert_int_equal(q.n, (99 + 96 * (97 + 2) / 2 + 2) * 99); /* all without a single point */
    near(chances[0][0][0], 0.5306, 0.00005);
    free(q.state);
    free(q.seen);
    pl_close(g);
}

int test_pig(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_agree),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(perfect_play_solves_the_equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
