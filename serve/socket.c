/* socket.c -- the server's port, by libwebsockets, which alone calls what is here.
 *
 * Fact to check: a WebSocket is opened at /ws and nowhere else.
 */
#include <string.h>
#include <strings.h>

#include "parlor/host.h"
#include "request.h"
#include "visitor.h"

enum { TICK_MS = 100, AT_ONCE = 16 };

/* Of one connection, in libwebsockets' memory. */
typedef struct {
    pl_request *request;
    pl_visitor *visitor;
} session;

static pl_server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* Whether a WebSocket may be opened: 0, or -1. */
static int admit(pl_server *s, struct lws *wsi)
{
    char path[8];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws"))
        return -1;
    if (!pl_guard_host(s, wsi) || !pl_guard_origin(wsi)) return -1;
    return pl_guard_sit(s, wsi);
}

/* Lines while the other end takes them. */
static int send_lines(pl_visitor *c)
{
    if (!c) return -1;
    c->wanted = 0;
    for (int i = 0; i < AT_ONCE; i++) {
        int n = pl_feed_next(c);
        if (n <= 0) return c->leaving ? -1 : 0;
        unsigned char *out = c->server->out + LWS_PRE;
        memcpy(out, c->server->line, (size_t)n);
        if (lws_write(c->wsi, out, (size_t)n, LWS_WRITE_TEXT) < n) return -1;
        if (lws_send_pipe_choked(c->wsi)) break;
    }
    pl_visitor_wake(c);
    return 0;
}

static int hear(pl_visitor *c, struct lws *wsi, const char *bytes, size_t n)
{
    if (!c || lws_frame_is_binary(wsi)) return -1;
    int whole = lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);
    return pl_visitor_hear(c, bytes, n, whole);
}

static int on_socket(pl_server *s, struct lws *wsi, enum lws_callback_reasons what, session *me,
                     const char *bytes, size_t n)
{
    switch (what) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(s, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        *me = (session){.visitor = pl_visitor_new(s, wsi)};
        return me->visitor ? 0 : -1;
    case LWS_CALLBACK_RECEIVE: return hear(me->visitor, wsi, bytes, n);
    case LWS_CALLBACK_SERVER_WRITEABLE: return send_lines(me->visitor);
    default:
        pl_visitor_free(me->visitor);
        me->visitor = NULL;
        return 0;
    }
}

static int on_event(struct lws *wsi, enum lws_callback_reasons what, void *user, void *in, size_t n)
{
    session *me = user;
    switch (what) {
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        return me ? pl_http_event(server_of(wsi), wsi, what, &me->request, in, n) : 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED: return on_socket(server_of(wsi), wsi, what, me, in, n);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return pl_guard_come(server_of(wsi), wsi);
    case LWS_CALLBACK_WSI_DESTROY: pl_guard_go(server_of(wsi), wsi); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return strcasecmp(in, "websocket") ? -1 : 0;
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX: return -1; /* who asks for a tunnel */
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: pl_pool_collect(server_of(wsi)->pool); return 0;
    default: return 0;
    }
}

typedef struct {
    lws_sorted_usec_list_t due;
    pl_server *server;
} ticker;

static void on_time(lws_sorted_usec_list_t *due)
{
    ticker *t = lws_container_of(due, ticker, due);
    pl_serve_tick(t->server);
    lws_sul_schedule(t->server->context, 0, due, on_time, TICK_MS * LWS_US_PER_MS);
}

void pl_serve_loop(pl_server *s)
{
    ticker t = {.server = s};
    on_time(&t.due);
    while (!atomic_load(&s->over) && lws_service(s->context, 0) >= 0) continue;
    lws_sul_cancel(&t.due);
}

static const struct lws_protocols protocols[] = {{.name = "parlor",
                                                  .callback = on_event,
                                                  .per_session_data_size = sizeof(session),
                                                  .rx_buffer_size = 4096,
                                                  .tx_packet_size = 16384},
                                                 {0}};

int pl_serve_listen(pl_server *s, pl_error *err)
{
    /* Who is silent is asked by a ping of WebSocket whether he is there. */
    static const lws_retry_bo_t alive = {.secs_since_valid_ping = 30,
                                         .secs_since_valid_hangup = 50};
    char where[128];
    struct lws_context_creation_info info = {.protocols = protocols,
                                             .port = s->rules.port,
                                             .iface = where,
                                             .gid = -1,
                                             .uid = -1,
                                             .user = s,
                                             .server_string = "parlor",
                                             .timeout_secs = (unsigned)s->rules.hello,
                                             .keepalive_timeout = 60,
                                             .retry_and_idle_policy = &alive,
                                             .alpn = "http/1.1",
                                             .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS};
    if (s->rules.certificate || s->rules.key) {
        if (pl_tls_check(&s->rules, err)) return -1;
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = s->rules.certificate;
        info.ssl_private_key_filepath = s->rules.key;
        info.ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
    }
    if (pl_host_address(s->rules.bind, s->rules.port, where, sizeof where, err)) return -1;
    /* Where it may use IPv6 libwebsockets takes an address of IPv4 for that of every network. */
    if (!strchr(where, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    lws_set_log_level(0, NULL);
    s->context = lws_create_context(&info);
    struct lws_vhost *port = s->context ? lws_create_vhost(s->context, &info) : NULL;
    if (!port)
        return pl_serve_fail(err, "cannot listen at %.80s: libwebsockets refuses", s->rules.bind);
    s->port = lws_get_vhost_listen_port(port);
    return 0;
}
