/* openings.c -- fuzzes what reads openings: whatever is read can be played, and what cannot be read
 * is refused in a sentence. */
#include "arena/match/match.h"

#include "tests/fuzz/fuzz.h"

static void play(const pl_game *g, const pl_openings *o, int64_t group)
{
    const pl_move *move;
    int n;
    pl_state s;
    pl_openings_at(o, group, &move, &n);
    pl_start(g, &s);
    for (int i = 0; i < n; i++) {
        if (!pl_is_legal(g, &s, move[i])) abort();
        g->apply(&s, move[i]);
    }
    if (g->turn(&s) == PL_OVER) abort();
}

/* The first byte is the game: one of seats alone, or one with cards. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err = {""};
    const pl_game *g = pl_open(size && *data == 'l' ? "leduc" : "tictactoe", &err);
    if (size) data++, size--;
    FILE *in = size ? fmemopen((void *)data, size, "r") : NULL;
    pl_openings *o = g && in ? pl_openings_read(g, in, "fuzz", &err) : NULL;
    if (in && !o && !*err.text) abort();
    for (int64_t i = 0; o && i < pl_openings_count(o); i++) play(g, o, i);
    if (in) fclose(in);
    pl_openings_free(o);
    pl_close(g);
    return 0;
}
