/* read.c -- reads extensive games as Gambit writes them (.efg, version 2).
 *
 * Nodes stand each before its children, so a stack of those whose children are not
 * all there says where the next one belongs.  A set, and an outcome, is told of in
 * full where it is first met, and may be there again later.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/scores.h"
#include "core/text.h"
#include "solve/efg/efg.h"
#include "solve/efg/lex.h"
#include "solve/efg/names.h"

typedef struct {
    pl_efg *g;
    pl_efg_lexer x;
    int32_t most, texts; /* nodes and texts that there can be */
    int32_t edges;
    size_t text_used, text_room;
    pl_efg_map sets, outcomes, words;
    int32_t outcome_count;
    double *payoff;       /* rows of outcomes */
    int32_t *open, *next; /* nodes whose children are missing, and how many are there */
    int32_t waiting;
    int failed; /* to find room */
    pl_error *err;
} reader;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static int
wrong(const reader *r, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return pl_fail(r->err, "%s, line %d: %s", r->g->file, (int)r->x.line, text);
}

static int out_of_memory(const reader *r)
{
    return pl_fail(r->err, "%s: out of memory", r->g->file);
}

/* What stands there instead of what is wanted. */
static int expected(const reader *r, const char *what)
{
    char found[PL_EFG_NAME];
    if (r->x.kind == EFG_END) return wrong(r, "the file ends where %s should stand", what);
    if (r->x.kind == EFG_CUT) return wrong(r, "a text has no closing quote");
    pl_efg_clean(r->x.text, r->x.n, 0, found);
    return wrong(r, "%s should stand where '%.30s' does", what, found);
}

/* Without what everybody knows, as before pl_efg_know(). */
void pl_efg_forget(pl_efg *g)
{
    void *const all[] = {g->known,     g->class_who,  g->class_turn,   g->class_set,
                         g->class_row, g->class_move, g->class_before, g->class_members,
                         g->member,    g->weight,     g->open_move};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    g->known = g->class_set = g->class_row = g->class_move = g->class_before = NULL;
    g->class_members = g->member = NULL;
    g->class_who = g->class_turn = g->open_move = NULL;
    g->weight = NULL;
    g->classes = 0;
}

void pl_efg_free(pl_efg *g)
{
    if (!g) return;
    void *const all[] = {g->text,  g->turn,     g->parent, g->nth,       g->set,      g->edge,
                         g->child, g->odds,     g->paid,   g->line,      g->owner,    g->moves,
                         g->first, g->set_name, g->number, g->move_name, g->move_odds};
    pl_efg_forget(g);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free(g);
}

/* Keep a name; where it is in the text, or -1. */
static int32_t keep_text(reader *r, const char *name)
{
    size_t n = strlen(name) + 1;
    if (r->text_used + n > r->text_room) {
        size_t room = 2 * (r->text_room + n) + 64;
        char *grown = room > INT32_MAX ? NULL : realloc(r->g->text, room);
        if (!grown) return out_of_memory(r);
        r->g->text = grown;
        r->text_room = room;
    }
    memcpy(r->g->text + r->text_used, name, n);
    r->text_used += n;
    return (int32_t)(r->text_used - n);
}

/* Step over a text and keep it, cleaned. */
static int take_text(reader *r, const char *what, int32_t *out)
{
    char name[PL_EFG_NAME];
    if (r->x.kind != EFG_TEXT) return expected(r, what);
    pl_efg_clean(r->x.text, r->x.n, 0, name);
    *out = keep_text(r, name);
    pl_efg_next(&r->x);
    return *out < 0 ? -1 : 0;
}

static int take_whole(reader *r, const char *what, int32_t *out)
{
    *out = pl_efg_whole(&r->x);
    if (*out < 0) return expected(r, what);
    pl_efg_next(&r->x);
    return 0;
}

static int take(reader *r, pl_efg_kind kind, const char *what)
{
    if (r->x.kind != kind) return expected(r, what);
    pl_efg_next(&r->x);
    return 0;
}

