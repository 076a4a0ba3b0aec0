/* fields.c -- what is told of a game besides its moves, as named texts.
 *
 * Both spellings of a record, JSON and text, have the same fields and differ in their
 * brackets only.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/json.h"
#include "table/records/portable.h"

/* "2026-11-16T05:50:00.123456Z" */
static void put_moment(pl_text *t, int64_t us)
{
    time_t seconds = (time_t)(us / 1000000);
    char text[64];
    struct tm at;
    if (!us || !gmtime_r(&seconds, &at)) return;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &at);
    pl_put(t, "%s.%06dZ", text, (int)(us % 1000000));
}

/* Seconds since 1970 of a moment that the calendar has; or -1. */
static int64_t seconds_of(struct tm *at)
{
    struct tm was = *at;
    int64_t seconds = (int64_t)timegm(at); /* which makes 2 March of 30 February */
    int same = at->tm_mon == was.tm_mon && at->tm_mday == was.tm_mday &&
               at->tm_hour == was.tm_hour && at->tm_min == was.tm_min && at->tm_sec == was.tm_sec;
    return same ? seconds : -1;
}

int pl_moment_read(const char *text, int64_t *us, pl_error *err)
{
    static const char shape[] = "dddd-dd-ddTdd:dd:dd.ddddddZ";
    struct tm at = {0};
    int fits = strlen(text) == sizeof shape - 1, micro = 0;
    for (size_t i = 0; fits && shape[i]; i++)
        fits = shape[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
    if (!fits || sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d.%6d", &at.tm_year, &at.tm_mon, &at.tm_mday,
                        &at.tm_hour, &at.tm_min, &at.tm_sec, &micro) != 7)
        return pl_fail(err, "a time is written 2026-11-16T05:50:00.123456Z, not '%.40s'", text);
    at.tm_year -= 1900;
    at.tm_mon -= 1;
    *us = seconds_of(&at) * 1000000 + micro;
    return *us > 0 ? 0
                   : pl_fail(err, "no game was played at %.40s: no such day, or before 1970", text);
}

int pl_whole_read(const char *text, int64_t lo, int64_t hi, int64_t *out, pl_error *err)
{
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (!*text || strspn(text, "-0123456789") != strlen(text) || *end || errno || n < lo || n > hi)
        return pl_fail(err, "a whole number from %lld to %lld is needed, not '%.40s'",
                       (long long)lo, (long long)hi, text);
    *out = n;
    return 0;
}

int pl_real_read(const char *text, double *out, pl_error *err)
{
    pl_json_reader r = {text, text + strlen(text)};
    double x;
    if (pl_json_number(&r, &x) || r.at != r.end || !isfinite(x))
        return pl_fail(err, "a number is needed, not '%.40s'", text);
    *out = x + 0.0; /* no -0, which not everybody reads back */
    return 0;
}

static int is_early(const pl_record *rec)
{
    return rec->result.how != PL_BY_RULES && rec->result.how != PL_UNDER_WAY;
}

static void get_version(const pl_record *rec, pl_text *t)
{
    (void)rec;
    pl_put(t, "%d", PL_RECORD_FORMAT);
}

static int set_version(pl_record *rec, const char *text, pl_error *err)
{
    int64_t version;
    (void)rec;
    return pl_whole_read(text, PL_RECORD_FORMAT, PL_RECORD_FORMAT, &version, err);
}

static void get_game(const pl_record *rec, pl_text *t)
{
    pl_put(t, "%s", rec->game);
}

/* However it is spelled, it is kept canonical. */
static int set_game(pl_record *rec, const char *text, pl_error *err)
{
    const pl_game *g = pl_open(text, err);
    if (!g) return -1;
    pl_spec(g, rec->game, sizeof rec->game);
    pl_close(g);
    return 0;
}

static void get_seed(const pl_record *rec, pl_text *t)
{
    if (rec->seeded) pl_put(t, "%llu", (unsigned long long)rec->seed);
}

