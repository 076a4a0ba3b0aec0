/* messages.c -- the messages of the Parlor protocol, written.
 *
 * Fact to check: a message is one line whatever the names in it: a line's end in a
 * text is written as \n, so that the only newline byte is the last one.
 */
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "parlor/protocol.h"

static const char *const type_names[PL_MSG_TYPES] = {
    "hello", "start", "saw",    "act",  "error", "over", "move",   "resign",
    "back",  "pause", "resume", "ping", "pong",  "bye",  "decline"};

const char *pl_message_name(pl_message_type type)
{
    return type_names[type];
}

static pl_text begin(pl_message_type type, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    pl_put(&t, "{\"type\":\"%s\"", type_names[type]);
    return t;
}

static int end(pl_text *t)
{
    pl_put(t, "}\n");
    return (int)t->used;
}

static void put_string(pl_text *t, const char *key, const char *text)
{
    pl_put(t, ",\"%s\":", key);
    pl_json_put(t, text);
}

/* What need not be there is left out. */
static void put_said(pl_text *t, const char *key, const char *text)
{
    char cut[PL_SAID_MAX];
    if (!text || !*text) return;
    size_t n = strlen(text);
    if (n >= sizeof cut) n = sizeof cut - 1;
    while (n && (text[n] & 0xc0) == 0x80) n--; /* not in the midst of a character */
    snprintf(cut, sizeof cut, "%.*s", (int)n, text);
    put_string(t, key, cut);
}

static void put_seat(pl_text *t, const char *key, int seat)
{
    pl_put(t, ",\"%s\":", key);
    if (seat >= 0) pl_put(t, "%d", seat);
    else pl_put(t, "\"%s\"", seat == PL_CHANCE ? "chance" : seat == PL_OVER ? "over" : "public");
}

static void put_view(pl_text *t, const pl_game *g, const void *view)
{
    char shown[PL_SHOW_MAX];
    put_seat(t, "turn", g->turn(view));
    pl_put(t, ",\"view\":");
    pl_json_own(g, view, t);
    g->show(view, shown, sizeof shown);
    put_string(t, "text", shown);
}

/* Members of an object of times in milliseconds; 0 is left out. */
static void put_span(pl_text *t, size_t from, const char *key, double ms)
{
    if (ms <= 0) return;
    pl_put(t, "%s\"%s\":", t->used > from ? "," : "", key);
    pl_put_number(t, ceil(ms * 1000) / 1000);
}

static void put_pace(pl_text *t, const pl_pace *p)
{
    if (!p->move && !p->game) return;
    pl_put(t, ",\"clock\":{");
    size_t from = t->used;
    put_span(t, from, "move", (double)p->move * 1e-6);
    put_span(t, from, "game", (double)p->game * 1e-6);
    put_span(t, from, "increment", (double)p->increment * 1e-6);
    put_span(t, from, "bank", (double)p->bank * 1e-6);
    pl_put(t, "}");
}

static void put_time(pl_text *t, const pl_time *time)
{
    if (time->most <= 0) return;
    pl_put(t, ",\"clock\":{");
    size_t from = t->used;
    put_span(t, from, "most", time->most * 1e3);
    put_span(t, from, "advised", time->advised * 1e3);
    put_span(t, from, "left", time->left * 1e3);
    put_span(t, from, "increment", time->increment * 1e3);
    put_span(t, from, "bank", time->bank * 1e3);
    pl_put(t, "}");
}

int pl_message_hello(const char *name, const char *token, int wishes, char *buf, size_t n)
{
    pl_text t = begin(PL_MSG_HELLO, buf, n);
    pl_put(&t, ",\"protocol\":%d", PL_PROTOCOL);
    put_string(&t, "name", name);
    if (token && *token) put_string(&t, "token", token);
    if (wishes & PL_HELLO_WATCH) pl_put(&t, ",\"watch\":true");
    if (wishes & PL_HELLO_RAW) pl_put(&t, ",\"raw\":true");
    if (wishes & PL_HELLO_ONCE) pl_put(&t, ",\"once\":true");
    return end(&t);
}

static void put_params(pl_text *t, const pl_game *g)
{
    char value[PL_NAME_MAX];
    pl_put(t, ",\"params\":{");
    for (int i = 0; g->params && g->params[i].name; i++) {
        const pl_param *p = &g->params[i];
        pl_param_value(p, g->arg[i], value, sizeof value);
        pl_put(t, "%s\"%s\":", i ? "," : "", p->name);
        if (p->words) pl_json_put(t, value);
        else pl_put(t, "%s", value);
    }
    pl_put(t, "}");
}

