/* away.c -- games that are played for a file of another process: a finished one is packed into
 * bytes where it was played, and joins those that wait to be saved where the file is.
 *
 * What has one size lies there as it does in memory, so both processes must run the same build. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/parcel.h"
#include "table/records/records.h"

int pl_away_hand(const pl_records *f, const pl_kept *k, pl_error *err)
{
    pl_parcel p = {0};
    pl_pack_sparse(&p, k, sizeof *k);
    pl_pack_bytes(&p, k->moves, (size_t)(k->moves_size + k->times_size));
    for (int i = 0; i < k->extras; i++) {
        pl_pack_sparse(&p, &k->extra[i], sizeof k->extra[i]);
        pl_pack_text(&p, k->extra[i].event.text);
    }
    if (!p.bad) f->hand(f->with, k->part, p.byte, p.n);
    int bad = p.bad;
    pl_parcel_free(&p);
    return bad ? pl_fail(err, "out of memory") : 0;
}

/* Words that are not its own yet are none. */
static int get_extra(pl_parcel *p, pl_extra *x)
{
    pl_unpack_sparse(p, x, sizeof *x);
    const char *text = pl_unpack_text(p);
    char *copy = text && *text ? malloc(strlen(text) + 1) : NULL;
    x->event.text = copy ? strcpy(copy, text) : "";
    return p->bad || (text && *text && !copy) ? -1 : 0;
}

static int unpack(pl_kept *k, pl_parcel *p)
{
    pl_unpack_sparse(p, k, sizeof *k);
    int extras = k->extras;
    size_t plies = (size_t)k->moves_size + (size_t)k->times_size;
    k->moves = NULL;
    k->extra = NULL;
    k->owner = NULL;
    k->extras = 0;
    if (p->bad || k->moves_size < 0 || k->times_size < 0 || plies > p->n || extras < 0 ||
        (size_t)extras > p->n)
        return -1;
    k->moves = malloc(plies + 1);
    k->extra = extras ? calloc((size_t)extras, sizeof *k->extra) : NULL;
    if (!k->moves || (extras && !k->extra)) return -1;
    k->times = k->moves + k->moves_size;
    pl_unpack_bytes(p, k->moves, plies);
    while (k->extras < extras)
        if (get_extra(p, &k->extra[k->extras++])) return -1;
    return p->bad || !pl_kept_sound(k) ? -1 : 0;
}

int pl_away_take(pl_records *f, const pl_names *names, const void *bytes, size_t n, pl_error *err)
{
    pl_kept k = {0};
    pl_parcel p = {.byte = (unsigned char *)bytes, .n = n};
    if (unpack(&k, &p)) {
        pl_kept_free(&k);
        return pl_fail(err, "a game that came from another process is not whole");
    }
    k.names.spec = names->spec;
    k.names.rules = names->rules;
    k.names.players = names->players;
    return pl_batch_add(f, &k, err);
}

pl_records *pl_records_away(pl_away_game *hand, void *with, pl_error *err)
{
    pl_records *r = pl_records_make("", PL_RECORDS_BATCH, err);
    if (!r) return NULL;
    r->hand = hand;
    r->with = with;
    return r;
}
