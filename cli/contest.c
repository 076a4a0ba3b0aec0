/* contest.c -- parlor contest: the programs of a folder compete. */
#include "contests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "matches.h"
#include "signals.h"

enum { SIGNALLED = 128, PATH = 4096 }; /* as the shell says it */

/* What a run holds, to be given back. */
typedef struct {
    contest_settings set;
    const pl_game *game;
    pl_contest_entry *entry;
    pl_openings *openings;
    pl_records *file;
    pl_contest_plan plan;
    pl_contest *contest;
    int json;
} setup;

static int64_t number_or(const setup *s, int i, int64_t normal)
{
    return s->set.number[i] >= 0 ? s->set.number[i] : normal;
}

static int open_openings(setup *s, const char *folder)
{
    const char *name = s->set.text[SET_OPENINGS];
    char path[2 * PATH];
    if (!name) return DONE;
    if (s->set.beside && *name != '/') snprintf(path, sizeof path, "%.4000s/%s", folder, name);
    else snprintf(path, sizeof path, "%s", name);
    return openings_open(s->game, &(call){.openings = path}, &s->openings);
}

/* The folder by its own name, which is that of the contest where nobody gives another. */
static int find_name(setup *s, const char *folder)
{
    char *whole = realpath(folder, NULL);
    if (!whole) return failed("%.200s: %s", folder, strerror(errno));
    const char *slash = strrchr(whole, '/');
    if (!s->set.text[SET_NAME])
        s->set.text[SET_NAME] = strdup(slash && slash[1] ? slash + 1 : "contest");
    free(whole);
    return s->set.text[SET_NAME] ? DONE : failed("out of memory");
}

static int open_entries(setup *s, const char *folder)
{
    pl_error err;
    s->entry = calloc(PL_CONTEST_MAX, sizeof *s->entry);
    if (!s->entry) return failed("out of memory");
    int n = pl_contest_entries(folder, s->entry, PL_CONTEST_MAX, &err);
    if (n < 0) return failed("%s", err.text);
    if (n == 0)
        return misused("%.200s has no entries: files such as bot.py, or folders with one", folder);
    s->plan = pl_contest_usual(s->game, s->entry, n);
    return DONE;
}

static int set_limits(setup *s)
{
    pl_contest_plan *p = &s->plan;
    const char *clock = s->set.text[SET_CLOCK];
    pl_error err;
    p->limits.memory = number_or(s, SET_MEMORY, 0) * 1024;
    p->limits.cpu = number_or(s, SET_CPU, 0);
    p->limits.processes = number_or(s, SET_PROCESSES, p->limits.processes);
    p->limits.files = number_or(s, SET_FILES, p->limits.files / 1024) * 1024;
    p->start = (int32_t)number_or(s, SET_START, p->start);
    p->faults = (int32_t)number_or(s, SET_FAULTS, p->faults);
    if (clock && pl_pace_read(&p->pace, clock, &err)) return misused("%s", err.text);
    const char *deals = s->set.text[SET_DEALS];
    p->fresh = deals && !strcmp(deals, "fresh");
    if (deals && !p->fresh && strcmp(deals, "duplicate"))
        return misused("deals are duplicate or fresh, not '%.40s'", deals);
    return DONE;
}

static void on_news(void *with, pl_contest *c, const char *news)
{
    const setup *s = with;
    if (!news) contest_progress(pl_contest_state(c));
    if (!news || s->json) return;
    progress_end();
    char line[600];
    snprintf(line, sizeof line, "%s", news);
    clean_text(line, strlen(line));
    printf("%s\n", line);
    flush_output();
}

static void set_plan(setup *s, const call *c)
{
    pl_contest_plan *p = &s->plan;
    int seats = s->game->players, group = seats > 2 ? 2 * seats : 2;
    int opened = s->openings ? group * pl_openings_count(s->openings) : 0;
    p->name = s->set.text[SET_NAME];
    p->games = (int32_t)number_or(s, SET_GAMES, p->games);
    int half = (p->games / 2 + group - 1) / group * group;
    p->known = (int32_t)number_or(s, SET_KNOWN, opened < half ? opened : half);
    p->plies = (int32_t)number_or(s, SET_PLIES, -1);
    p->pools = (int32_t)number_or(s, SET_POOLS, 0);
    p->advance = (int32_t)number_or(s, SET_ADVANCE, 0);
    p->seed = (uint64_t)number_or(s, SET_SEED, 1);
    p->secret = s->set.text[SET_SECRET];
    p->openings = s->openings;
    p->threads = (int32_t)c->threads;
    p->anew = c->anew;
    p->tell = on_news;
    p->with = s;
}

