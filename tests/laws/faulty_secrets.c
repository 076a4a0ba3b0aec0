/* faulty_secrets.c -- faults in what is hidden, guessed and noticed, each caught
 * by its law; and the lines that reports have. */
#include <limits.h>

#include "parlor/line.h"
#include "tests/laws/faulty.h"
#include "tests/laws/tricks.h"

/* Seat 1's card shows. */
static void hide_leaks(void *p, int seat)
{
    unsigned char card = bytes_of(p)[1];
    good->hide(p, seat);
    bytes_of(p)[1] = card;
}

static void hide_counts(void *p, int seat)
{
    good->hide(p, seat);
    bytes_of(p)[9] = (unsigned char)calls++;
}

static void hide_toggles(void *p, int seat)
{
    tricks_hide(p, seat);
    ((tricks *)p)->spare[0] ^= 1;
}

static void hide_past(void *p, int seat)
{
    good->hide(p, seat);
    bytes_of(p)[good->state_size + 8] = 0;
}

static void hide_turn(void *p, int seat)
{
    tricks *s = p;
    tricks_hide(p, seat);
    if (s->turn >= 0 && s->turn != seat) s->turn = PL_CHANCE;
}

static void hide_own(void *p, int seat)
{
    (void)seat;
    tricks_hide(p, PL_PUBLIC);
}

static void hide_score(void *p, int seat)
{
    tricks_hide(p, seat);
    ((tricks *)p)->won = 0;
}

/* Once the betting begins, one's own card is forgotten. */
static void hide_forgets(void *p, int seat)
{
    good->hide(p, seat);
    if (seat >= 0 && good->turn(p) >= 0) bytes_of(p)[seat] = 0;
}

static void guess_all(void *p, int seat, pl_rng *r)
{
    (void)seat;
    tricks_guess(p, PL_PUBLIC, r);
}

static void guess_careless(void *p, int seat, pl_rng *r)
{
    tricks_fill(p, seat, r, 0);
}

/* The greater of two guesses: all worlds still possible, but not as often. */
static void guess_greater(void *p, int seat, pl_rng *r)
{
    pl_state other;
    size_t size = (size_t)good->state_size;
    memcpy(&other, p, size);
    good->guess(p, seat, r);
    good->guess(&other, seat, r);
    if (memcmp(&other, p, size) > 0) memcpy(p, &other, size);
}

static void guess_greater_public(void *p, int seat, pl_rng *r)
{
    if (seat == PL_PUBLIC) guess_greater(p, seat, r);
    else good->guess(p, seat, r);
}

/* The other player is given one's own card. */
static void guess_twin(void *p, int seat, pl_rng *r)
{
    int hidden = seat >= 0 && !bytes_of(p)[1 - seat];
    good->guess(p, seat, r);
    if (hidden && bytes_of(p)[1 - seat]) bytes_of(p)[1 - seat] = bytes_of(p)[seat];
}

static void guess_no_cards(void *p, int seat, pl_rng *r)
{
    tricks *s = p;
    tricks_guess(p, seat, r);
    if (s->turn == PL_CHANCE) s->asleep = 0;
}

/* The truth, if it is what this view was made from. */
static void guess_truth(void *p, int seat, pl_rng *r)
{
    pl_state view;
    pl_view(good, &remembered, seat, &view);
    if (memcmp(&view, p, (size_t)good->state_size)) good->guess(p, seat, r);
    else memcpy(p, &remembered, (size_t)good->state_size);
}

static void guess_own(void *p, int seat, pl_rng *r)
{
    good->guess(p, seat, r);
    if (seat >= 0 && bytes_of(p)[seat])
        bytes_of(p)[seat] = (unsigned char)(1 + bytes_of(p)[seat] % 3);
}

/* One's own card is noticed as a card, no more. */
static pl_move seen_back(const void *p, pl_move m, int seat)
{
    (void)seat;
    return tricks_turn(p) == PL_CHANCE ? TRICKS_BACK : m;
}

static pl_move seen_other(const void *p, pl_move m, int seat)
{
    return good->turn(p) >= 0 ? 1 - m : good->seen(p, m, seat);
}

static pl_move seen_not(const void *p, pl_move m, int seat)
{
    return good->turn(p) >= 0 && good->turn(p) != seat ? PL_NOTHING : good->seen(p, m, seat);
}

static pl_move seen_not_own(const void *p, pl_move m, int seat)
{
    return good->turn(p) == seat ? PL_NOTHING : good->seen(p, m, seat);
}

