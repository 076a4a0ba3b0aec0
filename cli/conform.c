/* conform.c -- parlor conform: does a program speak the Parlor protocol?
 *
 * Every point is tried on its own; a program that failed one is started anew for the
 * next, so that all that is wrong is told at once. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "interrupt.h"
#include "parlor/rehearsal.h"

typedef struct {
    pl_rehearsal r;
    const call *call;
    json_t *points;
    int tried, wrong;
} trial;

/* Games without secrets, with chance, with secrets, with moves at once, with many at the
 * table, and with long lists of moves. */
static const char *const usual[] = {
    "tictactoe", "pig", "kuhn", "goofspiel(cards=5)", "liars_dice(players=5)", "gomoku"};

static void tell(trial *t, const char *point, const char *what, int bad, const char *why)
{
    if (bad) pl_rehearse_stop(&t->r);
    if (*interrupt_flag()) return;
    t->tried++;
    t->wrong += bad != 0;
    if (t->call->json)
        json_array_append_new(t->points, json_pack("{s:s,s:s,s:b,s:s?}", "point", point, "asks",
                                                   what, "ok", !bad, "wrong", bad ? why : NULL));
    else printf("%-5s  %-12s  %s\n", bad ? "WRONG" : "ok", point, bad ? why : what);
    if (!t->call->json) flush_output();
}

/* So many games, the program at one seat after the other. */
static void try_games(trial *t, const char *spec)
{
    pl_error err = {""};
    char what[PL_SPEC_MAX + 80], name[PL_SPEC_MAX];
    const pl_game *g = pl_open(spec, &err);
    int bad = 0;
    for (int64_t i = 0; !bad && i < t->call->games; i++)
        bad = pl_rehearse_game(&t->r, g, (int)(i % g->players),
                               i % 2 ? PL_REHEARSE_CLOCK : PL_REHEARSE_USUAL, &err);
    snprintf(name, sizeof name, "%s", spec);
    name[strcspn(name, "(")] = 0;
    snprintf(what, sizeof what, "plays %lld game%s of %s", (long long)t->call->games,
             plural(t->call->games), spec);
    tell(t, name, what, bad, err.text);
    pl_close(g);
}

typedef struct {
    const char *point, *what;
    int ways;
} manner;

static const manner manners[] = {
    {"later", "passes over members and messages that it does not know", PL_REHEARSE_LATER},
    {"pings", "answers pings with pongs of the same id, also while it is to move",
     PL_REHEARSE_PINGS},
    {"pieces", "waits for the end of a line that comes in pieces", PL_REHEARSE_PIECES},
    {"error", "moves again when a move of its is refused", PL_REHEARSE_RETRY},
    {"anew", "begins anew when a game starts in the midst of another", PL_REHEARSE_ANEW},
    {"early", "bears it that a game is broken off, without scores", PL_REHEARSE_EARLY},
    {"after", "plays on after all that", PL_REHEARSE_USUAL},
    {0},
};

static void try_manners(trial *t)
{
    const pl_game *g = pl_open("tictactoe", NULL);
    for (const manner *m = manners; g && m->point; m++) {
        pl_error err = {""};
        int bad = pl_rehearse_game(&t->r, g, 0, m->ways, &err);
        tell(t, m->point, m->what, bad, err.text);
    }
    pl_close(g);
}

static void try_ends(trial *t)
{
    static const char *const what[] = {"ends, with exit status 0, when its input is closed",
                                       "ends, with exit status 0, when the host says bye"};
    for (int bye = 1; bye >= 0; bye--) {
        pl_error err = {""};
        int bad = pl_rehearse_end(&t->r, bye, &err);
        tell(t, bye ? "bye" : "closed", what[bye], bad, err.text);
    }
}

static void try_all(trial *t, const char *const *games, int n)
{
    pl_error err = {""};
    char hello[PL_NAME_MAX + 40];
    int bad = pl_rehearse_start(&t->r, 0, &err);
    snprintf(hello, sizeof hello, "says hello, as '%s'", t->r.name);
    tell(t, "hello", hello, bad, err.text);
    if (bad) return;
    for (int i = 0; i < n; i++) try_games(t, games[i]);
    try_manners(t);
    bad = pl_rehearse_ping(&t->r, &err);
    tell(t, "ping", "answers pings between games", bad, err.text);
    bad = pl_rehearse_silence(&t->r, &err);
    tell(t, "silence", "says nothing that nobody asked for", bad, err.text);
    try_ends(t);
    bad = pl_rehearse_start(&t->r, 300, &err);
    tell(t, "patience", "waits for a host that is slow to say hello", bad, err.text);
}

static int report(trial *t)
{
    const char *notes = t->r.moves && !t->r.numbered
                            ? "Its moves do not name their acts: add \"act\" to be safe from "
                              "misunderstandings after a time-out."
                            : NULL;
    if (t->call->json) {
        print_json(json_pack("{s:s,s:s,s:b,s:o,s:I,s:s?}", "command", t->r.command, "name",
                             t->r.name, "conforms", !t->wrong && !*interrupt_flag(), "points",
                             t->points, "moves", (json_int_t)t->r.moves, "note", notes));
    } else if (!t->wrong && !*interrupt_flag())
        printf("\nIt conforms to version %d of the protocol: %d points, %lld moves.\n", PL_PROTOCOL,
               t->tried, (long long)t->r.moves);
    if (!t->call->json && notes) printf("%s\n", notes);
    flush_output();
    if (*interrupt_flag())
        return failed("interrupted after %d point%s", t->tried, plural(t->tried));
    if (!t->wrong) return DONE;
    return failed("the program does not conform: %d of %d points are wrong", t->wrong, t->tried);
}

static int is_interrupted(void *unused)
{
    (void)unused;
    return *interrupt_flag();
}

int cmd_conform(const call *c)
{
    if (!c->after || !c->after[0])
        return misused("conform needs a program: parlor conform [GAME...] -- COMMAND...");
    for (int i = 0; i < c->count; i++) {
        const pl_game *g = open_game(c->words[i]);
        if (!g) return MISUSED;
        pl_close(g);
    }
    char *program = command_of(c->after);
    if (!program) return failed("out of memory");
    trial t = {.r = {.command = program, .host = "parlor conform", .stopped = is_interrupted},
               .call = c,
               .points = json_array()};
    pl_seed(&t.r.rng, (uint64_t)c->seed);
    interrupt_catch(NULL);
    if (c->count) try_all(&t, (const char *const *)c->words, c->count);
    else try_all(&t, usual, sizeof usual / sizeof *usual);
    pl_rehearse_free(&t.r);
    int status = interrupt_status(report(&t));
    interrupt_leave();
    if (!c->json) json_decref(t.points);
    free(program);
    return status;
}
