/* policy.c -- policy files: what is written comes back bit by bit, what is no policy
 * is refused in a sentence, and the shapes of a policy are what they are said to be. */
#include <sys/stat.h>

#include "solve/policy/file.h"
#include "tests/solve/policies.h"

static const char *const games[] = {
    "kuhn",
    "kuhn(players=3)",
    "leduc",
    "liars_dice(sides=3)",
    "goofspiel(cards=3)",
    "rps",
    "mnk(m=3,n=2,k=2)",
    "phantom(m=2,n=2,k=2)",
};

static pl_policy_facts some_facts(const pl_tree *t, const double *policy, int bits)
{
    pl_policy_facts f;
    pl_policy_facts_none(&f);
    assert_int_equal(pl_policy_certify(t, policy, &f), 0);
    snprintf(f.how, sizeof f.how, "some policy, seed 1");
    f.bits = bits;
    return f;
}

static void check_facts(const pl_policy *p, const pl_tree *t, const pl_policy_facts *f)
{
    const pl_policy_facts *g = pl_policy_facts_of(p);
    char spec[PL_SPEC_MAX];
    pl_spec(t->game, spec, sizeof spec);
    assert_string_equal(pl_policy_game(p), spec);
    assert_string_equal(g->how, f->how);
    assert_int_equal(g->bits, f->bits);
    assert_memory_equal(&g->lower, &f->lower, sizeof f->lower);
    assert_memory_equal(&g->upper, &f->upper, sizeof f->upper);
    assert_memory_equal(&g->nashconv, &f->nashconv, sizeof f->nashconv);
    assert_memory_equal(g->value, f->value, sizeof f->value);
    assert_int_equal(pl_policy_sets(p), t->infos);
}

/* Written and read back onto the same tree. */
static void round_trip(const char *spec, int bits)
{
    pl_tree *t = grown(spec);
    double *policy = some_policy(t, 1), *back = policy_room(t);
    pl_policy_facts f = some_facts(t, policy, bits);
    place at = a_place();
    int32_t missing = -1;
    pl_error err = {""};
    must_write(at.path, t, policy, &f);
    pl_policy *p = must_read(at.path);
    check_facts(p, t, &f);
    for (int32_t i = 0; i < t->infos && bits < 64; i++)
        pl_policy_rounded(policy + t->info_first[i], t->info_first[i + 1] - t->info_first[i], bits);
    assert_int_equal(pl_policy_on(p, t, back, &missing, &err), 0);
    assert_int_equal(missing, 0);
    assert_memory_equal(policy, back, policy_bytes(t));
    pl_policy_free(p);
    leave_place(&at);
    free(policy);
    free(back);
    fell(t);
}

static void files_come_back_bit_by_bit(void **unused)
{
    for (size_t i = 0; i < LENGTH(games); i++)
        for (int bits = 64; bits >= 16; bits /= 2) round_trip(games[i], bits);
}

static void sets_are_found_by_key(void **unused)
{
    static const uint64_t key[] = {7, 3, UINT64_MAX, 0};
    static const int32_t first[] = {0, 2, 3, 6, 7};
    static const double policy[] = {0.25, 0.75, 1, 0.5, 0, 0.5, 1};
    const pl_game *g = must_open("kuhn");
    pl_error err = {""};
    double out[4];
    place at = a_place();
    assert_int_equal(pl_policy_write_sets(at.path, g, 4, key, first, policy, NULL, &err), 0);
    pl_policy *p = must_read(at.path);
    assert_int_equal(pl_policy_key(p, 1), 3);
    for (int i = 0; i < 4; i++) {
        int n = first[i + 1] - first[i];
        assert_int_equal(pl_policy_find(p, key[i], out, 4), n);
        assert_memory_equal(out, policy + first[i], (size_t)n * sizeof *out);
        assert_int_equal(pl_policy_find(p, key[i], out, n - 1), 0);
    }
    for (uint64_t none = 4; none < 7; none++) assert_int_equal(pl_policy_find(p, none, out, 4), 0);
    assert_int_equal(pl_policy_at(p, -1, out, 4), 0);
    assert_int_equal(pl_policy_at(p, 4, out, 4), 0);
    pl_policy_free(p);
    assert_int_equal(pl_policy_write_sets(at.path, g, 0, key, first, policy, NULL, &err), 0);
    p = must_read(at.path);
    assert_int_equal(pl_policy_find(p, 0, out, 4), 0);
    pl_policy_free(p);
    pl_policy_free(NULL);
    leave_place(&at);
    pl_close(g);
}

