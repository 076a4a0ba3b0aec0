/* child.c -- a program that is spoken to in lines.
 *
 * Its input and output are one socket, which can be written to without a signal when
 * the program is gone; its standard error is a pipe.  Limits are set by the shell that
 * runs it (ulimit), so that no code of ours runs between fork and exec.
 *
 * Fact to check: a child that never reads does not block us, and one that was ended is
 * neither left as a zombie nor outlived by its own children.
 */
#define _GNU_SOURCE /* SOCK_CLOEXEC, pipe2 and POSIX_SPAWN_SETSID; POSIX of 2024 has them all */
#include "parlor/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agents/crowd.h"
#include "core/text.h"

extern char **environ;

enum {
    SAID = 4096,       /* bytes of standard error that are kept */
    READ = 1 << 16,    /* asked for at once */
    UNREAD = 64 << 20, /* may wait to be sent */
    MOMENTS = 30,      /* that we give away before we sleep */
    SLICE = 50,        /* milliseconds between two looks whether to stop */
    NAP = 1000000,     /* nanoseconds between two looks whether it ended */
    COUNTED = 50,      /* milliseconds between two counts of its processes */
    SPARE = 64         /* tasks that the system's limit allows beyond ours: threads count there */
};

typedef struct {
    char *at;
    size_t from, to, room;
} queue;

struct pl_child {
    pid_t pid;      /* 0: it was reaped */
    int wire, said; /* descriptors of the socket and of its standard error; -1: closed */
    int ended;      /* its output is */
    int status;     /* of waitpid(); -1: not known */
    size_t limit;
    size_t scanned; /* bytes of in that hold no end of a line */
    queue in, out;
    int64_t processes, counted; /* how many it may be; when they were last counted */
    int crowd;                  /* how many it was when it was killed for that */
    size_t words;
    char text[SAID + 1];
};

int64_t pl_child_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Room for n more bytes behind those that wait. */
static int make_room(queue *q, size_t n)
{
    if (q->from == q->to) q->from = q->to = 0;
    if (q->to + n <= q->room) return 0;
    if (q->from) memmove(q->at, q->at + q->from, q->to - q->from);
    q->to -= q->from;
    q->from = 0;
    size_t room = q->room ? q->room : READ;
    while (room < q->to + n) room *= 2;
    char *at = room > q->room ? realloc(q->at, room) : q->at;
    if (!at) return -1;
    q->at = at;
    q->room = room;
    return 0;
}

/* Both ends closed on exec: what the child is given is a copy. */
static int make_ends(int wire[2], int said[2])
{
    wire[0] = wire[1] = said[0] = said[1] = -1;
#if defined(SOCK_CLOEXEC) && defined(__linux__)
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, wire)) return -1;
    if (pipe2(said, O_CLOEXEC)) return -1;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, wire) || pipe(said)) return -1;
    for (int i = 0; i < 2; i++)
        if (fcntl(wire[i], F_SETFD, FD_CLOEXEC) || fcntl(said[i], F_SETFD, FD_CLOEXEC)) return -1;
#endif
    return fcntl(said[0], F_SETFL, O_NONBLOCK);
}

static void shut(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* A session of its own, no signal ignored or blocked. */
static int set_attributes(posix_spawnattr_t *attr)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_SETSID
    flags |= POSIX_SPAWN_SETSID;
#else
    flags |= POSIX_SPAWN_SETPGROUP;
#endif
    return posix_spawnattr_setsigmask(attr, &none) || posix_spawnattr_setsigdefault(attr, &all) ||
           posix_spawnattr_setflags(attr, flags);
}

