/* train.c -- parlor train: a net that learns from games against itself. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "signals.h"
#include "training.h"
#include "whole.h"

enum { SIGNALLED = 128 };  /* as the shell says it */
enum { SAVED_EVERY = 30 }; /* seconds */

/* Training, where it is saved, and when it ends. */
typedef struct {
    pl_trainer *trainer;
    const char *file;
    double minutes; /* 0: by games alone */
    int64_t measure;
    double saved; /* when */
    pl_mark was;  /* the file as this run left it, or found it */
} training;

static void stop(void *with)
{
    pl_trainer_stop(with);
}

/* Two runs that save to one place would each undo what the other did. */
static int save(training *t)
{
    pl_error err;
    pl_mark now;
    pl_mark_at(t->file, &now);
    if (now.size && memcmp(&now, &t->was, sizeof now))
        return failed("'%.100s' was written by somebody else meanwhile: this run ends", t->file);
    t->saved = seconds_now();
    if (pl_trainer_save(t->trainer, t->file, &err)) return failed("%s", err.text);
    pl_mark_at(t->file, &t->was);
    return DONE;
}

static int is_over(const training *t)
{
    pl_train_course c;
    pl_trainer_course(t->trainer, &c);
    return t->minutes > 0 && c.seconds >= 60 * t->minutes;
}

/* A point of the curve, and what there is so far to the disk; at the end unless there is one
 * already. */
static int measure(training *t, int last)
{
    const pl_train_point *p;
    pl_train_course c;
    pl_error err;
    int n = pl_trainer_points(t->trainer, &p);
    pl_trainer_course(t->trainer, &c);
    if (last && n && p[n - 1].games == c.games) return save(t);
    if (pl_trainer_measure(t->trainer, t->measure, &err) < 0) return failed("%s", err.text);
    return save(t);
}

/* Round after round; 1: all of it, 0: it was stopped, -1: it failed, having said why. */
static int run(training *t)
{
    pl_error err = {""};
    int more = 1;
    while (!is_over(t) && (more = pl_trainer_round(t->trainer, &err)) > 0) {
        train_tell(t->trainer, t->minutes);
        if (pl_trainer_due(t->trainer) && measure(t, 0)) return -1;
        if (seconds_now() - t->saved > SAVED_EVERY && save(t)) return -1;
    }
    progress_end();
    int stopped = pl_trainer_stopped(t->trainer);
    if (more < 0) failed("%s", err.text);
    if (stopped || more < 0 ? save(t) : measure(t, 1)) return -1;
    return more < 0 ? -1 : !stopped;
}

/* What was asked for is counted from the first game, also by who resumes. */
static void tell_idle(const training *t)
{
    pl_train_course c;
    int64_t goal = pl_trainer_games(t->trainer);
    pl_trainer_course(t->trainer, &c);
    if (goal > 0 && c.games >= goal)
        failed("nothing was left to do: %lld games are played; --games takes more, in all",
               (long long)c.games);
    else
        failed("nothing was left to do: it has trained for %.3g minutes; --minutes takes more, "
               "in all",
               c.seconds / 60);
}

static int64_t games_of(const training *t)
{
    pl_train_course c;
    pl_trainer_course(t->trainer, &c);
    return c.games;
}

/* Stopped by a signal, it saves and tells what it has. */
static int run_and_tell(training *t, const call *c)
{
    signals_hold();
    if (signals_watch(stop, t->trainer)) return failed("the system gives no thread");
    int64_t before = games_of(t);
    int done = run(t), came = signals_came();
    signals_end();
    if (done < 0) return FAILED;
    int status = (c->json ? train_json : train_text)(t->trainer, t->file, !done);
    if (c->plot && !status) status = train_plot(t->trainer, c->plot);
    if (!done) failed("interrupted; --resume goes on");
    else if (games_of(t) == before) tell_idle(t);
    return !done && came ? SIGNALLED + came : status;
}

/* Opponents, and of a net that is resumed all that may be other from now on. */
static int begin_stage(pl_trainer *t, const pl_game *g, const call *c)
{
    char settings[PL_SPEC_MAX] = "";
    pl_text text = {settings, sizeof settings, 0};
    pl_error err;
    if (c->resumed) train_settings(c, g, &text);
    const char *opponents = !c->resumed || train_given(c, "opponents") ? c->opponents : NULL;
    return pl_trainer_stage(t, settings, opponents, &err) < 0 ? misused("%s", err.text) : DONE;
}

