/* positions.c -- positions that were met, each once, with what they are worth.
 *
 * They stand side by side in the order in which they were met.  A table with
 * open addressing (Knuth, 1973) finds them; its slots carry half of the hash, so
 * that a state is looked at only where it is almost surely the right one, and the
 * table can grow without looking at any.
 */
#include "solve/exact/positions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parlor/game.h"

enum { LEAST = 256 };

static uint64_t *slot_of(const pl_positions *p, const void *s, uint64_t half)
{
    for (uint64_t at = half;; at++) {
        uint64_t *slot = &p->slot[at & p->mask];
        if (!*slot) return slot;
        if (*slot >> 32 != half) continue;
        if (!memcmp(pl_positions_state(p, (int32_t)((uint32_t)*slot - 1)), s, p->size)) return slot;
    }
}

int32_t pl_positions_find(const pl_positions *p, const void *s)
{
    if (!p->n) return -1;
    return (int32_t)((uint32_t)*slot_of(p, s, pl_hash(s, p->size) >> 32) - 1);
}

static int64_t bytes_for(const pl_positions *p, int64_t room, uint64_t slots)
{
    return room * (int64_t)pl_positions_row(p) + (int64_t)(slots * sizeof *p->slot);
}

int64_t pl_positions_bytes(const pl_positions *p)
{
    return bytes_for(p, p->room, p->slot ? p->mask + 1 : 0);
}

/* Three of four slots are taken at most. */
int64_t pl_positions_most(const pl_positions *p)
{
    int64_t each = (int64_t)pl_positions_row(p) + (int64_t)sizeof *p->slot * 4 / 3;
    int64_t most = p->memory ? p->memory / each : INT32_MAX - 1;
    return most < INT32_MAX - 1 ? most : INT32_MAX - 1;
}

static int may_take(const pl_positions *p, int64_t room, uint64_t slots)
{
    return !p->memory || bytes_for(p, room, slots) <= p->memory;
}

/* Half as many again, or as many as the bound allows. */
static int grow_rows(pl_positions *p)
{
    int64_t room = p->room + (int64_t)p->room / 2 + LEAST, slots = (int64_t)p->mask + 1;
    int64_t row = (int64_t)pl_positions_row(p);
    if (!may_take(p, room, (uint64_t)slots))
        room = (p->memory - slots * (int64_t)sizeof *p->slot) / row;
    if (room > INT32_MAX - 1) room = INT32_MAX - 1;
    if (room <= p->n) return -1;
    void *rows = realloc(p->rows, (size_t)(room * row));
    if (!rows) return -1;
    p->rows = rows;
    p->room = (int32_t)room;
    return 0;
}

static int grow_slots(pl_positions *p)
{
    uint64_t slots = p->slot ? 2 * (p->mask + 1) : LEAST;
    uint64_t *old = p->slot, old_slots = old ? p->mask + 1 : 0;
    if (!may_take(p, p->room, slots + old_slots)) return -1;
    uint64_t *slot = calloc(slots, sizeof *slot);
    if (!slot) return -1;
    for (uint64_t i = 0; i < old_slots; i++) {
        uint64_t at = old[i] >> 32;
        if (!old[i]) continue;
        while (slot[at & (slots - 1)]) at++;
        slot[at & (slots - 1)] = old[i];
    }
    free(old);
    p->slot = slot;
    p->mask = slots - 1;
    return 0;
}

int32_t pl_positions_meet(pl_positions *p, const void *s)
{
    uint64_t half = pl_hash(s, p->size) >> 32;
    if (!p->slot && grow_slots(p)) return -1;
    uint64_t *slot = slot_of(p, s, half);
    if (*slot) return (int32_t)((uint32_t)*slot - 1);
    if (p->n == p->room && grow_rows(p)) return -1;
    if ((uint64_t)p->n * 4 >= p->mask * 3) {
        if (grow_slots(p)) return -1;
        slot = slot_of(p, s, half);
    }
    memcpy(pl_positions_state(p, p->n), s, p->size);
    for (size_t i = 0; i < p->width; i++) pl_positions_value(p, p->n)[i] = NAN;
    *slot = half << 32 | (uint32_t)(p->n + 1);
    return p->n++;
}

static double worth(const double *row, size_t width, int seat)
{
    return width == 1 && seat ? -row[0] : row[seat];
}

int pl_positions_merge(double *sum, const double *row, size_t width, int turn, double odds)
{
    int better =
        turn == PL_CHANCE || isnan(sum[0]) || worth(row, width, turn) > worth(sum, width, turn);
    for (size_t i = 0; i < width && better; i++)
        sum[i] = turn != PL_CHANCE ? row[i]
                 : isnan(sum[i])   ? odds * row[i]
                                   : sum[i] + odds * row[i];
    return better;
}

void pl_positions_free(pl_positions *p)
{
    free(p->rows);
    free(p->slot);
}
