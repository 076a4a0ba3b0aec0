/* agent.c -- between the truth and an agent: everything that an agent is given
 * passes through hide() and seen() here. */
#include "parlor/agent.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/settings.h"
#include "core/text.h"

/* Only agents made for one game mind which it is. */
static int plays(const pl_agent_type *type, const pl_game *g)
{
    return !type->game || !strcmp(type->game, g->name);
}

struct pl_control {
    atomic_int stop;
    const struct pl_control *obeyed; /* of the agent that asks this one; or NULL */
};

static pl_settings settings_of(pl_agent *a)
{
    return (pl_settings){a->type->name, a->type->params, a->arg, a->text};
}

/* Whether a kind can be made into an agent for g at all. */
static int declared(const pl_agent_type *type, const pl_game *g, pl_error *err)
{
    int n = 0;
    while (type->params && type->params[n].name) n++;
    if (type->abi < 1 || type->abi > PL_ABI)
        return pl_fail(err, "%s was made for contract %d; this library knows 1..%d", type->name,
                       (int)type->abi, PL_ABI);
    if (type->size < (int)sizeof(pl_agent) || !type->pick)
        return pl_fail(err, "%s is no agent: it needs a pick, and a size of %d bytes or more",
                       type->name, (int)sizeof(pl_agent));
    if (n > PL_PARAMS_MAX)
        return pl_fail(err, "%s has %d parameters; at most %d are accepted", type->name, n,
                       PL_PARAMS_MAX);
    if (!plays(type, g))
        return pl_fail(err, "%s plays only %s, not %s", type->name, type->game, g->name);
    return 0;
}

static int set_up(pl_agent *a, const char *args, pl_error *err)
{
    pl_settings own = settings_of(a);
    a->control = calloc(1, sizeof *a->control);
    if (!a->control) return pl_fail(err, "out of memory");
    if (pl_settings_read(&own, args, err)) return -1;
    return a->type->open ? a->type->open(a, err) : 0;
}

pl_agent *pl_agent_make(const pl_agent_type *type, const char *args, const pl_game *g,
                        uint64_t seed, pl_error *err)
{
    if (declared(type, g, err)) return NULL;
    pl_agent *a = calloc(1, (size_t)type->size);
    if (!a) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    a->type = type;
    a->game = g;
    pl_seed(&a->rng, seed);
    if (set_up(a, args, err) == 0) return a;
    pl_agent_free(a);
    return NULL;
}

static int not_found(const char *name, pl_error *err)
{
    char names[sizeof err->text];
    pl_text t = {names, sizeof names, 0};
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        pl_put(&t, "%s %s", t.used ? "," : "", (*a)->name);
    return pl_fail(err, "there is no agent '%.40s'; there are%.180s", name, names);
}

/* A kind made for this very game comes before one of the same name for all. */
static const pl_agent_type *find_for(const char *name, const pl_game *g)
{
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        if ((*a)->game && plays(*a, g) && !strcmp((*a)->name, name)) return *a;
    return pl_agent_find(name);
}

pl_agent *pl_agent_open(const char *spec, const pl_game *g, uint64_t seed, pl_error *err)
{
    char text[PL_SPEC_MAX];
    size_t n = pl_settings_trim(&spec, strlen(spec)), name = strcspn(spec, "(");
    int bad = n >= sizeof text || (name < n && spec[n - 1] != ')');
    snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : sizeof text), spec);
    if (bad) {
        pl_fail(err,
                "an agent is written name or name(key=value,...), at most %d characters, not "
                "'%.60s'",
                PL_SPEC_MAX - 1, spec);
        return NULL;
    }
    const char *args = name < n ? text + name + 1 : "";
    if (name < n) text[n - 1] = 0;
    text[pl_settings_trim(&spec, name < n ? name : n)] = 0;
    const pl_agent_type *type = find_for(text, g);
    if (type) return pl_agent_make(type, args, g, seed, err);
    not_found(text, err);
    return NULL;
}

void pl_agent_free(pl_agent *a)
{
    if (a && a->control && a->type->close) a->type->close(a);
    if (a) free(a->control);
    free(a);
}

int pl_agent_spec(const pl_agent *a, char *buf, size_t n)
{
    pl_settings own = {a->type->name, a->type->params, (double *)a->arg, (char *)a->text};
    return pl_settings_spec(&own, buf, n);
}

