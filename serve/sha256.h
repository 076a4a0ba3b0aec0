/* sha256.h -- a hash that cannot be turned back, for tokens that are kept. */
#ifndef PL_SERVE_SHA256_H
#define PL_SERVE_SHA256_H

#include <stddef.h>

enum { PL_SHA256 = 32 };

void pl_sha256(const void *bytes, size_t n, unsigned char out[PL_SHA256]);

#endif
