/* strategies.h -- a policy of a tree, for people and for programs. */
#ifndef STRATEGIES_H
#define STRATEGIES_H

#include "cli.h"

/* A line for every information set, seat by seat: "J: pass 0.78 bet 0.22". */
void strategies_text(const pl_tree *t, const double *policy);
/* {"seat":0,"set":"J","moves":{"pass":0.78,"bet":0.22}} for each. */
json_t *strategies_json(const pl_tree *t, const double *policy);

#endif
