/* lanes.h -- the loops of sweep.h for PL_LANES lanes, stamped out by sweep.c.
 *
 * Lanes are treated in groups: as many numbers as the machine adds and multiplies
 * at once, where the compiler offers that, or else single ones.  Either way each
 * lane sees the same operations in the same order. */
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
#define NAMED(name) PL_JOIN(name, PL_LANES)
#if PL_LANES == 1
typedef double NAMED(group);
#define POSITIVE(x) ((x) > 0 ? (x) : 0)
#define WHERE_POSITIVE(x, yes, no) ((x) > 0 ? (yes) : (no))
#else
typedef pack NAMED(group);
#define POSITIVE(x) pack_positive(x)
#define WHERE_POSITIVE(x, yes, no) pack_where_positive(x, yes, no)
#endif
#define GROUP NAMED(group)
#define GROUPS (int)(PL_LANES * sizeof(double) / sizeof(GROUP))
#define WIDE (int)(sizeof(GROUP) / sizeof(double))
#define EACH_GROUP for (int g = 0; g < GROUPS; g++)

static inline GROUP NAMED(get)(const double *from, int g)
{
    GROUP x;
    memcpy(&x, from + g * WIDE, sizeof x);
    return x;
}

static inline void NAMED(put)(double *to, int g, GROUP x)
{
    memcpy(to + g * WIDE, &x, sizeof x);
}

/* What the ends of row r are worth by what the others do. */
static inline void NAMED(ends_of)(const pl_seat *s, int32_t r, GROUP *out)
{
    const pl_side *side = s->side;
    EACH_GROUP out[g] = (GROUP){0};
    for (int32_t e = side->entry[r]; e < side->entry[r + 1]; e++) {
#if PL_LANES == 1
        out[0] += s->other[side->column[e]] * side->pay[e];
#else
        const double *pay = side->pay + (size_t)side->matrix[e] * PL_LANES * PL_LANES;
        const double *other = s->other + (size_t)side->column[e] * PL_LANES;
        for (int j = 0; j < side->facing; j++, pay += PL_LANES)
            EACH_GROUP out[g] += other[j] * NAMED(get)(pay, g);
#endif
    }
}

/* And of the blocks that come after it. */
static inline void NAMED(add_blocks)(const pl_side *side, int32_t r, const double *value,
                                     GROUP *out)
{
    for (int32_t c = side->child[r]; c < side->child[r + 1]; c++)
        EACH_GROUP out[g] += NAMED(get)(value + (size_t)c * PL_LANES, g);
}

static inline GROUP NAMED(copies_of)(const pl_side *side, int32_t r, GROUP x)
{
    (void)side, (void)r;
#if PL_LANES == 1
    x *= side->copies[r];
#endif
    return x;
}

/* A block passes its value on, as often as there are sets like it. */
static inline void NAMED(pass_on)(const pl_side *side, double *to, int32_t b, const GROUP *x)
{
    size_t at = (size_t)b * PL_LANES;
    EACH_GROUP NAMED(put)(to + at, g, side->many ? x[g] * NAMED(get)(side->many + at, g) : x[g]);
}

/* Regrets of row r, whose set is worth value; sum is what its moves come to. */
static inline void NAMED(regret)(const pl_seat *s, const pl_update *u, int32_t r,
                                 const GROUP *value, GROUP *sum)
{
    size_t at = (size_t)r * PL_LANES;
    EACH_GROUP
    {
        GROUP gain = NAMED(get)(s->worth + at, g) - value[g];
        GROUP old = NAMED(get)(s->regret + at, g), over = POSITIVE(old);
        GROUP new = over * u->up + (old - over) * u->down + gain * u->add;
        if (u->plus) new = POSITIVE(new);
        GROUP next = new * u->ahead_keep + gain * u->ahead_add;
        next = POSITIVE(next);
        NAMED(put)(s->regret + at, g, new);
        NAMED(put)(s->policy + at, g, next);
        NAMED(put)
        (s->total + at, g, NAMED(get)(s->total + at, g) * u->fade + NAMED(get)(s->reach + at, g));
        sum[g] += NAMED(copies_of)(s->side, r, next);
    }
}

