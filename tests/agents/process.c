/* process.c -- programs as players: every way to misbehave is found out, with its
 * reason; nothing is left of them, neither descriptors nor processes.
 *
 *     test_process PATH_OF_WIRE_BOT [STARTS]      that many starts, and no more
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "parlor/parlor.h"
#include "tests/support/effort.h"
#include "tests/support/played.h"

static const char *bot;
static const pl_game *game;

/* An agent that is the bot with these words, and further parameters. */
static pl_agent *open_bot(const char *words, const char *more)
{
    char spec[PL_SPEC_MAX];
    pl_error err = {""};
    snprintf(spec, sizeof spec, "process(cmd=%s %s%s%s)", bot, words, *more ? "," : "", more);
    pl_agent *a = pl_agent_open(spec, game, 1, &err);
    if (!a) fail_msg("%s: %s", spec, err.text);
    return a;
}

static pl_table *new_table(const char *pace, const char *manners)
{
    pl_table_rules rules = {.manners = pl_manners_usual(PL_IN_A_MATCH), .takes_back = 1};
    pl_error err = {""};
    assert_int_equal(pl_pace_read(&rules.pace, pace, &err), 0);
    assert_int_equal(pl_manners_read(&rules.manners, manners, &err), 0);
    pl_table *t = pl_table_new(game, &rules, &err);
    assert_non_null(t);
    return t;
}

/* A game of the bot against random play, at a table that may be used again. */
static const pl_result *play(pl_table *t, pl_agent *a, uint64_t seed)
{
    pl_agent *other = pl_agent_open("random", game, seed, NULL), *seat[] = {a, other};
    pl_table_begin(t, seed);
    assert_int_equal(pl_table_run(t, seat), 1);
    pl_agent_free(other);
    return pl_table_result(t);
}

/* None of these depends on how fast the machine is: a program that has to be in time has no clock,
 * and one that is late never moves, or sleeps for longer than its clock allows. */
typedef struct {
    const char *words, *more, *pace;
    pl_ending how;
    pl_fault fault;
    const char *says;
} misdeed;

static const misdeed misdeeds[] = {
    {"good", "", "", PL_BY_RULES, 0, ""},
    {"talks", "", "", PL_BY_RULES, 0, ""},
    {"pinger", "", "", PL_BY_RULES, 0, ""},
    {"loud", "", "", PL_BY_RULES, 0, ""},
    {"crash", "", "", PL_BY_FORFEIT, PL_CRASH, "ended with exit status 9: it hurts"},
    {"crash 2", "", "", PL_BY_FORFEIT, PL_CRASH, "it hurts"},
    {"abort", "", "", PL_BY_FORFEIT, PL_CRASH, "was ended by signal 15"},
    {"eat", "memory=200", "", PL_BY_FORFEIT, PL_CRASH, "exit status 12"},
    {"good", "processes=3,files=1", "", PL_BY_RULES, 0, ""},
    {"fork", "processes=3", "", PL_BY_FORFEIT, PL_CRASH, "processes at once, more than its 3"},
    {"write", "files=1", "", PL_BY_FORFEIT, PL_CRASH, "was ended by signal"},
    {"closes", "", "", PL_BY_FORFEIT, PL_CRASH, "the program was ended by signal 9"},
    {"bye", "", "", PL_BY_FORFEIT, PL_CRASH, "said bye: supper is ready"},
    {"early_exit", "", "", PL_BY_FORFEIT, PL_CRASH, "exit status 3 before it said hello"},
    {"hang", "hang=100", "", PL_BY_FORFEIT, PL_HANG, "no move came in 100 ms"},
    {"half", "hang=100", "", PL_BY_FORFEIT, PL_HANG, "no move came in 100 ms"},
    {"mute", "start=100", "", PL_BY_FORFEIT, PL_HANG, "did not say hello in 100 ms"},
    {"hang", "", "move=50ms", PL_BY_FORFEIT, PL_TIMEOUT, "no move came in time"},
    {"flood", "", "", PL_BY_FORFEIT, PL_GARBAGE, "more than 65536 bytes that nobody asked for"},
    {"flood", "output=1024", "", PL_BY_FORFEIT, PL_GARBAGE, "more than 1024 bytes"},
    {"chat", "", "", PL_BY_FORFEIT, PL_GARBAGE, "more than 65536 bytes"},
    {"garbage", "", "", PL_BY_FORFEIT, PL_GARBAGE, "not 'I am thinking'"},
    {"bytes", "", "", PL_BY_FORFEIT, PL_GARBAGE, "UTF-8"},
    {"old 2", "", "", PL_BY_FORFEIT, PL_GARBAGE, "the program answered act "},
    {"other_seat", "", "", PL_BY_FORFEIT, PL_GARBAGE, "another seat"},
    {"twice", "", "", PL_BY_FORFEIT, PL_GARBAGE, "said 'move' when nobody asked for it"},
    {"strategy", "", "", PL_BY_FORFEIT, PL_GARBAGE, "a strategy is of legal moves"},
    {"host", "", "", PL_BY_FORFEIT, PL_GARBAGE, "said 'over'"},
    {"rude", "", "", PL_BY_FORFEIT, PL_GARBAGE, "say hello first"},
    {"newer", "", "", PL_BY_FORFEIT, PL_GARBAGE, "\"protocol\":1"},
    {"illegal", "", "", PL_BY_FORFEIT, PL_ILLEGAL_MOVE, "'no such move' is not legal"},
    {"number", "", "", PL_BY_FORFEIT, PL_ILLEGAL_MOVE, "number 1000000 is not legal"},
    {"resign", "", "", PL_BY_RESIGNING, 0, "seat 0 resigned"},
    /* Not among many tables: the time that others take is no fault of a program that is late, and
     * the other takes a second of the processor. */
    {"late", "", "move=100ms", PL_BY_FORFEIT, PL_TIMEOUT, "move came"},
    {"burn", "cpu=1", "", PL_BY_FORFEIT, PL_CRASH, "was ended by signal"},
};
enum { LATE = LENGTH(misdeeds) - 2, TABLES = LATE };

