/* saved.c -- training in the notes of the net's file, and out of them.
 *
 * Between rounds the weights and a few numbers are all there is: so a run that was killed and
 * resumed from its last file is the run that never was. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "learn/trainer.h"

enum { FACTS = 8, LINE = 6 }; /* numbers of the state; of one yardstick in a point */
enum { MOST = 4 + LINE * PL_YARDSTICKS_MAX }; /* of a point */

static void put_list(pl_text *t, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        pl_put(t, i ? "," : "[");
        if (isfinite(x[i])) pl_put_number(t, x[i]);
        else pl_put(t, "null");
    }
    pl_put(t, "]");
}

static void put_point(pl_text *t, const pl_train_point *p, int yardsticks)
{
    double x[MOST] = {(double)p->games, p->seconds, p->loss};
    int known = isfinite(p->exploitability);
    for (int i = 0; i < yardsticks && i < PL_YARDSTICKS_MAX; i++) {
        const pl_train_result *r = &p->against[i];
        double line[LINE] = {r->score.value, r->score.low, r->score.high,
                             r->wins.value,  r->wins.low,  r->wins.high};
        memcpy(x + 3 + LINE * i, line, sizeof line);
    }
    x[3 + LINE * yardsticks] = p->exploitability;
    put_list(t, x, 3 + LINE * yardsticks + known);
}

static void put_curve(pl_text *t, const pl_trainer *of)
{
    pl_put(t, "[");
    for (int i = 0; i < of->points; i++) {
        if (i) pl_put(t, ",");
        put_point(t, &of->point[i], of->yardsticks);
    }
    pl_put(t, "]");
}

static void put_state(pl_text *t, const pl_trainer *of)
{
    const pl_train_course *c = &of->course;
    double x[FACTS] = {
        (double)c->games, (double)c->plies,       c->seconds, c->loss, (double)of->due,
        of->workers,      (double)of->games_most, of->fact};
    put_list(t, x, FACTS);
}

static void put_yardsticks(pl_text *t, const pl_trainer *of)
{
    for (int i = 0; i < of->yardsticks; i++) pl_put(t, "%s%s", i ? "\n" : "", of->yardstick[i]);
}

/* A stage on each line: its first game, its method and its opponents. */
static void put_stages(pl_text *t, const pl_trainer *of)
{
    for (int i = 0; i < of->stages; i++)
        pl_put(t, "%s%" PRId64 "\t%s\t%s", i ? "\n" : "", of->stage[i].from, of->stage[i].method,
               of->stage[i].opponents);
}

static void put_seed(pl_text *t, const pl_trainer *of)
{
    pl_put(t, "%" PRIu64, of->seed);
}

static void put_method(pl_text *t, const pl_trainer *of)
{
    pl_put(t, "%s", of->spelling);
}

static int note(pl_trainer *t, const char *name, void (*put)(pl_text *t, const pl_trainer *of))
{
    pl_text measure = {NULL, 0, 0};
    put(&measure, t);
    char *text = malloc(measure.used + 1);
    if (!text) return -1;
    pl_text out = {text, measure.used + 1, 0};
    text[0] = 0;
    put(&out, t);
    int status = pl_net_note(t->net, name, text);
    free(text);
    return status;
}

int pl_trainer_note(pl_trainer *t, const char *name, const char *text, pl_error *err)
{
    return pl_net_note(t->net, name, text) ? pl_fail(err, "out of memory") : 0;
}

int pl_trainer_save(pl_trainer *t, const char *path, pl_error *err)
{
    if (note(t, "method", put_method) || note(t, "seed", put_seed) || note(t, "state", put_state) ||
        note(t, "yardsticks", put_yardsticks) || note(t, "stages", put_stages) ||
        note(t, "curve", put_curve))
        return pl_fail(err, "out of memory");
    return pl_net_write(t->net, path, err);
}

/* A list of numbers, null for NAN: how many, or -1. */
static int get_list(pl_json_reader *in, double *x, int most)
{
    int n = 0;
    if (!pl_json_take(in, '[')) return -1;
    do {
        if (n == most) return -1;
        if (pl_json_number(in, &x[n])) {
            x[n] = NAN;
            if (pl_json_skip(in)) return -1;
        }
        n++;
    } while (pl_json_take(in, ','));
    return pl_json_take(in, ']') ? n : -1;
}

static pl_json_reader reader_of(const pl_net *net, const char *name)
{
    const char *text = pl_net_noted(net, name);
    return text ? (pl_json_reader){text, text + strlen(text)} : (pl_json_reader){"", ""};
}

static int whole(double x, double most)
{
    return x >= 0 && x <= most && x == floor(x);
}

static int get_state(pl_trainer *t, const double *x)
{
    pl_train_course *c = &t->course;
    if (!whole(x[0], 1e15) || !whole(x[1], 1e18) || !(x[2] >= 0) || !whole(x[4], 1e16) ||
        !isfinite(x[7]))
        return -1;
    c->games = (int64_t)x[0];
    c->plies = (int64_t)x[1];
    c->seconds = x[2];
    c->loss = isfinite(x[3]) ? x[3] : 0;
    t->due = (int64_t)x[4];
    t->fact = x[7];
    c->rate = t->way->rate(t, c->games);
    return t->way->resume(t);
}