static int take_head(reader *r)
{
    pl_efg *g = r->g;
    if (!pl_efg_is(&r->x, "EFG"))
        return wrong(r, "an extensive game begins with EFG 2 R; this is none");
    pl_efg_next(&r->x);
    if (!pl_efg_is(&r->x, "2")) return expected(r, "the version, which is 2,");
    pl_efg_next(&r->x);
    if (!pl_efg_is(&r->x, "R") && !pl_efg_is(&r->x, "D")) return expected(r, "R or D");
    pl_efg_next(&r->x);
    if (take_text(r, "the title in quotes", &g->title) || take(r, EFG_OPEN, "{")) return -1;
    while (r->x.kind == EFG_TEXT && g->players < PL_EFG_PLAYERS)
        if (take_text(r, "a name", &g->player[g->players++])) return -1;
    if (r->x.kind == EFG_TEXT || g->players < 2)
        return wrong(r, "2..%d players are accepted", PL_EFG_PLAYERS);
    if (take(r, EFG_CLOSE, "a player's name in quotes, or }")) return -1;
    if (r->x.kind == EFG_TEXT) pl_efg_next(&r->x); /* a comment */
    return 0;
}

/* Names of one set's moves are words unlike each other.  One that only shares a hash with another
 * is also given a number. */
static int32_t move_name(reader *r, int32_t set, int32_t nth)
{
    char name[PL_NAME_MAX], plain[PL_EFG_NAME];
    pl_efg_clean(r->x.text, r->x.n, 1, plain);
    snprintf(name, sizeof name, "%s", plain);
    if (!*plain) snprintf(name, sizeof name, "%d", (int)nth + 1);
    for (int32_t again = nth + 1;; again++) {
        uint64_t key = pl_hash(name, strlen(name)) + (uint64_t)set * 0xd6e8feb86659fd93u;
        int32_t *known = pl_efg_map_at(&r->words, key);
        if (!*known) {
            *known = 1;
            return keep_text(r, name);
        }
        snprintf(name, sizeof name, "%s.%d", plain, (int)again % 10000);
    }
}

/* The moves of a set that is new, and for chance how likely they are. */
static int take_moves(reader *r, int32_t set)
{
    pl_efg *g = r->g;
    double sum = 0;
    g->first[set] = g->move_count;
    if (take(r, EFG_OPEN, "{ before the moves of a new information set")) return -1;
    for (; r->x.kind == EFG_TEXT; g->moves[set]++) {
        int32_t at = g->move_count++;
        if (g->moves[set] == PL_MOVES_MAX)
            return wrong(r, "a set has more than %d moves", PL_MOVES_MAX);
        g->move_name[at] = move_name(r, set, g->moves[set]);
        if (g->move_name[at] < 0) return -1;
        pl_efg_next(&r->x);
        if (g->owner[set] >= 0) continue;
        if (pl_efg_number(&r->x, &g->move_odds[at]) || g->move_odds[at] < 0)
            return expected(r, "a probability");
        pl_efg_next(&r->x);
        sum += g->move_odds[at];
    }
    if (g->moves[set] == 0) return expected(r, "the first of its moves in quotes");
    if (take(r, EFG_CLOSE, "a move in quotes, or }")) return -1;
    if (g->owner[set] >= 0) return 0;
    if (!(fabs(sum - 1) <= 1e-6))
        return wrong(r, "the probabilities add up to %.9g, not to 1", sum);
    for (int32_t i = 0; i < g->moves[set] && fabs(sum - 1) > 1e-12; i++)
        g->move_odds[g->first[set] + i] /= sum;
    return 0;
}

/* Whether a move has this name, or one that was made from it. */
static int is_called(const char *move, const char *name)
{
    size_t n = strlen(name);
    return n == 0 || (!strncmp(move, name, n) && (move[n] == 0 || move[n] == '.'));
}

