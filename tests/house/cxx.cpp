/* cxx.cpp -- the public headers in a C++ program, linked with the shared
 * library: a random game of Kuhn poker, whose scores must add up to nothing. */
#include <cstdio>

#include "parlor/parlor.h"

int main()
{
    pl_error err;
    const pl_game *g = pl_open("kuhn(players=3)", &err);
    if (!g) return std::puts(err.text), 1;
    pl_rng r;
    pl_state s;
    double score[PL_SEATS_MAX], sum = 0;
    pl_seed(&r, 1);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER;) g->apply(&s, pl_any(g, &s, &r));
    g->score(&s, score);
    for (int i = 0; i < g->players; i++) sum += score[i];
    pl_close(g);
    return sum != 0;
}
