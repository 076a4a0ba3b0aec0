/* person.c -- you at a seat in the net: an agent that shows what comes and asks.
 *
 * It knows nothing but what the host told: the views of its seat and what that noticed.
 * While it asks, every line that comes stops the asking for a moment, so that what others
 * want is heard at once. */
#include <math.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "entry.h"
#include "net.h"
#include "prompt.h"
#include "signals.h"

/* What is kept from one game to the next. */
typedef struct {
    const call *call;
    pl_visit *visit;
    input *in;
    screen screen;
    narrator tell;
    int met;     /* the host has answered */
    int playing; /* a game has begun and not ended */
    int paused;
    int begged;                /* somebody would take a move back */
    int begs;                  /* this one would, and waits for the others */
    int lost;                  /* the connection was, so what comes has been told before */
    atomic_int out;            /* 1: Ctrl-C */
    int hosted;                /* 1: by this very program, which minds Ctrl-C */
    struct person *playing_as; /* the agent, once there is one */
} seated;

typedef struct person {
    pl_agent base;
    seated *at;
    pl_state view, last; /* as it is, and as it was when you last moved */
    pl_state drawn;      /* what is on the screen, if anything is */
    int is_drawn;
    pl_move moved; /* your last move */
    pl_fault fault;
    int quiet; /* 1: what comes has been told before */
    char *history;
    size_t used, room;
} person;

/* What is offered in the net: hint and save are not, pause and resume are. */
typedef struct {
    offer_fn *offer;
    void *to;
} sieve;

static void pass_offer(void *with, const char *word)
{
    const sieve *s = with;
    if (strcmp(word, "hint") && strcmp(word, "save")) s->offer(s->to, word);
}

static void offer(const void *with, const char *line, offer_fn *to_offer, void *to)
{
    const person *p = with;
    sieve s = {to_offer, to};
    entry_offer(p->base.game, &p->view, line, pass_offer, &s);
    to_offer(to, "pause");
    to_offer(to, "resume");
}

static void say(const person *p, const char *text)
{
    if (!p->at->call->json) screen_prose(&p->at->screen, text);
}

static void draw(person *p)
{
    size_t n = (size_t)p->base.game->state_size;
    screen_open(&p->at->screen, "auto"); /* the window may have another size by now */
    board_draw(&p->at->screen, p->base.game, &p->view, &p->last);
    memcpy(&p->drawn, &p->view, n);
    p->is_drawn = 1;
}

static void person_begin(pl_agent *a)
{
    person *p = (person *)a;
    char text[PL_SHOW_MAX];
    pl_state start;
    pl_start(a->game, &start);
    pl_view(a->game, &start, (int)a->seat, &p->view);
    p->last = p->view;
    p->quiet = p->at->playing;
    p->moved = PL_ILLEGAL;
    p->used = 0;
    p->is_drawn = 0;
    p->at->playing = 1;
    if (p->quiet && !p->at->lost) say(p, "Moves were taken back.");
    p->at->lost = 0;
    if (p->quiet || p->at->call->json) return;
    snprintf(text, sizeof text, "You are seat %d of %d.", (int)a->seat, (int)a->game->players);
    say(p, text);
    board_marks(a->game, text, sizeof text);
    if (*text) say(p, text);
    say(p,
        "Type a move, or: moves, view, history, rules, undo, pause, resume, resign, help, quit.");
}

static void keep_history(person *p, const char *news)
{
    size_t n = strlen(news) + 1;
    if (p->used + n + 1 > p->room) {
        size_t room = 2 * (p->used + n + 1);
        char *more = realloc(p->history, room);
        if (!more) return;
        p->history = more;
        p->room = room;
    }
    p->used += (size_t)snprintf(p->history + p->used, n + 1, "%s\n", news);
}

