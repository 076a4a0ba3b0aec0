/* by_hand.c -- games worked out by hand, played through by the names of their moves.
 *
 * The laws hold for any game that is consistent with itself; whether it is the right game is
 * seen here.  The one argument is a file, by_hand/GAME.txt.  A line "[name]" begins a test, and
 * every other line that is not blank and no comment (#) is one of these, where WHO is a seat,
 * "public" or "full", and a number may be a fraction such as 1/3:
 *
 *   game SPEC                open a game and start it
 *   again MOVES              start it again and play these moves
 *   play MOVES               play on
 *   line SPEC: MOVES = N...  the game is over after these moves, with these scores
 *   after MOVES: N: NAMES    again these moves; then it is N's turn, and the legal moves are NAMES;
 *                            ": NAMES" may be left out
 *   then MOVES: N: NAMES     the same, of these moves played on
 *   alike MOVES              these moves from the start lead to the very same state
 *   refused SPEC: WORDS      the game is refused, in a sentence that has these words
 *   turn N                   whose turn it is; also "chance" and "over"
 *   moves NAMES              the legal moves are exactly these
 *   steps NAMES              and these, of those with two letters
 *   may NAMES, not NAMES     these are legal, are not legal
 *   scores N...              it is over, with these scores
 *   seen WHO MOVE CODE       what is noticed of the move; "-": nothing
 *   show WHO TEXT            the text shown has TEXT in it (\n: a new line)
 *   json WHO TEXT            the JSON has TEXT in it
 *   picture WHO              the text shown is what follows, each line behind a "|"
 *   lacks WHO TEXT           the text shown has no TEXT in it
 *   known WHO                every guess of what WHO sees is the position itself
 *   value WHO N, odds MOVE N, number MOVE N (the move's), ones WHO N... (the tensor's)
 *   tensor WHO PLACE N       the byte of the tensor that is called PLACE
 */
#include <stdlib.h>

#include "tests/support/played.h"

enum { LINES_MAX = 600, TESTS_MAX = 60, TEXT_MAX = 8000 };

static const char *path;
static char lines[LINES_MAX][300];
static int line_count, at; /* at: the line under way */

static const pl_game *game;
static pl_state now;

/* The line under way does not hold. */
static void wrong(const char *format, ...)
{
    static char text[PL_SHOW_MAX + 1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fail_msg("%s:%d: %s\n%s", path, at + 1, lines[at], text);
}

static void same(const char *is, const char *due)
{
    if (strcmp(is, due)) wrong("'%s' is not '%s'", is, due);
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part)) wrong("'%s' is not in\n%s", part, text);
}

static double number(const char *text)
{
    char *end;
    double x = strtod(text, &end);
    return *end == '/' ? x / atof(end + 1) : x;
}

/* The first word of *text into out; *text goes on to the next. */
static const char *word(const char **text, char *out)
{
    int n = 0;
    *out = 0;
    sscanf(*text, "%63s%n", out, &n);
    *text += n;
    *text += strspn(*text, " ");
    return out;
}

static int seat_of(const char *who)
{
    return !strcmp(who, "public") ? PL_PUBLIC : !strcmp(who, "full") ? PL_FULL : atoi(who);
}

static void open_game(const char *spec)
{
    pl_error err = {""};
    if (game) pl_close(game);
    game = pl_open(spec, &err);
    if (!game) wrong("%s", err.text);
    pl_start(game, &now);
}

static void do_play(const char *rest)
{
    char name[PL_NAME_MAX];
    while (*word(&rest, name)) {
        pl_move m = pl_parse(game, &now, name);
        if (m == PL_ILLEGAL) wrong("%s is not legal before '%s'", name, rest);
        game->apply(&now, m);
    }
}

static void do_again(const char *rest)
{
    pl_start(game, &now);
    do_play(rest);
}

static void do_alike(const char *rest)
{
    pl_state before = now;
    do_again(rest);
    assert_memory_equal(&now, &before, (size_t)game->state_size);
}

static void do_turn(const char *rest)
{
    char text[20];
    int turn = game->turn(&now);
    snprintf(text, sizeof text, "%d", turn);
    same(turn == PL_CHANCE ? "chance" : turn == PL_OVER ? "over" : text, rest);
}

static void do_scores(const char *rest)
{
    double score[PL_SEATS_MAX];
    char text[PL_NAME_MAX];
    do_turn("over");
    game->score(&now, score);
    for (int i = 0; i < game->players; i++)
        if (fabs(score[i] - number(word(&rest, text))) > 1e-12 || !*text)
            wrong("seat %d scores %g", i, score[i]);
    same(rest, "");
}

