/* hand.c -- who plays along: hears of matches, plays stints of them, and tells what came of it.
 *
 * One thread reads and writes messages, and is never kept from it; another opens the match and
 * runs it, with as many threads as play.  What these have to tell waits in a parcel, which
 * is sent when the first thread looks: so where stints are short many go into a message. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ranks/ranks.h"
#include "core/text.h"

static const double pause_short = 0.0005, pause_long = 0.003; /* seconds between looks */
static const double ahead = 0.004; /* seconds that what is held beside what is played shall last */
static const double brief = 0.2;   /* of a stint before which another is held at all */
static const double quick = 0.01;  /* of a game that is told of with its stint alone */
enum { IDLE_LOOKS = 40, HELD_MAX = 7 /* stints that a thread may have; the inbox has 8 */ };

typedef struct {
    int64_t number;
    void *byte;
    size_t n;
} kept_record;

typedef struct {
    pl_ranks *ranks;
    int64_t serial; /* of the match; 0: none so far */
    pl_parcel plan; /* of the match, and of the next one */
    pl_parcel coming;
    pl_engagement of;
    pl_away away;
    pl_match *match; /* NULL until it is open; with the lock of ranks */
    pthread_t thread;
    int32_t running, done; /* there is a thread; it is done */
    int32_t ended, bye;    /* the match is over, as the leader says; all of it is */
    int32_t go, unused;    /* and all others know */
    pl_parcel out;         /* what is to be told, without its head */
    kept_record *record;   /* of games that are just over */
    int32_t records, room;
    double heard, told; /* when something came, and went */
    double seconds;     /* that a stint takes, of late; 0: not known */
    double begun;
    int64_t games, stints;
    int32_t told_holds;
    atomic_int each; /* games are told of one by one */
} hand;

static void bad_luck(hand *h)
{
    h->out.bad = 0;
    pl_pack_count(&h->out, PL_TELL_FAILED);
    pl_pack_text(&h->out, "out of memory");
}

/* With the lock: the record of a game, if there is one, which the caller frees. */
static kept_record take_record(hand *h, int64_t number)
{
    for (int i = 0; i < h->records; i++)
        if (h->record[i].number == number) {
            kept_record found = h->record[i];
            h->record[i] = h->record[--h->records];
            return found;
        }
    return (kept_record){0};
}

/* A record comes before its game is told of. */
static void keep_record(void *with, int64_t number, const void *bytes, size_t n)
{
    hand *h = with;
    void *copy = malloc(n ? n : 1);
    if (copy) memcpy(copy, bytes, n);
    pthread_mutex_lock(&h->ranks->lock);
    if (h->records == h->room) {
        int32_t room = 2 * h->room + 8;
        kept_record *more = realloc(h->record, (size_t)room * sizeof *more);
        if (more) {
            h->record = more;
            h->room = room;
        }
    }
    if (copy && h->records < h->room) h->record[h->records++] = (kept_record){number, copy, n};
    else {
        free(copy);
        bad_luck(h);
    }
    pthread_mutex_unlock(&h->ranks->lock);
}

static void tell_game(void *with, const pl_stint *u, int64_t number, const pl_outcome *o)
{
    hand *h = with;
    if (!atomic_load_explicit(&h->each, memory_order_relaxed)) return;
    pthread_mutex_lock(&h->ranks->lock);
    kept_record rec = take_record(h, number);
    pl_pack_count(&h->out, PL_TELL_GAME);
    pl_pack_count(&h->out, (uint64_t)u->lease);
    pl_pack_count(&h->out, (uint64_t)number);
    pl_put_outcome(&h->out, h->match, o);
    pl_pack_count(&h->out, rec.n);
    pl_pack_bytes(&h->out, rec.byte, rec.n);
    pthread_mutex_unlock(&h->ranks->lock);
    free(rec.byte);
}

/* How long stints and games take, over all threads: what is told of later weighs more. */
static void measure(hand *h, const pl_tally *t)
{
    h->games += t->played;
    h->stints++;
    if (h->stints % 4 && h->stints > 4) return;
    double spent = (pl_match_now() - h->begun) * h->match->plan.threads;
    h->seconds = spent / (double)h->stints;
    if (!h->of.match) atomic_store(&h->each, spent > quick * (double)h->games);
    if (h->stints < 64) return;
    h->stints = h->games = 0;
    h->begun = pl_match_now();
}

