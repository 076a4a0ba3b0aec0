/* faulty_rules.c -- faults in facts, moves, scores, chance, text, tensors and
 * loops, each caught by its law. */
#include <math.h>

#include "tests/laws/faulty.h"

static void init_counts(const pl_game *g, void *p)
{
    good->init(g, p);
    bytes_of(p)[9] = (unsigned char)calls++;
}

static int turn_beyond(const void *p)
{
    int turn = good->turn(p);
    return turn == 1 ? 2 : turn;
}

static int moves_twice(const void *p, pl_move *out)
{
    int n = good->moves(p, out);
    out[n - 1] = out[0];
    return n;
}

static int moves_backward(const void *p, pl_move *out)
{
    int n = good->moves(p, out);
    pl_move last = out[n - 1];
    out[n - 1] = out[0];
    out[0] = last;
    return n;
}

static int moves_too_many(const void *p, pl_move *out)
{
    int n = good->moves(p, out);
    for (int i = 0; i < 20; i++) out[n + i] = n + i;
    return n;
}

static int moves_none(const void *p, pl_move *out)
{
    return good->turn(p) == 1 ? 0 : good->moves(p, out);
}

static int moves_beyond(const void *p, pl_move *out)
{
    int n = good->moves(p, out);
    if (good->turn(p) >= 0) out[n - 1] = 7;
    return n;
}

static int moves_count(const void *p, pl_move *out)
{
    int n = good->moves(p, out);
    return n - (n > 1 && calls++ % 2);
}

static int moves_write(const void *p, pl_move *out)
{
    ((unsigned char *)(uintptr_t)p)[9] ^= 1;
    return good->moves(p, out);
}

static uint64_t legal_more(const void *p)
{
    return good->legal(p) | 4;
}

/* The middle of a large board, which is empty at first, is left out. */
static void wide_less(const void *p, uint64_t *out)
{
    good->wide(p, out);
    out[0] &= ~((uint64_t)1 << 40);
}

static void wide_more(const void *p, uint64_t *out)
{
    good->wide(p, out);
    out[2] = 0;
}

/* The byte past the state decides; 0x3c is one that the checker puts there. */
static uint64_t legal_peeks(const void *p)
{
    return good->legal(p) ^ (((const unsigned char *)p)[good->state_size] == 0x3c);
}

static void apply_past(void *p, pl_move m)
{
    good->apply(p, m);
    bytes_of(p)[good->state_size] = 1;
}

static void apply_before(void *p, pl_move m)
{
    good->apply(p, m);
    bytes_of(p)[-1] = 1;
}

static void apply_counts(void *p, pl_move m)
{
    good->apply(p, m);
    bytes_of(p)[9] = (unsigned char)calls++;
}

static void apply_peeks(void *p, pl_move m)
{
    good->apply(p, m);
    bytes_of(p)[9] = bytes_of(p)[good->state_size + 3];
}

/* The last move played anywhere goes into the state. */
static void apply_recalls(void *p, pl_move m)
{
    static pl_move last;
    good->apply(p, m);
    if (m != last) bytes_of(p)[9] = (unsigned char)last;
    last = m;
}

static void apply_not(void *p, pl_move m)
{
    if (good->turn(p) == PL_CHANCE) good->apply(p, m);
}

static void score_more(const void *p, double *out)
{
    good->score(p, out);
    out[0] *= 10;
    out[1] *= 10;
}

static void score_none(const void *p, double *out)
{
    good->score(p, out);
    out[1] = NAN;
}

static void score_turned(const void *p, double *out)
{
    good->score(p, out);
    out[0] = -out[0];
    out[1] = -out[1];
}

static double odds_half(const void *p, pl_move m)
{
    return pl_odds(good, p, m) / 2;
}

static double odds_none(const void *p, pl_move m)
{
    pl_move list[PL_MOVES_MAX];
    int n = good->moves(p, list);
    return m == list[0] ? 0 : 1.0 / (n - 1);
}

/* The first outcome comes twice as often. */
static pl_move roll_loaded(const void *p, pl_rng *r)
{
    pl_move list[PL_MOVES_MAX];
    int n = good->moves(p, list), k = pl_below(r, n + 1);
    return list[k == n ? 0 : k];
}

static pl_move roll_beyond(const void *p, pl_rng *r)
{
    (void)p;
    return good->chances + pl_below(r, 2);
}

