/* resume.c -- parlor records resume: games that were interrupted, and how they go on. */
#include <string.h>

#include "interrupt.h"
#include "records.h"
#include "seats.h"

/* Whether whoever sat at seat i can be made to sit down again. */
static int may_sit(const pl_record *rec, int i, const call *c)
{
    const pl_player *who = &rec->player[i];
    if (!strcmp(who->kind, "human"))
        return failed("a human sits at seat %d: 'parlor play --resume=%lld' goes on", i,
                      (long long)rec->id);
    if (!strcmp(who->kind, "remote"))
        return failed("a player in the net sits at seat %d, and would have to be hosted", i);
    if (seats_runs_program(who->spec) && !c->trust)
        return failed("a program plays at seat %d, which --trust would run: %.200s", i, who->spec);
    return DONE;
}

/* The agents that sat there: all of them may, or none is opened. */
static int seat_again(const pl_record *rec, const pl_game *g, pl_agent **seat, const call *c)
{
    int status = DONE;
    for (int i = 0; i < rec->players && !status; i++) status = may_sit(rec, i, c);
    for (int i = 0; i < rec->players && !status; i++) {
        uint64_t mix[] = {rec->seed, (uint64_t)i, (uint64_t)rec->events};
        seat[i] = seats_agent(g, rec->player[i].spec, pl_hash(mix, sizeof mix), &status);
    }
    return status;
}

static void tell_end(const pl_record *rec, const pl_table *t, int json)
{
    const pl_result *e = pl_table_result(t);
    if (json) {
        print_json(json_pack("{s:I,s:s,s:o}", "id", (json_int_t)rec->id, "ending",
                             pl_ending_name(e->how), "scores",
                             json_numbers(e->score, rec->players)));
        return;
    }
    printf("Game %lld is over (%s).\n", (long long)rec->id, pl_ending_name(e->how));
    for (int i = 0; i < rec->players && e->how != PL_BY_ABORT; i++)
        printf("%s%s: %g", i ? ", " : "Scores: ", rec->player[i].name, e->score[i] + 0.0);
    if (e->how != PL_BY_ABORT) putchar('\n');
}

/* Ctrl-C ends it as it is: all that was played is in the file. */
static int play_on(pl_records *r, const pl_record *rec, const pl_game *g, const call *c)
{
    pl_error err;
    pl_agent *seat[PL_SEATS_MAX] = {0};
    interrupt_catch(NULL);
    pl_recorder *recorder = NULL;
    pl_table *t = pl_table_new(g, &rec->rules, &err);
    int status = t ? seat_again(rec, g, seat, c) : failed("%s", err.text);
    if (!status && !(recorder = pl_records_resume(r, rec->id, t, &err)))
        status = failed("%s", err.text);
    if (!status) {
        if (pl_table_paused(t)) pl_table_resume(t, PL_CHANCE);
        interrupt_catch(t);
        while (!pl_table_run(t, seat) && !*interrupt_flag()) continue;
        interrupt_catch(NULL);
        if (pl_table_turn(t) != PL_OVER)
            status =
                failed("interrupted; 'parlor records resume %lld' goes on", (long long)rec->id);
    }
    if (recorder && pl_recorder_failed(recorder, &err)) status = failed("%s", err.text);
    if (!status) tell_end(rec, t, c->json);
    for (int i = 0; i < PL_SEATS_MAX; i++) pl_agent_free(seat[i]);
    pl_table_free(t);
    pl_recorder_close(recorder, NULL);
    status = interrupt_status(status);
    interrupt_leave();
    return status;
}

static int list_one(void *with, const pl_record *rec)
{
    const call *c = with;
    char who[160];
    if (c->json) {
        print_json(json_pack("{s:I,s:s,s:i}", "id", (json_int_t)rec->id, "game", rec->game,
                             "events", (int)rec->events));
        return DONE;
    }
    printf("%lld  %s ", (long long)rec->id, rec->game);
    for (int i = 0; i < rec->players; i++) {
        player_text(&rec->player[i], who, sizeof who);
        printf("%s %s", i ? "," : "", who);
    }
    putchar('\n');
    return DONE;
}

int records_resume(pl_records *r, const call *c)
{
    pl_error err;
    pl_record rec = {0};
    call under_way = *c;
    under_way.ending = pl_ending_name(PL_UNDER_WAY);
    if (c->count == 1) return records_visit(r, &under_way, list_one, &under_way);
    int status = records_get(r, c, &rec);
    const pl_game *g = status ? NULL : pl_open(rec.game, &err);
    if (!status && !g) status = failed("%s", err.text);
    if (!status && rec.result.how != PL_UNDER_WAY)
        status = failed("game %lld is over", (long long)rec.id);
    if (!status) status = play_on(r, &rec, g, c);
    pl_record_clear(&rec);
    pl_close(g);
    return status;
}
