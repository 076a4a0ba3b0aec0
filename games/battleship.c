/* battleship.c -- Battleship, the pencil game of hidden fleets (before 1914;
 * printed by Starex as Salvo, 1931; with ships named by Milton Bradley, 1967).
 *
 * Ships are placed one at a time, seat 0's first, hidden from the other; then
 * the seats shoot in turn.  A sea is two words of bits, cell = row * cols + col.
 *
 * Fact to check: five ships of 5, 4, 3, 3 and 2 cells find room on 10 x 10 in
 * 30,093,975,536 ways.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "games/fleet.h"
#include "parlor/game.h"

enum { ROWS, COLS, FLEET, SHOTS, TELL, REPEAT, RETURNS };
enum { BY_WIN, BY_SHIPS, BY_CELLS }; /* the words of returns */
enum { HIDDEN = 256, REPORT = 512 }; /* codes: a placement; from here on, a shot */
enum { MISS, HIT, SUNK, SUNK_SHIP }; /* what is told of it, in the end which ship */

/* A sea, with the ships of its owner and the shots of the other. */
typedef struct {
    cells fleet;         /* none where the ships are not known */
    cells shot;          /* cells shot at */
    cells struck;        /* those that were hits */
    uint8_t ship[SHIPS]; /* first cell + 1, DOWN added; 0 not placed, or not known */
    uint8_t when[SHIPS]; /* of each ship sunk, in order: by which shot, from 1 */
    uint8_t name[SHIPS]; /* and which ship it was, from 1; 0 not known */
    uint8_t line[CELLS]; /* cells in the order of the shots */
    uint16_t placed, fired, sunk;
} sea;

typedef struct {
    sea sea[2];
    chart at;
    uint16_t limit, tell;
    int16_t turn;
    uint8_t repeat, returns;
} battleship;

/* The first number of the moves that lay a ship downwards. */
static inline int second(const battleship *s)
{
    return s->at.rows * s->at.cols > 64 ? 128 : 64;
}

static inline int place_of(const battleship *s, pl_move m)
{
    return m < second(s) ? m + 1 : (m - second(s) + 1) | DOWN;
}

static inline int placing(const battleship *s)
{
    return s->sea[1].placed < s->at.ships;
}

/* The rules. */

/* The shots that each seat has. */
static int shots(const pl_game *g)
{
    int all = (int)(g->arg[ROWS] * g->arg[COLS]), most = (int)g->arg[SHOTS];
    return g->arg[REPEAT] > 0 || most < all ? most : all;
}

/* The digits of fleet, first to last; returns how many. */
static int read_fleet(double fleet, uint8_t *length)
{
    int64_t digits = (int64_t)fleet;
    int n = 0;
    for (int64_t d = digits; d; d /= 10) n++;
    for (int k = n; k-- > 0; digits /= 10) length[k] = (uint8_t)(digits % 10);
    return n;
}

static void battleship_init(const pl_game *g, void *p)
{
    battleship *s = p;
    s->at.rows = (uint16_t)g->arg[ROWS];
    s->at.cols = (uint16_t)g->arg[COLS];
    s->at.ships = (uint16_t)read_fleet(g->arg[FLEET], s->at.length);
    s->limit = (uint16_t)shots(g);
    s->tell = (uint16_t)g->arg[TELL];
    s->repeat = g->arg[REPEAT] > 0;
    s->returns = (uint8_t)g->arg[RETURNS];
    for (int cell = 0; cell < s->at.rows * s->at.cols; cell++) {
        add(&s->at.board, cell);
        if ((cell + 1) % s->at.cols) add(&s->at.inner, cell);
    }
}

static int battleship_turn(const void *p)
{
    return ((const battleship *)p)->turn;
}

