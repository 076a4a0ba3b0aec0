/* whole.h -- a file that is there whole or not at all: it is written beside its place, and
 * put there when it is complete. */
#ifndef WHOLE_H
#define WHOLE_H

#include <stdio.h>

typedef struct {
    FILE *out;
    const char *path;
    char *beside; /* what it is called until then; NULL: it is written in place */
} whole;

/* To be written to path; NULL or "-": standard output.  A status, having said why; one at a
 * time, as what Ctrl-C leaves behind is removed. */
int whole_begin(whole *w, const char *path);
/* It is complete, or, if status is not DONE, to be forgotten; a status. */
int whole_end(whole *w, int status);

#endif
