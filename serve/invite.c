/* invite.c -- secrets that nobody can guess: tokens of seats, names of tables, seeds. */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "desk.h"

int pl_invite(const char *id, char token[PL_TOKEN_TEXT + 1])
{
    unsigned char bytes[24];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return -1;
    int at = snprintf(token, PL_TOKEN_TEXT + 1, "%.11s.", id);
    for (size_t i = 0; i < sizeof bytes; i++) at += snprintf(token + at, 3, "%02x", bytes[i]);
    return 0;
}

/* Letters and digits that are not taken for each other. */
int pl_invite_id(char id[PL_DESK_NAME])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz023456789";
    unsigned char bytes[PL_DESK_NAME - 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return -1;
    for (size_t i = 0; i < sizeof bytes; i++) id[i] = letters[bytes[i] % 32];
    id[sizeof bytes] = 0;
    return 0;
}

/* One that JSON can carry: who knows it knows what will be dealt. */
uint64_t pl_invite_seed(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) return 0;
    return seed >> 1;
}

void pl_invite_hash(const char *token, unsigned char out[PL_SHA256])
{
    pl_sha256(token, strlen(token), out);
}
