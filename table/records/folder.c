/* folder.c -- where records are if nobody says, and what lies beside them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "table/records/records.h"

/* A file of Parlor's where this user's data lie. */
static int in_data(const char *name, const char *tail, char *buf, size_t n)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/') return snprintf(buf, n, "%s/parlor/%s%s", data, name, tail);
    if (home && *home == '/')
        return snprintf(buf, n, "%s/.local/share/parlor/%s%s", home, name, tail);
    return -1;
}

int pl_records_usual(char *buf, size_t n)
{
    const char *file = getenv("PARLOR_RECORDS");
    return file && *file ? snprintf(buf, n, "%s", file) : in_data("records.db", "", buf, n);
}

/* Those of a file that somebody names are not made: it may be a slip.  A failure shows when the
 * file is opened. */
void pl_make_folders(char *file)
{
    for (char *c = strchr(file + 1, '/'); c; c = strchr(c + 1, '/')) {
        *c = 0;
        mkdir(file, 0777);
        *c = '/';
    }
}

/* An address as the name of a file: what may be in one, and a number that tells it from others. */
int pl_records_beside(const pl_records *r, const char *tail, char *buf, size_t n)
{
    char name[96];
    if (!pl_records_is_address(r->address)) return snprintf(buf, n, "%s%s", r->file, tail);
    snprintf(name, sizeof name, "%.70s", r->file);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '-';
    snprintf(name + strlen(name), sizeof name - strlen(name), "-%016llx",
             (unsigned long long)pl_hash(r->file, strlen(r->file)));
    int length = in_data(name, tail, buf, n);
    if (length > 0 && (size_t)length < n) pl_make_folders(buf);
    return length;
}
