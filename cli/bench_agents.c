/* bench_agents.c -- parlor bench --agents: how fast the agents search, beside a peer. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* The usual rows, and what OpenSpiel 2.0.1 does with its own searcher of the kind
 * on the same game; 0: not known.  Its alpha-beta played connect four on 4x4. */
typedef struct {
    const char *game, *agent;
    double peer;
} row;
static const char ismcts[] = "ismcts(iterations=10000)";
static const char mcts[] = "mcts(iterations=10000)";
static const char alphabeta[] = "alphabeta(iterations=10000000,horizon=zero)";
static const row usual[] = {
    /* clang-format off */
    {"kuhn", ismcts, 1.23e6},
    {"liars_dice(dice=1)", ismcts, 472e3},
    {"leduc", ismcts, 284e3},
    {"phantom", ismcts, 148e3},
    {"goofspiel", ismcts, 49e3},
    {"knockout_whist(players=2)", ismcts, 0},
    {"skull(players=3)", ismcts, 0},
    {"dominoes", ismcts, 0},
    {"tictactoe", mcts, 665e3},
    {"connect4", mcts, 110e3},
    {"breakthrough", mcts, 17.2e3},
    {"othello", mcts, 3.2e3},
    {"hex", mcts, 0},
    {"tictactoe", alphabeta, 9.8e6},
    {"connect4", alphabeta, 2.9e6},
    /* clang-format on */
};
enum { USUAL = sizeof usual / sizeof *usual, KINDS = 3 };
enum { A_MOVE = 1000 }; /* iterations, in whole games */

/* One thread, and two in each way.  Short picks of each in turn, the best of which
 * counts: other programs on the machine disturb these least.  How much work the
 * CPU time of them all did they disturb hardly at all. */
static const char *const way[] = {
    "ismcts(ms=50)",
    "ismcts(ms=50,execution=root,threads=2,trees=2)",
    "ismcts(ms=50,execution=tree,threads=2)",
};
enum { ALONE, ROOT, TREE, WAYS };
typedef struct {
    double best;            /* iterations a second of the clock on the wall */
    double iterations, cpu; /* of all, and their CPU time */
} pace;

/* What both parts of the report are made of. */
typedef struct {
    const call *call;
    table *text;
    json_t *rows;
} report;

static const char *agent_name(const row *r, char buf[PL_NAME_MAX])
{
    snprintf(buf, PL_NAME_MAX, "%.*s", (int)strcspn(r->agent, "("), r->agent);
    return buf;
}

/* One game in which every seat is played by such an agent, telling all of every
 * move; how many iterations that took. */
static int64_t play_game(const pl_game *g, pl_agent **seat, pl_rng *r)
{
    pl_state s;
    int64_t n = 0;
    int turn;
    pl_start(g, &s);
    for (int i = 0; i < g->players; i++) pl_agent_begin(seat[i], i);
    while ((turn = g->turn(&s)) != PL_OVER) {
        pl_reasons why = {0};
        pl_move m = turn < 0 ? pl_any(g, &s, r) : pl_agent_pick(seat[turn], &s);
        if (turn >= 0) pl_agent_why(seat[turn], &why);
        n += why.iterations;
        for (int i = 0; i < g->players; i++) pl_agent_tell(seat[i], &s, m);
        g->apply(&s, m);
    }
    return n;
}

/* Iterations a second of CPU time over whole games; 0, having said why: there is no
 * such agent. */
static double whole_rate(const call *c, const row *r, const pl_game *g)
{
    pl_agent *seat[PL_SEATS_MAX] = {NULL};
    char name[PL_NAME_MAX], spec[PL_NAME_MAX + 32];
    pl_error err = {""};
    pl_rng rng;
    double n = 0, begun = process_seconds(), spent = 0;
    snprintf(spec, sizeof spec, "%s(iterations=%d)", agent_name(r, name), A_MOVE);
    for (int i = 0; i < g->players && !err.text[0]; i++)
        seat[i] = pl_agent_open(spec, g, (uint64_t)c->seed + (uint64_t)i, &err);
    pl_seed(&rng, (uint64_t)c->seed);
    for (; !err.text[0] && spent < 3 * c->seconds; spent = process_seconds() - begun)
        n += (double)play_game(g, seat, &rng);
    for (int i = 0; i < g->players; i++) pl_agent_free(seat[i]);
    if (err.text[0]) failed("%s", err.text);
    return spent > 0 ? n / spent : 0;
}

