/* protocol.c -- the messages of the Parlor protocol, read.
 *
 * Which members a message may have, and of what type they are, is one table; a line
 * is checked as JSON first, so that what follows need not fear it.
 *
 * Fact to check: {"type":"ping","id":1,"id":1} is refused, since its member id
 * stands there twice; {"type":"ping","colour":1,"colour":2} is a ping.
 */
#include "parlor/protocol.h"

#include <math.h>
#include <string.h>

#include "core/json.h"

/* What a member's value may be. */
typedef enum {
    WHOLE,   /* a whole number from 0, into an int32_t */
    COUNT,   /* the same, into an int64_t */
    REAL,    /* a number, into a double */
    FLAG,    /* true or false, into an int32_t */
    WORDS,   /* a string, into room bytes */
    SEAT,    /* a seat's number, or a word for who is none */
    CHOICE,  /* a move: its name or its number */
    STRING,  /* the rest are pieces: any string */
    STRINGS, /* an array of strings */
    NUMBERS, /* an array of numbers */
    SCORES,  /* the same, or null */
    SHARES,  /* an object of numbers from 0 */
    OBJECT,
    CLOCK
} kind;

static const char *const wanted[] = {"a whole number from 0",
                                     "a whole number from 0",
                                     "a number",
                                     "true or false",
                                     "a string",
                                     "a seat's number, \"chance\", \"public\" or \"over\"",
                                     "a move's name or number",
                                     "a string",
                                     "an array of strings",
                                     "an array of numbers",
                                     "an array of numbers or null",
                                     "an object of numbers from 0",
                                     "an object",
                                     "an object of milliseconds"};

#define ONE(type) (1u << PL_MSG_##type)
#define AT(field) offsetof(pl_message, field), sizeof(((pl_message *)0)->field)

typedef struct {
    const char *key;
    kind kind;
    uint32_t in, needed; /* bits of the types that may have it, and that must */
    size_t at, room;     /* of its field */
} member;

static const uint32_t with_view = ONE(START) | ONE(SAW) | ONE(ACT);
static const member members[] = {
    {"protocol", WHOLE, ONE(HELLO), ONE(HELLO), AT(protocol)},
    {"name", WORDS, ONE(HELLO) | ONE(START), 0, AT(name)},
    {"token", WORDS, ONE(HELLO), 0, AT(token)},
    {"watch", FLAG, ONE(HELLO), 0, AT(watch)},
    {"raw", FLAG, ONE(HELLO), 0, AT(raw)},
    {"once", FLAG, ONE(HELLO), 0, AT(once)},
    {"game", WORDS, ONE(START), ONE(START), AT(game)},
    {"params", OBJECT, ONE(START), 0, AT(params)},
    {"seat", SEAT, ONE(START) | ONE(MOVE), ONE(START), AT(seat)},
    {"players", WHOLE, ONE(START), ONE(START), AT(players)},
    {"names", STRINGS, ONE(START), 0, AT(names)},
    {"who", SEAT, ONE(SAW) | ONE(BACK) | ONE(DECLINE) | ONE(PAUSE) | ONE(RESUME), ONE(SAW),
     AT(seat)},
    {"code", WHOLE, ONE(SAW), ONE(SAW), AT(move)},
    {"move", WORDS, ONE(SAW), ONE(SAW), AT(name)},
    {"move", CHOICE, ONE(MOVE), ONE(MOVE), AT(name)},
    {"act", COUNT, ONE(ACT) | ONE(MOVE), ONE(ACT), AT(number)},
    {"legal", STRINGS, ONE(ACT), ONE(ACT), AT(legal)},
    {"numbers", NUMBERS, ONE(ACT), ONE(ACT), AT(numbers)},
    {"clock", CLOCK, ONE(START) | ONE(ACT), 0, 0, 0},
    {"strategy", SHARES, ONE(MOVE), 0, AT(strategy)},
    {"value", REAL, ONE(MOVE), 0, AT(value)},
    {"comment", WORDS, ONE(MOVE), 0, AT(said)},
    {"reason", WORDS, ONE(ERROR) | ONE(OVER) | ONE(BYE), ONE(ERROR), AT(said)},
    {"again", FLAG, ONE(ERROR), ONE(ERROR), AT(again)},
    {"scores", SCORES, ONE(OVER), ONE(OVER), AT(scores)},
    {"how", WORDS, ONE(OVER), ONE(OVER), AT(how)},
    {"id", COUNT, ONE(PING) | ONE(PONG), 0, AT(number)},
    {"turn", SEAT, with_view, 0, AT(turn)},
    {"view", OBJECT, with_view, with_view, AT(view)},
    {"text", STRING, with_view, with_view, AT(text)},
    {"bytes", STRING, with_view, 0, AT(bytes)},
};
enum { MEMBERS = sizeof members / sizeof *members };

