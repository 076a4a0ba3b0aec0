/* budget.c -- how much an agent may spend on one move.
 *
 * Looking at the clock costs about as much as a short iteration, so it is looked
 * at as often as iterations have proved long: about ten times a millisecond, and
 * at first after every one. */
#define _POSIX_C_SOURCE 199309L
#include "agents/budget.h"

#include <math.h>
#include <time.h>

static const double look_every = 1e-4, watch_every = 0.1, reserve = 2e-4; /* seconds */

double pl_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void pl_budget_open(pl_agent *a, double usual)
{
    double *iterations = &a->arg[PL_BUDGET_ITERATIONS];
    if (*iterations <= 0 && a->arg[PL_BUDGET_MS] <= 0) *iterations = usual;
}

/* What a clock leaves for one move: the machine may be busy, so not to the last. */
static double by_clock(const pl_time *t)
{
    double most = t->most - fmax(0.1 * t->most, fmin(0.005, 0.5 * t->most));
    return t->advised > 0 && t->advised < most ? t->advised : most;
}

void pl_budget_begin(pl_budget *b, pl_agent *a)
{
    double iterations = a->arg[PL_BUDGET_ITERATIONS], ms = a->arg[PL_BUDGET_MS];
    *b = (pl_budget){.agent = a, .most = iterations > 0 ? (int64_t)iterations : INT64_MAX};
    b->begun = b->watched = pl_clock();
    b->until = ms > 0 ? b->begun + ms / 1000 - reserve : 0;
    double clock = by_clock(&a->time);
    if (clock > 0 && (b->until <= 0 || b->until > b->begun + clock)) b->until = b->begun + clock;
    b->check = 1;
}

void pl_budget_cap(pl_budget *b, int64_t most)
{
    if (b->most > most) b->most = most;
}

/* How many more iterations before the clock is looked at again. */
static int64_t stride(const pl_budget *b, double now)
{
    double each = (now - b->begun) / (double)b->done;
    double fit = each > 0 ? look_every / each : 1000;
    return fit < 1 ? 1 : fit > 100000 ? 100000 : (int64_t)fit;
}

static int is_over(const pl_budget *b, double now)
{
    return pl_agent_stopped(b->agent) || (b->until > 0 && now >= b->until);
}

int pl_budget_spent(const pl_budget *b)
{
    return is_over(b, pl_clock());
}

int pl_budget_over(const pl_budget *b)
{
    return b->done >= b->check && pl_budget_spent(b);
}

int pl_budget_look(pl_budget *b)
{
    double now = pl_clock();
    if (is_over(b, now)) return 0;
    b->check = b->done + stride(b, now);
    if (!b->quiet && b->agent->watch && now - b->watched >= watch_every) {
        b->watched = now;
        b->agent->watch(b->agent, b->agent->with);
    }
    return 1;
}

void pl_budget_part(const pl_budget *whole, int parts, pl_budget *part)
{
    double now = pl_clock();
    int64_t left = whole->most - whole->done;
    *part = *whole;
    part->done = 0;
    part->check = 1;
    part->begun = now;
    if (whole->until > 0) part->until = now + (whole->until - now) / parts;
    if (whole->most < INT64_MAX) part->most = (left + parts - 1) / parts;
}

int pl_budget_used(pl_budget *whole, const pl_budget *part)
{
    whole->done += part->done;
    whole->watched = part->watched;
    return whole->done < whole->most && pl_budget_look(whole);
}

double pl_budget_seconds(const pl_budget *b)
{
    return pl_clock() - b->begun;
}
