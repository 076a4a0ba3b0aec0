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

enum { LINE = 4096 };

typedef struct {
    field *out;
    const char *path;
    int line;
    int agents; /* within [agents] */
} reader;

static int ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n >= k && !strcmp(text + n - k, end);
}

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

/* Why a key or its value is not taken; path and place say where. */
static int bad_key(const char *where, const char *key)
{
    return misused("%.120s: '%.40s' is none of game, format, seats (texts), games, rounds, advance "
                   "(whole numbers from 1) and agents",
                   where, key);
}

static int set_text(field *f, const char *where, const char *key, const char *text)
{
    char **at = text_at(f, key);
    if (!at || *at) return bad_key(where, key);
    *at = strdup(text);
    return *at ? DONE : failed("out of memory");
}

static int set_number(field *f, const char *where, const char *key, int64_t n)
{
    int64_t *at = number_at(f, key);
    if (!at || n < 1 || n > 1000000000) return bad_key(where, key);
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
        else status = bad_key(path, key);
    }
    json_decref(all);
    return status;
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n && strchr(" \t\r\n", text[n - 1])) text[--n] = 0;
    return text;
}

/* A text in quotes, in place; what follows it, or NULL: it has no end. */
static char *unquote(char *text)
{
    char quote = *text, *to = text, *from = text + 1;
    for (; *from && *from != quote; from++) {
        if (quote == '"' && *from == '\\' && (from[1] == '"' || from[1] == '\\')) from++;
        *to++ = *from;
    }
    if (!*from) return NULL;
    *to = 0;
    return from + 1;
}

static int bad_line(const reader *r)
{
    return misused(
        "%.120s, line %d: a line is key = \"text\", key = number, [agents] or a # comment", r->path,
        r->line);
}

static int toml_value(reader *r, char *key, char *value)
{
    char where[160], *end;
    int64_t n;
    snprintf(where, sizeof where, "%.120s, line %d", r->path, r->line);
    if (*value != '"' && *value != '\'') {
        value[strcspn(value, "#")] = 0;
        if (r->agents || read_number(trim(value), 0, INT64_MAX, &n)) return bad_line(r);
        return set_number(r->out, where, key, n);
    }
    end = unquote(value);
    if (!end || (*trim(end) && *trim(end) != '#')) return bad_line(r);
    return r->agents ? field_put(r->out, key, value) : set_text(r->out, where, key, value);
}

static int toml_line(reader *r, char *text)
{
    char *at = trim(text);
    if (!*at || *at == '#') return DONE;
    if (*at == '[') {
        at[strcspn(at, "#")] = 0;
        if (r->agents || strcmp(trim(at), "[agents]")) return bad_line(r);
        r->agents = 1;
        return DONE;
    }
    char *value = strchr(at, '='), *end = NULL;
    if (!value) return bad_line(r);
    *value++ = 0;
    char *key = trim(at);
    if (*key == '"' && (!(end = unquote(key)) || *end)) return bad_line(r);
    return *key ? toml_value(r, key, trim(value)) : bad_line(r);
}

static int list_line(reader *r, char *text)
{
    char *at = trim(text);
    return !*at || *at == '#' ? DONE : field_add(r->out, at);
}

static int read_lines(reader *r, FILE *in, int (*take)(reader *, char *))
{
    char text[LINE];
    int status = DONE;
    while (!status && fgets(text, sizeof text, in)) {
        r->line++;
        if (strlen(text) == sizeof text - 1)
            status = misused("%.120s, line %d is too long", r->path, r->line);
        else status = take(r, text);
    }
    return status;
}

int field_take(field *f, FILE *in, const char *path)
{
    reader r = {.out = f, .path = path};
    int status = ends_in(path, ".json")
                     ? read_json(f, path, in)
                     : read_lines(&r, in, ends_in(path, ".toml") ? toml_line : list_line);
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