/* That it is over is seen, but not by what. */
static pl_move seen_not_end(const void *p, pl_move m, int seat)
{
    pl_state s;
    memcpy(&s, p, (size_t)good->state_size);
    good->apply(&s, m);
    return good->turn(&s) == PL_OVER && good->turn(p) != seat ? PL_NOTHING : good->seen(p, m, seat);
}

/* No card dealt looks like any other that ever was. */
static pl_move seen_fickle(const void *p, pl_move m, int seat)
{
    pl_move code = tricks_seen(p, m, seat);
    return code == TRICKS_BACK ? TRICKS_BACK + calls++ % (1 << 30) : code;
}

static int say_any_back(const void *p, pl_move m, char *buf, size_t n)
{
    return tricks_say(p, m > TRICKS_BACK ? TRICKS_BACK : m, buf, n);
}

static int say_no_codes(const void *p, pl_move m, char *buf, size_t n)
{
    return m >= good->actions && m >= good->chances ? snprintf(buf, n, "%s", "")
                                                    : good->say(p, m, buf, n);
}

static const fault faults[] = {
    {"leaking hide", "pair-law", KUHN, 1, 0, {.hide = hide_leaks}},
    {"view varies", "hide-deterministic", KUHN, 0, 0, {.hide = hide_counts}},
    {"hiding twice hides more", "hide-idempotent", "tricks", 0, 0, {.hide = hide_toggles}},
    {"hide writes past the state", "stays-inside", KUHN, 0, 0, {.hide = hide_past}},
    {"turn is hidden", "turn-known", "tricks", 4, 0, {.hide = hide_turn}},
    {"own moves hidden", "own-moves-known", "tricks", 4, 0, {.hide = hide_own, .guess = guess_all}},
    {"scores hidden", "scores-known", "tricks", 8, 0, {.hide = hide_score}},
    {"forgetting view", "views-recall", KUHN, 2, 0, {.hide = hide_forgets}},
    {"guess ignores a void", "guess-reachable", "tricks", 6, 0, {.guess = guess_careless}},
    {"guess ignores a void", "filter-law", "tricks", ANY, 50, {.guess = guess_careless}},
    {"wrong weights", "guess-weights", KUHN, 1, 0, {.guess = guess_greater}},
    {"wrong weights", "filter-law", KUHN, ANY, 10, {.guess = guess_greater}},
    {"wrong weights", "guess-weights", "leduc", ANY, 0, {.guess = guess_greater}},
    {"wrong for spectators", "guess-weights", KUHN, 1, 0, {.guess = guess_greater_public}},
    {"unreachable guess", "guess-reachable", KUHN, ANY, 0, {.guess = guess_twin}},
    {"unplayable guess", "guess-playable", "tricks", ANY, 0, {.guess = guess_no_cards}},
    {"peeking guess", "guess-blind", KUHN, ANY, 0, {.hide = hide_remembers, .guess = guess_truth}},
    {"guess changes the view", "guess-fits-view", KUHN, 1, 0, {.guess = guess_own}},
    {"misses a reveal", "pair-law", "tricks", 0, 0, {.seen = seen_back}},
    {"code of another move", "codes-in-range", KUHN, 3, 0, {.seen = seen_other}},
    {"misses moves", "nothing-changes-nothing", KUHN, 3, 0, {.seen = seen_not}},
    {"misses the end", "nothing-changes-nothing", KUHN, 4, 0, {.seen = seen_not_end}},
    {"misses own moves", "own-moves-noticed", KUHN, 3, 0, {.seen = seen_not_own}},
    {"code without a name", "codes-spelt", KUHN, 1, 0, {.say = say_no_codes}},
    /* No tree and no guess: lines of random play that meet show it. */
    {"forgetting view", "views-recall", KUHN, ANY, 5, {.hide = hide_forgets, .guess = guess_not}},
    /* What no play gives rise to, no belief finds a world for. */
    {"codes that never were",
     "beliefs-find-worlds",
     "tricks",
     ANY,
     0,
     {.seen = seen_fickle, .say = say_any_back, .guess = guess_not}},
};

/* The laws of pl_laws(), not of this test, say how often each was tried. */
static int64_t times_tried(const pl_laws_report *r, const char *law)
{
    for (int i = 0; i < r->laws; i++)
        if (!strcmp(r->name[i], law)) return r->tried[i];
    return -1;
}

