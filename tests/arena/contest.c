/* contest.c -- contests without their games: entries of a folder, pools of any number, brackets with
 * byes, secrets, and what a file keeps. */
#include <sys/stat.h>

#include "arena/contest/contest.h"
#include "tests/table/recorded.h"

enum { MOST = 40 };

/* A contest of n entries that all play, the first of which is the strongest. */
static pl_contest *contest_of(int n, int pools, int advance)
{
    pl_contest *c = calloc(1, sizeof *c);
    c->plan = pl_contest_usual(NULL, NULL, n);
    c->plan.pools = pools;
    c->plan.advance = advance;
    c->winner = PL_NOBODY;
    c->entry = calloc((size_t)n, sizeof *c->entry);
    for (int i = 0; i < n; i++) {
        c->entry[i].stands = PL_PLAYS;
        c->entry[i].trial = n - i;
        snprintf(c->entry[i].is.name, PL_NAME_MAX, "e%d", i);
    }
    assert_int_equal(pl_pools_draw(c, NULL), 0);
    return c;
}

static void drop(pl_contest *c)
{
    pl_pools_close(c);
    pl_bracket_close(c);
    free(c->entry);
    free(c);
}

/* The lower number wins all of it. */
static void play_bout(pl_bout *b)
{
    if (b->state == PL_BYE) return;
    b->state = PL_MET;
    b->winner = b->who[0] > b->who[1];
    b->points[b->winner] = b->of;
}

static void play_pools(pl_contest *c)
{
    for (int i = 0; i < c->pools; i++)
        for (int k = 0; k < c->pool[i].bouts; k++) play_bout(&c->pool[i].bout[k]);
}

static void pool_is_whole(const pl_contest_pool *p)
{
    int met[MOST][MOST] = {{0}}, n = p->members;
    assert_int_equal(p->bouts, n * (n - 1) / 2);
    for (int k = 0; k < p->bouts; k++) met[p->bout[k].who[0]][p->bout[k].who[1]]++;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            assert_int_equal(met[p->member[i]][p->member[j]] + met[p->member[j]][p->member[i]], 1);
    for (int k = 0; k + n / 2 <= p->bouts; k += n / 2) /* a round: nobody twice */
        for (int i = k; i < k + n / 2; i++)
            for (int j = k; j < i; j++)
                for (int side = 0; side < 4; side++)
                    assert_int_not_equal(p->bout[i].who[side / 2], p->bout[j].who[side % 2]);
}

static void pools_are_balanced(void **state)
{
    for (int n = 2; n <= MOST; n++)
        for (int wanted = 0; wanted <= n; wanted++) {
            pl_contest *c = contest_of(n, wanted, 0);
            int all = 0;
            assert_true(c->pools >= 1 && c->pools <= n / 2);
            if (wanted && wanted <= n / 2) assert_int_equal(c->pools, wanted);
            for (int i = 0; i < c->pools; i++) {
                pool_is_whole(&c->pool[i]);
                all += c->pool[i].members;
                assert_true(c->pool[i].members - n / c->pools <= 1);
                assert_true(c->pool[i].members >= n / c->pools);
                assert_int_equal(c->pool[i].member[0], i); /* one of the best in each */
            }
            assert_int_equal(all, n);
            drop(c);
        }
    pl_contest *c = contest_of(8, 2, 0); /* forth and back */
    const int32_t first[] = {0, 3, 4, 7};
    assert_memory_equal(c->pool[0].member, first, sizeof first);
    drop(c);
}

static void seeding_is_by_trials_then_lot(void **state)
{
    pl_contest *c = contest_of(6, 1, 0);
    c->entry[2].trial = 99;
    c->entry[4].stands = PL_EXCLUDED;
    c->entry[0].trial = c->entry[1].trial = c->entry[3].trial = c->entry[5].trial = 1;
    pl_pools_seed(c);
    int seen = 0, order[6], again[6];
    for (int i = 0; i < 6; i++) seen |= 1 << (order[i] = c->entry[i].seeding);
    assert_int_equal(order[2], 1);
    assert_int_equal(order[4], 0);
    assert_int_equal(seen, 63);
    pl_pools_seed(c);
    for (int i = 0; i < 6; i++) again[i] = c->entry[i].seeding;
    assert_memory_equal(order, again, sizeof order);
    int other = 0;
    for (c->plan.seed = 2; c->plan.seed < 20 && !other; c->plan.seed++) {
        pl_pools_seed(c);
        for (int i = 0; i < 6; i++) other |= c->entry[i].seeding != order[i];
    }
    assert_true(other);
    drop(c);
}

