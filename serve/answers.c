/* answers.c -- things in JSON that several endpoints tell. */
#include <math.h>

#include "server.h"

json_t *pl_tell_number(double x)
{
    if (!isfinite(x)) return json_null();
    if (x == floor(x) && fabs(x) < 9e15) return json_integer((json_int_t)x);
    return json_real(x);
}

json_t *pl_tell_record(const pl_record *rec)
{
    json_t *names = json_array(), *players = json_array();
    for (int i = 0; i < rec->players; i++)
        json_array_append_new(names, json_string(rec->player[i].name));
    for (int i = 0; i < rec->players; i++)
        json_array_append_new(players,
                              json_pack("{s:s,s:s,s:s}", "name", rec->player[i].name, "kind",
                                        rec->player[i].kind, "spec", rec->player[i].spec));
    return json_pack("{s:I,s:s,s:o,s:o,s:I,s:I,s:s,s:s,s:o}", "id", (json_int_t)rec->id, "game",
                     rec->game, "names", names, "players", players, "began",
                     (json_int_t)(rec->began / 1000), "ended", (json_int_t)(rec->ended / 1000),
                     "how", pl_ending_name(rec->result.how), "reason", rec->result.text, "scores",
                     pl_tell_scores(&rec->result, rec->players));
}

json_t *pl_tell_scores(const pl_result *r, int players)
{
    if (r->how == PL_UNDER_WAY || isnan(r->score[0])) return json_null();
    json_t *list = json_array();
    for (int i = 0; i < players; i++) json_array_append_new(list, pl_tell_number(r->score[i]));
    return list;
}

json_t *pl_tell_seat(int seat)
{
    switch (seat) {
    case PL_CHANCE: return json_string("chance");
    case PL_OVER: return json_string("over");
    case PL_PUBLIC: return json_string("public");
    case PL_FULL: return json_string("full");
    default: return json_integer(seat);
    }
}
