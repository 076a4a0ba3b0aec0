/* proof.c -- what tuning has gained, from games that it has not seen.
 *
 * Values that won are those that were lucky, too: what they won while they were chosen proves
 * nothing.  So the tuned agent meets the original in games of other seeds, and where an opponent is
 * given both meet it, too, in games of their own.
 */
#include <math.h>
#include <string.h>

#include "arena/tune/tune.h"

static const double confidence = 0.95;

int64_t pl_tune_proof_games(const pl_tune *t)
{
    int64_t groups = (t->plan.last_games + t->group - 1) / t->group;
    return groups * t->group * (t->plan.against ? 3 : 1);
}

/* The difference of two that are independent. */
static pl_interval apart(pl_interval a, pl_interval b)
{
    double by = a.value - b.value;
    double width = hypot((a.high - a.low) / 2, (b.high - b.low) / 2);
    return (pl_interval){by, by - width, by + width};
}

static void compare(const pl_tune_gain *tuned, const pl_tune_gain *original, pl_tune_gain *out)
{
    double z = pl_normal_quantile(0.5 + confidence / 2);
    *out = (pl_tune_gain){.games = tuned->games + original->games,
                          .tuned = tuned->tuned,
                          .original = original->tuned,
                          .gain = apart(tuned->tuned, original->tuned),
                          .elo = apart(tuned->elo, original->elo)};
    double error = (out->gain.high - out->gain.low) / 2 / z;
    out->superiority = error > 0 ? pl_normal_cdf(out->gain.value / error) : NAN;
}

/* 0: the two; 1 and 2: each against the opponent. */
static int play(pl_tune *t, int number, pl_error *err)
{
    pl_tune_gain *const out[] = {&t->meeting, &t->by[0], &t->by[1]};
    pl_meeting m = {.first = number == 2 ? t->original : t->tuned,
                    .rest = number == 0 ? t->original : t->against,
                    .games = t->plan.last_games,
                    .seed = pl_tune_seed(t, PL_TUNE_PROOF, number),
                    .count = &t->course.last};
    return pl_tune_meet(t, &m, out[number], err);
}

/* Equal agents need no match. */
int pl_tune_prove(pl_tune *t, pl_error *err)
{
    int all = !t->plan.last_games || !strcmp(t->tuned, t->original) ? 0 : t->plan.against ? 3 : 1;
    for (int done; t->proofs < all; t->proofs++)
        if ((done = play(t, t->proofs, err)) != 1) return done;
    if (t->proofs == 3) compare(&t->by[0], &t->by[1], &t->versus);
    return 1;
}

void pl_tune_proof(const pl_tune *t, pl_tune_gain *meeting, pl_tune_gain *against)
{
    *meeting = t->meeting;
    *against = t->versus;
}
