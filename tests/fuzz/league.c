/* league.c -- fuzzes what reads files of leagues, JSON, TOML and lists: whatever is taken has agents and
 * numbers that a match can ask for, and everything else is refused. */
#include "cli/matches.h"

#include "tests/fuzz/fuzz.h"

static void check(const field *f)
{
    const int64_t numbers[] = {f->games, f->rounds, f->advance};
    pl_format format;
    pl_fairness seats;
    insist(f->n > 0);
    for (int i = 0; i < f->n; i++) insist(f->of[i].agent != NULL);
    for (int i = 0; i < 3; i++) insist(numbers[i] >= 0 && numbers[i] <= 1000000000);
    if (f->format && format_read(f->format, &format) == DONE) insist(format < PL_FORMATS);
    if (f->seats && seats_read(f->seats, &seats) == DONE) insist(seats < PL_FAIRNESSES);
}

/* The first byte is the kind of file. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    field f = {0};
    if (size < 2) return 0;
    const char *path = *data == 'j' ? "a.json" : *data == 't' ? "a.toml" : "a.txt";
    FILE *in = fmemopen((void *)(data + 1), size - 1, "r");
    if (!in) return 0;
    if (field_take(&f, in, path) == DONE) check(&f);
    fclose(in);
    field_free(&f);
    return 0;
}
