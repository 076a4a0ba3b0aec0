/* dominoes.c -- the dominoes laboratory's programme: how well nets play the train game, how fast
 * they learn it, and what lambda is worth.
 *
 *     ninja -C build bench/dominoes && build/bench/dominoes [--quick] [--seed N] [PART ...]
 *
 * Parts are strength, search, speed, inputs, lambda and stages, or all.  Four players, double
 * nines, hubs drawn: points left a hand, the fewer the better, by one agent and by three others,
 * and how many fewer the one has, each deal with the one at every seat in turn; with 95 %
 * intervals over deals.  --quick plays a tenth.
 *
 * Fact to check: the shipped net is left with fewer than 6.5 points against three of double, and
 * fewer than 9.5 against three of bestLine.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "parlor/parlor.h"
#include "parlor/stats.h"
#include "parlor/train.h"

typedef struct {
    uint64_t seed;
    int divide; /* 10: a tenth of everything */
} settings;

typedef struct {
    pl_mean own, theirs, ahead; /* points a hand, deal by deal, and what the one has fewer */
    double seconds;             /* of thought of the one agent and all others, for a hand */
} outcome;

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One deal with the first agent at every seat in turn. */
static int play_deal(const pl_game *g, pl_agent *const *agent, uint64_t seed, outcome *out)
{
    double own = 0, theirs = 0;
    int n = g->players;
    for (int seat = 0; seat < n; seat++) {
        pl_agent *at[PL_SEATS_MAX];
        double score[PL_SEATS_MAX];
        pl_rng r;
        pl_seed(&r, seed);
        for (int i = 0; i < n; i++) at[(seat + i) % n] = agent[i];
        if (pl_play(g, at, &r, score) < 0) return -1;
        for (int i = 0; i < n; i++) *(i == seat ? &own : &theirs) -= score[i];
    }
    own /= n;
    theirs /= n * (n - 1);
    pl_mean_add(&out->own, own);
    pl_mean_add(&out->theirs, theirs);
    pl_mean_add(&out->ahead, theirs - own);
    return 0;
}

static int play_deals(const pl_game *g, pl_agent *first, const char *against, int deals,
                      uint64_t seed, outcome *out, pl_error *err)
{
    pl_agent *agent[PL_SEATS_MAX] = {first};
    int ready = 1, bad = 0;
    *out = (outcome){0};
    for (int i = 1; i < g->players; i++) {
        agent[i] = pl_agent_open(against, g, seed + (uint64_t)i, err);
        ready &= agent[i] != NULL;
    }
    double from = seconds_now();
    for (int i = 0; ready && !bad && i < deals; i++)
        bad = play_deal(g, agent, seed * 1000000 + (uint64_t)i, out);
    out->seconds = (seconds_now() - from) / (deals * g->players);
    for (int i = 1; i < g->players; i++) pl_agent_free(agent[i]);
    if (bad) snprintf(err->text, sizeof err->text, "%.100s made a move that is not legal", against);
    return ready && !bad ? 0 : -1;
}

static void print_points(const pl_mean *points)
{
    pl_interval i = pl_mean_interval(points, 0.95);
    printf(" %6.2f +- %4.2f", i.value, i.high - i.value);
}

static void print_outcome(const char *agent, const char *against, const outcome *o, int deals)
{
    printf("%-33s %-22s", agent, against);
    print_points(&o->own);
    print_points(&o->theirs);
    print_points(&o->ahead);
    printf(" %6d %9.2f\n", 4 * deals, 1e3 * o->seconds);
    fflush(stdout);
}

static void print_head(void)
{
    printf("%-33s %-22s %14s %14s %14s %6s %9s\n", "agent", "against three", "points a hand",
           "theirs", "ahead by", "hands", "ms a hand");
}

typedef struct {
    const char *agent, *against;
    int deals;
} row;

static int play_rows(const pl_game *g, const row *rows, int n, const settings *how, pl_error *err)
{
    print_head();
    for (int i = 0; i < n; i++) {
        int deals = rows[i].deals / how->divide;
        outcome out;
        pl_agent *a = pl_agent_open(rows[i].agent, g, how->seed, err);
        if (!a) return -1;
        int bad = play_deals(g, a, rows[i].against, deals, how->seed, &out, err);
        pl_agent_free(a);
        if (bad) return -1;
        print_outcome(rows[i].agent, rows[i].against, &out, deals);
    }
    return 0;
}