static int spawn(pl_child *c, const char *const *argv, int wire, int said)
{
    posix_spawnattr_t attr;
    posix_spawn_file_actions_t files;
    posix_spawnattr_init(&attr);
    posix_spawn_file_actions_init(&files);
    int bad = set_attributes(&attr) || posix_spawn_file_actions_adddup2(&files, wire, 0) ||
              posix_spawn_file_actions_adddup2(&files, wire, 1) ||
              posix_spawn_file_actions_adddup2(&files, said, 2);
    if (!bad) bad = posix_spawn(&c->pid, argv[0], &files, &attr, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    if (bad) c->pid = 0;
    return bad;
}

/* Plain words are a program that the shell may become, instead of waiting for it. */
static int is_plain(const char *command)
{
    return !strpbrk(command, ";|&(){}`!#=\n") && strncmp(command, "exec ", 5);
}

/* What the shell does with the command, which is its argument; a limit that is lower
 * already stays so. */
static void script_text(const char *command, const pl_child_limits *l, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    if (l->memory > 0) pl_put(&t, "ulimit -v %lld; ", (long long)l->memory);
    if (l->cpu > 0) pl_put(&t, "ulimit -t %lld; ", (long long)l->cpu);
    if (l->files > 0) pl_put(&t, "ulimit -f %lld; ", (long long)l->files * 2); /* of 512 bytes */
    if (l->processes > 0 && geteuid() != 0) {
        long long most = l->processes * SPARE + pl_crowd_tasks();
        pl_put(&t, "ulimit -u %lld 2>/dev/null || ulimit -p %lld 2>/dev/null; ", most, most);
    }
    pl_put(&t, is_plain(command) ? "eval \"exec $1\"" : "eval \"$1\"");
}

static int launch(pl_child *c, const char *command, const pl_child_limits *l, pl_error *err)
{
    int wire[2], said[2];
    char script[256];
    script_text(command, l, script, sizeof script);
    const char *argv[] = {"/bin/sh", "-c", script, "parlor", command, NULL};
    int bad = make_ends(wire, said) ? errno : 0;
    if (!bad) bad = spawn(c, argv, wire[1], said[1]);
    c->wire = wire[0];
    c->said = said[0];
    shut(&wire[1]);
    shut(&said[1]);
    if (bad) return pl_fail(err, "'%.80s' cannot be started: %s", command, strerror(bad));
    return 0;
}

pl_child *pl_child_start(const char *command, const pl_child_limits *limits, pl_error *err)
{
    static const pl_child_limits none = {0};
    pl_child *c = calloc(1, sizeof *c);
    if (!c) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    c->wire = c->said = c->status = -1;
    c->processes = limits ? limits->processes : 0;
    c->limit = limits && limits->output ? (size_t)limits->output : PL_LINE_MAX;
    if (launch(c, command, limits ? limits : &none, err) == 0) return c;
    pl_child_end(c, 0);
    return NULL;
}

/* As much as it takes now.  That it is gone will show when it is listened to. */
void pl_child_flush(pl_child *c)
{
    while (c->wire >= 0 && c->out.from < c->out.to) {
        ssize_t n = send(c->wire, c->out.at + c->out.from, c->out.to - c->out.from,
                         MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK) c->out.from = c->out.to;
        if (n <= 0) return;
        c->out.from += (size_t)n;
    }
}

int pl_child_send(pl_child *c, const char *text, size_t n)
{
    if (c->out.to - c->out.from + n > UNREAD || make_room(&c->out, n)) return -1;
    memcpy(c->out.at + c->out.to, text, n);
    c->out.to += n;
    return 0;
}

/* Keep the end of what it says. */
static void keep(pl_child *c, const char *text, size_t n)
{
    if (n > SAID) text += n - SAID, n = SAID;
    if (c->words + n > SAID) {
        memmove(c->text, c->text + c->words + n - SAID, SAID - n);
        c->words = SAID - n;
    }
    for (size_t i = 0; i < n; i++) c->text[c->words++] = text[i] ? text[i] : '?';
    c->text[c->words] = 0;
}

/* A few reads are enough: a flood must not keep us from the clock. */
static void hear_said(pl_child *c)
{
    char text[SAID];
    for (int i = 0; i < 32 && c->said >= 0; i++) {
        ssize_t n = read(c->said, text, sizeof text);
        if (n > 0) keep(c, text, (size_t)n);
        else if (n < 0 && errno == EINTR) continue;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        else shut(&c->said);
    }
}

static void hear(pl_child *c)
{
    if (c->ended) return;
    if (make_room(&c->in, READ)) return;
    ssize_t n = recv(c->wire, c->in.at + c->in.to, c->in.room - c->in.to, MSG_DONTWAIT);
    if (n > 0) c->in.to += (size_t)n;
    else if (n == 0) c->ended = 1;
    else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) c->ended = 1;
}

/* Whether it has ended, though it is left as it is: until it is reaped its number,
 * which is that of its group, is nobody else's. */
static int has_ended(const pl_child *c)
{
    siginfo_t info = {0};
    int bad = waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return bad ? errno != EINTR : info.si_pid == c->pid;
}

/* A while without a word: it may have ended and left a child that holds the line open. */
static void look_after(pl_child *c)
{
    if (c->ended || !has_ended(c)) return;
    hear(c);
    c->ended = 1;
}

/* What is there already. */
static void glance(pl_child *c)
{
    size_t before = c->in.to;
    hear(c);
    if (c->in.to == before) hear_said(c);
}

/* A fast program answers sooner than we could fall asleep and be woken: give it a moment of
 * our time first.  1: something came. */
static int dally(pl_child *c)
{
    size_t waiting = c->in.to - c->in.from;
    for (int i = 0; i < MOMENTS && !c->ended; i++) {
        sched_yield();
        hear(c);
        if (c->in.to - c->in.from > waiting) return 1;
    }
    return c->ended;
}

