/* match.c -- parlor match and parlor league: agents against each other, with statistics. */
#include "matches.h"

#include <stdlib.h>
#include <string.h>

#include "cluster.h"
#include "match_pool.h"
#include "parlor/parlor.h"
#include "signals.h"
#include "whole.h"

enum { SIGNALLED = 128 }; /* as the shell says it */

/* What a run holds, to be given back. */
typedef struct {
    const pl_game *game;
    field who;
    pl_openings *openings;
    pl_records *file;
    pl_sprt sprt;
    pl_match_plan plan;
    pl_match *match;
    live live;
    unsigned ratings; /* beside the usual, as bits: match_pool.h */
} setup;

int field_put(field *f, const char *name, const char *agent)
{
    pl_entrant *more = realloc(f->of, (size_t)(f->n + 1) * sizeof *more);
    if (!more) return failed("out of memory");
    f->of = more;
    more[f->n] = (pl_entrant){name ? strdup(name) : NULL, strdup(agent)};
    if (!more[f->n].agent || (name && !more[f->n].name)) return failed("out of memory");
    f->n++;
    return DONE;
}

int field_add(field *f, const char *word)
{
    size_t n = strcspn(word, "=(");
    char name[PL_NAME_MAX];
    if (word[n] != '=') return field_put(f, NULL, word);
    if (n == 0 || n >= sizeof name)
        return misused("a name before '=' has from 1 to %d letters: '%.80s'", PL_NAME_MAX - 1,
                       word);
    snprintf(name, sizeof name, "%.*s", (int)n, word);
    return field_put(f, name, word + n + 1);
}

void field_free(field *f)
{
    for (int i = 0; i < f->n; i++) {
        free((char *)f->of[i].name);
        free((char *)f->of[i].agent);
    }
    free(f->of);
    free(f->game);
    free(f->format);
    free(f->seats);
    *f = (field){0};
}

static int read_rules(setup *s, const call *c)
{
    pl_error err;
    s->plan.refereed = c->clock || c->on;
    if ((c->clock && pl_pace_read(&s->plan.rules.pace, c->clock, &err)) ||
        (c->on && pl_manners_read(&s->plan.rules.manners, c->on, &err)))
        return misused("%s", err.text);
    return DONE;
}

/* From the command line, then the file, then what is usual. */
static int read_shape(setup *s, const call *c)
{
    const char *format = c->format ? c->format : s->who.format;
    const char *seats = c->seats ? c->seats : s->who.seats;
    if (c->shuffle && c->seats)
        return misused("--shuffle-seats draws the seats, and does not go with --seats");
    if (c->shuffle) seats = pl_fairness_name(PL_SHUFFLED_SEATS);
    int status = format ? format_read(format, &s->plan.format) : DONE;
    if (!status && seats) status = seats_read(seats, &s->plan.fairness);
    s->plan.games = c->games ? c->games : s->who.games ? s->who.games : 1000;
    s->plan.rounds = (int32_t)(c->rounds ? c->rounds : s->who.rounds);
    s->plan.advance = (int32_t)(c->advance ? c->advance : s->who.advance);
    s->plan.threads = (int32_t)c->threads;
    s->plan.seed = (uint64_t)c->seed;
    return status;
}

/* Whether an option that takes a file goes to standard output. */
static int prints(const char *path)
{
    return path && !strcmp(path, "-");
}

static int refuse(const call *c)
{
    const output files[] = {
        {"record", c->record, READ}, {"html", c->html, TEXT}, {"csv", c->csv, TEXT}};
    if (prints(c->csv) + prints(c->html) + c->json > 1)
        return misused(
            "--json, --csv and --html each print: take one, or name files: --csv=FILE, --html FILE");
    int status = resume_check(c);
    return status ? status : outputs_check(files, 3);
}

/* The first word is the game, unless the file names it and no word does. */
static int read_field(setup *s, const call *c)
{
    int status = c->file ? field_read(&s->who, c->file) : DONE;
    int named = c->count > 0;
    if (status) return status;
    if (!named && !s->who.game) return misused("league needs a GAME, as a word or in its --file");
    if (named && s->who.game)
        return misused("the game is named twice: as a word and in %.100s", c->file);
    for (int i = 1; i < c->count && !status; i++) status = field_add(&s->who, c->words[i]);
    if (status) return status;
    s->game = open_game(named ? c->words[0] : s->who.game);
    return s->game ? DONE : MISUSED;
}

