/* exchange.c -- parlor records export and import: games as JSON lines or as text. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

/* A game is printed whole or not at all. */
static int export_one(void *with, const pl_record *rec)
{
    const call *c = with;
    pl_error err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int as_text = !strcmp(c->format, "text");
    int bad = !out || (as_text ? pl_record_write_text(rec, out, &err)
                               : pl_record_write_json(rec, out, &err));
    if (out) fclose(out);
    if (!bad) fwrite(text, 1, size, stdout);
    free(text);
    if (bad) return failed("game %lld: %s", (long long)rec->id, out ? err.text : "out of memory");
    return output_failed() ? FAILED : DONE;
}

int records_export(pl_records *r, const call *c)
{
    int status = records_visit(r, c, export_one, (void *)(uintptr_t)c);
    return status == FAILED && output_failed() ? DONE : status; /* told when it is closed */
}

typedef struct {
    pl_records *file;
    const char *name; /* of what is read */
    int64_t taken, refused, first, last;
    int broken; /* the file that is written takes no more */
} haul;

static int take_one(haul *h, const pl_record *rec, pl_error *err)
{
    const pl_game *g = pl_open(rec->game, err);
    int bad = !g || pl_record_check(rec, g, err);
    pl_close(g);
    int64_t id = bad ? -1 : pl_records_put(h->file, rec, err);
    h->broken = !bad && id < 0;
    if (id < 0) return -1;
    if (!h->taken++) h->first = id;
    h->last = id;
    return 0;
}

/* All of it, saying what is refused and where; or up to where no more can be kept. */
static void take_all(haul *h, FILE *in)
{
    pl_record rec = {0};
    pl_error err;
    int64_t line = 0, from = 0;
    for (int got; (got = pl_record_read(in, &rec, &line, &from, &err)) != 0;) {
        if (got > 0 && take_one(h, &rec, &err) == 0) continue;
        h->refused++;
        failed("%s, line %lld: %s", h->name, (long long)from, err.text);
        if (h->broken) break;
    }
    pl_record_clear(&rec);
}

static void import_report(const haul *h, int kept, int json)
{
    int64_t taken = kept ? h->taken : 0;
    if (json)
        print_json(json_pack("{s:s,s:I,s:I,s:I,s:I}", "file", h->name, "imported",
                             (json_int_t)taken, "refused", (json_int_t)h->refused, "first",
                             (json_int_t)(taken ? h->first : 0), "last",
                             (json_int_t)(taken ? h->last : 0)));
    else if (!kept) printf("%s: nothing is imported\n", h->name);
    else if (taken == 0) printf("%s: there is no game in it\n", h->name);
    else
        printf("%s: %lld game%s imported, as %lld to %lld\n", h->name, (long long)taken,
               plural(taken), (long long)h->first, (long long)h->last);
}

static int import_stream(pl_records *r, const call *c, const char *name, FILE *in)
{
    haul h = {.file = r, .name = name};
    pl_error err;
    if (pl_records_begin(r, &err)) return failed("%s", err.text);
    take_all(&h, in);
    int kept = !ferror(in) && !h.broken && (!h.refused || c->some);
    if (ferror(in)) failed("%s: %s", name, strerror(errno));
    if (pl_records_end(r, kept, &err)) return failed("%s", err.text);
    import_report(&h, kept, c->json);
    return kept && !h.refused ? DONE : FAILED;
}

static int import_file(pl_records *r, const call *c, const char *name)
{
    if (!strcmp(name, "-")) return import_stream(r, c, "standard input", stdin);
    FILE *in = fopen(name, "r");
    if (!in) return failed("%s: %s", name, strerror(errno));
    int status = import_stream(r, c, name, in);
    fclose(in);
    return status;
}

int records_import(pl_records *r, const call *c)
{
    int status = c->count > 1 ? DONE : import_file(r, c, "-");
    for (int i = 1; i < c->count; i++) {
        int one = import_file(r, c, c->words[i]);
        if (one) status = one;
    }
    return status;
}
