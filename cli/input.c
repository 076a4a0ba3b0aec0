/* input.c -- lines that somebody types: libedit at a terminal, else plain. */
#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"

struct input {
    EditLine *edit; /* NULL: not at a terminal */
    History *history;
    const char *prompt;
    char line[256];
};

/* libedit has put the terminal back in order before it passes the signal on. */
static void leave(int signal_number)
{
    (void)signal_number;
    if (write(STDOUT_FILENO, "\n", 1) != 1) _exit(FAILED);
    _exit(DONE);
}

static char *prompt_of(EditLine *edit)
{
    input *in = NULL;
    el_get(edit, EL_CLIENTDATA, &in);
    return (char *)in->prompt;
}

static void open_editor(input *in)
{
    HistEvent event;
    in->edit = el_init("parlor", stdin, stdout, stderr);
    in->history = history_init();
    if (!in->edit) return;
    el_set(in->edit, EL_CLIENTDATA, in);
    el_set(in->edit, EL_PROMPT, prompt_of);
    el_set(in->edit, EL_EDITOR, "emacs");
    el_set(in->edit, EL_SIGNAL, 1);
    if (!in->history) return;
    history(in->history, &event, H_SETSIZE, 100);
    el_set(in->edit, EL_HIST, history, in->history);
}

input *input_new(void)
{
    struct sigaction act = {.sa_handler = leave};
    input *in = calloc(1, sizeof *in);
    if (!in) return NULL;
    sigaction(SIGINT, &act, NULL);
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) open_editor(in);
    return in;
}

void input_free(input *in)
{
    if (in && in->history) history_end(in->history);
    if (in && in->edit) el_end(in->edit);
    free(in);
}

/* The rest of a line too long to be a move, so that it is not read as the next. */
static void skip_line(void)
{
    for (int c; (c = getchar()) != '\n' && c != EOF;) continue;
}

static const char *edited_line(input *in)
{
    int n;
    HistEvent event;
    const char *text = el_gets(in->edit, &n);
    if (!text || n <= 0) return NULL;
    if (in->history && n > 1) history(in->history, &event, H_ENTER, text);
    snprintf(in->line, sizeof in->line, "%s", text);
    return in->line;
}

/* What comes through a pipe is not on the screen, so it is repeated after the
 * prompt. */
static const char *plain_line(input *in)
{
    fputs(in->prompt, stdout);
    fflush(stdout);
    if (!fgets(in->line, sizeof in->line, stdin)) return NULL;
    if (!strchr(in->line, '\n') && !feof(stdin)) skip_line();
    if (*in->prompt && !isatty(STDIN_FILENO))
        printf("%.*s\n", (int)strcspn(in->line, "\n"), in->line);
    return in->line;
}

const char *input_line(input *in, const char *prompt)
{
    in->prompt = prompt;
    fflush(stdout);
    if (!(in->edit ? edited_line(in) : plain_line(in))) return NULL;
    char *start = in->line + strspn(in->line, " \t");
    size_t n = strlen(start);
    while (n && strchr(" \t\r\n", start[n - 1])) start[--n] = 0;
    return start;
}
