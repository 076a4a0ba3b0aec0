/* surrogate.h -- which way a policy is to go, for one decision. */
#ifndef PL_LEARN_SURROGATE_H
#define PL_LEARN_SURROGATE_H

#include <stdint.h>

typedef struct {
    const float *p;      /* n: how likely each action is now; what is not legal has 0 */
    const float *magnet; /* n: where the policy is drawn to; NULL: nowhere */
    const uint64_t *legal;
    int32_t n, action; /* that was taken, */
    float old;         /* so likely was it then, */
    float advantage;   /* and so much better than expected it went */
    float clip;        /* how far one round may lead */
    float pull, heat;  /* how much the magnet counts, and entropy */
} pl_decision;

/* slope, n numbers: away from where what comes before the softmax is to go. */
void pl_surrogate(const pl_decision *d, float *slope);

#endif
