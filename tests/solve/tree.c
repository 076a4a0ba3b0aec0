/* tree.c -- the flat tree's shape, and its best answers against the slow way.
 *
 * The slow way tries every pure strategy of a seat: 64 in Kuhn poker for two,
 * 65,536 for three.
 */
#include "tests/solve/policies.h"

/* A tree with the states that its moves lead to. */
typedef struct {
    pl_tree *t;
    unsigned char *states;
} stand;

static stand stand_of(const char *spec)
{
    pl_tree *t = grown(spec);
    return (stand){t, replayed(t)};
}

static void stand_fell(stand *s)
{
    free(s->states);
    fell(s->t);
}

static const void *state_of(const stand *s, int32_t node)
{
    return s->states + (size_t)node * (size_t)s->t->game->state_size;
}

static const void *view_of(const pl_tree *t, int32_t info)
{
    return t->info_view + (size_t)info * (size_t)t->game->state_size;
}

/* Node's children are all that its moves lead to, in order. */
static void check_children(const stand *st, int32_t node)
{
    const pl_tree *t = st->t;
    const pl_game *g = t->game;
    pl_move m[PL_MOVES_MAX];
    int n = g->turn(state_of(st, node)) == PL_OVER ? 0 : g->moves(state_of(st, node), m);
    double odds = 0;
    assert_int_equal(t->first[node + 1] - t->first[node], n);
    for (int i = 0; i < n; i++) {
        int32_t child = t->first[node] + i;
        assert_int_equal(t->move[child], m[i]);
        assert_int_equal(t->parent[child], node);
        odds += t->odds[child];
        near(t->odds[child], t->turn[node] == PL_CHANCE ? pl_odds(g, state_of(st, node), m[i]) : 1,
             0);
    }
    if (n) near(odds, t->turn[node] == PL_CHANCE ? 1 : n, 1e-12);
}

/* The place, plus 1, of the last move that seat made on the way to node. */
static int32_t played_before(const pl_tree *t, int32_t node, int seat)
{
    for (int32_t up; (up = t->parent[node]) >= 0; node = up)
        if (t->turn[up] == seat) return t->info_first[t->info[up]] + node - t->first[up] + 1;
    return 0;
}

static void check_node(const stand *st, int32_t node)
{
    const pl_tree *t = st->t;
    const pl_game *g = t->game;
    int turn = g->turn(state_of(st, node)), info = t->info[node];
    pl_state view;
    assert_int_equal(t->turn[node], turn);
    if (turn == PL_CHANCE) assert_int_equal(info, -1);
    if (turn == PL_OVER) {
        double score[PL_SEATS_MAX];
        g->score(state_of(st, node), score);
        assert_memory_equal(score, t->score + info * g->players,
                            (size_t)g->players * sizeof *score);
    }
    if (turn < 0) return;
    pl_view(g, state_of(st, node), turn, &view);
    assert_int_equal(t->info_seat[info], turn);
    assert_true(t->info_node[info] <= node);
    assert_memory_equal(&view, view_of(t, info), (size_t)g->state_size);
    if (t->recall || t->info_node[info] == node)
        assert_int_equal(t->info_before[info], played_before(t, node, turn));
}

static int32_t plies_to(const pl_tree *t, int32_t node)
{
    int32_t plies = 0;
    while ((node = t->parent[node]) >= 0) plies++;
    return plies;
}

static void check_tree(const char *spec)
{
    stand st = stand_of(spec);
    const pl_tree *t = st.t;
    int32_t ends = 0, infos = 0, depth = 0;
    assert_int_equal(t->parent[0], -1);
    assert_int_equal(t->first[0], 1);
    assert_int_equal(t->first[t->nodes], t->nodes);
    for (int32_t n = 0; n < t->nodes; n++) {
        check_children(&st, n);
        check_node(&st, n);
        ends += t->turn[n] == PL_OVER;
        if (plies_to(t, n) > depth) depth = plies_to(t, n);
    }
    assert_int_equal(depth, t->depth);
    for (int k = 0; k < t->game->players; k++) infos += t->infos_of[k];
    assert_int_equal(ends, t->ends);
    assert_int_equal(infos, t->infos);
    for (int32_t i = 0; t->recall && i < t->infos; i++)
        assert_true(t->info_before[i] <= t->info_first[i]);
    stand_fell(&st);
}

