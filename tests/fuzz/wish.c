/* wish.c -- fuzzes tables as strangers would have them: what is taken has a seat for everybody of
 * its game, and no agent that runs a program or reads a file. */
#include "serve/wish.h"

#include "tests/fuzz/fuzz.h"

static void hold(const pl_desk_kept *k)
{
    pl_error err;
    const pl_game *g = pl_open(k->game, &err);
    if (!g || k->players != g->players) abort();
    for (int i = 0; i < k->players; i++) {
        const pl_place_kept *p = &k->seat[i];
        if ((p->kind == PL_SEAT_AGENT) != (p->agent != NULL)) abort();
        if (p->agent && (strstr(p->agent, "cmd=") || strstr(p->agent, "file="))) abort();
        if (strpbrk(p->name, "\n\t\033")) abort();
    }
    pl_close(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_desk_kept k = {.players = 0};
    pl_error err = {""};
    json_t *o = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(o) && pl_wish_read(o, &k, &err) == 0) hold(&k);
    else if (json_is_object(o) && !*err.text) abort();
    pl_wish_free(&k);
    json_decref(o);
    return 0;
}
