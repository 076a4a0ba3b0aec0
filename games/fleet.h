/* fleet.h -- ships on a board, and a hidden fleet drawn from what was seen of it.
 *
 * In how many ways ships may have taken the hits is counted exactly: one after
 * the other explains the first hit that those before it do not, and what they
 * explain, with how many of each sort they are, is all that needs to be kept.
 * Fleets are drawn from there and thrown away if ships overlap where nobody has
 * shot, or, by lot, as the order in which they were placed makes them less likely
 * than others.  What comes through has just the weight that the contract asks for.
 *
 * Fact to check: ships of 5, 4, 3, 3 and 2 cells find room on 10 x 10 in
 * 30,093,975,536 ways.
 */
#ifndef GAMES_FLEET_H
#define GAMES_FLEET_H

#include <string.h>

#include "parlor/game.h"

enum { SIDE = 10, CELLS = SIDE * SIDE, SHIPS = 10, DECKS = 20 };
enum { TELL_HIT, TELL_SUNK, TELL_SHIP }; /* what is told of a shot that hits */
enum { DOWN = 128 };                     /* in a place, the first cell + 1: it lies downwards */
enum { PLACES = 2 * CELLS };             /* more than a ship has on any board */
enum { TRIES = 3000, BUDGET = 3000000 }; /* fleets to draw; places to look at after that */
/* Sets of hits, with ships, that can be counted: the most that was met is 2281, and
 * 75 ends.  A guess has its book on the stack, 70 KB of it, with 21 KB of clues: a
 * thread has room for that wherever the C library gives it 128 KB or more. */
enum { ENTRIES = 3072, SLOTS = 8192, ENDS = 256 };

typedef struct {
    uint64_t w[2];
} cells;

static inline int has(cells c, int cell)
{
    return (int)(c.w[cell / 64] >> cell % 64 & 1);
}

static inline void add(cells *c, int cell)
{
    c->w[cell / 64] |= (uint64_t)1 << cell % 64;
}

static inline cells both(cells a, cells b)
{
    return (cells){{a.w[0] & b.w[0], a.w[1] & b.w[1]}};
}

static inline cells either(cells a, cells b)
{
    return (cells){{a.w[0] | b.w[0], a.w[1] | b.w[1]}};
}

static inline cells without(cells a, cells b)
{
    return (cells){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]}};
}

static inline int any(cells c)
{
    return (c.w[0] | c.w[1]) != 0;
}

static inline int count(cells c)
{
    return pl_count(c.w[0]) + pl_count(c.w[1]);
}

/* Every cell moved back by 1 .. 63. */
static inline cells back(cells c, int by)
{
    return (cells){{c.w[0] >> by | c.w[1] << (64 - by), c.w[1] >> by}};
}

static inline int nth(cells c, int k)
{
    int low = pl_count(c.w[0]);
    return k < low ? pl_nth(c.w[0], k) : 64 + pl_nth(c.w[1], k - low);
}

/* A board and the ships that go on it. */
typedef struct {
    cells board, inner; /* all cells, and all but those of the last column */
    uint8_t length[SHIPS];
    uint16_t rows, cols, ships;
} chart;

/* Where a ship may begin, across and downwards, on the cells that are free. */
static inline void find_room(const chart *b, cells free, int length, cells out[2])
{
    cells inner = both(free, b->inner);
    out[0] = out[1] = free;
    for (int i = 1; i < length; i++) {
        out[0] = both(inner, back(out[0], 1));
        out[1] = both(free, back(out[1], b->cols));
    }
    if (length == 1) out[1] = (cells){{0, 0}};
}

static inline cells ship_cells(const chart *b, int place, int length)
{
    cells c = {{0, 0}};
    int cell = (place & ~DOWN) - 1, step = place & DOWN ? b->cols : 1;
    for (int i = 0; i < length; i++) add(&c, cell + i * step);
    return c;
}

