/* bytes.c -- the plies of a record as bytes.
 *
 * A ply is its mover, one byte (255: chance), and its move, as many bytes as the largest
 * move of the game needs, the high one first.  Times are kept beside them in the same
 * way, or not at all where nobody took any.  So the width follows from the length, and
 * SQL can read them.
 *
 * Fact to check: a game of nine moves below 256 without times is 18 bytes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

enum { CHANCE_BYTE = 255 };

static int width_of(uint64_t most)
{
    int n = 1;
    while (n < 8 && most >> (8 * n)) n++;
    return n;
}

static void put(unsigned char *to, int width, uint64_t x)
{
    for (int i = width; i-- > 0; x >>= 8) to[i] = (unsigned char)x;
}

static uint64_t take(const unsigned char *from, int width)
{
    uint64_t x = 0;
    for (int i = 0; i < width; i++) x = x << 8 | from[i];
    return x;
}

typedef struct {
    uint64_t move, used;
    int plies, extras;
} span;

static int says_more(const pl_event *e)
{
    return e->kind != PL_PLY || isfinite(e->value) || *e->text;
}

static span measure(const pl_record *rec)
{
    span most = {0};
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        most.extras += says_more(e);
        if (e->kind != PL_PLY) continue;
        most.plies++;
        if ((uint64_t)e->move > most.move) most.move = (uint64_t)e->move;
        if ((uint64_t)e->used > most.used) most.used = (uint64_t)e->used;
    }
    return most;
}

/* The words of what is kept are its own. */
static int keep_extra(pl_kept *k, int at, const pl_event *e)
{
    pl_extra *x = &k->extra[k->extras];
    *x = (pl_extra){at, *e};
    x->event.text = "";
    if (*e->text) {
        char *copy = malloc(strlen(e->text) + 1);
        if (!copy) return -1;
        x->event.text = strcpy(copy, e->text);
    }
    k->extras++;
    return 0;
}

static int fill(pl_kept *k, const pl_record *rec, int move_width, int time_width)
{
    int plies = 0;
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        if (says_more(e) && keep_extra(k, plies, e)) return -1;
        if (e->kind != PL_PLY) continue;
        unsigned char *to = k->moves + plies * (1 + move_width);
        *to = e->seat < 0 ? CHANCE_BYTE : (unsigned char)e->seat;
        put(to + 1, move_width, (uint64_t)e->move);
        put(k->times + plies * time_width, time_width, (uint64_t)e->used);
        plies++;
    }
    return 0;
}

int pl_kept_make(pl_kept *k, const pl_record *rec, pl_error *err)
{
    span most = measure(rec);
    int move_width = width_of(most.move), time_width = most.used ? width_of(most.used) : 0;
    *k = (pl_kept){.id = rec->id,
                   .seed = rec->seed,
                   .seeded = rec->seeded,
                   .plies = most.plies,
                   .began = rec->began,
                   .ended = rec->ended,
                   .result = rec->result,
                   .moves_size = most.plies * (1 + move_width),
                   .times_size = most.plies * time_width};
    k->moves = malloc((size_t)(k->moves_size + k->times_size + 1));
    k->extra = most.extras ? calloc((size_t)most.extras, sizeof *k->extra) : NULL;
    k->times = k->moves ? k->moves + k->moves_size : NULL;
    if (k->moves && (k->extra || !most.extras) && fill(k, rec, move_width, time_width) == 0)
        return 0;
    pl_kept_free(k);
    return pl_fail(err, "out of memory");
}

void pl_kept_free(pl_kept *k)
{
    for (int i = 0; i < k->extras; i++)
        if (*k->extra[i].event.text) free((char *)k->extra[i].event.text);
    free(k->extra);
    free(k->moves);
    *k = (pl_kept){0};
}

int pl_kept_sound(const pl_kept *k)
{
    int n = k->plies;
    if (n == 0) return k->moves_size == 0 && k->times_size == 0;
    if (n < 0 || k->moves_size % n || k->times_size % n) return 0;
    return k->moves_size / n >= 2 && k->moves_size / n <= 5 && k->times_size / n <= 8;
}

pl_event pl_kept_ply(const pl_kept *k, int i)
{
    int unit = k->moves_size / k->plies, width = k->times_size / k->plies;
    const unsigned char *at = k->moves + i * unit;
    uint64_t used = width ? take(k->times + i * width, width) : 0;
    return (pl_event){.kind = PL_PLY,
                      .seat = *at == CHANCE_BYTE ? PL_CHANCE : *at,
                      .move = (pl_move)(take(at + 1, unit - 1) & INT32_MAX),
                      .used = (int64_t)(used & INT64_MAX),
                      .value = NAN,
                      .text = ""};
}