/* It stands in links, as it is. */
static int refuse_address(const call *c)
{
    const char *url = c->games_at;
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,@%~[]";
    int web = !strncmp(url, "http://", 7) || !strncmp(url, "https://", 8);
    if (!web || !url[strspn(url, "htps:/")] || url[strspn(url, plain)])
        return misused("--games-at is an address as http://host:8017, not '%.100s'", url);
    if (c->html && c->record) return DONE;
    return misused("--games-at says where links of the --html to games of the --record lead");
}

static int set_up(setup *s, const call *c)
{
    pl_error err;
    int status = refuse(c);
    if (!status) status = read_field(s, c);
    if (status) return status;
    s->plan = pl_match_usual(s->game, s->who.of, s->who.n);
    status = read_shape(s, c);
    if (!status) status = read_rules(s, c);
    if (!status && c->sprt && !(status = sprt_read(c->sprt, &s->sprt))) s->plan.sprt = &s->sprt;
    if (!status) status = openings_open(s->game, c, &s->openings);
    if (!status && c->ratings) status = pool_read(c->ratings, &s->ratings);
    if (!status && c->games_at) status = refuse_address(c);
    if (!status) status = cluster_plays(s->game);
    if (!status) status = agents_check(s->game, s->who.of, s->who.n);
    if (!status) status = record_open(s->game, c, &s->file);
    if (status) return status;
    s->plan.openings = s->openings;
    s->plan.file = s->file;
    s->plan.resume = c->again;
    s->plan.luck = c->luck;
    s->plan.online = (s->ratings & (1u << POOL_ELO | 1u << POOL_LAB | 1u << POOL_GLICKO)) != 0;
    s->plan.curveless = !c->json && !c->html;
    s->plan.ranks = cluster_ranks();
    s->plan.tell = live_tell;
    s->plan.with = &s->live;
    s->match = pl_match_open(&s->plan, &err);
    return s->match ? DONE : misused("%s", err.text);
}

static int close_setup(setup *s, int status)
{
    pl_error err;
    pl_match_free(s->match);
    if (pl_records_close(s->file, &err) && !status) status = failed("%s", err.text);
    pl_openings_free(s->openings);
    field_free(&s->who);
    pl_close(s->game);
    return status;
}

static void stop(void *with)
{
    pl_match_stop(((setup *)with)->match);
}

static int write_csv(setup *s, const call *c)
{
    whole w;
    int status = whole_begin(&w, c->csv);
    return status ? status : whole_end(&w, report_csv(s->match, &s->plan, w.out));
}

static int write_html(setup *s, const call *c)
{
    whole w;
    int status = whole_begin(&w, c->html);
    return status ? status : whole_end(&w, report_html(s->match, &s->plan, c, w.out));
}

/* Files first, as those who read what is printed may leave. */
static int report(setup *s, const call *c)
{
    int status = c->csv ? write_csv(s, c) : DONE;
    if (!status && c->html) status = write_html(s, c);
    if (status || prints(c->csv) || prints(c->html)) return status;
    return c->json ? report_json(s->match, &s->plan, c)
                   : report_text(s->match, &s->plan, s->ratings);
}

/* Stopped by a signal, it tells what it has. */
static int run(setup *s, const call *c)
{
    pl_error err;
    signals_hold();
    if (signals_watch(stop, s)) return failed("the system gives no thread");
    int done = pl_match_run(s->match, &err), came = signals_came();
    signals_end();
    live_wipe(&s->live);
    cluster_tell();
    if (done < 0) return failed("%s", err.text);
    int status = report(s, c);
    if (done == 0)
        failed("interrupted%s%.200s", s->file ? "; --resume goes on with " : "",
               s->file ? pl_records_file(s->file) : "");
    return done == 0 && came ? SIGNALLED + came : status;
}

int cmd_match(const call *c)
{
    setup s = {0};
    int status = set_up(&s, c);
    if (!status) status = run(&s, c);
    return close_setup(&s, status);
}
