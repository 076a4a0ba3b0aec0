/* records.h -- what the files of parlor records share. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "cli.h"
#include "parlor/records.h"

extern const option records_options[];

/* The file of records that the command line names, or the usual one; NULL, having said
 * why. */
pl_records *records_open(const call *c, pl_records_mode mode);
/* Which games the command line asks for; DONE or MISUSED.  spec is where a game's spelling
 * may be kept. */
int records_filter(const call *c, pl_records_filter *f, char spec[PL_SPEC_MAX]);
/* Visit the games that the command line names by number, or else asks for; DONE, or a
 * status, having said why. */
int records_visit(pl_records *r, const call *c, pl_record_visit *visit, void *with);
/* The game whose number is the second word; a status. */
int records_get(pl_records *r, const call *c, pl_record *rec);

void moment_text(int64_t us, char buf[32]); /* "2026-11-16 05:50:00", or "-" */
/* "Ada (human), mcts". */
void player_text(const pl_player *p, char *buf, size_t n);

int records_replay(pl_records *r, const call *c);
int records_export(pl_records *r, const call *c);
int records_import(pl_records *r, const call *c);
int records_verify(pl_records *r, const call *c);
int records_stats(pl_records *r, const call *c);
int records_show(pl_records *r, const call *c);
int records_resume(pl_records *r, const call *c);

#endif