/* The commands that made the net go with it, one behind the other. */
static int note_command(pl_trainer *t, const call *c)
{
    const char *before = pl_net_noted(pl_trainer_net(t), "command");
    char *again = command_again(c), *text = NULL;
    size_t size = again ? strlen(again) + (before ? strlen(before) : 0) + 2 : 0;
    pl_error err = {"out of memory"};
    if (again && (text = malloc(size)))
        snprintf(text, size, "%s%s%s", before ? before : "", before ? "\n" : "", again);
    int bad = !text || pl_trainer_note(t, "command", text, &err);
    free(again);
    free(text);
    return bad ? failed("%s", err.text) : DONE;
}

/* How many games measure it stays as it was, too, until somebody says another number. */
static int note_measure(training *t, const call *c)
{
    const char *before = pl_net_noted(pl_trainer_net(t->trainer), "measure");
    char text[24];
    pl_error err;
    t->measure = c->measure;
    if (before && c->resumed && !train_given(c, "measure") &&
        read_number(before, MEASURE_LEAST, MEASURE_MOST, &t->measure))
        return failed("%.100s: the number of games that measure the net is damaged", c->resumed);
    snprintf(text, sizeof text, "%lld", (long long)t->measure);
    return pl_trainer_note(t->trainer, "measure", text, &err) ? failed("%s", err.text) : DONE;
}

static int train_with(training *t, const call *c)
{
    t->file = c->resumed ? c->resumed : c->out;
    t->minutes = c->minutes > 0 || pl_trainer_games(t->trainer) > 0 ? c->minutes : 1;
    t->saved = seconds_now();
    int status = note_measure(t, c);
    if (!status) status = note_command(t->trainer, c);
    return status ? status : run_and_tell(t, c);
}

static int begin(const call *c)
{
    const pl_game *g = open_game(c->words[0]);
    training t = {0};
    train_wish wish;
    pl_error err;
    int status = g ? train_wished(c, g, &wish) : MISUSED;
    if (!status && !(t.trainer = pl_trainer_open(&wish.plan, &err)))
        status = misused("%s", err.text);
    if (!status) status = begin_stage(t.trainer, g, c);
    if (!status) status = train_yardsticks(c, g, t.trainer);
    if (!status) status = train_with(&t, c);
    pl_trainer_free(t.trainer);
    pl_close(g);
    return status;
}

static int resume(const call *c)
{
    pl_error err;
    training t = {0};
    pl_mark_at(c->resumed, &t.was);
    pl_net *net = pl_net_read(c->resumed, NULL, &err);
    if (!net) return failed("%s", err.text);
    const pl_game *g = open_game_of(c->resumed, pl_net_game(net), c->count ? c->words[0] : NULL);
    pl_net_free(net);
    if (!g) return MISUSED;
    t.trainer = pl_trainer_resume(c->resumed, g, c->games, &err);
    int status = t.trainer ? begin_stage(t.trainer, g, c) : failed("%s", err.text);
    if (!status) status = train_with(&t, c);
    pl_trainer_free(t.trainer);
    pl_close(g);
    return status;
}

/* What cannot be changed once training has begun. */
static int check_resume(const call *c)
{
    static const char *const open[] = {
        "resume", "games",     "minutes",     "measure", "plot",     "lambda",
        "rate",   "schedule",  "half",        "epsilon", "learn-at", "learn-from",
        "worlds", "opponents", "temperature", "update",  "replay",   NULL};
    for (const option *o = train_options; o->name; o++) {
        int free = 0;
        for (int i = 0; open[i]; i++) free |= !strcmp(o->name, open[i]);
        if (!free && train_given(c, o->name))
            return misused("--%s is as it was when training began; with --resume leave it out",
                           o->name);
    }
    return train_given(c, "seed") ? misused("the seed is as it was when training began") : DONE;
}

static int check_new(const call *c)
{
    if (!c->count) return misused("train needs a GAME, or a net to go on with: --resume FILE");
    if (!c->out)
        return misused("train needs a file for the net: --out %s.safetensors", c->words[0]);
    if (access(c->out, F_OK) == 0)
        return misused("'%.100s' is there already: go on with it by --resume, or take another name",
                       c->out);
    return DONE;
}

int cmd_train(const call *c)
{
    const output files[] = {
        {"out", c->out, REPLACED}, {"resume", c->resumed, REPLACED}, {"plot", c->plot, TEXT}};
    int status = c->resumed ? check_resume(c) : check_new(c);
    if (!status) status = outputs_check(files, sizeof files / sizeof *files);
    if (status) return status;
    return c->resumed ? resume(c) : begin(c);
}
