/* lean.c -- games of agents in this process, without a referee.
 *
 * They are the games that the referee would see, bit for bit: chance at ply k is drawn with
 * child k of the game's seed, as at a table, and where an agent gives a move that is not legal
 * the game is played once more at a table, which knows what is done about it.  What a group
 * has drawn is kept for its other games.  An agent that plays at random is not asked: the move
 * is drawn from its stream, as it would do; where all do so, blind.c plays.
 *
 * Times are measured in the first games and a few later ones only, or in all once moves take
 * long: the clock costs more than a quick move does.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/match/blind.h"
#include "core/text.h"

enum { SAMPLE = 256, ABANDONED = -2, ILLEGAL = -1 };
static const int64_t slow = 5000; /* nanoseconds of a move that is worth its clock */

typedef struct {
    pl_match *match;
    const pl_game *game;
    pl_cursor cursor;
    pl_crew pool;
    pl_agent *place[PL_SEATS_MAX], *seat[PL_SEATS_MAX];
    const char *names[PL_SEATS_MAX];
    uint32_t random, hears, cares; /* seats, as bits: plays at random; is told of plies, of games */
    const uint8_t *order;
    int timing, blind;           /* blind: everybody plays at random */
    int64_t games, moves, spent; /* spent on moves that were measured */
    pl_dice dice;
    pl_blind still; /* for games that nobody thinks about */
    pl_blind_play *play_blind;
    const pl_move *opening;
    int opened;
    int ahead; /* the next game of the group is played already, and came out so */
    pl_outcome next;
    pl_table *table; /* for games that end in a fault */
} lean;

static int64_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static pl_move draw(lean *l, const pl_state *s, int64_t ply)
{
    pl_rng r = pl_dice_of(&l->dice, ply);
    return pl_any(l->game, s, &r);
}

static pl_move pick(lean *l, const pl_state *s, int turn)
{
    if (l->random >> turn & 1) return pl_any(l->game, s, &l->seat[turn]->rng);
    return pl_agent_pick(l->seat[turn], s);
}

static pl_move timed_pick(lean *l, const pl_state *s, int turn)
{
    pl_tally *t = l->cursor.tally;
    int64_t from = clock_now();
    pl_move m = pick(l, s, turn);
    int64_t took = clock_now() - from;
    pl_times_add(&t->times[t->slot[l->order[turn]]], took);
    t->timed = 1;
    l->moves++;
    l->spent += took;
    return m;
}

static void tell(const lean *l, const pl_state *s, pl_move m)
{
    for (uint32_t left = l->hears; left; left &= left - 1)
        pl_agent_tell(l->seat[pl_lowest(left)], s, m);
}

/* The plies of a game; or why there are none. */
static int64_t play(lean *l, double *score)
{
    const pl_game *g = l->game;
    int64_t ply = 0;
    pl_state s;
    memcpy(&s, &l->match->start, (size_t)g->state_size);
    for (int turn; (turn = g->turn(&s)) != PL_OVER; ply++) {
        pl_move m = ply < l->opened     ? l->opening[ply]
                    : turn == PL_CHANCE ? draw(l, &s, ply)
                    : l->timing         ? timed_pick(l, &s, turn)
                                        : pick(l, &s, turn);
        if (m == PL_ILLEGAL) return ILLEGAL;
        if (l->hears) tell(l, &s, m);
        g->apply(&s, m);
        if (pl_match_stopped(l->match)) return ABANDONED;
    }
    g->score(&s, score);
    return ply;
}

static int64_t finish(pl_outcome *o, int64_t plies)
{
    o->plies = plies;
    o->how = PL_BY_RULES;
    o->fault = o->seat = 0;
    return plies;
}

/* This game and the next one of the deal, if there is one. */
static int64_t play_at_random(lean *l, pl_outcome *o)
{
    const pl_grouping *g = &l->match->grouping;
    int game = l->cursor.game;
    l->ahead = game + 1 < g->size && g->fairness != PL_FRESH_DEALS;
    l->play_blind(&l->still, &l->cursor.group, game, o, l->ahead ? &l->next : NULL);
    return o->plies;
}

static void deal(lean *l)
{
    const pl_group *group = &l->cursor.group;
    int game = l->cursor.game;
    for (int s = 0; s < l->game->players; s++)
        pl_group_stream(group, game, l->order[s], &l->seat[s]->rng);
}

