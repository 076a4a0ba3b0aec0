/* quoridor.c -- Quoridor (Mirko Marchesi, 1997): race to the far side, or wall.
 *
 * Cells are numbered along the rows from a1.  A wall has the number of the cell
 * nearest to a1 of the four around its middle, so walls and cells are boards of
 * the same shape, and the last row and column, which no wall has, stand for the
 * border.  A wall that touches others, or the border, with fewer than two of
 * its three points closes nothing off; and one that leaves a known shortest
 * path of everybody open need not be looked at either.  Only for what is left
 * does a flood of bits tell whether the goal can still be reached.
 *
 * Fact to check: on the usual board there are 131 first moves, 3 of the pawn
 * and 128 walls.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { SIZE, WALLS, PLAYERS, LIMIT };
enum { SMALL = 3, LARGE = 11, CELLS = LARGE * LARGE, SEATS = 4, MOST = 50, LONGEST = 10000 };
enum { NORTH, EAST, SOUTH, WEST };
enum { ACROSS, ALONG }; /* the ways a wall can lie: h, across the columns, and v */
enum { CLOCK = 14 };    /* bits of the plies that are left */
enum { WORDS = 8 };     /* room for a mask of all moves, and a word more */

/* A set of cells, or of walls that lie one way. */
typedef struct {
    uint64_t lo, hi;
} board;

typedef struct {
    board wall[2];
    board inner;  /* where a wall's middle may be: not the last row or column */
    int16_t rest; /* plies until the game is a draw */
    int16_t turn, winner;
    uint8_t size, players;
    uint8_t pawn[SEATS];
    uint8_t left[SEATS]; /* walls in hand */
} quoridor;

/* Where pawns can go: the cells that are open to the north, and to the east. */
typedef struct {
    board north, east;
    int64_t n; /* cells of a row */
} ways;

static inline board both(board a, board b)
{
    return (board){a.lo & b.lo, a.hi & b.hi};
}

static inline board either(board a, board b)
{
    return (board){a.lo | b.lo, a.hi | b.hi};
}

static inline board without(board a, board b)
{
    return (board){a.lo & ~b.lo, a.hi & ~b.hi};
}

/* Every number k higher, or lower; k is 1 .. 63. */
static inline board up(board b, int64_t k)
{
    return (board){b.lo << k, b.hi << k | b.lo >> (64 - k)};
}

static inline board down(board b, int64_t k)
{
    return (board){b.lo >> k | b.hi << (64 - k), b.hi >> k};
}

static inline board one(int i)
{
    return (board){(uint64_t)(i < 64) << (i & 63), (uint64_t)(i > 63) << (i & 63)};
}

static inline int has(board b, int i)
{
    return (int)((i < 64 ? b.lo : b.hi) >> (i & 63) & 1);
}

static inline int any(board b)
{
    return (b.lo | b.hi) != 0;
}

/* Take the lowest member out. */
static inline int take(board *b)
{
    int i = b->lo ? pl_lowest(b->lo) : 64 + pl_lowest(b->hi);
    if (b->lo) b->lo &= b->lo - 1;
    else b->hi &= b->hi - 1;
    return i;
}

/* The side that a seat starts from, clockwise from the south; two face each
 * other. */
static int side(const quoridor *s, int seat)
{
    static const uint8_t from[SEATS] = {SOUTH, WEST, NORTH, EAST};
    return from[s->players == 2 ? 2 * seat : seat];
}

/* The cells where a seat wins. */
static inline board goal(const quoridor *s, int seat)
{
    int n = s->size, from = side(s, seat);
    board rows = either(s->inner, up(s->inner, 1)), cols = either(s->inner, up(s->inner, n));
    board last = without(up(rows, n), rows), right = without(up(cols, 1), cols);
    if (from == SOUTH) return last;
    if (from == NORTH) return (board){((uint64_t)1 << n) - 1, 0};
    return from == WEST ? right : down(right, n - 1);
}

