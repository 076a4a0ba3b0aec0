/* text.c -- a record as text: tags in brackets, then numbered moves.
 *
 *     [Game "kuhn(players=2,start=0)"]
 *     [Player0 "Ada"]
 *
 *     1. chance:K 2. chance:J 3. 0:bet {ns 1200, value 0.5} <fault timeout, by 1, then retry>
 *     4. 1:pass over
 *
 * After the manner of PGN (Edwards, 1994), for any game: who moves stands before the move,
 * what is told of a move follows it in {}, and whatever else happened stands in <>.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "table/records/portable.h"

enum { WIDTH = 72, KEY_SIZE = 32 };
static const char over[] = "over", under_way[] = "under-way";

/* Writing. */

static void put_tag(FILE *out, const char *key, int seat, const char *text)
{
    fprintf(out, "[%c%s", toupper((unsigned char)*key), key + 1);
    if (seat >= 0) fprintf(out, "%d", seat);
    putc(' ', out);
    pl_quoted(out, text);
    fputs("]\n", out);
}

static void put_tags(const pl_record *rec, FILE *out)
{
    for (const pl_field *f = pl_fields; f->key; f++) {
        char text[PL_FIELD_SIZE] = "";
        pl_text t = {text, sizeof text, 0};
        f->get(rec, &t);
        if (*text) put_tag(out, f->key, -1, text);
    }
    for (int i = 0; i < rec->players; i++) {
        put_tag(out, "player", i, rec->player[i].name);
        put_tag(out, "kind", i, rec->player[i].kind);
        put_tag(out, "spec", i, rec->player[i].spec);
    }
}

typedef struct {
    FILE *out;
    int ply, keys; /* of this unit: its number if it is a move, and keys in brackets */
    int column;
} pen;

static void put_key(void *with, const char *key, const char *text, int quoted)
{
    pen *p = with;
    p->column += (int)(strlen(key) + strlen(text)) + 3;
    if (p->ply && !strcmp(key, "by")) {
        fprintf(p->out, "%d. %s:", p->ply, text);
    } else if (p->ply && !strcmp(key, "move")) {
        fputs(text, p->out);
    } else {
        fputs(p->keys++ ? ", " : p->ply ? " {" : "<", p->out);
        fputs(key, p->out);
        if (!quoted && !strcmp(text, "true")) return;
        putc(' ', p->out);
        if (!strcmp(key, "text")) pl_quoted(p->out, text);
        else fputs(text, p->out);
    }
}

static int put_moves(const pl_record *rec, pl_line *l, FILE *out, pl_error *err)
{
    pen p = {.out = out};
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        p.ply = e->kind == PL_PLY ? pl_line_plies(l) + 1 : 0;
        p.keys = 0;
        if (pl_draft_write(e, l, put_key, &p, err)) return -1;
        if (p.keys) putc(p.ply ? '}' : '>', out);
        putc(p.column > WIDTH ? '\n' : ' ', out);
        if (p.column > WIDTH) p.column = 0;
    }
    fprintf(out, "%s\n\n", rec->result.how == PL_UNDER_WAY ? under_way : over);
    return 0;
}

int pl_record_write_text(const pl_record *rec, FILE *out, pl_error *err)
{
    const pl_game *g = pl_open(rec->game, err);
    pl_line *l = g ? pl_record_line(rec, g, err) : NULL;
    if (l) {
        pl_line_restart(l);
        put_tags(rec, out);
        putc('\n', out);
    }
    int bad = !l || put_moves(rec, l, out, err);
    pl_line_free(l);
    pl_close(g);
    return bad ? -1 : 0;
}

/* Reading. */

typedef struct {
    const char *at;
    int line;
} scan;

static void blanks(scan *s)
{
    for (; *s->at && strchr(" \t\r\n", *s->at); s->at++) s->line += *s->at == '\n';
}

static int take(scan *s, char c)
{
    blanks(s);
    if (*s->at != c) return 0;
    s->at++;
    return 1;
}

/* A text in quotes, in new memory; NULL with the reason. */
static char *take_quoted(scan *s, pl_error *err)
{
    int begun = take(s, '"');
    char *text = malloc(strcspn(s->at, "\n") + 1), *to = text;
    if (!text) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    if (begun) {
        for (; *s->at && *s->at != '"' && *s->at != '\n'; s->at++) {
            if (*s->at == '\\' && (s->at[1] == '"' || s->at[1] == '\\')) s->at++;
            *to++ = *s->at;
        }
        *to = 0;
        if (take(s, '"')) return text;
    }
    pl_fail(err, "a text in quotes, \"...\", on one line is missing");
    free(text);
    return NULL;
}

/* Letters, digits, '-' and '_' up to n bytes. */
static void take_key(scan *s, char *key, size_t n)
{
    size_t used = 0;
    blanks(s);
    while (isalnum((unsigned char)*s->at) || *s->at == '_' || *s->at == '-') {
        if (used + 1 < n) key[used++] = *s->at;
        s->at++;
    }
    key[used] = 0;
}