static void sit_down(lean *l)
{
    pl_cursor *c = &l->cursor;
    l->random = l->hears = l->cares = 0;
    for (int s = 0; s < l->game->players; s++) {
        pl_agent *a = l->seat[s] = l->place[l->order[s]];
        l->random |= (uint32_t)(a->type == &pl_random) << s;
        l->hears |= (uint32_t)(a->type->heard != NULL) << s;
        l->cares |= (uint32_t)(a->type->begin || a->type->over) << s;
        l->names[s] = l->match->entrant[c->stint.who[l->order[s]]].name;
        a->names = l->names;
        a->seat = s;
    }
    deal(l);
}

static void begin_and_end(lean *l, const double *score)
{
    for (uint32_t left = l->cares; left; left &= left - 1) {
        int s = pl_lowest(left);
        pl_agent *a = l->seat[s];
        if (!score) pl_agent_begin(a, s);
        else if (a->type->over) {
            a->how = pl_ending_name(PL_BY_RULES);
            a->type->over(a, score);
        }
    }
}

/* The same game once more, for the referee to see what was wrong. */
static int64_t replay(lean *l, pl_outcome *o)
{
    pl_error err;
    if (!l->table) l->table = pl_table_new(l->game, &l->match->plan.rules, &err);
    if (!l->table) {
        pl_match_fail(l->match, &err);
        return ABANDONED;
    }
    deal(l);
    pl_table_begin_from(l->table, l->dice.seed, l->opening, l->opened);
    if (!pl_table_run(l->table, l->seat) || pl_match_stopped(l->match)) return ABANDONED;
    pl_outcome_of(l->table, o);
    return o->plies;
}

static int64_t play_one(lean *l, pl_outcome *o)
{
    const pl_group *group = &l->cursor.group;
    int game = l->cursor.game;
    if (l->ahead) {
        l->ahead = 0;
        memcpy(o->score, l->next.score, (size_t)l->game->players * sizeof *o->score);
        return finish(o, l->next.plies);
    }
    l->order = pl_group_order(group, game);
    pl_dice_take(&l->dice, pl_group_chance(group, game));
    pl_openings_at(l->match->plan.openings, group->number, &l->opening, &l->opened);
    l->timing = l->games < SAMPLE || l->games % SAMPLE == 0 || l->spent > slow * l->moves;
    l->games++;
    if (l->blind && !l->timing && !l->opened) return play_at_random(l, o);
    sit_down(l);
    if (l->cares) begin_and_end(l, NULL);
    int64_t plies = play(l, o->score);
    if (plies >= 0 && l->cares) begin_and_end(l, o->score);
    if (plies == ILLEGAL) return replay(l, o);
    return finish(o, plies);
}

static void play_all(lean *l)
{
    pl_error err;
    pl_outcome o;
    while (pl_cursor_next(&l->cursor, 1)) {
        if (l->cursor.fresh) {
            l->cursor.fresh = 0;
            if (pl_crew_seat(&l->pool, l->cursor.stint.who, l->place, &err)) {
                pl_match_fail(l->match, &err);
                return;
            }
            l->blind = 1;
            for (int i = 0; i < l->game->players; i++) l->blind &= l->place[i]->type == &pl_random;
        }
        if (play_one(l, &o) < 0) return;
        pl_cursor_done(&l->cursor, &o);
    }
}

static pl_blind_play *blind_of_machine(void)
{
#ifdef PL_HAVE_V3
    if (pl_machine_v3()) return pl_blind_v3;
#endif
    return pl_blind_base;
}

void pl_lean_work(pl_match *m)
{
    pl_error err;
    lean *l = calloc(1, sizeof *l);
    if (!l) {
        pl_match_fail(m, &(pl_error){"out of memory"});
        return;
    }
    l->match = m;
    l->game = m->plan.game;
    l->still = (pl_blind){.game = l->game, .start = &m->start, .dice = &l->dice};
    l->play_blind = blind_of_machine();
    if (pl_cursor_open(&l->cursor, m, &err) || pl_crew_open(&l->pool, m, &err))
        pl_match_fail(m, &err);
    else play_all(l);
    pl_crew_close(&l->pool);
    pl_cursor_close(&l->cursor);
    pl_table_free(l->table);
    free(l);
}