static inline ways open_ways(const quoridor *s)
{
    int n = s->size;
    board across = s->wall[ACROSS], along = s->wall[ALONG];
    board rows = either(s->inner, up(s->inner, 1)), cols = either(s->inner, up(s->inner, n));
    return (ways){.north = without(rows, either(across, up(across, 1))),
                  .east = without(cols, either(along, up(along, n))),
                  .n = n};
}

/* The cells next to some, through open ways. */
static inline board around(const ways *w, board b)
{
    board north = up(both(b, w->north), w->n), south = both(down(b, w->n), w->north);
    board east = up(both(b, w->east), 1), west = both(down(b, 1), w->east);
    return either(either(north, south), either(east, west));
}

/* The cell beside one, or -1 if the way is shut. */
static int beside(const ways *w, int cell, int direction)
{
    int n = (int)w->n;
    if (direction == NORTH) return has(w->north, cell) ? cell + n : -1;
    if (direction == EAST) return has(w->east, cell) ? cell + 1 : -1;
    if (direction == SOUTH) return cell >= n && has(w->north, cell - n) ? cell - n : -1;
    return cell > 0 && has(w->east, cell - 1) ? cell - 1 : -1;
}

static inline board pawns(const quoridor *s)
{
    board b = {0, 0};
    for (int i = 0; i < s->players; i++) b = either(b, one(s->pawn[i]));
    return b;
}

/* Over a pawn next to one's own: straight on or, where that is shut or taken,
 * to either side of it. */
static board jumps(const ways *w, int from, board taken)
{
    board out = {0, 0};
    for (int d = 0; d < 4; d++) {
        int over = beside(w, from, d);
        if (over < 0 || !has(taken, over)) continue;
        int behind = beside(w, over, d);
        if (behind >= 0 && !has(taken, behind)) {
            out = either(out, one(behind));
            continue;
        }
        for (int turn = 1; turn <= 3; turn += 2) {
            int aside = beside(w, over, (d + turn) % 4);
            if (aside >= 0) out = either(out, one(aside));
        }
    }
    return without(out, taken);
}

static inline board pawn_moves(const quoridor *s, const ways *w)
{
    int from = s->pawn[s->turn];
    board taken = pawns(s), near = around(w, one(from)), out = without(near, taken);
    return any(both(near, taken)) ? either(out, jumps(w, from, taken)) : out;
}

/* The walls for which there is room. */
static inline board room(const quoridor *s, int lie)
{
    int step = lie == ACROSS ? 1 : s->size;
    board same = s->wall[lie], crossed = s->wall[1 - lie];
    board taken = either(either(same, crossed), either(up(same, step), down(same, step)));
    return without(s->inner, taken);
}

/* Points between cells that neither a wall nor the border touches. */
static inline board loose_points(const quoridor *s)
{
    int n = s->size;
    board across = s->wall[ACROSS], along = s->wall[ALONG];
    board ends =
        either(either(up(across, 1), down(across, 1)), either(up(along, n), down(along, n)));
    return without(s->inner, either(ends, either(across, along)));
}

/* Of some walls, those that two of their three points at least do tie. */
static inline board tied(board walls, board loose, int64_t step)
{
    board a = up(loose, step), b = down(loose, step);
    return without(walls, either(both(a, b), both(loose, either(a, b))));
}

/* Flood from a pawn, a step at a time; reach[i] is what i steps reach.  Returns
 * how many steps it is to the goal. */
static int flood(const ways *w, int from, board target, board *reach)
{
    int steps = 0;
    reach[0] = one(from);
    for (; !any(both(reach[steps], target)) && steps + 1 < CELLS; steps++)
        reach[steps + 1] = either(reach[steps], around(w, reach[steps]));
    return steps;
}

