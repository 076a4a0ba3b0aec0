/* records.h -- games kept in a file: what was played, by whom, how it ended.
 *
 * A file of records is an SQLite database (docs/records.md tells its tables); where one is named,
 * an address "postgresql://..." names a database that many machines share.  Any
 * table is recorded with one call; NULL stands for the usual file:
 *
 *     pl_player who[] = {pl_player_of(a, NULL), {"Ada", "human", "human"}};
 *     pl_recorder *rec = pl_record_table(NULL, t, who, &err);
 *     pl_table_begin(t, seed);  pl_table_run(t, agents);
 *     pl_table_free(t);
 *     if (pl_recorder_close(rec, &err)) puts(err.text);
 *
 * A record holds the truth, hidden cards included: the file is for the host, and
 * players are shown views made from it.  Link with libparlor-table.
 */
#ifndef PL_RECORDS_H
#define PL_RECORDS_H

#include <stdio.h>

#include "parlor/table.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Who sits at a seat. */
typedef struct {
    char name[PL_NAME_MAX]; /* as others call him */
    char kind[PL_NAME_MAX]; /* "human", "mcts", "process", ... */
    char spec[PL_SPEC_MAX]; /* the full specification: of an agent its canonical spelling */
} pl_player;

/* An agent as a player; name NULL: called as its kind is. */
pl_player pl_player_of(const pl_agent *a, const char *name);

/* A game and all that happened in it.  Begin with zeros; give back with clear. */
typedef struct {
    int64_t id;             /* in its file; 0: it is in none yet */
    char game[PL_SPEC_MAX]; /* the canonical spelling */
    uint64_t seed;
    int32_t seeded;  /* 0: the seed is not known, and chance cannot be checked */
    int32_t players; /* seats */
    pl_player player[PL_SEATS_MAX];
    pl_table_rules rules; /* pace, manners, timed and takes_back */
    int64_t began, ended; /* microseconds since 1970, UTC; 0: not known */
    pl_result result;
    pl_event *event; /* PLY, FAULT, WENT_BACK, PAUSED, RESUMED, in their order */
    int32_t events, room;
} pl_record;

void pl_record_clear(pl_record *rec);
/* Append a copy of e; what is no plain text in its words becomes '?'.  0, or -1: out of
 * memory. */
int pl_record_add(pl_record *rec, const pl_event *e);
/* How many plies stand in the line of play at the end. */
int pl_record_plies(const pl_record *rec);
/* The line of play as it stood at the end, moves that were taken back left out; NULL
 * with the reason, if a move is not legal or not its mover's.  g is the game of rec. */
pl_line *pl_record_line(const pl_record *rec, const pl_game *g, pl_error *err);
/* Tell the table, which is of the same game and rules, all that happened: it then
 * stands as the recorded one did, clocks included.  -1 with the reason, if chance falls
 * otherwise, a move is not legal, or anything else does not come out as recorded. */
int pl_record_play(const pl_record *rec, pl_table *t, pl_error *err);
/* Whether all of it is true: played again it comes to the same end. */
int pl_record_check(const pl_record *rec, const pl_game *g, pl_error *err);

/* As one line of JSON, or as text with tags and numbered moves; each ends in a newline
 * and reads back to the same record.  0, or -1 with the reason. */
int pl_record_write_json(const pl_record *rec, FILE *out, pl_error *err);
int pl_record_write_text(const pl_record *rec, FILE *out, pl_error *err);
/* The next record of a file in either form; *line counts the lines that were read.  1, and
 * *from is the line where it begins; 0: there is no other; -1 with the reason, and *from is
 * the line that is wrong: what follows on the record can still be read. */
int pl_record_read(FILE *in, pl_record *rec, int64_t *line, int64_t *from, pl_error *err);

/* A file of records.  Several processes may use it at once.
 * WRITE: a game under way is saved ply by ply, and a finished one is safe on the disk
 * before anybody who listens to the table after the recorder is told of it.
 * BATCH: finished games are kept in memory and saved many at a time, and are safe when
 * pl_records_flush comes back: for many short games. */
typedef struct pl_records pl_records;
typedef enum { PL_RECORDS_READ, PL_RECORDS_WRITE, PL_RECORDS_BATCH } pl_records_mode;

/* The usual file: $PARLOR_RECORDS, or parlor/records.db where this user's data lie;
 * returns like snprintf, or -1: there is no such place. */
int pl_records_usual(char *buf, size_t n);
/* file NULL: the usual one, whose folders are made, too.  It is made unless it is to be read.
 * NULL with the reason. */
