/* analyse.c -- parlor analyse: what an agent thinks of a position, as one seat
 * sees it, and what that seat may believe of what it does not see.
 *
 * The truth is used for one thing: to tell what the seat has noticed.  Two
 * positions that look the same to it are analysed alike. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse.h"
#include "interrupt.h"
#include "seats.h"
#include "whole.h"

#define AT(field) .at = offsetof(call, field)

const option analyse_options[] = {
    {.name = "agent",
     .arg = "AGENT",
     .kind = WORD,
     AT(agents),
     .help = "who thinks (not given: ismcts where something is hidden, else mcts, for a second)"},
    {.name = "seat",
     .arg = "N",
     .kind = WORD,
     AT(seat),
     .help = "whose view (not given: that of the seat to move)"},
    {.name = "worlds",
     .arg = "N",
     .normal = "1000",
     .lo = 1,
     .hi = 1000000,
     .kind = NUMBER,
     AT(worlds),
     .help = "guessed to tell what the others hold"},
    {.name = "tree",
     .arg = "DEPTH",
     .bare = "3",
     .lo = 1,
     .hi = 60,
     .kind = NUMBER,
     AT(tree),
     .help = "also the top of the search tree, so deep, or 3 plies; the depth stands after ="},
    {.name = "least",
     .arg = "SHARE",
     .normal = "0.01",
     .kind = FRACTION,
     AT(least),
     .help = "leave out branches with a smaller share of all visits"},
    {.name = "dot",
     .arg = "FILE",
     .kind = WORD,
     AT(dot),
     .help = "write that tree for Graphviz; -: to standard output, and nothing else"},
    {.name = "watch",
     .kind = FLAG,
     AT(watch),
     .help = "show what it thinks while it does; Ctrl-C ends the thinking"},
    {0},
};

enum { CHECKS = 200, GAMES = 5000, LEAST = 20, MOST = 1000 }; /* random games for win rates */
enum { NAMES, WINS, WORLDS, BRANCHES };                       /* streams of random numbers */

typedef struct {
    const call *call;
    const pl_game *game;
    pl_line *line;
    pl_knowledge known;
    int turn; /* whether it is the seat's */
} analysis;

static void stream(const analysis *a, int n, pl_rng *out)
{
    pl_rng root;
    pl_seed(&root, (uint64_t)a->call->seed);
    pl_split(&root, (uint64_t)n, out);
}

json_t *json_known(double x)
{
    return isnan(x) ? json_null() : json_real(x);
}

void known_cell(table *t, const json_t *o, const char *key, double scale, const char *unit)
{
    const json_t *x = json_object_get(o, key);
    double told = json_number_value(x) * scale, v = fabs(told) < 0.0005 ? 0 : told; /* no -0.000 */
    int digits = json_is_integer(x) ? 0 : scale > 1 ? 1 : 3;
    if (json_is_number(x)) table_cell(t, "%.*f%s", digits, v, unit);
    else table_cell(t, "-");
}

