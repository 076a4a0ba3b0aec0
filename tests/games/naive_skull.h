/* naive_skull.h -- a second Skull, for the tests: cards in arrays, moves by name,
 * written down from the rules without a bit in it.
 *
 * It carries, for each seat, the exact weights of all that could lie hidden to
 * the others, ply by ply as the contract states them.
 */
#ifndef PL_TESTS_NAIVE_SKULL_H
#define PL_TESTS_NAIVE_SKULL_H

#include "tests/games/twin.h"

enum { SEATS = 6, CARDS = 7, SKULLS = 2, STACKS = 1 << CARDS };

typedef enum { NAIVE_PLACE, NAIVE_BID, NAIVE_FLIP, NAIVE_LOSE, NAIVE_HEIR, NAIVE_OVER } naive_step;

/* The weights of what a seat may own and have laid, to anybody else: skulls
 * owned, then the stack, its first card the lowest bit. */
typedef struct {
    double weight[SKULLS + 1][STACKS];
} naive_belief;

typedef struct {
    int players, points_to_win, limit, heir_is_named, lite;
    int roses[SEATS], skulls[SEATS]; /* owned */
    char stack[SEATS][CARDS + 1];    /* 'r' and 's', bottom first */
    int up[SEATS], points[SEATS], passed[SEATS];
    int turn, bid, bidder, met, unlucky,
        rounds; /* met: roses turned up; unlucky: seat of the skull */
    naive_step step;
    naive_belief belief[SEATS];
} naive;

static int owns(const naive *t, int i)
{
    return t->roses[i] + t->skulls[i];
}

static int height(const naive *t, int i)
{
    return (int)strlen(t->stack[i]);
}

static int laid_of(const naive *t, int i, char card)
{
    int n = 0;
    for (const char *c = t->stack[i]; *c; c++) n += *c == card;
    return n;
}

static int on_table(const naive *t)
{
    int n = 0;
    for (int i = 0; i < t->players; i++) n += height(t, i);
    return n;
}

static int players_left(const naive *t)
{
    int n = 0;
    for (int i = 0; i < t->players; i++) n += owns(t, i) > 0;
    return n;
}

static int next_player(const naive *t, int i)
{
    do i = (i + 1) % t->players;
    while (!owns(t, i) || t->passed[i]);
    return i;
}

static void naive_start(naive *t, int players, int roses, int skulls, int points)
{
    *t = (naive){.players = players, .points_to_win = points, .heir_is_named = 1};
    for (int i = 0; i < players; i++) {
        t->roses[i] = roses;
        t->skulls[i] = skulls;
        t->belief[i].weight[skulls][0] = 1;
    }
}

/* What the others make of a card that seat i laid, its height still as before. */
static void belief_lays(naive *t, int i)
{
    naive_belief before = t->belief[i];
    int h = height(t, i), all = owns(t, i);
    memset(&t->belief[i], 0, sizeof t->belief[i]);
    for (int k = 0; k <= SKULLS; k++) {
        for (int stack = 0; stack < 1 << h; stack++) {
            int down = 0;
            for (int c = 0; c < h; c++) down += stack >> c & 1;
            int skulls = k - down, roses = all - k - (h - down);
            double w = before.weight[k][stack], each = skulls > 0 && roses > 0 ? 0.5 : 1;
            if (w > 0 && roses > 0) t->belief[i].weight[k][stack] += w * each;
            if (w > 0 && skulls > 0) t->belief[i].weight[k][stack + (1 << h)] += w * each;
        }
    }
}

/* What they make of card c from the bottom, turned up. */
static void belief_sees(naive *t, int i, int c)
{
    int is_skull = t->stack[i][c] == 's';
    for (int k = 0; k <= SKULLS; k++)
        for (int stack = 0; stack < STACKS; stack++)
            if ((stack >> c & 1) != is_skull) t->belief[i].weight[k][stack] = 0;
}

static void belief_clears(naive *t, int i)
{
    for (int k = 0; k <= SKULLS; k++) {
        double sum = 0;
        for (int stack = 0; stack < STACKS; stack++) sum += t->belief[i].weight[k][stack];
        memset(t->belief[i].weight[k], 0, sizeof t->belief[i].weight[k]);
        t->belief[i].weight[k][0] = sum;
    }
}

/* What they make of a card lost, while it is still owned. */
static void belief_loses(naive *t, int i, int by_choice)
{
    double all = owns(t, i);
    for (int k = 0; k <= SKULLS; k++) {
        double w = t->belief[i].weight[k][0], skull = k / all;
        if (by_choice && k > 0 && k < all) skull = 0.5;
        if (w == 0) continue;
        t->belief[i].weight[k][0] -= w * skull;
        if (k) t->belief[i].weight[k - 1][0] += w * skull;
    }
}

static void naive_new_round(naive *t, int first)
{
    for (int i = 0; i < t->players; i++) {
        t->stack[i][0] = 0;
        t->up[i] = t->passed[i] = 0;
    }
    t->bid = t->bidder = t->met = 0;
    t->turn = first;
    t->step = NAIVE_PLACE;
}

