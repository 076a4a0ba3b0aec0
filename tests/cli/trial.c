/* cli_trial.c -- games that are not in the list, for a parlor made for tests.
 *
 * That program calls trial_open() for pl_open(): it knows fog, where plies go
 * unnoticed; riddle, a fog whose codes never come again, so that no world fits
 * what anybody has seen; and clear, a fog that hides nothing of the first cell,
 * which breaks a law. */
#include "tests/support/fog.h"

#undef pl_open
const pl_game *pl_open(const char *spec, pl_error *err);
const pl_game *trial_open(const char *spec, pl_error *err);

static pl_move riddle_seen(const void *p, pl_move m, int seat)
{
    static int calls;
    return fog_turn(p) == seat ? m : FOG_MOVED + calls++;
}

static int riddle_json(const void *p, char *buf, size_t n)
{
    (void)p;
    return snprintf(buf, n, "{}");
}

static void clear_hide(void *p, int seat)
{
    int first[2] = {((fog *)p)->own[0] & 1, ((fog *)p)->own[1] & 1};
    fog_hide(p, seat);
    for (int i = 0; i < 2; i++) ((fog *)p)->own[i] |= (uint8_t)first[i];
}

const pl_game *trial_open(const char *spec, pl_error *err)
{
    static pl_game riddle, clear;
    clear = pl_fog;
    clear.name = "clear";
    clear.hide = clear_hide;
    riddle = pl_fog;
    riddle.name = "riddle";
    riddle.seen = riddle_seen;
    riddle.json = riddle_json;
    if (!strcmp(spec, "fog")) return pl_make(&pl_fog, "", err);
    if (!strcmp(spec, "clear")) return pl_make(&clear, "", err);
    if (!strcmp(spec, "riddle")) return pl_make(&riddle, "", err);
    return pl_open(spec, err);
}
