/* kinds.h -- every kind of search, for the tests of what they have in common. */
#ifndef PL_TESTS_KINDS_H
#define PL_TESTS_KINDS_H

enum {
    OPEN = 1,    /* it plays only games without secrets */
    THREADS = 2, /* it searches on threads of its own */
    RACES = 4,   /* which share one tree, so that no two searches are the same */
    FUSES = 8,   /* it plays another move in each world, as if it knew which one it is in */
    REDEALS = 16 /* it deals what others know anew, and so finds that they do not know its own */
};

typedef struct {
    const char *spec; /* %s: its budget */
    int is;           /* which of these */
} search_kind;

/* A megabyte or two: little to clear, and full before a test is over. */
static const search_kind kinds[] = {
    {"rollout(%s)", 0},
    {"mcts(%s,memory=1)", OPEN},
    {"mcts(%s,memory=1,playout=greedy)", OPEN},
    {"mcts(%s,memory=1,rave=20)", OPEN},
    {"alphabeta(%s,memory=1)", OPEN},
    {"alphabeta(%s,memory=1,all=1)", OPEN},
    {"ismcts(%s,memory=1,observers=single)", 0},
    {"ismcts(%s,memory=1,observers=grouped)", 0},
    {"ismcts(%s,memory=1,observers=multiple)", 0},
    {"ismcts(%s,memory=1,observers=multiple,roots=views)", 0},
    {"ismcts(%s,memory=1,worlds=redeal,observers=single)", REDEALS},
    {"ismcts(%s,memory=1,worlds=redeal,observers=grouped)", REDEALS},
    {"ismcts(%s,memory=1,worlds=redeal,observers=multiple)", REDEALS},
    {"ismcts(%s,memory=1,worlds=redeal,roots=views)", REDEALS},
    {"ismcts(%s,memory=1,policy=exp3)", 0},
    {"ismcts(%s,memory=2,policy=sw_ucb,observers=single)", 0},
    {"ismcts(%s,memory=1,policy=d_ucb)", 0},
    {"ismcts(%s,memory=1,policy=rm)", 0},
    {"ismcts(%s,memory=2,execution=root,threads=2)", THREADS},
    {"ismcts(%s,memory=1,execution=tree,threads=1)", THREADS},
    {"ismcts(%s,memory=2,execution=tree,threads=3)", THREADS | RACES},
    {"pimc(%s,memory=1,worlds=40)", FUSES},
    {"pimc(%s,memory=1,worlds=40,by=votes)", FUSES},
    {"pimc(%s,memory=1,worlds=40,search=alphabeta)", FUSES},
    {"epimc(%s,memory=1,depth=1)", FUSES},
    {"epimc(%s,memory=1,depth=2)", 0},
    {"epimc(%s,memory=1,depth=2,leaf=20,search=alphabeta)", 0},
    {"epimc(%s,memory=1,depth=9,leaf=1)", 0},
};

#endif
