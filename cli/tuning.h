/* tuning.h -- what the files of parlor tune share. */
#ifndef TUNING_H
#define TUNING_H

#include "cli.h"
#include "parlor/tune.h"

extern const option tune_options[];
extern const char tune_about[];

/* tune_report.c: "explore=0.83, rave=100". */
void tune_values(const pl_tune_plan *plan, const double *value, char *buf, size_t n);
/* What was found, and whether it is a gain; stopped: as far as it went. */
int tune_text(pl_tune *t, const pl_tune_plan *plan, int stopped);
int tune_json(pl_tune *t, const pl_tune_plan *plan, int stopped);

#endif
