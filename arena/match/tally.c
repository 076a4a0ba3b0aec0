/* tally.c -- games and groups counted.
 *
 * A group adds one sample to each mean, the sum over its games: that is a whole number in
 * most games, which is what pl_mean_add() does quickest.  Its games wait until it is complete, so
 * that a group counts in all columns or, where a game of it was aborted, in none.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

int pl_duel_kinds(int games, int pairs)
{
    return games * pairs <= (PL_KINDS_MAX - 1) / 2 ? 2 * games * pairs + 1 : 0;
}

pl_tally *pl_tally_new(int places, int group, int kinds, int batches, double lo, double hi)
{
    pl_tally *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->places = places;
    t->group = group;
    t->kinds = kinds;
    t->batches = batches;
    t->duel = calloc((size_t)(places * places * (3 + kinds)), sizeof *t->duel);
    t->row = batches ? calloc((size_t)(batches * places * places * 3), sizeof *t->row) : NULL;
    t->account = calloc((size_t)places, sizeof *t->account);
    t->times = calloc((size_t)places, sizeof *t->times);
    for (int i = 0; t->account && i < places; i++)
        pl_histogram_start(&t->account[i].scores, lo, hi);
    t->score = calloc((size_t)(group * places), sizeof *t->score);
    t->order = calloc((size_t)group, sizeof *t->order);
    if (t->duel && t->score && t->order && (t->row || !batches) && t->account && t->times) {
        const pl_histogram *h = &t->account->scores;
        t->whole = h->high - h->low == h->bins;
        return t;
    }
    pl_tally_free(t);
    return NULL;
}

void pl_tally_free(pl_tally *t)
{
    if (!t) return;
    free(t->account);
    free(t->times);
    free(t->duel);
    free(t->row);
    free(t->score);
    free(t->order);
    free(t->controls);
    free(t->luck);
    pl_repeats_close(t);
    free(t->score_of);
    free(t);
}

int pl_tally_lucky(pl_tally *t)
{
    size_t places = (size_t)t->places;
    t->controls = calloc(places, sizeof *t->controls);
    t->luck = calloc((size_t)t->group * places * PL_LUCKS, sizeof *t->luck);
    return t->controls && t->luck ? 0 : -1;
}

static void clear_account(pl_account *a)
{
    pl_histogram *h = &a->scores;
    memset(a->at, 0, sizeof a->at);
    memset(a->faults, 0, sizeof a->faults);
    a->lead = a->square = 0;
    a->payoff = (pl_mean){0};
    h->below = h->above = 0;
    memset(h->bin, 0, sizeof h->bin);
}

static void clear_group(pl_tally *t)
{
    if (t->controls) memset(t->fortune, 0, sizeof t->fortune);
    for (int i = 0; i < t->places; i++) {
        t->sum[i] = t->at_seat[i] = 0;
        for (int j = i + 1; j < t->slots; j++) t->half[i][j] = 0;
    }
    t->broken = t->held = 0;
}

/* Which places belong to the same entrant. */
static void find_slots(pl_tally *t, const int32_t *who)
{
    t->slots = 0;
    memset(t->copies, 0, sizeof t->copies);
    for (int i = 0; i < t->places; i++) {
        int same = 0;
        while (same < i && who[same] != who[i]) same++;
        t->slot[i] = same < i ? t->slot[same] : t->slots++;
        t->copies[t->slot[i]]++;
    }
}

void pl_tally_clear(pl_tally *t, const int32_t *who)
{
    if (t->row) memset(t->row, 0, (size_t)(t->used * t->slots * t->slots * 3) * sizeof *t->row);
    t->batch = t->used = 0;
    find_slots(t, who);
    t->games = t->groups = t->aborted = t->played = 0;
    for (int i = 0; i < t->slots; i++) clear_account(&t->account[i]);
    for (int i = 0; i < t->places; i++) t->seat[i] = (pl_mean){0};
    for (int i = 0; t->timed && i < t->slots; i++) t->times[i] = (pl_times){0};
    t->timed = 0;
    t->length = (pl_times){0};
    memset(t->duel, 0, (size_t)(t->slots * t->slots * (3 + t->kinds)) * sizeof *t->duel);
    for (int i = 0; t->controls && i < t->slots; i++) pl_controls_start(&t->controls[i], PL_LUCKS);
    t->unknown = t->kept = 0;
    pl_repeats_drop(t);
    clear_group(t);
}

