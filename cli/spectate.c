/* spectate.c -- parlor watch: a table of a host, or a recorded game, as anybody may see
 * it.
 *
 * A recorded game is told in the same lines as one in the net, made from the public view
 * of every moment, so both are shown in one way. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "net.h"
#include "parlor/records.h"
#include "signals.h"

enum { LINES = 2 * PL_LINE_MAX };

typedef struct {
    const call *call;
    narrator tell;
    char *line;
    atomic_int over; /* 1: Ctrl-C */
} spectator;

static void leave(void *with)
{
    atomic_store(&((spectator *)with)->over, 1);
}

/* Wait between two moves; not if one is about to leave. */
static void pass_time(spectator *s, double seconds)
{
    const struct timespec a_while = {.tv_nsec = 10000000};
    for (double end = seconds_now() + seconds; seconds_now() < end && !atomic_load(&s->over);)
        nanosleep(&a_while, NULL);
}

/* Tell what stands in s->line, without its end. */
static int tell_line(spectator *s, pl_message *m)
{
    pl_error err;
    s->line[strcspn(s->line, "\n")] = 0;
    if (pl_message_read(s->line, strlen(s->line), m, &err))
        return failed("the host said what is no message: %s", err.text);
    narrate(&s->tell, s->line, m);
    flush_output();
    if (m->type == PL_MSG_SAW && m->seat >= 0) pass_time(s, s->call->delay);
    return DONE;
}

/* Lines of a host, until it says goodbye. */
static int follow(spectator *s, pl_guest *g)
{
    pl_error err = {""};
    pl_message m = {.type = PL_MSG_TYPES};
    int known = 0;
    while (m.type != PL_MSG_BYE && !atomic_load(&s->over) && !output_failed()) {
        int n = pl_guest_hear(g, s->line, LINES, 0.1, &err);
        if (n < 0) return failed("%s", err.text);
        if (n > 0 && tell_line(s, &m)) return FAILED;
        known |= m.type == PL_MSG_HELLO;
    }
    return known || m.type != PL_MSG_BYE ? DONE : failed("%s", m.said);
}

static int watch_host(spectator *s, const char *address)
{
    char hello[200];
    pl_error err;
    if (pl_guest_check(address, &err)) return misused("%s", err.text);
    pl_guest *g = pl_guest_open(address, &err);
    if (!g) return failed("%s", err.text);
    pl_message_hello("", NULL, PL_HELLO_WATCH, hello, sizeof hello);
    pl_guest_say(g, hello);
    int status = follow(s, g);
    pl_guest_close(g);
    return status;
}

static int tell_start(spectator *s, const pl_record *rec, const pl_line *line)
{
    pl_message m;
    pl_state view;
    const char *names[PL_SEATS_MAX];
    for (int i = 0; i < rec->players; i++) names[i] = rec->player[i].name;
    pl_line_view(line, 0, PL_PUBLIC, &view);
    pl_message_start(pl_line_game(line), PL_PUBLIC, names, &rec->rules.pace, &view, s->line, LINES);
    return tell_line(s, &m);
}

static int tell_ply(spectator *s, const pl_line *line, int ply)
{
    pl_message m;
    pl_state before, after;
    pl_move code = pl_line_seen(line, ply, PL_PUBLIC);
    if (code == PL_NOTHING) return DONE;
    pl_line_view(line, ply, PL_PUBLIC, &before);
    pl_line_view(line, ply + 1, PL_PUBLIC, &after);
    pl_message_saw(pl_line_game(line), pl_line_mover(line, ply), code, &before, &after, s->line,
                   LINES);
    return tell_line(s, &m);
}

static int tell_over(spectator *s, const pl_record *rec, const pl_game *g)
{
    pl_message m;
    char told[sizeof rec->result.text];
    pl_result_told(&rec->result, told, sizeof told);
    pl_message_over(g, rec->result.score, pl_ending_name(rec->result.how), told, s->line, LINES);
    return tell_line(s, &m);
}