/* Wait for whatever comes first. */
static void wait_for(pl_child *c, int64_t ms)
{
    struct pollfd p[2] = {{.fd = c->wire, .events = POLLIN}, {.fd = c->said, .events = POLLIN}};
    if (c->out.from < c->out.to) p[0].events |= POLLOUT;
    if (c->ended) p[0].fd = -1;
    if (poll(p, 2, (int)ms) <= 0) {
        look_after(c);
        return;
    }
    if (p[1].revents) hear_said(c);
    if (p[0].revents & POLLOUT) pl_child_flush(c);
    if (p[0].revents & ~POLLOUT) hear(c);
}

/* The first line that waits, if a whole one does. */
static int take_line(pl_child *c, pl_piece *line)
{
    size_t n = c->in.to - c->in.from;
    const char *from = n ? c->in.at + c->in.from : NULL;
    const char *end = n > c->scanned ? memchr(from + c->scanned, '\n', n - c->scanned) : NULL;
    c->scanned = end ? 0 : n;
    if (!end) return 0;
    *line = (pl_piece){from, (size_t)(end - from)};
    c->in.from += line->n + 1;
    return 1;
}

int pl_child_has_more(const pl_child *c)
{
    return c->in.from < c->in.to;
}

int pl_child_is_there(pl_child *c)
{
    hear(c);
    return !c->ended;
}

/* More than it may be are killed, all of them, which shows in how it ended. */
static void count_processes(pl_child *c)
{
    int64_t now = pl_child_now();
    if (c->processes <= 0 || c->crowd || !c->pid || now - c->counted < COUNTED) return;
    c->counted = now;
    int n = pl_crowd_session(c->pid);
    if (n <= c->processes) return;
    c->crowd = n;
    c->ended = 1;
    c->in.from = c->in.to = c->scanned = 0;
    kill(-c->pid, SIGKILL);
}

/* Looks once before it finds that the time is up, or that it is to wait no longer. */
pl_child_news pl_child_line(pl_child *c, pl_piece *line, int64_t until, int (*stopped)(void *with),
                            void *with)
{
    if (until) pl_child_flush(c);
    for (int looked = 0;; looked = 1) {
        count_processes(c);
        if (take_line(c, line)) return line->n > c->limit ? PL_CHILD_FLOOD : PL_CHILD_LINE;
        if (c->in.to - c->in.from > c->limit) return PL_CHILD_FLOOD;
        if (c->ended) return PL_CHILD_ENDED;
        int stop = stopped && stopped(with);
        if (looked && stop) return PL_CHILD_STOPPED;
        int64_t left = until ? until - pl_child_now() : 0;
        if (looked && left <= 0) return PL_CHILD_QUIET;
        if (left <= 0 || stop) glance(c);
        else if (looked || !dally(c)) wait_for(c, left < SLICE ? left : SLICE);
    }
}

int pl_child_descriptor(const pl_child *c)
{
    return c->wire;
}

void pl_child_close_input(pl_child *c)
{
    pl_child_flush(c);
    if (c->wire >= 0) shutdown(c->wire, SHUT_WR);
}

const char *pl_child_said(const pl_child *c)
{
    return c->text;
}

/* Its children go with it, also where it ended by itself. */
static void reap(pl_child *c, int64_t ms)
{
    struct timespec nap = {0, NAP};
    int64_t until = pl_child_now() + ms;
    if (!c->pid) return;
    pl_child_close_input(c);
    while (!has_ended(c) && pl_child_now() < until) nanosleep(&nap, NULL);
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, &c->status, 0) < 0)
        if (errno != EINTR) {
            c->status = -1;
            break;
        }
    c->pid = 0;
    hear_said(c);
}

int pl_child_fate(pl_child *c, int64_t ms, char *buf, size_t n)
{
    reap(c, ms);
    if (c->crowd)
        return snprintf(buf, n, "was ended for running %d processes at once, more than its %lld,",
                        c->crowd, (long long)c->processes);
    int code = c->status != -1 && WIFEXITED(c->status) ? WEXITSTATUS(c->status) : 0;
    if (code > 128 && code <= 128 + 64) /* the shell's way to say so */
        return snprintf(buf, n, "ended with exit status %d, as after signal %d (%s)", code,
                        code - 128, strsignal(code - 128));
    if (c->status != -1 && WIFEXITED(c->status))
        return snprintf(buf, n, "ended with exit status %d", WEXITSTATUS(c->status));
    if (c->status != -1 && WIFSIGNALED(c->status))
        return snprintf(buf, n, "was ended by signal %d (%s)", WTERMSIG(c->status),
                        strsignal(WTERMSIG(c->status)));
    return snprintf(buf, n, "has ended");
}

void pl_child_end(pl_child *c, int64_t ms)
{
    if (!c) return;
    reap(c, ms);
    shut(&c->wire);
    shut(&c->said);
    free(c->in.at);
    free(c->out.at);
    free(c);
}
