/* whole.h -- files that a command writes: there whole or not at all. */
#ifndef WHOLE_H
#define WHOLE_H

#include <stdio.h>

#include "parlor/beside.h"

typedef struct {
    FILE *out;
    const char *path;
    pl_beside beside; /* its file is NULL where it is written in place */
} whole;

/* To be written to path; NULL or "-": standard output; a device or a pipe: in place.  A
 * status, having said why; one at a time, as what Ctrl-C leaves behind is removed. */
int whole_begin(whole *w, const char *path);
/* It is complete, or, if status is not DONE, to be forgotten; a status. */
int whole_end(whole *w, int status);

/* Found out about before anybody computes for long: an option and the path it was given,
 * or NULL. */
typedef struct {
    const char *option, *path;
    enum {
        REPLACED,
        TEXT, /* it may go to standard output, a device or a pipe */
        READ  /* it is not written at all */
    } how;
} output;

/* All of them can be written, and no two are one; a status, having said why. */
int outputs_check(const output *list, int n);

#endif
