/* manners.c -- clocks and what is done about faults, as texts: what is read is what is
 * printed, and what is wrong changes nothing. */
#include "parlor/table.h"
#include "tests/support/played.h"

static void paces_are_read(void **state)
{
    static const char *const good[][2] = {
        {"", ""},
        {"move=100ms", "move=100ms"},
        {"move=1500ms,bank=0.5m", "move=1500ms,bank=30s"},
        {"increment=2s,game=90m", "game=90m,increment=2s"},
        {"game=2h", "game=2h"},
    };
    static const char *const bad[] = {
        "100ms",       "move=",   "move=5",       "move=-1s", "move=1d",  "move=1s ", "speed=1s",
        "game=1e300h", "bank=3s", "increment=3s", "move",     "move=.s.", "game=nans"};
    for (int i = 0; i < (int)LENGTH(good); i++) {
        pl_pace p;
        pl_error err = {""};
        char text[128];
        if (pl_pace_read(&p, good[i][0], &err)) fail_msg("%s: %s", good[i][0], err.text);
        assert_int_equal(pl_pace_text(&p, text, sizeof text), (int)strlen(good[i][1]));
        assert_string_equal(text, good[i][1]);
    }
    for (int i = 0; i < (int)LENGTH(bad); i++) {
        pl_pace p = {1, 2, 3, 4};
        pl_error err = {""};
        if (!pl_pace_read(&p, bad[i], &err)) fail_msg("'%s' was accepted", bad[i]);
        assert_true(*err.text);
        assert_int_equal(p.bank, 4);
    }
}

static void manners_are_read(void **state)
{
    static const char usual[] = "illegal=retry:3/forfeit,timeout=forfeit,crash=forfeit,"
                                "hang=forfeit,garbage=forfeit,disconnect=forfeit";
    static const char *const bad[] = {"illegal",
                                      "illegal=",
                                      "illegal=lose",
                                      "waiting=forfeit",
                                      "illegal=retry",
                                      "illegal=retry:",
                                      "all=retry:1/",
                                      "all=retry:1/retry",
                                      "all=retry:99999999",
                                      "illegal=forfeit ",
                                      "late=forfeit,all=abort"};
    pl_manners m = pl_manners_usual(PL_AT_HOME), again = {0};
    pl_error err = {""};
    char text[256];
    pl_manners_text(&m, text, sizeof text);
    assert_string_equal(text, usual);
    assert_int_equal(pl_manners_read(&again, text, &err), 0);
    assert_memory_equal(&m, &again, sizeof m);
    assert_int_equal(pl_manners_read(&m, "all=random,crash=retry:2/abort,illegal=retry:7", &err),
                     0);
    assert_int_equal(m.on[PL_TIMEOUT].then, PL_PLAY_RANDOM);
    assert_int_equal(m.on[PL_CRASH].retries, 2);
    assert_int_equal(m.on[PL_CRASH].then, PL_ABORT);
    assert_int_equal(m.on[PL_ILLEGAL_MOVE].retries, 7);
    assert_int_equal(m.on[PL_ILLEGAL_MOVE].then, PL_FORFEIT);
    again = m;
    for (int i = 0; i < (int)LENGTH(bad); i++) {
        if (!pl_manners_read(&m, bad[i], &err)) fail_msg("'%s' was accepted", bad[i]);
        assert_memory_equal(&m, &again, sizeof m);
    }
}

int test_manners(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paces_are_read),
        cmocka_unit_test(manners_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
