/* shape.c -- the laws of keys, values, masks and tensors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

enum { FILL_A = 0xa5, FILL_B = 0x3c };
static const double rounding = 1e-6; /* of a value, in parts of what scores range over */

int pl_check_tensor(pl_check *c, const void *view, int seat, uint8_t *out)
{
    size_t n = (size_t)pl_tensor_size(c->game);
    uint8_t *a = malloc(2 * (n + 2 * PL_GUARD)), *b = a + n + 2 * PL_GUARD;
    int clean = 1;
    if (!a) return !(c->no_memory = 1);
    memset(a, FILL_A, n + 2 * PL_GUARD);
    memset(b, FILL_B, n + 2 * PL_GUARD);
    pl_tensor(c->game, view, seat, a + PL_GUARD);
    pl_tensor(c->game, view, seat, b + PL_GUARD);
    for (size_t i = 0; i < PL_GUARD; i++)
        clean &= a[i] == FILL_A && a[n + PL_GUARD + i] == FILL_A && b[i] == FILL_B &&
                 b[n + PL_GUARD + i] == FILL_B;
    int same = !memcmp(a + PL_GUARD, b + PL_GUARD, n);
    memcpy(out, a + PL_GUARD, n);
    free(a);
    return pl_holds(c, LAW_TENSOR_WRITTEN, clean, "tensor wrote outside its %zu bytes", n) &&
           pl_holds(c, LAW_TENSOR_WRITTEN, same, "tensor left some of its %zu bytes as they were",
                    n);
}

/* Axes that are named, and lengths that are given. */
static int axes_of(const pl_part *p)
{
    int n = p->axes && p->axes[0];
    for (const char *a = p->axes; a && *a; a++) n += *a == ',';
    return n;
}

static int lengths_of(const pl_part *p)
{
    int n = 0;
    while (n < 3 && p->dim[n]) n++;
    return n;
}

static int all_zero(const uint8_t *b, size_t n)
{
    return b[0] == 0 && !memcmp(b, b + 1, n - 1);
}

/* Every axis has a name and so has every index; the floats follow the bytes;
 * and who has no seat observes nothing. */
static int shape_known(pl_check *c, uint8_t *bytes, const void *view, int seat)
{
    const pl_game *g = c->game;
    int n = pl_tensor_size(g), i = pl_below(&c->rng, n), byte = bytes[i];
    char where[256];
    float *floats = malloc((size_t)n * sizeof *floats);
    if (!floats) return !(c->no_memory = 1);
    pl_tensor_floats(g, view, seat, floats);
    float f = floats[i];
    free(floats);
    for (const pl_part *p = g->parts; g->tensor && p < g->parts + PL_PARTS_MAX && p->name; p++)
        if (!pl_holds(c, LAW_TENSOR_SHAPE, axes_of(p) == lengths_of(p),
                      "part %s names %d axes and has %d", p->name, axes_of(p), lengths_of(p)))
            return 0;
    pl_tensor(g, view, PL_PUBLIC, bytes);
    return pl_holds(c, LAW_TENSOR_SHAPE, pl_tensor_where(g, i, where, sizeof where) > 0,
                    "index %d has no name", i) &&
           pl_holds(c, LAW_TENSOR_SHAPE, isfinite(f) && (f != 0) == (byte != 0),
                    "byte %d at index %d becomes %g", byte, i, (double)f) &&
           pl_holds(c, LAW_TENSOR_SHAPE, all_zero(bytes, (size_t)n),
                    "a spectator observes something");
}

/* The same view, met again after other states were looked at. */
static int tensor_again(pl_check *c, const void *view, int seat, const uint8_t *bytes)
{
    size_t n = (size_t)pl_tensor_size(c->game);
    uint8_t *again = malloc(n);
    pl_state start, other;
    if (!again) return !(c->no_memory = 1);
    pl_start(c->game, &start);
    pl_view(c->game, &start, seat, &other);
    pl_tensor(c->game, view, seat, again);
    int same = !memcmp(bytes, again, n);
    free(again);
    return pl_holds(c, LAW_TENSOR_EQUAL, same, "two tensors of one view of %s differ",
                    pl_seat_name(seat));
}

static int tensors_hold(pl_check *c, const pl_place *p)
{
    uint8_t *bytes = malloc((size_t)pl_tensor_size(c->game));
    pl_state view;
    int seat = p->turn >= 0 ? p->turn : pl_below(&c->rng, c->game->players);
    if (!bytes) return !(c->no_memory = 1);
    int ok = pl_check_view(c, p->state, seat, &view) && pl_check_tensor(c, &view, seat, bytes) &&
             tensor_again(c, &view, seat, bytes) && shape_known(c, bytes, &view, seat);
    free(bytes);
    return ok;
}