/* How many places of a ship one that lies across the board can meet, at most. */
static int met(int rows, int cols, int other, int length)
{
    int along = cols - length + 1, across = rows - length + 1, run = other + length - 1;
    if (other > cols) return 0;
    if (length == 1) return other;
    along = along < 0 ? 0 : along < run ? along : run;
    across = across < 0 ? 0 : across < length ? across : length;
    return along + other * across;
}

/* A number of places that ship k is left at least, whatever those before took. */
static int least_room(int rows, int cols, const uint8_t *length, int k)
{
    int n = length[k], along = cols - n + 1, across = n > 1 ? rows - n + 1 : 0;
    int room = (along > 0 ? rows * along : 0) + (across > 0 ? cols * across : 0);
    for (int i = 0; i < k; i++) {
        int lying = met(rows, cols, length[i], n), standing = met(cols, rows, length[i], n);
        room -= lying > standing ? lying : standing;
    }
    return room;
}

/* Places of one sort of ship that explain the same hits. */
typedef struct {
    uint32_t hits;
    uint16_t count;
    uint16_t next; /* of those with the same first hit, from 1 */
} kind;

/* Ships of one length of which the same is known. */
typedef struct {
    cells free[2];               /* where one may begin, if it took no hit */
    uint32_t sinking;            /* the hit that sank it, if it was told which ship sank */
    int32_t ships, length, room; /* room: how many places are free */
    int32_t kinds, places;
    kind kind[PLACES];
    uint8_t place[PLACES], of[PLACES]; /* places with hits, each of a kind */
    uint16_t first[DECKS];             /* of the kinds with this first hit, from 1 */
} sort;

/* What was seen of a sea.  Hits are numbered by cell: a set of them is bits. */
typedef struct {
    const chart *b;
    cells water, struck;     /* cells shot at in vain, and those of the hits */
    uint8_t turn[CELLS];     /* of the hit on a cell: when it came, from 1; 0 no hit */
    uint8_t number[CELLS];   /* and its number, from 1 */
    uint32_t all, sinkings;  /* the hits; those that sank a ship, as was told */
    uint32_t sinking[SHIPS]; /* that which sank this ship, if it was told which */
    int32_t least[SHIPS];    /* places that this ship was left at least */
    int32_t sort_of[SHIPS];
    int32_t tell, sorts;
    sort sort[SHIPS];
} clues;

/* A set of hits with the ships that explain it, so many of each sort, and in how
 * many ways they do. */
typedef struct {
    uint64_t key;
    double ways;
} entry;

typedef struct {
    entry list[ENTRIES];
    entry end[ENDS];      /* those that explain all hits, with the ways of the rest */
    uint16_t slot[SLOTS]; /* where an entry is by its key, from 1 */
    double total;
    int32_t used, ends;
} book;

static uint32_t hits_of(uint64_t key)
{
    return (uint32_t)(key & ((1u << DECKS) - 1));
}

/* In a key, one ship of a sort; and how many of it there are. */
static uint64_t one_of(int t)
{
    return (uint64_t)1 << (DECKS + 4 * t);
}

static int ships_of(uint64_t key, int t)
{
    return (int)(key >> (DECKS + 4 * t) & 15);
}

/* Whether a ship may have taken just these hits: its last one sank it if it has
 * no cell left, and none did if it has. */
static int plausible(const clues *c, const sort *o, uint32_t hits, uint32_t last)
{
    uint32_t told = hits & c->sinkings;
    if (c->tell == TELL_HIT) return 1;
    if (pl_count(hits) < o->length) return !told && !o->sinking;
    return told == last && (c->tell == TELL_SUNK || o->sinking == told);
}

