/* protocol.h -- the Parlor protocol: what a host and a player say to each other.
 *
 * One message is one line: a JSON object in UTF-8 with a "type".  It is the same
 * over a pipe, a socket and a web socket; docs/protocol.md is the specification.
 *
 *     {"type":"act","act":1,"legal":["pass","bet"],"numbers":[0,1],...}
 *     {"type":"move","act":1,"move":"bet"}
 *
 * Whatever is written for a seat is made from its views, never from a state.
 */
#ifndef PL_PROTOCOL_H
#define PL_PROTOCOL_H

#include "parlor/agent.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
    PL_PROTOCOL = 1,       /* the version that is spoken */
    PL_LINE_MAX = 1 << 20, /* bytes of the longest line, its end included */
    PL_SAID_MAX = 512,     /* bytes of a reason or a comment, its end included */
    PL_TOKEN_MAX = 80      /* bytes of a token, its end included */
};

typedef enum {
    PL_MSG_HELLO, /* both: who speaks, and which version */
    PL_MSG_START, /* host: a game begins, or begins anew */
    PL_MSG_SAW,   /* host: what the seat noticed of a ply */
    PL_MSG_ACT,   /* host: it is the seat's turn */
    PL_MSG_ERROR, /* host: what was wrong */
    PL_MSG_OVER,  /* host: the game has ended */
    PL_MSG_MOVE,  /* player */
    PL_MSG_RESIGN,
    PL_MSG_BACK, /* player: take my last move back, or I agree; host: somebody asks for it */
    PL_MSG_PAUSE,
    PL_MSG_RESUME, /* player: please; host: somebody did */
    PL_MSG_PING,
    PL_MSG_PONG,
    PL_MSG_BYE,     /* both: nothing follows */
    PL_MSG_DECLINE, /* player: nothing is to be taken back; host: somebody says so */
    PL_MSG_TYPES
} pl_message_type;

/* A JSON value as it stands in the line; at is NULL where there is none. */
typedef struct {
    const char *at;
    size_t n;
} pl_piece;

/* A message that was read.  What it does not have is 0, "" or as said here.  The
 * pieces point into the line, which must outlive them; their elements are of the
 * right type. */
typedef struct {
    pl_message_type type;
    int32_t protocol; /* of hello */
    int32_t watch;    /* of hello: 1: as a spectator */
    int32_t raw;      /* of hello: 1: it would have the bytes of views, too */
    int32_t once;     /* of hello: 1: it goes when the game is over, if none follows */
    int32_t seat;     /* of start: its own, or PL_PUBLIC; of move: whose it is; of saw, back,
                       * decline, pause and resume: whose doing it is, or PL_CHANCE; PL_OVER
                       * where it is not said */
    int32_t turn;     /* of start, saw and act: whose it is, PL_CHANCE or PL_OVER */
    int32_t players;  /* of start */
    int32_t again;    /* of error: 1: the seat is asked again */
    pl_move move;     /* of move, by its number, or PL_ILLEGAL: by its name; of saw: the code */
    int64_t number;   /* of act; of move: of the act that it answers; of ping and pong;
                              * -1 where it is not said */
    double value;     /* of move: what the player expects to score; NAN where not said */
    pl_time time;     /* of act */
    pl_pace pace;     /* of start */
    char name[PL_NAME_MAX];   /* who says hello; the game of start; the move of saw and move */
    char game[PL_SPEC_MAX];   /* of start: with its parameters */
    char token[PL_TOKEN_MAX]; /* of hello: the secret that a seat is claimed with */
    char how[16];             /* of over: "rules", "forfeit", "resigned" or "aborted" */
    char said[PL_SAID_MAX];   /* the reason of error, over and bye; the comment of move */
    pl_piece params;          /* of start: an object of numbers and strings */
    pl_piece names;           /* of start: the seats', an array of strings */
    pl_piece legal, numbers;  /* of act: as many strings as numbers */
    pl_piece strategy;        /* of move: an object of shares by the moves' names */
    pl_piece scores;          /* of over: an array of numbers; none if the game was aborted */
    pl_piece view, text;      /* of start, saw and act: an object, and a string of lines */
    pl_piece bytes;           /* and, for who asked, the view itself as pl_state_text() has it */
} pl_message;

/* Read one line of n bytes, with or without its end.  0; or a sentence that says what was
 * wrong, with 1 for a message of a type that this version does not know, else with -1.
 * Members that it does not know are passed over; so do players with such messages. */
int pl_message_read(const char *line, size_t n, pl_message *m, pl_error *err);
const char *pl_message_name(pl_message_type type); /* "hello", "start", ... */
/* The legal move of view that a move message names; or PL_ILLEGAL. */
pl_move pl_message_choice(const pl_message *m, const pl_game *g, const void *view);
/* Pieces: a string, decoded, or a number: 0, or -1 if it is none or does not fit;
 * and the next of an array's or object's values, with its key or an empty piece,
 * beginning with *at {NULL, 0}: 1, or 0 after the last. */
int pl_piece_string(pl_piece p, char *buf, size_t n);
int pl_piece_number(pl_piece p, double *out);
int pl_piece_next(pl_piece all, pl_piece *at, pl_piece *key, pl_piece *value);

/* Writers.  All end the line and return like snprintf. */

/* token NULL or "": none is needed; wishes: bits. */
enum { PL_HELLO_WATCH = 1, PL_HELLO_RAW = 2, PL_HELLO_ONCE = 4 };
int pl_message_hello(const char *name, const char *token, int wishes, char *buf, size_t n);
/* A game begins for seat, or PL_PUBLIC; names and pace may be NULL. */
int pl_message_start(const pl_game *g, int seat, const char *const *names, const pl_pace *pace,
                     const void *view, char *buf, size_t n);
/* The seat noticed code of a move by who; its views before and after. */
int pl_message_saw(const pl_game *g, int who, pl_move code, const void *before, const void *after,
                   char *buf, size_t n);
/* The seat is to move.  Acts are numbered for each seat on its own, or their numbers
 * would tell of plies that it did not notice. */
int pl_message_act(const pl_game *g, int64_t number, const pl_time *time, const void *view,
                   char *buf, size_t n);
/* A line of start, saw or act once more, with the view as bytes: what pl_state_text()
 * wrote. */
int pl_message_raw(const char *line, const char *bytes, char *buf, size_t n);
int pl_message_error(const char *reason, int again, char *buf, size_t n);
/* how: pl_ending_name(); reason NULL or "": it needs none. */
int pl_message_over(const pl_game *g, const double *score, const char *how, const char *reason,
                    char *buf, size_t n);
/* act -1, value NAN, comment NULL: not said. */
int pl_message_move(const char *move, int64_t act, double value, const char *comment, char *buf,
                    size_t n);
int pl_message_ping(pl_message_type type, int64_t number, char *buf, size_t n); /* or pong */
/* resign, back, decline, pause and resume; who: whose doing it is, or PL_OVER: not said. */
int pl_message_plain(pl_message_type type, int who, char *buf, size_t n);
int pl_message_bye(const char *reason, char *buf, size_t n);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
