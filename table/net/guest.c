/* guest.c -- a connection to a host, by libwebsockets, with a thread of its own that
 * answers pings while its owner thinks.
 *
 * Fact to check: what was heard before a connection broke is still heard after it.
 */
#include "parlor/guest.h"

#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/net/bell.h"
#include "table/net/link.h"

enum { WAITING_MAX = 64 << 20, CONNECT_SECONDS = 10 }; /* bytes that wait to be heard */

struct pl_guest {
    struct lws_context *context;
    struct lws *wsi;
    int frames; /* 1: a WebSocket */
    int sealed; /* 1: within TLS */
    enum { CONNECTING, OPEN, GONE } now;
    int leaving; /* 1: when all is sent */
    char host[256], path[256];
    int port;
    pl_error why; /* it is gone */
    pl_link link; /* what comes in; its own lines are what goes out */
    pl_tape in;
    int64_t heard;
    size_t waiting;
    unsigned char *out;
    pl_guest_fn *tell;
    void *with;
    atomic_int over;
    int started;
    pthread_t thread;
    pl_bell bell;
};

static void lose(pl_guest *g, const char *why)
{
    if (g->now != GONE) snprintf(g->why.text, sizeof g->why.text, "%s", why);
    g->now = GONE;
    g->wsi = NULL;
    if (g->tell) g->tell(g->with, PL_MSG_TYPES);
    pl_bell_ring(&g->bell);
}

void pl_guest_notice(pl_guest *g, pl_guest_fn *tell, void *with)
{
    pl_bell_lock(&g->bell);
    g->tell = tell;
    g->with = with;
    pl_bell_unlock(&g->bell);
}

/* Keep a line until it is heard. */
static int keep(pl_guest *g, const char *line, size_t n)
{
    char *text = g->waiting + n > WAITING_MAX ? NULL : malloc(n + 1);
    if (!text) return -1;
    memcpy(text, line, n);
    text[n] = 0;
    int bad = strlen(text) != n || pl_tape_say(&g->in, text, NULL, 1);
    free(text);
    if (!bad) g->waiting += n;
    return bad ? -1 : 0;
}

static int take_line(void *with, char *line, size_t n)
{
    pl_guest *g = with;
    pl_message m = {.type = PL_MSG_TYPES};
    char pong[100];
    int bad = pl_message_read(line, n, &m, NULL);
    if (bad) return bad < 0 ? -1 : 0; /* hosts may say more than we know */
    if (m.type == PL_MSG_PING) {
        pl_message_ping(PL_MSG_PONG, m.number, pong, sizeof pong);
        return pl_link_say(&g->link, pong);
    }
    if (keep(g, line, n)) return -1;
    if (g->tell) g->tell(g->with, m.type);
    return 0;
}

static int feed(pl_guest *g, struct lws *wsi, const char *bytes, size_t n)
{
    int whole = g->frames && lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);
    int bad = pl_link_feed(&g->link, bytes, n, take_line, g);
    if (!bad && whole) bad = pl_link_feed(&g->link, "\n", 1, take_line, g);
    if (bad) lose(g, "the host says too much, or what is no message");
    pl_bell_ring(&g->bell);
    if (pl_link_waits(&g->link)) lws_callback_on_writable(wsi);
    return bad ? -1 : 0;
}

static int send_next(pl_guest *g, struct lws *wsi)
{
    const pl_said *s = pl_link_next(&g->link);
    if (!s) return g->leaving ? -1 : 0;
    memcpy(g->out + LWS_PRE, s->text, s->n);
    size_t n = g->frames ? s->n - 1 : s->n;
    enum lws_write_protocol how = g->frames ? LWS_WRITE_TEXT : LWS_WRITE_RAW;
    if (lws_write(wsi, g->out + LWS_PRE, n, how) < (int)n) return -1;
    pl_bell_ring(&g->bell);
    if (pl_link_waits(&g->link) || g->leaving) lws_callback_on_writable(wsi);
    return 0;
}

static int on_event_locked(pl_guest *g, struct lws *wsi, enum lws_callback_reasons what, void *in,
                           size_t n)
{
    switch (what) {
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        g->now = OPEN;
        g->wsi = wsi;
        pl_bell_ring(&g->bell);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_CLIENT_RECEIVE: return feed(g, wsi, in, n);
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_next(g, wsi);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        lose(g, in ? in : "the host does not answer");
        return 0;
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_CLIENT_CLOSED: lose(g, "the host closed the connection"); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (g->wsi) lws_callback_on_writable(g->wsi);
        return 0;
    default: return 0;
    }
}

static int on_event(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n)
{
    pl_guest *g = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (what) {
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_CLIENT_RECEIVE:
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_CLIENT_WRITEABLE:
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: break;
    default: return 0;
    }
    pl_bell_lock(&g->bell);
    int result = on_event_locked(g, wsi, what, in, n);
    pl_bell_unlock(&g->bell);
    return result;
}

static void *serve(void *guest)
{
    pl_guest *g = guest;
    while (!atomic_load(&g->over) && lws_service(g->context, 0) >= 0) continue;
    return NULL;
}

