/* laws.c -- the trial of a game: what is tried, in which order, and the report.
 *
 * First the tree from the top, breadth first, every step guarded; then each of
 * its positions, one by one and against each other; then random play, deeper
 * than the tree may reach; then the fast loops.  How much is tried depends on
 * the game's sizes and on the options, never on a clock, so a seed tells all.
 */
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

enum { KNOWN = 1 << 17, KNOWN_MEMORY = 64 << 20 }; /* things of random play; bytes of views */

static const struct {
    const char *name, *says;
} laws[LAW_COUNT] = {
    [LAW_FACTS] = {"facts", "sizes, names, bounds and parameters are in range, all rules there"},
    [LAW_START] = {"start-deterministic", "every game starts from the same bytes"},
    [LAW_INSIDE] = {"stays-inside", "nothing is written outside the state"},
    [LAW_READ_ONLY] = {"reading-changes-nothing", "rules that only read leave the state alone"},
    [LAW_TURN] = {"turn-in-range", "the turn is a seat's, or chance's, or it is over"},
    [LAW_MOVES_BOUND] = {"moves-bounded", "there are 1 to max_moves moves until it is over"},
    [LAW_MOVES_RANGE] = {"moves-in-range", "moves are below actions, outcomes below chances"},
    [LAW_MOVES_UNIQUE] = {"moves-unique", "no move is listed twice"},
    [LAW_MOVES_ASCENDING] = {"moves-ascending", "moves are listed in ascending order"},
    [LAW_MOVES_SAME] = {"moves-deterministic", "equal states have equal turns and moves"},
    [LAW_LEGAL] = {"legal-is-moves", "the bits of legal and wide are the moves of moves"},
    [LAW_APPLY] = {"apply-deterministic", "same state and move, same next state"},
    [LAW_PLIES] = {"plies-bounded", "no game is longer than max_plies"},
    [LAW_SCORE_RANGE] = {"scores-in-range", "every score is a number within lo..hi"},
    [LAW_ZERO_SUM] = {"zero-sum", "the scores add up to 0 where that is declared"},
    [LAW_ODDS] = {"odds-sum-to-one", "odds are positive and add up to 1"},
    [LAW_ROLL] = {"roll-follows-odds", "roll draws legal outcomes as often as the odds say"},
    [LAW_NAME_WORD] = {"names-are-words", "a move's name is one short word"},
    [LAW_NAME_UNIQUE] = {"names-unique", "no two legal moves have one name"},
    [LAW_NAME_PARSE] = {"names-parse-back", "a move's name reads back as the move"},
    [LAW_PRINT] = {"prints-like-snprintf", "say, show and json count and cut like snprintf"},
    [LAW_STATE_TEXT] = {"states-read-back", "a state's text reads back as its bytes"},
    [LAW_SHOW] = {"show-bounded", "a picture of a state or view has less than PL_SHOW_MAX bytes"},
    [LAW_JSON] = {"json-well-formed", "the JSON of a state or view is one well-formed object"},
    [LAW_KEY] = {"keys-equal", "equal states have equal keys"},
    [LAW_VALUE] = {"values-in-range", "a heuristic value lies within lo..hi"},
    [LAW_VALUE_END] = {"values-end-as-scores", "at the end a heuristic value is the score"},
    [LAW_VALUE_SUM] = {"values-zero-sum", "the values of two are opposite where scores are"},
    [LAW_MASK] = {"masks-are-moves",
                  "masks have exactly the moves of a seat, none if none is to move"},
    [LAW_TENSOR_SHAPE] = {"tensor-shape",
                          "every index of the tensor has a name, and a value; no seat, all 0"},
    [LAW_TENSOR_WRITTEN] = {"tensor-written", "a tensor is written whole, and nothing beside it"},
    [LAW_TENSOR_EQUAL] = {"tensor-of-view", "equal views have equal tensors"},
    [LAW_TENSOR_LOSSLESS] = {"tensor-lossless", "different views, different tensors, if declared"},
    [LAW_HIDE] = {"hide-deterministic", "same state and seat, same view"},
    [LAW_HIDE_TWICE] = {"hide-idempotent", "hiding twice is hiding once"},
    [LAW_TURN_KNOWN] = {"turn-known", "whose turn it is is no secret"},
    [LAW_OWN_MOVES] = {"own-moves-known", "one's own moves are no secret"},
    [LAW_SCORES_KNOWN] = {"scores-known", "the final scores are no secret"},
    [LAW_GUESS_FITS] = {"guess-fits-view", "a guess hides to the view it was made from"},
    [LAW_GUESS_BLIND] = {"guess-blind", "a guess never depends on the hidden truth"},
    [LAW_GUESS_PLAYABLE] = {"guess-playable", "a guess can be played to an end by the rules"},
    [LAW_GUESS_REACHABLE] = {"guess-reachable", "some line of play leads to every guess"},
    [LAW_GUESS_WEIGHTS] = {"guess-weights", "guesses come as often as their exact weights say"},
    [LAW_CODE_RANGE] = {"codes-in-range", "a code is the move, or above all moves, or nothing"},
    [LAW_CODE_OWN] = {"own-moves-noticed", "a seat notices its own moves"},
    [LAW_CODE_NOTHING] = {"nothing-changes-nothing", "an unnoticed move leaves the view as it is"},
    [LAW_CODE_SPELT] = {"codes-spelt", "say has a word for every code"},
    [LAW_PAIR] = {"pair-law", "same view and same code, same next view"},
    [LAW_FILTER] = {"filter-law", "guesses after a move are guesses before it, carried through"},
    [LAW_OBSERVED] = {"same-observations-same-view", "equal knowledge, equal views"},
    [LAW_RECALL] = {"views-recall", "a view forgets nothing that was noticed, if declared"},
    [LAW_BELIEF] = {"beliefs-find-worlds",
                    "a belief finds worlds, and all hide to the seat's view"},
    [LAW_ROLLOUT] = {"rollouts-agree", "fast rollouts are plain ones to the last bit"},
    [LAW_PERFT] = {"perfts-agree", "all loops count the same lines"},
    [LAW_LOOK] = {"looks-agree", "all loops see the same worth ahead"},
    [LAW_STEP] = {"steps-agree", "batches step as the rules say"},
};