/* The walls across a shortest path of a seat. */
static void on_path(const quoridor *s, const ways *w, int seat, board out[2])
{
    board reach[CELLS], north = {0, 0}, east = {0, 0}, target = goal(s, seat);
    int steps = flood(w, s->pawn[seat], target, reach);
    board end = both(reach[steps], target);
    for (int cell = take(&end), next; steps > 0; cell = next) {
        int d = 0;
        steps--;
        while ((next = beside(w, cell, d)) < 0 || !has(reach[steps], next)) d++;
        if (d == NORTH || d == SOUTH) north = either(north, one(cell < next ? cell : next));
        else east = either(east, one(cell < next ? cell : next));
    }
    out[ACROSS] = either(north, down(north, 1));
    out[ALONG] = either(east, down(east, w->n));
}

/* Whether the goal is within reach; a step here goes round a corner or two. */
static inline int reaches(const ways *w, int from, board target)
{
    board b = one(from), before;
    do {
        before = b;
        b = either(b, either(up(both(b, w->north), w->n), both(down(b, w->n), w->north)));
        b = either(b, either(up(both(b, w->east), 1), both(down(b, 1), w->east)));
        if (any(both(b, target))) return 1;
    } while (any(without(b, before)));
    return 0;
}

static inline ways walled(ways w, int lie, int wall)
{
    board middle = one(wall);
    if (lie == ACROSS) w.north = without(w.north, either(middle, up(middle, 1)));
    else w.east = without(w.east, either(middle, up(middle, w.n)));
    return w;
}

/* Of some walls, those that leave a seat no way to its goal. */
static board shutting(const quoridor *s, const ways *w, int seat, int lie, board walls)
{
    board out = {0, 0}, target = goal(s, seat);
    while (any(walls)) {
        int wall = take(&walls);
        ways then = walled(*w, lie, wall);
        if (!reaches(&then, s->pawn[seat], target)) out = either(out, one(wall));
    }
    return out;
}

static inline void wall_moves(const quoridor *s, const ways *w, board out[2])
{
    board loose = loose_points(s), risky[2], path[2];
    for (int lie = ACROSS; lie <= ALONG; lie++) {
        out[lie] = room(s, lie);
        risky[lie] = tied(out[lie], loose, lie == ACROSS ? 1 : w->n);
    }
    if (!any(either(risky[ACROSS], risky[ALONG]))) return;
    for (int seat = 0; seat < s->players; seat++) {
        on_path(s, w, seat, path);
        for (int lie = ACROSS; lie <= ALONG; lie++) {
            board doubtful = both(path[lie], both(risky[lie], out[lie]));
            out[lie] = without(out[lie], shutting(s, w, seat, lie, doubtful));
        }
    }
}

/* Moves are numbered: cells for the pawn, walls across, walls along and, where
 * more than two play, a pass. */

static inline int first_wall(const quoridor *s, int lie)
{
    return s->size * (s->size + lie * (s->size - 1));
}

static inline int pass(const quoridor *s)
{
    return first_wall(s, 2);
}

/* Words of a mask of all moves. */
static inline int words(const quoridor *s)
{
    return (pass(s) + (s->players > 2) + 63) / 64;
}

static inline void put(uint64_t *mask, int at, board b)
{
    int word = at / 64, shift = at % 64;
    mask[word] |= b.lo << shift;
    mask[word + 1] |= b.hi << shift;
    if (shift == 0) return;
    mask[word + 1] |= b.lo >> (64 - shift);
    mask[word + 2] |= b.hi >> (64 - shift);
}

static void quoridor_wide(const void *p, uint64_t *out)
{
    const quoridor *s = p;
    ways w = open_ways(s);
    board steps = pawn_moves(s, &w), walls[2] = {{0, 0}, {0, 0}};
    uint64_t mask[WORDS] = {0};
    if (s->left[s->turn]) wall_moves(s, &w, walls);
    put(mask, 0, steps);
    for (int lie = ACROSS; lie <= ALONG; lie++) put(mask, first_wall(s, lie), walls[lie]);
    if (!any(steps) && !any(either(walls[ACROSS], walls[ALONG]))) put(mask, pass(s), one(0));
    for (int i = 0; i < words(s); i++) out[i] = mask[i];
}