static int say_same(const void *p, pl_move m, char *buf, size_t n)
{
    (void)m;
    return good->say(p, 0, buf, n);
}

static int say_blank(const void *p, pl_move m, char *buf, size_t n)
{
    return good->turn(p) >= 0 ? snprintf(buf, n, "i %s", m ? "bet" : "pass")
                              : good->say(p, m, buf, n);
}

static int say_crossed(const void *p, pl_move m, char *buf, size_t n)
{
    return good->turn(p) >= 0 ? snprintf(buf, n, "#%d", 1 - m) : good->say(p, m, buf, n);
}

static int show_short(const void *p, char *buf, size_t n)
{
    int k = good->show(p, buf, n);
    return n && k >= (int)n ? (int)n - 1 : k;
}

static int show_past(const void *p, char *buf, size_t n)
{
    if (n) buf[n] = 0;
    return good->show(p, buf, n);
}

static int show_much(const void *p, char *buf, size_t n)
{
    return good->turn(p) == 1 ? snprintf(buf, n, "%*s", PL_SHOW_MAX, "") : good->show(p, buf, n);
}

static int json_open(const void *p, char *buf, size_t n)
{
    return good->turn(p) == 1 ? snprintf(buf, n, "{\"cards\":") : good->json(p, buf, n);
}

static uint64_t key_counts(const void *p)
{
    (void)p;
    return (uint64_t)calls++;
}

static double value_much(const void *p, int seat)
{
    return good->turn(p) == seat ? 100 : 0;
}

static double value_none(const void *p, int seat)
{
    (void)p;
    (void)seat;
    return 0;
}

/* Both seats are ahead until it is over. */
static double value_flatters(const void *p, int seat)
{
    double score[2] = {1, 1};
    if (good->turn(p) == PL_OVER) good->score(p, score);
    return score[seat];
}

static void tensor_gap(const void *view, int seat, uint8_t *out)
{
    uint8_t was = out[1];
    good->tensor(view, seat, out);
    out[1] = was;
}

static void tensor_past(const void *view, int seat, uint8_t *out)
{
    good->tensor(view, seat, out);
    out[pl_tensor_size(good)] = 0;
}

static void tensor_same(const void *view, int seat, uint8_t *out)
{
    (void)view;
    (void)seat;
    memset(out, 0, (size_t)pl_tensor_size(good));
}

/* The other player's card, from what hide() was given last. */
static void tensor_leaks(const void *view, int seat, uint8_t *out)
{
    good->tensor(view, seat, out);
    out[0] = remembered.bytes[1 - seat];
}

static uint64_t perft_more(const pl_game *g, const void *p, int depth)
{
    return good->perft(g, p, depth) + (depth == 3);
}

static double look_short(const pl_game *g, const void *p, pl_look *look)
{
    if (look->depth > 2) look->depth = 2;
    return good->look(g, p, look);
}

static void step_forgives(pl_batch *b)
{
    good->step(b);
    for (int64_t i = 0; i < b->n; i++)
        if (b->done[i] == PL_REFUSED) b->done[i] = PL_WENT_ON;
}

