/* match.h -- many games between agents: who meets whom, on fair terms, and what came of it.
 *
 *     pl_entrant who[] = {{"old", "mcts(iterations=100)"}, {"new", "mcts(iterations=200)"}};
 *     pl_match_plan plan = pl_match_usual(g, who, 2);
 *     pl_match *m = pl_match_open(&plan, &err);
 *     pl_match_run(m, &err);
 *     pl_standing s;
 *     pl_match_standing(m, 0, &s);
 *
 * A pairing is a set of entrants at one table.  It plays groups of games: one deal from
 * every seat, and the group is one sample (parlor/stats.h).  What falls in a game depends
 * on the seed, the pairing, the group and the game alone, so results are the same bits on
 * any number of threads, with or without a record.  Link with libparlor-match.
 */
#ifndef PL_MATCH_H
#define PL_MATCH_H

#include "parlor/luck.h"
#include "parlor/ratings.h"
#include "parlor/records.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { PL_ENTRANTS_MAX = 512 };

/* Who meets whom.  ROUND_ROBIN: everybody; GAUNTLET: the first entrant all the others;
 * RANDOM: for each group a table is drawn; BALANCED: the same, but everybody plays as often
 * and takes each place as often; NEIGHBOURS: entrants are given from the weakest to the strongest,
 * and meet those next to them, and half as often those one further; SWISS: neighbours in the
 * standings, who have not met if that can be; KNOCK_OUT: the best of a table go on, the others
 * are out. */
typedef enum {
    PL_ROUND_ROBIN,
    PL_GAUNTLET,
    PL_RANDOM_TABLES,
    PL_BALANCED_TABLES,
    PL_NEIGHBOURS,
    PL_SWISS,
    PL_KNOCK_OUT,
    PL_FORMATS
} pl_format;
const char *pl_format_name(pl_format f); /* "round-robin", "gauntlet", "random", ... */

/* What a group is.  ROTATIONS: as many games as seats, one deal, everybody sits everywhere
 * once; PERMUTATIONS: the same with every order of seats; FRESH: as ROTATIONS, but each
 * game has a deal of its own; SHUFFLED: one game, its seats drawn. */
typedef enum {
    PL_ROTATIONS,
    PL_PERMUTATIONS,
    PL_FRESH_DEALS,
    PL_SHUFFLED_SEATS,
    PL_FAIRNESSES
} pl_fairness;
const char *pl_fairness_name(pl_fairness f); /* "rotations", "permutations", ... */

/* Who plays: an agent as pl_agent_open() takes it.  name NULL: as its kind is called. */
typedef struct {
    const char *name, *agent;
} pl_entrant;

/* Positions to begin from: lists of moves, one on a line, by name, outcomes of chance included;
 * blank lines and what follows a '#' do not count.  What a line does not say of chance is drawn.
 * Group i begins from line i, and again from the first. */
typedef struct pl_openings pl_openings;
pl_openings *pl_openings_read(const pl_game *g, FILE *in, const char *file, pl_error *err);
/* The same drawn: so many lines of that many plies, each legal move as likely; a line is shorter
 * where chance moves or the game would be over.  NULL: out of memory. */
pl_openings *pl_openings_random(const pl_game *g, int lines, int plies, uint64_t seed);
void pl_openings_free(pl_openings *o);
int pl_openings_count(const pl_openings *o);

