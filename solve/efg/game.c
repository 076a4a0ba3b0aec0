/* game.c -- an extensive game from a file as a game of Parlor: its rules.
 *
 * A state names the game by its hash and the node; a view has the class of nodes
 * instead that its owner cannot tell apart.  What is no state of a game that was
 * read, say a forged text, is over.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "solve/efg/efg.h"

typedef struct {
    uint64_t game;
    int32_t node;  /* -1 in a view */
    int32_t known; /* the class in a view; else 0 */
} position;

enum { LATEST = 40 };       /* moves that are shown of a long line */
enum { HIGH = 1, LOW = 2 }; /* halves of the hash in arg, behind the content that is spelt */

static const pl_efg *game_of(const position *s)
{
    const pl_efg *g = pl_efg_find(s->game);
    if (!g || s->node >= g->nodes) return NULL;
    return s->node >= 0 || (s->node == -1 && s->known >= 0 && s->known < g->classes) ? g : NULL;
}

/* The set whose moves can be told, or -1. */
static int32_t set_at(const pl_efg *g, const position *s)
{
    return s->node >= 0 ? g->set[s->node] : g->class_set[s->known];
}

static int turn_at(const pl_efg *g, const position *s)
{
    return s->node >= 0 ? g->turn[s->node] : g->class_turn[s->known];
}

static int efg_turn(const void *p)
{
    const pl_efg *g = game_of(p);
    return g ? turn_at(g, p) : PL_OVER;
}

/* Outcomes of chance that never come are none. */
static int efg_moves(const void *p, pl_move *out)
{
    const position *s = p;
    const pl_efg *g = game_of(s);
    int n = 0;
    if (!g || turn_at(g, s) == PL_OVER) return 0;
    int32_t set = set_at(g, s), moves = set < 0 ? 1 : g->moves[set];
    for (int32_t i = 0; i < moves; i++)
        if (set < 0 || g->owner[set] >= 0 || g->move_odds[g->first[set] + i] > 0) out[n++] = i;
    return n;
}

static void efg_apply(void *p, pl_move m)
{
    position *s = p;
    const pl_efg *g = game_of(s);
    if (g && s->node >= 0 && m >= 0 && m < pl_efg_moves(g, s->node))
        s->node = g->child[g->edge[s->node] + m];
}

static void efg_score(const void *p, double *out)
{
    const position *s = p;
    const pl_efg *g = game_of(s);
    int32_t end = !g ? -1 : s->node >= 0 ? s->node : g->class_row[s->known];
    out[0] = out[1] = 0;
    for (int i = 0; g && i < g->players; i++)
        out[i] = end < 0 ? 0 : g->paid[(size_t)end * (size_t)g->players + (size_t)i];
}

static double efg_odds(const void *p, pl_move m)
{
    const position *s = p;
    const pl_efg *g = game_of(s);
    int32_t set = g ? set_at(g, s) : -1;
    if (set < 0 || g->owner[set] >= 0 || m < 0 || m >= g->moves[set]) return 1;
    return g->move_odds[g->first[set] + m];
}

static void efg_init(const pl_game *table, void *p)
{
    position *s = p;
    s->game = (uint64_t)table->arg[HIGH] << 32 | (uint64_t)table->arg[LOW];
}

static int32_t least_code(const pl_efg *g)
{
    return g->actions > g->chances ? g->actions : g->chances;
}

/* A set's name in one word. */
static int say_set(const pl_efg *g, int32_t set, char *buf, size_t n)
{
    pl_text out = {buf, n, 0};
    const char *name = g->text + g->set_name[set];
    if (!*name) pl_put(&out, "set%d", (int)g->number[set]);
    for (; *name; name++) pl_put(&out, "%c", *name == ' ' ? '_' : *name);
    return (int)out.used;
}

/* The set that a code tells of, or -1. */
static int32_t told_set(const pl_efg *g, pl_move code)
{
    int64_t event = (int64_t)code - least_code(g), class = event - pl_efg_events(g);
    if (class >= 0) return class < g->classes ? g->class_set[class] : -1;
    return event >= PL_EFG_FIRST_SET ? (int32_t)event - PL_EFG_FIRST_SET : -1;
}

