/* dominoes.c -- rules of thumb for the train game, after A. Landau's dominoes
 * laboratory (2023).
 *
 * Each gives every legal tile a value and plays the best; of equals the first,
 * in the order own line, the next seats' lines, the dummy, and by rising value
 * of the new end.  The two that look for lines want the best sequence of tiles
 * on their own line: the pips of its tiles, each discounted by the turns until
 * it is played, less those of the tiles that would be left.  Doubles take no
 * turn.
 *
 * Fact to check: against three random players, four-handed with double nines,
 * bestLine is left with 6.0 points a hand and they with 19.2.
 */
#include <string.h>

#include "core/text.h"
#include "games/dominoes.h"
#include "parlor/agent.h"

enum { LENGTH, NODES }; /* parameters of those that look for lines */
enum { LONGEST = 20 };

static const double in_line = 0.9, off_line = 0.7; /* discounts, a turn each */

typedef struct {
    double value;
    int length, start;       /* start: the end that it is to be played on */
    uint8_t to[LONGEST + 4]; /* the values that it passes through */
} line;

typedef struct {
    pl_agent base;
    line kept; /* of persistentLine; length 0: none */
    int64_t hub;
} line_agent;

/* Whether a game called dominoes is the one whose state is read here. */
static int check_game(pl_agent *a, pl_error *err)
{
    if (a->game->state_size == sizeof(dominoes)) return 0;
    return pl_fail(err, "%s plays the train game of this library, not another dominoes",
                   a->type->name);
}

/* The line that comes at place i in the order of choice. */
static int line_at(const dominoes *s, int i)
{
    return i < s->players ? dominoes_after(s, s->turn, i) : s->players;
}

typedef double worth(int from, int to);

static double fewest_pips(int from, int to)
{
    return -(from + to);
}

static double doubles_first(int from, int to)
{
    return from == to ? 1e9 : from + to;
}

/* The best option; front, where it is not NULL, begins a line on the own line
 * and counts as much as all of it. */
static pl_move best_option(const dominoes *s, worth *f, const line *front)
{
    unsigned open = dominoes_lines(s, s->turn);
    pl_move best = dominoes_pass(s);
    double most = 0;
    for (int i = 0; i <= s->players; i++) {
        int l = line_at(s, i), from = s->end[l];
        unsigned fit = open >> l & 1 ? s->hand[s->turn][from] : 0;
        for (; fit; fit &= fit - 1) {
            int to = pl_lowest(fit);
            int leads = front && i == 0 && to == front->to[0];
            double value = leads ? front->value : f(from, to);
            if (best != dominoes_pass(s) && value <= most) continue;
            most = value;
            best = l * s->values + to;
        }
    }
    return best;
}

static pl_move stupid_pick(pl_agent *a, const void *view)
{
    (void)a;
    return best_option(view, fewest_pips, NULL);
}

static pl_move double_pick(pl_agent *a, const void *view)
{
    (void)a;
    return best_option(view, doubles_first, NULL);
}

/* A search for the best line.  Turns are counted from -1, before the first. */
typedef struct {
    uint16_t row[DOMINOES_VALUES]; /* tiles left */
    double in[LONGEST + 2], off[LONGEST + 2];
    line best, now;
    int longest, nodes; /* nodes: that may still be looked at */
    const pl_agent *agent;
} search;

/* From a line that now ends in end and is worth value, with rest pips left. */
static void look(search *q, int end, int turns, double value, int rest)
{
    unsigned fit = q->now.length < q->longest ? q->row[end] : 0;
    if (!fit) {
        q->now.value = value - q->off[turns + 1] * rest;
        if (q->now.value > q->best.value) q->best = q->now;
        return;
    }
    if (value + q->in[turns + 1] * rest <= q->best.value || q->nodes-- <= 0) return;
    if (pl_agent_stopped(q->agent)) return;
    while (fit) {
        int to = pl_highest(fit), after = turns + (to != end);
        fit ^= 1u << to;
        dominoes_take(q->row, end, to);
        q->now.to[q->now.length++] = (uint8_t)to;
        look(q, to, after, value + q->in[after + 1] * (end + to), rest - end - to);
        q->now.length--;
        dominoes_put(q->row, end, to);
    }
}

