/* policy_make.c -- new policy files from one: purer ones, and a ladder of opponents. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "policies.h"
#include "solve.h"
#include "whole.h"

enum { RUNGS_MAX = 64, NAME_ROOM = 4000, PATH_ROOM = NAME_ROOM + 96 };

int write_policy(const char *path, const pl_tree *t, double *policy, const call *c,
                 pl_policy_facts *f)
{
    pl_error err = {""};
    f->bits = c->bits ? atoi(c->bits) : 64;
    for (int32_t i = 0; i < t->infos; i++)
        pl_policy_rounded(policy + t->info_first[i], t->info_first[i + 1] - t->info_first[i],
                          f->bits);
    if (pl_policy_certify(t, policy, f))
        return failed("best answers at %s are not known, or memory ran out", t->game->name);
    return pl_policy_write(path, t, policy, f, &err) ? failed("%s", err.text) : DONE;
}

/* How it was made, after how that was made which it is made from. */
static void tell_how(pl_policy_facts *f, const opened *o, const char *what, double x)
{
    char how[2 * PL_POLICY_HOW];
    const char *before = pl_policy_facts_of(o->file)->how;
    pl_policy_facts_none(f);
    snprintf(how, sizeof how, "%s%s%s %.6g", before, *before ? "; " : "", what, x);
    snprintf(f->how, sizeof f->how, "%.*s", PL_POLICY_HOW - 1, how);
}

/* What is written, in a table or as JSON. */
typedef struct {
    table *table;
    json_t *json;
} listing;

static listing begin_listing(const call *c)
{
    listing l = {0};
    if (c->json) l.json = json_array();
    else l.table = table_new("FILE|MADE BY|EXPLOITABILITY>|VALUE, SEAT 0>");
    return l;
}

static void list_file(listing *l, const pl_game *g, const char *path, const char *what, double x,
                      const pl_policy_facts *f)
{
    char a[32], b[32];
    double e = exploitability(g, f->nashconv);
    if (l->json) {
        json_array_append_new(l->json, json_pack("{s:o,s:f,s:f,s:o}", "file", json_clean(path),
                                                 what, x, "exploitability", e, "values",
                                                 json_numbers(f->value, g->players)));
        return;
    }
    table_row(l->table);
    table_cell(l->table, "%s", path);
    table_cell(l->table, "%s %.6g", what, x);
    table_cell(l->table, "%s", number_text(e, a));
    table_cell(l->table, "%s", number_text(f->value[0], b));
}

static int end_listing(listing *l, const pl_game *g, int status)
{
    if (status) {
        json_decref(l->json);
        table_free(l->table);
        return status;
    }
    if (l->table) return table_print(l->table);
    print_json(json_pack("{s:o,s:o}", "game", json_spec(g), "files", l->json));
    return DONE;
}

/* "kuhn.policy" without its ending, or what --output says. */
static void begin_name(const call *c, char *buf, size_t size)
{
    static const char ending[] = ".policy";
    const char *from = c->output ? c->output : c->words[1];
    size_t n = strlen(from), k = sizeof ending - 1;
    if (n > k && !strcmp(from + n - k, ending)) n -= k;
    snprintf(buf, size, "%.*s", (int)n, from);
}

static int only_file(const call *c)
{
    if (c->count == 2) return DONE;
    return misused("%s takes one file, and not '%.40s'", c->words[0], c->words[2]);
}

static void name_pure(const call *c, char *buf, size_t size)
{
    char begin[NAME_ROOM];
    begin_name(c, begin, sizeof begin);
    if (c->output) snprintf(buf, size, "%s", c->output);
    else snprintf(buf, size, "%s-pure.policy", begin);
}

static int purify(opened *o, const call *c)
{
    char path[PATH_ROOM];
    pl_policy_facts f;
    listing l = begin_listing(c);
    const pl_tree *t = o->tree;
    name_pure(c, path, sizeof path);
    for (int32_t i = 0; i < t->infos; i++)
        pl_policy_purify(o->policy + t->info_first[i], t->info_first[i + 1] - t->info_first[i],
                         c->least);
    tell_how(&f, o, "purified, least", c->least);
    int status = write_policy(path, t, o->policy, c, &f);
    if (!status) list_file(&l, o->game, path, "least", c->least, &f);
    return end_listing(&l, o->game, status);
}

