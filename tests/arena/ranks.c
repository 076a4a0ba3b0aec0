/* ranks.c -- matches on many processes, which here are threads that pass messages to each other:
 * results are those of one process, whoever is lost, and what cannot be read is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/ranks/ranks.h"
#include "parlor/tune.h"
#include "tests/arena/told.h"

enum { MOST = 4 };

/* Messages on their way to one of them. */
typedef struct letter {
    struct letter *next;
    int from;
    size_t n;
    unsigned char byte[];
} letter;

typedef struct town town;
typedef struct {
    town *town;
    int rank;
    letter *first, *last;
    pthread_t thread;
} house;

struct town {
    pthread_mutex_t lock;
    int n;
    atomic_int mute; /* whose messages go nowhere when it has got a stint, but for some; or 0 */
    int sends;       /* how many still arrive */
    atomic_int got;
    int returns; /* its messages arrive after all when it is taken for lost */
    int spoil;   /* a byte of the leader's first message to turn round; or 0 */
    pl_ranks *leader;
    house house[MOST];
};

static void deliver(house *to, letter *one)
{
    if (to->last) to->last->next = one;
    else to->first = one;
    to->last = one;
}

/* Whether a message is lost on its way. */
static int is_lost(town *t, int from)
{
    if (!t->mute || from != t->mute || !atomic_load(&t->got)) return 0;
    if (t->sends > 0) {
        t->sends--;
        return 0;
    }
    return !t->returns || pl_ranks_lost(t->leader) == 0;
}

static int send_letter(void *with, int to, const void *bytes, size_t n)
{
    house *h = with;
    town *t = h->town;
    letter *one = malloc(sizeof *one + n);
    *one = (letter){.from = h->rank, .n = n};
    memcpy(one->byte, bytes, n);
    /* The leader's lock comes first, as it is held when the leader sends. */
    int lost = is_lost(t, h->rank);
    pthread_mutex_lock(&t->lock);
    if (t->spoil && h->rank == 0 && n > (size_t)t->spoil) {
        one->byte[t->spoil] ^= 1;
        t->spoil = 0;
    }
    if (h->rank == 0 && to == t->mute && *one->byte == PL_SAY_STINTS) atomic_store(&t->got, 1);
    if (lost) free(one);
    else deliver(&t->house[to], one);
    pthread_mutex_unlock(&t->lock);
    return 0;
}

static int receive_letter(void *with, int *from, void **bytes, size_t *n)
{
    house *h = with;
    pthread_mutex_lock(&h->town->lock);
    letter *one = h->first;
    if (one) h->first = one->next;
    if (!h->first) h->last = NULL;
    pthread_mutex_unlock(&h->town->lock);
    if (!one) return 0;
    *from = one->from;
    *n = one->n;
    *bytes = malloc(one->n + 1);
    memcpy(*bytes, one->byte, one->n);
    free(one);
    return 1;
}

static void close_house(void *with, int whole)
{
    (void)with;
    (void)whole;
}

static pl_ranks *open_house(house *h)
{
    pl_error err;
    const pl_carrier c = {.rank = h->rank,
                          .ranks = h->town->n,
                          .send = send_letter,
                          .receive = receive_letter,
                          .close = close_house,
                          .with = h};
    return pl_ranks_open(&c, &err);
}

static void *live_there(void *with)
{
    pl_ranks *r = open_house(with);
    pl_ranks_serve(r, NULL);
    pl_ranks_close(r);
    return NULL;
}

static void found(town *t, int n)
{
    t->n = n;
    pthread_mutex_init(&t->lock, NULL);
    for (int i = 0; i < n; i++) t->house[i] = (house){.town = t, .rank = i};
    t->leader = open_house(&t->house[0]);
    assert_non_null(t->leader);
    for (int i = 1; i < n; i++)
        assert_int_equal(pthread_create(&t->house[i].thread, NULL, live_there, &t->house[i]), 0);
}

static void abandon(town *t)
{
    atomic_store(&t->mute, 0); /* so that everybody leaves */
    pl_ranks_close(t->leader);
    for (int i = 1; i < t->n; i++) pthread_join(t->house[i].thread, NULL);
    for (int i = 0; i < t->n; i++)
        for (letter *one; (one = t->house[i].first);) {
            t->house[i].first = one->next;
            free(one);
        }
    pthread_mutex_destroy(&t->lock);
}

/* The referee's clock, which does not go on before the one who will be lost holds a stint; or
 * for a long time, as on a very busy machine he may be taken for lost before he begins. */
static int64_t wait_for_stints(void *with)
{
    town *t = with;
    for (int i = 0; i < 60000 && !atomic_load(&t->got); i++) usleep(1000);
    atomic_store(&t->got, 1);
    return 0;
}

static void play_patiently(pl_match_plan *p, town *t)
{
    p->rules.now = wait_for_stints;
    p->rules.with = t;
}

