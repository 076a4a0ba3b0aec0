/* whole.c -- files that a command writes: there whole or not at all. */
#include "whole.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* What a signal that ends the command removes: a handler sees nothing else. */
static char unfinished[4096];
static struct sigaction usual[3];
static const int ends[3] = {SIGINT, SIGTERM, SIGHUP};

static void remove_it(int number)
{
    unlink(unfinished);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_over(const char *name)
{
    struct sigaction handler = {.sa_handler = remove_it};
    sigemptyset(&handler.sa_mask);
    snprintf(unfinished, sizeof unfinished, "%s", name);
    for (int i = 0; i < 3; i++) sigaction(ends[i], &handler, &usual[i]);
}

/* A signal that comes between the file and its handler waits for the handler. */
static int open_watched(whole *w, pl_error *err)
{
    sigset_t held, before;
    sigemptyset(&held);
    for (int i = 0; i < 3; i++) sigaddset(&held, ends[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    int bad = pl_beside_open(&w->beside, w->path, err);
    if (!bad) watch_over(w->beside.name);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return bad;
}

static void watch_no_more(void)
{
    for (int i = 0; i < 3; i++) sigaction(ends[i], &usual[i], NULL);
}

static int cannot(const char *path)
{
    return failed("cannot write '%.200s': %s", path, strerror(errno));
}

static int is_stdout(const char *path)
{
    return !path || !strcmp(path, "-");
}

/* Where there is a device or a pipe, it is to be written to, not replaced. */
static int is_special(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

int whole_begin(whole *w, const char *path)
{
    pl_error err = {""};
    *w = (whole){.path = path, .out = stdout};
    if (is_stdout(path)) return DONE;
    if (is_special(path)) return (w->out = fopen(path, "w")) ? DONE : cannot(path);
    if (open_watched(w, &err)) return failed("%s", err.text);
    w->out = w->beside.file;
    return DONE;
}

/* What was written in place is there already; an error before the end is the last. */
static int end_special(whole *w, int status)
{
    int bad = ferror(w->out) || fflush(w->out), why = errno;
    if (fclose(w->out) && !bad) bad = 1, why = errno;
    errno = why;
    return bad && !status ? cannot(w->path) : status;
}

int whole_end(whole *w, int status)
{
    pl_error err = {""};
    if (w->out == stdout) return status;
    if (!w->beside.file) return end_special(w, status);
    if (status) pl_beside_drop(&w->beside);
    else if (pl_beside_keep(&w->beside, &err)) status = failed("%s", err.text);
    watch_no_more();
    return status;
}

/* A pipe is not opened for this: who reads it would take the closing for the end. */
static int check_one(const output *o)
{
    pl_error err = {""};
    if (o->how == READ || (o->how == TEXT && is_stdout(o->path))) return DONE;
    if (is_stdout(o->path))
        return misused("--%s takes the name of a file, and does not write to standard output",
                       o->option);
    if (o->how == TEXT && is_special(o->path))
        return access(o->path, W_OK) ? cannot(o->path) : DONE;
    return pl_beside_can(o->path, &err) ? failed("%s", err.text) : DONE;
}

/* Devices and pipes may be written one after the other. */
static int are_one(const output *a, const output *b)
{
    if (!a->path || !b->path || is_special(a->path)) return 0;
    return !strcmp(a->path, b->path) || pl_beside_same(a->path, b->path);
}

int outputs_check(const output *list, int n)
{
    for (int i = 0; i < n; i++) {
        int status = list[i].path ? check_one(&list[i]) : DONE;
        if (status) return status;
        for (int k = 0; k < i; k++)
            if (are_one(&list[k], &list[i]))
                return misused("--%s and --%s cannot both be '%.100s'", list[k].option,
                               list[i].option, list[i].path);
    }
    return DONE;
}
