/* http.c -- requests by HTTP, as libwebsockets tells of them.
 *
 * Every answer says which sources a page may use (its own alone), that it is what its type says,
 * and that nobody may frame it.  What is posted must be JSON by name, which another site's page
 * cannot send unasked.
 *
 * Fact to check: a body of 65,537 bytes is refused before it is read.
 */
#include <stdlib.h>
#include <string.h>

#include "request.h"

enum { PIECE = 16384 };

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

static int send_head(pl_request *r)
{
    unsigned char *from = r->server->out + LWS_PRE, *at = from, *end = from + PIECE;
    struct lws *wsi = r->wsi;
    int bad = lws_add_http_common_headers(wsi, (unsigned)r->status, r->type, r->size, &at, end) ||
              head_line(wsi, "content-security-policy:", policy, &at, end) ||
              head_line(wsi, "x-content-type-options:", "nosniff", &at, end) ||
              head_line(wsi, "referrer-policy:", "no-referrer", &at, end) ||
              head_line(wsi, "cross-origin-resource-policy:", "same-origin", &at, end) ||
              head_line(wsi, "cache-control:", r->asset ? "no-cache" : "no-store", &at, end);
    if (!bad && r->asset)
        bad = head_line(wsi, "etag:", r->asset->tag, &at, end) ||
              head_line(wsi, "vary:", "accept-encoding", &at, end);
    if (!bad && r->asset && r->is_gzip) bad = head_line(wsi, "content-encoding:", "gzip", &at, end);
    return bad || lws_finalize_write_http_header(wsi, from, &at, end) ? -1 : 0;
}

/* 0, or -1: the connection is of no use any more. */
static int finish(pl_request *r)
{
    int refused = r->status == 413; /* the rest of what is posted is not read */
    return lws_http_transaction_completed(r->wsi) || refused ? -1 : 0;
}

/* Who does not take what is sent is cut off. */
static void set_timer(const pl_request *r, double seconds)
{
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)seconds);
}

static int begin_answer(pl_request *r)
{
    enum { THOUGHT = 600 };
    set_timer(r, r->status ? r->server->rules.slow : THOUGHT);
    if (!r->status) return 0; /* it waits for an agent */
    if (send_head(r)) return -1;
    if (r->method == LWSHUMETH_HEAD || !r->size) return finish(r);
    lws_callback_on_writable(r->wsi);
    return 0;
}

void pl_answer_send(pl_request *r)
{
    if (begin_answer(r)) lws_set_timeout(r->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static int send_piece(pl_request *r)
{
    if (!r || !r->status || r->sent >= r->size) return 0;
    size_t n = r->size - r->sent < PIECE ? r->size - r->sent : PIECE;
    int last = r->sent + n == r->size;
    unsigned char *out = r->server->out + LWS_PRE;
    memcpy(out, r->from + r->sent, n);
    if (lws_write(r->wsi, out, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
    r->sent += n;
    if (last) return finish(r);
    set_timer(r, r->server->rules.slow);
    lws_callback_on_writable(r->wsi);
    return 0;
}

static void drop(pl_request **r)
{
    if (!*r) return;
    pl_analyse_forget(*r);
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

/* Whether something may be posted so; else it has been answered. */
static int may_post(pl_request *r)
{
    char said[64];
    if (lws_hdr_copy(r->wsi, said, sizeof said, WSI_TOKEN_HTTP_CONTENT_TYPE) <= 0 ||
        strncmp(said, "application/json", 16) || (said[16] && said[16] != ';'))
        pl_answer_error(r, 415, "what is posted must be application/json");
    else if (lws_hdr_copy(r->wsi, said, sizeof said, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0)
        pl_answer_error(r, 411, "what is posted must tell its Content-Length");
    else if (strspn(said, "0123456789") != strlen(said) || strlen(said) > 9 ||
             atol(said) > PL_BODY_MAX)
        pl_answer_error(r, 413, "a body has at most %d bytes", PL_BODY_MAX);
    else r->length = (size_t)atol(said);
    return !r->status;
}

static void check_request(pl_request *r)
{
    char *path;
    int n;
    r->method = lws_http_get_uri_and_method(r->wsi, &path, &n);
    if (!pl_guard_host(r->server, r->wsi))
        pl_answer_error(r, 403, "this host does not go by that name");
    else if (r->method != LWSHUMETH_GET && r->method != LWSHUMETH_HEAD &&
             r->method != LWSHUMETH_POST)
        pl_answer_error(r, 405, "only GET, HEAD and POST are known here");
    else if (n >= PL_PATH_MAX) pl_answer_error(r, 414, "there is no path that long");
    else if (r->method == LWSHUMETH_POST && !pl_guard_origin(r->wsi))
        pl_answer_error(r, 403, "pages of other sites may not post here");
    else memcpy(r->path, path, (size_t)n);
}

static int begin(pl_server *s, struct lws *wsi, pl_request **at)
{
    drop(at);
    pl_request *r = *at = calloc(1, sizeof *r);
    if (!r) return -1;
    r->server = s;
    r->wsi = wsi;
    check_request(r);
    read_token(r);
    if (!r->status && r->method == LWSHUMETH_POST && may_post(r) && r->length) {
        r->body = malloc(r->length);
        return r->body ? 0 : -1; /* the answer waits for it */
    }
    if (!r->status) pl_route(r);
    return begin_answer(r);
}

static int take_body(pl_request *r, const char *bytes, size_t n)
{
    if (!r || r->status) return 0; /* it was refused */
    if (!r->body || r->had + n > r->length) return -1;
    memcpy(r->body + r->had, bytes, n);
    r->had += n;
    return 0;
}

static int end_body(pl_request *r)
{
    if (!r || r->status) return 0;
    pl_route(r);
    return begin_answer(r);
}

int pl_http_event(pl_server *s, struct lws *wsi, enum lws_callback_reasons what, pl_request **r,
                  const char *bytes, size_t n)
{
    switch (what) {
    case LWS_CALLBACK_HTTP: return begin(s, wsi, r);
    case LWS_CALLBACK_HTTP_BODY: return take_body(*r, bytes, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return end_body(*r);
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_piece(*r);
    default: drop(r); return 0;
    }
}
