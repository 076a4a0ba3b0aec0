/* man.c -- the manual page, as source for scdoc, from the table of commands. */
#include <string.h>

#include "cli.h"

/* Text in which nothing is markup. */
static void plain(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("\\*_#<>[]~`.'", *text)) fputc('\\', out);
        fputc(*text, out);
    }
}

static void heading(const char *text, FILE *out)
{
    fprintf(out, "\n# %s\n\n", text);
}

static void man_option(const option *o, FILE *out)
{
    fprintf(out, "*--%s*", o->name);
    if (o->arg) {
        fputs(o->bare ? "\\[=_" : " _", out);
        plain(o->arg, out);
        fputs(o->bare ? "_\\]" : "_", out);
    }
    fputs("\n\t", out);
    plain(o->help, out);
    if (o->kind == CHOICE) {
        fputs(" (", out);
        plain(o->choices, out);
        fputc(')', out);
    }
    if (o->normal) {
        fputs(" (default ", out);
        plain(o->normal, out);
        fputc(')', out);
    }
    fputs("\n\n", out);
}

static void man_command(const command *c, FILE *out)
{
    char synopsis[160];
    help_synopsis(c, synopsis, sizeof synopsis);
    fprintf(out, "\n## parlor %s\n\n", synopsis); /* in a heading nothing is markup */
    plain(c->about, out);
    fputs("\n\n", out);
    for (const option *o = c->options; o && o->name; o++) man_option(o, out);
}

static void man_examples(FILE *out)
{
    for (const command *c = commands; c->name; c++)
        for (int i = 0; i < EXAMPLES_MAX && c->examples[i].command; i++) {
            plain(c->examples[i].command, out);
            fputs("\n\t", out);
            plain(c->examples[i].says, out);
            fputs("\n\n", out);
        }
}

static void man_page(FILE *out)
{
    fputs("parlor(1)\n", out);
    heading("NAME", out);
    fputs("parlor - turn-based games: rules, play, laws and speed\n", out);
    heading("SYNOPSIS", out);
    fputs("*parlor* _COMMAND_ \\[_OPTIONS_\\]++\n*parlor* --help | --version\n", out);
    heading("DESCRIPTION", out);
    fputs("A game is written _name_ or _name(key=value,...)_, in quotes: 'kuhn(players=3)';\n"
          "or it is a file that ends in .efg, as Gambit has them.\n"
          "Results go to standard output, and sentences about trouble to standard error.\n",
          out);
    heading("OPTIONS OF EVERY COMMAND", out);
    for (const option *o = common_options; o->name; o++) man_option(o, out);
    heading("COMMANDS", out);
    for (const command *c = commands; c->name; c++) man_command(c, out);
    heading("EXIT STATUS", out);
    fputs("0: done.  1: it failed: a broken law, a tree too large, an output that cannot be\n"
          "written.  2: the command line was wrong.\n",
          out);
    heading("EXAMPLES", out);
    man_examples(out);
}

int cmd_man(const call *c)
{
    return print_text(man_page, c->json);
}
