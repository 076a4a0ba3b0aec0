/* lp.c -- the linear program of a game: what its rows say of plans and scores, and
 * its text read back.
 *
 * For any plans x and y and any worths v, the rows of seat 0's sequences, weighed by
 * x, come to v less what the plans score (Koller, Megiddo and von Stengel, 1996): so
 * every number in them matters.
 */
#include "parlor/lp.h"
#include "tests/solve/policies.h"

static const char *const games[] = {"kuhn",
                                    "leduc",
                                    "rps",
                                    "liars_dice(sides=3)",
                                    "goofspiel(cards=3)",
                                    "skull(players=2,roses=1,points=1,lite=1)"};

static pl_lp *programmed(const pl_tree *t)
{
    pl_error err = {""};
    pl_lp *lp = pl_lp_new(t, &err);
    if (!lp) fail_msg("%s: %s", t->game->name, err.text);
    return lp;
}

/* The plan of a seat that a policy comes to. */
static double *plan_of(const pl_lp *lp, const double *policy, int seat)
{
    const pl_tree *t = lp->tree;
    double *plan = calloc((size_t)lp->cols + (size_t)lp->rows, sizeof *plan);
    plan[0] = 1;
    for (int32_t i = 0; i < t->infos; i++)
        for (int32_t a = t->info_first[i]; t->info_seat[i] == seat && a < t->info_first[i + 1]; a++)
            plan[lp->sequence[a]] = plan[lp->before[i]] * policy[a];
    return plan;
}

/* What each row comes to. */
static double *product(const pl_lp *lp, const double *cols)
{
    double *rows = calloc((size_t)lp->rows, sizeof *rows);
    for (int32_t c = 0; c < lp->cols; c++)
        for (int32_t e = lp->first[c]; e < lp->first[c + 1]; e++)
            rows[lp->row[e]] += lp->value[e] * cols[c];
    return rows;
}

static void check_rows(const pl_lp *lp, pl_rng *r)
{
    double values[2], sum = 0, *policy = some_policy(lp->tree, pl_rand(r));
    double *x = plan_of(lp, policy, 0), *y = plan_of(lp, policy, 1);
    assert_int_equal(pl_tree_values(lp->tree, policy, values), 0);
    for (int32_t c = lp->objective; c < lp->cols; c++) y[c] = 10 * pl_unit(r) - 5;
    double *rows = product(lp, y);
    for (int32_t i = 0; i < lp->equations; i++) near(rows[i], i == 0, 1e-12);
    for (int32_t i = lp->equations; i < lp->rows; i++) sum += x[i - lp->equations] * rows[i];
    near(sum, y[lp->objective] - values[0], 1e-9);
    free(policy);
    free(x);
    free(y);
    free(rows);
}

static void rows_say_what_plans_score(void **unused)
{
    pl_rng r;
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_tree *t = grown(games[i]);
        pl_lp *lp = programmed(t);
        for (int k = 0; k < 5; k++) check_rows(lp, &r);
        pl_lp_free(lp);
        fell(t);
    }
}

static void kuhn_has_twenty_rows(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_lp *lp = programmed(t);
    assert_int_equal(lp->rows, 20);
    assert_int_equal(lp->cols, 20);
    assert_int_equal(lp->sets[0], 6);
    assert_int_equal(lp->sequences[1], 13);
    pl_lp_free(lp);
    fell(t);
}

/* The program as text, to be freed. */
static void written(const pl_lp *lp, pl_lp_format format, char **text)
{
    size_t n;
    pl_error err = {""};
    FILE *out = open_memstream(text, &n);
    if (pl_lp_write(lp, format, out, &err)) fail_msg("%s", err.text);
    fclose(out);
}

/* The next line of text that is not a heading, cut into words; how many. */
static int next_words(char **text, char word[3][64])
{
    char *end = strchr(*text, '\n');
    if (!end) return 0;
    *end = 0;
    int n = sscanf(*text, "%63s %63s %63s", word[0], word[1], word[2]);
    *text = end + 1;
    return n;
}

/* The entries of the text are those of the program, bit by bit and in order. */
static void check_mps(const pl_lp *lp)
{
    char *text = NULL, word[3][64], last[64] = "";
    int32_t entry = 0, cols = 0;
    written(lp, PL_LP_MPS, &text);
    char *at = strstr(text, "COLUMNS\n") + 8;
    for (int n; (n = next_words(&at, word)) == 3;) {
        if (strcmp(last, word[0])) cols++;
        snprintf(last, sizeof last, "%s", word[0]);
        if (!strcmp(word[1], "value")) continue;
        assert_true(entry < lp->first[cols]);
        assert_true(strtod(word[2], NULL) == lp->value[entry]);
        entry++;
    }
    assert_string_equal(word[0], "RHS");
    assert_int_equal(entry, lp->entries);
    assert_int_equal(cols, lp->cols);
    free(text);
}

static void mps_reads_back(void **unused)
{
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_tree *t = grown(games[i]);
        pl_lp *lp = programmed(t);
        check_mps(lp);
        pl_lp_free(lp);
        fell(t);
    }
}

static void names_tell_what_they_are(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_lp *lp = programmed(t);
    char *text = NULL;
    written(lp, PL_LP_CPLEX, &text);
    static const char *const parts[] = {"\\ kuhn(players=2,start=0)",
                                        "Minimize\n value: v\n",
                                        " plan: + y = 1\n",
                                        " plan3: - y + y3_pass + y3_bet = 0\n",
                                        " x: + v - v0 - v1 - v2 >= 0\n",
                                        " x9_bet: + 0.33333333333333331 y3_bet",
                                        " v11 free\nEnd\n"};
    for (size_t i = 0; i < LENGTH(parts); i++)
        if (!strstr(text, parts[i])) fail_msg("'%s' is not in\n%s", parts[i], text);
    free(text);
    pl_lp_free(lp);
    fell(t);
    t = grown("battleship(rows=2,cols=2,fleet=2,shots=2)"); /* its ships lie at A1-A2 */
    lp = programmed(t);
    written(lp, PL_LP_MPS, &text);
    assert_non_null(strstr(text, " y1.0 plan1 1\n"));
    free(text);
    pl_lp_free(lp);
    fell(t);
}

static void refuses(const pl_tree *t, const char *words)
{
    pl_error err = {""};
    assert_null(pl_lp_new(t, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static void others_are_refused(void **unused)
{
    pl_tree *t = grown("kuhn(players=3)");
    refuses(t, "has 3 players");
    fell(t);
    t = grown("kuhn");
    t->constant_sum = 0;
    refuses(t, "do not always add up to the same");
    t->constant_sum = 1;
    t->recall = 0;
    refuses(t, "perfect recall");
    fell(t);
    t = grown("mnk(m=3,n=2,k=2)");
    refuses(t, "worked out by positions");
    fell(t);
}

static void a_full_disk_is_told(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_lp *lp = programmed(t);
    pl_error err = {""};
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(pl_lp_write(lp, PL_LP_MPS, full, &err), -1);
        assert_non_null(strstr(err.text, "could not be written"));
        fclose(full);
    }
    pl_lp_free(lp);
    fell(t);
}

int test_lp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_say_what_plans_score),
        cmocka_unit_test(kuhn_has_twenty_rows),
        cmocka_unit_test(mps_reads_back),
        cmocka_unit_test(names_tell_what_they_are),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
