/* host.c -- parlor host: a table of your own, for players in the net.
 *
 * The table has a thread; you, if you play, sit at it like everybody else, by a
 * connection, and see what your seat may see.
 */
#include "parlor/host.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "net.h"
#include "parlor/records.h"
#include "seats.h"
#include "signals.h"

typedef struct {
    const call *call;
    const pl_game *game;
    pl_host *host;
    pl_room *room;
    pl_agent *agent[PL_SEATS_MAX]; /* NULL: somebody in the net */
    const char *token[PL_SEATS_MAX];
    char name[PL_SEATS_MAX][PL_NAME_MAX]; /* given by --names, or "" */
    pl_records *file;
    pl_recorder *recorder;
    narrator tell;
    int human;      /* your seat, or -1 */
    int64_t played; /* games that came to an end */
    int status;
} hosting;

static void lock_output(void)
{
    flockfile(stdout);
}

static void unlock_output(void)
{
    flush_output();
    funlockfile(stdout);
}

/* Who comes and goes. */
static void tell_news(void *with, const pl_room *r, const pl_news *n)
{
    static const char *const event[] = {"came", "left", "stranger", "watchers"};
    hosting *t = with;
    char name[PL_NAME_MAX], number[24];
    (void)r;
    snprintf(name, sizeof name, "%s", n->name);
    clean_text(name, strlen(name));
    const char *who = strcmp(name, mover_name(n->seat, number)) ? name : "Somebody";
    lock_output();
    if (t->call->json)
        print_json(json_pack("{s:s,s:i,s:s,s:s,s:i}", "event", event[n->what], "seat", n->seat,
                             "name", name, "text", n->text, "watchers", n->watchers));
    else if (n->what == PL_CAME) printf("%s came to seat %d.\n", who, n->seat);
    else if (n->what == PL_LEFT) printf("%s left seat %d: %s.\n", who, n->seat, n->text);
    else if (n->what == PL_STRANGER) printf("%s.\n", n->text);
    unlock_output();
}

/* Everybody's moves, as anybody may see them. */
static void tell_ply(hosting *t, const pl_line *line, int ply)
{
    char move[PL_NAME_MAX], who[PL_NAME_MAX + 32];
    pl_state before;
    int mover = pl_line_mover(line, ply);
    pl_move code = pl_line_seen(line, ply, PL_PUBLIC);
    if (code == PL_NOTHING) return;
    pl_line_view(line, ply, PL_PUBLIC, &before);
    pl_say(t->game, &before, code, move, sizeof move);
    if (t->call->json)
        print_json(json_pack("{s:s,s:o,s:s}", "event", "ply", "mover", json_mover(mover), "noticed",
                             move));
    else printf("%s: %s\n", narrator_who(&t->tell, mover, who, sizeof who), move);
}

static void tell_end(hosting *t, const pl_result *r)
{
    int n = t->game->players;
    if (!t->call->json) {
        narrate_end(&t->tell, r->score, n, pl_ending_name(r->how), r->text);
        return;
    }
    json_t *scores = isnan(r->score[0]) ? json_null() : json_numbers(r->score, n);
    print_json(json_pack("{s:s,s:s,s:o,s:s}", "event", "end", "how", pl_ending_name(r->how),
                         "scores", scores, "reason", r->text));
}

static void tell_pause(const hosting *t, const pl_event *e)
{
    char who[PL_NAME_MAX + 32];
    int paused = e->kind == PL_PAUSED;
    if (t->call->json)
        print_json(json_pack("{s:s,s:i}", "event", paused ? "paused" : "resumed", "seat", e->seat));
    else if (paused) printf("Paused by %s.\n", narrator_who(&t->tell, e->seat, who, sizeof who));
    else puts("The game goes on.");
}

static void listen_in(void *with, const pl_table *at, const pl_event *e)
{
    hosting *t = with;
    lock_output();
    if (e->kind == PL_PLY) tell_ply(t, pl_table_line(at), e->ply);
    if (e->kind == PL_WENT_BACK && !t->call->json) puts("Moves were taken back.");
    if (e->kind == PL_PAUSED || e->kind == PL_RESUMED) tell_pause(t, e);
    if (e->kind == PL_FINISHED) tell_end(t, pl_table_result(at));
    unlock_output();
}

