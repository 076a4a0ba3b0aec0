/* state.c -- what a contest has come to, as JSON for everybody: docs/contest.md tells its members.
 * Nothing of the secret stands in it before the contest is over.
 *
 * Fact to check: a pairing has no games here before all of them are over. */
#include <inttypes.h>
#include <math.h>

#include "arena/contest/contest.h"
#include "core/json.h"

/* "key":, behind a comma where something is before it. */
static void key(pl_text *t, const char *name, int first)
{
    pl_put(t, "%s\"%s\":", first ? "" : ",", name);
}

static void put_text(pl_text *t, const char *name, const char *value)
{
    key(t, name, 0);
    if (value) pl_json_put(t, value);
    else pl_put(t, "null");
}

static void put_count(pl_text *t, const char *name, int64_t value)
{
    key(t, name, 0);
    pl_put(t, "%" PRId64, value);
}

static void put_two(pl_text *t, const char *name, double a, double b)
{
    key(t, name, 0);
    pl_put(t, "[");
    pl_put_number(t, a);
    pl_put(t, ",");
    pl_put_number(t, b);
    pl_put(t, "]");
}

static const char *name_of(const pl_contest *c, int entry)
{
    return entry >= 0 ? c->entry[entry].is.name : NULL;
}

static void put_names(pl_text *t, const char *name, const char *a, const char *b)
{
    key(t, name, 0);
    for (int i = 0; i < 2; i++) {
        pl_put(t, i ? "," : "[");
        if (i ? b : a) pl_json_put(t, i ? b : a);
        else pl_put(t, "null");
    }
    pl_put(t, "]");
}

static void put_settings(const pl_contest *c, pl_text *t)
{
    const pl_contest_plan *p = &c->plan;
    char clock[128], seed[24];
    pl_pace_text(&p->pace, clock, sizeof clock);
    snprintf(seed, sizeof seed, "%" PRIu64, p->seed);
    key(t, "settings", 0);
    pl_put(t, "{\"games\":%d", (int)p->games);
    put_count(t, "known", p->known);
    put_count(t, "plies", p->plies);
    put_count(t, "faults", p->faults);
    put_text(t, "clock", clock);
    put_count(t, "memory", p->limits.memory / 1024);
    put_count(t, "cpu", p->limits.cpu);
    put_count(t, "processes", p->limits.processes);
    put_count(t, "files", p->limits.files / 1024);
    put_text(t, "seed", seed);
    pl_put(t, "}");
}

static void put_entry(const pl_contest *c, int i, pl_text *t)
{
    static const char *const names[] = {"waits", "plays", "excluded", "out"};
    const pl_contestant *e = &c->entry[i];
    int place = pl_contest_place(c, i);
    pl_put(t, "%s{\"name\":", i ? "," : "");
    pl_json_put(t, e->is.name);
    put_text(t, "state", names[e->stands]);
    put_text(t, "why", e->stands >= PL_EXCLUDED ? e->why : NULL);
    put_count(t, "seed", e->seeding);
    put_count(t, "faults", e->faults);
    key(t, "place", 0);
    pl_put(t, place ? "%d" : "null", place);
    pl_put(t, "}");
}

/* Who sat where, and what came of it. */
static void put_seats(const pl_contest *c, const pl_bout *b, const pl_met *g, pl_text *t)
{
    key(t, "seats", 0);
    for (int i = 0; i < c->plan.game->players; i++) {
        pl_put(t, i ? "," : "[");
        pl_json_put(t, name_of(c, b->who[g->who[i]]));
    }
    pl_put(t, "]");
    key(t, "scores", 0);
    for (int i = 0; i < c->plan.game->players; i++) {
        pl_put(t, i ? "," : "[");
        pl_put_number(t, g->at[i]);
    }
    pl_put(t, "]");
}

static void put_game(const pl_contest *c, const pl_bout *b, const pl_met *g, int first, pl_text *t)
{
    pl_put(t, "%s{\"id\":%" PRId64, first ? "" : ",", g->id);
    put_seats(c, b, g, t);
    put_text(t, "how", pl_ending_name((pl_ending)g->how));
    key(t, "hidden", 0);
    pl_put(t, g->hidden ? "true" : "false");
    if (g->by >= 0) {
        put_text(t, "fault", pl_fault_name((pl_fault)g->fault));
        put_text(t, "by", name_of(c, b->who[g->by]));
    }
    pl_put(t, "}");
}

