/* keeping.c -- the file that a run is saved in, and nothing else is lost for.
 *
 * A run replaces its file again and again, so it looks each time whether the file is still
 * the one that it left: two runs that save to one place would each undo what the other did. */
#include "keeping.h"

#include "whole.h"

static int takes_up_its_own(const call *c)
{
    return c->resumed && (!c->save || pl_beside_same(c->save, c->resumed));
}

void keeping_begin(keeping *k, const call *c)
{
    *k = (keeping){.path = c->save ? c->save : c->resumed};
    if (k->path) pl_mark_at(k->path, &k->was);
}

int keeping_check(const keeping *k, const call *c)
{
    int own = takes_up_its_own(c);
    const output list[] = {{"resume", c->resumed, own ? REPLACED : READ},
                           {"save", own ? NULL : c->save, REPLACED},
                           {"policy", c->policy, REPLACED},
                           {"log", c->log, TEXT},
                           {"plot", c->plot, TEXT}};
    int status = outputs_check(list, sizeof list / sizeof *list);
    if (status || own || !k->was.size) return status;
    return failed("'%.100s' is there already, and --save begins a new file: --resume goes on with "
                  "a run that was saved; or choose another name",
                  k->path);
}

int keeping_save(keeping *k, pl_run *run, pl_solver *s, pl_deep *d)
{
    pl_error err = {""};
    if (!k->path) return DONE;
    if (k->lost) return FAILED;
    run->mark = &k->was;
    int bad = s ? pl_run_save(k->path, run, s, &err) : pl_run_save_deep(k->path, run, d, &err);
    k->lost = bad == -2;
    if (k->lost) failed("%s: this run ends", err.text);
    else if (bad && !k->failed) failed("%s", err.text);
    k->failed = bad != 0;
    return bad ? FAILED : DONE;
}