/* From what the moves come to, to how likely they are. */
static inline void NAMED(match)(const pl_seat *s, int32_t b, const GROUP *sum)
{
    const pl_side *side = s->side;
    GROUP scale[GROUPS], even[GROUPS], none = {0};
    EACH_GROUP
    {
        scale[g] = WHERE_POSITIVE(sum[g], 1 / sum[g], none);
        even[g] = WHERE_POSITIVE(sum[g], none, none + 1 / side->choices[b]);
    }
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
        double *policy = s->policy + (size_t)r * PL_LANES;
        EACH_GROUP NAMED(put)(policy, g, NAMED(get)(policy, g) * scale[g] + even[g]);
    }
}

/* What is read again and again is copied first: of a copy that nobody else knows, the
 * compiler can tell that no number written below changes it. */
static void NAMED(improve)(const pl_seat *given, const pl_update *update, int32_t from, int32_t to)
{
    const pl_side own = *given->side, *side = &own;
    const pl_update rule = *update, *u = &rule;
    pl_seat seat = *given, *s = &seat;
    s->side = side;
    for (int32_t b = to - 1; b >= from; b--) {
        GROUP value[GROUPS], sum[GROUPS], worth[GROUPS];
        EACH_GROUP value[g] = sum[g] = (GROUP){0};
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES;
            NAMED(ends_of)(s, r, worth);
            NAMED(add_blocks)(side, r, s->value, worth);
            EACH_GROUP NAMED(put)(s->worth + at, g, worth[g]);
            EACH_GROUP value[g] +=
                NAMED(copies_of)(side, r, worth[g] * NAMED(get)(s->policy + at, g));
        }
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++)
            NAMED(regret)(s, u, r, value, sum);
        NAMED(match)(s, b, sum);
        NAMED(pass_on)(side, s->value, b, value);
    }
}

/* The policy of block b becomes to play the first of its best moves. */
static void NAMED(purify)(const pl_seat *s, int32_t b, const double *best)
{
    const pl_side *side = s->side;
    for (size_t l = 0; l < PL_LANES; l++) {
        double left = 1;
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES + l;
            int chosen = s->worth[at] >= best[l];
            s->policy[at] = chosen ? left / (PL_LANES == 1 ? side->copies[r] : 1) : 0;
            left = chosen ? 0 : left;
        }
    }
}

static void NAMED(respond)(const pl_seat *s, int pure, int32_t from, int32_t to)
{
    const pl_side *side = s->side;
    for (int32_t b = to - 1; b >= from; b--) {
        GROUP best[GROUPS], mean[GROUPS], worth[GROUPS], usual[GROUPS];
        EACH_GROUP best[g] = (GROUP){0} - INFINITY, mean[g] = (GROUP){0};
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES;
            NAMED(ends_of)(s, r, worth);
            EACH_GROUP usual[g] = worth[g];
            NAMED(add_blocks)(side, r, s->mean, usual);
            NAMED(add_blocks)(side, r, s->value, worth);
            EACH_GROUP
            {
                NAMED(put)(s->worth + at, g, worth[g]);
                best[g] = WHERE_POSITIVE(worth[g] - best[g], worth[g], best[g]);
                mean[g] += NAMED(copies_of)(side, r, usual[g] * NAMED(get)(s->policy + at, g));
            }
        }
        if (pure) NAMED(purify)(s, b, (const double *)best);
        NAMED(pass_on)(side, s->value, b, best);
        NAMED(pass_on)(side, s->mean, b, mean);
    }
}

static void NAMED(tally)(const pl_seat *s, int32_t from, int32_t to)
{
    const pl_side *side = s->side;
    for (int32_t r = side->first[from]; r < side->first[to]; r++) {
        GROUP worth[GROUPS];
        NAMED(ends_of)(s, r, worth);
        EACH_GROUP NAMED(put)(s->worth + (size_t)r * PL_LANES, g, worth[g]);
    }
}

static void NAMED(spread)(const pl_seat *s, int32_t from, int32_t to)
{
    const pl_side *side = s->side;
    for (int32_t b = from; b < to; b++) {
        GROUP here[GROUPS];
        EACH_GROUP here[g] = NAMED(get)(s->reach + (size_t)side->before[b] * PL_LANES, g);
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES;
            EACH_GROUP NAMED(put)(s->reach + at, g, here[g] * NAMED(get)(s->policy + at, g));
        }
    }
}

#undef PL_JOIN
#undef PL_JOIN_
#undef NAMED
#undef POSITIVE
#undef WHERE_POSITIVE
#undef GROUP
#undef GROUPS
#undef WIDE
#undef EACH_GROUP
#undef PL_LANES