static void speed_cells(report *out, const row *r, const pl_game *g, double rate, double whole,
                        const pl_reasons *why)
{
    char n[16], name[PL_NAME_MAX];
    table_row(out->text);
    table_cell(out->text, "%s", agent_name(r, name));
    table_cell(out->text, "%s", r->game);
    table_cell(out->text, "%s", short_number(rate, n));
    table_cell(out->text, "%s", whole > 0 ? short_number(whole, n) : "-");
    table_cell(out->text, "%d", (int)why->node_bytes);
    peer_cells(out->text, rate, r->peer);
    json_t *o = json_pack("{s:s,s:s,s:o,s:f,s:I}", "agent", r->agent, "name", r->game, "game",
                          json_spec(g), "rate", rate, "node_bytes", (json_int_t)why->node_bytes);
    json_object_set_new(o, "whole_game_rate", json_or_null(whole));
    json_object_set_new(o, "peer_rate", json_or_null(r->peer));
    json_object_set_new(o, "times_peer", json_or_null(r->peer > 0 ? rate / r->peer : 0));
    json_array_append_new(out->rows, o);
}

/* One agent on one core. */
static int speed_row(report *out, const row *r, const pl_game *g)
{
    static bench b; /* large: a state and more */
    pl_reasons why;
    int64_t work = 1;
    if (bench_open_agent(&b, g, r->agent, (uint64_t)out->call->seed)) return FAILED;
    double rate = median_rate(loop_pick, &b, out->call->seconds, &work);
    bench_pick(&b, &why);
    double whole = r->agent == alphabeta ? 0 : whole_rate(out->call, r, g);
    speed_cells(out, r, g, rate, whole, &why);
    bench_close(&b);
    return r->agent == alphabeta || whole > 0 ? DONE : FAILED;
}

/* How many times one thread's pace it is: by the wall; by CPU time, two threads
 * having twice as much of it. */
static double gain(const pace *two, const pace *one)
{
    return two->best / one->best;
}

static double cpu_gain(const pace *two, const pace *one)
{
    return 2 * (two->iterations / two->cpu) / (one->iterations / one->cpu);
}

static void ways_cells(report *out, const row *r, const pl_game *g, const pace *p)
{
    char n[16];
    table_row(out->text);
    table_cell(out->text, "%s", r->game);
    table_cell(out->text, "%s", short_number(p->best, n));
    json_t *o = json_pack("{s:s,s:o,s:f}", "name", r->game, "game", json_spec(g), "rate", p->best);
    for (int i = ROOT; i < WAYS; i++) {
        table_cell(out->text, "x%.2f", gain(&p[i], p));
        table_cell(out->text, "x%.2f", cpu_gain(&p[i], p));
        const char *wall = i == ROOT ? "root_ratio" : "tree_ratio";
        const char *cpu = i == ROOT ? "root_cpu_ratio" : "tree_cpu_ratio";
        json_object_set_new(o, wall, json_real(gain(&p[i], p)));
        json_object_set_new(o, cpu, json_real(cpu_gain(&p[i], p)));
    }
    json_array_append_new(out->rows, o);
}

/* One pick; the seconds that it took. */
static double add_pick(bench *b, pace *p)
{
    pl_reasons why;
    double begun = process_seconds();
    bench_pick(b, &why);
    p->cpu += process_seconds() - begun;
    p->iterations += (double)why.iterations;
    double rate = why.seconds > 0 ? (double)why.iterations / why.seconds : 0;
    if (rate > p->best) p->best = rate;
    return why.seconds;
}

