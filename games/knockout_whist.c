/* knockout_whist.c -- knockout whist (British, traditional; also Trumps): seven
 * tricks, then six, and so on; who takes none is out.
 *
 * A card is 13 * suit + rank, a hand the bits of a word.  Earlier deals are
 * shuffled back, so a view need not remember them: it has no perfect recall.
 *
 * Fact to check: four players are dealt 28 cards, so a random game's first deal
 * is 28 plies of chance, one for the card turned up, and 28 of play.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { SEATS = 7, SUITS = 4, RANKS = 13, PACK = SUITS * RANKS, TRICKS = 7 };
enum { PLAYERS, CARDS, HIGH, COLOURS, LEAD }; /* parameters */
enum { ELDEST, CHOOSER };                     /* the words of lead */
enum { DEAL, TURN_UP, CUT, CHOOSE, PLAY, OVER };
enum { NONE = SUITS, NOBODY = SEATS, BACK = 64, TRIES = 1000 };

typedef struct {
    uint64_t hand[SEATS]; /* 0 if not known */
    uint64_t stock;       /* not dealt and not turned up; 0 in a view */
    uint64_t pack, gone;  /* all cards there are; those played in this deal */
    uint32_t voids;       /* bit 4 i + k: seat i has shown that he has none of suit k */
    uint8_t trick[SEATS]; /* 1 + the card that a seat has played to this trick; 0 none */
    uint8_t won[SEATS];   /* tricks of this deal */
    uint8_t players, lead;
    uint8_t in;    /* bit i: seat i is not knocked out */
    uint8_t cards; /* that each is dealt in this deal */
    uint8_t up;    /* 1 + the card turned up in the first deal; 0 none */
    uint8_t trump; /* a suit, or NONE before it is known */
    uint8_t led;   /* the suit of this trick, or NONE */
    uint8_t phase;
    uint8_t dealer;
    uint8_t chooser; /* who names the trumps; NOBODY in the first deal */
    uint8_t best;    /* who wins the trick so far; its leader at first */
    uint8_t tricks;  /* still to be played in this deal */
    uint8_t count;   /* cards to deal; then those to come in this trick */
    int8_t turn;     /* the seat that gets the next card, names trumps or plays */
} knockout_whist;

static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
static const char *const suit_name[] = {"clubs", "diamonds", "hearts", "spades", "?"};

static uint64_t bit(int card)
{
    return (uint64_t)1 << card;
}

/* All thirteen; none of the pack, where the suit is NONE. */
static uint64_t of_suit(int suit)
{
    return (bit(RANKS) - 1) << RANKS * suit;
}

/* The next seat round the table, after i, that is in. */
static int after(const knockout_whist *s, int i)
{
    unsigned twice = s->in | (unsigned)s->in << SEATS;
    int next = i + 1 + pl_lowest(twice >> (i + 1));
    return next < SEATS ? next : next - SEATS;
}

static void begin_deal(knockout_whist *s)
{
    memset(s->won, 0, sizeof s->won);
    s->voids = 0;
    s->gone = 0;
    s->up = s->best = 0;
    s->trump = NONE;
    s->stock = s->pack;
    s->dealer = (uint8_t)after(s, s->dealer);
    s->turn = (int8_t)after(s, s->dealer);
    s->count = (uint8_t)(s->cards * pl_count(s->in));
    s->phase = DEAL;
}

static void begin_trick(knockout_whist *s, int leader)
{
    s->turn = (int8_t)leader;
    s->best = (uint8_t)leader;
    s->led = NONE;
    s->count = (uint8_t)pl_count(s->in);
}

static void begin_play(knockout_whist *s, int suit)
{
    int chosen = s->chooser != NOBODY && s->lead == CHOOSER;
    s->trump = (uint8_t)suit;
    s->tricks = s->cards;
    s->phase = PLAY;
    begin_trick(s, chosen ? s->chooser : after(s, s->dealer));
}

