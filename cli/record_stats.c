/* record_stats.c -- parlor records stats and verify: many games at once.
 *
 * One place at the table is one observation: whoever plays at two seats of a game counts
 * twice.  Aborted games have no scores, and no winner. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parlor/stats.h"
#include "records.h"

/* One player in one game (or, name NULL, all of a game's records). */
typedef struct {
    char *game, *player, *spec;
    int64_t games, scored, wins, draws, plies, moves;
    double seconds, sum, squares;
    int64_t endings[PL_BY_ABORT + 1], faults[PL_FAULTS];
} account;

typedef struct {
    account *of;
    size_t n, room;
    int broken;
} book;

static char *copy(const char *text)
{
    char *out = malloc(strlen(text) + 1);
    return out ? strcpy(out, text) : NULL;
}

static account *add_account(book *b, const char *game, const char *player, const char *spec)
{
    if (b->n == b->room) {
        size_t room = b->room ? 2 * b->room : 16;
        account *of = realloc(b->of, room * sizeof *of);
        if (!of) return NULL;
        b->of = of;
        b->room = room;
    }
    account *a = &b->of[b->n];
    *a = (account){.game = copy(game), .player = copy(player), .spec = copy(spec)};
    b->n++;
    return a->game && a->player && a->spec ? a : NULL;
}

static account *find(book *b, const char *game, const char *player, const char *spec)
{
    for (size_t i = 0; i < b->n; i++) {
        account *a = &b->of[i];
        if (!strcmp(a->spec, spec) && !strcmp(a->player, player) && !strcmp(a->game, game))
            return a;
    }
    return add_account(b, game, player, spec);
}

static void free_book(book *b)
{
    for (size_t i = 0; i < b->n; i++) {
        free(b->of[i].game);
        free(b->of[i].player);
        free(b->of[i].spec);
    }
    free(b->of);
}

/* Best alone, best with others, or neither. */
static void judge(account *a, const pl_record *rec, int seat)
{
    double own = rec->result.score[seat];
    int better = 0, equal = 0;
    for (int i = 0; i < rec->players; i++) {
        better += rec->result.score[i] > own;
        equal += i != seat && rec->result.score[i] >= own && rec->result.score[i] <= own;
    }
    a->wins += !better && !equal;
    a->draws += !better && equal;
    a->sum += own;
    a->squares += own * own;
    a->scored++;
}

static void add_seat(account *a, const pl_record *rec, int seat)
{
    a->games++;
    a->seconds += (double)rec->result.used[seat] * 1e-9;
    a->endings[rec->result.how]++;
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        a->plies += e->kind == PL_PLY;
        if (e->seat != seat) continue;
        a->moves += e->kind == PL_PLY;
        if (e->kind == PL_FAULT) a->faults[e->fault]++;
    }
    if (rec->result.how != PL_UNDER_WAY && !isnan(rec->result.score[seat])) judge(a, rec, seat);
}

static int add_record(void *with, const pl_record *rec)
{
    book *b = with;
    for (int i = 0; i < rec->players; i++) {
        account *a = find(b, rec->game, rec->player[i].name, rec->player[i].spec);
        if (!a) return failed("out of memory");
        add_seat(a, rec, i);
    }
    return DONE;
}

static int by_name(const void *x, const void *y)
{
    const account *a = x, *b = y;
    int order = strcmp(a->game, b->game);
    if (!order) order = strcmp(a->player, b->player);
    return order ? order : strcmp(a->spec, b->spec);
}

static double half_width(const account *a)
{
    return pl_half_width(a->scored, a->sum, a->squares);
}

/* "2 timeout, 1 crash", or "-". */
static void say_faults(const account *a, char *buf, size_t n)
{
    size_t used = (size_t)snprintf(buf, n, "-");
    int any = 0;
    for (int f = PL_WAITING + 1; f < PL_FAULTS; f++) {
        if (!a->faults[f]) continue;
        if (!any) used = 0;
        used += (size_t)snprintf(buf + used, n - used, "%s%lld %s", any ? ", " : "",
                                 (long long)a->faults[f], pl_fault_name((pl_fault)f));
        any = 1;
    }
}

