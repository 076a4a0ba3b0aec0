/* owner.c -- who plays a game or a match that is under way, so that nobody else goes on with it.
 *
 * In a file an owner is "pid@host", and lives if this machine has such a process.  One that was
 * killed and that nobody has waited for still has its number, for ever where the first process of a
 * container waits for nobody: on Linux /proc tells that it has ended.  In a store that many machines
 * share it is "pid@host#session", and lives as long as its session with the server
 * does: the server knows, and notices when a machine is gone.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/records/records.h"

int pl_owner_name(pl_records *r)
{
    char host[64] = "";
    int64_t session = 0;
    gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (*c == '#' || *c == '@') *c = '-';
    snprintf(r->owner, sizeof r->owner, "%ld@%s", (long)getpid(), host);
    if (!r->db->kind->session || r->mode == PL_RECORDS_READ) return 0;
    if (r->db->kind->session(r->db, &session)) return -1;
    size_t n = strlen(r->owner);
    snprintf(r->owner + n, sizeof r->owner - n, "#%lld", (long long)session);
    return 0;
}

/* What stands behind the name, which may hold anything and ends with the last ')', is its state. */
static int has_ended(long pid)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *in = fopen(path, "r");
    size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in) fclose(in);
    text[n] = 0;
    const char *at = strrchr(text, ')');
    return at && (!strncmp(at, ") Z", 3) || !strncmp(at, ") X", 3));
}

static int is_alive(long pid)
{
    return (kill((pid_t)pid, 0) == 0 || errno == EPERM) && !has_ended(pid);
}

static pl_owner process_of(const pl_records *r, const char *owner)
{
    const char *at = strchr(owner, '@'), *here = strchr(r->owner, '@');
    long pid = at && !strcmp(at, here) ? strtol(owner, NULL, 10) : -1;
    if (pid < 0 || pid > INT32_MAX) return PL_OWNER_UNKNOWN;
    return pid > 0 && is_alive(pid) ? PL_OWNER_OTHER : PL_OWNER_GONE;
}

static pl_owner session_of(const pl_records *r, const char *owner)
{
    const char *mark = strchr(owner, '#');
    int64_t session = mark ? strtoll(mark + 1, NULL, 10) : 0;
    int lives = session > 0 && session <= INT32_MAX ? r->db->kind->lives(r->db, session) : -1;
    return lives < 0 ? PL_OWNER_UNKNOWN : lives ? PL_OWNER_OTHER : PL_OWNER_GONE;
}

pl_owner pl_owner_is(const pl_records *r, const char *owner)
{
    if (!*owner) return PL_OWNER_GONE;
    if (!strcmp(owner, r->owner)) return PL_OWNER_US;
    return r->db->kind->session ? session_of(r, owner) : process_of(r, owner);
}

/* Of this machine its number is enough. */
int pl_owner_other(const pl_records *r, const char *owner, char *who, size_t n)
{
    const char *at = strchr(owner, '@'), *here = strchr(r->owner, '@');
    if (pl_owner_is(r, owner) != PL_OWNER_OTHER) return 0;
    size_t host = at ? strcspn(at, "#") : 0;
    long pid = strtol(owner, NULL, 10);
    if (at && host == strcspn(here, "#") && !strncmp(at, here, host))
        snprintf(who, n, "process %ld", pid);
    else snprintf(who, n, "process %ld of %.*s", pid, (int)(host ? host - 1 : 0), at ? at + 1 : "");
    return 1;
}
