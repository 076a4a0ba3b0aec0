/* replay.c -- parlor records replay: a game step by step, as a seat, a spectator or
 * everybody together saw it.
 *
 * A moment is what stood after each ply that the watcher noticed; to a seat it is as if
 * the others had never been, and neither times nor comments are told, which may speak of
 * what is hidden. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "records.h"

typedef struct {
    const pl_record *rec;
    const pl_game *game;
    pl_line *line;
    int seat;
    int moments; /* after the start */
    int *ply;    /* of the line, that led to each: 1 .. moments */
    int *event;  /* of the record, that it was */
} reel;

/* The events that stand in the line at its end: those taken back are left out.  There is
 * room for as many as happened. */
static void find_events(const pl_record *rec, int *event)
{
    int plies = 0;
    for (int i = 0; i < rec->events; i++) {
        if (rec->event[i].kind == PL_PLY) event[plies++] = i;
        if (rec->event[i].kind == PL_WENT_BACK) plies = rec->event[i].ply;
    }
}

static int wind(reel *r)
{
    int plies = pl_line_plies(r->line);
    int *event = malloc(((size_t)r->rec->events + 1) * sizeof *event);
    r->ply = malloc(((size_t)plies + 1) * sizeof *r->ply);
    r->event = malloc(((size_t)plies + 1) * sizeof *r->event);
    if (event && r->ply && r->event) find_events(r->rec, event);
    for (int i = 0; event && r->ply && r->event && i < plies; i++) {
        if (r->seat != PL_FULL && pl_line_seen(r->line, i, r->seat) == PL_NOTHING) continue;
        r->ply[++r->moments] = i;
        r->event[r->moments] = event[i];
    }
    free(event);
    return event && r->ply && r->event ? DONE : failed("out of memory");
}

static void say_noticed(const reel *r, int k, char *buf, size_t n)
{
    pl_state before;
    pl_line_view(r->line, r->ply[k], r->seat, &before);
    if (r->seat == PL_FULL) pl_say(r->game, &before, pl_line_move(r->line, r->ply[k]), buf, n);
    else pl_say(r->game, &before, pl_line_seen(r->line, r->ply[k], r->seat), buf, n);
}

static void view_of(const reel *r, int k, void *view)
{
    int last = k == r->moments; /* the end may show more */
    int plies = last ? pl_line_plies(r->line) : k ? r->ply[k] + 1 : 0;
    pl_line_view(r->line, plies, r->seat, view);
}

/* What the mover thought and said, which only those may know who know everything. */
static void print_remarks(const pl_event *e)
{
    char text[400];
    if (e->used) printf(", %.6g s", (double)e->used * 1e-9);
    if (!isnan(e->value)) printf(", expects %.4g", e->value);
    snprintf(text, sizeof text, "%s", e->text);
    clean_text(text, strlen(text));
    if (*text) printf(": %s", text);
}

static void print_result(const pl_record *rec)
{
    const pl_result *e = &rec->result;
    char reason[sizeof e->text];
    snprintf(reason, sizeof reason, "%s", e->text);
    clean_text(reason, strlen(reason));
    if (e->how == PL_UNDER_WAY) puts("\nThe game is under way.");
    else
        printf("\nThe game is over (%s%s%s).\n", pl_ending_name(e->how), *reason ? ": " : "",
               reason);
    if (e->how == PL_UNDER_WAY || e->how == PL_BY_ABORT) return;
    for (int i = 0; i < rec->players; i++)
        printf("%s%s: %g", i ? ", " : "Scores: ", rec->player[i].name, e->score[i] + 0.0);
    putchar('\n');
}

static void print_heading(const reel *r)
{
    char who[160];
    printf("Game %lld: %s", (long long)r->rec->id, r->rec->game);
    if (r->seat != PL_FULL) printf(", as %s saw it", mover_name(r->seat, who));
    putchar('\n');
    for (int i = 0; i < r->rec->players; i++) {
        player_text(&r->rec->player[i], who, sizeof who);
        printf("%sseat %d: %s", i ? ", " : "", i, who);
    }
    puts("\n");
}