static int run_all(const pl_match_plan *p, told *out)
{
    pl_error err;
    pl_match *m = pl_match_open(p, &err);
    if (!m) fail_msg("%s", err.text);
    int done = pl_match_run(m, &err);
    if (done < 0) fail_msg("%s", err.text);
    ask(m, p->game->players, out);
    pl_match_free(m);
    return done;
}

/* The same plan alone and by so many. */
static void is_the_same(pl_match_plan *p, town *t, int n)
{
    static told alone, many;
    assert_int_equal(run_all(p, &alone), 1);
    found(t, n);
    p->ranks = t->leader;
    if (t->mute) play_patiently(p, t);
    assert_int_equal(run_all(p, &many), 1);
    p->ranks = NULL;
    if (memcmp(&alone, &many, sizeof many)) fail_msg("by %d it is another", n);
}

static void results_are_those_of_one(void **state)
{
    (void)state;
    const pl_game *g = open_game("tictactoe");
    for (int n = 1; n <= MOST; n++) {
        town t = {0};
        pl_match_plan p = pl_match_usual(g, mixed, 4);
        p.games = 40;
        p.threads = n == 2 ? 2 : 1;
        p.format = n == 3 ? PL_SWISS : n == 4 ? PL_KNOCK_OUT : PL_ROUND_ROBIN;
        is_the_same(&p, &t, n);
        abandon(&t);
    }
    pl_close(g);
}

static void so_are_tables_of_several(void **state)
{
    town t = {0};
    (void)state;
    const pl_game *g = open_game("block_dominoes(players=3)");
    const pl_entrant who[] = {{NULL, "random"},
                              {NULL, "first"},
                              {NULL, "ismcts(iterations=4)"},
                              {NULL, "rollout(iterations=4)"}};
    pl_match_plan p = pl_match_usual(g, who, 4);
    p.games = 120;
    is_the_same(&p, &t, 3);
    abandon(&t);
    pl_close(g);
}

/* It is asked after every group, in their order, so it ends with the same one. */
static void a_test_ends_with_the_same_game(void **state)
{
    town t = {0};
    (void)state;
    const pl_game *g = open_game("tictactoe");
    pl_match_plan p = pl_match_usual(g, mixed + 2, 2);
    p.games = 100000;
    p.sprt = &(pl_sprt){.h0 = 0, .h1 = 40, .alpha = 0.05, .beta = 0.05, .scale = PL_ELO};
    is_the_same(&p, &t, 3);
    abandon(&t);
    pl_close(g);
}

static void openings_come_along(void **state)
{
    town t = {0};
    pl_error err;
    char text[] = "a1 b2 # a corner\nb2\n";
    (void)state;
    const pl_game *g = open_game("tictactoe");
    FILE *in = fmemopen(text, strlen(text), "r");
    pl_openings *o = pl_openings_read(g, in, "openings", &err);
    fclose(in);
    if (!o) fail_msg("%s", err.text);
    pl_match_plan p = pl_match_usual(g, mixed, 3);
    p.games = 60;
    p.openings = o;
    is_the_same(&p, &t, 3);
    abandon(&t);
    pl_openings_free(o);
    pl_close(g);
}

/* Two matches of one leader, one after the other, and a tuning, which is many. */
static void tuning_comes_to_the_same(void **state)
{
    town t = {0};
    pl_error err;
    (void)state;
    const pl_game *g = open_game("leduc");
    const pl_tune_range range[] = {{"iterations", 1, 12, 0, 0}};
    pl_tune_plan p = pl_tune_usual(g, "rollout(iterations=4)", range, 1);
    char alone[PL_SPEC_MAX];
    p.games = 320;
    p.last_games = 200;
    found(&t, 3);
    for (int many = 0; many < 2; many++) {
        p.ranks = many ? t.leader : NULL;
        pl_tune *u = pl_tune_open(&p, &err);
        if (!u) fail_msg("%s", err.text);
        assert_int_equal(pl_tune_run(u, &err), 1);
        if (many) assert_string_equal(alone, pl_tune_agent(u));
        else snprintf(alone, sizeof alone, "%s", pl_tune_agent(u));
        pl_tune_free(u);
    }
    abandon(&t);
    pl_close(g);
}

static int add_bytes(void *with, int64_t n, const pl_record *rec)
{
    uint64_t *sum = with;
    for (int i = 0; i < rec->events; i++)
        *sum = 31 * *sum + (uint64_t)(rec->event[i].move + 7 * rec->event[i].seat);
    *sum = 31 * *sum + rec->seed + (uint64_t)n;
    for (int s = 0; s < rec->players; s++)
        *sum = 31 * *sum + pl_hash(rec->player[s].name, strlen(rec->player[s].name)) +
               (uint64_t)(64 * (rec->result.score[s] + 100));
    return 0;
}

static void say_wrong(void *with, int64_t id, const char *why)
{
    (void)with;
    if (why) print_error("game %d: %s\n", (int)id, why);
}

