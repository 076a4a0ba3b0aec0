/* write.c -- a run into a file.
 *
 * The solver is asked twice: first what there is to keep, so that the header can
 * tell, and then for the memory itself, which goes to the file as it stands. */
#include <stdlib.h>

#include "core/text.h"
#include "parlor/beside.h"
#include "solve/checkpoint/checkpoint.h"

typedef struct {
    pl_beside *out;
    uint64_t sum;
} writer;

static void put(writer *w, const void *bytes, size_t n)
{
    static const unsigned char zeros[8];
    w->sum = pl_run_sum(w->sum, bytes, n);
    pl_beside_put(w->out, bytes, n);
    pl_beside_put(w->out, zeros, pl_padded(n) - n);
}

/* What there is to keep. */
typedef struct {
    uint64_t pieces, bytes;
    uint64_t *size; /* to be filled, or NULL */
} inventory;

static void count_piece(void *with, void *memory, size_t bytes)
{
    inventory *v = with;
    (void)memory;
    if (v->size) v->size[v->pieces] = bytes;
    v->pieces++;
    v->bytes += pl_padded(bytes);
}

static void put_piece(void *with, void *memory, size_t bytes)
{
    put(with, memory, bytes);
}

static pl_run_header header_of(const pl_run *run, const pl_run_subject *what, const inventory *v)
{
    pl_run_header h = {
        .version = PL_RUN_VERSION,
        .order = PL_RUN_ORDER,
        .game = strlen(run->game),
        .method = strlen(run->method),
        .points = (uint64_t)run->points,
        .pieces = v->pieces,
        .seed = run->seed,
        .plain = (uint64_t)run->plain,
        .nodes = what->nodes,
        .infos = what->infos,
        .moves = what->moves,
        .tree = what->tree,
        .iterations = *what->iterations,
        .limit = run->limit,
        .target = run->target,
        .seconds = run->seconds,
    };
    memcpy(h.magic, pl_run_magic, sizeof h.magic);
    h.bytes = pl_run_pieces(&h) + v->bytes + sizeof(uint64_t);
    return h;
}

static void put_all(writer *w, const pl_run *run, const pl_run_subject *what, const inventory *v)
{
    pl_run_header h = header_of(run, what, v);
    put(w, &h, sizeof h);
    put(w, run->game, h.game);
    put(w, run->method, h.method);
    if (run->points) put(w, run->point, (size_t)run->points * sizeof *run->point);
    put(w, v->size, v->pieces * sizeof *v->size);
    what->keep(what->of, put_piece, w);
    pl_beside_put(w->out, &w->sum, sizeof w->sum);
}

int pl_run_write(const char *path, const pl_run *run, const pl_run_subject *what, pl_error *err)
{
    inventory v = {0};
    pl_beside file;
    what->keep(what->of, count_piece, &v);
    v.size = calloc(v.pieces, sizeof *v.size);
    if (!v.size) return pl_fail(err, "out of memory");
    v.pieces = v.bytes = 0;
    what->keep(what->of, count_piece, &v);
    int bad = pl_beside_open(&file, path, err);
    if (!bad) {
        writer w = {&file, 0};
        file.mark = run->mark;
        put_all(&w, run, what, &v);
        bad = pl_beside_keep(&file, err);
    }
    free(v.size);
    return bad;
}