/* How many plies two lines share from their start. */
static int common(const pl_line *a, const pl_line *b)
{
    int i = 0;
    while (i < pl_line_plies(a) && i < pl_line_plies(b) && pl_line_move(a, i) == pl_line_move(b, i))
        i++;
    return i;
}

/* Tell what is new since the line that was told; it becomes the one that was.  A line that
 * moves were taken back of is told anew. */
static int tell_news(spectator *s, const pl_record *rec, const pl_game *g, pl_line **told)
{
    pl_error err;
    pl_line *line = pl_record_line(rec, g, &err);
    if (!line) return failed("%s", err.text);
    int from = *told ? common(*told, line) : 0, status = DONE;
    if (!*told || from < pl_line_plies(*told)) {
        from = 0;
        status = tell_start(s, rec, line);
    }
    for (; from < pl_line_plies(line) && !status && !atomic_load(&s->over); from++)
        status = tell_ply(s, line, from);
    pl_line_free(*told);
    *told = line;
    return status;
}

/* A game that is being written is looked at again and again. */
static int follow_record(spectator *s, pl_records *file, pl_record *rec, const pl_game *g)
{
    pl_error err;
    pl_line *told = NULL;
    int status = tell_news(s, rec, g, &told), played = 1;
    while (!status && played && rec->result.how == PL_UNDER_WAY && !atomic_load(&s->over) &&
           !output_failed()) {
        int64_t id = rec->id;
        pass_time(s, 0.2);
        played = pl_records_is_played(file, id); /* before it is read: the end may just come */
        pl_record_clear(rec);
        status = pl_records_get(file, id, rec, &err) ? failed("%s", err.text)
                                                     : tell_news(s, rec, g, &told);
    }
    if (!status && rec->result.how != PL_UNDER_WAY) status = tell_over(s, rec, g);
    else if (!status && !played) status = failed("the game was interrupted, and nobody plays it");
    pl_line_free(told);
    return status;
}

static int last_id(void *with, const pl_record *rec)
{
    *(int64_t *)with = rec->id;
    return 0;
}

/* The game of this number, or the latest. */
static int find_record(pl_records *file, const char *word, pl_record *rec)
{
    pl_records_filter latest = {.limit = 1, .brief = 1};
    pl_error err;
    int64_t id = 0;
    if (word && read_number(word, 1, INT64_MAX, &id))
        return misused("a game has a number from 1, not '%.40s'", word);
    if (!word && pl_records_each(file, &latest, last_id, &id, &err)) return failed("%s", err.text);
    if (!id) return failed("no game is recorded there");
    return pl_records_get(file, id, rec, &err) ? failed("%s", err.text) : DONE;
}

static int watch_record(spectator *s, const char *word)
{
    pl_error err;
    pl_record rec = {0};
    pl_records *file = pl_records_open(s->call->record, PL_RECORDS_READ, &err);
    if (!file) return failed("%s", err.text);
    int status = find_record(file, word, &rec);
    const pl_game *g = status ? NULL : pl_open(rec.game, &err);
    if (g) status = follow_record(s, file, &rec, g);
    else if (!status) status = failed("%s", err.text);
    if (g) pl_close(g);
    pl_record_clear(&rec);
    pl_records_close(file, &err);
    return status;
}

int cmd_watch(const call *c)
{
    spectator s = {.call = c, .tell = {.json = c->json}, .line = malloc(LINES)};
    const char *word = c->count ? c->words[0] : NULL;
    if (!c->record && !word) {
        free(s.line);
        return misused("watch needs HOST:PORT, or --record FILE");
    }
    signals_hold();
    if (!s.line || signals_watch(leave, &s)) {
        free(s.line);
        return failed("out of memory");
    }
    int status = c->record ? watch_record(&s, word) : watch_host(&s, word);
    signals_end();
    free(s.line);
    return status;
}
