/* match.h -- what the files of a match share.
 *
 * The schedule says who meets whom; a stint is some groups of one pairing, which one
 * thread plays and counts into a tally of its own; the match adds tallies up in the order of
 * stints, whoever finished first. */
#ifndef PL_ARENA_MATCH_MATCH_H
#define PL_ARENA_MATCH_MATCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "parlor/luck.h"
#include "parlor/match.h"

/* schedule.c: pairings, by their numbers in the match; those of the round under way are
 * first .. first + pairings - 1. */
typedef struct {
    pl_format format;
    int32_t entrants, places; /* places: at a table */
    int64_t groups;           /* of a pairing */
    int64_t first, pairings;
    int32_t round, rounds; /* round: from 0 */
    pl_rng rng;
    int32_t *list;  /* SWISS, KNOCK_OUT: the entrants of each pairing of the round */
    double *points; /* as a pl_standing has them */
    int32_t *out;   /* the round in which an entrant lost, from 1; 0: none */
    uint16_t *met;  /* SWISS: entrants x entrants, how often; with itself: rests */

    /* KNOCK_OUT. */
    int32_t advance;       /* of a table so many go on */
    int32_t left, replays; /* entrants; how often ties of this round have been played again */
    int32_t *seed;         /* those who are left, the best first */
    int32_t *table;        /* which table of the round each pairing is */
    double *sum;           /* of each entrant in this round: leads */
} pl_schedule;

int pl_schedule_open(pl_schedule *s, const pl_match_plan *plan, int group, pl_error *err);
void pl_schedule_close(pl_schedule *s);
/* Who sits at the places of pairing b of the match, which is of this round. */
void pl_schedule_who(const pl_schedule *s, int64_t b, int32_t *who);
/* The round is over; lead has, of each place of each pairing, how much oftener it was ahead of
 * others than behind them.  1: there is another round. */
int pl_schedule_next(pl_schedule *s, const double *lead);
int64_t pl_schedule_known(const pl_schedule *s); /* pairings that there will be, at least */

/* rounds.c: formats in which results decide who meets next. */
int pl_rounds_open(pl_schedule *s, const pl_match_plan *plan, pl_error *err);
int pl_rounds_next(pl_schedule *s, const double *lead);

/* swiss.c, knock_out.c: open is 0, or -1: out of memory. */
int pl_swiss_open(pl_schedule *s, const pl_match_plan *plan);
int pl_swiss_next(pl_schedule *s, const double *lead);
int pl_knock_out_open(pl_schedule *s, const pl_match_plan *plan);
int pl_knock_out_next(pl_schedule *s, const double *lead);
int64_t pl_knock_out_known(const pl_schedule *s);

/* group.c: games that belong together. */
typedef struct {
    int32_t places, size; /* size: games */
    pl_fairness fairness;
    uint64_t seed;
    uint8_t *order; /* size x places: which place sits at each seat */
} pl_grouping;

typedef struct {
    const pl_grouping *of;
    int64_t pairing, number;
    uint64_t block[4]; /* keys of this group and its neighbours */
    int64_t held;      /* which neighbours; -1: none */
    int64_t held_of;   /* and of which pairing */
    uint64_t key;
    uint8_t shuffled[PL_SEATS_MAX];
} pl_group;

int pl_grouping_open(pl_grouping *g, const pl_match_plan *plan, pl_error *err);
void pl_grouping_close(pl_grouping *g);
int pl_grouping_size(const pl_match_plan *plan); /* 0: too many games */
void pl_group_begin(pl_group *g, int64_t pairing, int64_t number);
/* Which place sits at each seat in a game of the group; its chance; a place's own stream. */
static inline const uint8_t *pl_group_order(const pl_group *g, int game)
{
    if (g->of->fairness == PL_SHUFFLED_SEATS) return g->shuffled;
    return g->of->order + (size_t)game * (size_t)g->of->places;
}
uint64_t pl_group_chance(const pl_group *g, int game);

