/* shipped.h -- the nets that Parlor ships, as files in memory; shipped.py makes the table. */
#ifndef PL_NETS_SHIPPED_H
#define PL_NETS_SHIPPED_H

#include <stddef.h>

typedef struct {
    const char *name; /* of the file, as "dominoes"; NULL ends the list */
    const unsigned char *bytes;
    size_t size;
} pl_shipped;
extern const pl_shipped pl_shipped_nets[];

#endif
