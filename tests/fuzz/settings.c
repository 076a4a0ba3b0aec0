/* settings.c -- parameters of every kind from any text: they are refused in a
 * sentence, or their canonical spelling is read back as it is. */
#include "core/settings.h"

#include "tests/fuzz/fuzz.h"

static const pl_param params[] = {
    {"n", NULL, -5, 1, 1e9, "a whole number"}, {"x", PL_REAL, -1, 0.5, 10, "a decimal number"},
    {"a", PL_TEXT, 0, 0, 0, "a text"},         {"b", PL_TEXT, 0, 0, 0, "another"},
    {"w", "up|down", 0, 0, 1, "a word"},       {0},
};

/* The spelling of the settings in args, or 0 if they are refused. */
static int spell(const char *args, char *out)
{
    double arg[PL_PARAMS_MAX] = {0};
    char text[PL_SPEC_MAX] = "";
    pl_settings s = {"fuzz", params, arg, text};
    pl_error err = {""};
    if (pl_settings_read(&s, args, &err)) return insist(err.text[0]), 0;
    insist(pl_settings_spec(&s, out, 2 * PL_SPEC_MAX) < 2 * PL_SPEC_MAX);
    return 1;
}

static void try_text(const char *args)
{
    char once[2 * PL_SPEC_MAX], twice[2 * PL_SPEC_MAX];
    if (strlen(args) >= PL_SPEC_MAX || !spell(args, once)) return;
    once[strlen(once) - 1] = 0; /* what stands between the brackets */
    insist(spell(once + strlen("fuzz("), twice));
    twice[strlen(twice) - 1] = 0;
    insist(!strcmp(once, twice));
}

FUZZ_TEXTS(try_text)
