/* particles.c -- worlds with their past, weighted by how another agent plays: a
 * particle filter (Gordon, Salmond and Smith, 1993).
 *
 * What the agent says at a set is kept by the set's key, one for each place of a table,
 * since worlds that look alike to it lead to the same set again and again.
 */
#include "agents/particles.h"

#include <stdlib.h>
#include <string.h>

#include "agents/inquiry.h"
#include "core/text.h"
#include "parlor/tree.h"

enum { PLACES = 1 << 14, PLACES_BYTES = 1 << 25 };

struct pl_particles {
    const pl_game *game;
    pl_agent *agent;
    int n, times, seat;
    pl_particle *all;        /* both of these, with their lines: */
    pl_particle *of, *spare; /* n of each; spare is where new ones are drawn to */
    pl_move *lines;
    double *odds;    /* of the moves of one position */
    pl_rng seed;     /* of the agent's answers */
    uint64_t places; /* a power of 2 */
    uint64_t *key;   /* places; 0: a place that is free */
    double *said;    /* places rows of max_moves */
};

static size_t line_room(const pl_game *g)
{
    return (size_t)g->max_plies + 1;
}

pl_particle *pl_particle_new(const pl_game *g)
{
    pl_particle *w = calloc(1, sizeof *w + line_room(g) * sizeof *w->line);
    if (w) w->line = (pl_move *)(w + 1);
    return w;
}

void pl_particle_free(pl_particle *w)
{
    free(w);
}

void pl_particle_copy(pl_particle *to, const pl_particle *from, const pl_game *g)
{
    memcpy(&to->state, &from->state, (size_t)g->state_size);
    memcpy(to->line, from->line, (size_t)from->plies * sizeof *to->line);
    memcpy(to->key, from->key, (size_t)g->players * sizeof *to->key);
    to->weight = from->weight;
    to->plies = from->plies;
}

void pl_particle_play(pl_particle *w, const pl_game *g, pl_move m)
{
    int who = g->turn(&w->state);
    for (int k = 0; k < g->players && !pl_info_by_view(g); k++) {
        pl_move code = pl_seen(g, &w->state, m, k);
        if (code != PL_NOTHING) w->key[k] = pl_info_key_heard(w->key[k], who, code);
    }
    w->line[w->plies++] = m;
    g->apply(&w->state, m);
}

static int allocate(pl_particles *p, pl_error *err)
{
    const pl_game *g = p->game;
    size_t n = (size_t)p->n, moves = (size_t)g->max_moves, room = line_room(g);
    p->places = PLACES;
    while (p->places > 1 && p->places * moves * sizeof *p->said > PLACES_BYTES) p->places /= 2;
    p->all = p->of = calloc(2 * n, sizeof *p->of);
    p->lines = malloc(2 * n * room * sizeof *p->lines);
    p->odds = malloc(moves * sizeof *p->odds);
    p->key = calloc((size_t)p->places, sizeof *p->key);
    p->said = malloc((size_t)p->places * moves * sizeof *p->said);
    if (!p->of || !p->lines || !p->odds || !p->key || !p->said)
        return pl_fail(err, "out of memory for %d worlds", p->n);
    p->spare = p->of + n;
    for (size_t i = 0; i < 2 * n; i++) p->of[i].line = p->lines + i * room;
    return 0;
}

pl_particles *pl_particles_new(const pl_agent *whose, const char *other, int n, int times,
                               pl_error *err)
{
    pl_particles *p = calloc(1, sizeof *p);
    if (!p) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    *p = (pl_particles){.game = whose->game, .n = n, .times = times};
    pl_seed(&p->seed, 0);
    p->agent = pl_agent_open(other, whose->game, 0, err);
    if (p->agent) pl_agent_obey(p->agent, whose);
    if (p->agent && !allocate(p, err)) return p;
    pl_particles_free(p);
    return NULL;
}

void pl_particles_free(pl_particles *p)
{
    if (!p) return;
    pl_agent_free(p->agent);
    free(p->all);
    free(p->lines);
    free(p->odds);
    free(p->key);
    free(p->said);
    free(p);
}

void pl_particles_begin(pl_particles *p, int seat)
{
    const pl_game *g = p->game;
    p->seat = seat;
    for (int i = 0; i < p->n; i++) {
        pl_start(g, &p->of[i].state);
        p->of[i].plies = 0;
        p->of[i].weight = 1;
        for (int k = 0; k < g->players; k++) p->of[i].key[k] = pl_info_key_start(k);
    }
}

/* Lead the agent, at the seat to move, along the line of a world; one that goes by its
 * view alone is there at once. */
static void lead(pl_particles *p, const pl_particle *w, int seat)
{
    pl_state s;
    pl_agent_begin(p->agent, seat);
    if (!p->agent->type->heard) return;
    pl_start(p->game, &s);
    for (int i = 0; i < w->plies; i++) {
        pl_agent_tell(p->agent, &s, w->line[i]);
        p->game->apply(&s, w->line[i]);
    }
}

/* Ask as often as it takes; 0, or -1: it failed. */
static int ask(pl_particles *p, const pl_particle *w, int seat, uint64_t key, double *share, int n)
{
    double one[PL_MOVES_MAX];
    pl_rng mine;
    int times = 1;
    pl_split(&p->seed, key, &mine);
    for (int a = 0; a < n; a++) share[a] = 0;
    for (int i = 0; i < times; i++) {
        pl_split(&mine, (uint64_t)i, &p->agent->rng);
        lead(p, w, seat);
        int told = pl_inquire(p->agent, &w->state, one, n);
        if (told < 0) return -1;
        if (!told && n > 1) times = p->times;
        for (int a = 0; a < n; a++) share[a] += one[a];
    }
    for (int a = 0; a < n; a++) share[a] /= times;
    return 0;
}

