/* solve_exact.c -- a game without secrets, solved position by position from its ends.
 *
 * Fact to check: tic-tac-toe is worth 0 over 5,478 positions. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "parlor/exact.h"
#include "parlor/policy.h"
#include "solve.h"
#include "whole.h"

typedef struct {
    const call *call;
    const pl_game *game;
    pl_exact *exact;
    pl_exact_facts facts;
    double seconds;
    double value[PL_SEATS_MAX];
    pl_state start;
    int moves; /* of the start: */
    pl_move *move;
    double *worth; /* a row of every seat's for each */
} working;

/* A thread beside: it shows how far the work is, and stops it in time. */
typedef struct {
    const working *work;
    double began;
    atomic_int over;
} overseer;

static void *oversee(void *with)
{
    overseer *o = with;
    const call *c = o->work->call;
    double shown = 0.1;
    while (!atomic_load(&o->over)) {
        char text[80], count[16];
        double passed = seconds_now() - o->began;
        if (c->seconds > 0 && passed >= c->seconds) pl_exact_stop(o->work->exact);
        snprintf(text, sizeof text, "%.1f s, %s positions", passed,
                 short_number((double)pl_exact_count(o->work->exact), count));
        if (passed - shown > 0.1) {
            progress_text(text);
            shown = passed;
        }
        usleep(10000);
    }
    return NULL;
}

static int not_done(const working *w)
{
    long long n = (long long)pl_exact_count(w->exact);
    if (*interrupt_flag())
        return interrupt_status(failed("interrupted after %lld positions: nothing is known", n));
    return failed("after %g s there are %lld positions and no end of them, and nothing is known "
                  "before all are worked out",
                  w->call->seconds, n);
}

/* Signals are for the thread that works. */
static int start_overseer(overseer *o, pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int bad = pthread_create(thread, NULL, oversee, o);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return bad;
}

static void stop(void *exact)
{
    pl_exact_stop(exact);
}

static int work_out(working *w)
{
    pl_error err = {""};
    overseer o = {.work = w, .began = seconds_now()};
    pthread_t thread;
    interrupt_catch(NULL);
    interrupt_calls(stop, w->exact);
    int beside = start_overseer(&o, &thread) == 0;
    int outcome = pl_exact_run(w->exact, &err);
    atomic_store(&o.over, 1);
    if (beside) pthread_join(thread, NULL);
    progress_end();
    w->seconds = seconds_now() - o.began;
    int status = DONE;
    pl_exact_about(w->exact, &w->facts);
    if (outcome < 0)
        status = failed("%s%s", err.text,
                        w->facts.full ? "; smaller parameters or more --memory may help" : "");
    else if (outcome) status = not_done(w);
    interrupt_leave();
    return status;
}

static int look_at_start(working *w)
{
    int players = w->game->players;
    pl_start(w->game, &w->start);
    w->move = calloc((size_t)w->game->max_moves, sizeof *w->move);
    w->worth = calloc((size_t)w->game->max_moves * (size_t)players, sizeof *w->worth);
    if (!w->move || !w->worth) return failed("out of memory");
    w->moves = pl_exact_moves(w->exact, &w->start, w->move, w->worth);
    if (pl_exact_value(w->exact, &w->start, w->value) < 0 || w->moves < 0)
        return failed("%s: the start is not among the positions", w->game->name);
    return DONE;
}

/* Whether move i is as good as the best for whoever is to move. */
static int is_best(const working *w, int i)
{
    int seat = w->game->turn(&w->start);
    double own = w->worth[i * w->game->players + (seat < 0 ? 0 : seat)];
    return seat >= 0 && own >= w->value[seat] - 1e-12 * fmax(1, fabs(own));
}

static int is_proven(const working *w)
{
    return w->game->players == 2 && w->game->traits & PL_ZERO_SUM;
}

static json_t *moves_json(const working *w)
{
    json_t *list = json_array();
    for (int i = 0; i < w->moves; i++)
        json_array_append_new(
            list,
            json_pack("{s:o,s:o,s:b}", "move", json_move(w->game, &w->start, w->move[i]), "values",
                      json_numbers(w->worth + i * w->game->players, w->game->players), "best",
                      is_best(w, i)));
    return list;
}

static void exact_json(const working *w)
{
    const pl_exact_facts *f = &w->facts;
    json_t *o =
        json_pack("{s:o,s:s,s:I,s:I,s:I,s:I,s:I,s:{s:f}}", "game", json_spec(w->game), "method",
                  "exact", "positions", (json_int_t)f->positions, "terminals", (json_int_t)f->ends,
                  "chance", (json_int_t)f->chance, "repeating", (json_int_t)f->repeating, "bytes",
                  (json_int_t)f->bytes, "seconds", "solving", w->seconds);
    json_object_set_new(o, "lower", is_proven(w) ? json_real(w->value[0]) : json_null());
    json_object_set_new(o, "upper", is_proven(w) ? json_real(w->value[0]) : json_null());
    json_object_set_new(o, "values", json_numbers(w->value, w->game->players));
    json_object_set_new(o, "turn", json_mover(w->game->turn(&w->start)));
    json_object_set_new(o, "moves", moves_json(w));
    json_object_set_new(o, "reached", json_true());
    json_object_set_new(o, "ended", json_string("method"));
    print_json(o);
}

