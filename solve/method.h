/* method.h -- a method and its parameters from a text. */
#ifndef PL_SOLVE_METHOD_H
#define PL_SOLVE_METHOD_H

#include "parlor/solve.h"

/* From "name" or "name(key=value,...)", with all PL_PARAMS_MAX places of arg.  0, or -1
 * with the reason. */
int pl_method_read(const char *spec, const pl_method **method, double *arg, pl_error *err);

#endif