/* Moves from the start to where the trial is, the one under trial included. */
static int32_t depth_of(const pl_walk *w, int32_t node)
{
    int32_t n = 0;
    while ((node = w->parent[node]) >= 0) n++;
    return n;
}

int pl_check_plies(const pl_check *c)
{
    return c->node >= 0 ? depth_of(&c->walk, c->node) : c->plies;
}

/* Keep the line under trial as the best so far. */
static void keep_line(pl_check *c)
{
    int n = pl_check_plies(c), at = n;
    pl_move *line = malloc(((size_t)n + 1) * sizeof *line);
    if (!line) {
        c->no_memory = 1;
        return;
    }
    for (int32_t i = c->node; i > 0; i = c->walk.parent[i]) line[--at] = c->walk.move[i];
    if (c->node < 0 && n) memcpy(line, c->line, (size_t)n * sizeof *line);
    if (c->next != PL_ILLEGAL) line[n++] = c->next;
    free(c->best);
    c->best = line;
    c->best_plies = n;
}

int pl_holds(pl_check *c, pl_law law, int ok, const char *format, ...)
{
    int plies = 0;
    if (c->broken < 0) c->out->tried[law]++;
    if (ok) return 1;
    if (c->broken >= 0) {
        plies = pl_check_plies(c) + (c->next != PL_ILLEGAL);
        if (c->broken != (int)law || plies >= c->best_plies) {
            c->next = PL_ILLEGAL;
            return 0;
        }
    }
    va_list args;
    va_start(args, format);
    vsnprintf(c->out->detail, sizeof c->out->detail, format, args);
    va_end(args);
    c->broken = (int)law;
    keep_line(c);
    c->next = PL_ILLEGAL;
    return 0;
}

const char *pl_seat_name(int who)
{
    static const char *const seats[PL_SEATS_MAX] = {
        "seat 0", "seat 1", "seat 2",  "seat 3",  "seat 4",  "seat 5",  "seat 6",  "seat 7",
        "seat 8", "seat 9", "seat 10", "seat 11", "seat 12", "seat 13", "seat 14", "seat 15",
    };
    if (who >= 0 && who < PL_SEATS_MAX) return seats[who];
    return who == PL_CHANCE ? "chance" : who == PL_OVER ? "nobody" : "the public";
}

/* All laws of one position; those of text, which are dear, in every position
 * near the top of the tree and in one of four elsewhere. */
