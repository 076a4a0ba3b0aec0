/* contest.h -- what the files of a contest share.
 *
 * What was played is read from the file of records alone, pairing after pairing in an order that
 * results so far decide: so a contest that was interrupted comes to the same, and nothing but
 * verdicts and the secret is kept beside the games. */
#ifndef PL_ARENA_CONTEST_CONTEST_H
#define PL_ARENA_CONTEST_CONTEST_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/text.h"
#include "parlor/contest.h"
#include "parlor/sha256.h"

enum {
    PL_NOBODY = -1,     /* at a place: none is there, or it is not known yet who */
    PL_SECRET_MAX = 128 /* bytes, the end included */
};

typedef enum { PL_UNTRIED, PL_PLAYS, PL_EXCLUDED, PL_OUT } pl_standing_of;

typedef struct {
    pl_contest_entry is;
    pl_standing_of stands;
    char why[256];              /* it is excluded or out */
    double trial;               /* points of trial games, which it is seeded by */
    int32_t seeding;            /* from 1 */
    int32_t faults, pool, rank; /* rank: in its pool, from 1; 0: not known yet */
    int32_t lost;               /* the round of the knock-out, from 1; 0: none */
    uint64_t lot;               /* where all else is equal */
} pl_contestant;

/* A game that is over. */
typedef struct {
    int64_t id;
    double score[2];           /* of both entries: the mean of their seats */
    double at[PL_SEATS_MAX];   /* and of each seat */
    uint8_t who[PL_SEATS_MAX]; /* which of the two sat there */
    int32_t hidden;            /* 1: nobody knew its start */
    int32_t how, fault, by;    /* by: which of them was at fault; -1: neither */
} pl_met;

typedef enum { PL_AWAITED, PL_PLAYING, PL_MET, PL_WALKED_OVER, PL_BYE } pl_bout_state;

typedef struct {
    int32_t who[2];
    pl_bout_state state;
    int32_t of, played; /* games that it has; that are over */
    double points[2], score[2];
    int32_t winner; /* of the knock-out: 0 or 1; -1: not known yet */
    const char *by; /* what decided a tie; or NULL */
    pl_met *game;
    int32_t games, room;
} pl_bout;

typedef struct {
    int32_t member[PL_CONTEST_MAX]; /* entries, in the order of their seeding */
    int32_t members, bouts;
    pl_bout *bout;
} pl_contest_pool;

typedef struct {
    int32_t bouts, unused;
    pl_bout *bout;
} pl_contest_round;
enum { PL_ROUNDS_MAX = 9 };

/* One entrant's results in a pool. */
typedef struct {
    int32_t entry, played, won, drawn, lost, unused;
    double points, score;
} pl_contest_row;

typedef enum { PL_CHECKING, PL_IN_POOLS, PL_KNOCKING_OUT, PL_CONTEST_OVER } pl_contest_stage;

struct pl_contest {
    pl_contest_plan plan;
    pl_contestant *entry;
    char secret[PL_SECRET_MAX];
    int64_t id; /* in the file */
    pl_contest_stage stage;
    int32_t winner; /* or PL_NOBODY */
    int32_t group;  /* games from as many seats as it takes to be fair to both */
    pl_contest_pool pool[PL_CONTEST_POOLS];
    int32_t pools, rounds;
    pl_contest_round round[PL_ROUNDS_MAX];
    pl_bout *playing; /* or NULL */
    double points[2]; /* of that one, before the match under way */
    int32_t before;   /* and its games */
    int32_t turned;   /* 1: the second entry is the first there */
    int64_t saved;    /* when its state was, in milliseconds */
    char *state;
    size_t state_room;

    pthread_mutex_t lock; /* of what follows */
    atomic_int stopped;
    pl_match *match; /* under way, or NULL */
    pl_table *table; /* so, too: a trial game */
};

/* The points of who scored this much against who scored that; means of several seats are not
 * exact, so what is nearly the same is even. */
double pl_contest_points(double mine, double other);
int pl_contest_stopped(void *contest);
/* Say something that happened, where news is not NULL; and save what it has come to. */
int pl_contest_tell(pl_contest *c, const char *news, pl_error *err);

/* words.c: what makes it this contest, its secret and its verdicts, as lines; to be freed.  And
 * those of an earlier run: 0, or -1 with in what they differ. */
char *pl_contest_words(const pl_contest *c);
int pl_contest_recall(pl_contest *c, const char *kept, pl_error *err);
/* secret.c */
int pl_secret_draw(char secret[PL_SECRET_MAX], pl_error *err);
uint64_t pl_secret_seed(const char *secret, const char *what);
void pl_secret_hash(const char *secret, char hex[2 * PL_SHA256 + 1]);
/* Drawn openings of hidden games; *out NULL: they begin at the start.  0, or -1. */
int pl_secret_openings(const pl_game *g, uint64_t seed, int plies, int n, pl_openings **out,
                       pl_error *err);
int pl_secret_plies(const pl_game *g); /* how many suit the game */

/* trial.c: 1: it plays; 0: it does not, and why; -1: stopped. */
int pl_trial(pl_contest *c, pl_contestant *e, char *why, size_t n);
/* The agent that an entry is: a spelling; like snprintf. */
int pl_entry_agent(const pl_contest *c, const pl_contestant *e, char *buf, size_t n);

/* pools.c */
int pl_pools_usual(int entries, int wanted); /* how many pools */
void pl_pools_seed(pl_contest *c);           /* who is how strong, as far as is known */
int pl_pools_draw(pl_contest *c, pl_error *err);
void pl_pools_close(pl_contest *c);
/* Rows of a pool by rank. */
void pl_pools_rows(const pl_contest *c, const pl_contest_pool *p, pl_contest_row *out);

/* bracket.c */
int pl_bracket_draw(pl_contest *c, pl_error *err); /* the first round; the others are empty */
/* The round is over: winners go on. */
void pl_bracket_next(pl_contest *c, int round);
void pl_bracket_close(pl_contest *c);
/* The places of a bracket of n, a power of two: which seed, from 0, is at each. */
void pl_bracket_seeds(int n, int32_t *at);
int pl_contest_place(const pl_contest *c, int entry); /* from 1; 0: not known, or it has none */

/* bout.c: play it to its end; where is what it is called in the file.  1, 0 or -1 as run. */
int pl_bout_play(pl_contest *c, pl_bout *p, const char *where, int decisive, pl_error *err);
void pl_bout_close(pl_bout *p);

/* state.c */
void pl_contest_json(const pl_contest *c, pl_text *t);

#endif