/* Moves as bits: where to shoot, or where a ship lies across; then downwards. */
static inline void open_cells(const battleship *s, cells out[2])
{
    const sea *own = &s->sea[s->turn], *other = &s->sea[!s->turn];
    if (placing(s)) {
        find_room(&s->at, without(s->at.board, own->fleet), s->at.length[own->placed], out);
        return;
    }
    out[0] = s->repeat ? s->at.board : without(s->at.board, other->shot);
    out[1] = (cells){{0, 0}};
}

static void battleship_wide(const void *p, uint64_t *out)
{
    const battleship *s = p;
    int words = second(s) / 64;
    cells open[2];
    open_cells(s, open);
    for (int k = 0; k < words; k++) {
        out[k] = open[0].w[k];
        out[words + k] = open[1].w[k];
    }
}

static int battleship_moves(const void *p, pl_move *out)
{
    const battleship *s = p;
    cells open[2];
    int n = 0;
    open_cells(s, open);
    for (int k = 0; k < 4; k++)
        for (uint64_t m = open[k / 2].w[k % 2]; m; m &= m - 1)
            out[n++] = k / 2 * second(s) + k % 2 * 64 + pl_lowest(m);
    return n;
}

static int lies_on(const battleship *s, int place, int length, int cell)
{
    int from = cell - (place & ~DOWN) + 1;
    if (!(place & DOWN)) return from >= 0 && from < length;
    return from >= 0 && from % s->at.cols == 0 && from / s->at.cols < length;
}

/* Which ship, that is known, lies on a cell; -1 if none does. */
static int ship_at(const battleship *s, const sea *w, int cell)
{
    for (int k = 0; k < w->placed; k++)
        if (w->ship[k] && lies_on(s, w->ship[k], s->at.length[k], cell)) return k;
    return -1;
}

/* The hits of a sea grew by one on a ship: if that sank it, write it down. */
static void strike(const battleship *s, sea *w, int cell, int shot)
{
    int k = ship_at(s, w, cell);
    if (any(without(ship_cells(&s->at, w->ship[k], s->at.length[k]), w->struck))) return;
    w->when[w->sunk] = (uint8_t)shot;
    w->name[w->sunk++] = (uint8_t)(k + 1);
}

static void shoot(battleship *s, int cell)
{
    sea *w = &s->sea[!s->turn];
    int news = has(without(w->fleet, w->struck), cell);
    w->line[w->fired++] = (uint8_t)cell;
    add(&w->shot, cell);
    if (news) {
        add(&w->struck, cell);
        strike(s, w, cell, w->fired);
    }
    s->turn = (int16_t)(1 - s->turn);
    if (w->sunk == s->at.ships || s->sea[0].fired == s->limit) s->turn = PL_OVER;
}

static void put_ship(const battleship *s, sea *w, int k, int place)
{
    w->ship[k] = (uint8_t)place;
    w->fleet = either(w->fleet, ship_cells(&s->at, place, s->at.length[k]));
}

static void battleship_apply(void *p, pl_move m)
{
    battleship *s = p;
    if (!placing(s)) {
        shoot(s, m);
        return;
    }
    sea *own = &s->sea[s->turn];
    put_ship(s, own, own->placed++, place_of(s, m));
    if (own->placed == s->at.ships) s->turn = (int16_t)(1 - s->turn);
}

/* What a sea has lost, as the scores count it. */
static int losses(const battleship *s, const sea *w)
{
    int sum = 0;
    if (s->returns == BY_WIN) return w->sunk == s->at.ships;
    for (int k = 0; k < w->sunk; k++)
        sum += s->returns == BY_SHIPS ? 1 : s->at.length[w->name[k] - 1];
    return sum;
}

static void battleship_score(const void *p, double *out)
{
    const battleship *s = p;
    out[0] = losses(s, &s->sea[1]) - losses(s, &s->sea[0]);
    out[1] = -out[0];
}