static int likeliest_first(const void *a, const void *b)
{
    const pl_opinion *x = a, *y = b;
    if (x->share > y->share || x->share < y->share) return x->share > y->share ? -1 : 1;
    if (x->visits > y->visits || x->visits < y->visits) return x->visits > y->visits ? -1 : 1;
    if (x->value > y->value || x->value < y->value) return x->value > y->value ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static json_t *thought_json(const pl_opinion *o, const pl_knowledge *k, int told, int counted)
{
    return json_pack("{s:o,s:o,s:o,s:o,s:b}", "move", json_move(k->game, &k->view, o->move),
                     "share", told ? json_real(o->share) : json_null(), "visits",
                     counted ? json_integer((json_int_t)o->visits) : json_null(), "value",
                     json_known(o->value), "proven", o->proven);
}

/* The opinions of the legal moves, also of an agent that does not tell; to be freed. */
static pl_opinion *opinions_of(const pl_reasons *why, const pl_knowledge *k, int *n)
{
    pl_move list[PL_MOVES_MAX];
    *n = k->game->moves(&k->view, list);
    pl_opinion *of = calloc((size_t)*n, sizeof *of);
    if (!of) return NULL;
    if (why->options) memcpy(of, why->of, (size_t)*n * sizeof *of);
    else
        for (int i = 0; i < *n; i++) of[i] = (pl_opinion){.move = list[i], .value = NAN};
    qsort(of, (size_t)*n, sizeof *of, likeliest_first);
    return of;
}

json_t *thoughts_json(const pl_reasons *why, const pl_knowledge *k)
{
    json_t *moves = json_array();
    int n, counted = 0;
    pl_opinion *of = opinions_of(why, k, &n);
    for (int i = 0; of && i < n; i++) counted |= of[i].visits > 0;
    for (int i = 0; of && i < n; i++)
        json_array_append_new(moves, thought_json(&of[i], k, why->options > 0, counted));
    free(of);
    return json_pack("{s:I,s:I,s:I,s:i,s:f,s:o}", "iterations", (json_int_t)why->iterations,
                     "nodes", (json_int_t)why->nodes, "node_bytes", (json_int_t)why->node_bytes,
                     "trees", why->trees, "seconds", why->seconds, "moves", moves);
}

void thought_row(table *t, const json_t *move)
{
    table_row(t);
    table_cell(t, "%s", json_string_value(json_object_get(move, "move")));
    known_cell(t, move, "share", 100, " %");
    known_cell(t, move, "visits", 1, "");
    known_cell(t, move, "value", 1, json_is_true(json_object_get(move, "proven")) ? "!" : "");
}

/* Whether values tell win rates: one of two wins a stake that is always the same,
 * or nobody does. */
static int values_tell(const analysis *a, const json_t *moves, const trials *t)
{
    const pl_game *g = a->game;
    if (g->players != 2 || !(g->traits & PL_ZERO_SUM) || !(t->stake > 0)) return 0;
    for (size_t i = 0; i < json_array_size(moves); i++)
        if (json_is_number(json_object_get(json_array_get(moves, i), "value"))) return 1;
    return 0;
}

static double rate_of(const json_t *move, const analysis *a, const trials *t, int by_value)
{
    const char *name = json_string_value(json_object_get(move, "move"));
    const json_t *known = json_object_get(move, "value");
    double value = json_is_number(known) ? json_number_value(known) : NAN;
    if (by_value && isnan(value)) return NAN;
    if (by_value) return fmin(1, fmax(0, 0.5 + 0.5 * value / t->stake));
    pl_move m = pl_parse(a->game, &a->known.view, name);
    for (int i = 0; i < t->n; i++)
        if (t->of[i].move == m) return t->of[i].wins / t->worlds;
    return NAN;
}

/* How often the seat comes out best, a draw counting half: as the values have it;
 * or, where scores are of many sizes, in random games after the move. */
static void add_wins(const analysis *a, json_t *result)
{
    json_t *moves = json_object_get(result, "moves"), *from = NULL;
    trials t;
    pl_rng r;
    stream(a, WINS, &r);
    if (trials_open(&t, &a->known) == 0)
        trials_run(&t, &a->known, trials_worlds(&t, CHECKS, 2, CHECKS), INFINITY, &r);
    int by_value = values_tell(a, moves, &t);
    if (t.of && !by_value)
        trials_run(&t, &a->known, trials_worlds(&t, GAMES, LEAST, MOST), INFINITY, &r);
    if (by_value) from = json_pack("{s:s}", "from", "values");
    else if (t.worlds) from = json_pack("{s:s,s:i}", "from", "random games", "games", t.worlds);
    for (size_t i = 0; from && i < json_array_size(moves); i++) {
        json_t *move = json_array_get(moves, i);
        json_object_set_new(move, "win", json_known(rate_of(move, a, &t, by_value)));
    }
    json_object_set_new(result, "win_rates", from ? from : json_null());
    trials_close(&t);
}

static const char *agent_spec(const analysis *a)
{
    if (a->call->agents) return a->call->agents;
    return a->game->hide ? "ismcts(ms=1000)" : "mcts(ms=1000)";
}

/* The agent hears what its seat has noticed, and thinks. */
static int think(const analysis *a, pl_agent *agent, pl_move *pick)
{
    watcher w = {.known = &a->known, .json = a->call->json};
    watcher *watching = a->call->watch ? &w : NULL;
    watch_begin(agent, watching);
    *pick = seats_think(agent, a->line, pl_line_plies(a->line), a->known.seat);
    watch_end(agent, watching);
    if (*pick == PL_ILLEGAL && *interrupt_flag()) return failed("interrupted");
    if (*pick != PL_ILLEGAL) return DONE;
    const char *why = NULL;
    if (agent->type->fault) agent->type->fault(agent, &why);
    if (why && *why) return failed("%s: %s", agent->type->name, why);
    return failed("%s picked no legal move", agent->type->name);
}

/* What the agent thought, all but the belief, which needs none. */
static json_t *thoughts(const analysis *a, pl_agent *agent, pl_move pick)
{
    const call *c = a->call;
    pl_reasons why;
    pl_rng r;
    pl_agent_why(agent, &why);
    json_t *out = thoughts_json(&why, &a->known);
    add_wins(a, out);
    json_object_set_new(out, "pick", json_move(a->game, &a->known.view, pick));
    stream(a, NAMES, &r);
    json_object_set_new(out, "line", line_json(&why, &a->known, &r));
    stream(a, BRANCHES, &r);
    if (c->tree || c->dot)
        json_object_set_new(
            out, "tree", tree_json(agent, &a->known, (int)(c->tree ? c->tree : 3), c->least, &r));
    return out;
}

/* Everything as JSON; NULL with *status, having said why. */
static json_t *analysed(analysis *a, int *status)
{
    json_t *out = NULL;
    pl_rng r;
    pl_agent *agent = NULL;
    pl_move pick;
    interrupt_catch(NULL);
    if (a->turn || a->call->agents) /* one that cannot be is refused, even if it is not to think */
        agent = seats_agent(a->game, agent_spec(a), (uint64_t)a->call->seed, status);
    if (agent && a->turn && !(*status = think(a, agent, &pick))) out = thoughts(a, agent, pick);
    pl_agent_free(agent);
    *status = interrupt_status(*status);
    interrupt_leave();
    if (*status) {
        json_decref(out);
        return NULL;
    }
    if (!out) out = json_object();
    stream(a, WORLDS, &r);
    if (a->game->hide) {
        json_t *belief = belief_json(&a->known, (int)a->call->worlds, &r);
        json_object_set_new(out, "belief", belief ? belief : json_null());
    }
    return out;
}

static void print_line(const analysis *a, const json_t *result)
{
    const json_t *line = json_object_get(result, "line");
    for (size_t i = 0; i < json_array_size(line); i++) {
        const json_t *ply = json_array_get(line, i), *mover = json_object_get(ply, "mover");
        const char *move = json_string_value(json_object_get(ply, "move"));
        char who[24] = "";
        int seat = (int)json_integer_value(mover);
        if (json_is_string(mover)) snprintf(who, sizeof who, "chance: ");
        else if (seat != a->known.seat) snprintf(who, sizeof who, "seat %d: ", seat);
        printf("%s%s%s", i ? ", " : "Expected: ", who, move);
    }
    if (json_array_size(line)) putchar('\n');
    else printf("It picked %s.\n", json_string_value(json_object_get(result, "pick")));
}

static void print_rates(const analysis *a, const json_t *rates)
{
    const json_t *games = json_object_get(rates, "games");
    long long n = json_integer_value(games);
    if (games)
        printf(
            "WIN: how often seat %d came out best, a tie being shared, in %lld random game%s after the "
            "move.\n",
            a->known.seat, n, plural(n));
    else if (rates) puts("WIN: as the values say, a draw being half a win.");
}

static int print_thoughts(const analysis *a, const json_t *result)
{
    const json_t *moves = json_object_get(result, "moves");
    char number[2][16];
    double iterations = json_number_value(json_object_get(result, "iterations"));
    double nodes = json_number_value(json_object_get(result, "nodes"));
    printf("\n%s, in %.2f s", agent_spec(a), json_number_value(json_object_get(result, "seconds")));
    if (iterations > 0) printf(", %s iterations", short_number(iterations, number[0]));
    if (nodes > 0)
        printf(", %s nodes of %lld bytes", short_number(nodes, number[1]),
               (long long)json_integer_value(json_object_get(result, "node_bytes")));
    puts(":");
    table *t = table_new("MOVE|SHARE>|VISITS>|VALUE>|WIN>");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        thought_row(t, json_array_get(moves, i));
        known_cell(t, json_array_get(moves, i), "win", 100, " %");
    }
    int status = table_print(t);
    print_line(a, result);
    print_rates(a, json_object_get(result, "win_rates"));
    return status;
}