const char *pl_agent_text(const pl_agent *a, int i)
{
    return a->text + (size_t)a->arg[i];
}

void pl_agent_stop(pl_agent *a)
{
    atomic_store_explicit(&a->control->stop, 1, memory_order_relaxed);
}

int pl_agent_stopped(const pl_agent *a)
{
    for (const struct pl_control *c = a->control; c; c = c->obeyed)
        if (atomic_load_explicit(&c->stop, memory_order_relaxed)) return 1;
    return 0;
}

void pl_agent_obey(pl_agent *a, const pl_agent *whom)
{
    a->control->obeyed = whom->control;
}

int pl_agent_why(pl_agent *a, pl_reasons *out)
{
    *out = (pl_reasons){0};
    if (!a->type->why) return -1;
    a->type->why(a, out);
    return 0;
}

double pl_agent_value(pl_agent *a, pl_move m)
{
    pl_reasons why;
    if (pl_agent_why(a, &why)) return NAN;
    for (int i = 0; i < why.options; i++)
        if (why.of[i].move == m) return why.of[i].value;
    return NAN;
}

/* What is expected after the move that begins the line. */
static void tell_line(const pl_reasons *why, int seat, pl_branch_fn *visit, void *with)
{
    for (int i = 1; i < why->length; i++) {
        pl_branch b = {.code = why->line[i], .depth = i + 1, .seat = seat, .value = NAN};
        if (!visit(with, &b)) return;
    }
}

static void tell_reasons(const pl_reasons *why, int seat, pl_branch_fn *visit, void *with)
{
    for (int i = 0; i < why->options; i++) {
        const pl_opinion *o = &why->of[i];
        pl_branch b = {.code = o->move,
                       .depth = 1,
                       .proven = o->proven,
                       .seat = seat,
                       .visits = o->visits,
                       .value = o->value};
        if (visit(with, &b) && why->length > 0 && why->line[0] == o->move)
            tell_line(why, seat, visit, with);
    }
}

int pl_agent_tree(pl_agent *a, pl_branch_fn *visit, void *with)
{
    pl_reasons why;
    if (a->type->tree) a->type->tree(a, visit, with);
    else if (pl_agent_why(a, &why)) return -1;
    else tell_reasons(&why, (int)a->seat, visit, with);
    return 0;
}

void pl_agent_begin(pl_agent *a, int seat)
{
    a->seat = seat;
    if (a->type->begin) a->type->begin(a);
}

void pl_agent_tell(pl_agent *a, const void *s, pl_move m)
{
    const pl_game *g = a->game;
    pl_state after;
    pl_move code = pl_seen(g, s, m, (int)a->seat);
    if (!a->type->heard || code == PL_NOTHING) return;
    memcpy(&after, s, (size_t)g->state_size);
    g->apply(&after, m);
    if (g->hide) g->hide(&after, (int)a->seat);
    a->type->heard(a, g->turn(s), code, &after);
}

pl_move pl_agent_pick(pl_agent *a, const void *s)
{
    pl_state view;
    pl_view(a->game, s, (int)a->seat, &view);
    pl_move m = a->type->pick(a, &view);
    atomic_store_explicit(&a->control->stop, 0, memory_order_relaxed);
    return pl_is_legal(a->game, s, m) ? m : PL_ILLEGAL;
}

void pl_agent_over(pl_agent *a, const void *s)
{
    double score[PL_SEATS_MAX];
    if (!a->type->over) return;
    a->game->score(s, score);
    a->type->over(a, score);
}

int64_t pl_play(const pl_game *g, pl_agent *const *seat, pl_rng *r, double *score)
{
    int64_t plies = 0;
    pl_state s;
    for (int i = 0; i < g->players; i++) pl_agent_begin(seat[i], i);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER; plies++) {
        int turn = g->turn(&s);
        pl_move m = turn == PL_CHANCE ? pl_any(g, &s, r) : pl_agent_pick(seat[turn], &s);
        if (m == PL_ILLEGAL) return -1;
        for (int i = 0; i < g->players; i++) pl_agent_tell(seat[i], &s, m);
        g->apply(&s, m);
    }
    for (int i = 0; i < g->players; i++) pl_agent_over(seat[i], &s);
    g->score(&s, score);
    return plies;
}
