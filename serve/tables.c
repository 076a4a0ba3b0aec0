/* tables.c -- tables by HTTP: made, listed, told of, and set up again. */
#include <stdlib.h>
#include <string.h>

#include "members.h"
#include "request.h"
#include "visitor.h"
#include "wish.h"

enum { TABLES = 64 }; /* that one address usually may have */

static json_t *desk_json(const pl_desk *d)
{
    char spec[PL_SPEC_MAX], clock[128];
    json_t *names = json_array(), *seats = json_array();
    for (int i = 0; i < d->game->players; i++) {
        json_array_append_new(names, json_string(d->chair[i].is.name));
        json_array_append_new(seats, pl_desk_seat(d, i));
    }
    pl_spec(d->game, spec, sizeof spec);
    pl_pace_text(&pl_table_rules_of(d->table)->pace, clock, sizeof clock);
    json_t *o = json_pack("{s:s,s:s,s:o,s:o,s:s,s:i,s:I,s:b,s:b,s:b,s:s,s:o}", "id", d->id, "game",
                          spec, "names", names, "seats", seats, "state", pl_desk_word(d),
                          "watchers", d->watchers, "began", (json_int_t)(d->made / 1000), "watch",
                          d->watch, "advice", pl_desk_advises(d), "seeded", d->seeded, "clock",
                          clock, "least", pl_tell_number(d->game->lo));
    if (d->state == PL_DESK_OVER)
        json_object_set_new(o, "record", json_integer((json_int_t)d->record));
    return o;
}

typedef struct {
    const char *state;
    const pl_desk **found;
    int n, room;
} listing;

/* Tables that are not watched are nobody else's business. */
static int consider(void *with, pl_desk *d)
{
    listing *l = with;
    if (!d->watch || (*l->state && strcmp(l->state, pl_desk_word(d)))) return 0;
    if (l->n < l->room) l->found[l->n++] = d;
    return 0;
}

static int latest_first(const void *a, const void *b)
{
    const pl_desk *x = *(const pl_desk *const *)a, *y = *(const pl_desk *const *)b;
    return x->made < y->made ? 1 : x->made > y->made ? -1 : strcmp(x->id, y->id);
}

static int is_state(const char *word)
{
    return !*word || !strcmp(word, "open") || !strcmp(word, "playing") || !strcmp(word, "over");
}

void pl_get_tables(pl_request *r, const char *rest)
{
    char state[16];
    int64_t limit = pl_request_number(r, "limit", 1, 500, 50);
    listing l = {.state = state, .room = r->server->desks};
    (void)rest;
    pl_request_argument(r, "state", state, sizeof state);
    if (!is_state(state)) pl_answer_error(r, 400, "a state is open, playing or over");
    if (r->status) return;
    json_t *list = json_array();
    l.found = calloc((size_t)l.room + 1, sizeof(pl_desk *));
    if (l.found) pl_desk_all(r->server, consider, &l);
    if (l.n) qsort(l.found, (size_t)l.n, sizeof(pl_desk *), latest_first);
    for (int i = 0; i < l.n && i < limit; i++) json_array_append_new(list, desk_json(l.found[i]));
    free(l.found);
    pl_answer(r, 200, list);
}

void pl_get_table(pl_request *r, const char *rest)
{
    const pl_desk *d = pl_desk_find(r->server, rest);
    if (d) pl_answer(r, 200, desk_json(d));
    else pl_answer_error(r, 404, "there is no such table");
}

/* Tokens for everybody who is no agent, kept only as their hashes; 0, or -1. */
static int invite(pl_desk_kept *k, char token[][PL_TOKEN_TEXT + 1], pl_error *err)
{
    int bad = pl_invite_id(k->id);
    for (int i = 0; i < k->players && !bad; i++) {
        if (k->seat[i].kind == PL_SEAT_AGENT) continue;
        bad = pl_invite(k->id, token[i]);
        pl_invite_hash(token[i], k->seat[i].hash);
    }
    return bad ? pl_serve_fail(err, "the system gives no random numbers") : 0;
}

/* Set a table up, and keep it. */
static pl_desk *set_up(pl_server *s, pl_desk_kept *k, char token[][PL_TOKEN_TEXT + 1],
                       pl_peer *peer, pl_error *err)
{
    pl_desk *d = invite(k, token, err) ? NULL : pl_desk_new(s, k, err);
    if (!d) return NULL;
    if (pl_ledger_add(s->ledger, k, err)) {
        pl_desk_free(d);
        return NULL;
    }
    d->peer = peer;
    peer->tables++;
    return d;
}

/* The new table, with the tokens of the seats in bits. */
static json_t *made_json(const pl_desk *d, char token[][PL_TOKEN_TEXT + 1], int bits)
{
    json_t *o = desk_json(d), *seat;
    size_t i;
    json_array_foreach(json_object_get(o, "seats"), i, seat)
    {
        if (*token[i] && bits >> i & 1) json_object_set_new(seat, "token", json_string(token[i]));
    }
    return o;
}

