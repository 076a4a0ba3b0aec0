/* connect4_solve.c -- who wins connect four on the usual board: the first player,
 * if and only if they begin in the middle (J. D. Allen and V. Allis, both 1988).
 *
 * A search by bits that only asks "does X win?".  Layout and table are after
 * J. Tromp's Fhourstones; looking two moves ahead and trying first what makes
 * most threats after P. Pons (blog.gamesolver.org, 2015).  Where O can hold the
 * draw by answering on top of X, Allis's claimeven, the search stops.
 *
 * It takes a minute or two of a fast core.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parlor/game.h"

#define BIT(n) ((uint64_t)1 << (n))

enum { WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1, CELLS = WIDTH * HEIGHT };
enum { TABLE_BITS = 23, MIRRORED = 16 }; /* mirror images are told apart after ply 16 */

static const uint64_t foot = 0x40810204081u;         /* the lowest cell of every column */
static const uint64_t board = 0x40810204081u * 0x3f; /* all cells */
static const uint64_t odd = 0x40810204081u * 0x15;   /* rows 1, 3 and 5 */

typedef struct {
    uint64_t *table; /* key << 1 | answer */
    uint64_t nodes;
} search;

/* Cells that would complete four in a direction, counting gaps. */
static uint64_t completing_along(uint64_t b, int step)
{
    uint64_t before = b << step & b << 2 * step, after = b >> step & b >> 2 * step;
    return (before & (b << 3 * step | b >> step)) | (after & (b << step | b >> 3 * step));
}

static uint64_t completing(uint64_t b, uint64_t filled)
{
    uint64_t cells = (b << 1 & b << 2 & b << 3) | completing_along(b, COLUMN) |
                     completing_along(b, COLUMN - 1) | completing_along(b, COLUMN + 1);
    return cells & board & ~filled;
}

static int four_along(uint64_t b, int step)
{
    uint64_t two = b & b >> step;
    return (two & two >> 2 * step) != 0;
}

static int has_four(uint64_t b)
{
    return four_along(b, 1) || four_along(b, COLUMN) || four_along(b, COLUMN - 1) ||
           four_along(b, COLUMN + 1);
}

/* Whether O can keep X, who is to move and will have the fixed cells, from four
 * by pairing the loose ones: when X takes one of a pair, O takes the other.  Up
 * to four of them, as then the first pair settles the second. */
static int pairs_hold(uint64_t fixed, uint64_t loose)
{
    uint64_t a = loose & (0 - loose), rest = loose ^ a;
    if (!has_four(fixed | loose)) return 1;
    if (!loose || pl_count(loose) > 4) return 0;
    for (uint64_t m = rest; m; m &= m - 1) {
        uint64_t b = m & (0 - m);
        if (pairs_hold(fixed | a, rest ^ b) && pairs_hold(fixed | b, rest ^ b)) return 1;
    }
    return 0;
}

/* X is to move.  O answers on top of each stone on an odd row, and so gets all
 * even cells but those that X can play now: these are loose, and even in number. */
static int o_holds(uint64_t x, uint64_t filled)
{
    uint64_t fixed = x | (board & odd & ~filled);
    return !has_four(fixed) && pairs_hold(fixed, (filled + foot) & board & ~odd);
}

static uint64_t mirror(uint64_t key)
{
    uint64_t out = 0;
    for (int c = 0; c < WIDTH; c++, key >>= COLUMN) out = out << COLUMN | (key & 0x7f);
    return out;
}

/* A number for a position: in each column the stones below a marking bit. */
static uint64_t key_of(uint64_t own, uint64_t filled, int plies)
{
    uint64_t key = own + filled + foot, other = plies < MIRRORED ? mirror(key) : key;
    return other < key ? other : key;
}