static void nearly_the_same_is_even(void **state)
{
    assert_true(pl_contest_points(0.1, (0.1 + 0.1 + 0.1) / 3) == 0.5);
    assert_true(pl_contest_points(-171, -171.001) == 1 && pl_contest_points(0, 1) == 0);
    assert_true(pl_contest_points(0, 0) == 0.5 && pl_contest_points(1e-6, 0) == 1);
}

static void standings_are_by_points(void **state)
{
    pl_contest *c = contest_of(4, 1, 0);
    pl_contest_row row[4];
    play_pools(c);
    pl_pools_rows(c, &c->pool[0], row);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(row[i].entry, i);
        assert_true(row[i].points == (3 - i) * c->plan.games);
    }
    c->entry[0].stands = PL_OUT; /* it is out, so it comes last */
    pl_pools_rows(c, &c->pool[0], row);
    assert_int_equal(row[3].entry, 0);
    assert_int_equal(row[0].entry, 1);
    drop(c);
}

static void seeds_meet_late(void **state)
{
    int32_t at[64];
    for (int n = 2; n <= 64; n *= 2) {
        uint64_t seen = 0;
        pl_bracket_seeds(n, at);
        for (int i = 0; i < n; i++) seen |= UINT64_C(1) << at[i];
        assert_true(seen == (n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1));
        for (int width = 2; width <= n; width *= 2) /* of what is left the best meet the worst */
            for (int from = 0; from < n; from += width) {
                int best = 0;
                for (int i = from; i < from + width; i++) best += at[i] < n / width;
                assert_int_equal(best, 1);
            }
    }
    pl_bracket_seeds(8, at);
    const int32_t usual[] = {0, 7, 3, 4, 1, 6, 2, 5};
    assert_memory_equal(at, usual, sizeof usual);
}

/* Whoever goes on, everybody gets a place, and the strongest wins. */
static void brackets_have_byes_for_the_best(void **state)
{
    for (int n = 2; n <= 33; n++) {
        pl_contest *c = contest_of(n, 1, n);
        play_pools(c);
        assert_int_equal(pl_bracket_draw(c, NULL), 0);
        int places = 2 * c->round[0].bouts, byes = 0;
        assert_true(places >= n && places < 2 * n);
        for (int i = 0; i < c->round[0].bouts; i++)
            if (c->round[0].bout[i].state == PL_BYE) {
                byes++;
                assert_true(c->round[0].bout[i].who[0] < places - n);
                assert_int_equal(c->round[0].bout[i].who[1], PL_NOBODY);
            }
        assert_int_equal(byes, places - n);
        c->stage = PL_KNOCKING_OUT;
        for (int r = 0; r < c->rounds; r++) {
            for (int i = 0; i < c->round[r].bouts; i++) {
                assert_true(r == 0 ||
                            (c->round[r].bout[i].who[0] >= 0 && c->round[r].bout[i].who[1] >= 0));
                play_bout(&c->round[r].bout[i]);
            }
            pl_bracket_next(c, r);
        }
        assert_int_equal(c->winner, 0);
        assert_int_equal(pl_contest_place(c, 0), 1);
        assert_int_equal(pl_contest_place(c, 1), 2);
        for (int i = 2; i < n; i++) assert_true(pl_contest_place(c, i) >= 3);
        drop(c);
    }
}

