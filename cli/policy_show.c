/* policy_show.c -- parlor policy show: a policy in words, a line for every information set.
 *
 * Fact to check: an equilibrium of Kuhn poker bets a king three times as often as a jack. */
#include <math.h>

#include "policies.h"
#include "solve.h"
#include "strategies.h"

/* The key of the set that whoever is to move at the end of the line is in. */
static uint64_t key_of(const pl_line *line, int seat)
{
    const pl_game *g = pl_line_game(line);
    pl_state view;
    uint64_t key = pl_info_key_start(seat);
    pl_line_view(line, pl_line_plies(line), seat, &view);
    if (pl_info_by_view(g)) return pl_info_key_view(g, seat, &view);
    for (int i = 0; i < pl_line_plies(line); i++) {
        pl_move code = pl_line_seen(line, i, seat);
        if (code != PL_NOTHING) key = pl_info_key_heard(key, pl_line_mover(line, i), code);
    }
    return key;
}

static int show_set(const opened *o, const call *c, const pl_line *line)
{
    int seat = pl_line_turn(line);
    static double p[PL_MOVES_MAX];
    pl_move list[PL_MOVES_MAX];
    pl_state view;
    if (seat == PL_OVER) return misused("the game is over after these moves: nobody decides");
    if (seat == PL_CHANCE) return misused("chance is to move; play an outcome, such as 'any'");
    pl_line_view(line, pl_line_plies(line), seat, &view);
    int n = pl_policy_find(o->file, key_of(line, seat), p, PL_MOVES_MAX);
    if (n == 0 || n != o->game->moves(&view, list))
        return failed("'%.100s' does not have this information set of seat %d", o->path, seat);
    if (c->json) {
        print_json(json_pack("{s:o,s:i,s:o?,s:o}", "game", json_spec(o->game), "seat", seat,
                             "position", json_position(o->game, &view, seat), "moves",
                             strategy_json(o->game, &view, p)));
        return DONE;
    }
    print_moment(line, &view, seat);
    printf("\nSeat %d:", seat);
    strategy_text(o->game, &view, p);
    putchar('\n');
    return DONE;
}

static int show_moves(const opened *o, const call *c)
{
    pl_line *line = pl_line_new(o->game);
    int status = line ? play_words(line, c->words + 2, c->count - 2, (uint64_t)c->seed, PL_FULL)
                      : failed("out of memory");
    if (!status) status = show_set(o, c, line);
    pl_line_free(line);
    return status;
}

static double known_exploitability(const opened *o)
{
    double nashconv = pl_policy_facts_of(o->file)->nashconv;
    return isnan(nashconv) ? NAN : exploitability(o->game, nashconv);
}

static void show_facts(const opened *o)
{
    const pl_policy_facts *f = pl_policy_facts_of(o->file);
    char a[32];
    printf("%s\n", pl_policy_game(o->file));
    printf("Information sets:  %lld, in %lld bytes, %d bits a probability\n",
           (long long)pl_policy_sets(o->file), (long long)pl_policy_bytes(o->file), (int)f->bits);
    if (*f->how) printf("Made by:           %s\n", f->how);
    if (!isnan(f->lower)) print_value(f->lower, f->upper, "as the file tells");
    printf("Exploitability:    %s\n", number_text(known_exploitability(o), a));
    for (int k = 0; k < o->game->players && !isnan(f->value[k]); k++)
        printf("  seat %d gets:%*s%s\n", k, k < 10 ? 5 : 4, "", number_text(f->value[k], a));
    if (o->missing) printf("Missing sets:      %d, shown as uniform\n", (int)o->missing);
}

static void show_json(const opened *o, int seat)
{
    const pl_policy_facts *f = pl_policy_facts_of(o->file);
    json_t *values = json_array();
    for (int k = 0; k < o->game->players; k++)
        json_array_append_new(values, json_unknown(f->value[k]));
    print_json(json_pack(
        "{s:s,s:s,s:I,s:I,s:i,s:i,s:o,s:o,s:o,s:o,s:o,s:o}", "game", pl_policy_game(o->file), "how",
        f->how, "information_sets", (json_int_t)pl_policy_sets(o->file), "bytes",
        (json_int_t)pl_policy_bytes(o->file), "bits", (int)f->bits, "missing", (int)o->missing,
        "lower", json_unknown(f->lower), "upper", json_unknown(f->upper), "nashconv",
        json_unknown(f->nashconv), "exploitability", json_unknown(known_exploitability(o)),
        "values", values, "policy",
        o->tree ? strategies_json(o->tree, o->policy, seat) : json_null()));
}

/* Without the tree nobody knows what the sets are called. */
static int show_all(opened *o, const call *c)
{
    pl_error err = {""};
    int seat, status = named_seat(o->game, c->seat, &seat);
    if (status) return status;
    o->tree = grow(o->game, c, &err);
    if (o->tree && (status = lay_out_policy(o))) return status;
    if (c->json) {
        show_json(o, seat);
        return DONE;
    }
    show_facts(o);
    putchar('\n');
    if (o->tree) strategies_text(o->tree, o->policy, seat);
    else printf("Its sets cannot be listed: %s.\nName the moves to one instead.\n", err.text);
    return DONE;
}

int policy_show(const call *c)
{
    opened o;
    int status = open_policy(&o, c->words[1], c);
    if (!status) status = c->count > 2 ? show_moves(&o, c) : show_all(&o, c);
    close_policy(&o);
    return status;
}
