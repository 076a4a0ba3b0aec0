/* seating.c -- who sits where in parlor play: you, and the agents or levels that are named, at
 * a table of their own.
 *
 * Fact to check: the same seed and agents bring the same game back, if you play the same. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "levels.h"
#include "play.h"
#include "seats.h"

#define USUAL_LEVEL "medium"

/* A short number that is another each time, even twice in a second. */
static int64_t new_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t mix[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid()};
    return 1 + (int64_t)(pl_hash(mix, sizeof mix) % 1000000000);
}

/* Stream n of what is not the table's own luck. */
static void stream(uint64_t seed, int n, pl_rng *out)
{
    uint64_t mix[] = {seed, (uint64_t)n};
    pl_seed(out, pl_hash(mix, sizeof mix));
}

static int choose_seat(sitting *t, uint64_t seed)
{
    const char *text = t->call->seat ? t->call->seat : "0";
    int64_t seat;
    pl_rng r;
    stream(seed, -1, &r);
    if (!strcasecmp(text, "random")) seat = pl_below(&r, t->game->players);
    else if (read_number(text, 0, t->game->players - 1, &seat))
        return misused("--seat takes 0..%d in this game, or random, not '%.40s'",
                       (int)t->game->players - 1, text);
    t->seat = (int)seat;
    return DONE;
}

/* An agent or a level at a seat, and how it is called. */
static int seat_other(sitting *t, int seat, const char *who, uint64_t seed)
{
    char spec[PL_SPEC_MAX], name[PL_NAME_MAX];
    pl_rng r;
    int status = DONE, level = level_agent(t->game, who, spec, sizeof spec);
    stream(seed, seat, &r);
    if (t->call->level && !level && !pl_agent_find(who) && !strchr(who, '('))
        return misused("--level takes " LEVEL_WORDS ", not '%.40s'", who);
    t->at[seat] = seats_agent(t->game, level ? spec : who, pl_rand(&r), &status);
    if (status) return status;
    const char *agent = t->at[seat]->type->name;
    if (level) snprintf(name, sizeof name, "%.32s at level %d", agent, level);
    else snprintf(name, sizeof name, "%.60s", agent);
    t->who[seat] = pl_player_of(t->at[seat], name);
    return DONE;
}

static int seat_others(sitting *t, uint64_t seed)
{
    const char *list = t->call->agents ? t->call->agents : t->call->level;
    int status = DONE;
    char one[PL_SPEC_MAX + 1];
    if (!list) list = USUAL_LEVEL;
    for (int i = 0, left = t->game->players - 1; i < t->game->players && !status; i++) {
        if (i == t->seat) continue;
        const char *rest = seats_first(list, one, sizeof one);
        if (--left == 0 && rest)
            return misused("--against names more than the %d who sit here beside you",
                           (int)t->game->players - 1);
        status = seat_other(t, i, one, seed);
        if (rest) list = rest;
    }
    return status;
}

static int seat_you(sitting *t)
{
    pl_error err;
    char name[PL_NAME_MAX];
    snprintf(name, sizeof name, "%s", t->call->name && *t->call->name ? t->call->name : "you");
    clean_text(name, strlen(name));
    t->at[t->seat] = pl_agent_make(&human_type, "", t->game, 1, &err);
    if (!t->at[t->seat]) return failed("%s", err.text);
    human_sit(t->at[t->seat], t);
    t->who[t->seat] = pl_player_of(t->at[t->seat], name);
    return DONE;
}

static int open_table(sitting *t, const pl_table_rules *rules)
{
    pl_error err;
    t->table = pl_table_new(t->game, rules, &err);
    if (!t->table) return failed("%s", err.text);
    t->in = input_new();
    return t->in ? DONE : failed("out of memory");
}

static int read_rules(const sitting *t, pl_table_rules *out)
{
    pl_error err;
    *out = (pl_table_rules){.manners = pl_manners_usual(PL_AT_HOME), .timed = 1, .takes_back = 1};
    if (!t->call->clock || pl_pace_read(&out->pace, t->call->clock, &err) == 0) return DONE;
    return misused("--clock: %s", err.text);
}

