/* http.c -- requests by HTTP, as libwebsockets tells of them.
 *
 * Every answer says which sources a page may use (its own alone), that it is what its type says,
 * and that nobody may frame it.  What is posted must be JSON by name, which another site's page
 * cannot send unasked.
 *
 * Fact to check: a body of 65,537 bytes is refused before it is read.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "notice.h"

enum { PIECE = 16384, PAUSE_US = 10000 };

static const char policy[] =
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static int head_line(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                     unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, end);
}

/* The head of the answer, up to end; *at moves on behind it.  0, or -1: it does not fit. */
static int make_head(pl_request *r, unsigned char **at, unsigned char *end)
{
    struct lws *wsi = r->wsi;
    char wait[16];
    int bad = lws_add_http_common_headers(wsi, (unsigned)r->status, r->type, r->size, at, end) ||
              head_line(wsi, "content-security-policy:", policy, at, end) ||
              head_line(wsi, "x-content-type-options:", "nosniff", at, end) ||
              head_line(wsi, "referrer-policy:", "no-referrer", at, end) ||
              head_line(wsi, "cross-origin-resource-policy:", "same-origin", at, end) ||
              head_line(wsi, "cache-control:", r->asset ? "no-cache" : "no-store", at, end);
    if (!bad && r->asset)
        bad = head_line(wsi, "etag:", r->asset->tag, at, end) ||
              head_line(wsi, "vary:", "accept-encoding", at, end);
    if (!bad && r->asset && r->is_gzip) bad = head_line(wsi, "content-encoding:", "gzip", at, end);
    snprintf(wait, sizeof wait, "%d", r->wait);
    if (!bad && r->wait) bad = head_line(wsi, "retry-after:", wait, at, end);
    if (!bad && r->closes) bad = head_line(wsi, "connection:", "close", at, end);
    return bad || lws_finalize_http_header(wsi, at, end) ? -1 : 0;
}

/* 0, or -1: the connection is of no use any more. */
static int finish(pl_request *r)
{
    r->finished = 1;
    if (r->closes) return -1;
    return lws_http_transaction_completed(r->wsi) ? -1 : 0; /* r may be gone */
}

/* Who does not take what is sent is cut off. */
static void set_timer(const pl_request *r, double seconds)
{
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)seconds);
}

/* The head with as much as fits, or what comes behind: 0, or -1. */
static int send_piece(pl_request *r, size_t all)
{
    unsigned char *from = r->server->out + LWS_PRE, *at = from;
    size_t n = all - r->sent;
    if (!r->begun && make_head(r, &at, from + PIECE)) return -1;
    r->begun = 1;
    if (n > (size_t)(from + PIECE - at)) n = (size_t)(from + PIECE - at);
    if (n) memcpy(at, r->from + r->sent, n);
    at += n;
    r->sent += n;
    enum lws_write_protocol how = r->sent == all ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    int size = (int)(at - from);
    return lws_write(r->wsi, from, (size_t)size, how) < size ? -1 : 0;
}

/* Whether the socket takes more by now; what was sent ahead of the answer is not looked at before, or
 * libwebsockets would look at it without a pause. */
static void on_pause_over(lws_sorted_usec_list_t *due)
{
    pl_request *r = lws_container_of(due, pl_request, due);
    struct pollfd socket = {.fd = lws_get_socket_fd(r->wsi), .events = POLLOUT};
    if (poll(&socket, 1, 0) <= 0) {
        lws_sul_schedule(r->server->context, 0, due, on_pause_over, PAUSE_US);
        return;
    }
    lws_rx_flow_control(r->wsi, 1);
    lws_callback_on_writable(r->wsi);
}

/* As much as the other end takes now. */
static int send_on(pl_request *r)
{
    if (!r || !r->status || r->finished) return 0;
    size_t all = r->method == LWSHUMETH_HEAD ? 0 : r->size;
    while (!r->begun || (r->sent < all && !lws_send_pipe_choked(r->wsi)))
        if (send_piece(r, all)) return -1;
    if (r->sent == all && !lws_partial_buffered(r->wsi)) return finish(r);
    set_timer(r, r->server->rules.slow);
    lws_rx_flow_control(r->wsi, 0);
    lws_sul_schedule(r->server->context, 0, &r->due, on_pause_over, PAUSE_US);
    return 0;
}

/* What was refused before all of it came is answered a little later: libwebsockets then reads and
 * forgets the rest. */
static int begin_answer(pl_request *r)
{
    enum { THOUGHT = 600 };
    set_timer(r, r->status ? r->server->rules.slow : THOUGHT);
    if (!r->status) return 0; /* it waits for an agent */
    if (!r->length || r->ended) return send_on(r);
    lws_callback_on_writable(r->wsi);
    return 0;
}

