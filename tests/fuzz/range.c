/* range.c -- fuzzes what reads ranges of parameters: of what is accepted every value can be
 * played with, and what is not is refused in a sentence. */
#include <stdlib.h>
#include <string.h>

#include "arena/tune/tune.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_values(const pl_tune *t, const pl_game *g)
{
    double value[PL_PARAMS_MAX];
    char agent[PL_SPEC_MAX];
    for (int i = 0; i <= 8; i++) {
        value[0] = pl_scale_value(&t->scale[0], i / 8.0);
        if (!(value[0] >= t->range[0].low && value[0] <= t->range[0].high)) abort();
        pl_tune_spell(t, value, agent);
        pl_agent *a = pl_agent_open(agent, g, 1, NULL);
        if (!a) abort();
        pl_agent_free(a);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[512];
    pl_error err = {""};
    pl_tune_range range;
    const pl_game *g = pl_open("tictactoe", &err);
    pl_tune_plan plan = pl_tune_usual(g, "mcts(iterations=1,memory=1)", &range, 1);
    if (!g || size >= sizeof text) return pl_close(g), 0;
    memcpy(text, data, size);
    text[size] = 0;
    pl_tune *t = pl_tune_range_read(&range, text, &err) ? NULL : pl_tune_open(&plan, &err);
    if (!t && !*err.text) abort();
    if (t) try_values(t, g);
    pl_tune_free(t);
    pl_close(g);
    return 0;
}
