/* play.h -- what the files of parlor play share: a sitting. */
#ifndef PLAY_H
#define PLAY_H

#include "cli.h"
#include "input.h"
#include "parlor/records.h"
#include "screen.h"

extern const option play_options[];

/* What the one who plays wants of the table; the rest is done in his own turn. */
typedef enum { WISH_NOTHING, WISH_BACK, WISH_RESIGN, WISH_LEAVE } wish;

/* One human at a table with agents. */
typedef struct {
    const call *call;
    const pl_game *game;
    pl_table *table;
    pl_agent *at[PL_SEATS_MAX]; /* who sits where; at your seat one that asks you */
    pl_player who[PL_SEATS_MAX];
    input *in;
    screen screen;
    pl_rng hints;   /* hints have their own: asking for one changes nothing */
    pl_state asked; /* the view that you are asked about */
    int seat, told; /* told: plies that you have been told of */
    int shown;      /* positions */
    wish wish;
    int steps; /* how far back */
    pl_records *file;
    pl_recorder *recorder; /* NULL: the game is not recorded */
} sitting;

/* human.c: the agent that asks you. */
extern const pl_agent_type human_type;
void human_sit(pl_agent *a, sitting *t);

/* seating.c: who sits where. */

/* A game that begins, or one that was left and goes on, of t->file; a status. */
int seating_open(sitting *t);
int seating_resume(sitting *t, const pl_record *rec);
int seating_close(sitting *t); /* a status */

/* telling.c: what you are told, in words or as JSON. */

const pl_line *line_of(const sitting *t);
void tell(const sitting *t, const char *event, const char *text);
void tell_start(sitting *t);
void tell_position(sitting *t);
void tell_moves(const sitting *t);
void tell_history(const sitting *t);
void tell_end(sitting *t);
/* "Your move (pass, bet), 4:59 left> ". */
void tell_prompt(const sitting *t, char *buf, size_t n);

/* hint.c: what random play after each legal move is worth; and what an agent thinks of
 * them.  seconds: about so long at most. */
void give_hint(sitting *t);
void give_opinion(sitting *t, const char *spec);

/* summary.c: where the game turned, as an agent has it. */
void summary_tell(sitting *t);

/* chooser.c: ask at a terminal for what the command line leaves open, and put it into c, which
 * then points into out; a status, or LEAVING. */
#define CHOOSER_USUAL "tictactoe"
enum { LEAVING = 3 };
typedef struct {
    char game[PL_SPEC_MAX], level[PL_SPEC_MAX], seat[24];
} choice;
int chooser_ask(call *c, choice *out);

#endif