/* What a stream is made from; of place -1 what chance is. */
static inline uint64_t pl_group_word(const pl_group *g, int game, int place)
{
    uint64_t i = (uint64_t)game * (PL_SEATS_MAX + 1) + (uint64_t)(place + 2);
    uint64_t z = g->key + i * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* One word is mixed well; the four of a state are products of it, with their high halves
 * folded in. */
static inline void pl_group_stream(const pl_group *g, int game, int place, pl_rng *out)
{
    static const uint64_t odd[4] = {0xd1342543de82ef95u, 0xaf251af3b0f025b5u, 0x9fb21c651e98df25u,
                                    0xda942042e4dd58b5u};
    uint64_t z = pl_group_word(g, game, place) | 1;
    for (int i = 0; i < 4; i++) {
        uint64_t product = z * odd[i];
        out->s[i] = product ^ product >> 32;
    }
}

/* A game that is over. */
typedef struct {
    double score[PL_SEATS_MAX];
    int64_t plies;
    int32_t how, fault, seat; /* seat: who was at fault */
    /* Where it is counted: what each seat had of it; the first number NAN: it is not known. */
    double luck[PL_LUCKS][PL_SEATS_MAX];
} pl_outcome;

/* tally.c: groups counted.  An entrant that sits at several places is one slot. */
typedef struct {
    int64_t at[PL_SEATS_MAX][3];
    pl_mean payoff; /* sums over the games of a group and its places */
    pl_histogram scores;
    int64_t faults[PL_FAULTS];
    int64_t lead, square; /* of groups: how much oftener it was ahead than behind; squares of it */
} pl_account;

typedef struct {
    int32_t places, slots, group; /* group: games in one */
    int32_t slot[PL_SEATS_MAX];   /* of each place */
    int32_t copies[PL_SEATS_MAX]; /* places of each slot */
    int32_t kinds;                /* most that a duel between two slots has; 0: not counted */
    int64_t games, groups, aborted, played; /* played: not taken from the file */
    pl_account *account;                    /* of places, of which slots count */
    pl_mean seat[PL_SEATS_MAX];
    pl_times length;
    int32_t timed, whole;   /* whether times has anything; scores have bins of width 1 */
    pl_times *times;        /* as account */
    int64_t *duel;          /* slots x slots x (3 + kinds), of which those with i < j count */
    int32_t batches, batch; /* rows below, or 0; the one of the group under way */
    int32_t used;           /* rows that have anything */
    int32_t *row;           /* batches x slots x slots x 3: better, even, worse, as duel has it */
    struct pl_repeats *repeats; /* groups that wait to be counted; or NULL: none do */
    /* Of the group under way. */
    int64_t weight; /* how often it counts */
    double sum[PL_SEATS_MAX], at_seat[PL_SEATS_MAX];
    int32_t half[PL_SEATS_MAX][PL_SEATS_MAX]; /* half points */
    int32_t broken, held;                     /* a game of it was aborted; games that were not */
    double *score;                            /* of those, group x places */
    const uint8_t **order;
    /* Where luck is counted. */
    pl_controls *controls;                  /* places: of each slot; or NULL */
    double *luck;                           /* of the games held: group x places x PL_LUCKS */
    double fortune[PL_SEATS_MAX][PL_LUCKS]; /* of the group */
    int64_t number;                         /* of the group, in the match */
    int64_t unknown;                        /* games whose luck nobody knows */
    /* Where all scores are asked for. */
    int32_t keeps;
    int64_t kept, room; /* games of the stint; NAN those of a group that does not count */
    double *score_of;   /* by places, which sit where they may */
} pl_tally;

/* Groups are put into batches by turns, beginning with row 0. */
pl_tally *pl_tally_new(int places, int group, int kinds, int batches, double lo, double hi);
void pl_tally_free(pl_tally *t);
int pl_tally_lucky(pl_tally *t); /* luck is counted, too; 0, or -1: out of memory */
void pl_tally_clear(pl_tally *t, const int32_t *who);
/* A game in which order[s] is the place at seat s, to be kept until the group ends; and its end. */
void pl_tally_game(pl_tally *t, const pl_outcome *o, const uint8_t *order);
void pl_tally_group(pl_tally *t);
/* Room to keep scores of so many games; 0, or -1: there is none. */
int pl_tally_room(pl_tally *t, int64_t games);
int pl_duel_kinds(int games, int pairs);        /* 0: too many */
void pl_tally_add(pl_tally *t, int64_t weight); /* the games held, as so many groups */

/* repeats.c: groups that come out alike are counted together, where they always sit in the same
 * orders and nobody asks for theirs.  0, or -1: out of memory; settle before looking at the tally,
 * or drop what waits. */
int pl_repeats_open(pl_tally *t);
void pl_repeats_close(pl_tally *t);
void pl_repeats_drop(pl_tally *t);
void pl_repeats_put(pl_tally *t);
void pl_repeats_settle(pl_tally *t);

/* finishes.c: orders in which agents came in at tables of several, and how often in each batch.  Only of
 * tables where nobody sits twice; slot NULL: they are not kept, or there were too many. */
typedef struct {
    int32_t n, room;
    int32_t *slot;   /* by their hashes: row + 1 */
    uint16_t *order; /* rows of places */
    int32_t *count;  /* rows of batches */
} pl_finishes;
enum { PL_BATCHES_MAX = 61 };
/* The same as pl_plackett_luce_batches() takes it. */
typedef struct {
    int64_t games, *begin;
    int32_t *agent, batches;
    int32_t used[PL_BATCHES_MAX]; /* which batches they are */
    double *score, *count;
} pl_finishes_list;
int pl_finishes_open(pl_match *m); /* 0, or -1: out of memory */
void pl_finishes_close(pl_match *m);
int pl_finishes_list_of(const pl_match *m, pl_finishes_list *out); /* with the lock; 0 or -1 */
void pl_finishes_list_free(pl_finishes_list *l);

/* known.c: games that were in the file already, by their numbers in the match. */
typedef struct {
    int64_t n, room;
    struct pl_known_game *game; /* in the order of their numbers */
    double *score;              /* n x players */
    double *luck;               /* n x PL_LUCKS x players, where it is counted */
    int32_t players, lucky;
} pl_known;
int pl_known_load(pl_match *m, pl_error *err);
int pl_known_read(pl_match *m, pl_error *err); /* once more: the file has others by now */
/* 1 with the outcome, if that game is known. */
int pl_known_find(const pl_known *k, int64_t number, pl_outcome *out);
void pl_known_close(pl_match *m); /* and the file has the match to itself again */

/* luck.c: what was luck in a line of play.  How it is counted, for the whole match; and of a thread. */
typedef struct pl_luck pl_luck;
typedef struct pl_luck_teller pl_luck_teller;
pl_luck *pl_luck_open(const pl_match *m, const char *how, pl_error *err);
void pl_luck_close(pl_luck *l);
int pl_luck_counts(const pl_luck *l, int entrant); /* whether its chances of moving are known */
const char *pl_luck_says(const pl_luck *l);
pl_luck_teller *pl_luck_teller_open(pl_match *m, pl_error *err);
void pl_luck_teller_close(pl_luck_teller *t);
/* Luck of a game with these entrants at its seats and so many plies of opening, into its outcome,
 * which has the scores; 0, or -1 with the reason. */
int pl_luck_tell(pl_luck_teller *t, const pl_line *l, const int32_t *at, int opened, pl_outcome *o,
                 pl_error *err);

/* Groups of one pairing that one thread plays. */
typedef struct {
    int64_t number;   /* in the round */
    int64_t pairing;  /* in the match */
    int64_t from, to; /* groups of the pairing */
    int64_t lease;    /* by which another process knows it */
    int32_t who[PL_SEATS_MAX];
} pl_stint;

void pl_finishes_add(pl_match *m, const pl_stint *u, const pl_tally *t); /* with the lock */

/* online.c: ratings that are kept up, which take stints in their order, of one group each. */
typedef struct pl_online pl_online;
int pl_online_open(pl_match *m); /* 0, or -1: out of memory */
void pl_online_close(pl_match *m);
void pl_online_add(pl_match *m, const pl_stint *u, const pl_tally *t); /* with the lock */
/* heard.c: games of which another process has told how they came out. */
typedef struct {
    int64_t number;
    pl_outcome outcome;
    int32_t played, unused; /* played: in this run, not taken from the file */
} pl_heard;

/* Who plays for a match in another process: stints come by pl_match_return(), and these are told
 * what becomes of them, from the threads that play. */
typedef struct {
    void (*give)(void *with, const pl_stint *u, const pl_tally *t);
    void (*game)(void *with, const pl_stint *u, int64_t number, const pl_outcome *o);
    void *with;
    int64_t match;         /* its number in the file */
    const int64_t *player; /* those of the entrants; or NULL: nothing is recorded */
} pl_away;

/* Agents of one table, made when they are first needed. */
typedef struct {
    pl_match *match;
    pl_agent **agent; /* entrants x places */
} pl_crew;

typedef struct {
    pl_stint stint;
    pl_tally *tally; /* NULL: nobody's */
    int32_t ready, unused;
} pl_waiting;

/* alike.c: pairings whose groups are all the same, as where nobody draws lots. */
void pl_alike_add(pl_match *m, const pl_stint *u, const pl_tally *t);
int64_t pl_alike_count(const pl_match *m);
void pl_alike_close(pl_match *m);

/* curve.c: the course, at most PL_POINTS_MAX times. */
typedef struct {
    int64_t step, next; /* games between points, as a rule; when the next is due */
    int64_t games[PL_POINTS_MAX];
    int64_t *duel;    /* n x pairs x numbers of a pair; NULL: the pool is too large */
    pl_interval *elo; /* n x entrants: as people were told it then; of two it is not kept */
    uint8_t bounded[PL_POINTS_MAX];
    int32_t n, unused;
} pl_curve;
int pl_curve_open(pl_match *m);
void pl_curve_close(pl_match *m);
int64_t pl_curve_due(const pl_match *m, int64_t from); /* the group before which a point may be */
const int64_t *pl_curve_duel(const pl_match *m, int point); /* of the first two, then */
void pl_curve_keep(pl_match *m, const pl_stint *u); /* if one is due after this; with the lock */
/* strength.c: Elo of all entrants now, of who has the lock; 1: it is bounded by a prior. */
int pl_match_elo_now(const pl_match *m, pl_interval *elo);
/* standings.c: how many places an entrant takes at a table; the numbers of a pair, from the first of
 * them to whoever asks. */
int pl_match_copies(const pl_match *m, int i);
void pl_duel_read(const pl_match *m, const int64_t *of, int i, int j, int kinds, pl_duel *out);

struct pl_match {
    pl_match_plan plan;
    pl_entrant *entrant; /* copies: what is spelled is canonical, names are unlike */
    pl_player *player;   /* as records have them */
    int64_t *player_id;  /* in the file */
    int64_t id;          /* the match's own number in the file */
    pl_state start;
    pl_schedule schedule;
    pl_grouping grouping;
    pl_known known;
    pl_sprt sprt;             /* of the plan */
    int32_t refereed, thinks; /* games go over the referee; an agent thinks in this process */

    pthread_mutex_t lock;
    pthread_cond_t changed, ended; /* stints can be had, or no more will; a thread is done */
    int32_t waits;                 /* threads that wait for stints */
    int64_t given, folded;         /* stints of this round: taken by threads; added up */
    int64_t at, from;              /* the pairing and its group that are handed out next */
    int64_t span;                  /* groups of a stint, in this turn over the pairings */
    int64_t before;                /* games that were played before this run */
    pl_waiting *waiting;           /* a ring of those that came early */
    int32_t window;
    pl_stint *again;       /* those that came back from others, the first first */
    int32_t agains, hands; /* hands: threads that play, those of other processes, too */
    pl_heard *heard;       /* in the order of their numbers */
    int32_t heard_room;
    atomic_int heards;
    const pl_away *away;           /* or NULL: the match is this process's own */
    int32_t over, failed, workers; /* workers: threads that still run */
    int32_t behind;                /* the file has games that known has not */
    pl_error why;
    atomic_int stopped;
    pl_crew **pool; /* those in use, for stop */
    int32_t pools;
    pl_table **table;
    int32_t tables;
    double begun, seconds;

    /* What has been added up. */
    pl_match_course course;
    pl_account *account; /* of entrants */
    pl_times *times;
    int64_t *duel; /* entrants x entrants x (3 + kinds), those with i < j */
    int32_t kinds, batches;
    int64_t *batch; /* batches x entrants x entrants x 3, as duel; or NULL: two entrants */
    double *lead;   /* of each place of each pairing of the round */
    pl_curve curve;
    struct pl_alike *alike; /* of each pairing */
    int64_t alikes;

    struct pl_follow *follow; /* of a match that somebody else plays; or NULL */
    const pl_game *own;       /* and its game, to be closed */
    pl_finishes finishes;
    pl_online *online;     /* or NULL */
    int32_t keeps;         /* tallies keep all scores, for one of these */
    pl_luck *luck;         /* or NULL: it is not counted */
    pl_controls *controls; /* entrants */
    int64_t unknown;       /* games whose luck nobody knows */
};

/* match.c: an empty one, or NULL; and, when its plan and its entrants are there, all that depends
 * on them. */
pl_match *pl_match_new(pl_error *err);
int pl_match_lay_out(pl_match *m, pl_error *err);
/* retold.c: the plan and the entrants from the words of a match. */
int pl_match_retell(pl_match *m, const char *words, pl_error *err);
/* follow.c */
void pl_follow_close(pl_match *m);

double pl_match_now(void);
/* Whether it was stopped.  An agent that was stopped gives a move that it would not have given:
 * whoever asks after its pick learns of that, as stop says so before it stops agents. */
static inline int pl_match_stopped(const pl_match *m)
{
    atomic_thread_fence(memory_order_acquire);
    return atomic_load_explicit(&m->stopped, memory_order_relaxed);
}
/* Say why it cannot go on; the first one counts. */
void pl_match_fail(pl_match *m, const pl_error *err);

/* fold.c: tallies are taken back and added up. */
int pl_match_fold_open(pl_match *m, pl_error *err);
void pl_match_fold_close(pl_match *m);
void pl_match_count(pl_match *m, const pl_stint *u, const pl_tally *t); /* with the lock */
void pl_match_end_round(pl_match *m);
void pl_match_give(pl_match *m, const pl_stint *u, pl_tally **t); /* another tally comes back */
int64_t pl_match_ahead(const pl_match *m);                        /* games that are known to come */

/* ratings.c: how many batches groups are put into, and which one a group belongs to. */
int pl_match_batches(const pl_match *m);
/* As pl_match_ratings(), of who has the lock. */
int pl_match_rate(const pl_match *m, const pl_rating_options *o, pl_interval *rating,
                  pl_error *err);
int64_t pl_match_batch(const pl_match *m, int64_t pairing, int64_t group);

/* stint.c: 1 with the next stint; 0: there is none, or, if it is not to be waited for, none
 * now. */
int pl_match_take(pl_match *m, pl_stint *out, int wait);
int pl_match_begin_round(pl_match *m); /* 0, or -1: out of memory */
int pl_match_all_given(const pl_match *m);
void pl_match_rewind(pl_match *m); /* a run begins: what was not added up is played again */
void pl_match_return(pl_match *m, const pl_stint *u); /* somebody else is to play it */
void pl_match_forget(pl_match *m);                    /* nobody is to play what came back */

/* heard.c: 0, or -1: out of memory; and 1 if that game is known so. */
int pl_heard_add(pl_match *m, const pl_heard *h);
int pl_heard_find(pl_match *m, int64_t number, pl_heard *out);

/* match.c: as pl_match_open(), for a match of another process, or NULL. */
pl_match *pl_match_make(const pl_match_plan *plan, const pl_away *away, pl_error *err);

/* cursor.c: from game to game, through stints and groups. */
typedef struct {
    pl_match *match;
    pl_stint stint;
    pl_tally *tally;
    pl_group group;
    int32_t in_stint, game;
    int32_t fresh; /* 1: other entrants sit at the places than before */
    int32_t unused;
} pl_cursor;
int pl_cursor_open(pl_cursor *c, pl_match *m, pl_error *err);
void pl_cursor_close(pl_cursor *c);
pl_tally *pl_cursor_tally(const pl_match *m); /* one that fits; NULL: out of memory */
/* 1: at a game that is to be played; 0: there is none, or none now. */
int pl_cursor_next(pl_cursor *c, int wait);
int64_t pl_cursor_number(const pl_cursor *c); /* of the game, in the match */
void pl_cursor_done(pl_cursor *c, const pl_outcome *o);

/* crew.c */
int pl_crew_open(pl_crew *p, pl_match *m, pl_error *err);
void pl_crew_close(pl_crew *p);
/* The agents of the places, none at two of them; 0 or -1. */
int pl_crew_seat(pl_crew *p, const int32_t *who, pl_agent **place, pl_error *err);

/* lean.c: games of agents in this process, without a referee; desk.c: with one. */
void pl_lean_work(pl_match *m);
void pl_desk_work(pl_match *m, int desks);

void pl_outcome_of(const pl_table *t, pl_outcome *out);

/* openings.c: the one of a group; all of them in a word. */
void pl_openings_at(const pl_openings *o, int64_t group, const pl_move **move, int *n);
uint64_t pl_openings_hash(const pl_openings *o);
const char *pl_openings_text(const pl_openings *o); /* the file that they were read from */

/* words.c: what makes a match this one and no other, in lines; to be freed. */
char *pl_match_words(const pl_match *m);
/* -1, having said in what the latest match of a file, or what it is, differs from this one. */
int pl_words_differ(const char *file, const char *what, const char *mine, const char *other,
                    pl_error *err);

#endif