/* And what was there before is still there. */
static void nonsense_is_not_written(void **unused)
{
    static const uint64_t key[] = {1, 2}, same[] = {2, 2};
    static const double good[] = {0.5, 0.5, 1, 0}, less[] = {0.5, 0.5, 0.9, 0};
    static const double below[] = {-0.5, 1.5, 1, 0}, none[] = {NAN, 1, 1, 0};
    static const int32_t first[] = {0, 2, 4};
    const pl_game *g = must_open("kuhn");
    pl_policy_facts eight, endless;
    pl_error err;
    place at = a_place();
    char folder[96];
    snprintf(folder, sizeof folder, "%s/taken", at.folder);
    pl_policy_facts_none(&eight);
    endless = eight;
    eight.bits = 8;
    endless.bits = 64;
    memset(endless.how, 'x', sizeof endless.how);
    const struct {
        const char *path;
        const uint64_t *key;
        const double *policy;
        const pl_policy_facts *facts;
        const char *words;
    } cases[] = {
        {at.path, same, good, NULL, "one key"},
        {at.path, key, less, NULL, "make 0.9"},
        {at.path, key, below, NULL, "none"},
        {at.path, key, none, NULL, "none"},
        {at.path, key, good, &eight, "64, 32 or 16"},
        {at.path, key, good, &endless, "no text"},
        {"/nowhere/it.policy", key, good, NULL, "cannot write '/nowhere"},
        {folder, key, good, NULL, "cannot write"},
    };
    assert_int_equal(mkdir(folder, 0777), 0);
    assert_int_equal(pl_policy_write_sets(at.path, g, 2, key, first, good, NULL, &err), 0);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(pl_policy_write_sets(cases[i].path, g, 2, cases[i].key, first,
                                              cases[i].policy, cases[i].facts, &err),
                         -1);
        if (!strstr(err.text, cases[i].words))
            fail_msg("'%s' does not say '%s'", err.text, cases[i].words);
    }
    assert_int_equal(rmdir(folder), 0);
    pl_policy *p = must_read(at.path);
    assert_int_equal(pl_policy_sets(p), 2);
    pl_policy_free(p);
    leave_place(&at);
    pl_close(g);
}

/* The bytes of a small file, with room for more. */
typedef struct {
    unsigned char bytes[4096];
    size_t size;
} image;

static image an_image(int bits)
{
    pl_tree *t = grown("kuhn");
    double *policy = some_policy(t, 2);
    pl_policy_facts f = some_facts(t, policy, bits);
    place at = a_place();
    image m = {.size = 0};
    must_write(at.path, t, policy, &f);
    FILE *file = fopen(at.path, "rb");
    m.size = fread(m.bytes, 1, sizeof m.bytes, file);
    fclose(file);
    leave_place(&at);
    free(policy);
    fell(t);
    return m;
}

