/* nets.c -- nets: gradients are held against differences, the fast ways against the plain
 * one, the two levels of machine against each other, and a small net learns a function. */
#include <stdlib.h>

#include "nets/net.h"
#include "tests/support/played.h"

static pl_net *a_net(pl_net_shape s, uint64_t seed)
{
    pl_error err = {""};
    pl_net *net = pl_net_new(&s, NULL, seed, &err);
    if (!net) fail_msg("%s", err.text);
    return net;
}

static pl_net_shape shape_of(int activation, int norm, int layers)
{
    return (pl_net_shape){.inputs = 11,
                          .layers = layers,
                          .width = {9, 12, 5},
                          .activation = activation,
                          .norm = norm,
                          .heads = 4,
                          .kind = {PL_SCORE, PL_WINS, PL_OUTCOMES, PL_MOVES},
                          .size = {1, 3, 4, 7}};
}

enum { ROWS = 3, INPUTS = 11, OUTPUTS = 15, MOVES_AT = 8 };
static const int played[ROWS] = {2, 0, 6};

/* Inputs of which about half are 0, and targets that are distributions. */
static void some_rows(pl_rng *r, float *x, float *target)
{
    for (int i = 0; i < ROWS * INPUTS; i++) x[i] = pl_below(r, 2) ? (float)(2 * pl_unit(r) - 1) : 0;
    for (int row = 0; row < ROWS; row++, target += OUTPUTS) {
        memset(target, 0, OUTPUTS * sizeof *target);
        target[0] = (float)(3 * pl_unit(r) - 1);
        target[1 + pl_below(r, 3)] = 1;
        target[4] = 0.25f;
        target[6] = 0.75f;
    }
}

/* The loss of all rows: of head MOVES it is how unlikely what was played is. */
static double loss_of(const pl_net *net, pl_net_work *work, const float *x, const float *target,
                      float *slope)
{
    double sum = 0;
    pl_net_forward(net, work, x, ROWS);
    for (int row = 0; row < ROWS; row++) {
        const float *out = pl_net_out(work, row);
        float *s = slope ? slope + row * OUTPUTS : NULL;
        sum += pl_net_loss(net, out, target + row * OUTPUTS, s) -
               log((double)out[MOVES_AT + played[row]]);
        for (int k = 0; s && k < 7; k++) s[MOVES_AT + k] = out[MOVES_AT + k] - (k == played[row]);
    }
    return sum;
}

/* A kink of relu within reach of the difference makes that one wrong: a few may be.  In a normalised
 * layer it makes a whole row wrong, and with this seed none is. */
static void check_gradient(int activation, int norm, int layers)
{
    const float by = 2e-3f;
    pl_net *net = a_net(shape_of(activation, norm, layers), 4);
    pl_net_work *work = pl_net_work_new(net, ROWS, 1);
    float x[ROWS * INPUTS], target[ROWS * OUTPUTS], slope[ROWS * OUTPUTS];
    int64_t count, wrong = 0, moved = 0;
    int32_t stride;
    float *w = pl_net_weights(net, &count, &stride);
    float *gradient = calloc((size_t)count, sizeof *gradient);
    pl_rng r;
    pl_seed(&r, 7);
    some_rows(&r, x, target);
    loss_of(net, work, x, target, slope);
    pl_net_backward(net, work, slope, gradient);
    for (int64_t i = 0; i < count; i++) {
        float was = w[i];
        w[i] = was + by;
        double up = loss_of(net, work, x, target, NULL);
        w[i] = was - by;
        double down = loss_of(net, work, x, target, NULL), g = (double)gradient[i];
        w[i] = was;
        double told = (up - down) / (2 * (double)by);
        moved += g != 0;
        wrong += !(fabs(told - g) <= 3e-3 + 0.02 * fabs(g)) && g != 0;
    }
    if (wrong > (activation == PL_RELU ? moved / 50 : 0))
        fail_msg("%d of %d", (int)wrong, (int)moved);
    assert_true(moved > 100);
    free(gradient);
    pl_net_work_free(work);
    pl_net_free(net);
}

static void gradients_are_those_of_differences(void **unused)
{
    for (int activation = 0; activation < PL_ACTIVATIONS; activation++)
        for (int norm = 0; norm < 2; norm++)
            for (int layers = 1; layers <= 3; layers++) check_gradient(activation, norm, layers);
}

