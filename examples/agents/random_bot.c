/* A player in C, with no library: it moves at random.
 *
 *     cc -O2 -o random_bot examples/agents/random_bot.c
 *     parlor play tictactoe --against 'process(cmd=./random_bot)'
 *
 * One message is one line of JSON (docs/protocol.md).  Parlor writes "type" first and
 * lists the numbers of the legal moves, so that a program that is content with a number
 * needs no JSON parser; parlor/protocol.h has a reader for those that want more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char line[1 << 20]; /* no line is longer */

int main(void)
{
    struct timespec now; /* many of these may play at the same time, and none as another does */
    timespec_get(&now, TIME_UTC);
    srand((unsigned)now.tv_nsec ^ (unsigned)now.tv_sec);
    while (fgets(line, sizeof line, stdin) && strncmp(line, "{\"type\":\"bye\"", 13)) {
        char *numbers = strstr(line, "],\"numbers\":["), *id = strstr(line, "\"id\":");
        if (!strncmp(line, "{\"type\":\"hello\"", 15))
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"random_bot.c\"}");
        else if (!strncmp(line, "{\"type\":\"ping\"", 14))
            printf("{\"type\":\"pong\",\"id\":%lld}\n", id ? atoll(id + 5) : 0);
        else if (!strncmp(line, "{\"type\":\"act\",\"act\":", 20) && numbers) {
            int moves = 1; /* here goes your idea: any of the numbers */
            for (char *c = numbers += 13; *c != ']'; c++) moves += *c == ',';
            for (int k = rand() % moves; k > 0; k--) numbers = strchr(numbers, ',') + 1;
            printf("{\"type\":\"move\",\"act\":%d,\"move\":%d}\n", atoi(line + 20), atoi(numbers));
        }
        fflush(stdout);
    }
    return 0;
}
