/* socket.c -- the host's port, by libwebsockets: WebSocket, and where the first bytes are
 * no HTTP, lines over plain TCP.  One thread serves all connections.
 *
 * libwebsockets is called by that thread alone, but for lws_cancel_service(), which wakes
 * it from any other.
 *
 * Fact to check: '{' as the first byte of a connection makes it one of plain lines.
 */
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/net/caller.h"

enum { OUT_MAX = PL_LINE_MAX + 2 * PL_STATE_MAX + PL_SPEC_MAX, TICK_MS = 100 };

void pl_host_wake(pl_host *h)
{
    lws_cancel_service(h->context);
}

void pl_host_send(pl_host *h)
{
    if (h->sending) return;
    h->sending = 1;
    pl_host_wake(h);
}

static pl_host *host_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static pl_caller *caller_of(struct lws *wsi)
{
    pl_caller *c = host_of(wsi)->callers;
    while (c && c->wsi != wsi) c = c->next;
    return c;
}

static int take_in(struct lws *wsi)
{
    pl_host *h = host_of(wsi);
    pl_caller *c = calloc(1, sizeof *c);
    if (!c) return -1;
    c->host = h;
    c->wsi = wsi;
    c->came = c->heard = c->moved = pl_bell_now();
    pl_link_begin(&c->link, c->came);
    c->next = h->callers;
    h->callers = c;
    return 0;
}

/* Its first bytes said which kind it is. */
static int open_up(pl_caller *c, int frames)
{
    if (!c) return -1;
    c->open = 1;
    c->frames = frames;
    lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);
    return 0;
}

static int let_go(pl_caller *c)
{
    if (!c) return 0;
    pl_host *h = c->host;
    pl_caller **at = &h->callers;
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    pl_caller_part(c, "the connection was closed");
    pl_link_end(&c->link);
    free(c);
    pl_bell_ring(&h->bell);
    return 0;
}

static int feed(pl_caller *c, struct lws *wsi, const char *bytes, size_t n)
{
    if (!c) return -1;
    int stop = pl_caller_feed(c, bytes, n);
    int whole = c->frames && lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);
    if (!stop && whole) pl_caller_feed(c, "\n", 1);
    if (pl_link_waits(&c->link) || pl_caller_is_done(c)) lws_callback_on_writable(wsi);
    return 0;
}

/* A frame of WebSocket has no line's end. */
static int write_line(const pl_caller *c, const pl_said *s)
{
    unsigned char *out = c->host->out + LWS_PRE;
    size_t n = s->n;
    if (c->link.bytes && s->bytes)
        n = (size_t)pl_message_raw(s->text, s->bytes, (char *)out, OUT_MAX);
    else memcpy(out, s->text, n);
    if (c->frames) n--;
    return lws_write(c->wsi, out, n, c->frames ? LWS_WRITE_TEXT : LWS_WRITE_RAW) < (int)n ? -1 : 0;
}

static int send_next(pl_caller *c)
{
    const pl_said *s = c ? pl_link_next(&c->link) : NULL;
    if (!c || (!s && pl_caller_is_done(c))) return -1;
    if (!s) return 0;
    c->moved = pl_bell_now();
    if (write_line(c, s)) return -1;
    if (pl_link_waits(&c->link) || pl_caller_is_done(c)) lws_callback_on_writable(c->wsi);
    return 0;
}

/* Somebody else's thread has said something. */
static void send_all(pl_host *h)
{
    h->sending = 0;
    for (pl_caller *c = h->callers; c; c = c->next)
        if (c->open && (pl_link_waits(&c->link) || pl_caller_is_done(c)))
            lws_callback_on_writable(c->wsi);
}

