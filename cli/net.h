/* net.h -- what parlor host, join and watch share. */
#ifndef NET_H
#define NET_H

#include "cli.h"
#include "parlor/guest.h"

extern const char host_about[], join_about[], serve_about[], watch_about[];
extern const option host_options[], join_options[], serve_options[], watch_options[];

/* The lines of the protocol, told to people: a game begins, what was noticed, the end; as
 * they are where JSON is asked for. */
typedef struct {
    int json;
    int brief;                            /* 1: without positions */
    char name[PL_SEATS_MAX][PL_NAME_MAX]; /* as others call them */
    char last[2 * PL_NAME_MAX + 64];      /* news that may be told again */
    int times;                            /* how often that came */
} narrator;

void narrate(narrator *n, const char *line, const pl_message *m);
/* "Ada (seat 0)", "chance". */
const char *narrator_who(const narrator *n, int seat, char *buf, size_t size);
/* The score of everybody, and how it ended. */
void narrate_end(const narrator *n, const double *score, int players, const char *how,
                 const char *why);

/* A hello with a token of our own, for which the invitation was taken: how to come back. */
void narrate_token(const pl_message *m);

/* A person at this terminal plays the seat that the token is for; a status.  hosted: by
 * this very program. */
int person_play(const call *c, const char *address, const char *token, int hosted);

#endif
