/* process.c -- an agent that is a program of its own, spoken to in the Parlor protocol.
 *
 * The program is started with the agent and serves game after game.  What it is told
 * goes out with the next question, so that a move costs few system calls.  Whatever it
 * does wrong is a fault with a sentence; a program that ended, or had to be ended, is
 * started anew for the next game.
 *
 * An answer that came too late may still be on its way when the next question is asked.
 * So a question that was given up is followed by a ping, and what comes before its pong
 * is passed over.
 *
 * Fact to check: process(cmd="false") loses every game by a crash, and its sentence
 * says "exit status 1".
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/child.h"

enum { CMD, MEMORY, CPU, OUTPUT, START, HANG, PROCESSES, FILES };
/* Milliseconds: to end by itself after a bye, the same once its output has ended, and to
 * come back before the next game. */
enum { FAREWELL = 500, GONE = 100, PATIENCE = 1000 };

typedef struct {
    pl_agent base;
    pl_child *child;
    char *line; /* that is being written */
    size_t room;
    int greeted;  /* it has said hello */
    int done_for; /* it is not spoken to any more before the next game */
    int asked;    /* an act is open */
    int resigned;
    int64_t act;    /* the number of the last one */
    int64_t ping;   /* that of the last ping of ours */
    int awaited;    /* its pong comes before anything that counts */
    int64_t since;  /* when it was asked */
    int64_t passed; /* bytes of its lines since it was last asked */
    int complained; /* what was wrong is yet to be told to it */
    pl_fault fault;
    pl_error why;
    double value;
    char comment[PL_SAID_MAX], name[PL_NAME_MAX];
    pl_opinion *of;
    int options;
    pl_state before; /* the last view that it was told of */
} process;

static const pl_param params[] = {
    {"cmd", PL_TEXT, 0, 0, 0, "the command, as the shell takes it: \"python3 bot.py\""},
    {"memory", NULL, 0, 0, 1 << 20, "megabytes that each of its processes may map; 0: no limit"},
    {"cpu", NULL, 0, 0, 1 << 20, "seconds that each may compute, all games together; 0: no limit"},
    {"output", NULL, 1024, 1 << 16, PL_LINE_MAX,
     "bytes of a line, and of all that nobody asked for"},
    {"start", NULL, 1, 10000, 3600000, "milliseconds to say hello in"},
    {"hang", NULL, 1, 60000, 86400000, "milliseconds for a move where no clock runs"},
    {"processes", NULL, 0, 0, 1 << 16, "that it may be at once, itself included; 0: no limit"},
    {"files", NULL, 0, 0, 1 << 20, "megabytes that a file may have which it writes; 0: no limit"},
    {0},
};

/* Say what was wrong; returns the move that is none. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static pl_move
blame(process *p, pl_fault f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(p->why.text, sizeof p->why.text, format, args);
    va_end(args);
    p->fault = f;
    p->complained = f != PL_WAITING && f != PL_RESIGNS;
    return PL_ILLEGAL;
}

/* Write with the expression, a second time if the line was too short, and send. */
#define SAY(p, write)                                                                              \
    do {                                                                                           \
        int n = (write);                                                                           \
        if (stretch(p, (size_t)n)) n = (write);                                                    \
        if ((size_t)n < (p)->room && (p)->child) pl_child_send((p)->child, (p)->line, (size_t)n);  \
    } while (0)

/* 1: there is more room than before, and enough of it. */
static int stretch(process *p, size_t n)
{
    if (n < p->room) return 0;
    char *line = realloc(p->line, n + 1);
    if (!line) return 0;
    p->line = line;
    p->room = n + 1;
    return 1;
}

static int is_stopped(void *with)
{
    return pl_agent_stopped(with);
}

/* The last line of what it said on its standard error, without what does not belong
 * into a sentence. */
