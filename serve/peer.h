/* peer.h -- an address that connects: what it has here, and what it may yet ask for.
 *
 * All addresses of IPv6 whose first 64 bits are the same are one: that many come with one line
 * to the net.
 */
#ifndef PL_SERVE_PEER_H
#define PL_SERVE_PEER_H

#include <stdint.h>

/* What is taken of, and grows again with time up to a bound. */
typedef struct {
    double has;
    int64_t counted; /* when, in milliseconds */
} pl_allowance;

/* Take so much of what grows by rate a second, up to most, at the time now: 0; or nothing is taken,
 * and so many seconds are to be waited. */
double pl_allowance_take(pl_allowance *a, double much, double rate, double most, int64_t now);

typedef struct pl_peer {
    struct pl_peer *next; /* in its bucket */
    char address[48];
    int here; /* 1: it is of this machine */
    int connections, sockets, tables, questions, solving;
    pl_allowance asks, makes; /* requests, and tables that are made */
} pl_peer;

enum { PL_PEERS_MAX = 32768, PL_PEER_BUCKETS = 4096 };

/* Who is known.  Beyond the bound strangers share what one has. */
typedef struct {
    pl_peer *bucket[PL_PEER_BUCKETS];
    pl_peer rest;
    int known;
} pl_peers;

pl_peer *pl_peer_of(pl_peers *all, const char *address); /* never NULL */
/* Forget those who have nothing here, and whom nothing is kept against. */
void pl_peers_forget(pl_peers *all, int64_t now);
void pl_peers_free(pl_peers *all);

#endif
