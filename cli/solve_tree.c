/* solve_tree.c -- a game solved on its whole tree: by a method that improves a policy
 * as long as it is let, or by a linear program at one go. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "parlor/clp.h"
#include "parlor/policy.h"
#include "solve.h"

static const char usual_method[] = "auto";
static const double usual_target = 1e-6, usual_seconds = 60;
static const double rounding = 1e-15;   /* of the range of scores: what --target 0 comes to */
enum { PROBES = 2000, HOPELESS = 100 }; /* random lines; and how much too large is not tried */

static int two_against_each_other(const pl_tree *t)
{
    return t->game->players == 2 && t->constant_sum;
}

/* What the run is to come to: as the call says, else as a run that is taken up had it. */
static void set_goal(solving *s, const pl_run *old)
{
    const call *c = s->call;
    pl_run *r = &s->run;
    if (c->iterations) r->limit = c->iterations;
    if (c->target >= 0) r->target = c->target > 0 ? c->target : rounding * score_range(s->tree);
    else if (!old && !r->limit) r->target = usual_target * score_range(s->tree);
    s->limit = r->limit;
    s->target = r->target;
}

/* A run that is taken up and told anew when to end goes on beyond what ended it before.
 * That is forgotten where there is another end to come to; seconds are none, as they are
 * not saved. */
static void go_beyond(solving *s)
{
    const call *c = s->call;
    pl_run *r = &s->run;
    int other = c->iterations || c->target >= 0;
    if (!solve_told_anew(c)) return;
    if (!c->iterations && s->limit && s->solver->iterations >= s->limit) s->limit = 0;
    if (c->target < 0 && r->points && exploitability(s->game, s->gap.nashconv) <= s->target)
        s->target = 0;
    if (other) r->limit = s->limit;
    if (other) r->target = s->target;
}

static void set_time(solving *s)
{
    s->seconds = s->call->seconds;
    if (!two_against_each_other(s->tree) && !(s->seconds > 0) && !s->limit)
        s->seconds = usual_seconds;
}

static const char advice[] = "smaller parameters or more --memory may help, and --method deep "
                             "samples it without a tree";

/* By so much that nothing need be tried. */
static int too_large(const solving *s, const pl_tree_size *size)
{
    char limit[16], bytes[16], what[80] = "more histories than can be told";
    if (size->bytes < 1e15)
        snprintf(what, sizeof what, "%.3g histories, which take more than %sB", size->nodes,
                 short_number(size->bytes, bytes));
    else if (isfinite(size->nodes)) snprintf(what, sizeof what, "%.3g histories", size->nodes);
    return failed(
        "%.150s does not fit into the %sB that --memory allows: by estimate it has %s; %s",
        s->run.game, short_number((double)s->call->memory, limit), what, advice);
}

/* The method needs room, too. */
static int check_memory(const solving *s, int64_t method)
{
    char number[3][16];
    int64_t tree = s->tree->bytes;
    if (tree + method <= s->call->memory) return DONE;
    return failed("%.150s does not fit into the %sB that --memory allows: the tree takes %sB, and "
                  "%.100s %sB; %s",
                  s->run.game, short_number((double)s->call->memory, number[0]),
                  short_number((double)tree, number[1]), s->run.method,
                  short_number((double)method, number[2]), advice);
}

/* What cannot fit by far is not tried. */
static int build_tree(solving *s)
{
    pl_error err = {""};
    pl_tree_size size;
    double start = seconds_now(), memory = (double)s->call->memory;
    pl_tree_limits limits = {.memory = s->call->memory, .threads = (int32_t)s->call->threads};
    pl_tree_estimate(s->game, PROBES, 1, &size);
    if (size.bytes > HOPELESS * memory) return too_large(s, &size);
    progress_text("laying out the tree");
    s->tree = pl_tree_build(s->game, &limits, &err);
    progress_end();
    s->built = seconds_now() - start;
    if (s->tree) return DONE;
    int room = strstr(err.text, "does not fit") != NULL;
    return failed("%s%s%s", err.text, room ? "; " : "", room ? advice : "");
}

static int make_solver(solving *s)
{
    pl_error err = {""};
    pl_solver_options how = {s->run.seed, (int32_t)s->call->threads, s->run.plain};
    s->solver = pl_solver_new(s->run.method, s->tree, &how, &err);
    if (!s->solver) return failed("%s", err.text);
    pl_solver_spec(s->solver, s->run.method, sizeof s->run.method);
    return check_memory(s, s->solver->bytes);
}

/* Go on from a file: the solver's memory, and the curve. */
static int take_up(solving *s, pl_saved *from)
{
    pl_error err = {""};
    const pl_run *old = pl_saved_run(from);
    pl_point *copy = malloc(((size_t)old->points + 1) * sizeof *copy);
    if (!copy) return failed("out of memory");
    memcpy(copy, old->point, (size_t)old->points * sizeof *copy);
    s->run.point = copy;
    s->run.points = s->room = old->points;
    s->run.seconds = old->seconds;
    if (old->points) {
        const pl_point *last = &old->point[old->points - 1];
        s->gap = (pl_gap){.nashconv = last->nashconv,
                          .lower = last->lower,
                          .upper = last->upper,
                          .correlated = last->correlated};
    }
    if (pl_saved_take(from, s->solver, &err)) return failed("%s: %s", s->call->resumed, err.text);
    return DONE;
}

