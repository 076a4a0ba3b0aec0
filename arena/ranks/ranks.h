/* ranks.h -- what the files of matches on many processes share.
 *
 * A message is a parcel.  The leader says PLAN (a match begins), STINTS, END (of a match), ALIVE,
 * BYE, and when all have answered that, GO.  What the others say is of one kind: which match they
 * play, how many stints they can hold, whether they have heard BYE, and what came of stints. */
#ifndef PL_ARENA_RANKS_RANKS_H
#define PL_ARENA_RANKS_RANKS_H

#include "arena/match/match.h"
#include "parlor/ranks.h"
#include "table/parcel.h"

/* freight.c: what is sent. */
void pl_put_stint(pl_parcel *p, pl_match *m, const pl_stint *u); /* with the games known of it */
void pl_get_stint(pl_parcel *p, pl_match *m, pl_stint *out);     /* these are heard of */
void pl_put_outcome(pl_parcel *p, const pl_match *m, const pl_outcome *o);
void pl_get_outcome(pl_parcel *p, const pl_match *m, pl_outcome *o);
void pl_put_tally(pl_parcel *p, const pl_tally *t);
void pl_get_tally(pl_parcel *p, pl_tally *t); /* which was cleared for the same entrants */

/* plan.c: a match as others are told of it, and what they have of it. */
typedef struct {
    const pl_game *game;
    pl_openings *openings;
    pl_entrant *entrant;
    int64_t *player;
    pl_sprt sprt;
    pl_match_plan plan;
    int64_t match; /* its number in the file */
} pl_engagement;
void pl_put_plan(pl_parcel *p, const pl_match *m);
int pl_get_plan(pl_parcel *p, pl_engagement *out, pl_error *err);
void pl_engagement_close(pl_engagement *e);

typedef enum {
    PL_SAY_PLAN,
    PL_SAY_STINTS,
    PL_SAY_END,
    PL_SAY_ALIVE,
    PL_SAY_BYE,
    PL_SAY_GO
} pl_say_kind;
/* What follows the head of a message to the leader. */
typedef enum { PL_TELL_GAME = 1, PL_TELL_STINT, PL_TELL_FAILED, PL_TELL_IDLE } pl_tell_kind;

/* The leader's books. */
typedef struct {
    pl_stint stint;
    pl_heard *heard; /* games of it that are over */
    int32_t heards, room;
} pl_lease;
typedef struct {
    double heard;  /* when it last spoke */
    int64_t told;  /* the match that it was told of */
    int32_t holds; /* stints that it can have at a time */
    int32_t leases, room;
    pl_lease *lease;
    pl_parcel out;       /* stints that are to be sent */
    int32_t lost, idle;  /* idle: it has left the match that has ended */
    int32_t bye, unused; /* it has said so */
} pl_member;

struct pl_ranks {
    pl_carrier carrier;
    pthread_mutex_t lock;
    pthread_cond_t bell; /* the match has ended, or there is something to send */
    pthread_t thread;    /* of the leader: reads and answers */
    int32_t threaded, closing;
    int32_t whole, unused;  /* whole: all are there at the end */
    int64_t serial, leases; /* matches so far, and leases */
    pl_match *match;        /* the one under way; or NULL */
    int32_t ending, turn;   /* ending: no more stints; turn: who gets the next */
    pl_cursor cursor;       /* to take stints with */
    pl_tally *spare;
    pl_table *table; /* of which the recorder is, which takes games of others */
    pl_recorder *recorder;
    pl_parcel plan;
    pl_member *member; /* of ranks; that of the leader is not used */
    double spoke;      /* when the others were last told that it lives */
    pl_traffic traffic;
};

/* boss.c: the leader. */
int pl_boss_open(pl_ranks *r, pl_error *err);
void pl_boss_close(pl_ranks *r);
/* A match begins; it has ended, whether or not everything was played.  0 or -1. */
int pl_ranks_begin(pl_ranks *r, pl_match *m, pl_error *err);
void pl_ranks_end(pl_ranks *r);

/* books.c, with the lock: a message of a member; stints for those who can hold some; who was silent. */
void pl_boss_hear(pl_ranks *r, int from, pl_parcel *p);
void pl_boss_feed(pl_ranks *r);
void pl_boss_watch(pl_ranks *r, double now);
void pl_boss_drop(pl_ranks *r); /* nothing of the match is leased any more */
void pl_ranks_say(pl_ranks *r, int to, const pl_parcel *p);

/* Seconds: between signs of life; of silence after which somebody is lost; after which there is
 * nobody to play for. */
#define PL_BEAT 0.25
#define PL_SILENT 5.0
#define PL_ALONE 30.0
/* Wait for the bell, but no longer; with the lock. */
void pl_ranks_wait(pl_ranks *r, double seconds);

#endif
