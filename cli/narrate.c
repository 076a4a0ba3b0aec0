/* narrate.c -- what a host tells, in words: who plays, what was noticed, the position. */
#include <math.h>
#include <string.h>

#include "net.h"

static void read_names(narrator *n, pl_piece names)
{
    pl_piece at = {NULL, 0}, key, value;
    for (int i = 0; i < PL_SEATS_MAX; i++) {
        snprintf(n->name[i], sizeof n->name[i], "seat %d", i);
        if (!pl_piece_next(names, &at, &key, &value)) continue;
        pl_piece_string(value, n->name[i], sizeof n->name[i]);
        clean_text(n->name[i], strlen(n->name[i]));
    }
}

const char *narrator_who(const narrator *n, int seat, char *buf, size_t size)
{
    char number[24];
    const char *plain = mover_name(seat, number);
    if (seat < 0 || !strcmp(n->name[seat], plain)) snprintf(buf, size, "%s", plain);
    else snprintf(buf, size, "%s (%s)", n->name[seat], plain);
    return buf;
}

static void tell_start(narrator *n, const pl_message *m)
{
    char who[PL_NAME_MAX + 32];
    read_names(n, m->names);
    printf("%s:", m->game);
    for (int i = 0; i < m->players && i < PL_SEATS_MAX; i++)
        printf("%s %s", i ? "," : "", narrator_who(n, i, who, sizeof who));
    putchar('\n');
}

/* News that comes again and again is told once; it is kept until something else comes. */
static void tell_last(narrator *n)
{
    if (n->times == 1) puts(n->last);
    if (n->times > 1) printf("%s (%d times)\n", n->last, n->times);
    n->times = 0;
}

static void tell_text(pl_piece text)
{
    char lines[PL_SHOW_MAX + 1];
    if (pl_piece_string(text, lines, sizeof lines - 1)) return;
    size_t n = strlen(lines);
    for (char *line = lines, *end; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        clean_text(line, (size_t)(end - line));
    }
    printf("%s%s", lines, n && lines[n - 1] == '\n' ? "" : "\n");
}

static void tell_saw(narrator *n, const pl_message *m)
{
    char who[PL_NAME_MAX + 32], news[sizeof n->last], move[PL_NAME_MAX];
    snprintf(move, sizeof move, "%s", m->name);
    clean_text(move, strlen(move));
    snprintf(news, sizeof news, "%s: %s", narrator_who(n, m->seat, who, sizeof who), move);
    if (n->times && strcmp(news, n->last)) tell_last(n);
    memcpy(n->last, news, sizeof news);
    n->times++;
    if (m->seat == PL_CHANCE) return;
    tell_last(n);
    if (!n->brief) tell_text(m->text);
}

void narrate_end(const narrator *n, const double *score, int players, const char *how,
                 const char *why)
{
    char who[PL_NAME_MAX + 32];
    printf("The game is over%s%s%s%s.\n", strcmp(how, "rules") ? ": " : "",
           strcmp(how, "rules") ? how : "", *why ? "; " : "", why);
    if (isnan(score[0])) return;
    fputs("Scores:", stdout);
    for (int i = 0; i < players; i++)
        printf("%s %s: %g", i ? "," : "", narrator_who(n, i, who, sizeof who), score[i]);
    putchar('\n');
}

static void tell_over(const narrator *n, const pl_message *m)
{
    double score[PL_SEATS_MAX] = {NAN};
    char why[PL_SAID_MAX];
    int players = 0;
    pl_piece at = {NULL, 0}, key, value;
    snprintf(why, sizeof why, "%s", m->said);
    clean_text(why, strlen(why));
    while (players < PL_SEATS_MAX && pl_piece_next(m->scores, &at, &key, &value))
        pl_piece_number(value, &score[players++]);
    narrate_end(n, score, players, m->how, why);
}

void narrate(narrator *n, const char *line, const pl_message *m)
{
    char who[PL_NAME_MAX + 32];
    if (n->json) {
        if (m->type != PL_MSG_HELLO && m->type != PL_MSG_BYE) puts(line);
        return;
    }
    if (m->type != PL_MSG_SAW) tell_last(n);
    switch (m->type) {
    case PL_MSG_START: tell_start(n, m); break;
    case PL_MSG_SAW: tell_saw(n, m); break;
    case PL_MSG_OVER: tell_over(n, m); break;
    case PL_MSG_PAUSE: printf("Paused by %s.\n", narrator_who(n, m->seat, who, sizeof who)); break;
    case PL_MSG_RESUME: puts("The game goes on."); break;
    default: break;
    }
}

void narrate_token(const pl_message *m)
{
    char token[PL_TOKEN_MAX];
    if (m->type != PL_MSG_HELLO || !*m->token) return;
    memcpy(token, m->token, sizeof token);
    clean_text(token, strlen(token));
    fprintf(stderr, "parlor: the seat is yours; come back to it with --token %s\n", token);
}
