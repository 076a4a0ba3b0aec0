/* game.h -- the contract: what a game is.
 *
 * A game is one const struct of rules and facts.  A state is plain bytes: copy
 * it with memcpy, compare it with memcmp, keep it on the stack.  No rule
 * allocates, no rule fails, and there are no globals.  A random game is
 *
 *     pl_state s;  pl_rng r;
 *     pl_seed(&r, 1);
 *     for (pl_start(g, &s); g->turn(&s) != PL_OVER; )
 *         g->apply(&s, pl_any(g, &s, &r));
 *
 * Chance is a player.  Players who move at once commit in seat order, hidden
 * from each other.  Secrets are three verbs: hide, guess and seen.
 */
#ifndef PL_GAME_H
#define PL_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "parlor/random.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define PL_ABI 1 /* grows by one each time pl_game gains fields at its end */

enum {
    PL_STATE_MAX = 4096, /* bytes of the largest state */
    PL_MOVES_MAX = 4096, /* most legal moves in one position */
    PL_WIDE_MAX = 64,    /* words of a mask that wide() writes */
    PL_SEATS_MAX = 16,
    PL_PARAMS_MAX = 16,
    PL_PARTS_MAX = 12,
    PL_NAME_MAX = 64,   /* bytes of a move's name, its end included */
    PL_SHOW_MAX = 4096, /* bytes of what show() prints, its end included */
    PL_PERFT_MAX = 100, /* plies that perft goes deep */
    PL_LOOK_MAX = 32,   /* plies that look goes deep */
    PL_SPEC_MAX = 1024  /* bytes of the canonical spelling of a game or an agent */
};

typedef int32_t pl_move; /* a player's choice, or an outcome of chance */
typedef struct pl_game pl_game;
typedef union {
    uint64_t align[2];
    unsigned char bytes[PL_STATE_MAX];
} pl_state;
typedef struct {
    char text[256]; /* one sentence: what was wrong, what is accepted */
} pl_error;

enum { PL_CHANCE = -1, PL_OVER = -2 }; /* turn(), when it is no seat */
enum { PL_PUBLIC = -3, PL_FULL = -4 }; /* whose view: a spectator's; the truth */
enum { PL_NOTHING = -1 };              /* seen(), when nothing is */
enum { PL_ILLEGAL = -1 };              /* a move that is none */

/* Traits.  ZERO_SUM: the scores of every end add up to 0.  RECALL: a view
 * forgets nothing: it determines all that the seat has noticed, and so is its
 * information set; solvers ask for it.  LOSSLESS: different views of the seat
 * to move have different tensors. */
enum { PL_ZERO_SUM = 1, PL_RECALL = 2, PL_LOSSLESS = 4 };

/* One declared parameter.  A whole number lo..hi or, where words is given
 * ("random|ascending"), one of these words, kept as its place from 0.  An agent
 * may also declare PL_REAL for words, a decimal number lo..hi, or PL_TEXT, any
 * text ("in quotes" if it has commas or brackets that do not pair); where a text's
 * hi is 1 those behind it are about it, and none of them is spelled while it is empty. */
#define PL_REAL "0.0"
#define PL_TEXT "text"
typedef struct {
    const char *name; /* NULL ends the list */
    const char *words;
    double lo, normal, hi;
    const char *help;
} pl_param;

/* One named part of the tensor: up to three axes ("plane,row,col") with their
 * lengths; unused lengths are 0.  unit is the byte that counts as 1.0. */
typedef struct {
    const char *name; /* NULL ends the list */
    const char *axes;
    int32_t dim[3];
    int32_t unit;
} pl_part;

/* Many games side by side, one step of each at a time.  Games that end begin
 * again at once.  Every array belongs to the caller; those from view on may be
 * NULL.  They tell of the position after the step, as the seat to move sees
 * it; reward and done tell of the step itself. */
typedef struct {
    const pl_game *game;
    int64_t n;
    const void *start;     /* the state that every game begins from */
    void *state;           /* n states of state_size bytes, 16-byte aligned */
    pl_rng *rng;           /* n streams: results do not depend on threads */
    const pl_move *action; /* n moves, one for each game */
    void *view;            /* n views of state_size bytes */
    uint8_t *tensor;       /* n tensors of pl_tensor_size() bytes */
    uint64_t *legal;       /* n masks of pl_mask_words() words */
    float *reward;         /* n rows of players scores; 0 until the end */
    uint8_t *done;         /* n of PL_WENT_ON, PL_ENDED, PL_REFUSED */
    int8_t *seat;          /* n seats to move */
} pl_batch;
enum { PL_WENT_ON, PL_ENDED, PL_REFUSED }; /* REFUSED: not legal; nothing moved */

