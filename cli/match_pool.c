/* match_pool.c -- what else is told of a pool: whether it goes in circles, who is at the top then, and
 * ratings that are kept up game by game. */
#include "match_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double sure = 0.975; /* that one beats another */
static const double alpha_first = 0.1, alpha_last = 1000;
enum { POPULATION = 50, STEADY = 3 }; /* STEADY: doublings that leave the order as it is */

static const char *const names[] = {"nash", "alpha-rank", "elo", "lab-elo", "glicko"};

int pool_read(const char *list, unsigned *out)
{
    *out = 0;
    for (size_t n; *list; list += n + (list[n] == ',')) {
        int k = 0;
        n = strcspn(list, ",");
        if (n == 3 && !strncmp(list, "all", n)) {
            *out = ~0u;
            continue;
        }
        while (k < POOL_RATINGS && (strlen(names[k]) != n || strncmp(names[k], list, n))) k++;
        if (k == POOL_RATINGS)
            return misused("there are no ratings '%.*s'; there are nash, alpha-rank, elo, lab-elo, "
                           "glicko and all",
                           n < 40 ? (int)n : 40, list);
        *out |= 1u << k;
    }
    return *out ? DONE
                : misused("--ratings names none; there are nash, alpha-rank, elo, lab-elo, "
                          "glicko and all");
}

/* Points that each got of each, more than half of them; -1: two never met. */
static int pool_payoffs(pl_match *m, double *payoff)
{
    int n = pl_match_entrants(m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            pl_duel d;
            pl_match_duel(m, i, j, &d);
            double all = (double)(d.better + d.even + d.worse);
            if (i != j && !(all > 0)) return -1;
            payoff[i * n + j] = i == j ? 0 : ((double)d.better + 0.5 * (double)d.even) / all - 0.5;
        }
    return 0;
}

static int same_order(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if ((a[i] > a[j]) != (b[i] > b[j])) return 0;
    return 1;
}

/* With a selection that grows until the order stays. */
static int alpha_rank(const double *payoff, int n, double *share)
{
    double before[POOL_MOST];
    int steady = 0;
    for (double alpha = alpha_first; alpha < alpha_last && steady < STEADY; alpha *= 2) {
        if (pl_alpha_rank(payoff, n, alpha, POPULATION, share, NULL)) return -1;
        steady = alpha > alpha_first && same_order(share, before, n) ? steady + 1 : 0;
        memcpy(before, share, (size_t)n * sizeof *before);
    }
    return 0;
}

/* Whether i is surely better than j where they met, by groups if they are counted. */
static int beats(pl_match *m, int i, int j)
{
    pl_duel d;
    pl_match_duel(m, i, j, &d);
    const int64_t games[3] = {d.worse, d.even, d.better};
    if (d.better + d.worse == 0) return 0;
    return (d.kinds ? pl_superiority(d.count, d.kinds) : pl_superiority(games, 3)) > sure;
}

/* The shortest way from one back to itself along those it beats: how long it is, or 0. */
static int circle_from(const uint8_t *beat, int n, int from, int *way)
{
    int before[POOL_MOST], queue[POOL_MOST], head = 0, tail = 0, length = 0;
    for (int i = 0; i < n; i++) before[i] = -1;
    for (queue[tail++] = from; head < tail;) {
        int i = queue[head++];
        if (i != from && beat[i * n + from]) {
            for (int k = i; k != from; k = before[k]) way[length++] = k;
            way[length++] = from;
            return length;
        }
        for (int j = 0; j < n; j++)
            if (j != from && beat[i * n + j] && before[j] < 0) {
                before[j] = i;
                queue[tail++] = j;
            }
    }
    return 0;
}

/* Of all the shortest, in the order in which each beats the next. */
static void find_circle(pl_match *m, pool *out)
{
    int n = pl_match_entrants(m), way[POOL_MOST];
    uint8_t *beat = calloc((size_t)(n * n), 1);
    for (int i = 0; beat && i < n; i++)
        for (int j = 0; j < n; j++) beat[i * n + j] = (uint8_t)(i != j && beats(m, i, j));
    for (int i = 0; beat && i < n; i++) {
        int length = circle_from(beat, n, i, way);
        if (!length || (out->circle && length >= out->circle)) continue;
        out->circle = length;
        for (int k = 0; k < length; k++) out->way[k] = way[length - 1 - k];
    }
    free(beat);
}