/* The highest ranks of the first suits. */
static void knockout_whist_init(const pl_game *g, void *p)
{
    knockout_whist *s = p;
    int high = (int)g->arg[HIGH];
    for (int k = 0; k < (int)g->arg[COLOURS]; k++)
        s->pack |= of_suit(k) & ~((bit(RANKS - high) - 1) << RANKS * k);
    s->players = (uint8_t)g->arg[PLAYERS];
    s->cards = (uint8_t)g->arg[CARDS];
    s->lead = (uint8_t)g->arg[LEAD];
    s->in = (uint8_t)((1 << s->players) - 1);
    s->dealer = (uint8_t)(s->players - 2);
    s->chooser = NOBODY;
    s->led = NONE;
    begin_deal(s);
}

static int knockout_whist_turn(const void *p)
{
    const knockout_whist *s = p;
    return s->phase < CHOOSE ? PL_CHANCE : s->phase == OVER ? PL_OVER : s->turn;
}

/* Those who took most tricks. */
static unsigned leaders(const knockout_whist *s)
{
    unsigned set = 0;
    int most = 0;
    for (int i = 0; i < SEATS; i++) {
        if (s->won[i] > most) set = 0;
        if (s->won[i] >= most) set |= 1u << i;
        most = s->won[i] > most ? s->won[i] : most;
    }
    return set;
}

/* The suits there are, as the moves that name them. */
static uint64_t trumps(const knockout_whist *s)
{
    uint64_t out = 0;
    for (int k = 0; k < SUITS; k++)
        if (s->pack & of_suit(k)) out |= bit(PACK + k);
    return out;
}

static uint64_t knockout_whist_legal(const void *p)
{
    const knockout_whist *s = p;
    if (s->phase <= TURN_UP) return s->stock;
    if (s->phase == CUT) return leaders(s);
    if (s->phase == CHOOSE) return trumps(s);
    uint64_t hand = s->hand[s->turn], follow = hand & of_suit(s->led);
    return follow | (hand & -(uint64_t)!follow); /* all of the hand if he cannot follow */
}

static int knockout_whist_moves(const void *p, pl_move *out)
{
    return pl_list(knockout_whist_legal(p), out);
}

static void deal_card(knockout_whist *s, uint64_t card)
{
    s->hand[s->turn] |= card;
    s->stock ^= card;
    s->turn = (int8_t)after(s, s->turn);
    if (--s->count) return;
    s->phase = s->chooser == NOBODY ? TURN_UP : CHOOSE;
    if (s->phase == CHOOSE) s->turn = (int8_t)s->chooser;
}

/* All that are to come, for the fast loops: how many are left to draw from is known ahead. */
static int deal_all(knockout_whist *s, pl_rng *r)
{
    int cards = s->count, n = pl_count(s->stock);
    for (int k = 0; k < cards; k++) deal_card(s, pl_nth_bit(s->stock, pl_below(r, n - k)));
    return cards;
}

/* The chooser is known, so the next deal can begin. */
static void choose(knockout_whist *s, int chooser)
{
    s->chooser = (uint8_t)chooser;
    s->cards--;
    begin_deal(s);
}

static void end_deal(knockout_whist *s)
{
    unsigned most = leaders(s);
    s->in = 0;
    for (int i = 0; i < SEATS; i++) s->in |= (uint8_t)((s->won[i] > 0) << i);
    if (!(s->in & (s->in - 1))) s->phase = OVER;
    else if (most & (most - 1)) s->phase = CUT;
    else choose(s, pl_lowest(most));
}

static void end_trick(knockout_whist *s)
{
    s->won[s->best]++;
    memset(s->trick, 0, sizeof s->trick);
    begin_trick(s, s->best);
    if (--s->tricks == 0) end_deal(s);
}

static unsigned suit_of(int card)
{
    return (unsigned)card / RANKS;
}

