/* course.c -- ratings that are kept up in the order of time: Glicko-2, and Elo.
 *
 * Glicko-2 goes by periods, in which everybody is rated by what all were before; it wants some ten
 * games of a player in each (Glickman, 2012), so a period is as many games as give everybody ten on
 * average.  At a table of several each meets each other.  What one wins is not what the other loses,
 * so over thousands of games all drift together, which says nothing: in the end the mean is
 * where everybody began.
 */
#include <math.h>
#include <stdlib.h>

#include "arena/ladder/pool.h"
#include "core/text.h"

static const double tau = 0.5, k_factor = 20;
static const pl_glicko newcomer = {1500, 350, 0.06};
enum { GAMES_EACH = 10 };

static double points_of(double own, double other)
{
    return own > other ? 1 : own < other ? 0 : 0.5;
}

/* What a player met in games from .. to - 1; returns how many. */
static int list_met(const pl_pool_games *g, int64_t from, int64_t to, int32_t who,
                    const pl_glicko *before, pl_glicko_game *out)
{
    int n = 0;
    for (int64_t game = from; game < to; game++) {
        int64_t own = g->begin[game];
        while (own < g->begin[game + 1] && g->who[own] != who) own++;
        for (int64_t i = g->begin[game]; own < g->begin[game + 1] && i < g->begin[game + 1]; i++)
            if (i != own)
                out[n++] = (pl_glicko_game){before[g->who[i]].rating, before[g->who[i]].deviation,
                                            points_of(g->score[own], g->score[i])};
    }
    return n;
}

static void play_period(const pl_pool_games *g, int64_t from, int64_t to, pl_glicko *now,
                        pl_glicko *before, pl_glicko_game *room)
{
    for (int32_t i = 0; i < g->players; i++) before[i] = now[i];
    for (int32_t i = 0; i < g->players; i++) {
        int n = list_met(g, from, to, i, before, room);
        now[i] = pl_glicko_period(&before[i], room, n, tau);
    }
}

static double mean_of(const pl_glicko *of, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += of[i].rating;
    return n ? sum / (double)n : 0;
}

static int by_glicko(const pl_pool_games *g, pl_pooled *player)
{
    int64_t each = (int64_t)GAMES_EACH * g->players / g->seats;
    size_t n = (size_t)g->players;
    if (each < 1) each = 1;
    pl_glicko *now = malloc((2 * n + 1) * sizeof *now);
    pl_glicko_game *room = malloc(((size_t)each * (size_t)g->seats + 1) * sizeof *room);
    int bad = !now || !room;
    for (size_t i = 0; i < n && !bad; i++) now[i] = newcomer;
    for (int64_t from = 0; from < g->games && !bad; from += each)
        play_period(g, from, from + each < g->games ? from + each : g->games, now, now + n, room);
    double drift = bad ? 0 : mean_of(now, n) - newcomer.rating;
    for (size_t i = 0; i < n && !bad; i++) {
        now[i].rating -= drift;
        double wide = pl_normal_quantile(0.975) * now[i].deviation;
        player[i].rating = (pl_interval){now[i].rating, now[i].rating - wide, now[i].rating + wide};
    }
    free(now);
    free(room);
    return bad;
}

static void by_elo(const pl_pool_games *g, pl_pooled *player)
{
    for (int32_t i = 0; i < g->players; i++) player[i].rating.value = newcomer.rating;
    for (int64_t game = 0; game < g->games; game++) {
        int64_t from = g->begin[game];
        int n = (int)(g->begin[game + 1] - from);
        double rating[PL_SEATS_MAX];
        for (int i = 0; i < n; i++) rating[i] = player[g->who[from + i]].rating.value;
        pl_elo_table(rating, g->score + from, n, k_factor, 0);
        for (int i = 0; i < n; i++) player[g->who[from + i]].rating.value = rating[i];
    }
}

int pl_pool_course(const pl_pool_games *g, const pl_pool_options *o, pl_pooled *player,
                   pl_error *err)
{
    if (o->method == PL_POOL_GLICKO)
        return by_glicko(g, player) ? pl_fail(err, "out of memory for ratings") : 0;
    by_elo(g, player);
    return 0;
}