int match_pool(pl_match *m, pool *out)
{
    int n = pl_match_entrants(m);
    memset(out, 0, sizeof *out);
    if (n < 3 || n > POOL_MOST) return 0;
    double *payoff = malloc((size_t)(n * n) * sizeof *payoff);
    int known = payoff && !pool_payoffs(m, payoff) &&
                !pl_nash_average(payoff, n, out->nash, out->skill, NULL) &&
                !alpha_rank(payoff, n, out->alpha);
    if (known) find_circle(m, out);
    free(payoff);
    return known;
}

static void print_circle(pl_match *m, const pool *p, int asked)
{
    pl_standing s;
    printf("\nThe pool goes in circles: ");
    for (int k = 0; k <= p->circle; k++) {
        pl_match_standing(m, p->way[k % p->circle], &s);
        printf(k ? " beats %s" : "%s", s.name);
    }
    puts(asked ? "." : ".  Elo cannot show that; --ratings nash,alpha-rank does.");
}

static void pool_row(table *t, pl_match *m, int i, const pool *p, unsigned asked)
{
    pl_standing s;
    pl_online_ratings kept = {NAN, NAN, {NAN, NAN, NAN}};
    pl_match_standing(m, i, &s);
    pl_match_online(m, i, &kept);
    table_row(t);
    table_cell(t, "%s", s.name);
    if (asked >> POOL_NASH & 1) {
        table_cell(t, "%.1f", 100 * p->nash[i]);
        table_cell(t, "%+.1f", 100 * p->skill[i]);
    }
    if (asked >> POOL_ALPHA & 1) table_cell(t, "%.1f", 100 * p->alpha[i]);
    if (asked >> POOL_ELO & 1) table_cell(t, "%.1f", kept.elo);
    if (asked >> POOL_LAB & 1) table_cell(t, "%.1f", kept.lab);
    if (asked >> POOL_GLICKO & 1)
        table_cell(t, "%.0f %s %.0f", kept.glicko.rating, plus_minus(),
                   1.96 * kept.glicko.deviation);
}

static int pool_table(pl_match *m, const int *order, const pool *p, unsigned asked)
{
    static const char *const heads[] = {"|NASH %>|NASH SKILL>", "|ALPHA-RANK %>", "|ELO KEPT UP>",
                                        "|THE LAB'S>", "|GLICKO-2>"};
    char columns[160] = "RATINGS";
    for (int k = 0; k < POOL_RATINGS; k++)
        if (asked >> k & 1) strcat(columns, heads[k]);
    table *t = table_new(columns);
    for (int i = 0; i < pl_match_entrants(m); i++) pool_row(t, m, order[i], p, asked);
    putchar('\n');
    return table_print(t);
}

int pool_text(pl_match *m, const int *order, unsigned asked)
{
    static const unsigned circles = 1u << POOL_NASH | 1u << POOL_ALPHA;
    pool p;
    int known = match_pool(m, &p), status = DONE;
    if (known && p.circle) print_circle(m, &p, (asked & circles) != 0);
    if (!known && asked != ~0u && asked & circles)
        printf("\nNash averaging and alpha-rank take from 3 to %d agents who all have met.\n",
               POOL_MOST);
    if (!known) asked &= ~circles;
    if (asked & ((1u << POOL_RATINGS) - 1)) status = pool_table(m, order, &p, asked);
    return status;
}

void pool_json(pl_match *m, json_t *out)
{
    pool p;
    json_t *way = json_array();
    int known = match_pool(m, &p);
    for (int k = 0; known && k < p.circle; k++) {
        pl_standing s;
        pl_match_standing(m, p.way[k], &s);
        json_array_append_new(way, json_clean(s.name));
    }
    if (known) json_object_set_new(out, "circle", way);
    else json_decref(way);
}

void pool_json_of(pl_match *m, int i, const pool *p, int known, json_t *row)
{
    pl_online_ratings r;
    if (known)
        json_object_update_new(row, json_pack("{s:{s:f,s:f},s:f}", "nash", "share", p->nash[i],
                                              "skill", p->skill[i], "alpha_rank", p->alpha[i]));
    if (!pl_match_online(m, i, &r))
        json_object_set_new(row, "kept_up",
                            json_pack("{s:f,s:f,s:{s:f,s:f,s:f}}", "elo", r.elo, "lab_elo", r.lab,
                                      "glicko", "rating", r.glicko.rating, "deviation",
                                      r.glicko.deviation, "volatility", r.glicko.volatility));
}