enum { PL_BEGIN_OR_RESUME = 2 };
typedef struct pl_match pl_match;
typedef struct {
    const pl_game *game; /* must outlive the match */
    const pl_entrant *entrant;
    int32_t entrants, threads;
    pl_format format;
    pl_fairness fairness;
    int64_t games;    /* of each pairing, or in all where tables are drawn; whole groups */
    int32_t rounds;   /* of SWISS; 0: enough for one to win them all */
    int32_t refereed; /* 1: rules below count, and the referee sees to them */
    pl_table_rules rules;
    uint64_t seed;
    const pl_openings *openings; /* or NULL; must outlive the match */
    const pl_sprt *sprt;         /* stop when it is decided, between two entrants; or NULL */
    pl_records *file;            /* every game is kept there; or NULL */
    int32_t resume;  /* 1: go on with this match in the file; PL_BEGIN_OR_RESUME: if it is there */
    int32_t advance; /* of KNOCK_OUT: who goes on from a table; 0: half of it */
    const char *label; /* what else makes it this match, as a line without its end; or NULL */
    void (*tell)(void *with, pl_match *m); /* a few times a second while it runs; or NULL */
    void *with;
    /* How luck is counted: "tree", "exact", "rollouts" or "rollouts:N", the file of a policy,
     * "auto": the first of these that the game allows; or NULL: it is not. */
    const char *luck;
    int32_t curveless; /* 1: how it stood in its course is not asked for */
    int32_t online;    /* 1: ratings are kept up game by game, too */
    int32_t hidden; /* 1: nobody is to know the seed yet: the file does not tell it of the match */
    int32_t apart;  /* 1: a thread for each game, also of programs: who is slow to start takes
                       nobody else's time */
    struct pl_ranks *ranks; /* other processes that play along (parlor/ranks.h); or NULL */
} pl_match_plan;

/* Round robin of 1,000 games a pairing, rotations, one thread, seed 1. */
pl_match_plan pl_match_usual(const pl_game *g, const pl_entrant *who, int n);
/* Everything is copied but what must outlive it.  Every agent has been opened once when
 * this comes back, so one that cannot play the game is found here.  NULL with the reason. */
pl_match *pl_match_open(const pl_match_plan *plan, pl_error *err);
/* 1: over; 0: stopped, and can be run on; -1 with the reason. */
int pl_match_run(pl_match *m, pl_error *err);
void pl_match_stop(pl_match *m); /* from any thread: let run come back soon */
void pl_match_free(pl_match *m);

/* How far it is; of a match under way, too. */
typedef struct {
    int64_t games, of;     /* over; that will be, as far as is known */
    int64_t groups, group; /* counted; games in one */
    int64_t aborted;       /* games without a result: in their groups only faults, times and
                              lengths count */
    int64_t resumed;       /* games that were in the file already */
    int64_t alike;         /* pairings of ten groups or more that all came out alike, in scores and
                      lengths: one sample each, perhaps, and not many */
    int32_t round, rounds;
    double seconds;             /* of this run */
    pl_sprt_result sprt;        /* where one is asked for */
    pl_times length;            /* plies of a game, chance included */
    pl_mean seat[PL_SEATS_MAX]; /* what a seat scores in all games of a group */
} pl_match_course;
void pl_match_course_of(pl_match *m, pl_match_course *out);
/* What a seat scores in a game, whoever sits there, 95 %. */
void pl_match_seat(pl_match *m, int seat, pl_interval *out);

enum { PL_WIN, PL_DRAW, PL_LOSS };
/* What became of an entrant.  A win is the best score alone, a draw a share of it. */
typedef struct {
    char name[PL_NAME_MAX];
    const char *agent;           /* its canonical spelling */
    int64_t games;               /* seats taken in games that were counted */
    int64_t at[PL_SEATS_MAX][3]; /* wins, draws and losses by seat */
    pl_interval payoff;          /* the mean of a game, 95 % */
    pl_histogram scores;         /* of single games */
    int64_t faults[PL_FAULTS];
    pl_times times; /* of its moves, where they were measured */
    double points;  /* of SWISS: the share of its opponents that it was ahead of, table by
                       table, a half for a tie; of KNOCK_OUT: tables that it went on from */
    int32_t out;    /* of KNOCK_OUT: the round it lost in; 0: none */
    int32_t unused;
    double superiority; /* how likely it is better than those whom it met, taken together */
} pl_standing;
int pl_match_entrants(const pl_match *m);
void pl_match_standing(pl_match *m, int i, pl_standing *out);

