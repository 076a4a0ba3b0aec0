/* luck.c -- what was luck in the games of a match, so that it can be taken off their payoffs.
 *
 * Luck is counted against a guess of what positions are worth (parlor/luck.h).  Of a small game the
 * whole tree is valued, by how those play whose chances are known and by an equilibrium for the
 * others; of a game without secrets all positions, if they fit into memory; else random games
 * are played from each position that might have come.  It is a function of the line of play, so a
 * game that is read from a file has the luck that it had when it was played.
 *
 * Fact to check: where all play by known chances and the tree is valued, no luck is left.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/match/match.h"
#include "core/text.h"
#include "parlor/exact.h"
#include "parlor/exploit.h"
#include "parlor/policy.h"
#include "parlor/solve.h"

enum { NODES = 300000, POSITIONS = 100000000 /* bytes */, GAMES = 20, GAMES_MOST = 1000000 };
static const double work = 2e7;       /* nodes that solving visits, about */
static const double values_max = 1e9; /* bytes */

/* Nodes valued for one way of sitting. */
typedef struct {
    int32_t at[PL_SEATS_MAX]; /* the entrant at a seat, if its chances are known; else -1 */
    pl_luck_tree *tree;
} seating;

struct pl_luck {
    const pl_game *game;
    int32_t entrants, kept;
    pl_tree *tree;
    double *assumed; /* policy: of whoever is not known */
    double **play;   /* entrants: policies; NULL: not known */
    int8_t *known;   /* entrants */
    pl_exact *exact;
    pl_luck_random rollouts;
    pthread_mutex_t lock; /* of seatings, which are made when they are first needed */
    seating **of;
    char says[160];
};

struct pl_luck_teller {
    pl_match *match;
    const int32_t *at; /* the entrant of each seat */
    int opened;
    pl_agent **agent; /* entrants x seats: those that tell their chances */
    int told[PL_SEATS_MAX];
};

int pl_luck_counts(const pl_luck *l, int entrant)
{
    return l->known[entrant];
}

const char *pl_luck_says(const pl_luck *l)
{
    return l->says;
}

static int known_count(const pl_luck *l)
{
    int n = 0;
    for (int i = 0; i < l->entrants; i++) n += l->known[i];
    return n;
}

/* Whether all ways of sitting can be valued in memory. */
static int seatings_fit(const pl_luck *l, pl_error *err)
{
    int known = known_count(l), kinds = known + (known < l->entrants);
    double each = 16.0 * l->tree->nodes * l->game->players;
    if (pow(kinds, l->game->players) * each <= values_max) return 0;
    return pl_fail(err,
                   "%d agents whose chances are known sit in too many ways for a tree of %d "
                   "nodes: take rollouts",
                   known, (int)l->tree->nodes);
}

static double *policy_room(const pl_tree *t)
{
    return calloc((size_t)t->info_first[t->infos] + 1, sizeof(double));
}

/* Near an equilibrium; where there is no such method, uniform play. */
static void assume_solved(pl_luck *l)
{
    const pl_tree *t = l->tree;
    pl_error err;
    pl_solver *s = pl_solver_new("auto", t, NULL, &err);
    double rounds = work / t->nodes;
    pl_tree_uniform(t, l->assumed);
    if (!s) return;
    pl_solver_run(s, rounds > 1000 ? 1000 : rounds < 20 ? 20 : (int64_t)rounds);
    pl_solver_policy(s, l->assumed);
    pl_solver_free(s);
}

static int assume(pl_luck *l, const char *file, pl_error *err)
{
    l->assumed = policy_room(l->tree);
    if (!l->assumed) return pl_fail(err, "out of memory");
    if (!file) {
        assume_solved(l);
        return 0;
    }
    pl_policy *p = pl_policy_open(file, err);
    int bad =
        !p || pl_policy_fits(p, l->game, err) || pl_policy_on(p, l->tree, l->assumed, NULL, err);
    pl_policy_free(p);
    return bad ? -1 : 0;
}

/* How the known agents play, at every set. */
static int ask_all(pl_luck *l, const pl_match *m, pl_error *err)
{
    for (int i = 0; i < l->entrants; i++) {
        pl_asked asked;
        if (!l->known[i]) continue;
        l->play[i] = policy_room(l->tree);
        if (!l->play[i]) return pl_fail(err, "out of memory");
        if (pl_agent_ask(m->entrant[i].agent, l->tree, PL_FULL, NULL, l->play[i], &asked, err))
            return -1;
        if (asked.counted)
            return pl_fail(err, "%.60s does not tell its chances at every set", m->entrant[i].name);
    }
    return 0;
}