static void last_words(const process *p, char *out, size_t n)
{
    const char *said = pl_child_said(p->child);
    size_t end = strlen(said);
    while (end && said[end - 1] <= ' ' && said[end - 1] >= 0) end--;
    size_t from = end;
    while (from && said[from - 1] != '\n') from--;
    snprintf(out, n, "%s%.*s", end ? ": " : "", (int)(end - from), said + from);
    for (; *out; out++)
        if (*out > 0 && *out < ' ') *out = ' ';
}

/* It is gone: how, and what it said last. */
static pl_move crashed(process *p, const char *when)
{
    char fate[80], words[160];
    pl_child_fate(p->child, GONE, fate, sizeof fate);
    last_words(p, words, sizeof words);
    p->done_for = 1;
    return blame(p, PL_CRASH, "the program %s%s%s", fate, when, words);
}

/* It cannot be spoken with any more. */
static void put_down(process *p)
{
    char fate[80];
    pl_child_fate(p->child, 0, fate, sizeof fate);
    p->done_for = 1;
}

static pl_move flooded(process *p)
{
    put_down(p);
    return blame(p, PL_GARBAGE, "the program said more than %d bytes that nobody asked for",
                 (int)p->base.arg[OUTPUT]);
}

static int launch(process *p, pl_error *err)
{
    pl_agent *a = &p->base;
    pl_child_limits limits = {.memory = (int64_t)a->arg[MEMORY] * 1024,
                              .cpu = (int64_t)a->arg[CPU],
                              .output = (int64_t)a->arg[OUTPUT],
                              .files = (int64_t)a->arg[FILES] * 1024,
                              .processes = (int64_t)a->arg[PROCESSES]};
    pl_child_end(p->child, 0);
    p->child = pl_child_start(pl_agent_text(a, CMD), &limits, err);
    p->greeted = p->asked = p->awaited = p->resigned = p->complained = 0;
    p->act = p->ping = 0;
    p->done_for = !p->child;
    if (!p->child) return -1;
    SAY(p, pl_message_hello("parlor", NULL, 0, p->line, p->room));
    pl_child_flush(p->child);
    return 0;
}

static int process_open(pl_agent *a, pl_error *err)
{
    process *p = (process *)a;
    size_t moves = a->game->max_moves > 0 ? (size_t)a->game->max_moves : 1;
    if (!*pl_agent_text(a, CMD))
        return pl_fail(err, "process needs a command, as process(cmd=\"python3 bot.py\")");
    p->of = calloc(moves, sizeof *p->of);
    if (!p->of || !stretch(p, PL_SHOW_MAX)) return pl_fail(err, "out of memory");
    if (pl_agent_spec(a, NULL, 0) >= PL_SPEC_MAX)
        return pl_fail(err,
                       "the command is too long: put it into a file, and let process start that");
    return launch(p, err);
}

static void process_close(pl_agent *a)
{
    process *p = (process *)a;
    if (p->child && !p->done_for) SAY(p, pl_message_bye(NULL, p->line, p->room));
    pl_child_end(p->child, p->done_for ? 0 : FAREWELL);
    free(p->line);
    free(p->of);
}

/* What is well whenever it comes, and needs no more than this: 1 if it was that. */
static int small_talk(process *p, const pl_message *m)
{
    if (m->type == PL_MSG_PING) SAY(p, pl_message_ping(PL_MSG_PONG, m->number, p->line, p->room));
    if (m->type == PL_MSG_RESIGN) p->resigned = 1;
    if (m->type == PL_MSG_PONG && m->number == p->ping) p->awaited = 0;
    return m->type == PL_MSG_PING || m->type == PL_MSG_PONG || m->type == PL_MSG_RESIGN;
}

static pl_move said_bye(process *p, const pl_message *m)
{
    put_down(p);
    return blame(p, PL_CRASH, "the program said bye%s%s", *m->said ? ": " : "", m->said);
}

/* What nobody asked for; PL_ILLEGAL where it is a fault. */
static pl_move unasked(process *p, pl_piece line)
{
    pl_message m;
    pl_error err;
    if (pl_message_read(line.at, line.n, &m, &err)) return blame(p, PL_GARBAGE, "%s", err.text);
    if (small_talk(p, &m)) return 0;
    if (m.type == PL_MSG_BYE) return said_bye(p, &m);
    return blame(p, PL_GARBAGE, "the program said '%s' when nobody asked for it",
                 pl_message_name(m.type));
}

