/* refereed.c -- games of playout over the referee.  The seed of a game's chance is the first
 * number of its stream; agents have children of that stream, as without a referee. */
#include "refereed.h"

#include <string.h>

#include "ending.h"

int referees_open(referees *all, const call *c)
{
    pl_error err;
    int programs = !c->trace && seats_run_programs(c->agents);
    *all = (referees){.wanted = c->record || c->clock || c->on || programs,
                      .rules = pl_table_usual(PL_IN_A_MATCH),
                      .faulted = !programs};
    if (!all->wanted) return DONE;
    if ((c->clock && pl_pace_read(&all->rules.pace, c->clock, &err)) ||
        (c->on && pl_manners_read(&all->rules.manners, c->on, &err)))
        return misused("%s", err.text);
    all->rules.timed = c->record != NULL;
    if (!c->record) return DONE;
    all->file = pl_records_open(*c->record ? c->record : NULL, PL_RECORDS_BATCH, &err);
    return all->file ? DONE : failed("%s", err.text);
}

int referees_close(referees *all, int status)
{
    pl_error err;
    int bad = pl_records_close(all->file, &err);
    all->file = NULL;
    return bad && !status ? failed("%s", err.text) : status;
}

int referee_open(referee *one, referees *all, seats *at, pl_error *err)
{
    pl_player who[PL_SEATS_MAX];
    *one = (referee){.all = all};
    if (!all->wanted) return 0;
    one->table = pl_table_new(at->game, &all->rules, err);
    if (!one->table || !all->file) return one->table ? 0 : -1;
    for (int i = 0; i < at->game->players; i++) who[i] = pl_player_of(at->at[i], NULL);
    one->recorder = pl_records_attach(all->file, one->table, who, err);
    return one->recorder ? 0 : -1;
}

int referee_stops(const referee *one)
{
    return ending_came() || (one->recorder && pl_recorder_failed(one->recorder, NULL));
}

/* Where programs play, the first fault is told as it happens; all are counted. */
static void tell_fault(referees *all, const pl_result *r)
{
    if (!r->fault || atomic_exchange(&all->faulted, 1)) return;
    failed("seat %d was at fault (%s): %s; further faults are only counted", (int)r->seat,
           pl_fault_name(r->fault), r->text);
}

int64_t referee_play(referee *one, seats *at, const pl_rng *r, double *score)
{
    pl_rng chance = *r;
    seats_deal(at, r);
    pl_table_begin(one->table, pl_rand(&chance));
    while (!pl_table_run(one->table, at->at))
        if (ending_came()) return -1;
    tell_fault(one->all, pl_table_result(one->table));
    memcpy(score, pl_table_result(one->table)->score, (size_t)at->game->players * sizeof *score);
    return pl_line_plies(pl_table_line(one->table));
}

int referee_close(referee *one, pl_error *err)
{
    pl_table_free(one->table);
    return pl_recorder_close(one->recorder, err);
}