/* Where it is asked for; and at a terminal, into the usual file, where that can be. */
static int open_file(sitting *t)
{
    pl_error err;
    const char *file = t->call->record;
    int asked = file != NULL;
    if (t->call->no_record || (!asked && !input_edited(t->in))) return DONE;
    if (refuse_file(t->game, "its games are not recorded, as a record has only a game's name"))
        return asked ? MISUSED : DONE;
    t->file = pl_records_open(asked && *file ? file : NULL, PL_RECORDS_WRITE, &err);
    if (t->file) t->recorder = pl_records_attach(t->file, t->table, t->who, &err);
    if (t->recorder) return DONE;
    if (asked) return failed("%s", err.text);
    tell(t, "error", "This game is not recorded:");
    tell(t, "error", err.text);
    return DONE;
}

int seating_open(sitting *t)
{
    int64_t seed = t->call->seed == UNSEEDED ? new_seed() : t->call->seed;
    pl_table_rules rules;
    int status = choose_seat(t, (uint64_t)seed);
    if (!status) status = read_rules(t, &rules);
    if (!status) status = seat_others(t, (uint64_t)seed);
    if (!status) status = seat_you(t);
    if (!status) status = open_table(t, &rules);
    if (!status) status = open_file(t);
    if (status) return status;
    stream((uint64_t)seed, -2, &t->hints);
    pl_table_begin(t->table, (uint64_t)seed);
    return DONE;
}

/* Whether who sat there can sit down again: a record may come from anybody, and a program
 * that it names is not run unasked. */
static int may_sit(const sitting *t, const pl_record *rec, int i)
{
    const pl_player *who = &rec->player[i];
    if (i == t->seat) return DONE;
    if (!strcmp(who->kind, "remote"))
        return failed("a player in the net sits at seat %d, and would have to be hosted", i);
    if (seats_runs_program(who->spec) && !t->call->trust)
        return failed("a program plays at seat %d, which --trust would run: %.200s", i, who->spec);
    return DONE;
}

/* As they sat when the game was left: all of them may, or none is opened. */
static int seat_again(sitting *t, const pl_record *rec)
{
    int status = DONE;
    if (rec->players != t->game->players)
        return failed("game %lld has another number of players than its game", (long long)rec->id);
    for (int i = 0; i < rec->players && !status; i++) status = may_sit(t, rec, i);
    for (int i = 0; i < rec->players && !status; i++) {
        if (i == t->seat) status = seat_you(t);
        else status = seat_other(t, i, rec->player[i].spec, rec->seed);
        t->who[i] = rec->player[i];
    }
    return status;
}

static int find_you(sitting *t, const pl_record *rec)
{
    for (t->seat = 0; t->seat < rec->players; t->seat++)
        if (!strcmp(rec->player[t->seat].kind, human_type.name)) return DONE;
    return misused("nobody who could be you sits in game %lld", (long long)rec->id);
}

int seating_resume(sitting *t, const pl_record *rec)
{
    pl_error err;
    int status = find_you(t, rec);
    if (!status) status = seat_again(t, rec);
    if (!status) status = open_table(t, &rec->rules);
    if (status) return status;
    stream(rec->seed, -2, &t->hints);
    t->recorder = pl_records_resume(t->file, rec->id, t->table, &err);
    if (!t->recorder) return failed("%s", err.text);
    pl_table_resume(t->table, t->seat); /* if it was paused */
    return DONE;
}

/* What could not be recorded is told at the end. */
static int close_file(sitting *t)
{
    pl_error err;
    int status = DONE;
    if (t->recorder && pl_recorder_close(t->recorder, &err)) status = failed("%s", err.text);
    if (t->file && pl_records_close(t->file, &err) && !status) status = failed("%s", err.text);
    return status;
}

int seating_close(sitting *t)
{
    pl_table_free(t->table);
    int status = close_file(t);
    for (int i = 0; i < PL_SEATS_MAX; i++) pl_agent_free(t->at[i]);
    input_free(t->in);
    return status;
}
