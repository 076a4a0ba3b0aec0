/* leak_bytes.c -- what a seat is sent is a function of what it sees.
 *
 * Two worlds that look the same to a seat are played side by side: the true one, and one
 * that was guessed from the seat's view, which goes on with moves that look the same to
 * it.  The seat must be sent the same bytes in both: start, saw, act and over.  They are
 * made by the agent process itself, which here talks to a child that only listens.
 *
 * A leak that one game in three hundred shows is found with a thousand games in 96 of 100 runs.
 *
 *     test_leak_bytes [GAMES]      of each specification
 */
#include <stdlib.h>

#include "parlor/parlor.h"
#include "tests/support/effort.h"
#include "tests/support/played.h"

/* A child that keeps what it is sent, says hello, and moves as the test says.  These
 * stand in for the functions of agents/child.c, which is therefore not linked. */
struct pl_child {
    char *text;
    size_t n, room;
    char answer[80];
    int greeted, asked;
};

static pl_child *latest; /* the one that was started last */
static pl_move next_move;

pl_child *pl_child_start(const char *command, const pl_child_limits *limits, pl_error *err)
{
    (void)command, (void)limits, (void)err;
    return latest = calloc(1, sizeof *latest);
}

int pl_child_send(pl_child *c, const char *text, size_t n)
{
    if (c->n + n > c->room) c->text = realloc(c->text, c->room = 2 * (c->n + n));
    assert_non_null(c->text);
    memcpy(c->text + c->n, text, n);
    c->n += n;
    return 0;
}

pl_child_news pl_child_line(pl_child *c, pl_piece *line, int64_t until, int (*stopped)(void *with),
                            void *with)
{
    (void)stopped, (void)with;
    if (!until) return PL_CHILD_QUIET;
    if (c->greeted++)
        snprintf(c->answer, sizeof c->answer, "{\"type\":\"move\",\"move\":%d}", (int)next_move);
    else snprintf(c->answer, sizeof c->answer, "{\"type\":\"hello\",\"protocol\":1}");
    *line = (pl_piece){c->answer, strlen(c->answer)};
    return PL_CHILD_LINE;
}

int64_t pl_child_now(void)
{
    return 1;
}

int pl_child_has_more(const pl_child *c)
{
    (void)c;
    return 0;
}

int pl_child_is_there(pl_child *c)
{
    (void)c;
    return 1;
}

int pl_child_descriptor(const pl_child *c)
{
    (void)c;
    return -1;
}

void pl_child_flush(pl_child *c)
{
    (void)c;
}

void pl_child_close_input(pl_child *c)
{
    (void)c;
}

const char *pl_child_said(const pl_child *c)
{
    (void)c;
    return "";
}

int pl_child_fate(pl_child *c, int64_t ms, char *buf, size_t n)
{
    (void)c, (void)ms;
    return snprintf(buf, n, "has ended");
}

void pl_child_end(pl_child *c, int64_t ms)
{
    (void)ms;
    if (c) free(c->text);
    free(c);
}

/* Every game with secrets, over a spread of its parameters. */
static const char *const specs[] = {
    "battleship",
    "battleship(rows=2,cols=3,fleet=1,shots=2,tell=ship,repeat=1)",
    "battleship(rows=1,cols=4,fleet=21,shots=2,tell=sunk)",
    "block_dominoes",
    "block_dominoes(players=3,variant=draw,high=3,hand=2,hands=2)",
    "dark_hex",
    "dark_hex(rows=3,cols=3,mode=abrupt)",
    "dominoes",
    "dominoes(players=3,hands=1,shuffle=1)",
    "goofspiel",
    "goofspiel(players=3,cards=5,info=winner)",
    "knockout_whist",
    "knockout_whist(players=3,cards=2,ranks=4,suits=3,lead=chooser)",
    "kuhn",
    "kuhn(players=4,start=-1)",
    "leduc",
    "leduc(players=3,suits=collapsed)",
    "liars_dice",
    "liars_dice(players=3,dice=2,wild=none,match=1)",
    "phantom",
    "phantom(m=3,n=3,k=3,mode=abrupt)",
    "rps",
    "skull",
    "skull(players=4,roses=2,rounds=1)",
};