/* One result of slot i < j: 2, 1 or 0 half points. */
static void add_result(pl_tally *t, int i, int j, int half)
{
    int at = i * t->slots + j;
    t->half[i][j] += half;
    t->duel[at * (3 + t->kinds) + 2 - half] += t->weight;
    if (t->row) t->row[(t->batch * t->slots * t->slots + at) * 3 + 2 - half]++;
}

static void add_duels(pl_tally *t, const double *score, const uint8_t *order)
{
    for (int a = 0; a < t->places; a++)
        for (int b = a + 1; b < t->places; b++) {
            int i = t->slot[order[a]], j = t->slot[order[b]];
            int half = score[a] > score[b] ? 2 : score[a] < score[b] ? 0 : 1;
            if (i == j) continue;
            if (i > j) {
                int keep = i;
                i = j;
                j = keep;
                half = 2 - half;
            }
            add_result(t, i, j, half);
        }
}

/* Where every whole number has its bin, that is as far from the first as it says. */
static void add_score(pl_tally *t, int slot, int seat, int how, double x)
{
    pl_account *a = &t->account[slot];
    double at = x - a->scores.low;
    a->at[seat][how] += t->weight;
    if (t->whole && at >= 0 && at < a->scores.bins) a->scores.bin[(int)at] += t->weight;
    else
        for (int64_t i = 0; i < t->weight; i++) pl_histogram_add(&a->scores, x);
    t->sum[slot] += x;
    t->at_seat[seat] += x;
}

/* All of it for two entrants at two seats, which is most matches; results of quick games are
 * hard to foresee for a processor, so there is nothing to choose. */
static void add_two(pl_tally *t, const double *score, int first)
{
    int how = (score[0] < score[1]) - (score[0] > score[1]) + 1; /* of seat 0 */
    int half = first == 0 ? 2 - how : how;
    add_score(t, first, 0, how, score[0]);
    add_score(t, 1 - first, 1, 2 - how, score[1]);
    add_result(t, 0, 1, half);
}

static void add_scores(pl_tally *t, const double *score, const uint8_t *order)
{
    double best = score[0];
    int shared = 0;
    for (int s = 1; s < t->places; s++) best = score[s] > best ? score[s] : best;
    for (int s = 0; s < t->places; s++) shared += score[s] >= best;
    for (int s = 0; s < t->places; s++) {
        int slot = t->slot[order[s]];
        double x = score[s];
        add_score(t, slot, s, x < best ? PL_LOSS : shared > 1 ? PL_DRAW : PL_WIN, x);
    }
}

static void add_game(pl_tally *t, const double *score, const uint8_t *order)
{
    if (t->places == 2 && t->slots == 2) {
        add_two(t, score, order[0]);
        return;
    }
    add_scores(t, score, order);
    add_duels(t, score, order);
}

void pl_tally_game(pl_tally *t, const pl_outcome *o, const uint8_t *order)
{
    t->games++;
    pl_times_add(&t->length, o->plies);
    if (o->fault) t->account[t->slot[order[o->seat]]].faults[o->fault]++;
    if (isnan(o->score[0])) {
        t->broken = 1;
        t->aborted++;
        return;
    }
    double *score = t->score + t->held * t->places;
    for (int s = 0; s < t->places; s++) score[s] = o->score[s];
    for (int k = 0; t->controls && k < PL_LUCKS; k++)
        memcpy(t->luck + (t->held * PL_LUCKS + k) * t->places, o->luck[k],
               (size_t)t->places * sizeof *t->luck);
    t->order[t->held++] = order;
}