/* Of which the most takes a trick: the rank, more if it follows, and more yet as a trump. */
static int worth(int card, uint64_t led, uint64_t trumps)
{
    return card + 64 * (int)(led >> card & 1) + 128 * (int)(trumps >> card & 1);
}

static void play_card(knockout_whist *s, int card)
{
    int seat = s->turn;
    unsigned suit = suit_of(card);
    if (s->led == NONE) s->led = (uint8_t)suit;
    s->voids |= (uint32_t)(suit != s->led) << (4 * seat + s->led);
    s->hand[seat] ^= bit(card);
    s->gone |= bit(card);
    s->trick[seat] = (uint8_t)(card + 1);
    int most = worth(s->trick[s->best] - 1, of_suit(s->led), of_suit(s->trump));
    s->best = worth(card, of_suit(s->led), of_suit(s->trump)) > most ? (uint8_t)seat : s->best;
    s->turn = (int8_t)after(s, seat);
    if (--s->count == 0) end_trick(s);
}

/* The rest of a deal at random, for the fast loops: what is kept of it for views is left out. */
static int play_deal(knockout_whist *s, pl_rng *r)
{
    uint64_t trumps = of_suit(s->trump), led = of_suit(s->led);
    int turn = s->turn, best = s->best, plies = 0, count = s->count, all = pl_count(s->in);
    int most = s->led == NONE ? -1 : worth(s->trick[best] - 1, led, trumps);
    for (;;) {
        uint64_t hand = s->hand[turn], follow = hand & led, may = follow ? follow : hand;
        int card = pl_nth(may, pl_below(r, pl_count(may)));
        if (most < 0) led = of_suit((int)suit_of(card));
        int value = worth(card, led, trumps);
        best = value > most ? turn : best;
        most = value > most ? value : most;
        s->hand[turn] = hand ^ bit(card);
        turn = after(s, turn);
        plies++;
        if (--count) continue;
        s->won[best]++;
        if (--s->tricks == 0) break;
        turn = best;
        count = all;
        most = -1;
        led = 0;
    }
    memset(s->trick, 0, sizeof s->trick);
    end_deal(s);
    return plies;
}

static void turn_up(knockout_whist *s, int card)
{
    s->stock ^= bit(card);
    s->up = (uint8_t)(card + 1);
    begin_play(s, card / RANKS);
}

static void knockout_whist_apply(void *p, pl_move m)
{
    knockout_whist *s = p;
    if (s->phase == PLAY) play_card(s, m);
    else if (s->phase == DEAL) deal_card(s, bit(m));
    else if (s->phase == TURN_UP) turn_up(s, m);
    else if (s->phase == CUT) choose(s, m);
    else begin_play(s, m - PACK);
}

/* To the end at random, by the draws that moves one by one would take. */
static int64_t play_on(knockout_whist *s, pl_rng *r)
{
    int64_t plies = 0;
    while (s->phase != OVER) {
        uint64_t may = knockout_whist_legal(s);
        if (s->phase == PLAY) plies += play_deal(s, r);
        else if (s->phase == DEAL) plies += deal_all(s, r);
        else {
            knockout_whist_apply(s, pl_nth(may, pl_below(r, pl_count(may))));
            plies++;
        }
    }
    return plies;
}

static void knockout_whist_score(const void *p, double *out)
{
    const knockout_whist *s = p;
    for (int i = 0; i < s->players; i++) out[i] = s->in >> i & 1 ? s->players - 1 : -1;
}

static int knockout_whist_say(const void *p, pl_move m, char *buf, size_t n)
{
    const knockout_whist *s = p;
    if (m >= BACK) return snprintf(buf, n, "?");
    if (m >= PACK) return snprintf(buf, n, "%s", suit_name[m - PACK]);
    if (s->phase == CUT) return snprintf(buf, n, "seat%d", m);
    return snprintf(buf, n, "%c%c", ranks[m % RANKS], suits[m / RANKS]);
}

