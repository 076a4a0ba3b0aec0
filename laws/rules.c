/* rules.c -- the laws of facts, turns, moves, chance and scores.
 *
 * Everything else leans on these, so they are tried first, in every position
 * that the checker ever meets.
 */
#include <math.h>
#include <string.h>

#include "core/scores.h"
#include "laws/laws_private.h"

enum { FILL_A = 0xa5, FILL_B = 0x3c };
enum { SENTINEL = INT32_MIN + 7 }; /* a move that no game has */

void *pl_box_put(pl_box *b, const void *s, size_t size, int fill)
{
    memset(b->raw, fill, PL_GUARD);
    memcpy(b->raw + PL_GUARD, s, size);
    memset(b->raw + PL_GUARD + size, fill, PL_GUARD);
    return b->raw + PL_GUARD;
}

/* All n bytes are the same as the first, and that is fill. */
static int filled(const unsigned char *b, size_t n, int fill)
{
    return b[0] == fill && !memcmp(b, b + 1, n - 1);
}

int pl_box_whole(const pl_box *b, size_t size, int fill)
{
    return filled(b->raw, PL_GUARD, fill) && filled(b->raw + PL_GUARD + size, PL_GUARD, fill);
}

static int sizes_in_range(const pl_game *g)
{
    return g->abi >= 1 && g->abi <= PL_ABI && g->players >= 2 && g->players <= PL_SEATS_MAX &&
           g->state_size >= 1 && g->state_size <= PL_STATE_MAX && g->actions >= 1 &&
           g->chances >= 0 && g->max_moves >= 1 && g->max_moves <= PL_MOVES_MAX &&
           g->max_plies >= 1;
}

static int hooks_there(const pl_game *g)
{
    if (!g->turn || !g->moves || !g->apply || !g->score || !g->say || !g->show) return 0;
    return g->hide || (!g->guess && !g->seen);
}

static int lower_case(const char *name)
{
    return name && name[0] && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")];
}

static int parameter_sane(const pl_param *p, double arg)
{
    return lower_case(p->name) && p->help && p->lo <= p->normal && p->normal <= p->hi &&
           p->lo <= arg && arg <= p->hi && arg == floor(arg);
}

static int parameters_sane(const pl_game *g)
{
    int i = 0;
    for (; g->params && i < PL_PARAMS_MAX && g->params[i].name; i++)
        if (!parameter_sane(&g->params[i], g->arg[i])) return 0;
    return i < PL_PARAMS_MAX || !g->params[i].name;
}

static int parts_sane(const pl_game *g)
{
    double size = 0;
    for (int i = 0; i < PL_PARTS_MAX && g->parts[i].name; i++) {
        double part = 1;
        for (int k = 0; k < 3 && g->parts[i].dim[k]; k++) part *= g->parts[i].dim[k];
        if (part < 1 || g->parts[i].unit < 0 || g->parts[i].unit > 255) return 0;
        size += part;
    }
    return !g->tensor || (size >= 1 && size <= 1 << 24);
}

int pl_check_facts(pl_check *c)
{
    const pl_game *g = c->game;
    return pl_holds(c, LAW_FACTS, sizes_in_range(g),
                    "abi %d, %d players, %d bytes, %d actions, %d chances, at most %d moves and "
                    "%d plies: one of these is out of range",
                    (int)g->abi, (int)g->players, (int)g->state_size, (int)g->actions,
                    (int)g->chances, (int)g->max_moves, (int)g->max_plies) &&
           pl_holds(c, LAW_FACTS, hooks_there(g),
                    "a rule is missing, or guess or seen is there without hide") &&
           pl_holds(c, LAW_FACTS, lower_case(g->name) && g->about && g->rules,
                    "the name is not lower case, or about or rules is missing") &&
           pl_holds(c, LAW_FACTS, isfinite(g->lo) && isfinite(g->hi) && g->lo <= g->hi,
                    "scores are bounded by %g..%g", g->lo, g->hi) &&
           pl_holds(c, LAW_FACTS, !g->wide || pl_mask_words(g) <= PL_WIDE_MAX,
                    "wide has room for %d actions, not %d", 64 * PL_WIDE_MAX, (int)g->actions) &&
           pl_holds(c, LAW_FACTS, !g->legal || (g->actions <= 64 && g->chances <= 64),
                    "legal needs at most 64 actions and chances, not %d and %d", (int)g->actions,
                    (int)g->chances) &&
           pl_holds(c, LAW_FACTS, parameters_sane(g), "a parameter or its value is out of range") &&
           pl_holds(c, LAW_FACTS, parts_sane(g), "a part of the tensor has an impossible shape");
}

