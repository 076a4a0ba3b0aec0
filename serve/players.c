/* players.c -- who played here, by HTTP: people and agents by name, and how they did.
 *
 * Many games take long to count: so a thread of the pool does, which reads the file by itself.
 */
#include <stdlib.h>
#include <string.h>

#include "parlor/stats.h"
#include "question.h"
#include "rated.h"

/* What is to be counted, and what came of it. */
typedef struct {
    char name[PL_NAME_MAX]; /* whose games; "": all players are told of */
    char find[PL_NAME_MAX]; /* in whose name; "": of all */
    int64_t limit;
    json_t *told;  /* NULL: err says why */
    int64_t games; /* of that name, each once, though it may have had several seats */
    json_t *ratings;
    pl_error err;
    const pl_records *records;
} count;

static void drop(void *with)
{
    count *c = with;
    json_decref(c->told);
    json_decref(c->ratings);
    free(c);
}

/* What is no UTF-8 is left out. */
static int add_player(void *with, const pl_played *p)
{
    json_array_append_new(with, json_pack("{s:s,s:s,s:I,s:I}", "name", p->name, "kinds", p->kinds,
                                          "games", (json_int_t)p->games, "last",
                                          (json_int_t)(p->last / 1000)));
    return 0;
}

static int add_standing(void *with, const pl_seat_results *s)
{
    double n = (double)s->scored;
    json_array_append_new(
        with,
        json_pack("{s:s,s:i,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:o,s:o}", "game", s->game, "seat",
                  (int)s->seat, "kind", s->kind, "spec", s->spec, "games", (json_int_t)s->games,
                  "scored", (json_int_t)s->scored, "wins", (json_int_t)s->wins, "draws",
                  (json_int_t)s->draws, "losses", (json_int_t)(s->scored - s->wins - s->draws),
                  "mean", s->scored ? pl_tell_number(s->sum / n) : json_null(), "half_width_95",
                  pl_tell_number(pl_half_width(s->scored, s->sum, s->squares))));
    return 0;
}

/* What is known of the strength of each that went by the name. */
static void add_ratings(pl_records *r, json_t *list)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        pl_rated rung[PL_RATED_MAX];
        int n = pl_rated_ladder(r, json_string_value(json_object_get(one, "game")), rung);
        const char *spec = json_string_value(json_object_get(one, "spec"));
        json_object_set_new(one, "rating", pl_rated_find(rung, n, 0, spec));
    }
}

/* Of those whose name has it in theirs, the one that is called so. */
static int find_games(void *with, const pl_played *p)
{
    count *c = with;
    if (strcmp(p->name, c->name)) return 0;
    c->games = p->games;
    return 1;
}

/* One player: his results, how many games that were, how strong he is. */
static int count_one(count *c, pl_records *r, json_t *list)
{
    if (pl_records_results(r, c->name, add_standing, list, &c->err)) return -1;
    add_ratings(r, list);
    if (pl_records_players(r, c->name, 0, find_games, c, &c->err) < 0) return -1;
    c->ratings = pl_rated_player(r, c->name, &c->err);
    return c->ratings ? 0 : -1;
}

static void work(pl_job *j, pl_pool *p)
{
    count *c = j->with;
    pl_records *r = pl_records_again(c->records, PL_RECORDS_READ, &c->err);
    json_t *list = json_array();
    (void)p;
    int bad = !r;
    if (r && *c->name) bad = count_one(c, r, list);
    else if (r)
        bad = pl_records_players(r, *c->find ? c->find : NULL, c->limit, add_player, list, &c->err);
    if (r) pl_records_close(r, NULL);
    if (bad) json_decref(list);
    else c->told = list;
}

static void tell(pl_job *j)
{
    pl_request *r = j->owner;
    count *c = j->with;
    r->job = NULL;
    pl_question_over(r->server, r->peer);
    json_t *list = json_incref(c->told);
    if (!list) pl_answer_fault(r, c->err.text);
    else if (!*c->name) pl_answer(r, 200, list);
    else if (json_array_size(list))
        pl_answer(r, 200,
                  json_pack("{s:s,s:I,s:O,s:o}", "name", c->name, "games", (json_int_t)c->games,
                            "ratings", c->ratings, "standings", list));
    else {
        json_decref(list);
        pl_answer_error(r, 404, "nobody of that name has played a game to its end");
    }
    pl_answer_send(r);
}

/* As many may ask as may ask agents. */
static int may_ask(pl_request *r)
{
    pl_error err;
    r->peer = pl_guard_peer(r->wsi);
    int full = pl_question_full(r->server, r->peer, &err);
    if (full) pl_answer_error(r, full, "%s", err.text);
    return !full;
}

static void begin(pl_request *r, const char *name)
{
    char find[PL_NAME_MAX];
    int64_t limit = pl_request_number(r, "limit", 1, 1000, 100);
    pl_request_argument(r, "find", find, sizeof find);
    if (r->status || !may_ask(r)) return;
    count *c = calloc(1, sizeof *c);
    pl_job *j = c ? pl_job_new() : NULL;
    if (!j) {
        free(c);
        pl_answer_error(r, 503, "out of memory");
        return;
    }
    c->records = r->server->records;
    snprintf(c->name, sizeof c->name, "%s", name);
    memcpy(c->find, find, sizeof find);
    c->limit = limit;
    j->with = c;
    j->drop = drop;
    j->work = work;
    j->quick = 1;
    j->done = tell;
    j->owner = r;
    r->job = j;
    pl_question_put(r->server, r->peer, j);
}

/* A name in the query may be any; in a path libwebsockets takes dots and slashes for its own. */
void pl_get_players(pl_request *r, const char *rest)
{
    char name[PL_NAME_MAX];
    (void)rest;
    pl_request_argument(r, "name", name, sizeof name);
    begin(r, name);
}

void pl_get_player(pl_request *r, const char *rest)
{
    if (strlen(rest) >= PL_NAME_MAX) pl_answer_error(r, 404, "no name is that long");
    else begin(r, rest);
}
