/* plackett_luce.c -- ratings from games of several (Luce, 1959; Plackett, 1975).
 *
 * The winner is drawn with chances in proportion to strength, then the second from
 * who is left, and so on; so if each waits for an exponential time of rate strength,
 * they come in in the order of their places.  Of those who share a place nobody knows
 * the order, and the chance that the tied T come before the rest is that of all their
 * orders together,
 *
 *     integral of r e^(-rt) product over T of (1 - e^(-st)) dt,
 *
 * s being strengths and r the sum of the rest's.  It is taken by steps of equal ratio of
 * t, which is as good as exact.  All of it is log-concave (Prekopa, 1973), so Newton's
 * method finds the top; the information is Louis's (1982), with t for what is missing.
 *
 * Fact to check: with two agents a game and no draws it is Bradley and Terry's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stats/climb.h"
#include "core/text.h"

#define STEP 0.4 /* of log t */

typedef struct {
    const pl_rankings *games;
    int32_t agents;
    int32_t *order;   /* agents of each game, from the best */
    uint8_t *tied;    /* beside it: how many more share the place, from there on */
    double *strength; /* agents: where value() was asked last, */
    double *matrix;   /* and the information there */
    /* Where each game stands for several, by batches: how many of each, games x batches; their sums; and
     * beside order, each game's own slope and information of its agents. */
    const double *count;
    int32_t batches;
    double *times, *slopes, *diagonals;
} model;

/* A place of a game: its first `tied` share it, the others come later. */
typedef struct {
    const int32_t *who;
    int n, tied;
    double s[PL_SEATS_MAX]; /* strengths */
    double rest;            /* of those who come later, together */
    double value, slope[PL_SEATS_MAX], information[PL_SEATS_MAX][PL_SEATS_MAX];
} place;

/* One agent has the place: it was drawn from all. */
static void draw_one(place *p)
{
    double total = p->s[0] + p->rest;
    p->value = log(p->s[0] / total);
    for (int i = 0; i < p->n; i++) {
        p->slope[i] = (i == 0) - p->s[i] / total;
        for (int j = 0; j < p->n; j++)
            p->information[i][j] = ((i == j) - p->s[j] / total) * p->s[i] / total;
    }
}

/* At time t: what the integrand, times t, is there, and the slope of its logarithm by each
 * strength's; second gets the second slopes of those that share the place. */
static double at_time(const place *p, double t, double *slope, double *second)
{
    double value = p->rest * t * exp(-p->rest * t);
    for (int i = 0; i < p->n; i++) {
        double x = p->s[i] * t;
        slope[i] = p->s[i] / p->rest - x;
        if (i >= p->tied) continue;
        double u = -expm1(-x);
        value *= u;
        slope[i] = x * (1 - u) / u; /* x / (e^x - 1) */
        second[i] = slope[i] * (1 - slope[i] - x);
    }
    return value;
}

/* Several have it: the integral, and its slopes as means over t. */
static void draw_several(place *p)
{
    double most = p->rest, total = 0, slope[PL_SEATS_MAX], second[PL_SEATS_MAX];
    for (int i = 0; i < p->tied; i++) most = fmax(most, p->s[i]);
    for (double t = 1e-4 / most; t * p->rest < 45; t *= exp(STEP)) {
        double f = at_time(p, t, slope, second);
        total += f;
        for (int i = 0; i < p->n; i++) {
            p->slope[i] += f * slope[i];
            p->information[i][i] -= f * (i < p->tied ? second[i] : slope[i]);
            for (int j = 0; j <= i; j++) p->information[i][j] -= f * slope[i] * slope[j];
        }
    }
    p->value = log(total * STEP);
    for (int i = 0; i < p->n; i++) p->slope[i] /= total;
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j <= i; j++) {
            double x = p->information[i][j] / total + p->slope[i] * p->slope[j];
            if (j >= p->tied) x += p->s[i] * p->s[j] / (p->rest * p->rest);
            p->information[i][j] = p->information[j][i] = x;
        }
}

/* The place of a game that begins at order[at]; returns who has it, or 0 if it is the last,
 * which nothing is left to say of. */
static int take_place(const model *m, int64_t at, int64_t end, place *p)
{
    memset(p, 0, sizeof *p);
    p->who = m->order + at;
    p->n = (int)(end - at);
    p->tied = m->tied[at] + 1;
    if (p->tied == p->n) return 0;
    for (int i = 0; i < p->n; i++) {
        p->s[i] = m->strength[p->who[i]];
        if (i >= p->tied) p->rest += p->s[i];
    }
    if (p->tied == 1) draw_one(p);
    else draw_several(p);
    return p->tied;
}

