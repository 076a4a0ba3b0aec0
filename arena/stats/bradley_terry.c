/* bradley_terry.c -- ratings from games of two (Bradley and Terry, 1952; Zermelo,
 * 1929), with draws (Davidson, 1970) and an advantage of who sits first.
 *
 * With d the difference of two ratings, in log-odds, and the advantage, a wins,
 * draws and loses in the proportion e^(d/2) : nu : e^(-d/2).  Davidson's draws
 * rather than Rao and Kupper's: the ratings then depend on each agent's points alone,
 * a draw being half a win.  The logarithm of nu is one more unknown if there were
 * draws; the likelihood is concave in all of them.
 *
 * Fact to check: 3 wins and 1 loss are odds of 3 : 1, ratings of + and - 95.4.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stats/climb.h"
#include "core/text.h"

/* Of one pairing where value() was asked last: the information on the difference, on
 * log nu, and on both. */
typedef struct {
    double dd, dt, tt;
} weight;

typedef struct {
    const pl_pairing *pair;
    int64_t pairs;
    int32_t agents;
    int first, draws; /* where these unknowns stand; -1: they are none */
    weight *weight;
    const pl_pairing *batch; /* pairings by batches, of which pair has the sums; or NULL */
    const int64_t *begin;    /* of each batch */
} model;

/* The likelihood of one pairing; its slope by the difference and by log nu. */
static double pairing(const pl_pairing *p, double d, double nu, double log_nu, weight *w,
                      double *slope_d, double *slope_t)
{
    double n = p->wins + p->draws + p->losses, e = exp(-fabs(d) / 2);
    double up = d > 0 ? 1 : e * e, down = d > 0 ? e * e : 1, tie = nu * e; /* over the larger */
    double z = up + down + tie, mean = (up - down) / z, share = tie / z;
    *slope_d = (p->wins - p->losses - n * mean) / 2;
    *slope_t = p->draws - n * share;
    w->dd = n * ((up + down) / z - mean * mean) / 4;
    w->dt = -n * mean * share / 2;
    w->tt = n * share * (1 - share);
    return (p->wins - p->losses) * d / 2 + (p->draws > 0 ? p->draws * log_nu : 0) -
           n * (fabs(d) / 2 + log(z));
}

static double bt_value(void *with, const double *x, double *slope, double *diagonal)
{
    model *m = with;
    double value = 0, slope_d, slope_t, ahead = m->first < 0 ? 0 : x[m->first];
    double log_nu = m->draws < 0 ? 0 : x[m->draws], nu = m->draws < 0 ? 0 : exp(log_nu);
    double sum[4] = {0};
    memset(slope, 0, (size_t)m->agents * sizeof *slope);
    memset(diagonal, 0, (size_t)m->agents * sizeof *diagonal);
    for (int64_t i = 0; i < m->pairs; i++) {
        const pl_pairing *p = &m->pair[i];
        weight *w = &m->weight[i];
        value += pairing(p, x[p->a] - x[p->b] + ahead, nu, log_nu, w, &slope_d, &slope_t);
        slope[p->a] += slope_d;
        slope[p->b] -= slope_d;
        diagonal[p->a] += w->dd;
        diagonal[p->b] += w->dd;
        sum[0] += slope_d;
        sum[1] += w->dd;
        sum[2] += slope_t;
        sum[3] += w->tt;
    }
    for (int k = 0; k < 2; k++) {
        int at = k ? m->draws : m->first;
        if (at < 0) continue;
        slope[at] = sum[2 * k];
        diagonal[at] = sum[2 * k + 1];
    }
    return value;
}

static void bt_batch(void *with, int32_t b, const double *x, double *slope, double *diagonal)
{
    model part = *(model *)with;
    part.pair = part.batch + part.begin[b];
    part.pairs = part.begin[b + 1] - part.begin[b];
    bt_value(&part, x, slope, diagonal);
}

