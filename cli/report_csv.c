/* report_csv.c -- the standings of a match as CSV, a row for each agent. */
#include <math.h>

#include "matches.h"

void csv_text(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    putc('"', out);
}

void csv_number(FILE *out, double x)
{
    if (isfinite(x)) fprintf(out, ",%.10g", x);
    else putc(',', out);
}

static void csv_row(FILE *out, pl_match *m, const pl_match_plan *plan, const ratings *r, int i,
                    int place)
{
    pl_standing s;
    pl_interval elo = r->elo[i];
    pl_match_standing(m, i, &s);
    const double numbers[] = {s.payoff.value,
                              s.payoff.low,
                              s.payoff.high,
                              elo.value,
                              elo.low,
                              elo.high,
                              r->superiority[i],
                              pl_times_quantile(&s.times, 0.5),
                              pl_times_quantile(&s.times, 0.99)};
    fprintf(out, "%d,", place);
    csv_text(out, s.name);
    putc(',', out);
    csv_text(out, s.agent);
    fprintf(out, ",%lld", (long long)s.games);
    for (int k = PL_WIN; k <= PL_LOSS; k++) fprintf(out, ",%lld", (long long)results_of(&s, k));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) csv_number(out, numbers[k]);
    fprintf(out, ",%lld,%.10g", (long long)faults_of(&s), s.points);
    for (int seat = 0; seat < plan->game->players; seat++)
        fprintf(out, ",%lld,%lld,%lld", (long long)s.at[seat][0], (long long)s.at[seat][1],
                (long long)s.at[seat][2]);
    putc('\n', out);
}

int report_csv(pl_match *m, const pl_match_plan *plan, FILE *out)
{
    int order[PL_ENTRANTS_MAX];
    ratings r;
    pl_match_rank(m, order);
    match_ratings(m, &r);
    fputs("rank,name,agent,games,wins,draws,losses,mean,mean_low,mean_high,elo,elo_low,elo_high,"
          "superiority,ns_p50,ns_p99,faults,points",
          out);
    for (int s = 0; s < plan->game->players; s++)
        fprintf(out, ",wins_seat%d,draws_seat%d,losses_seat%d", s, s, s);
    putc('\n', out);
    for (int i = 0; i < pl_match_entrants(m); i++) csv_row(out, m, plan, &r, order[i], i + 1);
    return DONE;
}
