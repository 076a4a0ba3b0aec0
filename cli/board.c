/* board.c -- a position as a game shows it, in colour where there is some.
 *
 * No game is known here by name.  A line without words in it is taken for a row of a board:
 * points are empty, what the rules call the mark of a seat is its piece, what begins or ends
 * the line is a coordinate, and what differs from the position before has just been played.  In
 * all other lines seats, cards and question marks are looked for.
 *
 * Fact to check: without colour every game's text comes out as its show() wrote it, up to line
 * breaks in lines that are too long. */
#include "board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const pl_game *game;
    char mark[PL_SEATS_MAX]; /* of each seat on the board, or 0 */
    char legal[PL_SHOW_MAX]; /* " 4-7 9s ": cards and tiles that may be played now */
} palette;

/* "Red (R), begins" or "X in the south": the mark, or 0. */
static char mark_in(const char *text)
{
    size_t n = strcspn(text, ",;.");
    const char *bracket = memchr(text, '(', n);
    if (bracket && bracket[1] && bracket[2] == ')') return bracket[1];
    return isgraph((unsigned char)*text) && !isalnum((unsigned char)text[1]) ? *text : 0;
}

static const char *marks_begin(const pl_game *g)
{
    return strstr(g->rules, "Seat 0 is ");
}

void board_marks(const pl_game *g, char *buf, size_t n)
{
    const char *from = marks_begin(g), *end = from ? strchr(from, '.') : NULL;
    snprintf(buf, n, "%.*s", end ? (int)(end + 1 - from) : 0, end ? from : "");
    for (char *c = buf; *c; c++)
        if (*c == '\n') *c = ' ';
}

/* Where the rules go on after "seat 1 is " or "seat 1, ", or NULL. */
static const char *after_seat(const char *rules, int seat)
{
    static const char *const verb[] = {" is ", ", "};
    for (int i = 0; i < 2; i++) {
        char words[24];
        snprintf(words, sizeof words, "eat %d%s", seat, verb[i]);
        const char *at = strstr(rules, words);
        if (at) return at + strlen(words);
    }
    return NULL;
}

static void find_marks(palette *p)
{
    const char *from = marks_begin(p->game);
    for (int i = 0; from && i < p->game->players; i++) {
        const char *at = after_seat(from, i);
        if (at) p->mark[i] = mark_in(at);
    }
}

static int is_name(char c)
{
    return isalnum((unsigned char)c) || c == '-';
}

/* Cards and tiles have letters or signs beside figures; numbers and words may be anything. */
static int is_thing(const char *text, size_t n)
{
    int digits = 0, others = 0;
    for (size_t i = 0; i < n; i++) {
        digits |= isdigit((unsigned char)text[i]) != 0;
        others |= !isdigit((unsigned char)text[i]);
    }
    return others && (digits || n == 2);
}

/* What can be played is told by the names of moves, or where they begin with a thing. */
static void find_legal(palette *p, const void *view)
{
    pl_move list[PL_MOVES_MAX];
    size_t used = 1;
    snprintf(p->legal, sizeof p->legal, " ");
    if (p->game->turn(view) < 0) return;
    for (int i = 0, n = p->game->moves(view, list); i < n; i++) {
        char name[PL_NAME_MAX];
        size_t k = 0;
        pl_say(p->game, view, list[i], name, sizeof name);
        while (is_name(name[k])) k++;
        if (!is_thing(name, k) || used + k + 2 > sizeof p->legal) continue;
        used += (size_t)snprintf(p->legal + used, sizeof p->legal - used, "%.*s ", (int)k, name);
    }
}

/* Whether a card or tile may be played; a tile has two ends, and either may come first. */
static int is_legal_thing(const palette *p, const char *text, size_t n)
{
    char turned[] = {text[0], '-', text[0], 0};
    int tile = n == 3 && text[1] == '-';
    if (tile) turned[0] = text[2];
    for (const char *at = p->legal; (at = strchr(at, ' ')) && *++at;)
        if ((!strncmp(at, text, n) || (tile && !strncmp(at, turned, n))) && at[n] == ' ') return 1;
    return 0;
}

