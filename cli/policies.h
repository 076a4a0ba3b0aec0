/* policies.h -- what the files of parlor policy and parlor exploit share. */
#ifndef POLICIES_H
#define POLICIES_H

#include "cli.h"

extern const char policy_about[], exploit_about[];
extern const option policy_options[], exploit_options[];

/* A policy file with its game and, where it is wanted, the whole tree. */
typedef struct {
    const char *path;
    pl_policy *file;
    const pl_game *game;
    pl_tree *tree;
    double *policy;  /* on the tree */
    int32_t missing; /* sets that the file lacks */
} opened;

/* policy.c */

/* A file and its game; DONE, or what it is, having said why.  To be closed in any case. */
int open_policy(opened *o, const char *path, const call *c);
int grow_policy(opened *o, const call *c); /* its tree, too */
int lay_out_policy(opened *o);             /* on a tree that is there already */
void close_policy(opened *o);
pl_tree *grow(const pl_game *g, const call *c, pl_error *err); /* as --memory allows, or NULL */
pl_tree *must_grow(const pl_game *g, const call *c);           /* the same, having said why */
double *policy_room(const pl_tree *t);                         /* or NULL, having said so */
/* --seat of a game: a seat, or PL_FULL where none is named; DONE or MISUSED. */
int named_seat(const pl_game *g, const char *text, int *seat);
/* A number, or "-" where it is not known. */
const char *number_text(double x, char buf[32]);
json_t *json_unknown(double x); /* null where it is not known */

/* policy_show.c */

int policy_show(const call *c);

/* policy_make.c: new files from a file. */

/* Write a policy, as --bits has it, with what best answers prove of it. */
int write_policy(const char *path, const pl_tree *t, double *policy, const call *c,
                 pl_policy_facts *f);
int policy_purify(const call *c);
int policy_ladder(const call *c);

/* policy_compare.c */

int policy_compare(const call *c);

/* exploit_bound.c: how much an agent loses at least, by games. */
int exploit_bound(const call *c, const pl_game *g, const char *agent, const char *why);
void exploit_progress(void *with, int64_t done, int64_t of);

/* Their rows in the table of all commands. */
#define POLICY_COMMAND                                                                             \
    {                                                                                              \
        .name = "policy", .words = "show|purify|ladder|compare FILE [WORDS...]",                   \
        .summary = "look at policy files, and make new ones from them", .about = policy_about,     \
        .options = policy_options, .least = 2, .most = -1,                                         \
        .examples = {{"parlor solve leduc --policy leduc.policy", "a policy to look at"},          \
                     {"parlor policy show leduc.policy --seat 0",                                  \
                      "what it does in the first seat"},                                           \
                     {"parlor policy show leduc.policy Ks Js call raise", "in one position"},      \
                     {"parlor policy ladder leduc.policy --targets 0.05,0.2,0.8",                  \
                      "three opponents that are easier to beat"},                                  \
                     {"parlor policy compare leduc.policy leduc-0.2.policy",                       \
                      "how far they are apart"}},                                                  \
        .run = cmd_policy                                                                          \
    }
#define EXPLOIT_COMMAND                                                                            \
    {                                                                                              \
        .name = "exploit", .words = "[GAME] AGENT",                                                \
        .summary = "what an agent loses to whoever knows it", .about = exploit_about,              \
        .options = exploit_options, .least = 1, .most = 2,                                         \
        .examples = {{"parlor exploit kuhn random", "11/24 a game"},                               \
                     {"parlor exploit leduc 'ismcts(iterations=500)' --threads 2",                 \
                      "an agent that searches"},                                                   \
                     {"parlor exploit leduc.policy --response best.policy",                        \
                      "a policy file, and the best answers to it as another"},                     \
                     {"parlor exploit connect4 'mcts(iterations=50)' --games 200",                 \
                      "a lower bound, as the tree is too large"}},                                 \
        .run = cmd_exploit                                                                         \
    }

#endif