static int efg_say(const void *p, pl_move m, char *buf, size_t n)
{
    const position *s = p;
    const pl_efg *g = game_of(s);
    int32_t set = g ? set_at(g, s) : -1;
    if (set >= 0 && m >= 0 && m < g->moves[set])
        return snprintf(buf, n, "%s", g->text + g->move_name[g->first[set] + m]);
    if (g && (set = told_set(g, m)) >= 0) return say_set(g, set, buf, n);
    return snprintf(buf, n, m == 0 ? "-" : "?");
}

static void put_set(pl_text *out, const pl_efg *g, int32_t set)
{
    const char *name = g->text + g->set_name[set];
    if (*name) pl_put(out, "\"%s\"", name);
    else pl_put(out, "set %d", (int)g->number[set]);
}

static void put_name(pl_text *out, const pl_efg *g, int seat)
{
    pl_put(out, "%s", seat < 0 ? "chance" : g->text + g->player[seat]);
}

/* The line that led to a node, or the end of a long one. */
static void show_line(pl_text *out, const pl_efg *g, int32_t node)
{
    int32_t line[LATEST], n = 0;
    for (; g->parent[node] >= 0 && n < LATEST; node = g->parent[node]) line[n++] = node;
    if (n == 0) pl_put(out, "nothing has happened yet");
    if (g->parent[node] >= 0) pl_put(out, "...\n");
    while (n--) {
        position before = {.game = g->hash, .node = g->parent[line[n]]};
        char name[PL_NAME_MAX];
        efg_say(&before, g->nth[line[n]], name, sizeof name);
        put_name(out, g, g->turn[before.node]);
        pl_put(out, ": %s%s", name, n ? "\n" : "");
    }
}

/* What the owner of a view has before it, or did last. */
static void show_class(pl_text *out, const pl_efg *g, int32_t class)
{
    int who = g->class_who[class];
    int32_t own = PL_ILLEGAL, here = g->class_set[class];
    for (; class >= 0 && g->class_set[class] < 0; class = g->class_before[class])
        if (g->class_move[class] != PL_ILLEGAL) own = g->class_move[class];
    if (who == g->players) {
        pl_put(out, "what a spectator may know is whose turn it is");
        return;
    }
    put_name(out, g, who);
    if (class < 0) {
        pl_put(out, " has decided nothing yet");
        return;
    }
    pl_put(out, here >= 0 ? " decides at " : " decided at ");
    put_set(out, g, g->class_set[class]);
    if (here < 0) pl_put(out, ": %s", g->text + g->move_name[g->first[g->class_set[class]] + own]);
}

static int efg_show(const void *p, char *buf, size_t n)
{
    const position *s = p;
    const pl_efg *g = game_of(s);
    pl_text out = {buf, n, 0};
    if (!g) pl_put(&out, "no position of a game that was read");
    else if (s->node >= 0) show_line(&out, g, s->node);
    else show_class(&out, g, s->known);
    return (int)out.used;
}

static void efg_hide(void *p, int seat)
{
    position *s = p;
    const pl_efg *g = game_of(s);
    int who = g && seat >= 0 && seat < g->players ? seat : g ? g->players : 0;
    if (g && s->node >= 0) s->known = g->known[(size_t)who * (size_t)g->nodes + (size_t)s->node];
    else if (!g || g->class_who[s->known] != who) s->known = -1; /* another's view: nothing */
    s->node = -1;
}

static void efg_guess(void *p, int seat, pl_rng *r)
{
    position *s = p;
    const pl_efg *g = game_of(s);
    (void)seat;
    if (!g || s->node >= 0) return;
    int32_t low = g->class_members[s->known], high = g->class_members[s->known + 1] - 1;
    double at = pl_unit(r) * g->weight[high];
    while (low < high) {
        int32_t mid = low + (high - low) / 2;
        if (g->weight[mid] > at) high = mid;
        else low = mid + 1;
    }
    s->node = g->member[low];
    s->known = 0;
}

