/* players.h -- agents for the tests: opened, asked for a move and for its reasons, refused. */
#ifndef PL_TESTS_PLAYERS_H
#define PL_TESTS_PLAYERS_H

#include "parlor/agent.h"
#include "tests/support/played.h"

/* The agent of this spelling, which is put together as by printf, at a seat of a new game. */
static inline pl_agent *seated(const pl_game *g, int seat, const char *format, ...)
{
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(spec, sizeof spec, format, args);
    va_end(args);
    pl_agent *a = pl_agent_open(spec, g, 1, &err);
    if (!a) fail_msg("%s: %s", spec, err.text);
    pl_agent_begin(a, seat);
    return a;
}

/* The number of the parameter "memory" of a kind of agent, or -1.  A test that only opens agents
 * has them take one megabyte: under meson malloc() fills all memory, which takes its time. */
static inline int memory_of(const pl_agent_type *type)
{
    for (int i = 0; type->params && type->params[i].name; i++)
        if (!strcmp(type->params[i].name, "memory")) return i;
    return -1;
}

/* Agents that cannot be opened: for which game, and words of the reason. */
typedef struct {
    const char *game, *agent, *words;
} refusal;

static inline void expect_refusals(const refusal *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pl_error err = {""};
        const pl_game *g = must_open("%s", r[i].game);
        if (pl_agent_open(r[i].agent, g, 1, &err)) fail_msg("%s was accepted", r[i].agent);
        if (!strstr(err.text, r[i].words))
            fail_msg("%s for %s: '%s' does not say '%s'", r[i].agent, r[i].game, err.text,
                     r[i].words);
        pl_close(g);
    }
}

/* The state after this many random moves, and on to where a seat is to move; 0 if the game was
 * over before.  Bytes beyond the state are zero. */
static inline int wander(const pl_game *g, pl_state *s, int plies, pl_rng *r)
{
    *s = (pl_state){.bytes = {0}};
    pl_start(g, s);
    while (g->turn(s) != PL_OVER && (plies-- > 0 || g->turn(s) == PL_CHANCE))
        g->apply(s, pl_any(g, s, r));
    return g->turn(s) != PL_OVER;
}

/* What the agent picks in s at the seat to move, in a game that begins there; and why. */
static inline pl_move picked(pl_agent *a, const pl_state *s, pl_reasons *why)
{
    pl_agent_begin(a, a->game->turn(s));
    pl_move m = pl_agent_pick(a, s);
    assert_int_not_equal(m, PL_ILLEGAL);
    assert_int_equal(pl_agent_why(a, why), 0);
    return m;
}

static inline const pl_opinion *opinion_of(const pl_reasons *why, pl_move m)
{
    for (int i = 0; i < why->options; i++)
        if (why->of[i].move == m) return &why->of[i];
    fail_msg("move %d is not legal", (int)m);
    return NULL;
}

static inline double visits_in(const pl_reasons *why)
{
    double sum = 0;
    for (int i = 0; i < why->options; i++) sum += why->of[i].visits;
    return sum;
}

/* The same thoughts, bit by bit. */
static inline void expect_same_reasons(const char *spec, const pl_reasons *a, const pl_reasons *b)
{
    if (a->iterations != b->iterations || a->options != b->options || a->length != b->length ||
        memcmp(a->of, b->of, (size_t)a->options * sizeof *a->of) ||
        (a->length && memcmp(a->line, b->line, (size_t)a->length * sizeof *a->line)))
        fail_msg("%s thinks otherwise the second time", spec);
}

#endif
