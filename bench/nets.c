/* nets.c -- how fast nets answer: every input, those that are not 0, and what differs from
 * row to row; at both levels of machine.
 *
 *     ninja -C build bench/nets && build/bench/nets [GAME ...]
 *
 * Rows are the positions after each move of a turn, over random games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nets/net.h"
#include "parlor/parlor.h"

enum { ROWS = 2048, TURN = 32 };

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Positions after up to TURN moves of each turn, as its seat sees them. */
static void fill(const pl_game *g, uint8_t *tensor)
{
    pl_state s, next;
    pl_move list[PL_MOVES_MAX];
    pl_rng r;
    pl_seed(&r, 1);
    pl_start(g, &s);
    for (int rows = 0; rows < ROWS; g->apply(&s, pl_any(g, &s, &r))) {
        if (g->turn(&s) == PL_OVER) pl_start(g, &s);
        int seat = g->turn(&s), n = seat < 0 ? 0 : g->moves(&s, list);
        for (int i = 0; i < n && i < TURN && rows < ROWS; i++, rows++) {
            memcpy(&next, &s, (size_t)g->state_size);
            g->apply(&next, list[i]);
            if (g->hide) g->hide(&next, seat);
            pl_tensor(g, &next, seat, tensor + rows * pl_tensor_size(g));
        }
    }
}

/* Nanoseconds a row: all inputs made to count, numbers, one tensor at a time, or many. */
enum { DENSE, SPARSE, ALONE, TOGETHER, WAYS };

static double time_of(const pl_net *net, const uint8_t *tensor, const float *x, int way)
{
    pl_net_work *work = pl_net_work_new(net, TURN, 0);
    int inputs = pl_net_shape_of(net)->inputs, rows = 0;
    double from = seconds_now(), spent;
    do {
        for (int i = 0; i < ROWS; i += TURN, rows += TURN) {
            if (way == DENSE || way == SPARSE) pl_net_forward(net, work, x + i * inputs, TURN);
            else if (way == TOGETHER) pl_net_observe(net, work, tensor + i * inputs, TURN);
            for (int k = i; way == ALONE && k < i + TURN; k++)
                pl_net_observe(net, work, tensor + k * inputs, 1);
        }
        spent = seconds_now() - from;
    } while (spent < 0.2);
    pl_net_work_free(work);
    return 1e9 * spent / rows;
}

static void times(pl_net *net, const uint8_t *tensor, float *x)
{
    int all = ROWS * pl_net_shape_of(net)->inputs;
    double ns[WAYS];
    for (int way = 0; way < WAYS; way++) {
        for (int i = 0; i < all; i++) x[i] = (float)tensor[i] + (way == DENSE ? 0.5f : 0);
        ns[way] = time_of(net, tensor, x, way);
    }
    printf(" %8.0f %8.0f %8.0f %8.0f", ns[DENSE], ns[SPARSE], ns[ALONE], ns[TOGETHER]);
}

static int row(const char *spec, pl_error *err)
{
    const pl_game *g = pl_open(spec, err);
    if (!g) return -1;
    pl_net_shape shape = pl_net_usual(g);
    pl_net *net = pl_net_new(&shape, g, 1, err);
    size_t all = (size_t)(ROWS * shape.inputs);
    uint8_t *tensor = malloc(all);
    float *x = malloc(all * sizeof *x);
    int bad = !net || !tensor || !x;
    if (!bad) {
        fill(g, tensor);
        printf("%-16s %6d", spec, (int)shape.inputs);
        net->kernels = &pl_kernels_base;
        times(net, tensor, x);
        net->kernels = pl_kernels_here();
        times(net, tensor, x);
        printf("\n");
    }
    free(x);
    free(tensor);
    pl_net_free(net);
    pl_close(g);
    return bad ? -1 : 0;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"backgammon", "dominoes", "connect4", "othello"};
    char **specs = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : 4;
    pl_error err = {""};
    printf("nanoseconds a position, 80 units     base                                %s\n",
           pl_machine_v3() ? "x86-64-v3" : "base");
    printf("%-16s %6s %8s %8s %8s %8s %8s %8s %8s %8s\n", "game", "inputs", "all", "sparse",
           "tensor", "turn", "all", "sparse", "tensor", "turn");
    for (int i = 0; i < n; i++)
        if (row(specs[i], &err)) {
            fprintf(stderr, "%s: %s\n", specs[i], err.text);
            return 1;
        }
    return 0;
}
