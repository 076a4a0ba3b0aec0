/* efg.c -- extensive games for Gambit: written and read back they are the same game, what
 * is no game is refused with its line, and what is forged does no harm. */
#include <pthread.h>

#include "parlor/efg.h"
#include "parlor/laws.h"
#include "solve/efg/fractions.h"
#include "tests/solve/policies.h"

static void written(const pl_tree *t, char **text)
{
    size_t n;
    pl_error err = {""};
    FILE *out = open_memstream(text, &n);
    if (pl_efg_write(t, out, &err)) fail_msg("%s", err.text);
    fclose(out);
}

static const pl_game *read_text(const char *text)
{
    pl_error err = {""};
    const pl_game *g = pl_efg_read(text, strlen(text), "dir/My game.efg", &err);
    if (!g) fail_msg("%s in\n%s", err.text, text);
    return g;
}

static void is_lawful(const pl_game *g)
{
    pl_laws_options options = {.seed = 1, .games = 30};
    pl_laws_report report;
    pl_error err = {""};
    if (pl_laws(g, &options, &report, &err))
        fail_msg("%s: %s: %s, after %s", g->about, report.broken ? report.broken : err.text,
                 report.detail, report.line);
}

/* Uniform play is worth the same, and best answers to it. */
static void play_alike(const pl_tree *a, const pl_tree *b)
{
    double *p = policy_room(a), *q = policy_room(b), x[10], y[10], best, other;
    pl_tree_uniform(a, p);
    pl_tree_uniform(b, q);
    assert_int_equal(pl_tree_values(a, p, x) | pl_tree_values(b, q, y), 0);
    for (int i = 0; i < a->game->players; i++) {
        near(x[i], y[i], 1e-12);
        assert_int_equal(pl_tree_best(a, p, i, &best) | pl_tree_best(b, q, i, &other), 0);
        near(best, other, 1e-12);
    }
    free(p);
    free(q);
}

/* Without secrets all moves are seen, and every node is a set of its own. */
static void games_come_back(void **unused)
{
    static const char *const specs[] = {"kuhn",
                                        "leduc",
                                        "rps",
                                        "kuhn(players=3,start=-1)",
                                        "liars_dice(sides=3)",
                                        "goofspiel(cards=3)",
                                        "goofspiel(cards=3,players=3)",
                                        "phantom(m=2,n=2,k=2)",
                                        "skull(players=2,roses=1,points=1,lite=1)",
                                        "battleship(rows=2,cols=2,fleet=2,shots=2)",
                                        "mnk(m=3,n=2,k=2)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        char *text = NULL;
        pl_tree *t = grown(specs[i]);
        int is_open = !t->game->hide && !t->chance;
        written(t, &text);
        pl_tree *back = tree_of(read_text(text));
        assert_int_equal(back->nodes, t->nodes);
        assert_int_equal(back->ends, t->ends);
        assert_int_equal(back->infos, is_open ? t->decisions : t->infos);
        if (is_open) assert_true(!back->game->hide && pl_can_look(back->game));
        else assert_int_equal(back->game->traits, t->game->traits | PL_LOSSLESS);
        play_alike(t, back);
        is_lawful(back->game);
        fell(back);
        fell(t);
        free(text);
    }
}

static void a_line_is_a_node(void **unused)
{
    static const char *const parts[] = {
        "EFG 2 R \"kuhn(players=2,start=0)\" { \"seat 0\" \"seat 1\" }\n",
        "\nc \"\" 1 \"\" { \"J\" 1/3 \"Q\" 1/3 \"K\" 1/3 } 0\nc \"\" 2 \"\" { \"Q\" 1/2 \"K\" 1/2 } 0\n",
        "\np \"\" 1 1 \"J\" { \"pass\" \"bet\" } 0\n", "{ -2, 2 }\n"};
    char *text = NULL;
    pl_tree *t = grown("kuhn");
    written(t, &text);
    for (size_t i = 0; i < LENGTH(parts); i++)
        if (!strstr(text, parts[i])) fail_msg("'%s' is not in\n%s", parts[i], text);
    free(text);
    fell(t);
}

