/* rehearsal.c -- a host in miniature, who plays games with a program and looks closely at
 * what it answers. */
#define _POSIX_C_SOURCE 200809L
#include "parlor/rehearsal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/json.h"
#include "core/text.h"

enum { PLIES = 300, SOME = 4 };
enum { SILENCE = 150, LEAVE = 2000, PATIENCE = 5000 }; /* milliseconds */

/* What a program said goes into sentences: controls, and what is no UTF-8, become '?'. */
static void clean(char *text, size_t n)
{
    for (size_t i = 0, k; i < n; i += k ? k : 1) {
        unsigned char c = (unsigned char)text[i], d = i + 1 < n ? (unsigned char)text[i + 1] : 0;
        k = pl_utf8_length(text + i, n - i);
        if (!k || c < ' ' || c == 0x7f) text[i] = '?';
        else if (c == 0xc2 && d < 0xa0) text[i] = text[i + 1] = '?';
    }
}

/* Its last words on standard error, where there are some. */
static int gone(pl_rehearsal *r, const char *when, pl_error *err)
{
    char fate[120], words[81];
    pl_child_fate(r->child, 1000, fate, sizeof fate);
    const char *said = pl_child_said(r->child);
    size_t n = strlen(said);
    while (n && strchr("\r\n \t", said[n - 1])) n--;
    size_t from = n;
    while (from && said[from - 1] != '\n') from--;
    snprintf(words, sizeof words, "%.*s", (int)(n - from), said + from);
    clean(words, strlen(words));
    pl_fail(err, "it %s%s%s%s", fate, when, *words ? "; its last words: " : "", words);
    pl_rehearse_stop(r);
    return -1;
}

