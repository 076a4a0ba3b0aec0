/* rated.c -- how strong players are: levels as they were measured, and people by whom they met.
 *
 * Whoever has met agents of known ratings gets a rating on the same scale, Elo above level 1, with
 * its interval.  At a table of several a game counts once, however many he met there.
 */
#include "rated.h"

#include <math.h>
#include <string.h>

#include "members.h"
#include "parlor/ratings.h"

static const double confidence = 0.95;

int pl_rated_ladder(pl_records *r, const char *game, pl_rated out[PL_RATED_MAX])
{
    pl_error err;
    int n = r ? pl_records_ladder_get(r, game, out, PL_RATED_MAX, &err) : 0;
    return n > 0 ? n : pl_ladder_known(game, out);
}

json_t *pl_rated_json(const pl_rated *rung)
{
    return json_pack("{s:o,s:o,s:o,s:I,s:b}", "elo", pl_tell_number(rung->elo), "low",
                     pl_tell_number(rung->low), "high", pl_tell_number(rung->high), "games",
                     (json_int_t)rung->games, "clocked", (int)rung->clocked);
}

json_t *pl_rated_find(const pl_rated *rung, int n, int level, const char *agent)
{
    for (int i = 0; i < n; i++)
        if (level ? rung[i].level == level : !strcmp(rung[i].agent, agent))
            return pl_rated_json(&rung[i]);
    return json_null();
}

/* One game of a player: whom he met in it so far. */
typedef struct {
    pl_records *file;
    json_t *list;
    char game[PL_SPEC_MAX];
    pl_rated rung[PL_RATED_MAX];
    int rungs;
    pl_opposition met[PL_RATED_MAX];
} dossier;

/* The game is complete: his rating, if he met anybody whose is known. */
static void end_game(dossier *d)
{
    pl_interval x = pl_rating_against(d->met, d->rungs, confidence);
    double games = 0;
    for (int i = 0; i < d->rungs; i++) games += d->met[i].games;
    if (!(games > 0)) return;
    json_array_append_new(d->list, json_pack("{s:s,s:o,s:o,s:o,s:o}", "game", d->game, "elo",
                                             pl_tell_number(x.value), "low", pl_tell_number(x.low),
                                             "high", pl_tell_number(x.high), "games",
                                             json_integer((json_int_t)llround(games))));
}

static void begin_game(dossier *d, const char *game)
{
    if (d->rungs) end_game(d);
    snprintf(d->game, sizeof d->game, "%s", game);
    d->rungs = pl_rated_ladder(d->file, game, d->rung);
    for (int i = 0; i < d->rungs; i++)
        d->met[i] = (pl_opposition){.rating = d->rung[i].elo,
                                    .deviation = (d->rung[i].high - d->rung[i].low) / 2 /
                                                 pl_normal_quantile(0.5 + confidence / 2)};
}

static int add_met(void *with, const pl_encounter *m)
{
    dossier *d = with;
    if (strcmp(d->game, m->game)) begin_game(d, m->game);
    for (int i = 0; i < d->rungs; i++) {
        if (strcmp(d->rung[i].agent, m->other)) continue;
        double games = (double)(m->better + m->even + m->worse), share = 1.0 / (m->seats - 1);
        d->met[i].games += share * games;
        d->met[i].points += share * ((double)m->better + (double)m->even / 2);
    }
    return 0;
}

json_t *pl_rated_player(pl_records *r, const char *name, pl_error *err)
{
    /* It asks the file of ladders while it is told of games: by a second way into it. */
    dossier d = {.file = pl_records_again(r, PL_RECORDS_READ, err), .list = json_array()};
    int bad = !d.file || pl_records_encounters(r, name, add_met, &d, err);
    if (!bad && d.rungs) end_game(&d);
    if (d.file) pl_records_close(d.file, NULL);
    if (!bad) return d.list;
    json_decref(d.list);
    return NULL;
}