/* They are near, and come to 1 exactly, over the product of what is below them where that
 * is small, and else over a power of two. */
static void check_fractions(const double *odds, int n)
{
    pl_fraction f[16];
    int64_t under = 1, over = 0;
    pl_fractions(odds, n, f);
    for (int i = 0; i < n; i++) {
        near((double)f[i].over / (double)f[i].under, odds[i], 1e-15);
        if (under % f[i].under) under *= f[i].under;
    }
    for (int i = 0; i < n; i++) over += under / f[i].under * f[i].over;
    assert_true(over == under);
}

static void odds_are_fractions(void **unused)
{
    pl_fraction f[3];
    pl_fractions((double[]){1.0 / 6, 1.0 / 3, 0.5}, 3, f);
    assert_int_equal(f[0].under, 6);
    assert_int_equal(f[1].under, 3);
    assert_int_equal(f[2].under, 2);
    check_fractions((double[]){1.0 / 7, 2.0 / 7, 4.0 / 7}, 3);
    check_fractions((double[]){1}, 1);
    check_fractions((double[]){0.1, 0.2, 0.7}, 3);
    check_fractions((double[]){0.1234567890123456, 1 - 0.1234567890123456}, 2);
    check_fractions((double[]){1e-300, 1}, 2);
    pl_rng r;
    pl_seed(&r, 1);
    for (int k = 0; k < 1000; k++) {
        double odds[7], sum = 0;
        for (int i = 0; i < 7; i++) sum += odds[i] = pl_unit(&r);
        for (int i = 0; i < 7; i++) odds[i] /= sum;
        check_fractions(odds, 7);
    }
}

#define HEAD "EFG 2 R \"Signals\" { \"Ann\" \"Bob\" }\n\"a comment\"\n"

/* All that a file may leave out or spell otherwise. */
static const char signals[] =
    HEAD "c \"\" 1 \"type\" { \"good one\" .25 \"bad one\" 3/4 \"never\" 0 } 0\n"
         "p \"\" 1 1 \"good\" { \"Up\" \"Down\" } 7 \"fee\" { -1, 1e0 }\n"
         "p \"\" 2 1 \"\" { \"x\" \"x\" \"\" } 0 t \"\" 1 \"o\" { 5, -5 } t \"\" 1 t \"\" 1 \"o\"\n"
         "t \"\" 2 \"\" { 1/2 -0.5 }\n"
         "p \"\" 1 2 { \"Up\" \"#1\" } 0\n"
         "p \"\" 2 1 0 t \"\" 0 t \"\" 1 t \"\" 1\n"
         "t \"\" 2\n"
         "t \"\" 0\n";

static void files_may_be_brief(void **unused)
{
    const pl_game *g = read_text(signals);
    pl_state s;
    double score[2];
    char text[PL_NAME_MAX];
    assert_string_equal(g->name, "my_game_efg");
    assert_string_equal(g->about, "Signals");
    assert_true(g->traits & PL_ZERO_SUM);
    pl_start(g, &s);
    may_play(g, &s, "good_one bad_one"); /* what never comes is no outcome */
    near(pl_odds(g, &s, 1), 0.75, 0);
    play_on(g, &s, "good_one");
    may_play(g, &s, "Up Down");
    play_on(g, &s, "Up");
    may_play(g, &s, "x x.2 3");
    shows(g, &s, 1, "Bob decides at set 1");
    shows(g, &s, 0, "Ann decided at \"good\": Up");
    shows(g, &s, PL_PUBLIC, "spectator");
    play_on(g, &s, "x.2");
    g->score(&s, score); /* what is paid on the way is kept */
    near(score[0], 4, 0);
    near(score[1], -4, 0);
    play_line(g, &s, "bad_one");
    pl_say(g, &s, 1, text, sizeof text);
    assert_string_equal(text, "_1"); /* not a number */
    play_on(g, &s, "_1");
    ends_with(g, &s, SCORES(0.5, -0.5));
    is_lawful(g);
    pl_close(g);
}