static int is_full(pl_request *r, pl_peer *p)
{
    pl_server *s = r->server;
    if (pl_guard_full(s, p, p->tables, TABLES))
        pl_answer_error(r, 429, "you have as many tables as one may");
    else if ((r->wait = pl_guard_make(s, p)))
        pl_answer_error(r, 429, "you make too many tables in a minute; wait %d s", r->wait);
    else if (!pl_serve_room(s)) pl_answer_error(r, 503, "all tables are taken; try again later");
    return r->status != 0;
}

void pl_post_table(pl_request *r, const char *rest)
{
    pl_error err;
    char token[PL_SEATS_MAX][PL_TOKEN_TEXT + 1] = {{0}};
    pl_peer *peer = pl_guard_peer(r->wsi);
    json_t *body = is_full(r, peer) ? NULL : pl_request_body(r);
    pl_desk_kept *k = body ? calloc(1, sizeof *k) : NULL;
    (void)rest;
    if (!k) {
        pl_answer_error(r, 500, "out of memory"); /* unless it was answered before */
        json_decref(body);
        return;
    }
    pl_desk *d = pl_wish_read(body, k, &err) ? NULL : set_up(r->server, k, token, peer, &err);
    if (d) pl_answer(r, 201, made_json(d, token, -1));
    else pl_answer_error(r, 400, "%s", err.text);
    if (d) pl_desk_go_on(d);
    pl_wish_free(k);
    json_decref(body);
    free(k);
}

/* A person's seat in the next game.  Who is here is told his own token; for who is not the seat is
 * open, and whoever asks for the game invites again. */
static void reopen(pl_place_kept *p, int here)
{
    memset(p->spent, 0, sizeof p->spent);
    if (p->kind == PL_SEAT_AGENT) return;
    if (!here) p->kind = PL_SEAT_OPEN;
    p->claim = here && p->kind == PL_SEAT_OPEN ? PL_SEAT_TAKEN : PL_SEAT_FREE;
}

/* The seats of the next game: as they were, or each one further on. */
static void reseat(const pl_desk *d, int asks, int by, pl_desk_kept *k)
{
    int n = d->game->players;
    pl_desk_keep(d, k);
    for (int i = 0; i < n; i++) {
        k->seat[(i + by) % n] = d->chair[i].is;
        reopen(&k->seat[(i + by) % n], i == asks || d->chair[i].visitor);
    }
    k->seed = pl_invite_seed();
    k->seeded = k->over = 0;
    k->record = 0;
    k->made = pl_serve_wall();
}

/* Others who are here get their tokens by their own connections; of who is not, the one who
 * asks gets the invitations. */
static void pass_tokens(const pl_desk *d, int by, const char *id, char token[][PL_TOKEN_TEXT + 1],
                        int asks, int *bits)
{
    int n = d->game->players;
    for (int i = 0; i < n; i++) {
        int to = (i + by) % n;
        pl_visitor *c = d->chair[i].visitor;
        if (i == asks || !c) {
            *bits |= 1 << to;
            continue;
        }
        json_t *o = json_pack("{s:s,s:s,s:i,s:i,s:s}", "type", "again", "table", id, "who", asks,
                              "seat", to, "token", token[to]);
        char *line = json_dumps(o, JSON_COMPACT);
        if (line) pl_visitor_say(c, line);
        free(line);
        json_decref(o);
    }
}

static void play_again(pl_request *r, pl_desk *d, int seat, int by)
{
    pl_error err;
    char token[PL_SEATS_MAX][PL_TOKEN_TEXT + 1] = {{0}};
    int bits = 0;
    pl_desk_kept *k = calloc(1, sizeof *k);
    if (k) reseat(d, seat, by, k);
    pl_desk *next = k ? set_up(r->server, k, token, pl_guard_peer(r->wsi), &err) : NULL;
    if (next) {
        memcpy(d->again, next->id, sizeof d->again);
        pass_tokens(d, by, next->id, token, seat, &bits);
        pl_answer(r, 201, made_json(next, token, bits));
        pl_desk_go_on(next);
    } else pl_answer_error(r, 500, "%s", k ? err.text : "out of memory");
    free(k);
}

void pl_post_again(pl_request *r, const char *rest)
{
    char id[PL_DESK_NAME];
    int seat;
    if (is_full(r, pl_guard_peer(r->wsi))) return; /* before looking: a table may have made room */
    snprintf(id, sizeof id, "%.*s", (int)strcspn(rest, "/"), rest);
    pl_desk *d = pl_desk_of(r->server, r->token, &seat);
    if (!d || strcmp(d->id, id)) {
        pl_answer_error(r, 403, "%s", pl_claim_refusal(r->server, r->token));
        return;
    }
    pl_error err;
    int bad = 0;
    json_t *body = pl_request_body(r);
    int swap = pl_member_flag(body, "swap", 0, &err, &bad);
    if (bad) pl_answer_error(r, 400, "%s", err.text);
    else if (body && d->state != PL_DESK_OVER) pl_answer_error(r, 409, "the game is not over");
    else if (body && *d->again)
        pl_answer_error(r, 409, "this table has been set up again already: %s", d->again);
    else if (body) play_again(r, d, seat, swap);
    json_decref(body);
}
