/* block_dominoes.h -- the rules of block, draw and all fives once more, as plain as they
 * are in words: what the fast ones must agree with.
 *
 * An arm is a list of tiles, from the middle out, each with the number that was joined
 * and the one that is open.  Fact to check: the 28 tiles have 168 pips.
 */
#ifndef PL_TESTS_BLOCK_DOMINOES_H
#define PL_TESTS_BLOCK_DOMINOES_H

#include "tests/games/twin.h"

typedef struct {
    int from, to;
} piece;

typedef struct {
    int players, variant, tiles, each, winner_leads, leave, target, hands;
    int where[28]; /* a seat, -1 the boneyard, -2 laid */
    piece arm[4][28], first;
    int length[4], laid;
    int spinner_arm, spinner_at; /* which arm, how far out; -1 the first tile; -2 none */
    int dealt, turn, passes, drawing, lots, settling, over, points[4];
} naive;

static void naive_tile(int tile, int *a, int *b)
{
    for (*b = 0; tile > *b; ++*b) tile -= *b + 1;
    *a = tile;
}

static void naive_begin(naive *s)
{
    for (int t = 0; t < 28; t++) s->where[t] = t < s->tiles ? -1 : -2;
    memset(s->length, 0, sizeof s->length);
    s->laid = s->dealt = s->passes = s->drawing = s->settling = 0;
    s->spinner_at = -2;
}

static int naive_count(const naive *s, int where)
{
    int n = 0;
    for (int t = 0; t < s->tiles; t++) n += s->where[t] == where;
    return n;
}

/* What is open on arm e, -1 if nothing; and how: a plain number, a double that counts
 * twice, or a side of the spinner that does not count yet. */
enum { PLAIN, TWIN, BARE };
typedef struct {
    int value, how;
} opening;

/* An end of the first tile, with nothing on it. */
static opening naive_first_end(const naive *s, int e)
{
    int value = e ? s->first.to : s->first.from;
    if (s->variant != 2 || s->first.from != s->first.to) return (opening){value, PLAIN};
    return (opening){value, e == 1 && !s->length[0] ? BARE : TWIN};
}

static opening naive_end(const naive *s, int e)
{
    const opening none = {-1, PLAIN};
    if (!s->laid) return none;
    if (s->length[e]) {
        piece p = s->arm[e][s->length[e] - 1];
        return (opening){p.to, p.from == p.to && s->variant == 2 ? TWIN : PLAIN};
    }
    if (e < 2) return naive_first_end(s, e);
    if (s->variant != 2 || s->spinner_at == -2) return none;
    if (s->spinner_at == -1)
        return s->length[0] && s->length[1] ? (opening){s->first.to, BARE} : none;
    if (s->length[s->spinner_arm] == s->spinner_at + 1) return none;
    return (opening){s->arm[s->spinner_arm][s->spinner_at].to, BARE};
}

/* Of arms that are alike only the first is named; of a spinner alone, the right. */
static int naive_fits(const naive *s, int tile, int e)
{
    int a, b;
    opening here = naive_end(s, e);
    naive_tile(tile, &a, &b);
    if (here.value != a && here.value != b) return 0;
    if (e == 0 && here.how == TWIN && s->laid == 1) return 0;
    for (int k = 0; k < e; k++) {
        opening other = naive_end(s, k);
        if (other.value == here.value && other.how == here.how) return 0;
    }
    return 1;
}

static int naive_turn(const void *p)
{
    const naive *s = p;
    if (s->over) return PL_OVER;
    if (s->lots || s->settling || s->drawing || s->dealt < s->each * s->players) return PL_CHANCE;
    return !s->laid && !s->winner_leads ? PL_CHANCE : s->turn;
}

static int naive_opening(const naive *s)
{
    int best = -1, best_rank = -1;
    for (int t = 0; t < s->tiles; t++) {
        int a, b;
        if (s->where[t] < 0) continue;
        naive_tile(t, &a, &b);
        int rank = a == b ? 10000 + a : 100 * (a + b) + b;
        if (rank > best_rank) best = t;
        if (rank > best_rank) best_rank = rank;
    }
    return best;
}

