/* tricks.h -- a little trick-taking game for tests of the laws: two players, six cards of two suits,
 * two each, the rest asleep.  Players follow suit if they can: one that does not is void, and guesses
 * must heed that.
 *
 * Fact to check: 90 deals of two hands are possible, each dealt in four orders.
 */
#ifndef PL_TESTS_TRICKS_H
#define PL_TESTS_TRICKS_H

#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { TRICKS_CARDS = 6, TRICKS_EACH = 2, TRICKS_SUIT = 7, TRICKS_BACK = 6 };

typedef struct {
    uint8_t hand[2]; /* bit c: card c; suit c/3, the higher takes the trick */
    uint8_t asleep;
    uint8_t shown[2];  /* bit s: known to be void in suit s */
    uint8_t played[4]; /* 1 + card, in order */
    uint8_t dealt, plays, won;
    int8_t turn;
    uint8_t spare[3];
} tricks;

static void tricks_init(const pl_game *g, void *p)
{
    tricks *s = p;
    (void)g;
    s->asleep = (1 << TRICKS_CARDS) - 1;
    s->turn = PL_CHANCE;
}

static int tricks_turn(const void *p)
{
    return ((const tricks *)p)->turn;
}

/* The cards of the suit that was led, or 0. */
static unsigned tricks_led(const tricks *s)
{
    return s->plays % 2 ? (unsigned)TRICKS_SUIT << (s->played[s->plays - 1] - 1) / 3 * 3 : 0;
}

static uint64_t tricks_legal(const void *p)
{
    const tricks *s = p;
    if (s->turn == PL_CHANCE) return s->asleep;
    unsigned follow = s->hand[s->turn] & tricks_led(s);
    return follow ? follow : s->hand[s->turn];
}

static int tricks_moves(const void *p, pl_move *out)
{
    return pl_list(tricks_legal(p), out);
}

static void tricks_end(tricks *s, int follower)
{
    int lead = s->played[s->plays - 2], answer = s->played[s->plays - 1];
    int beaten = (lead - 1) / 3 == (answer - 1) / 3 && answer > lead;
    int winner = beaten ? follower : 1 - follower;
    s->won = (uint8_t)(s->won + winner);
    s->turn = (int8_t)(s->plays == 2 * TRICKS_EACH ? PL_OVER : winner);
}

static void tricks_apply(void *p, pl_move m)
{
    tricks *s = p;
    int who = s->turn;
    if (who == PL_CHANCE) {
        s->hand[s->dealt++ % 2] |= (uint8_t)(1 << m);
        s->asleep ^= (uint8_t)(1 << m);
        if (s->dealt == 2 * TRICKS_EACH) s->turn = 0;
        return;
    }
    unsigned led = tricks_led(s);
    if (led && !(led >> m & 1)) s->shown[who] |= (uint8_t)(led & 1 ? 1 : 2);
    s->hand[who] ^= (uint8_t)(1 << m);
    s->played[s->plays++] = (uint8_t)(m + 1);
    s->turn = (int8_t)(1 - who);
    if (led) tricks_end(s, who);
}

static void tricks_score(const void *p, double *out)
{
    const tricks *s = p;
    out[1] = 2 * s->won - TRICKS_EACH;
    out[0] = -out[1];
}

static int tricks_say(const void *p, pl_move m, char *buf, size_t n)
{
    (void)p;
    return m == TRICKS_BACK ? snprintf(buf, n, "?") : snprintf(buf, n, "%c%d", "ab"[m / 3], m % 3);
}

static int tricks_show(const void *p, char *buf, size_t n)
{
    const tricks *s = p;
    return snprintf(buf, n, "%x/%x %d:%d", s->hand[0], s->hand[1], s->plays, s->won);
}

static void tricks_hide(void *p, int seat)
{
    tricks *s = p;
    for (int i = 0; i < 2; i++)
        if (i != seat) s->hand[i] = 0;
    s->asleep = 0;
}

/* Cards that seat i still has in hand. */
static int tricks_left(const tricks *s, int i)
{
    int leads = s->plays % 2 && i != s->turn;
    return (s->dealt + 1 - i) / 2 - s->plays / 2 - leads;
}

/* The cards that seat does not see into out, and who may hold each: the others,
 * if they have not shown a void, or (bit 2) nobody. */
static int tricks_unseen(const tricks *s, int seat, int heed, uint8_t *out, uint32_t *may)
{
    int n = 0, gone = seat >= 0 ? s->hand[seat] : 0;
    for (int i = 0; i < s->plays; i++) gone |= 1 << (s->played[i] - 1);
    for (int c = 0; c < TRICKS_CARDS; c++) {
        if (gone >> c & 1) continue;
        out[n] = (uint8_t)c;
        may[n] = 4;
        for (int i = 0; i < 2; i++)
            if (i != seat && !(heed && s->shown[i] >> c / 3 & 1)) may[n] |= 1u << i;
        n++;
    }
    return n;
}

/* Deal what seat does not see; heed: with respect for the voids shown. */
static void tricks_fill(tricks *s, int seat, pl_rng *r, int heed)
{
    uint32_t may[TRICKS_CARDS];
    uint8_t holder[TRICKS_CARDS], card[TRICKS_CARDS];
    int want[3], n = tricks_unseen(s, seat, heed, card, may);
    for (int i = 0; i < 2; i++) want[i] = i == seat ? 0 : tricks_left(s, i);
    want[2] = n - want[0] - want[1];
    if (pl_deal(r, n, may, 3, want, holder)) return;
    for (int i = 0; i < n; i++) {
        uint8_t *to = holder[i] == 2 ? &s->asleep : &s->hand[holder[i]];
        *to |= (uint8_t)(1 << card[i]);
    }
}

static void tricks_guess(void *p, int seat, pl_rng *r)
{
    tricks_fill(p, seat, r, 1);
}

static pl_move tricks_seen(const void *p, pl_move m, int seat)
{
    const tricks *s = p;
    return s->turn == PL_CHANCE && s->dealt % 2 != seat ? TRICKS_BACK : m;
}

#define PL_FAST tricks
#include "parlor/fast.h"
const pl_game pl_tricks = {
    .abi = PL_ABI,
    .name = "tricks",
    .about = "two tricks with six cards",
    .rules = "Follow suit if you can; the higher card of the suit led takes the trick.",
    .players = 2,
    .state_size = sizeof(tricks),
    .actions = TRICKS_CARDS,
    .chances = TRICKS_CARDS,
    .max_moves = TRICKS_CARDS,
    .max_plies = 8,
    .lo = -TRICKS_EACH,
    .hi = TRICKS_EACH,
    .traits = PL_ZERO_SUM, /* no recall: a hand forgets the order it was dealt in */
    .init = tricks_init,
    .turn = tricks_turn,
    .moves = tricks_moves,
    .legal = tricks_legal,
    .apply = tricks_apply,
    .score = tricks_score,
    .say = tricks_say,
    .show = tricks_show,
    .hide = tricks_hide,
    .guess = tricks_guess,
    .seen = tricks_seen,
    PL_LOOPS(tricks),
};

#endif