int policy_purify(const call *c)
{
    opened o = {0};
    char path[PATH_ROOM];
    int status = only_file(c);
    name_pure(c, path, sizeof path);
    if (!status) status = open_policy(&o, c->words[1], c);
    if (!status) status = outputs_check(&(output){.option = "output", .path = path}, 1);
    if (!status) status = grow_policy(&o, c);
    if (!status) status = purify(&o, c);
    close_policy(&o);
    return status;
}

/* One rung of a ladder. */
typedef struct {
    double is;      /* its temperature, or target */
    int warmed;     /* which of both */
    double *policy; /* on the tree */
} rung;

typedef struct {
    rung of[RUNGS_MAX];
    int n;
} ladder;

/* "0.1,0.5" into rungs; DONE or MISUSED. */
static int read_rungs(ladder *l, const char *list, int warmed)
{
    const char *name = warmed ? "temperatures" : "targets";
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char *end;
        double x = strtod(at, &end);
        if (end == at || (*end && *end != ',') || !(x >= (warmed ? 0.001 : 0)) || !(x <= 1000))
            return misused("--%s takes numbers like 0.01,0.1,0.5, not '%.40s'", name, list);
        if (l->n == RUNGS_MAX) return misused("a ladder has at most %d rungs", RUNGS_MAX);
        l->of[l->n++] = (rung){.is = x, .warmed = warmed};
    }
    return DONE;
}

static int make_rung(rung *r, const opened *o)
{
    const pl_tree *t = o->tree;
    double weight, reached;
    pl_error err = {""};
    r->policy = policy_room(t);
    if (!r->policy) return FAILED;
    if (!r->warmed && pl_policy_aim(t, o->policy, r->is, r->policy, &weight, &reached, &err))
        return failed("%s", err.text);
    if (!r->warmed) return DONE;
    memcpy(r->policy, o->policy, (size_t)t->info_first[t->infos] * sizeof *r->policy);
    for (int32_t i = 0; i < t->infos; i++)
        pl_policy_temper(r->policy + t->info_first[i], t->info_first[i + 1] - t->info_first[i],
                         r->is);
    return DONE;
}

static void name_rung(const rung *r, const call *c, char *buf, size_t size)
{
    char begin[NAME_ROOM];
    begin_name(c, begin, sizeof begin);
    snprintf(buf, size, "%s-%s%.6g.policy", begin, r->warmed ? "t" : "", r->is);
}

/* Rungs that are the same to six digits have one name. */
static int check_rungs(const ladder *l, const call *c)
{
    char path[PATH_ROOM], other[PATH_ROOM];
    int status = DONE;
    if (c->output && !strcmp(c->output, "-"))
        status = misused("--output is how the files of ladder begin, not standard output");
    for (int i = 0; !status && i < l->n; i++) {
        name_rung(&l->of[i], c, path, sizeof path);
        status = outputs_check(&(output){.option = "output", .path = path}, 1);
        for (int k = 0; !status && k < i; k++) {
            name_rung(&l->of[k], c, other, sizeof other);
            if (!strcmp(path, other)) status = misused("two rungs would be '%.100s'", path);
        }
    }
    return status;
}

static int write_rungs(const ladder *l, const opened *o, const call *c)
{
    char path[PATH_ROOM];
    listing list = begin_listing(c);
    int status = DONE;
    for (int i = 0; !status && i < l->n; i++) {
        const rung *r = &l->of[i];
        const char *what = r->warmed ? "temperature" : "target";
        pl_policy_facts f;
        name_rung(r, c, path, sizeof path);
        tell_how(&f, o, r->warmed ? "temperature" : "mixed with uniform play to", r->is);
        status = write_policy(path, o->tree, r->policy, c, &f);
        if (!status) list_file(&list, o->game, path, what, r->is, &f);
    }
    return end_listing(&list, o->game, status);
}

int policy_ladder(const call *c)
{
    ladder l = {.n = 0};
    opened o = {0};
    int status = only_file(c);
    if (!status && c->targets) status = read_rungs(&l, c->targets, 0);
    if (!status && c->temperatures) status = read_rungs(&l, c->temperatures, 1);
    if (!status && !l.n) status = misused("ladder needs --targets or --temperatures, as 0.01,0.1");
    if (!status) status = open_policy(&o, c->words[1], c);
    if (!status) status = check_rungs(&l, c);
    if (!status) status = grow_policy(&o, c);
    /* None is written before all are known to be possible. */
    for (int i = 0; !status && i < l.n; i++) status = make_rung(&l.of[i], &o);
    if (!status) status = write_rungs(&l, &o, c);
    for (int i = 0; i < l.n; i++) free(l.of[i].policy);
    close_policy(&o);
    return status;
}
