/* settings.h -- the declared parameters of a game or an agent, and their values. */
#ifndef PL_CORE_SETTINGS_H
#define PL_CORE_SETTINGS_H

#include "parlor/game.h"

typedef struct {
    const char *name;       /* whose they are, for sentences */
    const pl_param *params; /* what is declared, or NULL */
    double *arg;            /* the values */
    char *text;             /* PL_SPEC_MAX bytes for PL_TEXT values; NULL: there are none */
} pl_settings;

/* Skip the blanks that the n bytes of a text begin with; how many bytes it then has
 * without those that it ends in. */
size_t pl_settings_trim(const char **text, size_t n);
/* How far it is to the comma that ends the first of a list: one outside of brackets and quotes. */
size_t pl_setting_length(const char *list);
/* Defaults, then "key=value,..." over them, with blanks where people put them; 0, or -1 with the reason. */
int pl_settings_read(const pl_settings *s, const char *args, pl_error *err);
/* The canonical spelling, name(key=value,...); returns like snprintf. */
int pl_settings_spec(const pl_settings *s, char *buf, size_t n);

#endif
