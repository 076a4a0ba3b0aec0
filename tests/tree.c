/* tree.c -- the flat tree's shape, and its best answers against the slow way.
 *
 * The slow way tries every pure strategy of a seat: 64 in Kuhn poker for two,
 * 65,536 for three.
 */
#include <stdlib.h>

#include "grown.h"

static double *policy_room(const pl_tree *t)
{
    return calloc((size_t)t->info_first[t->infos] + 1, sizeof(double));
}

/* A policy that is neither uniform nor pure, the same every time. */
static void some_policy(const pl_tree *t, uint64_t seed, double *policy)
{
    pl_rng r;
    pl_seed(&r, seed);
    for (int32_t i = 0; i < t->infos; i++) {
        double sum = 0;
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++)
            sum += policy[a] = 0.01 + pl_unit(&r);
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++) policy[a] /= sum;
    }
}

static const void *state_of(const pl_tree *t, int32_t node)
{
    return t->state + (size_t)node * (size_t)t->game->state_size;
}

/* Node's children are the states that its moves lead to, in order. */
static void check_children(const pl_tree *t, int32_t node)
{
    const pl_game *g = t->game;
    pl_move m[PL_MOVES_MAX];
    int n = g->turn(state_of(t, node)) == PL_OVER ? 0 : g->moves(state_of(t, node), m);
    double odds = 0;
    assert_int_equal(t->first[node + 1] - t->first[node], n);
    for (int i = 0; i < n; i++) {
        int32_t child = t->first[node] + i;
        pl_state s;
        memcpy(&s, state_of(t, node), (size_t)g->state_size);
        g->apply(&s, m[i]);
        assert_memory_equal(&s, state_of(t, child), (size_t)g->state_size);
        assert_int_equal(t->move[child], m[i]);
        assert_int_equal(t->parent[child], node);
        odds += t->odds[child];
    }
    if (n) near(odds, t->turn[node] == PL_CHANCE ? 1 : n, 1e-12);
}

static void check_node(const pl_tree *t, int32_t node)
{
    const pl_game *g = t->game;
    int turn = g->turn(state_of(t, node)), info = t->info[node];
    pl_state here, there;
    assert_int_equal(t->turn[node], turn);
    if (turn == PL_CHANCE) assert_int_equal(info, -1);
    if (turn == PL_OVER) {
        double score[PL_SEATS_MAX];
        g->score(state_of(t, node), score);
        assert_memory_equal(score, t->score + info * g->players,
                            (size_t)g->players * sizeof *score);
    }
    if (turn < 0) return;
    pl_view(g, state_of(t, node), turn, &here);
    pl_view(g, state_of(t, t->info_node[info]), turn, &there);
    assert_int_equal(t->info_seat[info], turn);
    assert_memory_equal(&here, &there, (size_t)g->state_size);
}

static int32_t plies_to(const pl_tree *t, int32_t node)
{
    int32_t plies = 0;
    while ((node = t->parent[node]) >= 0) plies++;
    return plies;
}

static void trees_are_what_the_rules_say(void **unused)
{
    static const char *const specs[] = {"rps", "kuhn", "kuhn(players=3,start=-1)", "leduc",
                                        "mnk(m=3,n=2,k=2)"};
    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        pl_tree *t = grown(specs[i]);
        int32_t ends = 0, infos = 0, depth = 0;
        assert_int_equal(t->parent[0], -1);
        assert_int_equal(t->first[0], 1);
        assert_int_equal(t->first[t->nodes], t->nodes);
        for (int32_t n = 0; n < t->nodes; n++) {
            check_children(t, n);
            check_node(t, n);
            ends += t->turn[n] == PL_OVER;
            if (plies_to(t, n) > depth) depth = plies_to(t, n);
        }
        assert_int_equal(depth, t->depth);
        for (int k = 0; k < t->game->players; k++) infos += t->infos_of[k];
        assert_int_equal(ends, t->ends);
        assert_int_equal(infos, t->infos);
        fell(t);
    }
}

