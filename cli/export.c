/* export.c -- parlor export: the tree of a small game in the formats of other programs.
 *
 * Fact to check: glpsol finds -1/18 in what 'parlor export kuhn --format lp' prints. */
#include "export.h"

#include <string.h>

#include "whole.h"

const char export_about[] =
    "Enumerates a small game and writes it for other programs.  efg is the extensive game as\n"
    "Gambit reads it.  lp and mps are the linear program of a game of two whose scores add up to\n"
    "0, as CPLEX's LP format and as free MPS: the least value of v is what the game is worth to\n"
    "seat 0, and the dual values of the rows x... are how it gets that.";

#define AT(field) .at = offsetof(call, field)

const option export_options[] = {
    {.name = "format",
     .arg = "FORMAT",
     .normal = "efg",
     .choices = "efg|lp|mps",
     .kind = CHOICE,
     AT(format),
     .help = "what to write"},
    {.name = "output",
     .arg = "FILE",
     .kind = WORD,
     AT(output),
     .help = "where to; not given or -: standard output"},
    {.name = "max-nodes",
     .arg = "N",
     .normal = "5000000",
     .lo = 1,
     .hi = INT32_MAX,
     .kind = NUMBER,
     AT(max_nodes),
     .help = "give up on trees larger than this"},
    {0},
};

/* What is written, and for a linear program of what. */
typedef struct {
    const pl_tree *tree;
    pl_lp *lp; /* NULL: the game itself */
} work;

static int write_it(const work *w, const call *c)
{
    pl_error err = {""};
    whole file;
    int status = whole_begin(&file, c->output);
    if (status) return status;
    int bad = !w->lp ? pl_efg_write(w->tree, file.out, &err)
                     : pl_lp_write(w->lp, !strcmp(c->format, "mps") ? PL_LP_MPS : PL_LP_CPLEX,
                                   file.out, &err);
    return whole_end(&file, bad ? failed("%s", err.text) : DONE);
}

static int export_tree(const pl_tree *t, const call *c)
{
    pl_error err = {""};
    work w = {.tree = t};
    if (strcmp(c->format, "efg") != 0 && !(w.lp = pl_lp_new(t, &err)))
        return failed("%s", err.text);
    int status = write_it(&w, c);
    pl_lp_free(w.lp);
    return status;
}

int cmd_export(const call *c)
{
    pl_error err = {""};
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    pl_tree *t = pl_tree_new(g, (int32_t)c->max_nodes, &err);
    int status = t ? export_tree(t, c) : failed("%s", err.text);
    pl_tree_free(t);
    pl_close(g);
    return status;
}
