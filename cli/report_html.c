/* report_html.c -- a match as one page of HTML that needs nothing else: no script, no font, no
 * other host.  Whatever comes from outside, names above all, goes through put_text(). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report_page.h"

void put_text(page *p, const char *text)
{
    char *clean = strdup(text);
    if (!clean) return;
    clean_text(clean, strlen(clean));
    for (const char *c = clean; *c; c++) {
        const char *as = *c == '&'    ? "&amp;"
                         : *c == '<'  ? "&lt;"
                         : *c == '>'  ? "&gt;"
                         : *c == '"'  ? "&quot;"
                         : *c == '\'' ? "&#39;"
                                      : NULL;
        if (as) fputs(as, p->out);
        else putc(*c, p->out);
    }
    free(clean);
}

void put_name(page *p, int place)
{
    pl_standing s;
    pl_match_standing(p->match, p->order[place], &s);
    put_text(p, s.name);
}

void put_head(page *p, const char *columns)
{
    fputs("<thead><tr>", p->out);
    for (size_t n; *columns; columns += n + (columns[n] == '|')) {
        n = strcspn(columns, "|");
        int right = n && columns[n - 1] == '>';
        fprintf(p->out, "<th scope=\"col\"%s>%.*s</th>", right ? " class=\"r\"" : "",
                (int)n - right, columns);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
}

void put_number(page *p, const char *format, double x)
{
    if (isfinite(x)) fprintf(p->out, format, x);
    else fputs(isnan(x) ? "–" : x > 0 ? "∞" : "-∞", p->out);
}

/* Half of an interval is told where it is about as wide on both sides. */
void put_interval(page *p, pl_interval x, const char *format)
{
    double half = (x.high - x.low) / 2;
    fputs("<td class=\"r\">", p->out);
    put_number(p, format, x.value);
    if (isfinite(half)) {
        fputs(" ± ", p->out);
        fprintf(p->out, strchr(format, 'f') ? "%.1f" : "%.4g", half);
        fputs("<small>", p->out);
        fprintf(p->out, format, x.low);
        fputs(" to ", p->out);
        fprintf(p->out, format, x.high);
        fputs("</small>", p->out);
    }
    fputs("</td>", p->out);
}

void put_cell(page *p, int64_t n)
{
    fprintf(p->out, "<td class=\"r\">%lld</td>", (long long)n);
}

void open_section(page *p, const char *id, const char *title, const char *says)
{
    fprintf(p->out, "<section id=\"%s\">\n<h2>%s</h2>\n<p class=\"muted\">%s</p>\n", id, title,
            says);
}

void close_section(page *p)
{
    fputs("</section>\n", p->out);
}

void open_table(page *p, const char *label, const char *columns)
{
    fprintf(p->out, "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n",
            label);
    put_head(p, columns);
}

void close_table(page *p)
{
    fputs("</tbody></table></div>\n", p->out);
}

static int has_points(const page *p)
{
    return p->plan->format == PL_SWISS || p->plan->format == PL_KNOCK_OUT;
}

static void standing_row(page *p, int place, const span *scale)
{
    int i = p->order[place];
    pl_standing s;
    pl_match_standing(p->match, i, &s);
    fprintf(p->out, "<tr><td class=\"r\">%d</td><th scope=\"row\" title=\"", place + 1);
    put_text(p, s.agent);
    fputs("\">", p->out);
    put_text(p, s.name);
    fputs("</th>", p->out);
    if (has_points(p)) fprintf(p->out, "<td class=\"r\">%g</td>", s.points);
    put_interval(p, p->ratings.elo[i], "%+.1f");
    put_whisker(p, scale, p->ratings.elo[i]);
    fputs("<td class=\"r\">", p->out);
    put_number(p, "%.1f", 100 * p->ratings.superiority[i]);
    fputs("</td>", p->out);
    put_interval(p, s.payoff, "%.4g");
    put_cell(p, s.games);
    for (int k = PL_WIN; k <= PL_LOSS; k++) put_cell(p, results_of(&s, k));
    fputs("</tr>\n", p->out);
}

static void standings_section(page *p)
{
    span scale = {INFINITY, -INFINITY};
    for (int i = 0; i < p->n; i++) {
        span_take(&scale, p->ratings.elo[i].low);
        span_take(&scale, p->ratings.elo[i].high);
    }
    open_section(
        p, "standings", "Standings",
        "Mean score of a game and Elo, each with its interval of 95&nbsp;%, by groups of games "
        "that belong together. Superior: how likely an agent is better than those whom "
        "it met, taken together.");
    open_table(p, "Standings",
               has_points(p) ? "Rank>|Agent|Points>|Elo>|95 %|Superior %>|Mean score>|Games>|Won>|"
                               "Drawn>|Lost>"
                             : "Rank>|Agent|Elo>|95 %|Superior %>|Mean score>|Games>|Won>|Drawn>|"
                               "Lost>");
    for (int i = 0; i < p->n; i++) standing_row(p, i, &scale);
    close_table(p);
    if (p->ratings.bounded)
        fputs("<p class=\"muted\">Elo has no bounds where somebody won or lost all, or where some "
              "never met the others: a prior gives it some.</p>\n",
              p->out);
    if (p->course.alike)
        fprintf(p->out,
                "<p><strong>All groups of %lld pairing%s came out alike, in scores and in "
                "lengths.</strong> %s</p>\n",
                (long long)p->course.alike, plural(p->course.alike), alike_means);
    close_section(p);
}

static void fact(page *p, const char *what, const char *text)
{
    fprintf(p->out, "<dt>%s</dt><dd>", what);
    put_text(p, text);
    fputs("</dd>\n", p->out);
}

