/* wire_bot.c -- a player for the tests that plays its first legal move, and misbehaves
 * as its first word says:
 *
 *     wire_bot WORD [N]              from its N-th act on (1 where it is not given)
 *     wire_bot WORD N ONE_IN SEED    and then in one act of so many; more words may follow
 *     wire_bot slow_start MS         so long before it says hello
 *     wire_bot waits FILE            until the file is gone, before each move
 *
 * It needs no library, so that what is wrong in ours is not wrong in it, too. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];
static const char *word = "good", *more = "";
static int from = 1, one_in = 1;
static unsigned long long random_state;

static int is(const char *w)
{
    return !strcmp(word, w);
}

static void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

/* Until it is killed; but not for ever, in case that nobody does. */
static void stay(void)
{
    sleep(1000);
}

/* A child that holds our output open and outlives us, if it can. */
static void leave_a_child(void)
{
    if (fork() == 0) {
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        stay();
        _exit(0);
    }
}

static void hello(void)
{
    if (is("mute")) stay();
    if (is("slow_start")) usleep((unsigned)atoi(more) * 1000);
    if (is("unasked"))
        printf("{\"type\":\"hello\",\"protocol\":1}\n{\"type\":\"move\",\"move\":0}\n");
    else if (is("rude")) say("good evening");
    else if (is("newer")) say("{\"type\":\"hello\",\"protocol\":2,\"name\":\"newer\"}");
    else if (is("early_exit")) exit(3);
    else say("{\"type\":\"hello\",\"protocol\":1,\"name\":\"first\"}");
    fflush(stdout);
    if (is("pinger")) say("{\"type\":\"ping\",\"id\":77}");
    if (is("parent")) leave_a_child();
}

static void make_file(const char *path)
{
    FILE *f = fopen(path, "w");
    if (f) fclose(f);
}

/* Say so by a file beside it, and wait until it is gone; it is there again for the next time. */
static void wait_for_file(void)
{
    char waits[200];
    snprintf(waits, sizeof waits, "%s.waits", more);
    make_file(waits);
    while (!access(more, F_OK)) usleep(1000); /* no event announces a file */
    make_file(more);
}

/* Whether this act is one to misbehave in: all from a number on, or some of them at random. */
static int strikes(int act)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return act >= from && (one_in < 2 || (random_state >> 33) % (unsigned)one_in == 0);
}

/* Nine of it, which all wait. */
static void be_many(void)
{
    for (int i = 0; i < 8; i++)
        if (fork() == 0) break;
    stay();
}

static void write_much(void)
{
    static char text[1 << 16];
    FILE *out = tmpfile();
    for (int i = 0; out && i < 64; i++) fwrite(text, 1, sizeof text, out);
    if (out) fclose(out);
}

static void flood(void)
{
    static const char junk[4096] = {'x'};
    for (;;)
        if (fwrite(junk, 1, sizeof junk, stdout) == 0) exit(0);
}

static void chat(void)
{
    for (;;) say("{\"type\":\"pong\",\"id\":1000}");
}

/* What is done instead of a move; 1: that is all. */
static int misbehave(int act)
{
    if (is("crash")) {
        fprintf(stderr, "one\nit hurts\n");
        exit(9);
    }
    if (is("abort")) raise(SIGTERM);
    if (is("brood")) {
        leave_a_child();
        abort();
    }
    if (is("hang")) stay();
    if (is("burn"))
        for (volatile unsigned long i = 0;; i++) {
        }
    if (is("eat"))
        for (size_t n = 1 << 20;; n *= 2) {
            volatile char *p = malloc(n); /* volatile, or a compiler does without */
            if (!p) exit(12);
            for (size_t k = 0; k < n; k += 4096) p[k] = 1;
        }
    if (is("fork")) be_many();
    if (is("write")) write_much();
    if (is("flood")) flood();
    if (is("chat")) chat();
    if (is("garbage")) say("I am thinking");
    if (is("bytes")) say("{\"type\":\"move\",\"move\":\"\xff\xfe\"}");
    if (is("old")) printf("{\"type\":\"move\",\"act\":%d,\"move\":0}\n", act - 1);
    if (is("other_seat")) printf("{\"type\":\"move\",\"seat\":15,\"act\":%d,\"move\":0}\n", act);
    if (is("illegal")) say("{\"type\":\"move\",\"move\":\"no such move\"}");
    if (is("number")) say("{\"type\":\"move\",\"move\":1000000}");
    if (is("resign")) say("{\"type\":\"resign\"}");
    if (is("bye")) say("{\"type\":\"bye\",\"reason\":\"supper is ready\"}");
    if (is("strategy")) say("{\"type\":\"move\",\"move\":0,\"strategy\":{\"nowhere\":1}}");
    if (is("host")) say("{\"type\":\"over\",\"how\":\"rules\",\"scores\":[1,-1]}");
    if (is("half")) {
        printf("{\"type\":\"mo");
        fflush(stdout);
        stay();
    }
    if (is("closes")) {
        close(0);
        close(1);
        stay();
    }
    fflush(stdout);
    static const char *const harmless[] = {"good", "parent", "unasked", "twice",
                                           "late", "talks",  "pinger",  "slow_start",
                                           "loud", "waits",  "stubborn"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (is(harmless[i])) return 0;
    return 1;
}

static void move(int act)
{
    const char *numbers = strstr(line, "],\"numbers\":[");
    int strike = strikes(act);
    if (strike && misbehave(act)) return;
    if (is("late") && strike) usleep(150000); /* longer than the tests' clocks allow */
    if (is("waits")) wait_for_file();
    if (is("loud"))
        for (int i = 0; i < 3000; i++) fprintf(stderr, "line %d of very many lines\n", i);
    printf("{\"type\":\"move\",\"act\":%d,\"move\":%d", act, numbers ? atoi(numbers + 13) : 0);
    if (is("talks")) printf(",\"value\":0.25,\"comment\":\"of course\"");
    printf("}\n");
    if (is("twice") && strike) printf("{\"type\":\"move\",\"move\":0}\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc > 1) word = argv[1];
    if (argc > 2) more = argv[2];
    if (argc > 2) from = atoi(more);
    if (argc > 4) one_in = atoi(argv[3]);
    if (argc > 4) random_state = strtoull(argv[4], NULL, 10);
    if (is("stubborn")) signal(SIGTERM, SIG_IGN);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "{\"type\":\"hello\"", 15)) hello();
        if (!strncmp(line, "{\"type\":\"act\",\"act\":", 20)) move(atoi(line + 20));
        if (!strncmp(line, "{\"type\":\"ping\"", 14))
            printf("{\"type\":\"pong\",\"id\":%d}\n", atoi(strstr(line, "\"id\":") + 5));
        if (!strncmp(line, "{\"type\":\"bye\"", 13) && !is("stubborn")) break;
        fflush(stdout);
    }
    if (is("stubborn")) stay();
    return 0;
}