static int print_result(const analysis *a, const json_t *result)
{
    int status = DONE;
    const json_t *tree = json_object_get(result, "tree");
    const json_t *belief = json_object_get(result, "belief");
    print_moment(a->line, &a->known.view, a->known.seat);
    if (a->turn) status = print_thoughts(a, result);
    else printf("\nIt is not seat %d's turn.\n", a->known.seat);
    int trees = (int)json_integer_value(json_object_get(result, "trees"));
    if (!status && a->call->tree) status = tree_text(tree, trees, a->known.seat);
    if (!status && json_is_object(belief)) status = belief_text(belief, a->known.seat);
    else if (belief && !a->game->json)
        printf("\nThere is no belief to tell: %s does not tell its positions as JSON.\n",
               a->game->name);
    else if (belief) puts("\nNo world is known that fits what this seat has seen.");
    return status;
}

static void print_all_json(const analysis *a, json_t *result)
{
    json_t *all =
        json_pack("{s:s,s:o,s:i,s:o?}", "event", "analysis", "game", json_spec(a->game), "seat",
                  a->known.seat, "position", json_position(a->game, &a->known.view, a->known.seat));
    if (a->turn) json_object_set_new(all, "agent", json_clean(agent_spec(a)));
    json_object_update(all, result);
    print_json(all);
}

