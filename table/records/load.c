/* load.c -- games read back from the tables of a file.
 *
 * Nothing is taken on trust: what stands in a file may have been written by anybody.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

static double real_at(pl_query *s, int column)
{
    double x = pl_is_null(s, column) ? NAN : pl_get_real(s, column);
    return isfinite(x) ? x : NAN;
}

static int64_t span_at(pl_query *s, int column)
{
    int64_t ns = pl_get(s, column);
    return ns > 0 ? ns : 0;
}

/* Microseconds since 1970 that a calendar of four digits has; or 0. */
static int64_t moment_at(pl_query *s, int column)
{
    static const int64_t year_10000 = 253402300800000000;
    int64_t us = pl_get(s, column);
    return us > 0 && us < year_10000 ? us : 0;
}

/* A text that must fit into n bytes. */
static int copy(char *to, size_t n, pl_query *s, int column, pl_error *err)
{
    int length = snprintf(to, n, "%s", pl_get_text(s, column));
    pl_plain_text(to);
    return length < (int)n ? 0 : pl_fail(err, "'%.60s...' is too long", to);
}

static int is_mover(int seat)
{
    return seat >= PL_CHANCE && seat < PL_SEATS_MAX;
}

static int load_rules(pl_record *out, pl_query *s, pl_error *err)
{
    out->rules.timed = pl_get_int(s, 3);
    out->rules.takes_back = pl_get_int(s, 4);
    return pl_pace_read(&out->rules.pace, pl_get_text(s, 1), err) ||
                   pl_manners_read(&out->rules.manners, pl_get_text(s, 2), err)
               ? -1
               : 0;
}

static int load_ending(pl_record *out, pl_query *s, pl_error *err)
{
    int how = pl_ending_of(pl_get_text(s, 8)),
        fault = pl_is_null(s, 10) ? 0 : pl_fault_of(pl_get_text(s, 10));
    if (how < 0) return pl_fail(err, "'%.40s' is no ending", pl_get_text(s, 8));
    if (fault < 0) return pl_fail(err, "'%.40s' is no fault", pl_get_text(s, 10));
    out->result.how = (pl_ending)how;
    out->result.fault = (pl_fault)fault;
    out->result.seat = pl_get_int(s, 9);
    out->result.referee = span_at(s, 12);
    if (!is_mover(out->result.seat))
        return pl_fail(err, "there is no seat %d", (int)out->result.seat);
    return copy(out->result.text, sizeof out->result.text, s, 11, err);
}

static int load_seats(pl_records *r, pl_record *out, pl_error *err)
{
    pl_query *s = pl_records_statement(r, ASK_SEATS);
    pl_got got = PL_DONE;
    int bad = 0;
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, out->id);
    while (!bad && (got = pl_query_step(s)) == PL_ROW) {
        int i = out->players++;
        pl_player *p = &out->player[i];
        if (i == PL_SEATS_MAX || pl_get_int(s, 5) != i)
            bad = pl_fail(err, "its seats are not 0, 1, ... up to %d", PL_SEATS_MAX - 1);
        else
            bad = copy(p->name, sizeof p->name, s, 0, err) ||
                  copy(p->kind, sizeof p->kind, s, 1, err) ||
                  copy(p->spec, sizeof p->spec, s, 2, err);
        if (bad) break;
        out->result.score[i] = real_at(s, 3);
        out->result.used[i] = span_at(s, 4);
    }
    if (!bad && got != PL_DONE) bad = pl_records_fail(r, err);
    pl_query_reset(s);
    return bad ? -1 : 0;
}

/* An event of the columns that ASK_EXTRAS and ASK_JOURNAL have in common. */
static int event_at(pl_query *s, pl_event *e, pl_error *err)
{
    int kind = pl_happening_of(pl_get_text(s, 3));
    int fault = pl_is_null(s, 5) ? 0 : pl_fault_of(pl_get_text(s, 5));
    int then = pl_is_null(s, 6) ? 0 : pl_then_of(pl_get_text(s, 6));
    *e = (pl_event){.kind = (pl_kind)(kind < 0 ? 0 : kind),
                    .seat = pl_is_null(s, 4) ? PL_CHANCE : pl_get_int(s, 4),
                    .move = PL_ILLEGAL,
                    .fault = (pl_fault)(fault < 0 ? 0 : fault),
                    .then = (pl_then)(then < 0 ? 0 : then),
                    .ply = pl_get_int(s, 7),
                    .used = pl_get(s, 8),
                    .value = real_at(s, 9),
                    .text = pl_get_text(s, 10)};
    if (kind < PL_PLY || kind > PL_RESUMED || fault < (kind == PL_FAULT) || then < 0 ||
        !is_mover(e->seat))
        return pl_fail(err, "'%.20s %.20s %.20s' is nothing that happens in a game",
                       pl_get_text(s, 3), pl_get_text(s, 5), pl_get_text(s, 6));
    return 0;
}

