/* words.c -- the names that stand in records, back to what they name. */
#include <string.h>

#include "table/records/records.h"

static const char *const happenings[] = {"began", "ply",    "fault",   "back",
                                         "pause", "resume", "finished"};
enum { HAPPENINGS = 7, ENDINGS = PL_BY_ABORT + 1, THENS = PL_RETRY + 1 };

const char *pl_happening_name(pl_kind kind)
{
    return happenings[kind];
}

int pl_happening_of(const char *text)
{
    int i = HAPPENINGS - 1;
    while (i >= 0 && strcmp(happenings[i], text)) i--;
    return i;
}

int pl_ending_of(const char *text)
{
    int i = ENDINGS - 1;
    while (i >= 0 && strcmp(pl_ending_name((pl_ending)i), text)) i--;
    return i;
}

int pl_fault_of(const char *text)
{
    int i = PL_FAULTS - 1;
    while (i > PL_WAITING && strcmp(pl_fault_name((pl_fault)i), text)) i--;
    return i > PL_WAITING ? i : -1; /* who is waited for is at no fault */
}

int pl_then_of(const char *text)
{
    int i = THENS - 1;
    while (i >= 0 && strcmp(pl_then_name((pl_then)i), text)) i--;
    return i;
}
