/* link.c -- one connection's lines: bytes in any pieces come out as the same lines, what
 * is too much is noticed, and tapes keep what lasts. */
#include "table/net/link.h"

#include "tests/support/played.h"

/* Lines that came, each followed by '|'. */
typedef struct {
    char text[4096];
    size_t used;
    int stop_at; /* the line at which to stop; 0: never */
    int lines;
} heard;

static int hear(void *with, char *line, size_t n)
{
    heard *h = with;
    h->used += (size_t)snprintf(h->text + h->used, sizeof h->text - h->used, "%.*s|", (int)n, line);
    return ++h->lines == h->stop_at ? 7 : 0;
}

static void pieces(void **state)
{
    static const char bytes[] = "one\ntwo\r\n\n\nthree\nfour";
    for (size_t size = 1; size < sizeof bytes; size++) {
        pl_link l;
        heard h = {.used = 0};
        pl_link_begin(&l, 0);
        for (size_t at = 0; at < sizeof bytes - 1; at += size) {
            size_t n = sizeof bytes - 1 - at < size ? sizeof bytes - 1 - at : size;
            assert_int_equal(pl_link_feed(&l, bytes + at, n, hear, &h), 0);
        }
        assert_string_equal(h.text, "one|two|three|");
        pl_link_feed(&l, "\n", 1, hear, &h);
        assert_string_equal(h.text, "one|two|three|four|");
        pl_link_end(&l);
    }
}

static void too_long(void **state)
{
    pl_link l;
    heard h = {.used = 0, .stop_at = 2};
    char byte = 'x';
    pl_link_begin(&l, 0);
    for (int i = 0; i < PL_LINK_STRANGER - 1; i++)
        assert_int_equal(pl_link_feed(&l, &byte, 1, hear, &h), 0);
    assert_int_equal(pl_link_feed(&l, &byte, 1, hear, &h), -1);
    pl_link_end(&l);
    pl_link_begin(&l, 0);
    assert_int_equal(pl_link_feed(&l, "a\nb\nc\n", 6, hear, &h), 7);
    assert_string_equal(h.text, "a|b|");
    pl_link_end(&l);
}

/* A number of lines at once, and a number each second; being asked gives one back. */
static void allowance(void **state)
{
    pl_link l;
    int n = 0;
    pl_link_begin(&l, 0);
    for (; n < PL_LINK_BURST; n++) assert_int_equal(pl_link_charge(&l, 0, 0), 0);
    pl_link_allow(&l);
    assert_int_equal(pl_link_charge(&l, 0, 0), 0);
    assert_int_equal(pl_link_charge(&l, 0, 0), -1);
    for (n = 0; pl_link_charge(&l, 1, 0) == 0;) n++;
    assert_int_equal(n, PL_LINK_RATE - 1);                   /* one was owed */
    assert_int_equal(pl_link_charge(&l, 1000, 1 << 20), -1); /* a long one is many */
    pl_link_end(&l);
}

static void read_on(pl_link *l, const char *expected)
{
    const pl_said *s = pl_link_next(l);
    if (!expected) assert_null(s);
    else assert_string_equal(s ? s->text : "(nothing)", expected);
}

/* Questions are for those that are there; the rest is for those that come later, too. */
static void tapes(void **state)
{
    pl_tape t = {0};
    pl_link early, late;
    pl_link_begin(&early, 0);
    pl_link_begin(&late, 0);
    pl_tape_begin(&t);
    pl_link_follow(&early, &t);
    pl_tape_say(&t, "start", "00", 0);
    pl_tape_say(&t, "act", NULL, 1);
    pl_tape_say(&t, "saw", NULL, 0);
    pl_link_follow(&late, &t);
    pl_link_say(&late, "hello");
    pl_tape_say(&t, "act again", NULL, 1);
    read_on(&early, "start");
    read_on(&early, "act");
    read_on(&late, "hello");
    read_on(&late, "start");
    read_on(&late, "saw");
    read_on(&late, "act again");
    assert_false(pl_link_waits(&late));
    assert_true(pl_link_waits(&early));
    pl_tape_pass(&t, pl_tape_end(&t)); /* nobody is to get those any more */
    read_on(&early, "saw");
    read_on(&early, NULL);
    pl_link_end(&early);
    pl_link_end(&late);
    pl_tape_free(&t);
}

/* The last game and this one are kept; a reader that is slower than that is lost. */
static void games_pass(void **state)
{
    pl_tape t = {0};
    pl_link slow;
    pl_link_begin(&slow, 0);
    for (int game = 0; game < 3; game++) {
        pl_tape_begin(&t);
        if (game == 0) pl_link_follow(&slow, &t);
        for (int i = 0; i < 100; i++) pl_tape_say(&t, "line", NULL, 0);
        assert_int_equal(pl_link_lost(&slow), game == 2);
        assert_true(t.n <= 200);
    }
    assert_false(pl_link_waits(&slow));
    pl_link_end(&slow);
    pl_tape_free(&t);
}

/* What waits for one connection alone is bounded, and what it has read is not kept. */
static void own_lines(void **state)
{
    pl_link l;
    int n = 0;
    pl_link_begin(&l, 0);
    while (pl_link_say(&l, "pong") == 0) n++;
    assert_int_equal(n, PL_LINK_OWN);
    while (pl_link_next(&l)) n--;
    assert_int_equal(n, 0);
    for (int i = 0; i < 100000; i++) {
        assert_int_equal(pl_link_say(&l, "pong"), 0);
        read_on(&l, "pong");
    }
    assert_true(l.own.n <= 4 * PL_LINK_OWN);
    pl_link_end(&l);
}

int test_link(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces), cmocka_unit_test(too_long),   cmocka_unit_test(allowance),
        cmocka_unit_test(tapes),  cmocka_unit_test(games_pass), cmocka_unit_test(own_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
