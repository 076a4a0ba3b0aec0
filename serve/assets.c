/* assets.c -- files of the program, by their paths. */
#include "assets.h"

#include <string.h>

const pl_asset *pl_asset_find(const pl_asset *list, const char *path)
{
    for (; list->path; list++)
        if (!strcmp(list->path, path)) return list;
    return NULL;
}
