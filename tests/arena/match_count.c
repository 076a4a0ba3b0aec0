/* match_count.c -- the results of a match, counted once more from its records, game by game. */
#include "tests/arena/matches.h"

enum { ENTRANTS = 6, GROUPS = 2000 };

/* The slow way: everything by names, and groups looked at twice. */
typedef struct {
    pl_match *match;
    int size; /* games of a group */
    int64_t at[ENTRANTS][PL_SEATS_MAX][3], duel[ENTRANTS][ENTRANTS][3];
    int64_t count[ENTRANTS][ENTRANTS][PL_KINDS_MAX];
    double score[ENTRANTS];
    int half[GROUPS][ENTRANTS][ENTRANTS], met[GROUPS][ENTRANTS][ENTRANTS];
    int broken[GROUPS], seen[GROUPS];
} naive;

static int number_of(const naive *n, const char *name)
{
    for (int i = 0; i < pl_match_entrants(n->match); i++) {
        pl_standing s;
        pl_match_standing(n->match, i, &s);
        if (!strcmp(s.name, name)) return i;
    }
    fail_msg("%s is no entrant", name);
    return -1;
}

static int find_broken(void *with, int64_t number, const pl_record *rec)
{
    naive *n = with;
    int64_t group = number / n->size;
    assert_in_range(group, 0, GROUPS - 1);
    n->seen[group] = 1;
    if (rec->result.how == PL_BY_ABORT) n->broken[group] = 1;
    return 0;
}

static int result_of(const pl_record *rec, int seat)
{
    int as_good = 0;
    for (int s = 0; s < rec->players; s++) {
        if (rec->result.score[s] > rec->result.score[seat]) return PL_LOSS;
        as_good += s != seat && !(rec->result.score[s] < rec->result.score[seat]);
    }
    return as_good ? PL_DRAW : PL_WIN;
}

static int count_game(void *with, int64_t number, const pl_record *rec)
{
    naive *n = with;
    int64_t group = number / n->size;
    if (n->broken[group]) return 0;
    for (int s = 0; s < rec->players; s++) {
        int i = number_of(n, rec->player[s].name);
        n->at[i][s][result_of(rec, s)]++;
        n->score[i] += rec->result.score[s];
        for (int r = 0; r < rec->players; r++) {
            int j = number_of(n, rec->player[r].name);
            double lead = rec->result.score[s] - rec->result.score[r];
            int how = lead > 0 ? 0 : lead < 0 ? 2 : 1;
            if (i == j) continue;
            n->duel[i][j][how]++;
            n->half[group][i][j] += 2 - how;
            n->met[group][i][j] = 1;
        }
    }
    return 0;
}

static void count_groups(naive *n)
{
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < ENTRANTS; i++)
            for (int j = 0; j < ENTRANTS; j++)
                if (n->met[g][i][j]) n->count[i][j][n->half[g][i][j]]++;
}

static void compare_duel(const naive *n, int i, int j)
{
    pl_duel d;
    pl_match_duel(n->match, i, j, &d);
    assert_int_equal(d.better, n->duel[i][j][0]);
    assert_int_equal(d.even, n->duel[i][j][1]);
    assert_int_equal(d.worse, n->duel[i][j][2]);
    assert_true(d.kinds > 0);
    assert_memory_equal(d.count, n->count[i][j], sizeof d.count);
}

static void compare(const naive *n, int seats)
{
    pl_match_course c;
    int64_t groups = 0;
    for (int i = 0; i < pl_match_entrants(n->match); i++) {
        pl_standing s;
        int64_t scores = 0;
        pl_match_standing(n->match, i, &s);
        for (int k = 0; k < seats; k++) assert_memory_equal(s.at[k], n->at[i][k], sizeof s.at[k]);
        for (int k = 0; k < s.scores.bins; k++) scores += s.scores.bin[k];
        assert_int_equal(scores, s.games);
        assert_true(fabs(s.payoff.value * (double)s.games - n->score[i]) < 1e-6);
        for (int j = 0; j < pl_match_entrants(n->match); j++)
            if (i != j) compare_duel(n, i, j);
    }
    pl_match_course_of(n->match, &c);
    for (int g = 0; g < GROUPS; g++) groups += n->seen[g] && !n->broken[g];
    assert_int_equal(c.groups, groups);
}

/* A clock that now and then jumps so far that the answer is too late. */
typedef struct {
    int64_t time;
    int looks, every;
} leaps;

static int64_t leap(void *with)
{
    leaps *l = with;
    l->time += l->every && ++l->looks % l->every == 0 ? 1000000000 : 1;
    return l->time;
}

