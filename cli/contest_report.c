/* contest_report.c -- a contest on the terminal: entries, pools, the bracket and who won, from the
 * JSON that everybody can read. */
#include <string.h>
#include <unistd.h>

#include "contests.h"

static const char *text_of(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

static double real_of(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static int whole_of(const json_t *o, const char *key)
{
    return (int)json_integer_value(json_object_get(o, key));
}

/* A number from 1, or that there is none. */
static void cell_rank(table *t, int n)
{
    if (n) table_cell(t, "%d", n);
    else table_cell(t, "-");
}

static void entry_row(table *t, const json_t *e)
{
    table_row(t);
    cell_rank(t, whole_of(e, "place"));
    table_cell(t, "%s", text_of(e, "name"));
    table_cell(t, "%s", text_of(e, "state"));
    cell_rank(t, whole_of(e, "seed"));
    table_cell(t, "%d", whole_of(e, "faults"));
    table_cell(t, "%s", text_of(e, "why"));
}

/* By their places; who has none, or none yet, comes last. */
static int entries_table(const json_t *state)
{
    size_t i;
    json_t *e, *all = json_object_get(state, "entries");
    int n = (int)json_array_size(all);
    table *t = table_new("place>|entry|state|seed>|faults>|why~");
    for (int place = 1; place <= n + 1; place++) json_array_foreach(all, i, e)
        {
            if (whole_of(e, "place") == (place <= n ? place : 0)) entry_row(t, e);
        }
    return table_print(t);
}

static int pool_table(const json_t *pool)
{
    size_t i;
    json_t *row;
    printf("\nPool %s\n", text_of(pool, "name"));
    table *t = table_new("rank>|entry|points>|won>|drawn>|lost>|score>");
    json_array_foreach(json_object_get(pool, "standings"), i, row)
    {
        table_row(t);
        table_cell(t, "%d", whole_of(row, "rank"));
        table_cell(t, "%s", text_of(row, "name"));
        table_cell(t, "%g", real_of(row, "points"));
        table_cell(t, "%d", whole_of(row, "won"));
        table_cell(t, "%d", whole_of(row, "drawn"));
        table_cell(t, "%d", whole_of(row, "lost"));
        table_cell(t, "%g", real_of(row, "score"));
    }
    return table_print(t);
}

static const char *side_of(const json_t *pairing, size_t i)
{
    const char *name = json_string_value(json_array_get(json_object_get(pairing, "entries"), i));
    return name ? name : !strcmp(text_of(pairing, "state"), "bye") ? "(bye)" : "?";
}

static double points_of(const json_t *pairing, size_t i)
{
    return json_number_value(json_array_get(json_object_get(pairing, "points"), i));
}

/* How it stands, and who goes on. */
static void cell_result(table *t, const json_t *p)
{
    const char *state = text_of(p, "state");
    int met = !strcmp(state, "over") || !strcmp(state, "playing") || !strcmp(state, "walkover");
    if (met) table_cell(t, "%g - %g", points_of(p, 0), points_of(p, 1));
    else table_cell(t, "-");
    table_cell(t, "%s", side_of(p, 1));
    table_cell(t, "%s", text_of(p, "winner"));
    table_cell(t, "%s", *text_of(p, "by") ? text_of(p, "by") : strcmp(state, "over") ? state : "");
}

static int round_table(const json_t *round)
{
    size_t i;
    json_t *p;
    char name[40];
    snprintf(name, sizeof name, "%s", text_of(round, "name"));
    if (*name >= 'a' && *name <= 'z') *name = (char)(*name - 'a' + 'A');
    printf("\n%s\n", name);
    table *t = table_new("entry|points|entry|goes on|how");
    json_array_foreach(json_object_get(round, "pairings"), i, p)
    {
        table_row(t);
        table_cell(t, "%s", side_of(p, 0));
        cell_result(t, p);
    }
    return table_print(t);
}

static void tell_end(const json_t *state)
{
    int over = !strcmp(text_of(state, "state"), "over");
    char winner[PL_NAME_MAX];
    snprintf(winner, sizeof winner, "%s", text_of(state, "winner"));
    clean_text(winner, strlen(winner));
    if (*winner) printf("\n%s wins.\n", winner);
    else if (over) printf("\nNobody wins: no entry plays.\n");
    else printf("\nIt is not over.\n");
    if (over) printf("The secret was %s\n", text_of(state, "secret"));
}

int contest_report(const char *text)
{
    size_t i;
    json_t *state = json_loads(text, 0, NULL), *part;
    const json_t *set = json_object_get(state, "settings");
    if (!state) return failed("out of memory");
    printf("\n%s: %s, %d games a pairing, %d of them known; %s\n\n", text_of(state, "name"),
           text_of(state, "game"), whole_of(set, "games"), whole_of(set, "known"),
           text_of(set, "clock"));
    int status = entries_table(state);
    json_array_foreach(json_object_get(state, "pools"), i, part)
    {
        if (!status) status = pool_table(part);
    }
    json_array_foreach(json_object_get(state, "rounds"), i, part)
    {
        if (!status) status = round_table(part);
    }
    if (!status) tell_end(state);
    json_decref(state);
    return status;
}

/* The pairing that is being played, or NULL. */
static const json_t *under_way(const json_t *state, const char *part)
{
    size_t i, k;
    json_t *one, *p;
    json_array_foreach(json_object_get(state, part), i, one)
    {
        json_array_foreach(json_object_get(one, "pairings"), k, p)
        {
            if (!strcmp(text_of(p, "state"), "playing")) return p;
        }
    }
    return NULL;
}

static void trial_text(const json_t *state, char *buf, size_t n)
{
    size_t i;
    json_t *e, *all = json_object_get(state, "entries");
    json_array_foreach(all, i, e)
    {
        if (strcmp(text_of(e, "state"), "waits")) continue;
        snprintf(buf, n, "trying %s out, %zu of %zu", text_of(e, "name"), i + 1,
                 json_array_size(all));
        return;
    }
}

void contest_progress(const char *text)
{
    char line[200] = "";
    if (!isatty(STDERR_FILENO)) return;
    json_t *state = json_loads(text, 0, NULL);
    const json_t *p = under_way(state, "rounds");
    if (!p) p = under_way(state, "pools");
    if (p)
        snprintf(line, sizeof line, "%.60s %g - %g %.60s, %d of %d games", side_of(p, 0),
                 points_of(p, 0), points_of(p, 1), side_of(p, 1), whole_of(p, "played"),
                 whole_of(p, "of"));
    else trial_text(state, line, sizeof line);
    clean_text(line, strlen(line));
    if (*line) progress_text(line);
    json_decref(state);
}

int contest_trials(const char *text, int json)
{
    size_t i;
    json_t *state = json_loads(text, 0, NULL), *e;
    int excluded = 0, n = 0;
    json_array_foreach(json_object_get(state, "entries"), i, e)
    {
        n++;
        excluded += !strcmp(text_of(e, "state"), "excluded");
    }
    json_decref(state);
    if (excluded) return json ? FAILED : failed("%d of %d entries cannot play", excluded, n);
    if (!json) printf("\nAll %d entries can play.\n", n);
    return DONE;
}