static int set_player(pl_record *rec, const char *key, const char *text, pl_error *err)
{
    size_t word = strcspn(key, "0123456789");
    int64_t seat;
    if (pl_whole_read(key + word, 0, PL_SEATS_MAX - 1, &seat, err)) return -1;
    pl_player *p = &rec->player[seat];
    char *to = word == 6 ? p->name : *key == 'k' ? p->kind : p->spec;
    size_t n = *key == 's' ? sizeof p->spec : sizeof p->name;
    if (strlen(text) >= n) return pl_fail(err, "%s is a text of fewer than %zu bytes", key, n);
    snprintf(to, n, "%s", text);
    pl_plain_text(to);
    if (seat > rec->players) return pl_fail(err, "players come in the order of their seats");
    if (seat == rec->players) rec->players++;
    return 0;
}

static int is_player(const char *key)
{
    size_t word = strcspn(key, "0123456789");
    return key[word] && ((word == 6 && !memcmp(key, "player", 6)) ||
                         (word == 4 && (!memcmp(key, "kind", 4) || !memcmp(key, "spec", 4))));
}

static int read_tag(scan *s, pl_record *rec, pl_error *err)
{
    char key[KEY_SIZE];
    take_key(s, key, sizeof key);
    *key = (char)tolower((unsigned char)*key);
    char *text = take_quoted(s, err);
    if (!text) return -1;
    int bad = is_player(key) ? set_player(rec, key, text, err) : pl_field_set(rec, key, text, err);
    free(text);
    if (!bad && !take(s, ']')) bad = pl_fail(err, "a tag is written [Key \"text\"]");
    return bad;
}

/* One "key value" or "key" of brackets; a value in quotes is a text. */
static int read_key(scan *s, pl_draft *d, pl_error *err)
{
    char key[KEY_SIZE], word[64];
    take_key(s, key, sizeof key);
    blanks(s);
    if (*s->at == '"') {
        char *text = take_quoted(s, err);
        int bad = !text || pl_draft_set(d, key, text, err);
        free(text);
        return bad;
    }
    size_t n = strcspn(s->at, ",>} \t\r\n");
    snprintf(word, sizeof word, "%.*s", n < sizeof word ? (int)n : (int)sizeof word - 1, s->at);
    s->at += n;
    return pl_draft_set(d, key, word, err);
}

static int read_keys(scan *s, pl_draft *d, char close, pl_error *err)
{
    do
        if (read_key(s, d, err)) return -1;
    while (take(s, ','));
    return take(s, close) ? 0 : pl_fail(err, "'%c' is missing where '%.10s' stands", close, s->at);
}

/* "3. 0:bet", and maybe {...}. */
static int read_ply(scan *s, const pl_line *l, pl_draft *d, pl_error *err)
{
    char word[PL_NAME_MAX + 16];
    long number = strtol(s->at, (char **)(uintptr_t)&s->at, 10);
    if (number != pl_line_plies(l) + 1 || *s->at != '.')
        return pl_fail(err, "move %d. is expected next", pl_line_plies(l) + 1);
    s->at++;
    blanks(s);
    size_t n = strcspn(s->at, " \t\r\n");
    snprintf(word, sizeof word, "%.*s", n < sizeof word ? (int)n : (int)sizeof word - 1, s->at);
    s->at += n;
    char *colon = strchr(word, ':');
    if (!colon)
        return pl_fail(err, "a move is written 0:%.20s, its seat or chance before it", word);
    *colon = 0;
    if (pl_draft_set(d, "by", word, err) || pl_draft_set(d, "move", colon + 1, err)) return -1;
    return take(s, '{') ? read_keys(s, d, '}', err) : 0;
}

static int read_unit(scan *s, pl_record *rec, pl_line *l, pl_error *err)
{
    pl_draft d;
    pl_draft_new(&d);
    int bad = isdigit((unsigned char)*s->at) ? read_ply(s, l, &d, err)
              : take(s, '<')                 ? read_keys(s, &d, '>', err)
                                             : pl_fail(err, "'%.20s' is no move", s->at);
    if (!bad) bad = pl_draft_play(&d, rec, l, err);
    pl_draft_free(&d);
    return bad;
}

static int read_moves(scan *s, pl_record *rec, const pl_game *g, pl_error *err)
{
    const char *last = rec->result.how == PL_UNDER_WAY ? under_way : over;
    pl_line *l = pl_line_new(g);
    int bad = l ? 0 : pl_fail(err, "out of memory");
    for (blanks(s); !bad && *s->at && !isalpha((unsigned char)*s->at); blanks(s))
        bad = read_unit(s, rec, l, err);
    pl_line_free(l);
    if (bad) return -1;
    if (strncmp(s->at, last, strlen(last)))
        return pl_fail(err, "the moves of this game end with '%s'", last);
    s->at += strlen(last);
    blanks(s);
    return *s->at ? pl_fail(err, "nothing follows on '%s'", last) : 0;
}

static int read_all(scan *s, pl_record *rec, pl_error *err)
{
    while (take(s, '['))
        if (read_tag(s, rec, err)) return -1;
    const pl_game *g = *rec->game ? pl_open(rec->game, err) : NULL;
    int bad = !*rec->game ? pl_fail(err, "the tag [Game \"...\"] is missing")
              : !g        ? -1
                          : pl_portable_end(rec, g, err);
    if (bad) s->line = 0; /* what is missing is so in all of it */
    else bad = read_moves(s, rec, g, err);
    pl_close(g);
    return bad;
}

int pl_text_record(const char *text, pl_record *rec, int *line, pl_error *err)
{
    scan s = {text, 0};
    pl_portable_begin(rec);
    int bad = read_all(&s, rec, err);
    *line = s.line;
    return bad;
}
