/* pool.c -- the games of a file, gathered into pools: one for each game and number of seats.
 *
 * Players are their numbers in the file at first, and places in the pool when all games are there.
 * Who sits at several seats of a game is one player in it, who scored the mean of them; a game that
 * one player played with himself tells nothing of him.
 */
#include "arena/ladder/pool.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* A game: its seats begin at from. */
typedef struct {
    int64_t began, id, from;
    int32_t n, unused;
} entry;

typedef struct {
    int64_t spec;
    int32_t seats, unused;
    entry *game;
    int64_t games, room, alone;
    int64_t *who; /* of seats, by number in the file */
    double *score;
    int64_t taken, space;
} heap;

typedef struct {
    heap *of;
    int n;
    const char *why; /* it could not go on */
} heaps;

static heap *heap_of(heaps *all, const pl_finished *f)
{
    for (int i = all->n; i-- > 0;)
        if (all->of[i].spec == f->spec && all->of[i].seats == f->players) return &all->of[i];
    heap *more = realloc(all->of, (size_t)(all->n + 1) * sizeof *more);
    if (!more) return NULL;
    all->of = more;
    more[all->n] = (heap){.spec = f->spec, .seats = f->players};
    return &more[all->n++];
}

static int grow(heap *h)
{
    if (h->games == h->room) {
        int64_t room = h->room ? 2 * h->room : 64;
        entry *more = realloc(h->game, (size_t)room * sizeof *more);
        if (!more) return -1;
        h->game = more;
        h->room = room;
    }
    if (h->taken + PL_SEATS_MAX > h->space) {
        int64_t space = 2 * h->space + PL_SEATS_MAX;
        int64_t *who = realloc(h->who, (size_t)space * sizeof *who);
        if (who) h->who = who;
        double *score = realloc(h->score, (size_t)space * sizeof *score);
        if (score) h->score = score;
        if (!who || !score) return -1;
        h->space = space;
    }
    return 0;
}

/* The players of a game, each once, with the mean of what he scored; returns how many. */
static int once_each(const pl_finished *f, int64_t *who, double *score)
{
    int n = 0, seats[PL_SEATS_MAX];
    for (int i = 0; i < f->players; i++) {
        int k = 0;
        while (k < n && who[k] != f->who[i]) k++;
        if (k == n) {
            who[n] = f->who[i];
            score[n] = 0;
            seats[n++] = 0;
        }
        score[k] += f->score[i];
        seats[k]++;
    }
    for (int k = 0; k < n; k++) score[k] /= seats[k];
    return n;
}

