/* open.c -- pl_open on any text: it opens a game whose canonical spelling opens
 * again to the same spelling, or it refuses in a sentence.
 *
 * The first byte picks a name to stand before the rest, a listed game or an
 * alias or nothing, so that the fuzzer need not find the names by chance.
 */
#include "parlor/game.h"

#include "tests/fuzz/fuzz.h"

static const char *name_number(int k)
{
    for (const pl_game *const *g = pl_games(); *g; g++)
        if (k-- == 0) return (*g)->name;
    for (const char *const *a = pl_aliases(); *a; a += 2)
        if (k-- == 0) return *a;
    return "";
}

static void check_facts(const pl_game *g)
{
    insist(g->players >= 1 && g->players <= PL_SEATS_MAX);
    insist(g->state_size >= 1 && g->state_size <= PL_STATE_MAX);
    insist(g->max_moves >= 1 && g->max_moves <= PL_MOVES_MAX);
    insist(g->lo <= g->hi && g->actions >= 1 && g->max_plies >= 1);
}

static void check_round_trip(const pl_game *g)
{
    char once[PL_SPEC_MAX], twice[PL_SPEC_MAX];
    insist(pl_spec(g, once, sizeof once) < (int)sizeof once);
    const pl_game *again = pl_open(once, NULL);
    insist(again != NULL);
    pl_spec(again, twice, sizeof twice);
    insist(!strcmp(once, twice));
    pl_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err = {""};
    const char *name = size ? name_number(data[0] % 64) : "";
    char *rest = text_of(size ? data + 1 : data, size ? size - 1 : 0);
    char *spec = malloc(strlen(name) + strlen(rest) + 1);
    insist(spec != NULL);
    strcat(strcpy(spec, name), rest);
    const pl_game *g = pl_open(spec, &err);
    if (g) {
        check_facts(g);
        check_round_trip(g);
        pl_close(g);
    } else {
        insist(err.text[0] && memchr(err.text, 0, sizeof err.text));
    }
    free(spec);
    free(rest);
    return 0;
}
