/* solve_deep.c -- a game whose tree does not fit, solved by walks through its states.
 *
 * Nothing is proven here: what comes out is a policy, and how many sets it knows. */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "parlor/deep.h"

static const double usual_seconds = 60, a_moment = 0.1;
enum { POLICY_BITS = 32, PROBES = 2000 };
static const double broad = 1e12; /* histories, of which one seat's moves are a million or so */

typedef struct {
    const call *call;
    const pl_game *game;
    pl_deep *deep;
    pl_deep_facts facts;
    char method[PL_SPEC_MAX];
    double limit, seconds; /* that it may take, and took */
    ending_of_run ended;
} sampling;

static void show(const sampling *s)
{
    const pl_deep_facts *f = &s->facts;
    char text[128], number[4][16];
    snprintf(text, sizeof text, "%.1f s, %s iterations (%s/s), %s information sets in %sB",
             s->seconds, short_number((double)f->iterations, number[0]),
             short_number((double)f->iterations / s->seconds, number[1]),
             short_number((double)f->sets, number[2]), short_number((double)f->bytes, number[3]));
    progress_text(text);
}

static ending_of_run is_over(const sampling *s)
{
    const call *c = s->call;
    if (*interrupt_flag()) return INTERRUPTED;
    if (c->iterations && s->facts.iterations >= c->iterations) return ITERATIONS;
    return s->limit > 0 && s->seconds >= s->limit ? SECONDS_OVER : GOES_ON;
}

static void run(sampling *s)
{
    double began = seconds_now(), shown = began, before = 0;
    int64_t chunk = 1;
    interrupt_catch(NULL);
    interrupt_samples(s->deep);
    while ((s->ended = is_over(s)) == GOES_ON) {
        int64_t left = s->call->iterations - s->facts.iterations;
        pl_deep_run(s->deep, s->call->iterations && left < chunk ? left : chunk);
        pl_deep_tell(s->deep, &s->facts);
        s->seconds = seconds_now() - began;
        if (s->seconds - before < a_moment / 2 && chunk < PL_ITERATIONS_MAX) chunk *= 2;
        before = s->seconds;
        if (began + s->seconds - shown < 2 * a_moment) continue;
        shown = began + s->seconds;
        show(s);
    }
    interrupt_samples(NULL);
    interrupt_leave();
    progress_end();
}

static void deep_json(const sampling *s)
{
    const pl_deep_facts *f = &s->facts;
    json_t *o = json_pack("{s:o,s:s,s:I,s:I,s:{s:f}}", "game", json_spec(s->game), "method",
                          s->method, "seed", (json_int_t)solve_seed(s->call), "iterations",
                          (json_int_t)f->iterations, "seconds", "solving", s->seconds);
    json_object_set_new(o, "information_sets", json_integer((json_int_t)f->sets));
    json_object_set_new(o, "bytes", json_integer((json_int_t)f->bytes));
    json_object_set_new(o, "bytes_per_information_set",
                        json_real(f->sets ? (double)f->bytes / (double)f->sets : 0));
    json_object_set_new(o, "full", json_boolean(f->full));
    json_object_set_new(o, "missed", json_integer((json_int_t)f->missed));
    json_object_set_new(o, "lower", json_null());
    json_object_set_new(o, "upper", json_null());
    json_object_set_new(o, "exploitability", json_null());
    json_object_set_new(o, "ended", json_string(solve_end_name(s->ended)));
    print_json(o);
}

static void deep_text(const sampling *s)
{
    const pl_deep_facts *f = &s->facts;
    char spec[PL_SPEC_MAX], number[3][16];
    pl_spec(s->game, spec, sizeof spec);
    printf("%s\n", spec);
    printf("Method:            %s\n", s->method);
    printf("Iterations:        %lld (%s a second)\n", (long long)f->iterations,
           short_number(s->seconds > 0 ? (double)f->iterations / s->seconds : 0, number[0]));
    printf("Seconds:           %s\n", seconds_text(s->seconds, number[0]));
    printf("Information sets:  %lld met\n", (long long)f->sets);
    printf("Memory:            %sB; %sB an information set\n",
           short_number((double)f->bytes, number[1]),
           short_number(f->sets ? (double)f->bytes / (double)f->sets : 0, number[2]));
    if (f->full)
        printf("Memory is full: %lld visits were to sets that there was no room for.\n",
               (long long)f->missed);
    puts("Nothing is proven: best answers need the whole tree.  With --policy FILE the policy is\n"
         "kept, and 'parlor exploit FILE' bounds from below what it loses, by games.");
}

/* What only a tree can give. */
static int check_call(const call *c)
{
    if (c->target > 0) return misused("without the whole tree no --target can be proven");
    if (c->save || c->resumed) return misused("a deep run cannot be saved: keep its --policy");
    if (c->plot || c->log) return misused("a deep run is not measured: there is no curve to draw");
    if (c->strategies) return misused("a deep run names no sets: keep its --policy");
    return solve_can_write(c->policy);
}

static int finish(const sampling *s)
{
    pl_error err = {""};
    const call *c = s->call;
    if (c->json) deep_json(s);
    else deep_text(s);
    if (c->policy && pl_deep_write(s->deep, c->policy, POLICY_BITS, &err))
        return failed("%s", err.text);
    if (s->ended != INTERRUPTED) return DONE;
    return interrupt_status(failed("interrupted before the run was over"));
}

/* "deep-outcome(...)" names it; "deep" is external sampling where one walk, all moves of a
 * seat, is not too long. */
static void read_method(const call *c, const pl_game *g, char spec[PL_SPEC_MAX])
{
    const char *rest = c->method + strlen("deep");
    pl_tree_size size;
    if (*rest == '-') {
        snprintf(spec, PL_SPEC_MAX, "%s", rest + 1);
        return;
    }
    pl_tree_estimate(g, PROBES, 1, &size);
    snprintf(spec, PL_SPEC_MAX, "%s%s", size.nodes < broad ? "external" : "outcome", rest);
}

int solve_deep(const call *c, const pl_game *g)
{
    pl_error err = {""};
    sampling s = {.call = c, .game = g, .limit = c->seconds};
    pl_deep_options how = {(uint64_t)solve_seed(c), c->memory};
    char spec[PL_SPEC_MAX];
    int status = check_call(c);
    if (status) return status;
    read_method(c, g, spec);
    if (!c->iterations && !(c->seconds > 0)) s.limit = usual_seconds;
    s.deep = pl_deep_new(spec, g, &how, &err);
    if (!s.deep) return failed("%s", err.text);
    pl_deep_spec(s.deep, spec, sizeof spec);
    snprintf(s.method, sizeof s.method, "deep-%.*s", PL_SPEC_MAX - 8, spec);
    run(&s);
    status = finish(&s);
    pl_deep_free(s.deep);
    return status;
}
