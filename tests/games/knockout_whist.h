/* knockout_whist.h -- the rules of knockout whist once more, card by card in arrays, as plain as
 * they are in words: what the fast ones must agree with.
 *
 * Fact to check: each of 52 cards is somewhere, in a hand, in the stock or gone.
 */
#ifndef PL_TESTS_KNOCKOUT_WHIST_H
#define PL_TESTS_KNOCKOUT_WHIST_H

#include "tests/games/twin.h"

enum { PACK = 52, STOCK = -1, GONE = -2 };

typedef struct {
    int players, cards, chooser_leads;
    int where[PACK]; /* a seat, STOCK or GONE */
    int real[PACK];  /* is in the pack */
    int out[7], won[7];
    int seat[7], card[7], laid; /* this trick, in order */
    int dealt, dealer, chooser, cutting, over, trump, next;
} naive;

static int naive_next(const naive *s, int seat)
{
    do seat = (seat + 1) % s->players;
    while (s->out[seat]);
    return seat;
}

static int naive_in(const naive *s)
{
    int n = 0;
    for (int i = 0; i < s->players; i++) n += !s->out[i];
    return n;
}

static void naive_shuffle(naive *s)
{
    for (int c = 0; c < PACK; c++) s->where[c] = s->real[c] ? STOCK : GONE;
    for (int i = 0; i < 7; i++) s->won[i] = 0;
    s->dealt = s->laid = 0;
    s->trump = -1;
    s->dealer = naive_next(s, s->dealer);
    s->next = naive_next(s, s->dealer);
}

static void naive_start(naive *s, int players, int cards, int high, int colours, int chooser_leads)
{
    memset(s, 0, sizeof *s);
    s->players = players;
    s->cards = cards;
    s->chooser_leads = chooser_leads;
    for (int c = 0; c < PACK; c++) s->real[c] = c / 13 < colours && c % 13 >= 13 - high;
    s->chooser = -1;
    s->dealer = players - 2;
    naive_shuffle(s);
}

static int naive_turn(const void *p)
{
    const naive *s = p;
    if (s->over) return PL_OVER;
    if (s->cutting || s->dealt < s->cards * naive_in(s)) return PL_CHANCE;
    if (s->trump < 0) return s->chooser < 0 ? PL_CHANCE : s->chooser;
    return s->next;
}

static int naive_most(const naive *s)
{
    int most = 0;
    for (int i = 0; i < s->players; i++)
        if (s->won[i] > most) most = s->won[i];
    return most;
}

static int naive_moves(const void *p, pl_move *out)
{
    const naive *s = p;
    int n = 0, turn = naive_turn(s), follow = 0;
    if (s->cutting) {
        for (int i = 0; i < s->players; i++)
            if (s->won[i] == naive_most(s)) out[n++] = i;
        return n;
    }
    if (turn >= 0 && s->trump < 0) {
        for (int k = 0; k < 4; k++)
            if (s->real[13 * k + 12]) out[n++] = PACK + k;
        return n;
    }
    int from = turn == PL_CHANCE ? STOCK : turn;
    for (int c = 0; c < PACK; c++)
        follow |= turn >= 0 && s->laid && s->where[c] == turn && c / 13 == s->card[0] / 13;
    for (int c = 0; c < PACK; c++)
        if (s->where[c] == from && (!follow || c / 13 == s->card[0] / 13)) out[n++] = c;
    return n;
}

static int naive_winner(const naive *s)
{
    int best = 0;
    for (int i = 1; i < s->laid; i++) {
        int a = s->card[i], b = s->card[best];
        if (a / 13 == b / 13 ? a > b : a / 13 == s->trump) best = i;
    }
    return s->seat[best];
}

static void naive_next_deal(naive *s, int chooser)
{
    s->chooser = chooser;
    s->cutting = 0;
    s->cards--;
    naive_shuffle(s);
}

static void naive_end_deal(naive *s)
{
    int chooser = -1, ties = 0;
    for (int i = 0; i < s->players; i++) {
        s->out[i] = !s->won[i];
        if (s->won[i] != naive_most(s)) continue;
        chooser = i;
        ties++;
    }
    if (naive_in(s) == 1) s->over = 1;
    else if (ties > 1) s->cutting = 1;
    else naive_next_deal(s, chooser);
}

static void naive_lay(naive *s, int card)
{
    int tricks = 0;
    s->where[card] = GONE;
    s->seat[s->laid] = s->next;
    s->card[s->laid++] = card;
    s->next = naive_next(s, s->next);
    if (s->laid < naive_in(s)) return;
    s->next = naive_winner(s);
    s->won[s->next]++;
    s->laid = 0;
    for (int i = 0; i < s->players; i++) tricks += s->won[i];
    if (tricks == s->cards) naive_end_deal(s);
}

static void naive_play(void *p, pl_move m, const char *name)
{
    naive *s = p;
    (void)name;
    if (s->cutting) {
        naive_next_deal(s, m);
    } else if (s->dealt < s->cards * naive_in(s)) {
        s->where[m] = s->next;
        s->next = naive_next(s, s->next);
        s->dealt++;
    } else if (s->trump >= 0) {
        naive_lay(s, m);
    } else {
        if (m < PACK) s->where[m] = GONE; /* turned up */
        s->trump = m < PACK ? m / 13 : m - PACK;
        s->next = m >= PACK && s->chooser_leads ? s->chooser : naive_next(s, s->dealer);
    }
}

static void naive_score(const void *p, double *out)
{
    const naive *s = p;
    for (int i = 0; i < s->players; i++) out[i] = s->out[i] ? -1 : s->players - 1;
}

static const twin naive_rules = {.size = sizeof(naive),
                                 .turn = naive_turn,
                                 .moves = naive_moves,
                                 .play = naive_play,
                                 .score = naive_score};

#endif
