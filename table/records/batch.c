/* batch.c -- finished games that wait in memory, to be saved many at a time.
 *
 * A transaction for each game would cost more than the game; one that stays open would
 * keep other writers out.  So games wait here, up to so many or so long, and are then
 * written in one short transaction.
 */
#include <stdlib.h>

#include "core/text.h"
#include "table/records/records.h"

enum { MOST = 2048, LONGEST_US = 500000 };

static void forget(pl_records *r)
{
    for (int i = 0; i < r->waits; i++) pl_kept_free(&r->waiting[i]);
    r->waits = 0;
}

/* What could not be saved goes on waiting. */
int pl_batch_save(pl_records *r, pl_purpose what_for, pl_error *err)
{
    int bad = 0, finished = 0;
    if (!r->waits) return 0;
    if (pl_span_begin(r, what_for, err)) return -1;
    if (pl_db_expect(r->db, "game", r->waits)) bad = pl_records_fail(r, err);
    for (int i = 0; i < r->waits && !bad; i++) {
        bad = pl_store_game(r, &r->waiting[i], err) < 0;
        finished += r->waiting[i].result.how != PL_UNDER_WAY;
    }
    if (pl_span_end(r, bad, err)) {
        r->since = pl_records_now();
        return -1;
    }
    r->saved += finished;
    r->loose = what_for != PL_TO_DISK;
    forget(r);
    return 0;
}

/* Where there is no room, saving has just failed: it is tried again after a while, and
 * until then games are refused. */
static int make_room(pl_records *r, pl_error *err)
{
    if (!r->waiting) r->waiting = calloc(MOST, sizeof *r->waiting);
    if (!r->waiting) return pl_fail(err, "out of memory");
    if (r->waits < MOST) return 0;
    if (pl_records_now() - r->since >= LONGEST_US) return pl_batch_save(r, PL_TO_WRITE, err);
    return pl_fail(err, "%.120s: %d games wait to be saved, and no more can", r->file, MOST);
}

int pl_batch_add(pl_records *r, pl_kept *k, pl_error *err)
{
    if (make_room(r, err)) {
        pl_kept_free(k);
        return -1;
    }
    if (r->waits == 0) r->since = pl_records_now();
    r->waiting[r->waits++] = *k;
    *k = (pl_kept){0};
    if (r->waits < MOST && pl_records_now() - r->since < LONGEST_US) return 0;
    return pl_batch_save(r, PL_TO_WRITE, err);
}