static void add_place(const clues *c, sort *o, int place)
{
    int i = 0, cell = (place & ~DOWN) - 1, step = place & DOWN ? c->b->cols : 1, latest = 0;
    uint32_t hits = 0, last = 0;
    for (int k = 0; k < o->length; k++, cell += step) {
        uint32_t hit = 1u << c->number[cell] >> 1;
        hits |= hit;
        if (c->turn[cell] <= latest) continue;
        latest = c->turn[cell];
        last = hit;
    }
    if (!plausible(c, o, hits, last)) return;
    while (i < o->kinds && o->kind[i].hits != hits) i++;
    if (i == o->kinds) {
        uint16_t *first = &o->first[pl_lowest(hits)];
        o->kind[o->kinds++] = (kind){hits, 0, *first};
        *first = (uint16_t)o->kinds;
    }
    o->kind[i].count++;
    o->place[o->places] = (uint8_t)place;
    o->of[o->places++] = (uint8_t)i;
}

static void find_places(const clues *c, sort *o)
{
    cells room[2];
    find_room(c->b, without(c->b->board, c->water), o->length, room);
    find_room(c->b, without(c->b->board, either(c->water, c->struck)), o->length, o->free);
    o->kinds = o->places = 0;
    memset(o->first, 0, sizeof o->first);
    for (int d = 0; d < 4; d++) {
        uint64_t touching = room[d / 2].w[d % 2] & ~o->free[d / 2].w[d % 2];
        for (uint64_t m = touching; m; m &= m - 1)
            add_place(c, o, (64 * (d % 2) + pl_lowest(m) + 1) | d / 2 * DOWN);
    }
    if (o->sinking) o->free[0] = o->free[1] = (cells){{0, 0}};
    o->room = count(o->free[0]) + count(o->free[1]);
}

static void find_sorts(clues *c)
{
    for (int k = 0; k < c->b->ships; k++) {
        int i = 0, length = c->b->length[k];
        uint32_t sinking = c->sinking[k];
        while (i < c->sorts && (c->sort[i].length != length || c->sort[i].sinking != sinking)) i++;
        sort *o = &c->sort[i];
        c->sort_of[k] = i;
        c->least[k] = least_room(c->b->rows, c->b->cols, c->b->length, k);
        o->ships = i < c->sorts ? o->ships + 1 : 1;
        if (i < c->sorts) continue;
        o->length = length;
        o->sinking = sinking;
        c->sorts++;
        find_places(c, o);
    }
}

static uint16_t *find(book *k, uint64_t key)
{
    uint64_t last = SLOTS - 1, at = (key * 0x9e3779b97f4a7c15u) >> 32 & last;
    while (k->slot[at] && k->list[k->slot[at] - 1].key != key) at = (at + 1) & last;
    return &k->slot[at];
}

/* Count ways to get to a key; -1 if the book is full. */
static int reach(book *k, uint64_t key, double ways)
{
    uint16_t *at = find(k, key);
    if (!*at) {
        if (k->used == ENTRIES) return -1;
        k->list[k->used++] = (entry){key, 0};
        *at = (uint16_t)k->used;
    }
    k->list[*at - 1].ways += ways;
    return 0;
}

/* One ship more, to explain the first hit that is not explained yet. */
static int extend(const clues *c, book *k, entry from)
{
    uint32_t open = c->all & ~hits_of(from.key);
    int capacity = 0;
    for (int t = 0; t < c->sorts; t++)
        capacity += (c->sort[t].ships - ships_of(from.key, t)) * c->sort[t].length;
    if (pl_count(open) > capacity) return 0;
    for (int t = 0; t < c->sorts; t++) {
        const sort *o = &c->sort[t];
        int unused = o->ships - ships_of(from.key, t);
        for (int i = unused ? o->first[pl_lowest(open)] : 0; i; i = o->kind[i - 1].next) {
            const kind *j = &o->kind[i - 1];
            if (j->hits & ~open) continue;
            if (reach(k, (from.key | j->hits) + one_of(t), from.ways * unused * j->count))
                return -1;
        }
    }
    return 0;
}

/* An entry that explains all hits: count what the other ships may do, too; each
 * of a sort has a place of its own. */
