/* fuzz.h -- what the fuzzers share. */
#ifndef PL_TESTS_FUZZ_H
#define PL_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void insist(int condition)
{
    if (!condition) abort();
}

/* The input in memory of its own, so that a byte too far is noticed, as a text; to be freed. */
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    insist(text != NULL);
    if (size) memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* The fuzzer tries every input as a text. */
#define FUZZ_TEXTS(try_text)                                                                       \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                                   \
    {                                                                                              \
        char *text = text_of(data, size);                                                          \
        try_text(text);                                                                            \
        free(text);                                                                                \
        return 0;                                                                                  \
    }

#endif
