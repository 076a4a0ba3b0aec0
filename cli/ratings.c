/* ratings.c -- parlor ratings: how strong all are whose games were kept. */
#include <math.h>
#include <string.h>

#include "ladders.h"
#include "matches.h"
#include "records.h"

typedef struct {
    const call *call;
    pl_pool_method method;
    int pools, players;
} teller;

static void say_player(const pl_player *p, char *buf, size_t n)
{
    int same = !strcmp(p->name, p->spec) || !strcmp(p->kind, "human");
    snprintf(buf, n, same ? "%s" : "%s %s", p->name, p->spec);
    clean_text(buf, strlen(buf));
}

static void print_row(table *t, const pl_pool *pool, const pl_pooled *p)
{
    char name[PL_NAME_MAX + PL_SPEC_MAX + 2];
    say_player(&p->who, name, sizeof name);
    table_row(t);
    if (pool->groups > 1) table_cell(t, "%c", p->group < 26 ? 'A' + p->group : '*');
    table_cell(t, "%s", name);
    if (isnan(p->rating.value)) table_cell(t, "?");
    else table_cell(t, "%.0f", p->rating.value + 0.0);
    if (isnan(p->rating.low)) table_cell(t, "");
    else table_cell(t, "%.0f .. %.0f", p->rating.low, p->rating.high);
    table_cell(t, "%lld", (long long)p->games);
    table_cell(t, "%lld", (long long)p->wins);
    table_cell(t, "%lld", (long long)p->draws);
    table_cell(t, "%lld", (long long)p->losses);
}

/* What the numbers do not say by themselves. */
static void print_notes(const pl_pool *p, pl_pool_method method)
{
    if (p->groups > 1)
        printf("No games connect the %d groups: ratings compare players of one group only.\n",
               (int)p->groups);
    if (p->bounded)
        printf("Some won every game against all others: ratings are kept in bounds by a prior of "
               "%d Elo.\n",
               PL_LADDER_PRIOR);
    if (p->many) puts("There are too many players for intervals.");
    if (p->alone)
        printf("%lld game%s of one player with himself left out.\n", (long long)p->alone,
               p->alone == 1 ? " is" : "s are");
    if (method == PL_POOL_ELO) puts("Elo kept up game by game, K = 20, has no intervals.");
}

static int text(const pl_pool *p, teller *t)
{
    table *rows = table_new(p->groups > 1 ? "GROUP|PLAYER~|RATING>|95 %|GAMES>|WON>|DRAWN>|LOST>"
                                          : "PLAYER~|RATING>|95 %|GAMES>|WON>|DRAWN>|LOST>");
    printf("%s%s: %lld game%s of %d player%s\n\n", t->pools > 1 ? "\n" : "", p->game,
           (long long)p->games, plural(p->games), (int)p->players, plural(p->players));
    for (int i = 0; i < p->players; i++) print_row(rows, p, &p->player[i]);
    int status = table_print(rows);
    if (p->groups > 1 || p->bounded || p->many || p->alone || t->method == PL_POOL_ELO)
        putchar('\n');
    print_notes(p, t->method);
    return status;
}

static json_t *player_json(const pl_pooled *p)
{
    return json_pack("{s:o,s:o,s:o,s:i,s:o,s:I,s:I,s:I,s:I}", "name", json_clean(p->who.name),
                     "kind", json_clean(p->who.kind), "spec", json_clean(p->who.spec), "group",
                     (int)p->group, "rating", json_interval(p->rating), "games",
                     (json_int_t)p->games, "wins", (json_int_t)p->wins, "draws",
                     (json_int_t)p->draws, "losses", (json_int_t)p->losses);
}

static int json(const pl_pool *p, const char *method)
{
    json_t *players = json_array();
    for (int i = 0; i < p->players; i++) json_array_append_new(players, player_json(&p->player[i]));
    print_json(json_pack("{s:s,s:s,s:i,s:I,s:I,s:i,s:b,s:o}", "game", p->game, "method", method,
                         "seats", (int)p->seats, "games", (json_int_t)p->games, "alone",
                         (json_int_t)p->alone, "groups", (int)p->groups, "bounded", (int)p->bounded,
                         "players", players));
    return DONE;
}

static int csv(const pl_pool *p, int first)
{
    if (first) puts("game,seats,group,name,kind,spec,rating,low,high,games,wins,draws,losses");
    for (int i = 0; i < p->players; i++) {
        const pl_pooled *one = &p->player[i];
        csv_text(stdout, p->game);
        printf(",%d,%d,", (int)p->seats, (int)one->group);
        csv_text(stdout, one->who.name);
        putchar(',');
        csv_text(stdout, one->who.kind);
        putchar(',');
        csv_text(stdout, one->who.spec);
        csv_number(stdout, one->rating.value);
        csv_number(stdout, one->rating.low);
        csv_number(stdout, one->rating.high);
        printf(",%lld,%lld,%lld,%lld\n", (long long)one->games, (long long)one->wins,
               (long long)one->draws, (long long)one->losses);
    }
    return DONE;
}

static int tell_pool(void *with, const pl_pool *p)
{
    teller *t = with;
    if (!p->players) return DONE;
    t->pools++;
    t->players += p->players;
    if (t->call->json) return json(p, t->call->method);
    return t->call->as_csv ? csv(p, t->pools == 1) : text(p, t);
}

static pl_pool_method method_of(const char *name)
{
    if (!strcmp(name, "glicko")) return PL_POOL_GLICKO;
    return strcmp(name, "elo") ? PL_POOL_LIKELY : PL_POOL_ELO;
}

static int rate(pl_records *r, const call *c)
{
    pl_records_filter f;
    char spec[PL_SPEC_MAX];
    pl_error err = {""};
    teller t = {.call = c, .method = method_of(c->method)};
    pl_pool_options o = {.method = t.method, .least = c->min_games};
    if (records_filter(c, &f, spec)) return MISUSED;
    int status = pl_records_ratings(r, f.game, &o, tell_pool, &t, &err);
    if (status < 0) return failed("%s", err.text);
    if (!status && !t.pools)
        return failed("%.160s has no games%s%.60s in which players met%s", pl_records_file(r),
                      c->game ? " of " : "", c->game ? c->game : "",
                      c->min_games > 1 ? " who have as many games" : "");
    return status;
}

int cmd_ratings(const call *c)
{
    call own = *c;
    if (c->as_csv && c->json) return misused("--json and --csv each print: take one");
    if (c->count) own.file = c->words[0];
    pl_records *r = records_open(&own, PL_RECORDS_READ);
    if (!r) return FAILED;
    int status = rate(r, &own);
    pl_records_close(r, NULL);
    return status;
}
