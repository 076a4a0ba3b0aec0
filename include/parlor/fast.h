/* fast.h -- stamps out a game's inner loops with its own rules inlined.
 *
 * A game file ends with
 *
 *     #define PL_FAST kuhn // the state's type is kuhn, the table is pl_kuhn
 *     #include "parlor/fast.h"
 *     const pl_game pl_kuhn = { ..., PL_LOOPS(kuhn) };
 *
 * The rules are read from the const table, which the compiler can see: it folds
 * the pointers to direct calls, and tests for a missing (NULL) hook vanish.
 * Facts that depend on parameters come from the instance, g.  A file with two
 * kinds of state includes this twice; PL_FAST_STATE and PL_FAST_TABLE name type
 * and (already declared) table where they are not called after PL_FAST.  Where rules keep books
 * that serve views alone, PL_FAST_FORGET(s) closes those of a state which is only to be played to
 * its end.  Where one game is played to its end quicker without its books, PL_FAST_FINISH(s, r)
 * does so, by the same draws, and is how many plies it took; of s only turn and score are right then.
 *
 * Two games are played at a time, a move each in turn: while one waits for its
 * own last move, the processor works on the other.
 */
#ifdef __cplusplus
#error "parlor/fast.h is for game files in C"
#endif
#ifndef PL_FAST
#error "define PL_FAST, the game's name, before including parlor/fast.h"
#endif
#include <string.h>

#include "parlor/game.h"

#ifndef PL_LOOPS
#define PL_LOOPS(name)                                                                             \
    .rollout = name##_rollout, .perft = name##_perft, .step = name##_step, .look = name##_look
#define PL_GUESSED 4096.0 /* what a value at the horizon is kept from the best score by */
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
#define PL_LANES 2
#if defined(__GNUC__)
#define PL_HOT __attribute__((flatten))
#else
#define PL_HOT
#endif
#endif

/* gcc, with all of a game in sight, warns of paths that its rules rule out: a
 * turn of chance where there is none, more seats than players. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define FN(f) PL_JOIN(PL_FAST, f)
#ifndef PL_FAST_STATE
#define PL_FAST_STATE PL_FAST
#endif
#ifndef PL_FAST_TABLE
#define PL_FAST_TABLE PL_JOIN(pl_, PL_FAST)
extern const pl_game PL_FAST_TABLE;
#endif
#ifndef PL_FAST_SIZE
#define PL_FAST_SIZE sizeof(PL_FAST_STATE)
#endif
#define G PL_FAST_TABLE
#define T PL_FAST_STATE

static inline pl_move FN(_draw)(const pl_game *g, const void *s, pl_rng *r)
{
    pl_move m[PL_MOVES_MAX];
    int n = G.moves(s, m), i = 0;
    double u = pl_unit(r);
    (void)g;
    while (i < n - 1 && (u -= G.odds(s, m[i])) >= 0) i++;
    return m[i];
}

static inline pl_move FN(_wide_any)(const pl_game *g, const void *s, pl_rng *r)
{
    uint64_t mask[PL_WIDE_MAX];
    int words = (g->actions + 63) / 64, n = 0, i = 0;
    G.wide(s, mask);
    for (int k = 0; k < words; k++) n += pl_count(mask[k]);
    int k = pl_below(r, n);
    for (int here; k >= (here = pl_count(mask[i])); i++) k -= here;
    return 64 * i + pl_nth(mask[i], k);
}

static inline pl_move FN(_any)(const pl_game *g, const void *s, int turn, pl_rng *r)
{
    (void)g;
    if (G.roll && turn == PL_CHANCE) return G.roll(s, r);
    if (G.odds && turn == PL_CHANCE) return FN(_draw)(g, s, r);
    if (G.legal) {
        uint64_t m = G.legal(s);
        return pl_nth(m, pl_below(r, pl_count(m)));
    }
    if (G.wide && turn != PL_CHANCE) return FN(_wide_any)(g, s, r);
    pl_move m[PL_MOVES_MAX];
    return m[pl_below(r, G.moves(s, m))];
}

static inline void FN(_tally)(const pl_game *g, const void *s, double *sum)
{
    double out[PL_SEATS_MAX];
    G.score(s, out);
    for (int i = 0; i < g->players; i++) sum[i] += out[i];
}

static inline int64_t FN(_finish)(const pl_game *g, void *s, pl_rng *r, double *sum)
{
#ifdef PL_FAST_FINISH
    int64_t plies = PL_FAST_FINISH(s, r);
#else
    int64_t plies = 0;
    for (int t; (t = G.turn(s)) != PL_OVER; plies++) G.apply(s, FN(_any)(g, s, t, r));
#endif
    FN(_tally)(g, s, sum);
    return plies;
}

PL_HOT static int64_t FN(_rollout)(const pl_game *g, const void *from, int games, pl_rng *rng,
                                   double *sum)
{
    T lane[PL_LANES], start;
    double total[PL_SEATS_MAX] = {0};
    pl_rng r = *rng;
    int64_t plies = 0;
    int left = games, begun = 0; /* games still to be counted; lanes in use */
    memcpy(&start, from, PL_FAST_SIZE);