/* What a seat sees of nodes that it cannot tell apart is the same. */
static void sets_look_alike(void **unused)
{
    const pl_game *g = read_text(signals);
    pl_state a, b, c, d;
    play_line(g, &a, "good_one Up");
    play_line(g, &b, "bad_one Up");
    for (int seat = 0; seat < 2; seat++) {
        pl_view(g, &a, seat, &c);
        pl_view(g, &b, seat, &d);
        assert_int_equal(memcmp(&c, &d, (size_t)g->state_size) == 0, seat == 1);
    }
    g->hide(&c, 0); /* another's view shows nothing */
    assert_int_equal(g->turn(&c), PL_OVER);
    pl_close(g);
}

static void general_sums_and_three_players(void **unused)
{
    static const char text[] = "EFG 2 D \"\" { \"A\" \"B\" \"C\" }\n"
                               "p \"\" 1 1 \"\" { \"l\" \"r\" } 0\n"
                               "p \"\" 2 1 \"\" { \"l\" \"r\" } 0\n"
                               "p \"\" 3 1 \"\" { \"l\" \"r\" } 0\n"
                               "t \"\" 1 \"\" { 1 2 3 } t \"\" 2 \"\" { 0 0 9 }\n"
                               "p \"\" 3 1 0 t \"\" 1 t \"\" 2\n"
                               "p \"\" 2 1 0 p \"\" 3 1 0 t \"\" 1 t \"\" 2\n"
                               "p \"\" 3 1 0 t \"\" 2 t \"\" 1\n";
    const pl_game *g = read_text(text);
    pl_tree *t = tree_of(g);
    assert_int_equal(g->players, 3);
    assert_int_equal(g->traits & PL_ZERO_SUM, 0);
    assert_int_equal(t->infos, 3);
    assert_int_equal(t->nodes, 15);
    near(g->hi, 9, 0);
    is_lawful(g);
    fell(t);
}

/* Selten (1975): player 3 does not know whether player 2 had a move, so player 2 always
 * has one then, with nothing to say if it does not matter. */
static void turns_give_no_secrets_away(void **unused)
{
    static const char horse[] = "EFG 2 R \"\" { \"One\" \"Two\" \"Three\" }\n"
                                "p \"\" 1 1 \"\" { \"C\" \"D\" } 0\n"
                                "p \"\" 2 1 \"\" { \"c\" \"d\" } 1 \"\" { 1 1 1 }\n"
                                "t \"\" 0\n"
                                "p \"\" 3 1 \"\" { \"L\" \"R\" } 0\n"
                                "t \"\" 2 \"\" { 4 4 0 } t \"\" 3 \"\" { 0 0 1 }\n"
                                "p \"\" 3 1 0 t \"\" 4 \"\" { 3 2 2 } t \"\" 0\n";
    const pl_game *g = read_text(horse);
    pl_state a, b, x, y;
    play_line(g, &a, "C d");
    play_line(g, &b, "D");
    assert_int_equal(g->turn(&b), 1);
    may_play(g, &b, "-");
    play_on(g, &b, "-");
    pl_view(g, &a, 2, &x);
    pl_view(g, &b, 2, &y);
    assert_memory_equal(&x, &y, (size_t)g->state_size);
    play_on(g, &a, "L");
    play_on(g, &b, "L");
    ends_with(g, &a, SCORES(5, 5, 1));
    ends_with(g, &b, SCORES(3, 2, 2));
    is_lawful(g);
    pl_tree *t = tree_of(g);
    assert_int_equal(t->nodes, 10);
    assert_int_equal(t->infos, 4);
    fell(t);
}

/* A tree at random: chance, two seats, and sets of nodes that have the seat's own moves so
 * far in common, whatever else came before. */
typedef struct {
    pl_rng rng;
    FILE *out;
    int own[2]; /* each seat's moves so far, as a number */
    char set[2][3000];
    int chance, ends, sets;
} random_tree;

