/* checkpoint.c -- what is kept of a run: of a solver on its tree, and of one without. */
#include "solve/checkpoint/checkpoint.h"

#include "core/text.h"
#include "solve/deep/deep.h"

/* Tells other rules, or another way to build the tree, from the same. */
static uint64_t sum_of_tree(const pl_tree *t)
{
    size_t nodes = (size_t)t->nodes, scores = (size_t)t->ends * (size_t)t->game->players;
    uint64_t sum = pl_run_sum(1, t->first, (nodes + 1) * sizeof *t->first);
    sum = pl_run_sum(sum, t->turn, nodes * sizeof *t->turn);
    sum = pl_run_sum(sum, t->info, nodes * sizeof *t->info);
    sum = pl_run_sum(sum, t->odds, nodes * sizeof *t->odds);
    return pl_run_sum(sum, t->score, scores * sizeof *t->score);
}

static int keep_solver(void *of, pl_keep_fn *keep, void *with)
{
    pl_solver_keep(of, keep, with);
    return 0;
}

static pl_run_subject solver_subject(pl_solver *s)
{
    const pl_tree *t = s->tree;
    return (pl_run_subject){.keep = keep_solver,
                            .of = s,
                            .iterations = &s->iterations,
                            .nodes = (uint64_t)t->nodes,
                            .infos = (uint64_t)t->infos,
                            .moves = (uint64_t)t->info_first[t->infos],
                            .tree = sum_of_tree(t)};
}

static int keep_deep(void *of, pl_keep_fn *keep, void *with)
{
    return pl_deep_keep(of, keep, with);
}

/* There is no tree: the spelling of the game stands for it. */
static pl_run_subject deep_subject(pl_deep *d)
{
    char spec[PL_SPEC_MAX];
    pl_spec(d->game, spec, sizeof spec);
    return (pl_run_subject){.keep = keep_deep,
                            .of = d,
                            .iterations = &d->iterations,
                            .tree = pl_hash(spec, strlen(spec))};
}

int pl_run_save(const char *path, const pl_run *run, pl_solver *s, pl_error *err)
{
    pl_run_subject what = solver_subject(s);
    return pl_run_write(path, run, &what, err);
}

int pl_run_save_deep(const char *path, const pl_run *run, pl_deep *d, pl_error *err)
{
    pl_run_subject what = deep_subject(d);
    return pl_run_write(path, run, &what, err);
}

static int check_method(const pl_saved *f, const char *method, pl_error *err)
{
    const char *other = pl_saved_run(f)->method;
    if (!strcmp(method, other)) return 0;
    return pl_fail(err, "the run was by another method, %.100s", other);
}

int pl_saved_take(pl_saved *f, pl_solver *s, pl_error *err)
{
    char method[PL_SPEC_MAX];
    pl_run_subject what = solver_subject(s);
    pl_solver_spec(s, method, sizeof method);
    if (check_method(f, method, err) || pl_saved_fill(f, &what, err)) return -1;
    pl_solver_took(s);
    return 0;
}

int pl_saved_take_deep(pl_saved *f, pl_deep *d, pl_error *err)
{
    char method[PL_SPEC_MAX] = "deep-";
    pl_run_subject what = deep_subject(d);
    pl_deep_spec(d, method + strlen(method), sizeof method - strlen(method));
    if (check_method(f, method, err) || pl_saved_fill(f, &what, err)) return -1;
    return pl_deep_took(d) ? pl_fail(err, "the file is damaged, or there is no memory for it") : 0;
}