static int set_seed(pl_record *rec, const char *text, pl_error *err)
{
    char *end;
    errno = 0;
    rec->seed = strtoull(text, &end, 10);
    rec->seeded = 1;
    if (*text && strspn(text, "0123456789") == strlen(text) && !*end && !errno) return 0;
    return pl_fail(err, "a seed is a whole number below 2^64, not '%.40s'", text);
}

static void get_clock(const pl_record *rec, pl_text *t)
{
    char text[160];
    pl_pace_text(&rec->rules.pace, text, sizeof text);
    pl_put(t, "%s", text);
}

static int set_clock(pl_record *rec, const char *text, pl_error *err)
{
    return pl_pace_read(&rec->rules.pace, text, err);
}

static void get_manners(const pl_record *rec, pl_text *t)
{
    char text[512];
    pl_manners_text(&rec->rules.manners, text, sizeof text);
    pl_put(t, "%s", text);
}

static int set_manners(pl_record *rec, const char *text, pl_error *err)
{
    return pl_manners_read(&rec->rules.manners, text, err);
}

static int set_flag(int32_t *flag, const char *text, pl_error *err)
{
    *flag = 1;
    return strcmp(text, "true") ? pl_fail(err, "this is 'true' or not told of") : 0;
}

static void get_timed(const pl_record *rec, pl_text *t)
{
    if (rec->rules.timed) pl_put(t, "true");
}

static int set_timed(pl_record *rec, const char *text, pl_error *err)
{
    return set_flag(&rec->rules.timed, text, err);
}

static void get_takes_back(const pl_record *rec, pl_text *t)
{
    if (rec->rules.takes_back) pl_put(t, "true");
}

static int set_takes_back(pl_record *rec, const char *text, pl_error *err)
{
    return set_flag(&rec->rules.takes_back, text, err);
}

static void get_began(const pl_record *rec, pl_text *t)
{
    put_moment(t, rec->began);
}

static int set_began(pl_record *rec, const char *text, pl_error *err)
{
    return pl_moment_read(text, &rec->began, err);
}

static void get_ended(const pl_record *rec, pl_text *t)
{
    put_moment(t, rec->ended);
}

static int set_ended(pl_record *rec, const char *text, pl_error *err)
{
    return pl_moment_read(text, &rec->ended, err);
}

static void get_ending(const pl_record *rec, pl_text *t)
{
    pl_put(t, "%s", pl_ending_name(rec->result.how));
}

static int set_ending(pl_record *rec, const char *text, pl_error *err)
{
    int how = pl_ending_of(text);
    rec->result.how = (pl_ending)(how < 0 ? 0 : how);
    return how < 0 ? pl_fail(err,
                             "a game ends by rules, forfeit, resigned or aborted, or is "
                             "under way, not '%.40s'",
                             text)
                   : 0;
}

static void get_seat(const pl_record *rec, pl_text *t)
{
    if (is_early(rec)) pl_put(t, "%d", (int)rec->result.seat);
}

static int set_seat(pl_record *rec, const char *text, pl_error *err)
{
    int64_t seat = 0;
    int bad = pl_whole_read(text, PL_CHANCE, PL_SEATS_MAX - 1, &seat, err);
    rec->result.seat = (int32_t)seat;
    return bad;
}

static void get_fault(const pl_record *rec, pl_text *t)
{
    if (rec->result.how == PL_BY_FORFEIT) pl_put(t, "%s", pl_fault_name(rec->result.fault));
}

static int set_fault(pl_record *rec, const char *text, pl_error *err)
{
    int fault = pl_fault_of(text);
    rec->result.fault = (pl_fault)(fault < 0 ? 0 : fault);
    return fault < 0 ? pl_fail(err, "there is no fault '%.40s'", text) : 0;
}

static void get_reason(const pl_record *rec, pl_text *t)
{
    if (is_early(rec)) pl_put(t, "%s", rec->result.text);
}

static int set_reason(pl_record *rec, const char *text, pl_error *err)
{
    int n = snprintf(rec->result.text, sizeof rec->result.text, "%s", text);
    pl_plain_text(rec->result.text);
    if (n < (int)sizeof rec->result.text) return 0;
    return pl_fail(err, "a reason has fewer than %zu bytes", sizeof rec->result.text);
}