/* A new net is not steeper by far where all inputs are 0, as on an empty board. */
static void noughts_are_not_steep(void **unused)
{
    for (int i = 0; i < PL_ACTIVATIONS * 3; i++) {
        pl_net *net = a_net(shape_of(i / 3, 1, 1 + i % 3), 5);
        pl_net_work *work = pl_net_work_new(net, 1, 1);
        float x[INPUTS] = {0}, slope[OUTPUTS] = {1};
        float *gradient = calloc((size_t)net->count, sizeof *gradient);
        double square = 0;
        pl_net_forward(net, work, x, 1);
        pl_net_backward(net, work, slope, gradient);
        for (int64_t k = 0; k < net->count; k++)
            square += (double)gradient[k] * (double)gradient[k];
        if (!(square > 0 && square < 1000)) fail_msg("%d: %g", i, square);
        free(gradient);
        pl_net_work_free(work);
        pl_net_free(net);
    }
}

/* What fills rows up has no part in anything. */
static void padding_stays_nought(void **unused)
{
    pl_net *net = a_net(shape_of(PL_SIGMOID, 1, 3), 5);
    pl_net_work *work = pl_net_work_new(net, ROWS, 1);
    float x[ROWS * INPUTS], target[ROWS * OUTPUTS], slope[ROWS * OUTPUTS];
    float *gradient = calloc((size_t)net->count, sizeof *gradient);
    pl_rng r;
    pl_seed(&r, 7);
    some_rows(&r, x, target);
    loss_of(net, work, x, target, slope);
    pl_net_backward(net, work, slope, gradient);
    for (int i = 0; i < net->shape.layers; i++) {
        const pl_layer *l = &net->layer[i];
        for (int k = 0; k < l->in; k++)
            for (int j = l->out; j < l->stride; j++)
                assert_true(gradient[l->weight + (int64_t)k * l->stride + j] == 0);
    }
    free(gradient);
    pl_net_work_free(work);
    pl_net_free(net);
}

static void activations_are_what_they_are_called(void **unused)
{
    enum { N = 4096 };
    static float z[N], y[N], sum[1];
    const pl_kernels *k = pl_kernels_here();
    for (int i = 0; i < N; i++) z[i] = (float)(i - N / 2) / 64;
    memcpy(y, z, sizeof y);
    k->bend(PL_TANH, y, N);
    for (int i = 0; i < N; i++) near((double)y[i], tanh((double)z[i]), 4e-7);
    memcpy(y, z, sizeof y);
    k->bend(PL_SIGMOID, y, N);
    for (int i = 0; i < N; i++) near((double)y[i], 1 / (1 + exp(-(double)z[i])), 4e-7);
    memcpy(y, z, sizeof y);
    k->bend(PL_RELU, y, N);
    for (int i = 0; i < N; i++) assert_true(y[i] == (z[i] > 0 ? z[i] : 0));
    memcpy(y, z, sizeof y);
    sum[0] = k->raise(y, 0, N);
    for (int i = 0; i < N; i++) near((double)y[i] / exp((double)z[i]), 1, 1e-6);
    assert_true(sum[0] > 0);
}

/* The tensors of positions along random games, as one seat sees them. */
static int some_tensors(const pl_game *g, uint8_t *out, int rows)
{
    pl_state s, view;
    pl_rng r;
    int n = 0;
    pl_seed(&r, 3);
    while (n < rows)
        for (pl_start(g, &s); g->turn(&s) != PL_OVER && n < rows; n++) {
            g->apply(&s, pl_any(g, &s, &r));
            pl_view(g, &s, 0, &view);
            pl_tensor(g, &view, 0, out + n * pl_tensor_size(g));
        }
    return n;
}

