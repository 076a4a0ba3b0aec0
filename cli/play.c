/* play.c -- parlor play: you against agents; they move at random unless told.
 *
 * Only the view of your seat is ever printed; the truth stays in the line. */
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "play.h"
#include "seats.h"

typedef struct {
    const pl_game *game;
    pl_line *line;
    input *in;
    pl_agent *other[PL_SEATS_MAX]; /* who sits where; NULL at your seat */
    pl_rng chance;                 /* of which every ply has a stream: undo changes no luck */
    pl_rng hints;                  /* hints have their own: asking for one changes nothing */
    int seat, told;                /* told: plies that you have been told of */
    int json;
    int64_t seed;
    double hint_seconds; /* what a hint may take */
    const char *against; /* the others' kind */
} sitting;

#define LEFT_WORDS "You left the game."

enum { ASK, MOVED, LEFT }; /* what became of a line that was typed */
enum { FEW = 9 };          /* so few moves are all named in the prompt */

static void current_view(const sitting *t, pl_state *view)
{
    pl_line_view(t->line, pl_line_plies(t->line), t->seat, view);
}

static void tell_others(sitting *t, int ply)
{
    for (int i = 0; i < t->game->players; i++)
        if (t->other[i])
            pl_agent_tell(t->other[i], pl_line_state(t->line, ply), pl_line_move(t->line, ply));
}

/* The others begin anew, and hear what has been played so far. */
static void begin_others(sitting *t)
{
    for (int i = 0; i < t->game->players; i++)
        if (t->other[i]) pl_agent_begin(t->other[i], i);
    for (int ply = 0; ply < pl_line_plies(t->line); ply++) tell_others(t, ply);
}

static int go_on(sitting *t, pl_move m)
{
    if (pl_line_forward(t->line, m)) return -1;
    tell_others(t, pl_line_plies(t->line) - 1);
    return 0;
}

/* What falls at a ply is the same however often one goes back before it. */
static pl_move draw(const sitting *t, const void *s)
{
    pl_rng r;
    pl_split(&t->chance, (uint64_t)pl_line_plies(t->line), &r);
    return pl_any(t->game, s, &r);
}

/* Let chance and the others move until it is your turn, or over; 0 or -1. */
static int others_move(sitting *t)
{
    for (int who; (who = pl_line_turn(t->line)) != t->seat && who != PL_OVER;) {
        const void *s = pl_line_state(t->line, pl_line_plies(t->line));
        pl_move m = who == PL_CHANCE ? draw(t, s) : pl_agent_pick(t->other[who], s);
        if (go_on(t, m)) return -1;
    }
    return 0;
}

/* What you noticed of ply i, spelt with what you knew then; 0 if nothing.  Of
 * your own move only what it revealed is news. */
static int say_noticed(const sitting *t, int i, char *buf, size_t n)
{
    pl_state before;
    pl_move code = pl_line_seen(t->line, i, t->seat);
    int own = pl_line_mover(t->line, i) == t->seat;
    if (code == PL_NOTHING || (own && code == pl_line_move(t->line, i))) return 0;
    pl_line_view(t->line, i, t->seat, &before);
    pl_say(t->game, &before, code, buf, n);
    return 1;
}

static void tell_times(const char *news, int times)
{
    if (times == 1) puts(news);
    else if (times > 1) printf("%s (%d times)\n", news, times);
}

/* The same news again and again, as of cards dealt to others, is told once. */
static void tell_noticed(sitting *t)
{
    char name[PL_NAME_MAX], who[24], news[PL_NAME_MAX + 32], last[sizeof news] = "";
    int times = 0;
    for (; t->told < pl_line_plies(t->line); t->told++) {
        int mover = pl_line_mover(t->line, t->told);
        if (!say_noticed(t, t->told, name, sizeof name)) continue;
        snprintf(news, sizeof news, "%s: %s", mover == t->seat ? "you" : mover_name(mover, who),
                 name);
        if (strcmp(news, last)) {
            tell_times(last, times);
            times = 0;
        }
        memcpy(last, news, sizeof last);
        times++;
    }
    tell_times(last, times);
}

static json_t *json_noticed(sitting *t)
{
    char name[PL_NAME_MAX];
    json_t *list = json_array();
    for (; t->told < pl_line_plies(t->line); t->told++)
        if (say_noticed(t, t->told, name, sizeof name))
            json_array_append_new(list, json_pack("{s:o,s:s}", "mover",
                                                  json_mover(pl_line_mover(t->line, t->told)),
                                                  "noticed", name));
    return list;
}