static void bt_times(void *with, const double *v, double *out)
{
    model *m = with;
    double ahead = m->first < 0 ? 0 : v[m->first], tie = m->draws < 0 ? 0 : v[m->draws];
    double sum_d = 0, sum_t = 0;
    memset(out, 0, (size_t)m->agents * sizeof *out);
    for (int64_t i = 0; i < m->pairs; i++) {
        const pl_pairing *p = &m->pair[i];
        const weight *w = &m->weight[i];
        double d = v[p->a] - v[p->b] + ahead, by = w->dd * d + w->dt * tie;
        out[p->a] += by;
        out[p->b] -= by;
        sum_d += by;
        sum_t += w->dt * d + w->tt * tie;
    }
    if (m->first >= 0) out[m->first] = sum_d;
    if (m->draws >= 0) out[m->draws] = sum_t;
}

static void add_at(double *matrix, size_t n, int i, int j, double by)
{
    if (i < 0 || j < 0) return;
    matrix[(size_t)i * n + (size_t)j] += by;
    if (i != j) matrix[(size_t)j * n + (size_t)i] += by;
}

static void bt_information(void *with, double *matrix)
{
    model *m = with;
    size_t n = (size_t)(m->agents + (m->first >= 0) + (m->draws >= 0));
    for (int64_t i = 0; i < m->pairs; i++) {
        const pl_pairing *p = &m->pair[i];
        const weight *w = &m->weight[i];
        add_at(matrix, n, p->a, p->a, w->dd);
        add_at(matrix, n, p->b, p->b, w->dd);
        add_at(matrix, n, p->a, p->b, -w->dd);
        add_at(matrix, n, m->first, p->a, w->dd);
        add_at(matrix, n, m->first, p->b, -w->dd);
        add_at(matrix, n, m->first, m->first, w->dd);
        add_at(matrix, n, m->draws, p->a, w->dt);
        add_at(matrix, n, m->draws, p->b, -w->dt);
        add_at(matrix, n, m->draws, m->first, w->dt);
        add_at(matrix, n, m->draws, m->draws, w->tt);
    }
}

/* 0, or -1 with what is wrong with a pairing. */
static int check(const pl_pairing *pair, int64_t pairs, int32_t agents, pl_error *err)
{
    if (agents < 1) return pl_fail(err, "there are no agents to rate");
    for (int64_t i = 0; i < pairs; i++) {
        const pl_pairing *p = &pair[i];
        if (p->a < 0 || p->b < 0 || p->a >= agents || p->b >= agents || p->a == p->b)
            return pl_fail(err, "agents %d and %d are no pair of 0 .. %d", (int)p->a, (int)p->b,
                           (int)agents - 1);
        double n = p->wins + p->draws + p->losses;
        if (!(p->wins >= 0 && p->draws >= 0 && p->losses >= 0 && isfinite(n)))
            return pl_fail(err, "results of agents %d and %d are no counts", (int)p->a, (int)p->b);
    }
    return 0;
}

/* Whether points connect all agents; -1 with the reason if they do not. */
static int connected(const model *m, pl_rating_fit *fit, pl_error *err)
{
    int32_t(*edge)[2] = malloc((size_t)(2 * m->pairs + 1) * sizeof *edge);
    int64_t edges = 0;
    if (!edge) return pl_fail(err, "out of memory for ratings");
    for (int64_t i = 0; i < m->pairs; i++) {
        const pl_pairing *p = &m->pair[i];
        for (int back = 0; back < 2; back++) {
            if (!((back ? p->losses : p->wins) + p->draws > 0)) continue;
            edge[edges][back] = p->a;
            edge[edges++][!back] = p->b;
        }
    }
    int fine = pl_is_chained((const int32_t(*)[2])edge, edges, m->agents, fit->apart);
    free(edge);
    return fine ? 0 : pl_not_chained(fit->apart, err);
}