/* The names as they are when all are here; with them the games are recorded. */
static int take_names(hosting *t)
{
    pl_player who[PL_SEATS_MAX] = {0};
    pl_error err;
    for (int i = 0; i < t->game->players; i++) {
        const char *name = pl_room_name(t->room, i), *what = i == t->human ? "human" : "remote";
        snprintf(t->tell.name[i], sizeof t->tell.name[i], "%s", name);
        clean_text(t->tell.name[i], strlen(t->tell.name[i]));
        if (t->agent[i]) who[i] = pl_player_of(t->agent[i], name);
        else {
            memcpy(who[i].name, t->tell.name[i], sizeof who[i].name);
            snprintf(who[i].kind, sizeof who[i].kind, "%s", what);
            snprintf(who[i].spec, sizeof who[i].spec, "%s", what);
        }
    }
    if (t->file) t->recorder = pl_records_attach(t->file, pl_room_table(t->room), who, &err);
    return t->file && !t->recorder ? failed("%s", err.text) : DONE;
}

/* A seed that nobody can guess: who knows it knows what will be dealt. */
static uint64_t secret_seed(void)
{
    uint64_t seed = 0;
    return getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed >> 1
                                                                    : pl_hash(&seed, sizeof seed);
}

static void play_games(hosting *t)
{
    int64_t first = t->call->seed;
    if (!pl_room_gather(t->room)) return;
    t->status = take_names(t);
    if (t->human < 0) pl_table_listen(pl_room_table(t->room), listen_in, t);
    for (int64_t i = 0; i < t->call->games && !t->status && !output_failed(); i++) {
        uint64_t seed = first == UNSEEDED ? secret_seed() : (uint64_t)(first + i);
        if (!pl_room_play(t->room, seed)) break;
        t->played += pl_table_result(pl_room_table(t->room))->how != PL_BY_ABORT;
    }
}

/* The games, one after the other; in a thread of their own. */
static void *play(void *with)
{
    hosting *t = with;
    play_games(t);
    pl_room_dismiss(t->room);
    return NULL;
}

static void stop(void *with)
{
    pl_room_stop(((hosting *)with)->room, "the host ended the game");
}

static json_t *json_seat(const hosting *t, int seat)
{
    if (t->agent[seat]) return json_pack("{s:s}", "agent", t->agent[seat]->type->name);
    if (seat == t->human) return json_pack("{s:s}", "agent", "human");
    return json_pack("{s:s,s:s}", "agent", "remote", "token", t->token[seat]);
}

/* Whether it stands for all addresses of this machine. */
static int is_any(const char *address)
{
    return !strcmp(address, "0.0.0.0") || !strcmp(address, "::");
}

static void tell_hosting(const hosting *t)
{
    const char *bind = t->call->bind;
    int port = pl_host_port(t->host), colons = strchr(bind, ':') != NULL;
    const char *open = colons ? "[" : "", *close = colons ? "]" : "";
    if (t->call->json) {
        json_t *list = json_array();
        for (int i = 0; i < t->game->players; i++) json_array_append_new(list, json_seat(t, i));
        print_json(json_pack("{s:s,s:o,s:s,s:i,s:o}", "event", "hosting", "game",
                             json_spec(t->game), "address", bind, "port", port, "seats", list));
        flush_output();
        return;
    }
    printf("%s at %s%s%s:%d; Ctrl-C ends it.\n", t->game->name, open, bind, close, port);
    if (is_any(bind)) bind = "THIS_MACHINE", open = close = ""; /* nobody can go to "any" */
    for (int i = 0; i < t->game->players; i++)
        if (t->token[i] && i != t->human)
            printf("Seat %d: parlor join %s%s%s:%d --token %s\n", i, open, bind, close, port,
                   t->token[i]);
    printf("To watch: parlor watch %s%s%s:%d\n", open, bind, close, port);
    flush_output();
}

/* Who sits where, in words: 0, or a status. */
static int seat_one(hosting *t, int seat, const char *who)
{
    const char *name = *t->name[seat] ? t->name[seat] : NULL;
    int status = DONE, human = !strcmp(who, "human");
    if (human && t->human >= 0)
        return misused("only one seat can be 'human', at this terminal; others are 'remote'");
    if (human && t->call->json) return misused("--json has no terminal: no seat can be 'human'");
    if (human) t->human = seat;
    if (human || !strcmp(who, "remote")) {
        t->token[seat] = pl_room_invite(t->room, seat, name ? name : human ? "host" : NULL);
        return t->token[seat] ? DONE : failed("out of memory");
    }
    uint64_t seed = t->call->seed == UNSEEDED ? secret_seed() : (uint64_t)t->call->seed;
    t->agent[seat] = seats_agent(t->game, who, seed + (uint64_t)seat, &status);
    if (!status) pl_room_sit(t->room, seat, t->agent[seat], name);
    return status;
}

