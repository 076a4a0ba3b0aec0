/* sha256.h -- a hash that cannot be turned back: of tokens that are kept, and of secrets that are
 * told later. */
#ifndef PL_SHA256_H
#define PL_SHA256_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { PL_SHA256 = 32 };

void pl_sha256(const void *bytes, size_t n, unsigned char out[PL_SHA256]);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