#ifdef PL_FAST_FORGET
    PL_FAST_FORGET(&start);
#endif
    if (left >= PL_LANES && G.turn(&start) != PL_OVER) {
        for (; begun < PL_LANES; begun++) memcpy(&lane[begun], &start, PL_FAST_SIZE);
        while (left >= 2 * PL_LANES) {
            for (int k = 0; k < PL_LANES; k++) {
                T *s = &lane[k];
                G.apply(s, FN(_any)(g, s, G.turn(s), &r));
                if (G.turn(s) != PL_OVER) continue;
                FN(_tally)(g, s, total);
                memcpy(s, &start, PL_FAST_SIZE);
                left--;
            }
            plies += PL_LANES;
        }
    }
    /* Every game begun is finished and counted, else long ones would be rare. */
    for (int k = 0; k < left; k++) {
        T *s = &lane[k < begun ? k : 0];
        if (k >= begun) memcpy(s, &start, PL_FAST_SIZE);
        plies += FN(_finish)(g, s, &r, total);
    }
    for (int i = 0; i < g->players; i++) sum[i] += total[i];
    *rng = r;
    return plies;
}

PL_HOT static uint64_t FN(_perft)(const pl_game *g, const void *s, int depth)
{
    uint64_t sum = 0;
    T next;
    if (depth <= 0) return 1;
    if (G.turn(s) == PL_OVER) return 0;
    if (G.legal) {
        uint64_t m = G.legal(s);
        if (depth == 1) return (uint64_t)pl_count(m);
        for (; m; m &= m - 1) {
            memcpy(&next, s, PL_FAST_SIZE);
            G.apply(&next, pl_lowest(m));
            sum += FN(_perft)(g, &next, depth - 1);
        }
        return sum;
    }
    pl_move m[PL_MOVES_MAX];
    int n = G.moves(s, m);
    if (depth == 1) return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        memcpy(&next, s, PL_FAST_SIZE);
        G.apply(&next, m[i]);
        sum += FN(_perft)(g, &next, depth - 1);
    }
    return sum;
}

/* What the horizon is worth to seat. */
static inline double FN(_horizon)(const pl_game *g, const void *s, int seat, pl_look *look)
{
    double most = look->top - PL_GUESSED;
    look->cut = 1;
    if (look->blind || !g->value) return 0;
    double worth = g->value(s, seat) * look->scale;
    return worth > most ? most : worth < -most ? -most : worth;
}

static double FN(_best)(const pl_game *g, const void *s, int seat, int left, double alpha,
                        double beta, pl_look *look);

/* What move m of seat is worth to it, with so many plies left. */
static inline double FN(_try)(const pl_game *g, const void *s, pl_move m, int seat, int left,
                              double alpha, double beta, pl_look *look)
{
    T next;
    if (look->nodes >= look->check && !look->more(look)) {
        look->stopped = 1;
        return 0;
    }
    look->nodes++;
    memcpy(&next, s, PL_FAST_SIZE);
    G.apply(&next, m);
    int turn = G.turn(&next), plies = look->depth - left + 1;
    if (turn == PL_OVER) {
        double out[PL_SEATS_MAX];
        G.score(&next, out);
        return pl_far(out[seat] * look->scale, plies);
    }
    if (left == 1) return pl_far(FN(_horizon)(g, &next, seat, look), plies);
    if (turn == seat) return FN(_best)(g, &next, seat, left - 1, alpha, beta, look);
    return -FN(_best)(g, &next, turn, left - 1, -beta, -alpha, look);
}

/* The moves as a list: what refuted the last time comes first. */
static inline void FN(_killer_first)(pl_move *m, int n, uint64_t killer)
{
    for (int i = 1; i < n; i++)
        if ((uint64_t)m[i] == killer) {
            m[i] = m[0];
            m[0] = (pl_move)killer;
        }
}