/* The moves of a set that was there before, which must be the same ones. */
static int repeat_moves(reader *r, int32_t set)
{
    const pl_efg *g = r->g;
    int32_t n = 0;
    if (r->x.kind != EFG_OPEN) return 0;
    for (pl_efg_next(&r->x); r->x.kind == EFG_TEXT; n++) {
        char name[PL_EFG_NAME];
        double odds = 0;
        pl_efg_clean(r->x.text, r->x.n, 1, name);
        if (n == g->moves[set] || !is_called(g->text + g->move_name[g->first[set] + n], name))
            return wrong(r, "set %d has other moves than before: '%.30s' is none of them here",
                         (int)g->number[set], name);
        pl_efg_next(&r->x);
        if (g->owner[set] >= 0) continue;
        if (pl_efg_number(&r->x, &odds) || !(fabs(odds - g->move_odds[g->first[set] + n]) <= 1e-6))
            return expected(r, "the probability that this move had before");
        pl_efg_next(&r->x);
    }
    if (n < g->moves[set])
        return wrong(r, "set %d had %d moves before, and has %d here", (int)g->number[set],
                     (int)g->moves[set], (int)n);
    return take(r, EFG_CLOSE, "a move in quotes, or }");
}

/* The set of a node: its number, name and moves. */
static int take_set(reader *r, int owner, int32_t *out)
{
    pl_efg *g = r->g;
    int32_t number, name = -1;
    if (take_whole(r, "the number of an information set", &number)) return -1;
    if (r->x.kind == EFG_TEXT && take_text(r, "its name", &name)) return -1;
    int32_t *found = pl_efg_map_at(&r->sets, (uint64_t)(owner + 1) << 32 | (uint32_t)number);
    if (*found) {
        *out = *found - 1;
        return repeat_moves(r, *out);
    }
    *out = g->sets++;
    *found = g->sets;
    g->owner[*out] = (int8_t)owner;
    g->number[*out] = number;
    g->set_name[*out] = name < 0 ? keep_text(r, "") : name;
    return g->set_name[*out] < 0 || take_moves(r, *out) ? -1 : 0;
}

/* The payoffs of an outcome, where they stand; the same as before if it is not new. */
static int take_payoffs(reader *r, int32_t number, double *row, int known)
{
    if (take(r, EFG_OPEN, "{")) return -1;
    for (int i = 0; i < r->g->players; i++) {
        double x;
        if (pl_efg_number(&r->x, &x) || fabs(x) > 1e100)
            return expected(r, "a payoff for every player, no larger than 1e100,");
        if (known && x != row[i])
            return wrong(r, "outcome %d has other payoffs than before", (int)number);
        row[i] = x;
        pl_efg_next(&r->x);
    }
    return take(r, EFG_CLOSE, "} after as many payoffs as there are players");
}

/* An outcome is paid wherever it stands; 0 is none. */
static int take_outcome(reader *r, double *paid)
{
    int32_t number;
    if (take_whole(r, "the number of an outcome", &number)) return -1;
    int32_t *found = number ? pl_efg_map_at(&r->outcomes, (uint64_t)number) : NULL;
    int known = found && *found;
    if (found && !known) *found = ++r->outcome_count;
    double none[PL_EFG_PLAYERS] = {0};
    double *row = found ? r->payoff + (size_t)(*found - 1) * (size_t)r->g->players : none;
    if (r->x.kind == EFG_TEXT) pl_efg_next(&r->x); /* its name */
    if (r->x.kind == EFG_OPEN) {
        if (take_payoffs(r, number, row, known || !found)) return -1;
    } else if (found && !known) {
        return expected(r, "{ before the payoffs of a new outcome");
    }
    for (int i = 0; i < r->g->players; i++) paid[i] += row[i];
    return 0;
}

static double *paid_at(const pl_efg *g, int32_t node)
{
    return g->paid + (size_t)node * (size_t)g->players;
}

