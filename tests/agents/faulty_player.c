/* faulty_player.c -- a player that speaks the Parlor protocol and now and then does what no
 * player should: the soak test's opponent.
 *
 *     faulty_player FAULT ONE_IN SEED [TAG]
 *
 * FAULT: none, crash, hang, lie, flood, bytes, wrong, twice, brood (leaves a child behind
 * and crashes).  One act in ONE_IN is answered so, the others with a legal move. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parlor/protocol.h"

static char line[PL_LINE_MAX];

static void say(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

/* A child that outlives its parent, and keeps the pipe open. */
static void leave_child(void)
{
    if (fork() == 0)
        for (;;) pause();
    abort();
}

static void misbehave(const char *fault, const char *answer)
{
    if (!strcmp(fault, "crash")) abort();
    if (!strcmp(fault, "brood")) leave_child();
    if (!strcmp(fault, "hang")) pause();
    if (!strcmp(fault, "lie")) say("{\"type\":\"move\",\"move\":\"castle\"}\n");
    if (!strcmp(fault, "bytes")) say("{\"type\":\"move\",\"move\":\"\xff\xfe\"}\n");
    if (!strcmp(fault, "wrong"))
        say("{\"type\":\"move\",\"act\":4711,\"number\":0,\"move\":\"x\"}\n");
    if (!strcmp(fault, "twice")) printf("%s%s", answer, answer), fflush(stdout);
    for (int i = 0; !strcmp(fault, "flood") && i < 100000; i++)
        say("{\"type\":\"ping\",\"ping\":1}\n");
}

/* Any of the legal moves. */
static void choose(const pl_message *m, pl_rng *r, char *name, size_t n)
{
    pl_piece at = {NULL, 0}, key, value;
    for (int k = 1; pl_piece_next(m->legal, &at, &key, &value); k++)
        if (pl_below(r, k) == 0) pl_piece_string(value, name, n);
}

int main(int argc, char **argv)
{
    static pl_message m;
    pl_rng r;
    char name[PL_NAME_MAX] = "", answer[512];
    if (argc < 4) return 2;
    pl_seed(&r, (uint64_t)atoll(argv[3]));
    while (fgets(line, sizeof line, stdin)) {
        pl_error err;
        if (pl_message_read(line, strlen(line), &m, &err)) return 1;
        if (m.type == PL_MSG_BYE) return 0;
        if (m.type == PL_MSG_HELLO) {
            pl_message_hello("faulty", NULL, 0, answer, sizeof answer);
            say(answer);
        }
        if (m.type == PL_MSG_PING) {
            pl_message_ping(PL_MSG_PONG, m.number, answer, sizeof answer);
            say(answer);
        }
        if (m.type != PL_MSG_ACT) continue;
        choose(&m, &r, name, sizeof name);
        pl_message_move(name, m.number, NAN, NULL, answer, sizeof answer);
        if (strcmp(argv[1], "none") && pl_below(&r, atoi(argv[2])) == 0) misbehave(argv[1], answer);
        else say(answer);
    }
    return 0;
}