/* The best of the moves in s.  No win comes sooner than with the next move. */
PL_HOT static double FN(_best)(const pl_game *g, const void *s, int seat, int left, double alpha,
                               double beta, pl_look *look)
{
    double best = -2 * look->top, most = look->top - (look->depth - left + 1);
    if (beta > most) beta = most;
    if (alpha >= beta) return most;
    if (G.legal) {
        for (uint64_t m = G.legal(s); m && !look->stopped;) {
            uint64_t first = m & look->killer[left], bit = first ? first : m & (0 - m);
            double worth = FN(_try)(g, s, pl_lowest(bit), seat, left, alpha, beta, look);
            m ^= bit;
            if (worth <= best) continue;
            best = worth;
            if (worth > alpha) alpha = worth;
            if (worth < beta) continue;
            look->killer[left] = bit;
            break;
        }
        return best;
    }
    pl_move m[PL_MOVES_MAX];
    int n = G.moves(s, m);
    FN(_killer_first)(m, n, look->killer[left]);
    for (int i = 0; i < n && !look->stopped; i++) {
        double worth = FN(_try)(g, s, m[i], seat, left, alpha, beta, look);
        if (worth <= best) continue;
        best = worth;
        if (worth > alpha) alpha = worth;
        if (worth < beta) continue;
        look->killer[left] = (uint64_t)m[i];
        break;
    }
    return best;
}

PL_HOT static double FN(_look)(const pl_game *g, const void *s, pl_look *look)
{
    if (G.hide) return 0; /* nobody asks, and the compiler leaves out the rest */
    return FN(_best)(g, s, G.turn(s), look->depth, look->alpha, look->beta, look);
}

static inline int FN(_accepts)(const pl_game *g, const void *s, pl_move a)
{
    if (a < 0 || a >= g->actions) return 0;
    if (G.legal) return (int)(G.legal(s) >> a & 1);
    if (G.wide) {
        uint64_t mask[PL_WIDE_MAX];
        G.wide(s, mask);
        return (int)(mask[a / 64] >> a % 64 & 1);
    }
    pl_move m[PL_MOVES_MAX];
    for (int i = 0, n = G.moves(s, m); i < n; i++)
        if (m[i] == a) return 1;
    return 0;
}

static inline void FN(_mask)(const pl_game *g, const void *s, int turn, uint64_t *out)
{
    if (G.legal) {
        *out = turn < 0 ? 0 : G.legal(s);
        return;
    }
    if (G.wide && turn >= 0) {
        G.wide(s, out);
        return;
    }
    pl_move m[PL_MOVES_MAX];
    int n = turn < 0 ? 0 : G.moves(s, m);
    memset(out, 0, ((size_t)g->actions + 63) / 64 * sizeof *out);
    for (int i = 0; i < n; i++) out[m[i] / 64] |= (uint64_t)1 << m[i] % 64;
}

static inline int FN(_chance)(const pl_game *g, void *s, pl_rng *r)
{
    int t;
    while ((t = G.turn(s)) == PL_CHANCE) G.apply(s, FN(_any)(g, s, t, r));
    return t;
}

/* One step of every game in the batch; what is over begins again. */
PL_HOT static void FN(_step)(pl_batch *b)
{
    const pl_batch in = *b;
    const pl_game *g = in.game;
    size_t players = (size_t)g->players, words = ((size_t)g->actions + 63) / 64;
    size_t tensor = in.tensor ? (size_t)pl_tensor_size(g) : 0;
    for (size_t i = 0; i < (size_t)in.n; i++) {
        T s, view;
        uint8_t done = PL_WENT_ON;
        float *reward = in.reward ? in.reward + i * players : NULL;
        unsigned char *home = (unsigned char *)in.state + i * PL_FAST_SIZE;
        pl_move a = in.action[i];
        memcpy(&s, home, PL_FAST_SIZE);
        for (size_t k = 0; reward && k < players; k++) reward[k] = 0;
        if (FN(_accepts)(g, &s, a)) G.apply(&s, a);
        else done = PL_REFUSED;
        int t = FN(_chance)(g, &s, &in.rng[i]);
        if (t == PL_OVER) {
            double out[PL_SEATS_MAX];
            G.score(&s, out);
            for (size_t k = 0; reward && k < players; k++) reward[k] = (float)out[k];
            done = PL_ENDED;
            memcpy(&s, in.start, PL_FAST_SIZE);
            t = FN(_chance)(g, &s, &in.rng[i]);
        }
        memcpy(home, &s, PL_FAST_SIZE);
        if (in.done) in.done[i] = done;
        if (in.seat) in.seat[i] = (int8_t)t;
        if (in.legal) FN(_mask)(g, &s, t, in.legal + i * words);
        if (!in.view && !tensor) continue;
        memcpy(&view, &s, PL_FAST_SIZE);
        if (G.hide) G.hide(&view, t);
        if (in.view) memcpy((unsigned char *)in.view + i * PL_FAST_SIZE, &view, PL_FAST_SIZE);
        if (!tensor) continue;
        if (G.tensor && t >= 0) G.tensor(&view, t, in.tensor + i * tensor);
        else pl_tensor(g, &view, t, in.tensor + i * tensor);
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#undef FN
#undef G
#undef T
#undef PL_FAST
#undef PL_FAST_STATE
#undef PL_FAST_TABLE
#undef PL_FAST_SIZE
#undef PL_FAST_FORGET
#undef PL_FAST_FINISH