static void person_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    person *p = (person *)a;
    char move[PL_NAME_MAX], name[PL_NAME_MAX + 32], news[2 * PL_NAME_MAX + 40];
    int own = who == a->seat;
    pl_say(a->game, &p->view, code, move, sizeof move);
    snprintf(news, sizeof news, "%s: %s",
             own ? "you" : narrator_who(&p->at->tell, who, name, sizeof name), move);
    keep_history(p, news);
    if (!p->quiet && !p->at->call->json && !(own && code == p->moved))
        board_news(&p->at->screen, a->game, news);
    memcpy(&p->view, view, (size_t)a->game->state_size);
    flush_output();
}

/* Ask for something, and give the answer a moment to come. */
static void ask_host(person *p, pl_message_type what)
{
    const struct timespec a_while = {.tv_nsec = 10000000};
    char line[100];
    pl_message_plain(what, PL_OVER, line, sizeof line);
    pl_visit_say(p->at->visit, line);
    for (int i = 0; i < 50 && !pl_visit_waits(p->at->visit); i++) nanosleep(&a_while, NULL);
}

static void tell_help(const person *p)
{
    char text[2048];
    entry_help(text, sizeof text);
    say(p, text);
    say(p, "In the net, undo asks the others, or agrees when they ask, and decline does not; pause "
           "and resume stop the game for all; there are no hints.");
}

enum { GO_ON, CHOSEN, LEFT }; /* what became of a line that was typed */

static void tell_left(const seated *t)
{
    if (t->call->json) return;
    screen_prose(&t->screen, t->hosted
                                 ? "You left the game."
                                 : "You left; the same command brings you back while the game "
                                   "waits.");
}

static int leave(const person *p)
{
    tell_left(p->at);
    pl_visit_stop(p->at->visit);
    return LEFT;
}

static int resign(person *p)
{
    p->fault = PL_RESIGNS;
    return LEFT;
}

/* What is no word of parlor play. */
static int obey_host_words(person *p, const char *text)
{
    int pause = !strcasecmp(text, "pause"), resume = !strcasecmp(text, "resume");
    int declines = !strcasecmp(text, "decline");
    if (pause || resume) ask_host(p, pause ? PL_MSG_PAUSE : PL_MSG_RESUME);
    if (declines && p->at->begged) say(p, "You decline.");
    else if (declines && p->at->begs) say(p, "You ask no more to take a move back.");
    if (declines) ask_host(p, PL_MSG_DECLINE);
    if (declines) p->at->begged = p->at->begs = 0;
    return pause || resume || declines;
}

/* A move, unless nobody may make one now. */
static int choose(const person *p)
{
    if (!p->at->paused || p->at->call->json) return CHOSEN;
    say(p, "The game is paused; 'resume' goes on.");
    return GO_ON;
}

static int ask_back(person *p)
{
    if (!p->used) say(p, "Nothing has been played.");
    else {
        say(p, p->at->begged ? "You agree." : "You asked to take your last move back.");
        p->at->begs = !p->at->begged;
        ask_host(p, PL_MSG_BACK);
    }
    return GO_ON;
}

static int obey(person *p, const char *text, pl_move *move)
{
    entry e;
    if (obey_host_words(p, text)) return GO_ON;
    entry_read(&e, p->base.game, &p->view, text);
    *move = e.move;
    switch (e.what) {
    case SAY_ANY: *move = pl_any(p->base.game, &p->view, &p->base.rng); return choose(p);
    case SAY_MOVE: return choose(p);
    case SAY_QUIT: return leave(p);
    case SAY_RESIGN: return resign(p);
    case SAY_UNDO: return ask_back(p);
    case SAY_MOVES: prompt_moves(&p->at->screen, p->base.game, &p->view); break;
    case SAY_VIEW: draw(p); break;
    case SAY_HISTORY: say(p, p->used ? p->history : "Nothing has been played."); break;
    case SAY_RULES: say(p, p->base.game->rules); break;
    case SAY_HINT: say(p, "There are no hints in the net."); break;
    case SAY_SAVE: say(p, "Whether the game is recorded is up to the host."); break;
    case SAY_HELP: tell_help(p); break;
    case SAY_NOTHING:
        if (*e.problem) say(p, e.problem);
    }
    return GO_ON;
}

