/* json.c -- a record as one line of JSON. */
#include <jansson.h>
#include <string.h>

#include "table/records/portable.h"

static void put_list(FILE *out, const char *words)
{
    putc('[', out);
    for (; *words; words++) {
        if (*words == ' ') putc(',', out);
        else if (*words == '-' && (words[1] == ' ' || !words[1])) fputs("null", out);
        else putc(*words, out);
    }
    putc(']', out);
}

static void put_fields(const pl_record *rec, FILE *out)
{
    for (const pl_field *f = pl_fields; f->key; f++) {
        char text[PL_FIELD_SIZE] = "";
        pl_text t = {text, sizeof text, 0};
        f->get(rec, &t);
        if (!*text) continue;
        fprintf(out, "%s\"%s\":", f == pl_fields ? "" : ",", f->key);
        if (f->kind == PL_FIELD_TEXT) pl_quoted(out, text);
        else if (f->kind == PL_FIELD_LIST) put_list(out, text);
        else fputs(text, out);
    }
}

static void put_players(const pl_record *rec, FILE *out)
{
    fputs(",\"players\":[", out);
    for (int i = 0; i < rec->players; i++) {
        const pl_player *p = &rec->player[i];
        fputs(i ? ",{\"name\":" : "{\"name\":", out);
        pl_quoted(out, p->name);
        fputs(",\"kind\":", out);
        pl_quoted(out, p->kind);
        fputs(",\"spec\":", out);
        pl_quoted(out, p->spec);
        putc('}', out);
    }
    putc(']', out);
}

typedef struct {
    FILE *out;
    int keys;
} pen;

static void put_key(void *with, const char *key, const char *text, int quoted)
{
    pen *p = with;
    fprintf(p->out, "%s\"%s\":", p->keys++ ? "," : "", key);
    if (quoted) pl_quoted(p->out, text);
    else fputs(text, p->out);
}

static int put_log(const pl_record *rec, pl_line *l, FILE *out, pl_error *err)
{
    fputs(",\"log\":[", out);
    for (int i = 0; i < rec->events; i++) {
        pen p = {out, 0};
        fputs(i ? ",{" : "{", out);
        if (pl_draft_write(&rec->event[i], l, put_key, &p, err)) return -1;
        putc('}', out);
    }
    fputs("]}\n", out);
    return 0;
}

int pl_record_write_json(const pl_record *rec, FILE *out, pl_error *err)
{
    const pl_game *g = pl_open(rec->game, err);
    pl_line *l = g ? pl_record_line(rec, g, err) : NULL;
    if (l) {
        pl_line_restart(l);
        putc('{', out);
        put_fields(rec, out);
        put_players(rec, out);
    }
    int bad = !l || put_log(rec, l, out, err);
    pl_line_free(l);
    pl_close(g);
    return bad ? -1 : 0;
}

/* A number, a yes, or a text, as fields and drafts have them; 0, or -1. */
static int as_text(const json_t *value, pl_text *t)
{
    if (json_is_string(value)) pl_put(t, "%s", json_string_value(value));
    else if (json_is_integer(value)) pl_put(t, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value)) pl_put_number(t, json_real_value(value));
    else if (json_is_true(value)) pl_put(t, "true");
    else if (json_is_null(value)) pl_put(t, "-");
    else return -1;
    return t->used < t->size ? 0 : -1;
}

static int as_list(const json_t *value, pl_text *t)
{
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (i) pl_put(t, " ");
        if (as_text(json_array_get(value, i), t)) return -1;
    }
    return 0;
}

static int take_field(pl_record *rec, const char *key, const json_t *value, pl_error *err)
{
    char text[PL_FIELD_SIZE] = "";
    pl_text t = {text, sizeof text, 0};
    if (json_is_array(value) ? as_list(value, &t) : as_text(value, &t))
        return pl_fail(err, "'%.40s' is neither a text nor a number nor a list of numbers", key);
    return pl_field_set(rec, key, text, err);
}

static int take_name(char *to, size_t n, const json_t *player, const char *key, pl_error *err)
{
    const char *text = json_string_value(json_object_get(player, key));
    if (!text || strlen(text) >= n)
        return pl_fail(err, "a player has a %s, a text of fewer than %zu bytes", key, n);
    snprintf(to, n, "%s", text);
    pl_plain_text(to);
    return 0;
}

static int take_players(pl_record *rec, const json_t *list, pl_error *err)
{
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > PL_SEATS_MAX)
        return pl_fail(err, "players are a list of %d at most", PL_SEATS_MAX);
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, i);
        pl_player *p = &rec->player[rec->players++];
        if (take_name(p->name, sizeof p->name, one, "name", err) ||
            take_name(p->kind, sizeof p->kind, one, "kind", err) ||
            take_name(p->spec, sizeof p->spec, one, "spec", err))
            return -1;
    }
    return 0;
}

static int take_key(pl_draft *d, const char *key, const json_t *value, pl_error *err)
{
    char small[64] = "";
    pl_text t = {small, sizeof small, 0};
    if (json_is_string(value)) return pl_draft_set(d, key, json_string_value(value), err);
    if (as_text(value, &t)) return pl_fail(err, "'%.40s' is neither a text nor a number", key);
    return pl_draft_set(d, key, small, err);
}

static int take_event(pl_record *rec, pl_line *l, json_t *event, pl_error *err)
{
    pl_draft d;
    const char *key;
    json_t *value;
    int bad = json_is_object(event) ? 0 : pl_fail(err, "it is no object");
    pl_draft_new(&d);
    json_object_foreach(event, key, value)
    {
        if (!bad) bad = take_key(&d, key, value, err);
    }
    if (!bad) bad = pl_draft_play(&d, rec, l, err);
    pl_draft_free(&d);
    return bad;
}

static int take_log(pl_record *rec, const pl_game *g, const json_t *log, pl_error *err)
{
    pl_error why;
    int bad = json_is_array(log) ? 0 : pl_fail(err, "the log is a list of what happened");
    pl_line *l = bad ? NULL : pl_line_new(g);
    for (size_t i = 0; l && !bad && i < json_array_size(log); i++) {
        bad = take_event(rec, l, json_array_get(log, i), &why);
        if (bad) pl_fail(err, "event %zu: %.200s", i + 1, why.text);
    }
    if (!l && !bad) bad = pl_fail(err, "out of memory");
    pl_line_free(l);
    return bad;
}

static int take_record(pl_record *rec, json_t *all, pl_error *err)
{
    const char *key;
    json_t *value;
    int bad = json_object_get(all, "parlor") && json_object_get(all, "game") ? 0 : -1;
    if (bad)
        return pl_fail(err,
                       "a record is an object with \"parlor\":%d, game, players, ending, "
                       "scores and log",
                       PL_RECORD_FORMAT);
    json_object_foreach(all, key, value)
    {
        if (bad || !strcmp(key, "log")) continue;
        bad = strcmp(key, "players") ? take_field(rec, key, value, err)
                                     : take_players(rec, value, err);
    }
    const pl_game *g = bad ? NULL : pl_open(rec->game, err);
    bad = !g || pl_portable_end(rec, g, err) || take_log(rec, g, json_object_get(all, "log"), err);
    pl_close(g);
    return bad ? -1 : 0;
}

int pl_json_record(const char *text, pl_record *rec, pl_error *err)
{
    json_error_t wrong;
    json_t *all = json_loads(text, JSON_REJECT_DUPLICATES, &wrong);
    if (!all) return pl_fail(err, "this is no JSON: %.150s", wrong.text);
    pl_portable_begin(rec);
    int bad = take_record(rec, all, err);
    json_decref(all);
    return bad;
}
