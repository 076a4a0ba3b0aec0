/* notes.c -- what a seat noticed of a game: news, and the history.
 *
 * Plies that the seat did not notice are neither told nor counted. */
#include "notes.h"

#include <stdlib.h>
#include <string.h>

enum { NOTE = PL_NAME_MAX + 48 };

int notes_say(const pl_line *line, int i, int seat, char *buf, size_t n)
{
    pl_state before;
    pl_move code = pl_line_seen(line, i, seat);
    if (code == PL_NOTHING) return 0;
    pl_line_view(line, i, seat, &before);
    pl_say(pl_line_game(line), &before, code, buf, n);
    return 1;
}

/* Of one's own move only what it revealed is news. */
static int is_news(const pl_line *line, int i, int seat)
{
    return pl_line_mover(line, i) != seat || pl_line_seen(line, i, seat) != pl_line_move(line, i);
}

static const char *name_of(int mover, int seat, char buf[24])
{
    return mover == seat ? "you" : mover_name(mover, buf);
}

/* News of one mover in a row, on one line; the same again and again, as of cards dealt to
 * others, is told once. */
typedef struct {
    char text[PL_SHOW_MAX], last[PL_NAME_MAX];
    size_t used;
    int mover, times;
} bulletin;

static void end_item(bulletin *b)
{
    pl_text out = {b->text, sizeof b->text, b->used};
    if (b->times > 1) pl_put(&out, " (%d times)", b->times);
    b->used = out.used;
    b->times = 0;
}

static void end_bulletin(const screen *s, const pl_game *g, bulletin *b)
{
    end_item(b);
    if (b->used) board_news(s, g, b->text);
    *b = (bulletin){.mover = PL_OVER};
}

static void add_item(bulletin *b, int mover, int seat, const char *name)
{
    char who[24];
    int again = b->times && !strcmp(b->last, name);
    if (again) b->times++;
    if (again) return;
    int first = !b->used;
    end_item(b);
    pl_text out = {b->text, sizeof b->text, b->used};
    if (first) pl_put(&out, "%s: %s", name_of(mover, seat, who), name);
    else pl_put(&out, ", %s", name);
    snprintf(b->last, sizeof b->last, "%s", name);
    b->used = out.used;
    b->mover = mover;
    b->times = 1;
}

void notes_news(const screen *s, const pl_line *line, int seat, int *told)
{
    bulletin b = {.mover = PL_OVER};
    char name[PL_NAME_MAX];
    enum { FULL = PL_SHOW_MAX - 2 * PL_NAME_MAX };
    for (; *told < pl_line_plies(line); ++*told) {
        int mover = pl_line_mover(line, *told);
        if (!is_news(line, *told, seat) || !notes_say(line, *told, seat, name, sizeof name))
            continue;
        if (mover != b.mover || b.used > FULL) end_bulletin(s, pl_line_game(line), &b);
        add_item(&b, mover, seat, name);
    }
    end_bulletin(s, pl_line_game(line), &b);
}

json_t *notes_json(const pl_line *line, int seat, int from, int all)
{
    char name[PL_NAME_MAX];
    json_t *list = json_array();
    for (int i = from; i < pl_line_plies(line); i++)
        if ((all || is_news(line, i, seat)) && notes_say(line, i, seat, name, sizeof name))
            json_array_append_new(list,
                                  json_pack("{s:o,s:s}", "mover",
                                            json_mover(pl_line_mover(line, i)), "noticed", name));
    return list;
}

int notes_number(const pl_line *line, int i, int seat)
{
    int n = 0;
    for (int k = 0; k <= i; k++) n += pl_line_seen(line, k, seat) != PL_NOTHING;
    return n;
}

void notes_history(const screen *s, const pl_line *line, int seat)
{
    int n = pl_line_plies(line), count = 0;
    char **item = calloc((size_t)n + 1, sizeof *item), name[PL_NAME_MAX], who[24];
    for (int i = 0; item && i < n; i++) {
        if (!notes_say(line, i, seat, name, sizeof name)) continue;
        if (!(item[count] = malloc(NOTE))) break;
        count++;
        snprintf(item[count - 1], NOTE, "%3d. %s: %s", count,
                 name_of(pl_line_mover(line, i), seat, who), name);
    }
    if (count) screen_columns(s, item, count);
    else puts("Nothing has happened yet.");
    for (int i = 0; i < count; i++) free(item[i]);
    free(item);
}