int pl_check_start(pl_check *c, void *s)
{
    const pl_game *g = c->game;
    static const pl_state zero;
    pl_box a, b;
    void *x = pl_box_put(&a, &zero, c->size, FILL_A), *y = pl_box_put(&b, &zero, c->size, FILL_B);
    if (g->init) g->init(g, x);
    if (g->init) g->init(g, y);
    memcpy(s, x, c->size);
    return pl_holds(c, LAW_INSIDE,
                    pl_box_whole(&a, c->size, FILL_A) && pl_box_whole(&b, c->size, FILL_B),
                    "init wrote outside the state") &&
           pl_holds(c, LAW_START, !memcmp(x, y, c->size), "init gave two different starts");
}

/* The legal moves into p, with a look at what was written past the bound. */
static int list_moves(pl_check *c, const void *s, pl_place *p)
{
    const pl_game *g = c->game;
    int clean = 1;
    for (int i = 0; i < PL_GUARD; i++) p->move[g->max_moves + i] = SENTINEL;
    p->n = p->turn == PL_OVER ? 0 : g->moves(s, p->move);
    for (int i = 0; i < PL_GUARD; i++) clean &= p->move[g->max_moves + i] == SENTINEL;
    return pl_holds(c, LAW_MOVES_BOUND, clean, "moves wrote more than max_moves (%d)",
                    (int)g->max_moves) &&
           pl_holds(c, LAW_MOVES_BOUND, p->n <= g->max_moves && (p->n >= 1 || p->turn == PL_OVER),
                    "there are %d moves; 1..%d are possible before the end", p->n,
                    (int)g->max_moves);
}

static int has_twins(const pl_place *p)
{
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < i; k++)
            if (p->move[i] == p->move[k]) return 1;
    return 0;
}

static int moves_in_order(pl_check *c, const pl_place *p)
{
    int end = p->turn == PL_CHANCE ? c->game->chances : c->game->actions;
    int ascending = 1;
    for (int i = 0; i < p->n; i++) {
        if (!pl_holds(c, LAW_MOVES_RANGE, p->move[i] >= 0 && p->move[i] < end,
                      "move %d is listed; 0..%d are possible", (int)p->move[i], end - 1))
            return 0;
        ascending &= i == 0 || p->move[i - 1] < p->move[i];
    }
    return pl_holds(c, LAW_MOVES_UNIQUE, ascending || !has_twins(p), "a move is listed twice") &&
           pl_holds(c, LAW_MOVES_ASCENDING, ascending, "the moves are not in ascending order");
}

static int moves_repeat(pl_check *c, const void *s, const pl_place *p)
{
    pl_place again;
    again.turn = c->game->turn(s);
    if (!pl_holds(c, LAW_MOVES_SAME, again.turn == p->turn,
                  "turn said %d and then %d of the same bytes", p->turn, again.turn))
        return 0;
    if (!list_moves(c, s, &again)) return 0;
    return pl_holds(c, LAW_MOVES_SAME,
                    again.n == p->n && !memcmp(again.move, p->move, (size_t)p->n * sizeof *p->move),
                    "moves listed two different sets for the same bytes");
}

static int legal_agrees(pl_check *c, const void *s, const pl_place *p)
{
    uint64_t mask = 0;
    if (!c->game->legal || !p->n) return 1;
    for (int i = 0; i < p->n; i++) mask |= (uint64_t)1 << p->move[i];
    return pl_holds(c, LAW_LEGAL, c->game->legal(s) == mask,
                    "legal gives the bits %llx, moves gives %llx",
                    (unsigned long long)c->game->legal(s), (unsigned long long)mask);
}

