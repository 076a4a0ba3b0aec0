/* policy.c -- the agent that plays by a policy file: at every information set it
 * draws a move as the file says, or as a warmer, colder or purer shape of it would.
 *
 * Of a set that the file lacks it says so, and plays any move, each as likely.
 *
 * Fact to check: an equilibrium of Kuhn poker, in the second seat, wins 1/18 a game
 * from the best of opponents, and more from others.
 */
#include "parlor/policy.h"

#include "agents/opinions.h"
#include "core/text.h"

enum { FILE_NAME, TEMPERATURE, PURIFY };

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_policy *policy;
    uint64_t key;    /* of the set it is in, where that is not a view */
    int64_t missing; /* sets that it met and the file lacks */
    int lost;        /* whether the last one was so */
    double likely[PL_MOVES_MAX];
    char comment[96];
} player;

static int policy_open(pl_agent *base, pl_error *err)
{
    player *a = (player *)base;
    const char *path = pl_agent_text(base, FILE_NAME);
    if (!*path) return pl_fail(err, "policy needs a file, as policy(file=kuhn.policy)");
    if (!(a->policy = pl_policy_open(path, err))) return -1;
    if (pl_policy_fits(a->policy, base->game, err)) return -1;
    return pl_opinions_open(&a->opinions, base->game, err);
}

static void policy_close(pl_agent *base)
{
    player *a = (player *)base;
    pl_policy_free(a->policy);
    pl_opinions_close(&a->opinions);
}

static void policy_begin(pl_agent *a)
{
    ((player *)a)->key = pl_info_key_start((int)a->seat);
}

static void policy_heard(pl_agent *base, int who, pl_move code, const void *view)
{
    player *a = (player *)base;
    (void)view;
    a->key = pl_info_key_heard(a->key, who, code);
}

/* How likely each of n moves is; 0: the file does not say. */
static int look_up(player *a, const void *view, int n)
{
    const pl_game *g = a->base.game;
    uint64_t key = pl_info_by_view(g) ? pl_info_key_view(g, (int)a->base.seat, view) : a->key;
    if (pl_policy_find(a->policy, key, a->likely, PL_MOVES_MAX) != n) return 0;
    pl_policy_temper(a->likely, n, a->base.arg[TEMPERATURE]);
    pl_policy_purify(a->likely, n, a->base.arg[PURIFY]);
    return 1;
}

static pl_move policy_pick(pl_agent *base, const void *view)
{
    player *a = (player *)base;
    pl_opinions_begin(&a->opinions, base->game, view);
    int n = a->opinions.n;
    int known = look_up(a, view, n);
    a->lost = !known && n > 1; /* where there is no choice a file need not say anything */
    a->missing += a->lost;
    for (int i = 0; i < n; i++) a->opinions.of[i].share = known ? a->likely[i] : 1.0 / n;
    return pl_opinions_draw(&a->opinions, &base->rng);
}

static void policy_why(pl_agent *base, pl_reasons *out)
{
    player *a = (player *)base;
    out->of = a->opinions.of;
    out->options = a->opinions.n;
}

static const char *policy_comment(pl_agent *base)
{
    player *a = (player *)base;
    if (!a->lost) return NULL;
    snprintf(a->comment, sizeof a->comment, "the policy has no such set (%lld so far): any move",
             (long long)a->missing);
    return a->comment;
}

static const pl_param params[] = {
    {"file", PL_TEXT, 0, 0, 0, "the policy, a file of the game that is played"},
    {"temperature", PL_REAL, 0.001, 1, 1000, "probabilities become p^(1/t): above 1 is weaker"},
    {"purify", PL_REAL, 0, 0, 1, "moves less likely are never played; 1: only the likeliest is"},
    {0},
};

const pl_agent_type pl_policy_file = {
    .abi = PL_ABI,
    .size = sizeof(player),
    .name = "policy",
    .about = "moves drawn as a policy file says",
    .params = params,
    .open = policy_open,
    .close = policy_close,
    .begin = policy_begin,
    .heard = policy_heard,
    .pick = policy_pick,
    .why = policy_why,
    .plays = "the game of its file",
    .comment = policy_comment,
    .mixes = 1,
};
