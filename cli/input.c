/* input.c -- lines that somebody types: libedit at a terminal, else plain.
 *
 * Keys are read here, not by libedit, which would go on reading after Ctrl-C and knows of no
 * time that is up.  It is not told of windows in which it cannot edit, as it would write past
 * the end of its picture of the screen: there a line is read as it comes. */
#include "input.h"

#include <ctype.h>
#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "cli.h"
#include "interrupt.h"
#include "screen.h"

enum { LONGEST = 256, LISTED = 200 };

struct input {
    int terminal;
    EditLine *edit; /* NULL: not at a terminal, or not needed yet */
    History *history;
    const char *prompt;
    offers_fn *offers;
    const void *with;
    double until;              /* when time is up; 0: never */
    int (*called)(void *with); /* whether to leave off; or NULL */
    void *caller;
    input_end why;
    char line[LONGEST];
};

static volatile sig_atomic_t resized;

static void note_size(int signal_number)
{
    (void)signal_number;
    resized = 1;
}

/* Whether libedit can edit in the window; one of unknown size is taken for a usual one. */
static int window_fits(void)
{
    enum { ROWS = 4, COLUMNS = 20 };
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) return 1;
    return (!size.ws_row || size.ws_row >= ROWS) && (!size.ws_col || size.ws_col >= COLUMNS);
}

/* While a line is edited: from now on the size of the window is our affair, not libedit's,
 * which has just set a handler of its own. */
static void watch_window(EditLine *edit)
{
    struct sigaction act = {.sa_handler = note_size, .sa_flags = SA_RESTART};
    sigset_t size;
    sigaction(SIGWINCH, &act, NULL);
    sigemptyset(&size);
    sigaddset(&size, SIGWINCH);
    sigprocmask(SIG_UNBLOCK, &size, NULL);
    if (resized && window_fits()) el_resize(edit);
    resized = 0;
}

/* Nothing is told of it until the first key is waited for. */
static void hold_window(void)
{
    sigset_t size;
    sigemptyset(&size);
    sigaddset(&size, SIGWINCH);
    sigprocmask(SIG_BLOCK, &size, NULL);
}

static input *input_of(EditLine *edit)
{
    input *in = NULL;
    el_get(edit, EL_CLIENTDATA, &in);
    return in;
}

static char *prompt_of(EditLine *edit)
{
    return (char *)input_of(edit)->prompt;
}

/* Wait for a key: 0, or -1 and why there will be none.  Ctrl-C may come just before the wait,
 * so it is never a long one. */
static int await_key(input *in)
{
    enum { MS = 200 };
    struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        double left = in->until > 0 ? 1000 * (in->until - seconds_now()) : MS;
        in->why = INPUT_LATE;
        if (left <= 0) return -1;
        int got = poll(&key, 1, left < MS ? 1 + (int)left : MS);
        in->why = INPUT_INTERRUPTED;
        if (*interrupt_flag()) return -1;
        in->why = INPUT_CALLED;
        if (in->called && in->called(in->caller)) return -1;
        in->why = INPUT_ENDED;
        if (got > 0) return 0;
        if (got < 0 && errno != EINTR) return -1;
    }
}

