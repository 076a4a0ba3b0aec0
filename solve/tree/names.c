/* names.c -- what an information set is called, in the tree and at the table.
 *
 * The same few functions name a set while its tree is built and while a policy
 * for it is played, so the two agree by construction.  A name is a hash: the tree sees to it that
 * no two of its sets share one (sets.c).
 */
#include "parlor/tree.h"

/* The finisher of SplitMix64 (Steele, Lea and Flood, 2014): one-to-one, and each
 * bit in changes half of those that come out. */
static uint64_t scattered(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

int pl_info_by_view(const pl_game *g)
{
    return !g->hide || g->traits & PL_RECALL;
}

uint64_t pl_info_key_view(const pl_game *g, int seat, const void *view)
{
    return scattered(pl_hash(view, (size_t)g->state_size) + pl_info_key_start(seat));
}

uint64_t pl_info_key_start(int seat)
{
    return scattered((uint64_t)seat + 1);
}

uint64_t pl_info_key_heard(uint64_t before, int who, pl_move code)
{
    uint64_t what = (uint64_t)(uint32_t)code | (uint64_t)(who + 2) << 32;
    return scattered(before ^ scattered(what));
}