/* Games whose starts are hidden may be looked at once they are listed, and others of the pairing
 * begin as they did: so none is while it goes on, nor where it was interrupted. */
static int listed(const pl_bout *b)
{
    return b->state >= PL_MET ? b->games : 0;
}

static void put_bout(const pl_contest *c, const pl_bout *b, int first, pl_text *t)
{
    static const char *const names[] = {"waits", "playing", "over", "walkover", "bye"};
    int over = b->state >= PL_MET && b->winner >= 0;
    pl_put(t, "%s{\"state\":\"%s\"", first ? "" : ",", names[b->state]);
    put_names(t, "entries", name_of(c, b->who[0]), name_of(c, b->who[1]));
    put_two(t, "points", b->points[0], b->points[1]);
    put_count(t, "played", b->played);
    put_count(t, "of", b->of);
    put_text(t, "winner", over ? name_of(c, b->who[b->winner]) : NULL);
    put_text(t, "by", b->by);
    key(t, "games", 0);
    pl_put(t, "[");
    for (int i = 0; i < listed(b); i++) put_game(c, b, &b->game[i], i == 0, t);
    pl_put(t, "]}");
}

static void put_bouts(const pl_contest *c, const pl_bout *b, int n, pl_text *t)
{
    key(t, "pairings", 0);
    pl_put(t, "[");
    for (int i = 0; i < n; i++) put_bout(c, &b[i], i == 0, t);
    pl_put(t, "]");
}

static void put_row(const pl_contest *c, const pl_contest_row *r, int rank, pl_text *t)
{
    pl_put(t, "%s{\"name\":", rank > 1 ? "," : "");
    pl_json_put(t, c->entry[r->entry].is.name);
    put_count(t, "rank", rank);
    key(t, "points", 0);
    pl_put_number(t, r->points);
    key(t, "score", 0);
    pl_put_number(t, r->score);
    put_count(t, "played", r->played);
    put_count(t, "won", r->won);
    put_count(t, "drawn", r->drawn);
    put_count(t, "lost", r->lost);
    pl_put(t, "}");
}

static void put_pool(const pl_contest *c, int i, pl_text *t)
{
    const pl_contest_pool *p = &c->pool[i];
    pl_contest_row row[PL_CONTEST_MAX];
    pl_pools_rows(c, p, row);
    pl_put(t, "%s{\"name\":\"%d\",\"standings\":[", i ? "," : "", i + 1);
    for (int k = 0; k < p->members; k++) put_row(c, &row[k], k + 1, t);
    pl_put(t, "]");
    put_bouts(c, p->bout, p->bouts, t);
    pl_put(t, "}");
}

static void put_round(const pl_contest *c, int i, pl_text *t)
{
    static const char *const names[] = {"final", "semi-finals", "quarter-finals"};
    const pl_contest_round *r = &c->round[i];
    int left = c->rounds - 1 - i;
    pl_put(t, "%s{\"name\":", i ? "," : "");
    if (left < 3) pl_put(t, "\"%s\"", names[left]);
    else pl_put(t, "\"last %d\"", 2 * (int)r->bouts);
    put_bouts(c, r->bout, r->bouts, t);
    pl_put(t, "}");
}

static void put_head(const pl_contest *c, pl_text *t)
{
    static const char *const names[] = {"trials", "pools", "knock-out", "over"};
    char game[PL_SPEC_MAX], hash[2 * PL_SHA256 + 1];
    pl_spec(c->plan.game, game, sizeof game);
    pl_secret_hash(c->secret, hash);
    pl_put(t, "{\"name\":");
    pl_json_put(t, c->plan.name);
    put_text(t, "game", game);
    put_text(t, "state", names[c->stage]);
    put_text(t, "winner", c->stage == PL_CONTEST_OVER ? name_of(c, c->winner) : NULL);
    put_text(t, "commitment", hash);
    put_text(t, "secret", c->stage == PL_CONTEST_OVER ? c->secret : NULL);
    put_settings(c, t);
}

void pl_contest_json(const pl_contest *c, pl_text *t)
{
    put_head(c, t);
    key(t, "entries", 0);
    pl_put(t, "[");
    for (int i = 0; i < c->plan.entries; i++) put_entry(c, i, t);
    pl_put(t, "],\"pools\":[");
    for (int i = 0; i < c->pools; i++) put_pool(c, i, t);
    pl_put(t, "],\"rounds\":[");
    for (int i = 0; i < c->rounds; i++) put_round(c, i, t);
    pl_put(t, "]}");
}
