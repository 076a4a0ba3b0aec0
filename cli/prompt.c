/* prompt.c -- what somebody who is to move is asked: his choices, and the time he has. */
#include "prompt.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 9 }; /* so few moves are all named in the prompt */

void prompt_moves(const screen *s, const pl_game *g, const void *view)
{
    pl_move list[PL_MOVES_MAX];
    int n = g->moves(view, list), kept = 0;
    char *item[PL_MOVES_MAX], name[PL_NAME_MAX];
    for (int i = 0; i < n; i++) {
        pl_say(g, view, list[i], name, sizeof name);
        item[kept] = malloc(sizeof name + 16);
        if (item[kept]) snprintf(item[kept++], sizeof name + 16, "%s (#%d)", name, (int)list[i]);
    }
    screen_columns(s, item, kept);
    for (int i = 0; i < kept; i++) free(item[i]);
}

/* "4:59", or "12.3 s" when it gets short. */
static void clock_text(double seconds, char *buf, size_t n)
{
    int whole = (int)seconds;
    if (seconds < 20) snprintf(buf, n, "%.1f s", seconds);
    else if (whole < 3600) snprintf(buf, n, "%d:%02d", whole / 60, whole % 60);
    else snprintf(buf, n, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
}

/* The names of all moves if they are few and fit; else how many there are, and one of them. */
static void put_choices(const pl_game *g, const void *view, pl_text *out, size_t room)
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX], all[(FEW + 1) * PL_NAME_MAX] = "";
    pl_text names = {all, sizeof all, 0};
    int n = g->moves(view, list);
    const char *gap = gap_between(g, view, list, n);
    for (int i = 0; i < n && n <= FEW; i++) {
        pl_say(g, view, list[i], name, sizeof name);
        pl_put(&names, "%s%s", i ? gap : "", name);
    }
    pl_say(g, view, list[0], name, sizeof name);
    static const char lists[] = "; 'moves' lists them";
    size_t brief = strlen("1234, such as ") + strlen(name);
    if (n <= FEW && names.used <= room) pl_put(out, "%s", all);
    else if (brief > room) pl_put(out, "%d", n);
    else pl_put(out, "%d, such as %s%s", n, name, brief + strlen(lists) <= room ? lists : "");
}

void prompt_make(const pl_game *g, const void *view, const pl_time *time, int columns, char *buf,
                 size_t n)
{
    enum { TYPED = 12 }; /* room for what is typed */
    pl_text out = {buf, n, 0};
    char clock[40], left[60] = "";
    clock_text(time->most, clock, sizeof clock);
    if (time->most > 0) snprintf(left, sizeof left, ", %s left", clock);
    size_t taken = strlen("Your move ()> ") + strlen(left) + TYPED, width = (size_t)columns;
    pl_put(&out, "Your move (");
    put_choices(g, view, &out, width > taken ? width - taken : 0);
    pl_put(&out, ")%s> ", left);
}
