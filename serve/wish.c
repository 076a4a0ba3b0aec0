/* wish.c -- a table as somebody would have it: the game, who sits where, the clock.
 *
 * Fact to check: an agent that runs a program or reads a file is refused, whatever it is called
 * with.
 */
#include "wish.h"

#include <stdlib.h>
#include <string.h>

#include "members.h"

/* The character that a text begins with, as UTF-8 has it; *n is how many bytes it takes. */
static uint32_t character(const char *text, int *n)
{
    const unsigned char *at = (const unsigned char *)text;
    int more = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : *at >= 0xc0 ? 1 : 0;
    uint32_t code = more ? *at & (0x3fu >> more) : *at;
    for (*n = 1; *n <= more && (at[*n] & 0xc0) == 0x80; ++*n) code = code << 6 | (at[*n] & 0x3f);
    return code;
}

/* Controls, and marks of Unicode that turn, join or hide what stands beside them: with these a name
 * could look like another, or turn the line that it stands in.  Joiners are part of how some
 * scripts are written. */
const char *pl_wish_hidden(const char *name, int *n)
{
    static const struct {
        uint32_t from, to;
    } hidden[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
                  {0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},
                  {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    for (; *name; name += *n) {
        uint32_t code = character(name, n);
        for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
            if (code >= hidden[i].from && code <= hidden[i].to) return name;
    }
    return NULL;
}

static int is_space(uint32_t code)
{
    static const uint32_t others[] = {' ', 0xa0, 0x1680, 0x202f, 0x205f, 0x3000};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (code == others[i]) return 1;
    return code >= 0x2000 && code <= 0x200a;
}

int pl_wish_blank(const char *name)
{
    int n;
    for (; *name; name += n)
        if (!is_space(character(name, &n))) return 0;
    return 1;
}

int pl_wish_name(const char *given, char *out, pl_error *err)
{
    int n;
    if (*given && pl_wish_blank(given)) return pl_serve_fail(err, "a name is more than spaces");
    if (strlen(given) >= PL_NAME_MAX)
        return pl_serve_fail(err, "a name has at most %d bytes", PL_NAME_MAX - 1);
    if (pl_wish_hidden(given, &n))
        return pl_serve_fail(err,
                             "a name has no control characters, nor any that turn or hide text");
    snprintf(out, PL_NAME_MAX, "%s", given);
    return 0;
}

/* Read the parameters of an agent without opening it. */
static int check_parameters(const pl_game *g, const pl_agent_type *type, const char *spec,
                            pl_error *err)
{
    static const struct {
        const char *name;
        double most;
    } bound[] = {{"memory", 256}, {"threads", 4}, {"trees", 16}};
    pl_agent_type plain = *type;
    char args[PL_SPEC_MAX];
    size_t name = strlen(type->name), n = strlen(spec);
    plain.open = NULL;
    plain.close = NULL;
    snprintf(args, sizeof args, "%.*s", n > name + 2 ? (int)(n - name - 2) : 0, spec + name + 1);
    pl_agent *a = pl_agent_make(&plain, args, g, 0, err);
    int bad = a ? 0 : -1;
    for (int i = 0; a && type->params && type->params[i].name; i++)
        if (type->params[i].words && !strcmp(type->params[i].words, PL_TEXT) && a->arg[i] > 0)
            bad = pl_serve_fail(err, "%s is not given over the net", type->params[i].name);
    for (int i = 0; a && !bad && type->params && type->params[i].name; i++)
        for (size_t k = 0; k < sizeof bound / sizeof *bound; k++)
            if (!strcmp(type->params[i].name, bound[k].name) && a->arg[i] > bound[k].most)
                bad = pl_serve_fail(err, "here %s is at most %g", bound[k].name, bound[k].most);
    pl_agent_free(a);
    return bad;
}

/* Whether an agent does nothing without a text that is not given over the net, such as a command
 * or a file.  Without a file net plays by what Parlor ships. */
static int needs_text(const pl_agent_type *type)
{
    if (!strcmp(type->name, "net")) return 0;
    for (const pl_param *p = type->params; p && p->name; p++)
        if (p->words && !strcmp(p->words, PL_TEXT) && p->hi <= 0) return 1;
    return 0;
}

int pl_wish_agent(const pl_game *g, const char *spec, char *whole, pl_error *err)
{
    char name[PL_NAME_MAX];
    size_t n = strcspn(spec, "(");
    snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : 0, spec);
    const pl_agent_type *type = pl_agent_find(name);
    if (!type) return pl_serve_fail(err, "there is no agent '%.60s'", spec);
    if (strlen(spec) >= PL_SPEC_MAX / 2 || (spec[n] && spec[strlen(spec) - 1] != ')'))
        return pl_serve_fail(err, "an agent is spelled NAME or NAME(key=value,...)");
    if (needs_text(type)) return pl_serve_fail(err, "%s is not played over the net", name);
    if (check_parameters(g, type, spec, err)) return -1;
    pl_agent *a = pl_agent_open(spec, g, 0, err);
    if (a && whole) pl_agent_spec(a, whole, PL_SPEC_MAX);
    pl_agent_free(a);
    return a ? 0 : -1;
}

/* It is kept by its whole spelling, as it is in ladders, so that who met it is rated. */
static int read_agent(const json_t *o, const pl_game *g, pl_place_kept *out, pl_error *err)
{
    enum { USUAL = 5 };
    int bad = 0;
    char spec[PL_SPEC_MAX], whole[PL_SPEC_MAX];
    const char *agent = pl_member_text(o, "agent", err, &bad);
    int64_t level = pl_member_number(o, "level", INT64_MIN, INT64_MAX, USUAL, err, &bad);
    if (bad) return -1;
    if (agent && pl_member(o, "level", JSON_INTEGER, err))
        return pl_serve_fail(err, "a seat has an 'agent' or a 'level', not both");
    if (level < 1 || (level > PL_LEVELS && level > pl_level_top(g)))
        return pl_serve_fail(err, "a level of this game is 1 to %d", pl_level_top(g));
    if (agent && strlen(agent) >= sizeof spec) return pl_serve_fail(err, "no agent is that long");
    if (agent) snprintf(spec, sizeof spec, "%s", agent);
    else pl_level_agent(g, (int)level, spec, sizeof spec);
    if (pl_wish_agent(g, spec, whole, err)) return -1;
    out->level = agent ? 0 : (int32_t)level;
    out->agent = strdup(whole);
    snprintf(out->name, sizeof out->name, "%.*s", (int)strcspn(spec, "("), spec);
    return out->agent ? 0 : pl_serve_fail(err, "out of memory");
}

static int read_seat(const json_t *o, int i, const pl_game *g, pl_place_kept *out, pl_error *err)
{
    static const char *const kinds[] = {"you", "open", "agent"};
    int bad = 0, kind = 0;
    if (!json_is_object(o)) return pl_serve_fail(err, "a seat is an object with a 'kind'");
    const char *word = pl_member_text(o, "kind", err, &bad),
               *name = pl_member_text(o, "name", err, &bad);
    if (bad) return -1;
    while (kind < 3 && (!word || strcmp(word, kinds[kind]))) kind++;
    if (kind == 3) return pl_serve_fail(err, "the kind of a seat is 'you', 'open' or 'agent'");
    out->kind = (pl_seat_kind)kind;
    snprintf(out->name, sizeof out->name, "seat %d", i);
    if (out->kind == PL_SEAT_AGENT && read_agent(o, g, out, err)) return -1;
    out->named = name && *name;
    return out->named ? pl_wish_name(name, out->name, err) : 0;
}

static int read_seats(const json_t *o, const pl_game *g, pl_desk_kept *out, pl_error *err)
{
    int there = pl_member(o, "seats", JSON_ARRAY, err);
    const json_t *list = json_object_get(o, "seats");
    if (there < 0) return -1;
    if (!there) return pl_serve_fail(err, "who plays?  'seats' is a list, one for each seat");
    if (json_array_size(list) != (size_t)g->players)
        return pl_serve_fail(err, "this game has %d seats, but %zu are given", (int)g->players,
                             json_array_size(list));
    for (int i = 0; i < g->players; i++) {
        out->players = i + 1;
        if (read_seat(json_array_get(list, (size_t)i), i, g, &out->seat[i], err)) return -1;
    }
    return 0;
}

/* Who chose the seed could set the same table up for himself, and see all that is dealt. */
static int check_seed(const pl_desk_kept *k, pl_error *err)
{
    for (int i = 0; i < k->players; i++)
        if (k->seeded && k->seat[i].kind == PL_SEAT_OPEN)
            return pl_serve_fail(err, "a table with an open seat takes no seed: nobody may know "
                                      "what will be dealt");
    return 0;
}

static int read_rest(const json_t *o, pl_desk_kept *out, pl_error *err)
{
    int bad = 0;
    pl_pace pace = {0};
    const char *clock = pl_member_text(o, "clock", err, &bad);
    int64_t seed = pl_member_number(o, "seed", 0, INT64_MAX, -1, err, &bad);
    out->watch = pl_member_flag(o, "watch", 1, err, &bad);
    out->advice = pl_member_flag(o, "advice", 0, err, &bad);
    if (bad) return -1;
    if (clock && *clock && pl_pace_read(&pace, clock, err)) return -1;
    if (clock && strlen(clock) >= sizeof out->clock)
        return pl_serve_fail(err, "no clock is that long");
    snprintf(out->clock, sizeof out->clock, "%s", clock ? clock : "");
    out->seeded = seed >= 0;
    out->seed = seed >= 0 ? (uint64_t)seed : pl_invite_seed();
    return check_seed(out, err);
}

int pl_wish_read(const json_t *o, pl_desk_kept *out, pl_error *err)
{
    int bad = 0;
    *out = (pl_desk_kept){.made = pl_serve_wall()};
    const char *spec = pl_member_text(o, "game", err, &bad);
    if (bad) return -1;
    if (!spec) return pl_serve_fail(err, "which game?  'game' is its spelling");
    const pl_game *g = pl_open(spec, err);
    if (!g) return -1;
    pl_spec(g, out->game, sizeof out->game);
    bad = read_seats(o, g, out, err) || read_rest(o, out, err);
    pl_close(g);
    return bad ? -1 : 0;
}

void pl_wish_free(pl_desk_kept *k)
{
    for (int i = 0; i < k->players; i++) free(k->seat[i].agent);
}
