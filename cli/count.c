/* count.c -- parlor count: the whole tree of a small game, measured.
 *
 * Fact to check: Kuhn poker for two has 58 histories and 12 information sets,
 * and uniform play gives the first player 1/8. */
#include <math.h>
#include <stdlib.h>

#include "cli.h"

typedef struct {
    double values[PL_SEATS_MAX], nashconv;
    int has_nashconv;
} uniform;

static int measure(const pl_tree *t, uniform *out)
{
    double *policy = malloc(sizeof *policy * ((size_t)t->info_first[t->infos] + 1));
    if (!policy) return failed("out of memory");
    pl_tree_uniform(t, policy);
    int bad = pl_tree_values(t, policy, out->values);
    out->has_nashconv = !t->game->hide || t->recall;
    if (!bad && out->has_nashconv) bad = pl_tree_nashconv(t, policy, &out->nashconv);
    free(policy);
    return bad ? failed("out of memory") : DONE;
}

static void count_json(const pl_tree *t, const uniform *u)
{
    json_t *infos = json_array();
    for (int i = 0; i < t->game->players; i++)
        json_array_append_new(infos, json_integer(t->infos_of[i]));
    print_json(json_pack(
        "{s:o,s:i,s:i,s:i,s:i,s:i,s:i,s:o,s:o,s:o}", "game", json_spec(t->game), "histories",
        (int)t->nodes, "chance", (int)t->chance, "decisions", (int)t->decisions, "terminals",
        (int)t->ends, "depth", (int)t->depth, "information_sets", (int)t->infos,
        "information_sets_of", infos, "uniform_values", json_numbers(u->values, t->game->players),
        "uniform_nashconv", u->has_nashconv ? json_real(u->nashconv) : json_null()));
}

/* Rounding leaves some 1e-18 where 0 is meant. */
static double without_noise(double x)
{
    return fabs(x) < 1e-12 ? 0 : x;
}

static void count_text(const pl_tree *t, const uniform *u)
{
    char spec[PL_SPEC_MAX];
    pl_spec(t->game, spec, sizeof spec);
    printf("%s\n", spec);
    printf("Histories:         %d\n", (int)t->nodes);
    printf("  chance:          %d\n", (int)t->chance);
    printf("  decisions:       %d\n", (int)t->decisions);
    printf("  terminal:        %d\n", (int)t->ends);
    printf("Depth:             %d pl%s\n", (int)t->depth, t->depth == 1 ? "y" : "ies");
    printf("Information sets:  %d\n", (int)t->infos);
    for (int i = 0; i < t->game->players; i++)
        printf("  seat %d:%*s%d\n", i, i < 10 ? 10 : 9, "", (int)t->infos_of[i]);
    puts("Uniform play:");
    for (int i = 0; i < t->game->players; i++)
        printf("  value, seat %d:%*s%.12g\n", i, i < 10 ? 3 : 2, "", without_noise(u->values[i]));
    if (u->has_nashconv) printf("  NashConv:        %.12g\n", without_noise(u->nashconv));
    else puts("  NashConv:        not known, as the views of this game forget");
}

int cmd_count(const call *c)
{
    pl_error err = {""};
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    uniform u = {0};
    pl_tree *t = pl_tree_new(g, (int32_t)c->max_nodes, &err);
    int status = t ? measure(t, &u) : failed("%s", err.text);
    if (status == DONE && c->json) count_json(t, &u);
    else if (status == DONE) count_text(t, &u);
    pl_tree_free(t);
    pl_close(g);
    return status;
}
