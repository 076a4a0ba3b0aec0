/* summary.c -- how the game went: who took how long, and where it turned.
 *
 * An agent goes through your views in order and says what it expects at each of your decisions.
 * What it expects less after your move than after the best one was your doing; what it expects
 * otherwise at your next decision was that of the others, or luck.  It never sees more than you
 * did at that time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "notes.h"
#include "play.h"

enum { TOLD = 3, KNOWN = 16 }; /* tries of a move, below which nothing is known of it */
static const double in_all = 1.5, on_one = 0.2; /* seconds for all decisions, and for one */
static const double least_change = 0.1;         /* as a part of what is at stake */

typedef struct {
    int ply, until;       /* your move, or what happened from ply on before you moved again */
    pl_move better;       /* what you should have played; PL_ILLEGAL: it was others' doing */
    double before, after; /* the score that you could expect */
} swing;

typedef struct {
    const sitting *at;
    const pl_line *line;
    pl_agent *agent;
    swing *list;
    int n, mine;     /* swings in the list; moves that you made */
    double expected; /* after your last move; NAN: not known */
    int since;       /* the ply after it */
    swing doubt;     /* that move, if the agent preferred another and hardly looked at it */
    double stake;    /* the largest score that was made or expected */
} review;

static double change_of(const swing *s)
{
    return fabs(s->after - s->before);
}

static void note_swing(review *r, swing s)
{
    if (isnan(s.before) || isnan(s.after)) return;
    r->stake = fmax(r->stake, fmax(fabs(s.before), fabs(s.after)));
    r->list[r->n++] = s;
}

static const pl_opinion *opinion_of(const pl_reasons *why, pl_move m)
{
    for (int i = 0; i < why->options; i++)
        if (why->of[i].move == m) return &why->of[i];
    return NULL;
}

/* A move that the agent hardly looked at, and for good reason if what came of it was worse than
 * what it had expected of its own. */
static void settle_doubt(review *r, int ply, double now)
{
    swing s = r->doubt;
    r->doubt.before = NAN;
    if (!(now < s.before)) return;
    s.until = ply;
    s.after = now;
    note_swing(r, s);
}

/* What was expected after your last move, and what is at ply.  If nobody has moved since, it is
 * that move that showed something. */
static void note_others(review *r, int ply, double now)
{
    settle_doubt(r, ply, now);
    note_swing(r, (swing){.ply = r->since < ply ? r->since : ply - 1,
                          .until = ply,
                          .better = PL_ILLEGAL,
                          .before = r->expected,
                          .after = now});
}

/* What the agent says of your decision at that ply. */
static void look_at(review *r, int ply)
{
    pl_reasons why;
    pl_move played = pl_line_move(r->line, ply);
    pl_move pick = pl_agent_pick(r->agent, pl_line_state(r->line, ply));
    if (pick == PL_ILLEGAL || pl_agent_why(r->agent, &why)) return;
    const pl_opinion *best = opinion_of(&why, pick), *mine = opinion_of(&why, played);
    if (!best || !mine) return;
    int known = mine->proven || mine->visits >= KNOWN;
    note_others(r, ply, best->value);
    if (known && played != pick && mine->value < best->value)
        note_swing(r, (swing){ply, ply + 1, pick, best->value, mine->value});
    r->expected = known ? mine->value : NAN;
    r->doubt = (swing){ply, ply + 1, pick, known || played == pick ? NAN : best->value, NAN};
    r->since = ply + 1;
}

static int decides(const review *r, int ply)
{
    const pl_game *g = r->at->game;
    pl_move list[PL_MOVES_MAX];
    return pl_line_mover(r->line, ply) == r->at->seat &&
           g->moves(pl_line_state(r->line, ply), list) > 1;
}

static void look_back(review *r)
{
    int plies = pl_line_plies(r->line), seen = 0;
    const pl_result *result = pl_table_result(r->at->table);
    pl_agent_begin(r->agent, r->at->seat);
    for (int i = 0; i < plies && !*interrupt_flag(); i++) {
        if (pl_line_mover(r->line, i) == r->at->seat) progress("looking back", ++seen, r->mine);
        if (decides(r, i)) look_at(r, i);
        pl_agent_tell(r->agent, pl_line_state(r->line, i), pl_line_move(r->line, i));
    }
    progress_end();
    for (int i = 0; i < r->at->game->players; i++)
        r->stake = fmax(r->stake, fabs(result->score[i]));
    if (result->how == PL_BY_RULES) note_others(r, plies, result->score[r->at->seat]);
}

static int largest_first(const void *a, const void *b)
{
    double x = change_of(a), y = change_of(b);
    return (x < y) - (x > y);
}

static int earliest_first(const void *a, const void *b)
{
    const swing *x = a, *y = b;
    return x->ply != y->ply ? x->ply - y->ply : x->until - y->until;
}

/* Keep the largest few, in the order of play. */
static void choose(review *r)
{
    int kept = 0;
    qsort(r->list, (size_t)r->n, sizeof *r->list, largest_first);
    while (kept < r->n && kept < TOLD && change_of(&r->list[kept]) > least_change * r->stake)
        kept++;
    r->n = kept;
    qsort(r->list, (size_t)kept, sizeof *r->list, earliest_first);
}