/* What place p, which begins at order[at], adds to the slope and the information of all games. */
static void add_place(model *m, const place *p, int64_t at, double times, double *slope)
{
    size_t n = (size_t)m->agents;
    for (int i = 0; i < p->n; i++) {
        double *row = m->matrix + (size_t)p->who[i] * n;
        slope[p->who[i]] += times * p->slope[i];
        for (int j = 0; j < p->n; j++) row[p->who[j]] += times * p->information[i][j];
        if (!m->slopes) continue;
        m->slopes[at + i] += p->slope[i];
        m->diagonals[at + i] += p->information[i][i];
    }
}

static double pl_value(void *with, const double *x, double *slope, double *diagonal)
{
    model *m = with;
    size_t n = (size_t)m->agents, seats = (size_t)m->games->begin[m->games->games];
    double value = 0;
    place p;
    memset(slope, 0, n * sizeof *slope);
    memset(m->matrix, 0, n * n * sizeof *m->matrix);
    if (m->slopes) memset(m->slopes, 0, 2 * seats * sizeof *m->slopes);
    for (size_t i = 0; i < n; i++) m->strength[i] = exp(x[i]);
    for (int64_t g = 0; g < m->games->games; g++) {
        int64_t at = m->games->begin[g], end = m->games->begin[g + 1];
        double times = m->times ? m->times[g] : 1;
        for (int had; (had = take_place(m, at, end, &p)); at += had) {
            value += times * p.value;
            add_place(m, &p, at, times, slope);
        }
    }
    for (size_t i = 0; i < n; i++) diagonal[i] = m->matrix[i * n + i];
    return value;
}

/* Each game is looked at once, for the first batch. */
static void luce_batch(void *with, int32_t b, const double *x, double *slope, double *diagonal)
{
    model *m = with;
    if (b == 0) pl_value(m, x, slope, diagonal);
    for (int32_t i = 0; i < m->agents; i++) slope[i] = diagonal[i] = 0;
    for (int64_t g = 0; g < m->games->games; g++) {
        double times = m->count[g * m->batches + b];
        for (int64_t k = m->games->begin[g]; times > 0 && k < m->games->begin[g + 1]; k++) {
            slope[m->order[k]] += times * m->slopes[k];
            diagonal[m->order[k]] += times * m->diagonals[k];
        }
    }
}

static void times_information(void *with, const double *v, double *out)
{
    model *m = with;
    size_t n = (size_t)m->agents;
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t j = 0; j < n; j++) out[i] += m->matrix[i * n + j] * v[j];
    }
}

static void pl_information(void *with, double *matrix)
{
    model *m = with;
    memcpy(matrix, m->matrix, (size_t)m->agents * (size_t)m->agents * sizeof *matrix);
}

/* Agents of game g from the best to the worst, and who shares a place. */
static void sort_game(model *m, int64_t g)
{
    const pl_rankings *r = m->games;
    int64_t begin = r->begin[g], end = r->begin[g + 1];
    double score[PL_SEATS_MAX];
    for (int64_t i = begin; i < end; i++) {
        int64_t at = i;
        for (; at > begin && score[at - 1 - begin] < r->score[i]; at--) {
            score[at - begin] = score[at - 1 - begin];
            m->order[at] = m->order[at - 1];
        }
        score[at - begin] = r->score[i];
        m->order[at] = r->agent[i];
    }
    for (int64_t i = end; i-- > begin;)
        m->tied[i] = i + 1 < end && score[i - begin] == score[i + 1 - begin]
                         ? (uint8_t)(m->tied[i + 1] + 1)
                         : 0;
}

static int check(const pl_rankings *r, int32_t agents, pl_error *err)
{
    if (agents < 1) return pl_fail(err, "there are no agents to rate");
    for (int64_t g = 0; g < r->games; g++) {
        int64_t n = r->begin[g + 1] - r->begin[g];
        if (n < 1 || n > PL_SEATS_MAX)
            return pl_fail(err, "a game has 1 .. %d agents, not %lld", PL_SEATS_MAX, (long long)n);
        for (int64_t i = r->begin[g]; i < r->begin[g + 1]; i++) {
            if (r->agent[i] < 0 || r->agent[i] >= agents || isnan(r->score[i]))
                return pl_fail(err, "a game has an agent %d, which is none of 0 .. %d, or no score",
                               (int)r->agent[i], (int)agents - 1);
            for (int64_t j = r->begin[g]; j < i; j++)
                if (r->agent[j] == r->agent[i])
                    return pl_fail(err, "agent %d sits twice in one game", (int)r->agent[i]);
        }
    }
    return 0;
}

