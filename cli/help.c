/* help.c -- what the table of commands says, for people. */
#include <string.h>

#include "cli.h"

void help_synopsis(const command *c, char *buf, size_t n)
{
    snprintf(buf, n, "%s%s%s [OPTIONS]%s", c->name, *c->words ? " " : "", c->words,
             c->runs ? " -- COMMAND..." : "");
}

static json_t *json_options(const command *c)
{
    json_t *list = json_array();
    const option *o;
    for (int i = 0; (o = option_of(c, i)); i++)
        json_array_append_new(list, json_pack("{s:s,s:s?,s:s?,s:s}", "name", o->name, "argument",
                                              o->arg, "default", o->normal, "help", o->help));
    return list;
}

static json_t *json_command(const command *c)
{
    return json_pack("{s:s,s:s,s:s,s:o}", "name", c->name, "words", c->words, "summary", c->summary,
                     "options", json_options(c));
}

void help_all(FILE *out)
{
    fputs("Parlor: turn-based games, one file each.\n\nUsage: parlor COMMAND [OPTIONS]\n\n", out);
    for (const command *c = commands; c->name; c++)
        fprintf(out, "  %-11s %s\n", c->name, c->summary);
    fputs(
        "\nA game is written name or name(key=value,...), in quotes: 'kuhn(players=3)'; or it is\n"
        "a file that ends in .efg, as Gambit has them.\n"
        "'parlor COMMAND --help' explains a command; 'parlor --version' tells the version.\n\n"
        "Example:\n  parlor play kuhn\n",
        out);
}

static void help_option(const option *o, FILE *out)
{
    char left[40];
    if (o->bare) snprintf(left, sizeof left, "--%s[=%s]", o->name, o->arg);
    else snprintf(left, sizeof left, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    fprintf(out, "  %-20s %s", left, o->help);
    if (o->choices && o->kind == CHOICE) fprintf(out, " (%s)", o->choices);
    fprintf(out, o->normal ? " (default %s)\n" : "\n", o->normal);
}

void help_command(const command *c, FILE *out)
{
    char synopsis[160];
    const option *o;
    help_synopsis(c, synopsis, sizeof synopsis);
    fprintf(out, "parlor %s: %s.\n\nUsage: parlor %s\n\n%s\n\nOptions:\n", c->name, c->summary,
            synopsis, c->about);
    for (int i = 0; (o = option_of(c, i)); i++) help_option(o, out);
    fprintf(out, "\nExample%s:\n", c->examples[1].command ? "s" : "");
    for (int i = 0; i < EXAMPLES_MAX && c->examples[i].command; i++)
        fprintf(out, "  %s\n      %s\n", c->examples[i].command, c->examples[i].says);
}

int cmd_help(const call *c)
{
    const command *about = c->count ? find_command(c->words[0]) : NULL;
    if (c->count && !about) return MISUSED;
    if (c->json) {
        json_t *list = json_array();
        for (const command *k = commands; k->name; k++)
            if (!about || k == about) json_array_append_new(list, json_command(k));
        print_json(json_pack("{s:o}", "commands", list));
    } else if (about) help_command(about, stdout);
    else help_all(stdout);
    return DONE;
}