/* The first line is to be its hello. */
static pl_move greet(process *p)
{
    pl_piece line;
    pl_message m;
    pl_error err = {""};
    int ms = (int)p->base.arg[START];
    pl_child_news news = pl_child_line(p->child, &line, pl_child_now() + ms, is_stopped, p);
    if (news == PL_CHILD_STOPPED) return blame(p, PL_WAITING, "it was stopped");
    if (news == PL_CHILD_ENDED) return crashed(p, " before it said hello");
    if (news == PL_CHILD_FLOOD) return flooded(p);
    if (news == PL_CHILD_QUIET) {
        put_down(p);
        return blame(p, PL_HANG, "the program did not say hello in %d ms", ms);
    }
    int bad = pl_message_read(line.at, line.n, &m, &err) || m.type != PL_MSG_HELLO;
    if (bad || m.protocol != PL_PROTOCOL) {
        put_down(p);
        return blame(p, PL_GARBAGE, "the program is to say hello first, with \"protocol\":%d%s%s",
                     PL_PROTOCOL, err.text[0] ? ": " : "", err.text);
    }
    snprintf(p->name, sizeof p->name, "%s", m.name);
    p->greeted = 1;
    return 0;
}

/* Nobody waits for the answer any more: what comes before the next pong is old. */
static void give_up(process *p)
{
    if (!p->asked) return;
    p->asked = 0;
    p->awaited = 1;
    SAY(p, pl_message_ping(PL_MSG_PING, ++p->ping, p->line, p->room));
}

/* A game begins with a program that listens: it has a moment to come back to a question
 * that was given up, or it is started anew. */
static void call_back(process *p)
{
    int64_t until = pl_child_now() + PATIENCE;
    pl_piece line;
    pl_message m;
    pl_error err;
    while (p->awaited && pl_child_line(p->child, &line, until, is_stopped, p) == PL_CHILD_LINE)
        if (pl_message_read(line.at, line.n, &m, &err) == 0) small_talk(p, &m);
    if (p->awaited) put_down(p);
}

static void process_begin(pl_agent *a)
{
    process *p = (process *)a;
    pl_state start;
    p->fault = PL_WAITING;
    p->why.text[0] = 0;
    if (!p->done_for && p->awaited) call_back(p);
    if ((p->done_for || !pl_child_is_there(p->child)) && launch(p, &p->why)) {
        p->fault = PL_CRASH;
        return;
    }
    give_up(p);
    p->resigned = p->complained = 0;
    pl_start(a->game, &start);
    pl_view(a->game, &start, (int)a->seat, &p->before);
    SAY(p,
        pl_message_start(a->game, (int)a->seat, a->names, a->pace, &p->before, p->line, p->room));
    if (!p->greeted) greet(p);
}

static void process_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    process *p = (process *)a;
    if (p->done_for) return;
    SAY(p, pl_message_saw(a->game, who, code, &p->before, view, p->line, p->room));
    memcpy(&p->before, view, (size_t)a->game->state_size);
}

/* The place among the options of the move called so, looked for from here on. */
static int find_option(const process *p, const void *view, pl_piece key, int from)
{
    char wanted[PL_NAME_MAX], name[PL_NAME_MAX];
    if (pl_piece_string(key, wanted, sizeof wanted)) return -1;
    for (int k = 0; k < p->options; k++) {
        int i = (from + k) % p->options;
        p->base.game->say(view, p->of[i].move, name, sizeof name);
        if (!strcmp(name, wanted)) return i;
    }
    return -1;
}

/* Keep what it thinks of its moves.  0, or -1: its shares are not of legal moves, or
 * do not add up to 1. */