static int visit(pl_check *c, const pl_place *p)
{
    int text = (c->node >= 0 && c->node < 200) || !pl_below(&c->rng, 4);
    return pl_check_again(c, p) && pl_check_secrets(c, p) && pl_check_shape(c, p) &&
           (!text || pl_check_text(c, p));
}

/* Every position of the tree, or as many from its top as the effort allows and
 * then some of the rest; all in order once one has failed. */
static int visit_walk(pl_check *c, int32_t end, int32_t all, int32_t step)
{
    for (int32_t i = 0; i < end; i += i < all ? 1 : step) {
        pl_place p;
        pl_state s;
        memcpy(&s, pl_walk_state(c, i), c->size);
        pl_split(&c->root, ((uint64_t)1 << 40) + (uint64_t)i, &c->rng);
        c->node = i;
        int ok = pl_check_place(c, &s, &p) && visit(c, &p);
        c->node = -1;
        if (!ok) return i;
    }
    return -1;
}

/* Positions that go into the usual effort; dear where there are many seats and
 * moves. */
static double visits(const pl_check *c)
{
    const pl_game *g = c->game;
    int moves = g->max_moves < 24 ? g->max_moves : 24;
    double seats = g->hide ? g->players + 1 : 0, size = pl_tensor_size(g) + 8.0 * g->state_size;
    double cost =
        6 + seats * (1.5 + 0.3 * moves + g->state_size / 16.0) + 0.3 * g->max_moves + size / 200;
    return 7e5 / cost;
}

static void try_walk(pl_check *c)
{
    int32_t end = c->walk.expanded, all = (int32_t)(visits(c) / 3 * c->effort) + 20;
    if (!c->walk.complete && end > all) end = all;
    int32_t step = 1 + (end > all ? (end - all) / (all / 2 + 1) : 0);
    int32_t failed = visit_walk(c, end, all, step);
    if (failed >= all) visit_walk(c, failed, failed, 1);
    if (c->broken < 0) pl_check_observations(c);
    if (c->broken < 0) pl_check_posterior(c);
}

/* One random game, at most as long as is of interest. */
static void play_game(pl_check *c, int filter_every, int visit_every)
{
    pl_state s, next;
    pl_place p;
    c->plies = 0;
    pl_check_begin_line(c);
    if (!pl_check_start(c, &s)) return;
    while (c->broken < 0 || c->plies <= c->best_plies) {
        int look = !pl_below(&c->rng, visit_every);
        if (!pl_check_place(c, &s, &p) || ((look || !p.n) && !visit(c, &p))) return;
        if (!pl_check_knowledge(c, &p) || p.turn == PL_OVER) return;
        if (!pl_holds(c, LAW_PLIES, c->plies < c->game->max_plies && c->plies < c->room,
                      "a game goes on after %d plies", c->plies))
            return;
        pl_move m = pl_check_draw(c, &p);
        if (!pl_check_play(c, &s, m, &next)) return;
        pl_check_notice(c, &p, m);
        if (!pl_below(&c->rng, filter_every) && !pl_check_filter(c, &p, m)) return;
        memcpy(&s, &next, c->size);
        c->line[c->plies++] = m;
        if (c->broken < 0) c->out->plies++;
    }
}

/* A test of the filter law costs hundreds of guesses: some hundreds in all. */
static double filter_tests(const pl_check *c)
{
    double tests = 2e4 / (double)c->size;
    return c->effort * (tests < 150 ? 150 : tests > 1000 ? 1000 : tests);
}

/* So many of all: one in how many. */
static int one_in(double all, double many)
{
    double n = 1 + all / (many + 1);
    return n < INT_MAX ? (int)n : INT_MAX;
}

static void try_play(pl_check *c)
{
    double plies = (double)c->games * c->game->max_plies, most = visits(c) * c->effort;
    int filter_every = one_in(plies, filter_tests(c)), visit_every = one_in(plies, most);
    for (int i = 0; i < c->games && !c->no_memory; i++) {
        pl_split(&c->root, (uint64_t)i, &c->rng);
        play_game(c, filter_every, visit_every);
        if (c->broken < 0) c->out->games++;
    }
}