/* What you noticed in the plies of a swing: "seat 1: a, chance: 61". */
static void put_noticed(const review *r, const swing *s, pl_text *out)
{
    enum { NAMED = 3 };
    int n = 0, seat = r->at->seat;
    for (int i = s->ply; i < s->until; i++) {
        char name[PL_NAME_MAX], who[24];
        int mover = pl_line_mover(r->line, i);
        if (!notes_say(r->line, i, seat, name, sizeof name) || n++ >= NAMED) continue;
        pl_put(out, "%s%s: %s", n > 1 ? ", " : "", mover == seat ? "you" : mover_name(mover, who),
               name);
    }
    if (n > NAMED) pl_put(out, ", ...");
}

static int number_of(const review *r, const swing *s)
{
    int n = notes_number(r->line, s->ply - 1, r->at->seat);
    return n + 1;
}

static void print_swing(const review *r, const swing *s)
{
    char text[PL_SHOW_MAX], better[PL_NAME_MAX];
    pl_text out = {text, sizeof text, 0};
    pl_state view;
    pl_put(&out, "%3d. ", number_of(r, s));
    put_noticed(r, s, &out);
    if (s->better != PL_ILLEGAL) {
        pl_line_view(r->line, s->ply, r->at->seat, &view);
        pl_say(r->at->game, &view, s->better, better, sizeof better);
        pl_put(&out, "; %s was better", better);
    }
    pl_put(&out, " (expected %.2f -> %.2f)", s->before + 0.0, s->after + 0.0);
    board_news(&r->at->screen, r->at->game, text);
}

static json_t *json_swing(const review *r, const swing *s)
{
    char text[PL_SHOW_MAX];
    pl_text out = {text, sizeof text, 0};
    pl_state view;
    put_noticed(r, s, &out);
    pl_line_view(r->line, s->ply, r->at->seat, &view);
    return json_pack("{s:i,s:s,s:o,s:f,s:f}", "number", number_of(r, s), "noticed", text, "better",
                     json_move(r->at->game, &view, s->better), "before", s->before, "after",
                     s->after);
}

/* "12 s", "3:25". */
static void put_time(pl_text *out, int64_t ns)
{
    double s = 1e-9 * (double)ns;
    if (s < 60) pl_put(out, "%.*f s", s < 9.95, s);
    else pl_put(out, "%d:%02d min", (int)s / 60, (int)s % 60);
}

static void print_times(const sitting *t, int mine)
{
    char text[256];
    pl_text out = {text, sizeof text, 0};
    const pl_result *r = pl_table_result(t->table);
    int64_t others = 0;
    for (int i = 0; i < t->game->players; i++) others += i == t->seat ? 0 : r->used[i];
    pl_put(&out, "You made %d move%s in ", mine, plural(mine));
    put_time(&out, r->used[t->seat]);
    pl_put(&out, t->game->players > 2 ? "; the others took " : "; the other took ");
    put_time(&out, others);
    pl_put(&out, ".");
    screen_line(&t->screen, text);
}

static void print_review(const review *r)
{
    if (r->n == 0) return;
    printf("Turning points, as %s sees them from what you saw:\n", r->agent->type->name);
    for (int i = 0; i < r->n; i++) print_swing(r, &r->list[i]);
}

static void json_review(const review *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->n; i++) json_array_append_new(list, json_swing(r, &r->list[i]));
    print_json(json_pack("{s:s,s:i,s:s,s:o}", "event", "summary", "moves", r->mine, "agent",
                         r->agent->type->name, "turning_points", list));
}

static int moves_made(const review *r)
{
    int n = 0;
    for (int i = 0; i < pl_line_plies(r->line); i++) n += pl_line_mover(r->line, i) == r->at->seat;
    return n;
}

static void tell_review(review *r)
{
    const sitting *t = r->at;
    char spec[PL_SPEC_MAX];
    pl_error err;
    r->mine = moves_made(r);
    if (!t->call->json) print_times(t, r->mine);
    snprintf(spec, sizeof spec, "%s(ms=%.0f)", t->game->hide ? "ismcts" : "mcts",
             fmax(2, 1000 * fmin(on_one, in_all / fmax(1, r->mine))));
    r->agent = pl_agent_open(spec, t->game, 1, &err);
    r->list = calloc(2 * (size_t)r->mine + 2, sizeof *r->list);
    if (!r->agent || !r->list) return;
    interrupt_stops(r->agent);
    look_back(r);
    interrupt_stops(NULL);
    choose(r);
    if (t->call->json) json_review(r);
    else print_review(r);
}

void summary_tell(sitting *t)
{
    const char *when = t->call->summary;
    int usual = !t->call->json && isatty(STDOUT_FILENO);
    if (!strcmp(when, "never") || (strcmp(when, "always") && !usual)) return;
    review r = {.at = t, .line = line_of(t), .expected = NAN, .doubt.before = NAN};
    interrupt_forget();
    tell_review(&r);
    pl_agent_free(r.agent);
    free(r.list);
}