/* wide, likewise, for a seat's moves; the words after the last are watched. */
static int wide_agrees(pl_check *c, const void *s, const pl_place *p)
{
    uint64_t mask[PL_WIDE_MAX + 1] = {0}, wide[PL_WIDE_MAX + 1];
    size_t words = (size_t)pl_mask_words(c->game);
    if (!c->game->wide || !p->n || p->turn < 0) return 1;
    for (int i = 0; i < p->n; i++) mask[p->move[i] / 64] |= (uint64_t)1 << p->move[i] % 64;
    memset(wide, 0xa5, sizeof wide);
    mask[words] = wide[words];
    c->game->wide(s, wide);
    return pl_holds(c, LAW_LEGAL, !memcmp(mask, wide, (words + 1) * sizeof *mask),
                    "wide gives other bits than moves, or more words than %d", (int)words);
}

static int odds_add_up(pl_check *c, const void *s, const pl_place *p)
{
    double sum = 0;
    if (p->turn != PL_CHANCE || !c->game->odds) return 1;
    for (int i = 0; i < p->n; i++) {
        double odds = c->game->odds(s, p->move[i]);
        if (!pl_holds(c, LAW_ODDS, odds > 0 && odds <= 1 + 1e-9, "outcome %d has odds %g",
                      (int)p->move[i], odds))
            return 0;
        sum += odds;
    }
    return pl_holds(c, LAW_ODDS, fabs(sum - 1) < 1e-9, "the odds add up to %.12g", sum);
}

static int scores_hold(pl_check *c, const void *s, const pl_place *p)
{
    const pl_game *g = c->game;
    double out[PL_SEATS_MAX + PL_GUARD], sum = 0;
    if (p->turn != PL_OVER) return 1;
    for (int i = 0; i < PL_SEATS_MAX + PL_GUARD; i++) out[i] = NAN;
    g->score(s, out);
    for (int i = 0; i < g->players; i++) {
        if (!pl_holds(c, LAW_SCORE_RANGE, out[i] >= g->lo && out[i] <= g->hi,
                      "seat %d scores %g; %g..%g are declared", i, out[i], g->lo, g->hi))
            return 0;
        sum += out[i];
    }
    for (int i = g->players; i < PL_SEATS_MAX + PL_GUARD; i++)
        if (!pl_holds(c, LAW_INSIDE, isnan(out[i]), "score wrote past the last seat")) return 0;
    return !(g->traits & PL_ZERO_SUM) ||
           pl_holds(c, LAW_ZERO_SUM, pl_scores_cancel(out, g->players),
                    "the scores add up to %.12g", sum);
}

int pl_check_place(pl_check *c, const void *s, pl_place *p)
{
    pl_box box, other;
    const void *x = pl_box_put(&box, s, c->size, FILL_A);
    const void *y = pl_box_put(&other, s, c->size, FILL_B);
    p->state = s;
    p->turn = c->game->turn(x);
    if (!pl_holds(c, LAW_TURN,
                  p->turn == PL_CHANCE || p->turn == PL_OVER ||
                      (p->turn >= 0 && p->turn < c->game->players),
                  "turn says %d; there are %d seats", p->turn, (int)c->game->players))
        return 0;
    return list_moves(c, x, p) && moves_in_order(c, p) && moves_repeat(c, y, p) &&
           legal_agrees(c, x, p) && wide_agrees(c, x, p) && odds_add_up(c, x, p) &&
           scores_hold(c, x, p) &&
           pl_holds(c, LAW_READ_ONLY, !memcmp(x, s, c->size) && pl_box_whole(&box, c->size, FILL_A),
                    "a rule that only reads has changed the state");
}

