/* chooser.c -- parlor play at a terminal without a game: which one, how strong, which seat. */
#include <string.h>
#include <strings.h>

#include "interrupt.h"
#include "ladders.h"
#include "levels.h"
#include "near.h"
#include "play.h"

enum { TRIES = 5 }; /* at one question, before it is given up */

static void offer_games(const void *with, const char *line, offer_fn *offer, void *to)
{
    (void)with;
    (void)line;
    for (const pl_game *const *g = pl_games(); *g; g++) offer(to, (*g)->name);
    for (const char *const *a = pl_aliases(); *a; a += 2) offer(to, *a);
}

static void offer_levels(const void *with, const char *line, offer_fn *offer, void *to)
{
    static const char *const words[] = {"easy", "medium", "hard", "best"};
    (void)line;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) offer(to, words[i]);
    if (pl_level_top(with) > PL_LEVELS) offer(to, pl_level_name(PL_UNBEATABLE));
    for (const pl_agent_type *const *t = pl_agents(); *t; t++) offer(to, (*t)->name);
}

static void offer_seats(const void *with, const char *line, offer_fn *offer, void *to)
{
    (void)with;
    (void)line;
    offer(to, "random");
}

static void print_prose(const char *text)
{
    screen s;
    screen_open(&s, "never");
    screen_prose(&s, text);
}

static void list_aliases(void)
{
    char text[PL_SHOW_MAX];
    pl_text out = {text, sizeof text, 0};
    pl_put(&out, "Also");
    for (const char *const *a = pl_aliases(); *a; a += 2)
        pl_put(&out, "%s %s", a == pl_aliases() ? "" : ",", *a);
    pl_put(&out, ".  TAB completes a name.");
    print_prose(text);
}

static void list_games(void)
{
    table *t = table_new("NO>|GAME|ABOUT~");
    int n = 0;
    for (const pl_game *const *g = pl_games(); *g; g++) {
        table_row(t);
        table_cell(t, "%d", ++n);
        table_cell(t, "%s", (*g)->name);
        table_cell(t, "%s", (*g)->about);
    }
    table_print(t);
    list_aliases();
}

/* A line, or what is usual for an empty one; 0, or LEAVING. */
static int answer(input *in, const char *question, const char *usual, char *out, size_t n)
{
    char prompt[160];
    input_end why;
    snprintf(prompt, sizeof prompt, "%s (Enter: %s)> ", question, usual);
    const char *text = input_line(in, prompt, 0, &why);
    if (!text) putchar('\n');
    if (!text || !strcasecmp(text, "quit")) return LEAVING;
    snprintf(out, n, "%s", *text ? text : usual);
    return DONE;
}

static void keep_near(void *to, const char *word)
{
    near_try(to, word);
}

static void tell_unknown(const char *text, const char *reason)
{
    char sentence[400];
    near best = {.word = text};
    offer_games(NULL, text, keep_near, &best);
    if (*best.found)
        snprintf(sentence, sizeof sentence, "There is no game '%.40s'; did you mean '%s'?", text,
                 best.found);
    else snprintf(sentence, sizeof sentence, "%s", reason);
    print_prose(sentence);
}

/* A game by its name or its number in the list. */
static const pl_game *game_meant(char *text, size_t n)
{
    pl_error err;
    int64_t number;
    const pl_game *const *g = pl_games();
    if (read_number(text, 1, 1000, &number) == 0) {
        while (*g && --number) g++;
        if (*g) snprintf(text, n, "%s", (*g)->name);
    }
    const pl_game *found = pl_open(text, &err);
    if (!found) tell_unknown(text, err.text);
    return found;
}

static int ask_game(input *in, choice *out, const pl_game **g)
{
    int status = DONE;
    list_games();
    input_complete(in, offer_games, NULL);
    for (int i = 0; i < TRIES && !*g && !status; i++) {
        status =
            answer(in, "Which game, by name or number", CHOOSER_USUAL, out->game, sizeof out->game);
        if (!status) *g = game_meant(out->game, sizeof out->game);
    }
    return *g || status ? status : misused("no game was chosen; 'parlor games' lists them");
}

/* Whether somebody can sit down at g who is called that. */
static int can_play(const pl_game *g, const char *word)
{
    char spec[PL_SPEC_MAX];
    pl_error err;
    if (level_agent(g, word, spec, sizeof spec)) return 1;
    pl_agent *a = pl_agent_open(word, g, 1, &err);
    if (!a) print_prose(err.text);
    pl_agent_free(a);
    return a != NULL;
}

static int ask_level(input *in, const pl_game *g, choice *out)
{
    input_complete(in, offer_levels, g);
    puts("Opponents: " LEVEL_WORDS ", or an agent.");
    ladder_line(g);
    for (int i = 0; i < TRIES; i++) {
        int status = answer(in, "How strong", "medium", out->level, sizeof out->level);
        if (status || can_play(g, out->level)) return status;
    }
    return misused("nobody was chosen to play against");
}

static int ask_seat(input *in, const pl_game *g, choice *out)
{
    char question[80];
    int64_t n;
    input_complete(in, offer_seats, NULL);
    snprintf(question, sizeof question, "Your seat, 0 to %d or random", (int)g->players - 1);
    for (int i = 0; i < TRIES; i++) {
        int status = answer(in, question, "0", out->seat, sizeof out->seat);
        if (status || !strcasecmp(out->seat, "random")) return status;
        if (read_number(out->seat, 0, g->players - 1, &n) == 0) return DONE;
        puts("There is no such seat.");
    }
    return misused("no seat was chosen");
}

int chooser_ask(call *c, choice *out)
{
    const pl_game *g = NULL;
    input *in = input_new();
    if (!in) return failed("out of memory");
    interrupt_catch(NULL);
    int status = ask_game(in, out, &g);
    if (!status && !c->agents && !c->level) {
        status = ask_level(in, g, out);
        c->agents = out->level;
    }
    if (!status && !c->seat) {
        status = ask_seat(in, g, out);
        c->seat = out->seat;
    }
    interrupt_leave();
    if (status == LEAVING) puts("No game was begun.");
    if (g) pl_close(g);
    input_free(in);
    return status;
}
