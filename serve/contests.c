/* contests.c -- contests of programs, by HTTP: which there are, and what one has come to.
 *
 * Who runs a contest writes what may be told of it into the file, as JSON (docs/contest.md), and this
 * passes it on.
 */
#include <stdlib.h>
#include <string.h>

#include "notice.h"

/* The object of a contest, with what the file says of it beside; NULL: it is no JSON. */
static json_t *contest_json(const pl_contest_told *c)
{
    json_t *o = json_loads(c->state, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(o)) {
        json_decref(o);
        o = json_object();
    }
    json_t *name = json_string(c->name);
    json_object_set_new(o, "name", name ? name : json_string("?"));
    json_object_set_new(o, "id", json_integer(c->id));
    json_object_set_new(o, "running", json_boolean(c->running));
    json_object_set_new(o, "began", json_integer(c->began / 1000));
    json_object_set_new(o, "updated", json_integer(c->updated / 1000));
    if (!json_object_get(o, "state")) json_object_set_new(o, "state", json_string(""));
    return o;
}

static int add_one(void *with, const pl_contest_told *c)
{
    static const char *const long_ones[] = {"entries", "pools",    "rounds",
                                            "secret",  "settings", "commitment"};
    json_t *o = contest_json(c);
    size_t entries = json_array_size(json_object_get(o, "entries"));
    json_object_set_new(o, "count", json_integer((json_int_t)entries));
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        json_object_del(o, long_ones[i]);
    json_array_append_new(with, o);
    return 0;
}

static void make_list(pl_notice_work *w)
{
    json_t *list = json_array();
    if (pl_records_contests(w->file, 0, add_one, list, &w->err)) json_decref(list);
    else w->told = list;
}

static int take_one(void *with, const pl_contest_told *c)
{
    json_t **o = with;
    *o = contest_json(c);
    return 1;
}

static void make_one(pl_notice_work *w)
{
    int got = pl_records_contests(w->file, w->id, take_one, &w->told, &w->err);
    if (got) return;
    w->status = 404;
    pl_serve_fail(&w->err, "there is no such contest");
}

static const pl_notice_kind all_contests = {make_list, NULL};
static const pl_notice_kind one_contest = {make_one, NULL};

void pl_get_contests(pl_request *r, const char *rest)
{
    (void)rest;
    pl_notice_ask(r, &all_contests, 0);
}

void pl_get_contest(pl_request *r, const char *rest)
{
    char *end = NULL;
    int64_t id = *rest >= '1' && *rest <= '9' ? strtoll(rest, &end, 10) : 0;
    if (id > 0 && !*end) pl_notice_ask(r, &one_contest, id);
    else pl_answer_error(r, 404, "there is no such contest");
}