static int draw(const analysis *a, const json_t *tree)
{
    whole file;
    int status = whole_begin(&file, a->call->dot);
    if (status) return status;
    tree_dot(tree, &a->known, file.out);
    return whole_end(&file, DONE);
}

/* A tree that is printed is printed alone. */
static int tell(const analysis *a, json_t *result)
{
    const char *dot = a->call->dot;
    int status = dot ? draw(a, json_object_get(result, "tree")) : DONE;
    if (status || (dot && !strcmp(dot, "-"))) return status;
    if (!a->call->json) return print_result(a, result);
    print_all_json(a, result);
    return DONE;
}

/* The seat that is asked for, or PL_FULL. */
static int named_seat(const analysis *a, int *seat)
{
    int64_t n = PL_FULL;
    int last = a->game->players - 1;
    if (a->call->seat && read_number(a->call->seat, 0, last, &n))
        return misused("--seat takes 0..%d in this game, not '%.40s'", last, a->call->seat);
    *seat = (int)n;
    return DONE;
}

/* Whose view: the one that is asked for, or the one to move. */
static int choose_seat(analysis *a, int *seat)
{
    const call *c = a->call;
    int turn = pl_line_turn(a->line), plies = plies_told(a->line, *seat);
    char who[24];
    if (turn == PL_OVER)
        return misused("the game is over after %d move%s: there is nothing to analyse", plies,
                       plural(plies));
    if (!c->seat && turn == PL_CHANCE)
        return misused("chance is to move; play an outcome, such as 'any', or name a --seat");
    if (!c->seat) *seat = turn;
    a->turn = *seat == turn;
    if (a->turn) return DONE;
    if (!a->game->hide)
        return misused("it is the turn of %s, not of seat %d, from whom nothing is hidden",
                       mover_name(turn, who), *seat);
    if (c->tree || c->dot || c->watch)
        return misused("it is the turn of %s, not of seat %d, so there is nothing to search",
                       mover_name(turn, who), *seat);
    return DONE;
}

static int analyse_line(analysis *a)
{
    const call *c = a->call;
    int seat = 0;
    int status = named_seat(a, &seat);
    if (!status) status = play_words(a->line, c->words + 1, c->count - 1, (uint64_t)c->seed, seat);
    if (!status) status = choose_seat(a, &seat);
    if (!status && c->watch && c->dot && !strcmp(c->dot, "-"))
        status = misused("--watch and --dot - would both print; name a file for the tree");
    if (!status) status = outputs_check(&(output){"dot", c->dot, TEXT}, 1);
    if (status) return status;
    pl_know(&a->known, a->line, seat);
    json_t *result = analysed(a, &status);
    if (result) status = tell(a, result);
    json_decref(result);
    pl_know_free(&a->known);
    return status;
}

int cmd_analyse(const call *c)
{
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    analysis a = {.call = c, .game = g, .line = pl_line_new(g)};
    int status = a.line ? analyse_line(&a) : failed("out of memory");
    pl_line_free(a.line);
    pl_close(g);
    return status;
}
