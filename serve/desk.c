/* desk.c -- the tables of a server: made, found and given back. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

#include "visitor.h"

static unsigned bucket(const char *id)
{
    return (unsigned)(pl_hash(id, strlen(id)) % PL_BUCKETS);
}

pl_desk *pl_desk_find(const pl_server *s, const char *id)
{
    pl_desk *d = s->desk[bucket(id)];
    while (d && strcmp(d->id, id)) d = d->next;
    return d;
}

int pl_desk_all(const pl_server *s, int (*visit)(void *with, pl_desk *d), void *with)
{
    for (int i = 0; i < PL_BUCKETS; i++)
        for (pl_desk *d = s->desk[i], *next; d; d = next) {
            next = d->next;
            int stop = visit(with, d);
            if (stop) return stop;
        }
    return 0;
}

static const unsigned char *token_of(const pl_place_kept *p)
{
    if (p->kind == PL_SEAT_YOU) return p->hash;
    return p->kind == PL_SEAT_OPEN && p->claim != PL_SEAT_FREE ? p->hash : NULL;
}

static const unsigned char *invitation_of(const pl_place_kept *p)
{
    if (p->kind != PL_SEAT_OPEN) return NULL;
    return p->claim == PL_SEAT_FREE ? p->hash : p->spent;
}

/* A secret begins with the name of its table, so that only that one is looked at; how long this
 * takes tells nothing of it, as hashes are compared. */
static pl_desk *find_seat(const pl_server *s, const char *secret, int *seat,
                          const unsigned char *(*hash_of)(const pl_place_kept *p))
{
    char id[PL_DESK_NAME];
    unsigned char hash[PL_SHA256];
    const char *dot = strchr(secret, '.');
    if (!dot || dot - secret >= PL_DESK_NAME) return NULL;
    snprintf(id, sizeof id, "%.*s", (int)(dot - secret), secret);
    pl_desk *d = pl_desk_find(s, id);
    pl_invite_hash(secret, hash);
    for (int i = 0; d && i < d->game->players; i++) {
        const unsigned char *has = hash_of(&d->chair[i].is);
        if (!has || memcmp(has, hash, sizeof hash)) continue;
        *seat = i;
        return d;
    }
    return NULL;
}

pl_desk *pl_desk_of(const pl_server *s, const char *token, int *seat)
{
    return find_seat(s, token, seat, token_of);
}

pl_desk *pl_desk_invited(const pl_server *s, const char *invitation, int *seat)
{
    return find_seat(s, invitation, seat, invitation_of);
}

/* The referee: what pl_table_usual() says of the net, but nobody is in a hurry. */
static int set_up(pl_desk *d, const pl_desk_kept *k, pl_error *err)
{
    pl_table_rules rules = pl_table_usual(PL_IN_THE_NET);
    rules.timed = 1;
    if (*k->clock && pl_pace_read(&rules.pace, k->clock, err)) return -1;
    if (k->players != d->game->players)
        return pl_serve_fail(err, "%d seats are given, but the game has %d", (int)k->players,
                             (int)d->game->players);
    d->table = pl_table_new(d->game, &rules, err);
    return d->table ? 0 : -1;
}

static int fill_seats(pl_desk *d, const pl_desk_kept *k, pl_error *err)
{
    for (int i = 0; i < d->game->players; i++) {
        d->chair[i].is = k->seat[i];
        if (!k->seat[i].agent) continue;
        d->chair[i].is.agent = strdup(k->seat[i].agent);
        if (!d->chair[i].is.agent) return pl_serve_fail(err, "out of memory");
    }
    return 0;
}

static void enter(pl_desk *d)
{
    pl_desk **at = &d->server->desk[bucket(d->id)];
    d->next = *at;
    *at = d;
    d->server->desks++;
}

static void leave(pl_desk *d)
{
    pl_desk **at = &d->server->desk[bucket(d->id)];
    while (*at && *at != d) at = &(*at)->next;
    if (!*at) return;
    *at = d->next;
    d->server->desks--;
}

