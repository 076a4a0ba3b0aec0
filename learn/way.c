/* way.c -- ways of learning by their names, and schedules. */
#include "learn/way.h"

#include <math.h>
#include <string.h>

#include "core/settings.h"
#include "core/text.h"

static const double pi = 3.14159265358979323846;
static const pl_way *const ways[] = {&pl_td, &pl_pg, NULL};

/* The one whose name is before the bracket, or NULL. */
static const pl_way *called(const char *text)
{
    size_t n = strcspn(text, "(");
    for (int i = 0; ways[i]; i++)
        if (strlen(ways[i]->name) == n && !strncmp(ways[i]->name, text, n)) return ways[i];
    return NULL;
}

static int refuse(const char *text, pl_error *err)
{
    char list[100];
    pl_text out = {list, sizeof list, 0};
    for (int i = 0; ways[i]; i++) pl_put(&out, "%s%s", i ? " or " : "", ways[i]->name);
    return pl_fail(err, "a method is %s, as %s or %s(key=value,...), not '%.60s'", list,
                   ways[0]->name, ways[0]->name, text);
}

const pl_way *pl_way_read(const char *text, double *arg, char *spec, size_t n, pl_error *err)
{
    const pl_way *m = called(text);
    char args[PL_SPEC_MAX] = "";
    size_t name = strcspn(text, "("), length = strlen(text);
    int bare = name == length;
    if (!m || length >= sizeof args || (!bare && text[length - 1] != ')')) {
        refuse(text, err);
        return NULL;
    }
    if (!bare) snprintf(args, sizeof args, "%.*s", (int)(length - name - 2), text + name + 1);
    pl_settings own = {m->name, m->params, arg, NULL};
    if (pl_settings_read(&own, args, err)) return NULL;
    pl_settings_spec(&own, spec, n);
    return m;
}

const pl_param *pl_train_params(const char *method)
{
    const pl_way *m = called(method);
    return m ? m->params : NULL;
}

pl_train_plan pl_train_usual_by(const pl_game *g, const char *method)
{
    pl_train_plan plan = {
        .game = g, .shape = pl_net_usual(g), .method = method, .seed = 1, .workers = 1};
    const pl_way *m = called(method);
    pl_error err;
    for (int i = 0; m && i < m->count; i++) {
        plan.shape.heads = m->count;
        plan.shape.kind[i] = m->heads[i];
        plan.shape.size[i] = pl_head_size(g, m->heads[i], &err);
    }
    return plan;
}

pl_train_plan pl_train_usual(const pl_game *g)
{
    return pl_train_usual_by(g, ways[0]->name);
}

double pl_scheduled(int kind, double half, int64_t games, int64_t of)
{
    double part = of > 0 ? fmin((double)games / (double)of, 1) : 0;
    if (kind == PL_INVERSE) return 1 / (1 + (double)games / half);
    if (kind == PL_LINEAR) return 1 - part;
    if (kind == PL_COSINE) return (1 + cos(pi * part)) / 2;
    return 1;
}
