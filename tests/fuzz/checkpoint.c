/* checkpoint.c -- fuzzes the reader of runs.  A sum guards them, so the input tells
 * which bytes of a whole file to change, to what, and where to cut; then the sum is
 * made right again, and what is accepted must do no harm: the solver is let run.  Its
 * first byte tells by which method. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "solve/checkpoint/checkpoint.h"

#include "tests/fuzz/fuzz.h"

enum { METHODS_MAX = 64, BYTES_MAX = 3 << 19 };

static pl_tree *tree;
typedef struct {
    unsigned char bytes[BYTES_MAX];
    size_t n;
} whole;

static int save(const char *path, const char *method, pl_run *run, pl_error *err)
{
    pl_solver *s = pl_solver_new(method, tree, NULL, err);
    if (!s) return -1;
    pl_solver_spec(s, run->method, sizeof run->method);
    pl_solver_run(s, 3);
    int bad = pl_run_save(path, run, s, err);
    pl_solver_free(s);
    return bad;
}

static int save_deep(const char *path, pl_run *run, pl_error *err)
{
    pl_deep *d = pl_deep_new("external", tree->game, NULL, err);
    if (!d) return -1;
    pl_deep_spec(d, run->method + sprintf(run->method, "deep-"), sizeof run->method - 5);
    pl_deep_run(d, 30);
    int bad = pl_run_save_deep(path, run, d, err);
    pl_deep_free(d);
    return bad;
}

/* A file that holds a short run by this method; NULL: by sampling without a tree. */
static void make_base(const char *method, whole *base)
{
    char path[] = "/tmp/fuzz_checkpoint.XXXXXX";
    pl_error err = {""};
    pl_point point[3] = {{1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2}, {3, 3, 3, 3, 3, 3}};
    pl_run run = {.game = "kuhn", .seed = 1, .point = point, .points = 3};
    int fd = mkstemp(path);
    if (fd < 0 || close(fd)) abort();
    if (method ? save(path, method, &run, &err) : save_deep(path, &run, &err)) abort();
    FILE *in = fopen(path, "rb");
    if (in) base->n = fread(base->bytes, 1, BYTES_MAX, in);
    if (!in || base->n == 0 || base->n == BYTES_MAX) abort();
    fclose(in);
    unlink(path);
}

/* Changes of one byte each, at the first place that a 16-bit number says; odd inputs
 * also cut the file. */
static size_t changed(const whole *base, unsigned char *out, const uint8_t *data, size_t size)
{
    size_t n = base->n;
    memcpy(out, base->bytes, n);
    for (size_t i = 0; i + 2 < size; i += 3)
        out[(size_t)(data[i] | data[i + 1] << 8) % n] = data[i + 2];
    if (size % 3 == 1) n -= 8 * (size_t)(data[size - 1] % 64);
    return n;
}

/* Right but for what was changed on purpose: bytes and sum. */
static void mend(unsigned char *bytes, size_t n, int length)
{
    uint64_t whole = n, sum;
    if (length) memcpy(bytes + offsetof(pl_run_header, bytes), &whole, sizeof whole);
    sum = pl_run_sum(0, bytes, n - sizeof sum);
    memcpy(bytes + n - sizeof sum, &sum, sizeof sum);
}

static void take(pl_saved *f)
{
    pl_error err = {""};
    double policy[64];
    const pl_run *run = pl_saved_run(f);
    pl_solver_options how = {run->seed, 1, run->plain};
    pl_solver *s = pl_solver_new(run->method, tree, &how, &err);
    if (s && pl_saved_take(f, s, &err) == 0) {
        pl_solver_run(s, 2);
        pl_solver_policy(s, policy);
    }
    pl_solver_free(s);
}

static void take_deep(pl_saved *f)
{
    pl_error err = {""};
    double policy[64];
    pl_deep *d = pl_deep_new(pl_saved_run(f)->method + 5, tree->game, NULL, &err);
    if (d && pl_saved_take_deep(f, d, &err) == 0) {
        pl_deep_run(d, 2);
        pl_deep_on(d, tree, policy);
    }
    pl_deep_free(d);
}

static const whole *base_of(unsigned choice, int *deep)
{
    static whole *base[METHODS_MAX];
    pl_error err = {""};
    unsigned n = 0;
    if (!tree) tree = pl_tree_new(pl_open("kuhn", &err), 1000, &err);
    if (!tree || tree->info_first[tree->infos] > 64) abort();
    while (pl_methods()[n] && n < METHODS_MAX) n++;
    choice %= n + 1;
    *deep = choice == n;
    if (base[choice]) return base[choice];
    base[choice] = calloc(1, sizeof *base[choice]);
    if (!base[choice]) abort();
    make_base(*deep ? NULL : pl_methods()[choice]->name, base[choice]);
    return base[choice];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char bytes[BYTES_MAX];
    pl_error err = {""};
    if (!size) return 0;
    int deep;
    const whole *base = base_of(data[0], &deep);
    size_t n = changed(base, bytes, data + 1, size - 1);
    mend(bytes, n, size < 2 || data[1] % 8);
    FILE *in = fmemopen(bytes, n, "rb");
    if (!in) abort();
    pl_saved *f = pl_saved_read(in, n, &err);
    if (f && deep) take_deep(f);
    else if (f) take(f);
    pl_saved_close(f);
    return 0;
}