static int open_tree(pl_luck *l, const pl_match *m, const char *file, pl_error *err)
{
    l->tree = pl_tree_new(l->game, NODES, err);
    if (!l->tree || seatings_fit(l, err) || assume(l, file, err) || ask_all(l, m, err)) return -1;
    if (file) snprintf(l->says, sizeof l->says, "%.80s on the", file);
    snprintf(l->says + strlen(l->says), 64, "%s tree of %d nodes", file ? "" : "the solved",
             (int)l->tree->nodes);
    return 0;
}

static int open_exact(pl_luck *l, pl_error *err)
{
    pl_exact_facts facts;
    l->exact = pl_exact_new(l->game, POSITIONS, err);
    if (!l->exact || pl_exact_fits(l->exact, 1, err) || pl_exact_run(l->exact, err)) return -1;
    pl_exact_about(l->exact, &facts);
    snprintf(l->says, sizeof l->says, "exact values of %lld positions", (long long)facts.positions);
    return 0;
}

static int open_rollouts(pl_luck *l, const char *count, pl_error *err)
{
    char *end = NULL;
    long n = count ? strtol(count, &end, 10) : GAMES;
    if (n < 1 || n > GAMES_MOST || (end && (*end || end == count)))
        return pl_fail(err, "rollouts are from 1 to %d games, not '%.40s'", GAMES_MOST, count);
    l->rollouts = (pl_luck_random){(int32_t)n, 1};
    snprintf(l->says, sizeof l->says, "%ld random game%s from each position", n, n == 1 ? "" : "s");
    return 0;
}

static void drop_tree(pl_luck *l)
{
    for (int i = 0; i < l->entrants; i++) {
        free(l->play[i]);
        l->play[i] = NULL;
    }
    free(l->assumed);
    l->assumed = NULL;
    pl_tree_free(l->tree);
    l->tree = NULL;
}

/* The first of these that the game allows. */
static int open_any(pl_luck *l, const pl_match *m, pl_error *err)
{
    if (!open_tree(l, m, NULL, err)) return 0;
    drop_tree(l);
    if (!l->game->hide && !open_exact(l, err)) return 0;
    pl_exact_free(l->exact);
    l->exact = NULL;
    return open_rollouts(l, NULL, err);
}

static int open_values(pl_luck *l, const pl_match *m, const char *how, pl_error *err)
{
    if (!strcmp(how, "auto")) return open_any(l, m, err);
    if (!strcmp(how, "tree")) return open_tree(l, m, NULL, err);
    if (!strcmp(how, "exact")) return open_exact(l, err);
    if (!strcmp(how, "rollouts")) return open_rollouts(l, NULL, err);
    if (!strncmp(how, "rollouts:", 9)) return open_rollouts(l, how + 9, err);
    if (access(how, R_OK)) /* before the game is found too large for any file */
        return pl_fail(err,
                       "luck is valued by tree, exact, rollouts:N or the file of a policy, and "
                       "'%.60s' cannot be read: %s",
                       how, strerror(errno));
    return open_tree(l, m, how, err);
}

/* A few random games tell whether chance has a part in it. */
static int has_chance(const pl_game *g)
{
    pl_rng r;
    pl_seed(&r, 1);
    for (int game = 0; game < 16; game++) {
        pl_state s;
        pl_start(g, &s);
        for (int turn; (turn = g->turn(&s)) != PL_OVER;) {
            if (turn == PL_CHANCE) return 1;
            g->apply(&s, pl_any(g, &s, &r));
        }
    }
    return 0;
}

/* With a clock a move may be the referee's, whatever the agent's chances were. */
static void find_known(pl_luck *l, const pl_match *m)
{
    const pl_pace *p = &m->plan.rules.pace;
    int paced = m->plan.refereed && (p->move || p->game || p->increment || p->bank);
    for (int i = 0; i < l->entrants; i++) {
        const pl_agent_type *type = pl_agent_find(m->player[i].kind);
        l->known[i] = !paced && type && type->mixes;
    }
}

