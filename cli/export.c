/* export.c -- parlor export: the tree of a small game in the formats of other programs.
 *
 * Fact to check: glpsol finds -1/18 in what 'parlor export kuhn --format lp' prints. */
#include "export.h"

#include <stdlib.h>
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

static int write_to(FILE *out, const work *w, const call *c)
{
    pl_error err = {""};
    int mps = !strcmp(c->format, "mps");
    int bad = !w->lp ? pl_efg_write(w->tree, out, &err)
                     : pl_lp_write(w->lp, mps ? PL_LP_MPS : PL_LP_CPLEX, out, &err);
    if (bad && out == stdout && output_failed()) return DONE; /* told when it is closed */
    return bad ? failed("%s", err.text) : DONE;
}

static int is_file(const call *c)
{
    return c->output && strcmp(c->output, "-") != 0;
}

/* What was written, and where; where it has no place of its own, the text itself. */
static void report(const work *w, const call *c, const char *text)
{
    json_t *all =
        json_pack("{s:o,s:s,s:i,s:i}", "game", json_spec(w->tree->game), "format", c->format,
                  "histories", (int)w->tree->nodes, "information_sets", (int)w->tree->infos);
    if (w->lp) json_object_set_new(all, "rows", json_integer(w->lp->rows));
    if (w->lp) json_object_set_new(all, "columns", json_integer(w->lp->cols));
    if (is_file(c)) json_object_set_new(all, "file", json_clean(c->output));
    else json_object_set_new(all, "text", json_string(text));
    print_json(all);
}

static int write_file(const work *w, const call *c)
{
    whole file;
    int status = whole_begin(&file, c->output);
    if (status) return status;
    status = whole_end(&file, write_to(file.out, w, c));
    if (!status && c->json) report(w, c, NULL);
    return status;
}

static int write_json(const work *w, const call *c)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int status = out ? write_to(out, w, c) : failed("out of memory");
    if (out) fclose(out);
    if (!status) report(w, c, text);
    free(text);
    return status;
}

static int export_tree(const pl_tree *t, const call *c)
{
    pl_error err = {""};
    work w = {.tree = t};
    if (strcmp(c->format, "efg") != 0 && !(w.lp = pl_lp_new(t, &err)))
        return failed("%s", err.text);
    int status = c->json && !is_file(c) ? write_json(&w, c) : write_file(&w, c);
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
