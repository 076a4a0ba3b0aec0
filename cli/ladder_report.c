/* ladder_report.c -- a ladder in words, and in JSON. */
#include <math.h>
#include <string.h>

#include "ladders.h"
#include "matches.h"

void elo_text(pl_interval x, char *buf, size_t n)
{
    double value = nearbyint(x.value) + 0.0, low = nearbyint(x.low) + 0.0;
    if (isnan(x.value)) snprintf(buf, n, "?");
    else if (x.low == x.high) snprintf(buf, n, "%.0f", value);
    else if (!isfinite(x.low) || !isfinite(x.high)) snprintf(buf, n, "%+.0f (open)", value);
    else snprintf(buf, n, "%+.0f (%+.0f .. %+.0f)", value, low, nearbyint(x.high) + 0.0);
}

pl_rated rung_rated(const pl_rung *r)
{
    pl_rated out = {.elo = r->elo.value,
                    .low = r->elo.low,
                    .high = r->elo.high,
                    .games = r->games,
                    .level = r->level,
                    .clocked = r->clocked};
    snprintf(out.agent, sizeof out.agent, "%s", r->agent);
    return out;
}

static const char *step_words(const pl_rung *r)
{
    if (r->below < 0) return "";
    if (r->how == PL_STEP_UP) return "stronger";
    return r->how == PL_STEP_DOWN ? "WEAKER" : "not told apart";
}

static void print_rung(table *t, const pl_rung *r, int known)
{
    char elo[64], step[64] = "";
    elo_text(r->elo, elo, sizeof elo);
    if (r->below >= 0) elo_text(r->step, step, sizeof step);
    table_row(t);
    if (r->level) table_cell(t, "%d %s", (int)r->level, pl_level_name(r->level));
    else table_cell(t, "%s", r->name);
    table_cell(t, "%s", elo);
    if (!known) {
        table_cell(t, "%s", step);
        table_cell(t, "%s", step_words(r));
    }
    table_cell(t, "%lld", (long long)r->games);
    table_cell(t, "%s%s", r->agent, r->clocked ? " (by the clock)" : "");
}

/* A rung in a sentence: "level 5", or what it is called. */
static const char *called(const told_ladder *l, int i)
{
    return l->rung[i].name;
}

static void print_doubts(const told_ladder *l)
{
    for (int i = 0; i < l->n; i++) {
        const pl_rung *r = &l->rung[i];
        if (r->below < 0 || r->how == PL_STEP_UP) continue;
        if (r->how == PL_STEP_DOWN)
            printf("Wrong order: %s is weaker than %s.\n", called(l, i), called(l, r->below));
        else
            printf("%s and %s do not differ significantly%s.\n", called(l, r->below), called(l, i),
                   r->step.value < 0 ? ", and may be in the wrong order" : "");
    }
    for (int i = 0, any = 0; i < l->n; any += l->rung[i++].clocked)
        if (l->rung[i].clocked && !any)
            puts("By the clock: often at the end of its time, so as strong as the machine is quick "
                 "and idle.");
    if (l->bounded)
        printf("Some won every game against all others: ratings are kept in bounds by a prior of "
               "%d Elo.\n",
               PL_LADDER_PRIOR);
}

int ladder_text(const told_ladder *l)
{
    char spec[PL_SPEC_MAX];
    pl_spec(l->game, spec, sizeof spec);
    if (*l->from) printf("%s: known from %s\n\n", spec, l->from);
    else printf("%s: %lld games, seed %lld\n\n", spec, (long long)l->games, (long long)l->seed);
    table *t =
        table_new(*l->from ? "LEVEL|ELO ABOVE THE LOWEST (95 %)|GAMES>|AGENT"
                           : "LEVEL|ELO ABOVE THE LOWEST (95 %)|ABOVE THE ONE BELOW||GAMES>|AGENT");
    for (int i = 0; i < l->n; i++) print_rung(t, &l->rung[i], *l->from != 0);
    int status = table_print(t), doubts = l->bounded;
    for (int i = 0; i < l->n; i++)
        doubts |= l->rung[i].clocked || (l->rung[i].below >= 0 && l->rung[i].how != PL_STEP_UP);
    if (doubts) putchar('\n');
    print_doubts(l);
    return status;
}

static json_t *rung_json(const pl_rung *r)
{
    static const char *const how[] = {"stronger", "unsure", "weaker"};
    return json_pack("{s:o,s:s,s:s,s:o,s:o,s:o,s:o,s:s,s:I,s:b}", "level",
                     r->level ? json_integer(r->level) : json_null(), "name", r->name, "agent",
                     r->agent, "elo", number_or_null(r->elo.value), "low",
                     number_or_null(r->elo.low), "high", number_or_null(r->elo.high), "step",
                     r->below < 0 ? json_null() : json_interval(r->step), "order",
                     r->below < 0 ? "lowest" : how[r->how], "games", (json_int_t)r->games,
                     "clocked", (int)r->clocked);
}

json_t *ladder_json(const told_ladder *l)
{
    json_t *rungs = json_array();
    for (int i = 0; i < l->n; i++) {
        json_t *one = rung_json(&l->rung[i]);
        if (*l->from) {
            json_object_del(one, "step");
            json_object_del(one, "order");
        }
        json_array_append_new(rungs, one);
    }
    json_t *out = json_pack("{s:o}", "game", json_spec(l->game));
    if (*l->from) json_object_set_new(out, "from", json_string(l->from));
    else {
        json_object_set_new(out, "games", json_integer(l->games));
        json_object_set_new(out, "seed", json_integer(l->seed));
        json_object_set_new(out, "bounded", json_boolean(l->bounded));
    }
    json_object_set_new(out, "rungs", rungs);
    return out;
}
