/* thoughts.c -- what the server tells of an agent's thoughts is a function of what its seat sees.
 *
 * Two games are played side by side that look the same to a seat: whatever is played in the one,
 * in the other is played something that the seat takes for it.  When it is its turn, an agent
 * thinks in both, with one seed and as many iterations, and the answers must be the same bytes:
 * bars, line, belief and tree, and what a move there would have given away.
 */
#include <jansson.h>
#include <stdlib.h>

#include "serve/pool.h"
#include "tests/support/played.h"

enum { GAMES = 20000, PLIES = 100, PAIRS = 6 };

typedef struct {
    pl_state s;
    pl_move moves[PLIES];
} world;

typedef struct {
    const pl_game *game;
    int seat, plies;
    world of[2];
    pl_rng rng;
} pair;

/* Any legal move that the seat takes for this, mostly the same; or PL_ILLEGAL. */
static pl_move alike(pair *p, const pl_state *s, pl_move m, pl_move code)
{
    pl_move list[PL_MOVES_MAX], found = PL_ILLEGAL;
    if (pl_below(&p->rng, 4) && pl_is_legal(p->game, s, m) &&
        pl_seen(p->game, s, m, p->seat) == code)
        return m;
    for (int i = 0, n = p->game->moves(s, list), fit = 0; i < n; i++)
        if (pl_seen(p->game, s, list[i], p->seat) == code && pl_below(&p->rng, ++fit) == 0)
            found = list[i];
    return found;
}

/* One ply in both; 0: the second game cannot go on like the first. */
static int go_on(pair *p)
{
    const pl_game *g = p->game;
    pl_state *a = &p->of[0].s, *b = &p->of[1].s;
    if (p->plies == PLIES || g->turn(a) == PL_OVER || g->turn(a) != g->turn(b)) return 0;
    pl_move m = pl_any(g, a, &p->rng), code = pl_seen(g, a, m, p->seat);
    pl_move other = g->turn(b) == p->seat ? m : alike(p, b, m, code);
    if (other == PL_ILLEGAL || pl_seen(g, b, other, p->seat) != code) return 0;
    p->of[0].moves[p->plies] = m;
    p->of[1].moves[p->plies++] = other;
    g->apply(a, m);
    g->apply(b, other);
    return 1;
}

static int same_view(const pair *p)
{
    pl_state a, b;
    pl_view(p->game, &p->of[0].s, p->seat, &a);
    pl_view(p->game, &p->of[1].s, p->seat, &b);
    return !memcmp(&a, &b, (size_t)p->game->state_size);
}

/* A legal move, the same in both. */
static pl_move any_move(const pair *p, int i)
{
    pl_move list[PL_MOVES_MAX];
    return list[(p->game->moves(&p->of[i].s, list) - 1) / 2];
}

/* All that an agent is told to have thought, to be freed. */
static char *answer(const pair *p, int i, const char *agent, uint64_t seed)
{
    pl_job *j = pl_job_new();
    assert_non_null(j);
    j->moves = malloc(sizeof p->of[i].moves);
    assert_non_null(j->moves);
    memcpy(j->moves, p->of[i].moves, sizeof p->of[i].moves);
    j->plies = p->plies;
    j->seat = p->seat;
    j->seed = seed;
    j->analysis = 1;
    j->depth = 3;
    j->width = 6;
    j->hindsight = PL_TRIED;
    j->effort = 0.01;
    j->played = any_move(p, i);
    pl_spec(p->game, j->game, sizeof j->game);
    snprintf(j->agent, sizeof j->agent, "%s", agent);
    pl_job_work(j, NULL);
    if (!j->answer) fail_msg("%s: %s", j->game, j->err.text);
    char *text = json_dumps(j->answer, JSON_COMPACT);
    pl_job_free(j);
    assert_non_null(text);
    return text;
}

/* Play on to a turn of the seat at which the truths differ; 0: there is none. */
static int differ(pair *p, uint64_t seed)
{
    pl_seed(&p->rng, seed);
    p->plies = 0;
    p->seat = (int)(seed % (uint64_t)p->game->players);
    for (int i = 0; i < 2; i++) pl_start(p->game, &p->of[i].s);
    int least = pl_below(&p->rng, 12);
    while (p->plies < least || p->game->turn(&p->of[0].s) != p->seat ||
           !memcmp(&p->of[0].s, &p->of[1].s, (size_t)p->game->state_size))
        if (!go_on(p)) return 0;
    return p->game->turn(&p->of[1].s) == p->seat && same_view(p);
}

static void compare(const char *spec, const char *agent)
{
    pair p = {.game = must_open("%s", spec)};
    int pairs = 0;
    for (uint64_t seed = 0; seed < GAMES && pairs < PAIRS; seed++) {
        if (!differ(&p, seed)) continue;
        char *text[2] = {answer(&p, 0, agent, 1), answer(&p, 1, agent, 1)};
        if (strcmp(text[0], text[1]))
            fail_msg("%s: seat %d\n%s\n%s", spec, p.seat, text[0], text[1]);
        free(text[0]);
        free(text[1]);
        pairs++;
    }
    if (!pairs) fail_msg("%s: no two truths were found that look alike", spec);
    pl_close(p.game);
}

static void test_truth_is_not_told(void **state)
{
    static const char *const specs[] = {"battleship(rows=3,cols=3,fleet=2)",
                                        "block_dominoes(high=3,hand=3)",
                                        "dark_hex",
                                        "dominoes(players=3,high=6)",
                                        "goofspiel(cards=5)",
                                        "knockout_whist(players=3,cards=3)",
                                        "kuhn",
                                        "kuhn(players=4)",
                                        "leduc",
                                        "liars_dice(players=3,dice=2)",
                                        "phantom",
                                        "phantom(mode=abrupt)",
                                        "skull(players=3)"};
    (void)state;
    for (size_t i = 0; i < LENGTH(specs); i++) compare(specs[i], "ismcts(iterations=150)");
    compare("leduc", "pimc(iterations=40)");
    compare("liars_dice(dice=2)", "rollout(iterations=100)");
    compare("goofspiel(cards=5)", "epimc(iterations=40)");
}

static void hold_line(const json_t *line)
{
    size_t i;
    json_t *ply;
    assert_true(json_array_size(line) >= 2);
    json_array_foreach(line, i, ply)
    {
        const char *move = json_string_value(json_object_get(ply, "move"));
        if (json_integer_value(json_object_get(ply, "mover")) == 1)
            assert_string_equal(move, "stone");
        else assert_string_not_equal(move, "stone");
    }
}

/* The line is told in games with secrets, too, and of others what would be noticed. */
static void test_line_is_told(void **state)
{
    pair p = {.game = must_open("phantom"), .plies = 2};
    pl_state s;
    (void)state;
    pl_start(p.game, &s);
    p.of[0].moves[0] = pl_parse(p.game, &s, "b2");
    p.game->apply(&s, p.of[0].moves[0]);
    p.of[0].moves[1] = pl_parse(p.game, &s, "a1");
    for (uint64_t seed = 1; seed <= 8; seed++) {
        char *text = answer(&p, 0, "ismcts(iterations=1000)", seed);
        json_t *all = json_loads(text, 0, NULL);
        hold_line(json_object_get(all, "line"));
        json_decref(all);
        free(text);
    }
    pl_close(p.game);
}

int test_thoughts(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_truth_is_not_told),
                                       cmocka_unit_test(test_line_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
