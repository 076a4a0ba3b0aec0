/* records.c -- parlor records: the games that were kept, by one word for each thing that
 * can be done with them. */
#include "records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define AT(field) .at = offsetof(call, field)

const option records_options[] = {
    {.name = "file",
     .arg = "FILE",
     .kind = WORD,
     AT(file),
     .help =
         "where they are kept, or postgresql://... (not given: $PARLOR_RECORDS, or parlor/records.db in your data)"},
    {.name = "game",
     .arg = "GAME",
     .kind = WORD,
     AT(game),
     .help = "only games of this name, or of just this spelling"},
    {.name = "player",
     .arg = "NAME",
     .kind = WORD,
     AT(player),
     .help = "only games in which somebody of this name, kind or specification played"},
    {.name = "ending",
     .arg = "HOW",
     .choices = "rules|forfeit|resigned|aborted|under-way",
     .kind = CHOICE,
     AT(ending),
     .help = "only games that ended so"},
    {.name = "since", .arg = "DAY", .kind = WORD, AT(since), .help = "only games begun since, UTC"},
    {.name = "limit",
     .arg = "N",
     .lo = 1,
     .hi = INT64_MAX,
     .kind = NUMBER,
     AT(limit),
     .help = "no more than the latest N (not given: list 20, else all)"},
    {.name = "seat",
     .arg = "N|public|full",
     .choices = "public|full",
     .kind = WORD,
     AT(seat),
     .help = "whose eyes replay has (not given: full, which sees everything)"},
    {.name = "format",
     .arg = "FORM",
     .normal = "json",
     .choices = "json|text",
     .kind = CHOICE,
     AT(format),
     .help = "of export"},
    {.name = "some",
     .kind = FLAG,
     AT(some),
     .help = "import what is right of a file, even where something is wrong in it"},
    {.name = "trust",
     .kind = FLAG,
     AT(trust),
     .help = "resume also runs the programs that the record names as players"},
    {0},
};

/* Nobody has a file of records before his first game; a server is asked. */
static int is_first(const call *c)
{
    char file[4096];
    int n = c->file ? -1 : pl_records_usual(file, sizeof file);
    return n >= 0 && n < (int)sizeof file && !pl_records_is_address(file) &&
           access(file, F_OK) != 0;
}

pl_records *records_open(const call *c, pl_records_mode mode)
{
    pl_error err;
    if (mode == PL_RECORDS_READ && is_first(c)) {
        failed("no game has been recorded yet; 'parlor playout GAME --record' keeps some");
        return NULL;
    }
    pl_records *r = pl_records_open(c->file, mode, &err);
    if (!r) failed("%s", err.text);
    return r;
}

void moment_text(int64_t us, char buf[32])
{
    time_t seconds = (time_t)(us / 1000000);
    struct tm at;
    if (us && gmtime_r(&seconds, &at)) strftime(buf, 32, "%Y-%m-%d %H:%M:%S", &at);
    else snprintf(buf, 32, "-");
}

void player_text(const pl_player *p, char *buf, size_t n)
{
    int same = !strcmp(p->name, p->kind);
    snprintf(buf, n, same ? "%s" : "%s (%s)", p->name, p->kind);
    clean_text(buf, strlen(buf));
}

/* "2026-11-16" or "2026-11-16T05:50:00", UTC. */
static int read_since(const char *text, int64_t *us)
{
    struct tm at = {0};
    int used = 0;
    int n = sscanf(text, "%4d-%2d-%2d%nT%2d:%2d:%2d%n", &at.tm_year, &at.tm_mon, &at.tm_mday, &used,
                   &at.tm_hour, &at.tm_min, &at.tm_sec, &used);
    if ((n != 3 && n != 6) || text[used])
        return misused("--since takes a day as 2026-11-16, or 2026-11-16T05:50:00, not '%.40s'",
                       text);
    at.tm_year -= 1900;
    at.tm_mon -= 1;
    int month = at.tm_mon, day = at.tm_mday;
    *us = (int64_t)timegm(&at) * 1000000;
    if (at.tm_mon == month && at.tm_mday == day) return DONE;
    return misused("--since: there is no such day as %.40s", text);
}

/* A game's own name means all its variants; a spelling means itself. */
static int read_game(const char *text, pl_records_filter *f, char spec[PL_SPEC_MAX])
{
    f->game = text;
    if (pl_find(text)) return DONE;
    const pl_game *g = open_game(text);
    if (!g) return MISUSED;
    pl_spec(g, spec, PL_SPEC_MAX);
    pl_close(g);
    f->game = spec;
    return DONE;
}

int records_filter(const call *c, pl_records_filter *f, char spec[PL_SPEC_MAX])
{
    *f = (pl_records_filter){.player = c->player, .ending = c->ending, .limit = c->limit};
    if (c->ending && !strcmp(c->ending, "under-way")) f->ending = pl_ending_name(PL_UNDER_WAY);
    int status = c->since ? read_since(c->since, &f->since) : DONE;
    if (!status && c->game) status = read_game(c->game, f, spec);
    return status;
}

/* The number of a game, as a word. */
static int read_id(const char *word, int64_t *id)
{
    if (!read_number(word, 1, INT64_MAX, id)) return DONE;
    return misused("a game is named by its number, as 'parlor records list' shows it, not '%.40s'",
                   word);
}

int records_get(pl_records *r, const call *c, pl_record *rec)
{
    pl_error err;
    int64_t id;
    if (c->count != 2) return misused("%s takes the number of one game", c->words[0]);
    if (read_id(c->words[1], &id)) return MISUSED;
    return pl_records_get(r, id, rec, &err) ? failed("%s", err.text) : DONE;
}