/* The next row, or -1 in *at where there is none; 0, or -1 with the reason. */
static int next_extra(pl_records *r, pl_query *s, int *at, pl_event *e, pl_error *err)
{
    pl_got got = pl_query_step(s);
    *at = got == PL_ROW ? pl_get_int(s, 0) : -1;
    if (got == PL_ROW) return event_at(s, e, err);
    return got == PL_DONE ? 0 : pl_records_fail(r, err);
}

static int add(pl_record *out, const pl_event *e, pl_error *err)
{
    return pl_record_add(out, e) ? pl_fail(err, "out of memory") : 0;
}

/* Whatever happens, a game stands at one of the plies it has been at. */
static int in_place(const pl_event *e, int plies, pl_error *err)
{
    return e->ply >= 0 && e->ply <= plies
               ? 0
               : pl_fail(err, "after %d plies it cannot stand at %d", plies, (int)e->ply);
}

/* Plies with what was said of them, and between them what else happened. */
static int merge(pl_records *r, pl_record *out, const pl_kept *k, pl_query *s, pl_error *err)
{
    pl_event extra;
    int at, stand = 0;
    if (next_extra(r, s, &at, &extra, err)) return -1;
    for (int i = 0; i <= k->plies; i++) {
        for (; at == i && extra.kind != PL_PLY;) {
            if (in_place(&extra, stand, err)) return -1;
            if (extra.kind == PL_WENT_BACK) stand = extra.ply;
            if (add(out, &extra, err) || next_extra(r, s, &at, &extra, err)) return -1;
        }
        if (i == k->plies) break;
        pl_event e = pl_kept_ply(k, i);
        e.ply = stand++;
        int said = at == i;
        if (said) e.value = extra.value, e.text = extra.text;
        if (add(out, &e, err) || (said && next_extra(r, s, &at, &extra, err))) return -1;
    }
    return at < 0 ? 0 : pl_fail(err, "it tells of ply %d, which was not played", at + 1);
}

static int load_plies(pl_records *r, pl_record *out, const pl_kept *k, pl_error *err)
{
    pl_query *s = pl_records_statement(r, ASK_EXTRAS);
    if (!s) return pl_records_fail(r, err);
    if (!pl_kept_sound(k))
        return pl_fail(err, "%d plies cannot be %d bytes of moves and %d of times", (int)k->plies,
                       (int)k->moves_size, (int)k->times_size);
    pl_bind(s, 1, out->id);
    int bad = merge(r, out, k, s, err);
    pl_query_reset(s);
    return bad;
}

/* What has happened so far in a game under way. */
static int load_journal(pl_records *r, pl_record *out, pl_error *err)
{
    pl_query *s = pl_records_statement(r, ASK_JOURNAL);
    pl_event e;
    int at, bad;
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, out->id);
    while (!(bad = next_extra(r, s, &at, &e, err)) && at >= 0) {
        if (e.kind == PL_PLY) e.move = pl_get_int(s, 11);
        if (e.kind != PL_WENT_BACK && e.seat >= 0 && e.used > 0 &&
            out->result.used[e.seat] < INT64_MAX - e.used)
            out->result.used[e.seat] += e.used;
        if ((bad = in_place(&e, out->events, err) || add(out, &e, err))) break;
    }
    pl_query_reset(s);
    return bad;
}

static int load_head(pl_record *out, pl_query *s, pl_kept *k, pl_error *err)
{
    out->seeded = !pl_is_null(s, 5);
    out->seed = (uint64_t)pl_get(s, 5);
    out->began = moment_at(s, 6);
    out->ended = moment_at(s, 7);
    *k = (pl_kept){.plies = pl_get_int(s, 13)};
    k->moves = (unsigned char *)(uintptr_t)pl_get_bytes(s, 14, &k->moves_size);
    k->times = (unsigned char *)(uintptr_t)pl_get_bytes(s, 15, &k->times_size);
    return copy(out->game, sizeof out->game, s, 0, err) || load_rules(out, s, err) ||
                   load_ending(out, s, err)
               ? -1
               : 0;
}

static int load_all(pl_records *r, pl_record *out, int brief, pl_query *s, pl_error *err)
{
    pl_kept k;
    if (load_head(out, s, &k, err) || load_seats(r, out, err)) return -1;
    if (brief) return 0;
    if (load_plies(r, out, &k, err)) return -1;
    return out->result.how == PL_UNDER_WAY ? load_journal(r, out, err) : 0;
}

int pl_load_game(pl_records *r, int64_t id, int brief, pl_record *out, pl_error *err)
{
    pl_error why;
    pl_query *s = pl_records_statement(r, ASK_GAME);
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, id);
    pl_record_clear(out);
    out->id = id;
    pl_got got = pl_query_step(s);
    int bad = got == PL_ROW    ? load_all(r, out, brief, s, &why)
              : got == PL_DONE ? pl_fail(&why, "there is no such game in %.150s", r->file)
                               : pl_records_fail(r, &why);
    pl_query_reset(s);
    if (!bad) return 0;
    pl_record_clear(out);
    return pl_fail(err, "game %lld: %.220s", (long long)id, why.text);
}
