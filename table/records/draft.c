/* draft.c -- one thing that happened in a game, as keys and texts.
 *
 * Moves go by their names, so a record is read by playing it: what is not legal there has
 * no name.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/records/portable.h"

void pl_draft_new(pl_draft *d)
{
    *d = (pl_draft){
        .event = {.kind = PL_PLY, .seat = PL_CHANCE, .move = PL_ILLEGAL, .value = NAN, .text = ""}};
}

void pl_draft_free(pl_draft *d)
{
    free(d->text);
    d->text = NULL;
}

static int set_move(pl_draft *d, const char *text, pl_error *err)
{
    d->is_ply++;
    int n = snprintf(d->move, sizeof d->move, "%s", text);
    return n < (int)sizeof d->move ? 0 : pl_fail(err, "no move is called '%.40s...'", text);
}

static int set_kind(pl_draft *d, const char *key, const char *text, pl_error *err)
{
    int64_t ply = 0;
    int fault = 0;
    d->is_event++;
    d->event.kind = (pl_kind)pl_happening_of(key);
    if (d->event.kind == PL_WENT_BACK && pl_whole_read(text, 0, INT32_MAX, &ply, err)) return -1;
    if (d->event.kind == PL_FAULT && (fault = pl_fault_of(text)) < 0)
        return pl_fail(err, "there is no fault '%.40s'", text);
    d->event.fault = (pl_fault)fault;
    d->event.ply = (int32_t)ply;
    return 0;
}

static int set_by(pl_draft *d, const char *text, pl_error *err)
{
    int64_t seat = PL_CHANCE;
    if (strcmp(text, "chance") && pl_whole_read(text, 0, PL_SEATS_MAX - 1, &seat, err)) return -1;
    d->event.seat = (int32_t)seat;
    return 0;
}

static int set_then(pl_draft *d, const char *text, pl_error *err)
{
    int then = pl_then_of(text);
    d->event.then = (pl_then)(then < 0 ? 0 : then);
    return then < 0 ? pl_fail(err,
                              "after a fault comes forfeit, random, abort or retry, not "
                              "'%.40s'",
                              text)
                    : 0;
}

static int set_text(pl_draft *d, const char *text, pl_error *err)
{
    free(d->text);
    d->text = malloc(strlen(text) + 1);
    if (!d->text) return pl_fail(err, "out of memory");
    d->event.text = strcpy(d->text, text);
    return 0;
}

int pl_draft_set(pl_draft *d, const char *key, const char *text, pl_error *err)
{
    if (!strcmp(key, "move")) return set_move(d, text, err);
    if (!strcmp(key, "by")) return set_by(d, text, err);
    if (!strcmp(key, "ns")) return pl_whole_read(text, 0, INT64_MAX, &d->event.used, err);
    if (!strcmp(key, "value")) return pl_real_read(text, &d->event.value, err);
    if (!strcmp(key, "text")) return set_text(d, text, err);
    if (!strcmp(key, "then")) return set_then(d, text, err);
    if (!strcmp(key, "fault") || !strcmp(key, "back") || !strcmp(key, "pause") ||
        !strcmp(key, "resume"))
        return set_kind(d, key, text, err);
    return pl_fail(err, "'%.40s' is nothing that happens in a game", key);
}

static int play_move(const pl_draft *d, pl_event *e, pl_line *l, pl_error *err)
{
    const void *s = pl_line_state(l, pl_line_plies(l));
    int turn = pl_line_turn(l), ply = pl_line_plies(l);
    if (turn == PL_OVER) return pl_fail(err, "'%.40s' comes after the end of the game", d->move);
    if (turn != e->seat)
        return turn == PL_CHANCE ? pl_fail(err, "ply %d is chance's", ply + 1)
                                 : pl_fail(err, "ply %d is that of seat %d", ply + 1, turn);
    e->move = pl_parse(pl_line_game(l), s, d->move);
    e->ply = ply;
    if (e->move == PL_ILLEGAL)
        return pl_fail(err, "ply %d, '%.40s', is not legal there", ply + 1, d->move);
    return pl_line_forward(l, e->move) ? pl_fail(err, "out of memory") : 0;
}

static int play_event(pl_event *e, pl_line *l, pl_error *err)
{
    int plies = pl_line_plies(l);
    e->value = NAN;
    if (e->kind != PL_WENT_BACK) e->ply = plies;
    if (e->ply > plies)
        return pl_fail(err, "after %d plies nobody can go back to %d", plies, (int)e->ply);
    while (pl_line_plies(l) > e->ply) pl_line_backward(l);
    return 0;
}

int pl_draft_play(const pl_draft *d, pl_record *rec, pl_line *l, pl_error *err)
{
    pl_event e = d->event;
    if (d->is_ply + d->is_event != 1)
        return pl_fail(err, "one thing happens at a time: a move, fault, back, pause or resume");
    if (d->is_ply ? play_move(d, &e, l, err) : play_event(&e, l, err)) return -1;
    return pl_record_add(rec, &e) ? pl_fail(err, "out of memory") : 0;
}

static void put_number(const char *key, int64_t n, pl_draft_put *put, void *with)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)n);
    put(with, key, text, 0);
}

static void put_by(const pl_event *e, pl_draft_put *put, void *with)
{
    if (e->seat >= 0) put_number("by", e->seat, put, with);
    else put(with, "by", "chance", 1);
}

/* The keys that come first, and say what it is. */
static void put_what(const pl_event *e, const pl_line *l, pl_draft_put *put, void *with)
{
    char name[PL_NAME_MAX];
    if (e->kind == PL_PLY) {
        pl_say(pl_line_game(l), pl_line_state(l, pl_line_plies(l)), e->move, name, sizeof name);
        put_by(e, put, with);
        put(with, "move", name, 1);
        return;
    }
    if (e->kind == PL_FAULT) put(with, "fault", pl_fault_name(e->fault), 1);
    else if (e->kind == PL_WENT_BACK) put_number("back", e->ply, put, with);
    else put(with, pl_happening_name(e->kind), "true", 0);
    put_by(e, put, with);
    if (e->kind == PL_FAULT) put(with, "then", pl_then_name(e->then), 1);
}