static void check_result(const misdeed *d, int number, const pl_result *r)
{
    if (r->how != d->how || (d->fault && r->fault != d->fault) || !strstr(r->text, d->says))
        fail_msg("%s, game %d: %s by %s: %s", d->words, number, pl_ending_name(r->how),
                 pl_fault_name(r->fault), r->text);
}

static void every_misdeed_is_found_out(void **state)
{
    for (size_t i = 0; i < LENGTH(misdeeds); i++) {
        pl_table *t = new_table(misdeeds[i].pace, "");
        pl_agent *a = open_bot(misdeeds[i].words, misdeeds[i].more);
        check_result(&misdeeds[i], 1, play(t, a, 1));
        pl_agent_free(a);
        pl_table_free(t);
    }
}

/* The clock of the first move begins when the program is there.  A start that takes longer than
 * all moves may is no fault; on a busy machine the moves themselves may take long, so both times
 * are doubled until they do not. */
static void a_slow_start_is_no_fault(void **state)
{
    int in_time = 0;
    for (int ms = 200; !in_time && ms < 10000; ms *= 2) {
        char words[40], pace[40];
        snprintf(words, sizeof words, "slow_start %d", ms + ms / 4);
        snprintf(pace, sizeof pace, "move=%dms", ms);
        pl_table *t = new_table(pace, "");
        pl_agent *a = open_bot(words, "");
        in_time = play(t, a, 1)->how == PL_BY_RULES;
        pl_agent_free(a);
        pl_table_free(t);
    }
    assert_true(in_time);
}

/* What comes with the hello was not asked for; the program may then go on. */
static void nobody_moves_unasked(void **state)
{
    pl_table *t = new_table("", "");
    pl_agent *a = open_bot("unasked", "");
    const pl_result *r = play(t, a, 1);
    assert_int_equal(r->fault, PL_GARBAGE);
    assert_string_equal(r->text, "the program said 'move' when nobody asked for it");
    r = play(t, a, 2);
    assert_int_equal(r->how, PL_BY_RULES);
    pl_agent_free(a);
    pl_table_free(t);
}

/* A wrong move is corrected where the table's manners allow it: the bot is asked again. */
static void faults_may_be_retried(void **state)
{
    static const char *const words[] = {"illegal", "garbage", "late"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        pl_table *t = new_table(i == 2 ? "move=100ms" : "", "all=retry:2/random");
        pl_agent *a = open_bot(words[i], "");
        const pl_result *r = play(t, a, 1);
        assert_int_equal(r->how, PL_BY_RULES);
        assert_true(pl_table_is_stand_in(t, 0));
        pl_agent_free(a);
        pl_table_free(t);
    }
}

typedef struct {
    double value;
    char text[PL_SAID_MAX];
    int plies;
} heard;

static void hear(void *with, const pl_table *t, const pl_event *e)
{
    heard *h = with;
    (void)t;
    if (e->kind != PL_PLY || e->seat != 0) return;
    h->value = e->value;
    h->plies++;
    snprintf(h->text, sizeof h->text, "%s", e->text);
}

