/* range.c -- fuzzes what reads ranges of parameters: of what is accepted every value can be
 * played with, and what is not is refused in a sentence. */
#include "arena/tune/tune.h"

#include "tests/fuzz/fuzz.h"

static void try_values(const pl_tune *t, const pl_game *g)
{
    double value[PL_PARAMS_MAX];
    char agent[PL_SPEC_MAX];
    for (int i = 0; i <= 8; i++) {
        value[0] = pl_scale_value(&t->scale[0], i / 8.0);
        insist(value[0] >= t->range[0].low && value[0] <= t->range[0].high);
        pl_tune_spell(t, value, agent);
        pl_agent *a = pl_agent_open(agent, g, 1, NULL);
        insist(a != NULL);
        pl_agent_free(a);
    }
}

static void try_text(const char *text)
{
    pl_error err = {""};
    pl_tune_range range;
    const pl_game *g = pl_open("tictactoe", &err);
    pl_tune_plan plan = pl_tune_usual(g, "mcts(iterations=1,memory=1)", &range, 1);
    insist(g != NULL);
    pl_tune *t = pl_tune_range_read(&range, text, &err) ? NULL : pl_tune_open(&plan, &err);
    insist(t || *err.text);
    if (t) try_values(t, g);
    pl_tune_free(t);
    pl_close(g);
}

FUZZ_TEXTS(try_text)