static void cut_off(const pl_caller *c)
{
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* Too many: the oldest stranger makes room for who comes next. */
static int turn_away(pl_host *h)
{
    pl_caller *oldest = NULL;
    int n = 0;
    for (pl_caller *c = h->callers; c; c = c->next, n++)
        if (c->kind == PL_IS_STRANGER && c->leaving <= 0) oldest = c;
    if (n < h->rules.connections) return 0;
    if (oldest && oldest->open) pl_caller_dismiss(oldest, "too many are here who said no hello");
    else if (oldest) cut_off(oldest);
    return oldest && n < 2 * h->rules.connections ? 0 : -1;
}

static int on_http(struct lws *wsi)
{
    lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND,
                           "Players of the Parlor protocol connect here, by WebSocket or TCP.");
    return -1;
}

static int on_event_locked(struct lws *wsi, enum lws_callback_reasons what, const char *bytes,
                           size_t n)
{
    switch (what) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return turn_away(host_of(wsi));
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return take_in(wsi);
    case LWS_CALLBACK_RAW_ADOPT: return open_up(caller_of(wsi), 0);
    case LWS_CALLBACK_ESTABLISHED: return open_up(caller_of(wsi), 1);
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_RECEIVE: return feed(caller_of(wsi), wsi, bytes, n);
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE: return send_next(caller_of(wsi));
    case LWS_CALLBACK_WSI_DESTROY: return let_go(caller_of(wsi));
    default: send_all(host_of(wsi)); return 0;
    }
}

static int on_event(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n)
{
    pl_host *h = host_of(wsi);
    (void)user;
    switch (what) {
    case LWS_CALLBACK_HTTP: return on_http(wsi);
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_WSI_DESTROY:
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: break;
    default: return 0;
    }
    pl_bell_lock(&h->bell);
    int result = on_event_locked(wsi, what, in, n);
    pl_bell_unlock(&h->bell);
    return result;
}

static void tick(pl_host *h)
{
    pl_bell_lock(&h->bell);
    for (pl_caller *c = h->callers; c; c = c->next)
        if (c->open && pl_caller_tick(c, pl_bell_now())) cut_off(c);
    send_all(h);
    pl_bell_unlock(&h->bell);
}

typedef struct {
    lws_sorted_usec_list_t due;
    pl_host *host;
} ticker;

static void on_time(lws_sorted_usec_list_t *due)
{
    ticker *t = lws_container_of(due, ticker, due);
    tick(t->host);
    lws_sul_schedule(t->host->context, 0, due, on_time, TICK_MS * LWS_US_PER_MS);
}

void *pl_host_serve(void *host)
{
    pl_host *h = host;
    ticker t = {.host = h};
    on_time(&t.due);
    while (!atomic_load(&h->over) && lws_service(h->context, 0) >= 0) continue;
    lws_sul_cancel(&t.due);
    return NULL;
}

static const struct lws_protocols protocols[] = {{.name = "parlor",
                                                  .callback = on_event,

                                                  .rx_buffer_size = 4096},
                                                 {0}};

int pl_host_listen(pl_host *h, pl_error *err)
{
    char where[128];
    struct lws_context_creation_info info = {
        .protocols = protocols,
        .port = h->rules.port,
        .iface = where,
        .gid = -1,
        .uid = -1,
        .user = h,
        .timeout_secs = (unsigned)h->rules.hello,
        .options = LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = "parlor"};
    if (pl_host_address(h->rules.bind, h->rules.port, where, sizeof where, err)) return -1;
    /* Where it may use IPv6 libwebsockets takes an address of IPv4 for that of every network. */
    if (!strchr(where, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    h->out = malloc(LWS_PRE + OUT_MAX);
    lws_set_log_level(0, NULL);
    if (h->out) h->context = lws_create_context(&info);
    struct lws_vhost *port = h->context ? lws_create_vhost(h->context, &info) : NULL;
    if (!port) return pl_fail(err, "cannot listen at %.80s: libwebsockets refuses", h->rules.bind);
    h->port = lws_get_vhost_listen_port(port);
    return 0;
}

void pl_host_shut(pl_host *h)
{
    if (h->context) lws_context_destroy(h->context);
    pl_bell_free(&h->bell);
    free(h->out);
    free(h);
}
