/* coin.c -- a game of one's own, outside Parlor's list, and proof that it is
 * lawful.
 *
 * A coin that shows heads seven times in ten is thrown under a cup; seat 0
 * looks and says heads or tails, seat 1 believes it or doubts it.  Whoever is
 * right gets 1 from the other: to believe the truth, or to doubt a lie, is right.
 *
 *     cc coin.c $(pkg-config --cflags --libs parlor) -o coin && ./coin
 */
#include <parlor/parlor.h>
#include <stdio.h>

typedef struct {
    uint8_t coin, said,
        answer; /* 1 heads or believed, 2 tails or doubted; 0 not yet, or not known */
    uint8_t plies;
} coin;

enum { HIDDEN = 2 };

static int coin_turn(const void *p)
{
    static const int8_t turn[] = {PL_CHANCE, 0, 1, PL_OVER};
    return turn[((const coin *)p)->plies];
}

static int coin_moves(const void *p, pl_move *out)
{
    (void)p;
    out[0] = 0;
    out[1] = 1;
    return 2;
}

static double coin_odds(const void *p, pl_move m)
{
    (void)p;
    return m == 0 ? 0.7 : 0.3;
}

static void coin_apply(void *p, pl_move m)
{
    coin *s = p;
    uint8_t *at[] = {&s->coin, &s->said, &s->answer};
    *at[s->plies++] = (uint8_t)(m + 1);
}

static void coin_score(const void *p, double *out)
{
    const coin *s = p;
    int truth = s->coin == s->said, believed = s->answer == 1;
    out[1] = truth == believed ? 1 : -1;
    out[0] = -out[1];
}

static int coin_say(const void *p, pl_move m, char *buf, size_t n)
{
    static const char *const names[2][3] = {{"heads", "tails", "?"}, {"believe", "doubt", "?"}};
    return snprintf(buf, n, "%s", names[((const coin *)p)->plies == 2][m]);
}

static int coin_show(const void *p, char *buf, size_t n)
{
    const coin *s = p;
    return snprintf(buf, n, "coin %c, said %c", "?HT"[s->coin], "-HT"[s->said]);
}

static void coin_hide(void *p, int seat)
{
    coin *s = p;
    if (seat != 0 && s->plies < 3) s->coin = 0;
}

static void coin_guess(void *p, int seat, pl_rng *r)
{
    coin *s = p;
    (void)seat;
    if (s->plies && !s->coin) s->coin = pl_unit(r) < 0.7 ? 1 : 2;
}

static pl_move coin_seen(const void *p, pl_move m, int seat)
{
    return coin_turn(p) == PL_CHANCE && seat != 0 ? HIDDEN : m;
}

#define PL_FAST coin
#include <parlor/fast.h>
const pl_game pl_coin = {
    .abi = PL_ABI,
    .name = "coin",
    .about = "a bent coin, a claim, and doubt",
    .rules = "",
    .players = 2,
    .state_size = sizeof(coin),
    .actions = 2,
    .chances = 2,
    .max_moves = 2,
    .max_plies = 3,
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_RECALL,
    .turn = coin_turn,
    .moves = coin_moves,
    .apply = coin_apply,
    .score = coin_score,
    .say = coin_say,
    .show = coin_show,
    .odds = coin_odds,
    .hide = coin_hide,
    .guess = coin_guess,
    .seen = coin_seen,
    PL_LOOPS(coin),
};

int main(void)
{
    static pl_laws_report report;
    pl_error err = {""};
    const pl_game *g = pl_make(&pl_coin, "", &err);
    int broken = g ? pl_laws(g, &(pl_laws_options){.seed = 1}, &report, &err) : -1;
    pl_close(g);
    if (broken < 0) return fprintf(stderr, "%s\n", err.text), 1;
    if (broken) return printf("%s: %s\n%s\n", report.broken, report.detail, report.line), 1;
    printf("Lawful, over %lld random plies and a tree of %d nodes.\n", (long long)report.plies,
           (int)report.nodes);
    return 0;
}
