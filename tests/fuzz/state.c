/* state.c -- fuzzes the reader of states.  Since a check sum guards them, the
 * input is tried as text, and once more as the bytes of a state, printed: that
 * must read back. */
#include <stdlib.h>
#include <string.h>

#include "parlor/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char printed[2 * PL_STATE_MAX + 16];
    pl_error err;
    pl_state s = {{0, 0}}, back;
    const pl_game *g = pl_open(size && data[0] & 1 ? "kuhn" : "leduc(players=3)", &err);
    char *text = malloc(size + 1);
    if (!g || !text) abort();
    memcpy(text, data, size);
    text[size] = 0;
    if (pl_state_read(g, text, &back, &err) == 0) {
        pl_state_text(g, &back, printed, sizeof printed);
        if (strcmp(printed, text)) abort();
    }
    memcpy(&s, data, size < (size_t)g->state_size ? size : (size_t)g->state_size);
    pl_state_text(g, &s, printed, sizeof printed);
    if (pl_state_read(g, printed, &back, &err)) abort();
    if (memcmp(&s, &back, (size_t)g->state_size)) abort();
    free(text);
    pl_close(g);
    return 0;
}