pl_luck *pl_luck_open(const pl_match *m, const char *how, pl_error *err)
{
    size_t n = (size_t)m->plan.entrants;
    pl_luck *l = calloc(1, sizeof *l);
    if (!l) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&l->lock, NULL);
    l->game = m->plan.game;
    l->entrants = m->plan.entrants;
    l->play = calloc(n, sizeof *l->play);
    l->known = calloc(n, sizeof *l->known);
    int bad = l->play && l->known ? 0 : pl_fail(err, "out of memory");
    if (!bad) find_known(l, m);
    if (!bad && !known_count(l) && !has_chance(l->game))
        bad = pl_fail(err,
                      "there is no luck to take off: %s has no chance, and of no agent the "
                      "chances are known",
                      l->game->name);
    if (!bad) bad = open_values(l, m, how, err);
    if (!bad) return l;
    pl_luck_close(l);
    return NULL;
}

void pl_luck_close(pl_luck *l)
{
    if (!l) return;
    for (int i = 0; i < l->kept; i++) {
        pl_luck_tree_free(l->of[i]->tree);
        free(l->of[i]);
    }
    free(l->of);
    if (l->play) drop_tree(l);
    free(l->play);
    free(l->known);
    pl_exact_free(l->exact);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* Each known seat by its own policy, the others by the one that is assumed. */
static pl_luck_tree *value_seating(const pl_luck *l, const int32_t *at, pl_error *err)
{
    const pl_tree *t = l->tree;
    uint32_t known = 0;
    double *policy = policy_room(t);
    if (!policy) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t who = at[t->info_seat[i]], first = t->info_first[i];
        size_t bytes = (size_t)(t->info_first[i + 1] - first) * sizeof *policy;
        memcpy(policy + first, (who < 0 ? l->assumed : l->play[who]) + first, bytes);
    }
    for (int s = 0; s < l->game->players; s++) known |= (uint32_t)(at[s] >= 0) << s;
    pl_luck_tree *out = pl_luck_tree_new(t, policy, policy, known, err);
    free(policy);
    return out;
}

static pl_luck_tree *add_seating(pl_luck *l, const int32_t *at, pl_error *err)
{
    seating *one = calloc(1, sizeof *one);
    seating **more = realloc(l->of, (size_t)(l->kept + 1) * sizeof *more);
    if (more) l->of = more;
    if (one && more && (one->tree = value_seating(l, at, err))) {
        memcpy(one->at, at, sizeof one->at);
        l->of[l->kept++] = one;
        return one->tree;
    }
    if (!one || !more) pl_fail(err, "out of memory");
    free(one);
    return NULL;
}

static pl_luck_tree *find_seating(pl_luck *l, const int32_t *who, pl_error *err)
{
    int32_t at[PL_SEATS_MAX];
    pl_luck_tree *found = NULL;
    for (int s = 0; s < PL_SEATS_MAX; s++)
        at[s] = s < l->game->players && l->known[who[s]] ? who[s] : -1;
    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < l->kept && !found; i++)
        if (!memcmp(l->of[i]->at, at, sizeof at)) found = l->of[i]->tree;
    if (!found) found = add_seating(l, at, err);
    pthread_mutex_unlock(&l->lock);
    return found;
}

pl_luck_teller *pl_luck_teller_open(pl_match *m, pl_error *err)
{
    pl_luck_teller *t = calloc(1, sizeof *t);
    size_t n = (size_t)m->plan.entrants * (size_t)m->plan.game->players;
    if (t) {
        t->match = m;
        t->agent = calloc(n, sizeof *t->agent);
        if (t->agent) return t;
    }
    free(t);
    pl_fail(err, "out of memory");
    return NULL;
}

void pl_luck_teller_close(pl_luck_teller *t)
{
    if (!t) return;
    int n = t->match->plan.entrants * t->match->plan.game->players;
    for (int i = 0; i < n; i++) pl_agent_free(t->agent[i]);
    free(t->agent);
    free(t);
}

/* What an opening gives was no luck. */
static int given(const pl_line *l, int ply, int opened, double *out)
{
    for (int s = 0; ply < opened && s < pl_line_game(l)->players; s++) out[s] = 0;
    return ply < opened;
}

static void exact_value(void *with, const pl_line *l, int ply, pl_move m, const void *after,
                        double *out)
{
    const pl_luck_teller *t = with;
    (void)m;
    if (given(l, ply, t->opened, out)) return;
    if (pl_exact_value(t->match->luck->exact, after, out) >= 0) return;
    for (int s = 0; s < pl_line_game(l)->players; s++) out[s] = 0;
}

