/* nodes.h -- the nodes of search trees: what lies below what, and what came of it.
 *
 * Nodes beside each other stand in runs of places, filled in order, so that who looks at
 * all of them reads on and does not jump.  Threads that search the same tree share its
 * links, which hardly change, but each has numbers of its own, and now and then looks up
 * what the others counted.  So no count is lost, and no thread takes a line of memory from
 * another but to learn something new. */
#ifndef PL_AGENTS_NODES_H
#define PL_AGENTS_NODES_H

#include <stdatomic.h>

#include "parlor/game.h"

enum { PL_FREE = INT32_MAX }; /* the label of a place that is not taken yet: no other is */

typedef struct {
    _Atomic uint32_t label; /* by its bits, an int32_t */
    _Atomic uint32_t first; /* place of the first run below; 0: there is nothing */
    _Atomic uint32_t next;  /* the place beside; 0: this is the last place of the last run */
    _Atomic int16_t seat;   /* that chose it; PL_CHANCE: it was not chosen in this tree */
    _Atomic uint16_t prior; /* where a guide ranks moves: how much to try it, of UINT16_MAX */
} pl_link;

/* What a thread knows of a node: what it counted itself, and the others up to when it last
 * looked. */
typedef struct {
    _Atomic double sum;         /* scores of the seat that chose it, each less the base of all */
    _Atomic uint32_t visits;    /* how many */
    _Atomic uint32_t available; /* how often it could be chosen */
} pl_known;

/* How much of that it learnt from the others.  The rest it counted itself. */
typedef struct {
    _Atomic double sum;
    _Atomic uint32_t visits; /* PL_BUSY: it is just looking */
    _Atomic uint32_t available;
} pl_heard;
static const uint32_t PL_BUSY = UINT32_MAX;

/* Links lie 2^shift bytes apart, and so does what one thread knows: who is alone has both of
 * a node in the same line of memory; what many threads read is kept away from what they
 * write. */
enum { PL_SHIFT_ALONE = 5, PL_SHIFT = 4 };
_Static_assert(sizeof(pl_link) == 1 << PL_SHIFT && sizeof(pl_known) == 1 << PL_SHIFT, "16 bytes");

typedef struct {
    unsigned char *known;
    pl_heard *heard; /* NULL: there are no others */
    void *memory[2]; /* in which they lie, where it is not that of the links */
    int shift;
    _Atomic uint32_t clean;   /* places up to here are of this search; from there on, of none */
    unsigned char apart[128]; /* from what another thread writes */
} pl_counts;

typedef struct {
    unsigned char *link; /* place 0 is none */
    void *memory;        /* in which they lie */
    int shift;
    pl_counts *counts; /* one a thread */
    int threads;
    uint32_t room; /* places there may be */
    unsigned char apart[64];
    _Atomic uint32_t used;  /* places that threads have set aside */
    _Atomic uint32_t nodes; /* that stand in them; threads add theirs now and then */
    unsigned char also_apart[64];
} pl_nodes;

/* Places that a thread has set aside and not used yet. */
typedef struct {
    uint32_t from, to;
    uint32_t nodes; /* put into such places, and not told yet */
} pl_spare;

/* How far one has looked among the nodes below another. */
typedef struct {
    uint32_t at, end; /* the next place, and the end of its run */
    uint32_t places;  /* of all runs so far */
} pl_reach;

/* What was counted of a node. */
typedef struct {
    double sum;
    uint32_t visits, available;
} pl_total;

/* A new node's facts. */
typedef struct {
    int32_t label;
    int16_t seat;
    uint16_t prior;
} pl_fact;

/* Room for so many places; threads is set. */
int pl_nodes_open(pl_nodes *t, double places, pl_error *err);
void pl_nodes_close(pl_nodes *t);
size_t pl_nodes_place_bytes(int threads);
/* Places with which every thread has some, and a root as many children as there are moves. */
double pl_nodes_least(int threads, int moves);
/* Forget all; then so many nodes, from 1 on, that are below nothing. */
void pl_nodes_begin(pl_nodes *t, uint32_t roots);
/* A thread has no more use for what it has set aside. */
void pl_nodes_leave(pl_nodes *t, pl_spare *spare);
/* Clear what the thread knows of earlier searches, up to place k and as far as the tree has
 * grown meanwhile: so nothing large is to be done when a search begins. */
void pl_nodes_clean(const pl_nodes *t, pl_counts *c, uint32_t k);
/* The node below n with this label, beyond what was looked at; new, if it was added.  0: no
 * room.  Places are taken in order, by whoever is first, so no two nodes have the same label. */
