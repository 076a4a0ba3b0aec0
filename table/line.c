/* line.c -- a line of play, and its two spellings.
 *
 * Undo is "keep the old copy": the line holds every state it has passed.
 */
#include "parlor/line.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"

struct pl_line {
    const pl_game *game;
    int owns_game;
    int plies, room; /* room: states that fit, the start included */
    pl_move *move;
    unsigned char *state;
};

static unsigned char *at(const pl_line *l, int i)
{
    return l->state + (size_t)i * (size_t)l->game->state_size;
}

static int grow(pl_line *l)
{
    int room = l->room ? 2 * l->room : 16;
    void *state = realloc(l->state, (size_t)room * (size_t)l->game->state_size);
    if (state) l->state = state;
    void *move = state ? realloc(l->move, (size_t)room * sizeof *l->move) : NULL;
    if (!move) return -1;
    l->move = move;
    l->room = room;
    return 0;
}

pl_line *pl_line_new(const pl_game *g)
{
    pl_line *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->game = g;
    if (grow(l)) {
        pl_line_free(l);
        return NULL;
    }
    pl_start(g, l->state);
    return l;
}

void pl_line_free(pl_line *l)
{
    if (!l) return;
    if (l->owns_game) pl_close(l->game);
    free(l->move);
    free(l->state);
    free(l);
}

const pl_game *pl_line_game(const pl_line *l)
{
    return l->game;
}

int pl_line_plies(const pl_line *l)
{
    return l->plies;
}

pl_move pl_line_move(const pl_line *l, int i)
{
    return l->move[i];
}

int pl_line_mover(const pl_line *l, int i)
{
    return l->game->turn(at(l, i));
}

const void *pl_line_state(const pl_line *l, int i)
{
    return at(l, i);
}

void pl_line_view(const pl_line *l, int i, int seat, void *view)
{
    pl_view(l->game, at(l, i), seat, view);
}

pl_move pl_line_seen(const pl_line *l, int i, int seat)
{
    return pl_seen(l->game, at(l, i), l->move[i], seat);
}

int pl_line_turn(const pl_line *l)
{
    return pl_line_mover(l, l->plies);
}

int pl_line_is_legal(const pl_line *l, pl_move m)
{
    return pl_is_legal(l->game, at(l, l->plies), m);
}

int pl_line_can_forward(const pl_line *l)
{
    return pl_line_turn(l) != PL_OVER;
}

int pl_line_can_backward(const pl_line *l)
{
    return l->plies > 0;
}

int pl_line_forward(pl_line *l, pl_move m)
{
    if (!pl_line_is_legal(l, m)) return -1;
    if (l->plies + 1 == l->room && grow(l)) return -1;
    l->move[l->plies] = m;
    memcpy(at(l, l->plies + 1), at(l, l->plies), (size_t)l->game->state_size);
    l->game->apply(at(l, ++l->plies), m);
    return 0;
}

int pl_line_backward(pl_line *l)
{
    if (!pl_line_can_backward(l)) return -1;
    l->plies--;
    return 0;
}

void pl_line_restart(pl_line *l)
{
    l->plies = 0;
}

static void name_of(const pl_line *l, int i, char *name)
{
    l->game->say(at(l, i), l->move[i], name, PL_NAME_MAX);
}

int pl_line_text(const pl_line *l, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    char spec[PL_SPEC_MAX], name[PL_NAME_MAX];
    pl_spec(l->game, spec, sizeof spec);
    pl_put(&t, "%s:", spec);
    for (int i = 0; i < l->plies; i++) {
        name_of(l, i, name);
        pl_put(&t, " %s", name);
    }
    return (int)t.used;
}

int pl_line_json(const pl_line *l, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    char spec[PL_SPEC_MAX], name[PL_NAME_MAX];
    pl_spec(l->game, spec, sizeof spec);
    pl_put(&t, "{\"game\":");
    pl_json_put(&t, spec);
    pl_put(&t, ",\"moves\":[");
    for (int i = 0; i < l->plies; i++) {
        name_of(l, i, name);
        if (i) pl_put(&t, ",");
        pl_json_put(&t, name);
    }
    pl_put(&t, "]}");
    return (int)t.used;
}

/* Whether spec, as somebody may spell it, is the game g. */
static int names_game(const pl_game *g, const char *spec)
{
    char ours[PL_SPEC_MAX], theirs[PL_SPEC_MAX];
    pl_spec(g, ours, sizeof ours);
    if (!strcmp(ours, spec)) return 1;
    const pl_game *named = pl_open(spec, NULL);
    if (!named) return 0;
    pl_spec(named, theirs, sizeof theirs);
    pl_close(named);
    return !strcmp(ours, theirs);
}

