/* without.c -- stands for PostgreSQL where Parlor was built without it. */
#include "core/text.h"
#include "table/records/db.h"

pl_db *pl_postgres_open(const char *address, const char *plain, int writes, pl_error *err)
{
    (void)address;
    (void)writes;
    pl_fail(err,
            "%.80s: this parlor was built without PostgreSQL; name a file, or build it with libpq "
            "(-Dpostgres=enabled)",
            plain);
    return NULL;
}
