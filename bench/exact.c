/* exact.c -- how fast games without secrets are worked out, and what they take.
 *
 *     ninja -C build bench/exact && build/bench/exact [GAME ...]
 */
#include <stdio.h>
#include <time.h>

#include "parlor/parlor.h"

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int row(const char *spec, pl_error *err)
{
    const pl_game *g = pl_open(spec, err);
    pl_exact *e = g ? pl_exact_new(g, 0, err) : NULL;
    double from = seconds_now(), values[PL_SEATS_MAX];
    int failed = !e || pl_exact_run(e, err);
    double spent = seconds_now() - from;
    if (!failed) {
        pl_exact_facts facts;
        pl_exact_about(e, &facts);
        pl_exact_value(e, pl_exact_position(e, 0), values);
        printf("%-36s %9.6f %11lld %9.3f %9.0f %9.0f\n", spec, values[0],
               (long long)facts.positions, spent, 1e9 * spent / (double)facts.positions,
               (double)facts.bytes / (double)facts.positions);
    }
    pl_exact_free(e);
    pl_close(g);
    return failed ? -1 : 0;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"tictactoe",
                            "mnk(m=4,n=3,k=3)",
                            "mnk(m=4,n=4,k=3)",
                            "connect4(rows=4,cols=4)",
                            "connect4(rows=4,cols=5)",
                            "hex(size=3)",
                            "othello(size=4)",
                            "breakthrough(rows=5,cols=4,lines=1)",
                            "pig(target=20,limit=60)"};
    char **spec = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual), status = 0;
    printf("%-36s %9s %11s %9s %9s %9s\n", "WORKING OUT", "VALUE", "POSITIONS", "SECONDS",
           "NS EACH", "BYTES");
    for (int i = 0; i < n && !status; i++) {
        pl_error err = {""};
        status = row(spec[i], &err) ? 1 : 0;
        if (status) fprintf(stderr, "exact: %s\n", err.text);
    }
    return status;
}
