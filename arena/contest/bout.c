/* bout.c -- two entries meet: games whose starts are known, games whose starts are not, and, in the
 * knock-out, more of these until one has won.
 *
 * Each kind is a match of its own in the file, with a label by which it is found again.  Points
 * are read from the file, whoever played the games and when. */
#include <stdlib.h>
#include <string.h>

#include "arena/contest/contest.h"

enum { REPLAYS = 3, SAVE_EVERY = 1000 /* milliseconds */ };

/* Games of a bout that are one match. */
typedef struct {
    char label[160], words[176];
    int32_t games, hidden;
    int32_t second; /* 1: the second entry has one seat, the first all others */
    int32_t unused;
    uint64_t seed;
    const pl_openings *openings;
    pl_openings *drawn; /* to be freed */
} part;

void pl_bout_close(pl_bout *b)
{
    free(b->game);
    b->game = NULL;
    b->games = b->room = 0;
}

typedef struct {
    const pl_contest *contest;
    pl_bout *bout;
    int hidden, failed;
} reader;

static int add_game(pl_bout *b, const pl_met *g)
{
    int room = b->room ? 2 * b->room : 16;
    pl_met *more = b->games < b->room ? b->game : realloc(b->game, (size_t)room * sizeof *more);
    if (!more) return -1;
    if (b->games == b->room) b->room = room;
    b->game = more;
    b->game[b->games++] = *g;
    return 0;
}

static int read_game(void *with, int64_t number, const pl_record *rec)
{
    reader *r = with;
    const char *name = r->contest->entry[r->bout->who[0]].is.name;
    int seats[2] = {0, 0};
    pl_met g = {.id = rec->id,
                .hidden = r->hidden,
                .how = (int32_t)rec->result.how,
                .fault = (int32_t)rec->result.fault,
                .by = -1};
    (void)number;
    if (rec->result.how == PL_UNDER_WAY) return 0;
    for (int seat = 0; seat < rec->players; seat++) {
        g.who[seat] = strcmp(rec->player[seat].name, name) != 0;
        g.at[seat] = rec->result.score[seat];
        g.score[g.who[seat]] += g.at[seat];
        seats[g.who[seat]]++;
    }
    for (int side = 0; side < 2; side++)
        if (seats[side]) g.score[side] /= seats[side];
    if (rec->result.how == PL_BY_FORFEIT) g.by = g.who[rec->result.seat];
    r->failed = add_game(r->bout, &g);
    return r->failed;
}

/* The games of a part that the file has: how many, or -1. */
static int read_part(pl_contest *c, pl_bout *b, const part *p, pl_error *err)
{
    reader r = {c, b, p->hidden, 0};
    int before = b->games;
    int64_t match = pl_records_match_like(c->plan.file, p->words, err);
    if (match <= 0) return (int)match;
    if (pl_records_parts(c->plan.file, match, read_game, &r, err))
        return r.failed ? pl_fail(err, "out of memory") : -1;
    return b->games - before;
}

static void count(pl_bout *b)
{
    memset(b->points, 0, sizeof b->points);
    memset(b->score, 0, sizeof b->score);
    b->played = b->games;
    for (int i = 0; i < b->games; i++)
        for (int side = 0; side < 2; side++) {
            double mine = b->game[i].score[side];
            b->points[side] += pl_contest_points(mine, b->game[i].score[!side]);
            b->score[side] += mine;
        }
}

/* The match under way tells of itself: so far it stands like this. */
static void follow(void *with, pl_match *m)
{
    pl_contest *c = with;
    pl_bout *b = c->playing;
    pl_duel d;
    pl_match_course course;
    pl_match_duel(m, 0, 1, &d);
    pl_match_course_of(m, &course);
    int64_t pairs = d.better + d.even + d.worse;
    double of = pairs ? (double)course.games / (double)pairs : 0;
    b->played = c->before + (int32_t)course.games;
    b->points[c->turned] = c->points[c->turned] + of * ((double)d.better + 0.5 * (double)d.even);
    b->points[!c->turned] = c->points[!c->turned] + of * ((double)d.worse + 0.5 * (double)d.even);
    if (c->plan.tell) c->plan.tell(c->plan.with, c, NULL);
    if (pl_child_now() - c->saved > SAVE_EVERY) pl_contest_tell(c, NULL, NULL);
}