/* Whose fleet has taken fewer hits. */
static double battleship_value(const void *p, int seat)
{
    const battleship *s = p;
    double out[2], most = s->returns == BY_WIN ? 1 : s->returns == BY_SHIPS ? s->at.ships : 0;
    int decks = 0;
    for (int k = 0; k < s->at.ships; k++) decks += s->at.length[k];
    if (s->returns == BY_CELLS) most = decks;
    out[0] = most * (count(s->sea[1].struck) - count(s->sea[0].struck)) / decks;
    out[1] = -out[0];
    if (s->turn == PL_OVER) battleship_score(s, out);
    return out[seat];
}

/* Text. */

static void put_cell(pl_text *out, const battleship *s, int cell)
{
    pl_put(out, "%c%d", 'A' + cell / s->at.cols, cell % s->at.cols + 1);
}

/* "B3-B7", or "B3" if it has one cell. */
static void put_place(pl_text *out, const battleship *s, int place, int length)
{
    int cell = (place & ~DOWN) - 1;
    put_cell(out, s, cell);
    if (length == 1) return;
    pl_put(out, "-");
    put_cell(out, s, cell + (length - 1) * (place & DOWN ? s->at.cols : 1));
}

static int battleship_say(const void *p, pl_move m, char *buf, size_t n)
{
    const battleship *s = p;
    static const char *const told[] = {"miss", "hit", "sunk"};
    pl_text out = {buf, n, 0};
    if (m == HIDDEN) {
        pl_put(&out, "?");
    } else if (m >= REPORT) {
        int what = (m - REPORT) / 128;
        put_cell(&out, s, (m - REPORT) % 128);
        pl_put(&out, ":%s", told[what < SUNK ? what : SUNK]);
        if (what >= SUNK_SHIP) pl_put(&out, "-%c", 'a' + what - SUNK_SHIP);
    } else if (placing(s)) {
        put_place(&out, s, place_of(s, m), s->at.length[s->sea[s->turn].placed]);
    } else {
        put_cell(&out, s, m);
    }
    return (int)out.used;
}

/* Ships are lettered in the order of the fleet: small afloat, capital hit. */
static char mark(const battleship *s, const sea *w, int cell)
{
    int k = ship_at(s, w, cell), hit = has(w->struck, cell);
    if (k >= 0) return (char)((hit ? 'A' : 'a') + k);
    return hit ? '*' : has(w->shot, cell) ? 'o' : '.';
}

static void put_sunk(pl_text *out, const battleship *s, int seat)
{
    const sea *w = &s->sea[seat];
    if (w->sunk) pl_put(out, "\nsunk in seat %d's sea:", seat);
    for (int k = 0; k < w->sunk; k++) {
        pl_put(out, w->name[k] ? "%s ship %c (last hit " : "%s a ship (last hit ", k ? "," : "",
               'a' + w->name[k] - 1);
        put_cell(out, s, w->line[w->when[k] - 1]);
        pl_put(out, ")");
    }
}

/* The fleet, what the marks mean, and what is to be placed. */
static void put_legend(pl_text *out, const battleship *s)
{
    pl_put(out, "\nships, with their cells:");
    for (int k = 0; k < s->at.ships; k++)
        pl_put(out, "%s %c %d", k ? "," : "", 'a' + k, s->at.length[k]);
    pl_put(out, "\na ship is a small letter, a capital where it is hit; *: a hit, o: a miss");
    if (s->turn == PL_OVER || !placing(s)) return;
    int k = s->sea[s->turn].placed, n = s->at.length[k];
    pl_put(out, "\nseat %d places ship %c, %d cell%s long", s->turn, 'a' + k, n, n == 1 ? "" : "s");
}

/* One row of a sea; row -1 has the numbers of the columns, of which 10 is wide. */
static void put_row(pl_text *out, const battleship *s, int seat, int row)
{
    int wide = s->at.cols > 9 ? 3 : 2;
    pl_put(out, "%c", row < 0 ? ' ' : 'A' + row);
    for (int col = 0; col < s->at.cols; col++)
        if (row < 0) pl_put(out, "%*d", wide, col + 1);
        else pl_put(out, "%*c", wide, mark(s, &s->sea[seat], row * s->at.cols + col));
}