static int open_file(setup *s, const call *c)
{
    char path[PATH + 32];
    if (c->trials) return DONE;
    snprintf(path, sizeof path, "%.4000s/contest.db", c->words[0]);
    int status = record_open(s->game, &(call){.record = c->record ? c->record : path}, &s->file);
    s->plan.file = s->file;
    return status;
}

/* What is refused is refused before there is a file. */
static int open_contest(setup *s, const call *c)
{
    pl_error err;
    pl_contest *dry = pl_contest_open(&s->plan, &err);
    if (!dry) return misused("%s", err.text);
    pl_contest_free(dry);
    int status = open_file(s, c);
    if (status) return status;
    s->contest = pl_contest_open(&s->plan, &err);
    return s->contest ? DONE : misused("%s", err.text);
}

static int set_up(setup *s, const call *c)
{
    struct stat about;
    const char *folder = c->words[0];
    if (stat(folder, &about)) return failed("%.200s: %s", folder, strerror(errno));
    if (!S_ISDIR(about.st_mode)) return misused("%.200s is no folder of entries", folder);
    if (c->trials && (c->record || c->anew))
        return misused("--check keeps nothing, and does not go with --record or --new");
    int status = contest_settings_read(&s->set, c, folder);
    if (!status && !s->set.text[SET_GAME])
        status =
            misused("contest needs a --game, or game = \"...\" in %.200s/contest.toml", folder);
    if (status || (status = find_name(s, folder))) return status;
    s->game = open_game(s->set.text[SET_GAME]);
    status = s->game ? open_openings(s, folder) : MISUSED;
    if (!status) status = open_entries(s, folder);
    if (!status) status = set_limits(s);
    if (status) return status;
    set_plan(s, c);
    return open_contest(s, c);
}

static int close_setup(setup *s, int status)
{
    pl_error err;
    pl_contest_free(s->contest);
    if (pl_records_close(s->file, &err) && !status) status = failed("%s", err.text);
    pl_openings_free(s->openings);
    free(s->entry);
    contest_settings_free(&s->set);
    pl_close(s->game);
    return status;
}

static void stop(void *with)
{
    pl_contest_stop(((setup *)with)->contest);
}

/* What is so before anything is played. */
static void tell_terms(setup *s)
{
    json_t *state = json_loads(pl_contest_state(s->contest), 0, NULL);
    const char *hash = json_string_value(json_object_get(state, "commitment"));
    if (!s->json && s->file && s->plan.known < s->plan.games)
        printf(
            "Hidden games come of a secret whose SHA-256, behind \"parlor contest \", is\n%s\n\n",
            hash ? hash : "?");
    if (!s->json && s->plan.limits.processes && geteuid() == 0)
        printf(
            "You are root, whom the system's limit of processes does not hold: those of entries\n"
            "are counted every 50 ms, and ended where they are too many.\n\n");
    if (!s->json) flush_output();
    json_decref(state);
}

static int report(setup *s, const call *c)
{
    const char *state = pl_contest_state(s->contest);
    int status = DONE;
    if (c->json) print_json(json_loads(state, 0, NULL));
    else if (!c->trials) status = contest_report(state);
    if (c->trials && !status) status = contest_trials(state, c->json);
    return status;
}

/* Stopped by a signal, it tells what it has. */
static int run(setup *s, const call *c)
{
    pl_error err;
    signals_hold();
    if (signals_watch(stop, s)) return failed("the system gives no thread");
    tell_terms(s);
    int done = c->trials ? pl_contest_check(s->contest, &err) : pl_contest_run(s->contest, &err);
    int came = signals_came();
    signals_end();
    progress_end();
    if (done < 0) return failed("%s", err.text);
    int status = report(s, c);
    if (done == 0)
        failed("interrupted%s", s->file ? "; the same command goes on where it stopped" : "");
    return done == 0 && came ? SIGNALLED + came : status;
}

int cmd_contest(const call *c)
{
    setup s = {.json = c->json};
    int status = set_up(&s, c);
    if (!status) status = run(&s, c);
    return close_setup(&s, status);
}