static void write_some(random_tree *r, int depth)
{
    int own[2] = {r->own[0], r->own[1]}, kind = depth ? pl_below(&r->rng, 5) : 1;
    if (depth > 5 || (depth > 1 && kind == 4)) {
        int a = pl_below(&r->rng, 7), b = pl_below(&r->rng, 7);
        fprintf(r->out, "t \"\" %d \"\" { %d, %d }\n", ++r->ends, a, b);
        return;
    }
    if (kind == 0) fprintf(r->out, "c \"\" %d \"\" { \"a\" 1/3 \"b\" 2/3 } 0\n", ++r->chance);
    else fprintf(r->out, "p \"\" %d %d \"\" { \"x\" \"y\" } 0\n", kind % 2 + 1, own[kind % 2] + 1);
    if (kind) r->sets += !r->set[kind % 2][own[kind % 2]]++;
    for (int i = 0; i < 2; i++) {
        if (kind) r->own[kind % 2] = 3 * own[kind % 2] + 1 + i;
        write_some(r, depth + 1);
        r->own[0] = own[0];
        r->own[1] = own[1];
    }
}

/* Such trees can be timed or not; those that can are lawful, with the sets of the file. */
static void trees_at_random_are_lawful(void **unused)
{
    int read = 0, refused_ones = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        char *text = NULL;
        size_t n;
        pl_error err = {""};
        random_tree r = {.out = open_memstream(&text, &n)};
        pl_seed(&r.rng, seed);
        fputs(HEAD, r.out);
        write_some(&r, 0);
        fclose(r.out);
        const pl_game *g = pl_efg_read(text, n, "x.efg", &err);
        if (!g && !strstr(err.text, "different orders")) fail_msg("%s in\n%s", err.text, text);
        read += g != NULL;
        refused_ones += !g;
        free(text);
        if (!g) continue;
        is_lawful(g);
        pl_tree *t = tree_of(g);
        for (int32_t i = 0; i < t->infos; i++)
            r.sets -= t->info_first[i + 1] - t->info_first[i] > 1;
        assert_int_equal(r.sets, 0); /* but for those where there is nothing to decide */
        fell(t);
    }
    assert_true(read > 5 && refused_ones > 0);
}

typedef struct {
    const char *text, *says;
} fault;

