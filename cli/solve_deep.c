/* solve_deep.c -- a game whose tree does not fit, solved by walks through its states.
 *
 * Nothing is proven here: what comes out is a policy, and how many sets it knows. */
#include "solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "parlor/deep.h"
#include "policies.h"

static const double usual_seconds = 60, a_moment = 0.1;
enum { POLICY_BITS = 32, PROBES = 2000, LEAST = 4 << 20 };
static const double broad = 1e12; /* histories, of which one seat's moves are a million or so */

typedef struct {
    const call *call;
    const pl_game *game;
    pl_deep *deep;
    pl_deep_facts facts;
    pl_run run;            /* as it is saved */
    keeping *keep;         /* where that is */
    int64_t most;          /* iterations that it may come to; 0: any */
    double limit, seconds; /* that it may take, and took by now */
    double before;         /* what was spent on it by earlier ones */
    ending_of_run ended;
    pl_bound bound; /* by games, where some were asked for */
} sampling;

static void show(const sampling *s)
{
    const pl_deep_facts *f = &s->facts;
    char text[128], number[4][16];
    snprintf(text, sizeof text, "%.1f s, %s iterations (%s/s), %s information sets in %sB",
             s->seconds, short_number((double)f->iterations, number[0]),
             short_number((double)f->iterations / (s->before + s->seconds), number[1]),
             short_number((double)f->sets, number[2]), short_number((double)f->bytes, number[3]));
    progress_text(text);
}

static ending_of_run is_over(const sampling *s)
{
    if (*interrupt_flag()) return INTERRUPTED;
    if (s->keep->lost) return OVERTAKEN;
    if (s->most && s->facts.iterations >= s->most) return ITERATIONS;
    return s->limit > 0 && s->seconds >= s->limit ? SECONDS_OVER : GOES_ON;
}

static int save(sampling *s)
{
    s->run.seconds = s->before + s->seconds;
    return keeping_save(s->keep, &s->run, NULL, s->deep);
}

/* As many walks as take a moment. */
static void iterate(sampling *s, int64_t *chunk)
{
    double start = seconds_now();
    int64_t left = s->most - s->facts.iterations;
    pl_deep_run(s->deep, s->most && left < *chunk ? left : *chunk);
    pl_deep_tell(s->deep, &s->facts);
    double took = seconds_now() - start;
    if (took < a_moment / 2 && *chunk < PL_ITERATIONS_MAX) *chunk *= 2;
    if (took > a_moment && *chunk > 1) *chunk /= 2;
}

static void stop(void *deep)
{
    pl_deep_stop(deep);
}

static void run(sampling *s)
{
    double began = seconds_now(), shown = 0, saved = 0;
    int64_t chunk = 1;
    interrupt_catch(NULL);
    interrupt_calls(stop, s->deep);
    while ((s->ended = is_over(s)) == GOES_ON) {
        iterate(s, &chunk);
        s->seconds = seconds_now() - began;
        if (s->seconds - shown > 2 * a_moment) {
            shown = s->seconds;
            show(s);
        }
        if (s->seconds - saved < s->call->every) continue;
        save(s);
        saved = seconds_now() - began;
    }
    interrupt_calls(NULL, NULL);
    progress_end();
    save(s);
    interrupt_leave();
}

static void deep_json(const sampling *s)
{
    const pl_deep_facts *f = &s->facts;
    json_t *o = json_pack("{s:o,s:s,s:I,s:I,s:{s:f}}", "game", json_spec(s->game), "method",
                          s->run.method, "seed", (json_int_t)s->run.seed, "iterations",
                          (json_int_t)f->iterations, "seconds", "solving", s->before + s->seconds);
    json_object_set_new(o, "information_sets", json_integer((json_int_t)f->sets));
    json_object_set_new(o, "bytes", json_integer((json_int_t)f->bytes));
    json_object_set_new(o, "bytes_per_information_set",
                        json_real(f->sets ? (double)f->bytes / (double)f->sets : 0));
    json_object_set_new(o, "full", json_boolean(f->full));
    json_object_set_new(o, "missed", json_integer((json_int_t)f->missed));
    json_object_set_new(o, "lower", json_null());
    json_object_set_new(o, "upper", json_null());
    json_object_set_new(o, "exploitability", json_null());
    if (s->bound.games) {
        json_object_set_new(o, "exploitability_at_least", json_real(fmax(0, s->bound.low)));
        json_object_set_new(o, "games",
                            json_integer((json_int_t)s->bound.games * s->game->players));
    }
    json_object_set_new(o, "ended", json_string(solve_end_name(s->ended)));
    print_json(o);
}