static void tell_stint(void *with, const pl_stint *u, const pl_tally *t)
{
    hand *h = with;
    pl_parcel p = {0};
    pl_put_tally(&p, t);
    pthread_mutex_lock(&h->ranks->lock);
    int first = h->out.n == 0;
    pl_pack_count(&h->out, PL_TELL_STINT);
    pl_pack_count(&h->out, (uint64_t)u->lease);
    pl_pack_count(&h->out, p.n);
    pl_pack_bytes(&h->out, p.byte, p.n);
    h->out.bad |= p.bad;
    measure(h, t);
    if (first) pthread_cond_signal(&h->ranks->bell);
    pthread_mutex_unlock(&h->ranks->lock);
    pl_parcel_free(&p);
}

/* Stints to have at a time: one for each thread, and where they are short some to go on with. */
static int holds(const hand *h)
{
    if (!h->match || h->done) return 0;
    int threads = h->match->plan.threads, each = 1;
    if (h->seconds > 0 && h->seconds < brief) each = 2 + (int)(ahead / h->seconds);
    return threads * (each < HELD_MAX ? each : HELD_MAX);
}

static int open_match(hand *h, pl_error *err)
{
    if (pl_get_plan(&h->plan, &h->of, err)) return -1;
    h->away = (pl_away){tell_stint, tell_game, h, h->of.match, h->of.player};
    if (h->of.match) h->of.plan.file = pl_records_away(keep_record, h, err);
    if (h->of.match && !h->of.plan.file) return -1;
    pl_match *m = pl_match_make(&h->of.plan, &h->away, err);
    pthread_mutex_lock(&h->ranks->lock);
    h->match = m;
    h->begun = pl_match_now();
    if (m && h->ended) pl_match_stop(m);
    pthread_cond_signal(&h->ranks->bell);
    pthread_mutex_unlock(&h->ranks->lock);
    return m ? 0 : -1;
}

static void *play(void *with)
{
    hand *h = with;
    pl_error err;
    int bad = open_match(h, &err) || pl_match_run(h->match, &err) < 0;
    pthread_mutex_lock(&h->ranks->lock);
    h->done = 1;
    if (bad) {
        pl_pack_count(&h->out, PL_TELL_FAILED);
        pl_pack_text(&h->out, err.text);
    }
    pl_pack_count(&h->out, PL_TELL_IDLE);
    pthread_cond_signal(&h->ranks->bell);
    pthread_mutex_unlock(&h->ranks->lock);
    return NULL;
}

/* With the lock, when nothing plays. */
static void begin(hand *h)
{
    pl_parcel_free(&h->plan);
    h->plan = h->coming;
    h->coming = (pl_parcel){0};
    pl_unpack_count(&h->plan);
    h->serial = (int64_t)pl_unpack_count(&h->plan);
    h->out.n = 0;
    h->games = h->stints = 0;
    h->seconds = 0;
    h->done = h->ended = 0;
    atomic_store(&h->each, 1);
    h->running = !pthread_create(&h->thread, NULL, play, h);
    if (!h->running) bad_luck(h);
}

static void finish(hand *h)
{
    pthread_mutex_unlock(&h->ranks->lock);
    pthread_join(h->thread, NULL);
    if (h->match) pl_match_free(h->match);
    if (h->of.plan.file) pl_records_close(h->of.plan.file, NULL);
    pl_engagement_close(&h->of);
    pthread_mutex_lock(&h->ranks->lock);
    while (h->records) free(take_record(h, h->record[0].number).byte);
    h->match = NULL;
    h->running = 0;
}

/* A match that is not open yet is stopped when it is. */
static void stop(hand *h)
{
    h->ended = 1;
    if (h->match && !h->done) pl_match_stop(h->match);
}

