/* nodes.c -- where the nodes of search trees stand, and how threads share them.
 *
 * A place is taken by writing its label, a run is added by linking it, each in one step that
 * only one thread can make.  Nothing is ever moved or taken away before the next search.
 *
 * Fact to check: after a search of many threads the visits to the nodes below the root are as
 * many as there were iterations, if there was room.
 */
#include "agents/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { CHUNK = 64 }; /* places that a thread sets aside at once */
enum { LINE = 64 };  /* bytes that a machine moves at once */

size_t pl_nodes_place_bytes(int threads)
{
    size_t counts = sizeof(pl_known) + (threads > 1 ? sizeof(pl_heard) : 0);
    return sizeof(pl_link) + (size_t)threads * counts;
}

/* So many zero bytes from the beginning of a line of memory on, in *memory; or NULL. */
static void *open_lines(size_t bytes, void **memory)
{
    *memory = calloc(1, bytes + LINE);
    return *memory ? (unsigned char *)*memory + LINE - (uintptr_t)*memory % LINE : NULL;
}

double pl_nodes_least(int threads, int moves)
{
    return CHUNK * (double)threads + 4.0 * moves;
}

static int open_counts(const pl_nodes *t, pl_counts *c)
{
    c->shift = t->shift;
    c->known = t->link + sizeof(pl_link);
    atomic_store(&c->clean, UINT32_MAX);
    if (t->threads == 1) return 0;
    c->known = open_lines((size_t)t->room << t->shift, &c->memory[0]);
    c->heard = open_lines(t->room * sizeof *c->heard, &c->memory[1]);
    return c->known && c->heard ? 0 : -1;
}

int pl_nodes_open(pl_nodes *t, double places, pl_error *err)
{
    int failed = 0;
    t->room = places < 4e9 ? (uint32_t)places : (uint32_t)4e9;
    t->shift = t->threads == 1 ? PL_SHIFT_ALONE : PL_SHIFT;
    t->link = open_lines((size_t)t->room << t->shift, &t->memory);
    t->counts = calloc((size_t)t->threads, sizeof *t->counts);
    if (!t->link || !t->counts)
        return pl_fail(err, "there is too little memory; a smaller memory=... is accepted");
    for (int i = 0; i < t->threads; i++) failed |= open_counts(t, &t->counts[i]);
    return failed ? pl_fail(err, "there is too little memory; a smaller memory=... is accepted")
                  : 0;
}

void pl_nodes_close(pl_nodes *t)
{
    for (int i = 0; t->counts && i < t->threads; i++) {
        free(t->counts[i].memory[0]);
        free(t->counts[i].memory[1]);
    }
    free(t->counts);
    free(t->memory);
}

static uint32_t count_of(const _Atomic uint32_t *x)
{
    return atomic_load_explicit(x, memory_order_acquire);
}

static double sum_of(const _Atomic double *x)
{
    return atomic_load_explicit(x, memory_order_acquire);
}

static void make_free(pl_link *place, uint32_t next)
{
    atomic_store_explicit(&place->label, PL_FREE, memory_order_relaxed);
    atomic_store_explicit(&place->first, 0, memory_order_relaxed);
    atomic_store_explicit(&place->next, next, memory_order_relaxed);
    atomic_store_explicit(&place->seat, PL_CHANCE, memory_order_relaxed);
    atomic_store_explicit(&place->prior, 0, memory_order_relaxed);
}

/* Others may see the label a moment before the rest, which then is as of no choice. */
static void put_facts(pl_link *place, const pl_fact *f)
{
    atomic_store_explicit(&place->seat, f->seat, memory_order_relaxed);
    atomic_store_explicit(&place->prior, f->prior, memory_order_relaxed);
}

void pl_nodes_clean(const pl_nodes *t, pl_counts *c, uint32_t k)
{
    uint32_t from = pl_seen_count(&c->clean), to = pl_seen_count(&t->used);
    if (to > t->room) to = t->room; /* threads asked for more than there is */
    if (to <= k) to = k + 1;
    memset(pl_known_of(c, from), 0, (size_t)(to - from) << c->shift);
    memset(&c->heard[from], 0, (to - from) * sizeof *c->heard);
    atomic_store_explicit(&c->clean, to, memory_order_release);
}

/* So many places from here on are one run, and free; who is alone knows nothing of them. */
static void make_run(const pl_nodes *t, uint32_t from, uint32_t length)
{
    uint32_t end = from + length;
    for (uint32_t k = from; k < end; k++) make_free(pl_link_of(t, k), k + 1 < end ? k + 1 : 0);
    if (t->threads > 1) return;
    for (uint32_t k = from; k < end; k++) memset(pl_known_of(t->counts, k), 0, sizeof(pl_known));
}

void pl_nodes_begin(pl_nodes *t, uint32_t roots)
{
    for (uint32_t k = 1; k <= roots; k++) make_run(t, k, 1);
    atomic_store(&t->used, (roots + 2) & ~1u); /* short runs lie in one line */
    atomic_store(&t->nodes, roots);
    for (int i = 0; t->threads > 1 && i < t->threads; i++) atomic_store(&t->counts[i].clean, 0);
}

static void tell_nodes(pl_nodes *t, pl_spare *spare)
{
    atomic_fetch_add_explicit(&t->nodes, spare->nodes, memory_order_relaxed);
    spare->nodes = 0;
}

