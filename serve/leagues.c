/* leagues.c -- the matches and leagues of the file of records, by HTTP: which there are, and their
 * games.  One of them is league.c's.
 *
 * Fact to check: to list a league again costs what it has played since, not what it has played.
 */
#include <stdlib.h>
#include <string.h>

#include "league.h"
#include "question.h"

enum { LISTED = 100 };

/* What the list keeps of a match from one time to the next. */
typedef struct {
    int64_t id, games, last; /* last: game of the file that was counted */
    json_t *told;            /* what never changes */
    int64_t of;              /* games that there will be; 0: results decide */
} entry;

typedef struct {
    entry *of;
    int n;
    pl_match_kept now[LISTED]; /* as the file has them now; words are not kept */
    char *words[LISTED];
    int found;
} list;

static void forget_list(void *kept)
{
    list *l = kept;
    for (int i = 0; i < l->n; i++) json_decref(l->of[i].told);
    for (int i = 0; i < l->found; i++) free(l->words[i]);
    free(l->of);
    free(l);
}

/* What has a label is a part of something larger: a contest, which is told by itself, or a tuning. */
static int find_match(void *with, const pl_match_kept *m)
{
    static const char label[] = "label: ";
    list *l = with;
    if (!strncmp(m->words, label, sizeof label - 1)) return 0;
    if (l->found == LISTED) return 1;
    l->words[l->found] = strdup(m->words);
    if (!l->words[l->found]) return -1;
    l->now[l->found++] = *m;
    return 0;
}

/* What never changes: what is played, by whom, and how many games there will be. */
static void read_words(entry *e, const char *words)
{
    pl_error err;
    pl_match *m = pl_match_follow(words, &err);
    e->told = json_object();
    if (!m) {
        json_object_set_new(e->told, "why", json_string(err.text));
        return;
    }
    pl_match_course c;
    pl_match_plan p;
    pl_match_course_of(m, &c);
    pl_match_plan_of(m, &p);
    e->of = p.format == PL_KNOCK_OUT ? 0 : c.of;
    pl_league_plan(e->told, m);
    pl_match_free(m);
}

static entry *entry_of(list *l, int i)
{
    for (int k = 0; k < l->n; k++)
        if (l->of[k].id == l->now[i].id) return &l->of[k];
    entry *more = realloc(l->of, (size_t)(l->n + 1) * sizeof *more);
    if (!more) return NULL;
    l->of = more;
    entry *e = &l->of[l->n++];
    *e = (entry){.id = l->now[i].id};
    read_words(e, l->words[i]);
    return e;
}

static int add_match(pl_notice_work *w, list *l, int i)
{
    entry *e = entry_of(l, i);
    int64_t more = e ? pl_records_parts_count(w->file, e->id, e->last, &e->last, &w->err) : -1;
    if (more < 0) return -1;
    e->games += more;
    json_t *o = json_deep_copy(e->told);
    pl_league_state(o, &l->now[i], e->games, e->of);
    json_array_append_new(w->told, o);
    return 0;
}

/* Several at once may not hold the file's lock: so they are listed first, and then counted. */
static void make_list(pl_notice_work *w)
{
    list *l = w->kept ? w->kept : calloc(1, sizeof *l);
    w->kept = l;
    pl_serve_fail(&w->err, "out of memory");
    if (!l) return;
    int bad = pl_records_matches(w->file, 0, 0, find_match, l, &w->err) < 0;
    w->told = json_array();
    for (int i = 0; !bad && i < l->found; i++) bad = add_match(w, l, i);
    for (int i = 0; i < l->found; i++) free(l->words[i]);
    l->found = 0;
    if (!bad) return;
    json_decref(w->told);
    w->told = NULL;
}

static const pl_notice_kind all_leagues = {make_list, forget_list};

void pl_get_leagues(pl_request *r, const char *rest)
{
    (void)rest;
    pl_notice_ask(r, &all_leagues, 0);
}

/* The games of one, which a thread of the pool looks up. */
typedef struct {
    pl_parts_filter of;
    char player[PL_NAME_MAX], other[PL_NAME_MAX];
    json_t *told; /* NULL: err says why */
    pl_error err;
    const pl_records *records;
} search;

static void drop_search(void *with)
{
    search *q = with;
    json_decref(q->told);
    free(q);
}

static int add_game(void *with, const pl_record *rec)
{
    json_array_append_new(with, pl_tell_record(rec));
    return 0;
}

static void look_up(pl_job *j, pl_pool *p)
{
    search *q = j->with;
    pl_records *r = pl_records_again(q->records, PL_RECORDS_READ, &q->err);
    json_t *found = json_array();
    (void)p;
    int bad = !r || pl_records_parts_latest(r, &q->of, add_game, found, &q->err);
    if (r) pl_records_close(r, NULL);
    if (bad) json_decref(found);
    else q->told = found;
}

static void tell_games(pl_job *j)
{
    pl_request *r = j->owner;
    search *q = j->with;
    r->job = NULL;
    pl_question_over(r->server, r->peer);
    if (q->told) pl_answer(r, 200, json_incref(q->told));
    else pl_answer_fault(r, q->err.text);
    pl_answer_send(r);
}

static const char *or_null(const char *text)
{
    return *text ? text : NULL;
}

static search *new_search(pl_request *r, int64_t match)
{
    search *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->records = r->server->records;
    pl_request_argument(r, "player", q->player, sizeof q->player);
    pl_request_argument(r, "other", q->other, sizeof q->other);
    q->of = (pl_parts_filter){.match = match,
                              .before = pl_request_number(r, "before", 1, INT64_MAX, 0),
                              .limit = pl_request_number(r, "limit", 1, 500, 50),
                              .player = or_null(q->player),
                              .other = or_null(q->other)};
    return q;
}

static void find_games(pl_request *r, int64_t match)
{
    pl_error err;
    r->peer = pl_guard_peer(r->wsi);
    int full = pl_question_full(r->server, r->peer, &err);
    if (full) pl_answer_error(r, full, "%s", err.text);
    search *q = full ? NULL : new_search(r, match);
    pl_job *j = q && !r->status ? pl_job_new() : NULL;
    if (!j) {
        free(q);
        pl_answer_error(r, 503, "out of memory");
        return;
    }
    j->with = q;
    j->drop = drop_search;
    j->work = look_up;
    j->quick = 1;
    j->done = tell_games;
    j->owner = r;
    r->job = j;
    pl_question_put(r->server, r->peer, j);
}

/* "7" or "7/games". */
void pl_get_league(pl_request *r, const char *rest)
{
    char *end = NULL;
    int64_t id = *rest >= '1' && *rest <= '9' ? strtoll(rest, &end, 10) : 0;
    if (id > 0 && !strcmp(end, "/games")) find_games(r, id);
    else if (id > 0 && !*end) pl_notice_ask(r, &pl_one_league, id);
    else pl_answer_error(r, 404, "there is no such league");
}
