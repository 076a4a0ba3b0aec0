/* beside.c -- a file that is there whole or not at all.
 *
 * rename() puts one name in the place of another at once, whatever happens; but
 * only what fsync() has brought to the disk before is sure to be behind the name
 * after a power cut.
 */
#define _POSIX_C_SOURCE 200809L
#include "solve/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"

enum { TRIES = 100 }; /* of names, where those of dead processes lie about */

static int cannot_write(const char *path, pl_error *err)
{
    return pl_fail(err, "cannot write '%.150s': %s", path, strerror(errno));
}

static void forget(pl_beside *b)
{
    free(b->path);
    free(b->name);
    *b = (pl_beside){0};
}

/* A new file whose name nobody else uses. */
static int make(pl_beside *b, size_t room)
{
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        snprintf(b->name, room, "%s.%ld-%d", b->path, (long)getpid(), i);
        fd = open(b->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) return -1;
    b->file = fdopen(fd, "wb");
    if (b->file) return 0;
    close(fd);
    unlink(b->name);
    return -1;
}

int pl_beside_open(pl_beside *b, const char *path, pl_error *err)
{
    size_t room = strlen(path) + 32;
    *b = (pl_beside){.path = malloc(room), .name = malloc(room)};
    if (!b->path || !b->name) {
        forget(b);
        return pl_fail(err, "out of memory");
    }
    memcpy(b->path, path, strlen(path) + 1);
    if (make(b, room) == 0) return 0;
    forget(b);
    return cannot_write(path, err);
}

void pl_beside_drop(pl_beside *b)
{
    if (!b->file) return;
    fclose(b->file);
    unlink(b->name);
    forget(b);
}

/* The new name is in the folder's own data.  Where a folder cannot be opened or
 * brought to the disk there is nothing left to do about it. */
static void settle_folder(const pl_beside *b)
{
    char *slash = strrchr(b->name, '/');
    if (slash) slash[slash == b->name] = 0;
    int fd = open(slash ? b->name : ".", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

int pl_beside_keep(pl_beside *b, pl_error *err)
{
    int bad = fflush(b->file) || ferror(b->file) || fsync(fileno(b->file));
    if (fclose(b->file)) bad = 1;
    if (!bad && rename(b->name, b->path)) bad = 1;
    if (bad) {
        cannot_write(b->path, err);
        unlink(b->name);
    } else {
        settle_folder(b);
    }
    forget(b);
    return bad ? -1 : 0;
}