/* Of a card its style, or PLAIN. */
static int card_style(const char *text, size_t n)
{
    if (n != 2 || !strchr("23456789TJQKA", text[0])) return PLAIN;
    return strchr("dh", text[1]) ? RED : strchr("cs", text[1]) ? BOLD : PLAIN;
}

static int mark_style(const palette *p, char c)
{
    for (int i = 0; i < p->game->players; i++)
        if (p->mark[i] == c) return SEAT_STYLE + i;
    return PLAIN;
}

/* The seat that is named at the start of text, as "seat 3" or "seat3", and how long that is. */
static int seat_named(const palette *p, const char *text, size_t *n)
{
    size_t k = 4;
    if (strncmp(text, "seat", k) != 0) return -1;
    if (text[k] == ' ') k++;
    if (!isdigit((unsigned char)text[k])) return -1;
    int seat = atoi(text + k);
    while (isdigit((unsigned char)text[k])) k++;
    *n = k;
    return seat < p->game->players ? seat : -1;
}

static int word_style(const palette *p, const char *text, size_t n)
{
    int style = n == 1 ? mark_style(p, *text) : card_style(text, n);
    if (style == PLAIN && *text == '?') return DIM;
    return style == PLAIN && is_legal_thing(p, text, n) ? BOLD : style;
}

static void paint_words(const palette *p, const char *text, size_t n, unsigned char *style)
{
    for (size_t i = 0, k; i < n; i += k) {
        int seat = seat_named(p, text + i, &k);
        if (seat < 0)
            for (k = 0; i + k < n && is_name(text[i + k]);) k++;
        if (!k) k = 1;
        memset(style + i, seat >= 0 ? SEAT_STYLE + seat : word_style(p, text + i, k), k);
    }
}

/* Whether a line is a row of a board: there are no words in it, nor what divides them. */
static int is_row(const char *text, size_t n)
{
    size_t blanks = 0;
    for (size_t i = 0; i < n; i++) {
        if (strchr(":;,", text[i])) return 0;
        if (i && isalpha((unsigned char)text[i]) && isalpha((unsigned char)text[i - 1])) return 0;
        blanks += text[i] == ' ';
    }
    return blanks < n;
}

/* "a b c", "1 2 3" or that twice: the coordinates of columns. */
static int is_header(const char *text, size_t n)
{
    int last = 0, count = 0, numbers = 0;
    for (size_t i = 0; i < n; count++) {
        char *end;
        i += strspn(text + i, " ");
        if (i >= n) break;
        int digit = isdigit((unsigned char)text[i]);
        int value =
            digit ? (int)strtol(text + i, &end, 10) : 1 + tolower((unsigned char)text[i]) - 'a';
        if (count && digit != numbers) return 0;
        if (value != 1 && value != last + 1) return 0;
        if (!count && value != 1) return 0;
        numbers = digit;
        last = value;
        i = digit ? (size_t)(end - text) : i + 1;
        if (i < n && text[i] != ' ') return 0;
    }
    return count > 1;
}

/* A coordinate stands first in its board, of which two may stand side by side, or last. */
static int is_label(const palette *p, const char *text, size_t n, size_t from, size_t k)
{
    size_t before = 0;
    while (before < from && text[from - 1 - before] == ' ') before++;
    int first = before == from || before >= 4, last = from + k == n;
    int number = isdigit((unsigned char)text[from]);
    if (!number && (k > 1 || !isalpha((unsigned char)text[from]))) return 0;
    if (mark_style(p, text[from]) != PLAIN) return 0;
    return first || (last && number);
}

static int cell_style(const palette *p, char c)
{
    int style = mark_style(p, c);
    if (style != PLAIN) return style;
    if (c == '.' || c == '?') return DIM;
    return c == '*' ? RED : isupper((unsigned char)c) ? BOLD : PLAIN;
}