static void print_values(const working *w)
{
    if (is_proven(w)) {
        printf("Value to seat 0:   %.12g, exactly\n", w->value[0]);
        return;
    }
    for (int i = 0; i < w->game->players; i++)
        printf("Value to seat %d:%*s%.12g\n", i, i < 10 ? 3 : 2, "", w->value[i]);
    puts("If every seat does the best for itself, and of equal moves plays the first.");
}

static void print_best(const working *w)
{
    int seat = w->game->turn(&w->start), best = 0;
    if (seat < 0) return;
    for (int i = 0; i < w->moves; i++) best += is_best(w, i);
    printf("Best first moves:  ");
    const char *gap = gap_between(w->game, &w->start, w->move, w->moves);
    for (int i = 0, told = 0; i < w->moves; i++) {
        char name[PL_NAME_MAX];
        if (!is_best(w, i)) continue;
        pl_say(w->game, &w->start, w->move[i], name, sizeof name);
        printf("%s%s", told++ ? gap : "", name);
    }
    printf(" (%d of %d)\n", best, w->moves);
}

static void exact_text(const working *w)
{
    const pl_exact_facts *f = &w->facts;
    char spec[PL_SPEC_MAX], bytes[16];
    pl_spec(w->game, spec, sizeof spec);
    printf("%s\n", spec);
    printf("Positions:         %lld, %lld of them ends", (long long)f->positions,
           (long long)f->ends);
    if (f->chance) printf(", chance moves in %lld", (long long)f->chance);
    if (f->repeating) printf(", %lld may come again in one game", (long long)f->repeating);
    printf("\nMemory:            %sB\n", short_number((double)f->bytes, bytes));
    printf("Method:            exact\n");
    printf("Seconds:           %s\n", seconds_text(w->seconds, bytes));
    print_values(w);
    print_best(w);
}

/* The best move of every position, as a policy. */
typedef struct {
    int32_t sets;
    uint64_t *key;
    int32_t *first;
    double *policy;
} best_play;

/* How many sets and moves there are, or, where there is memory, what they are. */
static int32_t gather(const working *w, best_play *b)
{
    const pl_game *g = w->game;
    const void *s;
    int64_t moves = 0;
    b->sets = 0;
    for (int64_t i = 0; (s = pl_exact_position(w->exact, i)); i++) {
        pl_move list[PL_MOVES_MAX];
        int seat = g->turn(s);
        if (seat < 0) continue;
        int n = g->moves(s, list);
        if (moves + n > INT32_MAX) return -1;
        if (b->key) {
            pl_move best = pl_exact_best(w->exact, s);
            b->key[b->sets] = pl_info_key_view(g, seat, s);
            for (int a = 0; a < n; a++) b->policy[moves + a] = list[a] == best;
            b->first[b->sets + 1] = (int32_t)(moves + n);
        }
        b->sets++;
        moves += n;
    }
    return (int32_t)moves;
}

static int write_policy(const working *w, const char *path)
{
    pl_error err = {""};
    pl_policy_facts facts;
    best_play b = {0};
    int32_t moves = gather(w, &b);
    if (moves < 0) return failed("there are more moves than a policy file can hold");
    b.key = calloc((size_t)b.sets + 1, sizeof *b.key);
    b.first = calloc((size_t)b.sets + 1, sizeof *b.first);
    b.policy = calloc((size_t)moves + 1, sizeof *b.policy);
    int bad = !b.key || !b.first || !b.policy;
    if (bad) snprintf(err.text, sizeof err.text, "out of memory");
    else gather(w, &b);
    pl_policy_facts_none(&facts);
    if (is_proven(w)) facts.lower = facts.upper = w->value[0];
    if (!w->facts.repeating) facts.nashconv = 0; /* else a line may go in circles */
    memcpy(facts.value, w->value, sizeof facts.value);
    snprintf(facts.how, sizeof facts.how, "exact, %lld positions", (long long)w->facts.positions);
    bad =
        bad || pl_policy_write_sets(path, w->game, b.sets, b.key, b.first, b.policy, &facts, &err);
    free(b.key);
    free(b.first);
    free(b.policy);
    return bad ? failed("%s", err.text) : DONE;
}

/* What only a run of iterations has. */
static int check_call(const call *c)
{
    if (c->save) return misused("exact is over at one go: there is no run to --save");
    if (c->strategies)
        return misused(
            "exact tells the best first moves, and --policy keeps the best move of every "
            "position: it has no --strategies");
    if (c->plot || c->log) return misused("exact is over at one go: there is no curve to draw");
    return outputs_check(&(output){.option = "policy", .path = c->policy}, 1);
}

int solve_exact(const call *c, const pl_game *g)
{
    pl_error err = {""};
    working w = {.call = c, .game = g};
    int status = check_call(c);
    if (status) return status;
    w.exact = pl_exact_new(g, c->memory, &err);
    if (!w.exact) return failed("%s", err.text);
    status = pl_exact_fits(w.exact, 1, &err)
                 ? failed("%s; smaller parameters or more --memory may help", err.text)
                 : work_out(&w);
    if (!status) status = look_at_start(&w);
    if (!status && c->json) exact_json(&w);
    else if (!status) exact_text(&w);
    if (!status && c->policy) status = write_policy(&w, c->policy);
    free(w.move);
    free(w.worth);
    pl_exact_free(w.exact);
    return status;
}