static int naive_moves(const void *p, pl_move *out)
{
    const naive *s = p;
    int n = 0, dealing = s->dealt < s->each * s->players;
    if (s->lots) {
        for (int i = 0; i < s->players; i++) out[n++] = i;
        return n;
    }
    if (s->settling) {
        out[0] = 0;
        return 1;
    }
    for (int t = 0; t < s->tiles && (dealing || s->drawing); t++)
        if (s->where[t] == -1) out[n++] = t;
    if (n) return n;
    if (!s->laid && !s->winner_leads) {
        out[0] = naive_opening(s);
        return 1;
    }
    for (int e = 0; e < 4; e++)
        for (int t = 0; t < s->tiles; t++)
            if (s->where[t] == s->turn && (s->laid ? naive_fits(s, t, e) : e == 0))
                out[n++] = 32 * e + t;
    if (!n) out[n++] = s->variant && naive_count(s, -1) > s->leave ? 29 : 28;
    return n;
}

static void naive_settle(naive *s)
{
    int left[4] = {0}, all = 0, best = -1, a, b, most = 0;
    for (int t = 0; t < s->tiles; t++) {
        if (s->where[t] < 0) continue;
        naive_tile(t, &a, &b);
        left[s->where[t]] += a + b;
        all += a + b;
    }
    for (int i = 0; i < s->players; i++) {
        int alone = 1;
        for (int k = 0; k < s->players; k++) alone &= k == i || left[k] > left[i];
        if (alone) best = i;
    }
    for (int i = 0; i < s->players; i++)
        if (!naive_count(s, i)) best = i;
    if (best >= 0) {
        int won = all - 2 * left[best];
        s->points[best] += s->variant == 2 ? (int)(floor(won / 5.0 + 0.5) * 5) : won;
    }
    for (int i = 0; i < s->players; i++) most = s->points[i] > most ? s->points[i] : most;
    s->over = --s->hands == 0 || most >= s->target;
    naive_begin(s);
    s->turn = s->winner_leads && best >= 0 ? best : 0;
    s->lots = s->winner_leads && best < 0;
}

static void naive_lay(naive *s, int tile, int e)
{
    int a, b, sum = 0;
    naive_tile(tile, &a, &b);
    s->where[tile] = -2;
    if (!s->laid) {
        s->first = (piece){a, b};
        if (a == b) s->spinner_at = -1;
    } else {
        int open = naive_end(s, e).value;
        s->arm[e][s->length[e]++] = (piece){open, a + b - open};
        if (a == b && s->spinner_at == -2) {
            s->spinner_arm = e;
            s->spinner_at = s->length[e] - 1;
        }
    }
    s->laid++;
    s->passes = 0;
    for (int k = 0; k < 4; k++) {
        opening end = naive_end(s, k);
        if (end.value > 0 && end.how != BARE) sum += end.how == TWIN ? 2 * end.value : end.value;
    }
    if (s->variant == 2 && sum % 5 == 0) s->points[s->turn] += sum;
    if (!naive_count(s, s->turn)) s->settling = 1;
    else s->turn = (s->turn + 1) % s->players;
}

static void naive_play(void *p, pl_move m, const char *name)
{
    naive *s = p;
    (void)name;
    if (s->lots) {
        s->turn = m;
        s->lots = 0;
    } else if (s->settling) {
        naive_settle(s);
    } else if (s->dealt < s->each * s->players) {
        s->where[m] = (s->turn + s->dealt++) % s->players;
    } else if (s->drawing) {
        s->where[m] = s->turn;
        s->drawing = 0;
    } else if (!s->laid && !s->winner_leads) {
        s->turn = s->where[m];
        naive_lay(s, m, 0);
    } else if (m == 29) {
        s->drawing = 1;
    } else if (m == 28) {
        s->turn = (s->turn + 1) % s->players;
        s->settling = ++s->passes == s->players;
    } else {
        naive_lay(s, m % 32, m / 32);
    }
}

static void naive_score(const void *p, double *out)
{
    const naive *s = p;
    double all = 0;
    for (int i = 0; i < s->players; i++) all += s->points[i];
    for (int i = 0; i < s->players; i++)
        out[i] = s->points[i] - (all - s->points[i]) / (s->players - 1);
}

static const twin naive_rules = {.size = sizeof(naive),
                                 .turn = naive_turn,
                                 .moves = naive_moves,
                                 .play = naive_play,
                                 .score = naive_score};

#endif
