/* position.c -- games, moves and seats by name; positions as text and JSON. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

static const char file_ending[] = "efg"; /* behind a point; in the name of a game behind _ */

/* Whether the first n bytes of text end so, in any case of letters. */
static int ends_in(const char *text, size_t n, char mark)
{
    size_t k = strlen(file_ending);
    return n > k + 1 && text[n - k - 1] == mark && !strncasecmp(text + n - k, file_ending, k);
}

/* Of "horse_efg(content=1)" as of "horse_efg": how long the name is; 0: of no file's game. */
static size_t file_name_of(const char *spec)
{
    size_t n = strcspn(spec, "(");
    return ends_in(spec, n, '_') ? n : 0;
}

const pl_game *open_game(const char *spec)
{
    pl_error err = {""};
    int file = ends_in(spec, strlen(spec), '.');
    const pl_game *g = file ? pl_efg_open(spec, &err) : pl_open(spec, &err);
    if (!g && !file && file_name_of(spec))
        misused("the game %.60s was read from a file that ends in .efg; name that file", spec);
    else if (!g) misused("%s", err.text);
    return g;
}

/* g, if it is spelt so; else NULL, and it is closed. */
static const pl_game *if_spelt(const pl_game *g, const char *spec)
{
    char own[PL_SPEC_MAX];
    if (!g || (pl_spec(g, own, sizeof own), !strcmp(own, spec))) return g;
    pl_close(g);
    return NULL;
}

/* The file of that game in the folder that path is in (NULL: where we are), or NULL. */
static const pl_game *look_beside(const char *spec, const char *path, int *changed)
{
    char file[4096];
    const char *slash = path ? strrchr(path, '/') : NULL;
    int folder = slash ? (int)(slash - path) + 1 : 0;
    int name = (int)(file_name_of(spec) - strlen(file_ending) - 1);
    int n = snprintf(file, sizeof file, "%.*s%.*s.%s", folder, path ? path : "", name, spec,
                     file_ending);
    const pl_game *g = n < (int)sizeof file ? pl_efg_open(file, NULL) : NULL;
    const pl_game *found = if_spelt(g, spec);
    *changed |= g && !found;
    return found;
}

const pl_game *open_game_of(const char *path, const char *spec, const char *named)
{
    int changed = 0;
    if (named) {
        const pl_game *g = open_game(named), *right = if_spelt(g, spec);
        if (g && !right) misused("'%.100s' is of %.100s, which '%.100s' is not", path, spec, named);
        return right;
    }
    if (!file_name_of(spec)) return open_game(spec);
    const pl_game *g = look_beside(spec, path, &changed);
    if (!g) g = look_beside(spec, NULL, &changed);
    if (!g)
        misused("'%.100s' is of %.100s, which was read from a file that %s; name that file too",
                path, spec, changed ? "has changed since" : "is neither beside it nor here");
    return g;
}

int refuse_file(const pl_game *g, const char *why)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    const pl_game *again = pl_open(spec, NULL);
    pl_close(again);
    return again ? DONE : misused("%s comes from a file: %s", spec, why);
}

enum { PARTS = 8 }; /* of a move's name, and one to spare */

static int is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* A legal move by its number; but where cards or dice are called by numbers, a
 * number that is none of them is a mistake, not the number of some other move. */
static pl_move by_number(const pl_game *g, const void *s, const char *text)
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX], number[PL_NAME_MAX];
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_say(g, s, list[i], name, sizeof name);
        if (is_number(name)) return PL_ILLEGAL;
    }
    int n = snprintf(number, sizeof number, "#%s", text);
    return n < (int)sizeof number ? pl_parse(g, s, number) : PL_ILLEGAL;
}

/* Whether two names differ in the case of letters at most, and in blanks for
 * commas: where a move has parts, people put either between them. */
static int alike(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        int x = *a == ' ' ? ',' : tolower((unsigned char)*a);
        int y = *b == ' ' ? ',' : tolower((unsigned char)*b);
        if (x != y) return 0;
    }
    return *a == *b;
}

