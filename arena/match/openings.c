/* openings.c -- positions to begin from, as lists of moves by name: of seats and of chance. */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

enum { LINE_MAX_BYTES = 65536 };

typedef struct {
    int64_t from; /* in moves */
    int32_t n, unused;
} opening;

struct pl_openings {
    opening *of;
    pl_move *move;
    int64_t moves, room;
    char *text; /* all lines, as they were read */
    size_t size;
    int32_t n, unused;
};

static int grow(pl_openings *o)
{
    int64_t room = o->room ? 2 * o->room : 256;
    pl_move *more = o->moves < o->room ? o->move : realloc(o->move, (size_t)room * sizeof *more);
    if (!more) return -1;
    if (o->moves == o->room) o->room = room;
    o->move = more;
    return 0;
}

/* Why a word is none of what may come next, with one that is: it shows how they are spelt. */
static int no_move(const pl_game *g, const pl_state *s, const char *word, pl_error *err)
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    if (g->turn(s) == PL_OVER) return pl_fail(err, "the game is over before '%.40s'", word);
    g->moves(s, list);
    pl_say(g, s, list[0], name, sizeof name);
    if (g->turn(s) != PL_CHANCE)
        return pl_fail(err, "'%.40s' is no legal move there, as '%.40s' is", word, name);
    return pl_fail(err, "chance moves there, and '%.40s' is no outcome such as '%.20s'", word,
                   name);
}

/* The words of a line, played; 0 or -1. */
static int play_line(pl_openings *o, const pl_game *g, char *text, pl_error *err)
{
    pl_state s;
    char *rest = NULL;
    pl_start(g, &s);
    for (char *word = strtok_r(text, " \t\r\n", &rest); word;
         word = strtok_r(NULL, " \t\r\n", &rest)) {
        pl_move m = pl_parse(g, &s, word);
        if (m == PL_ILLEGAL) return no_move(g, &s, word, err);
        if (grow(o)) return pl_fail(err, "out of memory");
        o->move[o->moves++] = m;
        g->apply(&s, m);
    }
    return g->turn(&s) == PL_OVER ? pl_fail(err, "the game is over after it") : 0;
}

/* Room for one more, which begins here; -1: out of memory. */
static int begin_line(pl_openings *o)
{
    opening *more = realloc(o->of, (size_t)(o->n + 1) * sizeof *more);
    if (!more) return -1;
    o->of = more;
    more[o->n] = (opening){.from = o->moves};
    return 0;
}

static void end_line(pl_openings *o)
{
    o->of[o->n].n = (int32_t)(o->moves - o->of[o->n].from);
    o->n++;
}

static int add_line(pl_openings *o, const pl_game *g, char *text, pl_error *err)
{
    if (begin_line(o)) return pl_fail(err, "out of memory");
    if (play_line(o, g, text, err)) return -1;
    end_line(o);
    return 0;
}

/* Whoever plays along in another process reads them again. */
static int keep(pl_openings *o, const char *line)
{
    size_t n = strlen(line) + 1;
    char *more = realloc(o->text, o->size + n);
    if (!more) return -1;
    memcpy(more + o->size, line, n);
    o->text = more;
    o->size += n - 1;
    return 0;
}

static int read_all(pl_openings *o, const pl_game *g, FILE *in, const char *file, pl_error *err)
{
    static const char blank[] = " \t\r\n";
    char *text = malloc(LINE_MAX_BYTES);
    pl_error why = {"out of memory"};
    int bad = !text, number = 0;
    while (!bad && fgets(text, LINE_MAX_BYTES, in)) {
        number++;
        bad = keep(o, text);
        if (strlen(text) == LINE_MAX_BYTES - 1) bad = pl_fail(&why, "it is too long");
        text[strcspn(text, "#")] = 0;
        if (!bad && text[strspn(text, blank)]) bad = add_line(o, g, text, &why);
    }
    free(text);
    if (bad) return pl_fail(err, "%.100s, line %d: %.120s", file, number, why.text);
    if (ferror(in)) return pl_fail(err, "%.160s cannot be read", file);
    return o->n ? 0 : pl_fail(err, "%.160s has no openings: a line is moves by name", file);
}

pl_openings *pl_openings_read(const pl_game *g, FILE *in, const char *file, pl_error *err)
{
    pl_openings *o = calloc(1, sizeof *o);
    if (!o) pl_fail(err, "out of memory");
    else if (read_all(o, g, in, file, err)) {
        pl_openings_free(o);
        o = NULL;
    }
    return o;
}

static int draw_line(pl_openings *o, const pl_game *g, int plies, pl_rng *r)
{
    pl_state s;
    if (begin_line(o)) return -1;
    pl_start(g, &s);
    for (int i = 0; i < plies && g->turn(&s) >= 0; i++) {
        pl_move m = pl_any(g, &s, r);
        g->apply(&s, m);
        if (g->turn(&s) == PL_OVER) break;
        if (grow(o)) return -1;
        o->move[o->moves++] = m;
    }
    end_line(o);
    return 0;
}

pl_openings *pl_openings_random(const pl_game *g, int lines, int plies, uint64_t seed)
{
    pl_openings *o = calloc(1, sizeof *o);
    pl_rng all, one;
    int bad = !o;
    pl_seed(&all, seed);
    for (int i = 0; i < lines && !bad; i++) {
        pl_split(&all, (uint64_t)i, &one);
        bad = draw_line(o, g, plies, &one);
    }
    if (!bad) return o;
    pl_openings_free(o);
    return NULL;
}

void pl_openings_free(pl_openings *o)
{
    if (!o) return;
    free(o->of);
    free(o->move);
    free(o->text);
    free(o);
}

int pl_openings_count(const pl_openings *o)
{
    return o->n;
}

void pl_openings_at(const pl_openings *o, int64_t group, const pl_move **move, int *n)
{
    const opening *one = o ? &o->of[group % o->n] : NULL;
    *move = one ? o->move + one->from : NULL;
    *n = one ? one->n : 0;
}

const char *pl_openings_text(const pl_openings *o)
{
    return o->text;
}

uint64_t pl_openings_hash(const pl_openings *o)
{
    uint64_t moves = pl_hash(o->move, (size_t)o->moves * sizeof *o->move);
    for (int i = 0; i < o->n; i++) moves = moves * 31 + (uint64_t)o->of[i].n;
    return moves;
}
