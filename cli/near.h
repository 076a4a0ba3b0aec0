/* near.h -- the word that was meant, among those that there are. */
#ifndef NEAR_H
#define NEAR_H

enum { NEAR_MAX = 64 };

typedef struct {
    const char *word;     /* what was typed */
    char found[NEAR_MAX]; /* the nearest so far, or "" */
    int least;            /* how far that is from it */
} near;

/* Keep name if it is near, and nearer than what was found before. */
void near_try(near *n, const char *name);

#endif