/* Put the node that comes next below the one that waits for it. */
static int32_t hang_up(reader *r)
{
    pl_efg *g = r->g;
    int32_t node = g->nodes++, up = r->waiting ? r->open[r->waiting - 1] : -1;
    g->parent[node] = up;
    g->line[node] = r->x.line;
    g->odds[node] = 1;
    g->set[node] = -1;
    if (up < 0) return node;
    memcpy(paid_at(g, node), paid_at(g, up), (size_t)g->players * sizeof(double));
    int32_t nth = g->nth[node] = r->next[r->waiting - 1]++;
    g->child[g->edge[up] + nth] = node;
    if (g->turn[up] == PL_CHANCE) g->odds[node] = g->move_odds[g->first[g->set[up]] + nth];
    if (r->next[r->waiting - 1] == g->moves[g->set[up]]) r->waiting--;
    return node;
}

/* Node decides between moves: its children are waited for. */
static int wait_for(reader *r, int32_t node)
{
    pl_efg *g = r->g;
    int32_t n = g->moves[g->set[node]], *most = g->turn[node] < 0 ? &g->chances : &g->actions;
    if (n > *most) *most = n;
    if (r->edges + n > r->most - 2) /* of which one is to spare, and one is the root */
        return wrong(r, "the file has fewer nodes than moves that lead to one");
    g->edge[node] = r->edges;
    r->edges += n;
    r->open[r->waiting] = node;
    r->next[r->waiting++] = 0;
    return 0;
}

static int take_node(reader *r)
{
    pl_efg *g = r->g;
    char kind = r->x.kind == EFG_WORD && r->x.n == 1 ? r->x.text[0] : 0;
    int32_t player = 0;
    if (!kind || !strchr("cpt", kind)) return expected(r, "c, p or t, which begin a node,");
    int32_t node = hang_up(r);
    pl_efg_next(&r->x);
    if (take(r, EFG_TEXT, "the node's name in quotes")) return -1;
    if (kind == 'p' && take_whole(r, "the number of a player", &player)) return -1;
    if (kind == 'p' && (player < 1 || player > g->players))
        return wrong(r, "there is no player %d; there are 1..%d", (int)player, (int)g->players);
    g->turn[node] = (int8_t)(kind == 't' ? PL_OVER : player - 1);
    if (kind != 't' && take_set(r, player - 1, &g->set[node])) return -1;
    if (take_outcome(r, paid_at(g, node))) return -1;
    return kind == 't' ? 0 : wait_for(r, node);
}

static int take_tree(reader *r)
{
    do
        if (take_node(r)) return -1;
    while (r->waiting);
    if (r->x.kind != EFG_END)
        return expected(r, "the end of the file, as every move leads to a node,");
    return 0;
}

/* How much there can be, before there is any. */
static int measure(reader *r)
{
    pl_efg_lexer x = r->x;
    for (pl_efg_next(&x); x.kind != EFG_END && x.kind != EFG_CUT; pl_efg_next(&x)) {
        r->most += x.kind == EFG_WORD && x.n == 1 && strchr("cpt", x.text[0]) != NULL;
        r->texts += x.kind == EFG_TEXT;
        if (r->most <= PL_EFG_NODES) continue;
        return pl_fail(r->err, "%s has more than the %d nodes that are accepted", r->g->file,
                       PL_EFG_NODES);
    }
    r->most++;
    r->texts++;
    return 0;
}

/* Room for n things, zeroed; NULL, which is remembered, if there is none. */
static void *room(reader *r, size_t n, size_t size)
{
    void *found = calloc(n, size);
    if (!found) r->failed = 1;
    return found;
}

