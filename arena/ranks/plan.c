/* plan.c -- a match as those are told of it who play along.
 *
 * The plan is sent as it lies in memory, and what it points at after it.  Who runs another build
 * would misread that, so the sizes of all that is sent so stand before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ranks/ranks.h"
#include "core/text.h"

static uint64_t build(void)
{
    const uint64_t size[] = {sizeof(pl_tally),      sizeof(pl_account), sizeof(pl_stint),
                             sizeof(pl_match_plan), sizeof(pl_times),   sizeof(pl_result),
                             PL_SEATS_MAX,          PL_FAULTS};
    return pl_hash(size, sizeof size);
}

/* What points into this process is left out. */
static void put_plain(pl_parcel *p, const pl_match_plan *from)
{
    pl_match_plan plan = *from;
    plan.game = NULL;
    plan.entrant = NULL;
    plan.openings = NULL;
    plan.sprt = NULL;
    plan.file = NULL;
    plan.tell = NULL;
    plan.with = NULL;
    plan.label = NULL; /* it is known by its number */
    plan.luck = NULL;
    plan.ranks = NULL;
    plan.rules.now = NULL;
    plan.rules.with = NULL;
    plan.resume = 0;
    pl_pack_sparse(p, &plan, sizeof plan);
}

void pl_put_plan(pl_parcel *p, const pl_match *m)
{
    const pl_match_plan *plan = &m->plan;
    char game[PL_SPEC_MAX];
    pl_spec(plan->game, game, sizeof game);
    pl_pack_count(p, build());
    put_plain(p, plan);
    pl_pack_text(p, game);
    for (int i = 0; i < plan->entrants; i++) {
        pl_pack_text(p, m->entrant[i].name);
        pl_pack_text(p, m->entrant[i].agent);
        pl_pack_count(p, (uint64_t)m->player_id[i]);
    }
    pl_pack_count(p, plan->sprt != NULL);
    pl_pack_sparse(p, &m->sprt, sizeof m->sprt);
    pl_pack_text(p, plan->luck);
    pl_pack_text(p, plan->openings ? pl_openings_text(plan->openings) : NULL);
    pl_pack_count(p, plan->file ? (uint64_t)m->id : 0);
}

static int get_entrants(pl_parcel *p, pl_engagement *e)
{
    size_t n = (size_t)e->plan.entrants;
    if (e->plan.entrants < 1 || e->plan.entrants > PL_ENTRANTS_MAX) return -1;
    e->entrant = calloc(n, sizeof *e->entrant);
    e->player = calloc(n, sizeof *e->player);
    for (size_t i = 0; e->entrant && e->player && i < n; i++) {
        e->entrant[i].name = pl_unpack_text(p);
        e->entrant[i].agent = pl_unpack_text(p);
        e->player[i] = (int64_t)pl_unpack_count(p);
    }
    e->plan.entrant = e->entrant;
    return e->entrant && e->player ? 0 : -1;
}

static int get_openings(pl_parcel *p, pl_engagement *e, pl_error *err)
{
    const char *text = pl_unpack_text(p);
    FILE *in = text ? fmemopen((char *)text, strlen(text), "r") : NULL;
    if (!text) return 0;
    if (!in) return pl_fail(err, "out of memory");
    e->openings = pl_openings_read(e->game, in, "the openings", err);
    e->plan.openings = e->openings;
    fclose(in);
    return e->openings ? 0 : -1;
}

/* The texts of entrants and of luck stay in the parcel, which must outlive what is made of it. */
int pl_get_plan(pl_parcel *p, pl_engagement *e, pl_error *err)
{
    if (pl_unpack_count(p) != build())
        return pl_fail(err, "it is another build of Parlor than that of rank 0");
    pl_unpack_sparse(p, &e->plan, sizeof e->plan);
    const char *game = pl_unpack_text(p);
    e->game = game ? pl_open(game, err) : NULL;
    if (!game) return pl_fail(err, "the plan of the match is not whole");
    if (!e->game) return -1;
    e->plan.game = e->game;
    if (get_entrants(p, e)) return pl_fail(err, "there is no memory for its entrants");
    if (pl_unpack_count(p)) e->plan.sprt = &e->sprt;
    pl_unpack_sparse(p, &e->sprt, sizeof e->sprt);
    e->plan.luck = pl_unpack_text(p);
    if (get_openings(p, e, err)) return -1;
    e->match = (int64_t)pl_unpack_count(p);
    return p->bad ? pl_fail(err, "the plan of the match is not whole") : 0;
}

void pl_engagement_close(pl_engagement *e)
{
    pl_openings_free(e->openings);
    pl_close(e->game);
    free(e->entrant);
    free(e->player);
    *e = (pl_engagement){0};
}
