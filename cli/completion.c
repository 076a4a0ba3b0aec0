/* completion.c -- scripts that teach bash and zsh the table of commands. */
#include <string.h>

#include "cli.h"

static void print_games(void)
{
    for (const pl_game *const *g = pl_games(); *g; g++) printf("%s ", (*g)->name);
    for (const char *const *a = pl_aliases(); *a; a += 2) printf("%s%s", a[0], a[2] ? " " : "");
}

/* "a|b" with blanks for bars. */
static void print_choices(const char *choices)
{
    for (; *choices; choices++) putchar(*choices == '|' ? ' ' : *choices);
}

static void print_commands(void)
{
    for (const command *c = commands; c->name; c++) printf("%s ", c->name);
}

/* What stands where a command takes words of its own. */
static void print_words(const command *c, const char *games)
{
    if (strstr(c->words, "GAME")) printf("%s ", games);
    else if (strstr(c->words, "COMMAND")) print_commands();
    else if (strchr(c->words, '|')) print_choices(c->words), putchar(' ');
}

static void bash_values(void)
{
    const option *o;
    for (const command *c = commands; c->name; c++)
        for (int i = 0; (o = option_of(c, i)); i++) {
            if (!o->choices) continue;
            printf("    %s:--%s) words='", c->name, o->name);
            print_choices(o->choices);
            puts("' ;;");
        }
}

static void bash_words(const command *c)
{
    const option *o;
    printf("    %s:*) words=\"", c->name);
    print_words(c, "$games");
    for (int i = 0; (o = option_of(c, i)); i++) printf("--%s ", o->name);
    puts("\" ;;");
}

static void completion_bash(void)
{
    fputs("# Completion of parlor for bash, printed by 'parlor completion bash'.\n"
          "_parlor()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local words games='",
          stdout);
    print_games();
    fputs("'\n    if ((COMP_CWORD == 1)); then\n        words='", stdout);
    print_commands();
    puts("--help --version'\n    else\n    case ${COMP_WORDS[1]}:$before in");
    bash_values();
    for (const command *c = commands; c->name; c++) bash_words(c);
    puts("    esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
         "complete -F _parlor parlor");
}

/* Text inside single quotes and zsh's own brackets. */
static void print_quoted(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'') fputs("'\\''", stdout);
        else if (strchr("[]:\\", *text)) printf("\\%c", *text);
        else putchar(*text);
    }
}

static void zsh_option(const option *o)
{
    printf(" \\\n            '--%s[", o->name);
    print_quoted(o->help);
    putchar(']');
    if (o->arg) {
        putchar(':');
        print_quoted(o->arg);
        putchar(':');
    }
    if (o->choices) {
        putchar('(');
        print_choices(o->choices);
        putchar(')');
    }
    putchar('\'');
}

static void zsh_command(const command *c)
{
    const option *o;
    printf("        %s) _arguments", c->name);
    for (int i = 0; (o = option_of(c, i)); i++) zsh_option(o);
    if (*c->words) {
        fputs(" \\\n            \"*:word:(", stdout);
        print_words(c, "$games");
        fputs(")\"", stdout);
    }
    puts(" ;;");
}

static void completion_zsh(void)
{
    fputs("#compdef parlor\n# Completion of parlor for zsh, printed by 'parlor completion zsh'.\n"
          "_parlor()\n{\n    local games='",
          stdout);
    print_games();
    puts("'\n    local -a commands\n    commands=(");
    for (const command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        print_quoted(c->summary);
        puts("'");
    }
    puts("    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n"
         "        return\n    fi\n    local command=$words[2]\n    shift words\n"
         "    ((CURRENT--))\n    case $command in");
    for (const command *c = commands; c->name; c++) zsh_command(c);
    puts("    esac\n}\ncompdef _parlor parlor");
}

int cmd_completion(const call *c)
{
    if (!strcmp(c->words[0], "bash")) completion_bash();
    else if (!strcmp(c->words[0], "zsh")) completion_zsh();
    else return misused("completion is for bash or zsh, not '%.40s'", c->words[0]);
    return DONE;
}