pl_records *pl_records_open(const char *file, pl_records_mode mode, pl_error *err);
/* Whether a store is named by its address, "postgresql://...", and no file. */
int pl_records_is_address(const char *name);
/* The name of a store as it may be shown, an address without a password: in n bytes, of which it
 * takes no more than the name does. */
void pl_records_shown(const char *name, char *out, size_t n);
/* Open the same store once more, such as for another thread that only reads. */
pl_records *pl_records_again(const pl_records *r, pl_records_mode mode, pl_error *err);
/* A file for what belongs to it and to this machine alone: called as its file with a tail or, if it
 * has an address, one where this user's data lie, whose folders are made; as pl_records_usual(). */
int pl_records_beside(const pl_records *r, const char *tail, char *buf, size_t n);
/* Its name as it may be shown: that of its file, or its address without a password. */
const char *pl_records_file(const pl_records *r);
/* Save what waits in memory: 0, or -1 with the reason; it may be tried again. */
int pl_records_flush(pl_records *r, pl_error *err);
int64_t pl_records_saved(const pl_records *r); /* finished games that are safe */
/* Flush and close. */
int pl_records_close(pl_records *r, pl_error *err);

/* Record every game of t from now on; who sits at its seats is copied.  Free the table
 * before the recorder, and close the recorder before the file.  A file may have
 * recorders in several threads.  NULL with the reason. */
typedef struct pl_recorder pl_recorder;
pl_recorder *pl_records_attach(pl_records *r, pl_table *t, const pl_player *who, pl_error *err);
/* The same with a file of its own, in mode WRITE, which is closed with the recorder. */
pl_recorder *pl_record_table(const char *file, pl_table *t, const pl_player *who, pl_error *err);
/* The game under way or last finished, by its number in the file; 0: not saved yet. */
int64_t pl_recorder_id(const pl_recorder *rec);
/* -1 with the reason if something could not be recorded. */
int pl_recorder_failed(const pl_recorder *rec, pl_error *err);
/* A game that is not over stays in the file, under way.  Returns as failed does. */
int pl_recorder_close(pl_recorder *rec, pl_error *err);
/* Go on with a game that was interrupted: t is a new table of the recorded game and
 * rules (pl_records_get tells), and is brought to where it stood; its recorder. */
pl_recorder *pl_records_resume(pl_records *r, int64_t id, pl_table *t, pl_error *err);

/* Games that are parts of a match, such as parlor/match.h plays.  Who changes places between
 * games says so before each begins: by the number of a player in the file, who gets one if he
 * has none (-1 with the reason). */
int64_t pl_records_player(pl_records *r, const pl_player *who, pl_error *err);
void pl_recorder_seat(pl_recorder *rec, int seat, const pl_player *who, int64_t number);
/* The next game is number n of that match.  It stands in the file only when it is over. */
void pl_recorder_part(pl_recorder *rec, int64_t match, int64_t n);
/* How the game under way ends is not recorded: in mode BATCH it is not kept, in mode WRITE it
 * stays under way.  Somebody who listens to the table before the recorder may say so even when
 * it has ended. */
void pl_recorder_drop(pl_recorder *rec);
/* Parts of a match that are played for a file of another process, which runs the same build: a
 * file of none, whose finished games are handed over as bytes, from the threads that play; and these
 * join what was recorded at a table of the same game and rules, in mode BATCH.  NULL, or -1, with
 * the reason. */
typedef void pl_away_game(void *with, int64_t n, const void *bytes, size_t size);
pl_records *pl_records_away(pl_away_game *hand, void *with, pl_error *err);
int pl_recorder_take(pl_recorder *rec, const void *bytes, size_t n, pl_error *err);
/* A match is known by its words: the number of a new one; of the latest that is told in the
 * same words, or 0, and then other has those of the latest of all; -1 with the reason.  It is
 * this process's until it leaves it. */
int64_t pl_records_match_begin(pl_records *r, const char *words, pl_error *err);
int64_t pl_records_match_find(pl_records *r, const char *words, char *other, size_t n,
                              pl_error *err);
int pl_records_match_leave(pl_records *r, int64_t match, pl_error *err);
/* How many matches of the file have that text in their words; -1 with the reason.  '%' and '_'
 * stand for anything. */
