/* report_tables.c -- sections of the report that are tables: who got how much from whom, seats,
 * times, faults, and where the games are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_page.h"

/* How many of a hundred points the row got from the column, in colour and in numbers. */
static void cross_cell(page *p, int i, int j)
{
    pl_duel d;
    pl_match_duel(p->match, p->order[i], p->order[j], &d);
    double all = (double)(d.better + d.even + d.worse);
    double share = ((double)d.better + 0.5 * (double)d.even) / all;
    if (!(all > 0)) fputs("<td>–</td>", p->out);
    else
        fprintf(p->out, "<td class=\"h%ld\">%.1f<small>+%lld =%lld -%lld</small></td>",
                lround(10 * share), 100 * share, (long long)d.better, (long long)d.even,
                (long long)d.worse);
}

void cross_section(page *p)
{
    int n = p->n < CROSS_MOST ? p->n : CROSS_MOST;
    open_section(p, "cross", "Who got how much from whom",
                 "Of a hundred points, those that the row got from the column; below, how often it "
                 "scored more (+), as much (=) and less (-) in one game. Blue is more than half, "
                 "orange less.");
    fputs("<div class=\"box heat\" tabindex=\"0\" role=\"region\" aria-label=\"Cross-table\">"
          "<table>\n<thead><tr><th scope=\"col\">Agent</th>",
          p->out);
    for (int j = 0; j < n; j++) {
        fputs("<th scope=\"col\" title=\"", p->out);
        put_name(p, j);
        fprintf(p->out, "\">%d</th>", j + 1);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
    for (int i = 0; i < n; i++) {
        fprintf(p->out, "<tr><th scope=\"row\">%d. ", i + 1);
        put_name(p, i);
        fputs("</th>", p->out);
        for (int j = 0; j < n; j++) cross_cell(p, i, j);
        fputs("</tr>\n", p->out);
    }
    close_table(p);
    if (n < p->n) fprintf(p->out, "<p class=\"muted\">The first %d of %d agents.</p>\n", n, p->n);
    close_section(p);
}

static void put_escaped(void *with, const char *name)
{
    put_text(with, name);
}

static void luck_row(page *p, int place, const span *scale)
{
    lucky l;
    match_luck(p->match, p->order[place], &l);
    fputs("<tr><th scope=\"row\">", p->out);
    put_name(p, place);
    fputs("</th>", p->out);
    put_interval(p, l.reduced, "%.4g");
    put_whisker(p, scale, l.reduced);
    fputs("<td class=\"r\">", p->out);
    put_number(p, "%.3g", l.factor);
    fputs("</td>", p->out);
    put_interval(p, l.plain, "%.4g");
    put_whisker(p, scale, l.plain);
    fputs("</tr>\n", p->out);
}

static void luck_table(page *p)
{
    span scale = {INFINITY, -INFINITY};
    for (int i = 0; i < p->n; i++) {
        lucky l;
        match_luck(p->match, i, &l);
        span_take(&scale, l.plain.low);
        span_take(&scale, l.plain.high);
        span_take(&scale, l.reduced.low);
        span_take(&scale, l.reduced.high);
    }
    open_table(p, "Scores less luck",
               "Agent|Without luck>|95 %|Variance divided by>|Mean score>|95 %");
    for (int i = 0; i < p->n; i++) luck_row(p, i, &scale);
    close_table(p);
}

void luck_section(page *p)
{
    lucky l;
    if (!pl_match_luck_how(p->match)) return;
    int known = match_luck(p->match, 0, &l);
    open_section(p, "luck", "Less luck",
                 "The same means with less noise: what chance and known chances of moving happened "
                 "to bring is guessed and taken off, which leaves the mean as it is. Variance "
                 "divided by four is worth four times the games.");
    fputs("<p class=\"muted\">", p->out);
    if (known) {
        fputs("Taken off: luck of chance", p->out);
        luck_names(p->match, p->out, put_escaped, p);
        fputs("; positions are valued by ", p->out);
        put_text(p, pl_match_luck_how(p->match));
        fputs(".", p->out);
    } else
        fprintf(p->out,
                "Nothing is taken off: %lld games were cut short, and what was luck in "
                "them nobody knows.",
                (long long)l.unknown);
    fputs("</p>\n", p->out);
    if (known) luck_table(p);
    close_section(p);
}

static void seat_rows(page *p, int places)
{
    fputs("<details><summary>Results of every agent by seat</summary>\n", p->out);
    open_table(p, "Results by seat", "Agent|Seat>|Won>|Drawn>|Lost>");
    for (int i = 0; i < p->n; i++) {
        pl_standing s;
        pl_match_standing(p->match, p->order[i], &s);
        for (int k = 0; k < places; k++) {
            fputs("<tr><th scope=\"row\">", p->out);
            put_text(p, s.name);
            fputs("</th>", p->out);
            put_cell(p, k);
            for (int how = PL_WIN; how <= PL_LOSS; how++) put_cell(p, s.at[k][how]);
            fputs("</tr>\n", p->out);
        }
    }
    close_table(p);
    fputs("</details>\n", p->out);
}

void seats_section(page *p)
{
    int places = p->plan->game->players;
    pl_interval x[PL_SEATS_MAX];
    span scale = {INFINITY, -INFINITY};
    for (int s = 0; s < places; s++) {
        pl_match_seat(p->match, s, &x[s]);
        span_take(&scale, x[s].low);
        span_take(&scale, x[s].high);
    }
    open_section(p, "seats", "What the seats are worth",
                 "The mean score of a game at each seat, whoever sits there, with its interval of "
                 "95&nbsp;%.");
    open_table(p, "Seats", "Seat|Mean score>|95 %");
    for (int s = 0; s < places; s++) {
        fprintf(p->out, "<tr><th scope=\"row\">Seat %d</th>", s);
        put_interval(p, x[s], "%.4g");
        put_whisker(p, &scale, x[s]);
        fputs("</tr>\n", p->out);
    }
    close_table(p);
    seat_rows(p, places);
    close_section(p);
}

static void time_cell(page *p, double ns)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    int k = 0;
    for (; k < 3 && ns >= 999.5; k++) ns /= 1e3;
    fputs("<td class=\"r\">", p->out);
    put_number(p, "%.3g", ns);
    if (isfinite(ns)) fprintf(p->out, " %s", units[k]);
    fputs("</td>", p->out);
}

