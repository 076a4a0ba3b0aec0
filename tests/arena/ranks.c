/* ranks.c -- matches on many processes, which here are threads that pass messages to each other:
 * results are those of one process, also where a rank is lost, and what cannot be read is refused. */
#include "arena/ranks/ranks.h"
#include "parlor/tune.h"
#include "tests/arena/matches.h"

enum { MOST = 4 };

/* Messages on their way to a rank. */
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

/* A rank can be lost.  Others hear nothing before it holds a stint, so that it gets one.  When the
 * leader has heard of a game of a stint that is not over, or of a few messages, it hears no more of
 * the rank, and takes it to have been silent for long.  No other rank is ever silent, however slow
 * the machine is. */
struct town {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int n;
    int mute;    /* the rank that will be lost, or 0 */
    int sends;   /* how many of its messages arrive at most when it holds a stint */
    int returns; /* its messages arrive again when it was taken for lost */
    int holds;   /* it holds a stint */
    int silent;  /* its messages do not arrive */
    int gone;    /* the leader takes it for lost */
    int spoil;   /* a byte of the leader's first message to be changed, or 0 */
    pl_ranks *leader;
    house house[MOST];
};

static void deliver(house *to, letter *one)
{
    if (to->last) to->last->next = one;
    else to->first = one;
    to->last = one;
}

static int send_letter(void *with, int to, const void *bytes, size_t n)
{
    house *h = with;
    town *t = h->town;
    letter *one = malloc(sizeof *one + n);
    *one = (letter){.from = h->rank, .n = n};
    memcpy(one->byte, bytes, n);
    pthread_mutex_lock(&t->lock);
    if (t->spoil && h->rank == 0 && n > (size_t)t->spoil) {
        one->byte[t->spoil] ^= 1;
        t->spoil = 0;
    }
    if (h->rank == 0 && to == t->mute && *one->byte == PL_SAY_STINTS) t->holds = 1;
    deliver(&t->house[to], one);
    pthread_mutex_unlock(&t->lock);
    return 0;
}

static int is_heard_of(const pl_member *m)
{
    for (int i = 0; i < m->leases; i++)
        if (m->lease[i].heards > 0) return 1;
    return 0;
}

/* What the leader takes to be the time since it heard of the others; its lock is held when it reads. */
static void keep_time(town *t)
{
    for (int i = 1; t->leader && i < t->n; i++) {
        pl_member *m = &t->leader->member[i];
        int lost = i == t->mute && t->silent && !(t->returns && t->gone);
        if (i == t->mute && is_heard_of(m)) t->silent = 1;
        if (i == t->mute && m->lost) t->gone = 1;
        m->heard = lost ? 0 : pl_match_now();
        if (lost) t->leader->spoke = 0; /* and nobody has heard of the leader */
    }
}

/* The next letter for a house, or NULL. */
static letter *take_letter(house *h)
{
    town *t = h->town;
    letter *one = h->first;
    if (!one || (h->rank && t->mute && h->rank != t->mute && !t->holds)) return NULL;
    h->first = one->next;
    if (!h->first) h->last = NULL;
    if (h->rank || !t->mute || one->from != t->mute || !t->holds) return one;
    if (!t->silent && t->sends-- > 0) return one;
    if (t->returns && t->gone) return one;
    t->silent = 1;
    free(one);
    return take_letter(h);
}

static int receive_letter(void *with, int *from, void **bytes, size_t *n)
{
    house *h = with;
    pthread_mutex_lock(&h->town->lock);
    if (h->rank == 0) keep_time(h->town);
    letter *one = take_letter(h);
    pthread_cond_broadcast(&h->town->changed);
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
    pthread_cond_init(&t->changed, NULL);
    for (int i = 0; i < n; i++) t->house[i] = (house){.town = t, .rank = i};
    pl_ranks *leader = open_house(&t->house[0]);
    assert_non_null(leader);
    pthread_mutex_lock(&t->lock);
    t->leader = leader;
    pthread_mutex_unlock(&t->lock);
    for (int i = 1; i < n; i++)
        assert_int_equal(pthread_create(&t->house[i].thread, NULL, live_there, &t->house[i]), 0);
}

static void abandon(town *t)
{
    pthread_mutex_lock(&t->lock);
    t->mute = 0; /* so that everybody leaves */
    pthread_mutex_unlock(&t->lock);
    pl_ranks_close(t->leader);
    for (int i = 1; i < t->n; i++) pthread_join(t->house[i].thread, NULL);
    for (int i = 0; i < t->n; i++)
        for (letter *one; (one = t->house[i].first);) {
            t->house[i].first = one->next;
            free(one);
        }
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->changed);
}

/* The leader's clock as a referee: it plays, too, and could be done before the rank is lost. */
static int64_t wait_for_the_loss(void *with)
{
    town *t = with;
    pthread_mutex_lock(&t->lock);
    while (t->mute && !t->gone) pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
    return 0;
}

