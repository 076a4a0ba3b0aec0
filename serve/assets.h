/* assets.h -- files that are part of the program: the page, its interface, the games' rules. */
#ifndef PL_SERVE_ASSETS_H
#define PL_SERVE_ASSETS_H

#include <stddef.h>

typedef struct {
    const char *path; /* "/main.js", or "/game/" and all below it; NULL ends the list */
    const char *type;
    const char *tag;                 /* changes with its bytes */
    const unsigned char *raw, *gzip; /* the same, plain and compressed */
    size_t raw_size, gzip_size;
} pl_asset;

extern const pl_asset pl_page_assets[];  /* the page, "/" first of all */
extern const pl_asset pl_rules_assets[]; /* "/kuhn.md" and so on, and "/openapi.json" */

/* The one of that path, or NULL. */
const pl_asset *pl_asset_find(const pl_asset *list, const char *path);

#endif