static void paint_row(const palette *p, const char *text, size_t n, const char *old, size_t m,
                      unsigned char *style)
{
    int edge = text[0] == '+' || is_header(text, n);
    memset(style, edge ? DIM : PLAIN, n);
    if (edge) return;
    for (size_t i = 0, k; i < n; i += k) {
        for (k = 0; i + k < n && isalnum((unsigned char)text[i + k]);) k++;
        int label = k && is_label(p, text, n, i, k);
        if (!k) k = 1;
        for (size_t j = i; j < i + k; j++) {
            int fresh = old && !label && text[j] != (j < m ? old[j] : ' ');
            style[j] =
                (unsigned char)((label ? DIM : cell_style(p, text[j])) | (fresh ? FRESH : 0));
        }
    }
}

/* One line, and what stood in its place before, or NULL. */
typedef struct {
    const char *text, *old;
    size_t n, m; /* their lengths */
} line;

static void draw_line(const screen *s, const palette *p, const line *l)
{
    unsigned char style[PL_SHOW_MAX];
    size_t n = l->n < sizeof style ? l->n : sizeof style;
    const char *old = l->old && is_row(l->old, l->m) ? l->old : NULL;
    if (is_row(l->text, n)) paint_row(p, l->text, n, old, l->m, style);
    else paint_words(p, l->text, n, style);
    screen_painted(s, l->text, n, style);
}

static int split_lines(const char *text, const char *old, line *out, int most)
{
    int n = 0;
    while (*text && n < most) {
        line *l = &out[n++];
        *l = (line){text, old, strcspn(text, "\n"), old ? strcspn(old, "\n") : 0};
        text += l->n + (text[l->n] != 0);
        old = old && old[l->m] ? old + l->m + 1 : NULL;
    }
    return n;
}

enum { APART = 4 }; /* blanks between two boards */

static int is_apart(const line *l, size_t at)
{
    return l->n > at && at > APART && strspn(l->text + at - APART, " ") >= APART &&
           strspn(l->text, " ") < at;
}

/* How many lines from here on are those of two boards side by side, which are too wide; and
 * where the second begins. */
static int side_by_side(const line *l, int n, size_t width, size_t *at)
{
    enum { LEAST = 3 };
    for (*at = APART + 1; *at < l->n; ++*at) {
        int k = 0, wide = 0;
        if (l->text[*at] == ' ' || !is_apart(l, *at)) continue;
        for (; k < n && is_apart(&l[k], *at); k++) wide |= l[k].n > width;
        if (wide && k >= LEAST) return k;
    }
    return 0;
}

/* The first of two boards, then the second below it. */
static void draw_apart(const screen *s, const palette *p, const line *l, int n, size_t at)
{
    for (int i = 0; i < n; i++) {
        line left = {l[i].text, l[i].old, at - APART, l[i].m < at ? l[i].m : at};
        while (left.n && left.text[left.n - 1] == ' ') left.n--;
        draw_line(s, p, &left);
    }
    for (int i = 0; i < n; i++) {
        int had = l[i].old && l[i].m > at;
        line right = {l[i].text + at, had ? l[i].old + at : NULL, l[i].n - at,
                      had ? l[i].m - at : 0};
        draw_line(s, p, &right);
    }
}

void board_draw(const screen *s, const pl_game *g, const void *view, const void *before)
{
    enum { LINES = 128 };
    palette p = {.game = g};
    char text[PL_SHOW_MAX], old[PL_SHOW_MAX] = "";
    line l[LINES];
    size_t at;
    find_marks(&p);
    find_legal(&p, view);
    g->show(view, text, sizeof text);
    if (before) g->show(before, old, sizeof old);
    int n = split_lines(text, before ? old : NULL, l, LINES);
    for (int i = 0, k; i < n; i += k ? k : 1) {
        k = side_by_side(&l[i], n - i, (size_t)s->width, &at);
        if (k) draw_apart(s, &p, &l[i], k, at);
        else draw_line(s, &p, &l[i]);
    }
}

void board_news(const screen *s, const pl_game *g, const char *text)
{
    palette p = {.game = g, .legal = " "};
    unsigned char style[PL_SHOW_MAX];
    size_t n = strlen(text);
    find_marks(&p);
    if (n > sizeof style) n = sizeof style;
    paint_words(&p, text, n, style);
    screen_painted(s, text, n, style);
}
