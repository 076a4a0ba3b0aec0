/* export.c -- parlor export: the tree of a small game in the formats of other programs.
 *
 * Fact to check: glpsol finds -1/18 in what 'parlor export kuhn --format lp' prints. */
#include "export.h"

#include <string.h>

#include "whole.h"

const char export_about[] =
    "Enumerates a small game and writes it for other programs.  lp and mps are the linear\n"
    "program of a game of two whose scores add up to 0, as CPLEX's LP format and as free MPS:\n"
    "the least value of v is what the game is worth to seat 0, and the dual values of the rows\n"
    "x... are how it gets that.";

#define AT(field) .at = offsetof(call, field)

const option export_options[] = {
    {.name = "format",
     .arg = "FORMAT",
     .normal = "lp",
     .choices = "lp|mps",
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

static int write_lp(const pl_tree *t, const call *c, whole *w, pl_error *err)
{
    int status = FAILED;
    pl_lp *lp = pl_lp_new(t, err);
    if (!lp) return failed("%s", err->text);
    if (whole_begin(w, c->output) == DONE) {
        int bad = pl_lp_write(lp, !strcmp(c->format, "mps") ? PL_LP_MPS : PL_LP_CPLEX, w->out, err);
        status = whole_end(w, bad ? failed("%s", err->text) : DONE);
    }
    pl_lp_free(lp);
    return status;
}

int cmd_export(const call *c)
{
    pl_error err = {""};
    whole w;
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    pl_tree *t = pl_tree_new(g, (int32_t)c->max_nodes, &err);
    int status = t ? write_lp(t, c, &w, &err) : failed("%s", err.text);
    pl_tree_free(t);
    pl_close(g);
    return status;
}
