/* entry.c -- what somebody typed: a move, or one of the commands of parlor play.
 *
 * Fact to check: where a1, b1 and pass are legal, "B 1", "2,1" and "1b" are b1, "p" is pass, and
 * "b" is b1; "rulse" is not understood, but rules is suggested. */
#include "entry.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "near.h"

static const struct {
    const char *name, *says;
} sayings[] = {
    [SAY_MOVES] = {"moves", "your legal moves, with their numbers"},
    [SAY_ANY] = {"any", "a legal move at random"},
    [SAY_VIEW] = {"view", "the position again"},
    [SAY_HISTORY] = {"history", "what you noticed so far, and of whom"},
    [SAY_RULES] = {"rules", "how the game goes"},
    [SAY_HINT] = {"hint", "what random play says of each move; hint AGENT: what that one does"},
    [SAY_UNDO] = {"undo", "back to your decision before this one; undo 3: three of them"},
    [SAY_RESIGN] = {"resign", "give the game up"},
    [SAY_SAVE] = {"save", "where this game is kept"},
    [SAY_HELP] = {"help", "this"},
    [SAY_QUIT] = {"quit", "leave the game"},
};

void entry_help(char *buf, size_t n)
{
    pl_text out = {buf, n, 0};
    pl_put(&out, "A move by its name or the beginning of it, by its number as #3 (or 3 where no\n"
                 "move is called by a number), or by coordinates, as in c3, C 3 or 3,3; or:\n");
    for (int i = 0; i < SAY_MOVE; i++)
        pl_put(&out, "  %-8s %s\n", sayings[i].name, sayings[i].says);
    pl_put(&out, "TAB completes what you type; Ctrl-C makes a player who thinks move at once, and\n"
                 "leaves the game when you are asked.  After undo chance falls as it did.");
}

/* Whether a command stands at the start of text; what follows it is *rest. */
static int command_in(const char *text, saying *what, const char **rest)
{
    for (int i = 0; i < SAY_MOVE; i++) {
        size_t n = strlen(sayings[i].name);
        int takes = i == SAY_HINT || i == SAY_UNDO;
        if (strncasecmp(text, sayings[i].name, n) != 0 || (text[n] && text[n] != ' ')) continue;
        *rest = text + n + strspn(text + n, " ");
        if (**rest && !takes) return 0;
        *what = (saying)i;
        return 1;
    }
    return 0;
}

/* Without what people put between the parts of a name. */
static void squeeze(const char *text, char out[PL_NAME_MAX])
{
    size_t n = 0;
    for (; *text && n + 1 < PL_NAME_MAX; text++)
        if (!strchr(" ,-", *text)) out[n++] = (char)tolower((unsigned char)*text);
    out[n] = 0;
}

static int same_squeezed(const char *name, const char *text)
{
    char a[PL_NAME_MAX], b[PL_NAME_MAX];
    squeeze(name, a);
    squeeze(text, b);
    return !strcmp(a, b);
}

static int begins_with(const char *name, const char *text)
{
    return !strncasecmp(name, text, strlen(text));
}

/* The moves whose names are like text: how many, and the first of them. */
static int moves_like(const pl_game *g, const void *view, const char *text, pl_move *first,
                      int (*like)(const char *name, const char *text))
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    int found = 0;
    for (int i = 0, n = g->moves(view, list); i < n; i++) {
        pl_say(g, view, list[i], name, sizeof name);
        if (like(name, text) && !found++) *first = list[i];
    }
    return found;
}

/* "3,2", a column and a row, or a line and a place in it, as "c2"; "2c" as "c2"; or "". */
static void swap_coordinates(const char *text, char out[16])
{
    int a, b, end = 0;
    char c;
    *out = 0;
    if (strlen(text) > 8) return;
    if (sscanf(text, "%2d%*1[ ,]%2d%n", &a, &b, &end) == 2 && !text[end] && a >= 1 && a <= 26)
        snprintf(out, 16, "%c%d", 'a' + a - 1, b);
    else if (sscanf(text, "%2d %c%n", &a, &c, &end) == 2 && !text[end] && isalpha((unsigned char)c))
        snprintf(out, 16, "%c%d", c, a);
}

static int same_letters(const char *name, const char *text)
{
    return !strcasecmp(name, text);
}

