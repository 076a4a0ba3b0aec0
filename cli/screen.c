/* screen.c -- what is printed for people: how wide, and whether in colour.
 *
 * Colour is only ever added to a text that is complete without it.  A terminal gets it unless
 * it is dumb or NO_COLOR is set to anything (no-color.org). */
#include "screen.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL = 80, NARROWEST = 20, INDENT = 4, GAP = 2 };

static int can_colour(void)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") && !(no && *no);
}

static int window_width(void)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    int n = known && size.ws_col ? size.ws_col : columns ? atoi(columns) : USUAL;
    return n < 1 ? USUAL : n < NARROWEST ? NARROWEST : n;
}

void screen_open(screen *s, const char *when)
{
    s->width = window_width();
    s->colour = !strcmp(when, "always") || (strcmp(when, "never") && can_colour());
}

static void put_style(const screen *s, int style)
{
    static const char *const usual[] = {"", "1", "2", "1;91"};
    static const char *const seats[] = {"1;91", "1;94", "1;93", "1;92", "1;95", "1;96"};
    int plain = style & ~FRESH;
    if (!s->colour) return;
    printf("\033[0%s%s%sm", plain ? ";" : "",
           plain < SEAT_STYLE ? usual[plain] : seats[(plain - SEAT_STYLE) % 6],
           style & FRESH ? ";7" : "");
}

/* Bytes 0x80 .. 0xbf go on with a character. */
static int begins(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

static size_t width_of(const char *text, size_t n)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++) width += (size_t)begins(text[i]);
    return width;
}

/* How much of a text of n bytes goes on a line of so many columns: to the last blank, or,
 * where a word is longer than that, as much as fits. */
static size_t fitting(const char *text, size_t n, size_t columns)
{
    size_t fit = 0, width = 0, blank = 0;
    if (width_of(text, n) <= columns) return n;
    for (; fit < n && width + (size_t)begins(text[fit]) <= columns; fit++) {
        width += (size_t)begins(text[fit]);
        if (text[fit] == ' ' && fit) blank = fit;
    }
    if (text[fit] == ' ') return fit;
    return blank && strspn(text, " ") < blank ? blank : fit;
}

static void put_run(const screen *s, const char *text, size_t n, const unsigned char *style)
{
    int on = PLAIN;
    for (size_t i = 0; i < n; i++) {
        int wanted = style ? style[i] : PLAIN;
        if (text[i] == ' ' && !((wanted | on) & FRESH)) wanted = on; /* it looks the same */
        if (wanted != on) put_style(s, wanted);
        on = wanted;
        putchar(text[i]);
    }
    if (on != PLAIN) put_style(s, PLAIN);
    putchar('\n');
}

void screen_painted(const screen *s, const char *text, size_t n, const unsigned char *style)
{
    size_t columns = (size_t)s->width;
    size_t from = 0, fit = fitting(text, n, columns);
    put_run(s, text, fit, style);
    while (from += fit, from += strspn(text + from, " "), from < n) {
        fit = fitting(text + from, n - from, columns - INDENT);
        printf("%*s", INDENT, "");
        put_run(s, text + from, fit, style ? style + from : NULL);
    }
}

void screen_line(const screen *s, const char *text)
{
    screen_painted(s, text, strlen(text), NULL);
}

/* Whether the paragraph goes on after a line that ends here: it was broken for want of room. */
static int goes_on(const char *line, size_t n)
{
    enum { FULL = 64 };
    return n >= FULL && line[n] == '\n' && line[n + 1] && line[n + 1] != '\n' && line[n + 1] != ' ';
}

static void put_paragraph(const screen *s, const char *text, size_t n)
{
    do {
        size_t fit = fitting(text, n, (size_t)s->width);
        printf("%.*s\n", (int)fit, text);
        while (fit < n && text[fit] == ' ') fit++;
        text += fit;
        n -= fit;
    } while (n);
}

void screen_prose(const screen *s, const char *text)
{
    char *all = strdup(text), *from = all;
    for (size_t k, at = 0; all && from[0]; at = 0) {
        for (; k = strcspn(from + at, "\n"), goes_on(from + at, k); at += k + 1) from[at + k] = ' ';
        put_paragraph(s, from, at + k);
        from += at + k;
        if (*from) from++;
    }
    free(all);
}

void screen_columns(const screen *s, char *const *text, int n)
{
    size_t wide = 1;
    for (int i = 0; i < n; i++)
        if (strlen(text[i]) > wide) wide = strlen(text[i]);
    int across = (int)(((size_t)s->width + GAP) / (wide + GAP));
    if (across < 1) across = 1;
    for (int i = 0; i < n; i++) {
        int last = i + 1 == n || (i + 1) % across == 0;
        if (last) printf("%s\n", text[i]);
        else printf("%-*s", (int)wide + GAP, text[i]);
    }
}
