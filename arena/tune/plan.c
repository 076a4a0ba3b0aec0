/* plan.c -- what shall be tuned, read from words and held against what the agent declares: all that
 * cannot be is refused before the first game. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tune/tune.h"
#include "core/text.h"

enum { ARMS_MAX = 4096 };
static const double finest = 1e-9; /* what is smaller cannot be spelled in few digits */

const char *pl_tune_method_name(pl_tune_method m)
{
    static const char *const names[] = {"spsa", "bandit"};
    return names[m];
}

static int read_bound(const char **text, double *out)
{
    char *end;
    *out = strtod(*text, &end);
    if (end == *text || !isfinite(*out)) return -1;
    *text = end;
    return 0;
}

int pl_tune_range_read(pl_tune_range *r, const char *text, pl_error *err)
{
    size_t n = strcspn(text, "=");
    const char *at = text + n + (text[n] == '=');
    *r = (pl_tune_range){0};
    int bad = n == 0 || n >= sizeof r->name || read_bound(&at, &r->low) || *at++ != ':' ||
              read_bound(&at, &r->high);
    if (!bad && !strcmp(at, ":log")) r->log = 1;
    else if (bad || *at)
        return pl_fail(err, "a range is written name=low:high or name=low:high:log, not '%.60s'",
                       text);
    memcpy(r->name, text, n);
    return 0;
}

pl_tune_plan pl_tune_usual(const pl_game *g, const char *agent, const pl_tune_range *range, int n)
{
    return (pl_tune_plan){.game = g,
                          .agent = agent,
                          .range = range,
                          .ranges = n,
                          .threads = 1,
                          .arms = 16,
                          .games = 2000,
                          .batch = 32,
                          .last_games = 1000,
                          .seed = 1};
}

static int unknown(const pl_tune *t, const char *name, pl_error *err)
{
    char names[160];
    pl_text list = {names, sizeof names, 0};
    const pl_param *p = t->model.type->params;
    names[0] = 0;
    for (; p && p->name; p++) pl_put(&list, "%s%s", list.used ? ", " : "", p->name);
    if (!names[0]) return pl_fail(err, "%s has no parameters to tune", t->model.type->name);
    return pl_fail(err, "%s has no parameter '%.30s'; it has %s", t->model.type->name, name, names);
}

static int find_param(const pl_tune *t, const char *name)
{
    const pl_param *p = t->model.type->params;
    for (int i = 0; p && p[i].name; i++)
        if (!strcmp(p[i].name, name)) return i;
    return -1;
}

static int is_whole(double x)
{
    return !(floor(x) < x);
}

/* Whether values of the range are all values of the parameter. */
static int check_range(const pl_tune_range *r, const pl_param *p, const char *who, pl_error *err)
{
    char range[128];
    int whole = !p->words;
    pl_param_range(p, range, sizeof range);
    if (!whole && strcmp(p->words, PL_REAL))
        return pl_fail(err, "%s: parameter %s is no number (%.60s), and only numbers are tuned",
                       who, p->name, range);
    if (!(r->low < r->high))
        return pl_fail(err, "the range of %s goes from the lower to the higher, not from %g to %g",
                       p->name, r->low, r->high);
    if (r->low < p->lo || r->high > p->hi)
        return pl_fail(err, "%s: parameter %s accepts %s, not all of %g:%g", who, p->name, range,
                       r->low, r->high);
    if (whole && (!is_whole(r->low) || !is_whole(r->high)))
        return pl_fail(err, "%s: parameter %s is a whole number, and so are its bounds", who,
                       p->name);
    if (r->high - r->low < finest)
        return pl_fail(err, "the range of %s is narrower than %g", p->name, finest);
    if (r->log && r->low < finest)
        return pl_fail(err, "the range of %s begins at %g; a logarithmic one begins above 0",
                       p->name, r->low);
    return 0;
}

static int take_range(pl_tune *t, int i, pl_error *err)
{
    const pl_tune_range *r = &t->range[i];
    int k = find_param(t, r->name);
    if (k < 0) return unknown(t, r->name, err);
    const pl_param *p = &t->model.type->params[k];
    if (check_range(r, p, t->model.type->name, err)) return -1;
    for (int j = 0; j < i; j++)
        if (t->place[j] == k) return pl_fail(err, "the range of %s is given twice", p->name);
    t->place[i] = k;
    t->scale[i] = (pl_scale){r->low, r->high, r->log, !p->words};
    return 0;
}