/* How many cards seat i has in hand. */
static int held(const knockout_whist *s, int i)
{
    int n = pl_count(s->in), ahead;
    if (!(s->in >> i & 1) || s->phase == CUT || s->phase == OVER) return 0;
    if (s->phase == PLAY) return s->tricks - (s->trick[i] > 0);
    if (s->phase != DEAL) return s->cards;
    unsigned first = (1u << s->turn) - 1, below = (1u << i) - 1;
    ahead = pl_count(s->in & below) - pl_count(s->in & first);
    if (ahead < 0) ahead += n;
    return s->cards - (s->count - ahead + n - 1) / n;
}

/* Cards of a set, suit by suit from the spades and the ace down. */
static void put_cards(pl_text *out, uint64_t set, const char *gap, const char *mark)
{
    const char *between = "";
    for (; set; set ^= bit(pl_highest(set))) {
        int c = pl_highest(set);
        pl_put(out, "%s%s%c%c%s", between, mark, ranks[c % RANKS], suits[c / RANKS], mark);
        between = gap;
    }
}

static void put_seat(const knockout_whist *s, pl_text *out, int i)
{
    pl_put(out, "\nseat %d: ", i);
    if (!(s->in >> i & 1)) {
        pl_put(out, "out");
        return;
    }
    pl_put(out, "%d trick%s", s->won[i], s->won[i] == 1 ? "" : "s");
    unsigned lacks = s->voids >> 4 * i & 15;
    if (lacks) pl_put(out, ", no");
    for (; lacks; lacks &= lacks - 1) pl_put(out, " %s", suit_name[pl_lowest(lacks)]);
    if (held(s, i)) pl_put(out, ", ");
    if (s->hand[i]) put_cards(out, s->hand[i], " ", "");
    for (int k = s->hand[i] ? 0 : held(s, i); k > 0; k--) pl_put(out, "?%s", k > 1 ? " " : "");
    if (!s->trick[i]) return;
    pl_put(out, "  -> ");
    put_cards(out, bit(s->trick[i] - 1), "", "");
}

/* The ranks of each suit before its letter: AK9s Th. */
static void put_played(pl_text *out, uint64_t set)
{
    pl_put(out, "\nplayed:");
    for (int k = SUITS - 1; k >= 0; k--) {
        uint64_t left = set & of_suit(k);
        if (left) pl_put(out, " ");
        for (; left; left ^= bit(pl_highest(left)))
            pl_put(out, "%c", ranks[pl_highest(left) % RANKS]);
        if (set & of_suit(k)) pl_put(out, "%c", suits[k]);
    }
}

static int knockout_whist_show(const void *p, char *buf, size_t n)
{
    const knockout_whist *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "deal of %d by seat %d, trumps %s", s->cards, s->dealer, suit_name[s->trump]);
    if (s->chooser != NOBODY) pl_put(&out, " (seat %d names them)", s->chooser);
    if (s->up) pl_put(&out, " (");
    if (s->up) put_cards(&out, bit(s->up - 1), "", "");
    if (s->up) pl_put(&out, " turned up)");
    for (int i = 0; i < s->players; i++) put_seat(s, &out, i);
    if (s->gone) put_played(&out, s->gone);
    return (int)out.used;
}

static void knockout_whist_hide(void *p, int seat)
{
    knockout_whist *s = p;
    for (int i = 0; i < SEATS; i++)
        if (i != seat) s->hand[i] = 0;
    s->stock = 0;
}

/* Somebody whose cards are to be guessed. */
typedef struct {
    uint64_t may; /* cards that he has not shown to lack */
    int seat, want;
    int size; /* how many these are */
    int most; /* how many at most are left when it is his turn to draw */
} holder;

