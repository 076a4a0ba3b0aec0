/* nets.c -- nets that are being trained, or were, by HTTP: how they came along, from the notes in the
 * files of one folder (docs/learning.md).  Weights are not told, nor where the folder lies.
 *
 * Fact to check: a net is read again only when its file has changed, however many look on.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "notice.h"
#include "parlor/net.h"
#include "parlor/train.h"

enum {
    LISTED = 200,  /* nets of a folder */
    LIVELY = 60,   /* seconds since the file was written, while which somebody is still at it */
    STATE = 7,     /* numbers of a state of training that are told */
    POINT = 3,     /* numbers of a point of the curve, */
    YARDSTICK = 6, /* and for each agent it was measured by */
    NAME = 128
};

/* A file of the folder, and what it said. */
typedef struct {
    char name[NAME];
    time_t changed;
    long nanoseconds;
    off_t size;
    ino_t number;
    json_t *told; /* NULL: it has not been read yet */
} entry;

typedef struct {
    entry of[LISTED];
    int n;
} list;

static void empty(list *l)
{
    for (int i = 0; i < l->n; i++) json_decref(l->of[i].told);
    l->n = 0;
}

static void forget_list(void *kept)
{
    empty(kept);
    free(kept);
}

/* An agent's spelling without the folders of the files that it names: what stands before a slash
 * goes, back to where its value began, which in quotes may have commas and brackets, too. */
static json_t *tell_agent(const char *text, size_t n)
{
    char *out = malloc(n + 1);
    size_t used = 0, start = 0;
    int quoted = 0;
    if (!out) return json_null();
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '/') {
            used = start;
            continue;
        }
        out[used++] = text[i];
        if (text[i] == '"') quoted = !quoted;
        else if (quoted || !strchr("=(,", text[i])) continue;
        start = used;
    }
    json_t *told = json_stringn(out, used);
    free(out);
    return told ? told : json_null();
}

/* Each line of a note, as many as training writes. */
static json_t *tell_lines(const char *note)
{
    json_t *all = json_array();
    while (note && *note && json_array_size(all) < PL_YARDSTICKS_MAX) {
        size_t n = strcspn(note, "\n");
        json_array_append_new(all, tell_agent(note, n));
        note += n + (note[n] == '\n');
    }
    return all;
}

/* "FROM METHOD OPPONENTS" on each line, with tabs between. */
static json_t *tell_stages(const char *note)
{
    json_t *all = json_array();
    while (note && *note) {
        size_t n = strcspn(note, "\n"), from = strcspn(note, "\t");
        size_t method = from < n ? strcspn(note + from + 1, "\t") : 0, at = from + method + 2;
        if (at <= n)
            json_array_append_new(all, json_pack("{s:I,s:o,s:o}", "from",
                                                 (json_int_t)strtoll(note, NULL, 10), "method",
                                                 tell_agent(note + from + 1, method), "opponents",
                                                 tell_agent(note + at, n - at)));
        note += n + (note[n] == '\n');
    }
    return all;
}

static json_t *number_at(const json_t *numbers, size_t i)
{
    const json_t *x = json_array_get(numbers, i);
    return json_is_number(x) ? pl_tell_number(json_number_value(x)) : json_null();
}

static json_t *interval_at(const json_t *numbers, size_t i)
{
    return json_pack("[o,o,o]", number_at(numbers, i), number_at(numbers, i + 1),
                     number_at(numbers, i + 2));
}

/* A point of the curve; behind its agents there may be how exploitable it was. */
static json_t *tell_point(const json_t *row, size_t agents)
{
    json_t *against = json_array();
    for (size_t k = 0; k < agents; k++)
        json_array_append_new(
            against, json_pack("{s:o,s:o}", "score", interval_at(row, POINT + k * YARDSTICK),
                               "wins", interval_at(row, POINT + k * YARDSTICK + YARDSTICK / 2)));
    json_t *o = json_pack("{s:o,s:o,s:o,s:o}", "games", number_at(row, 0), "seconds",
                          number_at(row, 1), "loss", number_at(row, 2), "against", against);
    if (json_array_size(row) > POINT + agents * YARDSTICK)
        json_object_set_new(o, "exploitability", number_at(row, POINT + agents * YARDSTICK));
    return o;
}

