/* json.c -- printing positions as JSON, and a strict small reader.
 *
 * Fact to check: the reader accepts exactly what RFC 8259 calls a JSON text,
 * nested at most 64 deep; jansson is its oracle in the tests.
 */
#include "core/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64 };

static void blanks(pl_json_reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

int pl_json_take(pl_json_reader *r, char c)
{
    blanks(r);
    if (r->at >= r->end || *r->at != c) return 0;
    r->at++;
    return 1;
}

/* Four hexadecimal digits; -1 if they are not. */
static long hex4(pl_json_reader *r)
{
    long code = 0;
    if (r->end - r->at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        code = code * 16 + digit;
    }
    return code;
}

/* What follows "\u": a code point, from a surrogate pair if it is one. */
static long escaped_code(pl_json_reader *r)
{
    long code = hex4(r);
    if (code >= 0xdc00 && code <= 0xdfff) return -1;
    if (code < 0xd800 || code > 0xdbff) return code;
    if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u') return -1;
    r->at += 2;
    long low = hex4(r);
    if (low < 0xdc00 || low > 0xdfff) return -1;
    return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

static size_t encode(long code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const int lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(lead[n] | code);
    return n;
}

/* One escaped character after the backslash, as UTF-8; its length, or 0. */
static size_t unescape(pl_json_reader *r, char *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->at >= r->end) return 0;
    char c = *r->at++;
    const char *known = c ? strchr(from, c) : NULL;
    if (known) {
        out[0] = to[known - from];
        return 1;
    }
    long code = c == 'u' ? escaped_code(r) : -1;
    return code < 0 ? 0 : encode(code, out);
}

size_t pl_utf8_length(const char *text, size_t left)
{
    const unsigned char *b = (const unsigned char *)text;
    if (!left) return 0;
    size_t n = b[0] < 0x80 ? 1 : b[0] < 0xc2 ? 0 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : 4;
    if (b[0] > 0xf4 || n == 0 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((b[i] & 0xc0) != 0x80) return 0;
    if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f)) return 0;
    if ((b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f)) return 0;
    return n;
}

/* A string whose characters go to out, if there is one, as far as they fit. */
static int string(pl_json_reader *r, char *out, size_t n)
{
    size_t used = 0;
    if (!pl_json_take(r, '"')) return -1;
    while (r->at < r->end && *r->at != '"') {
        char piece[4];
        size_t length;
        if ((unsigned char)*r->at < 0x20) return -1;
        if (*r->at == '\\') {
            r->at++;
            length = unescape(r, piece);
        } else {
            length = pl_utf8_length(r->at, (size_t)(r->end - r->at));
            memcpy(piece, r->at, length);
            r->at += length;
        }
        if (!length || (out && (used + length >= n || !piece[0]))) return -1;
        if (out) memcpy(out + used, piece, length);
        used += length;
    }
    if (out) out[used] = 0;
    return pl_json_take(r, '"') ? 0 : -1;
}

int pl_json_string(pl_json_reader *r, char *out, size_t n)
{
    return string(r, out, n);
}

static int digits(pl_json_reader *r)
{
    const char *from = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
    return r->at > from;
}

static int number(pl_json_reader *r)
{
    if (r->at < r->end && *r->at == '-') r->at++;
    if (r->at < r->end && *r->at == '0') r->at++;
    else if (!digits(r)) return -1;
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (!digits(r)) return -1;
    }
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-')) r->at++;
        if (!digits(r)) return -1;
    }
    return 0;
}

static int word(pl_json_reader *r, const char *w)
{
    size_t n = strlen(w);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, w, n)) return -1;
    r->at += n;
    return 0;
}

static int value(pl_json_reader *r, int depth);

/* The inside of an array or an object, up to its closing bracket. */
static int members(pl_json_reader *r, char close, int depth)
{
    if (pl_json_take(r, close)) return 0;
    do {
        if (close == '}' && (string(r, NULL, 0) || !pl_json_take(r, ':'))) return -1;
        if (value(r, depth)) return -1;
    } while (pl_json_take(r, ','));
    return pl_json_take(r, close) ? 0 : -1;
}

static int value(pl_json_reader *r, int depth)
{
    if (depth > DEPTH) return -1;
    if (pl_json_take(r, '{')) return members(r, '}', depth + 1);
    if (pl_json_take(r, '[')) return members(r, ']', depth + 1);
    if (r->at >= r->end) return -1;
    switch (*r->at) {
    case '"': return string(r, NULL, 0);
    case 't': return word(r, "true");
    case 'f': return word(r, "false");
    case 'n': return word(r, "null");
    default: return number(r);
    }
}