/* A mask in all its forms, and watched room behind each. */
typedef struct {
    uint64_t *words;
    float *floats;
    uint8_t *bytes;
} masks;

static size_t words_watched(const pl_game *g)
{
    return (size_t)pl_mask_words(g) + PL_GUARD;
}

static size_t actions_watched(const pl_game *g)
{
    return ((size_t)g->actions + PL_GUARD + 7) / 8 * 8; /* whole words of bytes */
}

static size_t masks_size(const pl_game *g)
{
    return words_watched(g) * sizeof(uint64_t) + actions_watched(g) * (sizeof(float) + 1);
}

static masks cut(const pl_game *g, void *room)
{
    masks m = {.words = room};
    m.floats = (float *)(m.words + words_watched(g));
    m.bytes = (uint8_t *)(m.floats + actions_watched(g));
    return m;
}

/* What the masks must be: the moves of a seat, and none if none is to move. */
static void spell_out(const pl_game *g, const pl_place *p, const masks *m)
{
    memset(m->words, 0, (size_t)pl_mask_words(g) * sizeof *m->words);
    memset(m->bytes, 0, (size_t)g->actions);
    for (int i = 0; i < g->actions; i++) m->floats[i] = 0;
    for (int i = 0; p->turn >= 0 && i < p->n; i++) {
        m->words[p->move[i] / 64] |= (uint64_t)1 << p->move[i] % 64;
        m->floats[p->move[i]] = m->bytes[p->move[i]] = 1;
    }
}

static int masks_hold(pl_check *c, const pl_place *p)
{
    const pl_game *g = c->game;
    size_t size = masks_size(g);
    unsigned char *room = malloc(2 * size);
    pl_box box;
    if (!room) return !(c->no_memory = 1);
    memset(room, FILL_A, 2 * size);
    masks due = cut(g, room), made = cut(g, room + size);
    const void *s = pl_box_put(&box, p->state, c->size, FILL_B);
    spell_out(g, p, &due);
    pl_mask(g, s, made.words);
    pl_mask_bytes(g, s, made.bytes);
    pl_mask_floats(g, s, made.floats);
    int same = !memcmp(room, room + size, size);
    free(room);
    return pl_holds(c, LAW_MASK, same, "a mask differs from the %d moves of turn %d", p->n,
                    p->turn);
}

/* A value is within bounds and, at the end, the score. */
static int value_holds(pl_check *c, const pl_place *p, int seat, double v)
{
    const pl_game *g = c->game;
    double score[PL_SEATS_MAX] = {0};
    if (!pl_holds(c, LAW_VALUE, v >= g->lo && v <= g->hi,
                  "seat %d is valued at %g; %g..%g are declared", seat, v, g->lo, g->hi))
        return 0;
    if (p->turn != PL_OVER) return 1;
    g->score(p->state, score);
    return pl_holds(c, LAW_VALUE_END, fabs(v - score[seat]) <= rounding * (g->hi - g->lo),
                    "seat %d is valued at %g, and scores %g", seat, v, score[seat]);
}

static int values_hold(pl_check *c, const pl_place *p)
{
    const pl_game *g = c->game;
    double v[PL_SEATS_MAX];
    if (!g->value) return 1;
    for (int seat = 0; seat < g->players; seat++) {
        v[seat] = g->value(p->state, seat);
        if (!value_holds(c, p, seat, v[seat])) return 0;
    }
    if (g->players != 2 || !(g->traits & PL_ZERO_SUM)) return 1;
    return pl_holds(c, LAW_VALUE_SUM, fabs(v[0] + v[1]) <= rounding * (g->hi - g->lo),
                    "the seats are valued at %g and %g", v[0], v[1]);
}

static int keys_hold(pl_check *c, const pl_place *p)
{
    pl_box box;
    uint64_t key = pl_key(c->game, p->state);
    return pl_holds(c, LAW_KEY, key == pl_key(c->game, pl_box_put(&box, p->state, c->size, FILL_B)),
                    "equal states have different keys");
}

int pl_check_shape(pl_check *c, const pl_place *p)
{
    return keys_hold(c, p) && values_hold(c, p) && masks_hold(c, p) && tensors_hold(c, p);
}
