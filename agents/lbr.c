/* lbr.c -- local best response (Lisy and Bowling, 2017): the agent that knows whom it
 * plays against, and looks no further than its next move.
 *
 * It keeps worlds weighted by how the other would have played in them.  Each of its
 * moves is tried in the same worlds; the next decisions are made as the other would
 * make them, and all that follows at random.  What it wins is less than a best answer
 * would, so it bounds from below how much the other can be exploited.
 *
 * Fact to check: against random play at Kuhn poker it calls with a queen.
 */
#include "agents/opinions.h"
#include "agents/particles.h"
#include "agents/worlds.h"
#include "core/text.h"

enum { OF, WORLDS, TRIES, FOLLOW, TIMES };
enum { LEAST = 10 }; /* worlds that every move is tried in */

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_particles *particles;
    pl_worlds worlds; /* for when no weighted world is left */
    pl_particle *here, *there;
} lbr;

static int lbr_open(pl_agent *base, pl_error *err)
{
    lbr *a = (lbr *)base;
    const char *of = pl_agent_text(base, OF);
    if (!*of) return pl_fail(err, "lbr needs to know whom it answers, as lbr(of=random)");
    a->particles = pl_particles_new(base, of, (int)base->arg[WORLDS], (int)base->arg[TIMES], err);
    if (!a->particles) return -1;
    a->here = pl_particle_new(base->game);
    a->there = pl_particle_new(base->game);
    if (!a->here || !a->there) return pl_fail(err, "out of memory");
    return pl_opinions_open(&a->opinions, base->game, err);
}

static void lbr_close(pl_agent *base)
{
    lbr *a = (lbr *)base;
    pl_particles_free(a->particles);
    pl_particle_free(a->here);
    pl_particle_free(a->there);
    pl_worlds_close(&a->worlds);
    pl_opinions_close(&a->opinions);
}

static void lbr_begin(pl_agent *base)
{
    lbr *a = (lbr *)base;
    pl_particles_begin(a->particles, (int)base->seat);
    pl_worlds_begin(&a->worlds, base);
}

static void lbr_heard(pl_agent *base, int who, pl_move code, const void *view)
{
    lbr *a = (lbr *)base;
    pl_particles_heard(a->particles, who, code, &base->rng);
    pl_worlds_heard(&a->worlds, who, code, view);
}

/* So many decisions as the other would make them, and chance's outcomes before. */
static void follow(lbr *a, pl_particle *w, int decisions)
{
    const pl_game *g = a->base.game;
    pl_move list[PL_MOVES_MAX];
    double odds[PL_MOVES_MAX];
    for (int turn; (turn = g->turn(&w->state)) != PL_OVER;) {
        if (turn != PL_CHANCE && decisions-- == 0) return;
        int n = pl_particles_odds(a->particles, w, list, odds);
        if (n == 0) return;
        pl_particle_play(w, g, list[pl_drawn(odds, n, 1, &a->base.rng)]);
    }
}

static void try_world(lbr *a, const pl_particle *world, int decisions)
{
    const pl_game *g = a->base.game;
    for (int i = 0; i < a->opinions.n; i++) {
        pl_opinion *o = &a->opinions.of[i];
        double score[PL_SEATS_MAX] = {0};
        pl_particle_copy(a->there, world, g);
        pl_particle_play(a->there, g, o->move);
        follow(a, a->there, decisions);
        pl_rollout(g, &a->there->state, 1, &a->base.rng, score);
        double value = score[a->base.seat];
        o->visits++;
        o->value = o->visits > 1 ? o->value + (value - o->value) / o->visits : value;
    }
}

/* A weighted world with its past; else one of those that fit the view, whose past is not
 * known, so that nobody can be asked there.  How many decisions to follow; -1: no world. */
static int draw(lbr *a, const void *view)
{
    const pl_game *g = a->base.game;
    if (pl_particles_draw(a->particles, &a->base.rng, a->here) == 0)
        return (int)a->base.arg[FOLLOW];
    a->here->plies = 0;
    return pl_worlds_draw(&a->worlds, g, view, &a->base.rng, &a->here->state) ? -1 : 0;
}

static pl_move lbr_pick(pl_agent *base, const void *view)
{
    lbr *a = (lbr *)base;
    pl_opinions_begin(&a->opinions, base->game, view);
    int n = a->opinions.n, worlds = (int)base->arg[TRIES] / n;
    if (worlds < LEAST) worlds = LEAST;
    for (int i = 0; n > 1 && i < worlds; i++) {
        if (i > 0 && pl_agent_stopped(base)) break;
        int decisions = draw(a, view);
        if (decisions >= 0) try_world(a, a->here, decisions);
    }
    return pl_opinions_best(&a->opinions);
}

static void lbr_why(pl_agent *base, pl_reasons *out)
{
    lbr *a = (lbr *)base;
    out->of = a->opinions.of;
    out->options = a->opinions.n;
    out->iterations = a->opinions.n ? (int64_t)a->opinions.of[0].visits : 0;
}

static const pl_param params[] = {
    {"of", PL_TEXT, 0, 0, 0, "the agent that it answers, with its parameters"},
    {"worlds", NULL, 1, 200, 1000000, "that are kept, by weight"},
    {"tries", NULL, 1, 1000, 1000000000, "moves tried for a decision, each in 10 worlds or more"},
    {"follow", NULL, 0, 1, 1000000, "decisions after its own that are made as the other would"},
    {"times", NULL, 1, 100, 1000000, "that the other is asked where it does not tell its shares"},
    {0},
};

const pl_agent_type pl_local_best = {
    .abi = PL_ABI,
    .size = sizeof(lbr),
    .name = "lbr",
    .about = "local best response: answers an agent that it knows, one move deep",
    .params = params,
    .open = lbr_open,
    .close = lbr_close,
    .begin = lbr_begin,
    .heard = lbr_heard,
    .pick = lbr_pick,
    .why = lbr_why,
};
