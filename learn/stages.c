/* stages.c -- training in stages: from some game on with other settings.
 *
 * Each stage is told in the net's file by the game that it begins with, its method and its
 * opponents: so whoever reads the file can do the same again, stage by stage, and comes to the
 * same bits. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/settings.h"
#include "core/text.h"
#include "learn/trainer.h"

int64_t pl_trainer_stage_from(const pl_trainer *t)
{
    return t->stages ? t->stage[t->stages - 1].from : 0;
}

int pl_trainer_add_stage(pl_trainer *t, int64_t from, const char *method, const char *opponents)
{
    int at = t->stages && t->stage[t->stages - 1].from == from ? t->stages - 1 : t->stages;
    size_t one = strlen(method) + 1, two = strlen(opponents) + 1;
    char *words = at < PL_STAGES_MAX ? malloc(one + two) : NULL;
    if (!words) return -1;
    memcpy(words, method, one);
    memcpy(words + one, opponents, two);
    free(t->stage_words[at]);
    t->stage_words[at] = words;
    t->stage[at] = (pl_train_stage){from, words, words + one};
    t->stages = at + 1;
    return 0;
}

void pl_trainer_free_stages(pl_trainer *t)
{
    for (int i = 0; i < t->stages; i++) free(t->stage_words[i]);
    for (int i = 0; t->company && i < t->workers; i++) pl_company_close(&t->company[i]);
    free(t->company);
}

int pl_trainer_stages(const pl_trainer *t, const pl_train_stage **out)
{
    *out = t->stage;
    return t->stages;
}

/* Everybody's opponents are these from now on; 0, or -1: nothing has changed. */
static int meet(pl_trainer *t, const pl_opponents *who, pl_error *err)
{
    if (!t->way->meets && (who->count > 1 || who->of[0].agent[0]))
        return pl_fail(err, "the method %s plays against itself alone", t->way->name);
    pl_company *fresh = calloc((size_t)t->workers, sizeof *fresh);
    int status = fresh ? 0 : pl_fail(err, "out of memory");
    for (int i = 0; i < t->workers && !status; i++)
        status = pl_company_open(&fresh[i], who, t->game, err);
    pl_company *over = status ? fresh : t->company;
    for (int i = 0; over && i < t->workers; i++) pl_company_close(&over[i]);
    free(over);
    if (status) return status;
    for (int i = 0; i < t->workers; i++) fresh[i].all = &t->opponents;
    t->company = fresh;
    t->opponents = *who;
    return 0;
}

int pl_trainer_again(pl_trainer *t, pl_error *err)
{
    const pl_train_stage *last = &t->stage[t->stages - 1];
    pl_opponents *who = malloc(sizeof *who);
    if (!who) return pl_fail(err, "out of memory");
    int status = pl_opponents_read(who, last->opponents, t->game, err);
    if (!status) status = meet(t, who, err);
    if (!status && pl_trainer_add_stage(t, last->from, t->spelling, last->opponents))
        status = pl_fail(err, "out of memory");
    t->course.rate = t->way->rate(t, t->course.games);
    free(who);
    return status;
}

/* The method with changes over what it has now. */
static int change(const pl_trainer *t, const char *changes, double *arg, char *spec, size_t n,
                  pl_error *err)
{
    pl_param now[PL_PARAMS_MAX + 1];
    int i = 0;
    for (const pl_param *p = t->way->params; p[i].name; i++) {
        now[i] = p[i];
        now[i].normal = t->arg[i];
    }
    now[i] = (pl_param){0};
    pl_settings own = {t->way->name, now, arg, NULL};
    if (pl_settings_read(&own, changes, err)) return -1;
    pl_settings_spec(&own, spec, n);
    return 0;
}

static int begin(pl_trainer *t, const char *method, const double *arg, const pl_opponents *who,
                 pl_error *err)
{
    pl_text measure = {NULL, 0, 0};
    pl_opponents_put(who, &measure);
    char *text = malloc(measure.used + 1);
    if (!text) return pl_fail(err, "out of memory");
    pl_text out = {text, measure.used + 1, 0};
    pl_opponents_put(who, &out);
    const pl_train_stage *last = t->stages ? &t->stage[t->stages - 1] : NULL;
    int same = last && !strcmp(method, last->method) && !strcmp(text, last->opponents);
    int status = same ? 0 : 1;
    if (!same && t->stages == PL_STAGES_MAX)
        status = pl_fail(err, "training has at most %d stages", PL_STAGES_MAX);
    if (status == 1 && meet(t, who, err)) status = -1;
    if (status == 1 && pl_trainer_add_stage(t, t->course.games, method, text))
        status = pl_fail(err, "out of memory");
    free(text);
    if (status != 1) return status;
    memcpy(t->arg, arg, sizeof t->arg);
    snprintf(t->spelling, sizeof t->spelling, "%s", method);
    t->course.rate = t->way->rate(t, t->course.games);
    return 1;
}

/* Whether its method can go on with these. */
static int check(pl_trainer *t, const double *arg, pl_error *err)
{
    double was[PL_PARAMS_MAX];
    memcpy(was, t->arg, sizeof was);
    memcpy(t->arg, arg, sizeof was);
    int status = t->way->check(t, err);
    memcpy(t->arg, was, sizeof was);
    return status;
}

int pl_trainer_stage(pl_trainer *t, const char *changes, const char *opponents, pl_error *err)
{
    double arg[PL_PARAMS_MAX] = {0};
    char method[PL_SPEC_MAX];
    pl_opponents *who = malloc(sizeof *who);
    if (!who) return pl_fail(err, "out of memory");
    *who = t->opponents;
    int status = change(t, changes, arg, method, sizeof method, err);
    if (!status && opponents) status = pl_opponents_read(who, opponents, t->game, err);
    if (!status) status = check(t, arg, err);
    if (!status) status = begin(t, method, arg, who, err);
    free(who);
    return status;
}
