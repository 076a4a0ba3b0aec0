/* read.c -- a run out of a file.
 *
 * All of it is summed before any of it is believed; and nothing that it tells is
 * believed so far that a file whose sum was made to fit could do harm. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "core/text.h"
#include "solve/checkpoint/checkpoint.h"

struct pl_saved {
    FILE *in;
    pl_run_header head;
    pl_run run;
    uint64_t *size; /* of each piece */
};

static int damaged(pl_error *err)
{
    return pl_fail(err, "the file is damaged");
}

static int get(pl_saved *f, void *out, uint64_t n)
{
    unsigned char fill[8];
    uint64_t more = pl_padded(n) - n;
    return fread(out, 1, n, f->in) == n && fread(fill, 1, more, f->in) == more ? 0 : -1;
}

static int check_header(pl_saved *f, uint64_t bytes, pl_error *err)
{
    const pl_run_header *h = &f->head;
    if (get(f, &f->head, sizeof f->head) || memcmp(h->magic, pl_run_magic, sizeof h->magic))
        return pl_fail(err, "the file holds no run of a solver");
    if (h->order != PL_RUN_ORDER)
        return pl_fail(err, "the run was saved by another kind of machine");
    if (h->version != PL_RUN_VERSION)
        return pl_fail(err, "the run is in version %u of the format; this build reads version %d",
                       (unsigned)h->version, PL_RUN_VERSION);
    if (h->bytes != bytes || bytes % sizeof bytes)
        return pl_fail(err, "the file has %llu bytes where it should have %llu",
                       (unsigned long long)bytes, (unsigned long long)h->bytes);
    return 0;
}

static int check_sum(pl_saved *f, pl_error *err)
{
    unsigned char block[1 << 14];
    uint64_t left = f->head.bytes - sizeof f->head - sizeof left, sum, told;
    sum = pl_run_sum(0, &f->head, sizeof f->head);
    for (uint64_t n; left > 0; left -= n) {
        n = left < sizeof block ? left : sizeof block;
        if (fread(block, 1, n, f->in) != n) return damaged(err);
        sum = pl_run_sum(sum, block, n);
    }
    if (get(f, &told, sizeof told) || told != sum) return damaged(err);
    return fseek(f->in, sizeof f->head, SEEK_SET) ? damaged(err) : 0;
}

/* What the header tells fits into so many bytes, and into memory of ours. */
static int check_sizes(const pl_run_header *h)
{
    const uint64_t room = h->bytes - sizeof *h;
    return h->bytes < sizeof *h + sizeof room || h->game >= PL_SPEC_MAX ||
                   h->method >= PL_SPEC_MAX || h->points > room / sizeof(pl_point) ||
                   h->points > INT32_MAX || h->pieces > room / sizeof room ||
                   h->pieces > PL_RUN_PIECES_MAX || h->plain > 1 || h->iterations < 0 ||
                   h->iterations > PL_ITERATIONS_MAX || h->limit < 0 || !(h->target >= 0) ||
                   !(h->seconds >= 0)
               ? -1
               : 0;
}

static int get_facts(pl_saved *f)
{
    const pl_run_header *h = &f->head;
    pl_run *r = &f->run;
    r->point = calloc(h->points + 1, sizeof *r->point);
    f->size = calloc(h->pieces + 1, sizeof *f->size);
    if (!r->point || !f->size) return -1;
    r->seed = h->seed;
    r->plain = (int32_t)h->plain;
    r->points = (int32_t)h->points;
    r->limit = h->limit;
    r->target = h->target;
    r->seconds = h->seconds;
    return get(f, r->game, h->game) || get(f, r->method, h->method) ||
                   get(f, r->point, h->points * sizeof *r->point) ||
                   get(f, f->size, h->pieces * sizeof *f->size)
               ? -1
               : 0;
}

/* The pieces and the sum are all that is left of the file. */
static int check_pieces(const pl_saved *f)
{
    const pl_run_header *h = &f->head;
    uint64_t at = pl_run_pieces(h) + sizeof at;
    for (uint64_t i = 0; i < h->pieces; i++) {
        if (at > h->bytes || f->size[i] > h->bytes - at) return -1;
        at += pl_padded(f->size[i]);
    }
    return at == h->bytes ? 0 : -1;
}

pl_saved *pl_saved_read(FILE *in, uint64_t bytes, pl_error *err)
{
    pl_saved *f = calloc(1, sizeof *f);
    if (!f) {
        fclose(in);
        pl_fail(err, "out of memory");
        return NULL;
    }
    f->in = in;
    int bad = check_header(f, bytes, err);
    if (!bad && check_sizes(&f->head)) bad = damaged(err);
    if (!bad) bad = check_sum(f, err);
    if (!bad && (get_facts(f) || check_pieces(f))) bad = damaged(err);
    if (!bad) return f;
    pl_saved_close(f);
    return NULL;
}

pl_saved *pl_saved_open(const char *path, pl_error *err)
{
    struct stat about;
    pl_error why = {""};
    FILE *in = fopen(path, "rb");
    if (!in || fstat(fileno(in), &about)) {
        pl_fail(err, "cannot read '%.150s': %s", path, strerror(errno));
        if (in) fclose(in);
        return NULL;
    }
    if (!S_ISREG(about.st_mode)) {
        pl_fail(err, "cannot read '%.150s': it is not a plain file", path);
        fclose(in);
        return NULL;
    }
    pl_saved *f = pl_saved_read(in, (uint64_t)about.st_size, &why);
    if (!f) pl_fail(err, "'%.120s': %.120s", path, why.text);
    return f;
}

void pl_saved_close(pl_saved *f)
{
    if (!f) return;
    fclose(f->in);
    free(f->run.point);
    free(f->size);
    free(f);
}

const pl_run *pl_saved_run(const pl_saved *f)
{
    return &f->run;
}

/* Of the pieces, how far it is gone and whether one was wrong. */
typedef struct {
    pl_saved *from;
    uint64_t piece;
    int other, bad; /* of another size; not to be read */
} reader;

static void get_piece(void *with, void *memory, size_t bytes)
{
    reader *r = with;
    if (r->piece >= r->from->head.pieces || r->from->size[r->piece++] != bytes) r->other = 1;
    if (!r->other && !r->bad && get(r->from, memory, bytes)) r->bad = 1;
}

static int same_tree(const pl_run_header *h, const pl_run_subject *what)
{
    return h->nodes == what->nodes && h->infos == what->infos && h->moves == what->moves &&
           h->tree == what->tree;
}

int pl_saved_fill(pl_saved *f, const pl_run_subject *what, pl_error *err)
{
    const pl_run_header *h = &f->head;
    reader r = {.from = f};
    if (!same_tree(h, what))
        return pl_fail(err, "the run was on another tree: the rules of the game have changed");
    if (fseek(f->in, (long)pl_run_pieces(h), SEEK_SET)) return damaged(err);
    if (what->keep(what->of, get_piece, &r)) return pl_fail(err, "there is no memory for the run");
    if (r.other || r.piece != h->pieces)
        return pl_fail(err, "the run was by another build, whose %.100s keeps other things",
                       f->run.method);
    return r.bad || *what->iterations != h->iterations ? damaged(err) : 0;
}
