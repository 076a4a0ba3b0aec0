/* hindsight.c -- what a move gave away, judged by what its seat knew.
 *
 * A search looks hard at the move that it likes and hardly at the others, so that the value it has
 * for one of these says little; and where it looked hard it may still be wrong, as often as it is
 * asked.  Here the move that was played and the one that an agent would have played are both played
 * on: in the same worlds that fit what the seat knows, with the same luck, and by searches of all
 * seats, each by what it knows in that world.  What is compared are results of games, so the
 * difference is known with its error: of games between such players, that is, who are not perfect.
 * One that may be luck is none.
 *
 * Budgets are plies of random play, never time: so the same question has the same answer on any
 * machine, and long games are looked at no longer than short ones.
 *
 * Fact to check: in Kuhn poker to fold a king costs 3, two that it would have won and one that it lost,
 * and to pass a jack costs nothing.
 */
#include <math.h>
#include <stdio.h>

#include "parlor/analysis.h"

/* Random games tell how long one is; of one that is longer than this it is enough to know that. */
enum { SAMPLE = 8, LONG = 3000 };
/* Choices that are thought about, before chance ends the game. */
enum { PATIENCE = 32 };
/* Plies of random play for the first look, and for a comparison. */
static const double pick_plies = 1.5e6, pair_plies = 2e7;
/* So many standard errors are hardly luck, though eight moves of a game are tried. */
static const double sure = 3;
/* What never came up in n trials is rarer than this over n, at 95 %. */
static const double rule_of_three = 3;

/* How two moves are compared.  Where chance and secrets have no part all worlds are the same, and
 * only the players differ: better a few games that are thorough. */
typedef struct {
    int worlds;
    double quantile;    /* of Student's distribution, for an interval of 95 % */
    double least, most; /* iterations of a search */
} plan;
static const plan plan_open = {32, 2.040, 100, 2000}, plan_luck = {96, 1.985, 20, 300};

typedef struct {
    const pl_knowledge *of;
    pl_agent *seat[PL_SEATS_MAX];
} company;

/* A game may be as long as its parameters say, and who asks should not wait for that. */
static int random_plies(const pl_game *g, pl_rng *r)
{
    pl_state s;
    int n = 0;
    pl_start(g, &s);
    for (; n < LONG && g->turn(&s) != PL_OVER; n++) g->apply(&s, pl_any(g, &s, r));
    return n;
}

static double mean_plies(const pl_game *g)
{
    double sum = 0;
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < SAMPLE; i++) sum += random_plies(g, &r);
    return fmax(1, sum / SAMPLE);
}

static double clamp(double x, double least, double most)
{
    return floor(fmin(most, fmax(least, x)));
}

static int searcher(const pl_game *g, double iterations, int memory, char *buf, size_t n)
{
    return snprintf(buf, n, "%s(iterations=%.0f,memory=%d)", g->hide ? "ismcts" : "mcts",
                    iterations, memory);
}

int pl_hindsight_agent(const pl_game *g, double effort, char *buf, size_t n)
{
    enum { LEAST = 500, MOST = 5000, MEMORY = 16 };
    return searcher(g, clamp(effort * pick_plies / mean_plies(g), LEAST, MOST), MEMORY, buf, n);
}

static void company_close(company *c)
{
    for (int i = 0; i < c->of->game->players; i++) pl_agent_free(c->seat[i]);
}

/* A searcher for every seat; each ends when the agent that is asked is to. */
static int company_open(company *c, const plan *p, double effort, const pl_agent *asked)
{
    enum { MEMORY = 4 };
    const pl_game *g = c->of->game;
    char spec[PL_SPEC_MAX];
    pl_error err;
    double plies = mean_plies(g), thoughts = fmin(plies, PATIENCE);
    double each = effort * pair_plies / (p->worlds * thoughts * plies);
    searcher(g, clamp(each, p->least, p->most), MEMORY, spec, sizeof spec);
    for (int i = 0; i < g->players; i++) {
        c->seat[i] = pl_agent_open(spec, g, (uint64_t)i + 1, &err);
        if (!c->seat[i]) return -1;
        pl_agent_obey(c->seat[i], asked);
    }
    return 0;
}

static int decides(const pl_game *g, const pl_state *s)
{
    pl_move list[PL_MOVES_MAX];
    return g->moves(s, list) > 1;
}