/* A look at the next few plies by alpha-beta search, where pl_can_look().  What
 * a position is worth to the seat to move: at the end its score, times scale; at
 * the horizon its value(), times scale, but never so much that it could be taken
 * for the best or worst of ends; and either loses one unit with each ply on the
 * way, which makes quick wins and slow losses best. */
typedef struct pl_look {
    int32_t depth;      /* plies to look ahead, 1 .. PL_LOOK_MAX */
    int32_t blind;      /* 1: at the horizon everything is worth 0 */
    double alpha, beta; /* what is worth more or less than these need not be told exactly */
    double scale;       /* pl_look_scale() */
    double top;         /* the best of scores, times scale */
    int64_t nodes;      /* positions entered: the count goes on */
    int64_t check;      /* when it has come so far, more() is asked whether to go on */
    int (*more)(struct pl_look *look);
    void *with;                       /* for more() */
    int32_t cut;                      /* set to 1 where a line went past the horizon */
    int32_t stopped;                  /* set to 1 if more() said no: the answer is worth nothing */
    uint64_t killer[PL_LOOK_MAX + 1]; /* by plies left: what refuted the last time */
} pl_look;

/* What something n plies away is worth now. */
static inline double pl_far(double worth, double n)
{
    return worth > n ? worth - n : worth < -n ? worth + n : 0;
}

struct pl_game {
    int32_t abi;        /* PL_ABI: which fields are there */
    int32_t players;    /* seats are 0 .. players-1 */
    int32_t state_size; /* bytes in a state: sizeof its type */
    int32_t actions;    /* players' moves are 0 .. actions-1 */
    int32_t chances;    /* outcomes of chance are 0 .. chances-1 */
    int32_t max_moves;  /* the most that moves() writes */
    int32_t max_plies;  /* the longest game, chance included */
    uint32_t traits;
    double lo, hi;     /* bounds of a score, not a scale */
    const char *name;  /* "kuhn": lower case, also the file's name */
    const char *about; /* one line, for lists */
    const char *rules; /* the rules in words, a few paragraphs */
    const pl_param *params;
    pl_part parts[PL_PARTS_MAX]; /* what tensor() writes, in order */
    double arg[PL_PARAMS_MAX];   /* this instance's parameters */
    /* Work out the facts above from arg, and choose hooks if they depend on
     * it; NULL, or a sentence that says which parameters do not go together. */
    const char *(*tune)(pl_game *g);

    /* Rules.  Every game has these six. */

    /* The seat to move, or PL_CHANCE, or PL_OVER. */
    int (*turn)(const void *s);
    /* Write the legal moves, ascending; return how many, never 0 before the
     * end.  At PL_CHANCE, the outcomes. */
    int (*moves)(const void *s, pl_move *out);
    /* Play a legal move.  Same bytes in, same bytes out. */
    void (*apply)(void *s, pl_move m);
    /* At PL_OVER, write each seat's score. */
    void (*score)(const void *s, double *out);
    /* Print, like snprintf: a legal move of s, in one word unlike any other, or
     * a code that seen() gave there; a state or view, in lines. */
    int (*say)(const void *s, pl_move m, char *buf, size_t n);
    int (*show)(const void *s, char *buf, size_t n);

    /* Start and chance.  NULL: all bytes zero; all outcomes equally likely;
     * drawn from the list. */

    void (*init)(const pl_game *g, void *s); /* s comes zeroed */
    double (*odds)(const void *s, pl_move m);
    pl_move (*roll)(const void *s, pl_rng *r); /* draw an outcome, as odds say */

    /* Secrets.  hide NULL: there are none. */

