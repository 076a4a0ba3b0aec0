/* human.c -- the agent that asks you.
 *
 * What can be done without the table is done at once; for the rest its pick ends without a
 * move, and who runs the table finds your wish. */
#include <stdlib.h>
#include <string.h>

#include "entry.h"
#include "interrupt.h"
#include "play.h"

typedef struct {
    pl_agent base;
    sitting *at;
    pl_fault fault; /* why there was no move */
} human;

static void offer(const void *with, const char *line, offer_fn *to_offer, void *to)
{
    const sitting *t = with;
    entry_offer(t->game, &t->asked, line, to_offer, to);
}

static void tell_help(const sitting *t)
{
    char text[2048];
    entry_help(text, sizeof text);
    tell(t, "help", text);
}

static void tell_kept(const sitting *t)
{
    char text[PL_SHOW_MAX];
    if (t->recorder)
        snprintf(text, sizeof text, "This game is kept as number %lld in %s.",
                 (long long)pl_recorder_id(t->recorder), pl_records_file(t->file));
    else snprintf(text, sizeof text, "This game is not kept; --record at its start would do so.");
    tell(t, t->recorder ? "save" : "error", text);
}

static void ask_hint(sitting *t, const char *agent)
{
    interrupt_forget();
    if (*agent) give_opinion(t, agent);
    else give_hint(t);
    interrupt_forget();
}

static int wish_for(sitting *t, wish what, int steps)
{
    t->wish = what;
    t->steps = steps;
    return 1;
}

static int has_moved(const sitting *t)
{
    int i = pl_line_plies(line_of(t));
    while (i > 0 && pl_line_mover(line_of(t), i - 1) != t->seat) i--;
    return i > 0;
}

static int wish_back(sitting *t, const char *rest)
{
    enum { FARTHEST = 100000 };
    int64_t n = 1;
    if (!has_moved(t)) {
        tell(t, "error", "This is your first decision: there is nothing to take back.");
        return 0;
    }
    if (!*rest || read_number(rest, 1, FARTHEST, &n) == 0) return wish_for(t, WISH_BACK, (int)n);
    tell(t, "error", "undo takes a number of your decisions, as in 'undo 3'.");
    return 0;
}

/* Whether the turn is over: a move, or a wish that the table must hear. */
static int obey(sitting *t, const char *text, pl_move *move)
{
    entry e;
    entry_read(&e, t->game, &t->asked, text);
    *move = e.move;
    switch (e.what) {
    case SAY_MOVE: return 1;
    case SAY_ANY: *move = pl_any(t->game, &t->asked, &t->hints); return 1;
    case SAY_QUIT: return wish_for(t, WISH_LEAVE, 0);
    case SAY_RESIGN: return wish_for(t, WISH_RESIGN, 0);
    case SAY_UNDO: return wish_back(t, e.rest);
    case SAY_HINT: ask_hint(t, e.rest); break;
    case SAY_MOVES: tell_moves(t); break;
    case SAY_VIEW: tell_position(t); break;
    case SAY_HISTORY: tell_history(t); break;
    case SAY_RULES: tell(t, "rules", t->game->rules); break;
    case SAY_SAVE: tell_kept(t); break;
    case SAY_HELP: tell_help(t); break;
    case SAY_NOTHING:
        if (*e.problem) tell(t, "error", e.problem);
    }
    return 0;
}

static double time_left(const human *h, double begun)
{
    double most = h->base.time.most;
    if (most <= 0) return 0;
    double left = most - (seconds_now() - begun);
    return left > 0.001 ? left : 0.001;
}

/* Ask until you move or wish for something. */
static pl_move ask(human *h)
{
    sitting *t = h->at;
    char prompt[160] = "";
    double begun = seconds_now();
    pl_move move = PL_ILLEGAL;
    int done = 0;
    while (!done && !output_failed()) {
        input_end why;
        if (!t->call->json) tell_prompt(t, prompt, sizeof prompt);
        const char *text = input_line(t->in, prompt, time_left(h, begun), &why);
        if (text) done = obey(t, text, &move);
        else if (why == INPUT_LATE) h->fault = PL_TIMEOUT;
        else wish_for(t, WISH_LEAVE, 0);
        if (text) continue;
        if (!t->call->json) putchar('\n');
        return PL_ILLEGAL;
    }
    if (!done) wish_for(t, WISH_LEAVE, 0);
    return t->wish ? PL_ILLEGAL : move;
}

static pl_move human_pick(pl_agent *a, const void *view)
{
    human *h = (human *)a;
    sitting *t = h->at;
    memcpy(&t->asked, view, (size_t)t->game->state_size);
    t->wish = WISH_NOTHING;
    h->fault = PL_WAITING;
    progress_end(); /* of who thought before */
    tell_position(t);
    input_complete(t->in, offer, t);
    return ask(h);
}

static pl_fault human_fault(pl_agent *a, const char **text)
{
    const human *h = (const human *)a;
    *text = h->fault == PL_TIMEOUT ? "your time is up" : "you were not asked to the end";
    return h->fault;
}

void human_sit(pl_agent *a, sitting *t)
{
    ((human *)a)->at = t;
}

const pl_agent_type human_type = {
    .abi = PL_ABI,
    .size = sizeof(human),
    .name = "human",
    .about = "somebody who is asked",
    .pick = human_pick,
    .fault = human_fault,
};