static void run_recorded(pl_match_plan *p, const char *file, told *out, uint64_t *sum)
{
    pl_error err;
    *sum = 0;
    p->file = pl_records_open(file, PL_RECORDS_BATCH, &err);
    assert_non_null(p->file);
    pl_match *m = pl_match_open(p, &err);
    if (!m) fail_msg("%s", err.text);
    if (pl_match_run(m, &err) != 1) fail_msg("%s", err.text);
    ask(m, p->game->players, out);
    assert_int_equal(pl_records_parts(p->file, pl_match_number(m), add_bytes, sum, &err), 0);
    assert_int_equal(pl_records_verify(p->file, &(pl_records_filter){0}, say_wrong, NULL, &err), 0);
    pl_match_free(m);
    assert_int_equal(pl_records_close(p->file, &err), 0);
}

/* Every game stands in the file once, as it would have been played by one process; where a rank was
 * lost, too. */
static void records_are_those_of_one(void **state)
{
    static told alone, many;
    uint64_t sum[2];
    (void)state;
    const pl_game *g = open_game("leduc");
    for (int lost = 0; lost < 2; lost++) {
        town t = {.mute = lost ? 2 : 0, .sends = 2};
        char one[] = "/tmp/parlor-ranks-XXXXXX", two[] = "/tmp/parlor-ranks-XXXXXX";
        new_file(one);
        new_file(two);
        pl_match_plan p = pl_match_usual(g, mixed, 3);
        p.games = 300;
        run_recorded(&p, one, &alone, &sum[0]);
        found(&t, 4);
        p.ranks = t.leader;
        if (lost) play_patiently(&p, &t);
        run_recorded(&p, two, &many, &sum[1]);
        assert_int_equal(pl_ranks_lost(t.leader), lost);
        abandon(&t);
        assert_memory_equal(&alone, &many, sizeof many);
        assert_true(sum[0] == sum[1]);
        remove_file(one);
        remove_file(two);
    }
    pl_close(g);
}

/* One that was only slow tells of leases that are no more: nothing counts twice. */
static void the_lost_may_come_back(void **state)
{
    town t = {.mute = 1, .sends = 1, .returns = 1};
    (void)state;
    const pl_game *g = open_game("tictactoe");
    pl_match_plan p = pl_match_usual(g, mixed + 2, 2);
    p.games = 300;
    p.refereed = 1;
    is_the_same(&p, &t, 3);
    abandon(&t);
    pl_close(g);
}

/* A plan that was not sent by the same build, or did not arrive as it was sent. */
static void another_build_is_refused(void **state)
{
    pl_error err;
    town t = {.spoil = 3};
    (void)state;
    const pl_game *g = open_game("tictactoe");
    pl_match_plan p = pl_match_usual(g, mixed + 2, 2);
    p.games = 10000000;
    found(&t, 2);
    p.ranks = t.leader;
    pl_match *m = pl_match_open(&p, &err);
    assert_int_equal(pl_match_run(m, &err), -1);
    assert_string_equal(err.text, "rank 1: it is another build of Parlor than that of rank 0");
    pl_match_free(m);
    abandon(&t);
    pl_close(g);
}

/* Bytes that are anything, or cut off, are refused, and nothing is read beyond them. */
static void what_cannot_be_read_is_not(void **state)
{
    pl_error err;
    pl_rng r;
    (void)state;
    const pl_game *g = open_game("tictactoe");
    pl_match_plan plan = pl_match_usual(g, mixed, 3);
    pl_match *m = pl_match_open(&plan, &err);
    pl_tally *t = pl_cursor_tally(m);
    pl_seed(&r, 5);
    pl_tally_clear(t, (const int32_t[]){0, 1});
    for (int i = 0; i < 2000; i++) {
        pl_parcel p = {0};
        pl_put_plan(&p, m);
        if (i % 4 == 0) p.n = (size_t)pl_below(&r, (int)p.n);
        for (int k = 0; i % 4 && k < i % 4; k++)
            p.byte[9 + pl_below(&r, (int)p.n - 9)] ^= (unsigned char)(1 << pl_below(&r, 8));
        pl_engagement e = {0};
        pl_stint u;
        pl_get_plan(&p, &e, &err);
        pl_engagement_close(&e);
        p.at = p.n / 2;
        p.bad = 0;
        if (i % 2) pl_get_tally(&p, t);
        else pl_get_stint(&p, m, &u);
        pl_parcel_free(&p);
    }
    pl_tally_free(t);
    pl_match_free(m);
    pl_close(g);
}

int test_ranks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_those_of_one),
        cmocka_unit_test(so_are_tables_of_several),
        cmocka_unit_test(a_test_ends_with_the_same_game),
        cmocka_unit_test(openings_come_along),
        cmocka_unit_test(tuning_comes_to_the_same),
        cmocka_unit_test(records_are_those_of_one),
        cmocka_unit_test(the_lost_may_come_back),
        cmocka_unit_test(another_build_is_refused),
        cmocka_unit_test(what_cannot_be_read_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
