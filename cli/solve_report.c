/* solve_report.c -- what parlor solve found, for people and for programs. */
#include <math.h>

#include "policies.h"
#include "solve.h"
#include "strategies.h"

enum { FEW_SETS = 20 }; /* so few are always told of */

static int tells_strategies(const solving *s)
{
    return s->call->strategies || s->tree->infos <= FEW_SETS;
}

int solve_reached(const solving *s)
{
    return s->target > 0 && exploitability(s->game, s->gap.nashconv) <= s->target;
}

const char *solve_end_name(ending_of_run e)
{
    static const char *const names[] = {
        "", "target", "iterations", "seconds", "interrupted", "method", "overtaken"};
    return names[e];
}

static json_t *tree_json(const pl_tree *t)
{
    json_t *of = json_array();
    for (int i = 0; i < t->game->players; i++)
        json_array_append_new(of, json_integer(t->infos_of[i]));
    return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:o,s:I}", "histories", (int)t->nodes, "chance",
                     (int)t->chance, "decisions", (int)t->decisions, "terminals", (int)t->ends,
                     "depth", (int)t->depth, "information_sets", (int)t->infos,
                     "information_sets_of", of, "bytes", (json_int_t)t->bytes);
}

static int64_t method_bytes(const solving *s)
{
    return s->solver ? s->solver->bytes : 0;
}

static double bytes_per_set(const solving *s)
{
    double sets = s->tree->infos ? s->tree->infos : 1;
    return (double)(s->tree->bytes + method_bytes(s)) / sets;
}

static json_t *curve_json(const solving *s)
{
    json_t *list = json_array();
    for (int i = 0; i < s->run.points; i++) {
        const pl_point *p = &s->run.point[i];
        json_array_append_new(
            list, json_pack("{s:I,s:f,s:o,s:o,s:o}", "iterations", (json_int_t)p->iterations,
                            "seconds", p->seconds, "exploitability",
                            json_unknown(exploitability(s->game, p->nashconv)), "lower",
                            json_unknown(p->lower), "upper", json_unknown(p->upper)));
    }
    return list;
}

static void report_json(const solving *s)
{
    int players = s->game->players;
    json_t *o = json_pack("{s:o,s:o,s:s,s:I,s:I,s:I}", "game", json_spec(s->game), "tree",
                          tree_json(s->tree), "method", s->run.method, "seed",
                          (json_int_t)s->run.seed, "threads", (json_int_t)s->call->threads,
                          "iterations", (json_int_t)solve_iterations(s));
    json_object_set_new(o, "seconds",
                        json_pack("{s:f,s:f,s:f,s:f}", "building", s->built, "solving",
                                  s->run.seconds, "measuring", s->measured, "saving", s->saved));
    json_object_set_new(o, "method_bytes", json_integer((json_int_t)method_bytes(s)));
    json_object_set_new(o, "bytes_per_information_set", json_real(bytes_per_set(s)));
    json_object_set_new(o, "lower", json_unknown(s->gap.lower));
    json_object_set_new(o, "upper", json_unknown(s->gap.upper));
    json_object_set_new(o, "exploitability",
                        json_unknown(exploitability(s->game, s->gap.nashconv)));
    json_object_set_new(o, "nashconv", json_unknown(s->gap.nashconv));
    json_object_set_new(o, "correlated_gap", json_unknown(s->gap.correlated));
    json_object_set_new(o, "values", json_numbers(s->gap.value, players));
    json_object_set_new(o, "best_answers", json_numbers(s->gap.best, players));
    json_object_set_new(o, "target", s->target > 0 ? json_real(s->target) : json_null());
    json_object_set_new(o, "reached", json_boolean(solve_reached(s)));
    json_object_set_new(o, "ended", json_string(solve_end_name(s->ended)));
    json_object_set_new(o, "curve", curve_json(s));
    if (tells_strategies(s))
        json_object_set_new(o, "strategies", strategies_json(s->tree, s->policy, PL_FULL));
    print_json(o);
}