/* Loops from states along a random game. */
static void try_loops(pl_check *c)
{
    int games = 1 + (int)(8 * c->effort);
    for (int i = 0; i < games && c->broken < 0 && !c->no_memory; i++) {
        pl_state s;
        pl_place p;
        int every = 1 + c->game->max_plies / 8;
        pl_split(&c->root, ((uint64_t)2 << 40) + (uint64_t)i, &c->rng);
        pl_start(c->game, &s);
        for (c->plies = 0; c->plies < c->room; c->plies++) {
            if (!pl_check_place(c, &s, &p)) return;
            if ((p.turn == PL_OVER || c->plies % every == 0) && !pl_check_loops(c, &p)) return;
            if (p.turn == PL_OVER) break;
            c->line[c->plies] = pl_check_draw(c, &p);
            c->game->apply(&s, c->line[c->plies]);
        }
        c->plies = 0;
        if (!pl_check_steps(c)) return;
    }
}

/* The line as text, each move by its name or, if that does not read back, by
 * its number. */
static void tell_line(const pl_check *c)
{
    pl_text t = {c->out->line, sizeof c->out->line, 0};
    char spec[PL_SPEC_MAX], name[4 * PL_NAME_MAX] = "";
    pl_state s;
    pl_spec(c->game, spec, sizeof spec);
    pl_put(&t, "%s:", spec);
    if (c->broken == LAW_FACTS || c->broken == LAW_START) return;
    pl_start(c->game, &s);
    for (int i = 0; i < c->best_plies; i++) {
        pl_box box;
        int n = c->game->say(&s, c->best[i], name, sizeof name);
        if (n > 0 && n < PL_NAME_MAX && pl_one_word(name) &&
            pl_parse(c->game, &s, name) == c->best[i])
            pl_put(&t, " %s", name);
        else pl_put(&t, " #%d", (int)c->best[i]);
        if (i + 1 == c->best_plies) break;
        void *x = pl_box_put(&box, &s, c->size, 0);
        c->game->apply(x, c->best[i]);
        memcpy(&s, x, c->size);
    }
}

/* As many random games as visit the usual number of positions. */
static int usual_games(const pl_check *c)
{
    double games = visits(c) / c->game->max_plies;
    return games > 1000 ? 1000 : games < 10 ? 10 : (int)games;
}

static int begin(pl_check *c, const pl_laws_options *o)
{
    const pl_game *g = c->game;
    int usual = usual_games(c);
    c->size = (size_t)g->state_size;
    c->games = o->games > 0 ? o->games : usual;
    c->effort = sqrt((double)c->games / usual); /* few games still get some of the rest, */
    if (c->effort > 1000) c->effort = 1000;     /* and no number gets too large */
    c->max_nodes = o->max_nodes > 0 ? o->max_nodes : 300000;
    c->room = g->max_plies < 1 << 20 ? g->max_plies + 1 : 1 << 20;
    c->line = malloc((size_t)c->room * sizeof *c->line);
    c->after = malloc(2 * PL_LINGER * c->size);
    pl_known_begin(&c->known, c->size, KNOWN_MEMORY, KNOWN);
    return c->line && c->after ? 0 : -1;
}

static void try_all(pl_check *c)
{
    if (!pl_walk_grow(c)) return;
    try_walk(c);
    if (c->broken < 0) try_play(c);
    if (c->broken < 0) try_loops(c);
    if (c->broken < 0) pl_check_beliefs(c);
}

static int sentence(pl_check *c, pl_error *err)
{
    free(c->line);
    free(c->best);
    free(c->after);
    pl_known_free(&c->known);
    pl_walk_free(&c->walk);
    return c->no_memory ? pl_fail(err, "out of memory while trying %s", c->game->name)
                        : c->broken >= 0;
}

int pl_laws(const pl_game *g, const pl_laws_options *options, pl_laws_report *out, pl_error *err)
{
    static const pl_laws_options usual;
    const pl_laws_options *o = options ? options : &usual;
    pl_check c = {.game = g, .out = out, .node = -1, .next = PL_ILLEGAL, .broken = -1};
    memset(out, 0, sizeof *out);
    out->laws = LAW_COUNT;
    out->seed = o->seed;
    for (int i = 0; i < LAW_COUNT; i++) {
        out->name[i] = laws[i].name;
        out->says[i] = laws[i].says;
    }
    pl_seed(&c.root, o->seed);
    if (pl_check_facts(&c)) {
        if (begin(&c, o)) c.no_memory = 1;
        else try_all(&c);
    }
    if (c.broken >= 0) {
        out->broken = laws[c.broken].name;
        tell_line(&c);
    }
    return sentence(&c, err);
}