/* every: looks at the clock after which it leaps; 0: never. */
static void count_once_more(const kind *k, int every)
{
    static naive n;
    char file[128];
    pl_error err;
    pl_match_course c;
    leaps clock = {.every = every};
    const pl_game *g = must_open("%s", k->game);
    pl_match_plan p = plan_of(k, g);
    p.rules.now = leap;
    p.rules.with = &clock;
    p.rules.pace.move = 1000000;
    p.rules.manners.on[PL_TIMEOUT] = (pl_reaction){.then = PL_ABORT};
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    pl_match *m = played(&p);
    pl_match_course_of(m, &c);
    memset(&n, 0, sizeof n);
    n.match = m;
    n.size = (int)c.group;
    assert_int_equal(pl_records_parts(p.file, m->id, find_broken, &n, &err), 0);
    assert_int_equal(pl_records_parts(p.file, m->id, count_game, &n, &err), 0);
    count_groups(&n);
    compare(&n, g->players);
    assert_int_equal(c.aborted > 0, every > 0);
    assert_true(c.groups > 10);
    pl_match_free(m);
    must_close(p.file);
    drop_file(file);
    pl_close(g);
}

static void standings_are_those_of_the_records(void **state)
{
    static const kind counted[] = {
        {"tictactoe", mixed, 4, PL_ROUND_ROBIN, PL_ROTATIONS, 40, NULL},
        {"dominoes", domino, 6, PL_BALANCED_TABLES, PL_ROTATIONS, 200, NULL},
        {"dominoes(players=3)", domino, 6, PL_RANDOM_TABLES, PL_SHUFFLED_SEATS, 200, NULL},
        {"skull(players=3)", mixed, 3, PL_ROUND_ROBIN, PL_ROTATIONS, 90, NULL},
        {"dominoes(players=3)", domino, 2, PL_ROUND_ROBIN, PL_ROTATIONS, 60, NULL},
    };
    for (size_t k = 0; k < LENGTH(counted); k++) count_once_more(&counted[k], 0);
}

/* Games of a group in which one was aborted count nowhere, whether they came before or after. */
static void broken_groups_count_for_nothing(void **state)
{
    static const kind two = {"tictactoe", mixed, 3, PL_ROUND_ROBIN, PL_ROTATIONS, 40, NULL};
    static const kind three = {"skull(players=3)", mixed, 3,   PL_ROUND_ROBIN,
                               PL_ROTATIONS,       90,    NULL};
    count_once_more(&two, 131);
    count_once_more(&three, 601);
}

/* Groups that wait to be counted together are counted as one by one, whether few kinds come often or
 * many kinds replace each other, with broken ones between them.  What waited of a stint that was left
 * to others is not counted with the next. */
static void groups_alike_count_together(void **state)
{
    static const uint8_t order[2][2] = {{0, 1}, {1, 0}};
    const int32_t who[2] = {0, 1};
    for (int values = 2; values <= 1000; values *= 22) {
        pl_tally *one = pl_tally_new(2, 2, 5, 0, -500, 500),
                 *both = pl_tally_new(2, 2, 5, 0, -500, 500);
        pl_rng r;
        assert_true(one && both);
        assert_int_equal(pl_repeats_open(both), 0);
        assert_non_null(both->repeats);
        pl_tally_clear(both, who);
        for (int i = 0; i < 7; i++) { /* three groups, and a game */
            pl_tally_game(both, &(pl_outcome){.score = {1, 0}}, order[i % 2]);
            if (i % 2) pl_tally_group(both);
        }
        pl_tally_clear(one, who);
        pl_tally_clear(both, who);
        pl_seed(&r, (uint64_t)values);
        for (int i = 0; i < 6000; i++) {
            pl_outcome o = {.plies = pl_below(&r, 9)};
            o.score[0] =
                pl_below(&r, 50) && i != 5998 ? pl_below(&r, values) - 0.25 * pl_below(&r, 2) : NAN;
            o.score[1] = 1 - o.score[0];
            pl_tally_game(one, &o, order[i % 2]);
            pl_tally_game(both, &o, order[i % 2]);
            if (i % 2) pl_tally_group(one);
            if (i % 2) pl_tally_group(both);
        }
        pl_repeats_settle(both);
        assert_true(one->groups > 2500 && one->groups == both->groups &&
                    one->aborted == both->aborted);
        assert_memory_equal(one->account, both->account, 2 * sizeof *one->account);
        assert_memory_equal(one->seat, both->seat, sizeof one->seat);
        assert_memory_equal(&one->length, &both->length, sizeof one->length);
        assert_memory_equal(one->duel, both->duel, 4 * 8 * sizeof *one->duel);
        pl_tally_free(one);
        pl_tally_free(both);
    }
}

int test_match_count(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standings_are_those_of_the_records),
        cmocka_unit_test(broken_groups_count_for_nothing),
        cmocka_unit_test(groups_alike_count_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
