/* match_report.c -- the standings of a match: tables and JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match_pool.h"

enum { CROSS_MAX = 12 }; /* entrants of a table in which everybody has a column */

const char *plus_minus(void)
{
    return MB_CUR_MAX > 1 ? "±" : "+-";
}

/* Half of an interval that is about as wide on both sides. */
void cell_interval(table *t, pl_interval x, const char *format)
{
    char value[32], half[32];
    if (isnan(x.value)) {
        table_cell(t, "-");
        return;
    }
    snprintf(value, sizeof value, format, x.value);
    snprintf(half, sizeof half, format, (x.high - x.low) / 2);
    if (isinf(x.value)) table_cell(t, "%s", x.value > 0 ? "all won" : "all lost");
    else if (isfinite(x.high - x.low))
        table_cell(t, "%s %s %s", value, plus_minus(), half + (*half == '+'));
    else table_cell(t, "%s", value);
}

static void cell_time(table *t, double ns)
{
    if (isnan(ns)) table_cell(t, "-");
    else if (ns < 1e3) table_cell(t, "%.0f ns", ns);
    else if (ns < 1e6) table_cell(t, "%.3g us", ns / 1e3);
    else if (ns < 1e9) table_cell(t, "%.3g ms", ns / 1e6);
    else table_cell(t, "%.3g s", ns / 1e9);
}

static int has_points(const pl_match_plan *plan)
{
    return plan->format == PL_SWISS || plan->format == PL_KNOCK_OUT;
}

static void standing_row(table *t, pl_match *m, const pl_match_plan *plan, const ratings *r, int i,
                         int place)
{
    pl_standing s;
    double los = r->superiority[i];
    pl_match_standing(m, i, &s);
    table_row(t);
    table_cell(t, "%d", place);
    table_cell(t, "%s", s.name);
    if (has_points(plan)) table_cell(t, "%.4g", s.points);
    table_cell(t, "%lld", (long long)s.games);
    for (int k = PL_WIN; k <= PL_LOSS; k++) table_cell(t, "%lld", (long long)results_of(&s, k));
    cell_interval(t, s.payoff, "%.4g");
    cell_interval(t, r->elo[i], "%+.1f");
    if (isnan(los)) table_cell(t, "-");
    else table_cell(t, "%.1f", 100 * los);
    cell_time(t, pl_times_quantile(&s.times, 0.5));
    cell_time(t, pl_times_quantile(&s.times, 0.99));
    table_cell(t, "%lld", (long long)faults_of(&s));
}

static int standings_table(pl_match *m, const pl_match_plan *plan, const ratings *r,
                           const int *order)
{
    table *t =
        table_new(has_points(plan) ? "RANK>|AGENT|POINTS>|GAMES>|WON>|DRAWN>|LOST>|MEAN SCORE>|"
                                     "ELO>|SUPERIOR %>|P50>|P99>|FAULTS>"
                                   : "RANK>|AGENT|GAMES>|WON>|DRAWN>|LOST>|MEAN SCORE>|ELO>|"
                                     "SUPERIOR %>|P50>|P99>|FAULTS>");
    for (int i = 0; i < pl_match_entrants(m); i++) standing_row(t, m, plan, r, order[i], i + 1);
    return table_print(t);
}

/* Wins, draws and losses of everybody at each seat, and what the seat itself is worth. */
static int seats_table(pl_match *m, const pl_match_plan *plan, const int *order)
{
    char heads[1024];
    pl_text text = {heads, sizeof heads, 0};
    pl_put(&text, "BY SEAT");
    for (int s = 0; s < plan->game->players; s++) pl_put(&text, "|SEAT %d>", s);
    table *t = table_new(heads);
    for (int i = 0; i < pl_match_entrants(m); i++) {
        pl_standing s;
        pl_match_standing(m, order[i], &s);
        table_row(t);
        table_cell(t, "%s", s.name);
        for (int k = 0; k < plan->game->players; k++)
            table_cell(t, "+%lld =%lld -%lld", (long long)s.at[k][0], (long long)s.at[k][1],
                       (long long)s.at[k][2]);
    }
    table_row(t);
    table_cell(t, "mean score");
    for (int k = 0; k < plan->game->players; k++) {
        pl_interval x;
        pl_match_seat(m, k, &x);
        cell_interval(t, x, "%.4g");
    }
    return table_print(t);
}

