/* agent.h -- who plays.  An agent is given views and what its seat notices of
 * each move, never a state.
 *
 *     pl_agent *a = pl_agent_open("ismcts(iterations=2000)", g, seed, &err);
 *
 * The life of an agent in a game: begin; then, in the order of play, heard for
 * every ply that its seat notices and pick when it is its turn; over.  One
 * agent sits at one seat, game after game.
 */
#ifndef PL_AGENT_H
#define PL_AGENT_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_agent pl_agent;

/* What an agent thinks of one of its legal moves. */
typedef struct {
    pl_move move;
    int32_t proven; /* 1: value is exact */
    double share;   /* how likely it plays it: its mixed strategy */
    double visits;  /* how often it was tried; 0 where nothing is counted */
    double value;   /* the score that its seat expects; NAN: not known */
} pl_opinion;

/* Why an agent picked as it did. */
typedef struct {
    const pl_opinion *of; /* its legal moves, ascending; the agent's own memory */
    const pl_move *line;  /* what it expects to be played, its own move first */
    int32_t options, length;
    int64_t iterations; /* or nodes visited, where it counts those */
    int64_t nodes;      /* kept in memory, of node_bytes each */
    int64_t node_bytes;
    double seconds;
    int32_t trees; /* beside each other, of which the first is told; 0: as good as one */
} pl_reasons;

/* A move in the tree that an agent searched, as its seat sees it. */
typedef struct {
    pl_move code;   /* a move of its own; of others and of chance, what it would notice */
    int32_t depth;  /* 1: its own moves now; 2: what may follow on one; ... */
    int32_t shown;  /* 1: no move, but what its own move, just above, would show to it */
    int32_t proven; /* 1: value is exact */
    int32_t seat;   /* whose score value is */
    int32_t unused;
    double visits; /* 0 where nothing is counted */
    double value;  /* NAN: not known */
} pl_branch;

/* How long a pick may take, in seconds; 0: no limit. */
typedef struct {
    double most;            /* later it is too late */
    double advised;         /* so much leaves enough for the rest of the game */
    double left, increment; /* on its clock for the whole game, and gained with each move */
    double bank;            /* what is in most beyond the time of one move */
} pl_time;

/* How long a seat may take, in nanoseconds; 0: no limit.  A move that takes longer
 * than move draws on the bank; all moves together may take game, to which every
 * move adds increment. */
typedef struct {
    int64_t move, game, increment, bank;
} pl_pace;

/* What may become of a move that never comes. */
typedef enum {
    PL_WAITING,      /* nothing is wrong: whoever was to move was stopped, and may be asked again */
    PL_ILLEGAL_MOVE, /* it is none of the legal ones */
    PL_TIMEOUT,      /* it came too late, or not before its time was up */
    PL_CRASH,        /* the player's program ended, or could not be started */
    PL_HANG,         /* it does not answer at all, where no clock runs */
    PL_GARBAGE,      /* what came is no message, or none that was asked for */
    PL_DISCONNECT,   /* the connection is gone, and did not come back in time */
    PL_FAULTS,
    PL_RESIGNS = PL_FAULTS /* no fault: it gives the game up */
} pl_fault;

/* Is told of branches, each before those below it; 0: leave out what is below. */
typedef int pl_branch_fn(void *with, const pl_branch *b);

/* A kind of agent.  Only pick is needed; the others may be NULL. */
typedef struct {
    int32_t abi;  /* PL_ABI */
    int32_t size; /* bytes of the agent's own struct, which begins with pl_agent */
    const char *name, *about;
    const char *game;       /* the one game that it plays, or NULL: any */
    const pl_param *params; /* what may stand in brackets after its name */
    /* Set up the rest of *a, which comes zeroed.  0, or -1 with the reason.
     * The one place where an agent allocates; close gives it back, also what
     * an open that failed has left. */
    int (*open)(pl_agent *a, pl_error *err);
    void (*close)(pl_agent *a);
    /* A game begins, with the agent at a->seat: forget the last one. */
    void (*begin)(pl_agent *a);
    /* The seat noticed code of a move by who (a seat, itself included, or
     * PL_CHANCE) and now has this view.  Code is what seen() says, never
     * PL_NOTHING: of plies that a seat does not notice it is not told. */
    void (*heard)(pl_agent *a, int who, pl_move code, const void *view);
    /* It is the agent's turn: a legal move of the view. */
    pl_move (*pick)(pl_agent *a, const void *view);
    /* The game is over; everybody's score. */
    void (*over)(pl_agent *a, const double *score);
    /* What it thought when it last picked, or thinks so far while it does;
     * what out points to lasts until it picks again. */
    void (*why)(pl_agent *a, pl_reasons *out);
    /* Which games open accepts, in a few words for lists; NULL: as game says. */
    const char *plays;
    /* The tree it searched when it last picked, until it hears of the next ply. */
    void (*tree)(pl_agent *a, pl_branch_fn *visit, void *with);
    /* Why the last pick was no legal move, with a sentence; for agents that live
     * elsewhere. */
    pl_fault (*fault)(pl_agent *a, const char **text);
    /* What it said of its last move, or NULL; lasts until it picks again. */
    const char *(*comment)(pl_agent *a);
    /* What poll() may wait on until a pick that was stopped can go on, for agents that
     * think elsewhere and so can be many at once: parlor/table.h, pl_tables_run(). */
    int (*descriptor)(pl_agent *a);
    /* 1: a pick is drawn by the shares that why() tells, and these follow from what its seat noticed
     * alone: so whoever counts its luck may trust them. */
    int32_t mixes;
} pl_agent_type;

