/* league.c -- a match or league as it stands, in JSON: who is ahead and how sure that is, who beat
 * whom, what seats are worth, how ratings came about, and the latest games.
 *
 * The seed is told when nobody plays it any more: who knows it knows what will be dealt.
 *
 * Fact to check: standings are those that `parlor league` itself prints.
 */
#include "league.h"

#include <math.h>
#include <stdlib.h>

enum {
    PIECE = 4000,  /* games that are read at a time, */
    AT_ONCE = 300, /* and milliseconds after which it is told as far as it is */
    CROSS = 40,    /* entrants in the table of all against all, */
    CURVES = 12,   /* with a curve, */
    LATEST = 20    /* and games that are told */
};

/* What is kept of a league from one time to the next. */
typedef struct {
    pl_match *match;
    pl_match_kept now; /* without its words */
    int64_t contest;   /* that it is of, or 0 */
    pl_seal seal;      /* how much may be told of its games */
    int64_t games;     /* that the file has, up to */
    int64_t counted;   /* this one */
    /* Ratings in its course, of the points that there are. */
    int points;
    int64_t at[PL_POINTS_MAX];
    pl_interval *elo; /* points x entrants */
} look;

static json_t *interval_json(pl_interval x)
{
    return json_pack("[o,o,o]", pl_tell_number(x.value), pl_tell_number(x.low),
                     pl_tell_number(x.high));
}

static json_t *text_json(const char *text)
{
    json_t *o = json_string(text);
    return o ? o : json_string("?"); /* no UTF-8 */
}

void pl_league_plan(json_t *o, pl_match *m)
{
    char spec[PL_SPEC_MAX];
    pl_match_plan p;
    pl_match_plan_of(m, &p);
    json_t *agents = json_array();
    pl_spec(p.game, spec, sizeof spec);
    for (int i = 0; i < p.entrants; i++)
        json_array_append_new(agents, text_json(p.entrant[i].name));
    json_object_set_new(o, "game", json_string(spec));
    json_object_set_new(o, "format", json_string(pl_format_name(p.format)));
    json_object_set_new(o, "agents", agents);
}

void pl_league_state(json_t *o, const pl_match_kept *k, int64_t games, int64_t of)
{
    int over = !k->played && (k->ended || (of && games >= of));
    if (over) of = games; /* a test may have ended it early */
    json_object_set_new(o, "id", json_integer(k->id));
    json_object_set_new(o, "state", json_string(k->played ? "running" : over ? "over" : "stopped"));
    json_object_set_new(o, "began", json_integer(k->began / 1000));
    json_object_set_new(o, "ended", k->ended ? json_integer(k->ended / 1000) : json_null());
    json_object_set_new(o, "games", json_integer(games));
    json_object_set_new(o, "of", of ? json_integer(of) : json_null());
}

static json_t *counts_json(const int64_t of[3])
{
    return json_pack("[I,I,I]", (json_int_t)of[PL_WIN], (json_int_t)of[PL_DRAW],
                     (json_int_t)of[PL_LOSS]);
}

static json_t *standing_json(pl_match *m, int i, int seats, pl_interval elo)
{
    pl_standing s;
    int64_t all[3] = {0}, faults = 0;
    json_t *by_seat = json_array();
    pl_match_standing(m, i, &s);
    for (int k = 0; k < seats; k++) {
        for (int how = PL_WIN; how <= PL_LOSS; how++) all[how] += s.at[k][how];
        json_array_append_new(by_seat, counts_json(s.at[k]));
    }
    for (int f = PL_WAITING + 1; f < PL_FAULTS; f++) faults += s.faults[f];
    return json_pack("{s:o,s:o,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:i,s:I}", "name", text_json(s.name),
                     "agent", text_json(s.agent), "games", (json_int_t)s.games, "results",
                     counts_json(all), "seats", by_seat, "payoff", interval_json(s.payoff), "elo",
                     interval_json(elo), "superiority", pl_tell_number(s.superiority), "points",
                     pl_tell_number(s.points), "out", (int)s.out, "faults", (json_int_t)faults);
}

