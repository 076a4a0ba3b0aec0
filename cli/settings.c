/* settings.c -- small files of settings: the part of TOML that is key = value, flat objects of
 * JSON, and plain lists. */
#include "settings.h"

#include <string.h>

enum { LINE = 4096 };

typedef struct {
    const char *path, *section;
    int line, inside; /* inside: of the section */
    take_setting *take;
    void *with;
} reader;

int ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n >= k && !strcmp(text + n - k, end);
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
    if (r->section)
        return misused(
            "%.120s, line %d: a line is key = \"text\", key = number, [%s] or a # comment", r->path,
            r->line, r->section);
    return misused("%.120s, line %d: a line is key = \"text\", key = number or a # comment",
                   r->path, r->line);
}

static int toml_value(reader *r, char *key, char *value)
{
    char where[160], *end;
    setting s = {.where = where, .key = key, .section = r->inside ? r->section : NULL};
    snprintf(where, sizeof where, "%.120s, line %d", r->path, r->line);
    if (*value != '"' && *value != '\'') {
        value[strcspn(value, "#")] = 0;
        if (r->inside || read_number(trim(value), 0, INT64_MAX, &s.number)) return bad_line(r);
        return r->take(r->with, &s);
    }
    end = unquote(value);
    if (!end || (*trim(end) && *trim(end) != '#')) return bad_line(r);
    s.text = value;
    return r->take(r->with, &s);
}

static int is_section(const reader *r, char *at)
{
    char name[80];
    snprintf(name, sizeof name, "[%s]", r->section ? r->section : "");
    at[strcspn(at, "#")] = 0;
    return r->section && !r->inside && !strcmp(trim(at), name);
}

static int toml_line(reader *r, char *at)
{
    if (*at == '[') {
        r->inside = is_section(r, at);
        return r->inside ? DONE : bad_line(r);
    }
    char *value = strchr(at, '='), *end = NULL;
    if (!value) return bad_line(r);
    *value++ = 0;
    char *key = trim(at);
    if (*key == '"' && (!(end = unquote(key)) || *end)) return bad_line(r);
    return *key ? toml_value(r, key, trim(value)) : bad_line(r);
}

static int list_line(reader *r, char *at)
{
    return r->take(r->with, &(setting){.where = r->path, .text = at});
}

static int read_lines(reader *r, FILE *in, int (*take)(reader *, char *))
{
    char text[LINE];
    int status = DONE;
    while (!status && fgets(text, sizeof text, in)) {
        r->line++;
        int whole = strlen(text) < sizeof text - 1;
        char *at = trim(text);
        if (!whole) status = misused("%.120s, line %d is too long", r->path, r->line);
        else if (*at && *at != '#') status = take(r, at);
    }
    return status;
}

int settings_toml(FILE *in, const char *path, const char *section, take_setting *take, void *with)
{
    reader r = {.path = path, .section = section, .take = take, .with = with};
    return read_lines(&r, in, toml_line);
}

int settings_list(FILE *in, const char *path, take_setting *take, void *with)
{
    reader r = {.path = path, .take = take, .with = with};
    return read_lines(&r, in, list_line);
}

int settings_json(FILE *in, const char *path, take_setting *take, void *with)
{
    json_error_t why;
    json_t *all = json_loadf(in, JSON_REJECT_DUPLICATES, &why), *value;
    const char *key;
    int status = DONE;
    if (!all) return misused("%.120s, line %d: %.100s", path, why.line, why.text);
    if (!json_is_object(all)) status = misused("%.120s is not an object", path);
    json_object_foreach(all, key, value)
    {
        setting s = {.where = path, .key = key, .text = json_string_value(value)};
        if (status) break;
        s.number = json_is_integer(value) ? json_integer_value(value) : -1;
        status = take(with, &s);
    }
    json_decref(all);
    return status;
}