/* What whoever is to move would play; its memory is of this world alone. */
static pl_move ask(company *c, int turn, const pl_state *s)
{
    pl_agent_begin(c->seat[turn], turn);
    return pl_agent_pick(c->seat[turn], s);
}

static double by_luck(const pl_game *g, const pl_state *s, int seat, pl_rng *luck)
{
    double sum[PL_SEATS_MAX] = {0};
    pl_rollout(g, s, 1, luck, sum);
    return sum[seat];
}

static double final_score(const pl_game *g, const pl_state *s, int seat)
{
    double score[PL_SEATS_MAX];
    g->score(s, score);
    return score[seat];
}

/* What the seat comes to when all play on from s; NAN: nobody knows. */
static double play_on(company *c, pl_state *s, pl_rng *luck)
{
    const pl_game *g = c->of->game;
    int thoughts = 0;
    for (int turn; (turn = g->turn(s)) != PL_OVER;) {
        int thinks = turn != PL_CHANCE && decides(g, s);
        if (thinks && thoughts++ == PATIENCE) return by_luck(g, s, c->of->seat, luck);
        pl_move m = thinks ? ask(c, turn, s) : pl_any(g, s, luck);
        if (m == PL_ILLEGAL) return NAN;
        g->apply(s, m);
    }
    return final_score(g, s, c->of->seat);
}

static double try_move(company *c, const pl_state *world, pl_move m, pl_rng luck)
{
    pl_state s = *world;
    c->of->game->apply(&s, m);
    return play_on(c, &s, &luck);
}

/* What the difference d and its error say: games that all differ alike may yet not always. */
static void conclude(const plan *p, const pl_game *g, double d, double error, pl_hindsight *out)
{
    int known = d > 0 && d > sure * error;
    double half = error > 0 ? p->quantile * error : rule_of_three / p->worlds * (g->hi - g->lo);
    out->worlds = p->worlds;
    out->cost = known ? d : 0;
    out->within = known ? half : fmax(0, d) + half;
}

/* By how much better is better than played, in the mean over worlds, and how sure that is. */
static int compare(company *c, const plan *p, const pl_agent *asked, pl_move played,
                   pl_hindsight *out)
{
    double sum = 0, squares = 0, n = p->worlds;
    pl_rng root;
    pl_seed(&root, 1);
    for (int i = 0; i < p->worlds; i++) {
        pl_rng luck;
        pl_state world;
        pl_split(&root, (uint64_t)i, &luck);
        if (pl_guess_world(c->of, &luck, &world)) return -1;
        double d = try_move(c, &world, out->better, luck);
        d -= try_move(c, &world, played, luck);
        if (isnan(d) || pl_agent_stopped(asked)) return -1;
        sum += d;
        squares += d * d;
    }
    double mean = sum / n;
    conclude(p, c->of->game, mean, sqrt(fmax(0, squares / n - mean * mean) / (n - 1)), out);
    return 0;
}

int pl_hindsight_try(const pl_agent *asked, const pl_knowledge *k, double effort, pl_move played,
                     pl_hindsight *h)
{
    company c = {.of = k};
    const plan *p = k->game->hide || k->game->chances > 0 ? &plan_luck : &plan_open;
    if (k->game->hide && !k->game->guess) return -1; /* others' views need what they heard */
    int bad = company_open(&c, p, effort, asked) || compare(&c, p, asked, played, h);
    company_close(&c);
    if (!bad && h->cost == 0) h->better = played;
    return bad ? -1 : 0;
}

static const pl_opinion *opinion_of(const pl_reasons *why, pl_move m)
{
    for (int i = 0; i < why->options; i++)
        if (why->of[i].move == m) return &why->of[i];
    return NULL;
}

int pl_hindsight_guess(pl_agent *a, pl_move pick, pl_move played, pl_hindsight *out)
{
    pl_reasons why;
    *out = (pl_hindsight){.better = pick};
    if (pl_agent_why(a, &why)) return -1;
    const pl_opinion *best = opinion_of(&why, pick), *mine = opinion_of(&why, played);
    if (!best || !mine || isnan(best->value)) return -1;
    int exact = pick == played || (best->proven && mine->proven);
    out->value = best->value;
    out->cost = fmax(0, best->value - (isnan(mine->value) ? a->game->lo : mine->value));
    out->within = exact ? 0 : NAN;
    return 0;
}
