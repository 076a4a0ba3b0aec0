/* names.c -- what things are called in an .efg file, as Parlor can call them. */
#include "solve/efg/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"

/* One character of the text into out, cleaned: how many bytes, which is never more than
 * it took. */
static size_t clean_one(const char *text, size_t length, int one_word, char *out)
{
    unsigned char c = (unsigned char)text[0];
    memcpy(out, text, length ? length : 1);
    if (length == 0 || c < ' ' || c == 0x7f) out[0] = c == '\n' || c == '\t' ? ' ' : '?';
    if (one_word && out[0] == ' ') out[0] = '_';
    return length ? length : 1;
}

void pl_efg_clean(const char *text, size_t n, int one_word, char out[PL_EFG_NAME])
{
    size_t used = 0;
    for (size_t i = 0; i < n;) {
        if (text[i] == '\\' && i + 1 < n && (text[i + 1] == '"' || text[i + 1] == '\\')) i++;
        size_t length = pl_utf8_length(text + i, n - i);
        if (used + (length ? length : 1) >= PL_EFG_NAME) break;
        i += clean_one(text + i, length, one_word, out + used);
        used += length ? length : 1;
    }
    out[used] = 0;
    if (one_word && out[0] == '#') out[0] = '_'; /* what would read as a number */
}

void pl_efg_game_name(const char *path, char out[PL_NAME_MAX])
{
    const char *slash = strrchr(path, '/'), *at = slash ? slash + 1 : path;
    size_t n = 0;
    for (; *at && n < 40; at++) {
        int c = (unsigned char)*at;
        out[n++] = c < 0x80 && isalnum(c) ? (char)tolower(c) : '_';
    }
    if (n == 0) out[n++] = '_';
    out[n] = 0;
}

int pl_efg_map_new(pl_efg_map *m, size_t entries)
{
    size_t room = 16;
    while (room < 2 * entries) room *= 2;
    m->key = calloc(room, sizeof *m->key);
    m->value = calloc(room, sizeof *m->value);
    m->mask = room - 1;
    return m->key && m->value ? 0 : -1;
}

void pl_efg_map_free(pl_efg_map *m)
{
    free(m->key);
    free(m->value);
}

int32_t *pl_efg_map_at(pl_efg_map *m, uint64_t key)
{
    uint64_t at = key * 0x9e3779b97f4a7c15u;
    for (at ^= at >> 32;; at++) {
        int32_t *value = &m->value[at & m->mask];
        if (*value == 0) m->key[at & m->mask] = key;
        if (m->key[at & m->mask] == key) return value;
    }
}