static void get_scores(const pl_record *rec, pl_text *t)
{
    for (int i = 0; rec->result.how != PL_UNDER_WAY && i < rec->players; i++) {
        if (i) pl_put(t, " ");
        if (isnan(rec->result.score[i])) pl_put(t, "-");
        else pl_put_number(t, rec->result.score[i] + 0.0);
    }
}

/* The next word of a list, cut out into word; 0 if there is none. */
static int next_word(const char **list, char word[64])
{
    size_t n = strcspn(*list, " ");
    if (!n) return 0;
    snprintf(word, 64, "%.*s", n < 64 ? (int)n : 63, *list);
    *list += n;
    *list += strspn(*list, " ");
    return 1;
}

static int set_scores(pl_record *rec, const char *text, pl_error *err)
{
    char word[64];
    for (int i = 0; next_word(&text, word); i++) {
        if (i == PL_SEATS_MAX) return pl_fail(err, "there are at most %d seats", PL_SEATS_MAX);
        rec->result.score[i] = NAN;
        if (strcmp(word, "-") && pl_real_read(word, &rec->result.score[i], err)) return -1;
    }
    return 0;
}

static void get_used(const pl_record *rec, pl_text *t)
{
    int64_t any = 0;
    for (int i = 0; i < rec->players; i++) any |= rec->result.used[i];
    for (int i = 0; any && i < rec->players; i++)
        pl_put(t, "%s%lld", i ? " " : "", (long long)rec->result.used[i]);
}

static int set_used(pl_record *rec, const char *text, pl_error *err)
{
    char word[64];
    for (int i = 0; next_word(&text, word); i++) {
        if (i == PL_SEATS_MAX) return pl_fail(err, "there are at most %d seats", PL_SEATS_MAX);
        if (pl_whole_read(word, 0, INT64_MAX, &rec->result.used[i], err)) return -1;
    }
    return 0;
}

static void get_referee(const pl_record *rec, pl_text *t)
{
    if (rec->result.referee) pl_put(t, "%lld", (long long)rec->result.referee);
}

static int set_referee(pl_record *rec, const char *text, pl_error *err)
{
    return pl_whole_read(text, 0, INT64_MAX, &rec->result.referee, err);
}

const pl_field pl_fields[] = {
    {"parlor", PL_FIELD_BARE, get_version, set_version},
    {"game", PL_FIELD_TEXT, get_game, set_game},
    {"seed", PL_FIELD_TEXT, get_seed, set_seed},
    {"clock", PL_FIELD_TEXT, get_clock, set_clock},
    {"manners", PL_FIELD_TEXT, get_manners, set_manners},
    {"timed", PL_FIELD_BARE, get_timed, set_timed},
    {"takes_back", PL_FIELD_BARE, get_takes_back, set_takes_back},
    {"began", PL_FIELD_TEXT, get_began, set_began},
    {"ended", PL_FIELD_TEXT, get_ended, set_ended},
    {"ending", PL_FIELD_TEXT, get_ending, set_ending},
    {"seat", PL_FIELD_BARE, get_seat, set_seat},
    {"fault", PL_FIELD_TEXT, get_fault, set_fault},
    {"reason", PL_FIELD_TEXT, get_reason, set_reason},
    {"scores", PL_FIELD_LIST, get_scores, set_scores},
    {"used", PL_FIELD_LIST, get_used, set_used},
    {"referee", PL_FIELD_BARE, get_referee, set_referee},
    {0},
};

int pl_field_set(pl_record *rec, const char *key, const char *text, pl_error *err)
{
    pl_error why;
    for (const pl_field *f = pl_fields; f->key; f++) {
        if (strcmp(f->key, key)) continue;
        if (f->set(rec, text, &why) == 0) return 0;
        return pl_fail(err, "%s: %.200s", key, why.text);
    }
    return pl_fail(err, "a record has no '%.40s'", key);
}

void pl_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putc('\\', out);
        putc(*text, out);
    }
    putc('"', out);
}
