/* refereed.c -- games of playout over the referee.  The seed of a game's chance is the first
 * number of its stream; agents have children of that stream, as without a referee. */
#include "refereed.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int stopped; /* which a handler may set, and any thread read */

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

int referees_stopped(void)
{
    return stopped;
}

/* The first Ctrl-C ends the run, so that what was played is kept; the second one ends all. */
static void catch_interrupt(void)
{
    struct sigaction act = {.sa_handler = stop};
    act.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &act, NULL);
}

int referees_open(referees *all, const call *c)
{
    pl_error err;
    *all = (referees){.wanted = c->record || c->clock || c->on,
                      .rules = pl_table_usual(PL_IN_A_MATCH)};
    if (!all->wanted) return DONE;
    if ((c->clock && pl_pace_read(&all->rules.pace, c->clock, &err)) ||
        (c->on && pl_manners_read(&all->rules.manners, c->on, &err)))
        return misused("%s", err.text);
    all->rules.timed = c->record != NULL;
    if (!c->record) return DONE;
    all->file = pl_records_open(*c->record ? c->record : NULL, PL_RECORDS_BATCH, &err);
    if (!all->file) return failed("%s", err.text);
    catch_interrupt();
    return DONE;
}

int referees_close(referees *all, int status)
{
    pl_error err;
    int bad = pl_records_close(all->file, &err);
    all->file = NULL;
    return bad && !status ? failed("%s", err.text) : status;
}

int referee_open(referee *one, const referees *all, seats *at, pl_error *err)
{
    pl_player who[PL_SEATS_MAX];
    *one = (referee){0};
    if (!all->wanted) return 0;
    one->table = pl_table_new(at->game, &all->rules, err);
    if (!one->table || !all->file) return one->table ? 0 : -1;
    for (int i = 0; i < at->game->players; i++) who[i] = pl_player_of(at->at[i], NULL);
    one->recorder = pl_records_attach(all->file, one->table, who, err);
    return one->recorder ? 0 : -1;
}

int referee_stops(const referee *one)
{
    return stopped || (one->recorder && pl_recorder_failed(one->recorder, NULL));
}

int64_t referee_play(referee *one, seats *at, const pl_rng *r, double *score)
{
    pl_rng chance = *r;
    seats_deal(at, r);
    pl_table_begin(one->table, pl_rand(&chance));
    while (!pl_table_run(one->table, at->at)) continue;
    memcpy(score, pl_table_result(one->table)->score, (size_t)at->game->players * sizeof *score);
    return pl_line_plies(pl_table_line(one->table));
}

int referee_close(referee *one, pl_error *err)
{
    pl_table_free(one->table);
    return pl_recorder_close(one->recorder, err);
}
