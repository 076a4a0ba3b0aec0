/* completion.c -- scripts that teach bash and zsh the table of commands. */
#include <string.h>

#include "cli.h"

static void print_games(FILE *out)
{
    for (const pl_game *const *g = pl_games(); *g; g++) fprintf(out, "%s ", (*g)->name);
    for (const char *const *a = pl_aliases(); *a; a += 2)
        fprintf(out, "%s%s", a[0], a[2] ? " " : "");
}

static void print_agents(FILE *out)
{
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        fprintf(out, "%s%s", (*a)->name, a[1] ? " " : "");
}

/* "a|b" with blanks for bars; other words may follow. */
static void print_choices(const char *choices, FILE *out)
{
    for (; *choices && *choices != ' '; choices++) fputc(*choices == '|' ? ' ' : *choices, out);
}

static void print_commands(FILE *out)
{
    for (const command *c = commands; c->name; c++) fprintf(out, "%s ", c->name);
}

/* What stands where a command takes words of its own. */
static void print_words(const command *c, const char *games, FILE *out)
{
    if (strstr(c->words, "GAME")) fprintf(out, "%s ", games);
    else if (strstr(c->words, "COMMAND")) print_commands(out);
    else if (strstr(c->words, "AGENT")) print_agents(out), fputc(' ', out);
    else if (strchr(c->words, '|')) print_choices(c->words, out), fputc(' ', out);
}

/* What may stand after an option; nothing if that is not known. */
static void print_values(const option *o, FILE *out)
{
    if (o->choices) print_choices(o->choices, out);
    else if (o->arg && strstr(o->arg, "AGENT")) print_agents(out);
}

/* After an option that takes a value, only its values are offered. */
static void bash_values(FILE *out)
{
    const option *o;
    for (const command *c = commands; c->name; c++)
        for (int i = 0; (o = option_of(c, i)); i++) {
            if (!o->arg || o->bare) continue;
            fprintf(out, "    %s:--%s) words='", c->name, o->name);
            print_values(o, out);
            fputs("' ;;\n", out);
        }
}

static void bash_words(const command *c, FILE *out)
{
    const option *o;
    fprintf(out, "    %s:*) words=\"", c->name);
    print_words(c, "$games", out);
    for (int i = 0; (o = option_of(c, i)); i++) fprintf(out, "--%s ", o->name);
    fputs("\" ;;\n", out);
}

static void completion_bash(FILE *out)
{
    fputs("# Completion of parlor for bash, printed by 'parlor completion bash'.\n"
          "_parlor()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local words games='",
          out);
    print_games(out);
    fputs("'\n    if ((COMP_CWORD == 1)); then\n        words='", out);
    print_commands(out);
    fputs("--help --version'\n    else\n    case ${COMP_WORDS[1]}:$before in\n", out);
    bash_values(out);
    for (const command *c = commands; c->name; c++) bash_words(c, out);
    fputs("    esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
          "complete -F _parlor parlor\n",
          out);
}

/* Text inside single quotes and zsh's own brackets. */
static void print_quoted(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '\'') fputs("'\\''", out);
        else if (strchr("[]:\\", *text)) fprintf(out, "\\%c", *text);
        else fputc(*text, out);
    }
}

static void zsh_option(const option *o, FILE *out)
{
    fprintf(out, " \\\n            '--%s%s[", o->name, o->bare ? "=-" : "");
    print_quoted(o->help, out);
    fputc(']', out);
    if (o->arg) {
        fputs(o->bare ? "::" : ":", out);
        print_quoted(o->arg, out);
        fputc(':', out);
    }
    if (o->choices || (o->arg && strstr(o->arg, "AGENT"))) {
        fputc('(', out);
        print_values(o, out);
        fputc(')', out);
    }
    fputc('\'', out);
}

static void zsh_command(const command *c, FILE *out)
{
    const option *o;
    fprintf(out, "        %s) _arguments", c->name);
    for (int i = 0; (o = option_of(c, i)); i++) zsh_option(o, out);
    if (*c->words) {
        fputs(" \\\n            \"*:word:(", out);
        print_words(c, "$games", out);
        fputs(")\"", out);
    }
    fputs(" ;;\n", out);
}

static void completion_zsh(FILE *out)
{
    fputs("#compdef parlor\n# Completion of parlor for zsh, printed by 'parlor completion zsh'.\n"
          "_parlor()\n{\n    local games='",
          out);
    print_games(out);
    fputs("'\n    local -a commands\n    commands=(\n", out);
    for (const command *c = commands; c->name; c++) {
        fprintf(out, "        '%s:", c->name);
        print_quoted(c->summary, out);
        fputs("'\n", out);
    }
    fputs("    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n"
          "        return\n    fi\n    local command=$words[2]\n    shift words\n"
          "    ((CURRENT--))\n    case $command in\n",
          out);
    for (const command *c = commands; c->name; c++) zsh_command(c, out);
    /* Found through fpath the file is the function itself; sourced, it is not. */
    fputs("    esac\n}\nif [[ $funcstack[1] == _parlor ]]; then _parlor \"$@\"\n"
          "else compdef _parlor parlor\nfi\n",
          out);
}

int cmd_completion(const call *c)
{
    if (!strcmp(c->words[0], "bash")) return print_text(completion_bash, c->json);
    if (!strcmp(c->words[0], "zsh")) return print_text(completion_zsh, c->json);
    return misused("completion is for bash or zsh, not '%.40s'", c->words[0]);
}
