/* desk.c -- games over the referee: with clocks, manners and records, and with programs that
 * play, many of them minded by one thread. */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

typedef struct {
    pl_match *match;
    pl_cursor cursor;
    pl_crew pool;
    pl_table *table;
    pl_recorder *recorder;
    pl_agent *place[PL_SEATS_MAX], *seat[PL_SEATS_MAX];
    const char *names[PL_SEATS_MAX];
    const uint8_t *order;
    int opened; /* plies that were played for the seats, as an opening */
    pl_luck_teller *teller;
} desk;

typedef struct {
    desk *desk;
    int n, wait;
} room;

void pl_outcome_of(const pl_table *t, pl_outcome *out)
{
    const pl_result *r = pl_table_result(t);
    memcpy(out->score, r->score, sizeof out->score);
    out->plies = pl_line_plies(pl_table_line(t));
    out->how = (int32_t)r->how;
    out->fault = (int32_t)r->fault;
    out->seat = r->seat;
}

/* Before the recorder hears of it: a game in which an agent was stopped is not to be kept, as
 * played again it would be another. */
static void hear(void *with, const pl_table *t, const pl_event *e)
{
    desk *d = with;
    pl_tally *tally = d->cursor.tally;
    (void)t;
    if (e->kind == PL_FINISHED && d->recorder && pl_match_stopped(d->match))
        pl_recorder_drop(d->recorder);
    if (e->kind != PL_PLY || e->seat < 0 || e->ply < d->opened) return;
    pl_times_add(&tally->times[tally->slot[d->order[e->seat]]], e->used);
    tally->timed = 1;
}

static int open_table(desk *d, pl_error *err)
{
    pl_match *m = d->match;
    pl_table_rules rules = m->plan.rules;
    pl_player who[PL_SEATS_MAX];
    rules.timed = 1;
    d->table = pl_table_new(m->plan.game, &rules, err);
    if (!d->table) return -1;
    pl_table_listen(d->table, hear, d);
    for (int i = 0; i < m->plan.game->players; i++) who[i] = m->player[i % m->plan.entrants];
    if (m->plan.file) d->recorder = pl_records_attach(m->plan.file, d->table, who, err);
    return !m->plan.file || d->recorder ? 0 : -1;
}

/* Whoever stops the match must find the table. */
static int announce(desk *d, pl_error *err)
{
    pl_match *m = d->match;
    pthread_mutex_lock(&m->lock);
    pl_table **more = realloc(m->table, (size_t)(m->tables + 1) * sizeof *more);
    if (more) {
        m->table = more;
        m->table[m->tables++] = d->table;
    }
    pthread_mutex_unlock(&m->lock);
    return more ? 0 : pl_fail(err, "out of memory");
}

static int open_desk(desk *d, pl_match *m, pl_error *err)
{
    d->match = m;
    if (pl_cursor_open(&d->cursor, m, err) || pl_crew_open(&d->pool, m, err)) return -1;
    if (m->luck && !(d->teller = pl_luck_teller_open(m, err))) return -1;
    return open_table(d, err) || announce(d, err) ? -1 : 0;
}

static void close_desk(desk *d)
{
    pl_match *m = d->match;
    pl_error err;
    if (!m) return;
    pthread_mutex_lock(&m->lock);
    for (int i = 0; i < m->tables; i++)
        if (m->table[i] == d->table) m->table[i] = m->table[--m->tables];
    pthread_mutex_unlock(&m->lock);
    pl_table_free(d->table);
    if (pl_recorder_close(d->recorder, &err)) pl_match_fail(m, &err);
    pl_luck_teller_close(d->teller);
    pl_crew_close(&d->pool);
    pl_cursor_close(&d->cursor);
}