static void take_stints(hand *h, pl_parcel *p)
{
    pl_stint u;
    if ((int64_t)pl_unpack_count(p) != h->serial || !h->match || h->done) return;
    while (!p->bad && p->at < p->n) {
        pl_get_stint(p, h->match, &u);
        if (!p->bad) pl_match_return(h->match, &u);
    }
}

/* Told again of the match that it plays, it was taken for lost: what it holds is others' now. */
static void take_plan(hand *h, pl_parcel *p)
{
    int64_t serial = (int64_t)pl_unpack_count(p);
    if (serial == h->serial && h->match) pl_match_forget(h->match);
    if (serial <= h->serial) return;
    pl_parcel_free(&h->coming);
    h->coming = *p;
    h->coming.at = 0;
    *p = (pl_parcel){0};
}

static void hear(hand *h, pl_parcel *p)
{
    switch ((pl_say_kind)pl_unpack_count(p)) {
    case PL_SAY_PLAN: take_plan(h, p); break;
    case PL_SAY_STINTS: take_stints(h, p); break;
    case PL_SAY_END:
        if ((int64_t)pl_unpack_count(p) == h->serial) stop(h);
        break;
    case PL_SAY_BYE: h->bye = 1; break;
    case PL_SAY_GO:
        h->go = 1;
        h->ranks->whole = (int32_t)pl_unpack_count(p);
        break;
    case PL_SAY_ALIVE: break;
    }
}

/* Everything that has come; how many messages. */
static int listen(hand *h)
{
    const pl_carrier *c = &h->ranks->carrier;
    pl_parcel p = {0};
    int n = 0, from;
    for (; c->receive(c->with, &from, (void **)&p.byte, &p.n) == 1; n++) {
        h->heard = pl_match_now();
        hear(h, &p);
        pl_parcel_free(&p);
    }
    return n;
}

/* What is new; or, now and then, that it lives. */
static void speak(hand *h)
{
    const pl_carrier *c = &h->ranks->carrier;
    int32_t can = holds(h);
    double now = pl_match_now();
    if (!h->out.n && can == h->told_holds && now - h->told < PL_BEAT) return;
    if (h->out.bad) bad_luck(h);
    pl_parcel p = {0};
    pl_pack_count(&p, (uint64_t)h->serial);
    pl_pack_count(&p, (uint64_t)can);
    pl_pack_count(&p, (uint64_t)h->bye);
    pl_pack_bytes(&p, h->out.byte, h->out.n);
    if (!p.bad && c->send(c->with, 0, p.byte, p.n) == 0) {
        h->out.n = 0;
        h->told = now;
        h->told_holds = can;
    }
    pl_parcel_free(&p);
}

static int look(hand *h)
{
    int n = listen(h), over = h->running && h->done;
    speak(h);
    if (over) finish(h);
    if (h->coming.n && h->running) stop(h);
    else if (h->coming.n) begin(h);
    return n;
}

/* With everybody, if all are there. */
static void leave(hand *h)
{
    double until = pl_match_now() + 2 * PL_SILENT;
    if (h->running) stop(h);
    while (h->running && !h->done) pl_ranks_wait(h->ranks, pause_long);
    if (h->running) finish(h);
    h->ranks->whole = 0;
    h->told = 0;
    while (h->bye && !h->go && pl_match_now() < until) {
        speak(h);
        pl_ranks_wait(h->ranks, pause_short);
        listen(h);
    }
    pl_parcel_free(&h->plan);
    pl_parcel_free(&h->coming);
    pl_parcel_free(&h->out);
    free(h->record);
}

int pl_ranks_serve(pl_ranks *r, pl_error *err)
{
    hand h = {.ranks = r, .heard = pl_match_now()};
    int alone = 0;
    pthread_mutex_lock(&r->lock);
    for (int idle = 0; !h.bye && !alone;) {
        idle = look(&h) ? 0 : idle + 1;
        alone = pl_match_now() - h.heard > PL_ALONE;
        if (!h.bye) pl_ranks_wait(r, idle < IDLE_LOOKS ? pause_short : pause_long);
    }
    leave(&h);
    pthread_mutex_unlock(&r->lock);
    return alone ? pl_fail(err, "rank 0 has said nothing for %g seconds", PL_ALONE) : 0;
}