/* One world, and the agent that hears of it. */
typedef struct {
    pl_state s;
    pl_agent *agent;
    pl_child *child;
} world;

typedef struct {
    const pl_game *game;  /* whose secrets are kept */
    const pl_game *shown; /* as the agents know it */
    int seat, leaky;      /* leaky: they hear of states, not of views */
    world of[2];
    pl_rng rng;
    int64_t bytes, other; /* bytes compared; how often in two worlds that were not the same */
} pair;

static void open_worlds(pair *p)
{
    pl_error err = {""};
    for (int i = 0; i < 2; i++) {
        p->of[i].agent = pl_agent_open("process(cmd=nobody)", p->shown, 1, &err);
        if (!p->of[i].agent) fail_msg("%s", err.text);
        p->of[i].child = latest;
    }
}

static void close_worlds(pair *p)
{
    for (int i = 0; i < 2; i++) pl_agent_free(p->of[i].agent);
}

/* Whether both were sent the same since the last time. */
static int same_bytes(pair *p)
{
    pl_child *a = p->of[0].child, *b = p->of[1].child;
    int same = a->n == b->n && (a->n == 0 || !memcmp(a->text, b->text, a->n));
    p->bytes += (int64_t)a->n;
    a->n = b->n = 0;
    return same;
}

static int same_view(const pair *p)
{
    pl_state a, b;
    pl_view(p->game, &p->of[0].s, p->seat, &a);
    pl_view(p->game, &p->of[1].s, p->seat, &b);
    return !memcmp(&a, &b, (size_t)p->game->state_size);
}

/* Another world that looks like the true one; a spectator's is guessed with the eyes of
 * any seat, who sees at least as much. */
static void guess_other(pair *p)
{
    int eyes = p->seat >= 0 ? p->seat : pl_below(&p->rng, p->game->players);
    p->of[1].s = p->of[0].s;
    if (!p->game->guess) return;
    pl_view(p->game, &p->of[0].s, eyes, &p->of[1].s);
    p->game->guess(&p->of[1].s, eyes, &p->rng);
}

static int ends(const pl_game *g, const pl_state *s, pl_move m)
{
    pl_state after = *s;
    g->apply(&after, m);
    return g->turn(&after) == PL_OVER;
}

/* A move in the other world that looks to the seat as m does in the true one, any such;
 * PL_ILLEGAL if there is none.  The end may show more, so both worlds end or neither. */
static pl_move alike(pair *p, pl_move m)
{
    const pl_game *g = p->game;
    pl_move list[PL_MOVES_MAX], found = PL_ILLEGAL;
    pl_move code = pl_seen(g, &p->of[0].s, m, p->seat);
    int fits = 0, n = g->moves(&p->of[1].s, list), own = g->turn(&p->of[0].s) == p->seat;
    for (int i = 0; i < n; i++) {
        if (own && list[i] != m) continue;
        if (pl_seen(g, &p->of[1].s, list[i], p->seat) != code) continue;
        if (ends(g, &p->of[1].s, list[i]) != ends(g, &p->of[0].s, m)) continue;
        if (pl_below(&p->rng, ++fits) == 0) found = list[i];
    }
    return found;
}

static pl_move move_in_other(pair *p, pl_move m)
{
    for (int tries = 0; tries < 8; tries++) {
        pl_move other = alike(p, m);
        if (other != PL_ILLEGAL) return other;
        guess_other(p);
    }
    p->of[1].s = p->of[0].s;
    return m;
}

static void tell(const pair *p, const world *w, pl_move m)
{
    pl_state after = w->s;
    pl_move code = pl_seen(p->shown, &w->s, m, p->seat);
    if (!p->leaky) pl_agent_tell(w->agent, &w->s, m);
    else if (code != PL_NOTHING) {
        p->game->apply(&after, m);
        w->agent->type->heard(w->agent, p->game->turn(&w->s), code, &after);
    }
}

static int differ(const pair *p)
{
    return memcmp(&p->of[0].s, &p->of[1].s, (size_t)p->game->state_size) != 0;
}

/* Both are asked, where it is the seat's turn. */
static void ask(pair *p)
{
    if (p->game->turn(&p->of[0].s) != p->seat) return;
    p->other += differ(p);
    for (int i = 0; i < 2; i++)
        if (pl_agent_pick(p->of[i].agent, &p->of[i].s) != next_move) fail_msg("no move was taken");
}

