/* lanes.h -- the loops of sweep.h for PL_LANES lanes, stamped out by sweep.c.  The
 * number is known when this is compiled, so the loops over lanes become a few
 * instructions that treat several lanes at once. */
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
#define NAMED(name) PL_JOIN(name, PL_LANES)
#define EACH_LANE for (int l = 0; l < PL_LANES; l++)

/* What the ends of row r are worth by what the others do. */
static inline void NAMED(ends_of)(const pl_seat *s, int32_t r, double *restrict out)
{
    const pl_side *side = s->side;
    EACH_LANE out[l] = 0;
    for (int32_t e = side->entry[r]; e < side->entry[r + 1]; e++) {
#if PL_LANES == 1
        out[0] += s->other[side->column[e]] * side->pay[e];
#else
        const double *pay = side->pay + (size_t)side->matrix[e] * PL_LANES * PL_LANES;
        const double *other = s->other + (size_t)side->column[e] * PL_LANES;
        for (int j = 0; j < PL_LANES; j++) EACH_LANE out[l] += other[j] * pay[j * PL_LANES + l];
#endif
    }
}

/* And of the blocks that come after it. */
static inline void NAMED(add_blocks)(const pl_side *side, int32_t r, const double *value,
                                     double *restrict out)
{
    for (int32_t c = side->child[r]; c < side->child[r + 1]; c++)
        EACH_LANE out[l] += value[(size_t)c * PL_LANES + (size_t)l];
}

/* Regrets of a block whose moves' worth is known; sum is what the moves come to. */
static inline void NAMED(regret)(const pl_seat *s, const pl_update *u, int32_t b,
                                 const double *restrict value, double *restrict sum)
{
    const pl_side *side = s->side;
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
        size_t at = (size_t)r * PL_LANES;
        double *restrict policy = s->policy + at, *restrict regret = s->regret + at;
        double *restrict total = s->total + at;
        const double *worth = s->worth + at, *reach = s->reach + at;
        EACH_LANE
        {
            double gain = worth[l] - value[l], old = regret[l];
            double new =
                (old > 0 ? old : 0) * u->up + (old < 0 ? old : 0) * u->down + gain * u->add;
            new = new > u->floor ? new : u->floor;
            double next = new * u->ahead_keep + gain * u->ahead_add;
            next = next > 0 ? next : 0;
            regret[l] = new;
            policy[l] = next;
            total[l] = total[l] * u->fade + reach[l];
#if PL_LANES == 1
            sum[l] += next * side->copies[at];
#else
            sum[l] += next;
#endif
        }
    }
}

/* From what the moves come to, to how likely they are. */
static inline void NAMED(match)(const pl_seat *s, int32_t b, const double *restrict sum)
{
    const pl_side *side = s->side;
    double scale[PL_LANES], even[PL_LANES];
    EACH_LANE
    {
        double n = side->choices[(size_t)b * PL_LANES + (size_t)l];
        scale[l] = sum[l] > 0 ? 1 / sum[l] : 0;
        even[l] = sum[l] > 0 ? 0 : 1 / n;
    }
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
        double *restrict policy = s->policy + (size_t)r * PL_LANES;
        EACH_LANE policy[l] = policy[l] * scale[l] + even[l];
    }
}

static void NAMED(improve)(const pl_seat *s, const pl_update *u, int32_t from, int32_t to)
{
    const pl_side *side = s->side;
    for (int32_t b = to - 1; b >= from; b--) {
        double value[PL_LANES], sum[PL_LANES], worth[PL_LANES];
        EACH_LANE value[l] = sum[l] = 0;
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES;
            NAMED(ends_of)(s, r, worth);
            if (s->seen)
                EACH_LANE s->seen[at + (size_t)l] = s->seen[at + (size_t)l] * u->fade + worth[l];
            NAMED(add_blocks)(side, r, s->value, worth);
            EACH_LANE
            {
                s->worth[at + (size_t)l] = worth[l];
#if PL_LANES == 1
                value[l] += worth[l] * s->policy[at] * side->copies[at];
#else
                value[l] += worth[l] * s->policy[at + (size_t)l];
#endif
            }
        }
        NAMED(regret)(s, u, b, value, sum);
        NAMED(match)(s, b, sum);
        EACH_LANE
        {
            size_t at = (size_t)b * PL_LANES + (size_t)l;
            s->value[at] = value[l] * side->many[at];
        }
    }
}

/* The policy of block b becomes to play one of its best moves, the first. */
static void NAMED(purify)(const pl_seat *s, int32_t b, const double *best)
{
    const pl_side *side = s->side;
    EACH_LANE
    {
        double left = 1;
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES + (size_t)l;
            double copies = PL_LANES == 1 ? side->copies[at] : 1;
            int chosen = s->worth[at] >= best[l];
            s->policy[at] = chosen ? left / copies : 0;
            left = chosen ? 0 : left;
        }
    }
}

static void NAMED(respond)(const pl_seat *s, int pure, int32_t from, int32_t to)
{
    const pl_side *side = s->side;
    for (int32_t b = to - 1; b >= from; b--) {
        double best[PL_LANES], mean[PL_LANES], worth[PL_LANES], usual[PL_LANES];
        EACH_LANE best[l] = -INFINITY, mean[l] = 0;
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES;
            NAMED(ends_of)(s, r, worth);
            EACH_LANE usual[l] = worth[l];
            NAMED(add_blocks)(side, r, s->mean, usual);
            NAMED(add_blocks)(side, r, s->value, worth);
            EACH_LANE
            {
                double copies = PL_LANES == 1 ? side->copies[at] : 1;
                s->worth[at + (size_t)l] = worth[l];
                best[l] = worth[l] > best[l] ? worth[l] : best[l];
                mean[l] += usual[l] * s->policy[at + (size_t)l] * copies;
            }
        }
        if (pure) NAMED(purify)(s, b, best);
        EACH_LANE
        {
            size_t at = (size_t)b * PL_LANES + (size_t)l;
            s->value[at] = best[l] * side->many[at];
            s->mean[at] = mean[l] * side->many[at];
        }
    }
}

static void NAMED(spread)(const pl_seat *s, int32_t from, int32_t to)
{
    const pl_side *side = s->side;
    for (int32_t b = from; b < to; b++) {
        const double *before = s->reach + (size_t)side->before[b] * PL_LANES;
        double here[PL_LANES];
        EACH_LANE here[l] = before[l];
        for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
            size_t at = (size_t)r * PL_LANES;
            EACH_LANE s->reach[at + (size_t)l] = here[l] * s->policy[at + (size_t)l];
        }
    }
}

#undef PL_JOIN
#undef PL_JOIN_
#undef NAMED
#undef EACH_LANE
#undef PL_LANES
