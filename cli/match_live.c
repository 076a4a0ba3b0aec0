/* match_live.c -- a match under way, on a terminal: how far it is, how long it will take, and
 * the first of the standings, drawn over the last picture. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "matches.h"

enum { ROWS = 10 };

/* "1 h 05 m", "12 m 03 s", "7 s". */
static void span(double seconds, char *buf, size_t n)
{
    long s = seconds < 1e9 ? lround(seconds) : 1000000000;
    if (s >= 3600) snprintf(buf, n, "%ld h %02ld m", s / 3600, s / 60 % 60);
    else if (s >= 60) snprintf(buf, n, "%ld m %02ld s", s / 60, s % 60);
    else snprintf(buf, n, "%ld s", s);
}

void live_wipe(live *l)
{
    if (l->drawn > 0) fprintf(stderr, "\r\033[%dA\033[J", l->drawn);
    l->drawn = 0;
}

static void draw_course(const pl_match_course *c)
{
    char left[32] = "?", rate[16];
    int64_t played = c->games - c->resumed;
    double each = played > 0 ? c->seconds / (double)played : 0;
    if (played > 0) span(each * (double)(c->of - c->games), left, sizeof left);
    fprintf(stderr, "%lld of %lld games", (long long)c->games, (long long)c->of);
    if (c->rounds > 1) fprintf(stderr, ", round %d of %d", (int)c->round + 1, (int)c->rounds);
    if (played > 0) fprintf(stderr, ", %s a second", short_number(1 / each, rate));
    fprintf(stderr, ", %s left", left);
    if (c->sprt.upper > 0)
        fprintf(stderr, ", LLR %.2f (%.2f .. %.2f)", c->sprt.llr, c->sprt.lower, c->sprt.upper);
    fputc('\n', stderr);
}

static void draw_row(pl_match *m, int i)
{
    pl_standing s;
    int64_t how[3] = {0};
    pl_match_standing(m, i, &s);
    for (int seat = 0; seat < PL_SEATS_MAX; seat++)
        for (int k = 0; k < 3; k++) how[k] += s.at[seat][k];
    fprintf(stderr, "  %-24.24s %8lld  +%lld =%lld -%lld  %.4g\n", s.name, (long long)s.games,
            (long long)how[PL_WIN], (long long)how[PL_DRAW], (long long)how[PL_LOSS],
            s.payoff.value);
}

void live_tell(void *with, pl_match *m)
{
    live *l = with;
    pl_match_course c;
    int order[PL_ENTRANTS_MAX], n = pl_match_entrants(m);
    if (!isatty(STDERR_FILENO) || seconds_now() - l->last < 0.2) return;
    l->last = seconds_now();
    pl_match_course_of(m, &c);
    if (!c.games) return;
    pl_match_rank(m, order);
    live_wipe(l);
    draw_course(&c);
    for (l->drawn = 1; l->drawn <= n && l->drawn <= ROWS; l->drawn++)
        draw_row(m, order[l->drawn - 1]);
    fflush(stderr);
}
