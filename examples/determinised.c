/* determinised.c -- agents that guess worlds and search each as if they knew it
 * all, against one that searches what it can see: pimc takes another decision in
 * every world, so it never learns what a bluff is worth.
 *
 *     cc determinised.c $(pkg-config --cflags --libs parlor) -lm -o determinised
 */
#include <math.h>
#include <parlor/parlor.h>
#include <stdio.h>

enum { GAMES = 300 };

/* Both sides of every deal: luck falls on both alike. */
static double one_pair(const pl_game *g, pl_agent *a, pl_agent *b, const pl_rng *seed)
{
    double score[PL_SEATS_MAX], sum = 0;
    for (int seat = 0; seat < 2; seat++) {
        pl_rng r = *seed;
        if (pl_play(g, (pl_agent *[]){seat ? b : a, seat ? a : b}, &r, score) < 0) return NAN;
        sum += score[seat] / 2;
    }
    return sum;
}

static void match(const pl_game *g, const char *name, pl_agent *a, pl_agent *b)
{
    double sum = 0, squares = 0;
    pl_rng seed, r;
    pl_seed(&seed, 1);
    for (int i = 0; i < GAMES; i++) {
        pl_split(&seed, (uint64_t)i, &r);
        double x = one_pair(g, a, b, &r);
        sum += x;
        squares += x * x;
    }
    double mean = sum / GAMES, half = 1.96 * sqrt((squares / GAMES - mean * mean) / (GAMES - 1));
    printf("%s scores %+.2f +- %.2f against ismcts\n", name, mean, half);
}

int main(int argc, char **argv)
{
    static const char *const agents[] = {"pimc(iterations=500,worlds=1)",
                                         "pimc(iterations=500,worlds=20)"};
    pl_error err;
    const pl_game *g = pl_open(argc > 1 ? argv[1] : "liars_dice", &err);
    if (g && g->players != 2) return puts("two players are needed"), 1;
    pl_agent *b = g ? pl_agent_open("ismcts(iterations=500)", g, 1, &err) : NULL;
    for (int i = 0; b && i < 2; i++) {
        pl_agent *a = pl_agent_open(agents[i], g, 2, &err);
        if (!a) return puts(err.text), 1;
        match(g, agents[i], a, b);
        pl_agent_free(a);
    }
    if (!b) return puts(err.text), 1;
    return pl_agent_free(b), pl_close(g), 0;
}
