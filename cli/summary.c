/* summary.c -- how the game went: who took how long, and where it turned.
 *
 * An agent goes through your views in order and says what it expects at each of your decisions, and
 * the moves that it thinks worst of are tried beside those that it would have played (parlor/analysis.h).
 * What your move gave away was your doing; what it expects otherwise at your next decision was that of
 * the others, or luck.  It never sees more than you did at that time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "notes.h"
#include "parlor/analysis.h"
#include "play.h"

enum { TOLD = 3, TRIED = 8, MOST = 100 }; /* swings, moves that are tried, decisions looked at */
static const double thorough = 20;        /* decisions, each of which gets all of the effort */
static const double least_change = 0.1;   /* as a part of what is at stake */

typedef struct {
    int ply, until;       /* your move, or what happened from ply on before you moved again */
    pl_move better;       /* what you should have played; PL_ILLEGAL: it was others' doing */
    double before, after; /* the score that you could expect */
} swing;

typedef struct {
    int ply;
    pl_hindsight seen;
} decision;

typedef struct {
    const sitting *at;
    const pl_line *line;
    pl_agent *agent;
    decision of[MOST];
    swing list[2 * MOST + 1];
    int n, mine;     /* swings in the list; moves that you made */
    int decisions;   /* that were looked at, */
    int every;       /* one of so many */
    double effort;   /* for each */
    double expected; /* after your last move; NAN: not known */
    int since;       /* the ply after it */
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

/* What was expected after your last move, and what is at ply.  If nobody has moved since, it is
 * that move that showed something. */
static void note_others(review *r, int ply, double now)
{
    note_swing(r, (swing){.ply = r->since < ply ? r->since : ply - 1,
                          .until = ply,
                          .better = PL_ILLEGAL,
                          .before = r->expected,
                          .after = now});
}

static int decides(const review *r, int ply)
{
    const pl_game *g = r->at->game;
    pl_move list[PL_MOVES_MAX];
    return pl_line_mover(r->line, ply) == r->at->seat &&
           g->moves(pl_line_state(r->line, ply), list) > 1;
}

static void look_at(review *r, int ply)
{
    decision *d = &r->of[r->decisions];
    pl_move pick = pl_agent_pick(r->agent, pl_line_state(r->line, ply));
    d->ply = ply;
    if (pick == PL_ILLEGAL) return;
    if (!pl_hindsight_guess(r->agent, pick, pl_line_move(r->line, ply), &d->seen)) r->decisions++;
}

/* What the agent says of your decisions; in a game of very many, of some of them. */
static void look_through(review *r)
{
    int plies = pl_line_plies(r->line), seen = 0;
    pl_agent_begin(r->agent, r->at->seat);
    for (int i = 0; i < plies && !*interrupt_flag(); i++) {
        if (decides(r, i) && seen++ % r->every == 0) {
            progress("looking back", seen, r->mine);
            look_at(r, i);
        }
        pl_agent_tell(r->agent, pl_line_state(r->line, i), pl_line_move(r->line, i));
    }
    progress_end();
}

/* The decision that seems to have cost most, of those that nobody is sure of; or NULL. */
static decision *most_doubtful(review *r)
{
    decision *worst = NULL;
    for (decision *d = r->of; d < r->of + r->decisions; d++)
        if (isnan(d->seen.within) && d->seen.cost > (worst ? worst->seen.cost : 0)) worst = d;
    return worst;
}

static int try_it(review *r, decision *d)
{
    pl_knowledge k;
    pl_line *past = pl_line_new(r->at->game);
    if (!past) return -1;
    for (int i = 0; i < d->ply; i++) pl_line_forward(past, pl_line_move(r->line, i));
    pl_know(&k, past, r->at->seat);
    int bad = pl_hindsight_try(r->agent, &k, r->effort, pl_line_move(r->line, d->ply), &d->seen);
    pl_know_free(&k);
    pl_line_free(past);
    return bad;
}

/* What is still a guess afterwards is not told. */
static void settle(review *r)
{
    decision *d;
    for (int i = 0; i < TRIED && !*interrupt_flag() && (d = most_doubtful(r)); i++)
        if (try_it(r, d)) d->seen.cost = 0;
    while ((d = most_doubtful(r))) d->seen.cost = 0;
}

static void note_decision(review *r, const decision *d)
{
    double before = d->seen.value, after = before - d->seen.cost;
    note_others(r, d->ply, before);
    if (after < before) note_swing(r, (swing){d->ply, d->ply + 1, d->seen.better, before, after});
    r->expected = after;
    r->since = d->ply + 1;
}

static void look_back(review *r)
{
    const pl_result *result = pl_table_result(r->at->table);
    look_through(r);
    settle(r);
    for (int i = 0; i < r->decisions; i++) note_decision(r, &r->of[i]);
    for (int i = 0; i < r->at->game->players; i++)
        r->stake = fmax(r->stake, fabs(result->score[i]));
    if (result->how == PL_BY_RULES)
        note_others(r, pl_line_plies(r->line), result->score[r->at->seat]);
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
    r->every = 1 + (r->mine - 1) / MOST;
    r->effort = fmin(1, thorough / fmax(1, r->mine));
    pl_hindsight_agent(t->game, r->effort, spec, sizeof spec);
    r->agent = pl_agent_open(spec, t->game, 1, &err);
    if (!r->agent) return;
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
    review r = {.at = t, .line = line_of(t), .expected = NAN};
    interrupt_forget();
    tell_review(&r);
    pl_agent_free(r.agent);
}
