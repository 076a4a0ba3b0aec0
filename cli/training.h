/* training.h -- what the files of parlor train share. */
#ifndef TRAINING_H
#define TRAINING_H

#include "cli.h"
#include "parlor/train.h"

enum { MEASURE_LEAST = 2, MEASURE_MOST = 1000000 }; /* games of a point of the curve */

extern const option train_options[];
extern const char train_about[];

/* train_plan.c: what is asked for; a status, having said why it cannot be. */
typedef struct {
    pl_train_plan plan;
    char method[PL_SPEC_MAX];
} train_wish;
int train_wished(const call *c, const pl_game *g, train_wish *out);
/* Whether an option was given. */
int train_given(const call *c, const char *name);
/* Its settings as "key=value,..."; of a net that is resumed those that were given. */
void train_settings(const call *c, const pl_game *g, pl_text *t);
/* The agents that it is measured by, as pl_trainer_yardsticks() takes them. */
int train_yardsticks(const call *c, const pl_game *g, pl_trainer *t);

/* train_report.c */

/* A few times a second: how far it is. */
void train_tell(pl_trainer *t, double minutes);
/* What came out; stopped: as far as it went. */
int train_text(pl_trainer *t, const char *file, int stopped);
int train_json(pl_trainer *t, const char *file, int stopped);

/* train_plot.c: its curve as SVG; a status. */
int train_plot(pl_trainer *t, const char *path);

#endif
