/* record.c -- fuzzes the reader of records in both spellings: whatever it accepts, it must
 * print in both and read back to the same; and checking it must not crash. */
#include "parlor/records.h"

#include "tests/fuzz/fuzz.h"

static char *spell(const pl_record *rec, int json)
{
    pl_error err;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (json ? pl_record_write_json(rec, out, &err) : pl_record_write_text(rec, out, &err)) abort();
    fclose(out);
    return text;
}

static void go_round(const pl_record *rec, int json)
{
    pl_error err;
    pl_record back = {0};
    int64_t line = 0, from;
    char *text = spell(rec, json);
    FILE *in = fmemopen(text, strlen(text), "r");
    if (pl_record_read(in, &back, &line, &from, &err) != 1) abort();
    char *again = spell(&back, json);
    if (strcmp(text, again)) abort();
    fclose(in);
    pl_record_clear(&back);
    free(text);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    pl_record rec = {0};
    int64_t line = 0, from = 0;
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    for (int got; in && (got = pl_record_read(in, &rec, &line, &from, &err)) != 0;) {
        if (got < 0) continue;
        const pl_game *g = pl_open(rec.game, &err);
        if (!g) abort();
        pl_record_check(&rec, g, &err);
        pl_close(g);
        go_round(&rec, 1);
        go_round(&rec, 0);
    }
    if (in) fclose(in);
    pl_record_clear(&rec);
    return 0;
}
