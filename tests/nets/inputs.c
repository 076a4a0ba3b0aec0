/* inputs.c -- what nets are shown of a view: nothing that the seat does not know, all bytes
 * and no other; and the lines of dominoes, told a second time by going through all of them. */
#include "nets/inputs.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "nets/lines.h"
#include "nets/net.h"
#include "tests/support/played.h"

static const char *const games[] = {"dominoes(hub=-2)", "dominoes(players=2,high=6,shuffle=1)",
                                    "dominoes(players=8,high=15)", "dominoes(players=3,high=12)"};

/* Bytes of inputs, with others around them that must stay. */
enum { GUARD = 16, MOST = 2048 };

static void see(const pl_game *g, int which, const void *s, int seat, int fill, uint8_t *out)
{
    uint8_t room[MOST + 2 * GUARD];
    int n = pl_inputs_size(g, which);
    assert_in_range(n, 1, MOST);
    memset(room, fill, sizeof room);
    pl_inputs_see(g, which, s, seat, room + GUARD);
    memcpy(out, room + GUARD, (size_t)n);
    for (int i = 0; i < GUARD; i++) assert_true(room[i] == fill && room[GUARD + n + i] == fill);
}

/* Whatever the owner of a view does not know, it is shown the same; and every byte is written. */
static void secrets_change_nothing(void **unused)
{
    for (size_t k = 0; k < LENGTH(games); k++) {
        const pl_game *g = must_open("%s", games[k]);
        pl_rng r;
        pl_state s, view, other;
        uint8_t a[MOST], b[MOST], c[MOST];
        pl_seed(&r, k + 1);
        pl_start(g, &s);
        for (int n = 0; n < 600; n++, g->apply(&s, pl_any(g, &s, &r))) {
            if (g->turn(&s) == PL_OVER) pl_start(g, &s);
            int seat = pl_below(&r, g->players);
            pl_view(g, &s, seat, &view);
            other = view;
            g->guess(&other, seat, &r);
            for (int i = 1; pl_inputs_at(i); i++) {
                size_t size = (size_t)pl_inputs_size(g, i);
                see(g, i, &view, seat, 0x00, a);
                see(g, i, &s, seat, 0xff, b);
                see(g, i, &other, seat, 0x5a, c);
                assert_memory_equal(a, b, size);
                assert_memory_equal(a, c, size);
            }
        }
        pl_close(g);
    }
}

/* The basic inputs name what they show: 177 of them for four with double nines. */
static void sizes_are_those_of_the_laboratory(void **unused)
{
    const pl_game *g = must_open("dominoes");
    pl_error err = {""};
    int basic = pl_inputs_find(g, "basic", &err), line = pl_inputs_find(g, "line", &err);
    assert_int_equal(pl_inputs_size(g, basic), 2 * 55 + 5 * 10 + 4 * 4 + 1);
    assert_int_equal(pl_inputs_size(g, line), 177 + 6 * 55);
    assert_int_equal(pl_inputs_find(g, "tensor", &err), 0);
    assert_int_equal(pl_inputs_size(g, 0), pl_tensor_size(g));
    pl_close(g);
}

/* The second telling: every line that cannot go on, one by one. */
typedef struct {
    int tile[16][2], n, used[16]; /* used: its place in the line, from 1 */
    double all, in[16], off[16], count[16], disc[16], has[16];
} hand;

static void one_line(hand *h, int length)
{
    double in = 0, rest = 0, turns = -1;
    double later[16] = {0};
    for (int place = 1; place <= length; place++)
        for (int i = 0; i < h->n; i++) {
            if (h->used[i] != place) continue;
            turns += h->tile[i][0] != h->tile[i][1];
            later[i] = pow(0.9, turns) * (h->tile[i][0] + h->tile[i][1]);
            in += later[i];
        }
    for (int i = 0; i < h->n; i++) rest += h->used[i] ? 0 : h->tile[i][0] + h->tile[i][1];
    double off = pow(0.7, turns) * rest, chance = exp(in - off);
    h->all += chance;
    for (int i = 0; i < h->n; i++) {
        if (!h->used[i]) continue;
        h->has[i] += chance;
        h->in[i] += chance * in;
        h->off[i] += chance * off;
        h->count[i] += chance * length;
        h->disc[i] += chance * later[i];
    }
}

static void go_on(hand *h, int end, int length)
{
    int more = 0;
    for (int i = 0; i < h->n && length < 10; i++)
        for (int k = 0; k < 2; k++) {
            if (h->used[i] || h->tile[i][k] != end) continue;
            if (k && h->tile[i][0] == h->tile[i][1]) continue;
            more = 1;
            h->used[i] = length + 1;
            go_on(h, h->tile[i][1 - k], length + 1);
            h->used[i] = 0;
        }
    if (!more) one_line(h, length);
}

