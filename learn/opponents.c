/* opponents.c -- whom a net plays while it learns.
 *
 * A game is either of the net against itself, or of the net at one seat, which goes around from
 * game to game, and agents of one kind at all others.  Which it is, and all that agents draw, comes
 * from the game's own random numbers: so nothing depends on threads, nor on games before it. */
#include "learn/opponents.h"

#include <string.h>

#include "core/json.h"
#include "core/settings.h"

static const char self[] = "self";

int pl_starts_program(const char *agent)
{
    return strstr(agent, "process") != NULL;
}

/* What follows the last ':' outside of brackets is a share; 1 if there is none.  How long the
 * agent before it is; 0: this is no share. */
static size_t split_share(const char *text, size_t n, double *share)
{
    size_t at = n;
    *share = 1;
    while (at && text[at - 1] != ':' && text[at - 1] != ')') at--;
    if (!at || text[at - 1] != ':') return n;
    pl_json_reader number = {text + at, text + n};
    if (pl_json_number(&number, share) || number.at != number.end) return 0;
    return *share > 0 && *share <= 1e6 ? at - 1 : 0;
}

/* The agent in its canonical spelling. */
static int read_agent(const char *text, const pl_game *g, char *out, pl_error *err)
{
    if (pl_starts_program(text))
        return pl_fail(err, "training plays agents of Parlor, not a program: %.60s", text);
    if (g->players < 2) return pl_fail(err, "%s has one player, who has no opponents", g->name);
    pl_agent *a = pl_agent_open(text, g, 1, err);
    if (!a) return -1;
    int n = pl_agent_spec(a, out, PL_SPEC_MAX);
    pl_agent_free(a);
    if (n < PL_SPEC_MAX && !strpbrk(out, "\n\t")) return 0;
    return pl_fail(err, "the spelling of an opponent is too long, or has a new line: %.60s", text);
}

static int read_one(pl_opponents *o, const char *text, size_t n, const pl_game *g, pl_error *err)
{
    char agent[PL_SPEC_MAX];
    double share;
    n = pl_settings_trim(&text, n);
    size_t length = split_share(text, n, &share);
    if (!length || length >= sizeof agent)
        return pl_fail(err, "an opponent is self or an agent, with its share of the games as in "
                            "self:2,random:1");
    if (o->count == PL_OPPONENTS_MAX)
        return pl_fail(err, "training has at most %d opponents", PL_OPPONENTS_MAX);
    snprintf(agent, sizeof agent, "%.*s", (int)length, text);
    pl_opponent *one = &o->of[o->count];
    one->agent[0] = 0;
    if (strcmp(agent, self) && read_agent(agent, g, one->agent, err)) return -1;
    one->share = share;
    o->shares += share;
    o->count++;
    return 0;
}

int pl_opponents_read(pl_opponents *o, const char *text, const pl_game *g, pl_error *err)
{
    o->count = 0;
    o->shares = 0;
    for (;;) {
        size_t n = pl_setting_length(text);
        if (read_one(o, text, n, g, err)) return -1;
        if (!text[n]) return 0;
        text += n + 1;
    }
}

void pl_opponents_put(const pl_opponents *o, pl_text *out)
{
    for (int i = 0; i < o->count; i++) {
        pl_put(out, "%s%s", i ? "," : "", o->of[i].agent[0] ? o->of[i].agent : self);
        if (o->count == 1) continue;
        pl_put(out, ":");
        pl_put_number(out, o->of[i].share);
    }
}

int pl_company_open(pl_company *c, const pl_opponents *all, const pl_game *g, pl_error *err)
{
    *c = (pl_company){.all = all};
    for (int i = 0; i < all->count; i++)
        for (int k = 0; all->of[i].agent[0] && k < g->players; k++)
            if (!(c->of[i][k] = pl_agent_open(all->of[i].agent, g, 1, err))) return -1;
    return 0;
}

void pl_company_close(pl_company *c)
{
    for (int i = 0; i < PL_OPPONENTS_MAX; i++)
        for (int k = 0; k < PL_SEATS_MAX; k++) pl_agent_free(c->of[i][k]);
    *c = (pl_company){.all = c->all};
}

/* Which kind of game; where there is but one nothing is drawn. */
static int draw_kind(const pl_opponents *o, pl_rng *r)
{
    if (o->count == 1) return 0;
    double at = pl_unit(r) * o->shares;
    for (int i = 0; i < o->count - 1; i++) {
        at -= o->of[i].share;
        if (at < 0) return i;
    }
    return o->count - 1;
}

void pl_company_sit(pl_company *c, const pl_game *g, int64_t number, pl_rng *r)
{
    int kind = draw_kind(c->all, r);
    for (int i = 0; i < g->players; i++) {
        pl_agent *a = i == number % g->players ? NULL : c->of[kind][i];
        c->at[i] = a;
        if (!a) continue;
        pl_split(r, (uint64_t)i, &a->rng);
        pl_agent_begin(a, i);
    }
}

void pl_company_tell(pl_company *c, const pl_game *g, const void *s, pl_move m)
{
    for (int i = 0; i < g->players; i++)
        if (c->at[i]) pl_agent_tell(c->at[i], s, m);
}

void pl_company_rise(pl_company *c, const pl_game *g, const void *s)
{
    for (int i = 0; i < g->players; i++)
        if (c->at[i]) pl_agent_over(c->at[i], s);
}
