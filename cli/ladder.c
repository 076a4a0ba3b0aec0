/* ladder.c -- parlor ladder: how strong the levels of a game are, measured or known. */
#include <string.h>

#include "ladders.h"
#include "matches.h"
#include "signals.h"
#include "whole.h"

enum { SIGNALLED = 128 }; /* as the shell says it */

/* "3" or "2-9" of n bytes into the set. */
static int read_range(const char *text, size_t n, int top, uint32_t *set)
{
    char part[16];
    int64_t low, high;
    if (n >= sizeof part) return -1;
    snprintf(part, sizeof part, "%.*s", (int)n, text);
    char *dash = strchr(part, '-');
    if (dash) *dash = 0;
    if (read_number(part, 1, top, &low) || read_number(dash ? dash + 1 : part, low, top, &high))
        return -1;
    *set |= PL_LEVELS_FROM_TO(low, high);
    return 0;
}

static int read_levels(const pl_game *g, const char *text, uint32_t *set)
{
    int top = pl_level_top(g), bad = 0;
    *set = text ? 0 : PL_LEVELS_FROM_TO(1, top);
    for (size_t n; text && !bad; text = text[n] ? text + n + 1 : NULL) {
        n = strcspn(text, ",");
        bad = read_range(text, n, top, set);
    }
    if (!bad) return DONE;
    return misused("--levels takes levels from 1 to %d, as 1-6 or 1-8,%d", top, top);
}

/* Refused before the first game. */
static int refuse(const pl_game *g, const call *c)
{
    const output files[] = {{"record", c->record, READ}, {"write", c->write, TEXT}};
    if (g->players < 2) return misused("%s has one seat, and a ladder is of opponents", g->name);
    int status = resume_check(c);
    if (!status && c->record)
        status = refuse_file(g, "its games cannot be recorded, as a record has only a game's name");
    if (status) return status;
    return outputs_check(files, 2);
}

static void tell(void *with, pl_match *m)
{
    double *last = with;
    pl_match_course c;
    char text[160];
    if (seconds_now() - *last < 0.2) return;
    *last = seconds_now();
    pl_match_course_of(m, &c);
    int64_t played = c.games - c.resumed;
    double left = played ? c.seconds / (double)played * (double)(c.of - c.games) : 0;
    snprintf(text, sizeof text, "%lld of %lld games, about %.0f s left", (long long)c.games,
             (long long)c.of, left);
    progress_text(text);
}

static void stop(void *with)
{
    pl_match_stop(with);
}

static int keep(const told_ladder *l, pl_records *file)
{
    pl_rated rung[PL_RUNGS_MAX];
    pl_error err;
    char spec[PL_SPEC_MAX];
    pl_spec(l->game, spec, sizeof spec);
    for (int i = 0; i < l->n; i++) rung[i] = rung_rated(&l->rung[i]);
    return pl_records_ladder_put(file, spec, rung, l->n, &err) ? failed("%s", err.text) : DONE;
}

static int write_file(const told_ladder *l, const char *path)
{
    whole w;
    json_t *o = ladder_json(l);
    int status = whole_begin(&w, path);
    if (!status) {
        int bad = json_dumpf(o, w.out, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        fputc('\n', w.out);
        status = whole_end(&w, bad ? failed("out of memory") : DONE);
    }
    json_decref(o);
    return status;
}

static int report(const told_ladder *l, const call *c)
{
    int status = c->write ? write_file(l, c->write) : DONE;
    if (status || (c->write && !strcmp(c->write, "-"))) return status;
    if (!c->json) return ladder_text(l);
    print_json(ladder_json(l));
    return DONE;
}

/* Only a whole one is kept and written; one that was interrupted is told. */
static int finish(pl_ladder *l, told_ladder *out, const call *c, pl_records *file, int done)
{
    pl_match_course course;
    pl_error err;
    call told = *c;
    pl_match_course_of(pl_ladder_match(l), &course);
    out->games = course.games;
    out->seed = c->seed;
    out->bounded = pl_ladder_rate(l, out->rung, &err);
    if (out->bounded < 0) return failed("there are too few games to tell: %s", err.text);
    int status = done && file ? keep(out, file) : DONE;
    if (!done) told.write = NULL;
    return status ? status : report(out, &told);
}

static int run(pl_ladder *l, told_ladder *out, const call *c, pl_records *file)
{
    pl_error err;
    signals_hold();
    if (signals_watch(stop, pl_ladder_match(l))) return failed("the system gives no thread");
    int done = pl_match_run(pl_ladder_match(l), &err), came = signals_came();
    signals_end();
    progress_end();
    if (done < 0) return failed("%s", err.text);
    int status = finish(l, out, c, file, done);
    if (!done)
        failed("interrupted%s%.200s", file ? "; --resume goes on with " : "",
               file ? pl_records_file(file) : "");
    return !done && came ? SIGNALLED + came : status;
}

static int measure(const pl_game *g, const call *c)
{
    told_ladder out = {.game = g};
    pl_error err;
    double last = 0;
    pl_records *file = NULL;
    uint32_t levels;
    int status = refuse(g, c);
    if (!status) status = read_levels(g, c->levels, &levels);
    if (status) return status;
    out.n = pl_ladder_rungs(g, levels, c->policies, out.rung);
    if (c->record && !(file = pl_records_open(c->record, PL_RECORDS_BATCH, &err)))
        return failed("%s", err.text);
    pl_ladder_plan plan = {.game = g,
                           .rung = out.rung,
                           .rungs = out.n,
                           .threads = (int32_t)c->threads,
                           .games = c->games,
                           .seed = (uint64_t)c->seed,
                           .file = file,
                           .resume = c->again,
                           .tell = tell,
                           .with = &last};
    pl_ladder *l = pl_ladder_open(&plan, &err);
    status = l ? run(l, &out, c, file) : misused("%s", err.text);
    pl_ladder_free(l);
    if (pl_records_close(file, &err) && !status) status = failed("%s", err.text);
    return status;
}

static int show(const pl_game *g, const call *c)
{
    told_ladder l;
    if (c->levels || c->policies || c->again)
        return misused(
            "--show measures nothing, and does not go with --levels, --policies or --resume");
    int status = ladder_known(g, c->record, &l);
    if (status) return status;
    if (l.n) return report(&l, c);
    return failed("nobody has measured %s yet; 'parlor ladder %s' does", g->name, g->name);
}

int cmd_ladder(const call *c)
{
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    int status = c->show ? show(g, c) : measure(g, c);
    pl_close(g);
    return status;
}