static void lines_told_twice_agree(void **unused)
{
    pl_rng r;
    pl_seed(&r, 1);
    for (int n = 0; n < 2000; n++) {
        uint16_t row[DOMINOES_VALUES] = {0};
        pl_line_value out[PL_LINE_TILES];
        uint8_t tile[PL_LINE_TILES];
        hand h = {0};
        int end = pl_below(&r, 10), want = pl_below(&r, 8);
        while (h.n < want) {
            int a = pl_below(&r, 10), b = pl_below(&r, 10);
            if (row[a] >> b & 1) continue;
            dominoes_put(row, a, b);
            h.tile[h.n][0] = a;
            h.tile[h.n++][1] = b;
        }
        go_on(&h, end, 0);
        assert_int_equal(pl_line_values(row, end, 10, tile, out), h.n);
        for (int i = 0; i < h.n; i++) {
            int a = h.tile[i][0], b = h.tile[i][1];
            const pl_line_value *v = out;
            while (tile[v - out] != dominoes_number(a, b)) v++;
            near(v->loss, (a + b) * (1 - h.has[i] / h.all), 0.3);
            near(v->tile, h.disc[i] / h.all, 0.3);
            if (h.has[i] < 0.01 * h.all) continue;
            near(v->in, h.in[i] / h.has[i], 0.5);
            near(v->off, h.off[i] / h.has[i], 0.5);
            near(v->in_count, h.count[i] / h.has[i], 0.3);
            near(v->off_count, h.n - h.count[i] / h.has[i], 0.3);
        }
    }
}

/* All tiles without a 0, and a line that ends in 0: no chance is so small that it is no number. */
static void a_hand_that_does_not_fit_is_all_loss(void **unused)
{
    uint16_t row[DOMINOES_VALUES] = {0};
    pl_line_value out[PL_LINE_TILES];
    uint8_t tile[PL_LINE_TILES];
    for (int b = 1; b < DOMINOES_VALUES; b++)
        for (int a = 1; a <= b; a++) dominoes_put(row, a, b);
    int n = pl_line_values(row, 0, DOMINOES_VALUES, tile, out);
    assert_int_equal(n, 120);
    for (int i = 0; i < n; i++) {
        dominoes_tile t = dominoes_tile_at(tile[i]);
        assert_true(out[i].loss == t.a + t.b && out[i].tile == 0);
    }
}

static pl_net *net_with(const char *game, const char *inputs)
{
    pl_error err = {""};
    const pl_game *g = must_open("%s", game);
    pl_net_shape shape = pl_net_usual(g);
    shape.width[0] = 8;
    shape.observes = pl_inputs_find(g, inputs, &err);
    shape.inputs = pl_inputs_size(g, shape.observes);
    pl_net *net = pl_net_new(&shape, g, 1, &err);
    if (!net) fail_msg("%s", err.text);
    pl_close(g);
    return net;
}

/* Whatever the hub, but no other set, and no other number of hands. */
static void a_net_fits_what_it_can_play(void **unused)
{
    static const struct {
        const char *inputs, *game;
        int fits;
    } rows[] = {
        {"line", "dominoes", 1},
        {"line", "dominoes(hub=3,shuffle=1)", 1},
        {"line", "dominoes(players=3)", 0},
        {"line", "dominoes(hands=2)", 0},
        {"line", "dominoes(high=12)", 0},
        {"line", "pig", 0},
        {"tensor", "dominoes(hub=-2)", 1},
        {"tensor", "dominoes", 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        pl_error err = {""};
        pl_net *net = net_with("dominoes(hub=-2)", rows[i].inputs);
        const pl_game *g = must_open("%s", rows[i].game);
        int fits = pl_net_fit(net, g, &err) == 0;
        if (fits != rows[i].fits || (!fits && !strstr(err.text, "the net is for dominoes(")))
            fail_msg("%s at %s: '%s'", rows[i].inputs, rows[i].game, err.text);
        pl_close(g);
        pl_net_free(net);
    }
}

static void files_keep_the_name(void **unused)
{
    char path[] = "/tmp/parlor-inputs-XXXXXX";
    pl_error err = {""};
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    pl_net *net = net_with("dominoes", "basic");
    assert_int_equal(pl_net_write(net, path, &err), 0);
    const pl_game *g = must_open("dominoes(hub=4)");
    pl_net *again = pl_net_read(path, g, &err);
    if (!again) fail_msg("%s", err.text);
    assert_string_equal(pl_inputs_name(pl_net_shape_of(again)->observes), "basic");
    pl_net_free(again);
    /* The same for a game that has no such inputs is no net that can be read. */
    snprintf(net->game, sizeof net->game, "pig(goal=100)");
    assert_int_equal(pl_net_write(net, path, &err), 0);
    assert_null(pl_net_read(path, NULL, &err));
    assert_non_null(strstr(err.text, "observes 'basic', which this build has no inputs for"));
    assert_int_equal(pl_inputs_find(g, "lines", &err), -1);
    assert_string_equal(err.text,
                        "dominoes has no inputs called 'lines'; it has tensor, basic, line");
    pl_net_free(net);
    pl_close(g);
    unlink(path);
}

int test_inputs(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_change_nothing),
        cmocka_unit_test(sizes_are_those_of_the_laboratory),
        cmocka_unit_test(lines_told_twice_agree),
        cmocka_unit_test(a_hand_that_does_not_fit_is_all_loss),
        cmocka_unit_test(a_net_fits_what_it_can_play),
        cmocka_unit_test(files_keep_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