int pl_json_skip(pl_json_reader *r)
{
    return value(r, 1);
}

int pl_json_valid(const char *text, size_t n)
{
    pl_json_reader r = {text, text + n};
    if (value(&r, 1)) return 0;
    blanks(&r);
    return r.at == r.end;
}

int pl_json_number(pl_json_reader *r, double *out)
{
    char text[64], point[8], *end;
    blanks(r);
    const char *from = r->at;
    if (number(r) || (size_t)(r->at - from) >= sizeof text) return -1;
    snprintf(text, sizeof text, "%.*s", (int)(r->at - from), from);
    snprintf(point, sizeof point, "%.1f", 0.5);
    char *dot = strchr(text, '.');
    if (dot) *dot = point[1];
    *out = strtod(text, &end);
    return *end || !isfinite(*out) ? -1 : 0;
}

int pl_json_utf8(const char *text, size_t n)
{
    pl_json_reader r = {text, text + n};
    for (size_t length; r.at < r.end; r.at += length)
        if (!(length = pl_utf8_length(r.at, (size_t)(r.end - r.at)))) return 0;
    return 1;
}

/* Characters that stand for themselves go out many at a time. */
void pl_json_put(pl_text *t, const char *text)
{
    pl_json_reader r = {text, text + strlen(text)};
    const char *plain = r.at;
    pl_put(t, "\"");
    for (size_t length; r.at < r.end; r.at += length) {
        unsigned char c = (unsigned char)*r.at;
        int known = (length = pl_utf8_length(r.at, (size_t)(r.end - r.at))) > 0;
        if (!known) length = 1;
        if (known && c >= 0x20 && c != '"' && c != '\\') continue;
        pl_put(t, "%.*s", (int)(r.at - plain), plain);
        plain = r.at + 1;
        if (!known) pl_put(t, "\\ufffd");
        else if (c == '\n') pl_put(t, "\\n");
        else if (c < 0x20) pl_put(t, "\\u%04x", c);
        else pl_put(t, "\\%c", c);
    }
    pl_put(t, "%s\"", plain);
}

static void put_turn(pl_text *t, const char *key, int turn)
{
    pl_put(t, ",\"%s\":", key);
    if (turn >= 0) pl_put(t, "%d", turn);
    else
        pl_put(t, "\"%s\"",
               turn == PL_CHANCE   ? "chance"
               : turn == PL_OVER   ? "over"
               : turn == PL_PUBLIC ? "public"
                                   : "full");
}

/* A seat is told its own moves; outcomes of chance are for the truth alone,
 * since a view need not know what is left in the deck. */
static void put_legal(const pl_game *g, const void *view, pl_text *t)
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    pl_put(t, ",\"legal\":[");
    for (int i = 0, n = g->moves(view, list); i < n; i++) {
        g->say(view, list[i], name, sizeof name);
        if (i) pl_put(t, ",");
        pl_json_put(t, name);
    }
    pl_put(t, "]");
}

static void put_scores(const pl_game *g, const void *view, pl_text *t)
{
    double score[PL_SEATS_MAX];
    g->score(view, score);
    pl_put(t, ",\"scores\":[");
    for (int i = 0; i < g->players; i++) {
        if (i) pl_put(t, ",");
        pl_put_number(t, score[i]);
    }
    pl_put(t, "]");
}

/* The bytes of the view where a game has no object of its own. */
void pl_json_own(const pl_game *g, const void *view, pl_text *t)
{
    const unsigned char *b = view;
    if (g->json) {
        int n = g->json(view, pl_text_at(t), pl_text_room(t));
        t->used += n > 0 ? (size_t)n : 0;
        return;
    }
    pl_put(t, "{\"bytes\":\"");
    for (int i = 0; i < g->state_size; i++) pl_put(t, "%02x", b[i]);
    pl_put(t, "\"}");
}

int pl_json(const pl_game *g, const void *view, int seat, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    char spec[PL_SPEC_MAX], shown[PL_SHOW_MAX];
    int turn = g->turn(view);
    pl_spec(g, spec, sizeof spec);
    g->show(view, shown, sizeof shown);
    pl_put(&t, "{\"game\":");
    pl_json_put(&t, spec);
    put_turn(&t, "seat", seat);
    put_turn(&t, "turn", turn);
    if (turn != PL_OVER && (turn == seat || seat == PL_FULL)) put_legal(g, view, &t);
    if (turn == PL_OVER) put_scores(g, view, &t);
    pl_put(&t, ",\"text\":");
    pl_json_put(&t, shown);
    pl_put(&t, ",\"state\":");
    pl_json_own(g, view, &t);
    pl_put(&t, "}");
    return (int)t.used;
}
