/* policy.h -- policies in files: how likely each move is at every information
 * set, with what was proven of them.
 *
 *     pl_policy *p = pl_policy_open("kuhn.policy", &err);
 *     n = pl_policy_find(p, key, probability, PL_MOVES_MAX);
 *
 * A file is mapped into memory, not read, and is the same on every machine;
 * docs/policies.md tells its bytes.  Sets are named by the 64-bit keys of
 * parlor/tree.h, so a policy can be played without the tree it was made on.
 */
#ifndef PL_POLICY_H
#define PL_POLICY_H

#include "parlor/tree.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_policy pl_policy;

enum { PL_POLICY_HOW = 256 }; /* bytes of how, its end included */

/* What a file tells of its policy; NAN: not known. */
typedef struct {
    double lower, upper; /* two players, zero sum: what the game is worth to seat 0 lies between */
    double nashconv;     /* the sum over seats of what a best answer would gain */
    double value[PL_SEATS_MAX]; /* of each seat when all play it */
    int32_t bits;               /* of a probability in the file: 64, which is exact, 32 or 16 */
    int32_t unused;
    char how[PL_POLICY_HOW]; /* how it was made, in a line: "dcfr, 1000 iterations, seed 1" */
} pl_policy_facts;

/* Nothing known, 64 bits. */
void pl_policy_facts_none(pl_policy_facts *f);
/* Work out all but how and bits from best answers on the tree.  0, or -1: out of
 * memory, or a game where best answers are not known. */
int pl_policy_certify(const pl_tree *t, const double *policy, pl_policy_facts *f);

/* Write a tree's policy; the file is there whole or not at all.  0, or -1 with the
 * reason.  facts may be NULL.  In less than 64 bits probabilities are rounded: the
 * facts then are no longer proven of what the file holds, unless they are of
 * pl_policy_rounded(). */
int pl_policy_write(const char *path, const pl_tree *t, const double *policy,
                    const pl_policy_facts *f, pl_error *err);
/* The same without a tree, for sets in any order: set i is called key[i], and its
 * moves, ascending, stand at first[i] .. first[i+1]-1. */
int pl_policy_write_sets(const char *path, const pl_game *g, int32_t sets, const uint64_t *key,
                         const int32_t *first, const double *policy, const pl_policy_facts *f,
                         pl_error *err);
/* n probabilities as a file of so many bits gives them back. */
void pl_policy_rounded(double *p, int n, int bits);

/* NULL with the reason: not there, cut short, damaged, none of ours, or of another
 * version. */
pl_policy *pl_policy_open(const char *path, pl_error *err);
void pl_policy_free(pl_policy *p);              /* p may be NULL */
const char *pl_policy_game(const pl_policy *p); /* its canonical spelling */
const pl_policy_facts *pl_policy_facts_of(const pl_policy *p);
int64_t pl_policy_bytes(const pl_policy *p);
int64_t pl_policy_sets(const pl_policy *p);
uint64_t pl_policy_key(const pl_policy *p, int64_t set); /* ascending */
/* The probabilities of a set, by number or by key, and how many; 0, nothing
 * written: there is no such set, or it has more than most. */
int pl_policy_at(const pl_policy *p, int64_t set, double *out, int most);
int pl_policy_find(const pl_policy *p, uint64_t key, double *out, int most);
/* Whether it is a policy of g: 0, or -1 with the reason. */
int pl_policy_fits(const pl_policy *p, const pl_game *g, pl_error *err);
/* Onto a tree: all of its array is written, uniform where the file lacks a set, of
 * which there are *missing (or NULL).  0, or -1 with the reason. */
int pl_policy_on(const pl_policy *p, const pl_tree *t, double *policy, int32_t *missing,
                 pl_error *err);

/* Information sets by names that people know: what the seat noticed on the way, in the
 * words of the game, as "J pass bet"; with each wording there is more to it. */
typedef enum {
    PL_SAY_SHORT, /* without what only says "?" */
    PL_SAY_WORDS,
    PL_SAY_VIEW, /* also the position, as the seat sees it, */
    PL_SAY_KEY   /* and its key */
} pl_wording;
enum { PL_SAY_MAX = 8192 }; /* bytes of a name that is told apart from others */
/* The shortest by which no two sets of a seat are called the same. */
pl_wording pl_tree_wording(const pl_tree *t);
int pl_tree_say(const pl_tree *t, int32_t set, pl_wording w, char *buf, size_t n);

/* Other shapes of n probabilities, in place.  Temperature t makes them p^(1/t),
 * scaled: above 1 they come closer together, below 1 the likely ones gain. */
void pl_policy_temper(double *p, int n, double temperature);
/* Moves less likely than least are dropped and the rest scaled; where none is left,
 * and with least 1, it is the most likely one, of equals the first. */
void pl_policy_purify(double *p, int n, double least);
/* Mix with uniform play so that the exploitability, which is NashConv divided by
 * the players, is target.  0; or -1 with the reason.  What was
 * mixed in is in *weight, what came out in *reached. */
int pl_policy_aim(const pl_tree *t, const double *policy, double target, double *out,
                  double *weight, double *reached, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
