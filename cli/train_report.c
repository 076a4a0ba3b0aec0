/* train_report.c -- how training goes, and what came out. */
#include <math.h>
#include <string.h>

#include "matches.h"
#include "policies.h"
#include "training.h"

static double half(pl_interval x)
{
    return (x.high - x.low) / 2;
}

/* "greedy +0.61 ± 0.07, won 68.2 %", of the last point. */
static void put_standing(pl_text *out, pl_trainer *t)
{
    const pl_train_point *p;
    const char *const *names;
    int n = pl_trainer_points(t, &p), sticks = pl_trainer_yardsticks_of(t, &names);
    if (n && isfinite(p[n - 1].exploitability))
        pl_put(out, "; exploitable by %.3g", p[n - 1].exploitability);
    for (int i = 0; n && i < sticks; i++) {
        const pl_train_result *r = &p[n - 1].against[i];
        pl_put(out, "; %.*s %+.3g ± %.2g, won %.1f %%", (int)strcspn(names[i], "("), names[i],
               r->score.value, half(r->score), 100 * r->wins.value);
    }
}

void train_tell(pl_trainer *t, double minutes)
{
    static double last;
    char text[256], rate[16];
    pl_text out = {text, sizeof text, 0};
    pl_train_course c;
    if (seconds_now() - last < 0.2) return;
    last = seconds_now();
    pl_trainer_course(t, &c);
    pl_put(&out, "%lld", (long long)c.games);
    if (pl_trainer_games(t)) pl_put(&out, " of %lld", (long long)pl_trainer_games(t));
    pl_put(&out, " games, %s a second, loss %.3g", short_number((double)c.games / c.seconds, rate),
           c.loss);
    if (minutes > 0) pl_put(&out, ", %.0f s left", fmax(60 * minutes - c.seconds, 0));
    put_standing(&out, t);
    progress_text(text);
}

/* "204 inputs, 80 relu, score"; inputs that are not the game's tensor have their name. */
static void put_shape(pl_text *out, const pl_net_shape *s)
{
    pl_put(out, "%d inputs", (int)s->inputs);
    pl_put(out, s->observes ? " (%s), " : ", ", pl_inputs_name(s->observes));
    for (int i = 0; i < s->layers; i++) pl_put(out, "%s%d", i ? "-" : "", (int)s->width[i]);
    pl_put(out, " %s%s, ", pl_activation_name(s->activation), s->norm ? ", normalised" : "");
    for (int i = 0; i < s->heads; i++) pl_put(out, "%s%s", i ? "+" : "", pl_head_name(s->kind[i]));
}

static void print_head(pl_trainer *t, int stopped)
{
    char shape[160], rate[16];
    pl_text out = {shape, sizeof shape, 0};
    pl_train_course c;
    pl_trainer_course(t, &c);
    put_shape(&out, pl_net_shape_of(pl_trainer_net(t)));
    printf("%s\n%s, %s\n", pl_net_game(pl_trainer_net(t)), pl_trainer_method(t), shape);
    printf("%lld games%s in %.1f s, %s a second, %d thread%s; loss %.4g\n\n", (long long)c.games,
           stopped ? " so far" : "", c.seconds, short_number((double)c.games / c.seconds, rate),
           pl_trainer_workers(t), plural(pl_trainer_workers(t)), c.loss);
}

/* Whom it plays, and how that and its settings changed. */
static void print_stages(pl_trainer *t)
{
    const pl_train_stage *s;
    int n = pl_trainer_stages(t, &s);
    if (n == 1 && !strcmp(s->opponents, "self")) return;
    for (int i = 0; i < n; i++)
        printf("from game %lld on against %s%s%s\n", (long long)s[i].from + 1, s[i].opponents,
               n > 1 ? ", " : "", n > 1 ? s[i].method : "");
    printf("\n");
}

/* Whether it is known of any point how exploitable it was. */
static int is_exploited(const pl_train_point *p, int n)
{
    int known = 0;
    for (int i = 0; i < n; i++) known |= isfinite(p[i].exploitability);
    return known;
}