/* One character as libedit wants it; what is none is passed over. */
static int read_key(EditLine *edit, wchar_t *out)
{
    input *in = input_of(edit);
    mbstate_t state = {0};
    for (;;) {
        char c;
        watch_window(edit);
        if (await_key(in)) return 0;
        ssize_t n = read(STDIN_FILENO, &c, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        size_t got = mbrtowc(out, &c, 1, &state);
        if (got <= 1) return 1;
        if (got == (size_t)-1) state = (mbstate_t){0};
    }
}

/* The words that begin like what is typed. */
typedef struct {
    const char *typed;
    char *word[LISTED];
    int kept, count;
    char common[LONGEST]; /* what all of them begin with */
} offered;

static void keep(void *to, const char *word)
{
    offered *o = to;
    size_t k = 0;
    if (strncasecmp(o->typed, word, strlen(o->typed)) != 0) return;
    if (!o->count++) snprintf(o->common, sizeof o->common, "%s", word);
    while (o->common[k] && o->common[k] == word[k]) k++;
    o->common[k] = 0;
    if (o->kept < LISTED && (o->word[o->kept] = strdup(word))) o->kept++;
}

static void list_offered(const offered *o)
{
    screen s;
    screen_open(&s, "auto");
    putchar('\n');
    screen_columns(&s, o->word, o->kept);
    if (o->count > o->kept) printf("... and %d more\n", o->count - o->kept);
    flush_output();
}

/* The line up to the cursor becomes what all the words begin with, if that is longer, or else
 * another case of letters; otherwise they are listed. */
static unsigned char complete(EditLine *edit, int key)
{
    input *in = input_of(edit);
    const LineInfo *line = el_line(edit);
    char typed[LONGEST];
    unsigned char what = CC_REFRESH;
    (void)key;
    snprintf(typed, sizeof typed, "%.*s", (int)(line->cursor - line->buffer), line->buffer);
    offered o = {.typed = typed + strspn(typed, " ")};
    if (in->offers) in->offers(in->with, o.typed, keep, &o);
    int longer = strlen(o.common) > strlen(o.typed);
    if (!o.count) what = CC_ERROR;
    else if (longer || o.count == 1) {
        el_deletestr(edit, (int)strlen(o.typed));
        el_insertstr(edit, o.common);
        if (o.count == 1) el_insertstr(edit, " ");
    } else {
        list_offered(&o);
        what = CC_REDISPLAY;
    }
    for (int i = 0; i < o.kept; i++) free(o.word[i]);
    return what;
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
    el_set(in->edit, EL_GETCFN, read_key);
    /* Of narrow strings libedit makes copies that it does not give back. */
    el_wset(in->edit, EL_ADDFN, L"parlor-complete", L"complete a word", complete);
    el_set(in->edit, EL_BIND, "^I", "parlor-complete", NULL);
    if (!in->history) return;
    history(in->history, &event, H_SETSIZE, 100);
    history(in->history, &event, H_SETUNIQUE, 1);
    el_set(in->edit, EL_HIST, history, in->history);
}

input *input_new(void)
{
    input *in = calloc(1, sizeof *in);
    if (in) in->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (in) setvbuf(stdin, NULL, _IONBF, 0);
    return in;
}

void input_free(input *in)
{
    if (in && in->history) history_end(in->history);
    if (in && in->edit) el_end(in->edit);
    free(in);
}

int input_edited(const input *in)
{
    return in->terminal;
}

void input_complete(input *in, offers_fn *offers, const void *with)
{
    in->offers = offers;
    in->with = with;
}

static const char *edited_line(input *in)
{
    int n;
    HistEvent event;
    in->why = INPUT_ENDED;
    hold_window();
    el_resize(in->edit);
    const char *text = el_gets(in->edit, &n);
    if (!text || n <= 0 || *interrupt_flag() || in->why == INPUT_CALLED) return NULL;
    if (in->history && n > 1) history(in->history, &event, H_ENTER, text);
    snprintf(in->line, sizeof in->line, "%s", text);
    in->line[strcspn(in->line, "\n")] = 0;
    clean_text(in->line, strlen(in->line));
    return in->line;
}

void input_until(input *in, int (*called)(void *with), void *with)
{
    in->called = called;
    in->caller = with;
}

/* Every line is waited for, and none is read ahead: Ctrl-C may come just before. */
static int next_byte(input *in, int first)
{
    return first && await_key(in) ? EOF : getchar();
}

/* A line as it comes, cut where it is too long to be a move; whatever is no
 * text becomes '?'.  0, or -1 at the end. */
static int read_line(input *in, char *line, size_t size)
{
    size_t n = 0;
    int c;
    while ((c = next_byte(in, n == 0)) != '\n' && c != EOF)
        if (n + 1 < size) line[n++] = c == '\t' || c == '\r' ? ' ' : (char)c;
    clean_text(line, n);
    line[n] = 0;
    return c == EOF && (n == 0 || ferror(stdin)) ? -1 : 0;
}

/* What comes through a pipe is not on the screen, so it is repeated after the
 * prompt. */
static const char *plain_line(input *in)
{
    fputs(in->prompt, stdout);
    flush_output();
    in->why = INPUT_ENDED;
    if (read_line(in, in->line, sizeof in->line)) {
        if (*interrupt_flag()) in->why = INPUT_INTERRUPTED;
        return NULL;
    }
    if (*in->prompt && !isatty(STDIN_FILENO)) puts(in->line);
    return in->line;
}

const char *input_line(input *in, const char *prompt, double seconds, input_end *why)
{
    in->prompt = prompt;
    in->until = seconds > 0 ? seconds_now() + seconds : 0;
    flush_output();
    interrupt_forget();
    int edits = in->terminal && window_fits();
    if (edits && !in->edit) open_editor(in);
    const char *got = edits && in->edit ? edited_line(in) : plain_line(in);
    *why = in->why;
    if (!got) return NULL;
    char *start = in->line + strspn(in->line, " ");
    size_t n = strlen(start);
    while (n && start[n - 1] == ' ') start[--n] = 0;
    return start;
}
