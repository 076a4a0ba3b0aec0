/* matrix.h -- symmetric positive matrices, row by row in one array. */
#ifndef PL_STATS_MATRIX_H
#define PL_STATS_MATRIX_H

#include <stddef.h>

/* The lower triangle L of A = L L^T, in its place; 0, or -1: A is not positive. */
int pl_cholesky(double *a, int n);
/* x with L L^T x = b, in b's place. */
void pl_cholesky_solve(const double *l, int n, double *b);
/* L becomes its own inverse. */
void pl_cholesky_invert(double *l, int n);
/* Entry (i, j) of the inverse of A, from the inverse of L. */
double pl_cholesky_entry(const double *inverse, int n, int i, int j);

#endif
