/* visit.c -- an agent at a seat of a host far away: it is told what the lines tell, and
 * its picks are sent back.
 *
 * Views come as bytes, which this end asks for in its hello, so any agent plays here that
 * plays at home.
 *
 * Fact to check: after a cut the agent begins anew and hears the game so far once more.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/guest.h"
#include "table/net/bell.h"

struct pl_visit {
    pl_visit_rules rules;
    pl_guest *guest;
    pl_bell bell; /* for who is to be told to stop */
    atomic_int leaving;
    char token[PL_TOKEN_MAX]; /* the seat's, when the host told one for the invitation */
    char *line;               /* that was heard */
    const pl_game *game;      /* from its first start on */
    pl_agent *agent;
    char spec[PL_SPEC_MAX];
    int seat, playing, known; /* known: hello was said by both */
    int64_t played;           /* games that came to an end */
    pl_state view;
    pl_pace pace;
    char names[PL_SEATS_MAX][PL_NAME_MAX];
    const char *name[PL_SEATS_MAX];
    int64_t due; /* the question that waits for an answer, or -1 */
    pl_agent *picking;
};

static void tell(pl_visit *v, const pl_message *m, const char *line)
{
    if (v->rules.tell) v->rules.tell(v->rules.with, m, line);
}

/* While the agent thinks, something came: what it thinks about may be gone. */
static void on_line(void *with, pl_message_type type)
{
    pl_visit *v = with;
    int matters = type == PL_MSG_START || type == PL_MSG_OVER || type == PL_MSG_BYE ||
                  type == PL_MSG_TYPES || v->rules.person;
    pl_bell_lock(&v->bell);
    if (matters && v->picking) pl_agent_stop(v->picking);
    pl_bell_unlock(&v->bell);
}

/* A name that is too long is cut, but not within a character. */
static void cut_name(const char *name, char *buf, size_t n)
{
    size_t k = strlen(name);
    if (k >= n)
        for (k = n - 1; k && (name[k] & 0xc0) == 0x80;) k--;
    memcpy(buf, name, k);
    buf[k] = 0;
}

static int reach(pl_visit *v, pl_error *err)
{
    char name[PL_NAME_MAX], hello[PL_TOKEN_MAX + 6 * PL_NAME_MAX + 100];
    cut_name(v->rules.name ? v->rules.name : "", name, sizeof name);
    v->known = 0;
    v->guest = pl_guest_open(v->rules.address, err);
    if (!v->guest) return -1;
    pl_guest_notice(v->guest, on_line, v);
    pl_message_hello(name, v->rules.token, PL_HELLO_RAW | PL_HELLO_ONCE, hello, sizeof hello);
    return pl_guest_say(v->guest, hello);
}

pl_visit *pl_visit_open(const pl_visit_rules *rules, pl_error *err)
{
    pl_visit *v = calloc(1, sizeof *v);
    if (!v || pl_bell_make(&v->bell)) {
        free(v);
        pl_fail(err, "out of memory");
        return NULL;
    }
    v->rules = *rules;
    if (v->rules.patience <= 0) v->rules.patience = 60;
    v->due = -1;
    v->line = malloc(2 * PL_LINE_MAX);
    if (v->line && reach(v, err) == 0) return v;
    if (!v->line) pl_fail(err, "out of memory");
    pl_visit_close(v);
    return NULL;
}

void pl_visit_close(pl_visit *v)
{
    if (!v) return;
    pl_guest_close(v->guest);
    pl_agent_free(v->agent);
    if (v->game) pl_close(v->game);
    pl_bell_free(&v->bell);
    free(v->line);
    free(v);
}

int pl_visit_say(pl_visit *v, const char *line)
{
    return pl_guest_say(v->guest, line);
}

int pl_visit_waits(pl_visit *v)
{
    return atomic_load(&v->leaving) || pl_guest_waits(v->guest);
}

void pl_visit_stop(pl_visit *v)
{
    atomic_store(&v->leaving, 1);
    on_line(v, PL_MSG_TYPES);
}