static int add_end(const clues *c, book *k, entry e)
{
    for (int t = 0; t < c->sorts; t++)
        if (c->sort[t].ships - ships_of(e.key, t) > c->sort[t].room) return 0;
    for (int t = 0; t < c->sorts; t++)
        for (int n = c->sort[t].ships - ships_of(e.key, t); n-- > 0;) e.ways *= c->sort[t].room - n;
    if (k->ends == ENDS) return -1;
    k->end[k->ends++] = e;
    k->total += e.ways;
    return 0;
}

/* Fill the book, entries of fewer ships before those of more. */
static int fill(const clues *c, book *k)
{
    k->used = k->ends = 0;
    k->total = 0;
    memset(k->slot, 0, sizeof k->slot);
    reach(k, 0, 1);
    for (int i = 0; i < k->used; i++) {
        entry e = k->list[i];
        if (hits_of(e.key) == c->all ? add_end(c, k, e) : extend(c, k, e)) return -1;
    }
    return 0;
}

static uint64_t draw_end(const book *k, pl_rng *r)
{
    double u = pl_unit(r) * k->total;
    int i = 0;
    while (i < k->ends - 1 && (u -= k->end[i].ways) >= 0) i++;
    return k->end[i].key;
}

/* The ways to a key of which the last step was one of its kinds. */
static double ways_by(const clues *c, book *k, uint64_t key, int t, const kind *j)
{
    uint64_t before = (key ^ j->hits) - one_of(t);
    uint32_t open = c->all & ~hits_of(before);
    if (j->hits & ~hits_of(key) || pl_lowest(open) != pl_lowest(j->hits)) return 0;
    int at = *find(k, before);
    if (!at) return 0;
    return k->list[at - 1].ways * (c->sort[t].ships - ships_of(before, t)) * j->count;
}

/* A last step to the key, at random by its ways; the sort, and its kind in *of. */
static int draw_step(const clues *c, book *k, uint64_t key, int *of, pl_rng *r)
{
    double u = pl_unit(r) * k->list[*find(k, key) - 1].ways;
    int found = 0;
    for (int t = 0; t < c->sorts; t++) {
        if (!ships_of(key, t)) continue;
        for (int i = 0; i < c->sort[t].kinds; i++) {
            double ways = ways_by(c, k, key, t, &c->sort[t].kind[i]);
            if (ways <= 0) continue;
            found = t;
            *of = i;
            if ((u -= ways) < 0) return found;
        }
    }
    return found;
}

static int draw_place(const sort *o, int of, pl_rng *r)
{
    int at = -1;
    for (int n = 1 + pl_below(r, o->kind[of].count); n; n -= o->of[at] == of) at++;
    return o->place[at];
}

static int draw_free(const sort *o, pl_rng *r)
{
    int i = pl_below(r, o->room), across = count(o->free[0]);
    return i < across ? nth(o->free[0], i) + 1 : (nth(o->free[1], i - across) + 1) | DOWN;
}

/* A place for ship i that no other of its sort has. */
static int draw_other(const clues *c, const uint8_t *place, int i, pl_rng *r)
{
    for (;;) {
        int out = draw_free(&c->sort[c->sort_of[i]], r), k = 0;
        while (k < i && (c->sort_of[k] != c->sort_of[i] || place[k] != out)) k++;
        if (k == i) return out;
    }
}

/* One of the ships of a sort that have no place yet. */
static int draw_ship(const clues *c, int t, const uint8_t *place, pl_rng *r)
{
    int n = 0, out = 0;
    for (int k = 0; k < c->b->ships; k++)
        if (c->sort_of[k] == t && !place[k] && !pl_below(r, ++n)) out = k;
    return out;
}