static void naive_won(naive *t)
{
    t->points[t->bidder]++;
    t->rounds++;
    if (t->points[t->bidder] == t->points_to_win || t->rounds == t->limit) {
        t->step = NAIVE_OVER;
        return;
    }
    for (int i = 0; i < t->players; i++) belief_clears(t, i);
    naive_new_round(t, t->bidder);
}

static void naive_failed(naive *t, int whose)
{
    t->rounds++;
    t->unlucky = whose;
    t->step = t->rounds == t->limit ? NAIVE_OVER : NAIVE_LOSE;
    if (t->step == NAIVE_OVER) t->roses[t->bidder]--; /* which card is all one now */
}

/* Turn up the top card of seat i that is still down. */
static void naive_turn(naive *t, int i)
{
    int c = height(t, i) - 1 - t->up[i]++;
    belief_sees(t, i, c);
    if (t->stack[i][c] == 's') naive_failed(t, i);
    else if (++t->met == t->bid) naive_won(t);
}

static void naive_challenge(naive *t)
{
    int me = t->turn = t->bidder;
    t->step = NAIVE_FLIP;
    while (t->step == NAIVE_FLIP && t->up[me] < height(t, me)) naive_turn(t, me);
    while (t->lite && t->step == NAIVE_FLIP) naive_turn(t, !me);
}

static void naive_lose(naive *t, const char *card)
{
    int me = t->bidder, own = t->unlucky == me;
    for (int i = 0; i < t->players; i++) belief_clears(t, i);
    belief_loses(t, me, own);
    if (!strcmp(card, "lose-skull")) t->skulls[me]--;
    else t->roses[me]--;
    naive_new_round(t, owns(t, me) ? me : t->unlucky);
    if (players_left(t) == 1) t->step = NAIVE_OVER;
    else if (!owns(t, me) && own && t->heir_is_named) t->step = NAIVE_HEIR;
    else if (!owns(t, me) && own) t->turn = next_player(t, me);
}

static void naive_bid(naive *t, const char *name)
{
    if (!strcmp(name, "pass")) {
        t->passed[t->turn] = 1;
    } else {
        t->bid = atoi(name);
        t->bidder = t->turn;
    }
    t->step = NAIVE_BID;
    t->turn = next_player(t, t->turn);
    if (t->turn == t->bidder || t->bid == on_table(t)) naive_challenge(t);
}

static void naive_play(void *p, pl_move m, const char *name)
{
    naive *t = p;
    int me = t->turn, h = height(t, me);
    (void)m;
    if (!strncmp(name, "lose", 4)) {
        naive_lose(t, name);
    } else if (!strncmp(name, "flip", 4)) {
        naive_turn(t, name[4] - '0');
    } else if (!strncmp(name, "start", 5)) {
        naive_new_round(t, name[5] - '0');
    } else if (*name == 'r' || *name == 's') {
        belief_lays(t, me);
        t->stack[me][h] = *name;
        t->stack[me][h + 1] = 0;
        t->turn = next_player(t, me);
    } else {
        naive_bid(t, name);
    }
}

static void naive_names(const void *p, char *out)
{
    const naive *t = p;
    int me = t->turn;
    *out = 0;
    if (t->step == NAIVE_PLACE && laid_of(t, me, 'r') < t->roses[me]) strcat(out, "rose ");
    if (t->step == NAIVE_PLACE && laid_of(t, me, 's') < t->skulls[me]) strcat(out, "skull ");
    if (t->step == NAIVE_LOSE && t->roses[me]) strcat(out, "lose-rose ");
    if (t->step == NAIVE_LOSE && t->skulls[me]) strcat(out, "lose-skull ");
    if (t->step == NAIVE_BID) strcat(out, "pass ");
    for (int i = 0; i < t->players; i++) {
        if (t->step == NAIVE_FLIP && t->up[i] < height(t, i))
            sprintf(out + strlen(out), "flip%d ", i);
        if (t->step == NAIVE_HEIR && owns(t, i)) sprintf(out + strlen(out), "start%d ", i);
    }
    int may_bid = t->step == NAIVE_BID || (t->step == NAIVE_PLACE && height(t, me) > 0);
    for (int b = t->bid + 1; may_bid && b <= on_table(t); b++) sprintf(out + strlen(out), "%d ", b);
}

static int naive_turn_of(const void *p)
{
    const naive *t = p;
    if (t->step == NAIVE_OVER) return PL_OVER;
    return t->step == NAIVE_LOSE && t->unlucky != t->bidder ? PL_CHANCE : t->turn;
}

/* Whether a is ahead of b: points, then cards, and nobody without cards. */
static int ahead(const naive *t, int a, int b)
{
    if (!owns(t, a) || !owns(t, b)) return owns(t, a) > 0 && !owns(t, b);
    if (t->points[a] != t->points[b]) return t->points[a] > t->points[b];
    return owns(t, a) > owns(t, b);
}

static void naive_score(const void *p, double *out)
{
    const naive *t = p;
    int best[SEATS], winners = 0;
    for (int i = 0; i < t->players; i++) {
        best[i] = 1;
        for (int k = 0; k < t->players; k++) best[i] &= !ahead(t, k, i);
        winners += best[i];
    }
    for (int i = 0; i < t->players; i++) {
        out[i] = best[i] ? 1.0 / winners : -1.0 / (t->players - winners);
        if (winners == t->players) out[i] = 0;
    }
}

#endif