static json_t *tell_curve(const char *note, size_t agents)
{
    json_t *all = json_array(), *rows = note ? json_loads(note, 0, NULL) : NULL, *row;
    size_t i;
    json_array_foreach(rows, i, row) json_array_append_new(all, tell_point(row, agents));
    json_decref(rows);
    return all;
}

static json_t *tell_shape(const pl_net_shape *s)
{
    json_t *hidden = json_array(), *heads = json_array();
    for (int i = 0; i < s->layers; i++) json_array_append_new(hidden, json_integer(s->width[i]));
    for (int i = 0; i < s->heads; i++)
        json_array_append_new(heads, json_string(pl_head_name(s->kind[i])));
    return json_pack("{s:i,s:o,s:s,s:o}", "inputs", (int)s->inputs, "hidden", hidden, "activation",
                     pl_activation_name(s->activation), "heads", heads);
}

/* How far it is; where it was not saved by training there is nothing to tell. */
static void tell_state(json_t *o, const char *note)
{
    static const char *const names[STATE] = {"games", "plies",   "seconds", "loss",
                                             NULL,    "threads", "of"};
    json_t *numbers = note ? json_loads(note, 0, NULL) : NULL;
    for (size_t i = 0; i < STATE; i++)
        if (names[i]) json_object_set_new(o, names[i], number_at(numbers, i));
    if (json_integer_value(json_object_get(o, "of")) < 1) json_object_set_new(o, "of", json_null());
    json_decref(numbers);
}

static void tell_net(json_t *o, const pl_net *net)
{
    const char *method = pl_net_noted(net, "method");
    json_t *against = tell_lines(pl_net_noted(net, "yardsticks"));
    json_object_set_new(o, "game", json_string(pl_net_game(net)));
    json_object_set_new(o, "shape", tell_shape(pl_net_shape_of(net)));
    json_object_set_new(o, "method", method ? json_string(method) : json_null());
    tell_state(o, pl_net_noted(net, "state"));
    json_object_set_new(o, "stages", tell_stages(pl_net_noted(net, "stages")));
    json_object_set_new(o, "curve",
                        tell_curve(pl_net_noted(net, "curve"), json_array_size(against)));
    json_object_set_new(o, "against", against);
}

static json_t *read_net(const char *path, const char *name)
{
    enum { SHOWN = 100 }; /* of the path, with which reasons begin: it is nobody's business */
    size_t skipped = strlen(path) < SHOWN ? strlen(path) : SHOWN;
    pl_error err;
    pl_net *net = pl_net_read(path, NULL, &err);
    json_t *o = json_pack("{s:s}", "name", name);
    if (net) tell_net(o, net);
    else json_object_set_new(o, "why", json_string(err.text + skipped + strlen(": ")));
    pl_net_free(net);
    return o;
}

/* The place of a file in the list.  Names that are gone make room when there is none. */
static entry *entry_of(list *l, const char *name)
{
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->of[i].name, name)) return &l->of[i];
    if (l->n == LISTED) empty(l);
    entry *e = &l->of[l->n++];
    *e = (entry){.changed = 0};
    snprintf(e->name, sizeof e->name, "%s", name);
    return e;
}

static int is_same(const entry *e, const struct stat *s)
{
    return e->told && e->changed == s->st_mtim.tv_sec && e->nanoseconds == s->st_mtim.tv_nsec &&
           e->size == s->st_size && e->number == s->st_ino;
}

