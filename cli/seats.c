/* seats.c -- agents at the seats of a table, named on the command line. */
#include "seats.h"

#include <ctype.h>
#include <string.h>

pl_agent *seats_agent(const pl_game *g, const char *spec, uint64_t seed, int *status)
{
    pl_error err;
    pl_agent *a = pl_agent_open(spec, g, seed, &err);
    if (!a) *status = misused("%s", err.text);
    return a;
}

int seats_runs_program(const char *spec)
{
    static const char process[] = "process";
    const char *name = spec + strspn(spec, " \t\r\n\v\f");
    size_t n = sizeof process - 1;
    return !strncmp(name, process, n) && !isalnum((unsigned char)name[n]) && name[n] != '_';
}

/* How far it is to the comma that ends an agent: one outside of brackets and
 * quotes. */
static size_t agent_length(const char *list)
{
    int depth = 0, quoted = 0;
    size_t n = 0;
    for (; list[n] && (list[n] != ',' || depth > 0 || quoted); n++) {
        if (list[n] == '"') quoted = !quoted;
        if (!quoted) depth += (list[n] == '(') - (list[n] == ')');
    }
    return n;
}

const char *seats_first(const char *list, char *one, size_t size)
{
    size_t n = agent_length(list);
    snprintf(one, size, "%.*s", (int)n, list);
    return list[n] ? list + n + 1 : NULL;
}

int seats_run_programs(const char *list)
{
    char one[PL_SPEC_MAX];
    while (list) {
        list = seats_first(list, one, sizeof one);
        if (seats_runs_program(one)) return 1;
    }
    return 0;
}

int seats_open(seats *t, const pl_game *g, const char *list)
{
    int status = DONE;
    *t = (seats){.game = g};
    for (int i = 0; list && i < g->players && !status; i++) {
        char one[PL_SPEC_MAX + 1]; /* one too long is cut, but stays too long */
        const char *rest = seats_first(list, one, sizeof one);
        t->at[i] = seats_agent(g, one, 0, &status);
        if (!status && rest && i == g->players - 1)
            status = misused("--agents names more than the %d agents that sit here", i + 1);
        if (rest) list = rest;
    }
    for (int i = 0; t->at[0] && !status && i < g->players; i++) {
        t->names[i] = seats_name(t, i);
        t->at[i]->names = t->names;
    }
    if (status) seats_close(t);
    return status;
}

void seats_close(seats *t)
{
    for (int i = 0; i < t->game->players; i++) pl_agent_free(t->at[i]);
    *t = (seats){.game = t->game};
}

const char *seats_name(const seats *t, int seat)
{
    return t->at[seat] ? t->at[seat]->type->name : pl_random.name;
}

void seats_deal(seats *t, const pl_rng *r)
{
    for (int i = 0; i < t->game->players; i++) pl_split(r, (uint64_t)i, &t->at[i]->rng);
}

int64_t seats_play(seats *t, const void *start, pl_rng *r, double *score)
{
    if (!t->at[0]) return pl_rollout(t->game, start, 1, r, score);
    seats_deal(t, r);
    return pl_play(t->game, t->at, r, score);
}

void seats_begin(seats *t, const pl_rng *r)
{
    if (!t->at[0]) return;
    seats_deal(t, r);
    for (int i = 0; i < t->game->players; i++) pl_agent_begin(t->at[i], i);
}

pl_move seats_move(seats *t, const void *s, pl_rng *r)
{
    int turn = t->game->turn(s);
    int drawn = turn == PL_CHANCE || !t->at[turn];
    pl_move m = drawn ? pl_any(t->game, s, r) : pl_agent_pick(t->at[turn], s);
    for (int i = 0; t->at[0] && m != PL_ILLEGAL && i < t->game->players; i++)
        pl_agent_tell(t->at[i], s, m);
    return m;
}

const char *seats_why(const seats *t, pl_error *err)
{
    const char *text = "it gave no legal move, or memory is short";
    int who = 0;
    for (int i = 0; i < t->game->players; i++) {
        pl_agent *a = t->at[i];
        const char *said;
        if (!a || !a->type->fault || a->type->fault(a, &said) == PL_WAITING) continue;
        text = said;
        who = i;
        break;
    }
    snprintf(err->text, sizeof err->text, "seat %d, %s, could not play on: %.180s", who,
             seats_name(t, who), text);
    return err->text;
}

pl_move seats_think(pl_agent *a, const pl_line *line, int plies, int seat)
{
    pl_agent_begin(a, seat);
    for (int i = 0; i < plies; i++) pl_agent_tell(a, pl_line_state(line, i), pl_line_move(line, i));
    return pl_agent_pick(a, pl_line_state(line, plies));
}
