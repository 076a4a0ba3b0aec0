/* record.c -- a game and all that happened in it, as it was told by a table.
 *
 * Fact to check: of plies a b c, a take-back to one ply, and d, the line is a d.
 */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "table/records/records.h"

pl_player pl_player_of(const pl_agent *a, const char *name)
{
    pl_player p;
    snprintf(p.name, sizeof p.name, "%s", name ? name : a->type->name);
    snprintf(p.kind, sizeof p.kind, "%s", a->type->name);
    pl_agent_spec(a, p.spec, sizeof p.spec);
    return p;
}

void pl_record_clear(pl_record *rec)
{
    for (int i = 0; i < rec->events; i++)
        if (*rec->event[i].text) free((char *)rec->event[i].text);
    free(rec->event);
    *rec = (pl_record){0};
}

void pl_plain_text(char *text)
{
    for (size_t n = strlen(text), i = 0, k; i < n; i += k ? k : 1) {
        k = pl_utf8_length(text + i, n - i);
        if (!k || (unsigned char)text[i] < ' ' || text[i] == 0x7f) text[i] = '?';
    }
}

static const char *plain_copy(const char *text)
{
    size_t n = text ? strlen(text) : 0;
    if (!n) return "";
    char *copy = malloc(n + 1);
    if (!copy) return NULL;
    memcpy(copy, text, n + 1);
    pl_plain_text(copy);
    return copy;
}

static int grow(pl_record *rec)
{
    int room = rec->room ? 2 * rec->room : 64;
    pl_event *event = realloc(rec->event, (size_t)room * sizeof *event);
    if (!event) return -1;
    rec->event = event;
    rec->room = room;
    return 0;
}

int pl_record_add(pl_record *rec, const pl_event *e)
{
    if (rec->events == rec->room && grow(rec)) return -1;
    const char *text = plain_copy(e->text);
    if (!text) return -1;
    rec->event[rec->events] = *e;
    rec->event[rec->events++].text = text;
    return 0;
}

int pl_record_plies(const pl_record *rec)
{
    int plies = 0;
    for (int i = 0; i < rec->events; i++) {
        if (rec->event[i].kind == PL_PLY) plies = rec->event[i].ply + 1;
        if (rec->event[i].kind == PL_WENT_BACK) plies = rec->event[i].ply;
    }
    return plies;
}

/* One ply or one step back; 0, or -1 with the reason. */
static int follow(pl_line *l, const pl_event *e, pl_error *err)
{
    int plies = pl_line_plies(l), turn = pl_line_turn(l);
    if (e->kind == PL_WENT_BACK) {
        if (e->ply < 0 || e->ply > plies)
            return pl_fail(err, "after ply %d nobody can go back to ply %d", plies, (int)e->ply);
        while (pl_line_plies(l) > e->ply) pl_line_backward(l);
    }
    if (e->kind != PL_PLY) return 0;
    if (turn == PL_OVER) return pl_fail(err, "ply %d comes after the end of the game", plies + 1);
    if (turn != e->seat)
        return pl_fail(err, "ply %d is by %s %d, but it is the turn of %s %d", plies + 1,
                       e->seat < 0 ? "chance" : "seat", (int)e->seat, turn < 0 ? "chance" : "seat",
                       turn);
    if (!pl_line_is_legal(l, e->move))
        return pl_fail(err, "ply %d, move #%d, is not legal", plies + 1, (int)e->move);
    return pl_line_forward(l, e->move) ? pl_fail(err, "out of memory") : 0;
}

pl_line *pl_record_line(const pl_record *rec, const pl_game *g, pl_error *err)
{
    pl_line *l = pl_line_new(g);
    if (!l) pl_fail(err, "out of memory");
    for (int i = 0; l && i < rec->events; i++) {
        if (follow(l, &rec->event[i], err) == 0) continue;
        pl_line_free(l);
        l = NULL;
    }
    return l;
}