int pl_check_play(pl_check *c, const void *s, pl_move m, void *out)
{
    pl_box a, b;
    void *x = pl_box_put(&a, s, c->size, FILL_A), *y = pl_box_put(&b, s, c->size, FILL_B);
    c->next = m;
    c->game->apply(x, m);
    c->game->apply(y, m);
    int ok = pl_holds(c, LAW_INSIDE,
                      pl_box_whole(&a, c->size, FILL_A) && pl_box_whole(&b, c->size, FILL_B),
                      "apply wrote outside the state on move %d", (int)m) &&
             pl_holds(c, LAW_APPLY, !memcmp(x, y, c->size),
                      "move %d led from the same bytes to different ones", (int)m);
    c->next = PL_ILLEGAL;
    memcpy(out, x, c->size);
    return ok;
}

/* Moves once forward, remembered by what they led to, and once backward. */
static int apply_again(pl_check *c, const pl_place *p)
{
    pl_box box;
    int step = (p->n + PL_LINGER - 1) / PL_LINGER, k = 0;
    for (int i = 0; i < p->n; i += step, k++) {
        void *x = pl_box_put(&box, p->state, c->size, FILL_A);
        c->game->apply(x, p->move[i]);
        memcpy(c->after + (size_t)k * c->size, x, c->size);
    }
    for (int i = (k - 1) * step; i >= 0; i -= step) {
        void *x = pl_box_put(&box, p->state, c->size, FILL_B);
        c->next = p->move[i];
        c->game->apply(x, p->move[i]);
        k--;
        if (!pl_holds(c, LAW_APPLY, !memcmp(x, c->after + (size_t)k * c->size, c->size),
                      "move %d led elsewhere after other moves were tried", (int)p->move[i]))
            return 0;
        c->next = PL_ILLEGAL;
    }
    return 1;
}

/* The place of m among the legal moves, or -1. */
static int place_of(const pl_place *p, pl_move m)
{
    for (int i = 0; i < p->n; i++)
        if (p->move[i] == m) return i;
    return -1;
}

static int roll_fits(pl_check *c, const pl_place *p)
{
    int count[PL_MOVES_MAX] = {0}, draws = p->n > 20 ? 50 * p->n : 1000;
    double odds[PL_MOVES_MAX];
    if (p->turn != PL_CHANCE || !c->game->roll || pl_below(&c->rng, 16)) return 1;
    for (int k = 0; k < draws; k++) {
        pl_move m = c->game->roll(p->state, &c->rng);
        int i = place_of(p, m);
        if (!pl_holds(c, LAW_ROLL, i >= 0, "roll drew %d, which is not legal", (int)m)) return 0;
        count[i]++;
    }
    for (int i = 0; i < p->n; i++)
        odds[i] = c->game->odds ? c->game->odds(p->state, p->move[i]) : 1.0 / p->n;
    int fits = pl_fits(count, odds, p->n, draws);
    return fits < 0 || pl_holds(c, LAW_ROLL, fits, "%d draws of roll do not fit the odds", draws);
}

int pl_check_again(pl_check *c, const pl_place *p)
{
    return p->turn == PL_OVER || (apply_again(c, p) && roll_fits(c, p));
}

pl_move pl_check_draw(pl_check *c, const pl_place *p)
{
    int i = 0;
    if (p->turn != PL_CHANCE || !c->game->odds) return p->move[pl_below(&c->rng, p->n)];
    double u = pl_unit(&c->rng);
    while (i < p->n - 1 && (u -= c->game->odds(p->state, p->move[i])) >= 0) i++;
    return p->move[i];
}

/* The laws that break on the way are those of an impossible guess. */
int pl_check_play_out(pl_check *c, const void *s, int plies)
{
    const pl_game *g = c->game;
    pl_state t;
    memcpy(&t, s, c->size);
    for (;; plies--) {
        pl_place p;
        p.turn = g->turn(&t);
        if (p.turn == PL_OVER) return 1;
        if (plies == 0 || p.turn < PL_CHANCE || p.turn >= g->players) return 0;
        p.state = &t;
        p.n = g->moves(&t, p.move);
        if (p.n < 1 || p.n > g->max_moves) return 0;
        pl_move m = pl_check_draw(c, &p);
        if (m < 0 || m >= (p.turn == PL_CHANCE ? g->chances : g->actions)) return 0;
        g->apply(&t, m);
    }
}