static int strength(const pl_game *g, const settings *how, pl_error *err)
{
    static const row rows[] = {
        {"net(worlds=1)", "random", 2500},   {"net(worlds=1)", "double", 5000},
        {"net(worlds=1)", "bestLine", 5000}, {"net(worlds=1)", "persistentLine", 5000},
        {"bestLine", "double", 5000},        {"double", "bestLine", 5000}};
    return play_rows(g, rows, sizeof rows / sizeof *rows, how, err);
}

/* The net alone, a search alone, and both together for no more time: the times are told. */
static int search(const pl_game *g, const settings *how, pl_error *err)
{
    static const char net[] = "net(worlds=1)", plain[] = "ismcts(iterations=280)";
    static const char both[] = "ismcts(iterations=50,net=shipped)";
    static const char deep[] = "net(plies=5,worlds=8)";
    static const row rows[] = {{net, "bestLine", 500},  {plain, "bestLine", 500},
                               {both, "bestLine", 500}, {deep, "bestLine", 500},
                               {both, net, 1000},       {deep, net, 1000},
                               {both, plain, 150},      {deep, plain, 150}};
    return play_rows(g, rows, sizeof rows / sizeof *rows, how, err);
}

/* A net that learns by this method; the trainer, or NULL. */
static pl_trainer *trainer_of(const pl_game *g, const char *inputs, const char *method,
                              int64_t games, uint64_t seed, pl_error *err)
{
    pl_train_plan plan = pl_train_usual(g);
    plan.shape.observes = pl_inputs_find(g, inputs, err);
    if (plan.shape.observes < 0) return NULL;
    plan.shape.inputs = pl_inputs_size(g, plan.shape.observes);
    plan.method = method;
    plan.games = games;
    plan.seed = seed;
    return pl_trainer_open(&plan, err);
}

static int train_for(pl_trainer *t, double seconds, pl_error *err)
{
    double until = seconds_now() + seconds;
    while (seconds_now() < until)
        if (pl_trainer_round(t, err) < 1) return -1;
    return 0;
}

static const char *const all_inputs[] = {"tensor", "basic", "line"};
enum { INPUTS = sizeof all_inputs / sizeof *all_inputs };

/* Hands of training a second, after a second in which it learns to play at all. */
static int speed(const pl_game *g, const settings *how, pl_error *err)
{
    printf("%-8s %8s %16s\n", "inputs", "numbers", "training hands/s");
    for (int i = 0; i < INPUTS; i++) {
        pl_train_course first, last;
        pl_trainer *t = trainer_of(g, all_inputs[i], "td", 0, how->seed, err);
        if (!t || train_for(t, 1, err)) return -1;
        pl_trainer_course(t, &first);
        double from = seconds_now();
        if (train_for(t, 4.0 / how->divide, err)) return -1;
        double spent = seconds_now() - from;
        pl_trainer_course(t, &last);
        printf("%-8s %8d %16.0f\n", all_inputs[i], (int)pl_net_shape_of(pl_trainer_net(t))->inputs,
               (double)(last.games - first.games) / spent);
        pl_trainer_free(t);
    }
    return 0;
}

/* How well the trainer's net plays, as the agent net does in one world: after a move of one's own
 * nothing that is seen depends on what is hidden. */
static int measure(const pl_game *g, pl_trainer *t, const char *name, const settings *how,
                   pl_error *err)
{
    static const char *const against[] = {"double", "bestLine"};
    char agent[128], path[] = "/tmp/parlor-dominoes-XXXXXX";
    int deals = 2500 / how->divide, file = mkstemp(path);
    if (file < 0) return -1;
    close(file);
    snprintf(agent, sizeof agent, "net(file=%s,worlds=1)", path);
    int bad = pl_trainer_save(t, path, err);
    for (int i = 0; i < 2 && !bad; i++) {
        outcome out;
        pl_agent *a = pl_agent_open(agent, g, how->seed, err);
        bad = !a || play_deals(g, a, against[i], deals, how->seed, &out, err);
        if (!bad) print_outcome(name, against[i], &out, deals);
        pl_agent_free(a);
    }
    unlink(path);
    return bad;
}

enum { HANDS = 10000 }; /* of training, where ways to train are compared */