static int make_room(reader *r)
{
    pl_efg *g = r->g;
    size_t n = (size_t)r->most, texts = (size_t)r->texts, rows = n * (size_t)PL_EFG_PLAYERS;
    g->turn = room(r, n, sizeof *g->turn);
    g->parent = room(r, n, sizeof *g->parent);
    g->nth = room(r, n, sizeof *g->nth);
    g->set = room(r, n, sizeof *g->set);
    g->edge = room(r, n, sizeof *g->edge);
    g->child = room(r, n, sizeof *g->child);
    g->odds = room(r, n, sizeof *g->odds);
    g->paid = room(r, rows, sizeof *g->paid);
    g->line = room(r, n, sizeof *g->line);
    g->owner = room(r, n, sizeof *g->owner);
    g->moves = room(r, n, sizeof *g->moves);
    g->first = room(r, n, sizeof *g->first);
    g->set_name = room(r, n, sizeof *g->set_name);
    g->number = room(r, n, sizeof *g->number);
    g->move_name = room(r, texts, sizeof *g->move_name);
    g->move_odds = room(r, texts, sizeof *g->move_odds);
    r->payoff = room(r, rows, sizeof *r->payoff);
    r->open = room(r, n, sizeof *r->open);
    r->next = room(r, n, sizeof *r->next);
    r->failed |= pl_efg_map_new(&r->sets, n) | pl_efg_map_new(&r->outcomes, n) |
                 pl_efg_map_new(&r->words, texts);
    return r->failed ? out_of_memory(r) : 0;
}

/* The facts of a tree that is complete. */
static int sum_up(reader *r)
{
    pl_efg *g = r->g;
    g->zero_sum = 1;
    g->lo = INFINITY;
    g->hi = -INFINITY;
    for (int32_t i = 0; i < g->nodes; i++) {
        const double *paid = paid_at(g, i);
        r->next[i] = i ? r->next[g->parent[i]] + 1 : 0; /* plies */
        if (r->next[i] > g->depth) g->depth = r->next[i];
        for (int k = 0; k < g->players && g->turn[i] == PL_OVER; k++) {
            g->lo = fmin(g->lo, paid[k]);
            g->hi = fmax(g->hi, paid[k]);
        }
        if (g->turn[i] == PL_OVER && !pl_scores_cancel(paid, g->players)) g->zero_sum = 0;
    }
    if (g->depth > PL_EFG_DEPTH)
        return pl_fail(r->err, "%s has a line of %d moves; at most %d are accepted", g->file,
                       (int)g->depth, PL_EFG_DEPTH);
    if (g->depth == 0) return wrong(r, "a game has at least one node where somebody decides");
    return 0;
}

static int read_all(reader *r, size_t n)
{
    pl_efg *g = r->g;
    if (measure(r) || make_room(r)) return -1;
    pl_efg_next(&r->x);
    if (take_head(r)) return -1;
    if ((int64_t)r->most * (g->players + 1) > PL_EFG_VIEWS)
        return pl_fail(r->err, "%s has more nodes than the %d that are accepted for %d players",
                       g->file, PL_EFG_VIEWS / (g->players + 1), (int)g->players);
    if (take_tree(r)) return -1;
    uint64_t content = pl_hash(r->x.end - n, n);
    double told = (double)(content >> 32 ^ (content & UINT32_MAX));
    g->hash = content ^ pl_hash(g->name, strlen(g->name));
    g->content[0] = (pl_param){"content", NULL, told, told, told, "which file it was read from"};
    return sum_up(r);
}

pl_efg *pl_efg_parse(const char *file, size_t n, const char *name, pl_error *err)
{
    reader r = {.g = calloc(1, sizeof(pl_efg)), .x = pl_efg_words(file, n), .err = err};
    const char *slash = strrchr(name, '/');
    if (!r.g) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    snprintf(r.g->file, sizeof r.g->file, "%.60s", slash ? slash + 1 : name);
    pl_efg_game_name(name, r.g->name);
    int bad = read_all(&r, n);
    pl_efg_map_free(&r.sets);
    pl_efg_map_free(&r.outcomes);
    pl_efg_map_free(&r.words);
    free(r.payoff);
    free(r.open);
    free(r.next);
    if (!bad) return r.g;
    pl_efg_free(r.g);
    return NULL;
}
