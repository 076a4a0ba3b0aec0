/* entry.c -- any line typed at parlor play: it is a command, a legal move, or answered in a
 * sentence of plain text. */
#include "cli/entry.h"

#include "cli/levels.h"

#include "tests/fuzz/fuzz.h"

static void count(void *to, const char *word)
{
    insist(*word);
    ++*(int *)to;
}

static void try_line(const pl_game *g, const void *view, const char *text)
{
    entry e;
    int offered = 0;
    char plain[sizeof e.problem], spec[PL_SPEC_MAX];
    entry_read(&e, g, view, text);
    insist((e.what == SAY_MOVE || e.move == PL_ILLEGAL) && e.rest);
    if (e.what == SAY_MOVE) insist(pl_is_legal(g, view, e.move));
    insist((*e.problem != 0) == (e.what == SAY_NOTHING && *text));
    memcpy(plain, e.problem, sizeof plain);
    clean_text(plain, strlen(plain));
    insist(!strcmp(plain, e.problem));
    entry_offer(g, view, text, count, &offered);
    insist(offered > 0);
    int level = level_agent(g, text, spec, sizeof spec);
    insist(level <= PL_LEVELS || level <= pl_level_top(g)); /* asked only then: it solves g */
}

/* The first byte is the game, the second how far it has gone, the rest the line as the
 * command reads one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const specs[] = {
        "tictactoe", "backgammon",     "battleship", "goofspiel(cards=4)",
        "rps",       "block_dominoes", "skull",      "liars_dice"};
    pl_state s, view;
    pl_rng r;
    pl_error err;
    if (size < 2) return 0;
    const pl_game *g = pl_open(specs[data[0] % 8], &err);
    char *text = text_of(data + 2, size - 2);
    insist(g != NULL);
    clean_text(text, size - 2);
    pl_seed(&r, data[1]);
    pl_start(g, &s);
    for (int i = 0; g->turn(&s) != PL_OVER && (i < data[1] || g->turn(&s) == PL_CHANCE); i++)
        g->apply(&s, pl_any(g, &s, &r));
    if (g->turn(&s) != PL_OVER) {
        pl_view(g, &s, g->turn(&s), &view);
        try_line(g, &view, text);
    }
    free(text);
    pl_close(g);
    return 0;
}