/* Train and measure: the same games for each that is compared, and the same deals. */
static int compare(const pl_game *g, const char *inputs, const char *method, const char *name,
                   const settings *how, pl_error *err)
{
    int bad;
    pl_trainer *t = trainer_of(g, inputs, method, HANDS / how->divide, how->seed, err);
    if (!t) return -1;
    while ((bad = pl_trainer_round(t, err)) > 0) continue;
    bad = bad || measure(g, t, name, how, err);
    pl_trainer_free(t);
    return bad;
}

static void print_trained(const settings *how)
{
    printf("after %d hands of training\n", HANDS / how->divide);
    print_head();
}

static int inputs(const pl_game *g, const settings *how, pl_error *err)
{
    print_trained(how);
    for (int i = 0; i < INPUTS; i++)
        if (compare(g, all_inputs[i], "td(schedule=cosine)", all_inputs[i], how, err)) return -1;
    return 0;
}

static int lambdas(const pl_game *g, const settings *how, pl_error *err)
{
    static const double lambda[] = {0, 0.3, 0.5, 0.7, 0.9, 1};
    print_trained(how);
    for (int i = 0; i < 6; i++) {
        char method[80], name[32];
        snprintf(method, sizeof method, "td(lambda=%g,schedule=cosine)", lambda[i]);
        snprintf(name, sizeof name, "lambda %g", lambda[i]);
        if (compare(g, "line", method, name, how, err)) return -1;
    }
    return 0;
}

/* Half of the hands against the first, half against the second. */
static int train_in_stages(const pl_game *g, const char *const opponents[2], const settings *how,
                           pl_error *err)
{
    int64_t hands = HANDS / how->divide;
    pl_train_course c = {0};
    char name[80];
    pl_trainer *t = trainer_of(g, "line", "td(schedule=cosine)", hands, how->seed, err);
    int bad = !t || pl_trainer_stage(t, "", opponents[0], err) < 0;
    for (int stage = 0; !bad && c.games < hands; pl_trainer_course(t, &c)) {
        if (stage == 0 && 2 * c.games >= hands && ++stage)
            bad = pl_trainer_stage(t, "", opponents[1], err) < 0;
        bad = bad || pl_trainer_round(t, err) < 0;
    }
    snprintf(name, sizeof name, "%s%s%s", opponents[0],
             strcmp(opponents[0], opponents[1]) ? ", then " : "",
             strcmp(opponents[0], opponents[1]) ? opponents[1] : "");
    bad = bad || measure(g, t, name, how, err);
    pl_trainer_free(t);
    return bad ? -1 : 0;
}

/* The second is how the laboratory trains. */
static int stages(const pl_game *g, const settings *how, pl_error *err)
{
    static const char *const opponents[][2] = {
        {"self", "self"},
        {"random", "persistentLine"},
        {"self", "persistentLine"},
        {"self:1,double:1,bestLine:1", "self:1,double:1,bestLine:1"}};
    print_trained(how);
    for (int i = 0; i < 4; i++)
        if (train_in_stages(g, opponents[i], how, err)) return -1;
    return 0;
}

typedef struct {
    const char *name;
    int (*run)(const pl_game *g, const settings *how, pl_error *err);
} part;
static const part parts[] = {{"strength", strength}, {"search", search},  {"speed", speed},
                             {"inputs", inputs},     {"lambda", lambdas}, {"stages", stages}};
enum { PARTS = sizeof parts / sizeof *parts };

static int is_wanted(const part *p, char **names, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], p->name)) return 1;
    return n == 0;
}

static int read_settings(int argc, char **argv, settings *out)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'}, {"quick", no_argument, NULL, 'q'}, {0}};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 'q') out->divide = 10;
        else if (c == 's') out->seed = strtoull(optarg, NULL, 10);
        else return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    settings how = {.seed = 1, .divide = 1};
    pl_error err = {""};
    if (read_settings(argc, argv, &how)) return 2;
    const pl_game *g = pl_open("dominoes(hub=-2)", &err);
    int status = g ? 0 : -1, played = 0;
    for (int i = 0; i < PARTS && !status; i++) {
        if (!is_wanted(&parts[i], argv + optind, argc - optind)) continue;
        status = parts[i].run(g, &how, &err);
        printf("\n");
        played = 1;
    }
    if (status) fprintf(stderr, "dominoes: %s\n", err.text);
    else if (!played)
        fprintf(stderr, "dominoes: parts are strength, search, speed, inputs, lambda, stages\n");
    if (g) pl_close(g);
    return status || !played;
}