/* One ply in both worlds.  1; 0: the end, which may show more; -1: other bytes were sent. */
static int step(pair *p)
{
    const pl_game *g = p->game;
    if (pl_below(&p->rng, 2)) guess_other(p);
    next_move = pl_any(g, &p->of[0].s, &p->rng);
    ask(p);
    if (!same_bytes(p)) return -1;
    pl_move m[2] = {next_move, move_in_other(p, next_move)};
    for (int i = 0; i < 2; i++) tell(p, &p->of[i], m[i]);
    for (int i = 0; i < 2; i++) g->apply(&p->of[i].s, m[i]);
    p->other += differ(p);
    if (!same_view(p)) {
        if (g->turn(&p->of[0].s) != PL_OVER) fail_msg("%s: the views went apart", g->name);
        return 0;
    }
    return same_bytes(p) ? 1 : -1;
}

/* A game; 0, or -1: the seat could tell the worlds apart by its bytes. */
static int play(pair *p, int seat, uint64_t seed)
{
    const pl_game *g = p->game;
    int more = 1;
    p->seat = seat;
    pl_seed(&p->rng, seed);
    for (int i = 0; i < 2; i++) {
        pl_start(g, &p->of[i].s);
        p->of[i].child->n = 0;
        pl_agent_begin(p->of[i].agent, seat);
    }
    while (more == 1 && g->turn(&p->of[0].s) != PL_OVER) more = step(p);
    for (int i = 0; more == 1 && i < 2; i++) pl_agent_over(p->of[i].agent, &p->of[i].s);
    if (more == 1 && !same_bytes(p)) more = -1;
    return more < 0 ? -1 : 0;
}

static int games_each;

static int leaks(const pl_game *game, const pl_game *shown, int leaky)
{
    pair p = {.game = game, .shown = shown, .leaky = leaky};
    int bad = 0;
    open_worlds(&p);
    for (int i = 0; !bad && i < games_each; i++) {
        int seat = i % (game->players + 1);
        bad = play(&p, seat == game->players ? PL_PUBLIC : seat, (uint64_t)i + 1);
    }
    if (!bad && (p.bytes == 0 || p.other == 0)) fail_msg("%s: nothing was compared", game->name);
    close_worlds(&p);
    return bad;
}

static void bytes_tell_no_secret(void **state)
{
    for (size_t i = 0; i < LENGTH(specs); i++) {
        const pl_game *g = must_open("%s", specs[i]);
        if (leaks(g, g, 0)) fail_msg("%s: worlds that look the same give other bytes", specs[i]);
        pl_close(g);
    }
}

static void every_game_with_secrets_is_here(void **state)
{
    for (const pl_game *const *table = pl_games(); *table; table++) {
        int named = 0;
        const pl_game *g = must_open("%s", (*table)->name);
        for (size_t i = 0; i < LENGTH(specs); i++) {
            size_t n = strcspn(specs[i], "(");
            named |= strlen(g->name) == n && !memcmp(g->name, specs[i], n);
        }
        if (g->hide && !named) fail_msg("%s has secrets, and is not tried", g->name);
        pl_close(g);
    }
}

/* A view that is not hidden is found. */
static void states_that_are_sent_are_found(void **state)
{
    for (size_t i = 0; i < LENGTH(specs); i++) {
        const pl_game *g = must_open("%s", specs[i]);
        if (!leaks(g, g, 1)) fail_msg("%s: a state that was sent is not found", specs[i]);
        pl_close(g);
    }
}

static void hide_nothing(void *s, int seat)
{
    (void)s, (void)seat;
}

/* A game that forgets to hide is found by one that does not. */
static void games_that_do_not_hide_are_found(void **state)
{
    const pl_game *g = must_open("leduc");
    pl_game naked = *g;
    naked.hide = hide_nothing;
    assert_true(leaks(g, &naked, 0));
    pl_close(g);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_with_secrets_is_here),
        cmocka_unit_test(bytes_tell_no_secret),
        cmocka_unit_test(states_that_are_sent_are_found),
        cmocka_unit_test(games_that_do_not_hide_are_found),
    };
    games_each = argc > 1 ? atoi(argv[1]) : effort(100);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