static const fault faults[] = {
    {"one player", "facts", KUHN, 0, 0, {.players = 1}},
    {"wrong bound", "plies-bounded", KUHN, 3, 0, {.max_plies = 3}},
    {"start varies", "start-deterministic", KUHN, 0, 0, {.init = init_counts}},
    {"third seat of two", "turn-in-range", KUHN, 3, 0, {.turn = turn_beyond}},
    {"duplicate moves", "moves-unique", KUHN, 0, 0, {.moves = moves_twice}},
    {"unsorted moves", "moves-ascending", KUHN, 0, 0, {.moves = moves_backward}},
    {"too many moves", "moves-bounded", KUHN, 0, 0, {.moves = moves_too_many}},
    {"no moves", "moves-bounded", KUHN, 3, 0, {.moves = moves_none}},
    {"move out of range", "moves-in-range", KUHN, 2, 0, {.moves = moves_beyond}},
    {"moves vary", "moves-deterministic", KUHN, 0, 0, {.moves = moves_count}},
    {"moves changes the state", "reading-changes-nothing", KUHN, 0, 0, {.moves = moves_write}},
    {"mask differs from moves", "legal-is-moves", KUHN, 1, 0, {.legal = legal_more}},
    {"wide mask lacks a move", "legal-is-moves", "mnk(m=9,n=9,k=5)", 0, 0, {.wide = wide_less}},
    {"wide mask is too wide", "legal-is-moves", "mnk(m=9,n=9,k=5)", 0, 0, {.wide = wide_more}},
    {"mask reads outside", "masks-are-moves", KUHN, 2, 0, {.legal = legal_peeks}},
    {"writes past the state", "stays-inside", KUHN, 1, 0, {.apply = apply_past}},
    {"writes before the state", "stays-inside", KUHN, 1, 0, {.apply = apply_before}},
    {"apply varies", "apply-deterministic", KUHN, 1, 0, {.apply = apply_counts}},
    {"apply reads outside", "apply-deterministic", KUHN, 1, 0, {.apply = apply_peeks}},
    {"apply remembers", "apply-deterministic", KUHN, 1, 0, {.apply = apply_recalls}},
    {"never ends", "plies-bounded", KUHN, 5, 0, {.apply = apply_not}},
    {"score not zero-sum", "zero-sum", KUHN, 4, 0, {.score = score_half}},
    {"score out of range", "scores-in-range", KUHN, 4, 0, {.score = score_more}},
    {"score not a number", "scores-in-range", KUHN, 4, 0, {.score = score_none}},
    {"odds of a half", "odds-sum-to-one", "leduc", 0, 0, {.odds = odds_half}},
    {"odds of nothing", "odds-sum-to-one", KUHN, 0, 0, {.odds = odds_none}},
    {"loaded die", "roll-follows-odds", KUHN, ANY, 0, {.roll = roll_loaded}},
    {"die of more sides", "roll-follows-odds", KUHN, ANY, 0, {.roll = roll_beyond}},
    {"one name for all moves", "names-unique", KUHN, 0, 0, {.say = say_same}},
    {"name with a blank", "names-are-words", KUHN, 2, 0, {.say = say_blank}},
    {"names that cross", "names-parse-back", KUHN, 2, 0, {.say = say_crossed}},
    {"show counts short", "prints-like-snprintf", KUHN, ANY, 0, {.show = show_short}},
    {"show writes past", "prints-like-snprintf", KUHN, 0, 0, {.show = show_past}},
    {"picture too large", "show-bounded", KUHN, 3, 0, {.show = show_much}},
    {"broken JSON", "json-well-formed", KUHN, 3, 0, {.json = json_open}},
    {"key varies", "keys-equal", KUHN, 0, 0, {.key = key_counts}},
    {"value out of range", "values-in-range", KUHN, 2, 0, {.value = value_much}},
    {"value is not the score", "values-end-as-scores", KUHN, 4, 0, {.value = value_none}},
    {"values of both are good", "values-zero-sum", KUHN, 0, 0, {.value = value_flatters}},
    {"tensor not written", "tensor-written", KUHN, 0, 0, {.tensor = tensor_gap}},
    {"tensor too long", "tensor-written", KUHN, 0, 0, {.tensor = tensor_past}},
    {"axis without a name", "tensor-shape", KUHN, 0, 0, {.parts = {{"all", "act", {1, 11}, 1}}}},
    {"name without an axis", "tensor-shape", KUHN, 0, 0, {.parts = {{"all", "act,bet", {11}, 1}}}},
    {"lossy tensor", "tensor-lossless", KUHN, 2, 0, {.tensor = tensor_same}},
    {"lossy tensor", "tensor-lossless", KUHN, ANY, 3, {.tensor = tensor_same}},
    {"leaking tensor",
     "tensor-of-view",
     KUHN,
     ANY,
     0,
     {.hide = hide_remembers, .tensor = tensor_leaks}},
    {"loops of other rules", "rollouts-agree", KUHN, ANY, 0, {.score = score_turned}},
    {"perft counts wrongly", "perfts-agree", KUHN, ANY, 0, {.perft = perft_more}},
    {"look is short-sighted", "looks-agree", "tictactoe", ANY, 0, {.look = look_short}},
    {"step hides refusals", "steps-agree", KUHN, ANY, 0, {.step = step_forgives}},
};

int test_faulty_rules(void)
{
    return try_faults(faults, sizeof faults / sizeof *faults, NULL, 0);
}