static void comments_and_values_are_passed_on(void **state)
{
    heard h = {0};
    pl_table *t = new_table("", "");
    pl_agent *a = open_bot("talks", "");
    pl_table_listen(t, hear, &h);
    play(t, a, 1);
    assert_true(h.plies >= 3);
    near(h.value, 0.25, 0);
    assert_string_equal(h.text, "of course");
    pl_agent_free(a);
    pl_table_free(t);
}

/* Interrupts a table once the bot waits, unless the game ends before. */
typedef struct {
    pl_table *table;
    const char *waits; /* a file that the bot makes */
    atomic_int over;
} interruption;

static void *interrupt(void *with)
{
    interruption *x = with;
    /* No event announces a file, so this looks for it again and again. */
    while (unlink(x->waits) && !atomic_load(&x->over)) usleep(1000);
    if (!atomic_load(&x->over)) pl_table_interrupt(x->table);
    return NULL;
}

static int run_until_it_waits(pl_table *t, pl_agent *const *seat, const char *waits)
{
    interruption x = {.table = t, .waits = waits};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, interrupt, &x), 0);
    int done = pl_table_run(t, seat);
    if (done) atomic_store(&x.over, 1);
    pthread_join(thread, NULL);
    return done;
}

/* A wait is ended, as the bot does not move before a file is gone; the same act is then waited for
 * on, or given up for another. */
static void picks_can_be_stopped(void **state)
{
    char hold[] = "/tmp/parlor_hold_XXXXXX", words[60], waits[60];
    close(mkstemp(hold));
    snprintf(words, sizeof words, "waits %s", hold);
    snprintf(waits, sizeof waits, "%s.waits", hold);
    pl_table *t = new_table("", "");
    pl_agent *a = open_bot(words, "hang=600000"), *b = pl_agent_open("first", game, 1, NULL);
    pl_agent *seat[] = {a, b};
    for (uint64_t g = 1; g <= 2; g++) {
        int stops = 0, back = 0;
        for (pl_table_begin(t, g); !run_until_it_waits(t, seat, waits); stops++) {
            if (!back) back = pl_table_back(t, 0) == 0;
            unlink(hold);
        }
        assert_int_equal(pl_table_result(t)->how, PL_BY_RULES);
        assert_true(back && stops >= 4); /* three moves at least, of which one was made again */
    }
    unlink(hold);
    pl_agent_free(a);
    pl_agent_free(b);
    pl_table_free(t);
}

/* Many tables in one thread: every misdeed is found there, too.  Each plays two games, since the
 * second meets what the first has left. */
typedef struct {
    const misdeed *of[TABLES];
    pl_table *table[TABLES];
    pl_agent *agent[TABLES][2];
    pl_agent *const *seat[TABLES];
    int games[TABLES];
} hall;

static int check_and_begin(void *with, int i)
{
    hall *h = with;
    check_result(h->of[i], ++h->games[i], pl_table_result(h->table[i]));
    if (h->games[i] == 2) return 0;
    pl_table_begin(h->table[i], 2);
    return 1;
}

static void run_tables(const misdeed *first, int n)
{
    static hall h;
    h = (hall){.games = {0}};
    for (int i = 0; i < n; i++) {
        h.of[i] = first + i;
        h.table[i] = new_table(first[i].pace, "");
        h.agent[i][0] = open_bot(first[i].words, first[i].more);
        h.agent[i][1] = pl_agent_open("random", game, (uint64_t)i, NULL);
        h.seat[i] = h.agent[i];
        pl_table_begin(h.table[i], 1);
    }
    assert_int_equal(pl_tables_run(h.table, h.seat, n, check_and_begin, &h), 1);
    for (int i = 0; i < n; i++) {
        assert_int_equal(h.games[i], 2);
        pl_agent_free(h.agent[i][0]);
        pl_agent_free(h.agent[i][1]);
        pl_table_free(h.table[i]);
    }
}

static void many_tables_at_once(void **state)
{
    run_tables(misdeeds, TABLES);
    run_tables(misdeeds + LATE, 1);
}

static int count_lines(const char *path)
{
    FILE *f = fopen(path, "r");
    int n = 0;
    for (int c; f && (c = getc(f)) != EOF;) n += c == '\n';
    if (f) fclose(f);
    unlink(path);
    return n;
}

/* Started once for many games; anew after a crash. */
static void a_program_serves_many_games(void **state)
{
    char path[] = "/tmp/parlor_starts_XXXXXX", words[PL_SPEC_MAX];
    static const struct {
        const char *word;
        int starts;
    } cases[] = {{"good", 1}, {"crash", 20}, {"illegal", 1}, {"late", 1}};
    int fd = mkstemp(path);
    close(fd);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        pl_error err = {""};
        snprintf(words, sizeof words, "process(cmd=echo >>%s; exec %s %s)", path, bot,
                 cases[i].word);
        pl_agent *a = pl_agent_open(words, game, 1, &err);
        if (!a) fail_msg("%s", err.text);
        pl_table *t = new_table(i == 3 ? "move=100ms" : "", "");
        for (uint64_t g = 1; g <= (i == 3 ? 3 : 20); g++) play(t, a, g);
        pl_agent_free(a);
        pl_table_free(t);
        assert_int_equal(count_lines(path), cases[i].starts);
    }
}