/* What of it outlives the agent: its kind and the parameters. */
static int take_agent(pl_tune *t, pl_error *err)
{
    pl_agent *a = pl_agent_open(t->plan.agent, t->plan.game, 0, err);
    if (!a) return -1;
    t->model = (pl_agent){.type = a->type};
    memcpy(t->model.arg, a->arg, sizeof a->arg);
    memcpy(t->model.text, a->text, sizeof a->text);
    pl_agent_spec(a, t->original, sizeof t->original);
    pl_agent_free(a);
    return 0;
}

static int take_ranges(pl_tune *t, pl_error *err)
{
    int n = t->plan.ranges;
    if (n < 1 || n > PL_PARAMS_MAX)
        return pl_fail(err, "from 1 to %d parameters are tuned, not %d", PL_PARAMS_MAX, n);
    memcpy(t->range, t->plan.range, (size_t)n * sizeof *t->range);
    t->plan.range = t->range;
    for (int i = 0; i < n; i++)
        if (take_range(t, i, err)) return -1;
    return 0;
}

/* Agents at both ends are opened, and a match with the opponent, which is not played. */
static int try_ends(pl_tune *t, pl_error *err)
{
    char low[PL_SPEC_MAX], high[PL_SPEC_MAX];
    double value[2][PL_PARAMS_MAX];
    for (int i = 0; i < t->plan.ranges; i++) {
        value[0][i] = t->scale[i].low;
        value[1][i] = t->scale[i].high;
    }
    pl_tune_spell(t, value[0], low);
    pl_tune_spell(t, value[1], high);
    const pl_entrant who[] = {{NULL, low}, {NULL, high}, {NULL, t->plan.against}};
    pl_match_plan plan = pl_match_usual(t->plan.game, who, t->plan.against ? 3 : 2);
    plan.threads = t->plan.threads;
    pl_match *m = pl_match_open(&plan, err);
    if (!m) return -1;
    pl_match_free(m);
    return 0;
}

static int take_against(pl_tune *t, pl_error *err)
{
    if (!t->plan.against) return 0;
    pl_agent *a = pl_agent_open(t->plan.against, t->plan.game, 0, err);
    if (!a) return -1;
    pl_agent_spec(a, t->against, sizeof t->against);
    t->plan.against = t->against;
    pl_agent_free(a);
    return 0;
}

/* A step of two seats without an opponent is one match, as each plays the other. */
static int take_amounts(pl_tune *t, pl_error *err)
{
    pl_tune_plan *p = &t->plan;
    t->group = p->game->players;
    t->matches = t->group > 2 || p->against ? 2 : 1;
    if (p->arms < 2 || p->arms > ARMS_MAX)
        return pl_fail(err, "a bandit has from 2 to %d arms, not %d", ARMS_MAX, (int)p->arms);
    if (p->batch < 1 || p->last_games < 0)
        return pl_fail(err, "a batch has at least one game, and the final match no fewer than 0");
    p->batch = (p->batch + t->group - 1) / t->group * t->group;
    int64_t least = p->batch * t->matches;
    if (p->method == PL_TUNE_SPSA && p->games < least)
        return pl_fail(err, "%lld games are too few to tune with: one step takes %lld",
                       (long long)p->games, (long long)least);
    return 0;
}

static int take_method(pl_tune *t, pl_error *err)
{
    double from[PL_PARAMS_MAX];
    pl_tune_plan *p = &t->plan;
    uint64_t seed = pl_tune_seed(t, PL_TUNE_STEP, -1);
    if (p->method == PL_TUNE_BANDIT)
        return pl_halving_open(&t->halving, t->scale, p->ranges, p->arms, seed, err);
    for (int i = 0; i < p->ranges; i++) {
        double x = t->model.arg[t->place[i]];
        int inside = x >= t->scale[i].low && x <= t->scale[i].high;
        from[i] = inside ? x : pl_scale_value(&t->scale[i], 0.5);
    }
    pl_spsa_start(&t->spsa, t->scale, p->ranges, from, p->games / (p->batch * t->matches), seed);
    return 0;
}

/* Each round has a group of each arm that is in, at least. */
static int check_arms(const pl_tune *t, pl_error *err)
{
    int n = t->halving.n;
    int64_t least = (int64_t)t->halving.rounds * n * t->group;
    if (t->plan.method != PL_TUNE_BANDIT || t->plan.games >= least) return 0;
    return pl_fail(err, "%lld games are too few for %d arms, which take at least %lld",
                   (long long)t->plan.games, n, (long long)least);
}

int pl_tune_take(pl_tune *t, const pl_tune_plan *plan, pl_error *err)
{
    t->plan = *plan;
    if (take_agent(t, err) || take_ranges(t, err) || take_against(t, err) || try_ends(t, err) ||
        take_amounts(t, err) || take_method(t, err) || check_arms(t, err))
        return -1;
    t->plan.agent = t->original;
    return pl_tune_find(t, err);
}