static int keep_opinions(process *p, const pl_message *m, const void *view, pl_move chosen)
{
    pl_piece at = {NULL, 0}, key, share;
    pl_move list[PL_MOVES_MAX];
    double sum = 0;
    p->options = p->base.game->moves(view, list);
    for (int i = 0; i < p->options; i++)
        p->of[i] = (pl_opinion){.move = list[i],
                                .share = !m->strategy.at && list[i] == chosen,
                                .value = list[i] == chosen ? m->value : NAN};
    for (int i = 0; pl_piece_next(m->strategy, &at, &key, &share); i++) {
        if ((i = find_option(p, view, key, i)) < 0) return -1;
        pl_piece_number(share, &p->of[i].share);
        sum += p->of[i].share;
    }
    return m->strategy.at && fabs(sum - 1) > 1e-3 ? -1 : 0;
}

/* Its answer, which must be to the act that is open. */
static pl_move answered(process *p, const pl_message *m, const void *view)
{
    const pl_game *g = p->base.game;
    pl_move choice = pl_message_choice(m, g, view);
    p->asked = 0;
    p->options = 0;
    if (m->number >= 0 && m->number != p->act)
        return blame(p, PL_GARBAGE, "the program answered act %lld when act %lld was open",
                     (long long)m->number, (long long)p->act);
    if (m->seat != PL_OVER && m->seat != p->base.seat)
        return blame(p, PL_GARBAGE, "the program answered for another seat than its own");
    if (choice == PL_ILLEGAL && m->move == PL_ILLEGAL)
        return blame(p, PL_ILLEGAL_MOVE, "the move '%s' is not legal", m->name);
    if (choice == PL_ILLEGAL)
        return blame(p, PL_ILLEGAL_MOVE, "the move number %d is not legal", (int)m->move);
    if (keep_opinions(p, m, view, choice))
        return blame(p, PL_GARBAGE, "a strategy is of legal moves, with shares that add up to 1");
    snprintf(p->comment, sizeof p->comment, "%s", m->said);
    return choice;
}

/* What it said to the open act, once nothing old is in the way.  *done: that is all. */
static pl_move reply(process *p, pl_piece line, const void *view, int *done)
{
    pl_message m;
    pl_error err;
    int bad = pl_message_read(line.at, line.n, &m, &err);
    *done = (p->passed += (int64_t)line.n + 1) > (int64_t)p->base.arg[OUTPUT];
    if (*done) return flooded(p);
    if ((!bad && small_talk(p, &m)) || p->awaited) return PL_ILLEGAL;
    *done = 1;
    if (bad) return blame(p, PL_GARBAGE, "%s", err.text);
    if (m.type == PL_MSG_BYE) return said_bye(p, &m);
    if (m.type == PL_MSG_MOVE) return answered(p, &m, view);
    return blame(p, PL_GARBAGE, "the program said '%s' when it was to move",
                 pl_message_name(m.type));
}

/* Its time is up. */
static pl_move late(process *p)
{
    if (p->base.time.most > 0) return blame(p, PL_TIMEOUT, "no move came in time");
    put_down(p);
    return blame(p, PL_HANG, "no move came in %d ms", (int)p->base.arg[HANG]);
}

/* What is there already, before it is asked, or right behind its answer. */
static pl_move look_round(process *p)
{
    pl_piece line = {NULL, 0};
    int64_t bytes = 0;
    while (!p->awaited) {
        pl_child_news news = pl_child_line(p->child, &line, 0, NULL, NULL);
        if (news == PL_CHILD_ENDED) return crashed(p, "");
        if (news == PL_CHILD_QUIET) return 0;
        bytes += (int64_t)line.n + 1;
        if (news == PL_CHILD_FLOOD || bytes > (int64_t)p->base.arg[OUTPUT]) return flooded(p);
        if (unasked(p, line) == PL_ILLEGAL) return PL_ILLEGAL;
    }
    return 0;
}

static pl_move ask(process *p, const void *view)
{
    const pl_agent *a = &p->base;
    if (look_round(p) == PL_ILLEGAL) return PL_ILLEGAL;
    if (p->complained) SAY(p, pl_message_error(p->why.text, 1, p->line, p->room));
    p->asked = 1;
    p->since = pl_child_now();
    p->passed = p->complained = 0;
    p->act++;
    SAY(p, pl_message_act(a->game, p->act, &a->time, view, p->line, p->room));
    return 0;
}