int pl_message_start(const pl_game *g, int seat, const char *const *names, const pl_pace *pace,
                     const void *view, char *buf, size_t n)
{
    char spec[PL_SPEC_MAX];
    pl_text t = begin(PL_MSG_START, buf, n);
    pl_spec(g, spec, sizeof spec);
    put_string(&t, "game", spec);
    put_string(&t, "name", g->name);
    put_params(&t, g);
    put_seat(&t, "seat", seat);
    pl_put(&t, ",\"players\":%d", (int)g->players);
    for (int i = 0; names && i < g->players; i++) {
        pl_put(&t, i ? "," : ",\"names\":[");
        pl_json_put(&t, names[i]);
        if (i + 1 == g->players) pl_put(&t, "]");
    }
    if (pace) put_pace(&t, pace);
    put_view(&t, g, view);
    return end(&t);
}

int pl_message_saw(const pl_game *g, int who, pl_move code, const void *before, const void *after,
                   char *buf, size_t n)
{
    char name[PL_NAME_MAX];
    pl_text t = begin(PL_MSG_SAW, buf, n);
    put_seat(&t, "who", who);
    pl_say(g, before, code, name, sizeof name);
    put_string(&t, "move", name);
    pl_put(&t, ",\"code\":%d", (int)code);
    put_view(&t, g, after);
    return end(&t);
}

int pl_message_act(const pl_game *g, int64_t number, const pl_time *time, const void *view,
                   char *buf, size_t n)
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    int moves = g->moves(view, list);
    pl_text t = begin(PL_MSG_ACT, buf, n);
    pl_put(&t, ",\"act\":%lld,\"legal\":[", (long long)number);
    for (int i = 0; i < moves; i++) {
        g->say(view, list[i], name, sizeof name);
        if (i) pl_put(&t, ",");
        pl_json_put(&t, name);
    }
    pl_put(&t, "],\"numbers\":[");
    for (int i = 0; i < moves; i++) pl_put(&t, "%s%d", i ? "," : "", (int)list[i]);
    pl_put(&t, "]");
    if (time) put_time(&t, time);
    put_view(&t, g, view);
    return end(&t);
}

int pl_message_raw(const char *line, const char *bytes, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    size_t length = strlen(line);
    pl_put(&t, "%.*s,\"bytes\":\"%s\"", (int)(length < 2 ? 0 : length - 2), line, bytes);
    return end(&t);
}

int pl_message_error(const char *reason, int again, char *buf, size_t n)
{
    pl_text t = begin(PL_MSG_ERROR, buf, n);
    put_said(&t, "reason", reason && *reason ? reason : "something is wrong");
    pl_put(&t, ",\"again\":%s", again ? "true" : "false");
    return end(&t);
}

int pl_message_over(const pl_game *g, const double *score, const char *how, const char *reason,
                    char *buf, size_t n)
{
    pl_text t = begin(PL_MSG_OVER, buf, n);
    pl_put(&t, ",\"scores\":%s", isnan(score[0]) ? "null" : "[");
    for (int i = 0; !isnan(score[0]) && i < g->players; i++) {
        if (i) pl_put(&t, ",");
        pl_put_number(&t, score[i]);
        if (i + 1 == g->players) pl_put(&t, "]");
    }
    put_string(&t, "how", how);
    put_said(&t, "reason", reason);
    return end(&t);
}

int pl_message_move(const char *move, int64_t act, double value, const char *comment, char *buf,
                    size_t n)
{
    pl_text t = begin(PL_MSG_MOVE, buf, n);
    if (act >= 0) pl_put(&t, ",\"act\":%lld", (long long)act);
    put_string(&t, "move", move);
    if (isfinite(value)) {
        pl_put(&t, ",\"value\":");
        pl_put_number(&t, value);
    }
    put_said(&t, "comment", comment);
    return end(&t);
}

int pl_message_ping(pl_message_type type, int64_t number, char *buf, size_t n)
{
    pl_text t = begin(type, buf, n);
    if (number >= 0) pl_put(&t, ",\"id\":%lld", (long long)number);
    return end(&t);
}

int pl_message_plain(pl_message_type type, int who, char *buf, size_t n)
{
    pl_text t = begin(type, buf, n);
    if (who != PL_OVER) put_seat(&t, "who", who);
    return end(&t);
}

int pl_message_bye(const char *reason, char *buf, size_t n)
{
    pl_text t = begin(PL_MSG_BYE, buf, n);
    put_said(&t, "reason", reason);
    return end(&t);
}