int pl_piece_string(pl_piece p, char *buf, size_t n)
{
    if (!p.at) return -1;
    pl_json_reader r = {p.at, p.at + p.n};
    return pl_json_string(&r, buf, n);
}

int pl_piece_number(pl_piece p, double *out)
{
    if (!p.at) return -1;
    pl_json_reader r = {p.at, p.at + p.n};
    return pl_json_number(&r, out);
}

/* The value at r, stepped over, without the blanks around it. */
static pl_piece take_piece(pl_json_reader *r)
{
    pl_json_take(r, '\0'); /* which is none, but blanks are passed */
    pl_piece p = {r->at, 0};
    pl_json_skip(r);
    p.n = (size_t)(r->at - p.at);
    return p;
}

/* *at keeps where the last value ended. */
int pl_piece_next(pl_piece all, pl_piece *at, pl_piece *key, pl_piece *value)
{
    if (!all.at || all.n < 2 || (*all.at != '{' && *all.at != '[')) return 0;
    pl_json_reader r = {at->at ? at->at : all.at + 1, all.at + all.n};
    char close = *all.at == '{' ? '}' : ']';
    if (pl_json_take(&r, close)) return 0;
    if (at->at) pl_json_take(&r, ',');
    *key = close == '}' ? take_piece(&r) : (pl_piece){NULL, 0};
    if (close == '}') pl_json_take(&r, ':');
    *value = take_piece(&r);
    *at = (pl_piece){r.at, 1};
    return 1;
}

static int is_whole(double x, double most)
{
    return x >= 0 && x <= most && x == floor(x);
}

static int read_seat(pl_piece p, int32_t *out)
{
    static const char *const words[] = {"chance", "over", "public"}; /* -1, -2, -3 */
    char word[8];
    double x;
    if (pl_piece_number(p, &x) == 0) {
        *out = (int32_t)(is_whole(x, PL_SEATS_MAX - 1) ? x : 0);
        return is_whole(x, PL_SEATS_MAX - 1) ? 0 : -1;
    }
    for (int i = 0; pl_piece_string(p, word, sizeof word) == 0 && i < 3; i++) {
        if (strcmp(word, words[i])) continue;
        *out = -1 - i;
        return 0;
    }
    return -1;
}

static int read_choice(pl_piece p, pl_message *m)
{
    double x;
    if (pl_piece_number(p, &x)) return pl_piece_string(p, m->name, sizeof m->name);
    if (!is_whole(x, INT32_MAX)) return -1;
    m->move = (pl_move)x;
    return 0;
}

/* Times in milliseconds, of an act in seconds and of a start in nanoseconds. */
static void read_span(pl_message *m, const char *key, double ms)
{
    static const char *const keys[] = {"most", "advised", "left", "increment", "bank"};
    static const char *const paces[] = {"move", "game", "increment", "bank"};
    double *const time[] = {&m->time.most, &m->time.advised, &m->time.left, &m->time.increment,
                            &m->time.bank};
    int64_t *const pace[] = {&m->pace.move, &m->pace.game, &m->pace.increment, &m->pace.bank};
    for (int i = 0; m->type == PL_MSG_ACT && i < 5; i++)
        if (!strcmp(key, keys[i])) *time[i] = ms * 1e-3;
    for (int i = 0; m->type == PL_MSG_START && i < 4; i++)
        if (!strcmp(key, paces[i])) *pace[i] = llround(ms * 1e6);
}