void pl_nodes_leave(pl_nodes *t, pl_spare *spare)
{
    uint32_t end = spare->to;
    tell_nodes(t, spare);
    atomic_compare_exchange_strong(&t->used, &end, spare->from);
}

/* So many places that nobody else will use, all free; 0: there is no more room. */
static uint32_t set_aside(pl_nodes *t, pl_spare *spare, uint32_t length)
{
    if (spare->to - spare->from < length) {
        if (pl_seen_count(&t->used) + CHUNK > t->room) return 0;
        uint32_t from = atomic_fetch_add_explicit(&t->used, CHUNK, memory_order_relaxed);
        tell_nodes(t, spare);
        if (from != spare->to) spare->from = from;
        spare->to = from + CHUNK;
        if (spare->to > t->room) spare->from = spare->to = 0;
        if (!spare->to) return 0;
    }
    make_run(t, spare->from, length);
    return spare->from;
}

/* Write a label into a free place, or a run where there was none; else *found is what another
 * thread has put there.  Who is alone need not ask. */
static int claim(const pl_nodes *t, _Atomic uint32_t *at, uint32_t *found, uint32_t value)
{
    if (t->threads > 1)
        return atomic_compare_exchange_strong_explicit(at, found, value, memory_order_acq_rel,
                                                       memory_order_acquire);
    atomic_store_explicit(at, value, memory_order_relaxed);
    return 1;
}

/* The next run, in which f is the first node if it is new; 0: no room. */
static uint32_t next_run(pl_nodes *t, uint32_t n, pl_reach *r, const pl_fact *f, pl_spare *spare,
                         int *added)
{
    uint32_t length = pl_run_length(r->places);
    _Atomic uint32_t *door = r->end ? &pl_link_of(t, r->end - 1)->next : &pl_link_of(t, n)->first;
    uint32_t run = atomic_load_explicit(door, memory_order_acquire);
    if (!run) {
        uint32_t fresh = set_aside(t, spare, length);
        if (!fresh) return 0;
        put_facts(pl_link_of(t, fresh), f);
        atomic_store_explicit(&pl_link_of(t, fresh)->label, (uint32_t)f->label,
                              memory_order_relaxed);
        if ((*added = claim(t, door, &run, fresh))) {
            spare->from += length;
            run = fresh;
        }
    }
    *r = (pl_reach){run, run + length, r->places + length};
    return run;
}

uint32_t pl_nodes_grow(pl_nodes *t, uint32_t n, pl_reach *r, const pl_fact *f, pl_spare *spare,
                       int *added)
{
    *added = 0;
    for (;; r->at++) {
        if (r->at == r->end && !next_run(t, n, r, f, spare, added)) return 0;
        pl_link *place = pl_link_of(t, r->at);
        uint32_t label = (uint32_t)f->label, found = count_of(&place->label);
        if (found == PL_FREE && (*added = claim(t, &place->label, &found, label))) {
            put_facts(place, f);
            found = label;
        }
        if (found != label) continue;
        spare->nodes += (uint32_t)*added;
        return r->at;
    }
}

/* Add what a thread counted itself, if it ever came there; 0: it is just looking at the
 * others' counts, so that what it knows and what it heard do not fit together. */
static int add_own(const pl_counts *c, uint32_t k, pl_total *all)
{
    const pl_known *known = pl_known_of(c, k);
    pl_total heard = {0, 0, 0};
    if (k >= count_of(&c->clean)) return 1;
    if (c->heard) {
        const pl_heard *h = &c->heard[k];
        heard.visits = count_of(&h->visits);
        heard.available = count_of(&h->available);
        heard.sum = sum_of(&h->sum);
    }
    uint32_t visits = count_of(&known->visits), available = count_of(&known->available);
    double sum = sum_of(&known->sum);
    if (c->heard && (heard.visits == PL_BUSY || count_of(&c->heard[k].visits) != heard.visits))
        return 0;
    all->visits += visits - heard.visits;
    all->available += available - heard.available;
    all->sum += sum - heard.sum;
    return 1;
}

static void put_count(_Atomic uint32_t *x, uint32_t n)
{
    atomic_store_explicit(x, n, memory_order_release);
}

static void put_sum(_Atomic double *x, double sum)
{
    atomic_store_explicit(x, sum, memory_order_release);
}

void pl_nodes_look_up(const pl_nodes *t, int thread, uint32_t k)
{
    pl_counts *c = &t->counts[thread];
    pl_known *known = pl_known_of(c, k);
    pl_heard *heard = &c->heard[k];
    pl_total own = {0, 0, 0}, others = {0, 0, 0};
    pl_nodes_visit(t, c, k);
    for (int i = 0; i < t->threads; i++)
        if (i != thread && !add_own(&t->counts[i], k, &others)) return;
    add_own(c, k, &own);
    put_count(&heard->visits, PL_BUSY);
    put_count(&known->visits, own.visits + others.visits);
    put_count(&known->available, own.available + others.available);
    put_sum(&known->sum, own.sum + others.sum);
    put_count(&heard->available, others.available);
    put_sum(&heard->sum, others.sum);
    put_count(&heard->visits, others.visits);
}

/* Who is just looking soon has looked. */
pl_total pl_nodes_total(const pl_nodes *t, uint32_t k)
{
    pl_total all = {0, 0, 0};
    for (int i = 0; i < t->threads; i++)
        while (!add_own(&t->counts[i], k, &all)) {
        }
    return all;
}