/* The seas side by side below their names, then where ships went down. */
static int battleship_show(const void *p, char *buf, size_t n)
{
    const battleship *s = p;
    pl_text out = {buf, n, 0};
    int name = (int)strlen("seat 0's sea"), sea_wide = 1 + s->at.cols * (s->at.cols > 9 ? 3 : 2);
    int gap = name > sea_wide ? 4 + name - sea_wide : 4;
    pl_put(&out, "%-*sseat 1's sea", sea_wide + gap, "seat 0's sea");
    for (int row = -1; row < s->at.rows; row++) {
        pl_put(&out, "\n");
        put_row(&out, s, 0, row);
        pl_put(&out, "%*s", gap, "");
        put_row(&out, s, 1, row);
    }
    for (int seat = 0; seat < 2; seat++) put_sunk(&out, s, seat);
    put_legend(&out, s);
    return (int)out.used;
}

static void put_sea(pl_text *out, const battleship *s, const sea *w)
{
    pl_put(out, "{\"ships\":[");
    for (int k = 0; k < w->placed; k++) {
        pl_put(out, w->ship[k] ? "%s\"" : "%snull", k ? "," : "");
        if (w->ship[k]) put_place(out, s, w->ship[k], s->at.length[k]);
        pl_put(out, w->ship[k] ? "\"" : "");
    }
    pl_put(out, "],\"shots\":[");
    for (int i = 0; i < w->fired; i++) {
        pl_put(out, "%s\"", i ? "," : "");
        put_cell(out, s, w->line[i]);
        pl_put(out, has(w->struck, w->line[i]) ? ":hit\"" : ":miss\"");
    }
    pl_put(out, "],\"sunk\":[");
    for (int k = 0; k < w->sunk; k++)
        pl_put(out, "%s{\"shot\":%d,\"ship\":%d}", k ? "," : "", w->when[k], w->name[k]);
    pl_put(out, "]}");
}

/* Ships count from 1; those not known are null, or 0 where one went down. */
static int battleship_json(const void *p, char *buf, size_t n)
{
    const battleship *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"seas\":[");
    put_sea(&out, s, &s->sea[0]);
    pl_put(&out, ",");
    put_sea(&out, s, &s->sea[1]);
    pl_put(&out, "]}");
    return (int)out.used;
}

/* The bits of a set, a byte each. */
static uint8_t *spread(const battleship *s, cells c, uint8_t *out)
{
    int n = s->at.rows * s->at.cols;
    for (int cell = 0; cell < n; cell++) out[cell] = (uint8_t)has(c, cell);
    return out + n;
}

static void battleship_tensor(const void *p, int seat, uint8_t *out)
{
    const battleship *s = p;
    const sea *side[2] = {&s->sea[seat], &s->sea[1 - seat]};
    for (int k = 0; k < s->at.ships; k++) {
        int place = side[0]->ship[k];
        out = spread(s, ship_cells(&s->at, place ? place : 1, place ? s->at.length[k] : 0), out);
    }
    for (int i = 0; i < 2; i++) out = spread(s, side[i]->struck, spread(s, side[i]->shot, out));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < s->limit; k++)
            *out++ = (uint8_t)(k < side[i]->fired ? side[i]->line[k] + 1 : 0);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < s->at.ships; k++) {
            *out++ = side[i]->when[k];
            *out++ = side[i]->name[k];
        }
    for (int i = 0; i < 2; i++) *out++ = (uint8_t)side[i]->placed;
}

/* Secrets. */

static void battleship_hide(void *p, int seat)
{
    battleship *s = p;
    if (s->turn == PL_OVER) return;
    for (int i = 0; i < 2; i++) {
        sea *w = &s->sea[i];
        if (i == seat) continue;
        w->fleet = (cells){{0, 0}};
        memset(w->ship, 0, sizeof w->ship);
        if (s->tell != TELL_SHIP) memset(w->name, 0, sizeof w->name);
        if (s->tell != TELL_HIT) continue;
        memset(w->when, 0, sizeof w->when);
        w->sunk = 0;
    }
}