static void do_line(const char *rest)
{
    char copy[sizeof *lines], *moves, *scores;
    strcpy(copy, rest);
    moves = strchr(copy, ':');
    scores = moves ? strchr(moves, '=') : NULL;
    if (!scores) wrong("it has no ':' or no '='");
    *moves = *scores = 0;
    open_game(copy);
    do_play(moves + 1);
    do_scores(scores + 1 + strspn(scores + 1, " "));
}

static void do_refused(const char *rest)
{
    char spec[PL_SPEC_MAX];
    pl_error err = {""};
    snprintf(spec, sizeof spec, "%.*s", (int)strcspn(rest, ":"), rest);
    if (pl_open(spec, &err)) wrong("it was accepted");
    has(err.text, rest + strlen(spec) + 2);
}

static void expect_moves(const char *due, size_t letters)
{
    pl_move m[PL_MOVES_MAX];
    char text[TEXT_MAX] = "", name[PL_NAME_MAX];
    for (int i = 0, n = game->moves(&now, m), used = 0; i < n && used < TEXT_MAX - 100; i++) {
        pl_say(game, &now, m[i], name, sizeof name);
        if (letters && strlen(name) != letters) continue;
        used += snprintf(text + used, 100, used ? " %s" : "%s", name);
    }
    same(text, due);
}

static void do_moves(const char *rest)
{
    expect_moves(rest, 0);
}

static void do_steps(const char *rest)
{
    expect_moves(rest, 2);
}

static void expect_legal(const char *names, int legal)
{
    char name[PL_NAME_MAX];
    while (*word(&names, name))
        if ((pl_parse(game, &now, name) != PL_ILLEGAL) != legal)
            wrong("%s is%s legal", name, legal ? " not" : "");
}

static void do_then(const char *rest)
{
    char copy[sizeof *lines], *turn, *names;
    strcpy(copy, rest);
    turn = strstr(copy, ": "); /* a move may have a ':', too */
    if (!turn) wrong("it has no ': '");
    *turn = 0;
    turn += 2;
    names = strstr(turn, ": ");
    if (names) *names = 0;
    do_play(copy);
    do_turn(turn);
    if (names) do_moves(names + 2);
}

static void do_after(const char *rest)
{
    pl_start(game, &now);
    do_then(rest);
}

static void do_may(const char *rest)
{
    expect_legal(rest, 1);
}

static void do_not(const char *rest)
{
    expect_legal(rest, 0);
}

static void do_seen(const char *rest)
{
    char who[PL_NAME_MAX], move[PL_NAME_MAX], text[PL_NAME_MAX] = "-";
    int seat = seat_of(word(&rest, who));
    pl_move m = pl_parse(game, &now, word(&rest, move));
    if (m == PL_ILLEGAL) wrong("%s is not legal", move);
    pl_move code = pl_seen(game, &now, m, seat);
    if (code != PL_NOTHING) pl_say(game, &now, code, text, sizeof text);
    same(text, rest);
}

/* What is shown to the first word of *rest, as text or as JSON. */
static const char *view_of(const char **rest, int json)
{
    static char text[PL_SHOW_MAX];
    char who[PL_NAME_MAX];
    pl_state view;
    pl_view(game, &now, seat_of(word(rest, who)), &view);
    (json ? game->json : game->show)(&view, text, sizeof text);
    return text;
}

static void do_show(const char *rest)
{
    char part[sizeof *lines];
    const char *text = view_of(&rest, 0);
    size_t n = 0;
    for (; *rest; rest++, n++) {
        int is_new_line = rest[0] == '\\' && rest[1] == 'n';
        part[n] = is_new_line ? '\n' : *rest;
        rest += is_new_line;
    }
    part[n] = 0;
    has(text, part);
}

static void do_lacks(const char *rest)
{
    const char *text = view_of(&rest, 0);
    if (strstr(text, rest)) wrong("'%s' is in\n%s", rest, text);
}

static void do_json(const char *rest)
{
    const char *text = view_of(&rest, 1);
    has(text, rest);
}

static void do_picture(const char *rest)
{
    const char *text = view_of(&rest, 0);
    char due[PL_SHOW_MAX] = "";
    for (; at + 1 < line_count && *lines[at + 1] == '|'; at++)
        strcat(strcat(due, *due ? "\n" : ""), lines[at + 1] + 1);
    same(text, due);
}

static void do_known(const char *rest)
{
    pl_state view;
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < 20; i++) {
        pl_view(game, &now, seat_of(rest), &view);
        game->guess(&view, seat_of(rest), &r);
        assert_memory_equal(&view, &now, (size_t)game->state_size);
    }
}

