/* spread.c -- a game is lawful over a spread of its parameters.
 *
 * The one argument is a file, spread/GAME.txt: a line is a specification, and "key=a|b" stands for
 * each of the values; every mix of them is tried.  "whole" before it: all of its tree must be. */
#include "parlor/laws.h"
#include "tests/support/played.h"

#define WHOLE "whole "
enum { LINES_MAX = 64, MOST_NODES = 10000 };

static char lines[LINES_MAX][PL_SPEC_MAX];
static int line_count;

/* Of each parameter, what was tried: each word, or the two ends. */
static uint32_t tried[PL_PARAMS_MAX];
static const pl_game *game;

static void mark(const pl_game *g)
{
    assert_string_equal(g->name, game->name);
    for (int i = 0; g->params && g->params[i].name; i++) {
        const pl_param *p = &g->params[i];
        if (p->words) tried[i] |= 1u << (int)g->arg[i];
        else tried[i] |= (unsigned)(g->arg[i] == p->lo) | 2u * (g->arg[i] == p->hi);
    }
}

static void lawful(const pl_game *g, const pl_laws_options *options)
{
    pl_laws_report report;
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    int verdict = pl_laws(g, options, &report, &err);
    if (verdict == 1) fail_msg("%s: %s: %s: %s", spec, report.broken, report.detail, report.line);
    if (verdict) fail_msg("%s: %s", spec, err.text);
    if (options->max_nodes > MOST_NODES && !report.nodes) fail_msg("%s is too large", spec);
    pl_close(g);
}

/* As many random games as have so many plies, if each is as long as it can be: 2 to 60.  A fault that
 * shows at one ply in a hundred is missed by 600 plies once in 400 times. */
static int games_of(const pl_game *g, int plies)
{
    int games = plies / g->max_plies;
    return games < 2 ? 2 : games > 60 ? 60 : games;
}

static void try_one(const char *spec)
{
    int whole = !strncmp(spec, WHOLE, strlen(WHOLE));
    const pl_game *g = must_open("%s", whole ? spec + strlen(WHOLE) : spec);
    int games = games_of(g, 600);
    mark(g);
    lawful(g, &(pl_laws_options){.seed = 1,
                                 .games = games > 6 ? 6 : games,
                                 .max_nodes = whole ? 40 * MOST_NODES : MOST_NODES});
}

/* Put each value of the first choice "a|b|c" in its place; then the next. */
static void each(const char *spec)
{
    const char *bar = strchr(spec, '|'), *first = bar, *end;
    if (!bar) {
        try_one(spec);
        return;
    }
    while (first[-1] != '=') first--;
    end = first + strcspn(first, ",)");
    for (const char *from = first; from < end;) {
        char one[PL_SPEC_MAX];
        size_t n = strcspn(from, "|,)");
        snprintf(one, sizeof one, "%.*s%.*s%s", (int)(first - spec), spec, (int)n, from, end);
        each(one);
        from += n + (from[n] == '|');
    }
}

static void every_mix_is_lawful(void **state)
{
    each(*state);
}

/* No word of a parameter is left out above, and no end of a range. */
static void every_extreme_is_tried(void **state)
{
    (void)state;
    for (int i = 0; game->params && game->params[i].name; i++) {
        unsigned all = game->params[i].words ? (2u << (int)game->params[i].hi) - 1 : 3;
        if (tried[i] != all) fail_msg("%s: %s is not tried", game->name, game->params[i].name);
    }
}

/* A larger trial of the game as it comes, with the usual tree. */
static void usual_game_is_lawful(void **state)
{
    const pl_game *g = must_open("%s", game->name);
    (void)state;
    lawful(g, &(pl_laws_options){.seed = 2, .games = games_of(g, 2000)});
}

/* The lines of a file; 0, or -1 if it cannot be read or holds too many. */
static int read_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[PL_SPEC_MAX];
    if (!file) return -1;
    while (line_count < LINES_MAX && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        strcpy(lines[line_count++], line);
    }
    int whole = feof(file);
    fclose(file);
    return whole && line_count ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[LINES_MAX + 2];
    char name[PL_SPEC_MAX];
    if (argc != 2 || read_lines(argv[1])) {
        fprintf(stderr, "usage: test_spread FILE, 1 to %d lines\n", LINES_MAX - 1);
        return 2;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(lines[0], "("), lines[0]);
    game = pl_find(name);
    for (int i = 0; i < line_count; i++)
        tests[i] = (struct CMUnitTest){
            .name = lines[i], .test_func = every_mix_is_lawful, .initial_state = lines[i]};
    tests[line_count] = (struct CMUnitTest)cmocka_unit_test(every_extreme_is_tried);
    tests[line_count + 1] = (struct CMUnitTest)cmocka_unit_test(usual_game_is_lawful);
    if (!game) return fprintf(stderr, "there is no game '%s'\n", name), 2;
    return _cmocka_run_group_tests("spread", tests, (size_t)line_count + 2, NULL, NULL);
}