/* A line of g if that is the game spec, or of the game spec opened. */
static pl_line *begin(const pl_game *g, const char *spec, pl_error *err)
{
    if (g && !names_game(g, spec)) {
        char ours[PL_SPEC_MAX];
        pl_spec(g, ours, sizeof ours);
        pl_fail(err, "this is a line of %.80s, not of %.80s", spec, ours);
        return NULL;
    }
    const pl_game *game = g ? g : pl_open(spec, err);
    pl_line *l = game ? pl_line_new(game) : NULL;
    if (l) l->owns_game = !g;
    else if (game) {
        if (!g) pl_close(game);
        pl_fail(err, "out of memory");
    }
    return l;
}

static int play_name(pl_line *l, const char *name, pl_error *err)
{
    pl_move m = pl_parse(l->game, at(l, l->plies), name);
    if (m == PL_ILLEGAL)
        return pl_fail(err, "move %d, '%.40s', is not legal there", l->plies + 1, name);
    return pl_line_forward(l, m) ? pl_fail(err, "out of memory") : 0;
}

static int read_words(pl_line *l, const char *text, pl_error *err)
{
    static const char blank[] = " \t\r\n";
    char name[PL_NAME_MAX];
    for (text += strspn(text, blank); *text; text += strspn(text, blank)) {
        size_t n = strcspn(text, blank);
        snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : (int)sizeof name, text);
        if (play_name(l, name, err)) return -1;
        text += n;
    }
    return 0;
}

static pl_line *read_text(const pl_game *g, const char *text, pl_error *err)
{
    char spec[PL_SPEC_MAX];
    size_t n = strcspn(text, ":");
    if (!text[n] || n >= sizeof spec) {
        pl_fail(err, "a line is written game: move move ..., with a colon after the game");
        return NULL;
    }
    snprintf(spec, sizeof spec, "%.*s", (int)n, text);
    pl_line *l = begin(g, spec, err);
    if (!l || read_words(l, text + n + 1, err) == 0) return l;
    pl_line_free(l);
    return NULL;
}

static int read_moves(pl_line *l, pl_json_reader *r, pl_error *err)
{
    char name[PL_NAME_MAX];
    if (pl_json_take(r, ']')) return 0;
    do {
        if (pl_json_string(r, name, sizeof name))
            return pl_fail(err, "move %d is not a string of a move's length", l->plies + 1);
        if (play_name(l, name, err)) return -1;
    } while (pl_json_take(r, ','));
    return pl_json_take(r, ']') ? 0 : -1;
}

/* The two members may come in any order, so both are found before any move is
 * played; others are passed over. */
static int find_members(const char *text, char *spec, pl_json_reader *moves)
{
    pl_json_reader r = {text, text + strlen(text)};
    char key[16];
    int found = 0;
    if (!pl_json_valid(text, strlen(text)) || !pl_json_take(&r, '{')) return -1;
    if (pl_json_take(&r, '}')) return -1;
    do {
        pl_json_reader name = r;
        pl_json_skip(&r);
        if (pl_json_string(&name, key, sizeof key)) key[0] = 0;
        pl_json_take(&r, ':');
        pl_json_reader value = r;
        pl_json_skip(&r);
        if (!strcmp(key, "game")) found |= pl_json_string(&value, spec, PL_SPEC_MAX) ? 4 : 1;
        if (!strcmp(key, "moves")) found |= pl_json_take(&value, '[') ? 2 : 4;
        if (!strcmp(key, "moves")) *moves = value;
    } while (pl_json_take(&r, ','));
    return found == 3 ? 0 : -1;
}

static pl_line *read_json(const pl_game *g, const char *text, pl_error *err)
{
    char spec[PL_SPEC_MAX];
    pl_json_reader moves = {NULL, NULL};
    if (find_members(text, spec, &moves)) {
        pl_fail(err, "a line in JSON is an object with \"game\", a string, and \"moves\", "
                     "an array of strings");
        return NULL;
    }
    pl_line *l = begin(g, spec, err);
    if (!l || read_moves(l, &moves, err) == 0) return l;
    pl_line_free(l);
    return NULL;
}

pl_line *pl_line_read(const pl_game *g, const char *text, pl_error *err)
{
    text += strspn(text, " \t\r\n");
    return *text == '{' ? read_json(g, text, err) : read_text(g, text, err);
}
