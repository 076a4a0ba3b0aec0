/* file.h -- the bytes of a net's file: safetensors.
 *
 * Eight bytes with the length of a header in JSON, the header, and the tensors one behind
 * the other, all numbers little-endian.  "__metadata__" tells what the net is for; its
 * checksum is the hash of the whole file with sixteen noughts in the place of the sum.
 */
#ifndef PL_NETS_FILE_H
#define PL_NETS_FILE_H

#include "nets/net.h"

enum {
    PL_NET_VERSION = 2,
    PL_NET_LENGTH = 8,       /* bytes before the header */
    PL_NET_HEADER = 1 << 24, /* bytes of a header at most */
    PL_NET_SUM = 16          /* digits of the sum */
};
#define PL_NET_FORMAT "parlor net"
#define PL_NET_TRAINING "training" /* the tensor of what is kept */
#define PL_NET_NOTES "note."       /* what a note's name begins with in the metadata */

/* A tensor of the file, and where it stands in memory: number (i, j) of rows times columns
 * is at + i * down + j * across; a bias has one row, and one dimension. */
typedef struct {
    char name[32];
    int32_t rows, columns, dimensions;
    int32_t unused;
    int64_t at, down, across;
} pl_net_tensor;

/* Tensor i of the net: 1, or 0 if there are not so many. */
int pl_net_tensor_at(const pl_net *net, int i, pl_net_tensor *out);
int64_t pl_net_tensor_bytes(const pl_net_tensor *t);

#endif