static void random_value(void *with, const pl_line *l, int ply, pl_move m, const void *after,
                         double *out)
{
    const pl_luck_teller *t = with;
    if (!given(l, ply, t->opened, out))
        pl_luck_random_value(&t->match->luck->rollouts, l, ply, m, after, out);
}

static pl_agent *agent_at(pl_luck_teller *t, int seat)
{
    const pl_match *m = t->match;
    pl_agent **at = &t->agent[t->at[seat] * m->plan.game->players + seat];
    if (!*at) *at = pl_agent_open(m->entrant[t->at[seat]].agent, m->plan.game, 0, NULL);
    return *at;
}

/* The agent of the seat is led to the ply once more, and asked. */
static int seat_chances(void *with, const pl_line *l, int ply, const pl_move *move, int n,
                        double *out)
{
    pl_luck_teller *t = with;
    int seat = pl_line_mover(l, ply);
    pl_reasons why;
    (void)move;
    if (ply < t->opened || !t->match->luck->known[t->at[seat]]) return 0;
    pl_agent *a = agent_at(t, seat);
    if (!a) return 0;
    if (!t->told[seat]) pl_agent_begin(a, seat);
    for (int i = t->told[seat]; i < ply; i++)
        pl_agent_tell(a, pl_line_state(l, i), pl_line_move(l, i));
    t->told[seat] = ply;
    if (pl_agent_pick(a, pl_line_state(l, ply)) == PL_ILLEGAL || pl_agent_why(a, &why)) return 0;
    for (int i = 0; why.options == n && i < n; i++) out[i] = why.of[i].share;
    return why.options == n;
}

/* The values and chances of a tree, but not of what an opening gave. */
typedef struct {
    pl_aivat of;
    int opened;
} tree_way;

static int tree_chances(void *with, const pl_line *l, int ply, const pl_move *move, int n,
                        double *out)
{
    const tree_way *w = with;
    return ply >= w->opened && w->of.chances(w->of.with, l, ply, move, n, out);
}

static void tree_value(void *with, const pl_line *l, int ply, pl_move m, const void *after,
                       double *out)
{
    const tree_way *w = with;
    if (!given(l, ply, w->opened, out)) w->of.value(w->of.with, l, ply, m, after, out);
}

/* Beside chance and moves, what known seats might have held instead; but not where openings made
 * their moves.  A game that was cut short belongs to no end, and so is not known. */
static int tree_luck(pl_luck_teller *t, const pl_line *l, pl_outcome *o, pl_error *err)
{
    double rest[PL_SEATS_MAX], *chance = o->luck[PL_LUCK_CHANCE], *moves = o->luck[PL_LUCK_MOVES];
    pl_luck_tree *tree = find_seating(t->match->luck, t->at, err);
    if (!tree) return -1;
    if (pl_line_turn(l) != PL_OVER) {
        chance[0] = NAN;
        return 0;
    }
    tree_way way = {pl_luck_tree_aivat(tree), t->opened};
    pl_aivat a = {tree_value, tree_chances, &way};
    if (pl_aivat_luck(&a, l, chance, moves, err)) return -1;
    if (t->match->plan.openings) return 0;
    if (pl_luck_tree_payoff(tree, l, rest, err)) return -1;
    for (int s = 0; s < t->match->plan.game->players; s++)
        o->luck[PL_LUCK_HANDS][s] = o->score[s] - chance[s] - moves[s] - rest[s];
    return 0;
}

int pl_luck_tell(pl_luck_teller *t, const pl_line *l, const int32_t *at, int opened, pl_outcome *o,
                 pl_error *err)
{
    const pl_luck *luck = t->match->luck;
    memset(o->luck, 0, sizeof o->luck);
    if (isnan(o->score[0])) return 0; /* it does not count */
    t->at = at;
    t->opened = opened;
    memset(t->told, 0, sizeof t->told);
    if (luck->tree) return tree_luck(t, l, o, err);
    pl_aivat a = {luck->exact ? exact_value : random_value, seat_chances, t};
    return pl_aivat_luck(&a, l, o->luck[PL_LUCK_CHANCE], o->luck[PL_LUCK_MOVES], err);
}
