/* known.c -- the match in its file: found or begun, and the games that it has already. */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

struct pl_known_game {
    int64_t number, plies;
    int32_t how, fault, seat, unused;
};

/* Games while they are read. */
typedef struct {
    pl_match *match;
    pl_luck_teller *teller; /* or NULL: luck is not counted */
    pl_error err;
} reading;

static int grow(pl_known *k)
{
    if (k->n < k->room) return 0;
    int64_t room = k->room ? 2 * k->room : 1024;
    struct pl_known_game *game = realloc(k->game, (size_t)room * sizeof *game);
    if (game) k->game = game;
    double *score = realloc(k->score, (size_t)(room * k->players) * sizeof *score);
    if (score) k->score = score;
    size_t lucks = (size_t)(k->lucky ? room * k->players * PL_LUCKS : 1);
    double *luck = realloc(k->luck, lucks * sizeof *luck);
    if (luck) k->luck = luck;
    if (!game || !score || !luck) return -1;
    k->room = room;
    return 0;
}

static int entrant_of(const pl_match *m, const char *name)
{
    for (int i = 0; i < m->plan.entrants; i++)
        if (!strcmp(m->player[i].name, name)) return i;
    return -1;
}

/* How many plies of a game were its opening. */
static int opened_of(const pl_match *m, int64_t number)
{
    const pl_move *move;
    int n;
    int64_t group = number / m->grouping.size % m->schedule.groups;
    pl_openings_at(m->plan.openings, group, &move, &n);
    return n;
}

/* Times count by whose moves they were, wherever the game belongs. */
static void add_times(pl_match *m, int64_t number, const pl_record *rec)
{
    int who[PL_SEATS_MAX], opened = opened_of(m, number);
    for (int s = 0; s < rec->players; s++) who[s] = entrant_of(m, rec->player[s].name);
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        if (e->kind != PL_PLY || e->ply < opened) continue;
        if (e->seat >= 0 && e->seat < rec->players && who[e->seat] >= 0)
            pl_times_add(&m->times[who[e->seat]], e->used);
    }
}

/* Luck is worked out once more, from the line of play. */
static int add_luck(reading *r, int64_t number, const pl_record *rec)
{
    pl_match *m = r->match;
    pl_known *k = &m->known;
    pl_outcome o;
    int32_t at[PL_SEATS_MAX];
    for (int s = 0; s < rec->players; s++) {
        at[s] = entrant_of(m, rec->player[s].name);
        if (at[s] < 0)
            return pl_fail(&r->err, "%s is in no seat of this match", rec->player[s].name);
    }
    pl_line *l = pl_record_line(rec, m->plan.game, &r->err);
    if (!l) return -1;
    memcpy(o.score, rec->result.score, sizeof o.score);
    int bad = pl_luck_tell(r->teller, l, at, opened_of(m, number), &o, &r->err);
    for (int i = 0; i < PL_LUCKS; i++)
        memcpy(k->luck + (k->n * PL_LUCKS + i) * k->players, o.luck[i],
               (size_t)k->players * sizeof *k->luck);
    pl_line_free(l);
    return bad;
}

static int add_game(void *with, int64_t number, const pl_record *rec)
{
    reading *r = with;
    pl_match *m = r->match;
    pl_known *k = &m->known;
    if (rec->players != k->players || rec->result.how == PL_UNDER_WAY) return 0;
    if (grow(k)) return pl_fail(&r->err, "out of memory"), 1;
    if (r->teller && add_luck(r, number, rec)) return 1;
    k->game[k->n] = (struct pl_known_game){.number = number,
                                           .plies = pl_record_plies(rec),
                                           .how = (int32_t)rec->result.how,
                                           .fault = (int32_t)rec->result.fault,
                                           .seat = rec->result.seat};
    memcpy(k->score + k->n * k->players, rec->result.score, (size_t)k->players * sizeof *k->score);
    k->n++;
    add_times(m, number, rec);
    return 0;
}

static int find_match(pl_match *m, const char *words, pl_error *err)
{
    size_t n = strlen(words) + 65536;
    char *other = m->plan.resume ? malloc(n) : NULL;
    if (!m->plan.resume) m->id = pl_records_match_begin(m->plan.file, words, err);
    else if (!other) m->id = pl_fail(err, "out of memory");
    else m->id = pl_records_match_find(m->plan.file, words, other, n, err);
    if (m->id == 0 && m->plan.resume == PL_BEGIN_OR_RESUME)
        m->id = pl_records_match_begin(m->plan.file, words, err);
    if (m->id == 0)
        m->id = pl_words_differ(pl_records_file(m->plan.file), "match", words, other, err);
    free(other);
    return m->id > 0 ? 0 : -1;
}

int pl_known_load(pl_match *m, pl_error *err)
{
    char *words = pl_match_words(m);
    m->known.players = m->plan.game->players;
    int bad = words ? find_match(m, words, err) : pl_fail(err, "out of memory");
    free(words);
    for (int i = 0; !bad && i < m->plan.entrants; i++) {
        m->player_id[i] = pl_records_player(m->plan.file, &m->player[i], err);
        bad = m->player_id[i] < 0;
    }
    if (bad || !m->plan.resume) return bad ? -1 : 0;
    return pl_known_read(m, err);
}

/* All games that were added up are in the file, so times are all there, too. */
int pl_known_read(pl_match *m, pl_error *err)
{
    reading r = {.match = m};
    m->known.n = 0;
    m->known.lucky = m->luck != NULL;
    memset(m->times, 0, (size_t)m->plan.entrants * sizeof *m->times);
    if (m->luck && !(r.teller = pl_luck_teller_open(m, err))) return -1;
    int got = pl_records_parts(m->plan.file, m->id, add_game, &r, err);
    pl_luck_teller_close(r.teller);
    return got > 0 ? pl_fail(err, "%s", r.err.text) : got;
}

int pl_known_find(const pl_known *k, int64_t number, pl_outcome *out)
{
    int64_t from = 0, to = k->n;
    while (from < to) {
        int64_t at = from + (to - from) / 2;
        if (k->game[at].number < number) from = at + 1;
        else to = at;
    }
    if (from == k->n || k->game[from].number != number) return 0;
    const struct pl_known_game *g = &k->game[from];
    memcpy(out->score, k->score + from * k->players, (size_t)k->players * sizeof *out->score);
    out->plies = g->plies;
    out->how = g->how;
    out->fault = g->fault;
    out->seat = g->seat;
    for (int i = 0; k->lucky && i < PL_LUCKS; i++)
        memcpy(out->luck[i], k->luck + (from * PL_LUCKS + i) * k->players,
               (size_t)k->players * sizeof *k->luck);
    return 1;
}

void pl_known_close(pl_match *m)
{
    if (m->id > 0 && !m->away) pl_records_match_leave(m->plan.file, m->id, NULL);
    free(m->known.game);
    free(m->known.score);
    free(m->known.luck);
    m->known = (pl_known){0};
}