/* The mean of a game less luck, 95 %, where luck is counted; weights are of the kinds of luck.  0;
 * or -1: it is not counted, or there were games, so many, whose luck nobody knows, since they were cut
 * short.  And how it is counted, and whether the entrant's own moves are part of it. */
enum {
    PL_LUCK_CHANCE, /* what chance brought */
    PL_LUCK_MOVES,  /* what was drawn by agents whose chances are known */
    PL_LUCK_HANDS,  /* what they might have held as well */
    PL_LUCKS
};
int pl_match_luck(pl_match *m, int i, pl_controlled *out, int64_t *unknown);
const char *pl_match_luck_how(const pl_match *m); /* NULL: it is not */
int pl_match_luck_known(const pl_match *m, int i);

/* Two entrants where they met: how often i scored more than j in one game, as much, less;
 * and groups by the half points that i got of them, as pl_elo() takes it. */
typedef struct {
    int64_t better, even, worse;
    int32_t kinds; /* 2 * games of a group + 1; 0: groups are too large for it */
    int32_t unused;
    int64_t count[PL_KINDS_MAX];
} pl_duel;
void pl_match_duel(pl_match *m, int i, int j, pl_duel *out);
/* The same in the course of the match: how it stood at some points, a few dozen at the most, which
 * depend on neither clock nor threads.  Returns the games that were counted then.  Of more than two
 * entrants kinds is 0; of more than 64 there are no points. */
enum { PL_POINTS_MAX = 64 };
int pl_match_points(pl_match *m);
int64_t pl_match_point(pl_match *m, int point, int i, int j, pl_duel *out);

/* Elo of all entrants as people are told it, now or at a point of the course: of two the difference,
 * by groups; of more their ratings, about 0.  NAN: there is nothing to go by.  1: results alone put no
 * bounds to them, and a prior does. */
enum { PL_NOW = -1 };
int pl_match_elo(pl_match *m, int point, pl_interval *elo);
/* The entrants by rank: who stayed in longest, has most points, scores most. */
void pl_match_rank(pl_match *m, int *out);

/* A match that somebody else plays and records, told by the words that its file has of it
 * (pl_records_matches): its agents are not opened, and it cannot be run.  NULL with the reason. */
pl_match *pl_match_follow(const char *words, pl_error *err);
/* Count the games that came to the file since, at most so many: the last game of the file that has
 * been read, 0 if there is none; -1 with the reason.  Then all that is told of a match is as it would be
 * there, but for times; of more than 128 entrants there are no ratings. */
int64_t pl_match_catch_up(pl_match *m, pl_records *r, int64_t match, int64_t most, pl_error *err);
/* What was planned: of one that is followed, too. */
void pl_match_plan_of(const pl_match *m, pl_match_plan *out);

/* The number of the match in its file, as pl_records_match_begin() gave it; 0: it is in none. */
int64_t pl_match_number(const pl_match *m);

/* Ratings of three entrants or more, about 0: at tables of two as pl_bradley_terry(), at tables of
 * several as pl_plackett_luce(), or by who scored more than whom where an entrant sits at two places or too
 * many orders came.  Intervals are from groups, whatever goes on inside of them.  -1, too, of two
 * entrants, for whom pl_elo() has the better answer. */
int pl_match_ratings(pl_match *m, const pl_rating_options *o, pl_interval *rating, pl_error *err);
int pl_match_by_places(pl_match *m); /* whether whole orders counted */

/* Ratings that were kept up game by game, from 1500 on, where the plan asks for them: Elo with K = 32,
 * at tables of several between neighbours; as the dominoes lab has it; Glicko-2, in periods of ten games
 * for each.  0; or -1: they are not kept, or there was no memory. */
typedef struct {
    double elo, lab;
    pl_glicko glicko;
} pl_online_ratings;
int pl_match_online(pl_match *m, int i, pl_online_ratings *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