    /* Erase what seat (or PL_PUBLIC) may not know.  What is left, the view, is
     * all it is ever given: equal knowledge, equal bytes.  Whose turn it is,
     * one's own moves and the final scores are no secret. */
    void (*hide)(void *s, int seat);
    /* Fill the blanks of seat's view at random.  The weight of a world is the
     * product of the odds of its chance events and, for every move of another
     * seat, 1 / (his legal moves there that looked the same to this seat).
     * Hide the result and the same view comes back.
     * NULL: worlds come from parlor/belief.h. */
    void (*guess)(void *view, int seat, pl_rng *r);
    /* What seat notices of move m about to be played in s, chance included:
     * the move itself; or a code, at least actions and chances, that stands
     * for "something, but not what" or carries what was revealed; or
     * PL_NOTHING, after which its view is the same.  Same view and same code,
     * same next view; only the end may show more than codes told.  A seat is
     * not told of plies it does not notice, nor how many there were.
     * NULL: derived from the views. */
    pl_move (*seen)(const void *s, pl_move m, int seat);

    /* Knowledge.  All optional; none of it changes who wins. */

    uint64_t (*key)(const void *s);           /* NULL: hash the bytes */
    double (*value)(const void *s, int seat); /* a heuristic, lo .. hi */
    /* The view of seat, 0 .. players-1, as its observation: all of
     * pl_tensor_size() bytes written.  NULL: the bits of the view. */
    void (*tensor)(const void *view, int seat, uint8_t *out);
    /* Print a JSON object of what the view shows, like snprintf. */
    int (*json)(const void *view, char *buf, size_t n);

    /* Speed.  legal is written by hand where actions and chances are at most
     * 64: moves() as bits.  wide is the same for a seat's moves where there are
     * more: pl_mask_words() words, all written.  The rest is stamped out by
     * parlor/fast.h. */

    uint64_t (*legal)(const void *s);
    int64_t (*rollout)(const pl_game *g, const void *s, int games, pl_rng *r, double *sum);
    uint64_t (*perft)(const pl_game *g, const void *s, int depth);
    void (*step)(pl_batch *b);
    void (*wide)(const void *s, uint64_t *out);
    double (*look)(const pl_game *g, const void *s, pl_look *look);
};

/* The bits of a mask as a list, ascending: moves() where there is a legal(). */
static inline int pl_list(uint64_t mask, pl_move *out)
{
    int n = 0;
    for (; mask; mask &= mask - 1) out[n++] = pl_lowest(mask);
    return n;
}

/* Games by name.  A spec is "name", or "name(key=value,...)". */

/* The tables in this build, NULL-terminated: to read, and to make instances
 * of; only an instance is played.  And one by its own name, or NULL. */
const pl_game *const *pl_games(void);
const pl_game *pl_find(const char *name);
const char *const *pl_aliases(void); /* foreign name, spec, ..., NULL */
/* An instance, to be closed; or NULL with the reason. */
const pl_game *pl_open(const char *spec, pl_error *err);
/* The same for a game that is not in the list; args is "key=value,..." or "". */
const pl_game *pl_make(const pl_game *base, const char *args, pl_error *err);
void pl_close(const pl_game *g);
/* The canonical spelling, all parameters included; returns like snprintf. */
int pl_spec(const pl_game *g, char *buf, size_t n);
/* One parameter's accepted values ("2..10", "random|ascending"), and its value. */
int pl_param_range(const pl_param *p, char *buf, size_t n);
int pl_param_value(const pl_param *p, double value, char *buf, size_t n);

/* Positions. */

void pl_start(const pl_game *g, void *s);
/* s as seat sees it: a seat, PL_PUBLIC, or PL_FULL for all of it. */
void pl_view(const pl_game *g, const void *s, int seat, void *view);
/* Any legal move, each as likely; at PL_CHANCE an outcome by its odds. */
pl_move pl_any(const pl_game *g, const void *s, pl_rng *r);
/* The chance of outcome m at PL_CHANCE. */
double pl_odds(const pl_game *g, const void *s, pl_move m);
int pl_is_legal(const pl_game *g, const void *s, pl_move m);
/* What seat notices of m: seen(), or what stands in for it. */
pl_move pl_seen(const pl_game *g, const void *s, pl_move m, int seat);
/* Whether everybody else, and who watches, can know that the seat to move made a move when it is m. */
int pl_is_noticed(const pl_game *g, const void *s, pl_move m);
/* A 64-bit name for a state or a view: the game's own, or the hash of its bytes. */
uint64_t pl_key(const pl_game *g, const void *s);
/* The hash of n bytes, the same on every machine.  Two different strings of bytes have the same
 * hash with a chance of 2^-64: code that must never confuse them compares the bytes as well.
 * Collisions can be made on purpose. */
