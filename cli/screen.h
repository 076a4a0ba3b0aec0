/* screen.h -- what is printed for people: how wide, and whether in colour. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stddef.h>

typedef struct {
    int width;  /* columns of a line */
    int colour; /* 0: none */
} screen;

/* How a character looks; that of a seat is SEAT_STYLE plus its number.  FRESH is added where
 * something has just changed. */
enum { PLAIN, BOLD, DIM, RED, SEAT_STYLE, FRESH = 128 };

/* when: "auto" (a terminal that can, unless NO_COLOR is set), "always" or "never". */
void screen_open(screen *s, const char *when);
/* Lines that were broken to fit somewhere else, broken to fit here; ends in a newline. */
void screen_prose(const screen *s, const char *text);
/* One line, with its rest below where it is too long; and one whose characters look each as
 * style says, of n bytes and an end. */
void screen_line(const screen *s, const char *text);
void screen_painted(const screen *s, const char *text, size_t n, const unsigned char *style);
/* Short texts in as many columns as there is room for; ends in a newline. */
void screen_columns(const screen *s, char *const *text, int n);

#endif