static void faults_are_described(void **unused)
{
#define TWO "p \"\" 1 1 \"\" { \"a\" \"b\" } 0\n"
#define ENDS "t \"\" 1 \"\" { 1, -1 }\nt \"\" 1\n"
    static const fault faults[] = {
        {"", "My game.efg, line 1: an extensive game begins with EFG 2 R"},
        {"NFG 1 R", "begins with EFG"},
        {"EFG 3 R", "the version, which is 2, should stand where '3' does"},
        {"EFG 2 X", "R or D should stand where 'X' does"},
        {"EFG 2 R \"x", "a text has no closing quote"},
        {"EFG 2 R \"\" { \"A\" }", "2..10 players"},
        {"EFG 2 R \"\" { \"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\" \"\" }",
         "2..10 players"},
        {HEAD, "line 3: the file ends where c, p or t"},
        {HEAD "x", "c, p or t, which begin a node, should stand where 'x' does"},
        {HEAD "p 1", "the node's name in quotes"},
        {HEAD "p \"\" 3", "there is no player 3; there are 1..2"},
        {HEAD "p \"\" 0", "there is no player 0"},
        {HEAD "p \"\" 1 \"\"", "the number of an information set"},
        {HEAD "p \"\" 1 1 0", "{ before the moves of a new"},
        {HEAD "p \"\" 1 1 {} 0", "the first of its moves"},
        {HEAD "p \"\" 1 1 \"\" { \"a\" 3 } 0", "a move in quotes, or }"},
        {HEAD TWO, "fewer nodes than moves"},
        {HEAD TWO "t \"\" 1 \"\" { 1, -1 } t \"\" 2", "the file ends where { before the payoffs"},
        {HEAD TWO ENDS "t \"\" 1", "line 6: the end of the file"},
        {HEAD TWO "t \"\" 1 \"\" { 1 } t \"\" 1", "a payoff for every player"},
        {HEAD TWO "t \"\" 1 \"\" { 1 2 3 } t \"\" 1", "} after as many payoffs"},
        {HEAD TWO "t \"\" 1 \"\" { 1 1/0 } t \"\" 1", "a payoff"},
        {HEAD TWO "t \"\" 1 \"\" { 1 1e999 } t \"\" 1", "a payoff"},
        {HEAD TWO "t \"\" 1 \"\" { 1 -1 } t \"\" 1 \"\" { 1 -2 }", "other payoffs than before"},
        {HEAD "t \"\" 0", "at least one node where somebody decides"},
        {HEAD "c \"\" 1 \"\" { \"a\" 1/2 \"b\" 1/3 } 0 " ENDS, "add up to 0.833333333, not to 1"},
        {HEAD "c \"\" 1 \"\" { \"a\" 3/2 \"b\" -1/2 } 0 " ENDS, "a probability"},
        {HEAD "c \"\" 1 \"\" { \"a\" \"b\" } 0 " ENDS, "a probability"},
        {HEAD TWO "p \"\" 2 1 \"\" { \"c\" \"d\" } 0\n" ENDS
                  "p \"\" 2 1 \"\" { \"c\" \"e\" } 0\n" ENDS,
         "line 7: set 1 has other moves than before: 'e'"},
        {HEAD TWO "p \"\" 2 1 \"\" { \"c\" \"d\" } 0\n" ENDS "p \"\" 2 1 \"\" { \"c\" } 0\n" ENDS,
         "set 1 had 2 moves before, and has 1 here"},
        {HEAD TWO "p \"\" 1 2 \"\" { \"c\" \"d\" } 0\n" ENDS "p \"\" 1 2 0\n" ENDS,
         "line 7: player 1 comes to its set 2 by other moves of its own"},
        {HEAD "c \"\" 1 \"\" { \"a\" 1/2 \"b\" 1/2 } 0\n" TWO
              "p \"\" 2 1 \"\" { \"c\" } 0\nt \"\" 0 p \"\" 2 1 0 t \"\" 0\n"
              "p \"\" 2 1 0\np \"\" 1 1 0 t \"\" 0 t \"\" 0",
         "sets that may come in different orders"},
        {HEAD TWO "p \"\" 1 1 0\n" ENDS "t \"\" 1\n", "by other moves of its own"},
    };
    for (size_t i = 0; i < LENGTH(faults); i++) {
        pl_error err = {""};
        if (pl_efg_read(faults[i].text, strlen(faults[i].text), "x/My game.efg", &err))
            fail_msg("accepted: %s", faults[i].text);
        if (!strstr(err.text, faults[i].says))
            fail_msg("'%s' does not say '%s' of\n%s", err.text, faults[i].says, faults[i].text);
    }
}

/* As long as a line may be, and longer. */
static void lines_are_bounded(void **unused)
{
    for (int plies = 2000; plies <= 2001; plies++) {
        char *text = NULL;
        size_t n;
        pl_error err = {""};
        FILE *out = open_memstream(&text, &n);
        fputs(HEAD, out);
        for (int i = 0; i < plies; i++)
            fprintf(out, "p \"\" %d %d \"\" { \"a\" } 0\n", i % 2 + 1, i + 1);
        fputs("t \"\" 0", out);
        fclose(out);
        const pl_game *g = pl_efg_read(text, n, "x.efg", &err);
        assert_int_equal(g == NULL, plies > 2000);
        if (!g) assert_non_null(strstr(err.text, "has a line of 2001 moves; at most 2000"));
        pl_close(g);
        free(text);
    }
}

static void files_are_read(void **unused)
{
    pl_error err = {""};
    assert_null(pl_efg_open("/nonexistent/x.efg", &err));
    assert_non_null(strstr(err.text, "/nonexistent/x.efg: No such file"));
    assert_null(pl_efg_open("/", &err));
    char path[] = "/tmp/parlor_efg_XXXXXX";
    int fd = mkstemp(path);
    FILE *out = fdopen(fd, "w");
    fputs(signals, out);
    fclose(out);
    const pl_game *g = pl_efg_open(path, &err);
    remove(path);
    assert_non_null(g);
    assert_string_equal(g->about, "Signals");
    pl_close(g);
}

