/* whole.c -- a file that is there whole or not at all. */
#include "whole.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* What a signal that ends the command removes: a handler sees nothing else. */
static const char *volatile unfinished;
static struct sigaction usual[3];
static const int ends[3] = {SIGINT, SIGTERM, SIGHUP};

static void remove_it(int number)
{
    if (unfinished) unlink(unfinished);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_over(const char *name)
{
    struct sigaction handler = {.sa_handler = remove_it};
    sigemptyset(&handler.sa_mask);
    unfinished = name;
    for (int i = 0; i < 3; i++) sigaction(ends[i], &handler, &usual[i]);
}

static void watch_no_more(void)
{
    for (int i = 0; i < 3; i++) sigaction(ends[i], &usual[i], NULL);
    unfinished = NULL;
}

static int cannot(const char *path)
{
    return failed("cannot write '%.200s': %s", path, strerror(errno));
}

/* Where there is a device or a pipe, it is to be written to, not replaced. */
static int is_special(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode);
}

/* A new file beside path, as open to others as the user's mask has it. */
static int open_beside(whole *w)
{
    size_t room = strlen(w->path) + 8;
    w->beside = malloc(room);
    if (!w->beside) return failed("out of memory");
    snprintf(w->beside, room, "%s.XXXXXX", w->path);
    int fd = mkstemp(w->beside);
    if (fd < 0) return cannot(w->path);
    watch_over(w->beside);
    mode_t mask = umask(0);
    umask(mask);
    w->out = fchmod(fd, 0666 & ~mask) ? NULL : fdopen(fd, "w");
    if (w->out) return DONE;
    cannot(w->path);
    close(fd);
    unlink(w->beside);
    watch_no_more();
    return FAILED;
}

int whole_begin(whole *w, const char *path)
{
    *w = (whole){.path = path, .out = stdout};
    if (!path || !strcmp(path, "-")) return DONE;
    if (is_special(path)) return (w->out = fopen(path, "w")) ? DONE : cannot(path);
    int status = open_beside(w);
    if (status) free(w->beside);
    return status;
}

int whole_end(whole *w, int status)
{
    if (w->out == stdout) return status;
    int bad = fflush(w->out) || (w->beside && fsync(fileno(w->out)));
    bad = fclose(w->out) || bad;
    if (!bad && !status && w->beside) bad = rename(w->beside, w->path);
    if (bad && !status) status = cannot(w->path);
    if (!w->beside) return status;
    if (status) unlink(w->beside);
    watch_no_more();
    free(w->beside);
    return status;
}