pl_desk *pl_desk_new(pl_server *s, const pl_desk_kept *k, pl_error *err)
{
    const pl_game *g = pl_open(k->game, err);
    if (!g) return NULL;
    pl_desk *d = calloc(1, sizeof *d + (size_t)g->players * sizeof *d->chair);
    if (!d) {
        pl_close(g);
        pl_serve_fail(err, "out of memory");
        return NULL;
    }
    d->server = s;
    d->game = g;
    memcpy(d->id, k->id, sizeof d->id);
    d->seed = k->seed;
    d->seeded = k->seeded;
    d->watch = k->watch;
    d->advice = k->advice;
    d->made = k->made;
    d->record = k->record;
    d->left = pl_serve_ms();
    d->place = d->back = -1;
    d->seating = 1;
    if (set_up(d, k, err) || fill_seats(d, k, err)) {
        pl_desk_free(d);
        return NULL;
    }
    enter(d);
    return d;
}

void pl_desk_disown(pl_desk *d)
{
    if (d->peer) d->peer->tables--;
    d->peer = NULL;
}

void pl_desk_free(pl_desk *d)
{
    if (!d) return;
    leave(d);
    if (d->job) pl_pool_cancel(d->server->pool, d->job);
    while (d->visitors) pl_visitor_dismiss(d->visitors, "the table is closed");
    pl_desk_disown(d);
    for (int i = 0; i < d->game->players; i++) free(d->chair[i].is.agent);
    pl_table_free(d->table);
    pl_recorder_close(d->recorder, NULL);
    pl_close(d->game);
    free(d);
}

void pl_desk_keep(const pl_desk *d, pl_desk_kept *out)
{
    *out = (pl_desk_kept){.seed = d->seed,
                          .seeded = d->seeded,
                          .watch = d->watch,
                          .advice = d->advice,
                          .over = d->state == PL_DESK_OVER,
                          .players = d->game->players,
                          .record = d->record,
                          .made = d->made};
    memcpy(out->id, d->id, sizeof out->id);
    pl_spec(d->game, out->game, sizeof out->game);
    pl_pace_text(&pl_table_rules_of(d->table)->pace, out->clock, sizeof out->clock);
    for (int i = 0; i < d->game->players; i++) out->seat[i] = d->chair[i].is;
}

void pl_desk_rename(pl_desk *d, int seat, const char *name)
{
    pl_place_kept *p = &d->chair[seat].is;
    if (!*name || p->named || d->state != PL_DESK_OPEN || !strcmp(p->name, name)) return;
    snprintf(p->name, sizeof p->name, "%s", name);
    pl_ledger_name(d->server->ledger, d->id, seat, p->name, NULL);
    d->seating++;
}

void pl_desk_wake(pl_desk *d)
{
    for (pl_visitor *c = d->visitors; c; c = c->beside) pl_visitor_wake(c);
}

const char *pl_desk_word(const pl_desk *d)
{
    static const char *const word[] = {"open", "playing", "over"};
    return word[d->state];
}

int pl_desk_advises(const pl_desk *d)
{
    int open = 0;
    for (int i = 0; i < d->game->players; i++) open |= d->chair[i].is.kind == PL_SEAT_OPEN;
    return !open || d->advice || d->state == PL_DESK_OVER;
}

json_t *pl_desk_seat(const pl_desk *d, int seat)
{
    static const char *const kind[] = {"you", "open", "agent"};
    const pl_chair *c = &d->chair[seat];
    int agent = c->is.kind == PL_SEAT_AGENT;
    json_t *o = json_pack("{s:i,s:s,s:s,s:b}", "seat", seat, "kind", kind[c->is.kind], "name",
                          c->is.name, "connected", agent || c->visitor);
    if (c->is.kind == PL_SEAT_OPEN)
        json_object_set_new(o, "taken", json_boolean(c->is.claim != PL_SEAT_FREE));
    if (agent) json_object_set_new(o, "agent", json_string(c->is.agent));
    if (agent && c->is.level) json_object_set_new(o, "level", json_integer(c->is.level));
    return o;
}
