/* random.c -- the agent that plays any legal move, each as likely: what every
 * other agent has to beat. */
#include <string.h>

#include "agents/opinions.h"

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_state view; /* of the last pick: what it thought is worked out when it is asked */
    int64_t picked;
} uniform;

static int random_open(pl_agent *a, pl_error *err)
{
    return pl_opinions_open(&((uniform *)a)->opinions, a->game, err);
}

static void random_close(pl_agent *a)
{
    pl_opinions_close(&((uniform *)a)->opinions);
}

static pl_move random_pick(pl_agent *a, const void *view)
{
    memcpy(&((uniform *)a)->view, view, (size_t)a->game->state_size);
    ((uniform *)a)->picked = 1;
    return pl_any(a->game, view, &a->rng);
}

static void random_why(pl_agent *base, pl_reasons *out)
{
    uniform *a = (uniform *)base;
    if (!a->picked) return;
    pl_opinions_begin(&a->opinions, base->game, &a->view);
    for (int i = 0; i < a->opinions.n; i++) a->opinions.of[i].share = 1.0 / a->opinions.n;
    out->of = a->opinions.of;
    out->options = a->opinions.n;
}

const pl_agent_type pl_random = {
    .abi = PL_ABI,
    .size = sizeof(uniform),
    .name = "random",
    .about = "any legal move, each as likely",
    .open = random_open,
    .close = random_close,
    .pick = random_pick,
    .why = random_why,
    .mixes = 1,
};
