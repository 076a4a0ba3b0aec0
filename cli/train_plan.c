/* train_plan.c -- from what was said to parlor train to a plan. */
#include <stdlib.h>
#include <string.h>

#include "seats.h"
#include "training.h"

/* "80,40" */
static int read_hidden(const char *text, pl_net_shape *s)
{
    const char *at = text;
    for (s->layers = 0; *at; s->layers++) {
        char number[16];
        int64_t units;
        size_t n = strcspn(at, ",");
        snprintf(number, sizeof number, "%.*s", (int)(n < 15 ? n : 15), at);
        if (s->layers == PL_NET_LAYERS || read_number(number, 1, PL_NET_WIDTH, &units)) break;
        s->width[s->layers] = (int32_t)units;
        at += n;
        if (*at == ',' && at[1]) at++;
    }
    if (!*at && s->layers) return DONE;
    return misused(
        "--hidden takes 1 to %d numbers of units from 1 to %d, as 80 or 80,40, not '%.40s'",
        PL_NET_LAYERS, PL_NET_WIDTH, text);
}

/* One of the heads that value positions, whose name has n letters; -1: none. */
static int head_called(const char *name, size_t n)
{
    for (int i = 0; i < PL_HEAD_KINDS; i++)
        if (i != PL_MOVES && strlen(pl_head_name(i)) == n && !strncmp(pl_head_name(i), name, n))
            return i;
    return -1;
}

/* "score,wins" */
static int read_heads(const char *text, const pl_game *g, pl_net_shape *s)
{
    pl_error err;
    const char *at = text;
    for (s->heads = 0; s->heads < PL_NET_HEADS; s->heads++) {
        size_t n = strcspn(at, ",");
        int which = head_called(at, n);
        if (which < 0) break;
        s->kind[s->heads] = which;
        s->size[s->heads] = pl_head_size(g, which, &err);
        if (s->size[s->heads] < 0) return misused("%s", err.text);
        at += n;
        if (*at++) continue;
        s->heads++;
        return DONE;
    }
    return misused("--head takes some of score, wins and outcomes, as score,wins, not '%.40s'",
                   text);
}

int train_given(const call *c, const char *name)
{
    size_t n = strlen(name);
    for (char **word = c->line; *word; word++)
        if (!strncmp(*word, "--", 2) && !strncmp(*word + 2, name, n) &&
            (!(*word)[n + 2] || (*word)[n + 2] == '='))
            return 1;
    return 0;
}

/* Who goes on changes nothing but what was given; and of options the usual values are those of td. */
static int is_meant(const call *c, const char *name)
{
    return (!c->resumed && !strcmp(c->method, "td")) || train_given(c, name);
}

static int read_shape(const call *c, const pl_game *g, pl_net_shape *s)
{
    pl_error err;
    for (int i = 0; i < PL_ACTIVATIONS; i++)
        if (!strcmp(c->activation, pl_activation_name(i))) s->activation = i;
    s->norm = c->norm;
    s->observes = pl_inputs_find(g, c->inputs, &err);
    if (s->observes < 0) return misused("%s", err.text);
    s->inputs = pl_inputs_size(g, s->observes);
    if (!strncmp(c->method, "pg", 2) && train_given(c, "head"))
        return misused("--head goes with td: by pg a net has the heads moves and score");
    int status = is_meant(c, "head") ? read_heads(c->head, g, s) : DONE;
    return status ? status : read_hidden(c->hidden, s);
}

static void put_word(pl_text *t, const char *name, const char *value)
{
    pl_put(t, "%s%s=%s", t->used ? "," : "", name, value);
}

static void put_number(pl_text *t, const char *name, double value)
{
    put_word(t, name, "");
    pl_put_number(t, value);
}

/* The parameter of an option that has its name. */
static void put_parameter(pl_text *t, const call *c, const char *name, double value)
{
    if (is_meant(c, name)) put_number(t, name, value);
}

/* How often it explores depends on the game, also where brackets tell of td, but not that. */
static int tells_epsilon(const call *c)
{
    int brackets = !strncmp(c->method, "td(", 3) && !strstr(c->method, "epsilon");
    return is_meant(c, "epsilon") || (brackets && !c->resumed);
}

void train_settings(const call *c, const pl_game *g, pl_text *t)
{
    double usual = g->chances ? 0 : 0.1;
    if (is_meant(c, "learn-at")) {
        put_word(t, "turns", strcmp(c->turns, "every") ? "own" : "every");
        put_word(t, "estimates", strcmp(c->turns, "both") ? "after" : "both");
    }
    if (is_meant(c, "schedule")) put_word(t, "schedule", c->schedule);
    if (is_meant(c, "update")) put_word(t, "update", c->update);
    if (is_meant(c, "learn-from")) put_word(t, "seats", c->learners);
    put_parameter(t, c, "lambda", c->lambda);
    put_parameter(t, c, "rate", c->rate);
    put_parameter(t, c, "half", (double)c->half);
    if (tells_epsilon(c)) put_number(t, "epsilon", c->epsilon == NOT_GIVEN ? usual : c->epsilon);
    put_parameter(t, c, "temperature", c->temperature);
    put_parameter(t, c, "replay", (double)c->replay);
    put_parameter(t, c, "worlds", (double)c->worlds);
}

/* Its own parameters, "pg(batch=4096)", and then those of options. */
static int spell_method(const call *c, const pl_game *g, char *buf, size_t n)
{
    size_t length = strlen(c->method), name = strcspn(c->method, "(");
    int bare = !c->method[name];
    pl_text t = {buf, n, 0};
    if (train_given(c, "half") && is_meant(c, "schedule") && strcmp(c->schedule, "inverse"))
        return misused("--half goes with --schedule inverse, not with %s", c->schedule);
    if (length >= n / 2 || (!bare && c->method[length - 1] != ')'))
        return misused("--method is td or pg, as pg or 'pg(batch=4096)', not '%.60s'", c->method);
    char settings[PL_SPEC_MAX] = "";
    pl_text own = {settings, sizeof settings, 0};
    if (!bare) pl_put(&own, "%.*s", (int)(length - name - 2), c->method + name + 1);
    train_settings(c, g, &own);
    pl_put(&t, "%.*s", (int)name, c->method);
    if (*settings) pl_put(&t, "(%s)", settings);
    return t.used < n ? DONE : misused("--method and its settings are too long");
}

int train_wished(const call *c, const pl_game *g, train_wish *out)
{
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(c->method, "("), c->method);
    out->plan = pl_train_usual_by(g, name);
    int status = spell_method(c, g, out->method, sizeof out->method);
    if (status) return status;
    out->plan.method = out->method;
    out->plan.games = c->games;
    out->plan.seed = (uint64_t)c->seed;
    out->plan.workers = (int32_t)c->threads;
    return read_shape(c, g, &out->plan.shape);
}

int train_yardsticks(const call *c, const pl_game *g, pl_trainer *t)
{
    char name[PL_YARDSTICKS_MAX][PL_SPEC_MAX];
    const char *list[PL_YARDSTICKS_MAX];
    const char *rest = c->against ? c->against : g->value ? "random,greedy" : "random";
    pl_error err;
    int n = 0;
    for (; rest && n < PL_YARDSTICKS_MAX; n++) {
        rest = seats_first(rest, name[n], sizeof name[n]);
        list[n] = name[n];
    }
    if (rest) return misused("--against takes at most %d agents", PL_YARDSTICKS_MAX);
    return pl_trainer_yardsticks(t, list, n, &err) ? misused("%s", err.text) : DONE;
}
