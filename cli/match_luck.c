/* match_luck.c -- the scores of a match less luck: beside the plain ones, and how much less they
 * vary. */
#include <math.h>

#include "matches.h"

/* Beyond that nothing is left but rounding. */
static const double all_of_it = 1e9;

int match_luck(pl_match *m, int i, lucky *out)
{
    pl_controlled c;
    pl_standing s;
    pl_match_standing(m, i, &s);
    *out = (lucky){.plain = s.payoff};
    if (pl_match_luck(m, i, &c, &out->unknown)) return 0;
    out->reduced = c.mean;
    double wide = s.payoff.high - s.payoff.low;
    out->factor = c.reduction > all_of_it ? INFINITY : c.reduction;
    if (!(wide > 0)) out->factor = wide == 0 ? 1 : NAN; /* nothing varied; nobody knows */
    for (int k = 0; k < PL_LUCKS; k++) out->weight[k] = c.weight[k];
    return 1;
}

void luck_names(pl_match *m, FILE *out, void (*put)(void *with, const char *name), void *with)
{
    int known = 0;
    for (int i = 0; i < pl_match_entrants(m); i++) {
        pl_standing s;
        if (!pl_match_luck_known(m, i)) continue;
        pl_match_standing(m, i, &s);
        fputs(known++ ? ", " : " and of the moves of ", out);
        put(with, s.name);
    }
}

static void put_plain(void *with, const char *name)
{
    fputs(name, with);
}

static int no_luck(int64_t unknown)
{
    printf(
        "\nLuck is not taken off: %lld game%s cut short, and what was luck in %s nobody knows.\n",
        (long long)unknown, unknown == 1 ? " was" : "s were", unknown == 1 ? "it" : "them");
    return DONE;
}

int luck_text(pl_match *m, const int *order)
{
    lucky l;
    if (!pl_match_luck_how(m)) return DONE;
    table *t = table_new("LESS LUCK|MEAN SCORE>|WITHOUT LUCK>|VARIANCE />|WORTH GAMES>");
    for (int i = 0; i < pl_match_entrants(m); i++) {
        pl_standing s;
        char games[16];
        if (!match_luck(m, order[i], &l)) {
            table_free(t);
            return no_luck(l.unknown);
        }
        pl_match_standing(m, order[i], &s);
        table_row(t);
        table_cell(t, "%s", s.name);
        cell_interval(t, l.plain, "%.4g");
        cell_interval(t, l.reduced, "%.4g");
        if (!isfinite(l.factor)) table_cell(t, isnan(l.factor) ? "-" : "all");
        else table_cell(t, "%.3g", l.factor);
        if (!isfinite(l.factor)) table_cell(t, isnan(l.factor) ? "-" : "any number");
        else table_cell(t, "%s", short_number(l.factor * (double)s.games, games));
    }
    putchar('\n');
    int status = table_print(t);
    printf("\nTaken off: luck of chance");
    luck_names(m, stdout, put_plain, stdout);
    printf("; positions are valued by %s\n", pl_match_luck_how(m));
    return status;
}

json_t *luck_json(pl_match *m)
{
    json_t *known = json_array();
    lucky l;
    match_luck(m, 0, &l);
    for (int i = 0; i < pl_match_entrants(m); i++) {
        pl_standing s;
        if (!pl_match_luck_known(m, i)) continue;
        pl_match_standing(m, i, &s);
        json_array_append_new(known, json_clean(s.name));
    }
    return json_pack("{s:o,s:o,s:I}", "how", json_clean(pl_match_luck_how(m)), "known", known,
                     "unknown_games", (json_int_t)l.unknown);
}

json_t *luck_json_of(pl_match *m, int i)
{
    lucky l;
    if (!match_luck(m, i, &l)) return json_null();
    return json_pack("{s:o,s:o,s:{s:f,s:f,s:f}}", "payoff", json_interval(l.reduced), "reduction",
                     number_or_null(l.factor), "weights", "chance", l.weight[PL_LUCK_CHANCE],
                     "moves", l.weight[PL_LUCK_MOVES], "hands", l.weight[PL_LUCK_HANDS]);
}
