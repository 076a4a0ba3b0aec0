/* own_agent.c -- an agent of one's own, outside Parlor's list: it takes the middle
 * one of its legal moves, or with a chance that can be set any, and plays a match.
 *
 *     cc own_agent.c $(pkg-config --cflags --libs parlor) -o own_agent && ./own_agent
 */
#include <parlor/parlor.h>
#include <stdio.h>

enum { NOISE }; /* places of its parameters */

typedef struct {
    pl_agent base; /* first: game, seat, parameters and a stream of random numbers */
    int64_t picks; /* what it keeps for itself */
} middle;

/* All that it is given is the view of its seat. */
static pl_move middle_pick(pl_agent *a, const void *view)
{
    pl_move list[PL_MOVES_MAX];
    int n = a->game->moves(view, list);
    ((middle *)a)->picks++;
    if (pl_unit(&a->rng) < a->arg[NOISE]) return pl_any(a->game, view, &a->rng);
    return list[n / 2];
}

static const pl_param params[] = {
    {"noise", PL_REAL, 0, 0.1, 1, "how often it moves at random"},
    {0},
};

static const pl_agent_type pl_middle = {
    .abi = PL_ABI,
    .size = sizeof(middle),
    .name = "middle",
    .about = "the middle one of its moves",
    .params = params,
    .pick = middle_pick,
};

int main(void)
{
    char spec[PL_SPEC_MAX];
    double sum = 0, score[PL_SEATS_MAX];
    pl_rng r;
    pl_error err = {""};
    const pl_game *g = pl_open("tictactoe", &err);
    pl_agent *a = g ? pl_agent_make(&pl_middle, "noise=0.2", g, 1, &err) : NULL;
    pl_agent *b = a ? pl_agent_open("random", g, 2, &err) : NULL;
    if (!b) return puts(err.text), 1;
    pl_seed(&r, 1);
    for (int i = 0; i < 1000; i++)
        if (pl_play(g, (pl_agent *[]){a, b}, &r, score) > 0) sum += score[0] / 1000;
    pl_agent_spec(a, spec, sizeof spec);
    printf("%s picked %lld times and scored %+.2f a game against random.\n", spec,
           (long long)((middle *)a)->picks, sum);
    return pl_agent_free(a), pl_agent_free(b), pl_close(g), 0;
}