static void specs_round_trip(void **state)
{
    static const char *const cmds[] = {"cat", "\"python3 bot.py, please (now)\"", "sh -c 'a; b'",
                                       "\" cat \""};
    char spec[PL_SPEC_MAX], again[PL_SPEC_MAX], text[PL_SPEC_MAX];
    pl_error err = {""};
    for (size_t i = 0; i < LENGTH(cmds); i++) {
        snprintf(text, sizeof text, "process(hang=7,cmd=%s)", cmds[i]);
        pl_agent *a = pl_agent_open(text, game, 1, &err);
        if (!a) fail_msg("%s", err.text);
        pl_agent_spec(a, spec, sizeof spec);
        pl_agent *b = pl_agent_open(spec, game, 1, &err);
        if (!b) fail_msg("%s", err.text);
        pl_agent_spec(b, again, sizeof again);
        assert_string_equal(spec, again);
        pl_agent_free(a);
        pl_agent_free(b);
    }
    assert_null(pl_agent_open("process", game, 1, &err));
    assert_non_null(strstr(err.text, "needs a command"));
    snprintf(text, sizeof text, "process(cmd=%0*d)", PL_SPEC_MAX - 30, 0);
    assert_null(pl_agent_open(text, game, 1, &err));
    assert_non_null(strstr(err.text, "too long"));
}

static int open_descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    int n = 0;
    while (d && readdir(d)) n++;
    if (d) closedir(d);
    return n;
}

/* Orphans come to us, so that we see that they are dead. */
static void children_go_with_their_parents(void **state)
{
#ifdef __linux__
    static const char *const words[] = {"parent", "stubborn", "hang"};
    if (waitpid(-1, NULL, WNOHANG) >= 0) fail_msg("a test before this one left programs behind");
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    for (size_t i = 0; i < LENGTH(words); i++) {
        pl_table *t = new_table("", "");
        pl_agent *a = open_bot(words[i], "hang=50");
        play(t, a, 1);
        pl_agent_free(a);
        pl_table_free(t);
        while (waitpid(-1, NULL, 0) > 0) {
        }
        assert_int_equal(errno, ECHILD);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
#else
    skip();
#endif
}

static int starts;

static void nothing_is_left(void **state)
{
    int before = open_descriptors();
    for (int i = 0; i < starts; i++) pl_agent_free(open_bot(i % 2 ? "good" : "early_exit", ""));
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* A program that reads nothing at all cannot block us. */
static void a_program_that_does_not_read_blocks_nobody(void **state)
{
    pl_error err = {""};
    pl_child *c = pl_child_start("sleep 1000", NULL, &err);
    static char text[1 << 16];
    assert_non_null(c);
    memset(text, 'x', sizeof text);
    for (int i = 0; i < 1024; i++) {
        assert_int_equal(pl_child_send(c, text, sizeof text), 0);
        pl_child_flush(c);
    }
    for (int i = 0; i < 64; i++) pl_child_send(c, text, sizeof text);
    assert_int_equal(pl_child_send(c, text, sizeof text), -1);
    pl_child_end(c, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_misdeed_is_found_out),
        cmocka_unit_test(a_slow_start_is_no_fault),
        cmocka_unit_test(nobody_moves_unasked),
        cmocka_unit_test(faults_may_be_retried),
        cmocka_unit_test(comments_and_values_are_passed_on),
        cmocka_unit_test(picks_can_be_stopped),
        cmocka_unit_test(many_tables_at_once),
        cmocka_unit_test(a_program_serves_many_games),
        cmocka_unit_test(specs_round_trip),
        cmocka_unit_test(children_go_with_their_parents),
        cmocka_unit_test(a_program_that_does_not_read_blocks_nobody),
        cmocka_unit_test(nothing_is_left),
    };
    const struct CMUnitTest many[] = {cmocka_unit_test(nothing_is_left)};
    if (argc < 2) return 2;
    bot = argv[1];
    game = must_open("tictactoe");
    starts = argc > 2 ? atoi(argv[2]) : effort(200);
    int status = argc > 2 ? cmocka_run_group_tests(many, NULL, NULL)
                          : cmocka_run_group_tests(tests, NULL, NULL);
    pl_close(game);
    return status;
}