static int take_seats(hosting *t)
{
    const char *list = t->call->agents;
    int status = DONE;
    for (int i = 0; i < t->game->players && !status; i++) {
        char one[PL_SPEC_MAX + 1]; /* one too long is cut, but stays too long */
        const char *rest = seats_first(list, one, sizeof one);
        status = seat_one(t, i, one);
        if (!status && rest && i == t->game->players - 1)
            status = misused("--seats names more than the %d seats of this game", i + 1);
        if (rest) list = rest;
    }
    return status;
}

static int read_names(hosting *t)
{
    const char *list = t->call->names;
    for (int i = 0; list; i++) {
        size_t n = strcspn(list, ",");
        if (i >= t->game->players)
            return misused("--names names more than the %d seats of this game", i);
        snprintf(t->name[i], sizeof t->name[i], "%.*s", (int)n, list);
        clean_text(t->name[i], strlen(t->name[i]));
        list = list[n] ? list + n + 1 : NULL;
    }
    return DONE;
}

static int open_room(hosting *t)
{
    const call *c = t->call;
    pl_error err;
    pl_table_rules rules = pl_table_usual(PL_IN_THE_NET);
    rules.timed = c->record != NULL;
    if (c->clock && pl_pace_read(&rules.pace, c->clock, &err)) return misused("%s", err.text);
    if (c->on && pl_manners_read(&rules.manners, c->on, &err)) return misused("%s", err.text);
    if (read_names(t)) return MISUSED;
    t->host = pl_host_open(&(pl_host_rules){.bind = c->bind, .port = (int32_t)c->port}, &err);
    if (!t->host) return failed("%s", err.text);
    pl_room_rules room = {.game = t->game,
                          .table = &rules,
                          .wait = c->wait,
                          .pause = c->pause,
                          .tell = tell_news,
                          .with = t};
    t->room = pl_room_open(t->host, &room, &err);
    if (!t->room) return failed("%s", err.text);
    if (c->record) t->file = pl_records_open(c->record, PL_RECORDS_WRITE, &err);
    if (c->record && !t->file) return failed("%s", err.text);
    return take_seats(t);
}

/* What was recorded is on the disk when this comes back. */
static int close_room(hosting *t)
{
    pl_error err;
    int status = DONE;
    pl_room_close(t->room);
    pl_host_close(t->host);
    if (t->recorder && pl_recorder_close(t->recorder, &err)) status = failed("%s", err.text);
    if (t->file && pl_records_close(t->file, &err)) status = failed("%s", err.text);
    for (int i = 0; i < t->game->players; i++) pl_agent_free(t->agent[i]);
    return status;
}

static int sit_down(const hosting *t)
{
    char address[200];
    int any = !strcmp(t->call->bind, "0.0.0.0") || !strcmp(t->call->bind, "::");
    const char *where = any ? "127.0.0.1" : t->call->bind;
    snprintf(address, sizeof address, strchr(where, ':') ? "[%.100s]:%d" : "%.100s:%d", where,
             pl_host_port(t->host));
    return person_play(t->call, address, t->token[t->human], 1);
}

static int run(hosting *t)
{
    pthread_t thread;
    int status = DONE;
    tell_hosting(t);
    if (pthread_create(&thread, NULL, play, t)) return failed("the system gives no thread");
    if (t->human >= 0) {
        status = sit_down(t);
        stop(t); /* if you left, and else it is over anyway */
    }
    pthread_join(thread, NULL);
    if (t->status) return t->status;
    if (t->played == t->call->games) return status;
    return status ? status
                  : failed("stopped after %lld of %lld game%s", (long long)t->played,
                           (long long)t->call->games, plural(t->call->games));
}

int cmd_host(const call *c)
{
    hosting t = {.call = c, .human = -1, .tell = {.json = c->json}};
    t.game = open_game(c->words[0]);
    if (!t.game) return MISUSED;
    signals_hold();
    int status = refuse_file(t.game, "players elsewhere would not know it");
    if (!status) status = open_room(&t);
    if (!status && signals_watch(stop, &t)) status = failed("the system gives no thread");
    else if (!status) {
        status = run(&t);
        signals_end();
    }
    int closed = close_room(&t);
    pl_close(t.game);
    return status ? status : closed;
}