static void few_go_on(void **state)
{
    pl_contest *c = contest_of(12, 4, 2);
    play_pools(c);
    assert_int_equal(pl_bracket_draw(c, NULL), 0);
    assert_int_equal(c->rounds, 3);
    for (int i = 0; i < 4; i++) { /* those that met in a pool do not meet at once again */
        const pl_bout *b = &c->round[0].bout[i];
        assert_true(b->who[0] >= 0 && b->who[1] >= 0);
        assert_int_not_equal(c->entry[b->who[0]].pool, c->entry[b->who[1]].pool);
        assert_true(c->entry[b->who[0]].rank == 1 && c->entry[b->who[1]].rank == 2);
    }
    c->stage = PL_KNOCKING_OUT;
    assert_int_equal(pl_contest_place(c, 11), 9); /* the third of its pool: behind eight */
    assert_int_equal(pl_contest_place(c, 0), 0);  /* not known yet */
    drop(c);
    c = contest_of(3, 1, 1);
    play_pools(c);
    assert_int_equal(pl_bracket_draw(c, NULL), 0);
    assert_true(c->rounds == 0 && c->winner == 0);
    drop(c);
}

static void secrets_can_be_checked(void **state)
{
    char hash[2 * PL_SHA256 + 1], secret[PL_SECRET_MAX], other[PL_SECRET_MAX];
    pl_error err;
    pl_secret_hash("abc", hash); /* printf 'parlor contest abc' | sha256sum */
    assert_string_equal(hash, "991eb8ef871488cc6b8b631ecbe4f71d59371fbaaec5fde87f0ba166c504a717");
    assert_int_equal(pl_secret_draw(secret, &err) | pl_secret_draw(other, &err), 0);
    assert_int_equal(strlen(secret), 32);
    assert_string_not_equal(secret, other);
    assert_true(pl_secret_seed("abc", "pool 1") != pl_secret_seed("abc", "pool 2"));
    assert_true(pl_secret_seed("abc", "pool 1") != pl_secret_seed("abd", "pool 1"));
}

/* At a table of three a pairing is two matches with the same starts; and it may be interrupted. */
static void games_are_listed_when_their_pairing_is_over(void **state)
{
    static char text[8192];
    const pl_game *g = must_open("liars_dice(players=3)");
    pl_contest *c = contest_of(2, 1, 0);
    pl_bout *b = &c->pool[0].bout[0];
    c->plan.game = g;
    b->game = calloc(1, sizeof *b->game);
    b->game[0] = (pl_met){.id = 77, .hidden = 1, .by = -1};
    b->games = 1;
    for (b->state = PL_PLAYING; b->state <= PL_MET; b->state++) {
        pl_text t = {text, sizeof text, 0};
        pl_contest_json(c, &t);
        assert_true(t.used < sizeof text);
        assert_int_equal(strstr(text, "{\"id\":77,") != NULL, b->state == PL_MET);
    }
    drop(c);
    pl_close(g);
}

static void drawn_openings_suit_the_game(void **state)
{
    pl_openings *o;
    pl_error err;
    const pl_game *g = must_open("connect4"), *kuhn = must_open("kuhn");
    assert_int_equal(pl_secret_plies(g), 2);
    assert_int_equal(pl_secret_plies(kuhn), 0);
    assert_int_equal(pl_secret_openings(g, 7, 3, 20, &o, &err), 0);
    assert_int_equal(pl_openings_count(o), 20);
    pl_openings_free(o);
    assert_int_equal(pl_secret_openings(g, 7, 0, 20, &o, &err), 0);
    assert_null(o);
    assert_int_equal(pl_secret_openings(kuhn, 7, 1, 1, &o, &err), -1);
    assert_non_null(strstr(err.text, "chance moves"));
    pl_close(g);
    pl_close(kuhn);
}

static void put(const char *folder, const char *name, const char *text, int mode)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = text ? fopen(path, "w") : NULL;
    if (!text) mkdir(path, 0700);
    else {
        fputs(text, out);
        fclose(out);
        chmod(path, (mode_t)mode);
    }
}

static const pl_contest_entry *called(const pl_contest_entry *e, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(e[i].name, name)) return &e[i];
    fail_msg("there is no entry %s", name);
    return e;
}

