/* names.h -- what things are called in an .efg file, as Parlor can call them. */
#ifndef PL_EFG_NAMES_H
#define PL_EFG_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "parlor/game.h"

enum { PL_EFG_NAME = 56 }; /* bytes of a name, its end included; a move's number fits behind it */

/* The n bytes between quotes as one line of UTF-8; blanks as '_' if it is to be one word. */
void pl_efg_clean(const char *text, size_t n, int one_word, char out[PL_EFG_NAME]);
/* A game's name from that of its file: "dir/My Kuhn.efg" is my_kuhn_efg. */
void pl_efg_game_name(const char *path, char out[PL_NAME_MAX]);

/* From numbers to numbers; a new one stands for 0. */
typedef struct {
    uint64_t *key;
    int32_t *value;
    uint64_t mask;
} pl_efg_map;
int pl_efg_map_new(pl_efg_map *m, size_t entries);
void pl_efg_map_free(pl_efg_map *m);
int32_t *pl_efg_map_at(pl_efg_map *m, uint64_t key);

#endif
