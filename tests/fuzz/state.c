/* state.c -- fuzzes the reader of states.  Since a check sum guards them, the
 * input is tried as text, and once more as the bytes of a state, printed: that
 * must read back. */
#include "parlor/game.h"

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char printed[2 * PL_STATE_MAX + 16];
    pl_error err;
    pl_state s = {{0, 0}}, back;
    const pl_game *g = pl_open(size && data[0] & 1 ? "kuhn" : "leduc(players=3)", &err);
    char *text = text_of(data, size);
    insist(g != NULL);
    if (pl_state_read(g, text, &back, &err) == 0) {
        pl_state_text(g, &back, printed, sizeof printed);
        insist(!strcmp(printed, text));
    }
    memcpy(&s, data, size < (size_t)g->state_size ? size : (size_t)g->state_size);
    pl_state_text(g, &s, printed, sizeof printed);
    insist(pl_state_read(g, printed, &back, &err) == 0);
    insist(!memcmp(&s, &back, (size_t)g->state_size));
    free(text);
    pl_close(g);
    return 0;
}