static table *curve_table(const char *const *names, int sticks, int exploited)
{
    char columns[1024];
    pl_text out = {columns, sizeof columns, 0};
    pl_put(&out, "GAMES>|SECONDS>|LOSS>%s", exploited ? "|EXPLOITABILITY>" : "");
    for (int i = 0; i < sticks; i++)
        pl_put(&out, "|%.*s>|95 %% CONFIDENCE|WINS %%>", (int)strcspn(names[i], "("), names[i]);
    return table_new(columns);
}

static int print_curve(pl_trainer *t)
{
    const pl_train_point *p;
    const char *const *names;
    int n = pl_trainer_points(t, &p), sticks = pl_trainer_yardsticks_of(t, &names);
    if (!n) return DONE;
    int exploited = is_exploited(p, n);
    table *rows = curve_table(names, sticks, exploited);
    for (int i = 0; i < n; i++) {
        table_row(rows);
        table_cell(rows, "%lld", (long long)p[i].games);
        table_cell(rows, "%.1f", p[i].seconds);
        table_cell(rows, "%.4g", p[i].loss);
        if (exploited) table_cell(rows, "%.4f", p[i].exploitability);
        for (int k = 0; k < sticks; k++) {
            const pl_train_result *r = &p[i].against[k];
            table_cell(rows, "%+.4g", r->score.value);
            table_cell(rows, "%+.3g .. %+.3g", r->score.low, r->score.high);
            table_cell(rows, "%.1f", 100 * r->wins.value);
        }
    }
    return table_print(rows);
}

int train_text(pl_trainer *t, const char *file, int stopped)
{
    print_head(t, stopped);
    print_stages(t);
    int status = print_curve(t);
    printf("\nIts file is %s: play by it as 'net(file=%s)'.\n", file, file);
    return status;
}

static json_t *json_against(const char *name, const pl_train_result *r)
{
    return json_pack("{s:s,s:o,s:o}", "agent", name, "score", json_interval(r->score), "wins",
                     json_interval(r->wins));
}

static json_t *json_curve(pl_trainer *t)
{
    const pl_train_point *p;
    const char *const *names;
    int n = pl_trainer_points(t, &p), sticks = pl_trainer_yardsticks_of(t, &names);
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        json_t *against = json_array();
        for (int k = 0; k < sticks; k++)
            json_array_append_new(against, json_against(names[k], &p[i].against[k]));
        json_array_append_new(
            list, json_pack("{s:I,s:f,s:f,s:o,s:o}", "games", (json_int_t)p[i].games, "seconds",
                            p[i].seconds, "loss", p[i].loss, "exploitability",
                            json_unknown(p[i].exploitability), "against", against));
    }
    return list;
}

static json_t *json_stages(pl_trainer *t)
{
    const pl_train_stage *s;
    int n = pl_trainer_stages(t, &s);
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list,
                              json_pack("{s:I,s:s,s:o}", "from", (json_int_t)s[i].from, "method",
                                        s[i].method, "opponents", json_clean(s[i].opponents)));
    return list;
}

int train_json(pl_trainer *t, const char *file, int stopped)
{
    pl_train_course c;
    char shape[160];
    pl_text out = {shape, sizeof shape, 0};
    pl_trainer_course(t, &c);
    put_shape(&out, pl_net_shape_of(pl_trainer_net(t)));
    print_json(json_pack("{s:s,s:s,s:s,s:i,s:b,s:I,s:f,s:f,s:o,s:o,s:o}", "game",
                         pl_net_game(pl_trainer_net(t)), "method", pl_trainer_method(t), "net",
                         shape, "threads", pl_trainer_workers(t), "stopped", stopped, "games",
                         (json_int_t)c.games, "seconds", c.seconds, "loss", c.loss, "file",
                         json_clean(file), "stages", json_stages(t), "curve", json_curve(t)));
    return DONE;
}