static void good_games_are_lawful(void **state)
{
    static const char *const specs[] = {KUHN, "leduc", "tricks"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        pl_laws_options options = {.seed = 7, .games = 100};
        pl_laws_report report;
        pl_error err;
        const pl_game *g = open_game(specs[i]);
        assert_int_equal(pl_laws(g, &options, &report, &err), 0);
        assert_null(report.broken);
        assert_true(times_tried(&report, "guess-weights") > 20);
        assert_true(times_tried(&report, "filter-law") > 5);
        pl_close(g);
    }
}

static int same_hash(const void *s, const void *t)
{
    size_t size = (size_t)good->state_size;
    return memcmp(s, t, size) != 0 && pl_hash(s, size) == pl_hash(t, size);
}

/* States and views that share a hash are not taken for one another. */
static void hashes_may_be_equal(void **state)
{
    static const char *const specs[] = {KUHN, "leduc", "tricks", "tictactoe"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        pl_laws_options options = {.seed = 7, .games = 100, .max_nodes = 5000};
        pl_laws_report report;
        pl_error err;
        pl_state start, next;
        pl_rng r;
        const pl_game *g = open_game(specs[i]);
        pl_game longer = with_one_hash(g);
        good = &longer;
        pl_seed(&r, 1);
        pl_start(good, &start);
        memcpy(&next, &start, sizeof next);
        good->apply(&next, pl_any(good, &start, &r));
        assert_true(same_hash(&start, &next));
        if (pl_laws(good, &options, &report, &err))
            fail_msg("%s: %s: %s: %s", specs[i], report.broken, report.detail, report.line);
        pl_close(g);
    }
}

/* A game that hides and does not guess is held to its beliefs instead; one
 * without seen() to the codes that its views give. */
static void hooks_may_be_missing(void **state)
{
    pl_laws_options options = {.seed = 7, .games = 50};
    pl_laws_report report;
    pl_error err;
    (void)state;
    good = open_game("tricks");
    pl_game g = *good;
    g.seen = NULL;
    assert_int_equal(pl_laws(&g, &options, &report, &err), 0);
    g.guess = NULL;
    assert_int_equal(pl_laws(&g, &options, &report, &err), 0);
    assert_true(times_tried(&report, "beliefs-find-worlds") > 20);
    assert_int_equal(times_tried(&report, "guess-weights"), 0);
    pl_close(good);
}

/* However much is asked for, a tree has the same answer. */
static void much_effort_is_bounded(void **state)
{
    pl_laws_options options = {.seed = 7, .games = INT_MAX};
    pl_laws_report report;
    pl_error err = {""};
    (void)state;
    good = open_game(KUHN);
    pl_game bad = spoilt(&(pl_game){.guess = guess_greater});
    assert_int_equal(pl_laws(&bad, &options, &report, &err), 1);
    assert_string_equal(report.broken, "guess-weights");
    pl_close(good);
}

/* The report of a fault at the end of the game. */
static void report_of(int max_nodes, pl_laws_report *report)
{
    pl_laws_options options = {.seed = 1, .games = 500, .max_nodes = max_nodes};
    pl_game bad = spoilt(&(pl_game){.score = score_half});
    pl_error err;
    assert_int_equal(pl_laws(&bad, &options, report, &err), 1);
    assert_string_equal(report->broken, "zero-sum");
}

/* The line of a failure can be played again from the report, and a tree cut short leaves random play
 * to find one that is no longer. */
static void line_reads_back(void **state)
{
    (void)state;
    good = open_game(KUHN);
    for (int max_nodes = 0; max_nodes <= 5; max_nodes += 5) {
        pl_laws_report report;
        pl_error err;
        report_of(max_nodes, &report);
        pl_line *line = pl_line_read(good, report.line, &err);
        assert_non_null(line);
        assert_int_equal(pl_line_turn(line), PL_OVER);
        assert_int_equal(pl_line_plies(line), 4);
        pl_line_free(line);
    }
    pl_close(good);
}

/* The same seed, the same report to the last byte. */
static void reports_repeat(void **state)
{
    pl_laws_report one, two;
    (void)state;
    good = open_game(KUHN);
    report_of(5, &one);
    report_of(5, &two);
    assert_memory_equal(&one, &two, sizeof one);
    pl_close(good);
}

int test_faulty_secrets(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_games_are_lawful), cmocka_unit_test(hashes_may_be_equal),
        cmocka_unit_test(hooks_may_be_missing),  cmocka_unit_test(much_effort_is_bounded),
        cmocka_unit_test(line_reads_back),       cmocka_unit_test(reports_repeat),
    };
    return try_faults(faults, sizeof faults / sizeof *faults, tests, sizeof tests / sizeof *tests);
}
