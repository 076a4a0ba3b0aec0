/* guard.c -- who may come in: by which name, from which page, from where and how many.
 *
 * A page of another site can make a browser send requests here, and a name that an attacker owns
 * can be made to stand for this machine.  So a request must call this host by a name of ours or by
 * an address, and one that a page sends must be of a page of ours.
 *
 * Fact to check: "localhost:1" and "127.0.0.1" are ours, "localhost.example.org" is not.
 */
#include <arpa/inet.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server.h"

enum { HOST_MAX = 200 };
/* What an address usually has: WebSockets; requests a second, and for how many seconds at once;
 * tables made in a minute. */
enum { SOCKETS = 64, REQUESTS = 20, BURST = 10, MAKING = 30 };

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

/* What is known of a connection, from its start to its end. */
typedef struct {
    pl_peer *peer;
    int requests;
} arrival;

pl_peer *pl_guard_peer(struct lws *wsi)
{
    return ((arrival *)lws_get_opaque_user_data(wsi))->peer;
}

int pl_guard_count(struct lws *wsi)
{
    return ++((arrival *)lws_get_opaque_user_data(wsi))->requests;
}

int pl_guard_full(const pl_server *s, const pl_peer *p, int has, int usual)
{
    if (s->rules.each) return has >= s->rules.each;
    return !p->here && has >= usual;
}

int pl_guard_come(pl_server *s, struct lws *wsi)
{
    char address[48] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    pl_peer *p = pl_peer_of(&s->peers, address);
    if (s->connections >= s->rules.connections) return -1;
    if (pl_guard_full(s, p, p->connections / 2, SOCKETS)) return -1; /* pages need some, too */
    arrival *a = calloc(1, sizeof *a);
    if (!a) return -1;
    a->peer = p;
    s->connections++;
    p->connections++;
    lws_set_opaque_user_data(wsi, a);
    return 0;
}

void pl_guard_go(pl_server *s, struct lws *wsi)
{
    arrival *a = lws_get_opaque_user_data(wsi);
    if (!a) return; /* it was never let in */
    s->connections--;
    a->peer->connections--;
    lws_set_opaque_user_data(wsi, NULL);
    free(a);
}

int pl_guard_sit(const pl_server *s, struct lws *wsi)
{
    pl_peer *p = pl_guard_peer(wsi);
    return pl_guard_full(s, p, p->sockets, SOCKETS) || pl_guard_ask(s, p) ? -1 : 0;
}

/* One of what grows to so many in so many seconds; who has no bound may always. */
static int take_one(pl_allowance *a, double most, double seconds)
{
    double wait = pl_allowance_take(a, 1, most / seconds, most, pl_serve_ms());
    return (int)ceil(wait);
}

int pl_guard_ask(const pl_server *s, pl_peer *p)
{
    int rate = s->rules.requests ? s->rules.requests : p->here ? 0 : REQUESTS;
    return rate ? take_one(&p->asks, (double)rate * BURST, BURST) : 0;
}

int pl_guard_make(const pl_server *s, pl_peer *p)
{
    int most = s->rules.making ? s->rules.making : p->here ? 0 : MAKING;
    return most ? take_one(&p->makes, most, 60) : 0;
}
