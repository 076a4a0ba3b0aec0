/* request.h -- one request by HTTP, and its answer. */
#ifndef PL_SERVE_REQUEST_H
#define PL_SERVE_REQUEST_H

#include "assets.h"
#include "server.h"

struct pl_request {
    pl_server *server;
    struct lws *wsi;
    int method; /* LWSHUMETH_GET, ... */
    char path[PL_PATH_MAX];
    char token[PL_TOKEN_MAX]; /* of the Authorization, or "" */
    char *body;
    size_t had, length;
    int ended;  /* 1: all of it came */
    int closes; /* 1: what comes behind it cannot be read, so the answer is the last one */
    lws_sorted_usec_list_t due; /* the time for the body is over, or a pause in sending */
    pl_job *job;                /* that will answer */
    pl_peer *peer;              /* and who asked for that */
    pl_notice *notice;          /* that is waited for, */
    pl_request *next;           /* and who else waits for it */
    /* The answer. */
    int status;
    int begun, finished; /* 1: its head is sent; all of it */
    int wait;            /* after how many seconds to ask again, or 0 */
    int is_gzip;
    const char *type;
    const pl_asset *asset;
    char *owned; /* to be freed */
    const unsigned char *from;
    size_t size, sent;
};

/* request.c */

/* An answer, once: things in JSON, which are taken over; a sentence that says what was wrong; an
 * asset. */
void pl_answer(pl_request *r, int status, json_t *what);
void pl_answer_text(pl_request *r, int status, const char *json); /* which is copied */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void pl_answer_error(pl_request *r, int status, const char *format, ...);
/* Something is wrong on this side: why, which may name files, is for who runs the server. */
void pl_answer_fault(pl_request *r, const char *why);
void pl_answer_asset(pl_request *r, const pl_asset *a);
void pl_answer_nowhere(pl_request *r, const pl_asset *a); /* there is nothing, as that tells */
void pl_answer_send(pl_request *r);                       /* it is there: let it go out */
/* An argument of the query, decoded, into buf: 1; or 0, and buf is "": there is none, or it is too
 * long, and that has been answered. */
int pl_request_argument(pl_request *r, const char *name, char *buf, size_t n);
/* One that is a whole number; normal if there is none, or something else, and that has been answered. */
int64_t pl_request_number(pl_request *r, const char *name, int64_t least, int64_t most,
                          int64_t normal);
/* The body, an object; or NULL, having answered. */
json_t *pl_request_body(pl_request *r);
/* catalog.c: the instance that is asked for by ?spec=, else the usual one of a name, which may be
 * ""; or NULL, having answered. */
const pl_game *pl_request_game(pl_request *r, const char *name);

/* http.c: what libwebsockets tells of requests; what comes back goes back to it. */
int pl_http_event(pl_server *s, struct lws *wsi, enum lws_callback_reasons what, pl_request **r,
                  const char *bytes, size_t n);

/* routes.c: find who answers. */
void pl_route(pl_request *r);

/* Who answers, each in a file of its own: rest is the path after its prefix. */
void pl_get_games(pl_request *r, const char *rest);
void pl_get_game(pl_request *r, const char *rest);
void pl_get_levels(pl_request *r, const char *rest);
void pl_get_agents(pl_request *r, const char *rest);
void pl_get_tables(pl_request *r, const char *rest);
void pl_get_table(pl_request *r, const char *rest);
void pl_post_table(pl_request *r, const char *rest);
void pl_post_again(pl_request *r, const char *rest);
void pl_get_seat(pl_request *r, const char *rest);
void pl_post_seat(pl_request *r, const char *rest);
void pl_get_records(pl_request *r, const char *rest);
void pl_get_record(pl_request *r, const char *rest);
void pl_post_analyse(pl_request *r, const char *rest);
void pl_get_players(pl_request *r, const char *rest);
void pl_get_player(pl_request *r, const char *rest);
void pl_get_leagues(pl_request *r, const char *rest);
void pl_get_league(pl_request *r, const char *rest);
void pl_get_contests(pl_request *r, const char *rest);
void pl_get_contest(pl_request *r, const char *rest);
void pl_get_nets(pl_request *r, const char *rest);
void pl_get_net(pl_request *r, const char *rest);
void pl_get_solution(pl_request *r, const char *rest);
void pl_post_solution(pl_request *r, const char *rest);
void pl_get_sets(pl_request *r, const char *rest);
void pl_post_mix(pl_request *r, const char *rest);
void pl_analyse_forget(pl_request *r); /* who asked is gone */

#endif