struct pl_agent {
    const pl_agent_type *type;
    const pl_game *game;
    pl_rng rng; /* its own stream */
    int64_t seat;
    double arg[PL_PARAMS_MAX];              /* its parameters */
    char text[PL_SPEC_MAX];                 /* those that are PL_TEXT */
    struct pl_control *control;             /* whether it has been told to stop */
    void (*watch)(pl_agent *a, void *with); /* called now and then by a long pick; or NULL */
    void *with;
    pl_time time;             /* what its picks may take */
    const pl_pace *pace;      /* and the clock of its table; or NULL */
    const char *const *names; /* of all seats, for display; or NULL */
    const char *ended; /* for over(): why the game ended, where it is not by its rules; or NULL */
    const char *how;   /* and in which way, as pl_ending_name() calls it; or NULL */
};

extern const pl_agent_type pl_random; /* any legal move, each as likely */

/* The kinds in this build, NULL-terminated; and one by its name, or NULL. */
const pl_agent_type *const *pl_agents(void);
const pl_agent_type *pl_agent_find(const char *name);

/* An agent for g, which must outlive it, from "name" or "name(key=value,...)";
 * NULL with the reason. */
pl_agent *pl_agent_open(const char *spec, const pl_game *g, uint64_t seed, pl_error *err);
/* The same for a kind that is not in the list; args is "key=value,..." or "". */
pl_agent *pl_agent_make(const pl_agent_type *type, const char *args, const pl_game *g,
                        uint64_t seed, pl_error *err);
/* Who plays by a net, which must be for g and outlive it, one ply ahead. */
struct pl_net;
pl_agent *pl_net_agent(const struct pl_net *net, const pl_game *g, uint64_t seed, pl_error *err);
void pl_agent_free(pl_agent *a);
/* The canonical spelling, all parameters included; returns like snprintf. */
int pl_agent_spec(const pl_agent *a, char *buf, size_t n);
/* The value of parameter i, where it is PL_TEXT. */
const char *pl_agent_text(const pl_agent *a, int i);

/* How strong an opponent is, 1 .. PL_LEVELS: the agent that plays g at that level, printed like
 * snprintf; and what the level is called ("easy"), or NULL.  Games that are small enough to be
 * solved at once have one more, against which nobody wins in the long run more than the rules
 * give him: the highest level of g is PL_UNBEATABLE there, PL_LEVELS elsewhere.  A higher level
 * than there is stands for PL_LEVELS. */
enum { PL_LEVELS = 10, PL_UNBEATABLE };
int pl_level_top(const pl_game *g);
int pl_level_agent(const pl_game *g, int level, char *buf, size_t n);
const char *pl_level_name(int level);

/* How strong an agent is at a game: Elo above level 1, with its interval of 95 %. */
typedef struct {
    char agent[PL_SPEC_MAX]; /* the canonical spelling */
    double elo, low, high;
    int64_t games;   /* that it is known from */
    int32_t level;   /* 0: none, but a policy of the solved game */
    int32_t clocked; /* 1: often at the end of its time, so that a quicker machine plays better */
} pl_rated;
/* What was measured beforehand, of a game by its canonical spelling: how many, 0 if nothing was; at
 * most PL_RATED_MAX. */
enum { PL_RATED_MAX = 24 };
int pl_ladder_known(const char *game, pl_rated *out);

/* Tell of one ply: move m is about to be played in s.  Call it for every agent
 * before the move is applied; only what a->seat may know is passed on. */
void pl_agent_tell(pl_agent *a, const void *s, pl_move m);
void pl_agent_begin(pl_agent *a, int seat);
/* Its move in s, chosen by the view of its seat; PL_ILLEGAL if it is none. */
pl_move pl_agent_pick(pl_agent *a, const void *s);
void pl_agent_over(pl_agent *a, const void *s);
/* What it thought: 0, or -1 where this kind does not tell. */
int pl_agent_why(pl_agent *a, pl_reasons *out);
/* What it expected of this move when it last picked; NAN: it does not tell. */
double pl_agent_value(pl_agent *a, pl_move m);
/* The tree it searched: 0, or -1 where this kind does not tell.  Of those that
 * keep no tree it is their moves and the line that they expect. */
int pl_agent_tree(pl_agent *a, pl_branch_fn *visit, void *with);
/* From any thread: end the pick that is under way, with the best move so far, or
 * else the next one as soon as it begins; the one after that is free again. */
void pl_agent_stop(pl_agent *a);
/* For agents: whether to stop. */
int pl_agent_stopped(const pl_agent *a);
/* For agents that ask another one, which they free before they end: whenever they are to
 * stop it is to stop, too. */
void pl_agent_obey(pl_agent *a, const pl_agent *whom);

/* A whole game from the start with an agent at every seat, chance drawn from r.
 * The plies played and everybody's score; or -1, score not written, if an
 * agent's move is not legal. */
int64_t pl_play(const pl_game *g, pl_agent *const *seat, pl_rng *r, double *score);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