/* "ws://host:port/path", "host:port", "[::1]:port"; 0, or -1 with the reason. */
static int read_address(pl_guest *g, const char *text, pl_error *err)
{
    const char *at = text, *port;
    g->sealed = !strncmp(at, "wss://", 6);
    g->frames = g->sealed || !strncmp(at, "ws://", 5);
    if (g->frames) at += 5 + g->sealed;
    else if (!strncmp(at, "tcp://", 6)) at += 6;
    size_t n = *at == '[' ? strcspn(++at, "]") : strcspn(at, ":/");
    port = at + n + (at[n] == ']');
    int digits = *port == ':' ? (int)strspn(port + 1, "0123456789") : 0;
    const char *rest = port + 1 + digits;
    g->port = digits && digits < 6 ? atoi(port + 1) : 0;
    if (!n || n >= sizeof g->host || g->port < 1 || g->port > 65535 ||
        (*rest && (*rest != '/' || !g->frames)))
        return pl_fail(
            err,
            "an address is HOST:PORT, ws://HOST:PORT/PATH or wss://HOST:PORT/PATH, not '%.100s'",
            text);
    snprintf(g->host, sizeof g->host, "%.*s", (int)n, at);
    snprintf(g->path, sizeof g->path, "%s", *rest ? rest : "/");
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "parlor", .callback = on_event, .rx_buffer_size = 4096}, {0}};

static int connect_to(pl_guest *g, pl_error *err)
{
    struct lws_context_creation_info info = {
        .protocols = protocols,
        .port = CONTEXT_PORT_NO_LISTEN,
        .gid = -1,
        .uid = -1,
        .user = g,
        .options = g->sealed ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .timeout_secs = CONNECT_SECONDS};
    lws_set_log_level(0, NULL);
    g->out = malloc(LWS_PRE + PL_LINE_MAX);
    if (g->out) g->context = lws_create_context(&info);
    if (!g->context) return pl_fail(err, "out of memory");
    struct lws_client_connect_info to = {.context = g->context,
                                         .address = g->host,
                                         .port = g->port,
                                         .ssl_connection = g->sealed ? LCCSCF_USE_SSL : 0,
                                         .path = g->path,
                                         .host = g->host,
                                         .origin = g->host,
                                         .protocol = g->frames ? "parlor" : NULL,
                                         .local_protocol_name = "parlor",
                                         .method = g->frames ? NULL : "RAW"};
    if (!lws_client_connect_via_info(&to)) lose(g, "the host does not answer");
    return 0;
}

static void shut(pl_guest *g)
{
    atomic_store(&g->over, 1);
    if (g->context) lws_cancel_service(g->context);
    if (g->started) pthread_join(g->thread, NULL);
    if (g->context) lws_context_destroy(g->context);
    pl_bell_free(&g->bell);
    pl_link_end(&g->link);
    pl_tape_free(&g->in);
    free(g->out);
    free(g);
}

static int reach(pl_guest *g, pl_error *err)
{
    double end = pl_bell_now() + CONNECT_SECONDS;
    if (connect_to(g, err)) return -1;
    if (pthread_create(&g->thread, NULL, serve, g))
        return pl_fail(err, "the system gives no thread");
    g->started = 1;
    pl_bell_lock(&g->bell);
    while (g->now == CONNECTING && pl_bell_now() < end) pl_bell_wait(&g->bell, end);
    int open = g->now == OPEN;
    if (!open)
        pl_fail(err, "cannot connect to %.100s, port %d: %.100s", g->host, g->port,
                g->now == GONE ? g->why.text : "nobody answers");
    pl_bell_unlock(&g->bell);
    return open ? 0 : -1;
}

int pl_guest_check(const char *address, pl_error *err)
{
    pl_guest g = {0};
    return read_address(&g, address, err);
}

pl_guest *pl_guest_open(const char *address, pl_error *err)
{
    pl_guest *g = calloc(1, sizeof *g);
    if (!g || pl_bell_make(&g->bell)) {
        free(g);
        pl_fail(err, "out of memory");
        return NULL;
    }
    pl_link_begin(&g->link, 0);
    g->link.longest = PL_LINE_MAX + 2 * PL_STATE_MAX + PL_SPEC_MAX;
    if (read_address(g, address, err) == 0 && reach(g, err) == 0) return g;
    shut(g);
    return NULL;
}

int pl_guest_say(pl_guest *g, const char *line)
{
    pl_bell_lock(&g->bell);
    int bad = g->now == GONE || pl_link_say(&g->link, line);
    pl_bell_unlock(&g->bell);
    lws_cancel_service(g->context);
    return bad ? -1 : 0;
}

/* The next line into a buffer; 0: there is none. */
static int next_line(pl_guest *g, char *line, size_t n)
{
    const pl_said *s = pl_tape_next(&g->in, &g->heard, 0);
    if (!s) return 0;
    g->waiting -= s->n;
    snprintf(line, n, "%s", s->text);
    int length = (int)s->n;
    pl_tape_pass(&g->in, g->heard);
    if (g->heard == pl_tape_end(&g->in)) pl_tape_begin(&g->in);
    return length;
}

int pl_guest_waits(pl_guest *g)
{
    pl_bell_lock(&g->bell);
    int waits = g->heard < pl_tape_end(&g->in) || g->now == GONE;
    pl_bell_unlock(&g->bell);
    return waits;
}

int pl_guest_hear(pl_guest *g, char *line, size_t n, double seconds, pl_error *err)
{
    double end = pl_bell_now() + seconds;
    int got;
    pl_bell_lock(&g->bell);
    while (!(got = next_line(g, line, n)) && g->now != GONE && pl_bell_now() < end)
        pl_bell_wait(&g->bell, end);
    int gone = !got && g->now == GONE;
    if (gone && err) *err = g->why;
    pl_bell_unlock(&g->bell);
    return gone ? -1 : got;
}

void pl_guest_close(pl_guest *g)
{
    if (!g) return;
    double end = pl_bell_now() + 1;
    pl_bell_lock(&g->bell);
    g->leaving = 1;
    lws_cancel_service(g->context);
    while (g->now == OPEN && pl_bell_now() < end) pl_bell_wait(&g->bell, end);
    pl_bell_unlock(&g->bell);
    shut(g);
}
