/* tune_report.c -- what tuning has found, and whether it is a gain. */
#include <math.h>
#include <string.h>

#include "matches.h"
#include "tuning.h"

void tune_values(const pl_tune_plan *plan, const double *value, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    for (int i = 0; i < plan->ranges; i++)
        pl_put(&t, "%s%s=%g", i ? ", " : "", plan->range[i].name, value[i]);
}

/* What the original has there; NAN: it cannot be asked. */
static double value_before(pl_tune *t, const pl_tune_plan *plan, int i)
{
    double value = NAN;
    pl_agent *a = pl_agent_open(pl_tune_original(t), plan->game, 0, NULL);
    const pl_param *p = a ? a->type->params : NULL;
    for (int k = 0; p && p[k].name; k++)
        if (!strcmp(p[k].name, plan->range[i].name)) value = a->arg[k];
    pl_agent_free(a);
    return value;
}

static const char *verdict(const pl_tune_gain *g)
{
    return g->gain.low > 0 ? "gain" : g->gain.high < 0 ? "loss" : "none";
}

static void put_interval(pl_text *t, pl_interval x, const char *format)
{
    char half[32];
    snprintf(half, sizeof half, format, (x.high - x.low) / 2);
    pl_put(t, format, x.value);
    if (isfinite(x.high - x.low)) pl_put(t, " ± %s", half + (*half == '+'));
}

/* "Tuned against original, 1000 games: mean score 0.1 ± 0.02 against -0.1 ± 0.02; ..." */
static void print_gain(const char *who, const pl_tune_gain *g)
{
    char text[512];
    pl_text t = {text, sizeof text, 0};
    pl_put(&t, "%s, %lld games on other seeds:\n  mean score ", who, (long long)g->games);
    put_interval(&t, g->tuned, "%.4g");
    pl_put(&t, ", of the original ");
    put_interval(&t, g->original, "%.4g");
    pl_put(&t, ", difference ");
    put_interval(&t, g->gain, "%+.4g");
    if (isfinite(g->elo.value)) {
        pl_put(&t, "\n  Elo ");
        put_interval(&t, g->elo, "%+.1f");
    }
    if (!isnan(g->superiority)) pl_put(&t, "\n  superior with %.1f %%", 100 * g->superiority);
    puts(text);
}

static void print_verdict(const pl_tune_gain *g)
{
    const char *v = verdict(g);
    if (!strcmp(v, "gain")) puts("\nA gain is shown: the whole 95 % interval is above 0.");
    else if (!strcmp(v, "loss")) puts("\nNo gain: the tuned agent is worse.  Keep the original.");
    else
        puts(
            "\nNo gain was shown: the 95 % interval has 0 in it.  Keep the original, or play more.");
}

static void print_proof(pl_tune *t, const pl_tune_plan *plan)
{
    pl_tune_gain meeting, against;
    pl_tune_proof(t, &meeting, &against);
    if (!strcmp(pl_tune_agent(t), pl_tune_original(t)))
        puts("\nNo gain: the best values found are those that it had.");
    else if (!plan->last_games) puts("\nNo final match was played, so no gain is shown.");
    if (!meeting.games) return;
    putchar('\n');
    print_gain("Tuned against original", &meeting);
    if (against.games) {
        char who[PL_SPEC_MAX + 32];
        snprintf(who, sizeof who, "Each against %s", plan->against);
        clean_text(who, strlen(who));
        print_gain(who, &against);
    }
    print_verdict(against.games ? &against : &meeting);
}

static int print_table(pl_tune *t, const pl_tune_plan *plan, const pl_tune_course *c)
{
    table *rows = table_new("PARAMETER|FROM>|TO>|SCALE|WAS>|IS>");
    for (int i = 0; i < plan->ranges; i++) {
        const pl_tune_range *r = &plan->range[i];
        table_row(rows);
        table_cell(rows, "%s", r->name);
        table_cell(rows, "%g", r->low);
        table_cell(rows, "%g", r->high);
        table_cell(rows, "%s", r->log ? "log" : "even");
        table_cell(rows, "%g", value_before(t, plan, i));
        table_cell(rows, "%g", c->value[i]);
    }
    return table_print(rows);
}