static void agents_facts(page *p)
{
    for (int i = 0; i < p->n; i++) {
        pl_standing s;
        pl_match_standing(p->match, p->order[i], &s);
        fputs(i ? "<br>" : "<dt>Agents</dt><dd>", p->out);
        put_text(p, s.name);
        fputs(": <code>", p->out);
        put_text(p, s.agent);
        fputs("</code>", p->out);
    }
    fputs("</dd>\n", p->out);
}

static void length_facts(page *p)
{
    const pl_times *t = &p->course.length;
    fputs("<dt>Plies of a game</dt><dd>", p->out);
    fprintf(p->out, "%lld to %lld, mean ", (long long)t->least, (long long)t->most);
    put_number(p, "%.6g", pl_times_mean(t));
    fputs(", median ", p->out);
    put_number(p, "%.0f", pl_times_quantile(t, 0.5));
    fputs(", 99th percentile ", p->out);
    put_number(p, "%.0f", pl_times_quantile(t, 0.99));
    fputs("; chance included</dd>\n", p->out);
}

static void test_facts(page *p)
{
    const pl_sprt_result *r = &p->course.sprt;
    const pl_sprt *t = p->plan->sprt;
    if (t)
        fprintf(p->out,
                "<dt>Sequential test</dt><dd>Elo %g against %g (alpha %g, beta %g): LLR %.3f, from "
                "%.3f to %.3f it is open: %s</dd>\n",
                t->h0, t->h1, t->alpha, t->beta, r->llr, r->lower, r->upper, decision_of(r));
    if (p->course.aborted)
        fprintf(p->out, "<dt>Aborted</dt><dd>%lld, whose groups do not count</dd>\n",
                (long long)p->course.aborted);
}

static void run_section(page *p)
{
    char spec[PL_SPEC_MAX], *again = command_again(p->call);
    const pl_match_course *c = &p->course;
    time_t now = time(NULL);
    struct tm utc;
    pl_spec(p->plan->game, spec, sizeof spec);
    open_section(p, "run", "How it was run",
                 "Results depend on the seed alone, not on threads or records: the same command "
                 "plays the same games.");
    fputs("<dl>\n", p->out);
    fact(p, "Game", spec);
    fact(p, "Format", pl_format_name(p->plan->format));
    fact(p, "Seats", pl_fairness_name(p->plan->fairness));
    fprintf(p->out, "<dt>Games</dt><dd>%lld in %lld groups of %lld</dd>\n", (long long)c->games,
            (long long)c->groups, (long long)c->group);
    fprintf(p->out, "<dt>Seed</dt><dd>%llu</dd>\n", (unsigned long long)p->plan->seed);
    length_facts(p);
    test_facts(p);
    agents_facts(p);
    fputs("<dt>Command</dt><dd><code>", p->out);
    put_text(p, again ? again : "");
    fputs("</code></dd>\n", p->out);
    fprintf(p->out, "<dt>Time</dt><dd>%.3g s on %d thread%s", c->seconds, (int)p->plan->threads,
            plural(p->plan->threads));
    if (ranks_of(p->plan) > 1) fprintf(p->out, " of each of %d processes", ranks_of(p->plan));
    if (gmtime_r(&now, &utc))
        fprintf(p->out, "; written %04d-%02d-%02d %02d:%02d UTC", utc.tm_year + 1900,
                utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min);
    fputs("</dd>\n</dl>\n", p->out);
    close_section(p);
    free(again);
}

/* A game as it is spelled, which may break after each of its parameters. */
static void put_spec(page *p, const char *spec)
{
    char part[PL_SPEC_MAX];
    for (size_t n; *spec; spec += n) {
        n = strcspn(spec, "(,");
        n += spec[n] != 0;
        snprintf(part, sizeof part, "%.*s", (int)n, spec);
        put_text(p, part);
        if (spec[n]) fputs("<wbr>", p->out);
    }
}

static void put_opening(page *p)
{
    char spec[PL_SPEC_MAX];
    pl_spec(p->plan->game, spec, sizeof spec);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          p->out);
    put_text(p, spec);
    fprintf(p->out,
            ": a match of %d agents</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", p->n,
            report_style);
    fputs("<h1>", p->out);
    put_spec(p, spec);
    fprintf(p->out,
            "</h1>\n<p>%d agents, %s, %lld games in %lld groups of %lld (%s), seed %llu.</p>\n",
            p->n, pl_format_name(p->plan->format), (long long)p->course.games,
            (long long)p->course.groups, (long long)p->course.group,
            pl_fairness_name(p->plan->fairness), (unsigned long long)p->plan->seed);
    if (p->course.games < p->course.of)
        fprintf(p->out, "<p><strong>Not over: of %lld games.</strong></p>\n",
                (long long)p->course.of);
}

int report_html(pl_match *m, const pl_match_plan *plan, const call *c, FILE *out)
{
    page *p = calloc(1, sizeof *p);
    if (!p) return failed("out of memory");
    *p = (page){.out = out, .match = m, .plan = plan, .call = c, .n = pl_match_entrants(m)};
    pl_match_rank(m, p->order);
    match_ratings(m, &p->ratings);
    pl_match_course_of(m, &p->course);
    int status = match_curve(m, &p->curve);
    if (!status) {
        put_opening(p);
        standings_section(p);
        luck_section(p);
        cross_section(p);
        circles_section(p);
        kept_section(p);
        curve_section(p);
        scores_section(p);
        seats_section(p);
        times_section(p);
        faults_section(p);
        run_section(p);
        status = games_section(p);
        fputs("</main>\n</body>\n</html>\n", out);
    }
    free(p->curve.elo);
    free(p);
    return status;
}