static void time_row(page *p, const pl_standing *s, const span *scale)
{
    double half = pl_times_quantile(&s->times, 0.5), most = pl_times_quantile(&s->times, 0.99);
    fputs("<tr><th scope=\"row\">", p->out);
    put_text(p, s->name);
    fputs("</th>", p->out);
    put_cell(p, s->times.n);
    time_cell(p, pl_times_mean(&s->times));
    time_cell(p, half);
    time_cell(p, most);
    put_stretch(p, scale, log10(half), log10(most));
    fputs("</tr>\n", p->out);
}

void times_section(page *p)
{
    pl_standing s;
    span scale = {INFINITY, -INFINITY};
    for (int i = 0; i < p->n; i++) {
        pl_match_standing(p->match, p->order[i], &s);
        span_take(&scale, log10(pl_times_quantile(&s.times, 0.5)));
        span_take(&scale, log10(pl_times_quantile(&s.times, 0.99)));
    }
    open_section(p, "times", "Time of a move",
                 "Of moves that were measured: of some games where moves are quick, of all where "
                 "they are not. The bar goes from the median to the 99th percentile, each step of "
                 "its scale being a factor.");
    open_table(p, "Times", "Agent|Moves>|Mean>|Median>|99 %>|Median to 99 %");
    for (int i = 0; i < p->n; i++) {
        pl_match_standing(p->match, p->order[i], &s);
        time_row(p, &s, &scale);
    }
    close_table(p);
    close_section(p);
}

void faults_section(page *p)
{
    pl_standing s;
    int64_t all = 0;
    for (int i = 0; i < p->n; i++) {
        pl_match_standing(p->match, p->order[i], &s);
        all += faults_of(&s);
    }
    open_section(p, "faults", "Faults",
                 all ? "What agents did that the rules do not allow." : "None.");
    if (all) open_table(p, "Faults", "Agent|Fault|Times>");
    for (int i = 0; all && i < p->n; i++) {
        pl_match_standing(p->match, p->order[i], &s);
        for (int f = PL_WAITING + 1; f < PL_FAULTS; f++) {
            if (!s.faults[f]) continue;
            fputs("<tr><th scope=\"row\">", p->out);
            put_text(p, s.name);
            fprintf(p->out, "</th><td>%s</td>", pl_fault_name((pl_fault)f));
            put_cell(p, s.faults[f]);
            fputs("</tr>\n", p->out);
        }
    }
    if (all) close_table(p);
    close_section(p);
}

static void game_row(page *p, const pl_record *rec)
{
    const char *at = p->call->games_at ? p->call->games_at : "http://127.0.0.1:8017";
    size_t n = strlen(at);
    while (n && at[n - 1] == '/') n--;
    fprintf(p->out, "<tr><th scope=\"row\"><a href=\"%.*s/#/record/%lld\">%lld</a></th><td>",
            (int)n, at, (long long)rec->id, (long long)rec->id);
    for (int s = 0; s < rec->players; s++) {
        if (s) fputs(", ", p->out);
        put_text(p, rec->player[s].name);
        fprintf(p->out, " %g", rec->result.score[s]);
    }
    fputs("</td>", p->out);
    put_cell(p, pl_record_plies(rec));
    fprintf(p->out, "<td>%s</td></tr>\n", pl_ending_name(rec->result.how));
}

static int list_games(page *p, const int64_t *id, int n)
{
    pl_record rec = {0};
    pl_error err;
    int bad = 0;
    open_table(p, "Games", "Game|Seats and scores|Plies>|Ended by");
    for (int i = 0; i < n && !bad; i++) {
        bad = pl_records_get(p->plan->file, id[i], &rec, &err);
        if (!bad) game_row(p, &rec);
    }
    close_table(p);
    pl_record_clear(&rec);
    return bad ? failed("%s", err.text) : DONE;
}

int games_section(page *p)
{
    int64_t id[GAMES_MOST];
    if (!p->plan->file) return DONE;
    int n = match_games(p->match, p->plan, id, GAMES_MOST);
    if (n < 0) return FAILED;
    open_section(p, "games", "Games",
                 "By their numbers in the file of records, from all over the match. The links "
                 "replay them while the first of these commands runs; the second tells one in a "
                 "terminal:");
    fputs("<p><code>parlor serve --records ", p->out);
    put_text(p, pl_records_file(p->plan->file));
    fprintf(p->out, "</code><br><code>parlor records show %lld --file ", (long long)(n ? *id : 1));
    put_text(p, pl_records_file(p->plan->file));
    fputs("</code></p>\n", p->out);
    int status = list_games(p, id, n);
    close_section(p);
    return status;
}
