/* places.c -- where a path of codes may lead: some worlds are drawn, and those are
 * followed in which it is possible, each time as many as there were. */
#include "table/places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPREAD = 64, UNNOTICED = 256 };

int pl_places_open(pl_places *p, const pl_knowledge *k)
{
    size_t size = (size_t)k->game->state_size;
    *p = (pl_places){.of = k};
    p->before = calloc(SPREAD, size);
    p->after = calloc(SPREAD, size);
    p->last = calloc(SPREAD, sizeof *p->last);
    return p->before && p->after && p->last ? 0 : -1;
}

void pl_places_close(pl_places *p)
{
    free(p->before);
    free(p->after);
    free(p->last);
}

static void *at(unsigned char *states, const pl_knowledge *k, int i)
{
    return states + (size_t)i * (size_t)k->game->state_size;
}

/* States are copied out to where they are aligned, and back. */
static void take(const pl_places *p, unsigned char *states, int i, pl_state *out)
{
    memcpy(out, at(states, p->of, i), (size_t)p->of->game->state_size);
}

static void put(pl_places *p, const pl_state *before, const pl_state *after, pl_move last)
{
    size_t size = (size_t)p->of->game->state_size;
    memcpy(at(p->before, p->of, p->n), before, size);
    memcpy(at(p->after, p->of, p->n), after, size);
    p->last[p->n++] = last;
}

void pl_places_begin(pl_places *p, pl_rng *r)
{
    int wanted = p->of->game->hide ? SPREAD : 1;
    pl_state world;
    p->n = 0;
    while (p->n < wanted && !pl_guess_world(p->of, r, &world)) put(p, &world, &world, PL_ILLEGAL);
}

/* Any legal move that the seat would take for code, or PL_ILLEGAL: its own, or those which look
 * like it; as: also another's move that is the code itself, as a search has it that takes others'
 * moves as seen. */
static pl_move any_like(const pl_knowledge *k, const pl_state *s, pl_move code, int as, pl_rng *r)
{
    const pl_game *g = k->game;
    pl_move list[PL_MOVES_MAX], found = PL_ILLEGAL;
    int own = g->turn(s) == k->seat, fit = 0;
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        int fits =
            (list[i] == code && (own || as)) || (!own && pl_seen(g, s, list[i], k->seat) == code);
        if (fits && pl_below(r, ++fit) == 0) found = list[i];
    }
    return found;
}

static void spell(const pl_knowledge *k, const pl_state *s, pl_move m, pl_move code,
                  pl_stepped *out)
{
    pl_state view;
    pl_view(k->game, s, k->seat, &view);
    int noticed = pl_seen(k->game, s, m, k->seat) == code;
    out->who = k->game->turn(s);
    if (code == PL_NOTHING) snprintf(out->name, sizeof out->name, "-");
    else pl_say(k->game, noticed ? &view : s, code, out->name, sizeof out->name);
}

/* Go on in position i, past moves that the seat does not notice. */
static void go_one(const pl_places *from, int i, pl_places *to, pl_move code, int as, pl_rng *r,
                   pl_stepped *out)
{
    const pl_knowledge *k = from->of;
    const pl_game *g = k->game;
    pl_state s, before;
    take(from, from->after, i, &s);
    for (int n = 0; n < UNNOTICED && g->turn(&s) != PL_OVER; n++) {
        pl_move m = any_like(k, &s, code, as, r);
        int fits = m != PL_ILLEGAL;
        if (!fits) m = any_like(k, &s, PL_NOTHING, 0, r);
        if (m == PL_ILLEGAL) return;
        memcpy(&before, &s, (size_t)g->state_size);
        g->apply(&s, m);
        if (!fits) continue;
        if (to->n == 0) spell(k, &before, m, code, out);
        put(to, &before, &s, m);
        return;
    }
}

/* The step was the seat's own; of what it showed, it is told here. */
static void stay_one(const pl_places *from, int i, pl_places *to, pl_move code, pl_stepped *out)
{
    const pl_knowledge *k = from->of;
    pl_state before, after;
    take(from, from->before, i, &before);
    take(from, from->after, i, &after);
    if (pl_seen(k->game, &before, from->last[i], k->seat) != code) return;
    if (to->n == 0) spell(k, &before, from->last[i], code, out);
    put(to, &before, &after, from->last[i]);
}

/* Some are followed twice in place of those that came to nothing. */
static void fill_up(pl_places *to, int wanted, pl_rng *r)
{
    for (int found = to->n; found > 0 && to->n < wanted;) {
        pl_state before, after;
        int i = pl_below(r, found);
        take(to, to->before, i, &before);
        take(to, to->after, i, &after);
        put(to, &before, &after, to->last[i]);
    }
}

static double only_score(const pl_places *p)
{
    const pl_knowledge *k = p->of;
    double score[PL_SEATS_MAX], first = NAN;
    for (int i = 0; i < p->n; i++) {
        pl_state s;
        take(p, p->after, i, &s);
        if (k->game->turn(&s) != PL_OVER) return NAN;
        k->game->score(&s, score);
        if (i == 0) first = score[k->seat];
        if (score[k->seat] < first || score[k->seat] > first) return NAN;
    }
    return first;
}

void pl_places_go(const pl_places *from, pl_places *to, pl_move code, int shown, pl_rng *r,
                  pl_stepped *out)
{
    to->n = 0;
    *out = (pl_stepped){.who = PL_OVER};
    snprintf(out->name, sizeof out->name, "#%d", (int)code);
    for (int i = 0; i < from->n && shown; i++) stay_one(from, i, to, code, out);
    for (int as = 0; as < 2 && !shown && to->n == 0; as++)
        for (int i = 0; i < from->n; i++) go_one(from, i, to, code, as, r, out);
    fill_up(to, from->n, r);
    out->score = only_score(to);
}
