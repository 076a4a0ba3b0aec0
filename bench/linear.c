/* linear.c -- how long the linear programs of games take: to make, and to solve by CLP
 * with the proof by best answers; beside glpsol, where that is installed.
 *
 *     ninja -C build bench/linear && build/bench/linear [GAME ...]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "parlor/clp.h"
#include "parlor/parlor.h"

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What glpsol takes for it, its reading included; 0: it is not there, or needs a minute. */
static double peer(const pl_lp *lp)
{
    char path[] = "/tmp/parlor_linear_XXXXXX", command[128];
    int fd = mkstemp(path), bad;
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out) return 0;
    bad = pl_lp_write(lp, PL_LP_MPS, out, NULL);
    bad |= fclose(out);
    snprintf(command, sizeof command, "timeout 60 glpsol --freemps %s >/dev/null 2>&1", path);
    double from = seconds_now();
    bad = bad || system(command);
    unlink(path);
    return bad ? 0 : seconds_now() - from;
}

static int row(const char *spec, pl_error *err)
{
    const pl_game *g = pl_open(spec, err);
    pl_tree *t = g ? pl_tree_new(g, INT32_MAX, err) : NULL;
    double *policy = t ? malloc(((size_t)t->info_first[t->infos] + 1) * sizeof *policy) : NULL;
    double from = seconds_now(), value = 0;
    pl_lp *lp = policy ? pl_lp_new(t, err) : NULL;
    double made = seconds_now() - from;
    from = seconds_now();
    int failed = !lp || pl_clp_solve(t, 0, policy, &value, err);
    double solved = seconds_now() - from, theirs = failed ? 0 : peer(lp);
    if (!failed) printf("%-46s %15.12f %7d %9.4f %9.3f", spec, value, (int)lp->rows, made, solved);
    if (!failed && theirs > 0) printf(" %9.3f x%.1f\n", theirs, theirs / solved);
    else if (!failed) printf(" %9s\n", "-");
    fflush(stdout);
    pl_lp_free(lp);
    free(policy);
    pl_tree_free(t);
    pl_close(g);
    return failed;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"kuhn",
                            "leduc",
                            "liars_dice(sides=4)",
                            "liars_dice(sides=5)",
                            "liars_dice(sides=6)",
                            "goofspiel(cards=4,order=descending,info=winner)"};
    char **spec = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual), status = 0;
    printf("%-46s %15s %7s %9s %9s %9s\n", "LINEAR PROGRAMS", "VALUE", "ROWS", "MAKING", "SOLVING",
           "GLPSOL");
    for (int i = 0; i < n && !status; i++) {
        pl_error err = {""};
        status = row(spec[i], &err) ? 1 : 0;
        if (status) fprintf(stderr, "linear: %s\n", err.text);
    }
    return status;
}