int64_t pl_records_match_count(pl_records *r, const char *text, pl_error *err);
int pl_records_match_end(pl_records *r, int64_t match, pl_error *err); /* it is over, as of now */
/* Its games in the order of their numbers, as pl_records_each() visits. */
typedef int pl_part_visit(void *with, int64_t n, const pl_record *rec);
int pl_records_parts(pl_records *r, int64_t match, pl_part_visit *visit, void *with, pl_error *err);
/* The latest match whose words begin with these; 0: there is none; -1 with the reason. */
int64_t pl_records_match_like(pl_records *r, const char *words, pl_error *err);
/* Games of a match by their numbers in the file, at most that many, from all over it: how many, or
 * -1 with the reason. */
int pl_records_parts_some(pl_records *r, int64_t match, int64_t *id, int most, pl_error *err);

/* Contests, such as parlor/contest.h runs: what one has come to, as JSON (docs/contest.md tells
 * its members), for whoever shows it.  Visit them, the latest first, or the one of that number
 * (id not 0), until visit returns other than 0: that, or 0; or -1 with the reason. */
typedef struct {
    int64_t id, began, updated; /* microseconds since 1970 */
    char name[PL_NAME_MAX];
    const char *state; /* JSON; lasts until visit returns */
    int32_t running;   /* 1: a process is at it now, as far as this machine can tell */
    int32_t unused;
} pl_contest_told;
typedef int pl_contest_visit(void *with, const pl_contest_told *c);
int pl_records_contests(pl_records *r, int64_t id, pl_contest_visit *visit, void *with,
                        pl_error *err);
/* For who runs it.  The number of a new one; of the latest of that name, or 0, and then kept, to
 * be freed, is what was kept for itself and told to nobody; -1 with the reason.  It is this
 * process's until it leaves it. */
int64_t pl_records_contest_begin(pl_records *r, const char *name, const char *kept, pl_error *err);
int64_t pl_records_contest_find(pl_records *r, const char *name, char **kept, pl_error *err);
int pl_records_contest_keep(pl_records *r, int64_t id, const char *kept, pl_error *err);
int pl_records_contest_tell(pl_records *r, int64_t id, const char *state, pl_error *err);
int pl_records_contest_leave(pl_records *r, int64_t id, pl_error *err);

/* Whether somebody plays a game that is under way: 0 if it was left, or its process is no
 * more; 1 also where this machine cannot tell. */
int pl_records_is_played(pl_records *r, int64_t id);
/* One game by its number: 0, or -1 with the reason. */
int pl_records_get(pl_records *r, int64_t id, pl_record *out, pl_error *err);
/* Save a record that comes from elsewhere, in mode WRITE: its new number, or -1 with the
 * reason. */
int64_t pl_records_put(pl_records *r, const pl_record *rec, pl_error *err);
/* All or nothing of what is put: begin, then keep or forget it, in the same thread; others
 * wait meanwhile.  0, or -1 with the reason. */
int pl_records_begin(pl_records *r, pl_error *err);
int pl_records_end(pl_records *r, int keep, pl_error *err);

/* Which games: what is NULL, 0 or empty does not matter. */
typedef struct {
    const char *game;   /* its name, or the whole spelling */
    const char *player; /* the name, kind or specification of one at the table */
    const char *find;   /* in the name of one at the table, in capitals or not */
    const char *ending; /* "rules", "forfeit", "under way", ... */
    int64_t since;      /* began then or later, microseconds since 1970 */
    int64_t limit;      /* no more than the latest so many */
    int32_t brief;      /* 1: without what happened in them */
    int32_t over;       /* 1: not those under way */
} pl_records_filter;
/* Visit games in the order of their numbers, until visit returns other than 0: that, or
 * 0; or -1 with the reason. */
typedef int pl_record_visit(void *with, const pl_record *rec);
int pl_records_each(pl_records *r, const pl_records_filter *f, pl_record_visit *visit, void *with,
                    pl_error *err);
/* For whoever looks on.  The matches of a file, the latest first, at most limit (0: all); or the
 * one of a number, unless only is 0. */
typedef struct {
    int64_t id, began;
    int64_t ended;          /* when it was over; 0: it is not, or nobody wrote that down */
    int32_t played, unused; /* 1: somebody plays it, also where this machine cannot tell */
    const char *words;
} pl_match_kept;
typedef int pl_match_visit(void *with, const pl_match_kept *m);
int pl_records_matches(pl_records *r, int64_t only, int64_t limit, pl_match_visit *visit,
                       void *with, pl_error *err);
/* How many games of a match came to the file after that one, and which is the last; -1 with the
 * reason. */
int64_t pl_records_parts_count(pl_records *r, int64_t match, int64_t after, int64_t *last,
                               pl_error *err);