static uint64_t draw(uint64_t from, int k, pl_rng *r)
{
    uint64_t out = 0;
    for (int n = pl_count(from); k > 0; k--, n--) {
        uint64_t card = pl_nth_bit(from, pl_below(r, n));
        out |= card;
        from ^= card;
    }
    return out;
}

/* Those who draw before h must take so many of his cards at the least: what they
 * want, less what is there for them beside. */
static int taken_before(const holder *h, int i)
{
    uint64_t beside = 0;
    int wanted = 0, least = 0;
    for (int k = 0; k < i; k++) {
        int alone = h[k].want - pl_count(h[k].may & ~h[i].may);
        beside |= h[k].may & ~h[i].may;
        wanted += h[k].want;
        least += alone > 0 ? alone : 0;
    }
    wanted -= pl_count(beside);
    return wanted > least ? wanted : least;
}

/* All who hold cards but the seat itself; those who lack a suit come first, and
 * of these who has fewest to choose from.  Returns how many lack one. */
static int find_holders(const knockout_whist *s, int seat, uint64_t unknown, holder *h, int *n)
{
    int tied = 0;
    *n = 0;
    for (unsigned left = s->in; left; left &= left - 1) {
        holder one = {unknown, pl_lowest(left), held(s, pl_lowest(left)), 0, 0};
        if (one.seat == seat || !one.want) continue;
        for (unsigned lacks = s->voids >> 4 * one.seat & 15; lacks; lacks &= lacks - 1)
            one.may &= ~of_suit(pl_lowest(lacks));
        one.size = pl_count(one.may);
        int at = (*n)++;
        for (; at > 0 && h[at - 1].size > one.size; at--) h[at] = h[at - 1];
        h[at] = one;
        tied += one.may != unknown;
    }
    for (int i = 0; i < tied; i++) h[i].most = h[i].size - taken_before(h, i);
    return tied;
}

/* Hands for those who lack suits: each draws from what is left for him.  A deal
 * comes up the rarer the more there is left, so it stands with a chance that
 * makes up for it.  Whether it stands; then unknown is what is left. */
static int try_hands(uint64_t *unknown, const holder *h, int n, uint64_t *hand, pl_rng *r)
{
    uint64_t left = *unknown;
    double chance = 1, keep = n > 1 ? pl_unit(r) : 0;
    for (int i = 0; i < n; i++) {
        int there = pl_count(left & h[i].may);
        for (int k = 0; there < h[i].most && k < h[i].want; k++)
            chance *= (double)(there - k) / (h[i].most - k);
        if (there < h[i].want || chance <= keep) return 0;
        hand[i] = draw(left & h[i].may, h[i].want, r);
        left ^= hand[i];
    }
    *unknown = left;
    return 1;
}

/* The same by the dealer of the core, which also copes where hardly any deal
 * fits; whoever lacks nothing, and the stock, count as one holder. */
static void deal_hands(uint64_t *unknown, const holder *h, int n, uint64_t *hand, pl_rng *r)
{
    pl_move card[PACK];
    uint32_t may[PACK];
    uint8_t to[PACK];
    int cards = pl_list(*unknown, card), want[SEATS + 1] = {[0] = 0};
    want[n] = cards;
    for (int k = 0; k < cards; k++) may[k] = 1u << n;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < cards; k++) may[k] |= (uint32_t)(h[i].may >> card[k] & 1) << i;
        want[i] = h[i].want;
        want[n] -= h[i].want;
        hand[i] = 0;
    }
    if (pl_deal(r, cards, may, n + 1, want, to)) return; /* the view is of no game */
    for (int k = 0; k < cards; k++)
        if (to[k] < n) hand[to[k]] |= bit(card[k]);
    for (int i = 0; i < n; i++) *unknown ^= hand[i];
}