static int quoridor_moves(const void *p, pl_move *out)
{
    const quoridor *s = p;
    uint64_t mask[WORDS];
    int n = 0;
    quoridor_wide(s, mask);
    for (int i = 0; i < words(s); i++)
        for (uint64_t m = mask[i]; m; m &= m - 1) out[n++] = 64 * i + pl_lowest(m);
    return n;
}

static int quoridor_turn(const void *p)
{
    return ((const quoridor *)p)->turn;
}

/* A quarter turn clockwise of a square with n cells a side. */
static int turned(int cell, int n)
{
    return (n - 1 - cell % n) * n + cell / n;
}

/* A quarter of the cells, shared out, is 10 each of two on the usual board. */
static int walls_each(const pl_game *g)
{
    int n = (int)g->arg[SIZE];
    return g->arg[WALLS] >= 0 ? (int)g->arg[WALLS] : n * n / 4 / (int)g->arg[PLAYERS];
}

static void quoridor_init(const pl_game *g, void *p)
{
    quoridor *s = p;
    int n = (int)g->arg[SIZE], cell = (n - 1) / 2;
    s->size = (uint8_t)n;
    s->players = (uint8_t)g->arg[PLAYERS];
    s->rest = (int16_t)g->arg[LIMIT];
    s->winner = PL_OVER;
    for (int i = 0; i < n * n; i++)
        if (i % n < n - 1 && i / n < n - 1) s->inner = either(s->inner, one(i));
    for (int i = 0; i < s->players; i++) {
        s->pawn[i] = (uint8_t)cell;
        s->left[i] = (uint8_t)walls_each(g);
        cell = turned(cell, n);
        if (s->players == 2) cell = turned(cell, n);
    }
}

static inline void build(quoridor *s, int seat, int wall)
{
    int lie = wall >= first_wall(s, ALONG);
    s->wall[lie] = either(s->wall[lie], one(wall - first_wall(s, lie)));
    s->left[seat]--;
}

static void quoridor_apply(void *p, pl_move m)
{
    quoridor *s = p;
    int seat = s->turn & (SEATS - 1);
    if (m < first_wall(s, ACROSS)) s->pawn[seat] = (uint8_t)m;
    else if (m < pass(s)) build(s, seat, m);
    if (has(goal(s, seat), s->pawn[seat])) s->winner = s->turn;
    s->rest--;
    s->turn = (int16_t)(seat + 1 == s->players ? 0 : seat + 1);
    if (s->rest == 0 || s->winner >= 0) s->turn = PL_OVER;
}

static void quoridor_score(const void *p, double *out)
{
    const quoridor *s = p;
    for (int i = 0; i < s->players; i++)
        out[i] = s->winner < 0 ? 0 : s->winner == i ? s->players - 1 : -1;
}

/* Text. */

static void put_cell(pl_text *t, int cell, int n)
{
    pl_put(t, "%c%d", 'a' + cell % n, cell / n + 1);
}

static int quoridor_say(const void *p, pl_move m, char *buf, size_t n)
{
    const quoridor *s = p;
    pl_text out = {buf, n, 0};
    int lie = m >= first_wall(s, ALONG);
    if (m >= pass(s)) return snprintf(buf, n, "pass");
    put_cell(&out, m < first_wall(s, ACROSS) ? m : m - first_wall(s, lie), s->size);
    if (m >= first_wall(s, ACROSS)) pl_put(&out, lie == ACROSS ? "h" : "v");
    return (int)out.used;
}

static const char marks[] = "XOYZ";

static char mark(const quoridor *s, int cell)
{
    for (int i = 0; i < s->players; i++)
        if (s->pawn[i] == cell) return marks[i];
    return '.';
}