/* Who was ahead of whom how often, as they rank; null: they never met. */
static json_t *cross_json(pl_match *m, const int *order, int n)
{
    json_t *rows = json_array();
    if (n > CROSS) n = CROSS;
    for (int i = 0; i < n; i++) {
        json_t *row = json_array();
        for (int j = 0; j < n; j++) {
            pl_duel d;
            pl_match_duel(m, order[i], order[j], &d);
            int64_t of[3] = {d.better, d.even, d.worse};
            json_array_append_new(row, of[0] + of[1] + of[2] ? counts_json(of) : json_null());
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

/* The ratings at a point, worked out once. */
static void rate_point(look *l, const look *old, int k)
{
    int n = pl_match_entrants(l->match);
    pl_duel d;
    l->at[k] = pl_match_point(l->match, k, 0, 1, &d);
    for (int i = 0; i < old->points; i++)
        if (old->at[i] == l->at[k]) {
            for (int e = 0; e < n; e++) l->elo[k * n + e] = old->elo[i * n + e];
            return;
        }
    pl_match_elo(l->match, k, l->elo + k * n);
}

/* -1: out of memory. */
static int rate_points(look *l)
{
    look old = *l;
    int n = pl_match_entrants(l->match), points = pl_match_points(l->match);
    l->elo = malloc((size_t)(points * n + 1) * sizeof *l->elo);
    if (!l->elo) {
        l->elo = old.elo;
        return -1;
    }
    l->points = points;
    for (int k = 0; k < points; k++) rate_point(l, &old, k);
    free(old.elo);
    return 0;
}

static json_t *curve_json(look *l, const int *order)
{
    int n = pl_match_entrants(l->match), shown = n < CURVES ? n : CURVES;
    json_t *points = json_array();
    if (rate_points(l)) return points;
    for (int k = 0; k < l->points; k++) {
        json_t *elo = json_array();
        for (int i = 0; i < shown; i++)
            json_array_append_new(elo, interval_json(l->elo[k * n + order[i]]));
        json_array_append_new(points,
                              json_pack("{s:I,s:o}", "games", (json_int_t)l->at[k], "elo", elo));
    }
    return points;
}

static void add_standings(json_t *o, look *l, int seats)
{
    static const char *const decided[] = {"open", "H0", "H1"};
    int order[PL_ENTRANTS_MAX], n = pl_match_entrants(l->match);
    pl_interval elo[PL_ENTRANTS_MAX], worth;
    pl_match_course c;
    pl_match_plan p;
    json_t *rows = json_array(), *places = json_array();
    pl_match_course_of(l->match, &c);
    pl_match_plan_of(l->match, &p);
    pl_match_rank(l->match, order);
    int bounded = pl_match_elo(l->match, PL_NOW, elo);
    for (int i = 0; i < n; i++)
        json_array_append_new(rows, standing_json(l->match, order[i], seats, elo[order[i]]));
    for (int s = 0; s < seats; s++) {
        pl_match_seat(l->match, s, &worth);
        json_array_append_new(places, interval_json(worth));
    }
    json_object_set_new(o, "standings", rows);
    json_object_set_new(o, "bounded", json_boolean(bounded));
    json_object_set_new(o, "seat_scores", places);
    json_object_set_new(o, "cross", cross_json(l->match, order, n));
    json_object_set_new(o, "curve", curve_json(l, order));
    if (p.sprt)
        json_object_set_new(o, "sprt",
                            json_pack("{s:o,s:o,s:o,s:s}", "llr", pl_tell_number(c.sprt.llr),
                                      "lower", pl_tell_number(c.sprt.lower), "upper",
                                      pl_tell_number(c.sprt.upper), "state",
                                      decided[c.sprt.state]));
}

static void add_course(json_t *o, const look *l)
{
    char seed[24];
    pl_match_course c;
    pl_match_plan p;
    pl_match_course_of(l->match, &c);
    pl_match_plan_of(l->match, &p);
    json_object_set_new(o, "seats", json_string(pl_fairness_name(p.fairness)));
    json_object_set_new(o, "group", json_integer(c.group));
    json_object_set_new(o, "counted", json_integer(c.games));
    json_object_set_new(o, "aborted", json_integer(c.aborted));
    json_object_set_new(o, "round", json_integer(c.round));
    json_object_set_new(o, "rounds", json_integer(c.rounds));
    json_object_set_new(o, "plies", pl_tell_number(pl_times_mean(&c.length)));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)p.seed);
    if (l->seal == PL_ALL_TOLD) json_object_set_new(o, "seed", json_string(seed));
    if (l->contest) json_object_set_new(o, "contest", json_integer(l->contest));
}

static int add_latest(void *with, const pl_record *rec)
{
    json_array_append_new(with, pl_tell_record(rec));
    return 0;
}

/* Either is freed when it fails. */
static json_t *tell(look *l, pl_notice_work *w)
{
    pl_match_course c;
    pl_match_plan p;
    json_t *o = json_object(), *latest = json_array();
    pl_parts_filter newest = {.match = w->id, .limit = LATEST};
    pl_match_course_of(l->match, &c);
    pl_match_plan_of(l->match, &p);
    pl_league_plan(o, l->match);
    pl_league_state(o, &l->now, l->games, p.format == PL_KNOCK_OUT && !l->now.ended ? 0 : c.of);
    add_course(o, l);
    add_standings(o, l, p.game->players);
    json_object_set_new(o, "latest", latest);
    if (l->seal == PL_SEALED ||
        pl_records_parts_latest(w->file, &newest, add_latest, latest, &w->err) == 0)
        return o;
    json_decref(o);
    return NULL;
}

/* The match as the file has it, with its words, which are to be freed. */
typedef struct {
    pl_match_kept kept;
    char *words;
} found;

static int find_one(void *with, const pl_match_kept *m)
{
    found *f = with;
    f->kept = *m;
    f->words = strdup(m->words);
    return 0;
}

static void forget(void *kept)
{
    look *l = kept;
    pl_match_free(l->match);
    free(l->elo);
    free(l);
}

/* The league that is looked at, opened if it is for the first time; NULL, having said why. */
static look *get(pl_notice_work *w)
{
    found f = {.words = NULL};
    int hidden;
    look *l = w->kept ? w->kept : calloc(1, sizeof *l);
    w->kept = l;
    int bad = pl_records_matches(w->file, w->id, 1, find_one, &f, &w->err);
    if (!bad && !f.words) {
        w->status = 404;
        bad = pl_serve_fail(&w->err, "there is no such league");
    }
    if (!bad && !l) bad = pl_serve_fail(&w->err, "out of memory");
    if (!bad && !l->match) {
        l->match = pl_match_follow(f.words, &w->err);
        if (!l->match) w->status = 404;
    }
    if (!bad && l->match) {
        l->now = f.kept;
        l->now.words = f.words;
        l->contest = pl_contest_of(f.words, &hidden);
        l->seal = pl_seal_of(&l->now);
        l->now.words = NULL;
    }
    free(f.words);
    return bad || !l->match ? NULL : l;
}

/* 0, or -1 having said why. */
static int count_games(look *l, pl_notice_work *w)
{
    int64_t more = pl_records_parts_count(w->file, w->id, l->counted, &l->counted, &w->err);
    if (more > 0) l->games += more;
    return more < 0 ? -1 : 0;
}

/* What came while it caught up is in the standings, and so among the games. */
static void make(pl_notice_work *w)
{
    look *l = get(w);
    int64_t from = pl_serve_ms(), last = 0;
    if (!l || count_games(l, w)) return;
    do {
        last = pl_match_catch_up(l->match, w->file, w->id, PIECE, &w->err);
        if (last < 0) return;
        w->more = last < l->counted;
    } while (w->more && pl_serve_ms() - from < AT_ONCE);
    if (count_games(l, w) == 0) w->told = tell(l, w);
}

const pl_notice_kind pl_one_league = {make, forget};