static void stats_row(table *t, const account *a)
{
    char faults[160], player[160];
    double n = (double)a->scored;
    snprintf(player, sizeof player, "%.64s%s%.80s", a->player,
             strcmp(a->player, a->spec) ? " " : "", strcmp(a->player, a->spec) ? a->spec : "");
    clean_text(player, strlen(player));
    say_faults(a, faults, sizeof faults);
    table_row(t);
    table_cell(t, "%s", a->game);
    table_cell(t, "%s", player);
    table_cell(t, "%lld", (long long)a->games);
    table_cell(t, "%lld", (long long)a->wins);
    table_cell(t, "%lld", (long long)a->draws);
    table_cell(t, "%lld", (long long)(a->scored - a->wins - a->draws));
    if (a->scored) table_cell(t, "%.4g", a->sum / n + 0.0);
    else table_cell(t, "-");
    if (a->scored > 1) table_cell(t, "± %.3g", half_width(a));
    else table_cell(t, "-");
    table_cell(t, "%.4g", (double)a->plies / (double)a->games);
    table_cell(t, "%.3g", a->moves ? a->seconds / (double)a->moves : 0);
    table_cell(t, "%s", faults);
}

static json_t *json_faults(const account *a)
{
    json_t *out = json_object();
    for (int f = PL_WAITING + 1; f < PL_FAULTS; f++)
        if (a->faults[f])
            json_object_set_new(out, pl_fault_name((pl_fault)f),
                                json_integer((json_int_t)a->faults[f]));
    return out;
}

static json_t *json_endings(const account *a)
{
    json_t *out = json_object();
    for (int e = PL_UNDER_WAY; e <= PL_BY_ABORT; e++)
        if (a->endings[e])
            json_object_set_new(out, pl_ending_name((pl_ending)e),
                                json_integer((json_int_t)a->endings[e]));
    return out;
}

static void stats_json(const account *a)
{
    print_json(json_pack("{s:s,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:o,s:o,s:f,s:f,s:o,s:o}", "game",
                         a->game, "player", a->player, "spec", a->spec, "games",
                         (json_int_t)a->games, "scored", (json_int_t)a->scored, "wins",
                         (json_int_t)a->wins, "draws", (json_int_t)a->draws, "losses",
                         (json_int_t)(a->scored - a->wins - a->draws), "mean",
                         a->scored ? json_real(a->sum / (double)a->scored) : json_null(),
                         "half_width_95", a->scored > 1 ? json_real(half_width(a)) : json_null(),
                         "plies", (double)a->plies / (double)a->games, "seconds", a->seconds,
                         "endings", json_endings(a), "faults", json_faults(a)));
}

int records_stats(pl_records *r, const call *c)
{
    book b = {0};
    if (c->count > 1) return misused("stats takes no words after it; --game and --player choose");
    int status = records_visit(r, c, add_record, &b);
    if (b.n) qsort(b.of, b.n, sizeof *b.of, by_name);
    table *t = status || c->json ? NULL
                                 : table_new("GAME|PLAYER~|GAMES>|WON>|DRAWN>|LOST>|MEAN SCORE>|95 "
                                             "%|PLIES>|SECONDS A MOVE>|FAULTS");
    for (size_t i = 0; i < b.n && !status; i++) {
        if (c->json) stats_json(&b.of[i]);
        else stats_row(t, &b.of[i]);
    }
    free_book(&b);
    return status || c->json ? status : table_print(t);
}

typedef struct {
    int json;
    int64_t seen;
} auditor;

static void hear(void *with, int64_t id, const char *why)
{
    auditor *a = with;
    a->seen++;
    if (a->seen % 1024 == 0) progress("games", a->seen, a->seen);
    if (!why) return;
    progress_end();
    if (a->json) print_json(json_pack("{s:I,s:s}", "id", (json_int_t)id, "wrong", why));
    else printf("Game %lld is wrong: %s\n", (long long)id, why);
}

int records_verify(pl_records *r, const call *c)
{
    pl_error err;
    pl_records_filter f;
    char spec[PL_SPEC_MAX];
    auditor a = {.json = c->json};
    if (c->count > 1) return misused("verify takes no words after it; --game and --player choose");
    if (records_filter(c, &f, spec)) return MISUSED;
    int64_t wrong = pl_records_verify(r, &f, hear, &a, &err);
    progress_end();
    if (wrong < 0) return failed("%s", err.text);
    if (c->json)
        print_json(json_pack("{s:I,s:I}", "games", (json_int_t)a.seen, "wrong", (json_int_t)wrong));
    else if (wrong)
        printf("%lld game%s verified, %lld wrong\n", (long long)a.seen, plural(a.seen),
               (long long)wrong);
    else printf("%lld game%s verified, all true\n", (long long)a.seen, plural(a.seen));
    return wrong ? FAILED : DONE;
}