/* x to so many digits, and never on the wrong side of it by more than x was rounded. */
static const char *bound(double x, int digits, int up, char buf[32])
{
    double scale = pow(10, digits), y = x * scale, noise = 1e-15 * fabs(y);
    snprintf(buf, 32, "%.*f", digits, (up ? ceil(y - noise) : floor(y + noise)) / scale);
    return buf;
}

/* As many digits as the bounds agree in, and one or two more. */
static int digits_of(double lower, double upper)
{
    double size = fmax(fabs(lower), fabs(upper)), width = upper - lower;
    int most = 14 - (size > 1 ? (int)ceil(log10(size)) : 0);
    int digits = width > 0 ? (int)ceil(-log10(width)) + 2 : most;
    return digits < 4 ? 4 : digits > most ? most : digits;
}

/* Rounding leaves some 1e-18 where 0 is meant. */
static double without_noise(double x)
{
    return fabs(x) < 1e-14 ? 0 : x;
}

void print_value(double lower, double upper, const char *why)
{
    char lo[32], hi[32];
    if (upper - lower < 1e-13 * fmax(1, fabs(upper))) {
        printf("Value to seat 0:   %.12g, %s\n", without_noise(upper), why);
        return;
    }
    int digits = digits_of(lower, upper);
    printf("Value to seat 0:   between %s and %s, %s\n", bound(lower, digits, 0, lo),
           bound(upper, digits, 1, hi), why);
}

static void print_seats(const solving *s)
{
    const pl_gap *g = &s->gap;
    for (int i = 0; i < s->game->players; i++)
        printf("Seat %d:%*s%.8g; %.8g by its best answer\n", i, i < 10 ? 12 : 11, "", g->value[i],
               g->best[i]);
    if (isfinite(g->correlated)) printf("Correlated gap:    %.3g\n", g->correlated);
    puts("No value is proven: this is not a game of two whose scores always add up to the same.");
}

static void print_tree(const solving *s)
{
    const pl_tree *t = s->tree;
    char number[3][16];
    printf("%s\n", s->run.game);
    printf("Tree:              %d histories, %d of them ends; %d information set%s; depth %d\n",
           (int)t->nodes, (int)t->ends, (int)t->infos, plural(t->infos), (int)t->depth);
    printf("Memory:            %sB for the tree", short_number((double)t->bytes, number[0]));
    if (method_bytes(s))
        printf(", %sB for the method; %sB an information set",
               short_number((double)method_bytes(s), number[1]),
               short_number(bytes_per_set(s), number[2]));
    putchar('\n');
}

const char *seconds_text(double x, char buf[16])
{
    snprintf(buf, 16, x < 0.1 ? "%.2g" : "%.3f", x < 1e-6 ? 1e-6 : x);
    return buf;
}

static void report_text(const solving *s)
{
    char time[3][16];
    print_tree(s);
    printf("Method:            %s\n", s->run.method);
    if (s->solver) printf("Iterations:        %lld\n", (long long)solve_iterations(s));
    printf("Seconds:           %s to build, %s to solve, %s to measure\n",
           seconds_text(s->built, time[0]), seconds_text(s->run.seconds, time[1]),
           seconds_text(s->measured, time[2]));
    if (isfinite(s->gap.lower)) print_value(s->gap.lower, s->gap.upper, PROVEN);
    printf("Exploitability:    %.3g", exploitability(s->game, s->gap.nashconv));
    if (s->target > 0)
        printf(" (target %.3g%s)", s->target, solve_reached(s) ? "" : ", not reached");
    printf("\nNashConv:          %.3g\n", s->gap.nashconv);
    if (!isfinite(s->gap.lower)) print_seats(s);
    if (!tells_strategies(s)) return;
    putchar('\n');
    strategies_text(s->tree, s->policy, PL_FULL);
}

void solve_report(const solving *s)
{
    if (s->call->json) report_json(s);
    else report_text(s);
}