static int is_called(void *with)
{
    const person *p = with;
    return pl_agent_stopped(&p->base) || pl_visit_waits(p->at->visit);
}

/* Out of turn nobody stops the agent. */
static int is_news(void *with)
{
    return pl_visit_waits(((seated *)with)->visit);
}

/* Ask until there is a move, or something that comes first. */
static pl_move ask(person *p)
{
    const seated *t = p->at;
    char prompt[160] = "";
    pl_move move = PL_ILLEGAL;
    int got = GO_ON;
    while (got == GO_ON && !output_failed() && !is_called(p)) {
        input_end why;
        if (!t->call->json)
            prompt_make(p->base.game, &p->view, &p->base.time, t->screen.width, prompt,
                        sizeof prompt);
        const char *text = input_line(t->in, prompt, 0, &why);
        if (text) got = obey(p, text, &move);
        else got = why == INPUT_CALLED ? LEFT : leave(p);
        if (!text && !t->call->json) putchar('\n');
    }
    return got == CHOSEN ? move : PL_ILLEGAL;
}

static pl_move person_pick(pl_agent *a, const void *view)
{
    person *p = (person *)a;
    memcpy(&p->view, view, (size_t)a->game->state_size);
    p->quiet = 0;
    p->fault = PL_WAITING;
    int new = !p->is_drawn || memcmp(&p->drawn, &p->view, (size_t)a->game->state_size) != 0;
    if (!p->at->call->json && new) draw(p);
    input_complete(p->at->in, offer, p);
    input_until(p->at->in, is_called, a);
    p->moved = ask(p);
    if (p->moved != PL_ILLEGAL) memcpy(&p->last, view, (size_t)a->game->state_size);
    return p->moved;
}

static pl_fault person_fault(pl_agent *a, const char **text)
{
    *text = "you were not asked to the end";
    return ((person *)a)->fault;
}

/* What the scores mean for you. */
static const char *outcome(const pl_agent *a, const double *score)
{
    int better = 0, equal = 0;
    for (int i = 0; i < a->game->players; i++) {
        better += score[i] > score[a->seat];
        equal += i != a->seat && score[i] >= score[a->seat];
    }
    return better ? "You lost." : equal ? "You share the best score." : "You won.";
}

static void person_over(pl_agent *a, const double *score)
{
    person *p = (person *)a;
    p->at->playing = 0;
    if (p->at->call->json) return;
    draw(p);
    narrate_end(&p->at->tell, score, a->game->players, a->how, a->ended ? a->ended : "");
    if (!isnan(score[0])) puts(outcome(a, score));
    flush_output();
}

static void person_close(pl_agent *a)
{
    free(((person *)a)->history);
}

static const pl_agent_type person_type = {.abi = PL_ABI,
                                          .size = sizeof(person),
                                          .name = "human",
                                          .about = "somebody who is asked",
                                          .close = person_close,
                                          .begin = person_begin,
                                          .heard = person_heard,
                                          .pick = person_pick,
                                          .over = person_over,
                                          .fault = person_fault};

static pl_agent *open_person(void *with, const pl_game *g, pl_error *err)
{
    pl_agent *a = pl_agent_make(&person_type, "", g, 0, err);
    if (a) ((person *)a)->at = with;
    ((seated *)with)->playing_as = (person *)a;
    return a;
}

/* Out of turn. */
static void obey_idle(person *p, const char *text)
{
    char line[100];
    pl_move move;
    int over = p->base.game->turn(&p->view) == PL_OVER;
    int got = over && strcasecmp(text, "quit") ? GO_ON : obey(p, text, &move);
    if (got == CHOSEN) say(p, "It is not your turn.");
    if (got != LEFT || p->fault != PL_RESIGNS) return;
    pl_message_plain(PL_MSG_RESIGN, PL_OVER, line, sizeof line);
    pl_visit_say(p->at->visit, line);
    p->fault = PL_WAITING;
}

