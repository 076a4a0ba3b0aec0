/* secrets.c -- the laws of hide, guess and seen in one position, for every
 * seat and for a spectator. */
#include <string.h>

#include "laws/laws_private.h"

enum { FILL_A = 0xa5, FILL_B = 0x3c };
enum { LINGER = 24 }; /* moves whose codes are looked at in one position; below PL_LINGER */

int pl_check_view(pl_check *c, const void *s, int seat, void *view)
{
    pl_box a, b;
    void *x = pl_box_put(&a, s, c->size, FILL_A), *y = pl_box_put(&b, s, c->size, FILL_B);
    if (c->game->hide) {
        c->game->hide(x, seat);
        c->game->hide(y, seat);
    }
    memcpy(view, x, c->size);
    return !c->game->hide ||
           (pl_holds(c, LAW_INSIDE,
                     pl_box_whole(&a, c->size, FILL_A) && pl_box_whole(&b, c->size, FILL_B),
                     "hide wrote outside the state") &&
            pl_holds(c, LAW_HIDE, !memcmp(x, y, c->size),
                     "hide gave %s two different views of the same bytes", pl_seat_name(seat)));
}

int pl_check_guess(pl_check *c, const void *view, int seat, void *world)
{
    pl_box box;
    pl_state back;
    void *x = pl_box_put(&box, view, c->size, FILL_A);
    c->game->guess(x, seat, &c->rng);
    memcpy(world, x, c->size);
    if (!pl_holds(c, LAW_INSIDE, pl_box_whole(&box, c->size, FILL_A),
                  "guess wrote outside the state"))
        return 0;
    return pl_check_view(c, world, seat, &back) &&
           pl_holds(c, LAW_GUESS_FITS, !memcmp(&back, view, c->size),
                    "a guess of %s's view hides to another view", pl_seat_name(seat));
}

/* Look at another state through every hook that could remember it. */
static void look_elsewhere(const pl_check *c, int seat)
{
    const pl_game *g = c->game;
    pl_state s, view;
    pl_move list[PL_MOVES_MAX];
    pl_start(g, &s);
    if (g->turn(&s) != PL_OVER && g->moves(&s, list) > 0) g->apply(&s, list[0]);
    pl_view(g, &s, seat, &view);
}

/* The same view and the same stream, whatever else was looked at between. */
static int guess_is_blind(pl_check *c, const void *view, int seat, void *world)
{
    pl_rng same = c->rng;
    pl_box box;
    if (!pl_check_guess(c, view, seat, world)) return 0;
    look_elsewhere(c, seat);
    void *x = pl_box_put(&box, view, c->size, FILL_B);
    c->game->guess(x, seat, &same);
    return pl_holds(c, LAW_GUESS_BLIND, !memcmp(x, world, c->size),
                    "the same view of %s and the same random numbers gave another guess "
                    "after other states were looked at",
                    pl_seat_name(seat));
}

static int same_moves(const pl_check *c, const pl_place *p, const void *view)
{
    pl_move list[PL_MOVES_MAX + PL_GUARD];
    return c->game->moves(view, list) == p->n &&
           !memcmp(list, p->move, (size_t)p->n * sizeof *list);
}

static int same_scores(const pl_check *c, const void *s, const void *view)
{
    double truth[PL_SEATS_MAX], known[PL_SEATS_MAX];
    c->game->score(s, truth);
    c->game->score(view, known);
    for (int i = 0; i < c->game->players; i++)
        if (truth[i] != known[i]) return 0;
    return 1;
}

static int view_holds(pl_check *c, const pl_place *p, int seat, const void *view)
{
    pl_state twice;
    if (!pl_holds(c, LAW_TURN_KNOWN, c->game->turn(view) == p->turn,
                  "it is the turn of %s, but the view of %s says %s", pl_seat_name(p->turn),
                  pl_seat_name(seat), pl_seat_name(c->game->turn(view))))
        return 0;
    return pl_check_view(c, view, seat, &twice) &&
           pl_holds(c, LAW_HIDE_TWICE, !memcmp(&twice, view, c->size),
                    "hiding from %s twice is not hiding once", pl_seat_name(seat)) &&
           (p->turn != seat || pl_holds(c, LAW_OWN_MOVES, same_moves(c, p, view),
                                        "%s's own moves differ in its view", pl_seat_name(seat))) &&
           (p->turn != PL_OVER ||
            pl_holds(c, LAW_SCORES_KNOWN, same_scores(c, p->state, view),
                     "the final scores differ in %s's view", pl_seat_name(seat)));
}

static int guess_holds(pl_check *c, const pl_place *p, int seat, const void *world)
{
    return pl_holds(c, LAW_TURN_KNOWN, c->game->turn(world) == p->turn,
                    "a guess of %s has another turn", pl_seat_name(seat)) &&
           (p->turn != seat ||
            pl_holds(c, LAW_OWN_MOVES, same_moves(c, p, world),
                     "%s's own moves differ in its guess", pl_seat_name(seat))) &&
           (pl_below(&c->rng, c->game->players + 1) ||
            pl_holds(c, LAW_GUESS_PLAYABLE, pl_check_play_out(c, world, c->game->max_plies),
                     "a guess of %s cannot be played to an end by the rules", pl_seat_name(seat)));
}

