/* sets.c -- information sets of trees: how many there are by a slow count that
 * knows neither views nor trees, their names in play, threads, and bounds.
 */
#include "tests/support/grown.h"

/* The slow count: every line is played, and every seat writes down what it notices. */

enum { NOTES = 512, SETS = 1 << 17 };

typedef struct {
    int nodes, ends, turns;
    uint64_t *known; /* a hash for every decision: the seat and its notes */
} census;

typedef struct {
    pl_state s;
    int length[PL_SEATS_MAX];
    int32_t note[PL_SEATS_MAX][NOTES];
} seated;

static void write_down(seated *t, int seat, int what)
{
    assert_true(t->length[seat] < NOTES);
    t->note[seat][t->length[seat]++] = what;
}

static void count_lines(const pl_game *g, const seated *t, census *c)
{
    pl_move m[PL_MOVES_MAX];
    int turn = g->turn(&t->s), n = turn == PL_OVER ? 0 : g->moves(&t->s, m);
    c->nodes++;
    c->ends += turn == PL_OVER;
    if (turn >= 0) {
        assert_true(c->turns < SETS);
        size_t size = (size_t)t->length[turn] * sizeof **t->note;
        c->known[c->turns++] = pl_hash(t->note[turn], size) + (uint64_t)turn;
    }
    for (int i = 0; i < n; i++) {
        seated next = *t;
        for (int k = 0; k < g->players; k++) {
            pl_move code = pl_seen(g, &t->s, m[i], k);
            if (code != PL_NOTHING) write_down(&next, k, turn);
            if (code != PL_NOTHING) write_down(&next, k, code);
        }
        g->apply(&next.s, m[i]);
        count_lines(g, &next, c);
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int different(uint64_t *names, int n)
{
    int count = 0;
    qsort(names, (size_t)n, sizeof *names, ascending);
    for (int i = 0; i < n; i++) count += !i || names[i] != names[i - 1];
    return count;
}

static void sets_are_what_seats_noticed(void **unused)
{
    static const char *const specs[] = {
        "kuhn",
        "kuhn(players=3)",
        "leduc",
        "liars_dice(dice=1,sides=3)",
        "liars_dice(dice=1,sides=2,match=1)",
        "goofspiel(cards=3,order=descending,info=winner)",
        "goofspiel(cards=4,order=descending,info=winner)",
        "goofspiel(cards=3)",
        "skull(players=2,roses=1,lite=1)",
        "skull(players=2,roses=1,rounds=2)",
        "block_dominoes(high=2,hand=2,hands=1)",
        "knockout_whist(players=2,cards=1,ranks=2,suits=2)",
        "phantom(m=2,n=2,k=2)",
        "phantom(m=3,n=2,k=2,mode=abrupt)",
        "dark_hex(rows=2,cols=2)",
        "dark_hex(rows=2,cols=2,mode=abrupt)",
    };
    census c = {.known = malloc(SETS * sizeof *c.known)};
    static seated start;
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        c.nodes = c.ends = c.turns = 0;
        pl_start(t->game, &start.s);
        count_lines(t->game, &start, &c);
        assert_int_equal(t->nodes, c.nodes);
        assert_int_equal(t->ends, c.ends);
        assert_int_equal(t->infos, different(c.known, c.turns));
        assert_true(t->recall);
        fell(t);
    }
    free(c.known);
}

/* Names. */

static void names_are_distinct(const pl_tree *t)
{
    uint64_t *names = malloc((size_t)t->infos * sizeof *names);
    memcpy(names, t->info_key, (size_t)t->infos * sizeof *names);
    assert_int_equal(different(names, t->infos), t->infos);
    free(names);
}

/* A seat that plays along knows the name of its set whenever it is to move. */
static void play_along(const pl_tree *t, pl_rng *r)
{
    const pl_game *g = t->game;
    uint64_t name[PL_SEATS_MAX];
    pl_state s, view;
    int32_t node = 0;
    pl_start(g, &s);
    for (int k = 0; k < g->players; k++) name[k] = pl_info_key_start(k);
    for (int turn; (turn = g->turn(&s)) != PL_OVER;) {
        if (turn >= 0) {
            pl_view(g, &s, turn, &view);
            assert_true(t->info_key[t->info[node]] ==
                        (pl_info_by_view(g) ? pl_info_key_view(g, turn, &view) : name[turn]));
        }
        pl_move m = pl_any(g, &s, r);
        for (int k = 0; k < g->players; k++) {
            pl_move code = pl_seen(g, &s, m, k);
            if (code != PL_NOTHING) name[k] = pl_info_key_heard(name[k], turn, code);
        }
        for (node = t->first[node]; t->move[node] != m;) node++;
        g->apply(&s, m);
    }
}

/* Files of policies have them, so they stay what they are: these come from another
 * program. */
static void names_are_pinned(void **unused)
{
    const pl_game g = {.state_size = 16};
    const uint64_t sevens[2] = {0x0707070707070707u, 0x0707070707070707u};
    uint64_t start = pl_info_key_start(1);
    assert_true(start == 0x975835de1c9756ceu);
    assert_true(pl_info_key_heard(start, PL_CHANCE, 5) == 0xf1ef918aed9d4758u);
    assert_true(pl_info_key_view(&g, 1, sevens) == 0x48e641dd4305ff2du);
}

static void sets_can_be_named_in_play(void **unused)
{
    static const char *const specs[] = {"leduc", "skull(players=2,roses=1,rounds=2)",
                                        "block_dominoes(high=2,hand=2,hands=1)",
                                        "phantom(m=2,n=2,k=2)", "mnk(m=3,n=2,k=2)"};
    pl_rng r;
    pl_seed(&r, 11);
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        names_are_distinct(t);
        for (int line = 0; line < 200; line++) play_along(t, &r);
        fell(t);
    }
}

