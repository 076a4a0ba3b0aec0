/* files.c -- files of nets: what is written comes back bit by bit, others can read it,
 * and what is no sound net for the game is refused in a sentence. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "nets/file.h"
#include "tests/support/played.h"

typedef struct {
    char folder[64], path[80];
} place;

static place a_place(void)
{
    place p;
    snprintf(p.folder, sizeof p.folder, "/tmp/parlor-net-XXXXXX");
    if (!mkdtemp(p.folder)) fail_msg("no folder for files");
    snprintf(p.path, sizeof p.path, "%s/it.safetensors", p.folder);
    return p;
}

static void leave_place(const place *p)
{
    unlink(p->path);
    assert_int_equal(rmdir(p->folder), 0); /* nothing else was left there */
}

static pl_net *net_for(const pl_game *g)
{
    pl_error err = {""};
    pl_net_shape s = pl_net_usual(g);
    s.layers = 2;
    s.width[0] = 5;
    s.width[1] = 3;
    s.norm = 1;
    s.heads = 2;
    s.kind[1] = PL_WINS;
    s.size[1] = pl_head_size(g, PL_WINS, &err);
    pl_net *net = pl_net_new(&s, g, 1, &err);
    if (!net) fail_msg("%s", err.text);
    pl_net_scale(net, -0.1, 1.0 / 3);
    assert_int_equal(pl_net_note(net, "made", "by \"hand\"\nand luck"), 0);
    return net;
}

static void must_write(const pl_net *net, const char *path)
{
    pl_error err = {""};
    if (pl_net_write(net, path, &err)) fail_msg("%s", err.text);
}

/* A net for a game, its file, and the bytes of that. */
typedef struct {
    const pl_game *game;
    pl_net *net;
    place at;
    unsigned char *bytes;
    size_t n;
} filed;

static filed a_file(const char *spec)
{
    filed f = {.game = must_open("%s", spec), .at = a_place(), .bytes = calloc(1, 1 << 16)};
    f.net = net_for(f.game);
    must_write(f.net, f.at.path);
    FILE *in = fopen(f.at.path, "rb");
    f.n = fread(f.bytes, 1, 1 << 16, in);
    fclose(in);
    return f;
}

static void drop_file(filed *f)
{
    free(f->bytes);
    pl_net_free(f->net);
    pl_close(f->game);
    leave_place(&f->at);
}

static void nets_come_back_bit_by_bit(void **unused)
{
    static const char *const games[] = {"tictactoe", "kuhn(players=3)", "pig"};
    for (size_t i = 0; i < LENGTH(games); i++) {
        filed f = a_file(games[i]);
        const pl_net *net = f.net;
        pl_error err = {""};
        double middle, spread;
        pl_net *back = pl_net_read(f.at.path, f.game, &err);
        if (!back) fail_msg("%s", err.text);
        assert_memory_equal(&back->shape, &net->shape, sizeof net->shape);
        assert_int_equal(back->count, net->count);
        assert_memory_equal(back->weight, net->weight, (size_t)net->count * sizeof(float));
        assert_memory_equal(back->unit, net->unit, (size_t)net->shape.inputs * sizeof(float));
        assert_string_equal(pl_net_game(back), pl_net_game(net));
        assert_string_equal(pl_net_noted(back, "made"), "by \"hand\"\nand luck");
        assert_null(pl_net_noted(back, "unmade"));
        pl_net_scale_of(back, &middle, &spread);
        assert_true(middle == -0.1 && spread == 1.0 / 3);
        pl_net_free(back);
        drop_file(&f);
    }
}

/* As the format's own description has it: a length, JSON, and numbers without a gap. */
static void others_can_read_it(void **unused)
{
    filed f = a_file("tictactoe");
    uint64_t length = f.bytes[0] | (uint64_t)f.bytes[1] << 8;
    json_t *header = json_loadb((char *)f.bytes + 8, length, 0, NULL);
    json_t *weight = json_object_get(header, "hidden.0.weight");
    assert_non_null(weight);
    assert_int_equal(length % 8, 0);
    json_t *shape = json_object_get(weight, "shape");
    assert_int_equal(json_integer_value(json_array_get(shape, 0)), 5);
    assert_int_equal(json_integer_value(json_array_get(shape, 1)), f.net->shape.inputs);
    float second; /* of the first row: from the second input to the first unit */
    memcpy(&second, f.bytes + 8 + length + 4, sizeof second);
    assert_true(second == f.net->weight[f.net->layer[0].stride]);
    const char *game =
        json_string_value(json_object_get(json_object_get(header, "__metadata__"), "game"));
    assert_string_equal(game, pl_net_game(f.net));
    json_decref(header);
    drop_file(&f);
}