static void sit_down(desk *d)
{
    pl_match *m = d->match;
    pl_cursor *c = &d->cursor;
    d->order = pl_group_order(&c->group, c->game);
    for (int s = 0; s < m->plan.game->players; s++) {
        int place = d->order[s], who = c->stint.who[place];
        d->seat[s] = d->place[place];
        d->names[s] = m->entrant[who].name;
        d->seat[s]->names = d->names;
        pl_group_stream(&c->group, c->game, place, &d->seat[s]->rng);
        if (d->recorder) pl_recorder_seat(d->recorder, s, &m->player[who], m->player_id[who]);
    }
    if (d->recorder) pl_recorder_part(d->recorder, m->id, pl_cursor_number(c));
}

/* The next game is on the table: 1; 0: there is none, or none now; -1: it failed. */
static int begin_game(desk *d, int wait)
{
    pl_error err;
    pl_cursor *c = &d->cursor;
    const pl_move *opening;
    if (pl_match_stopped(d->match) || !pl_cursor_next(c, wait)) return 0;
    if (c->fresh && pl_crew_seat(&d->pool, c->stint.who, d->place, &err)) {
        pl_match_fail(d->match, &err);
        return -1;
    }
    c->fresh = 0;
    sit_down(d);
    pl_openings_at(d->match->plan.openings, c->group.number, &opening, &d->opened);
    pl_table_begin_from(d->table, pl_group_chance(&c->group, c->game), opening, d->opened);
    return 1;
}

/* What was luck in the game that is over. */
static void count_luck(desk *d, pl_outcome *o)
{
    int32_t at[PL_SEATS_MAX];
    pl_error err;
    for (int s = 0; s < d->match->plan.game->players; s++) at[s] = d->cursor.stint.who[d->order[s]];
    if (pl_luck_tell(d->teller, pl_table_line(d->table), at, d->opened, o, &err))
        pl_match_fail(d->match, &err);
}

static int next_game(void *with, int i)
{
    room *r = with;
    desk *d = &r->desk[i];
    pl_error err;
    pl_outcome o;
    pl_outcome_of(d->table, &o);
    if (d->recorder && pl_recorder_failed(d->recorder, &err)) pl_match_fail(d->match, &err);
    if (d->teller && !pl_match_stopped(d->match)) count_luck(d, &o);
    if (pl_match_stopped(d->match)) return 0;
    pl_cursor_done(&d->cursor, &o);
    return begin_game(d, r->wait) > 0;
}

/* Tables that have a game; where nothing is left, 0. */
static int begin_games(room *r, pl_table **table, pl_agent *const **seat)
{
    int n = 0;
    for (int i = 0; i < r->n; i++) {
        int got = begin_game(&r->desk[i], n == 0);
        if (got < 0) return 0;
        if (!got) break;
        table[n] = r->desk[i].table;
        seat[n++] = r->desk[i].seat;
    }
    return n;
}

static void run(room *r)
{
    size_t n = (size_t)r->n;
    pl_match *m = r->desk->match;
    pl_table **table = calloc(n, sizeof *table);
    pl_agent *const **seat = calloc(n, sizeof *seat);
    int games = table && seat ? begin_games(r, table, seat) : -1, done = 1;
    while (games > 0 && done == 1) {
        done = pl_tables_run(table, seat, games, next_game, r);
        games = done == 1 ? begin_games(r, table, seat) : 0;
    }
    if (games < 0 || done < 0) pl_match_fail(m, &(pl_error){"out of memory"});
    free(table);
    free(seat);
}

void pl_desk_work(pl_match *m, int desks)
{
    pl_error err;
    room r = {.desk = calloc((size_t)desks, sizeof *r.desk), .n = desks, .wait = desks == 1};
    int bad = r.desk ? 0 : pl_fail(&err, "out of memory");
    for (int i = 0; !bad && i < desks; i++) bad = open_desk(&r.desk[i], m, &err);
    if (bad) pl_match_fail(m, &err);
    else run(&r);
    for (int i = 0; r.desk && i < desks; i++) close_desk(&r.desk[i]);
    free(r.desk);
}