static void play_by(pl_match_plan *p, town *t)
{
    p->ranks = t->leader;
    if (!t->mute) return;
    p->rules.now = wait_for_the_loss;
    p->rules.with = t;
}

/* The same plan alone and by so many. */
static void is_the_same(pl_match_plan p, town t, int n)
{
    static results alone, many;
    assert_int_equal(run(&p, &alone), 1);
    found(&t, n);
    play_by(&p, &t);
    assert_int_equal(run(&p, &many), 1);
    if (memcmp(&alone, &many, sizeof many)) fail_msg("by %d it is another", n);
    abandon(&t);
}

/* By one to four.  A sequential test is asked after every group, in their order, so it ends with the
 * same one. */
static void results_are_those_of_one(void **state)
{
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        const pl_game *g = must_open("%s", kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g);
        p.threads = 1 + (int)k % 2;
        if (p.sprt) p.entrant = mixed + 2, p.games = 100000; /* which are nearly as strong */
        is_the_same(p, (town){0}, p.sprt ? 3 : 1 + (int)k % MOST);
        pl_close(g);
    }
}

static void openings_come_along(void **state)
{
    const pl_game *g = must_open("tictactoe");
    pl_openings *o = must_openings(g, "a1 b2 # a corner\nb2\n");
    pl_match_plan p = pl_match_usual(g, mixed, 3);
    p.games = 60;
    p.openings = o;
    is_the_same(p, (town){0}, 3);
    pl_openings_free(o);
    pl_close(g);
}

/* Two matches of one leader, one after the other, and a tuning, which is many. */
static void tuning_has_the_same_result(void **state)
{
    town t = {0};
    pl_error err;
    const pl_game *g = must_open("leduc");
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

static void run_recorded(const pl_match_plan *plan, results *out, uint64_t *sum)
{
    char file[128];
    pl_error err;
    pl_match_plan p = *plan;
    *sum = 0;
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    pl_match *m = played(&p);
    collect(m, p.game->players, out);
    assert_int_equal(pl_records_parts(p.file, pl_match_number(m), add_bytes, sum, &err), 0);
    pl_match_free(m);
    must_close(p.file);
    none_is_wrong(file);
    drop_file(file);
}

/* Every game is in the file once, as one process would have played it; where a rank was lost, too.  A
 * game takes longer than the ranks wait between messages, so that one is heard of before its stint is. */
static void records_are_those_of_one(void **state)
{
    static const pl_entrant slow[] = {{NULL, "rollout(iterations=500)"}, {NULL, "first"}};
    static results alone, many;
    uint64_t sum[2];
    const pl_game *g = must_open("leduc(players=3)");
    for (int lost = 0; lost < 2; lost++) {
        town t = {.mute = lost ? 2 : 0, .sends = 40};
        pl_match_plan p = pl_match_usual(g, slow, 2);
        p.fairness = PL_PERMUTATIONS; /* so that a stint has six games at least */
        p.games = 180;
        run_recorded(&p, &alone, &sum[0]);
        found(&t, 4);
        play_by(&p, &t);
        run_recorded(&p, &many, &sum[1]);
        assert_int_equal(pl_ranks_lost(t.leader), lost);
        abandon(&t);
        assert_memory_equal(&alone, &many, sizeof many);
        assert_true(sum[0] == sum[1]);
    }
    pl_close(g);
}

/* A rank that was only slow reports leases that are no more: nothing counts twice. */
static void lost_ranks_may_come_back(void **state)
{
    const pl_game *g = must_open("tictactoe");
    pl_match_plan p = pl_match_usual(g, mixed + 2, 2);
    p.games = 300;
    p.refereed = 1;
    is_the_same(p, (town){.mute = 1, .sends = 1, .returns = 1}, 3);
    pl_close(g);
}

/* A plan that was not sent by the same build, or did not arrive as it was sent. */
static void another_build_is_refused(void **state)
{
    pl_error err;
    town t = {.spoil = 3};
    const pl_game *g = must_open("tictactoe");
    pl_match_plan p = pl_match_usual(g, mixed + 2, 2);
    p.games = 10000000;
    found(&t, 2);
    p.ranks = t.leader;
    pl_match *m = must_match(&p);
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
    const pl_game *g = must_open("tictactoe");
    pl_match_plan plan = pl_match_usual(g, mixed, 3);
    pl_match *m = must_match(&plan);
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
        cmocka_unit_test(results_are_those_of_one),   cmocka_unit_test(openings_come_along),
        cmocka_unit_test(tuning_has_the_same_result), cmocka_unit_test(records_are_those_of_one),
        cmocka_unit_test(lost_ranks_may_come_back),   cmocka_unit_test(another_build_is_refused),
        cmocka_unit_test(what_cannot_be_read_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