/* Wait, but not when it is time to leave. */
static void pass_time(pl_visit *v, double seconds)
{
    double end = pl_bell_now() + seconds;
    pl_bell_lock(&v->bell);
    while (pl_bell_now() < end && !atomic_load(&v->leaving))
        pl_bell_wait(&v->bell, fmin(end, pl_bell_now() + 0.05));
    pl_bell_unlock(&v->bell);
}

/* 0: there is a connection again; -1 with the reason. */
static int come_back(pl_visit *v, pl_error *err)
{
    double end = pl_bell_now() + v->rules.patience;
    tell(v, NULL, "the connection is lost; trying to come back");
    for (double delay = 0.1;; delay = fmin(2 * delay, 10)) {
        pl_guest_close(v->guest);
        v->guest = NULL;
        pass_time(v, delay);
        if (atomic_load(&v->leaving) || pl_bell_now() > end) return -1;
        if (reach(v, err) == 0) return 0;
    }
}

/* The game of start, and an agent for it; the last one's if it is the same. */
static int open_game(pl_visit *v, const pl_message *m, pl_error *err)
{
    if (v->agent && !strcmp(v->spec, m->game)) return 0;
    pl_agent_free(v->agent);
    v->agent = NULL;
    if (v->game) pl_close(v->game);
    v->game = pl_open(m->game, err);
    if (!v->game) return -1;
    memcpy(v->spec, m->game, sizeof v->spec);
    v->agent = v->rules.open(v->rules.with, v->game, err);
    return v->agent ? 0 : -1;
}

static void read_names(pl_visit *v, pl_piece names)
{
    pl_piece at = {NULL, 0}, key, value;
    for (int i = 0; i < PL_SEATS_MAX; i++) {
        v->name[i] = v->names[i];
        snprintf(v->names[i], sizeof v->names[i], "seat %d", i);
        if (pl_piece_next(names, &at, &key, &value))
            pl_piece_string(value, v->names[i], sizeof v->names[i]);
    }
}

/* The view of a message; a text that is none of this game's is refused. */
static int read_view(pl_visit *v, const pl_message *m, pl_error *err)
{
    char bytes[2 * PL_STATE_MAX + PL_SPEC_MAX];
    if (!v->game) return pl_fail(err, "the host speaks of a game that has not begun");
    if (pl_piece_string(m->bytes, bytes, sizeof bytes))
        return pl_fail(err, "the host does not send views as bytes");
    return pl_state_read(v->game, bytes, &v->view, err);
}

static int begin(pl_visit *v, const pl_message *m, pl_error *err)
{
    if (open_game(v, m, err) || read_view(v, m, err)) return -1;
    if (m->seat < 0 || m->seat >= v->game->players)
        return pl_fail(err, "the host gave no seat of this game");
    v->seat = m->seat;
    v->playing = 1;
    v->due = -1;
    v->pace = m->pace;
    read_names(v, m->names);
    v->agent->pace = &v->pace;
    v->agent->names = v->name;
    pl_agent_begin(v->agent, v->seat);
    return 0;
}

static int hear(pl_visit *v, const pl_message *m, pl_error *err)
{
    if (read_view(v, m, err)) return -1;
    if (v->agent->type->heard) v->agent->type->heard(v->agent, m->seat, m->move, &v->view);
    return 0;
}

/* What became of a pick that is no move: it is asked again, gives up, or cannot go on. */
static int excuse(pl_visit *v, pl_error *err)
{
    char line[100];
    const char *text = "the agent has no legal move";
    pl_fault f = v->agent->type->fault ? v->agent->type->fault(v->agent, &text) : PL_ILLEGAL_MOVE;
    if (f == PL_WAITING) return 0;
    v->due = -1;
    if (f != PL_RESIGNS) return pl_fail(err, "%s", text);
    pl_message_plain(PL_MSG_RESIGN, PL_OVER, line, sizeof line);
    pl_guest_say(v->guest, line);
    return 0;
}