/* Luck of the group: a sample of it for each slot.  Where that of a game is not known, none. */
static void add_luck(pl_tally *t)
{
    int64_t before = t->unknown;
    for (int i = 0; i < t->held; i++) {
        const double *luck = t->luck + i * PL_LUCKS * t->places;
        t->unknown += isnan(*luck);
        for (int k = 0; k < PL_LUCKS; k++)
            for (int s = 0; s < t->places; s++)
                t->fortune[t->slot[t->order[i][s]]][k] += luck[k * t->places + s];
    }
    for (int i = 0; t->unknown == before && i < t->slots; i++)
        pl_controls_add(&t->controls[i], t->number, t->sum[i], t->fortune[i]);
}

/* Where an entrant sits at several places there may be too many kinds to count. */
static void add_kinds(pl_tally *t)
{
    for (int i = 0; i < t->slots; i++)
        for (int j = i + 1; j < t->slots; j++)
            if (2 * t->group * t->copies[i] * t->copies[j] < t->kinds)
                t->duel[(i * t->slots + j) * (3 + t->kinds) + 3 + t->half[i][j]] += t->weight;
}

/* How much oftener each was ahead of others in the group than behind them. */
static void add_leads(pl_tally *t)
{
    int64_t lead[PL_SEATS_MAX] = {0};
    for (int i = 0; i < t->slots; i++)
        for (int j = i + 1; j < t->slots; j++) {
            int more = t->half[i][j] - t->group * t->copies[i] * t->copies[j];
            lead[i] += more;
            lead[j] -= more;
        }
    for (int i = 0; i < t->slots; i++) {
        t->account[i].lead += t->weight * lead[i];
        t->account[i].square += t->weight * lead[i] * lead[i];
    }
}

int pl_tally_room(pl_tally *t, int64_t games)
{
    const int64_t most = PTRDIFF_MAX / (int64_t)sizeof *t->score_of / t->places / 4;
    if (games <= t->room) return 0;
    if (games > most) return -1;
    int64_t room = games + t->room;
    double *more = realloc(t->score_of, (size_t)(room * t->places) * sizeof *more);
    if (!more) return -1;
    t->score_of = more;
    t->room = room;
    return 0;
}

/* All scores of the group, if there is memory: else some are missing, which is seen by their number. */
static void keep_scores(pl_tally *t)
{
    if (pl_tally_room(t, t->kept + t->group)) return;
    double *out = t->score_of + t->kept * t->places;
    for (int i = 0; i < t->group; i++)
        for (int s = 0; s < t->places; s++)
            out[i * t->places + (t->broken ? s : t->order[i][s])] =
                t->broken ? NAN : t->score[i * t->places + s];
    t->kept += t->group;
}

static void next_batch(pl_tally *t)
{
    if (t->batch >= t->used) t->used = t->batch + 1;
    if (++t->batch >= t->batches) t->batch = 0;
}

void pl_tally_add(pl_tally *t, int64_t weight)
{
    t->weight = weight;
    t->groups += weight;
    for (int i = 0; i < t->held; i++) add_game(t, t->score + i * t->places, t->order[i]);
    for (int i = 0; i < t->slots; i++) pl_mean_add_times(&t->account[i].payoff, t->sum[i], weight);
    for (int s = 0; s < t->places; s++) pl_mean_add_times(&t->seat[s], t->at_seat[s], weight);
    add_kinds(t);
    add_leads(t);
    if (t->controls) add_luck(t);
    if (t->keeps) keep_scores(t);
    clear_group(t);
}

void pl_tally_group(pl_tally *t)
{
    if (t->repeats && !t->broken) pl_repeats_put(t);
    else if (!t->broken) pl_tally_add(t, 1);
    else if (t->keeps) keep_scores(t);
    t->number++;
    next_batch(t);
    if (t->broken) clear_group(t);
    t->held = 0;
}