static void refuses(const unsigned char *bytes, size_t n, const char *words)
{
    pl_error err = {""};
    pl_net *net = pl_net_parse(bytes, n, &err);
    if (net) fail_msg("a file was read that should say '%s'", words);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

/* Put the sum right, as somebody who forges a file would. */
static void forge(unsigned char *bytes, size_t n)
{
    char digits[PL_NET_SUM + 1];
    unsigned char *sum = (unsigned char *)strstr((char *)bytes + 8, "checksum\":\"") + 11;
    memset(sum, '0', PL_NET_SUM);
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)pl_hash(bytes, n));
    memcpy(sum, digits, PL_NET_SUM);
}

static void damage_is_noticed(void **unused)
{
    filed f = a_file("tictactoe");
    pl_error err;
    for (size_t i = 0; i < f.n; i++) assert_null(pl_net_parse(f.bytes, i, &err)); /* cut off */
    for (size_t i = 0; i < f.n; i++) {
        f.bytes[i] ^= 1;
        assert_null(pl_net_parse(f.bytes, f.n, &err));
        f.bytes[i] ^= 1;
    }
    pl_net *whole = pl_net_parse(f.bytes, f.n, &err);
    assert_non_null(whole);
    pl_net_free(whole);
    drop_file(&f);
}

static void change(unsigned char *bytes, const char *from, const char *to)
{
    unsigned char *at = (unsigned char *)strstr((char *)bytes + 8, from);
    assert_non_null(at);
    memcpy(at, to, strlen(to));
}

static void forgery_is_refused(void **unused)
{
    static const char *const forged[][3] = {
        {"\"version\":\"2\"", "\"version\":\"1\"",
         "version 1 of the format; this build reads version 2"},
        {"parlor net", "barlor net", "no net of Parlor"},
        {"\"hidden\":\"5,3\"", "\"hidden\":\"5,4\"", "not as its net is"},
        {"\"F32\"", "\"F16\"", "not as its net is"},
        {"score:1,wins:2", "score:2,wins:1", "a score is one output"},
        {"score:1,wins:2", "scare:1,wins:2", "metadata"},
        {"\"hidden.1.bias\"", "\"hidden.0.bias\"", "not as its net is"},
        {"\"norm\":\"layer\"", "\"norm\":\"batch\"", "normalised or not"},
        {"\"spread\":\"0.3", "\"spread\":\"0.x", "metadata"},
        {"\"data_offsets\":[0", "\"data_offsets\":[1", "not as its net is"},
    };
    filed f = a_file("tictactoe");
    unsigned char *bytes = calloc(1, f.n + 1); /* as text it has an end */
    for (size_t i = 0; i < LENGTH(forged); i++) {
        memcpy(bytes, f.bytes, f.n);
        change(bytes, forged[i][0], forged[i][1]);
        refuses(bytes, f.n, "");
        forge(bytes, f.n);
        refuses(bytes, f.n, forged[i][2]);
    }
    memcpy(f.bytes + f.n - 4, "\0\0\xc0\x7f", 4); /* NaN */
    forge(f.bytes, f.n);
    refuses(f.bytes, f.n, "no number: wins.bias");
    refuses((const unsigned char *)"{}", 2, "no safetensors file");
    free(bytes);
    drop_file(&f);
}

static void cannot_read(const char *path, const pl_game *g, const char *words)
{
    pl_error err = {""};
    assert_null(pl_net_read(path, g, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static void nets_go_with_their_games(void **unused)
{
    filed f = a_file("tictactoe");
    const pl_game *other = must_open("connect4");
    cannot_read(f.at.path, other, "the net is for mnk(");
    f.net->tensor ^= 1;
    must_write(f.net, f.at.path);
    cannot_read(f.at.path, f.game, "observed other things");
    cannot_read(f.at.folder, f.game, "directory");
    cannot_read("/tmp/parlor-net-nowhere", f.game, "No such file");
    pl_close(other);
    drop_file(&f);
}

int test_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_come_back_bit_by_bit), cmocka_unit_test(others_can_read_it),
        cmocka_unit_test(damage_is_noticed),         cmocka_unit_test(forgery_is_refused),
        cmocka_unit_test(nets_go_with_their_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
