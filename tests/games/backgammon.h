/* backgammon.h -- positions of backgammon on arrays, for its tests. */
#ifndef PL_TESTS_BACKGAMMON_H
#define PL_TESTS_BACKGAMMON_H

#include <stdlib.h>

#include "tests/support/played.h"

enum { BAR = 25, PLACES = 26 };

/* A position on arrays: [seat][place], each as the seat counts, 0 borne off. */
typedef struct {
    uint8_t at[2][PLACES];
} board;

static inline board read_board(const pl_game *g, const void *s)
{
    board b;
    char text[1024];
    char *next = text;
    assert_in_range(g->json(s, text, sizeof text), 1, sizeof text - 1);
    for (int i = 0; i < 2 * PLACES; i++) {
        next += strcspn(next, "0123456789");
        b.at[i / PLACES][i % PLACES] = (uint8_t)strtol(next, &next, 10);
    }
    return b;
}

/* The state as games/backgammon.c has it, to set up positions by hand. */
typedef struct {
    uint32_t plane[2][4];
    uint16_t left;
    int8_t turn, won;
    uint8_t who, high, low, top;
} layout;

static inline void set_up(const pl_game *g, const board *b, int who, int high, int low, void *s)
{
    layout x;
    assert_int_equal(g->state_size, sizeof x);
    pl_start(g, s);
    memcpy(&x, s, sizeof x);
    memset(x.plane, 0, sizeof x.plane);
    for (int seat = 0; seat < 2; seat++)
        for (int place = 0; place < PLACES; place++)
            for (int i = 0; i < 4; i++)
                x.plane[seat][i] |= (uint32_t)(b->at[seat][place] >> i & 1) << place;
    x.who = (uint8_t)who;
    x.turn = (int8_t)(high ? who : PL_CHANCE);
    x.high = (uint8_t)high;
    x.low = (uint8_t)low;
    memcpy(s, &x, sizeof x);
    board back = read_board(g, s);
    assert_memory_equal(&back, b, sizeof back);
}

/* "24:2 13:5 bar:1 off:3"; what is missing to fifteen is borne off. */
static inline void read_side(const char *text, uint8_t *at)
{
    int total = 0;
    memset(at, 0, PLACES);
    for (; *text; text += strspn(text, " ")) {
        char *end;
        int place = !strncmp(text, "bar", 3) ? BAR : (int)strtol(text, NULL, 10);
        at[place] = (uint8_t)strtol(strchr(text, ':') + 1, &end, 10);
        total += at[place];
        text = end;
    }
    at[0] = (uint8_t)(15 - total);
}

static inline board board_of(const char *x, const char *o)
{
    board b;
    read_side(x, b.at[0]);
    read_side(o, b.at[1]);
    return b;
}

/* The dice of a state, from its JSON. */
static inline void read_dice(const pl_game *g, const void *s, int *high, int *low)
{
    char text[1024];
    g->json(s, text, sizeof text);
    assert_int_equal(sscanf(strstr(text, "\"dice\":"), "\"dice\":[%d,%d]", high, low), 2);
}

/* Checkers thrown onto the board, here close to home and there all over it;
 * with many or few left, some on the bar. */
static inline board thrown(pl_rng *r)
{
    board b = {{{0}}};
    for (int seat = 0; seat < 2; seat++) {
        int reach = pl_below(r, 2) ? 6 + pl_below(r, 3) : 24, n = 1 + pl_below(r, 15);
        b.at[seat][0] = (uint8_t)(15 - n);
        while (n) {
            int place = pl_below(r, 30) ? 1 + pl_below(r, reach) : BAR;
            if (place < BAR && b.at[1 - seat][25 - place]) continue;
            b.at[seat][place]++;
            n--;
        }
    }
    return b;
}

#endif