static int by_method(solving *s, pl_saved *from)
{
    int status = make_solver(s);
    if (!status && from) status = take_up(s, from);
    if (!status && from) go_beyond(s);
    if (!status) status = solve_save(s);
    set_time(s);
    return status ? status : solve_run(s);
}

/* CLP has its own way with signals: so they are kept from it, and a thread beside waits for
 * them.  Nothing is known before CLP is done, and nothing is written: it may just end. */
typedef struct {
    sigset_t signals, before;
    pthread_t thread;
    int started;
    atomic_int over;
} lookout;

static void *look_out(void *with)
{
    enum { SIGNALLED = 128 }; /* as the shell says it */
    lookout *l = with;
    const struct timespec a_while = {.tv_nsec = 20000000};
    while (!atomic_load(&l->over)) {
        int signal_number = sigtimedwait(&l->signals, NULL, &a_while);
        if (signal_number <= 0) continue;
        failed("interrupted before the linear program was solved: nothing is known");
        _exit(SIGNALLED + signal_number);
    }
    return NULL;
}

static void begin_lookout(lookout *l)
{
    sigemptyset(&l->signals);
    sigaddset(&l->signals, SIGINT);
    sigaddset(&l->signals, SIGTERM);
    sigaddset(&l->signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &l->signals, &l->before);
    l->started = pthread_create(&l->thread, NULL, look_out, l) == 0;
    if (!l->started) pthread_sigmask(SIG_SETMASK, &l->before, NULL);
}

static void end_lookout(lookout *l)
{
    if (!l->started) return;
    atomic_store(&l->over, 1);
    pthread_join(l->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &l->before, NULL);
}

static int by_program(solving *s)
{
    pl_error err = {""};
    lookout l = {0};
    double value, start = seconds_now();
    if (s->keep->path) return misused("lp is over at one go: there is no run to --save");
    if (s->run.limit) return misused("lp is over at one go: it has no --iterations");
    begin_lookout(&l);
    progress_text("solving the linear program");
    int bad = pl_clp_solve(s->tree, s->call->seconds, s->policy, &value, &err);
    end_lookout(&l);
    progress_end();
    if (bad) return failed("%s", err.text);
    s->run.seconds = seconds_now() - start;
    s->ended = NO_MORE;
    start = seconds_now();
    if (pl_tree_gap(s->tree, s->policy, &s->gap)) return failed("out of memory");
    s->measured = seconds_now() - start;
    return DONE;
}

/* Not reached, and nobody said that this would do. */
static int fell_short(const solving *s)
{
    const call *c = s->call;
    if (s->ended == INTERRUPTED) return failed("interrupted before the run was over");
    if (s->ended == OVERTAKEN) return FAILED; /* which was told */
    if (s->target <= 0 || solve_reached(s)) return DONE;
    int asked = c->target >= 0 || c->resumed || (!c->iterations && !(c->seconds > 0));
    if (!asked) return DONE;
    return failed("the target %g was not reached: the exploitability is %.3g", s->target,
                  exploitability(s->game, s->gap.nashconv));
}

static int write_policy(const solving *s, const char *path)
{
    pl_error err = {""};
    pl_policy_facts facts;
    pl_policy_facts_none(&facts);
    facts.lower = s->gap.lower;
    facts.upper = s->gap.upper;
    facts.nashconv = s->gap.nashconv;
    memcpy(facts.value, s->gap.value, sizeof facts.value);
    snprintf(facts.how, sizeof facts.how, "%.180s, %lld iterations, seed %llu", s->run.method,
             (long long)solve_iterations(s), (unsigned long long)s->run.seed);
    if (pl_policy_write(path, s->tree, s->policy, &facts, &err)) return failed("%s", err.text);
    return DONE;
}

static int write_files(const solving *s)
{
    const call *c = s->call;
    int status = s->keep->failed ? FAILED : DONE;
    if (c->policy && write_policy(s, c->policy)) status = FAILED;
    if (c->log && curve_csv(s, c->log)) status = FAILED;
    if (c->plot && curve_plot(s, c->plot)) status = FAILED;
    return status;
}

static int run_all(solving *s, pl_saved *from)
{
    int status = build_tree(s);
    if (status) return status;
    set_goal(s, from ? pl_saved_run(from) : NULL);
    s->policy = calloc((size_t)s->tree->info_first[s->tree->infos] + 1, sizeof *s->policy);
    if (!s->policy) return failed("out of memory");
    status = !strcmp(s->run.method, "lp") ? by_program(s) : by_method(s, from);
    if (status) return status;
    solve_report(s);
    status = write_files(s);
    int result = fell_short(s);
    return interrupt_status(status ? status : result);
}

static void begin(solving *s, const pl_run *old)
{
    const call *c = s->call;
    pl_run *r = &s->run;
    const char *method = c->method ? c->method : usual_method;
    pl_spec(s->game, r->game, sizeof r->game);
    snprintf(r->method, sizeof r->method, "%s", old ? old->method : method);
    r->seed = (uint64_t)solve_seed(c);
    if (!old) return;
    r->seed = old->seed;
    r->plain = old->plain;
    r->limit = old->limit;
    r->target = old->target;
}

int solve_tree(const call *c, const pl_game *g, keeping *keep, pl_saved *from)
{
    solving s = {.call = c, .game = g, .keep = keep};
    s.began = seconds_now();
    begin(&s, from ? pl_saved_run(from) : NULL);
    int status = run_all(&s, from);
    free(s.policy);
    free(s.run.point);
    pl_solver_free(s.solver);
    pl_tree_free(s.tree);
    return status;
}
