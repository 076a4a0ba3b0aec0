/* desk.h -- a table of the server: a game, who sits there, who looks on.
 *
 * Nobody is sent anything by a table.  It only changes; every connection knows how far it has
 * read, and reads on when it can be written to (feed.c).  So who comes back reads from the start,
 * who is slow holds nobody up, and a table costs little more than its game.
 */
#ifndef PL_SERVE_DESK_H
#define PL_SERVE_DESK_H

#include "server.h"

enum { PL_TOKEN_TEXT = 60 }; /* letters of a token: a name, a dot, 24 bytes in hexadecimal */

typedef enum { PL_DESK_OPEN, PL_DESK_PLAYING, PL_DESK_OVER } pl_desk_state;

typedef struct {
    pl_place_kept is;
    pl_visitor *visitor; /* who sits there now, or NULL */
    int64_t acts;        /* questions so far */
    int asked;           /* 1: the last one stands */
    int awaited;         /* 1: what has no number and comes before a pong is old */
    int64_t pings;
} pl_chair;

struct pl_desk {
    pl_desk *next; /* in its bucket */
    pl_server *server;
    pl_peer *peer; /* who made it, or NULL: the game is over, or older than the server */
    pl_desk_state state;
    char id[PL_DESK_NAME];
    const pl_game *game;
    pl_table *table;
    pl_recorder *recorder;
    uint64_t seed;
    int seeded, watch, advice, watchers;
    int64_t made, record;
    int64_t left;         /* when the last one went, in milliseconds; while nobody is here */
    pl_visitor *visitors; /* all who are here */
    pl_job *job;          /* an agent thinks */
    int64_t asked;        /* when the seat to move was, in milliseconds */
    int64_t paused;       /* and when the game was paused */
    /* These count, so that connections see what is new to them. */
    int64_t epoch;            /* starts: of the game, and after every take-back */
    int64_t seating;          /* changes of who is here */
    int place;                /* in the queue for an agent; -1: it does not wait */
    int back;                 /* the seat that would take back, or -1 */
    int agreed;               /* bits of the seats that let it */
    int refused;              /* the last seat that would have, but somebody played on */
    int unaware;              /* bits of the seats that have not noticed that */
    int64_t asks;             /* how often somebody would */
    char again[PL_DESK_NAME]; /* the table where they play on */
    pl_chair chair[];
};

/* desk.c */

/* A table of what is kept; NULL with the reason. */
pl_desk *pl_desk_new(pl_server *s, const pl_desk_kept *k, pl_error *err);
void pl_desk_free(pl_desk *d);   /* the game stays in its file, under way */
void pl_desk_disown(pl_desk *d); /* it counts no more among those of who made it */
pl_desk *pl_desk_find(const pl_server *s, const char *id);
/* The seat of a token: its table, and *seat; or NULL, as with an invitation. */
pl_desk *pl_desk_of(const pl_server *s, const char *token, int *seat);
/* The seat that an invitation is for, whether or not it has been taken. */
pl_desk *pl_desk_invited(const pl_server *s, const char *invitation, int *seat);
void pl_desk_keep(const pl_desk *d, pl_desk_kept *out); /* without its agents' spellings */
const char *pl_desk_word(const pl_desk *d);             /* "open", "playing" or "over" */
/* Whether players may be told what agents think: not while people play each other, unless the table
 * was made so. */
int pl_desk_advises(const pl_desk *d);
json_t *pl_desk_seat(const pl_desk *d, int seat); /* who sits there, as anybody may know */
/* Who sits there is called so; a seat that was given a name keeps it, and so do games that have
 * begun. */
void pl_desk_rename(pl_desk *d, int seat, const char *name);
/* Everybody may have something to read. */
void pl_desk_wake(pl_desk *d);
int pl_desk_all(const pl_server *s, int (*visit)(void *with, pl_desk *d), void *with);

/* play.c: the game goes on. */

/* It begins, if all are here; and goes on to where a person is to move or an agent thinks. */
void pl_desk_go_on(pl_desk *d);
/* A seat moved; what it took is known here. */
void pl_desk_move(pl_desk *d, int seat, pl_move m, double value, const char *comment);
void pl_desk_fault(pl_desk *d, int seat, pl_fault f, const char *why);
/* What a player asks for; NULL, or why not. */
const char *pl_desk_ask(pl_desk *d, int seat, pl_message_type what);
/* Take up what was kept: a game under way, or over. */
int pl_desk_resume(pl_desk *d, int over, pl_error *err);
void pl_desk_tick(pl_desk *d);
int64_t pl_desk_spent(const pl_desk *d); /* by the seat to move, in nanoseconds */

/* claim.c: an invitation opens a seat once. */
/* Take the seat, which from now on has the token that is written: 0, or -1 with the reason. */
int pl_claim(pl_desk *d, int seat, char token[PL_TOKEN_TEXT + 1], pl_error *err);
int pl_claim_over(const pl_desk *d, int seat); /* 1: the seat cannot be claimed any more */
void pl_claim_sure(pl_desk *d, int seat);      /* somebody came with the seat's own token */
/* Why what is not the token of a seat opens nothing. */
const char *pl_claim_refusal(const pl_server *s, const char *token);

/* invite.c: secrets and names. */
/* 0, or -1: the system gives no random bytes.  A token begins with the name of its table. */
int pl_invite(const char *id, char token[PL_TOKEN_TEXT + 1]);
int pl_invite_id(char id[PL_DESK_NAME]);
uint64_t pl_invite_seed(void);
void pl_invite_hash(const char *token, unsigned char out[PL_SHA256]);

#endif
