/* shape.c -- the laws of keys, values, masks and tensors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

enum { FILL_A = 0xa5, FILL_B = 0x3c };

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

/* Every index has a name, nothing past the end has, and the floats follow. */
static int shape_known(pl_check *c, const uint8_t *bytes, const void *view, int seat)
{
    const pl_game *g = c->game;
    int n = pl_tensor_size(g), i = pl_below(&c->rng, n);
    char where[256];
    float *floats = malloc((size_t)n * sizeof *floats);
    if (!floats) return !(c->no_memory = 1);
    pl_tensor_floats(g, view, seat, floats);
    float f = floats[i];
    free(floats);
    return pl_holds(c, LAW_TENSOR_SHAPE, pl_tensor_where(g, i, where, sizeof where) > 0,
                    "index %d has no name", i) &&
           pl_holds(c, LAW_TENSOR_SHAPE, pl_tensor_where(g, n, where, sizeof where) < 0,
                    "index %d lies past the end and has a name", n) &&
           pl_holds(c, LAW_TENSOR_SHAPE, isfinite(f) && (f != 0) == (bytes[i] != 0),
                    "byte %d at index %d becomes %g", bytes[i], i, (double)f);
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
    return pl_holds(c, LAW_TENSOR_EQUAL, same, "two tensors of one view of seat %d differ", seat);
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

static int masks_hold(pl_check *c, const pl_place *p)
{
    const pl_game *g = c->game;
    size_t words = (size_t)pl_mask_words(g), actions = (size_t)g->actions;
    uint64_t *mask = calloc(words + 1, sizeof *mask);
    uint8_t *bytes = malloc(actions);
    int ok = mask && bytes, count = 0, spread = 0;
    if (!ok) c->no_memory = 1;
    if (ok) {
        pl_mask(g, p->state, mask);
        pl_mask_bytes(g, p->state, bytes);
        for (size_t i = 0; i < words; i++) count += pl_count(mask[i]);
        for (size_t i = 0; i < actions; i++) spread += bytes[i];
        for (int i = 0; i < p->n; i++)
            ok &= bytes[p->move[i]] && (mask[p->move[i] / 64] >> p->move[i] % 64 & 1);
        ok = pl_holds(c, LAW_MASK, ok && count == p->n && spread == p->n,
                      "the mask has %d moves of %d", count, p->n);
    }
    free(mask);
    free(bytes);
    return ok;
}

static int values_hold(pl_check *c, const pl_place *p)
{
    const pl_game *g = c->game;
    for (int seat = 0; g->value && seat < g->players; seat++) {
        double v = g->value(p->state, seat);
        if (!pl_holds(c, LAW_VALUE, v >= g->lo && v <= g->hi,
                      "seat %d is valued at %g; %g..%g are declared", seat, v, g->lo, g->hi))
            return 0;
    }
    return 1;
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
    return keys_hold(c, p) && values_hold(c, p) && (p->turn < 0 || masks_hold(c, p)) &&
           tensors_hold(c, p);
}