static void print_one(const reel *r, int k)
{
    char name[PL_NAME_MAX], who[24];
    pl_state view;
    view_of(r, k, &view);
    if (k == 0) printf("0 of %d: the start\n", r->moments);
    else {
        say_noticed(r, k, name, sizeof name);
        printf("%d of %d: %s: %s", k, r->moments,
               mover_name(pl_line_mover(r->line, r->ply[k]), who), name);
        if (r->seat == PL_FULL) print_remarks(&r->rec->event[r->event[k]]);
        putchar('\n');
    }
    print_position(r->game, &view);
    if (k == r->moments) print_result(r->rec);
}

static int print_json_one(const reel *r, int k)
{
    char name[PL_NAME_MAX] = "";
    pl_state view;
    view_of(r, k, &view);
    json_t *position = json_position(r->game, &view, r->seat);
    if (!position) return failed("the position has no JSON, or memory ran out");
    json_t *one = json_pack("{s:i,s:i}", "moment", k, "of", r->moments);
    if (k) {
        say_noticed(r, k, name, sizeof name);
        json_object_set_new(one, "mover", json_mover(pl_line_mover(r->line, r->ply[k])));
        json_object_set_new(one, r->seat == PL_FULL ? "move" : "noticed", json_string(name));
    }
    json_object_set_new(one, "position", position);
    if (k == r->moments)
        json_object_set_new(one, "ending", json_string(pl_ending_name(r->rec->result.how)));
    print_json(one);
    return output_failed() ? FAILED : DONE;
}

static int print_all(const reel *r, int json)
{
    int status = DONE;
    if (!json) print_heading(r);
    for (int k = 0; k <= r->moments && !status; k++) {
        if (json) status = print_json_one(r, k);
        else {
            if (k) putchar('\n');
            print_one(r, k);
            status = output_failed() ? FAILED : DONE;
        }
    }
    return status == FAILED && output_failed() ? DONE : status; /* told when it is closed */
}

/* Where a word leads from moment k; -1: out of it, -2: nowhere. */
static int obey(const reel *r, int k, const char *word)
{
    int64_t n;
    if (!*word || !strcmp(word, "n") || !strcmp(word, "next")) return k < r->moments ? k + 1 : k;
    if (!strcmp(word, "b") || !strcmp(word, "back")) return k ? k - 1 : 0;
    if (!strcmp(word, "s") || !strcmp(word, "start")) return 0;
    if (!strcmp(word, "e") || !strcmp(word, "end")) return r->moments;
    if (!strcmp(word, "q") || !strcmp(word, "quit")) return -1;
    return read_number(word, 0, r->moments, &n) ? -2 : (int)n;
}

/* A word at a time, until it says quit or there are no more. */
static int step_through(const reel *r)
{
    char *line = NULL;
    size_t size = 0;
    int at = 0;
    print_heading(r);
    print_one(r, 0);
    for (;;) {
        fputs("\n[Enter: next, b: back, N: to moment N, s: start, e: end, q: quit] ", stdout);
        flush_output();
        if (getline(&line, &size, stdin) < 0) break;
        line[strcspn(line, "\r\n")] = 0;
        int to = obey(r, at, line);
        if (to == -1) break;
        if (to == -2) printf("There are the words in brackets, and moments 0 to %d.\n", r->moments);
        else print_one(r, at = to);
    }
    free(line);
    return DONE;
}

static int show_reel(reel *r, const call *c)
{
    int status = wind(r);
    if (!status && !c->json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        status = step_through(r);
    else if (!status) status = print_all(r, c->json);
    free(r->ply);
    free(r->event);
    return status;
}

int records_replay(pl_records *r, const call *c)
{
    pl_error err;
    pl_record rec = {0};
    reel film = {.rec = &rec};
    int status = records_get(r, c, &rec);
    if (status) return status;
    film.game = pl_open(rec.game, &err);
    film.line = film.game ? pl_record_line(&rec, film.game, &err) : NULL;
    if (!film.line) status = failed("game %lld: %s", (long long)rec.id, err.text);
    if (!status) status = read_seat(film.game, c->seat ? c->seat : "full", &film.seat);
    if (!status) status = show_reel(&film, c);
    pl_line_free(film.line);
    pl_close(film.game);
    pl_record_clear(&rec);
    return status;
}