static void answer(pl_visit *v, pl_move m)
{
    char name[PL_NAME_MAX], line[PL_SAID_MAX * 6 + PL_NAME_MAX * 6 + 200];
    pl_agent *a = v->agent;
    v->game->say(&v->view, m, name, sizeof name);
    pl_message_move(name, v->due, pl_agent_value(a, m),
                    a->type->comment ? a->type->comment(a) : NULL, line, sizeof line);
    pl_guest_say(v->guest, line);
    v->due = -1;
}

static int pick(pl_visit *v, pl_error *err)
{
    pl_bell_lock(&v->bell);
    v->picking = v->agent;
    pl_bell_unlock(&v->bell);
    pl_move m = pl_agent_pick(v->agent, &v->view);
    pl_bell_lock(&v->bell);
    v->picking = NULL;
    pl_bell_unlock(&v->bell);
    if (m == PL_ILLEGAL) return excuse(v, err);
    answer(v, m);
    return 0;
}

static int ask(pl_visit *v, const pl_message *m, pl_error *err)
{
    if (read_view(v, m, err)) return -1;
    if (!v->playing || v->game->turn(&v->view) != v->seat)
        return pl_fail(err, "the host asked for a move out of turn");
    v->due = m->number;
    v->agent->time = m->time;
    return 0;
}

static int end(pl_visit *v, const pl_message *m)
{
    double score[PL_SEATS_MAX];
    pl_piece at = {NULL, 0}, key, value;
    if (!v->playing) return 0;
    for (int i = 0; i < v->game->players; i++)
        if (!pl_piece_next(m->scores, &at, &key, &value) || pl_piece_number(value, &score[i]))
            score[i] = NAN;
    v->playing = 0;
    v->played++;
    v->due = -1;
    v->agent->how = m->how;
    v->agent->ended = *m->said ? m->said : NULL;
    if (v->agent->type->over) v->agent->type->over(v->agent, score);
    v->agent->how = v->agent->ended = NULL; /* they were the line's */
    return 0;
}

enum { BYE = 1 };

static void say_bye(pl_visit *v)
{
    char line[100];
    pl_message_bye(NULL, line, sizeof line);
    if (v->guest) pl_guest_say(v->guest, line);
}

/* A host may have taken the invitation and given the seat's own token for it. */
static int welcome(pl_visit *v, const pl_message *m)
{
    v->known = 1;
    if (!*m->token) return 0;
    memcpy(v->token, m->token, sizeof v->token);
    v->rules.token = v->token;
    return 0;
}

static int obey(pl_visit *v, const pl_message *m, pl_error *err)
{
    switch (m->type) {
    case PL_MSG_HELLO: return welcome(v, m);
    case PL_MSG_START: return begin(v, m, err);
    case PL_MSG_SAW: return hear(v, m, err);
    case PL_MSG_ACT: return ask(v, m, err);
    case PL_MSG_OVER: return end(v, m);
    case PL_MSG_BYE:
        say_bye(v);
        return v->played && !v->playing ? BYE : pl_fail(err, "%s", m->said);
    default: return 0;
    }
}

/* One line; while a question waits and nothing comes, the agent thinks. */
static int step(pl_visit *v, pl_error *err)
{
    pl_message m;
    int n = pl_guest_hear(v->guest, v->line, 2 * PL_LINE_MAX, v->due >= 0 ? 0 : 0.2, err);
    if (n < 0 && come_back(v, err)) return v->playing || !v->known ? -1 : BYE;
    if (n == 0 && v->due >= 0) return pick(v, err);
    if (n == 0 && v->rules.idle) v->rules.idle(v->rules.with);
    if (n <= 0) return 0;
    if (pl_message_read(v->line, (size_t)n, &m, err)) return -1;
    tell(v, &m, v->line);
    return obey(v, &m, err);
}

int pl_visit_play(pl_visit *v, pl_error *err)
{
    int got = 0;
    while (!got && !atomic_load(&v->leaving)) got = step(v, err);
    if (!got) say_bye(v);
    return got < 0 ? -1 : 0;
}
