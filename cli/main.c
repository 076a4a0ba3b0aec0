/* main.c -- the parlor command: finds the row of the table and runs it.
 *
 * Exit status: 0 done, 1 failed, 2 the command line was wrong.  Results go to
 * stdout, sentences about trouble and progress to stderr. */
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "cli.h"
#include "cluster.h"

#ifndef PARLOR_VERSION
#define PARLOR_VERSION "unknown"
#endif

static int run(int argc, char **argv)
{
    call c;
    const command *what = find_command(argv[0]);
    if (!what) return MISUSED;
    int status = parse_call(what, argc, argv, &c);
    if (status) return status;
    if (!c.help) return what->run(&c);
    help_command(what, stdout);
    return DONE;
}

static int version(void)
{
    puts("parlor " PARLOR_VERSION);
    return DONE;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) return misused("a command is missing; 'parlor help' lists them");
    if (!strcmp(argv[1], "--version")) return version();
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help_all(stdout);
        return DONE;
    }
    if (argv[1][0] == '-')
        return misused("a command comes before its options; 'parlor help' lists them");
    return run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    /* A closed pipe is then an error of writing, and told like one. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* so is a file that is not allowed to grow */
    int status = cluster_join(argv);
    if (status != CARRY_ON) return status;
    status = close_output(dispatch(argc, argv));
    cluster_leave();
    return status;
}