/* A mean of one deal says nothing of how far it may be off: JSON has no word for that but null. */
static pl_interval get_interval(const double *x)
{
    return (pl_interval){x[0], isnan(x[1]) ? -INFINITY : x[1], isnan(x[2]) ? INFINITY : x[2]};
}

/* A point; behind its yardsticks there may be how exploitable it was. */
static int get_point(pl_trainer *t, const double *x, int n)
{
    int without = 3 + LINE * t->yardsticks;
    if ((n != without && n != without + 1) || !whole(x[0], 1e15)) return -1;
    pl_train_point p = {.games = (int64_t)x[0], .seconds = x[1], .loss = x[2]};
    p.exploitability = n > without ? x[without] : NAN;
    for (int i = 0; i < t->yardsticks; i++) {
        const double *y = x + 3 + LINE * i;
        p.against[i] = (pl_train_result){get_interval(y), get_interval(y + 3)};
    }
    return pl_trainer_point(t, &p);
}

static int get_curve(pl_trainer *t, pl_json_reader in)
{
    if (!pl_json_take(&in, '[')) return -1;
    if (pl_json_take(&in, ']')) return 0;
    do {
        double x[MOST];
        if (get_point(t, x, get_list(&in, x, MOST))) return -1;
    } while (pl_json_take(&in, ','));
    return pl_json_take(&in, ']') ? 0 : -1;
}

static int get_yardsticks(pl_trainer *t, const char *text, pl_error *err)
{
    const char *list[PL_YARDSTICKS_MAX];
    char copy[PL_YARDSTICKS_MAX * PL_SPEC_MAX], *rest = copy;
    int n = 0;
    snprintf(copy, sizeof copy, "%s", text ? text : "");
    while (*rest && n < PL_YARDSTICKS_MAX) {
        size_t length = strcspn(rest, "\n");
        list[n++] = rest;
        rest += length;
        if (*rest) *rest++ = 0;
    }
    return pl_trainer_yardsticks(t, list, n, err);
}

/* One line of the stages; 0, or -1. */
static int get_stage(pl_trainer *t, char *line)
{
    char *end, *method = strchr(line, '\t'), *opponents = method ? strchr(method + 1, '\t') : NULL;
    long long from = strtoll(line, &end, 10);
    if (!opponents || end != method || from < pl_trainer_stage_from(t) || from > t->course.games)
        return -1;
    *method = *opponents = 0;
    return pl_trainer_add_stage(t, from, method + 1, opponents + 1);
}

/* Stages that are over, and then the opponents of the one under way.  A file without them is of
 * one stage against itself. */
static int get_stages(pl_trainer *t, const char *text, pl_error *err)
{
    size_t size = text ? strlen(text) + 1 : 0;
    char *copy = size ? malloc(size) : NULL, *rest = copy;
    int status = size && !copy ? -1 : 0;
    if (copy) memcpy(copy, text, size);
    while (rest && *rest && !status) {
        char *line = rest;
        rest += strcspn(rest, "\n");
        if (*rest) *rest++ = 0;
        status = get_stage(t, line);
    }
    free(copy);
    if (status) return pl_fail(err, "the net's list of stages is damaged");
    return pl_trainer_again(t, err);
}

/* The trainer that the net's notes tell of; the net becomes its own, also if this fails. */
static pl_trainer *trainer_of(pl_net *net, const pl_game *g, int64_t games, pl_error *err)
{
    const char *seed = pl_net_noted(net, "seed"), *method = pl_net_noted(net, "method");
    pl_json_reader in = reader_of(net, "state");
    double x[FACTS];
    if (!seed || !method || get_list(&in, x, FACTS) != FACTS || !whole(x[5], PL_WORKERS_MAX) ||
        !whole(x[6], 1e15)) {
        pl_fail(err, "the net was not saved by training, and cannot be trained further");
        pl_net_free(net);
        return NULL;
    }
    pl_train_plan plan = {.game = g, .method = method, .seed = strtoull(seed, NULL, 10)};
    plan.workers = (int32_t)x[5];
    plan.games = games > 0 ? games : (int64_t)x[6];
    pl_trainer *t = pl_trainer_around(net, &plan, err);
    if (!t) return NULL;
    if (get_state(t, x)) pl_fail(err, "the net's state of training is damaged");
    else if (get_stages(t, pl_net_noted(t->net, "stages"), err) == 0 &&
             get_yardsticks(t, pl_net_noted(t->net, "yardsticks"), err) == 0) {
        if (get_curve(t, reader_of(t->net, "curve")) == 0) return t;
        pl_fail(err, "the net's curve of training is damaged");
    }
    pl_trainer_free(t);
    return NULL;
}

pl_trainer *pl_trainer_resume(const char *path, const pl_game *g, int64_t games, pl_error *err)
{
    pl_error why;
    pl_net *net = pl_net_read(path, g, err);
    pl_trainer *t = net ? trainer_of(net, g, games, &why) : NULL;
    if (net && !t) pl_fail(err, "%.100s: %.150s", path, why.text);
    return t;
}