/* What is told of a move is what follows from it: of another's, whose turn it is or at
 * which set; of one's own, where that is not known by the move, the class it leads to. */
static pl_move efg_seen(const void *p, pl_move m, int seat)
{
    const position *s = p;
    const pl_efg *g = game_of(s);
    if (!g || s->node < 0 || m < 0 || m >= pl_efg_moves(g, s->node)) return m;
    int32_t next = g->child[g->edge[s->node] + m], set = g->set[s->node];
    int who = seat >= 0 && seat < g->players ? seat : g->players;
    if (g->turn[s->node] != who && g->turn[s->node] == g->turn[next]) return PL_NOTHING;
    if (g->turn[s->node] != who) return least_code(g) + pl_efg_event(g, who, next);
    if (set >= 0 && !g->open_move[g->first[set] + m]) return m;
    return least_code(g) + pl_efg_events(g) +
           g->known[(size_t)who * (size_t)g->nodes + (size_t)next];
}

static const pl_game table = {
    .abi = PL_ABI,
    .name = "efg",
    .about = "an extensive game from a file",
    .rules =
        "An extensive game that was read from a file.  Whoever decides is told its information\n"
        "set, and everybody is told whose turn it is.\n"
        "Hidden: all else, but one's own moves and, at the end, the scores.",
    .state_size = sizeof(position),
    .init = efg_init,
    .turn = efg_turn,
    .moves = efg_moves,
    .apply = efg_apply,
    .score = efg_score,
    .say = efg_say,
    .show = efg_show,
    .odds = efg_odds,
};

static const pl_game *instance(const pl_efg *g, pl_error *err)
{
    pl_game base = table;
    base.name = g->name;
    if (g->text[g->title]) base.about = g->text + g->title;
    base.players = g->players;
    base.actions = g->actions > 0 ? g->actions : 1;
    base.chances = g->chances;
    base.max_moves = least_code(g);
    base.max_plies = g->depth;
    base.lo = g->lo;
    base.hi = g->hi;
    base.traits = PL_RECALL | PL_LOSSLESS | (g->zero_sum ? PL_ZERO_SUM : 0);
    base.params = g->content;
    base.arg[HIGH] = (double)(g->hash >> 32);
    base.arg[LOW] = (double)(g->hash & UINT32_MAX);
    if (g->secrets) {
        base.hide = efg_hide;
        base.guess = efg_guess;
        base.seen = efg_seen;
    }
    return pl_make(&base, "", err);
}

const pl_game *pl_efg_read(const char *text, size_t n, const char *name, pl_error *err)
{
    pl_efg *g = pl_efg_parse(text, n, name, err);
    int bad = g ? pl_efg_know(g, err) : -1;
    if (bad > 0) bad = pl_efg_pad(g, err) || pl_efg_know(g, err);
    if (bad) {
        pl_efg_free(g);
        return NULL;
    }
    const pl_efg *kept = pl_efg_keep(g);
    if (!kept) pl_fail(err, "too many extensive games were read; this program keeps 256");
    return kept ? instance(kept, err) : NULL;
}

/* All of a file, to be freed; NULL: errno, or 0 if it is too large. */
static char *contents(const char *path, size_t *n)
{
    FILE *in = fopen(path, "rb");
    char *text = in ? malloc(PL_EFG_BYTES + 1) : NULL;
    *n = text ? fread(text, 1, PL_EFG_BYTES + 1, in) : 0;
    int bad = !text || ferror(in) || *n > PL_EFG_BYTES;
    int why = text && !ferror(in) ? 0 : errno;
    if (in) fclose(in);
    if (bad) free(text);
    errno = why;
    return bad ? NULL : text;
}

const pl_game *pl_efg_open(const char *path, pl_error *err)
{
    size_t n;
    char *text = contents(path, &n);
    if (!text) {
        pl_fail(err, "%.160s: %s", path,
                errno ? strerror(errno) : "larger than the 64 MiB that are accepted");
        return NULL;
    }
    const pl_game *g = pl_efg_read(text, n, path, err);
    free(text);
    return g;
}