static void knockout_whist_guess(void *p, int seat, pl_rng *r)
{
    knockout_whist *s = p;
    holder h[SEATS];
    uint64_t hand[SEATS], unknown = s->pack & ~s->gone;
    int n, tries = 0;
    if (s->up) unknown &= ~bit(s->up - 1);
    if (seat >= 0) unknown &= ~s->hand[seat];
    int tied = find_holders(s, seat, unknown, h, &n);
    while (tries < TRIES && !try_hands(&unknown, h, tied, hand, r)) tries++;
    if (tries == TRIES) deal_hands(&unknown, h, tied, hand, r);
    for (int i = 0; i < tied; i++) s->hand[h[i].seat] = hand[i];
    for (int i = tied; i < n; i++) {
        s->hand[h[i].seat] = draw(unknown, h[i].want, r);
        unknown ^= s->hand[h[i].seat];
    }
    s->stock = unknown;
}

static pl_move knockout_whist_seen(const void *p, pl_move m, int seat)
{
    const knockout_whist *s = p;
    return s->phase == DEAL && s->turn != seat ? BACK : m;
}

/* Bit after bit, a byte each. */
static uint8_t *spread(uint8_t *out, uint64_t bits, int n)
{
    for (int i = 0; i < n; i++) out[i] = bits >> i & 1;
    return out + n;
}

/* Seats are counted from the one that looks. */
static void knockout_whist_tensor(const void *p, int seat, uint8_t *out)
{
    const knockout_whist *s = p;
    int n = s->players;
    out = spread(out, s->hand[seat], PACK);
    out = spread(out, s->gone, PACK);
    out = spread(out, s->up ? bit(s->up - 1) : 0, PACK);
    out = spread(out, bit(s->trump), SUITS);
    *out++ = s->cards;
    for (int k = 0, i = seat; k < n; k++, i = i + 1 == n ? 0 : i + 1, out++) {
        out[0] = s->won[i];
        out[n] = s->in >> i & 1;
        out[2 * n] = i == s->dealer;
        out[3 * n] = i == s->chooser;
        spread(out - k + 4 * n + 4 * k, s->voids >> 4 * i & 15, SUITS);
        spread(out - k + 8 * n + PACK * k, s->trick[i] ? bit(s->trick[i] - 1) : 0, PACK);
    }
}

static void put_card_or_null(pl_text *out, const char *name, int card)
{
    pl_put(out, "\"%s\":", name);
    if (card) put_cards(out, bit(card - 1), "", "\"");
    else pl_put(out, "null");
}

static void put_seat_json(const knockout_whist *s, pl_text *out, int i)
{
    pl_put(out, "%s{\"in\":%s,\"won\":%d,\"cards\":%d,\"hand\":[", i ? "," : "",
           s->in >> i & 1 ? "true" : "false", s->won[i], held(s, i));
    put_cards(out, s->hand[i], ",", "\"");
    pl_put(out, "],");
    put_card_or_null(out, "played", s->trick[i]);
    pl_put(out, ",\"lacks\":\"");
    for (int k = 0; k < SUITS; k++)
        if (s->voids >> (4 * i + k) & 1) pl_put(out, "%c", suits[k]);
    pl_put(out, "\"}");
}

static int knockout_whist_json(const void *p, char *buf, size_t n)
{
    const knockout_whist *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"deal\":%d,\"trumps\":", s->cards);
    pl_put(&out, s->trump == NONE ? "null," : "\"%s\",", suit_name[s->trump]);
    put_card_or_null(&out, "turned_up", s->up);
    pl_put(&out, ",\"dealer\":%d,\"chooser\":", s->dealer);
    pl_put(&out, s->chooser == NOBODY ? "null,\"gone\":[" : "%d,\"gone\":[", s->chooser);
    put_cards(&out, s->gone, ",", "\"");
    pl_put(&out, "],\"seats\":[");
    for (int i = 0; i < s->players; i++) put_seat_json(s, &out, i);
    pl_put(&out, "]}");
    return (int)out.used;
}