/* No two information sets of a seat have one view. */
static void sets_are_distinct(void **unused)
{
    pl_tree *t = grown("leduc");
    (void)unused;
    for (int32_t i = 0; i < t->infos; i++)
        for (int32_t j = 0; j < i; j++) {
            pl_state a, b;
            if (t->info_seat[i] != t->info_seat[j]) continue;
            pl_view(t->game, state_of(t, t->info_node[i]), t->info_seat[i], &a);
            pl_view(t->game, state_of(t, t->info_node[j]), t->info_seat[j], &b);
            assert_memory_not_equal(&a, &b, (size_t)t->game->state_size);
        }
    fell(t);
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
    double *policy = policy_room(t), values[PL_SEATS_MAX], gain, sum = 0;
    some_policy(t, seed, policy);
    assert_int_equal(pl_tree_values(t, policy, values), 0);
    assert_int_equal(pl_tree_nashconv(t, policy, &gain), 0);
    for (int k = 0; k < t->game->players; k++) {
        double best;
        assert_int_equal(pl_tree_best(t, policy, k, &best), 0);
        sum += best - values[k];
        near(values[k], slow_value(t, policy, 0, k), 1e-12);
        if (k < seats) near(best, slow_best(t, policy, k), 1e-12);
    }
    near(gain, sum, 1e-12);
    free(policy);
    fell(t);
}

static void best_answers_are_the_best(void **unused)
{
    (void)unused;
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
    (void)unused;
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
    (void)unused;
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
    double policy[64], plain, generous;
    pl_error err;
    pl_tree *t = grown("kuhn");
    pl_game g = *t->game;
    (void)unused;
    sound = t->game;
    g.score = generous_score;
    pl_tree *other = pl_tree_new(&g, 1000, &err);
    some_policy(t, 3, policy);
    assert_int_equal(pl_tree_nashconv(t, policy, &plain), 0);
    assert_int_equal(pl_tree_nashconv(other, policy, &generous), 0);
    near(plain, generous, 1e-12);
    pl_tree_free(other);
    fell(t);
}

/* What seat 1 may do depends on more than it sees. */
static int moves_by_secret(const void *s, pl_move *out)
{
    int n = sound->moves(s, out);
    return sound->turn(s) == 1 && pl_hash(s, (size_t)sound->state_size) % 2 ? 1 : n;
}

static int no_moves(const void *s, pl_move *out)
{
    return sound->turn(s) == PL_CHANCE ? sound->moves(s, out) : 0;
}

static int seat_nine(const void *s)
{
    return sound->turn(s) >= 0 ? 9 : sound->turn(s);
}

static void expect_fault(pl_game faulty, const char *words)
{
    pl_error err = {""};
    assert_null(pl_tree_new(&faulty, 1000, &err));
    assert_non_null(strstr(err.text, words));
}

/* In a sentence, not in a crash. */
static void faulty_games_are_refused(void **unused)
{
    double policy[64], value;
    pl_error err;
    const pl_game *g = sound = pl_open("kuhn", &err);
    pl_game faulty = *g;
    (void)unused;
    faulty.moves = no_moves;
    expect_fault(faulty, "breaks its contract");
    faulty = *g;
    faulty.turn = seat_nine;
    expect_fault(faulty, "breaks its contract");
    faulty = *g;
    faulty.moves = moves_by_secret;
    expect_fault(faulty, "different legal moves");
    faulty = *g;
    faulty.traits &= ~(uint32_t)PL_RECALL;
    pl_tree *t = pl_tree_new(&faulty, 1000, &err);
    pl_tree_uniform(t, policy);
    assert_int_equal(pl_tree_best(t, policy, 0, &value), -1);
    assert_int_equal(pl_tree_nashconv(t, policy, &value), -1);
    pl_tree_free(t);
    pl_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_what_the_rules_say),
        cmocka_unit_test(sets_are_distinct),
        cmocka_unit_test(best_answers_are_the_best),
        cmocka_unit_test(games_in_the_open_have_best_answers),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(sums_need_not_be_zero),
        cmocka_unit_test(faulty_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