static int read_clock(pl_piece p, pl_message *m)
{
    static const double longest = 1e12; /* some thirty years */
    pl_piece at = {NULL, 0}, key, value;
    char name[16];
    double ms;
    if (*p.at != '{') return -1;
    while (pl_piece_next(p, &at, &key, &value)) {
        if (pl_piece_number(value, &ms) || ms < 0 || ms > longest) return -1;
        if (pl_piece_string(key, name, sizeof name) == 0) read_span(m, name, ms);
    }
    return 0;
}

/* Whether all elements are strings; else, numbers, and these from least on. */
static int all_are(pl_piece p, char open, int strings, double least)
{
    pl_piece at = {NULL, 0}, key, value;
    double x;
    if (*p.at != open) return 0;
    while (pl_piece_next(p, &at, &key, &value)) {
        if (strings && *value.at != '"') return 0;
        if (!strings && (pl_piece_number(value, &x) || x < least)) return 0;
    }
    return 1;
}

static int fits(kind k, pl_piece p)
{
    switch (k) {
    case STRING: return *p.at == '"';
    case STRINGS: return all_are(p, '[', 1, 0);
    case SCORES:
    case NUMBERS: return all_are(p, '[', 0, -HUGE_VAL);
    case SHARES: return all_are(p, '{', 0, 0);
    default: return *p.at == '{';
    }
}

static int read_flag(pl_piece p, int32_t *out)
{
    *out = *p.at == 't';
    return *p.at == 't' || *p.at == 'f' ? 0 : -1;
}

static int read_count(pl_piece p, int64_t *out, double most)
{
    double x;
    if (pl_piece_number(p, &x) || !is_whole(x, most)) return -1;
    *out = (int64_t)x;
    return 0;
}

static int read_whole(pl_piece p, int32_t *out)
{
    int64_t x = 0;
    int bad = read_count(p, &x, INT32_MAX);
    *out = (int32_t)x;
    return bad;
}

static int read_member(const member *k, pl_piece p, pl_message *m)
{
    static const double exact = 9007199254740992.0; /* every whole number up to it is a double */
    void *field = (char *)m + k->at;
    switch (k->kind) {
    case WHOLE: return read_whole(p, field);
    case COUNT: return read_count(p, field, exact);
    case REAL: return pl_piece_number(p, field);
    case FLAG: return read_flag(p, field);
    case WORDS: return pl_piece_string(p, field, k->room);
    case SEAT: return read_seat(p, field);
    case CHOICE: return read_choice(p, m);
    case CLOCK: return read_clock(p, m);
    default: break;
    }
    if (k->kind == SCORES && *p.at == 'n') return 0;
    if (!fits(k->kind, p)) return -1;
    memcpy(field, &p, sizeof p);
    return 0;
}

/* The key as text; one that is too long is none that we know. */
static void key_text(pl_piece key, char *out, size_t n)
{
    if (pl_piece_string(key, out, n)) *out = 0;
}

/* 0; 1: it is one that we do not know; -1: it is none. */
static int find_type(pl_piece all, pl_message_type *type, pl_error *err)
{
    pl_piece at = {NULL, 0}, key, value;
    char name[16], word[24] = "";
    int found = 0;
    while (pl_piece_next(all, &at, &key, &value)) {
        key_text(key, name, sizeof name);
        if (strcmp(name, "type")) continue;
        if (found++) return pl_fail(err, "a message has one member \"type\", not two");
        if (pl_piece_string(value, word, sizeof word))
            return pl_fail(err, "the type of a message is a short string");
    }
    if (!found) return pl_fail(err, "a message has a member \"type\", a string");
    for (int i = 0; i < PL_MSG_TYPES; i++) {
        *type = (pl_message_type)i;
        if (!strcmp(word, pl_message_name(*type))) return 0;
    }
    pl_fail(err, "there is no message of type '%s'", word);
    return 1;
}