/* Places for ships that explain all hits, then for the others; 0 if they overlap. */
static int draw_places(const clues *c, book *k, uint8_t *place, cells *ship, pl_rng *r)
{
    uint64_t key = draw_end(k, r);
    cells taken = {{0, 0}};
    memset(place, 0, SHIPS);
    while (hits_of(key)) {
        int of = 0, t = draw_step(c, k, key, &of, r);
        place[draw_ship(c, t, place, r)] = (uint8_t)draw_place(&c->sort[t], of, r);
        key = (key ^ c->sort[t].kind[of].hits) - one_of(t);
    }
    for (int i = 0; i < c->b->ships; i++) {
        if (!place[i]) place[i] = (uint8_t)draw_other(c, place, i, r);
        ship[i] = ship_cells(c->b, place[i], c->b->length[i]);
        if (any(both(taken, ship[i]))) return 0;
        taken = either(taken, ship[i]);
    }
    return 1;
}

/* How many places ship k had, those before it being where they are. */
static int room_for(const chart *b, cells before, int k)
{
    cells room[2];
    find_room(b, without(b->board, before), b->length[k], room);
    return count(room[0]) + count(room[1]);
}

/* One try at a whole fleet; 0 if it is not to be. */
static int try_fleet(const clues *c, book *k, uint8_t *place, pl_rng *r)
{
    cells ship[SHIPS], taken;
    double odds = 1;
    if (!draw_places(c, k, place, ship, r)) return 0;
    taken = ship[0];
    for (int i = 1; i < c->b->ships; i++) {
        odds *= (double)c->least[i] / room_for(c->b, taken, i);
        taken = either(taken, ship[i]);
    }
    return pl_unit(r) < odds;
}

/* Every fleet in turn, one kept by its weight: for what is too rare to try. */
typedef struct {
    const clues *c;
    pl_rng *r;
    int64_t budget; /* places to look at; spent, and the rest goes unseen */
    double total;
    int32_t found;
    uint8_t place[SHIPS], kept[SHIPS];
} search;

static void look(search *x, int k, cells taken, uint32_t hits, double weight);

static void look_at(search *x, int k, int place, cells taken, uint32_t hits, double weight)
{
    const chart *b = x->c->b;
    cells ship = ship_cells(b, place, b->length[k]);
    x->budget--;
    if (any(both(taken, ship)) || (x->budget < 0 && x->found)) return;
    x->place[k] = (uint8_t)place;
    look(x, k + 1, either(taken, ship), hits, weight / room_for(b, taken, k));
}

static void look(search *x, int k, cells taken, uint32_t hits, double weight)
{
    const sort *o = &x->c->sort[x->c->sort_of[k]];
    int left = 0;
    for (int i = k; i < x->c->b->ships; i++) left += x->c->b->length[i];
    if (pl_count(x->c->all & ~hits) > left) return;
    if (k == x->c->b->ships) {
        x->total += weight;
        x->found = 1;
        if (pl_unit(x->r) * x->total < weight) memcpy(x->kept, x->place, sizeof x->kept);
        return;
    }
    for (int i = 0; i < o->places; i++) {
        uint32_t own = o->kind[o->of[i]].hits;
        if (!(own & hits)) look_at(x, k, o->place[i], taken, hits | own, weight);
    }
    for (int d = 0; d < 4; d++)
        for (uint64_t m = o->free[d / 2].w[d % 2]; m; m &= m - 1)
            look_at(x, k, (64 * (d % 2) + pl_lowest(m) + 1) | d / 2 * DOWN, taken, hits, weight);
}

/* Draw a place for each ship, as the clues have it.  Where thousands of tries
 * fail, or there are too many sets of hits to count, all fleets are gone
 * through; only if they are millions does a part of them stand for the rest. */
static inline void draw_fleet(clues *c, uint8_t *place, pl_rng *r)
{
    book k;
    find_sorts(c);
    for (int i = fill(c, &k) ? TRIES : 0; i < TRIES; i++)
        if (try_fleet(c, &k, place, r)) return;
    search x = {.c = c, .r = r, .budget = BUDGET};
    look(&x, 0, (cells){{0, 0}}, 0, 1);
    memcpy(place, x.kept, sizeof x.kept);
}

#endif
