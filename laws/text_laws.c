/* text_laws.c -- the laws of everything that a game prints: names of moves,
 * pictures of states, JSON. */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "laws/laws_private.h"

enum { MARK = 0x7e, LINGER = 4 };

/* What is being printed: a state's picture, a game's object, a whole JSON. */
typedef struct {
    const char *name;
    const void *state;
    pl_move move;
    int seat;
    enum { SHOW, SAY, OBJECT, JSON } kind;
} printed;

static int print(const pl_check *c, const printed *p, char *buf, size_t n)
{
    const pl_game *g = c->game;
    switch (p->kind) {
    case SHOW: return g->show(p->state, buf, n);
    case SAY: return g->say(p->state, p->move, buf, n);
    case OBJECT: return g->json(p->state, buf, n);
    default: return pl_json(g, p->state, p->seat, buf, n);
    }
}

/* With n bytes of room: the same answer, cut short, and nothing behind it. */
static int cut_holds(pl_check *c, const printed *p, const char *whole, int length, int n)
{
    size_t room = (size_t)n, kept = room ? room - 1 : 0;
    unsigned char *buf = malloc(room + PL_GUARD);
    if (!buf) return !(c->no_memory = 1);
    memset(buf, MARK, room + PL_GUARD);
    int said = print(c, p, (char *)buf, room), clean = 1;
    for (int i = 0; i < PL_GUARD; i++) clean &= buf[n + i] == MARK;
    int same = said == length && (!n || (!memcmp(buf, whole, kept) && !buf[kept]));
    free(buf);
    return pl_holds(c, LAW_PRINT, clean, "%s wrote past the %d bytes it was given", p->name, n) &&
           pl_holds(c, LAW_PRINT, same,
                    "%s returned %d with room and %d with %d bytes, or cut the text wrongly",
                    p->name, length, said, n);
}

/* The whole text, to be freed, after a look at how it is cut; NULL if not. */
static char *print_whole(pl_check *c, const printed *p, int *length)
{
    int n = *length = print(c, p, NULL, 0);
    if (!pl_holds(c, LAW_PRINT, n >= 0 && n < 1 << 24, "%s returned %d", p->name, n)) return NULL;
    char *text = calloc((size_t)n + 1 + PL_GUARD, 1);
    if (!text) {
        c->no_memory = 1;
        return NULL;
    }
    int again = print(c, p, text, (size_t)n + 1);
    if (pl_holds(c, LAW_PRINT, again == n && strlen(text) == (size_t)n,
                 "%s returned %d, and printed %d bytes", p->name, n, (int)strlen(text)) &&
        cut_holds(c, p, text, n, n / 2 + 1) && (n == 0 || cut_holds(c, p, text, n, n)))
        return text;
    free(text);
    return NULL;
}

static int prints(pl_check *c, const printed *p)
{
    int n;
    char *text = print_whole(c, p, &n);
    int ok = text != NULL;
    if (ok && p->kind == SHOW)
        ok = pl_holds(c, LAW_SHOW, n < PL_SHOW_MAX,
                      "show prints %d bytes; less than %d are allowed", n, (int)PL_SHOW_MAX);
    if (ok && p->kind >= OBJECT)
        ok = pl_holds(c, LAW_JSON, text[0] == '{' && pl_json_valid(text, (size_t)n),
                      "%s is not a JSON object: %.150s", p->name, text);
    free(text);
    return ok;
}

int pl_one_word(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name <= ' ' || *name == 0x7f) return 0;
    return 1;
}

/* Names of all moves: words, and no two alike. */
static int names_hold(pl_check *c, const pl_place *p)
{
    pl_positions seen = {.size = PL_NAME_MAX};
    int ok = 1;
    for (int i = 0; i < p->n && ok; i++) {
        char name[4 * PL_NAME_MAX] = "", key[PL_NAME_MAX] = "";
        int n = c->game->say(p->state, p->move[i], name, sizeof name);
        name[sizeof name - 1] = 0;
        ok = pl_holds(c, LAW_NAME_WORD, n > 0 && n < PL_NAME_MAX && pl_one_word(name),
                      "move %d is called '%.70s', which is not one word of at most %d bytes",
                      (int)p->move[i], name, PL_NAME_MAX - 1);
        if (!ok) break;
        for (int k = 0; k < PL_NAME_MAX - 1 && name[k]; k++) key[k] = name[k];
        int32_t first = pl_positions_meet(&seen, key);
        if (first < 0) c->no_memory = 1;
        ok = first >= 0 && pl_holds(c, LAW_NAME_UNIQUE, first == i, "moves %d and %d are both '%s'",
                                    (int)p->move[first], (int)p->move[i], name);
    }
    pl_positions_free(&seen);
    return ok;
}

static int names_parse(pl_check *c, const pl_place *p)
{
    int step = (p->n + LINGER - 1) / LINGER;
    for (int i = 0; i < p->n; i += step) {
        char name[PL_NAME_MAX], number[PL_NAME_MAX];
        c->game->say(p->state, p->move[i], name, sizeof name);
        snprintf(number, sizeof number, "#%d", (int)p->move[i]);
        pl_move back = pl_parse(c->game, p->state, name);
        if (!pl_holds(c, LAW_NAME_PARSE, back == p->move[i], "'%s' is move %d, but reads as %d",
                      name, (int)p->move[i], (int)back) ||
            !pl_holds(c, LAW_NAME_PARSE, pl_parse(c->game, p->state, number) == p->move[i],
                      "'%s' does not read as that move", number))
            return 0;
    }
    return 1;
}

/* No game can break this one; it tries the library on this game's states. */
static int state_reads_back(pl_check *c, const void *s)
{
    char text[2 * PL_STATE_MAX + 16];
    pl_state back;
    pl_error err;
    int n = pl_state_text(c->game, s, text, sizeof text);
    return pl_holds(c, LAW_STATE_TEXT,
                    n > 0 && n < (int)sizeof text && !pl_state_read(c->game, text, &back, &err) &&
                        !memcmp(s, &back, c->size),
                    "a state's text does not read back as its bytes");
}

static int state_prints(pl_check *c, const void *s, int seat)
{
    printed picture = {"show", s, 0, seat, SHOW}, object = {"json", s, 0, seat, OBJECT},
            whole = {"the JSON", s, 0, seat, JSON};
    return prints(c, &picture) && (!c->game->json || prints(c, &object)) && prints(c, &whole);
}

int pl_check_text(pl_check *c, const pl_place *p)
{
    pl_state view;
    int seat = pl_below(&c->rng, c->game->players + 1) - 1;
    if (!state_reads_back(c, p->state)) return 0;
    if (p->n) {
        printed name = {"say", p->state, p->move[pl_below(&c->rng, p->n)], 0, SAY};
        if (!prints(c, &name) || !names_hold(c, p) || !names_parse(c, p)) return 0;
    }
    if (seat < 0) seat = PL_PUBLIC;
    return state_prints(c, p->state, PL_FULL) &&
           (!c->game->hide ||
            (pl_check_view(c, p->state, seat, &view) && state_prints(c, &view, seat)));
}