/* The member of that name in this type of message, or -1. */
static int find_member(const char *name, pl_message_type type)
{
    for (int i = 0; i < MEMBERS; i++)
        if ((members[i].in >> type & 1) && !strcmp(members[i].key, name)) return i;
    return -1;
}

static int wrong_member(const member *k, pl_message_type type, pl_error *err)
{
    const char *name = pl_message_name(type);
    if (k->kind == WORDS)
        return pl_fail(err, "the member \"%s\" of a message %s is a string of at most %d bytes",
                       k->key, name, (int)k->room - 1);
    return pl_fail(err, "the member \"%s\" of a message %s is %s", k->key, name, wanted[k->kind]);
}

static int read_members(pl_piece all, pl_message *m, uint32_t *given, pl_error *err)
{
    pl_piece at = {NULL, 0}, key, value;
    char name[16];
    while (pl_piece_next(all, &at, &key, &value)) {
        key_text(key, name, sizeof name);
        int i = find_member(name, m->type);
        if (i < 0) continue;
        if (*given >> i & 1)
            return pl_fail(err, "the member \"%s\" of this %s stands there twice", name,
                           pl_message_name(m->type));
        *given |= 1u << i;
        if (read_member(&members[i], value, m)) return wrong_member(&members[i], m->type, err);
    }
    return 0;
}

static int count(pl_piece all)
{
    pl_piece at = {NULL, 0}, key, value;
    int n = 0;
    while (pl_piece_next(all, &at, &key, &value)) n++;
    return n;
}

static int complete(const pl_message *m, uint32_t given, pl_error *err)
{
    for (int i = 0; i < MEMBERS; i++)
        if ((members[i].needed >> m->type & 1) && !(given >> i & 1))
            return pl_fail(err, "a message %s needs a member \"%s\": %s", pl_message_name(m->type),
                           members[i].key, wanted[members[i].kind]);
    if (m->type == PL_MSG_ACT && count(m->legal) != count(m->numbers))
        return pl_fail(err, "an act has as many legal moves as numbers of them");
    return 0;
}

/* One line of JSON, without the blanks around it. */
static int check_line(const char *line, size_t n, pl_piece *all, pl_error *err)
{
    if (n > PL_LINE_MAX) return pl_fail(err, "a message has at most %d bytes", PL_LINE_MAX);
    if (memchr(line, 0, n)) return pl_fail(err, "a message has no NUL byte in it");
    if (!pl_json_utf8(line, n)) return pl_fail(err, "a message is written in UTF-8; this is not");
    if (n && line[n - 1] == '\n') n--;
    if (memchr(line, '\n', n)) return pl_fail(err, "a message is one line, not several");
    pl_json_reader r = {line, line + n};
    if (!pl_json_valid(line, n))
        return pl_fail(err, "a message is one JSON object, not '%.*s'", n < 60 ? (int)n : 60, line);
    *all = take_piece(&r);
    return *all->at == '{' ? 0 : pl_fail(err, "a message is a JSON object, with a \"type\"");
}

int pl_message_read(const char *line, size_t n, pl_message *m, pl_error *err)
{
    pl_piece all;
    uint32_t given = 0;
    memset(m, 0, sizeof *m);
    m->seat = m->turn = PL_OVER;
    m->move = PL_ILLEGAL;
    m->number = -1;
    m->value = NAN;
    if (check_line(line, n, &all, err)) return -1;
    int unknown = find_type(all, &m->type, err);
    if (unknown) return unknown;
    return read_members(all, m, &given, err) ? -1 : complete(m, given, err);
}

pl_move pl_message_choice(const pl_message *m, const pl_game *g, const void *view)
{
    if (m->move == PL_ILLEGAL) return pl_parse(g, view, m->name);
    return pl_is_legal(g, view, m->move) ? m->move : PL_ILLEGAL;
}
