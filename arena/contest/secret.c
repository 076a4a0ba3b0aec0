/* secret.c -- what nobody knows before the end: a secret, whose hash is told at the beginning, and
 * the starts of games that come of it.
 *
 * Fact to check: sha256sum of "parlor contest " and the secret is what was told. */
#include <stdlib.h>
#include <string.h>

#include "arena/contest/contest.h"

static void hash_of(const char *secret, const char *what, unsigned char out[PL_SHA256])
{
    char text[PL_SECRET_MAX + 256];
    int n = snprintf(text, sizeof text, "parlor contest %s%s", secret, what);
    pl_sha256(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1, out);
}

/* 128 bits, in hexadecimal. */
int pl_secret_draw(char secret[PL_SECRET_MAX], pl_error *err)
{
    unsigned char bytes[16];
    FILE *in = fopen("/dev/urandom", "rb");
    size_t n = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    if (in) fclose(in);
    if (n < sizeof bytes)
        return pl_fail(err, "the system draws no secret: choose one yourself (--secret)");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(secret + 2 * i, PL_SECRET_MAX - 2 * i, "%02x", bytes[i]);
    return 0;
}

void pl_secret_hash(const char *secret, char hex[2 * PL_SHA256 + 1])
{
    unsigned char hash[PL_SHA256];
    hash_of(secret, "", hash);
    for (size_t i = 0; i < sizeof hash; i++) snprintf(hex + 2 * i, 3, "%02x", hash[i]);
}

uint64_t pl_secret_seed(const char *secret, const char *what)
{
    unsigned char hash[PL_SHA256];
    char about[200];
    uint64_t seed = 0;
    snprintf(about, sizeof about, ", %s", what);
    hash_of(secret, about, hash);
    for (int i = 0; i < 8; i++) seed = seed << 8 | hash[i];
    return seed;
}

/* A few moves of seats, none of which chance has a say in and none of which ends the game, by
 * their names: 0, or -1 if this draw is not like that. */
static int draw_line(const pl_game *g, pl_rng *r, int plies, pl_text *t)
{
    pl_state s;
    char name[PL_NAME_MAX];
    pl_start(g, &s);
    for (int i = 0; i < plies; i++) {
        if (g->turn(&s) < 0) return -1;
        pl_move m = pl_any(g, &s, r);
        g->say(&s, m, name, sizeof name);
        if (strpbrk(name, " \t#")) return -1;
        pl_put(t, "%s ", name);
        g->apply(&s, m);
    }
    pl_put(t, "\n");
    return g->turn(&s) < 0 ? -1 : 0;
}

enum { TRIES = 100, USUAL = 2 };

int pl_secret_plies(const pl_game *g)
{
    char text[(PL_NAME_MAX + 1) * USUAL + 2];
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < TRIES; i++) {
        pl_text t = {text, sizeof text, 0};
        if (draw_line(g, &r, USUAL, &t) == 0) return USUAL;
    }
    return 0;
}

static int draw_lines(const pl_game *g, uint64_t seed, int plies, int n, pl_text *t)
{
    pl_rng r;
    pl_seed(&r, seed);
    for (int i = 0; i < n; i++) {
        size_t from = t->used;
        int tries = 0;
        while (draw_line(g, &r, plies, t) && ++tries < TRIES) t->used = from;
        if (tries == TRIES) return -1;
    }
    return 0;
}

int pl_secret_openings(const pl_game *g, uint64_t seed, int plies, int n, pl_openings **out,
                       pl_error *err)
{
    size_t room = (size_t)n * ((size_t)plies * (PL_NAME_MAX + 1) + 2) + 1;
    *out = NULL;
    if (plies <= 0 || n <= 0) return 0;
    char *text = malloc(room);
    pl_text t = {text, room, 0};
    if (!text) return pl_fail(err, "out of memory");
    FILE *in = NULL;
    if (draw_lines(g, seed, plies, n, &t))
        pl_fail(err,
                "hidden games cannot begin with %d drawn moves: chance moves before, or the "
                "game is over",
                plies);
    else if (!(in = fmemopen(text, t.used, "r"))) pl_fail(err, "out of memory");
    else *out = pl_openings_read(g, in, "drawn openings", err);
    if (in) fclose(in);
    free(text);
    return *out ? 0 : -1;
}