/* Bytes, sparse and row after row, come to what all inputs come to. */
static void tensors_are_seen_as_numbers_are(void **unused)
{
    static const char *const games[] = {"backgammon", "dominoes", "kuhn", "connect4", "othello"};
    enum { N = 100 };
    for (size_t i = 0; i < LENGTH(games); i++) {
        const pl_game *g = must_open("%s", games[i]);
        pl_error err = {""};
        pl_net_shape s = pl_net_usual(g);
        pl_net *net = pl_net_new(&s, g, 1, &err);
        pl_net_work *a = pl_net_work_new(net, N, 0), *b = pl_net_work_new(net, N, 1);
        uint8_t *tensor = malloc((size_t)(N * s.inputs));
        float *x = malloc((size_t)(N * s.inputs) * sizeof *x);
        some_tensors(g, tensor, N);
        for (int k = 0; k < N * s.inputs; k++) x[k] = (float)tensor[k] * net->unit[k % s.inputs];
        pl_net_observe(net, a, tensor, N);
        pl_net_forward(net, b, x, N);
        for (int row = 0; row < N; row++)
            near((double)*pl_net_out(a, row), (double)*pl_net_out(b, row), 2e-5);
        free(x);
        free(tensor);
        pl_net_work_free(a);
        pl_net_work_free(b);
        pl_net_free(net);
        pl_close(g);
    }
}

/* A caller that learns from one position at once has the weights themselves as the gradient. */
static void a_gradient_may_be_the_weights(void **unused)
{
    for (int norm = 0; norm < 2; norm++) {
        pl_net *net = a_net(shape_of(PL_TANH, norm, 3), 5);
        pl_net_work *work = pl_net_work_new(net, 1, 1);
        float x[ROWS * INPUTS], target[ROWS * OUTPUTS], slope[OUTPUTS];
        float *gradient = calloc((size_t)net->count, sizeof *gradient);
        pl_rng r;
        pl_seed(&r, 7);
        some_rows(&r, x, target);
        pl_net_forward(net, work, x, 1);
        pl_net_loss(net, pl_net_out(work, 0), target, slope);
        pl_net_backward(net, work, slope, gradient);
        for (int64_t i = 0; i < net->count; i++) gradient[i] += net->weight[i];
        pl_net_backward(net, work, slope, net->weight);
        assert_memory_equal(net->weight, gradient, (size_t)net->count * sizeof *gradient);
        free(gradient);
        pl_net_work_free(work);
        pl_net_free(net);
    }
}

#ifdef PL_HAVE_V3
static void both_levels_of_machine_agree(void **unused)
{
    pl_net *net = a_net(shape_of(PL_TANH, 1, 3), 5);
    pl_net_work *work = pl_net_work_new(net, ROWS, 1);
    float x[ROWS * INPUTS], target[ROWS * OUTPUTS], slope[ROWS * OUTPUTS];
    size_t bytes = (size_t)net->count * sizeof(float);
    float *one = calloc(1, bytes), *two = calloc(1, bytes);
    pl_rng r;
    pl_seed(&r, 7);
    some_rows(&r, x, target);
    if (!pl_machine_v3()) skip();
    net->kernels = &pl_kernels_base;
    double loss = loss_of(net, work, x, target, slope);
    pl_net_backward(net, work, slope, one);
    net->kernels = &pl_kernels_v3;
    assert_true(loss_of(net, work, x, target, slope) == loss);
    pl_net_backward(net, work, slope, two);
    assert_memory_equal(one, two, bytes);
    pl_kernels_base.step(one, one + 8, 0.3f, 0.7f, 8);
    pl_kernels_v3.step(two, two + 8, 0.3f, 0.7f, 8);
    assert_memory_equal(one, two, bytes);
    free(one);
    free(two);
    pl_net_work_free(work);
    pl_net_free(net);
}
#endif

static void masks_leave_what_is_legal(void **unused)
{
    pl_net *net = a_net(shape_of(PL_TANH, 0, 1), 5);
    pl_net_work *work = pl_net_work_new(net, ROWS, 0);
    float x[ROWS * INPUTS] = {1}, before[7], sum = 0;
    uint64_t legal = 0x29; /* 0, 3 and 5 */
    pl_net_forward(net, work, x, 1);
    memcpy(before, pl_net_out(work, 0) + MOVES_AT, sizeof before);
    pl_net_mask(net, work, 0, &legal);
    const float *after = pl_net_out(work, 0) + MOVES_AT;
    for (int k = 0; k < 7; k++) sum += after[k];
    near((double)sum, 1, 1e-6);
    for (int k = 0; k < 7; k++) {
        if (!(legal >> k & 1)) assert_true(after[k] == 0);
        else near((double)(after[k] / after[0]), (double)(before[k] / before[0]), 1e-5);
    }
    pl_net_work_free(work);
    pl_net_free(net);
}