/* The moves from most to fewest cells that would then win, the middle first. */
static int ordered(uint64_t own, uint64_t filled, uint64_t moves, uint64_t *out)
{
    static const int columns[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
    int threats[WIDTH], n = 0;
    for (int i = 0; i < WIDTH; i++) {
        uint64_t m = moves & (uint64_t)0x3f << columns[i] * COLUMN;
        if (!m) continue;
        int t = pl_count(completing(own | m, filled | m)), at = n++;
        for (; at > 0 && threats[at - 1] < t; at--) {
            threats[at] = threats[at - 1];
            out[at] = out[at - 1];
        }
        threats[at] = t;
        out[at] = m;
    }
    return n;
}

/* The moves after which the other seat cannot win at once. */
static uint64_t safe_moves(uint64_t own, uint64_t filled)
{
    uint64_t danger = completing(own ^ filled, filled), moves = (filled + foot) & board;
    uint64_t forced = moves & danger;
    if (forced) moves = forced & (forced - 1) ? 0 : forced;
    return moves & ~(danger >> 1);
}

/* Whether X wins; own are the stones of the seat to move, which cannot win at
 * once (its opponent would not have moved here). */
static int x_wins(search *s, uint64_t own, uint64_t filled, int plies)
{
    int x_moves = plies % 2 == 0;
    uint64_t other = own ^ filled, x = x_moves ? own : other, list[WIDTH];
    uint64_t moves = safe_moves(own, filled);
    s->nodes++;
    if (plies == CELLS) return 0;
    if (!moves) return !x_moves;
    if (plies >= CELLS - 2 || !has_four(x | (board & ~filled))) return 0;
    if (x_moves && o_holds(x, filled)) return 0;
    uint64_t key = key_of(own, filled, plies);
    uint64_t *slot = &s->table[key * 0x9e3779b97f4a7c15u >> (64 - TABLE_BITS)];
    if (*slot >> 1 == key) return (int)(*slot & 1);
    int n = ordered(own, filled, moves, list), answer = !x_moves;
    for (int i = 0; i < n && answer != x_moves; i++)
        answer = x_wins(s, other, filled | list[i], plies + 1);
    *slot = key << 1 | (uint64_t)answer;
    return answer;
}

/* The bits above and the game's own rules must say the same of random play. */
static int agrees_with_game(const pl_game *g, pl_rng *r)
{
    pl_state s;
    uint64_t own = 0, filled = 0;
    pl_start(g, &s);
    for (;;) {
        pl_move m = pl_any(g, &s, r);
        uint64_t moves = (filled + foot) & board, cell = moves & (uint64_t)0x3f << m * COLUMN;
        int wins = (completing(own, filled) & cell) != 0;
        if (!cell || pl_count(moves) != pl_count(g->legal(&s))) return 0;
        g->apply(&s, m);
        double score[2] = {0, 0};
        int over = g->turn(&s) == PL_OVER, seat = pl_count(filled) % 2;
        if (over) g->score(&s, score);
        if (wins != (score[seat] > 0) || wins != has_four(own | cell)) return 0;
        if (over != (wins || pl_count(filled) == CELLS - 1)) return 0;
        if (over) return 1;
        own ^= filled;
        filled |= cell;
    }
}

int main(void)
{
    pl_error err;
    const pl_game *g = pl_open("connect4", &err);
    search s = {.table = calloc((size_t)1 << TABLE_BITS, sizeof(uint64_t))};
    int agreed = g && s.table, failed = 0;
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < 10000 && agreed; i++) agreed = agrees_with_game(g, &r);
    printf("%s connect4: the search has the game's rules\n", agreed ? "ok" : "not ok");
    for (int c = WIDTH / 2; c >= 0 && agreed; c--) {
        int wins = x_wins(&s, 0, BIT(c * COLUMN), 1), right = wins == (c == WIDTH / 2);
        failed += !right;
        printf("%s connect4: beginning in column %c X %s (%llu nodes so far)\n",
               right ? "ok" : "not ok", 'a' + c, wins ? "wins" : "does not win",
               (unsigned long long)s.nodes);
        fflush(stdout);
    }
    free(s.table);
    pl_close(g);
    return !agreed || failed;
}