/* While others think: what was typed, at a terminal; what comes through a pipe is for the
 * next turn, but in a pause. */
static void idle(void *with)
{
    seated *t = with;
    struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
    input_end why;
    if (!t->playing_as || !(input_edited(t->in) || t->paused) || poll(&key, 1, 0) <= 0) return;
    input_until(t->in, is_news, t);
    const char *text = input_line(t->in, "", 0, &why);
    if (text) obey_idle(t->playing_as, text);
    else if (why == INPUT_CALLED) putchar('\n');
    else leave(t->playing_as);
    flush_output();
}

static void tell_request(const seated *t, const pl_message *m)
{
    char who[PL_NAME_MAX + 32];
    const char *name = narrator_who(&t->tell, m->seat, who, sizeof who);
    if (m->type == PL_MSG_DECLINE) printf("%s declines: nothing is taken back.\n", name);
    else printf("%s would take the last move back: 'undo' agrees, 'decline' does not.\n", name);
}

/* What comes beside the game itself. */
static void tell(void *with, const pl_message *m, const char *line)
{
    seated *t = with;
    char text[PL_SAID_MAX];
    if (!m || t->call->json) {
        if (m) narrate_token(m);
        if (m) narrate(&t->tell, line, m);
        else fprintf(stderr, "parlor: %s\n", line);
        t->lost |= !m;
        flush_output();
        return;
    }
    narrate_token(m);
    snprintf(text, sizeof text, "%s", m->said);
    clean_text(text, strlen(text));
    t->paused = m->type == PL_MSG_PAUSE ||
                (t->paused && m->type != PL_MSG_RESUME && m->type != PL_MSG_OVER);
    if (m->type != PL_MSG_ACT) t->begged = m->type == PL_MSG_BACK;
    if (m->type == PL_MSG_START || m->type == PL_MSG_BACK || m->type == PL_MSG_DECLINE ||
        m->type == PL_MSG_ERROR)
        t->begs = 0;
    switch (m->type) {
    case PL_MSG_START:
        if (!t->playing) narrate(&t->tell, line, m);
        break;
    case PL_MSG_PAUSE:
    case PL_MSG_RESUME: narrate(&t->tell, line, m); break;
    case PL_MSG_BACK:
    case PL_MSG_DECLINE: tell_request(t, m); break;
    case PL_MSG_HELLO:
        if (!t->met++) puts("You are at the table; the game begins when all are there.");
        break;
    case PL_MSG_ERROR: printf("The host says: %s.\n", text); break;
    default: break;
    }
    flush_output();
}

static void stop(void *with)
{
    seated *t = with;
    atomic_store(&t->out, 1);
    pl_visit_stop(t->visit);
}

/* Play until the host says goodbye, or you do. */
static int visit(seated *t, const char *address, const char *token)
{
    const call *c = t->call;
    pl_error err = {""};
    pl_visit_rules rules = {.address = address,
                            .token = token,
                            .name = c->name,
                            .open = open_person,
                            .tell = tell,
                            .idle = idle,
                            .with = t,
                            .patience = c->wait,
                            .person = 1};
    t->visit = pl_visit_open(&rules, &err);
    if (!t->visit) return failed("%s", err.text);
    int watched = !t->hosted && signals_watch(stop, t) == 0;
    int status = pl_visit_play(t->visit, &err) ? failed("%s", err.text) : DONE;
    if (watched) signals_end();
    if (!status && atomic_load(&t->out)) tell_left(t);
    pl_visit_close(t->visit);
    return status;
}

int person_play(const call *c, const char *address, const char *token, int hosted)
{
    seated t = {.call = c, .tell = {.json = c->json}, .in = input_new(), .hosted = hosted};
    if (!t.in) return failed("out of memory");
    screen_open(&t.screen, "auto");
    if (!hosted) signals_hold();
    int status = visit(&t, address, token);
    input_free(t.in);
    return status;
}
