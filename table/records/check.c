/* check.c -- whether a record is true: the referee is told again what the seats did, and
 * must come to the same.
 *
 * Fact to check: chance is drawn from the seed, so with another seed a record of dice or
 * cards is wrong at the first roll that differs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

static int say(pl_error *err, int i, const char *why)
{
    return pl_fail(err, "event %d: %.200s", i + 1, why);
}

/* The table has drawn on its own; was it the same? */
static int chance_fell(const pl_table *t, const pl_event *e, int i, pl_error *err)
{
    const pl_line *l = pl_table_line(t);
    if (e->ply >= pl_line_plies(l) || pl_line_mover(l, e->ply) != PL_CHANCE)
        return say(err, i, "chance does not move there");
    if (e->used) return say(err, i, "chance takes no time");
    if (pl_line_move(l, e->ply) != e->move)
        return say(err, i, "chance falls otherwise with this seed");
    return 0;
}

static int seat_moved(pl_table *t, const pl_event *e, int i, pl_error *err)
{
    if (pl_table_turn(t) != e->seat || e->seat < 0)
        return say(err, i, "it is not the turn of that seat");
    if (e->ply != pl_line_plies(pl_table_line(t))) return say(err, i, "chance moves before that");
    switch (pl_table_move(t, e->seat, e->move, e->used, e->value, e->text)) {
    case PL_WAITING: return 0;
    case PL_TIMEOUT: return say(err, i, "the move takes longer than the clock allows");
    case PL_GARBAGE: return say(err, i, "a move was made while the game was paused");
    default: return say(err, i, "the move is not legal");
    }
}

static int happen(pl_table *t, const pl_event *e, int i, pl_error *err)
{
    int players = pl_table_game(t)->players;
    if (e->kind != PL_PLY && pl_table_turn(t) == PL_OVER)
        return say(err, i, "it comes after the end of the game");
    if ((e->kind == PL_FAULT || e->kind == PL_WENT_BACK) && (e->seat < 0 || e->seat >= players))
        return say(err, i, "there is no such seat");
    if (e->used < 0) return say(err, i, "no time is less than none");
    switch (e->kind) {
    case PL_PLY: return e->seat == PL_CHANCE ? chance_fell(t, e, i, err) : seat_moved(t, e, i, err);
    case PL_FAULT:
        if (pl_table_fault(t, e->seat, e->fault, e->used, e->text) == e->then) return 0;
        return say(err, i, "the rules ask for something else to be done about that fault");
    case PL_WENT_BACK:
        if (pl_table_back_to(t, e->seat, e->ply) == 0) return 0;
        return say(err, i, "a take-back is not possible, or goes elsewhere");
    case PL_PAUSED: return pl_table_pause(t, e->seat) ? say(err, i, "it cannot be paused") : 0;
    case PL_RESUMED: return pl_table_resume(t, e->seat) ? say(err, i, "it is not paused") : 0;
    default: return say(err, i, "that does not belong into a record");
    }
}

/* What ended the game early, where it is not told by what happened. */
static void end_early(const pl_record *rec, pl_table *t)
{
    const pl_result *e = &rec->result;
    if (pl_table_turn(t) == PL_OVER) return;
    if (e->how == PL_BY_RESIGNING) pl_table_resign(t, e->seat);
    if (e->how == PL_BY_ABORT) pl_table_abort(t, e->seat, e->text);
}

/* Chance must not have more to draw than was told of. */
static int nothing_more(const pl_record *rec, const pl_table *t, pl_error *err)
{
    int told = pl_record_plies(rec), plies = pl_line_plies(pl_table_line(t));
    if (told == plies || rec->result.how == PL_UNDER_WAY) return 0;
    return pl_fail(err, "%d plies stand at the end, but chance goes on to %d", told, plies);
}

/* Of a game under way the end may not have been written, though its last move was. */
static int same_end(const pl_record *rec, const pl_result *is, pl_error *err)
{
    const pl_result *was = &rec->result;
    int early = was->how != PL_BY_RULES;
    if (was->how == PL_UNDER_WAY) return 0;
    if (was->how != is->how)
        return pl_fail(err, "it ends as '%s', not as '%s'", pl_ending_name(is->how),
                       pl_ending_name(was->how));
    if (early && was->seat != is->seat)
        return pl_fail(err, "it ends by seat %d, not by %d", (int)is->seat, (int)was->seat);
    if (was->how == PL_BY_FORFEIT && was->fault != is->fault)
        return pl_fail(err, "it is forfeited for '%s', not for '%s'", pl_fault_name(is->fault),
                       pl_fault_name(was->fault));
    for (int i = 0; i < rec->players; i++) {
        double a = was->score[i], b = is->score[i];
        if (isnan(a) ? !isnan(b) : a != b)
            return pl_fail(err, "seat %d scores %g, not %g", i, b, a);
        if (was->used[i] < is->used[i])
            return pl_fail(err, "seat %d took %lld ns, not %lld", i, (long long)is->used[i],
                           (long long)was->used[i]);
    }
    return 0;
}

int pl_record_play(const pl_record *rec, pl_table *t, pl_error *err)
{
    if (!rec->seeded) return pl_fail(err, "its seed is not known, so chance cannot be drawn again");
    if (rec->players != pl_table_game(t)->players)
        return pl_fail(err, "%d sit at a table for %d", (int)rec->players,
                       (int)pl_table_game(t)->players);
    pl_table_begin(t, rec->seed);
    for (int i = 0, plies = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        if (e->kind == PL_PLY && e->ply != plies++) return say(err, i, "the ply is out of place");
        if (happen(t, e, i, err)) return -1;
        if (e->kind == PL_WENT_BACK) plies = e->ply;
    }
    end_early(rec, t);
    return nothing_more(rec, t, err) || same_end(rec, pl_table_result(t), err) ? -1 : 0;
}

/* Without a seed: what the rules alone can tell. */
static int check_line(const pl_record *rec, const pl_game *g, pl_error *err)
{
    double score[PL_SEATS_MAX];
    pl_line *l = pl_record_line(rec, g, err);
    if (!l) return -1;
    int over = pl_line_turn(l) == PL_OVER, bad = 0;
    if (over) g->score(pl_line_state(l, pl_line_plies(l)), score);
    if (rec->result.how != PL_UNDER_WAY && over != (rec->result.how == PL_BY_RULES))
        bad = pl_fail(err, "by the rules the game is %s at the end", over ? "over" : "not over");
    for (int i = 0; !bad && rec->result.how == PL_BY_RULES && i < g->players; i++)
        if (score[i] != rec->result.score[i])
            bad = pl_fail(err, "seat %d scores %g, not %g", i, score[i], rec->result.score[i]);
    pl_line_free(l);
    return bad;
}

int pl_record_check(const pl_record *rec, const pl_game *g, pl_error *err)
{
    if (rec->players != g->players)
        return pl_fail(err, "%d sit at a table for %d", (int)rec->players, (int)g->players);
    if (!rec->seeded) return check_line(rec, g, err);
    pl_table_rules rules = rec->rules;
    rules.timed = 0; /* times are told */
    pl_table *t = pl_table_new(g, &rules, err);
    if (!t) return -1;
    int bad = pl_record_play(rec, t, err);
    pl_table_free(t);
    return bad;
}
