/* guard.c -- who may come in: by which name, from which page, from where and how many.
 *
 * A page of another site can make a browser send requests here, and a name that an attacker owns
 * can be made to stand for this machine.  So a request must call this host by a name of ours or by
 * an address, and one that a page sends must be of a page of ours.
 *
 * Fact to check: "localhost:1" and "127.0.0.1" are ours, "localhost.example.org" is not.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server.h"

enum { HOST_MAX = 200 };

static int is_address(const char *host)
{
    unsigned char bytes[16];
    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

/* "[::1]:80" and "name:80" without brackets and port; 0, or -1. */
static int strip_port(char *host)
{
    char *end;
    if (*host == '[') {
        memmove(host, host + 1, strlen(host));
        end = strchr(host, ']');
        if (!end || (end[1] && end[1] != ':')) return -1;
    } else end = strchr(host, ':');
    if (end) *end = 0;
    return *host ? 0 : -1;
}

int pl_guard_host(const pl_server *s, struct lws *wsi)
{
    char host[HOST_MAX];
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0 || strip_port(host)) return 0;
    if (is_address(host) || !strcasecmp(host, "localhost")) return 1;
    return (s->rules.name && !strcasecmp(host, s->rules.name)) || !strcasecmp(host, s->rules.bind);
}

int pl_guard_origin(struct lws *wsi)
{
    char origin[HOST_MAX + 8], host[HOST_MAX];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return 1; /* no page sends it */
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0) return 0;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) return 0;
    const char *from = strstr(origin, "://");
    if (!from || (strncmp(origin, "http:", 5) && strncmp(origin, "https:", 6))) return 0;
    return !strcasecmp(from + 3, host);
}

static int is_here(const char *address)
{
    if (!strncmp(address, "::ffff:", 7)) address += 7;
    return !strncmp(address, "127.", 4) || !strcmp(address, "::1");
}

pl_peer *pl_peer_of(pl_server *s, const char *address)
{
    for (pl_peer *p = s->peers; p; p = p->next)
        if (!strcmp(p->address, address)) return p;
    pl_peer *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    snprintf(p->address, sizeof p->address, "%s", address);
    p->here = is_here(address);
    p->next = s->peers;
    s->peers = p;
    return p;
}

pl_peer *pl_peer_at(pl_server *s, struct lws *wsi)
{
    char address[48] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    return pl_peer_of(s, address);
}

int pl_peer_is_full(const pl_server *s, const pl_peer *p, int has)
{
    enum { USUAL = 64 };
    if (s->rules.each) return has >= s->rules.each;
    return !p->here && has >= USUAL;
}

void pl_peer_forget(pl_server *s)
{
    for (pl_peer **at = &s->peers, *p; (p = *at);) {
        if (p->connections || p->questions || p->solving || p->tables) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        free(p);
    }
}