/* The same games in short, as they came, at most so many; as pl_records_each() visits. */
typedef struct {
    int64_t n, id; /* its number in the match, and in the file */
    int32_t players, plies;
    int32_t how, fault, seat, unused; /* as pl_result has them */
    double score[PL_SEATS_MAX];
    char name[PL_SEATS_MAX][PL_NAME_MAX];
} pl_match_game;
typedef int pl_result_visit(void *with, const pl_match_game *part);
int pl_records_parts_since(pl_records *r, int64_t match, int64_t after, int64_t most,
                           pl_result_visit *visit, void *with, pl_error *err);
/* Games of a match, the latest first, without what happened in them. */
typedef struct {
    int64_t match, before, limit; /* before: that number in the file; limit: at most; or 0 */
    const char *player, *other;   /* names of two who were at the table; or NULL */
} pl_parts_filter;
int pl_records_parts_latest(pl_records *r, const pl_parts_filter *f, pl_record_visit *visit,
                            void *with, pl_error *err);
/* The match that a game is part of, and whether somebody plays that; 0: none, -1 with the reason. */
int64_t pl_records_match_of(pl_records *r, int64_t game, int *played, pl_error *err);

/* Who played games that are over, by name, the latest first: at most limit (0: all) whose name has
 * find in it (NULL: any).  visit is called until it returns other than 0: that, or 0; or -1 with
 * the reason.  So, too, how one of these names did, at each seat of each game. */
typedef struct {
    char name[PL_NAME_MAX];
    char kinds[PL_SPEC_MAX]; /* "human", or "human,mcts": what goes by that name */
    int64_t games, last;     /* last: when the latest began, microseconds since 1970 */
} pl_played;
typedef struct {
    char game[PL_SPEC_MAX], kind[PL_NAME_MAX], spec[PL_SPEC_MAX];
    int32_t seat, unused;
    int64_t games, scored, wins, draws; /* games that were aborted have no score */
    double sum, squares;                /* of scores */
} pl_seat_results;
typedef int pl_player_visit(void *with, const pl_played *p);
typedef int pl_results_visit(void *with, const pl_seat_results *s);
int pl_records_players(pl_records *r, const char *find, int64_t limit, pl_player_visit *visit,
                       void *with, pl_error *err);
int pl_records_results(pl_records *r, const char *name, pl_results_visit *visit, void *with,
                       pl_error *err);
/* Whom one of these names met: games in which he scored more than somebody of another name, as
 * much, or less, by game, by how many sat there and by what the other one is.  Games in which moves
 * were taken back are left out here and below, as they tell nothing of strength. */
typedef struct {
    char game[PL_SPEC_MAX], other[PL_SPEC_MAX]; /* other: a specification */
    int64_t better, even, worse;
    int32_t seats, unused;
} pl_encounter;
typedef int pl_encounter_visit(void *with, const pl_encounter *m);
int pl_records_encounters(pl_records *r, const char *name, pl_encounter_visit *visit, void *with,
                          pl_error *err);

/* How games that are over came out, without what happened in them, in the order of their numbers:
 * of a game's name or whole spelling (NULL: all), those that have scores.  Quick, so game and players
 * are numbers in the file, for which there are words below. */
typedef struct {
    int64_t id, began, spec;
    int64_t who[PL_SEATS_MAX];
    double score[PL_SEATS_MAX];
    int32_t players, unused;
} pl_finished;
typedef int pl_finished_visit(void *with, const pl_finished *f);
int pl_records_finished(pl_records *r, const char *game, pl_finished_visit *visit, void *with,
                        pl_error *err);
int pl_records_spec_of(pl_records *r, int64_t number, char *buf, size_t n, pl_error *err);
int pl_records_player_of(pl_records *r, int64_t number, pl_player *out, pl_error *err);

/* Ladders that were measured (parlor/ladder.h): keep one, or find the latest of a game's whole
 * spelling.  put: 0; get: how many rungs, 0 if there is no ladder; -1 with the reason. */
int pl_records_ladder_put(pl_records *r, const char *game, const pl_rated *rung, int n,
                          pl_error *err);
int pl_records_ladder_get(pl_records *r, const char *game, pl_rated *out, int most, pl_error *err);

/* Play games again and hold them, bytes and all, against what is stored; visit is told of
 * each, why NULL if it is true.  How many are wrong; or -1 with the reason. */
typedef void pl_verify_visit(void *with, int64_t id, const char *why);
int64_t pl_records_verify(pl_records *r, const pl_records_filter *f, pl_verify_visit *visit,
                          void *with, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
