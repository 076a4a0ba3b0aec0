/* settings.h -- small files of settings: the part of TOML that is key = value, and plain lists. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "cli.h"

/* One of them; where names the file and the line. */
typedef struct {
    const char *where, *key;
    const char *section; /* it stands in, or NULL */
    const char *text;    /* NULL: it is a number */
    int64_t number;
} setting;
typedef int take_setting(void *with, const setting *s); /* a status */

int ends_in(const char *text, const char *end);
/* Lines of key = "text" or key = number, of which those behind [section], if that is not NULL, are
 * texts in it; and lines that are texts.  '#' begins a comment.  A status. */
int settings_toml(FILE *in, const char *path, const char *section, take_setting *take, void *with);
int settings_list(FILE *in, const char *path, take_setting *take, void *with);
/* An object of texts and whole numbers. */
int settings_json(FILE *in, const char *path, take_setting *take, void *with);

#endif