/* Who wins, by how much, and what that is worth. */
static void ends_become_targets(void **unused)
{
    pl_error err = {""};
    const pl_game *g = must_open("backgammon");
    pl_net_shape s = pl_net_usual(g);
    s.heads = 3;
    s.kind[1] = PL_OUTCOMES;
    s.kind[2] = PL_WINS;
    for (int i = 1; i < 3; i++) s.size[i] = pl_head_size(g, s.kind[i], &err);
    pl_net *net = pl_net_new(&s, g, 1, &err);
    float t[10];
    pl_net_scale(net, 1, 2);
    pl_net_target(net, g, 1, (double[]){-2, 2}, t);
    static const float right[10] = {0.5f, 0, 0, 0, 0, 0, 1, 0, 1, 0};
    assert_memory_equal(t, right, sizeof t);
    near(pl_net_worth(net, t), 2, 1e-6);
    near(pl_net_loss(net, t, t, NULL), 0, 1e-9);
    net->shape.kind[0] = PL_MOVES; /* and without a score, by the outcomes */
    near(pl_net_worth(net, t), 2, 1e-6);
    net->shape.kind[0] = PL_SCORE;
    pl_net_target(net, g, 0, (double[]){0, 0}, t);
    near((double)t[8], 0.5, 0);
    near((double)t[9], 0.5, 0);
    pl_net_free(net);
    pl_close(g);
    g = must_open("dominoes");
    assert_int_equal(pl_head_size(g, PL_OUTCOMES, &err), -1);
    pl_close(g);
}

/* Exclusive or, which no net without a hidden layer can learn. */
static void a_net_learns_what_is_not_linear(void **unused)
{
    pl_net_shape s = {.inputs = 2,
                      .layers = 1,
                      .width = {8},
                      .activation = PL_TANH,
                      .heads = 1,
                      .kind = {PL_SCORE},
                      .size = {1}};
    pl_net *net = a_net(s, 2);
    pl_net_work *work = pl_net_work_new(net, 4, 1);
    static const float x[] = {0, 0, 0, 1, 1, 0, 1, 1}, target[] = {0, 1, 1, 0};
    float *gradient = calloc((size_t)net->count, sizeof *gradient), slope[4];
    double loss = 1;
    for (int step = 0; step < 2000; step++) {
        loss = 0;
        pl_net_forward(net, work, x, 4);
        for (int i = 0; i < 4; i++)
            loss += pl_net_loss(net, pl_net_out(work, i), &target[i], &slope[i]);
        pl_net_backward(net, work, slope, gradient);
        net->kernels->step(net->weight, gradient, -0.1f, 0, (int)net->count);
    }
    assert_true(loss < 1e-3);
    free(gradient);
    pl_net_work_free(work);
    pl_net_free(net);
}

static void shapes_that_are_none_are_refused(void **unused)
{
    pl_net_shape good = shape_of(PL_TANH, 0, 1), s;
    pl_error err = {""};
#define REFUSED(field, value)                                                                      \
    s = good;                                                                                      \
    s.field = value;                                                                               \
    assert_null(pl_net_new(&s, NULL, 1, &err));                                                    \
    assert_true(err.text[0])
    REFUSED(inputs, 0);
    REFUSED(layers, 9);
    REFUSED(width[0], 4097);
    REFUSED(heads, 0);
    REFUSED(activation, 3);
    REFUSED(kind[1], PL_SCORE);
    REFUSED(size[0], 2);
    s = good;
    s.inputs = 65536;
    s.width[0] = 4096;
    assert_null(pl_net_new(&s, NULL, 1, &err));
    assert_non_null(strstr(err.text, "at most"));
}

int test_nets(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_those_of_differences),
        cmocka_unit_test(noughts_are_not_steep),
        cmocka_unit_test(a_gradient_may_be_the_weights),
        cmocka_unit_test(padding_stays_nought),
        cmocka_unit_test(activations_are_what_they_are_called),
        cmocka_unit_test(tensors_are_seen_as_numbers_are),
#ifdef PL_HAVE_V3
        cmocka_unit_test(both_levels_of_machine_agree),
#endif
        cmocka_unit_test(masks_leave_what_is_legal),
        cmocka_unit_test(ends_become_targets),
        cmocka_unit_test(a_net_learns_what_is_not_linear),
        cmocka_unit_test(shapes_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
