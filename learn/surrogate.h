/* surrogate.h -- what a policy is to become less of, for one decision. */
#ifndef PL_LEARN_SURROGATE_H
#define PL_LEARN_SURROGATE_H

#include <stdint.h>

typedef struct {
    const float *p;      /* n: how likely each action is now; what is not legal has 0 */
    const float *magnet; /* n: where the policy is drawn to; NULL: all that is legal alike */
    const uint64_t *legal;
    int32_t n, action; /* that was taken, */
    float old;         /* so likely was it then, */
    float advantage;   /* and so much better than expected it went */
    float clip, pull;  /* how far one round may lead; how much the magnet counts */
} pl_decision;

/* The loss; slope, n numbers, is its slope in what comes before the softmax. */
double pl_surrogate(const pl_decision *d, float *slope);

#endif