static void trees_are_what_the_rules_say(void **unused)
{
    static const char *const specs[] = {"rps",
                                        "kuhn",
                                        "kuhn(players=3,start=-1)",
                                        "leduc",
                                        "mnk(m=3,n=2,k=2)",
                                        "phantom(m=2,n=2,k=2)",
                                        "skull(players=2,roses=1,rounds=2)",
                                        "block_dominoes(high=2,hand=2,hands=1)"};
    for (size_t i = 0; i < LENGTH(specs); i++) check_tree(specs[i]);
}

/* The expected score of seat from node on, by recursion. */
static double slow_value(const pl_tree *t, const double *policy, int32_t node, int seat)
{
    double sum = 0;
    if (t->turn[node] == PL_OVER) return t->score[t->info[node] * t->game->players + seat];
    for (int32_t c = t->first[node]; c < t->first[node + 1]; c++) {
        double p = t->turn[node] == PL_CHANCE
                       ? t->odds[c]
                       : policy[t->info_first[t->info[node]] + c - t->first[node]];
        if (p > 0) sum += p * slow_value(t, policy, c, seat);
    }
    return sum;
}

/* The seat's best among all its pure strategies; every set has two moves. */
static double slow_best(const pl_tree *t, const double *policy, int seat)
{
    double *mine = policy_room(t), best = -1e9;
    memcpy(mine, policy, (size_t)t->info_first[t->infos] * sizeof *mine);
    for (int pure = 0; pure < 1 << t->infos_of[seat]; pure++) {
        int bit = 0;
        for (int32_t i = 0; i < t->infos; i++) {
            if (t->info_seat[i] != seat) continue;
            int second = pure >> bit++ & 1;
            mine[t->info_first[i]] = !second;
            mine[t->info_first[i] + 1] = second;
        }
        double value = slow_value(t, mine, 0, seat);
        if (value > best) best = value;
    }
    free(mine);
    return best;
}

static void check_answers(const char *spec, int seats, uint64_t seed)
{
    pl_tree *t = grown(spec);
    double *policy = some_policy(t, seed), values[PL_SEATS_MAX], sum = 0;
    assert_int_equal(pl_tree_values(t, policy, values), 0);
    for (int k = 0; k < t->game->players; k++) {
        double best;
        assert_int_equal(pl_tree_best(t, policy, k, &best), 0);
        sum += best - values[k];
        near(values[k], slow_value(t, policy, 0, k), 1e-12);
        if (k < seats) near(best, slow_best(t, policy, k), 1e-12);
    }
    near(nashconv_of(t, policy), sum, 1e-12);
    free(policy);
    fell(t);
}

static void best_answers_are_the_best(void **unused)
{
    for (uint64_t seed = 0; seed < 20; seed++) check_answers("kuhn", 2, seed);
    check_answers("kuhn(start=-1)", 0, 1);
    check_answers("kuhn(players=3)", 1, 2); /* for one seat: it takes a while */
}

/* Perfect play by both: each answers a policy that the other cannot better. */
static double solved(const pl_tree *t, int32_t node)
{
    double best = -2;
    if (t->turn[node] == PL_OVER) return t->score[t->info[node] * 2];
    int sign = t->turn[node] == 0 ? 1 : -1;
    for (int32_t c = t->first[node]; c < t->first[node + 1]; c++) {
        double v = sign * solved(t, c);
        if (v > best) best = v;
    }
    return sign * best;
}

