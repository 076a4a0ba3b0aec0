/* run.c -- agents at a table: each is told what its seat notices, and asked in its turn. */
#include <math.h>

#include "table/table.h"

/* An agent may wait for somebody when it begins, too: an interrupt ends that. */
static void begin(pl_table *t, pl_agent *a, int seat)
{
    atomic_store(&t->picking, a);
    if (atomic_load(&t->interrupted)) pl_agent_stop(a);
    pl_agent_begin(a, seat);
    atomic_store_explicit(&t->picking, NULL, memory_order_release);
}

/* The agents begin, or begin anew after moves were taken back, and hear of the game
 * so far. */
static void catch_up(pl_table *t, pl_agent *const *seat)
{
    int n = t->game->players, plies = pl_line_plies(t->line);
    for (int i = 0; t->told < 0 && i < n; i++) {
        seat[i]->pace = &t->rules.pace;
        begin(t, seat[i], i);
    }
    if (t->told < 0) {
        t->told = 0;
        t->asked = 0;
    }
    for (; t->told < plies; t->told++) {
        const void *s = pl_line_state(t->line, t->told);
        pl_move m = pl_line_move(t->line, t->told);
        for (int i = 0; i < n; i++)
            if (seat[i]->type->heard) pl_agent_tell(seat[i], s, m);
    }
}

/* An agent may sit at another table next, and this one's clock is gone with it. */
static void part(const pl_table *t, pl_agent *const *seat)
{
    char told[sizeof t->result.text];
    pl_result_told(&t->result, told, sizeof told);
    for (int i = 0; i < t->game->players; i++) {
        seat[i]->how = pl_ending_name(t->result.how);
        seat[i]->ended = i == t->result.seat ? t->result.text : told;
        if (t->result.how == PL_BY_RULES) seat[i]->ended = NULL;
        if (seat[i]->type->over) seat[i]->type->over(seat[i], t->result.score);
        seat[i]->time = (pl_time){0};
        seat[i]->pace = NULL;
        seat[i]->ended = NULL;
    }
}

/* What an agent that gave no move did wrong. */
static void blame(pl_table *t, pl_agent *a, int seat, int64_t used)
{
    const char *text = "that move is not legal";
    pl_fault f = a->type->fault ? a->type->fault(a, &text) : PL_ILLEGAL_MOVE;
    if (f == PL_WAITING || f == PL_RESIGNS) pl_table_charge(t, seat, used);
    if (f == PL_WAITING) atomic_store(&t->interrupted, 1);
    else if (f == PL_RESIGNS) pl_table_resign(t, seat);
    else pl_table_fault(t, seat, f, used, text);
}

/* Whoever interrupts sets the flag and then looks who picks; here it is the other way
 * round, so one of the two sees the other, and no interrupt is lost.  0: it was. */
static int announce(pl_table *t, pl_agent *a)
{
    atomic_store(&t->picking, a);
    if (!atomic_load(&t->interrupted)) return 1;
    atomic_store_explicit(&t->picking, NULL, memory_order_release);
    return 0;
}

static pl_move pick(pl_table *t, pl_agent *a)
{
    pl_move m = pl_agent_pick(a, pl_line_state(t->line, pl_line_plies(t->line)));
    atomic_store_explicit(&t->picking, NULL, memory_order_release);
    return m;
}

/* What became of a question, after so long. */
static void take(pl_table *t, pl_agent *a, int seat, pl_move m, int64_t used)
{
    t->asked = 0;
    if (m == PL_ILLEGAL) blame(t, a, seat, used);
    else if (!t->listeners) pl_table_move(t, seat, m, used, NAN, NULL);
    else
        pl_table_move(t, seat, m, used, pl_agent_value(a, m),
                      a->type->comment ? a->type->comment(a) : NULL);
}

static void ask(pl_table *t, pl_agent *a, int seat)
{
    if (t->timed) a->time = pl_table_time(t, seat);
    if (!announce(t, a)) return;
    int64_t from = t->asked ? t->asked : pl_table_now(t);
    pl_move m = pick(t, a);
    take(t, a, seat, m, pl_table_now(t) - from);
}

/* The same without waiting for an agent that thinks elsewhere: 0 if it still does. */
static int ask_or_look(pl_table *t, pl_agent *a, int seat)
{
    const char *text;
    if (t->timed && !t->asked) {
        t->asked = pl_table_now(t);
        a->time = pl_table_time(t, seat);
    }
    if (!announce(t, a)) return 1;
    pl_agent_stop(a);
    pl_move m = pick(t, a);
    int64_t used = pl_table_now(t) - t->asked;
    if (m != PL_ILLEGAL || a->type->fault(a, &text) != PL_WAITING) take(t, a, seat, m, used);
    else if (used <= pl_table_allowance(t, seat)) return 0;
    else {
        t->asked = 0;
        pl_table_fault(t, seat, PL_TIMEOUT, used, "no move came in time");
    }
    return 1;
}

/* Looked at before every move, so the costly exchange is left to when it is due. */
static int was_interrupted(pl_table *t)
{
    return atomic_load_explicit(&t->interrupted, memory_order_relaxed) &&
           atomic_exchange(&t->interrupted, 0);
}

/* 1 when the game is over, -1 if it was interrupted or is paused; 0, where we are not to
 * wait: an agent thinks elsewhere. */
static int go_on(pl_table *t, pl_agent *const *seat, int wait)
{
    for (;;) {
        catch_up(t, seat);
        if (t->turn == PL_OVER) break;
        if (t->paused || was_interrupted(t)) return -1;
        int turn = t->turn;
        if (t->place[turn].stand_in) pl_table_move(t, turn, pl_table_draw(t), 0, NAN, NULL);
        else if (wait || !seat[turn]->type->descriptor) ask(t, seat[turn], turn);
        else if (!ask_or_look(t, seat[turn], turn)) return 0;
    }
    part(t, seat);
    return 1;
}

int pl_table_run(pl_table *t, pl_agent *const *seat)
{
    return go_on(t, seat, 1) == 1;
}

int pl_table_step(pl_table *t, pl_agent *const *seat)
{
    return go_on(t, seat, 0);
}

void pl_table_interrupt(pl_table *t)
{
    atomic_store(&t->interrupted, 1);
    pl_agent *a = atomic_load(&t->picking);
    if (a) pl_agent_stop(a);
}