/* Who is still in at a deal of k has taken one of the k + 1 tricks before it. */
static int longest(int players, int cards)
{
    int plies = 2 * players * cards + 1;
    for (int k = cards - 1; k > 0; k--) {
        int in = players < k + 1 ? players : k + 1;
        plies += 1 + 2 * in * k + 1; /* a cut, the deal, the trumps, the play */
    }
    return plies;
}

static const char *knockout_whist_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], cards = (int)g->arg[CARDS];
    int pack = (int)(g->arg[HIGH] * g->arg[COLOURS]);
    if (n * cards >= pack) return "players times cards must be less than suits times ranks";
    g->players = n;
    g->max_moves = pack;
    g->max_plies = longest(n, cards);
    g->hi = n - 1;
    for (int i = 5; i <= 10; i++) g->parts[i].dim[0] = n;
    g->parts[4].unit = g->parts[5].unit = cards;
    return NULL;
}

static const pl_param params[] = {
    {"players", NULL, 2, 4, SEATS, "seats at the table"},
    {"cards", NULL, 1, TRICKS, TRICKS, "cards each in the first deal"},
    {"ranks", NULL, 2, RANKS, RANKS, "cards of a suit, from the ace down"},
    {"suits", NULL, 2, SUITS, SUITS, "suits in the pack"},
    {"lead", "eldest|chooser", 0, 0, 1, "who leads to a deal after the first"},
    {0},
};

#define PL_FAST knockout_whist
#define PL_FAST_FINISH(s, r) play_on(s, r)
#include "parlor/fast.h"
const pl_game pl_knockout_whist = {
    .abi = PL_ABI,
    .name = "knockout_whist",
    .about = "Knockout whist: take a trick or be out; a card fewer each deal",
    .rules = "Everybody is dealt seven cards of a pack of 52, and the next card is turned up:\n"
             "its suit is trumps.  The player after the dealer leads to the first trick, the\n"
             "winner of a trick to the next.  Follow suit if you can; if you cannot, play\n"
             "anything.  The highest trump takes the trick or, without a trump, the highest\n"
             "card of the suit led, aces high.\n"
             "After the last trick all who took none are knocked out.  The others are dealt\n"
             "one card fewer, by the next dealer round the table.  Who took most tricks (a cut\n"
             "of the cards decides among equals) looks at his cards and names the trumps; the\n"
             "player after the dealer leads or, with lead=chooser, he who named them.\n"
             "The last player in wins 1 from every other.  The last deal is of one card, so\n"
             "there is always one.\n"
             "Hidden: the others' cards, and those not dealt.",
    .players = 4,
    .state_size = sizeof(knockout_whist),
    .actions = PACK + SUITS,
    .chances = PACK,
    .lo = -1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"hand", "card", {PACK}, 1},
              {"gone", "card", {PACK}, 1},
              {"turned_up", "card", {PACK}, 1},
              {"trumps", "suit", {SUITS}, 1},
              {"cards", "number", {1}, TRICKS},
              {"won", "seat", {4}, TRICKS},
              {"in", "seat", {4}, 1},
              {"dealer", "seat", {4}, 1},
              {"chooser", "seat", {4}, 1},
              {"lacks", "seat,suit", {4, SUITS}, 1},
              {"trick", "seat,card", {4, PACK}, 1}},
    .tune = knockout_whist_tune,
    .init = knockout_whist_init,
    .turn = knockout_whist_turn,
    .moves = knockout_whist_moves,
    .legal = knockout_whist_legal,
    .apply = knockout_whist_apply,
    .score = knockout_whist_score,
    .say = knockout_whist_say,
    .show = knockout_whist_show,
    .hide = knockout_whist_hide,
    .guess = knockout_whist_guess,
    .seen = knockout_whist_seen,
    .tensor = knockout_whist_tensor,
    .json = knockout_whist_json,
    PL_LOOPS(knockout_whist),
};
