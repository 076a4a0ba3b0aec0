/* backgammon.c -- plain: backgammon one ply ahead by what every beginner is told.
 *
 * A position is worth the pips that the other side is behind, and pips for what pips do not
 * tell: points that are made, rows of them, checkers alone that can be hit, checkers on the
 * bar before a closed home, stacks.  The numbers are set by hand.  It reads the game's tensor,
 * which is that of its own side: points 24 down to 1, the other side's checkers on them.
 *
 * Fact to check: it wins seven games in ten from greedy, which counts pips and shots alone.
 */
#include <math.h>
#include <string.h>

#include "agents/opinions.h"
#include "core/text.h"

enum { POINTS = 24, SPARE = 2 * POINTS * 3, BAR = SPARE + 2 * POINTS, OFF = BAR + 2, SIZE = 204 };
enum { HOME = 6, ALL = 15 };

typedef struct {
    pl_agent base;
    pl_opinions opinions;
} plain;

/* A position from one side: its own checkers and the other's, on its own points 1 to 24. */
typedef struct {
    int own[POINTS + 2], other[POINTS + 2];
    int own_bar, other_bar, own_off, other_off;
} board;

static int plain_open(pl_agent *a, pl_error *err)
{
    if (a->game->tensor && pl_tensor_size(a->game) == SIZE)
        return pl_opinions_open(&((plain *)a)->opinions, a->game, err);
    return pl_fail(err, "plain plays the backgammon of this library, not another");
}

static void plain_close(pl_agent *a)
{
    pl_opinions_close(&((plain *)a)->opinions);
}

static int count_at(const uint8_t *t, int side, int point)
{
    int i = side * POINTS + point - 1;
    return t[3 * i] + t[3 * i + 1] + t[3 * i + 2] + t[SPARE + i];
}

static void read_board(const uint8_t *t, board *b)
{
    memset(b, 0, sizeof *b);
    for (int p = 1; p <= POINTS; p++) {
        b->own[p] = count_at(t, 0, p);
        b->other[p] = count_at(t, 1, p);
    }
    b->own_bar = t[BAR];
    b->other_bar = t[BAR + 1];
    b->own_off = t[OFF];
    b->other_off = t[OFF + 1];
}

/* The pips that the other side needs more. */
static double pips_ahead(const board *b)
{
    int ahead = (POINTS + 1) * (b->other_bar - b->own_bar);
    for (int p = 1; p <= POINTS; p++) ahead += (POINTS + 1 - p) * b->other[p] - p * b->own[p];
    return ahead;
}

/* Whether the sides have yet to pass each other. */
static int meets(const board *b)
{
    int last = b->own_bar ? POINTS + 1 : POINTS, first = b->other_bar ? 0 : 1;
    while (last > 0 && last <= POINTS && !b->own[last]) last--;
    while (first <= POINTS && first > 0 && !b->other[first]) first++;
    return last > first;
}

/* How likely a checker alone is hit: by n different numbers from 1 to 6 with
 * 36 - (6-n)^2 rolls in 36, and by each sum beyond with about three. */
static double shot(const board *b, int point)
{
    int near = 0, far = 0;
    for (int by = 1; by <= 12 && by <= point; by++) {
        int there = by == point ? b->other_bar : b->other[point - by];
        near += by <= 6 && there;
        far += by > 6 && there;
    }
    return fmin((36 - (6 - near) * (6 - near) + 3 * far) / 36.0, 1);
}

/* What is made is worth most where it holds checkers back, or is held there. */
static double point_worth(int point)
{
    static const double worth[POINTS + 1] = {0, 1, 2, 4, 7, 8, 6, 6, 4, 2, 2, 2, 1,
                                             1, 1, 1, 1, 2, 4, 3, 6, 5, 3, 2, 2};
    return worth[point];
}

static double shape(const board *b)
{
    double sum = 0;
    int row = 0;
    for (int p = 1; p <= POINTS; p++) {
        int made = b->own[p] >= 2;
        row = made ? row + 1 : 0;
        if (made) sum += point_worth(p);
        if (row >= 3) sum += 2 * (row - 2);
        if (b->own[p] > 4) sum -= 1.5 * (b->own[p] - 4);
        if (b->own[p] == 1) sum -= shot(b, p) * (POINTS + 1 - p + 6);
    }
    return sum;
}

/* Entering is hard where the home is closed. */
static double bars(const board *b)
{
    int closed = 0, shut = 0;
    for (int p = 1; p <= HOME; p++) {
        closed += b->own[p] >= 2;
        shut += b->other[POINTS + 1 - p] >= 2;
    }
    return b->other_bar * (3.0 + 3 * closed) - b->own_bar * (3.0 + 3 * shut);
}

/* As a score between -1 and 1: thirty pips ahead is nearly won. */
static double worth_of(const board *b)
{
    double pips = pips_ahead(b);
    if (b->own_off == ALL) return 1;
    if (meets(b)) pips += shape(b) + bars(b);
    return tanh(pips / 60);
}

static pl_move plain_pick(pl_agent *base, const void *view)
{
    plain *a = (plain *)base;
    const pl_game *g = base->game;
    pl_opinions_begin(&a->opinions, g, view);
    for (int i = 0; i < a->opinions.n; i++) {
        uint8_t tensor[SIZE];
        board b;
        pl_state s;
        memcpy(&s, view, (size_t)g->state_size);
        g->apply(&s, a->opinions.of[i].move);
        pl_tensor(g, &s, (int)base->seat, tensor);
        read_board(tensor, &b);
        a->opinions.of[i].value = worth_of(&b);
    }
    return pl_opinions_best(&a->opinions);
}

static void plain_why(pl_agent *a, pl_reasons *out)
{
    out->of = ((plain *)a)->opinions.of;
    out->options = ((plain *)a)->opinions.n;
}

const pl_agent_type pl_plain = {
    .abi = PL_ABI,
    .size = sizeof(plain),
    .name = "plain",
    .about = "one ply ahead by pips, points, blots and bar, weighed by hand",
    .game = "backgammon",
    .open = plain_open,
    .close = plain_close,
    .pick = plain_pick,
    .why = plain_why,
};
