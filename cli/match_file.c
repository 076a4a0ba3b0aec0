/* match_file.c -- who plays in a league, from a file: JSON, the part of TOML that this needs, or
 * a plain list with an agent on each line.
 *
 *     {"game": "leduc", "format": "round-robin", "games": 2000,
 *      "agents": ["random", {"name": "cfr", "agent": "policy(file=leduc.policy)"}]}
 *
 *     game = "leduc"
 *     games = 2000
 *     [agents]
 *     chance = "random"
 *     cfr = 'policy(file="leduc.policy")'
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "matches.h"
#include "settings.h"

enum { NUMBER_MAX = 1000000000 };

static char **text_at(field *f, const char *key)
{
    if (!strcmp(key, "game")) return &f->game;
    if (!strcmp(key, "format")) return &f->format;
    return strcmp(key, "seats") ? NULL : &f->seats;
}

static int64_t *number_at(field *f, const char *key)
{
    if (!strcmp(key, "games")) return &f->games;
    if (!strcmp(key, "advance")) return &f->advance;
    return strcmp(key, "rounds") ? NULL : &f->rounds;
}

/* Why a key is not taken; where says in what place. */
static int bad_key(const char *where, const char *key)
{
    return misused("%.120s: '%.40s' is none of game, format, seats (texts), games, rounds, advance "
                   "(whole numbers from 1) and agents",
                   where, key);
}

static int bad_value(field *f, const char *where, const char *key)
{
    if (text_at(f, key)) return misused("%.120s: %.40s is a text, in quotes", where, key);
    if (number_at(f, key))
        return misused("%.120s: %.40s is a whole number from 1 to %d", where, key, NUMBER_MAX);
    return bad_key(where, key);
}

static int twice(const char *where, const char *key)
{
    return misused("%.120s: %.40s is given twice", where, key);
}

static int set_text(field *f, const char *where, const char *key, const char *text)
{
    char **at = text_at(f, key);
    if (!at) return bad_value(f, where, key);
    if (*at) return twice(where, key);
    *at = strdup(text);
    return *at ? DONE : failed("out of memory");
}

static int set_number(field *f, const char *where, const char *key, int64_t n)
{
    int64_t *at = number_at(f, key);
    if (!at || n < 1 || n > NUMBER_MAX) return bad_value(f, where, key);
    if (*at) return twice(where, key);
    *at = n;
    return DONE;
}

static int json_agent(field *f, const char *path, const char *name, const json_t *agent)
{
    const char *text = json_string_value(agent);
    if (json_is_object(agent)) {
        name = json_string_value(json_object_get(agent, "name"));
        text = json_string_value(json_object_get(agent, "agent"));
    }
    if (text) return field_put(f, name, text);
    return misused("%.120s: an agent is a text, or an object with its name and agent", path);
}

static int json_agents(field *f, const char *path, json_t *list)
{
    size_t i;
    json_t *one;
    const char *name;
    int status = DONE;
    if (!json_is_array(list) && !json_is_object(list))
        return misused("%.120s: agents are a list, or an object of names", path);
    if (json_is_array(list)) json_array_foreach(list, i, one)
        {
            if (!status) status = json_agent(f, path, NULL, one);
        }
    else json_object_foreach(list, name, one)
        {
            if (!status) status = json_agent(f, path, name, one);
        }
    return status;
}

static int read_json(field *f, const char *path, FILE *in)
{
    json_error_t why;
    json_t *all = json_loadf(in, JSON_REJECT_DUPLICATES, &why), *value;
    const char *key;
    int status = DONE;
    if (!all) return misused("%.120s, line %d: %.100s", path, why.line, why.text);
    if (!json_is_object(all)) status = misused("%.120s is not an object", path);
    json_object_foreach(all, key, value)
    {
        if (status) break;
        if (!strcmp(key, "agents")) status = json_agents(f, path, value);
        else if (json_is_string(value)) status = set_text(f, path, key, json_string_value(value));
        else if (json_is_integer(value))
            status = set_number(f, path, key, json_integer_value(value));
        else status = bad_value(f, path, key);
    }
    json_decref(all);
    return status;
}

static int take_named(field *f, const setting *s)
{
    if (!s->text) return misused("%.120s: the agent %.40s is a text, in quotes", s->where, s->key);
    for (int i = 0; i < f->n; i++)
        if (f->of[i].name && !strcmp(f->of[i].name, s->key)) return twice(s->where, s->key);
    return field_put(f, s->key, s->text);
}

/* A line of a file in TOML: an agent, or what the league is. */
static int take_line(void *with, const setting *s)
{
    field *f = with;
    if (s->section) return take_named(f, s);
    if (s->text) return set_text(f, s->where, s->key, s->text);
    return set_number(f, s->where, s->key, s->number);
}

static int take_word(void *with, const setting *s)
{
    return field_add(with, s->text);
}

int field_take(field *f, FILE *in, const char *path)
{
    int status = ends_in(path, ".json")   ? read_json(f, path, in)
                 : ends_in(path, ".toml") ? settings_toml(in, path, "agents", take_line, f)
                                          : settings_list(in, path, take_word, f);
    if (!status && ferror(in)) status = failed("%.200s cannot be read", path);
    if (!status && !f->n) status = misused("%.200s names no agents", path);
    return status;
}

int field_read(field *f, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in) return failed("%.200s: %s", path, strerror(errno));
    int status = field_take(f, in, path);
    fclose(in);
    return status;
}