static void nap(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

/* Write with the expression, a second time if the line was too short, and send. */
#define SAY(r, ways, write)                                                                        \
    do {                                                                                           \
        int length = (write);                                                                      \
        if (stretch(r, (size_t)length)) length = (write);                                          \
        say(r, (size_t)length, ways);                                                              \
    } while (0)

static int stretch(pl_rehearsal *r, size_t n)
{
    if (n < r->room) return 0;
    char *line = realloc(r->line, n + 1);
    if (!line) return 0;
    r->line = line;
    r->room = n + 1;
    return 1;
}

static void say(pl_rehearsal *r, size_t n, int ways)
{
    static const char more[] =
        ",\"later\":{\"a\":[1,null,\"}\"],\"b\":\"\\u00e9\\n\"},\"x\":-1.5e3}\n";
    static const char news[] = "{\"type\":\"news\",\"text\":\"of a later version\"}\n";
    if (n >= r->room) return;
    if (ways & PL_REHEARSE_LATER) pl_child_send(r->child, news, sizeof news - 1);
    if (ways & PL_REHEARSE_PIECES) {
        pl_child_send(r->child, r->line, n / 2);
        pl_child_flush(r->child);
        nap(2);
        pl_child_send(r->child, r->line + n / 2, n - n / 2);
    } else if (ways & PL_REHEARSE_LATER) {
        pl_child_send(r->child, r->line, n - 2);
        pl_child_send(r->child, more, sizeof more - 1);
    } else pl_child_send(r->child, r->line, n);
}

static int64_t patience_of(const pl_rehearsal *r)
{
    return r->patience > 0 ? r->patience : PATIENCE;
}

static int flooded(pl_error *err)
{
    return pl_fail(err, "a line of its has more than %d bytes", PL_LINE_MAX);
}

/* The next message; its own pings are answered on the way. */
static int hear(pl_rehearsal *r, pl_message *m, const char *what, pl_error *err)
{
    pl_piece line;
    pl_error why;
    for (;;) {
        pl_child_news news =
            pl_child_line(r->child, &line, pl_child_now() + patience_of(r), r->stopped, r->with);
        if (news == PL_CHILD_ENDED) return gone(r, " when it was to answer", err);
        if (news == PL_CHILD_STOPPED) return pl_fail(err, "this was interrupted");
        if (news == PL_CHILD_FLOOD) return flooded(err);
        if (news != PL_CHILD_LINE)
            return pl_fail(err,
                           "%s did not come within %g s; is its output flushed after each line?",
                           what, (double)patience_of(r) * 1e-3);
        if (pl_message_read(line.at, line.n, m, &why)) return pl_fail(err, "%s", why.text);
        if (m->type != PL_MSG_PING) return 0;
        SAY(r, PL_REHEARSE_USUAL, pl_message_ping(PL_MSG_PONG, m->number, r->line, r->room));
    }
}

int pl_rehearse_start(pl_rehearsal *r, int delay, pl_error *err)
{
    pl_message m;
    pl_rehearse_stop(r);
    if (r->stopped && r->stopped(r->with)) return pl_fail(err, "this was interrupted");
    r->child = pl_child_start(r->command, &r->limits, err);
    if (!r->child) return -1;
    r->act = r->ping = 0;
    r->asked = r->pongs = 0;
    nap(delay);
    SAY(r, PL_REHEARSE_USUAL,
        pl_message_hello(r->host ? r->host : "parlor", NULL, 0, r->line, r->room));
    if (hear(r, &m, "its hello", err)) return -1;
    if (m.type != PL_MSG_HELLO)
        return pl_fail(err, "its first message is '%s', not hello", pl_message_name(m.type));
    if (m.protocol != PL_PROTOCOL)
        return pl_fail(err, "it says \"protocol\":%d; this is version %d", (int)m.protocol,
                       PL_PROTOCOL);
    snprintf(r->name, sizeof r->name, "%s", m.name);
    clean(r->name, strlen(r->name));
    return 0;
}

void pl_rehearse_stop(pl_rehearsal *r)
{
    pl_child_end(r->child, 0);
    r->child = NULL;
}

void pl_rehearse_free(pl_rehearsal *r)
{
    pl_rehearse_stop(r);
    free(r->line);
}

static void ping(pl_rehearsal *r)
{
    r->pongs++;
    SAY(r, PL_REHEARSE_USUAL, pl_message_ping(PL_MSG_PING, 100 + ++r->ping, r->line, r->room));
}

static int take_pong(pl_rehearsal *r, const pl_message *m, pl_error *err)
{
    int64_t due = 100 + r->ping - r->pongs + 1;
    if (!r->pongs) return pl_fail(err, "a pong came that nobody asked for");
    if (m->number != due)
        return pl_fail(err, "the pong to \"id\":%lld has %s", (long long)due,
                       m->number < 0 ? "no id" : "another one");
    r->pongs--;
    return 0;
}

/* A strategy names legal moves, with shares that add up to 1. */
static int check_strategy(const pl_message *m, const pl_game *g, const void *view, pl_error *err)
{
    pl_piece at = {NULL, 0}, key, share;
    char name[PL_NAME_MAX];
    double x, sum = 0;
    while (pl_piece_next(m->strategy, &at, &key, &share)) {
        if (pl_piece_string(key, name, sizeof name) || pl_parse(g, view, name) == PL_ILLEGAL)
            return pl_fail(err, "its strategy has a move that is not legal");
        pl_piece_number(share, &x);
        sum += x;
    }
    if (m->strategy.at && (sum < 0.999 || sum > 1.001))
        return pl_fail(err, "the shares of its strategy add up to %g, not 1", sum);
    return 0;
}

static int take_move(pl_rehearsal *r, const pl_message *m, const pl_game *g, int seat,
                     const void *view, pl_move *out, pl_error *err)
{
    if (!r->asked) return pl_fail(err, "it moved when it was not asked");
    r->asked = 0;
    if (m->number >= 0 && m->number != r->act)
        return pl_fail(err, "it answered act %lld when act %lld was open", (long long)m->number,
                       (long long)r->act);
    if (m->seat != PL_OVER && m->seat != seat)
        return pl_fail(err, "it moved for another seat than its own, which is %d", seat);
    *out = pl_message_choice(m, g, view);
    if (*out == PL_ILLEGAL && m->move == PL_ILLEGAL)
        return pl_fail(err, "its move '%s' is not among the legal ones of act %lld", m->name,
                       (long long)r->act);
    if (*out == PL_ILLEGAL)
        return pl_fail(err, "its move number %d is not among those of act %lld", (int)m->move,
                       (long long)r->act);
    r->moves++;
    r->numbered += m->number >= 0;
    return check_strategy(m, g, view, err);
}

/* Nothing is behind the answer, unless it is of the small kind. */
static int check_rest(pl_rehearsal *r, pl_error *err)
{
    pl_piece line;
    pl_message m;
    while (pl_child_has_more(r->child)) {
        if (pl_child_line(r->child, &line, 0, NULL, NULL) != PL_CHILD_LINE) return 0;
        if (pl_message_read(line.at, line.n, &m, err)) return -1;
        if (m.type == PL_MSG_MOVE)
            return pl_fail(err, "it answered act %lld twice", (long long)r->act);
        if (m.type == PL_MSG_PING)
            SAY(r, PL_REHEARSE_USUAL, pl_message_ping(PL_MSG_PONG, m.number, r->line, r->room));
    }
    return 0;
}

/* All that is due: an answer, and pongs. */
static int collect(pl_rehearsal *r, const pl_game *g, int seat, const void *view, pl_move *out,
                   pl_error *err)
{
    pl_message m;
    while (r->asked || r->pongs) {
        if (hear(r, &m, r->asked ? "its move" : "its pong", err)) return -1;
        int bad = m.type == PL_MSG_PONG   ? take_pong(r, &m, err)
                  : m.type == PL_MSG_MOVE ? take_move(r, &m, g, seat, view, out, err)
                  : m.type == PL_MSG_BYE
                      ? pl_fail(err, "it said bye in the midst of a game%s%s", *m.said ? ": " : "",
                                m.said)
                      : pl_fail(err, "it said '%s' when it was to move", pl_message_name(m.type));
        if (bad) return -1;
    }
    return check_rest(r, err);
}

static int ask(pl_rehearsal *r, const pl_game *g, int seat, const void *view, int ways,
               pl_move *out, pl_error *err)
{
    static const pl_time time = {.most = 10, .advised = 1};
    if (ways & PL_REHEARSE_PINGS) ping(r);
    r->asked = 1;
    r->act++;
    SAY(r, ways,
        pl_message_act(g, r->act, ways & PL_REHEARSE_CLOCK ? &time : NULL, view, r->line, r->room));
    if (ways & PL_REHEARSE_PINGS) ping(r);
    if (collect(r, g, seat, view, out, err)) return -1;
    if (!(ways & PL_REHEARSE_RETRY)) return 0;
    SAY(r, ways, pl_message_error("this move is refused to try you out", 1, r->line, r->room));
    return ask(r, g, seat, view, ways & ~PL_REHEARSE_RETRY, out, err);
}

/* From the start for so many plies; *over: it ended. */
static int play(pl_rehearsal *r, const pl_game *g, int seat, int ways, int plies, pl_state *s,
                int *over, pl_error *err)
{
    static const pl_pace pace = {.move = 10000000000};
    pl_state before, after;
    pl_start(g, s);
    pl_view(g, s, seat, &before);
    SAY(r, ways,
        pl_message_start(g, seat, NULL, ways & PL_REHEARSE_CLOCK ? &pace : NULL, &before, r->line,
                         r->room));
    for (; plies > 0 && g->turn(s) != PL_OVER; plies--) {
        pl_move m = PL_ILLEGAL;
        int turn = g->turn(s);
        if (turn != seat) m = pl_any(g, s, &r->rng);
        else if (ask(r, g, seat, &before, ways, &m, err)) return -1;
        if (turn == seat) ways &= ~PL_REHEARSE_RETRY;
        pl_move code = pl_seen(g, s, m, seat);
        g->apply(s, m);
        if (code == PL_NOTHING) continue;
        pl_view(g, s, seat, &after);
        SAY(r, ways, pl_message_saw(g, turn, code, &before, &after, r->line, r->room));
        before = after;
    }
    *over = g->turn(s) == PL_OVER;
    return 0;
}

int pl_rehearse_game(pl_rehearsal *r, const pl_game *g, int seat, int ways, pl_error *err)
{
    double score[PL_SEATS_MAX];
    pl_state s;
    int over = 0, plies = ways & PL_REHEARSE_EARLY ? SOME : PLIES;
    if (!r->child && pl_rehearse_start(r, 0, err)) return -1;
    if ((ways & PL_REHEARSE_ANEW) && play(r, g, seat, ways, SOME, &s, &over, err)) return -1;
    if (play(r, g, seat, ways, plies, &s, &over, err)) return -1;
    for (int i = 0; i < g->players; i++) score[i] = NAN;
    if (over) g->score(&s, score);
    SAY(r, ways,
        pl_message_over(g, score, over ? "rules" : "aborted", over ? NULL : "a rehearsal", r->line,
                        r->room));
    pl_child_flush(r->child);
    return 0;
}

int pl_rehearse_ping(pl_rehearsal *r, pl_error *err)
{
    if (!r->child && pl_rehearse_start(r, 0, err)) return -1;
    ping(r);
    ping(r);
    return collect(r, NULL, 0, NULL, NULL, err);
}

int pl_rehearse_silence(pl_rehearsal *r, pl_error *err)
{
    pl_piece line;
    char text[61];
    if (!r->child && pl_rehearse_start(r, 0, err)) return -1;
    pl_child_news news = pl_child_line(r->child, &line, pl_child_now() + SILENCE, NULL, NULL);
    if (news == PL_CHILD_QUIET) return 0;
    if (news == PL_CHILD_ENDED) return gone(r, " after a game, though it was not sent away", err);
    if (news == PL_CHILD_FLOOD) return flooded(err); /* there may be no end of a line yet */
    snprintf(text, sizeof text, "%.*s", line.n < 60 ? (int)line.n : 60, line.at);
    clean(text, strlen(text));
    return pl_fail(err, "after a game it said what nobody asked for: %s", text);
}

int pl_rehearse_end(pl_rehearsal *r, int bye, pl_error *err)
{
    char fate[120];
    if (!r->child && pl_rehearse_start(r, 0, err)) return -1;
    if (bye) SAY(r, PL_REHEARSE_USUAL, pl_message_bye("that was all", r->line, r->room));
    pl_child_close_input(r->child);
    pl_child_fate(r->child, LEAVE, fate, sizeof fate);
    int well = !strcmp(fate, "ended with exit status 0");
    if (!well)
        pl_fail(err, "it %s%s", fate, strstr(fate, "signal 9") ? ": it had to be killed" : "");
    pl_rehearse_stop(r);
    return well ? 0 : -1;
}