static void entries_are_found(void **state)
{
    static const struct {
        const char *name, *text; /* NULL: a folder */
        int mode;
    } files[] = {
        {"a.py", "pass\n", 0600},
        {"b", "#!/bin/sh\n", 0700},
        {"c.entry", "# so\n\n  node x.js 7\n", 0600},
        {"d", NULL, 0},
        {"d/run", "#!/bin/sh\n", 0700},
        {"d/main.py", "pass\n", 0600},
        {"e", NULL, 0},
        {"e/one.py", "pass\n", 0600},
        {"e/two.py", "pass\n", 0600},
        {"f", NULL, 0},
        {"a.js", "\n", 0600}, /* another a */
        {"plain", "text\n", 0600},
        {"contest.toml", "\n", 0600},
        {"_skipped", NULL, 0},
        {"g'h.sh", "\n", 0600},
    };
    static const char *const found[][2] = {
        {"a", "exec node ./'a.js'"},  {"a.py", "exec python3 ./'a.py'"},
        {"b", " && exec ./'b'"},      {"c", " && node x.js 7"},
        {"d", "/d' && exec ./'run'"}, {"e", "several programs"},
        {"f", "no program"},          {"plain", "neither executable"},
        {"g'h", "sh ./'g'\\''h.sh'"},
    };
    char folder[] = "/tmp/parlor-contest-XXXXXX";
    static pl_contest_entry e[16];
    pl_error err;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < LENGTH(files); i++)
        put(folder, files[i].name, files[i].text, files[i].mode);
    int n = pl_contest_entries(folder, e, 16, &err);
    assert_int_equal(n, 9);
    for (size_t i = 0; i < LENGTH(found); i++) {
        const pl_contest_entry *is = called(e, n, found[i][0]);
        if (!strstr(*is->why ? is->why : is->command, found[i][1]))
            fail_msg("%s: '%s' or '%s'", is->name, is->command, is->why);
    }
    assert_int_equal(pl_contest_entries(folder, e, 3, &err), -1);
    assert_int_equal(pl_contest_entries("/nowhere", e, 3, &err), -1);
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

static int note_contest(void *with, const pl_contest_told *c)
{
    pl_contest_told *out = with;
    char *keep = out->name[0] ? NULL : strdup(c->state);
    if (!out->name[0]) *out = *c, out->state = keep;
    else out->unused++;
    return 0;
}

static void a_file_keeps_contests(void **state)
{
    char path[128], *kept = NULL;
    pl_error err;
    pl_records *r = must_records(new_file(path), PL_RECORDS_BATCH);
    assert_int_equal(pl_records_contest_find(r, "one", &kept, &err), 0);
    assert_null(kept);
    int64_t one = pl_records_contest_begin(r, "one", "secret", &err);
    int64_t two = pl_records_contest_begin(r, "two", "more", &err);
    assert_true(one > 0 && two > one);
    assert_int_equal(pl_records_contest_tell(r, one, "{\"a\":1}", &err), 0);
    assert_int_equal(pl_records_contest_keep(r, one, "secret and verdicts", &err), 0);
    assert_int_equal(pl_records_contest_find(r, "one", &kept, &err), one);
    assert_string_equal(kept, "secret and verdicts");
    free(kept);
    pl_contest_told first = {.id = 0}, only = {.id = 0};
    assert_int_equal(pl_records_contests(r, 0, note_contest, &first, &err), 0);
    assert_true(first.id == two && first.unused == 1 && first.running);
    free((char *)first.state);
    assert_int_equal(pl_records_contest_leave(r, one, &err), 0);
    assert_int_equal(pl_records_contests(r, one, note_contest, &only, &err), 0);
    assert_true(only.id == one && only.unused == 0 && !only.running);
    assert_true(only.began > 0 && only.updated >= only.began);
    assert_string_equal(only.name, "one");
    assert_string_equal(only.state, "{\"a\":1}");
    free((char *)only.state);
    must_close(r);
    drop_file(path);
}

int test_contest(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pools_are_balanced),
        cmocka_unit_test(seeding_is_by_trials_then_lot),
        cmocka_unit_test(nearly_the_same_is_even),
        cmocka_unit_test(standings_are_by_points),
        cmocka_unit_test(seeds_meet_late),
        cmocka_unit_test(brackets_have_byes_for_the_best),
        cmocka_unit_test(few_go_on),
        cmocka_unit_test(secrets_can_be_checked),
        cmocka_unit_test(games_are_listed_when_their_pairing_is_over),
        cmocka_unit_test(drawn_openings_suit_the_game),
        cmocka_unit_test(entries_are_found),
        cmocka_unit_test(a_file_keeps_contests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
