/* none.c -- what a build without CLP says. */
#include "core/text.h"
#include "parlor/clp.h"

int pl_clp_solve(const pl_tree *t, double seconds, double *policy, double *value, pl_error *err)
{
    (void)t;
    (void)seconds;
    (void)policy;
    (void)value;
    return pl_fail(err, "this build has no linear solver: install COIN-OR's CLP (Debian: "
                        "coinor-libclp-dev) and build with -Dlp=enabled, or give what 'parlor "
                        "export --format mps' writes to another one");
}

int pl_clp_there(void)
{
    return 0;
}
