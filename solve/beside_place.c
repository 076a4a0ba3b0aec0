/* beside_place.c -- where a file really is, and what dead processes left beside it.
 *
 * A process that writes holds a lock on what it writes, which is gone with it
 * whatever ended it.  Its number in the name tells the same, but only to the machine
 * it ran on: one is removed where both say that nobody is at it.
 */
#define _POSIX_C_SOURCE 200809L
#include "solve/beside_place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parlor/beside.h"

enum { LINKS_MAX = 40 };

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* Bytes of a path up to and with its last slash. */
static size_t folder_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* What a link says, seen from where the link is; to be freed. */
static char *next_place(const char *link, const char *says)
{
    size_t folder = *says == '/' ? 0 : folder_part(link);
    char *next = malloc(folder + strlen(says) + 1);
    if (!next) return NULL;
    memcpy(next, link, folder);
    memcpy(next + folder, says, strlen(says) + 1);
    return next;
}

char *pl_beside_place(const char *path)
{
    char says[PATH_MAX];
    char *at = strdup(path);
    for (int i = 0; at; i++) {
        ssize_t n = readlink(at, says, sizeof says - 1);
        if (n < 0) return at;
        says[n] = 0;
        char *next = i < LINKS_MAX ? next_place(at, says) : NULL;
        int why = i < LINKS_MAX ? ENOMEM : ELOOP;
        free(at);
        at = next;
        errno = why;
    }
    return NULL;
}

const char *pl_beside_kind(mode_t mode)
{
    return S_ISDIR(mode)    ? "folder"
           : S_ISFIFO(mode) ? "pipe"
           : S_ISSOCK(mode) ? "socket"
                            : "device";
}

/* The folder that a place is in; 0, or -1. */
static int folder_of(const char *place, struct stat *s)
{
    size_t n = folder_part(place);
    if (!n) return stat(".", s);
    char *folder = strndup(place, n);
    int bad = folder ? stat(folder, s) : -1;
    free(folder);
    return bad;
}

static int same_name(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a + folder_part(a), b + folder_part(b)) != 0) return 0;
    return folder_of(a, &x) == 0 && folder_of(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

int pl_beside_same(const char *one, const char *other)
{
    struct stat x, y;
    int bad_one = stat(one, &x), bad_other = stat(other, &y);
    if (!bad_one && !bad_other) return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    if (!bad_one || !bad_other) return 0;
    char *a = pl_beside_place(one), *b = pl_beside_place(other);
    int same = a && b && same_name(a, b);
    free(a);
    free(b);
    return same;
}

/* The process in a name of ours, NAME.PROCESS-NUMBER.part; 0: it is none. */
static long process_in(const char *entry, const char *name)
{
    size_t n = strlen(name);
    long process, number;
    char again[64];
    if (strncmp(entry, name, n) || entry[n] != '.') return 0;
    if (sscanf(entry + n, ".%ld-%ld", &process, &number) != 2 || process < 1) return 0;
    snprintf(again, sizeof again, ".%ld-%ld" PL_BESIDE_ENDING, process, number);
    return strcmp(entry + n, again) ? 0 : process;
}

static int is_locked(int folder, const char *entry)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = openat(folder, entry, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return 1;
    int locked = fcntl(fd, F_GETLK, &all) || all.l_type != F_UNLCK;
    close(fd);
    return locked;
}

void pl_beside_sweep(const char *place)
{
    size_t n = folder_part(place);
    char *folder = n ? strndup(place, n) : strdup(".");
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        long process = process_in(e->d_name, place + n);
        if (!process || kill((pid_t)process, 0) == 0 || errno != ESRCH) continue;
        if (!is_locked(dirfd(dir), e->d_name)) unlinkat(dirfd(dir), e->d_name, 0);
    }
    if (dir) closedir(dir);
    free(folder);
}