static int visit_named(pl_records *r, const call *c, pl_record_visit *visit, void *with)
{
    pl_error err;
    int status = DONE;
    for (int i = 1; i < c->count && !status; i++) {
        pl_record rec = {0};
        int64_t id;
        status = read_id(c->words[i], &id);
        if (!status && pl_records_get(r, id, &rec, &err)) status = failed("%s", err.text);
        if (!status) status = visit(with, &rec);
        pl_record_clear(&rec);
    }
    return status;
}

int records_visit(pl_records *r, const call *c, pl_record_visit *visit, void *with)
{
    pl_error err;
    pl_records_filter f;
    char spec[PL_SPEC_MAX];
    if (c->count > 1) return visit_named(r, c, visit, with);
    int status = records_filter(c, &f, spec);
    if (status) return status;
    status = pl_records_each(r, &f, visit, with, &err);
    return status < 0 ? failed("%s", err.text) : status;
}

static void players_cell(table *t, const pl_record *rec)
{
    char all[400] = "", one[160];
    for (int i = 0; i < rec->players; i++) {
        size_t used = strlen(all);
        player_text(&rec->player[i], one, sizeof one);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", one);
    }
    table_cell(t, "%s", all);
}

static void scores_cell(table *t, const pl_record *rec)
{
    char all[200] = "";
    for (int i = 0; i < rec->players; i++) {
        size_t used = strlen(all);
        double x = rec->result.score[i];
        if (rec->result.how == PL_UNDER_WAY || isnan(x))
            snprintf(all + used, sizeof all - used, "%s-", i ? " " : "");
        else snprintf(all + used, sizeof all - used, "%s%g", i ? " " : "", x + 0.0);
    }
    table_cell(t, "%s", all);
}

typedef struct {
    table *rows;
    int n;
} listing;

static int list_row(void *with, const pl_record *rec)
{
    listing *list = with;
    table *t = list->rows;
    char began[32];
    list->n++;
    moment_text(rec->began, began);
    table_row(t);
    table_cell(t, "%lld", (long long)rec->id);
    table_cell(t, "%s", began);
    table_cell(t, "%s", rec->game);
    players_cell(t, rec);
    scores_cell(t, rec);
    table_cell(t, "%s", pl_ending_name(rec->result.how));
    table_cell(t, "%d", pl_record_plies(rec));
    return DONE;
}

static int list_json(void *with, const pl_record *rec)
{
    json_t *players = json_array();
    char began[32];
    int over = rec->result.how != PL_UNDER_WAY;
    (void)with;
    for (int i = 0; i < rec->players; i++) {
        const pl_player *p = &rec->player[i];
        double x = rec->result.score[i];
        json_array_append_new(players, json_pack("{s:s,s:s,s:s,s:o,s:f}", "name", p->name, "kind",
                                                 p->kind, "spec", p->spec, "score",
                                                 over && !isnan(x) ? json_real(x) : json_null(),
                                                 "seconds", (double)rec->result.used[i] * 1e-9));
    }
    moment_text(rec->began, began);
    print_json(json_pack("{s:I,s:s,s:s,s:o,s:s,s:s,s:i}", "id", (json_int_t)rec->id, "game",
                         rec->game, "began", began, "players", players, "ending",
                         pl_ending_name(rec->result.how), "reason", rec->result.text, "plies",
                         pl_record_plies(rec)));
    return output_failed() ? FAILED : DONE;
}

static int records_list(pl_records *r, const call *c)
{
    enum { USUAL = 20 };
    call all = *c;
    if (c->count > 1) return misused("list takes no words after it; --game and --player choose");
    if (!all.limit) all.limit = USUAL;
    if (c->json) return records_visit(r, &all, list_json, NULL);
    listing list = {.rows = table_new("ID>|BEGAN (UTC)|GAME|PLAYERS~|SCORES|ENDED BY|PLIES>")};
    int status = records_visit(r, &all, list_row, &list);
    if (status || !list.n) {
        table_free(list.rows);
        if (!status) printf("No such game is in %s.\n", pl_records_file(r));
        return status;
    }
    return table_print(list.rows);
}

typedef struct {
    const char *word;
    pl_records_mode mode;
    int (*run)(pl_records *r, const call *c);
} deed;

static const deed deeds[] = {
    {"list", PL_RECORDS_READ, records_list},      {"show", PL_RECORDS_READ, records_show},
    {"replay", PL_RECORDS_READ, records_replay},  {"export", PL_RECORDS_READ, records_export},
    {"verify", PL_RECORDS_READ, records_verify},  {"stats", PL_RECORDS_READ, records_stats},
    {"import", PL_RECORDS_WRITE, records_import}, {"resume", PL_RECORDS_WRITE, records_resume},
};

int cmd_records(const call *c)
{
    const deed *d = NULL;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (!strcmp(deeds[i].word, c->words[0])) d = &deeds[i];
    if (!d)
        return misused("records has no '%.40s'; there are list, show, replay, export, import, "
                       "verify, stats and resume",
                       c->words[0]);
    if (c->seat && d->run != records_replay)
        return misused("--seat goes with replay; %s tells the truth", d->word);
    pl_error err;
    pl_records *r = records_open(c, d->mode);
    if (!r) return FAILED;
    int status = d->run(r, c);
    if (pl_records_close(r, &err) && !status) status = failed("%s", err.text);
    return status;
}