/* What is told of a shot that is about to be fired. */
static int report(const battleship *s, int cell)
{
    sea w = s->sea[!s->turn];
    int sunk = w.sunk;
    if (!has(w.fleet, cell)) return MISS;
    if (has(w.struck, cell) || s->tell == TELL_HIT) return HIT;
    add(&w.struck, cell);
    strike(s, &w, cell, 0);
    if (w.sunk == sunk) return HIT;
    return s->tell == TELL_SUNK ? SUNK : SUNK_SHIP + w.name[sunk] - 1;
}

static pl_move battleship_seen(const void *p, pl_move m, int seat)
{
    const battleship *s = p;
    if (placing(s)) return seat == s->turn ? m : HIDDEN;
    return REPORT + 128 * report(s, m) + m;
}

/* Ships nobody has shot at lie as they were placed. */
static void guess_placed(const battleship *s, sea *w, pl_rng *r)
{
    for (int k = 0; k < w->placed; k++) {
        cells room[2];
        find_room(&s->at, without(s->at.board, w->fleet), s->at.length[k], room);
        int across = count(room[0]), i = pl_below(r, across + count(room[1]));
        put_ship(s, w, k, i < across ? nth(room[0], i) + 1 : (nth(room[1], i - across) + 1) | DOWN);
    }
}

static void read_clues(const battleship *s, const sea *w, clues *c)
{
    uint8_t n = 0;
    c->b = &s->at;
    c->tell = s->tell;
    c->struck = w->struck;
    c->water = without(w->shot, w->struck);
    for (int i = w->fired; i-- > 0;)
        if (has(w->struck, w->line[i])) c->turn[w->line[i]] = (uint8_t)(i + 1);
    for (int cell = 0; cell < CELLS; cell++)
        if (has(w->struck, cell)) c->number[cell] = ++n;
    c->all = (1u << n) - 1;
    for (int k = 0; k < w->sunk; k++) {
        uint32_t hit = 1u << c->number[w->line[w->when[k] - 1]] >> 1;
        c->sinkings |= hit;
        if (w->name[k]) c->sinking[w->name[k] - 1] = hit;
    }
}

/* Put ships under the shots, and write down which of them sank. */
static void fill_sea(const battleship *s, sea *w, const uint8_t *place)
{
    cells struck = w->struck;
    for (int k = 0; k < s->at.ships; k++) put_ship(s, w, k, place[k]);
    w->struck = (cells){{0, 0}};
    w->sunk = 0;
    for (int i = 0; i < w->fired; i++) {
        if (!has(struck, w->line[i]) || has(w->struck, w->line[i])) continue;
        add(&w->struck, w->line[i]);
        strike(s, w, w->line[i], i + 1);
    }
}

static void battleship_guess(void *p, int seat, pl_rng *r)
{
    battleship *s = p;
    uint8_t place[SHIPS] = {0};
    for (int i = 0; i < 2 && s->turn != PL_OVER; i++) {
        sea *w = &s->sea[i];
        clues c;
        if (i == seat) continue;
        if (!w->fired) {
            guess_placed(s, w, r);
            continue;
        }
        memset(&c, 0, offsetof(clues, sort));
        read_clues(s, w, &c);
        draw_fleet(&c, place, r);
        fill_sea(s, w, place);
    }
}

static const char *tune_fleet(const pl_game *g, int *ships, int *decks)
{
    uint8_t length[SHIPS];
    int rows = (int)g->arg[ROWS], cols = (int)g->arg[COLS];
    *ships = read_fleet(g->arg[FLEET], length);
    *decks = 0;
    for (int k = 0; k < *ships; k++) {
        if (!length[k]) return "fleet has a digit for each ship, its length from 1 to 9, never 0";
        *decks += length[k];
    }
    if (*decks > DECKS) return "the ships of fleet may have at most 20 cells in all";
    for (int k = 0; k < *ships; k++)
        if (least_room(rows, cols, length, k) < 1)
            return "the fleet is too large for the board: a ship might find no room";
    return NULL;
}

