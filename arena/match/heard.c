/* heard.c -- games of which another process has told how they came out, by their numbers: those
 * that one finished which is no more, and those that the file of the process that leads has. */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

/* The first that is not before the number. */
static int place_of(const pl_match *m, int64_t number)
{
    int from = 0, to = atomic_load(&m->heards);
    while (from < to) {
        int at = from + (to - from) / 2;
        if (m->heard[at].number < number) from = at + 1;
        else to = at;
    }
    return from;
}

static int grow(pl_match *m)
{
    if (atomic_load(&m->heards) < m->heard_room) return 0;
    int32_t room = m->heard_room ? 2 * m->heard_room : 64;
    pl_heard *more = realloc(m->heard, (size_t)room * sizeof *more);
    if (!more) return -1;
    m->heard = more;
    m->heard_room = room;
    return 0;
}

int pl_heard_add(pl_match *m, const pl_heard *h)
{
    pthread_mutex_lock(&m->lock);
    int bad = grow(m), n = atomic_load(&m->heards), at = place_of(m, h->number);
    int again = at < n && m->heard[at].number == h->number;
    if (!bad && !again) {
        memmove(m->heard + at + 1, m->heard + at, (size_t)(n - at) * sizeof *m->heard);
        m->heard[at] = *h;
        atomic_store(&m->heards, n + 1);
    }
    pthread_mutex_unlock(&m->lock);
    return bad;
}

int pl_heard_find(pl_match *m, int64_t number, pl_heard *out)
{
    pthread_mutex_lock(&m->lock);
    int at = place_of(m, number);
    int found = at < atomic_load(&m->heards) && m->heard[at].number == number;
    if (found) *out = m->heard[at];
    pthread_mutex_unlock(&m->lock);
    return found;
}