void pl_answer_send(pl_request *r)
{
    struct lws *wsi = r->wsi;
    if (begin_answer(r)) lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static void drop(pl_request **r)
{
    if (!*r) return;
    pl_analyse_forget(*r);
    pl_notice_leave(*r);
    lws_sul_cancel(&(*r)->due);
    free((*r)->body);
    free((*r)->owned);
    free(*r);
    *r = NULL;
}

static void read_token(pl_request *r)
{
    static const char kind[] = "Bearer ";
    char said[PL_TOKEN_MAX + sizeof kind - 1];
    if (lws_hdr_copy(r->wsi, said, sizeof said, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0) return;
    if (strncmp(said, kind, sizeof kind - 1)) return;
    snprintf(r->token, sizeof r->token, "%s", said + sizeof kind - 1);
}

/* What is sent along, of which the length must be known. */
static void read_length(pl_request *r)
{
    char said[16];
    int has = lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    int n = lws_hdr_copy(r->wsi, said, sizeof said, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    r->closes = lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    if (!has) return;
    if (n <= 0 || strspn(said, "0123456789") != (size_t)n || n > 9) r->length = SIZE_MAX;
    else r->length = (size_t)atol(said);
    if (r->length > PL_BODY_MAX || (r->length && r->method != LWSHUMETH_POST)) r->closes = 1;
}

/* Whether something may be posted so; else it has been answered. */
static int may_post(pl_request *r)
{
    char said[64];
    if (lws_hdr_copy(r->wsi, said, sizeof said, WSI_TOKEN_HTTP_CONTENT_TYPE) <= 0 ||
        strncmp(said, "application/json", 16) || (said[16] && said[16] != ';'))
        pl_answer_error(r, 415, "what is posted must be application/json");
    else if (r->length > PL_BODY_MAX)
        pl_answer_error(r, 413, "a body has at most %d bytes", PL_BODY_MAX);
    else if (r->closes || !lws_hdr_total_length(r->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH))
        pl_answer_error(r, 411, "what is posted must tell its Content-Length");
    return !r->status;
}

static void check_request(pl_request *r)
{
    char *path;
    int n;
    r->method = lws_http_get_uri_and_method(r->wsi, &path, &n);
    read_length(r);
    if (!pl_guard_host(r->server, r->wsi))
        pl_answer_error(r, 403, "this host does not go by that name");
    else if ((r->wait = pl_guard_ask(r->server, pl_guard_peer(r->wsi))))
        pl_answer_error(r, 429, "too many requests come from your address; wait %d s", r->wait);
    else if (r->method != LWSHUMETH_GET && r->method != LWSHUMETH_HEAD &&
             r->method != LWSHUMETH_POST)
        pl_answer_error(r, 405, "only GET, HEAD and POST are known here");
    else if (n >= PL_PATH_MAX) pl_answer_error(r, 414, "there is no path that long");
    else if (r->method == LWSHUMETH_POST && !pl_guard_origin(r->wsi))
        pl_answer_error(r, 403, "pages of other sites may not post here");
    else memcpy(r->path, path, (size_t)n);
}

static void on_late_body(lws_sorted_usec_list_t *due)
{
    const pl_request *r = lws_container_of(due, pl_request, due);
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* Whether this may wait in libwebsockets' memory, as what is sent ahead of an answer does: it would
 * then take the head of the request for its body, and never come back. */
static int is_ahead(const pl_server *s, struct lws *wsi)
{
    return pl_guard_count(wsi) > 1 && lws_service_adjust_timeout(s->context, 1000, 0) <= 0;
}

static int begin(pl_server *s, struct lws *wsi, pl_request **at)
{
    drop(at);
    pl_request *r = *at = calloc(1, sizeof *r);
    if (!r) return -1;
    r->server = s;
    r->wsi = wsi;
    check_request(r);
    if (is_ahead(s, wsi) && r->length) return -1;
    read_token(r);
    if (!r->status && r->method == LWSHUMETH_POST && may_post(r) && r->length) {
        r->body = malloc(r->length);
        lws_sul_schedule(s->context, 0, &r->due, on_late_body, (lws_usec_t)(1e6 * s->rules.slow));
        return r->body ? 0 : -1; /* the answer waits for it */
    }
    if (!r->status) pl_route(r);
    return begin_answer(r);
}

static int take_body(pl_request *r, const char *bytes, size_t n)
{
    if (!r) return 0;
    if (n > r->length - r->had) return -1;
    if (r->body) memcpy(r->body + r->had, bytes, n); /* else it was refused */
    r->had += n;
    return 0;
}

/* Before it is answered libwebsockets takes whatever comes for the end of the body once more: who
 * does not wait is cut off. */
static int end_body(pl_request *r)
{
    if (!r || r->ended) return -1;
    r->ended = 1;
    lws_sul_cancel(&r->due);
    if (!r->status) pl_route(r); /* else it was refused */
    return begin_answer(r);
}

int pl_http_event(pl_server *s, struct lws *wsi, enum lws_callback_reasons what, pl_request **r,
                  const char *bytes, size_t n)
{
    switch (what) {
    case LWS_CALLBACK_HTTP: return begin(s, wsi, r);
    case LWS_CALLBACK_HTTP_BODY: return take_body(*r, bytes, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return end_body(*r);
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_on(*r);
    default: drop(r); return 0;
    }
}
