/* record_show.c -- parlor records show: one game, all that is known of it. */
#include <math.h>
#include <string.h>

#include "records.h"

static void plain(const char *text, char *buf, size_t n)
{
    snprintf(buf, n, "%s", text);
    clean_text(buf, strlen(buf));
}

static int print_players(const pl_record *rec)
{
    table *t = table_new("SEAT>|PLAYER|SPECIFICATION~|SCORE>|SECONDS>");
    int over = rec->result.how != PL_UNDER_WAY;
    for (int i = 0; i < rec->players; i++) {
        char who[160], spec[PL_SPEC_MAX];
        player_text(&rec->player[i], who, sizeof who);
        plain(rec->player[i].spec, spec, sizeof spec);
        table_row(t);
        table_cell(t, "%d", i);
        table_cell(t, "%s", who);
        table_cell(t, "%s", spec);
        if (over && !isnan(rec->result.score[i])) table_cell(t, "%g", rec->result.score[i] + 0.0);
        else table_cell(t, "-");
        table_cell(t, "%.6g", (double)rec->result.used[i] * 1e-9);
    }
    return table_print(t);
}

static void print_head(const pl_record *rec)
{
    char began[32], ended[32], clock[160], manners[512];
    moment_text(rec->began, began);
    moment_text(rec->ended, ended);
    pl_pace_text(&rec->rules.pace, clock, sizeof clock);
    pl_manners_text(&rec->rules.manners, manners, sizeof manners);
    printf("Game %lld: %s\n", (long long)rec->id, rec->game);
    printf("Began %s, ended %s (UTC)\n", began, ended);
    if (rec->seeded) printf("Seed: %llu\n", (unsigned long long)rec->seed);
    printf("Clock: %s\nFaults: %s\n", *clock ? clock : "none", manners);
    printf("Moves %s be taken back\n\n", rec->rules.takes_back ? "may" : "may not");
}

static void print_end(const pl_record *rec)
{
    char text[sizeof rec->result.text];
    plain(rec->result.text, text, sizeof text);
    if (rec->result.how == PL_UNDER_WAY) {
        puts("\nThe game is under way.");
        return;
    }
    printf("\nEnded by: %s", pl_ending_name(rec->result.how));
    if (rec->result.how == PL_BY_FORFEIT)
        printf(" of seat %d for %s", (int)rec->result.seat, pl_fault_name(rec->result.fault));
    if (rec->result.how == PL_BY_RESIGNING) printf(" by seat %d", (int)rec->result.seat);
    puts("");
    if (*text) printf("Reason: %s\n", text);
    if (rec->result.referee)
        printf("The referee itself took %.6g s\n", (double)rec->result.referee * 1e-9);
}

/* What happened besides a move, in words. */
static void say_event(const pl_event *e, char *buf, size_t n)
{
    switch (e->kind) {
    case PL_FAULT:
        snprintf(buf, n, "fault: %s, so %s", pl_fault_name(e->fault), pl_then_name(e->then));
        break;
    case PL_WENT_BACK: snprintf(buf, n, "back to %d plies", (int)e->ply); break;
    case PL_PAUSED: snprintf(buf, n, "pause"); break;
    default: snprintf(buf, n, "goes on"); break;
    }
}

static void log_row(table *t, const pl_event *e, const char *what)
{
    char who[24], text[300];
    plain(e->text, text, sizeof text);
    table_row(t);
    if (e->kind == PL_PLY) table_cell(t, "%d", (int)e->ply + 1);
    else table_cell(t, " ");
    table_cell(t, "%s", e->kind == PL_PLY || e->seat >= 0 ? mover_name(e->seat, who) : " ");
    table_cell(t, "%s", what);
    if (e->used) table_cell(t, "%.6g", (double)e->used * 1e-9);
    else table_cell(t, " ");
    if (isnan(e->value)) table_cell(t, " ");
    else table_cell(t, "%.4g", e->value);
    table_cell(t, "%s", text);
}

static int print_log(const pl_record *rec, const pl_game *g, pl_line *l)
{
    table *t = table_new("PLY>|MOVER|MOVE|SECONDS>|VALUE>|COMMENT~");
    pl_line_restart(l);
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        char what[PL_NAME_MAX + 32];
        if (e->kind == PL_PLY) {
            pl_say(g, pl_line_state(l, pl_line_plies(l)), e->move, what, sizeof what);
            pl_line_forward(l, e->move);
        } else say_event(e, what, sizeof what);
        log_row(t, e, what);
        if (e->kind == PL_WENT_BACK)
            while (pl_line_plies(l) > e->ply) pl_line_backward(l);
    }
    return table_print(t);
}

static int show_text(const pl_record *rec)
{
    pl_error err;
    const pl_game *g = pl_open(rec->game, &err);
    pl_line *l = g ? pl_record_line(rec, g, &err) : NULL;
    int status = l ? DONE : failed("game %lld: %s", (long long)rec->id, err.text);
    if (!status) {
        print_head(rec);
        status = print_players(rec);
        putchar('\n');
    }
    if (!status) status = print_log(rec, g, l);
    if (!status) print_end(rec);
    pl_line_free(l);
    pl_close(g);
    return status;
}

int records_show(pl_records *r, const call *c)
{
    pl_record rec = {0};
    pl_error err;
    int status = records_get(r, c, &rec);
    if (!status && !c->json) status = show_text(&rec);
    else if (!status && pl_record_write_json(&rec, stdout, &err)) status = failed("%s", err.text);
    pl_record_clear(&rec);
    return status;
}