static int by_spelling(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The parts of a name between commas or blanks, small letters, sorted; "13/7(2)"
 * is "13/7" twice.  How many; -1: more than a move has. */
static int parts_of(const char *text, char part[PARTS][PL_NAME_MAX])
{
    int n = 0;
    for (size_t k; *(text += strspn(text, ", ")); text += k) {
        char *to = part[n], again = 1;
        k = strcspn(text, ", ");
        if (k >= PL_NAME_MAX) return -1;
        for (size_t i = 0; i < k; i++) to[i] = (char)tolower((unsigned char)text[i]);
        to[k] = 0;
        if (k > 3 && to[k - 3] == '(' && to[k - 2] > '0' && to[k - 2] < '5' && to[k - 1] == ')') {
            again = (char)(to[k - 2] - '0');
            to[k - 3] = 0;
        }
        if (n + again >= PARTS) return -1;
        for (int i = 1; i < again; i++) memcpy(part[n + i], to, PL_NAME_MAX);
        n += again;
    }
    qsort(part, (size_t)n, sizeof part[0], by_spelling);
    return n;
}

/* Whether two names have the same parts, in whatever order. */
static int same_parts(const char *a, const char *b)
{
    char x[PARTS][PL_NAME_MAX], y[PARTS][PL_NAME_MAX];
    int n = parts_of(a, x);
    if (n < 1 || n != parts_of(b, y)) return 0;
    while (n && !strcmp(x[n - 1], y[n - 1])) n--;
    return !n;
}

/* The one legal move of a name like this. */
static pl_move by_likeness(const pl_game *g, const void *s, const char *text,
                           int (*like)(const char *a, const char *b))
{
    pl_move list[PL_MOVES_MAX], found = PL_ILLEGAL;
    char name[PL_NAME_MAX];
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_say(g, s, list[i], name, sizeof name);
        if (!like(name, text)) continue;
        if (found != PL_ILLEGAL) return PL_ILLEGAL;
        found = list[i];
    }
    return found;
}

pl_move find_move(const pl_game *g, const void *s, const char *text)
{
    pl_move m = pl_parse(g, s, text);
    if (m != PL_ILLEGAL) return m;
    if (is_number(text)) return by_number(g, s, text);
    m = by_likeness(g, s, text, alike);
    return m != PL_ILLEGAL ? m : by_likeness(g, s, text, same_parts);
}

const char *gap_between(const pl_game *g, const void *s, const pl_move *list, int n)
{
    char name[PL_NAME_MAX];
    for (int i = 0; i < n; i++) {
        pl_say(g, s, list[i], name, sizeof name);
        if (strchr(name, ',')) return "  ";
    }
    return ", ";
}

/* The first few legal moves, for the error that one is not among them. */
static void some_moves(const pl_game *g, const void *s, char *buf, size_t n)
{
    pl_move list[PL_MOVES_MAX];
    int count = g->moves(s, list);
    const char *gap = gap_between(g, s, list, count);
    size_t used = 0;
    for (int i = 0; i < count && i < 12; i++) {
        char name[PL_NAME_MAX];
        pl_say(g, s, list[i], name, sizeof name);
        if (used + strlen(name) + 8 > n) break;
        used += (size_t)snprintf(buf + used, n - used, "%s%s", i ? gap : "", name);
    }
    if (count > 12) snprintf(buf + used, n - used, "%s...", gap);
}

/* Another's moves tell what he holds, and chance's what is left in the deck. */
static int may_know_moves(const pl_line *line, int seat)
{
    return !pl_line_game(line)->hide || seat == PL_FULL || seat == pl_line_turn(line);
}

static int not_legal(const pl_line *line, const char *word, int seat)
{
    const pl_game *g = pl_line_game(line);
    char list[600] = "", who[24], whose[24];
    int turn = pl_line_turn(line), plies = plies_told(line, seat);
    if (turn == PL_OVER)
        return misused("the game is over after %d move%s, so '%.40s' cannot be played", plies,
                       plural(plies), word);
    if (!may_know_moves(line, seat))
        return misused("'%.40s' is no legal move of %s after %d move%s; %s is not told which are",
                       word, mover_name(turn, who), plies, plural(plies),
                       seat == PL_PUBLIC ? "the public" : mover_name(seat, whose));
    some_moves(g, pl_line_state(line, pl_line_plies(line)), list, sizeof list);
    return misused("'%.40s' is no legal move of %s after %d move%s; legal are %s", word,
                   mover_name(turn, who), plies, plural(plies), list);
}

int play_words(pl_line *line, char **words, int n, uint64_t seed, int seat)
{
    const pl_game *g = pl_line_game(line);
    pl_rng r;
    pl_seed(&r, seed);
    for (int i = 0; i < n; i++) {
        const void *s = pl_line_state(line, pl_line_plies(line));
        if (pl_line_turn(line) == PL_OVER) return not_legal(line, words[i], seat);
        pl_move m = find_move(g, s, words[i]);
        if (m == PL_ILLEGAL && !strcmp(words[i], "any")) m = pl_any(g, s, &r);
        if (m == PL_ILLEGAL) return not_legal(line, words[i], seat);
        if (pl_line_forward(line, m)) return failed("out of memory");
    }
    return DONE;
}