uint32_t pl_nodes_grow(pl_nodes *t, uint32_t n, pl_reach *r, const pl_fact *f, pl_spare *spare,
                       int *added);
/* Look up what the others counted of node k, unless one of them just does the same. */
void pl_nodes_look_up(const pl_nodes *t, int thread, uint32_t k);

/* What all threads counted of node k. */
pl_total pl_nodes_total(const pl_nodes *t, uint32_t k);

/* Reading and adding without regard to order. */
static inline uint32_t pl_seen_count(const _Atomic uint32_t *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static inline double pl_seen_sum(const _Atomic double *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static inline pl_link *pl_link_of(const pl_nodes *t, uint32_t k)
{
    return (void *)(t->link + ((size_t)k << t->shift));
}

static inline pl_known *pl_known_of(const pl_counts *c, uint32_t k)
{
    return (void *)(c->known + ((size_t)k << c->shift));
}

/* A thread comes to place k, maybe for the first time. */
static inline void pl_nodes_visit(const pl_nodes *t, pl_counts *c, uint32_t k)
{
    if (k >= pl_seen_count(&c->clean)) pl_nodes_clean(t, c, k);
}

static inline int32_t pl_node_label(const pl_nodes *t, uint32_t k)
{
    return (int32_t)pl_seen_count(&pl_link_of(t, k)->label);
}

static inline int pl_node_seat(const pl_nodes *t, uint32_t k)
{
    return atomic_load_explicit(&pl_link_of(t, k)->seat, memory_order_relaxed);
}

/* Nobody else writes to what a thread knows. */
static inline void pl_add_count(_Atomic uint32_t *x)
{
    atomic_store_explicit(x, pl_seen_count(x) + 1, memory_order_relaxed);
}

static inline void pl_add_sum(_Atomic double *x, double d)
{
    atomic_store_explicit(x, pl_seen_sum(x) + d, memory_order_relaxed);
}

/* How long the next run is where there are so many places: as many as all before it. */
static inline uint32_t pl_run_length(uint32_t places)
{
    return places < 2 ? 2 : places > 16 ? 16 : places;
}

/* The run below n; and the one behind that in which place last is the last. */
static inline uint32_t pl_run_below(const pl_nodes *t, uint32_t n)
{
    return atomic_load_explicit(&pl_link_of(t, n)->first, memory_order_acquire);
}

static inline uint32_t pl_run_behind(const pl_nodes *t, uint32_t last)
{
    return atomic_load_explicit(&pl_link_of(t, last)->next, memory_order_acquire);
}

/* Memory that is soon read is fetched meanwhile, where the compiler can say so. */
static inline void pl_fetch(const void *from)
{
#if defined(__GNUC__)
    __builtin_prefetch(from);
#else
    (void)from;
#endif
}

/* One is soon to look at the nodes below n. */
static inline void pl_nodes_expect(const pl_nodes *t, const pl_counts *c, uint32_t n)
{
    uint32_t run = pl_run_below(t, n);
    pl_fetch(pl_link_of(t, run));
    pl_fetch(pl_known_of(c, run));
}

/* The node below n with this label, or 0; and then where to go on looking. */
static inline uint32_t pl_nodes_find(const pl_nodes *t, uint32_t n, int32_t label, pl_reach *r)
{
    uint32_t end = 0, places = 0;
    for (uint32_t run = pl_run_below(t, n); run; run = pl_run_behind(t, end - 1)) {
        uint32_t length = pl_run_length(places), k = run;
        places += length;
        end = run + length;
        for (; k < end; k++) {
            uint32_t found = atomic_load_explicit(&pl_link_of(t, k)->label, memory_order_acquire);
            if (found == (uint32_t)label) return k;
            if (found != PL_FREE) continue;
            *r = (pl_reach){k, end, places};
            return 0;
        }
    }
    *r = (pl_reach){end, end, places};
    return 0;
}

/* The first of the nodes below n, and the one beside k; or 0. */
static inline uint32_t pl_node_taken(const pl_nodes *t, uint32_t k)
{
    if (!k) return 0;
    return atomic_load_explicit(&pl_link_of(t, k)->label, memory_order_acquire) == PL_FREE ? 0 : k;
}

static inline uint32_t pl_node_child(const pl_nodes *t, uint32_t n)
{
    return pl_node_taken(t, pl_run_below(t, n));
}

static inline uint32_t pl_node_beside(const pl_nodes *t, uint32_t k)
{
    return pl_node_taken(t, pl_run_behind(t, k));
}

#endif
