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

static const char *farewell; /* what an interrupt leaves behind */

/* libedit has put the terminal back in order before it passes the signal on. */
static void leave(int signal_number)
{
    ssize_t n = (ssize_t)strlen(farewell);
    (void)signal_number;
    _exit(write(STDOUT_FILENO, farewell, (size_t)n) == n ? DONE : FAILED);
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

input *input_new(const char *last_words)
{
    struct sigaction act = {.sa_handler = leave};
    input *in = calloc(1, sizeof *in);
    if (!in) return NULL;
    farewell = last_words;
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

static const char *edited_line(input *in)
{
    int n;
    HistEvent event;
    const char *text = el_gets(in->edit, &n);
    if (!text || n <= 0) return NULL;
    if (in->history && n > 1) history(in->history, &event, H_ENTER, text);
    snprintf(in->line, sizeof in->line, "%s", text);
    in->line[strcspn(in->line, "\n")] = 0;
    clean_text(in->line, strlen(in->line));
    return in->line;
}

/* A line as it comes, cut where it is too long to be a move; whatever is no
 * text becomes '?'.  0, or -1 at the end. */
static int read_line(char *line, size_t size)
{
    size_t n = 0;
    int c;
    while ((c = getchar()) != '\n' && c != EOF)
        if (n + 1 < size) line[n++] = c == '\t' || c == '\r' ? ' ' : (char)c;
    clean_text(line, n);
    line[n] = 0;
    return c == EOF && n == 0 ? -1 : 0;
}

/* What comes through a pipe is not on the screen, so it is repeated after the
 * prompt. */
static const char *plain_line(input *in)
{
    fputs(in->prompt, stdout);
    flush_output();
    if (read_line(in->line, sizeof in->line)) return NULL;
    if (*in->prompt && !isatty(STDIN_FILENO)) puts(in->line);
    return in->line;
}

const char *input_line(input *in, const char *prompt)
{
    in->prompt = prompt;
    flush_output();
    if (!(in->edit ? edited_line(in) : plain_line(in))) return NULL;
    char *start = in->line + strspn(in->line, " ");
    size_t n = strlen(start);
    while (n && start[n - 1] == ' ') start[--n] = 0;
    return start;
}
