/* assets.c -- files of the program, by their paths. */
#include "assets.h"

#include <string.h>

static int fits(const char *own, const char *path)
{
    size_t n = strlen(own) - 1;
    if (!n || own[n] != '/') return !strcmp(own, path);
    return !strncmp(own, path, n) && (!path[n] || path[n] == '/');
}

const pl_asset *pl_asset_find(const pl_asset *list, const char *path)
{
    for (; list->path; list++)
        if (fits(list->path, path)) return list;
    return NULL;
}
