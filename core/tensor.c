/* tensor.c -- observations and masks as plain numbers. */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

/* A game without parts shows the bits of its view, lowest bit first. */
static int part_size(const pl_part *p)
{
    int size = 1;
    for (int i = 0; i < 3 && p->dim[i]; i++) size *= p->dim[i];
    return size;
}

int pl_tensor_size(const pl_game *g)
{
    int size = 0;
    if (!g->tensor) return g->state_size * 8;
    for (int i = 0; i < PL_PARTS_MAX && g->parts[i].name; i++) size += part_size(&g->parts[i]);
    return size;
}

void pl_tensor(const pl_game *g, const void *view, int seat, uint8_t *out)
{
    const unsigned char *b = view;
    if (seat < 0 || seat >= g->players) {
        memset(out, 0, (size_t)pl_tensor_size(g));
        return;
    }
    if (g->tensor) {
        g->tensor(view, seat, out);
        return;
    }
    for (int i = 0; i < g->state_size * 8; i++) out[i] = b[i / 8] >> i % 8 & 1;
}

/* Bytes are written at the far end of the floats, then spread from the front:
 * float i covers bytes 4i .. 4i+3, and byte i, at 3n+i, is read before that. */
void pl_tensor_floats(const pl_game *g, const void *view, int seat, float *out)
{
    int n = pl_tensor_size(g), at = 0;
    uint8_t *bytes = (uint8_t *)out + 3 * (size_t)n;
    pl_tensor(g, view, seat, bytes);
    if (!g->tensor)
        for (; at < n; at++) out[at] = bytes[at];
    for (const pl_part *p = g->parts; at < n; p++)
        for (int end = at + part_size(p); at < end; at++)
            out[at] = (float)bytes[at] / (float)(p->unit ? p->unit : 1);
}

/* Print one axis's name, the text up to the comma. */
static int axis(const char **axes, char *buf, size_t n, int first, int value)
{
    int length = (int)strcspn(*axes, ",");
    int used = snprintf(buf, n, "%s%.*s=%d", first ? "" : ",", length, *axes, value);
    *axes += length;
    if (**axes) ++*axes;
    return used;
}

int pl_tensor_where(const pl_game *g, int index, char *buf, size_t n)
{
    const pl_part *p = g->parts;
    if (index < 0 || index >= pl_tensor_size(g)) return -1;
    if (!g->tensor) return snprintf(buf, n, "view[byte=%d,bit=%d]", index / 8, index % 8);
    for (; index >= part_size(p); p++) index -= part_size(p);
    size_t used = (size_t)snprintf(buf, n, "%s[", p->name);
    const char *axes = p->axes ? p->axes : "";
    int left = part_size(p);
    for (int i = 0; i < 3 && p->dim[i]; i++) {
        left /= p->dim[i];
        size_t room = used < n ? n - used : 0;
        used += (size_t)axis(&axes, room ? buf + used : NULL, room, i == 0, index / left);
        index %= left;
    }
    size_t room = used < n ? n - used : 0;
    return (int)used + snprintf(room ? buf + used : NULL, room, "]");
}

int pl_mask_words(const pl_game *g)
{
    return (g->actions + 63) / 64;
}

void pl_mask_bytes(const pl_game *g, const void *s, uint8_t *out)
{
    pl_move list[PL_MOVES_MAX];
    int n = g->turn(s) < 0 ? 0 : g->moves(s, list);
    memset(out, 0, (size_t)g->actions);
    for (int i = 0; i < n; i++) out[list[i]] = 1;
}

void pl_mask_floats(const pl_game *g, const void *s, float *out)
{
    pl_move list[PL_MOVES_MAX];
    int n = g->turn(s) < 0 ? 0 : g->moves(s, list);
    for (int i = 0; i < g->actions; i++) out[i] = 0;
    for (int i = 0; i < n; i++) out[list[i]] = 1;
}