/* How often what was scored, as a row of bars on one scale for all. */
static void cell_scores(table *t, const pl_histogram *h, int64_t games, int from, int to)
{
    static const char *const fine[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const plain[] = {".", ":", "-", "=", "+", "*", "#", "@"};
    const char *const *bars = MB_CUR_MAX > 1 ? fine : plain;
    char text[4 * PL_BINS_MAX + 1] = "";
    int64_t most = 1;
    for (int b = from; b < to; b++) most = h->bin[b] > most ? h->bin[b] : most;
    for (int b = from; games && b < to; b++)
        strcat(text, h->bin[b] ? bars[(8 * h->bin[b] - 1) / most] : " ");
    table_cell(t, "%s", text);
}

static int scores_table(pl_match *m, const int *order)
{
    char heads[96];
    pl_standing s;
    int n = pl_match_entrants(m), from = PL_BINS_MAX, to = 0;
    for (int i = 0; i < n; i++) {
        pl_match_standing(m, i, &s);
        for (int b = 0; b < s.scores.bins; b++) {
            if (s.scores.bin[b] && b < from) from = b;
            if (s.scores.bin[b] && b >= to) to = b + 1;
        }
    }
    if (from >= to) return DONE;
    snprintf(heads, sizeof heads, "SCORES|FROM %.4g TO %.4g", pl_histogram_middle(&s.scores, from),
             pl_histogram_middle(&s.scores, to - 1));
    table *t = table_new(heads);
    for (int i = 0; i < n; i++) {
        pl_match_standing(m, order[i], &s);
        table_row(t);
        table_cell(t, "%s", s.name);
        cell_scores(t, &s.scores, s.games, from, to);
    }
    putchar('\n');
    return table_print(t);
}

/* How many of a hundred points the row got from the column. */
static int cross_table(pl_match *m, const int *order)
{
    char heads[PL_NAME_MAX + 16 * CROSS_MAX];
    pl_text text = {heads, sizeof heads, 0};
    int n = pl_match_entrants(m);
    pl_put(&text, "POINTS %%|AGENT");
    for (int j = 0; j < n; j++) pl_put(&text, "|%d>", j + 1);
    table *t = table_new(heads);
    for (int i = 0; i < n; i++) {
        pl_standing s;
        pl_match_standing(m, order[i], &s);
        table_row(t);
        table_cell(t, "%d", i + 1);
        table_cell(t, "%s", s.name);
        for (int j = 0; j < n; j++) {
            pl_duel d;
            pl_match_duel(m, order[i], order[j], &d);
            double all = (double)(d.better + d.even + d.worse);
            if (all > 0)
                table_cell(t, "%.1f", 100 * ((double)d.better + 0.5 * (double)d.even) / all);
            else table_cell(t, "-");
        }
    }
    return table_print(t);
}

const char alike_means[] =
    "Where neither the\ngame nor an agent draws lots they are one sample, however often they are "
    "played, and no\ninterval means anything.";

static void print_course(pl_match *m, const pl_match_plan *plan)
{
    pl_match_course c;
    pl_match_course_of(m, &c);
    if (c.games)
        printf("\nPlies a game, chance included: %lld to %lld, mean %.6g, median %.0f, 99th "
               "percentile %.0f\n",
               (long long)c.length.least, (long long)c.length.most, pl_times_mean(&c.length),
               pl_times_quantile(&c.length, 0.5), pl_times_quantile(&c.length, 0.99));
    if (c.alike)
        printf("\nAll groups of %lld pairing%s came out alike, in scores and in lengths.  %s  %s\n",
               (long long)c.alike, plural(c.alike), alike_means, "Take --openings FILE.");
    if (c.aborted)
        printf("Aborted: %lld game%s, whose groups do not count\n", (long long)c.aborted,
               plural(c.aborted));
    if (plan->sprt)
        printf("Sequential test, Elo %g against %g: LLR %.3f (%.3f .. %.3f), %s\n", plan->sprt->h0,
               plan->sprt->h1, c.sprt.llr, c.sprt.lower, c.sprt.upper, decision_of(&c.sprt));
    if (plan->file) printf("Recorded in %s\n", pl_records_file(plan->file));
}

static void print_heading(pl_match *m, const pl_match_plan *plan)
{
    char spec[PL_SPEC_MAX];
    pl_match_course c;
    pl_match_course_of(m, &c);
    pl_spec(plan->game, spec, sizeof spec);
    printf("%s: %s, %lld game%s in %lld group%s of %lld (%s), seed %llu\n\n", spec,
           pl_format_name(plan->format), (long long)c.games, plural(c.games), (long long)c.groups,
           plural(c.groups), (long long)c.group, pl_fairness_name(plan->fairness),
           (unsigned long long)plan->seed);
}

int report_text(pl_match *m, const pl_match_plan *plan, unsigned ratings_asked)
{
    int order[PL_ENTRANTS_MAX], n = pl_match_entrants(m);
    ratings r;
    pl_match_rank(m, order);
    match_ratings(m, &r);
    print_heading(m, plan);
    int status = standings_table(m, plan, &r, order);
    if (r.bounded)
        puts(
            "\nElo has no bounds where somebody won or lost all, or where some never met the others:\n"
            "a prior gives it some.");
    putchar('\n');
    if (!status) status = seats_table(m, plan, order);
    if (!status && n > 2 && n <= CROSS_MAX) {
        putchar('\n');
        status = cross_table(m, order);
    }
    if (!status && n <= CROSS_MAX) status = scores_table(m, order);
    if (!status) status = pool_text(m, order, ratings_asked);
    if (!status) status = luck_text(m, order);
    print_course(m, plan);
    return status;
}

json_t *number_or_null(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_interval(pl_interval x)
{
    return json_pack("{s:o,s:o,s:o}", "value", number_or_null(x.value), "low",
                     number_or_null(x.low), "high", number_or_null(x.high));
}

static json_t *json_counts(const int64_t *of)
{
    return json_pack("{s:I,s:I,s:I}", "wins", (json_int_t)of[PL_WIN], "draws",
                     (json_int_t)of[PL_DRAW], "losses", (json_int_t)of[PL_LOSS]);
}

static json_t *json_times(const pl_times *t)
{
    return json_pack("{s:I,s:o,s:o,s:o}", "moves", (json_int_t)t->n, "mean",
                     number_or_null(pl_times_mean(t)), "p50",
                     number_or_null(pl_times_quantile(t, 0.5)), "p99",
                     number_or_null(pl_times_quantile(t, 0.99)));
}

static json_t *json_faults(const pl_standing *s)
{
    json_t *out = json_object();
    for (int f = PL_WAITING + 1; f < PL_FAULTS; f++)
        if (s->faults[f])
            json_object_set_new(out, pl_fault_name((pl_fault)f), json_integer(s->faults[f]));
    return out;
}

static json_t *json_histogram(const pl_histogram *h)
{
    json_t *out = json_array();
    for (int i = 0; i < h->bins; i++)
        if (h->bin[i])
            json_array_append_new(
                out, json_pack("[f,I]", pl_histogram_middle(h, i), (json_int_t)h->bin[i]));
    return out;
}

/* Games, and the rating after them with its interval. */
static json_t *json_curve(const curve_points *c, int n, int i)
{
    json_t *out = json_array();
    for (int k = 0; k < c->n; k++) {
        pl_interval x = c->elo[k * n + i];
        json_array_append_new(out, json_pack("[I,o,o,o]", (json_int_t)c->games[k],
                                             number_or_null(x.value), number_or_null(x.low),
                                             number_or_null(x.high)));
    }
    return out;
}

static json_t *json_standing(pl_match *m, const pl_match_plan *plan, const ratings *r, int i,
                             int place)
{
    pl_standing s;
    pl_match_standing(m, i, &s);
    const int64_t all[3] = {results_of(&s, 0), results_of(&s, 1), results_of(&s, 2)};
    json_t *seats = json_array();
    for (int k = 0; k < plan->game->players; k++)
        json_array_append_new(seats, json_counts(s.at[k]));
    return json_pack("{s:i,s:o,s:o,s:I,s:o,s:o,s:o,s:o,s:o,s:f,s:o,s:o,s:o}", "rank", place, "name",
                     json_clean(s.name), "agent", json_clean(s.agent), "games", (json_int_t)s.games,
                     "results", json_counts(all), "seats", seats, "payoff", json_interval(s.payoff),
                     "elo", json_interval(r->elo[i]), "superiority",
                     number_or_null(r->superiority[i]), "points", s.points, "scores",
                     json_histogram(&s.scores), "nanoseconds", json_times(&s.times), "faults",
                     json_faults(&s));
}

static json_t *json_pairs(pl_match *m)
{
    json_t *out = json_array();
    for (int i = 0; i < pl_match_entrants(m); i++)
        for (int j = i + 1; j < pl_match_entrants(m); j++) {
            pl_duel d;
            pl_standing a, b;
            pl_match_duel(m, i, j, &d);
            if (d.better + d.even + d.worse == 0) continue;
            pl_match_standing(m, i, &a);
            pl_match_standing(m, j, &b);
            json_t *kinds = json_array();
            for (int k = 0; k < d.kinds; k++)
                json_array_append_new(kinds, json_integer(d.count[k]));
            json_array_append_new(
                out, json_pack("{s:o,s:o,s:I,s:I,s:I,s:o}", "first", json_clean(a.name), "second",
                               json_clean(b.name), "better", (json_int_t)d.better, "even",
                               (json_int_t)d.even, "worse", (json_int_t)d.worse, "groups", kinds));
        }
    return out;
}

static json_t *json_course(pl_match *m, const pl_match_plan *plan)
{
    pl_match_course c;
    json_t *seats = json_array();
    pl_match_course_of(m, &c);
    for (int s = 0; s < plan->game->players; s++) {
        pl_interval x;
        pl_match_seat(m, s, &x);
        json_array_append_new(seats, json_interval(x));
    }
    json_t *out =
        json_pack("{s:o,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:o,s:{s:I,s:o,s:I,s:o,s:o}}", "game",
                  json_spec(plan->game), "format", pl_format_name(plan->format), "seats",
                  pl_fairness_name(plan->fairness), "seed", (json_int_t)plan->seed, "games",
                  (json_int_t)c.games, "groups", (json_int_t)c.groups, "group", (json_int_t)c.group,
                  "aborted", (json_int_t)c.aborted, "alike", (json_int_t)c.alike, "seat_scores",
                  seats, "plies", "min", (json_int_t)c.length.least, "mean",
                  number_or_null(pl_times_mean(&c.length)), "max", (json_int_t)c.length.most, "p50",
                  number_or_null(pl_times_quantile(&c.length, 0.5)), "p99",
                  number_or_null(pl_times_quantile(&c.length, 0.99)));
    if (plan->sprt)
        json_object_set_new(out, "sprt",
                            json_pack("{s:f,s:f,s:f,s:s}", "llr", c.sprt.llr, "lower", c.sprt.lower,
                                      "upper", c.sprt.upper, "decision", decision_of(&c.sprt)));
    if (plan->file) json_object_set_new(out, "recorded", json_clean(pl_records_file(plan->file)));
    return out;
}

int ranks_of(const pl_match_plan *plan)
{
    return plan->ranks ? pl_ranks_count(plan->ranks) : 1;
}

/* What the process that leads had to read and to say. */
static json_t *json_traffic(const pl_match_plan *plan)
{
    pl_traffic t;
    if (ranks_of(plan) == 1) return json_object();
    pl_ranks_traffic(plan->ranks, &t);
    return json_pack("{s:I,s:I,s:I,s:I,s:I}", "stints", (json_int_t)t.stints, "messages_sent",
                     (json_int_t)t.sent, "bytes_sent", (json_int_t)t.bytes_sent,
                     "messages_received", (json_int_t)t.received, "bytes_received",
                     (json_int_t)t.bytes_received);
}

/* What has nothing to do with the results. */
static json_t *json_run(pl_match *m, const pl_match_plan *plan, const call *c)
{
    char *again = command_again(c);
    pl_match_course course;
    pl_match_course_of(m, &course);
    int64_t id[GAMES_MOST];
    int n = match_games(m, plan, id, GAMES_MOST);
    json_t *games = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(games, json_integer(id[i]));
    json_t *out = json_pack("{s:o,s:i,s:i,s:o,s:f,s:o}", "command", json_clean(again ? again : ""),
                            "threads", (int)plan->threads, "ranks", ranks_of(plan), "traffic",
                            json_traffic(plan), "seconds", course.seconds, "records", games);
    free(again);
    return out;
}

int report_json(pl_match *m, const pl_match_plan *plan, const call *c)
{
    int order[PL_ENTRANTS_MAX], n = pl_match_entrants(m);
    curve_points curve;
    ratings r;
    pool of;
    int status = match_curve(m, &curve), known = match_pool(m, &of);
    if (status) return status;
    json_t *out = json_course(m, plan), *rows = json_array();
    pl_match_rank(m, order);
    match_ratings(m, &r);
    for (int i = 0; i < n; i++) {
        json_t *row = json_standing(m, plan, &r, order[i], i + 1);
        json_object_set_new(row, "curve", json_curve(&curve, n, order[i]));
        if (pl_match_luck_how(m)) json_object_set_new(row, "less_luck", luck_json_of(m, order[i]));
        pool_json_of(m, order[i], &of, known, row);
        json_array_append_new(rows, row);
    }
    pool_json(m, out);
    json_object_set_new(out, "model", json_string(match_model(m)));
    json_object_set_new(out, "standings", rows);
    json_object_set_new(out, "pairs", json_pairs(m));
    if (pl_match_luck_how(m)) json_object_set_new(out, "luck", luck_json(m));
    json_object_set_new(out, "run", json_run(m, plan, c));
    print_json(out);
    free(curve.elo);
    return DONE;
}