/* Until when it may answer: from now on by its clock, or from the question on. */
static int64_t deadline(const process *p)
{
    const pl_agent *a = &p->base;
    if (a->time.most > 0) return pl_child_now() + (int64_t)ceil(a->time.most * 1e3) + 1;
    return p->since + (int64_t)a->arg[HANG];
}

static pl_move await(process *p, const void *view)
{
    int64_t until = deadline(p);
    pl_piece line;
    int done = 0;
    pl_move m = PL_ILLEGAL;
    while (!done) {
        if (p->resigned) return blame(p, PL_RESIGNS, "the program resigned");
        pl_child_news news = pl_child_line(p->child, &line, until, is_stopped, p);
        if (news == PL_CHILD_QUIET || (news == PL_CHILD_STOPPED && pl_child_now() > until))
            return late(p);
        if (news == PL_CHILD_STOPPED) return blame(p, PL_WAITING, "it was stopped");
        if (news == PL_CHILD_FLOOD) return flooded(p);
        if (news == PL_CHILD_ENDED) return crashed(p, "");
        m = reply(p, line, view, &done);
    }
    return m;
}

/* A new question, to which no answer is waited for if it was stopped before. */
static pl_move ask_first(process *p, const void *view)
{
    if (ask(p, view) == PL_ILLEGAL) return PL_ILLEGAL;
    if (!pl_agent_stopped(&p->base)) return 0;
    pl_child_flush(p->child);
    return blame(p, PL_WAITING, "it was stopped");
}

/* After it was stopped, the act may still be open; else it is a new one. */
static pl_move process_pick(pl_agent *a, const void *view)
{
    process *p = (process *)a;
    p->comment[0] = 0;
    p->options = 0;
    if (p->done_for) return PL_ILLEGAL;
    if (!p->greeted && greet(p) == PL_ILLEGAL) return PL_ILLEGAL;
    if (p->fault != PL_WAITING) give_up(p);
    if (!p->asked && ask_first(p, view) == PL_ILLEGAL) return PL_ILLEGAL;
    p->fault = PL_WAITING;
    pl_move m = await(p, view);
    if (m != PL_ILLEGAL && pl_child_has_more(p->child)) return look_round(p) ? PL_ILLEGAL : m;
    return m;
}

static void process_over(pl_agent *a, const double *score)
{
    process *p = (process *)a;
    const char *how = a->how ? a->how : a->ended ? "forfeit" : "rules";
    if (p->done_for) return;
    give_up(p);
    if (p->complained) SAY(p, pl_message_error(p->why.text, 0, p->line, p->room));
    SAY(p, pl_message_over(a->game, score, how, a->ended, p->line, p->room));
    p->complained = 0;
    pl_child_flush(p->child);
}

static pl_fault process_fault(pl_agent *a, const char **text)
{
    process *p = (process *)a;
    *text = p->why.text;
    return p->fault;
}

static const char *process_comment(pl_agent *a)
{
    process *p = (process *)a;
    return p->comment[0] ? p->comment : NULL;
}

static void process_why(pl_agent *a, pl_reasons *out)
{
    process *p = (process *)a;
    out->of = p->of;
    out->options = p->options;
}

static int process_descriptor(pl_agent *a)
{
    process *p = (process *)a;
    return p->child && !p->done_for ? pl_child_descriptor(p->child) : -1;
}

const pl_agent_type pl_process = {
    .abi = PL_ABI,
    .size = sizeof(process),
    .name = "process",
    .about = "a program of its own, in any language, that speaks the Parlor protocol",
    .params = params,
    .open = process_open,
    .close = process_close,
    .begin = process_begin,
    .heard = process_heard,
    .pick = process_pick,
    .over = process_over,
    .why = process_why,
    .fault = process_fault,
    .comment = process_comment,
    .descriptor = process_descriptor,
};