/* Marks in the matrix who came in before whom, from each place to the next. */
static void mark_ahead(model *m)
{
    const pl_rankings *r = m->games;
    size_t n = (size_t)m->agents;
    for (int64_t g = 0; g < r->games; g++)
        for (int64_t at = r->begin[g], end = r->begin[g + 1]; at < end; at += m->tied[at] + 1) {
            int64_t next = at + m->tied[at] + 1;
            int64_t after = next < end ? next + m->tied[next] + 1 : next;
            for (int64_t i = at; i < next; i++)
                for (int64_t j = next; j < after; j++)
                    m->matrix[(size_t)m->order[i] * n + (size_t)m->order[j]] = 1;
        }
}

static int connected(model *m, pl_rating_fit *fit, pl_error *err)
{
    size_t n = (size_t)m->agents;
    int32_t(*edge)[2] = malloc(n * n * sizeof *edge);
    int64_t edges = 0;
    if (!edge) return pl_fail(err, "out of memory for ratings");
    mark_ahead(m);
    for (size_t i = 0; i < n * n; i++) {
        if (m->matrix[i] == 0) continue;
        edge[edges][0] = (int32_t)(i / n);
        edge[edges++][1] = (int32_t)(i % n);
    }
    int fine = pl_is_chained((const int32_t(*)[2])edge, edges, m->agents, fit->apart);
    free(edge);
    return fine ? 0 : pl_not_chained(fit->apart, err);
}

static int rate(model *m, const pl_rating_options *o, pl_interval *rating, double *covariance,
                pl_rating_fit *fit, double *x, pl_error *err)
{
    pl_rating_options own = *o;
    own.first = 0;
    for (int64_t g = 0; g < m->games->games; g++) sort_game(m, g);
    if (!(o->prior > 0) && connected(m, fit, err)) return -1;
    pl_hill hill = {m->agents,      0, 0,          0,         pl_value, times_information,
                    pl_information, m, m->batches, luce_batch};
    pl_hill_options(&hill, &own, m->agents);
    return pl_hill_ratings(&hill, x, &own, rating, covariance, fit, err);
}

/* The rest of a model whose games and counts are there, and its ratings. */
static int rate_games(model *m, const pl_rating_options *o, pl_interval *rating, double *covariance,
                      pl_rating_fit *fit, pl_error *err)
{
    size_t seats = (size_t)m->games->begin[m->games->games] + 1, n = (size_t)m->agents;
    m->order = malloc(seats * sizeof *m->order);
    m->tied = malloc(seats);
    m->strength = calloc(n, sizeof *m->strength);
    m->matrix = calloc(n * n, sizeof *m->matrix);
    double *x = calloc(n, sizeof *x);
    int bad = m->order && m->tied && m->strength && m->matrix && x
                  ? rate(m, o, rating, covariance, fit, x, err)
                  : pl_fail(err, "out of memory for ratings");
    free(m->order);
    free(m->tied);
    free(m->strength);
    free(m->matrix);
    free(x);
    return bad;
}

int pl_plackett_luce(const pl_rankings *games, int32_t agents, const pl_rating_options *o,
                     pl_interval *rating, double *covariance, pl_rating_fit *fit, pl_error *err)
{
    model m = {.games = games, .agents = agents};
    *fit = (pl_rating_fit){{0, NAN, NAN}, 0, 0, 0, {-1, -1}};
    if (check(games, agents, err)) return -1;
    return rate_games(&m, o, rating, covariance, fit, err);
}

int pl_plackett_luce_batches(const pl_rankings *games, const double *count, int32_t batches,
                             int32_t agents, const pl_rating_options *o, pl_interval *rating,
                             pl_rating_fit *fit, pl_error *err)
{
    *fit = (pl_rating_fit){{0, NAN, NAN}, 0, 0, 0, {-1, -1}};
    if (check(games, agents, err)) return -1;
    if (batches < 2)
        return pl_fail(err, "intervals take two batches or more, not %d", (int)batches);
    size_t seats = (size_t)games->begin[games->games], n = (size_t)games->games;
    model m = {.games = games, .agents = agents, .count = count, .batches = batches};
    m.times = calloc(n + 1, sizeof *m.times);
    m.slopes = calloc(2 * seats + 1, sizeof *m.slopes);
    m.diagonals = m.slopes ? m.slopes + seats : NULL;
    for (size_t g = 0; m.times && g < n; g++)
        for (int32_t b = 0; b < batches; b++) m.times[g] += count[g * (size_t)batches + (size_t)b];
    int bad = m.times && m.slopes ? rate_games(&m, o, rating, NULL, fit, err)
                                  : pl_fail(err, "out of memory for ratings");
    free(m.times);
    free(m.slopes);
    return bad;
}
