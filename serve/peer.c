/* peer.c -- addresses that connect, each with what it has here.
 *
 * Who has nothing here is forgotten after a minute, when all its allowances have grown again: so an
 * attacker who comes from ever new addresses fills no memory, and loses no bound by going.
 *
 * Fact to check: 2001:db8::1 and 2001:db8::ffff:1 are one, 2001:db8:0:1::1 is another.
 */
#include "peer.h"

#include <arpa/inet.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parlor/game.h"

double pl_allowance_take(pl_allowance *a, double much, double rate, double most, int64_t now)
{
    double grown = a->counted ? a->has + (double)(now - a->counted) * 1e-3 * rate : most;
    a->has = fmin(grown, most);
    a->counted = now;
    if (a->has < much) return (much - a->has) / rate;
    a->has -= much;
    return 0;
}

/* What stands for all addresses of one who connects. */
static void shorten(const char *address, char out[48])
{
    unsigned char bytes[16];
    snprintf(out, 48, "%s", address);
    if (!strncmp(address, "::ffff:", 7) && strchr(address, '.'))
        snprintf(out, 48, "%s", address + 7);
    else if (strcmp(address, "::1") && inet_pton(AF_INET6, address, bytes) == 1) {
        memset(bytes + 8, 0, 8);
        inet_ntop(AF_INET6, bytes, out, 48);
    }
}

static int is_here(const char *address)
{
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1");
}

pl_peer *pl_peer_of(pl_peers *all, const char *address)
{
    char name[48] = "";
    shorten(address, name);
    pl_peer **bucket = &all->bucket[pl_hash(name, strlen(name)) % PL_PEER_BUCKETS];
    for (pl_peer *p = *bucket; p; p = p->next)
        if (!strcmp(p->address, name)) return p;
    pl_peer *p = all->known < PL_PEERS_MAX ? calloc(1, sizeof *p) : NULL;
    if (!p) return &all->rest;
    memcpy(p->address, name, sizeof name);
    p->here = is_here(name);
    p->next = *bucket;
    *bucket = p;
    all->known++;
    return p;
}

/* Allowances are whole again after a minute at most. */
static int is_idle(const pl_peer *p, int64_t now)
{
    enum { MINUTE = 60000 };
    return !p->connections && !p->tables && !p->questions && !p->solving &&
           now - p->asks.counted > MINUTE && now - p->makes.counted > MINUTE;
}

void pl_peers_forget(pl_peers *all, int64_t now)
{
    for (int i = 0; i < PL_PEER_BUCKETS; i++)
        for (pl_peer **at = &all->bucket[i], *p; (p = *at);) {
            if (!is_idle(p, now)) {
                at = &p->next;
                continue;
            }
            *at = p->next;
            free(p);
            all->known--;
        }
}

void pl_peers_free(pl_peers *all)
{
    for (int i = 0; i < PL_PEER_BUCKETS; i++)
        for (pl_peer *p = all->bucket[i], *next; p; p = next) {
            next = p->next;
            free(p);
        }
}