int pl_draft_write(const pl_event *e, pl_line *l, pl_draft_put *put, void *with, pl_error *err)
{
    char number[40];
    pl_text t = {number, sizeof number, 0};
    int ply = e->kind == PL_PLY;
    if (ply && (pl_line_turn(l) != e->seat || !pl_line_is_legal(l, e->move)))
        return pl_fail(err, "ply %d is not legal", pl_line_plies(l) + 1);
    put_what(e, l, put, with);
    if (e->used) put_number("ns", e->used, put, with);
    if (ply && isfinite(e->value)) {
        pl_put_number(&t, e->value + 0.0);
        put(with, "value", number, 0);
    }
    if (*e->text) put(with, "text", e->text, 1);
    if (e->kind == PL_WENT_BACK)
        while (pl_line_plies(l) > e->ply && pl_line_backward(l) == 0) continue;
    return ply && pl_line_forward(l, e->move) ? pl_fail(err, "out of memory") : 0;
}

void pl_portable_begin(pl_record *rec)
{
    pl_record_clear(rec);
    rec->rules.manners = pl_manners_usual(PL_AT_HOME);
    for (int i = 0; i < PL_SEATS_MAX; i++) rec->result.score[i] = NAN;
}

int pl_portable_end(pl_record *rec, const pl_game *g, pl_error *err)
{
    int scored = 0, ended = rec->result.how != PL_UNDER_WAY;
    if (rec->players != g->players)
        return pl_fail(err, "%d players are named where %d sit", (int)rec->players,
                       (int)g->players);
    for (int i = 0; i < PL_SEATS_MAX; i++) scored += !isnan(rec->result.score[i]);
    if (scored && (!ended || scored != g->players))
        return pl_fail(err, "scores are told for every seat, %d, of a game that has ended",
                       (int)g->players);
    if (ended && !scored && rec->result.how != PL_BY_ABORT)
        return pl_fail(err, "the scores are missing");
    if (!ended) memset(rec->result.score, 0, sizeof rec->result.score);
    return 0;
}
