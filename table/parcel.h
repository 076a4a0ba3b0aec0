/* parcel.h -- bytes to be sent from one process to another. */
#ifndef PL_TABLE_PARCEL_H
#define PL_TABLE_PARCEL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes to be sent, or that came and are read from the start.  What cannot be had, for
 * memory or because there is no more, makes it bad, and then all that is read from it is 0. */
typedef struct {
    unsigned char *byte;
    size_t n, room, at; /* at: where it is read */
    int32_t bad, unused;
} pl_parcel;
void pl_parcel_free(pl_parcel *p);
void pl_pack_count(pl_parcel *p, uint64_t x); /* small ones are short */
void pl_pack_bytes(pl_parcel *p, const void *from, size_t n);
void pl_pack_text(pl_parcel *p, const char *text);             /* NULL comes back as NULL */
void pl_pack_sparse(pl_parcel *p, const void *from, size_t n); /* where most bytes are 0 */
uint64_t pl_unpack_count(pl_parcel *p);
void pl_unpack_bytes(pl_parcel *p, void *to, size_t n);
const char *pl_unpack_text(pl_parcel *p); /* within the parcel */
void pl_unpack_sparse(pl_parcel *p, void *to, size_t n);

#endif
