/* play.c -- parlor play: you against agents, at a table that holds the truth.
 *
 * Only what your seat may know is ever printed: its views, and what it noticed. */
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "play.h"

/* A little wheel turns while somebody thinks, where it can be seen. */
static void turn_wheel(pl_agent *a, void *with)
{
    static const char wheel[] = "|/-\\";
    const sitting *t = with;
    static unsigned turns;
    char text[PL_NAME_MAX + 64];
    snprintf(text, sizeof text, "%c %s thinks; Ctrl-C: move now", wheel[turns++ % 4],
             t->who[a->seat].name);
    progress_text(text);
}

static void watch_others(sitting *t)
{
    for (int i = 0; i < t->game->players; i++) {
        if (i == t->seat || !isatty(STDERR_FILENO)) continue;
        t->at[i]->watch = turn_wheel;
        t->at[i]->with = t;
    }
}

/* What goes wrong with others is told as it happens. */
static void hear(void *with, const pl_table *at, const pl_event *e)
{
    const sitting *t = with;
    char text[400];
    (void)at;
    if (e->kind != PL_FAULT || e->seat == t->seat) return;
    progress_end();
    snprintf(text, sizeof text, "seat %d, %s, was at fault: %s; then: %s.", e->seat,
             t->who[e->seat].name, pl_fault_name(e->fault), pl_then_name(e->then));
    clean_text(text, strlen(text));
    tell(t, "fault", text);
}

static void take_back(sitting *t)
{
    int taken = 0;
    while (taken < t->steps && pl_table_back(t->table, t->seat) == 0) taken++;
    int plies = pl_line_plies(line_of(t));
    if (t->told > plies) t->told = plies;
    tell(t, "undo",
         taken > 1 ? "Back to an earlier decision of yours."
                   : "Back to your decision before this one.");
}

static void tell_left(const sitting *t)
{
    char text[4400] = "You left the game.";
    int named = t->call->record && *t->call->record;
    if (t->recorder) /* by the name that may be shown: an address may have a password in it */
        snprintf(text, sizeof text,
                 "You left the game.\n'parlor play%s%s --resume=%lld' takes it up again.",
                 named ? " --record=" : "", named ? pl_records_file(t->file) : "",
                 (long long)pl_recorder_id(t->recorder));
    tell(t, "quit", text);
}

/* Until the game is over or left. */
static void sit(sitting *t)
{
    int over = 0, plies = -1;
    while (!over && t->wish != WISH_LEAVE) {
        interrupt_forget();
        t->wish = WISH_NOTHING;
        over = pl_table_run(t->table, t->at);
        progress_end();
        /* An agent that was told to move and did not: it will not on the next Ctrl-C either. */
        int stuck = !over && !t->wish && plies == pl_line_plies(line_of(t));
        plies = t->wish ? -1 : pl_line_plies(line_of(t));
        if (stuck || interrupt_ends()) t->wish = WISH_LEAVE;
        if (t->wish == WISH_BACK) take_back(t);
        if (t->wish == WISH_RESIGN) pl_table_resign(t->table, t->seat);
    }
    if (!over) {
        tell_left(t);
        return;
    }
    tell_end(t);
    summary_tell(t);
}

/* The status is that of the command, not of the game. */
static int play_game(sitting *t)
{
    screen_open(&t->screen, t->call->colour);
    watch_others(t);
    pl_table_listen(t->table, hear, t);
    interrupt_catch(t->table);
    tell_start(t);
    sit(t);
    interrupt_catch(NULL);
    return DONE;
}

/* Programs that played have ended by now. */
static int left(int status)
{
    status = interrupt_status(status);
    interrupt_leave();
    return status;
}

static int play_new(const call *c, const char *spec)
{
    sitting t = {.call = c, .game = open_game(spec)};
    if (!t.game) return MISUSED;
    interrupt_catch(NULL);
    int status = seating_open(&t);
    if (!status) status = play_game(&t);
    int closed = seating_close(&t);
    pl_close(t.game);
    return left(status ? status : closed);
}

static int note_id(void *with, const pl_record *rec)
{
    int human = 0;
    for (int i = 0; i < rec->players; i++) human |= !strcmp(rec->player[i].kind, human_type.name);
    if (human) *(int64_t *)with = rec->id;
    return 0;
}

/* The game of that number; or (0) the last one in the file that somebody left. */
static int find_game(sitting *t, pl_record *rec)
{
    pl_error err;
    int64_t id = t->call->resume;
    pl_records_filter left = {.ending = pl_ending_name(PL_UNDER_WAY), .brief = 1};
    const char *file = t->call->record;
    t->file = pl_records_open(file && *file ? file : NULL, PL_RECORDS_WRITE, &err);
    if (!t->file) return failed("%s", err.text);
    if (!id && pl_records_each(t->file, &left, note_id, &id, &err) < 0)
        return failed("%s", err.text);
    if (!id) return misused("no game in %s was left unfinished", pl_records_file(t->file));
    if (pl_records_get(t->file, id, rec, &err)) return misused("%s", err.text);
    if (rec->result.how != PL_UNDER_WAY)
        return misused("game %lld is over; 'parlor records show %lld' shows it", (long long)id,
                       (long long)id);
    return DONE;
}

/* Of a game that goes on you are told what came after your last move. */
static void go_back_in_news(sitting *t)
{
    t->told = pl_line_plies(line_of(t));
    while (t->told > 0 && pl_line_mover(line_of(t), t->told - 1) != t->seat) t->told--;
}

static int play_on(const call *c)
{
    sitting t = {.call = c};
    pl_record rec = {0};
    int status = find_game(&t, &rec);
    interrupt_catch(NULL);
    if (!status && !(t.game = open_game(rec.game))) status = MISUSED;
    if (!status) status = seating_resume(&t, &rec);
    if (!status) {
        go_back_in_news(&t);
        status = play_game(&t);
    }
    int closed = seating_close(&t);
    pl_close(t.game);
    pl_record_clear(&rec);
    return left(status ? status : closed);
}

/* Two options that do not go together, or NULL. */
static const char *conflict(const call *c)
{
    if (c->agents && c->level) return "--against and --level both say who plays: give one of them";
    if (c->resume >= 0 && c->count) return "--resume takes up a game as it was: name none";
    if (c->record && c->no_record) return "--record and --no-record do not go together";
    if (c->resume >= 0 && c->no_record) return "a game that is resumed is recorded";
    return NULL;
}

int cmd_play(const call *c)
{
    choice asked;
    call all = *c;
    if (conflict(c)) return misused("%s", conflict(c));
    if (c->resume >= 0) return play_on(c);
    if (c->count) return play_new(c, c->words[0]);
    if (c->json || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return play_new(c, CHOOSER_USUAL);
    int status = chooser_ask(&all, &asked);
    if (status) return status == LEAVING ? DONE : status;
    return play_new(&all, asked.game);
}