static pl_tree *tree_of(const pl_game *g)
{
    pl_error err = {""};
    pl_tree *t = pl_tree_new(g, 100000, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

/* What uniform play gives away; NAN where nobody can tell. */
static double nashconv(const pl_tree *t)
{
    double *policy = calloc((size_t)t->info_first[t->infos] + 1, sizeof *policy), gain;
    pl_tree_uniform(t, policy);
    double out = pl_tree_nashconv(t, policy, &gain) ? NAN : gain;
    free(policy);
    return out;
}

/* A game by what was heard is the same as by views. */
static void both_ways_agree(void **unused)
{
    static const char *const specs[] = {"kuhn", "leduc", "goofspiel(cards=4,info=winner)",
                                        "phantom(m=3,n=2,k=2)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        pl_game heard = *t->game;
        heard.traits &= ~(uint32_t)PL_RECALL;
        pl_tree *other = tree_of(&heard);
        assert_int_equal(t->infos, other->infos);
        assert_memory_equal(t->info, other->info, (size_t)t->nodes * sizeof *t->info);
        assert_memory_equal(t->info_before, other->info_before,
                            (size_t)t->infos * sizeof *t->info_before);
        assert_true(t->info_key[0] != other->info_key[0]);
        assert_true(t->recall && other->recall);
        near(nashconv(t), nashconv(other), 0);
        pl_tree_free(other);
        fell(t);
    }
}

/* A game of three plies: a coin that seat 0 sees, its first choice, its second.  It
 * is paid for choosing the coin's side once and the other side once. */
typedef struct {
    uint8_t coin, choice[2], ply;
} twice;

static int twice_turn(const void *p)
{
    int ply = ((const twice *)p)->ply;
    return ply == 0 ? PL_CHANCE : ply < 3 ? 0 : PL_OVER;
}

static int twice_moves(const void *p, pl_move *out)
{
    (void)p;
    return pl_list(3, out);
}

static void twice_apply(void *p, pl_move m)
{
    twice *s = p;
    if (s->ply == 0) s->coin = (uint8_t)(m + 1);
    else s->choice[s->ply - 1] = (uint8_t)(m + 1);
    s->ply++;
}

static void twice_score(const void *p, double *out)
{
    const twice *s = p;
    out[0] = s->choice[0] == s->coin && s->choice[1] != s->coin;
}

static void twice_hide(void *p, int seat) /* which forgets the first choice */
{
    twice *s = p;
    if (s->ply == 2 || seat != 0) s->choice[0] = 0;
}

static pl_move twice_seen(const void *p, pl_move m, int seat)
{
    (void)p, (void)seat;
    return m;
}

static pl_move twice_blind(const void *p, pl_move m, int seat)
{
    return ((const twice *)p)->ply == 0 ? 2 : twice_seen(p, m, seat);
}

static const pl_game twice_game = {
    .abi = PL_ABI,
    .players = 1,
    .state_size = sizeof(twice),
    .actions = 2,
    .chances = 2,
    .max_moves = 2,
    .max_plies = 3,
    .hi = 1,
    .name = "twice",
    .turn = twice_turn,
    .moves = twice_moves,
    .apply = twice_apply,
    .score = twice_score,
    .hide = twice_hide,
    .seen = twice_seen,
};

/* A seat that forgets cannot be answered by sequences, and a tree finds it out. */
static void recall_is_seen_not_believed(void **unused)
{
    pl_game g = twice_game;
    pl_error err = {""};
    pl_tree *t = tree_of(&g);
    assert_int_equal(t->infos, 2 + 4);
    assert_true(t->recall && !t->zero_sum);
    near(nashconv(t), 1 - 0.25, 1e-12);
    pl_tree_free(t);
    g.traits = PL_RECALL;
    t = tree_of(&g);
    assert_int_equal(t->infos, 2 + 2);
    assert_false(t->recall);
    assert_true(isnan(nashconv(t)));
    pl_tree_free(t);
    g.traits = 0;
    g.seen = twice_blind;
    assert_null(pl_tree_new(&g, 100, &err));
    assert_non_null(strstr(err.text, "noticed the same has different views"));
}

/* As the second of two words this takes the first one out of the hash (core/hash.c). */
static const uint64_t forgetful = 0xc0ac29b7c97c50ddu;

/* A state is two words; those after either side of the coin have one hash. */
static int clash_turn(const void *p)
{
    const uint64_t *w = p;
    return w[0] == 0 ? PL_CHANCE : w[0] < 3 ? 0 : PL_OVER;
}

static void clash_apply(void *p, pl_move m)
{
    uint64_t *w = p;
    if (w[0]) w[0] = 3 + (uint64_t)m;
    else w[0] = (uint64_t)m + 1, w[1] = forgetful;
}

static void clash_score(const void *p, double *out)
{
    out[0] = ((const uint64_t *)p)[0] == 3;
}

static void sets_of_one_name_are_refused(void **unused)
{
    pl_game g = twice_game;
    pl_error err = {""};
    uint64_t one[2] = {1, forgetful}, two[2] = {2, forgetful};
    (void)unused;
    assert_true(pl_hash(one, sizeof one) == pl_hash(two, sizeof two));
    g.name = "clash";
    g.state_size = sizeof one;
    g.turn = clash_turn;
    g.apply = clash_apply;
    g.score = clash_score;
    g.hide = NULL;
    g.seen = NULL;
    assert_null(pl_tree_new(&g, 100, &err));
    assert_string_equal(err.text,
                        "clash: at depth 1 two information sets have one name of 64 bits");
}

/* Threads and bounds. */

#define SAME(a, b, array, n) assert_memory_equal((a)->array, (b)->array, (n) * sizeof *(a)->array)

static void same_tree(const pl_tree *a, const pl_tree *b)
{
    size_t nodes = (size_t)a->nodes, infos = (size_t)a->infos;
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->infos, b->infos);
    assert_int_equal(a->ends, b->ends);
    SAME(a, b, first, nodes + 1);
    SAME(a, b, parent, nodes);
    SAME(a, b, info, nodes);
    SAME(a, b, move, nodes);
    SAME(a, b, odds, nodes);
    SAME(a, b, turn, nodes);
    SAME(a, b, score, (size_t)a->ends * (size_t)a->game->players);
    SAME(a, b, info_seat, infos);
    SAME(a, b, info_node, infos);
    SAME(a, b, info_first, infos + 1);
    SAME(a, b, info_before, infos);
    SAME(a, b, info_key, infos);
    SAME(a, b, info_view, infos * (size_t)a->game->state_size);
    assert_int_equal(a->bytes, b->bytes);
}

static void threads_change_nothing(void **unused)
{
    static const char *const specs[] = {"kuhn", "leduc", "skull(players=2,roses=1,rounds=2)",
                                        "dark_hex(rows=2,cols=3)", "goofspiel(cards=4)"};
    pl_error err = {""};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        for (int threads = 2; threads < 9; threads += 3) {
            pl_tree *other = pl_tree_build(t->game, &(pl_tree_limits){.threads = threads}, &err);
            if (!other) fail_msg("%s", err.text);
            same_tree(t, other);
            pl_tree_free(other);
        }
        fell(t);
    }
}

