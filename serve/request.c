/* request.c -- what is asked by HTTP, and answers to it. */
#include "request.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 4096 }; /* bytes that libwebsockets keeps of the head of a request */

static void set(pl_request *r, int status, const char *type, char *text)
{
    if (r->status) { /* it was answered before */
        free(text);
        return;
    }
    r->status = status;
    r->type = type;
    r->owned = text;
    r->from = (unsigned char *)text;
    r->size = text ? strlen(text) : 0;
}

void pl_answer(pl_request *r, int status, json_t *what)
{
    char *text = what ? json_dumps(what, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    json_decref(what);
    set(r, text ? status : 500, "application/json", text);
}

void pl_answer_text(pl_request *r, int status, const char *json)
{
    char *text = strdup(json);
    set(r, text ? status : 500, "application/json", text);
}

void pl_answer_error(pl_request *r, int status, const char *format, ...)
{
    char said[512];
    va_list list;
    va_start(list, format);
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    json_t *text = json_string(said);
    pl_answer(r, status, json_pack("{s:o}", "error", text ? text : json_string("bad request")));
}

void pl_answer_fault(pl_request *r, const char *why)
{
    fprintf(stderr, "parlor: %s\n", why);
    pl_answer_error(r, 500, "the server cannot read its records");
}

static int takes_gzip(struct lws *wsi)
{
    char said[256];
    return lws_hdr_copy(wsi, said, sizeof said, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 &&
           strstr(said, "gzip");
}

static int has_it(struct lws *wsi, const pl_asset *a)
{
    char said[128];
    return lws_hdr_copy(wsi, said, sizeof said, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
           strstr(said, a->tag);
}

static void set_asset(pl_request *r, int status, const pl_asset *a)
{
    r->status = status;
    r->type = a->type;
    r->asset = a;
    r->is_gzip = takes_gzip(r->wsi);
    r->from = r->is_gzip ? a->gzip : a->raw;
    r->size = status == 304 ? 0 : r->is_gzip ? a->gzip_size : a->raw_size;
}

void pl_answer_asset(pl_request *r, const pl_asset *a)
{
    set_asset(r, has_it(r->wsi, a) ? 304 : 200, a);
}

void pl_answer_nowhere(pl_request *r, const pl_asset *a)
{
    set_asset(r, 404, a);
}

int pl_request_argument(pl_request *r, const char *name, char *buf, size_t n)
{
    char given[HEAD_MAX], key[32];
    snprintf(key, sizeof key, "%s=", name);
    const char *value = lws_get_urlarg_by_name(r->wsi, key, given, (int)sizeof given);
    *buf = 0;
    if (!value) return 0;
    if (strlen(value) >= n) {
        pl_answer_error(r, 400, "'%s' has at most %zu bytes", name, n - 1);
        return 0;
    }
    memcpy(buf, value, strlen(value) + 1);
    return 1;
}

int64_t pl_request_number(pl_request *r, const char *name, int64_t least, int64_t most,
                          int64_t normal)
{
    char text[24];
    if (!pl_request_argument(r, name, text, sizeof text)) return normal;
    size_t n = strlen(text);
    int64_t x = n && n < 19 && strspn(text, "0123456789") == n ? atoll(text) : -1;
    if (x >= least && x <= most) return x;
    pl_answer_error(r, 400, "'%s' is a whole number from %lld to %lld", name, (long long)least,
                    (long long)most);
    return normal;
}

/* The library's words, but where they name its own switches. */
static const char *why_none(const json_error_t *why)
{
    return json_error_code(why) == json_error_null_character ? "a text has a NUL in it" : why->text;
}

json_t *pl_request_body(pl_request *r)
{
    json_error_t why;
    json_t *body = json_loadb(r->body ? r->body : "", r->had, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(body)) return body;
    pl_answer_error(r, 400, "the body is no JSON object: %.200s",
                    body ? "it is something else" : why_none(&why));
    json_decref(body);
    return NULL;
}