/* The one move that is meant; or PL_ILLEGAL. */
static pl_move move_meant(const pl_game *g, const void *view, const char *text)
{
    char other[16];
    pl_move m = find_move(g, view, text);
    if (m != PL_ILLEGAL || !isalnum((unsigned char)*text)) return m;
    if (moves_like(g, view, text, &m, same_squeezed) == 1) return m;
    swap_coordinates(text, other);
    if (*other && moves_like(g, view, other, &m, same_letters) == 1) return m;
    int number = strspn(text, "0123456789") == strlen(text);
    if (!number && moves_like(g, view, text, &m, begins_with) == 1) return m;
    return PL_ILLEGAL;
}

/* How many commands begin so, and the first of them. */
static int commands_like(const char *text, saying *first)
{
    int found = 0;
    for (int i = 0; i < SAY_MOVE; i++)
        if (begins_with(sayings[i].name, text) && !found++) *first = (saying)i;
    return found;
}

/* "... may begin b1, b2, b3, b4, b5, ...": the moves, or else the commands. */
static void tell_which(entry *e, const pl_game *g, const void *view, const char *text)
{
    enum { NAMED = 5 };
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    pl_text out = {e->problem, sizeof e->problem, 0};
    int found = 0;
    pl_put(&out, "'%.40s' is no legal move here, but may begin", text);
    for (int i = 0, n = g->moves(view, list); i < n; i++) {
        pl_say(g, view, list[i], name, sizeof name);
        if (begins_with(name, text) && found++ < NAMED)
            pl_put(&out, "%s %s", found > 1 ? "," : "", name);
    }
    for (int i = 0, moves = found; i < SAY_MOVE && !moves; i++)
        if (begins_with(sayings[i].name, text))
            pl_put(&out, "%s %s", found++ ? "," : "", sayings[i].name);
    pl_put(&out, found > NAMED ? ", ..." : ".");
}

/* A slip is seldom in the first letter. */
static void try_near(near *best, const char *name)
{
    if (tolower((unsigned char)*name) == tolower((unsigned char)*best->word)) near_try(best, name);
}

static void suggest(entry *e, const pl_game *g, const void *view, const char *text)
{
    enum { SHORT = 3, LONG = 40 }; /* of less or more nothing can be told */
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    near best = {.word = text};
    size_t n = strlen(text);
    if (n >= SHORT && n <= LONG) {
        for (int i = 0; i < SAY_MOVE; i++) try_near(&best, sayings[i].name);
        for (int i = 0, count = g->moves(view, list); i < count; i++) {
            pl_say(g, view, list[i], name, sizeof name);
            try_near(&best, name);
        }
    }
    if (*best.found)
        snprintf(e->problem, sizeof e->problem, "'%.40s' is no legal move here; did you mean '%s'?",
                 text, best.found);
    else
        snprintf(e->problem, sizeof e->problem,
                 "'%.40s' is no legal move here; 'moves' lists them, 'help' tells more.", text);
}

static void explain(entry *e, const pl_game *g, const void *view, const char *text)
{
    pl_move m;
    saying what;
    int number = strspn(text, "0123456789") == strlen(text);
    int several = moves_like(g, view, text, &m, begins_with) > 1 || commands_like(text, &what) > 1;
    if (several && !number) tell_which(e, g, view, text);
    else suggest(e, g, view, text);
    clean_text(e->problem, strlen(e->problem)); /* the cut may have gone through a character */
}

void entry_read(entry *e, const pl_game *g, const void *view, const char *text)
{
    *e = (entry){.what = SAY_NOTHING, .move = PL_ILLEGAL, .rest = ""};
    if (!*text || command_in(text, &e->what, &e->rest)) return;
    saying what = SAY_MOVE;
    e->move = move_meant(g, view, text);
    if (e->move != PL_ILLEGAL || commands_like(text, &what) == 1) e->what = what;
    else explain(e, g, view, text);
}

void entry_offer(const pl_game *g, const void *view, const char *line, offer_fn *offer, void *to)
{
    pl_move list[PL_MOVES_MAX];
    char word[PL_NAME_MAX + 8];
    for (int i = 0, n = g->moves(view, list); i < n; i++) {
        pl_say(g, view, list[i], word, sizeof word);
        offer(to, word);
    }
    if (strncasecmp(line, "hint ", 5) != 0) {
        for (int i = 0; i < SAY_MOVE; i++) offer(to, sayings[i].name);
        return;
    }
    for (const pl_agent_type *const *t = pl_agents(); *t; t++) {
        if ((*t)->game && strcmp((*t)->game, g->name)) continue;
        snprintf(word, sizeof word, "hint %.40s", (*t)->name);
        offer(to, word);
    }
}
