/* trial.c -- games that are not in the list and shorter limits, for a parlor made for tests.
 *
 * That program calls trial_open() for pl_open(): it knows fog, where plies go
 * unnoticed; riddle, a fog whose codes never come again, so that no world fits
 * what anybody has seen; and clear, a fog that hides nothing of the first cell,
 * which breaks a law.  With PARLOR_TRIAL_HURRY=1 its server waits for clients and agents a tenth
 * of the usual times. */
#include <libwebsockets.h>
#include <stdlib.h>

#include "parlor/serve.h"
#include "tests/support/fog.h"

enum { HURRY = 10, IDLE = 10 /* seconds that libwebsockets waits for a request */ };

#undef pl_open
#undef pl_serve_open
const pl_game *pl_open(const char *spec, pl_error *err);
const pl_game *trial_open(const char *spec, pl_error *err);
pl_server *pl_serve_open(const pl_serve_rules *rules, pl_error *err);
pl_server *trial_serve_open(const pl_serve_rules *rules, pl_error *err);
/* The linker has the server call the first of these, and the first finds the library's as the second. */
struct lws_vhost *__wrap_lws_create_vhost(struct lws_context *context,
                                          const struct lws_context_creation_info *info);
struct lws_vhost *__real_lws_create_vhost(struct lws_context *context,
                                          const struct lws_context_creation_info *info);

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

/* The rest of the times: only those that the server sets become shorter, and where it sets none the
 * library's own. */
struct lws_vhost *__wrap_lws_create_vhost(struct lws_context *context,
                                          const struct lws_context_creation_info *info)
{
    static lws_retry_bo_t alive; /* the library keeps a pointer to it */
    struct lws_context_creation_info own = *info;
    if (!getenv("PARLOR_TRIAL_HURRY")) return __real_lws_create_vhost(context, info);
    if (!own.timeout_secs_ah_idle) own.timeout_secs_ah_idle = IDLE;
    own.timeout_secs_ah_idle /= HURRY;
    if (info->retry_and_idle_policy) {
        alive = *info->retry_and_idle_policy;
        alive.secs_since_valid_ping /= HURRY;
        alive.secs_since_valid_hangup /= HURRY;
        own.retry_and_idle_policy = &alive;
    }
    return __real_lws_create_vhost(context, &own);
}

pl_server *trial_serve_open(const pl_serve_rules *rules, pl_error *err)
{
    enum { HELLO = 10, SLOW = 20, THINK = 5 }; /* seconds, as parlor/serve.h has them */
    pl_serve_rules own = *rules;
    if (getenv("PARLOR_TRIAL_HURRY")) {
        own.hello = (double)HELLO / HURRY;
        own.slow = (double)SLOW / HURRY;
        own.think = (double)THINK / HURRY;
    }
    return pl_serve_open(&own, err);
}