/* Two threads beside one. */
static int ways_row(report *out, const row *r, const pl_game *g)
{
    static bench b[WAYS];
    pace p[WAYS] = {0};
    double spent = 0;
    int status = DONE;
    memset(b, 0, sizeof b);
    for (int i = 0; i < WAYS && !status; i++)
        status = bench_open_agent(&b[i], g, way[i], (uint64_t)out->call->seed);
    for (int round = 0; !status && (round < 2 || spent < 2 * WAYS * out->call->seconds); round++)
        for (int i = 0; i < WAYS; i++) spent += add_pick(&b[i], &p[i]);
    if (!status) ways_cells(out, r, g, p);
    for (int i = 0; i < WAYS; i++) bench_close(&b[i]);
    return status;
}

/* The rows of games that were named, each for the agents that play it; or else the
 * usual ones.  How many, or -1, having said why. */
static int list_rows(const call *c, row *list)
{
    static const char *const all[KINDS] = {ismcts, mcts, alphabeta};
    int n = 0;
    if (!c->count) memcpy(list, usual, sizeof usual);
    if (!c->count) return USUAL;
    for (int i = 0; i < c->count; i++) {
        const pl_game *g = open_game(c->words[i]);
        if (!g) return -1;
        for (int k = 0; k < (g->hide ? 1 : KINDS); k++) {
            list[n] = (row){c->words[i], all[k], 0};
            for (int u = 0; u < USUAL; u++)
                if (usual[u].agent == all[k] && !strcmp(usual[u].game, c->words[i]))
                    list[n].peer = usual[u].peer;
            n++;
        }
        pl_close(g);
    }
    return n;
}

static int each_row(report *out, const row *list, int n, const char *agent,
                    int (*measure)(report *out, const row *r, const pl_game *g))
{
    int status = DONE;
    for (int i = 0; i < n && !status; i++) {
        if (agent && list[i].agent != agent) continue;
        const pl_game *g = open_game(list[i].game);
        progress(list[i].game, i + 1, n);
        status = g ? measure(out, &list[i], g) : MISUSED;
        pl_close(g);
    }
    progress_end();
    return status;
}

/* Printing frees a table. */
static int print_part(report *part)
{
    int status = table_print(part->text);
    part->text = NULL;
    return status;
}

static int print_reports(report part[2])
{
    if (print_part(&part[0])) return FAILED;
    printf("\nIterations, or nodes, a second of CPU time, on one core: at the first choice of a\n"
           "game; and over whole games with %d a move.  Bytes of a node.  Peer, at the first\n"
           "choice: %s.\n\n",
           A_MOVE, peer_name);
    if (print_part(&part[1])) return FAILED;
    puts("\nIterations a second of ismcts by the clock on the wall, the best of many short picks;\n"
         "how many times that two threads do with a tree each, or with one; and how many they\n"
         "would by the CPU time that the picks took, whoever else was at work: on a busy machine\n"
         "too many in one tree, where threads hinder each other only while both run.");
    return DONE;
}

static int bench_rows(const call *c, const row *list, int n)
{
    report part[2] = {
        {c, table_new("AGENT|GAME|FIRST MOVE/S>|WHOLE GAME/S>|NODE>|PEER/S>|OURS:PEER>"),
         json_array()},
        {c, table_new("GAME|1 THREAD>|2, ROOT>|BY CPU>|2, TREE>|BY CPU>"), json_array()}};
    int status = each_row(&part[0], list, n, NULL, speed_row);
    if (!status) status = each_row(&part[1], list, n, ismcts, ways_row);
    json_t *all = json_pack("{s:s,s:f,s:o,s:o}", "peer", peer_name, "seconds", c->seconds, "rows",
                            part[0].rows, "threads", part[1].rows);
    if (!status && c->json) print_json(json_incref(all));
    if (!status && !c->json) status = print_reports(part);
    table_free(part[0].text);
    table_free(part[1].text);
    json_decref(all);
    return status;
}

int bench_agents(const call *c)
{
    row *list = calloc((size_t)c->count * KINDS + USUAL, sizeof *list);
    int n = list ? list_rows(c, list) : 0;
    int status = !list ? failed("out of memory") : n < 0 ? MISUSED : bench_rows(c, list, n);
    free(list);
    return status;
}