/* Bytes that are no state of any game, as a forged text may hold, end the game. */
static void forgeries_are_harmless(void **unused)
{
    const pl_game *g = read_text(signals);
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < 20000; i++) {
        pl_state s;
        pl_move m[PL_MOVES_MAX];
        double score[2];
        char text[PL_SHOW_MAX];
        pl_start(g, &s);
        for (int k = 0; k < 3; k++) {
            int at = pl_below(&r, i % 2 ? 8 : 16);
            s.bytes[i % 2 ? at + 8 : at] =
                (unsigned char)(pl_below(&r, 3) ? pl_rand(&r) % 16 : 255);
        }
        int turn = g->turn(&s);
        assert_true(turn == PL_OVER || g->moves(&s, m) > 0);
        g->score(&s, score);
        g->show(&s, text, sizeof text);
        g->say(&s, (pl_move)(pl_rand(&r) % 100), text, sizeof text);
        g->seen(&s, (pl_move)(pl_rand(&r) % 4) - 1, pl_below(&r, 3));
        g->odds(&s, (pl_move)(pl_rand(&r) % 4) - 1);
        g->apply(&s, (pl_move)(pl_rand(&r) % 4) - 1);
        g->hide(&s, pl_below(&r, 2));
        g->guess(&s, 0, &r);
        g->turn(&s);
    }
    pl_close(g);
}

/* Threads read games of their own and play them while others are put on the shelf. */
static void *read_and_play(void *with)
{
    char text[600];
    pl_rng r;
    uint64_t seed = (uint64_t)(uintptr_t)with;
    pl_seed(&r, seed);
    for (int i = 0; i < 10; i++) {
        double sum[2] = {0, 0};
        snprintf(text, sizeof text,
                 HEAD "p \"\" 1 1 \"\" { \"a\" \"b\" } 0\nt \"\" 1 \"\" { %d, %d }\nt \"\" 0",
                 (int)seed, i % 5);
        const pl_game *g = pl_efg_read(text, strlen(text), "x.efg", NULL);
        if (!g) return with;
        pl_state s;
        pl_start(g, &s);
        pl_rollout(g, &s, 100, &r, sum);
        pl_close(g);
        if (sum[0] <= 0) return with;
    }
    return NULL;
}

static void threads_share_the_shelf(void **unused)
{
    pthread_t thread[4];
    for (uintptr_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, read_and_play, (void *)(i + 1)), 0);
    for (int i = 0; i < 4; i++) {
        void *bad;
        pthread_join(thread[i], &bad);
        assert_null(bad);
    }
}

/* The last test, as nothing more can be read after it. */
static void the_shelf_is_bounded(void **unused)
{
    char text[300];
    pl_error err = {""};
    int kept = 0;
    for (int i = 0; i < 300; i++) {
        snprintf(text, sizeof text, HEAD TWO "t \"\" 1 \"\" { %d, 0 } t \"\" 1", 1000 + i);
        const pl_game *g = pl_efg_read(text, strlen(text), "x.efg", &err);
        kept += g != NULL;
        pl_close(g);
    }
    assert_in_range(kept, 100, 256);
    assert_non_null(strstr(err.text, "this program keeps 256"));
    pl_close(read_text(signals)); /* which it has already */
}

int test_efg(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(a_line_is_a_node),
        cmocka_unit_test(odds_are_fractions),
        cmocka_unit_test(files_may_be_brief),
        cmocka_unit_test(sets_look_alike),
        cmocka_unit_test(general_sums_and_three_players),
        cmocka_unit_test(turns_give_no_secrets_away),
        cmocka_unit_test(trees_at_random_are_lawful),
        cmocka_unit_test(faults_are_described),
        cmocka_unit_test(lines_are_bounded),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(forgeries_are_harmless),
        cmocka_unit_test(threads_share_the_shelf),
        cmocka_unit_test(the_shelf_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