/* Before the first comparison is over every value is as good as another. */
static int print_best(pl_tune *t, const pl_tune_plan *plan, const pl_tune_course *c, int stopped)
{
    char spec[PL_SPEC_MAX];
    if (!c->games) return puts("No comparison was played to its end: nothing is known yet."), DONE;
    int status = print_table(t, plan, c);
    snprintf(spec, sizeof spec, "%s", pl_tune_agent(t));
    clean_text(spec, strlen(spec));
    printf("\n%s: %s\n", stopped ? "Best so far" : "Tuned", spec);
    return status;
}

int tune_text(pl_tune *t, const pl_tune_plan *plan, int stopped)
{
    char spec[PL_SPEC_MAX];
    pl_tune_course c;
    pl_tune_course_of(t, &c);
    pl_spec(plan->game, spec, sizeof spec);
    printf("%s: %s, %lld of %lld games, %lld %s of %lld, seed %llu\n\n", spec,
           pl_tune_method_name(plan->method), (long long)c.games, (long long)c.of,
           (long long)c.steps, plan->method == PL_TUNE_SPSA ? "steps" : "rounds", (long long)c.all,
           (unsigned long long)plan->seed);
    int status = print_best(t, plan, &c, stopped);
    if (!stopped) print_proof(t, plan);
    else puts("\nNo final match was played to its end, so no gain is shown.");
    if (plan->file) printf("Recorded in %s\n", pl_records_file(plan->file));
    return status;
}

static json_t *json_gain(const pl_tune_gain *g)
{
    if (!g->games) return json_null();
    return json_pack("{s:I,s:o,s:o,s:o,s:o,s:o,s:s}", "games", (json_int_t)g->games, "tuned",
                     json_interval(g->tuned), "original", json_interval(g->original), "gain",
                     json_interval(g->gain), "elo", json_interval(g->elo), "superiority",
                     number_or_null(g->superiority), "verdict", verdict(g));
}

static json_t *json_params(pl_tune *t, const pl_tune_plan *plan, const pl_tune_course *c)
{
    json_t *out = json_array();
    for (int i = 0; i < plan->ranges; i++) {
        const pl_tune_range *r = &plan->range[i];
        json_array_append_new(
            out, json_pack("{s:o,s:f,s:f,s:b,s:o,s:f}", "name", json_clean(r->name), "low", r->low,
                           "high", r->high, "log", (int)r->log, "was",
                           number_or_null(value_before(t, plan, i)), "value", c->value[i]));
    }
    return out;
}

int tune_json(pl_tune *t, const pl_tune_plan *plan, int stopped)
{
    pl_tune_course c;
    pl_tune_gain meeting, against;
    pl_tune_course_of(t, &c);
    pl_tune_proof(t, &meeting, &against);
    json_t *opponent = plan->against ? json_clean(plan->against) : json_null();
    json_t *out = json_pack(
        "{s:o,s:o,s:o,s:s,s:I,s:I,s:I,s:o,s:o,s:b,s:o,s:o}", "game", json_spec(plan->game), "agent",
        json_clean(pl_tune_original(t)), "against", opponent, "method",
        pl_tune_method_name(plan->method), "seed", (json_int_t)plan->seed, "games",
        (json_int_t)c.games, "steps", (json_int_t)c.steps, "params", json_params(t, plan, &c),
        "tuned", c.games ? json_clean(pl_tune_agent(t)) : json_null(), "interrupted", stopped,
        "final", json_gain(&meeting), "final_against", json_gain(&against));
    if (plan->file) json_object_set_new(out, "recorded", json_clean(pl_records_file(plan->file)));
    print_json(out);
    return DONE;
}