/* Where the unknowns beside the ratings stand; only draws and nothing else say nothing
 * of how rare they are. */
static int extras(model *m, const pl_rating_options *o)
{
    double draws = 0, others = 0;
    for (int64_t i = 0; i < m->pairs; i++) {
        draws += m->pair[i].draws;
        others += m->pair[i].wins + m->pair[i].losses;
    }
    int n = m->agents;
    m->first = o->first ? n++ : -1;
    m->draws = draws > 0 && others > 0 ? n++ : -1;
    return n;
}

/* room: pairings that weights are kept of at a time, at most. */
static int rate(model *m, int32_t batches, int64_t room, const pl_rating_options *o,
                pl_interval *rating, double *covariance, pl_rating_fit *fit, pl_error *err)
{
    if (!(o->prior > 0) && connected(m, fit, err)) return -1;
    pl_hill hill = {extras(m, o),   0, 0,       0,       bt_value, bt_times,
                    bt_information, m, batches, bt_batch};
    pl_hill_options(&hill, o, m->agents);
    m->weight = malloc((size_t)(room + 1) * sizeof *m->weight);
    double *x = calloc((size_t)hill.n, sizeof *x);
    int bad = m->weight && x ? pl_hill_ratings(&hill, x, o, rating, covariance, fit, err)
                             : pl_fail(err, "out of memory for ratings");
    if (!bad) fit->draws = m->draws < 0 ? 0 : exp(x[m->draws]);
    free(m->weight);
    free(x);
    return bad;
}

int pl_bradley_terry(const pl_pairing *pair, int64_t pairs, int32_t agents,
                     const pl_rating_options *o, pl_interval *rating, double *covariance,
                     pl_rating_fit *fit, pl_error *err)
{
    model m = {pair, pairs, agents, -1, -1, NULL, NULL, NULL};
    *fit = (pl_rating_fit){{0, NAN, NAN}, 0, 0, 0, {-1, -1}};
    if (check(pair, pairs, agents, err)) return -1;
    return rate(&m, 0, pairs, o, rating, covariance, fit, err);
}

/* Sums of all batches, each pair once; -1: out of memory. */
static int64_t add_batches(const pl_pairing *pair, int64_t pairs, int32_t agents, pl_pairing *sum)
{
    int64_t sums = 0, *at = calloc((size_t)agents * (size_t)agents, sizeof *at);
    if (!at) return -1;
    for (int64_t i = 0; i < pairs; i++) {
        const pl_pairing *p = &pair[i];
        int64_t *here = &at[(size_t)p->a * (size_t)agents + (size_t)p->b];
        if (!*here) {
            *here = ++sums;
            sum[sums - 1] = (pl_pairing){p->a, p->b, 0, 0, 0};
        }
        sum[*here - 1].wins += p->wins;
        sum[*here - 1].draws += p->draws;
        sum[*here - 1].losses += p->losses;
    }
    free(at);
    return sums;
}

int pl_bradley_terry_batches(const pl_pairing *pair, const int64_t *begin, int32_t batches,
                             int32_t agents, const pl_rating_options *o, pl_interval *rating,
                             pl_rating_fit *fit, pl_error *err)
{
    int64_t pairs = begin[batches];
    *fit = (pl_rating_fit){{0, NAN, NAN}, 0, 0, 0, {-1, -1}};
    if (check(pair, pairs, agents, err)) return -1;
    if (batches < 2)
        return pl_fail(err, "intervals take two batches or more, not %d", (int)batches);
    pl_pairing *sum = malloc((size_t)(pairs + 1) * sizeof *sum);
    model m = {sum,  sum ? add_batches(pair, pairs, agents, sum) : -1, agents, -1, -1, NULL, pair,
               begin};
    int bad = m.pairs >= 0 ? rate(&m, batches, pairs, o, rating, NULL, fit, err)
                           : pl_fail(err, "out of memory for ratings");
    free(sum);
    return bad;
}
