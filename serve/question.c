/* question.c -- what an agent is asked to think about: a position, by whom, for how long and how
 * much of its tree is wanted.
 *
 * Who holds a seat is told what its own views allow, as the agent is given no more, and only where
 * the table has advice; a game that is under way is told to nobody else.
 */
#include "question.h"

#include <math.h>
#include <string.h>

#include "members.h"
#include "parlor/analysis.h"
#include "wish.h"

enum { DEEPEST = 6, WIDEST = 12, USUAL_WIDTH = 4 }; /* of trees that are told */
enum { MOST_SECONDS = 10 };

static int choose_seconds(const json_t *o, double *out, pl_error *err)
{
    const json_t *x = json_object_get(o, "seconds");
    double seconds = json_number_value(x);
    if (!x || json_is_null(x)) return 0;
    if (!json_is_number(x) || !(seconds > 0) || seconds > MOST_SECONDS)
        return pl_serve_fail(err, "'seconds' must be a number above 0, and at most %d",
                             MOST_SECONDS);
    *out = seconds;
    return 0;
}

/* The usual one thinks for a second, or, to look back, as much as it takes. */
static void usual_agent(const pl_position *p, pl_job *j)
{
    if (j->hindsight) pl_hindsight_agent(p->game, j->effort, j->agent, sizeof j->agent);
    else
        snprintf(j->agent, sizeof j->agent, "%s(ms=%d)", p->game->hide ? "ismcts" : "mcts",
                 (int)fmax(1, 1000 * j->most));
}

static int choose_agent(const json_t *o, const pl_position *p, pl_job *j, pl_error *err)
{
    int bad = 0;
    const char *agent = pl_member_text(o, "agent", err, &bad);
    j->most = j->hindsight ? MOST_SECONDS : 1;
    if (bad || choose_seconds(o, &j->most, err)) return -1;
    if (agent && strlen(agent) >= sizeof j->agent)
        return pl_serve_fail(err, "no agent is that long");
    if (agent) snprintf(j->agent, sizeof j->agent, "%s", agent);
    else usual_agent(p, j);
    return pl_wish_agent(p->game, j->agent, NULL, err);
}

/* Of what somebody played there: so there must be something that was.  Who asks about one ply of a
 * game will ask about the others, too. */
static int choose_hindsight(const json_t *o, const pl_position *p, pl_job *j, pl_error *err)
{
    static const double thorough = 100; /* plies of a game, each of which gets all of the effort */
    int bad = 0;
    const char *how = pl_member_text(o, "hindsight", err, &bad);
    if (bad || !how) return bad;
    j->hindsight = !strcmp(how, "guess") ? PL_GUESSED : PL_TRIED;
    if (j->hindsight == PL_TRIED && strcmp(how, "trial"))
        return pl_serve_fail(err, "'hindsight' must be 'guess' or 'trial'");
    if (pl_position_of_table(p) || p->ply >= pl_line_plies(p->line))
        return pl_serve_fail(err, "'hindsight' is of a 'ply' of a 'record' or of 'moves', after "
                                  "which something was played");
    j->effort = fmin(1, thorough / pl_line_plies(p->line));
    j->played = pl_line_move(p->line, p->ply);
    return 0;
}

static int choose_size(const json_t *o, const char *key, int most, int *out, pl_error *err)
{
    int bad = 0;
    *out = (int)pl_member_number(o, key, 1, most, *out, err, &bad);
    return bad;
}

pl_job *pl_question_job(const json_t *o, const pl_position *p, pl_error *err)
{
    if (p->seat < 0 || pl_line_mover(p->line, p->ply) != p->seat) {
        pl_serve_fail(err, "it is not the turn of a seat that this could be told of");
        return NULL;
    }
    pl_serve_fail(err, "out of memory");
    pl_job *j = pl_job_new();
    if (!j) return NULL;
    j->width = USUAL_WIDTH;
    if (choose_hindsight(o, p, j, err) || choose_agent(o, p, j, err) ||
        choose_size(o, "tree", DEEPEST, &j->depth, err) ||
        choose_size(o, "width", WIDEST, &j->width, err) || pl_job_line(j, p->line, p->ply)) {
        pl_job_free(j);
        return NULL;
    }
    pl_spec(p->game, j->game, sizeof j->game);
    j->seat = p->seat;
    j->seed = 1;
    j->analysis = 1;
    return j;
}

int pl_question_full(const pl_server *s, const pl_peer *from, pl_error *err)
{
    enum { EACH = 8, TOO_MANY = 429, UNAVAILABLE = 503 };
    if (s->questions >= PL_QUESTIONS_MAX) {
        pl_serve_fail(err, "too many ask what agents think; try again later");
        return UNAVAILABLE;
    }
    if (!pl_guard_full(s, from, from->questions, EACH)) return 0;
    pl_serve_fail(err, "you ask as much at once as one may");
    return TOO_MANY;
}

void pl_question_put(pl_server *s, pl_peer *from, pl_job *j)
{
    s->questions++;
    if (from) from->questions++;
    pl_pool_give(s->pool, j);
}

void pl_question_over(pl_server *s, pl_peer *from)
{
    s->questions--;
    if (from) from->questions--;
}

void pl_question_drop(pl_server *s, pl_peer *from, pl_job *j)
{
    pl_question_over(s, from);
    if (s->pool) pl_pool_cancel(s->pool, j);
}