static const char *battleship_tune(pl_game *g)
{
    int rows = (int)g->arg[ROWS], cols = (int)g->arg[COLS], all = rows * cols, ships, decks;
    int returns = (int)g->arg[RETURNS];
    const char *wrong = tune_fleet(g, &ships, &decks);
    if (wrong) return wrong;
    g->actions = (all > 64 ? 128 : 64) + all;
    g->max_moves = 2 * all;
    g->max_plies = 2 * (ships + shots(g));
    g->hi = returns == BY_WIN ? 1 : returns == BY_SHIPS ? ships : decks;
    g->lo = -g->hi;
    g->parts[0].dim[0] = g->parts[3].dim[1] = g->parts[4].unit = ships;
    g->parts[0].dim[1] = g->parts[1].dim[1] = rows;
    g->parts[0].dim[2] = g->parts[1].dim[2] = cols;
    g->parts[2].dim[1] = g->parts[3].unit = shots(g);
    g->parts[2].unit = all;
    return NULL;
}

static const pl_param params[] = {
    {"rows", NULL, 1, 10, SIDE, "of the board"},
    {"cols", NULL, 1, 10, SIDE, "of the board"},
    {"fleet", NULL, 1, 54332, 9311111111, "the ships' lengths, a digit each, as they are placed"},
    {"shots", NULL, 1, CELLS, CELLS, "that each seat has; never more than cells, but for repeats"},
    {"tell", "hit|sunk|ship", 0, TELL_SHIP, 2, "of a shot: hit or miss; a ship sunk; which ship"},
    {"repeat", NULL, 0, 0, 1, "1: a cell may be shot at again, in vain"},
    {"returns", "win|ships|cells", 0, 0, 2, "the score: who won; ships sunk, or their cells"},
    {0},
};

#define PL_FAST battleship
#include "parlor/fast.h"
const pl_game pl_battleship = {
    .abi = PL_ABI,
    .name = "battleship",
    .about = "Battleship: find and sink the other's hidden fleet",
    .rules = "Each player secretly places ships on a board of his own, one after the other:\n"
             "straight, across or downwards, never two on one cell.  Then they shoot in turn\n"
             "at a cell of the other's board, seat 0 first, and are told whether that was a\n"
             "hit and, unless tell says otherwise, which ship it sank, if one has no cell\n"
             "left.  Who sinks the last ship of the other wins, 1 to -1.  When both have no\n"
             "shots left it is a draw; or, as returns says, the score is what one has sunk,\n"
             "in ships or in their cells, less what one has lost.\n"
             "Hidden: the other's ships, until the end; shots and answers are public.",
    .players = 2,
    .state_size = sizeof(battleship),
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"own_ships", "ship,row,col", {5, 10, 10}, 1},
              {"seas", "own_shot_own_hit_other_shot_other_hit,row,col", {4, 10, 10}, 1},
              {"shots", "own_other,shot", {2, 100}, 100},
              {"sunk", "own_other,nth,shot_ship", {2, 5, 2}, 100},
              {"placed", "own_other", {2}, 5}},
    .tune = battleship_tune,
    .init = battleship_init,
    .turn = battleship_turn,
    .moves = battleship_moves,
    .wide = battleship_wide,
    .apply = battleship_apply,
    .score = battleship_score,
    .value = battleship_value,
    .say = battleship_say,
    .show = battleship_show,
    .hide = battleship_hide,
    .guess = battleship_guess,
    .seen = battleship_seen,
    .tensor = battleship_tensor,
    .json = battleship_json,
    PL_LOOPS(battleship),
};