static void announce(pl_contest *c, pl_match *m)
{
    pthread_mutex_lock(&c->lock);
    c->match = m;
    if (m && atomic_load(&c->stopped)) pl_match_stop(m);
    pthread_mutex_unlock(&c->lock);
}

static int run_match(pl_contest *c, const pl_bout *b, const part *p, pl_error *err)
{
    char agent[2][2 * PL_SPEC_MAX];
    pl_entrant who[2];
    c->turned = p->second;
    for (int i = 0; i < 2; i++) {
        const pl_contestant *e = &c->entry[b->who[i ^ p->second]];
        pl_entry_agent(c, e, agent[i], sizeof agent[i]);
        who[i] = (pl_entrant){e->is.name, agent[i]};
    }
    pl_match_plan plan = pl_match_usual(c->plan.game, who, 2);
    plan.games = p->games;
    plan.threads = c->plan.threads;
    plan.refereed = 1;
    plan.rules.pace = c->plan.pace;
    plan.seed = p->seed;
    plan.hidden = p->hidden;
    plan.curveless = 1;
    plan.apart = 1;
    if (c->plan.fresh) plan.fairness = PL_FRESH_DEALS;
    plan.openings = p->openings;
    plan.file = c->plan.file;
    plan.resume = PL_BEGIN_OR_RESUME;
    plan.label = p->label;
    plan.tell = follow;
    plan.with = c;
    pl_match *m = pl_match_open(&plan, err);
    if (!m) return -1;
    announce(c, m);
    int done = pl_match_run(m, err);
    announce(c, NULL);
    pl_match_free(m);
    return done;
}

/* From the file, if it is all there; else played first. */
static int play_part(pl_contest *c, pl_bout *b, const part *p, pl_error *err)
{
    int before = b->games, got = read_part(c, b, p, err);
    if (got < 0) return -1;
    if (got < p->games) {
        if (pl_contest_stopped(c)) return 0;
        b->games = before;
        count(b);
        c->before = b->played;
        memcpy(c->points, b->points, sizeof c->points);
        int done = run_match(c, b, p, err);
        if (done < 0) return -1;
        got = read_part(c, b, p, err);
        if (got >= 0 && done > 0 && got != p->games)
            got = pl_fail(err, "the file has %d games of %.100s instead of %d", got, p->label,
                          (int)p->games);
    }
    count(b);
    return got < 0 ? -1 : got == p->games;
}

static int is_out(const pl_contest *c, int entry)
{
    return c->entry[entry].stands == PL_OUT;
}

/* At a table for more than two one entry has a seat and the other all that are left, and then the
 * other way round, with the same starts. */
static int play_halves(pl_contest *c, pl_bout *b, part *p, pl_error *err)
{
    int done = 1, halves = c->plan.game->players > 2 ? 2 : 1;
    size_t n = strlen(p->label);
    p->games /= halves;
    for (p->second = 0; p->second < halves && done > 0; p->second++) {
        if (halves > 1)
            snprintf(p->label + n, sizeof p->label - n, ", one seat for the %s",
                     p->second ? "second" : "first");
        snprintf(p->words, sizeof p->words, "label: %s\n", p->label);
        done = play_part(c, b, p, err);
    }
    return done;
}

