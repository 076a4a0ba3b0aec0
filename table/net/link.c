/* link.c -- one connection's lines, in and out.
 *
 * Fact to check: a line that comes byte by byte is told once, and two that come at once
 * are told one after the other.
 */
#include "table/net/link.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parlor/protocol.h"

void pl_link_begin(pl_link *l, double now)
{
    *l = (pl_link){.longest = PL_LINK_STRANGER, .credit = PL_LINK_BURST, .seen = now};
}

void pl_link_end(pl_link *l)
{
    pl_tape_free(&l->own);
    free(l->half);
    l->half = NULL;
}

/* Keep bytes of a line that goes on. */
static int keep(pl_link *l, const char *bytes, size_t n)
{
    if (l->had + n >= l->longest) return -1;
    if (l->had + n > l->room) {
        size_t room = l->room ? l->room : 256;
        while (room < l->had + n) room *= 2;
        char *more = realloc(l->half, room);
        if (!more) return -1;
        l->half = more;
        l->room = room;
    }
    if (n) memcpy(l->half + l->had, bytes, n);
    l->had += n;
    return 0;
}

int pl_link_feed(pl_link *l, const char *bytes, size_t n, pl_line_fn *tell, void *with)
{
    while (n) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end ? (size_t)(end - bytes) : n;
        if (keep(l, bytes, part)) return -1;
        bytes += part + (end != NULL);
        n -= part + (end != NULL);
        if (!end) break;
        size_t had = l->had;
        if (had && l->half[had - 1] == '\r') had--;
        l->had = 0;
        int stop = had ? tell(with, l->half, had) : 0;
        if (stop) return stop;
    }
    return 0;
}

int pl_link_charge(pl_link *l, double now, size_t n)
{
    l->credit = fmin(l->credit + (now - l->seen) * PL_LINK_RATE, PL_LINK_BURST);
    l->seen = now;
    l->credit -= 1 + (double)n / PL_LINK_STRANGER;
    return l->credit < 0 ? -1 : 0;
}

void pl_link_allow(pl_link *l)
{
    l->credit = fmin(l->credit + 1, PL_LINK_BURST);
}

int pl_link_say(pl_link *l, const char *text)
{
    int64_t end = pl_tape_end(&l->own);
    if (end - l->own_at >= PL_LINK_OWN) return -1;
    if (end == l->own_at && l->own.n >= PL_LINK_OWN) pl_tape_begin(&l->own);
    pl_tape_pass(&l->own, l->own_at);
    return pl_tape_say(&l->own, text, NULL, 1);
}

void pl_link_follow(pl_link *l, const pl_tape *tape)
{
    l->tape = tape;
    l->at = tape->game;
    l->came = pl_tape_end(tape);
}

int pl_link_lost(const pl_link *l)
{
    return l->tape && l->at < l->tape->first;
}

/* What is said to it alone comes first: hello before the game, an answer before what
 * follows from it. */
const pl_said *pl_link_next(pl_link *l)
{
    const pl_said *s = pl_tape_next(&l->own, &l->own_at, 0);
    if (s || !l->tape || pl_link_lost(l)) return s;
    return pl_tape_next(l->tape, &l->at, l->came);
}

int pl_link_waits(const pl_link *l)
{
    int64_t own = l->own_at, at = l->at;
    if (pl_tape_next(&l->own, &own, 0)) return 1;
    return l->tape && !pl_link_lost(l) && pl_tape_next(l->tape, &at, l->came);
}