static void tell_position(sitting *t)
{
    pl_state view;
    current_view(t, &view);
    if (t->json) {
        print_json(json_pack("{s:s,s:i,s:o,s:o}", "event", "position", "seat", t->seat, "noticed",
                             json_noticed(t), "position", json_position(t->game, &view, t->seat)));
        return;
    }
    tell_noticed(t);
    print_position(t->game, &view);
}

static void tell_moves(const sitting *t)
{
    pl_state view;
    current_view(t, &view);
    if (t->json)
        print_json(json_pack("{s:s,s:o}", "event", "moves", "moves", json_moves(t->game, &view)));
    else print_moves(t->game, &view);
}

static void tell(const sitting *t, const char *event, const char *text)
{
    if (t->json) print_json(json_pack("{s:s,s:s}", "event", event, "text", text));
    else puts(text);
}

/* Back to the decision before this one; nothing changes if there is none. */
static void take_back(sitting *t)
{
    int i = pl_line_plies(t->line) - 1;
    while (i >= 0 && pl_line_mover(t->line, i) != t->seat) i--;
    if (i < 0) {
        tell(t, "error", "This is your first decision: there is nothing to take back.");
        return;
    }
    while (pl_line_plies(t->line) > i) pl_line_backward(t->line);
    begin_others(t);
    t->told = i;
    tell(t, "undo", "Back to your decision before this one.");
    tell_position(t);
}

static int move_by_name(sitting *t, const char *text)
{
    char message[160];
    pl_state view;
    current_view(t, &view);
    pl_move m = find_move(t->game, &view, text);
    if (m != PL_ILLEGAL && go_on(t, m) == 0) return MOVED;
    snprintf(message, sizeof message, "'%.40s' is no legal move here; 'moves' lists them.", text);
    clean_text(message, strlen(message)); /* the cut may have gone through a character */
    tell(t, "error", message);
    return ASK;
}

static int obey(sitting *t, const char *text)
{
    if (!strcasecmp(text, "quit")) return LEFT;
    if (!strcasecmp(text, "undo")) take_back(t);
    else if (!strcasecmp(text, "hint"))
        give_hint(t->line, t->seat, t->hint_seconds, &t->hints, t->json);
    else if (!strcasecmp(text, "moves")) tell_moves(t);
    else if (!strcasecmp(text, "view")) tell_position(t);
    else if (!strcasecmp(text, "rules")) tell(t, "rules", t->game->rules);
    else if (!strcasecmp(text, "help"))
        tell(t, "help",
             "A move by its name, or by its number as #3 (or 3 where no move is called by\n"
             "a number), or:\n"
             "  moves  your legal moves      view   the position again\n"
             "  rules  how the game goes     hint   what random play says of each move\n"
             "  undo   back to your decision before this one; chance falls as it did\n"
             "  quit   leave the game");
    else if (*text) return move_by_name(t, text);
    return ASK;
}

/* "Your move (pass, bet)> ", with the names if they are few, or an example. */
static void make_prompt(const sitting *t, char *buf, size_t n)
{
    pl_state view;
    pl_move list[PL_MOVES_MAX];
    current_view(t, &view);
    int count = t->game->moves(&view, list);
    int few = count <= FEW;
    const char *gap = gap_between(t->game, &view, list, count);
    size_t used = (size_t)snprintf(buf, n, "Your move (");
    if (!few) used += (size_t)snprintf(buf + used, n - used, "%d, such as ", count);
    for (int i = 0; i < (few ? count : 1); i++) {
        char name[PL_NAME_MAX];
        pl_say(t->game, &view, list[i], name, sizeof name);
        used += (size_t)snprintf(buf + used, n - used, "%s%s", i ? gap : "", name);
    }
    snprintf(buf + used, n - used, few ? ")> " : "; 'moves' lists them)> ");
}

/* Ask until you move or leave. */
static int decide(sitting *t)
{
    char prompt[(FEW + 1) * PL_NAME_MAX + 64] = "";
    int got = ASK;
    tell_position(t);
    while (got == ASK && !output_failed()) {
        if (!t->json) make_prompt(t, prompt, sizeof prompt);
        const char *text = input_line(t->in, prompt);
        got = text ? obey(t, text) : LEFT;
        if (!text && !t->json) putchar('\n');
    }
    return got;
}