/* One character of the picture: at even places cells, between them walls. */
static char drawn(const quoridor *s, int y, int x)
{
    int n = s->size, cell = y / 2 * n + x / 2;
    int h = has(s->wall[ACROSS], cell), v = has(s->wall[ALONG], cell);
    if (y % 2 == 0 && x % 2 == 0) return mark(s, cell);
    if (x % 2 == 0 && x > 0) h |= has(s->wall[ACROSS], cell - 1);
    if (y % 2 == 0 && y > 0) v |= has(s->wall[ALONG], cell - n);
    return y % 2 && h ? '-' : x % 2 && v ? '|' : ' ';
}

static void put_line(pl_text *t, const quoridor *s, int y)
{
    int width = 2 * s->size - 1;
    while (width > 0 && drawn(s, y, width - 1) == ' ') width--;
    if (y % 2 == 0) pl_put(t, "%2d ", y / 2 + 1);
    else if (width > 0) pl_put(t, "   ");
    for (int x = 0; x < width; x++) pl_put(t, "%c", drawn(s, y, x));
    pl_put(t, "\n");
}

static int quoridor_show(const void *p, char *buf, size_t n)
{
    const quoridor *s = p;
    pl_text out = {buf, n, 0};
    for (int y = 2 * s->size - 2; y >= 0; y--) put_line(&out, s, y);
    for (int col = 0; col < s->size; col++) pl_put(&out, "%s%c", col ? " " : "   ", 'a' + col);
    pl_put(&out, "\nwalls:");
    for (int i = 0; i < s->players; i++) pl_put(&out, " %c %d", marks[i], s->left[i]);
    return (int)out.used;
}

static void put_walls(pl_text *t, const quoridor *s)
{
    const char *comma = "";
    for (int m = first_wall(s, ACROSS); m < pass(s); m++) {
        int lie = m >= first_wall(s, ALONG);
        char name[8];
        if (!has(s->wall[lie], m - first_wall(s, lie))) continue;
        quoridor_say(s, m, name, sizeof name);
        pl_put(t, "%s\"%s\"", comma, name);
        comma = ",";
    }
}

static int quoridor_json(const void *p, char *buf, size_t n)
{
    const quoridor *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"size\":%d,\"pawns\":[", s->size);
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, i ? ",\"" : "\"");
        put_cell(&out, s->pawn[i], s->size);
        pl_put(&out, "\"");
    }
    pl_put(&out, "],\"walls\":[");
    put_walls(&out, s);
    pl_put(&out, "],\"left\":[");
    for (int i = 0; i < s->players; i++) pl_put(&out, i ? ",%d" : "%d", s->left[i]);
    pl_put(&out, "],\"rest\":%d}", s->rest);
    return (int)out.used;
}

/* Knowledge. */

/* Who has the shorter way, of the seat and the nearest of the others; to be on
 * the move is worth half a step. */
static double quoridor_value(const void *p, int seat)
{
    const quoridor *s = p;
    ways w = open_ways(s);
    board reach[CELLS];
    double score[SEATS], own = 0, other = CELLS;
    if (s->turn == PL_OVER) {
        quoridor_score(s, score);
        return score[seat];
    }
    for (int i = 0; i < s->players; i++) {
        int steps = flood(&w, s->pawn[i], goal(s, i), reach);
        if (i == seat) own = steps;
        else if (steps < other) other = steps;
    }
    return (other - own + (s->turn == seat ? 0.5 : -0.5)) / (own + other + 1);
}

static uint8_t *write_board(uint8_t *out, board b, int cells)
{
    for (int i = 0; i < cells; i++) *out++ = (uint8_t)has(b, i);
    return out;
}

/* Seats count from the one that looks on; the board stands as it does for all,
 * because moves are named by it. */