static int gather(void *with, const pl_finished *f)
{
    heaps *all = with;
    heap *h = heap_of(all, f);
    if (!h || grow(h)) {
        all->why = "out of memory for so many games";
        return -1;
    }
    int n = once_each(f, h->who + h->taken, h->score + h->taken);
    if (n < 2) h->alone++;
    else {
        h->game[h->games++] = (entry){.began = f->began, .id = f->id, .from = h->taken, .n = n};
        h->taken += n;
    }
    return 0;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int by_time(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->began != y->began) return x->began < y->began ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* Where a number stands in a sorted list; -1: nowhere. */
static int32_t place_of(const int64_t *list, int32_t n, int64_t number)
{
    const int64_t *at = bsearch(&number, list, (size_t)n, sizeof *list, by_number);
    return at ? (int32_t)(at - list) : -1;
}

/* All who played, sorted, each once; to be freed. */
static int64_t *list_players(const heap *h, int32_t *players)
{
    int64_t *all = malloc((size_t)(h->taken + 1) * sizeof *all), n = 0;
    if (!all) return NULL;
    memcpy(all, h->who, (size_t)h->taken * sizeof *all);
    qsort(all, (size_t)h->taken, sizeof *all, by_number);
    for (int64_t i = 0; i < h->taken; i++)
        if (i == 0 || all[i] != all[i - 1]) all[n++] = all[i];
    *players = (int32_t)n;
    return all;
}

/* Those with enough games stay, and the games that only they played. */
static int64_t *leave_out(heap *h, int64_t least, int32_t *players)
{
    int64_t *list = list_players(h, players), kept = 0;
    int64_t *count = list ? calloc((size_t)*players + 1, sizeof *count) : NULL;
    if (!count) {
        free(list);
        return NULL;
    }
    for (int64_t i = 0; i < h->taken; i++) count[place_of(list, *players, h->who[i])]++;
    for (int64_t i = 0; i < h->games; i++) {
        int fine = 1;
        for (int k = 0; k < h->game[i].n; k++)
            fine &= count[place_of(list, *players, h->who[h->game[i].from + k])] >= least;
        if (fine) h->game[kept++] = h->game[i];
    }
    h->games = kept;
    int32_t n = 0;
    for (int32_t i = 0; i < *players; i++)
        if (count[i] >= least) list[n++] = list[i];
    *players = n;
    free(count);
    return list;
}

/* The games in a row, in the order of time, players by their places. */
static int lay_out(heap *h, const int64_t *list, int32_t players, pl_pool_games *out)
{
    int64_t *begin = malloc((size_t)(h->games + 1) * sizeof *begin), n = 0;
    int32_t *who = malloc((size_t)(h->taken + 1) * sizeof *who);
    double *score = malloc((size_t)(h->taken + 1) * sizeof *score);
    *out = (pl_pool_games){h->games, begin, who, score, players, h->seats};
    if (!begin || !who || !score) return -1;
    qsort(h->game, (size_t)h->games, sizeof *h->game, by_time);
    for (int64_t i = 0; i < h->games; i++) {
        begin[i] = n;
        for (int k = 0; k < h->game[i].n; k++, n++) {
            who[n] = place_of(list, players, h->who[h->game[i].from + k]);
            score[n] = h->score[h->game[i].from + k];
        }
    }
    begin[h->games] = n;
    return 0;
}

static void count_game(const pl_pool_games *g, int64_t game, pl_pooled *player)
{
    int64_t from = g->begin[game], to = g->begin[game + 1];
    double best = g->score[from];
    int share = 0;
    for (int64_t i = from; i < to; i++)
        if (g->score[i] > best) best = g->score[i];
    for (int64_t i = from; i < to; i++) share += g->score[i] >= best;
    for (int64_t i = from; i < to; i++) {
        pl_pooled *p = &player[g->who[i]];
        p->games++;
        if (g->score[i] < best) p->losses++;
        else if (share > 1) p->draws++;
        else p->wins++;
    }
}

static int by_rating(const void *a, const void *b)
{
    const pl_pooled *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    if (x->rating.value != y->rating.value) return x->rating.value < y->rating.value ? 1 : -1;
    int order = strcmp(x->who.name, y->who.name);
    return order ? order : strcmp(x->who.spec, y->who.spec);
}

static int name_players(pl_records *r, const int64_t *list, pl_pool *pool, pl_pooled *player,
                        pl_error *err)
{
    for (int32_t i = 0; i < pool->players; i++)
        if (pl_records_player_of(r, list[i], &player[i].who, err)) return -1;
    return 0;
}

static int tell_pool(pl_records *r, heap *h, const pl_pool_options *o, pl_pool_visit *visit,
                     void *with, pl_error *err)
{
    pl_pool pool = {.alone = h->alone, .seats = h->seats};
    pl_pool_games g = {0};
    int64_t *list = leave_out(h, o->least, &pool.players);
    pl_pooled *player = calloc((size_t)pool.players + 1, sizeof *player);
    int bad = list && player ? lay_out(h, list, pool.players, &g) : -1;
    if (bad) pl_fail(err, "out of memory for so many games");
    pool.games = h->games;
    for (int64_t i = 0; i < g.games && !bad; i++) count_game(&g, i, player);
    if (!bad) bad = pl_records_spec_of(r, h->spec, pool.game, sizeof pool.game, err);
    if (!bad) bad = name_players(r, list, &pool, player, err);
    if (!bad) bad = pl_pool_rate(&g, o, &pool, player, err);
    if (!bad) {
        qsort(player, (size_t)pool.players, sizeof *player, by_rating);
        pool.player = player;
        bad = visit(with, &pool);
    }
    free((void *)g.begin);
    free((void *)g.who);
    free((void *)g.score);
    free(player);
    free(list);
    return bad;
}

int pl_records_ratings(pl_records *r, const char *game, const pl_pool_options *o,
                       pl_pool_visit *visit, void *with, pl_error *err)
{
    heaps all = {0};
    int result = pl_records_finished(r, game, gather, &all, err);
    if (result && all.why) pl_fail(err, "%s", all.why);
    for (int i = 0; i < all.n && !result; i++)
        result = tell_pool(r, &all.of[i], o, visit, with, err);
    for (int i = 0; i < all.n; i++) {
        free(all.of[i].game);
        free(all.of[i].who);
        free(all.of[i].score);
    }
    free(all.of);
    return result;
}