/* Known games first.  replay 0: the bout as it is planned; else hidden games alone. */
static int play_kind(pl_contest *c, pl_bout *b, const char *where, int hidden, int replay,
                     pl_error *err)
{
    int hiding = c->plan.games - c->plan.known;
    part p = {.hidden = hidden, .games = hidden ? hiding : c->plan.known, .seed = c->plan.seed};
    char what[100];
    if (replay && p.games == 0) p.games = c->plan.games;
    if (p.games == 0) return 1;
    snprintf(what, sizeof what, "%.60s, %s games", where, hidden ? "hidden" : "known");
    if (replay) snprintf(what + strlen(what), 20, ", replay %d", replay);
    snprintf(p.label, sizeof p.label, "contest %lld, %s", (long long)c->id, what);
    p.openings = c->plan.openings;
    if (hidden) {
        p.seed = pl_secret_seed(c->secret, what);
        if (pl_secret_openings(c->plan.game, p.seed, c->plan.plies, p.games / c->group, &p.drawn,
                               err))
            return -1;
        p.openings = p.drawn;
    }
    int done = play_halves(c, b, &p, err);
    pl_openings_free(p.drawn);
    return done;
}

/* Somebody is out: the other one has all the points, as if the games had been played. */
static void walk_over(const pl_contest *c, pl_bout *b)
{
    b->state = PL_WALKED_OVER;
    for (int i = 0; i < 2; i++) b->points[i] = is_out(c, b->who[i]) ? 0 : c->plan.games;
    b->winner = is_out(c, b->who[0]) && !is_out(c, b->who[1]);
}

/* Faults are counted; who has too many is out. */
static void charge(pl_contest *c, const pl_bout *b)
{
    for (int i = 0; i < b->games; i++)
        if (b->game[i].by >= 0) c->entry[b->who[b->game[i].by]].faults++;
    for (int side = 0; side < 2; side++) {
        pl_contestant *e = &c->entry[b->who[side]];
        if (e->stands != PL_PLAYS || e->faults < c->plan.faults) continue;
        e->stands = PL_OUT;
        snprintf(e->why, sizeof e->why, "it was at fault in %d games, of the %d that put it out",
                 (int)e->faults, (int)c->plan.faults);
    }
}

static int leader(const double *x)
{
    return x[0] > x[1] ? 0 : x[1] > x[0] ? 1 : -1;
}

/* Who goes on, where points do not say. */
static void decide(const pl_contest *c, pl_bout *b, int decisive)
{
    int out = is_out(c, b->who[0]) + 2 * is_out(c, b->who[1]);
    b->winner = leader(b->points);
    if (!decisive) return;
    if (out == 1 || out == 2) b->winner = out == 1, b->by = "the other is out";
    if (b->winner < 0 && (b->winner = leader(b->score)) >= 0) b->by = "by scores";
    if (b->winner >= 0) return;
    b->winner = c->entry[b->who[0]].seeding > c->entry[b->who[1]].seeding;
    b->by = "by seeding";
}

static int play_all(pl_contest *c, pl_bout *b, const char *where, int decisive, pl_error *err)
{
    int done = play_kind(c, b, where, 0, 0, err);
    if (done > 0) done = play_kind(c, b, where, 1, 0, err);
    for (int i = 1; done > 0 && decisive && i <= REPLAYS && leader(b->points) < 0; i++) {
        b->of += c->plan.games > c->plan.known ? c->plan.games - c->plan.known : c->plan.games;
        done = play_kind(c, b, where, 1, i, err);
    }
    return done;
}

int pl_bout_play(pl_contest *c, pl_bout *b, const char *where, int decisive, pl_error *err)
{
    if (b->state == PL_BYE) return 1;
    if (is_out(c, b->who[0]) || is_out(c, b->who[1])) {
        walk_over(c, b);
        return 1;
    }
    b->state = PL_PLAYING;
    c->playing = b;
    int done = play_all(c, b, where, decisive, err);
    c->playing = NULL;
    if (done <= 0) return done;
    b->state = PL_MET;
    charge(c, b);
    decide(c, b, decisive);
    return 1;
}