static void do_value(const char *rest)
{
    char who[PL_NAME_MAX];
    double value = game->value(&now, seat_of(word(&rest, who)));
    if (fabs(value - number(rest)) > 1e-12) wrong("it is %.15g", value);
}

static void do_odds(const char *rest)
{
    char name[PL_NAME_MAX];
    double odds = pl_odds(game, &now, pl_parse(game, &now, word(&rest, name)));
    if (fabs(odds - number(rest)) > 1e-15) wrong("they are %.15g", odds);
}

static void do_number(const char *rest)
{
    char name[PL_NAME_MAX], text[20];
    snprintf(text, sizeof text, "%d", pl_parse(game, &now, word(&rest, name)));
    same(text, rest);
}

/* The tensor of the first word of *rest; its size. */
static int tensor_of(const char **rest, uint8_t tensor[2000])
{
    char who[PL_NAME_MAX];
    pl_state view;
    int seat = seat_of(word(rest, who));
    assert_in_range(pl_tensor_size(game), 1, 2000);
    pl_view(game, &now, seat, &view);
    pl_tensor(game, &view, seat, tensor);
    return pl_tensor_size(game);
}

static void do_tensor(const char *rest)
{
    uint8_t tensor[2000];
    char place[PL_NAME_MAX], where[100], text[20];
    int i = 0;
    tensor_of(&rest, tensor);
    word(&rest, place);
    while (pl_tensor_where(game, i, where, sizeof where) > 0 && strcmp(where, place)) i++;
    same(where, place);
    snprintf(text, sizeof text, "%d", tensor[i]);
    same(text, rest);
}

/* The places of the tensor that are 1; all others are 0. */
static void do_ones(const char *rest)
{
    char text[TEXT_MAX] = "";
    uint8_t tensor[2000];
    int size = tensor_of(&rest, tensor), used = 0;
    for (int i = 0; i < size; i++)
        if (tensor[i]) used += sprintf(text + used, tensor[i] == 1 ? " %d" : " %d!", i);
    same(text + 1, rest);
}

static const struct {
    const char *name;
    void (*run)(const char *rest);
} kinds[] = {
    {"game", open_game},   {"again", do_again}, {"play", do_play},       {"line", do_line},
    {"turn", do_turn},     {"moves", do_moves}, {"may", do_may},         {"not", do_not},
    {"seen", do_seen},     {"show", do_show},   {"scores", do_scores},   {"refused", do_refused},
    {"json", do_json},     {"value", do_value}, {"picture", do_picture}, {"number", do_number},
    {"odds", do_odds},     {"ones", do_ones},   {"known", do_known},     {"lacks", do_lacks},
    {"tensor", do_tensor}, {"steps", do_steps}, {"alike", do_alike},     {"after", do_after},
    {"then", do_then},
};

static void run_line(const char *line)
{
    char name[PL_NAME_MAX];
    const char *rest = line;
    word(&rest, name);
    for (size_t i = 0; i < LENGTH(kinds); i++)
        if (!strcmp(kinds[i].name, name)) {
            kinds[i].run(rest);
            return;
        }
    wrong("there is nothing called '%s' here", name);
}

/* A test is the lines after its name, up to the next one's. */
static void play_test(void **first)
{
    for (at = (int)((char(*)[sizeof *lines]) * first - lines) + 1;
         at < line_count && *lines[at] != '['; at++)
        if (*lines[at] && *lines[at] != '#') run_line(lines[at]);
}

/* 0, or -1 if the file cannot be read or is too large. */
static int read_lines(void)
{
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    while (line_count < LINES_MAX && fgets(lines[line_count], sizeof *lines, file)) {
        size_t n = strcspn(lines[line_count], "\n");
        if (!lines[line_count][n] && !feof(file)) break; /* too long */
        lines[line_count++][n] = 0;
    }
    int whole = feof(file);
    fclose(file);
    return whole ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[TESTS_MAX];
    size_t n = 0;
    path = argc == 2 ? argv[1] : "";
    if (read_lines() || *lines[0] != '[') {
        fprintf(
            stderr,
            "usage: test_games_by_hand FILE, which begins with a [name] and has at most %d lines\n",
            LINES_MAX - 1);
        return 2;
    }
    for (int i = 0; i < line_count && n < TESTS_MAX; i++)
        if (*lines[i] == '[')
            tests[n++] = (struct CMUnitTest){
                .name = lines[i], .test_func = play_test, .initial_state = lines[i]};
    if (n == TESTS_MAX) return fprintf(stderr, "there are too many tests in %s\n", path), 2;
    return _cmocka_run_group_tests("by_hand", tests, n, NULL, NULL);
}