/* The least memory that a tree can be built in.  A tree that was built within a bound
 * takes no more than it; one byte less than the least that will do, and there is a
 * sentence with the size. */
static int64_t least_memory(const pl_game *g, int threads)
{
    pl_error err = {""};
    int64_t low = 0, high = 1 << 24;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        pl_tree_limits limits = {.memory = middle, .threads = threads};
        pl_tree *t = pl_tree_build(g, &limits, &err);
        if (t) assert_true(t->bytes <= middle);
        else if (!strstr(err.text, " of memory that it may take: by estimate it has"))
            fail_msg("%s", err.text);
        pl_tree_free(t);
        *(t ? &high : &low) = middle;
    }
    return high;
}

static void memory_is_bounded(void **unused)
{
    const pl_game *g = must_open("leduc");
    int64_t least = least_memory(g, 1);
    assert_true(least > 9457 * 25 && least < 2000000);
    pl_close(g);
}

/* Every thread has a table of the sets that are its own, of a thousand bytes or more; one
 * alone has one of two thousand. */
static void tables_of_sets_count(void **unused)
{
    const pl_game *g = must_open("kuhn(players=3)");
    int64_t alone = least_memory(g, 1), many = least_memory(g, 8);
    assert_true(many >= alone + 8 * 1024 - 2048);
    pl_close(g);
}

static void sizes_are_estimated(void **unused)
{
    pl_tree_size size;
    const pl_game *g = must_open("rps");
    pl_tree_estimate(g, 1, 5, &size);
    near(size.nodes, 13, 0);
    near(size.ends, 9, 0);
    near(size.bytes, 13 * 25 + 9 * 16, 0);
    pl_close(g);
    g = must_open("leduc");
    pl_tree_estimate(g, 20000, 5, &size);
    assert_int_equal(size.probes, 20000);
    near(size.nodes, 9457, 200);
    near(size.ends, 5520, 150);
    pl_close(g);
}

int test_sets(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_what_seats_noticed),
        cmocka_unit_test(sets_can_be_named_in_play),
        cmocka_unit_test(names_are_pinned),
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(recall_is_seen_not_believed),
        cmocka_unit_test(sets_of_one_name_are_refused),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(tables_of_sets_count),
        cmocka_unit_test(sizes_are_estimated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
