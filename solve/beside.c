/* beside.c -- a file that is there whole or not at all.
 *
 * rename() puts one name in the place of another at once, whatever happens; but
 * only what fsync() has brought to the disk before is sure to be behind the name
 * after a power cut.
 */
#define _POSIX_C_SOURCE 200809L
#include "parlor/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "solve/beside_place.h"

enum { TRIES = 100 }; /* of names, where those of other threads lie about */

static int cannot_write(const char *path, int why, pl_error *err)
{
    return pl_fail(err, "cannot write '%.150s': %s", path, strerror(why));
}

static void forget(pl_beside *b)
{
    free(b->path);
    free(b->name);
    *b = (pl_beside){0};
}

/* Nobody else takes it for one that a dead process left: see beside_place.c. */
static void lock(int fd)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    fcntl(fd, F_SETLK, &all);
}

/* As open to others as the old one was; a group that it cannot be given gets nothing. */
static int dress(int fd, const struct stat *old)
{
    int kept = fchown(fd, old->st_uid, old->st_gid) == 0 || fchown(fd, (uid_t)-1, old->st_gid) == 0;
    return fchmod(fd, old->st_mode & (kept ? 0777 : 0707));
}

/* A new file whose name nobody else uses; old is what it will replace, or NULL. */
static int make(pl_beside *b, size_t room, const struct stat *old)
{
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        snprintf(b->name, room, "%s.%ld-%d" PL_BESIDE_ENDING, b->path, (long)getpid(), i);
        fd = open(b->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old ? 0600 : 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) return -1;
    lock(fd);
    int bad = old && dress(fd, old);
    if (!bad && (b->file = fdopen(fd, "wb"))) return 0;
    int why = errno;
    close(fd);
    unlink(b->name);
    errno = why;
    return -1;
}

/* What is there is a file, or nothing: 0 with which, or -1 with the reason. */
static int look(const char *path, struct stat *old, int *there, pl_error *err)
{
    *there = stat(path, old) == 0;
    if (!*there && (errno != ENOENT || !*path)) return cannot_write(path, errno, err);
    if (!*there) return 0;
    if (!S_ISREG(old->st_mode))
        return pl_fail(err, "cannot write '%.150s': it is a %s, and only a file can be replaced",
                       path, pl_beside_kind(old->st_mode));
    return access(path, W_OK) ? cannot_write(path, errno, err) : 0;
}

int pl_beside_open(pl_beside *b, const char *path, pl_error *err)
{
    struct stat old;
    int there;
    *b = (pl_beside){0};
    if (look(path, &old, &there, err)) return -1;
    b->path = pl_beside_place(path);
    if (!b->path) return cannot_write(path, errno, err);
    pl_beside_sweep(b->path);
    size_t room = strlen(b->path) + 64;
    b->name = malloc(room);
    if (b->name && make(b, room, there ? &old : NULL) == 0) return 0;
    int why = errno;
    forget(b);
    return cannot_write(path, why, err);
}

int pl_beside_can(const char *path, pl_error *err)
{
    pl_beside b;
    if (pl_beside_open(&b, path, err)) return -1;
    pl_beside_drop(&b);
    return 0;
}

void pl_beside_put(pl_beside *b, const void *bytes, size_t n)
{
    if (b->why || fwrite(bytes, 1, n, b->file) == n) return;
    b->why = errno ? errno : EIO;
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

static void set_mark(pl_mark *m, const struct stat *s)
{
    *m = (pl_mark){(uint64_t)s->st_dev, (uint64_t)s->st_ino, (int64_t)s->st_size,
                   (int64_t)s->st_mtim.tv_sec, (int64_t)s->st_mtim.tv_nsec};
}

void pl_mark_at(const char *path, pl_mark *m)
{
    struct stat s;
    *m = (pl_mark){0};
    if (stat(path, &s) == 0 && s.st_size > 0) set_mark(m, &s);
}

/* Where there is nothing, nothing can be lost. */
static int is_other(const char *path, const pl_mark *mark)
{
    pl_mark now;
    pl_mark_at(path, &now);
    return now.size > 0 && memcmp(&now, mark, sizeof now) != 0;
}

/* To the disk, and why not.  A write that nobody looked after failed last of all. */
static int finish(pl_beside *b, struct stat *is)
{
    int why = b->why;
    if (!why && ferror(b->file)) why = errno ? errno : EIO;
    if (!why && (fflush(b->file) || fsync(fileno(b->file)) || fstat(fileno(b->file), is)))
        why = errno;
    if (fclose(b->file) && !why) why = errno;
    return why;
}

/* 0, -1 or -2, as pl_beside_keep. */
static int give_name(pl_beside *b, pl_error *err)
{
    struct stat is;
    int why = finish(b, &is);
    if (!why && b->mark && is_other(b->path, b->mark)) {
        pl_fail(err, "'%.150s' was changed by somebody else, and is left so", b->path);
        return -2;
    }
    if (!why && rename(b->name, b->path)) why = errno;
    if (why) return cannot_write(b->path, why, err);
    if (b->mark) set_mark(b->mark, &is);
    return 0;
}

int pl_beside_keep(pl_beside *b, pl_error *err)
{
    int bad = give_name(b, err);
    if (bad) unlink(b->name);
    else settle_folder(b);
    forget(b);
    return bad;
}