static void deep_text(const sampling *s)
{
    const pl_deep_facts *f = &s->facts;
    char spec[PL_SPEC_MAX], number[3][16];
    pl_spec(s->game, spec, sizeof spec);
    printf("%s\n", spec);
    printf("Method:            %s\n", s->run.method);
    printf("Iterations:        %lld (%s a second)\n", (long long)f->iterations,
           short_number((double)f->iterations / fmax(s->before + s->seconds, 1e-6), number[0]));
    printf("Seconds:           %s\n", seconds_text(s->before + s->seconds, number[0]));
    printf("Information sets:  %lld met\n", (long long)f->sets);
    printf("Memory:            %sB; %sB an information set\n",
           short_number((double)f->bytes, number[1]),
           short_number(f->sets ? (double)f->bytes / (double)f->sets : 0, number[2]));
    if (f->full)
        printf("Memory is full: %lld visits were to sets that there was no room for.\n",
               (long long)f->missed);
    if (s->bound.games)
        printf("Exploitability:    at least %.3g, 95 %% confidence %.3g .. %.3g, by %lld games\n",
               fmax(0, s->bound.low), s->bound.low, s->bound.high,
               (long long)s->bound.games * s->game->players);
    puts("Nothing is proven: best answers need the whole tree.  With --policy FILE the policy is\n"
         "kept, and 'parlor exploit FILE' bounds from below what it loses, by games.");
}

/* What only a tree can give. */
static int check_call(const call *c)
{
    if (c->memory < LEAST)
        return misused("sampled sets take at least %d MB of --memory", LEAST >> 20);
    if (c->target >= 0) return misused("without the whole tree no --target can be proven");
    if (c->plot || c->log) return misused("a deep run is not measured: there is no curve to draw");
    if (c->games && !c->policy)
        return misused("--games are played by a policy file: give --policy");
    if (c->strategies) return misused("a deep run names no sets: keep its --policy");
    return DONE;
}

/* The policy, and what local best response wins from it. */
static int write_and_bound(sampling *s)
{
    pl_error err = {""};
    const call *c = s->call;
    char agent[PL_SPEC_MAX], by[PL_SPEC_MAX];
    pl_ask how = {.seed = s->run.seed,
                  .threads = (int32_t)c->threads,
                  .told = exploit_progress,
                  .with = "blocks of games"};
    if (pl_deep_write(s->deep, c->policy, POLICY_BITS, &err)) return failed("%s", err.text);
    if (!c->games || s->ended == INTERRUPTED) return DONE;
    snprintf(agent, sizeof agent, "policy(file=%s)", c->policy);
    snprintf(by, sizeof by, "lbr(of=%.*s,follow=1000)", PL_SPEC_MAX - 32, agent);
    int bad = pl_agent_bound(agent, by, s->game, c->games, &how, &s->bound, &err);
    progress_end();
    if (!bad) return DONE;
    s->bound.games = 0;
    return failed("%s", err.text);
}

static int finish(sampling *s)
{
    const call *c = s->call;
    int status = s->keep->failed ? FAILED : DONE;
    if (c->policy && write_and_bound(s)) status = FAILED;
    if (c->json) deep_json(s);
    else deep_text(s);
    if (s->ended == INTERRUPTED) status = failed("interrupted before the run was over");
    return interrupt_status(status);
}

/* "deep-outcome(...)" names it; "deep" is external sampling where one walk, all moves of a
 * seat, is not too long. */
static void read_method(const char *method, const pl_game *g, char spec[PL_SPEC_MAX])
{
    const char *rest = method + strlen("deep");
    pl_tree_size size;
    if (*rest == '-') {
        snprintf(spec, PL_SPEC_MAX, "%s", rest + 1);
        return;
    }
    pl_tree_estimate(g, PROBES, 1, &size);
    snprintf(spec, PL_SPEC_MAX, "%s%s", size.nodes < broad ? "external" : "outcome", rest);
}

/* To write a policy takes up to three quarters of what its sets do. */
static int64_t memory_of_sets(const call *c)
{
    return c->policy ? c->memory / 7 * 4 : c->memory;
}

static int begin(sampling *s, pl_saved *from)
{
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    const call *c = s->call;
    const pl_run *old = from ? pl_saved_run(from) : NULL;
    s->run.seed = old ? old->seed : (uint64_t)solve_seed(c);
    s->run.limit = c->iterations ? c->iterations : old ? old->limit : 0;
    s->before = old ? old->seconds : 0;
    read_method(old ? old->method : c->method, s->game, spec);
    s->deep = pl_deep_new(spec, s->game, &(pl_deep_options){s->run.seed, memory_of_sets(c)}, &err);
    if (!s->deep) return misused("%s", err.text);
    pl_deep_spec(s->deep, spec, sizeof spec);
    snprintf(s->run.method, sizeof s->run.method, "deep-%.*s", PL_SPEC_MAX - 8, spec);
    pl_spec(s->game, s->run.game, sizeof s->run.game);
    if (from && pl_saved_take_deep(from, s->deep, &err))
        return failed("%s: %s", c->resumed, err.text);
    pl_deep_tell(s->deep, &s->facts);
    s->most = s->run.limit;
    if (from && c->seconds > 0 && !c->iterations && s->facts.iterations >= s->most) s->most = 0;
    if (!s->most && !(c->seconds > 0)) s->limit = usual_seconds;
    return save(s);
}

int solve_deep(const call *c, const pl_game *g, keeping *keep, pl_saved *from)
{
    sampling s = {.call = c, .game = g, .keep = keep, .limit = c->seconds};
    int status = check_call(c);
    if (!status) status = begin(&s, from);
    if (!status) {
        run(&s);
        status = finish(&s);
    }
    pl_deep_free(s.deep);
    return status;
}