/* What the scores mean for you. */
static const char *outcome(const sitting *t, const double *score)
{
    int better = 0, equal = 0;
    for (int i = 0; i < t->game->players; i++) {
        better += score[i] > score[t->seat];
        equal += i != t->seat && score[i] == score[t->seat];
    }
    return better ? "You lost." : equal ? "You share the best score." : "You won.";
}

static void tell_end(sitting *t)
{
    const void *s = pl_line_state(t->line, pl_line_plies(t->line));
    double score[PL_SEATS_MAX];
    tell_position(t);
    t->game->score(s, score);
    if (t->json)
        print_json(json_pack("{s:s,s:o}", "event", "end", "scores",
                             json_numbers(score, t->game->players)));
    else {
        puts("The game is over.");
        print_scores(t->game, s);
        puts(outcome(t, score));
    }
}

/* Where seats have marks on the board, a sentence of the rules says which. */
static void tell_marks(const pl_game *g)
{
    const char *from = strstr(g->rules, "Seat 0 is "), *end = from ? strchr(from, '.') : NULL;
    if (end) printf("%.*s\n", (int)(end + 1 - from), from);
}

static void tell_start(const sitting *t)
{
    if (t->json) {
        print_json(json_pack("{s:s,s:o,s:i,s:I}", "event", "start", "game", json_spec(t->game),
                             "seat", t->seat, "seed", (json_int_t)t->seed));
        return;
    }
    printf("%s.\nYou are seat %d of %d; the others play as '%s' (seed %lld).\n", t->game->about,
           t->seat, (int)t->game->players, t->against, (long long)t->seed);
    tell_marks(t->game);
    puts("Type a move, or: moves, view, rules, hint, undo, help, quit.\n");
}

static int sit(sitting *t)
{
    int got = MOVED;
    tell_start(t);
    while (got == MOVED) {
        if (others_move(t)) return failed("out of memory");
        if (pl_line_turn(t->line) == PL_OVER) {
            tell_end(t);
            return DONE;
        }
        got = decide(t);
    }
    tell(t, "quit", LEFT_WORDS);
    return DONE;
}

/* A short number that is another each time, even twice in a second. */
static int64_t new_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t mix[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid()};
    return 1 + (int64_t)(pl_hash(mix, sizeof mix) % 1000000000);
}

static uint64_t stream(const pl_rng *root, int n)
{
    pl_rng r;
    pl_split(root, (uint64_t)n, &r);
    return pl_rand(&r);
}

/* Chance, hints and every other seat draw on streams of their own; a status. */
static int open_sitting(sitting *t)
{
    pl_rng root;
    int status = DONE;
    pl_seed(&root, (uint64_t)t->seed);
    pl_split(&root, 0, &t->chance);
    pl_split(&root, 1, &t->hints);
    for (int i = 0; i < t->game->players && !status; i++)
        if (i != t->seat)
            t->other[i] = seats_agent(t->game, t->against, stream(&root, 2 + i), &status);
    if (status) return status;
    t->line = pl_line_new(t->game);
    t->in = input_new(t->json ? "{\"event\":\"quit\",\"text\":\"" LEFT_WORDS "\"}\n"
                              : "\n" LEFT_WORDS "\n");
    if (!t->line || !t->in) return failed("out of memory");
    begin_others(t);
    return DONE;
}

static void close_sitting(sitting *t)
{
    for (int i = 0; i < t->game->players; i++) pl_agent_free(t->other[i]);
    input_free(t->in);
    pl_line_free(t->line);
}

static int play_game(const pl_game *g, const call *c)
{
    sitting t = {.game = g,
                 .json = c->json,
                 .seed = c->seed,
                 .hint_seconds = c->hint_seconds,
                 .against = c->agents};
    int64_t seat;
    if (t.seed == UNSEEDED) t.seed = new_seed();
    if (read_number(c->seat, 0, g->players - 1, &seat))
        return misused("--seat takes 0..%d in this game, not '%.40s'", (int)g->players - 1,
                       c->seat);
    if (seats_many(c->agents))
        return misused("--against takes one agent, who sits at all other seats, not '%.40s'",
                       c->agents);
    t.seat = (int)seat;
    int status = open_sitting(&t);
    if (!status) status = sit(&t);
    close_sitting(&t);
    return status;
}

int cmd_play(const call *c)
{
    const pl_game *g = open_game(c->count ? c->words[0] : "tictactoe");
    if (!g) return MISUSED;
    int status = play_game(g, c);
    pl_close(g);
    return status;
}