/* What a seat notices of some of the moves of a position, and where it leads. */
typedef struct {
    int n;
    pl_move move[LINGER], code[LINGER];
    int over[LINGER];
    unsigned char *next; /* the views that follow */
} noticed;

static void notice(const pl_check *c, const void *s, const pl_move *move, int n, int seat,
                   noticed *out)
{
    int step = (n + LINGER - 1) / LINGER;
    out->n = 0;
    for (int i = 0; i < n; i += step) {
        pl_state t;
        int k = out->n++;
        out->move[k] = move[i];
        out->code[k] = pl_seen(c->game, s, move[i], seat);
        memcpy(&t, s, c->size);
        c->game->apply(&t, move[i]);
        out->over[k] = c->game->turn(&t) == PL_OVER;
        if (c->game->hide) c->game->hide(&t, seat);
        memcpy(out->next + (size_t)k * c->size, &t, c->size);
    }
}

static int spelt(const pl_check *c, const void *view, pl_move code)
{
    char name[4 * PL_NAME_MAX] = "";
    int n = pl_say(c->game, view, code, name, sizeof name);
    return n > 0 && n < PL_NAME_MAX && pl_one_word(name);
}

static int code_holds(pl_check *c, const pl_place *p, int seat, const void *view, const noticed *w,
                      int k)
{
    const pl_game *g = c->game;
    pl_move m = w->move[k], code = w->code[k];
    int least = g->actions > g->chances ? g->actions : g->chances;
    return pl_holds(c, LAW_CODE_RANGE, code == m || code == PL_NOTHING || code >= least,
                    "%s notices %d of move %d; codes are that move, or %d and above",
                    pl_seat_name(seat), (int)code, (int)m, least) &&
           (p->turn != seat ||
            pl_holds(c, LAW_CODE_OWN, code != PL_NOTHING, "%s does not notice its own move %d",
                     pl_seat_name(seat), (int)m)) &&
           (code != PL_NOTHING ||
            pl_holds(c, LAW_CODE_NOTHING,
                     !w->over[k] && !memcmp(w->next + (size_t)k * c->size, view, c->size),
                     "%s notices nothing of move %d, yet its view changes", pl_seat_name(seat),
                     (int)m)) &&
           (code < least ||
            pl_holds(c, LAW_CODE_SPELT, spelt(c, view, code), "code %d that %s notices has no name",
                     (int)code, pl_seat_name(seat)));
}

/* Two positions with one view: equal codes must lead to equal views. */
static int pairs_hold(pl_check *c, int seat, const noticed *a, const noticed *b)
{
    for (int i = 0; i < a->n; i++) {
        for (int k = 0; k < b->n; k++) {
            const unsigned char *x = a->next + (size_t)i * c->size;
            const unsigned char *y = b->next + (size_t)k * c->size;
            if (a->code[i] != b->code[k] || a->over[i] || b->over[k]) continue;
            if (!pl_holds(c, LAW_PAIR, !memcmp(x, y, c->size),
                          "%s has one view and notices %d, but two views can follow",
                          pl_seat_name(seat), (int)a->code[i]))
                return 0;
        }
    }
    return 1;
}

static int codes_hold(pl_check *c, const pl_place *p, int seat, const void *view, const void *world)
{
    noticed here = {.next = c->after}, there = {.next = c->after + PL_LINGER * c->size};
    pl_move list[PL_MOVES_MAX + PL_GUARD];
    if (!p->n) return 1;
    notice(c, p->state, p->move, p->n, seat, &here);
    for (int k = 0; k < here.n; k++) {
        c->next = here.move[k];
        if (!code_holds(c, p, seat, view, &here, k)) return 0;
    }
    c->next = PL_ILLEGAL;
    if (!pairs_hold(c, seat, &here, &here)) return 0;
    if (!world) return 1;
    notice(c, world, list, c->game->moves(world, list), seat, &there);
    return pairs_hold(c, seat, &here, &there);
}

/* Guesses may be dear, so along random play a seat makes one now and then. */
static int seat_holds(pl_check *c, const pl_place *p, int seat)
{
    pl_state view, world;
    int guesses = c->game->guess && (c->node >= 0 || !pl_below(&c->rng, 3));
    return pl_check_view(c, p->state, seat, &view) && view_holds(c, p, seat, &view) &&
           (!guesses ||
            (guess_is_blind(c, &view, seat, &world) && guess_holds(c, p, seat, &world))) &&
           codes_hold(c, p, seat, &view, guesses ? &world : NULL);
}

int pl_check_secrets(pl_check *c, const pl_place *p)
{
    if (!c->game->hide) return 1;
    for (int seat = 0; seat < c->game->players; seat++)
        if (!seat_holds(c, p, seat)) return 0;
    return seat_holds(c, p, PL_PUBLIC);
}