static void quoridor_tensor(const void *p, int seat, uint8_t *out)
{
    const quoridor *s = p;
    int n = s->size, players = s->players;
    for (int i = 0; i < players; i++)
        out = write_board(out, one(s->pawn[(seat + i) % players]), n * n);
    for (int lie = ACROSS; lie <= ALONG; lie++) out = write_board(out, s->wall[lie], n * (n - 1));
    for (int i = 0; i < players; i++) *out++ = s->left[(seat + i) % players];
    for (int i = 0; i < players; i++) *out++ = i == seat;
    for (int i = 0; i < CLOCK; i++) *out++ = s->rest >> i & 1;
}

static const char *quoridor_tune(pl_game *g)
{
    int n = (int)g->arg[SIZE], players = (int)g->arg[PLAYERS], walls = walls_each(g);
    g->players = players;
    g->actions = n * n + 2 * n * (n - 1) + (players > 2);
    g->max_moves = 8 + 2 * (n - 1) * (n - 1);
    g->max_plies = (int)g->arg[LIMIT];
    g->hi = players - 1;
    g->parts[0].dim[0] = g->parts[2].dim[0] = g->parts[3].dim[0] = players;
    g->parts[0].dim[1] = g->parts[0].dim[2] = g->parts[1].dim[2] = n;
    g->parts[1].dim[1] = n - 1;
    g->parts[2].unit = walls > 0 ? walls : 1;
    return NULL;
}

static const pl_param params[] = {
    {"size", NULL, SMALL, 9, LARGE, "rows and columns of the board"},
    {"walls", NULL, -1, -1, MOST, "walls of each player; -1: size * size / 4, shared out"},
    {"players", NULL, 2, 2, SEATS, "seats: south and north; or south, west, north and east"},
    {"limit", NULL, 1, 1000, LONGEST, "plies after which the game is a draw"},
    {0},
};

#define PL_FAST quoridor
#include "parlor/fast.h"
const pl_game pl_quoridor = {
    .abi = PL_ABI,
    .name = "quoridor",
    .about = "Quoridor: race to the far side of the board, or wall the others off",
    .rules = "Seat 0 is X in the south and begins, seat 1 is O in the north; of more than two, O\n"
             "is in the west, seat 2, Y, in the north and seat 3, Z, in the east.  Each player\n"
             "has a pawn in the middle of his side of a square board, and walls in hand: 20\n"
             "between them on the usual board of 9 rows.  In turn a player moves his pawn or\n"
             "puts up a wall for good.  Who first stands on the side opposite to his own wins.\n"
             "A pawn goes one cell across or up and down, not through a wall, not onto a pawn.\n"
             "It may jump straight over a pawn next to it; where a wall, the edge or another\n"
             "pawn is behind that one, it may go to the cell on either side of it instead.\n"
             "A wall lies between two cells and their two neighbours.  Walls may not overlap\n"
             "or cross, and must leave every pawn a way to its goal, other pawns not counted.\n"
             "Who can do nothing passes; with two players this cannot happen.\n"
             "The winner scores 1 from each other player.  After so many plies as limit says\n"
             "the game is a draw, 0 each.\n"
             "Cells are named a1 to i9, the south at row 1; a wall by the cell nearest to a1\n"
             "of the four it touches, with h if it lies across the columns (e3h is above e3\n"
             "and f3), v if along them (e3v is right of e3 and e4).  Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(quoridor),
    .lo = -1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"pawns", "player,row,col", {2, 9, 9}, 1},
              {"walls", "h_v,row,col", {2, 8, 9}, 1},
              {"left", "player", {2}, 10},
              {"seat", "seat", {2}, 1},
              {"rest", "bit", {CLOCK}, 1}},
    .tune = quoridor_tune,
    .init = quoridor_init,
    .turn = quoridor_turn,
    .moves = quoridor_moves,
    .wide = quoridor_wide,
    .apply = quoridor_apply,
    .score = quoridor_score,
    .say = quoridor_say,
    .show = quoridor_show,
    .value = quoridor_value,
    .tensor = quoridor_tensor,
    .json = quoridor_json,
    PL_LOOPS(quoridor),
};