/* What the agent says at the set of the seat to move there; NULL: it failed.  A place has the set
 * of one key of 64 bits: another set with that key, which is one of 2^64, gets its answer. */
static const double *answer(pl_particles *p, const pl_particle *w, int seat, int n)
{
    const pl_game *g = p->game;
    pl_state view;
    uint64_t key = w->key[seat];
    if (pl_info_by_view(g)) {
        pl_view(g, &w->state, seat, &view);
        key = pl_info_key_view(g, seat, &view);
    }
    key |= !key;
    uint64_t place = key & (p->places - 1);
    double *share = p->said + place * (uint64_t)g->max_moves;
    if (p->key[place] == key) return share;
    p->key[place] = 0;
    if (ask(p, w, seat, key, share, n)) return NULL;
    if (!pl_agent_stopped(p->agent)) p->key[place] = key; /* else it had no time to think */
    return share;
}

int pl_particles_odds(pl_particles *p, const pl_particle *w, pl_move *list, double *odds)
{
    const pl_game *g = p->game;
    int n = g->moves(&w->state, list), turn = g->turn(&w->state);
    const double *share = turn == PL_CHANCE ? NULL : answer(p, w, turn, n);
    if (turn != PL_CHANCE && !share) return 0;
    for (int i = 0; i < n; i++) odds[i] = share ? share[i] : pl_odds(g, &w->state, list[i]);
    return n;
}

/* The moves of a world that fit what was heard: PL_NOTHING where nothing was.  The seat's
 * own moves are its own affair, so that each of them is as likely as any. */
static int fitting(pl_particles *p, const pl_particle *w, int who, pl_move code, pl_move *list)
{
    const pl_game *g = p->game;
    int turn = g->turn(&w->state), own = turn == p->seat;
    int n = own ? g->moves(&w->state, list) : pl_particles_odds(p, w, list, p->odds);
    for (int i = 0; i < n; i++) {
        pl_move seen = pl_seen(g, &w->state, list[i], p->seat);
        int fits = seen == PL_NOTHING ? !own : seen == code && turn == who;
        p->odds[i] = fits ? own ? 1 : p->odds[i] : 0;
    }
    return n;
}

int pl_drawn(const double *odds, int n, double sum, pl_rng *r)
{
    double u = pl_unit(r) * sum;
    int last = 0;
    for (int i = 0; i < n; i++) {
        if (!(odds[i] > 0)) continue;
        last = i;
        if ((u -= odds[i]) < 0) break;
    }
    return last;
}

/* One ply that fits.  1: it was noticed; 0: it was not, and more may follow; -1: none
 * fits, and the world is none any more. */
static int step(pl_particles *p, pl_particle *w, int who, pl_move code, pl_rng *r)
{
    const pl_game *g = p->game;
    pl_move list[PL_MOVES_MAX];
    double sum = 0;
    int n = g->turn(&w->state) == PL_OVER ? 0 : fitting(p, w, who, code, list);
    for (int i = 0; i < n; i++) sum += p->odds[i];
    w->weight *= sum;
    if (!(sum > 0)) return -1;
    pl_move m = list[pl_drawn(p->odds, n, sum, r)];
    int noticed = pl_seen(g, &w->state, m, p->seat) != PL_NOTHING;
    pl_particle_play(w, g, m);
    return noticed;
}

/* Scale the weights so that they make n; the sum of their squares. */
static double scale(pl_particles *p)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < p->n; i++) sum += p->of[i].weight;
    for (int i = 0; sum > 0 && i < p->n; i++) {
        p->of[i].weight *= p->n / sum;
        squares += p->of[i].weight * p->of[i].weight;
    }
    return squares;
}

/* Where few worlds have nearly all the weight they are drawn anew, at even distances, as
 * many of each as it weighs. */
static void draw_anew(pl_particles *p, pl_rng *r)
{
    double so_far = 0, at = pl_unit(r);
    if (scale(p) < 2 * p->n) return;
    for (int i = 0, k = 0; k < p->n; k++, at++) {
        while (i < p->n - 1 && so_far + p->of[i].weight <= at) so_far += p->of[i++].weight;
        pl_particle_copy(&p->spare[k], &p->of[i], p->game);
        p->spare[k].weight = 1;
    }
    pl_particle *old = p->of;
    p->of = p->spare;
    p->spare = old;
}

void pl_particles_heard(pl_particles *p, int who, pl_move code, pl_rng *r)
{
    for (int i = 0; i < p->n; i++) {
        pl_particle *w = &p->of[i];
        if (!(w->weight > 0)) continue;
        while (step(p, w, who, code, r) == 0) {
        }
    }
    draw_anew(p, r);
}

int pl_particles_draw(pl_particles *p, pl_rng *r, pl_particle *out)
{
    double sum = 0;
    int i = 0;
    for (int k = 0; k < p->n; k++) sum += p->of[k].weight;
    if (!(sum > 0)) return -1;
    double u = pl_unit(r) * sum;
    for (int k = 0; k < p->n; k++) {
        if (!(p->of[k].weight > 0)) continue;
        i = k;
        if ((u -= p->of[k].weight) < 0) break;
    }
    pl_particle_copy(out, &p->of[i], p->game);
    for (int turn; (turn = p->game->turn(&out->state)) != p->seat;)
        if (turn == PL_OVER || step(p, out, PL_OVER, PL_NOTHING, r) != 0) return -1;
    return 0;
}