static void begin_search(search *q, const pl_agent *a, const dominoes *s)
{
    memcpy(q->row, s->hand[s->turn], sizeof q->row);
    q->in[0] = 1 / in_line;
    q->off[0] = 1 / off_line;
    for (int i = 1; i < LONGEST + 2; i++) {
        q->in[i] = q->in[i - 1] * in_line;
        q->off[i] = q->off[i - 1] * off_line;
    }
    q->now = (line){.start = s->end[s->turn]};
    q->best = (line){.value = -1e9};
    q->longest = (int)a->arg[LENGTH];
    q->nodes = (int)a->arg[NODES];
    q->agent = a;
}

static line find_line(const pl_agent *a, const dominoes *s)
{
    search q;
    begin_search(&q, a, s);
    if (s->hand[s->turn][q.now.start]) look(&q, q.now.start, -1, 0, dominoes_pips(q.row));
    return q.best;
}

static pl_move best_line_pick(pl_agent *a, const void *view)
{
    const dominoes *s = view;
    line best = find_line(a, s);
    return best_option(s, doubles_first, best.length ? &best : NULL);
}

/* Whether all tiles of a kept line are still in hand, and its start is open. */
static int can_follow(const line *l, const dominoes *s)
{
    uint16_t row[DOMINOES_VALUES];
    int at = l->start;
    memcpy(row, s->hand[s->turn], sizeof row);
    if (!l->length || at != s->end[s->turn]) return 0;
    for (int i = 0; i < l->length; at = l->to[i++]) {
        if (!(row[at] >> l->to[i] & 1)) return 0;
        dominoes_take(row, at, l->to[i]);
    }
    return 1;
}

/* What the rest of a kept line is worth now. */
static double line_value(const line *l, const dominoes *s)
{
    int at = l->start, rest = dominoes_pips(s->hand[s->turn]);
    double in = 1 / in_line, off = 1 / off_line, value = 0;
    for (int i = 0; i < l->length; at = l->to[i++]) {
        in *= at != l->to[i] ? in_line : 1;
        off *= at != l->to[i] ? off_line : 1;
        value += in * (at + l->to[i]);
        rest -= at + l->to[i];
    }
    return value - off * rest;
}

/* The line goes on from its second tile if that is what is played; a tile that
 * it needs and that is played elsewhere is missed at the next turn. */
static void follow(line *l, const dominoes *s, pl_move m)
{
    if (m / s->values != s->turn || m == dominoes_pass(s)) return;
    if (!l->length || m % s->values != l->to[0]) {
        l->length = 0;
        return;
    }
    l->start = l->to[0];
    memmove(l->to, l->to + 1, (size_t)--l->length);
}

static void persistent_line_begin(pl_agent *a)
{
    ((line_agent *)a)->kept.length = 0;
}

static pl_move persistent_line_pick(pl_agent *a, const void *view)
{
    line_agent *me = (line_agent *)a;
    const dominoes *s = view;
    line *l = &me->kept;
    if (me->hub == s->hub && can_follow(l, s)) l->value = line_value(l, s);
    else *l = find_line(a, s);
    me->hub = s->hub;
    pl_move m = best_option(s, doubles_first, l->length ? l : NULL);
    follow(l, s, m);
    return m;
}

static const pl_param params[] = {
    {"length", NULL, 1, 12, LONGEST, "tiles of a line that are looked ahead"},
    {"nodes", NULL, 100, 20000, 1e9, "places in lines that are looked at for one move, at most"},
    {0},
};

const pl_agent_type pl_stupid = {
    .abi = PL_ABI,
    .size = sizeof(pl_agent),
    .name = "stupid",
    .about = "the tile with fewest pips",
    .game = "dominoes",
    .open = check_game,
    .pick = stupid_pick,
};

const pl_agent_type pl_double = {
    .abi = PL_ABI,
    .size = sizeof(pl_agent),
    .name = "double",
    .about = "any double first, then the tile with most pips",
    .game = "dominoes",
    .open = check_game,
    .pick = double_pick,
};

const pl_agent_type pl_best_line = {
    .abi = PL_ABI,
    .size = sizeof(pl_agent),
    .name = "bestLine",
    .about = "doubles first, then the best line of tiles that its hand can make",
    .game = "dominoes",
    .params = params,
    .open = check_game,
    .pick = best_line_pick,
};

const pl_agent_type pl_persistent_line = {
    .abi = PL_ABI,
    .size = sizeof(line_agent),
    .name = "persistentLine",
    .about = "bestLine that keeps its line until it is disturbed",
    .game = "dominoes",
    .params = params,
    .open = check_game,
    .begin = persistent_line_begin,
    .pick = persistent_line_pick,
};