static void expect_refused(const image *m, const char *words)
{
    pl_error err = {""};
    if (pl_policy_read(m->bytes, m->size, &err)) fail_msg("was read: %s", words);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

/* As somebody would who wants the rest to be believed. */
static void sum_anew(image *m)
{
    uint64_t words = (m->size - PL_POLICY_HEADER) / 8;
    uint64_t sum = pl_policy_sum(0, m->bytes + PL_POLICY_HEADER, words);
    pl_set(m->bytes + AT_SUM, pl_policy_sum_header(sum, m->bytes), 8);
}

static void damage_is_noticed(void **unused)
{
    image m = an_image(64), cut;
    pl_error err = {""};
    pl_policy *p = pl_policy_read(m.bytes, m.size, &err);
    assert_non_null(p);
    pl_policy_free(p);
    for (cut = m; cut.size-- > 0;) expect_refused(&cut, cut.size > 7 ? "is cut short" : "is ");
    for (size_t i = 0; i < m.size * 8; i++) {
        m.bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        expect_refused(&m, "is ");
        m.bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    m.size += 8;
    expect_refused(&m, "is damaged");
}

static void forgery_is_refused(void **unused)
{
    int texts = (int)(pl_padded(strlen("kuhn(players=2,start=0)")) +
                      pl_padded(strlen("some policy, seed 1")));
    int keys = PL_POLICY_HEADER + texts, firsts = keys + 12 * 8, likely = firsts + 56;
    const struct {
        int at;
        uint64_t x;
        int bytes;
        const char *words;
    } forged[] = {
        {AT_MAGIC, 'X', 1, "is no policy file"},
        {AT_VERSION, 1, 4, "is of version 1 of the format; this library reads version 2"},
        {AT_VERSION, 3, 4, "is of version 3 of the format; this library reads version 2"},
        {AT_FLAGS, 1, 4, "flags"},
        {AT_BITS, 63, 4, "64, 32 nor 16"},
        {AT_BITS, 32, 4, "counts do not fit"},
        {AT_PLAYERS, 0, 4, "players"},
        {AT_PLAYERS, 17, 4, "players"},
        {AT_SETS, UINT64_MAX, 8, "counts are too large"},
        {AT_SETS, 13, 8, "counts do not fit"},
        {AT_MOVES, UINT64_MAX / 8, 8, "counts are too large"},
        {AT_MOVES, 25, 8, "counts do not fit"},
        {AT_GAME, UINT64_MAX, 8, "texts"},
        {AT_HOW, 300, 8, "texts"},
        {PL_POLICY_HEADER, 0, 1, "texts"},
        {keys, UINT64_MAX, 8, "keys are not in order"},
        {firsts, 1, 4, "where its sets begin"},
        {firsts + 4, 0, 4, "where a set's moves begin"},
        {firsts + 4, UINT32_MAX, 4, "where a set's moves begin"},
        {firsts + 4, 25, 4, "where a set's moves begin"},
        {likely, UINT64_MAX, 8, "a probability is none"},
        {likely + 7, 0xbf, 1, "a probability is none"},
        {likely, 0x7fefffffffffffff, 8, "do not make 1"},
    };
    const image whole = an_image(64);
    for (size_t i = 0; i < LENGTH(forged); i++) {
        image m = whole;
        pl_set(m.bytes + forged[i].at, forged[i].x, forged[i].bytes);
        sum_anew(&m);
        expect_refused(&m, forged[i].words);
    }
    image m = an_image(16);
    pl_set(m.bytes + likely, 0, 4); /* both of the first set's moves */
    sum_anew(&m);
    expect_refused(&m, "a probability is none");
}

static void expect_no_file(const char *path, const char *words)
{
    pl_error err = {""};
    assert_null(pl_policy_open(path, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
    assert_null(pl_policy_open(path, NULL));
}

static void files_that_are_none_are_refused(void **unused)
{
    place at = a_place();
    expect_no_file(at.path, "cannot read");
    expect_no_file(at.folder, "no plain file");
    expect_no_file("/dev/null", "no plain file");
    FILE *file = fopen(at.path, "wb");
    fclose(file);
    expect_no_file(at.path, "it.policy' is no policy file");
    file = fopen(at.path, "wb");
    fputs("PLpolicy, or so it says", file);
    fclose(file);
    expect_no_file(at.path, "it.policy' is cut short");
    leave_place(&at);
}

/* A file of one game is none of another; and what it lacks is counted. */
static void files_go_with_their_games(void **unused)
{
    pl_tree *kuhn = grown("kuhn"), *leduc = grown("leduc");
    double *policy = some_policy(kuhn, 3), *back = policy_room(kuhn), *other = policy_room(leduc);
    pl_error err = {""};
    int32_t missing = -1;
    place at = a_place();
    pl_policy_write_sets(at.path, kuhn->game, 5, kuhn->info_key, kuhn->info_first, policy, NULL,
                         &err);
    pl_policy *p = must_read(at.path);
    assert_int_equal(pl_policy_on(p, kuhn, back, &missing, &err), 0);
    assert_int_equal(missing, 7);
    assert_memory_equal(back, policy, 10 * sizeof *back);
    for (int a = 10; a < 24; a++) assert_true(back[a] == 0.5);
    assert_int_equal(pl_policy_on(p, leduc, other, NULL, &err), -1);
    assert_non_null(strstr(err.text, "one of kuhn(players=2,start=0), not of leduc"));
    pl_policy_free(p);
    leave_place(&at);
    free(policy);
    free(back);
    free(other);
    fell(kuhn);
    fell(leduc);
}

/* Fewer bits: still a whole, nearly the same, and what is never played stays so. */
static void rounding_is_fair(void **unused)
{
    pl_tree *t = grown("liars_dice(sides=3)");
    double *policy = some_policy(t, 4);
    for (int bits = 16; bits <= 32; bits *= 2)
        for (int32_t i = 0; i < t->infos; i++) {
            double list[64], sum = 0;
            int n = t->info_first[i + 1] - t->info_first[i];
            memcpy(list, policy + t->info_first[i], (size_t)n * sizeof *list);
            pl_policy_rounded(list, n, bits);
            for (int a = 0; a < n; a++) {
                double was = policy[t->info_first[i] + a];
                near(list[a], was, bits == 16 ? 1.0 / 65535 : 1e-7);
                assert_int_equal(list[a] == 0, was == 0);
                sum += list[a];
            }
            near(sum, 1, 1e-12);
        }
    free(policy);
    fell(t);
}

static void shapes_are_what_they_should_be(void **unused)
{
    double p[] = {0.5, 0.3, 0.2, 0}, q[4];
    memcpy(q, p, sizeof q);
    pl_policy_temper(q, 4, 1);
    assert_memory_equal(p, q, sizeof q);
    pl_policy_temper(q, 4, 0.5); /* squares */
    near(q[0], 0.25 / 0.38, 1e-15);
    near(q[2], 0.04 / 0.38, 1e-15);
    assert_true(q[3] == 0);
    memcpy(q, p, sizeof q);
    pl_policy_temper(q, 4, 1000);
    near(q[0], 1.0 / 3, 1e-3);
    memcpy(q, p, sizeof q);
    pl_policy_temper(q, 4, 0.001);
    near(q[0], 1, 1e-15);
    memcpy(q, p, sizeof q);
    pl_policy_purify(q, 4, 0.25);
    near(q[0], 0.625, 1e-15);
    assert_true(q[2] == 0);
    pl_policy_purify(q, 4, 1);
    assert_true(q[0] == 1 && q[1] == 0);
    double even[] = {0.25, 0.25, 0.25, 0.25};
    pl_policy_purify(even, 4, 0);
    assert_true(even[3] == 0.25);
    pl_policy_purify(even, 4, 0.5);
    assert_true(even[0] == 1 && even[3] == 0);
}

static void rungs_are_where_they_should_be(void **unused)
{
    pl_tree *t = grown("kuhn");
    double *policy = solved_policy(t, "dcfr", 2000), *out = policy_room(t), weight, reached, gain;
    pl_error err = {""};
    double last = 0;
    static const double targets[] = {0.01, 0.1, 0.3, 11.0 / 24};
    for (size_t i = 0; i < LENGTH(targets); i++) {
        assert_int_equal(pl_policy_aim(t, policy, targets[i], out, &weight, &reached, &err), 0);
        assert_int_equal(pl_tree_nashconv(t, out, &gain), 0);
        near(reached, targets[i], 1e-12);
        near(gain / 2, reached, 1e-15);
        assert_true(weight > last && weight <= 1);
        last = weight;
    }
    assert_int_equal(pl_policy_aim(t, policy, 0.5, out, &weight, &reached, &err), -1);
    assert_non_null(strstr(err.text, "to 0.458333, not 0.5"));
    assert_int_equal(pl_policy_aim(t, policy, 0, out, &weight, &reached, &err), -1);
    assert_int_equal(pl_policy_aim(t, policy, NAN, out, &weight, &reached, &err), -1);
    free(policy);
    free(out);
    fell(t);
}

static void uniform_play_is_certified(void **unused)
{
    pl_tree *t = grown("kuhn");
    double *policy = policy_room(t);
    pl_policy_facts f;
    pl_tree_uniform(t, policy);
    f = some_facts(t, policy, 64);
    near(f.nashconv, 11.0 / 12, 1e-12);
    near(f.lower, -5.0 / 12, 1e-12);
    near(f.upper, 0.5, 1e-12);
    near(f.value[0], 0.125, 1e-12);
    assert_true(isnan(f.value[2]));
    free(policy);
    fell(t);
}

static void sets_have_names(void **unused)
{
    static const char *const names[] = {"0 J", "0 Q", "0 K", "1 J pass", "1 J bet"};
    pl_tree *t = grown("kuhn"), *leduc = grown("leduc");
    char name[PL_SAY_MAX], full[PL_SAY_MAX + 8];
    int found = 0;
    assert_int_equal(pl_tree_wording(t), PL_SAY_SHORT);
    assert_int_equal(pl_tree_wording(leduc), PL_SAY_SHORT);
    for (int32_t i = 0; i < t->infos; i++) {
        pl_tree_say(t, i, PL_SAY_SHORT, name, sizeof name);
        snprintf(full, sizeof full, "%d %s", t->info_seat[i], name);
        for (size_t k = 0; k < LENGTH(names); k++) found += !strcmp(full, names[k]);
    }
    assert_int_equal(found, LENGTH(names));
    pl_tree_say(t, t->infos - 1, PL_SAY_WORDS, name, sizeof name);
    assert_string_equal(name, "K ? pass bet");
    pl_tree_say(t, t->infos - 1, PL_SAY_VIEW, name, sizeof name);
    assert_string_equal(name, "K ? pass bet [seat 0: K pass/seat 1: ? bet]");
    pl_tree_say(t, t->infos - 1, PL_SAY_KEY, name, sizeof name);
    assert_non_null(strstr(name, "bet] #"));
    assert_int_equal(pl_tree_say(t, t->infos - 1, PL_SAY_WORDS, name, 3), 12);
    assert_string_equal(name, "K ");
    fell(t);
    fell(leduc);
}

int test_policy(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_back_bit_by_bit),
        cmocka_unit_test(sets_are_found_by_key),
        cmocka_unit_test(nonsense_is_not_written),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(forgery_is_refused),
        cmocka_unit_test(files_that_are_none_are_refused),
        cmocka_unit_test(files_go_with_their_games),
        cmocka_unit_test(rounding_is_fair),
        cmocka_unit_test(shapes_are_what_they_should_be),
        cmocka_unit_test(rungs_are_where_they_should_be),
        cmocka_unit_test(uniform_play_is_certified),
        cmocka_unit_test(sets_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