/* What is told of the file, read again if it has changed; NULL: there is none. */
static json_t *told_of(list *l, const char *folder, const char *name)
{
    char path[4096];
    struct stat s;
    snprintf(path, sizeof path, "%.3900s/%s", folder, name);
    if (stat(path, &s) || !S_ISREG(s.st_mode)) return NULL;
    entry *e = entry_of(l, name);
    if (!is_same(e, &s)) {
        json_decref(e->told);
        e->told = read_net(path, name);
        e->changed = s.st_mtim.tv_sec;
        e->nanoseconds = s.st_mtim.tv_nsec;
        e->size = s.st_size;
        e->number = s.st_ino;
    }
    json_t *o = json_copy(e->told);
    json_int_t of = json_integer_value(json_object_get(o, "of"));
    int over = of > 0 && json_integer_value(json_object_get(o, "games")) >= of;
    int lively =
        json_is_integer(json_object_get(o, "games")) && time(NULL) - s.st_mtim.tv_sec < LIVELY;
    json_object_set_new(o, "changed", json_integer((json_int_t)s.st_mtim.tv_sec * 1000));
    json_object_set_new(o, "running", json_boolean(!over && lively));
    return o;
}

static int is_net(const char *name)
{
    static const char end[] = ".safetensors";
    size_t n = strlen(name);
    return n < NAME && n > sizeof end - 1 && name[0] != '.' &&
           !strcmp(name + n - (sizeof end - 1), end);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The names of a folder's nets, in their order. */
static int names_of(const char *folder, char (*out)[NAME])
{
    DIR *d = opendir(folder);
    int n = 0;
    for (struct dirent *e; d && n < LISTED && (e = readdir(d));)
        if (is_net(e->d_name)) snprintf(out[n++], NAME, "%s", e->d_name);
    if (d) closedir(d);
    qsort(out, (size_t)n, NAME, by_name);
    return n;
}

static list *kept_list(pl_notice_work *w)
{
    if (!w->kept) w->kept = calloc(1, sizeof(list));
    if (!w->kept) pl_serve_fail(&w->err, "out of memory");
    return w->kept;
}

/* In short: with the last point of its curve alone. */
static void shorten(json_t *o)
{
    json_t *curve = json_object_get(o, "curve");
    size_t n = json_array_size(curve);
    json_object_set(o, "last", n ? json_array_get(curve, n - 1) : json_null());
    json_object_del(o, "curve");
    json_object_del(o, "stages");
}

static void make_list(pl_notice_work *w)
{
    char(*names)[NAME] = calloc(LISTED, NAME);
    list *l = kept_list(w);
    if (!names || !l) {
        free(names);
        return;
    }
    w->told = json_array();
    int n = w->nets ? names_of(w->nets, names) : 0;
    for (int i = 0; i < n; i++) {
        json_t *o = told_of(l, w->nets, names[i]);
        if (!o) continue;
        shorten(o);
        json_array_append_new(w->told, o);
    }
    free(names);
}

/* Its number is the hash of its name. */
static int64_t number_of(const char *name)
{
    return (int64_t)(pl_hash(name, strlen(name)) >> 1);
}

static void make_one(pl_notice_work *w)
{
    char(*names)[NAME] = calloc(LISTED, NAME);
    list *l = kept_list(w);
    int n = names && l && w->nets ? names_of(w->nets, names) : 0;
    for (int i = 0; i < n && !w->told; i++)
        if (number_of(names[i]) == w->id) w->told = told_of(l, w->nets, names[i]);
    free(names);
    if (w->told) return;
    w->status = 404;
    pl_serve_fail(&w->err, "there is no such net");
}

static const pl_notice_kind all_nets = {make_list, forget_list};
static const pl_notice_kind one_net = {make_one, forget_list};

void pl_get_nets(pl_request *r, const char *rest)
{
    (void)rest;
    pl_notice_ask(r, &all_nets, 0);
}

void pl_get_net(pl_request *r, const char *rest)
{
    if (is_net(rest) && !strchr(rest, '/')) pl_notice_ask(r, &one_net, number_of(rest));
    else pl_answer_error(r, 404, "there is no such net");
}