uint64_t pl_hash(const void *bytes, size_t n);

/* Text.  Those that print return like snprintf. */

/* Print at the end of a text that grows in a buffer of fixed size; used counts
 * on past its end.  A hook begins with {buf, n, 0} and returns used. */
typedef struct {
    char *buf;
    size_t size, used;
} pl_text;
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void pl_put(pl_text *t, const char *format, ...);
void pl_put_number(pl_text *t, double x); /* as JSON has it, whatever the locale */

/* A move's name, or that of a code which seat noticed ("?" where no seen() can
 * spell it); and the legal move of that name or number ("#3"), or PL_ILLEGAL. */
int pl_say(const pl_game *g, const void *s, pl_move m, char *buf, size_t n);
pl_move pl_parse(const pl_game *g, const void *s, const char *text);
/* A state's bytes in hexadecimal with a check sum, and back: 0, or -1.  Bytes
 * stand as this kind of machine has them; the sum guards against accidents,
 * not against malice: replay a line for that. */
int pl_state_text(const pl_game *g, const void *s, char *buf, size_t n);
int pl_state_read(const pl_game *g, const char *text, void *s, pl_error *err);
/* A state or view as JSON: turn, legal moves of the seat it belongs to, text,
 * scores, and the game's own object under "state". */
int pl_json(const pl_game *g, const void *view, int seat, char *buf, size_t n);

/* Tensors and masks. */

int pl_tensor_size(const pl_game *g);
/* What a seat observes; all zero for anybody who is none. */
void pl_tensor(const pl_game *g, const void *view, int seat, uint8_t *out);
void pl_tensor_floats(const pl_game *g, const void *view, int seat, float *out);
/* What index means: "board[plane=1,row=0,col=2]"; returns like snprintf, or
 * -1 if there is no such index. */
int pl_tensor_where(const pl_game *g, int index, char *buf, size_t n);
/* The legal moves of the seat to move; none where chance moves or nobody. */
int pl_mask_words(const pl_game *g);
void pl_mask(const pl_game *g, const void *s, uint64_t *words);
void pl_mask_bytes(const pl_game *g, const void *s, uint8_t *out);
void pl_mask_floats(const pl_game *g, const void *s, float *out);

/* Loops: the stamped ones where the game has them, else the plain ones. */

/* Whether those made for the x86-64-v3 level are in use: this build has them
 * and this machine can run them. */
int pl_machine_v3(void);

/* Play games random games from s; add each seat's scores to sum; return plies. */
int64_t pl_rollout(const pl_game *g, const void *s, int games, pl_rng *r, double *sum);
/* Lines of exactly depth plies from s; UINT64_MAX where depth is more than
 * PL_PERFT_MAX and the game may last that long. */
uint64_t pl_perft(const pl_game *g, const void *s, int depth);
void pl_batch_start(pl_batch *b); /* every game from b->start */
void pl_step(pl_batch *b);
/* Games from .. from+n-1 of b, say one thread's share. */
pl_batch pl_batch_slice(const pl_batch *b, int64_t from, int64_t n);
/* Whether the game can be looked at: two players, ZERO_SUM, no chance and no
 * secrets.  What s, which is not over, is worth to the seat to move; where that is
 * not between alpha and beta, a bound on the same side of them. */
int pl_can_look(const pl_game *g);
double pl_look_scale(const pl_game *g);
double pl_look_ahead(const pl_game *g, const void *s, pl_look *look);
/* The same through the table alone: what the stamped loops must agree with. */
int64_t pl_rollout_plain(const pl_game *g, const void *s, int games, pl_rng *r, double *sum);
uint64_t pl_perft_plain(const pl_game *g, const void *s, int depth);
void pl_step_plain(pl_batch *b);
double pl_look_plain(const pl_game *g, const void *s, pl_look *look);

/* Deal n things at random for a guess: thing i may go to the holders in bits
 * may[i], holder h gets want[h], out[i] is its holder.  Every deal that fits
 * is equally likely (nearly so where there are too many ways to count and most
 * fail: core/deal.c).  0, or -1 if none fits.  n up to 256, holders up to 32. */
int pl_deal(pl_rng *r, int n, const uint32_t *may, int holders, const int *want, uint8_t *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
