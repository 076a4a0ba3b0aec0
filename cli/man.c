/* man.c -- the manual page, as source for scdoc, from the table of commands. */
#include <string.h>

#include "cli.h"

/* Text in which nothing is markup. */
static void plain(const char *text)
{
    for (; *text; text++) {
        if (strchr("\\*_#<>[]~`.'", *text)) putchar('\\');
        putchar(*text);
    }
}

static void heading(const char *text)
{
    printf("\n# %s\n\n", text);
}

static void man_option(const option *o)
{
    printf("*--%s*", o->name);
    if (o->arg) {
        fputs(" _", stdout);
        plain(o->arg);
        putchar('_');
    }
    fputs("\n\t", stdout);
    plain(o->help);
    if (o->kind == CHOICE) {
        fputs(" (", stdout);
        plain(o->choices);
        putchar(')');
    }
    if (o->normal) {
        fputs(" (default ", stdout);
        plain(o->normal);
        putchar(')');
    }
    fputs("\n\n", stdout);
}

static void man_command(const command *c)
{
    char synopsis[160];
    help_synopsis(c, synopsis, sizeof synopsis);
    printf("\n## parlor %s\n\n", synopsis); /* in a heading nothing is markup */
    plain(c->about);
    puts("\n");
    for (const option *o = c->options; o && o->name; o++) man_option(o);
}

static void man_examples(void)
{
    for (const command *c = commands; c->name; c++)
        for (int i = 0; i < EXAMPLES_MAX && c->examples[i].command; i++) {
            plain(c->examples[i].command);
            fputs("\n\t", stdout);
            plain(c->examples[i].says);
            fputs("\n\n", stdout);
        }
}

static void man_page(void)
{
    puts("parlor(1)");
    heading("NAME");
    puts("parlor - turn-based games: rules, play, laws and speed");
    heading("SYNOPSIS");
    puts("*parlor* _COMMAND_ \\[_OPTIONS_\\]++\n*parlor* --help | --version");
    heading("DESCRIPTION");
    puts("A game is written _name_ or _name(key=value,...)_, in quotes: 'kuhn(players=3)'.\n"
         "Results go to standard output, and sentences about trouble to standard error.");
    heading("OPTIONS OF EVERY COMMAND");
    for (const option *o = common_options; o->name; o++) man_option(o);
    heading("COMMANDS");
    for (const command *c = commands; c->name; c++) man_command(c);
    heading("EXIT STATUS");
    puts("0: done.  1: it failed: a broken law, a tree too large, an output that cannot be\n"
         "written.  2: the command line was wrong.");
    heading("EXAMPLES");
    man_examples();
}

int cmd_man(const call *c)
{
    if (c->json) return misused("the manual page has no JSON; 'parlor help --json' has the facts");
    man_page();
    return DONE;
}
