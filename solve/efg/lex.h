/* lex.h -- the words of an .efg file, with their lines. */
#ifndef PL_EFG_LEX_H
#define PL_EFG_LEX_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    EFG_END,
    EFG_WORD,  /* letters, digits, signs, as far as the next blank, comma, quote or brace */
    EFG_TEXT,  /* between quotes, a quote in it after a backslash */
    EFG_OPEN,  /* { */
    EFG_CLOSE, /* } */
    EFG_CUT    /* a text that the file ends in */
} pl_efg_kind;

/* The word at hand is the n bytes of text, on this line. */
typedef struct {
    const char *at, *end;
    int32_t line_now, line;
    pl_efg_kind kind;
    const char *text;
    size_t n;
} pl_efg_lexer;

/* Before the first word of a file. */
pl_efg_lexer pl_efg_words(const char *file, size_t n);
void pl_efg_next(pl_efg_lexer *x);
int pl_efg_is(const pl_efg_lexer *x, const char *word);
/* A whole number, 0 .. INT32_MAX; or -1. */
int32_t pl_efg_whole(const pl_efg_lexer *x);
/* "3", "-.5", "1e-3" or "1/6": 0, or -1 if it is none that a double can hold. */
int pl_efg_number(const pl_efg_lexer *x, double *out);

#endif
