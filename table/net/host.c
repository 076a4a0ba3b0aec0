/* host.c -- the host: its rooms, its lock and its bell.
 *
 * Fact to check: when a host is closed, its thread, its socket and every connection are
 * gone.
 */
#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "table/net/caller.h"

pl_bell *pl_host_bell(pl_host *h)
{
    return &h->bell;
}

int pl_host_port(const pl_host *h)
{
    return h->port;
}

void pl_host_add(pl_host *h, pl_room *r)
{
    pl_room **last = &h->rooms;
    pl_bell_lock(&h->bell);
    while (*last) last = &(*last)->next;
    *last = r;
    pl_bell_unlock(&h->bell);
}

enum { PARTING = 2, CUT = 1 }; /* seconds to read the last of it; and to come back for it */

/* Whether somebody is there, or was cut off just now. */
static int is_busy(const pl_host *h, const pl_room *r)
{
    for (const pl_caller *c = h->callers; c; c = c->next)
        if (c->room == r) return 1;
    for (int i = 0; i < r->rules.game->players; i++) {
        const pl_chair *c = r->chair[i];
        if (c && !c->caller && !c->bye && pl_bell_now() - c->left < fmin(CUT, r->rules.wait))
            return 1;
    }
    return 0;
}

/* Goodbye stands after all else that was said to them. */
static void see_off(pl_host *h, pl_room *r)
{
    pl_message_bye("the table is closed", r->line, PL_LINE_MAX);
    pl_tape_say(&r->open, r->line, NULL, 0);
    for (int i = 0; i < r->rules.game->players; i++)
        if (r->chair[i]) pl_tape_say(&r->chair[i]->tape, r->line, NULL, 0);
    for (pl_caller *c = h->callers; c; c = c->next)
        if (c->room == r) c->leaving = pl_bell_now();
    pl_host_send(h);
}

void pl_host_dismiss(pl_host *h, pl_room *r)
{
    pl_bell_lock(&h->bell);
    r->rules.tell = NULL;
    if (!r->closing) see_off(h, r);
    r->closing = 1;
    double end = pl_bell_now() + PARTING;
    while (is_busy(h, r) && pl_bell_now() < end) pl_bell_wait(&h->bell, pl_bell_now() + 0.1);
    for (pl_caller *c = h->callers; c; c = c->next)
        if (c->room == r) pl_caller_part(c, "");
    pl_bell_unlock(&h->bell);
}

void pl_host_remove(pl_host *h, pl_room *r)
{
    pl_bell_lock(&h->bell);
    pl_room **at = &h->rooms;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    pl_bell_unlock(&h->bell);
}

static void usual(pl_host_rules *r)
{
    if (!r->bind) r->bind = "127.0.0.1";
    if (r->connections <= 0) r->connections = 256;
    if (r->watchers <= 0) r->watchers = 128;
    if (r->hello <= 0) r->hello = 10;
    if (r->idle <= 0) r->idle = 60;
    if (r->slow <= 0) r->slow = 20;
    if (r->penalty <= 0) r->penalty = 1;
}

pl_host *pl_host_open(const pl_host_rules *rules, pl_error *err)
{
    pl_host *h = calloc(1, sizeof *h);
    if (!h || pl_bell_make(&h->bell)) {
        free(h);
        pl_fail(err, "out of memory");
        return NULL;
    }
    if (rules) h->rules = *rules;
    usual(&h->rules);
    if (pl_host_listen(h, err) == 0) {
        if (pthread_create(&h->thread, NULL, pl_host_serve, h) == 0) return h;
        pl_fail(err, "the system gives no thread");
    }
    pl_host_shut(h);
    return NULL;
}

/* Whether somebody has yet to read his goodbye. */
static int is_anybody_here(const pl_host *h)
{
    const pl_caller *c = h->callers;
    while (c && !c->open) c = c->next;
    return c != NULL;
}

void pl_host_close(pl_host *h)
{
    if (!h) return;
    pl_bell_lock(&h->bell);
    for (pl_caller *c = h->callers; c; c = c->next) pl_caller_dismiss(c, "the host is closing");
    double end = pl_bell_now() + PARTING;
    pl_host_send(h);
    while (is_anybody_here(h) && pl_bell_now() < end) pl_bell_wait(&h->bell, end);
    pl_bell_unlock(&h->bell);
    atomic_store(&h->over, 1);
    pl_host_wake(h);
    pthread_join(h->thread, NULL);
    pl_host_shut(h);
}