static void games_in_the_open_have_best_answers(void **unused)
{
    pl_tree *t = grown("mnk(m=3,n=3,k=3)");
    double *policy = policy_room(t), value;
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t node = t->info_node[i], sign = t->turn[node] == 0 ? 1 : -1, best = 0;
        for (int32_t c = t->first[node]; c < t->first[node + 1]; c++)
            if (sign * solved(t, c) > sign * solved(t, t->first[node] + best))
                best = c - t->first[node];
        policy[t->info_first[i] + best] = 1;
    }
    assert_int_equal(pl_tree_nashconv(t, policy, &value), 0);
    near(value, 0, 1e-12);
    free(policy);
    fell(t);
}

static void limits_are_kept(void **unused)
{
    pl_error err = {""};
    const pl_game *g = pl_open("kuhn", &err);
    for (int32_t limit = -1; limit < 58; limit++) {
        assert_null(pl_tree_new(g, limit, &err));
        assert_non_null(strstr(err.text, "kuhn has more than the"));
        assert_null(pl_tree_new(g, limit, NULL));
    }
    pl_tree *t = pl_tree_new(g, 58, &err);
    assert_non_null(t);
    pl_tree_free(t);
    t = pl_tree_new(g, INT32_MAX, &err);
    assert_non_null(t);
    pl_tree_free(t);
    pl_tree_free(NULL);
    pl_close(g);
}

static const pl_game *sound; /* what the games below are made from */

static void generous_score(const void *s, double *out)
{
    sound->score(s, out);
    for (int k = 0; k < sound->players; k++) out[k] += 1 + k;
}

/* A present to every seat at every end changes nobody's choices. */
static void sums_need_not_be_zero(void **unused)
{
    pl_error err;
    pl_tree *t = grown("kuhn");
    pl_game g = *t->game;
    double *policy = some_policy(t, 3);
    sound = t->game;
    g.score = generous_score;
    pl_tree *other = pl_tree_new(&g, 1000, &err);
    near(nashconv_of(t, policy), nashconv_of(other, policy), 1e-12);
    pl_tree_free(other);
    free(policy);
    fell(t);
}

/* What seat 1 may do depends on more than it sees. */
static int moves_by_secret(const void *s, pl_move *out)
{
    int n = sound->moves(s, out);
    return sound->turn(s) == 1 && pl_hash(s, (size_t)sound->state_size) % 2 ? 1 : n;
}

/* As many moves, but others. */
static int others_by_secret(const void *s, pl_move *out)
{
    int n = sound->moves(s, out);
    out[1] += sound->turn(s) == 1 && pl_hash(s, (size_t)sound->state_size) % 2;
    return n;
}

static int no_moves(const void *s, pl_move *out)
{
    return sound->turn(s) == PL_CHANCE ? sound->moves(s, out) : 0;
}

static int seat_nine(const void *s)
{
    return sound->turn(s) >= 0 ? 9 : sound->turn(s);
}

/* In a sentence, not in a crash. */
static void faulty_games_are_refused(void **unused)
{
    static const struct {
        int (*moves)(const void *, pl_move *), (*turn)(const void *);
        const char *words;
    } faults[] = {
        {no_moves, NULL, "breaks its contract"},
        {NULL, seat_nine, "breaks its contract"},
        {moves_by_secret, NULL, "different legal moves"},
        {others_by_secret, NULL, "different legal moves"},
    };
    sound = must_open("kuhn");
    for (size_t i = 0; i < LENGTH(faults); i++) {
        pl_game faulty = *sound;
        pl_error err = {""};
        if (faults[i].moves) faulty.moves = faults[i].moves;
        if (faults[i].turn) faulty.turn = faults[i].turn;
        assert_null(pl_tree_new(&faulty, 1000, &err));
        if (!strstr(err.text, faults[i].words)) fail_msg("fault %d: '%s'", (int)i, err.text);
    }
    pl_close(sound);
}

int test_tree(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_what_the_rules_say),
        cmocka_unit_test(best_answers_are_the_best),
        cmocka_unit_test(games_in_the_open_have_best_answers),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(sums_need_not_be_zero),
        cmocka_unit_test(faulty_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