int read_seat(const pl_game *g, const char *text, int *seat)
{
    int64_t n;
    *seat = PL_FULL;
    if (!strcmp(text, "all") || !strcmp(text, "full")) return DONE;
    *seat = PL_PUBLIC;
    if (!strcmp(text, "public")) return DONE;
    if (read_number(text, 0, g->players - 1, &n))
        return misused("--seat takes 0..%d, public, full or all, not '%.40s'", g->players - 1,
                       text);
    *seat = (int)n;
    return DONE;
}

const char *mover_name(int who, char buf[24])
{
    if (who == PL_CHANCE) return "chance";
    if (who == PL_OVER) return "nobody";
    if (who == PL_PUBLIC) return "public";
    snprintf(buf, 24, "seat %d", who);
    return buf;
}

json_t *json_mover(int who)
{
    if (who == PL_OVER) return json_null();
    return who == PL_CHANCE ? json_string("chance") : json_integer(who);
}

json_t *json_move(const pl_game *g, const void *s, pl_move m)
{
    char name[PL_NAME_MAX];
    if (m == PL_NOTHING) return json_null();
    pl_say(g, s, m, name, sizeof name);
    return json_string(name);
}

json_t *json_moves(const pl_game *g, const void *s)
{
    pl_move list[PL_MOVES_MAX];
    json_t *out = json_array();
    for (int i = 0, n = g->moves(s, list); i < n; i++)
        json_array_append_new(out, json_move(g, s, list[i]));
    return out;
}

json_t *json_odds(const pl_game *g, const void *s)
{
    pl_move list[PL_MOVES_MAX];
    json_t *out = json_array();
    for (int i = 0, n = g->moves(s, list); i < n; i++)
        json_array_append_new(out, json_real(pl_odds(g, s, list[i])));
    return out;
}

json_t *json_numbers(const double *x, int n)
{
    json_t *out = json_array();
    for (int i = 0; i < n; i++) {
        int whole = fabs(x[i]) < 1e15 && floor(x[i]) == x[i];
        json_array_append_new(out, whole ? json_integer((json_int_t)x[i]) : json_real(x[i]));
    }
    return out;
}

json_t *json_spec(const pl_game *g)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    return json_clean(spec);
}

/* Whether the alias whose spec this is stands for (a variant of) g. */
static int stands_for(const char *spec, const pl_game *g)
{
    size_t n = strcspn(spec, "(");
    return strlen(g->name) == n && !memcmp(spec, g->name, n);
}

json_t *json_aliases(const pl_game *g)
{
    json_t *out = json_object();
    for (const char *const *a = pl_aliases(); *a; a += 2)
        if (stands_for(a[1], g)) json_object_set_new(out, a[0], json_string(a[1]));
    return out;
}

json_t *json_position(const pl_game *g, const void *view, int seat)
{
    int n = pl_json(g, view, seat, NULL, 0);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!text) return NULL;
    pl_json(g, view, seat, text, (size_t)n + 1);
    json_t *out = json_loads(text, 0, NULL);
    free(text);
    return out;
}

void print_position(const pl_game *g, const void *view)
{
    int n = g->show(view, NULL, 0);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!text) return;
    g->show(view, text, (size_t)n + 1);
    while (n > 0 && text[n - 1] == '\n') text[--n] = 0;
    puts(text);
    free(text);
}

/* Names with numbers, a few to a line; chance's outcomes with their odds. */
void print_moves(const pl_game *g, const void *s)
{
    pl_move list[PL_MOVES_MAX];
    int n = g->moves(s, list), width = 0;
    for (int i = 0; i < n; i++) {
        char name[PL_NAME_MAX], item[2 * PL_NAME_MAX];
        pl_say(g, s, list[i], name, sizeof name);
        int k = g->turn(s) == PL_CHANCE
                    ? snprintf(item, sizeof item, "%s (#%d, %.4g)", name, (int)list[i],
                               pl_odds(g, s, list[i]))
                    : snprintf(item, sizeof item, "%s (#%d)", name, (int)list[i]);
        if (width && width + 2 + k > 78) putchar('\n'), width = 0;
        width += printf("%s%s", width ? "  " : "", item);
    }
    putchar('\n');
}

void print_scores(const pl_game *g, const void *s)
{
    double score[PL_SEATS_MAX];
    g->score(s, score);
    for (int i = 0; i < g->players; i++)
        printf("%sseat %d: %g", i ? ", " : "Scores: ", i, score[i] + 0.0); /* no -0 */
    putchar('\n');
}
