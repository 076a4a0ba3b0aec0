/* say.c -- sentences for people: errors, progress, and the end of the output.
 *
 * A closed pipe or a full disk is noticed here, once, when the output is
 * closed; a command that writes a lot asks output_failed() as it goes. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

/* Bytes of the character that begins here, or 0: it is not one to show. */
static size_t character(const unsigned char *s, size_t room)
{
    size_t n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
    if (n > room || *s < ' ' || *s == 0x7f) return 0;
    for (size_t i = 1; i < n; i++)
        if (s[i] >> 6 != 2) return 0;
    int control = *s == 0xc2 && s[1] < 0xa0; /* U+0080 .. U+009F */
    int overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
    int outside = (*s == 0xed && s[1] > 0x9f) || (*s == 0xf4 && s[1] > 0x8f);
    return control || overlong || outside ? 0 : n;
}

void clean_text(char *text, size_t n)
{
    for (size_t i = 0, k; i < n; i += k ? k : 1) {
        k = character((const unsigned char *)text + i, n - i);
        if (!k) text[i] = '?';
    }
}

const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

/* What was typed may be quoted in it: nothing but plain text is printed. */
static void sentence(const char *format, va_list args)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    clean_text(text, strlen(text));
    fprintf(stderr, "parlor: %s\n", text);
}

int failed(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    progress_end();
    sentence(format, args);
    va_end(args);
    return FAILED;
}

int misused(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sentence(format, args);
    va_end(args);
    return MISUSED;
}

/* Why the first write failed that was noticed; and whether there was no JSON to write. */
static int output_errno, unmade;

int output_failed(void)
{
    if (!ferror(stdout)) return 0;
    if (!output_errno) output_errno = errno ? errno : EIO;
    return 1;
}

void flush_output(void)
{
    fflush(stdout);
    output_failed();
}

int close_output(int status)
{
    int broken = output_failed();
    if (fclose(stdout) && !broken) {
        output_errno = errno;
        broken = 1;
    }
    if (!broken && unmade) return failed("no JSON could be made of it");
    if (!broken) return status;
    return failed("the output could not be written: %s", strerror(output_errno));
}

/* What cannot be made or written is told when the output is closed. */
void print_json(json_t *object)
{
    if (object && json_dumpf(object, stdout, JSON_COMPACT) == 0) putchar('\n');
    else unmade = 1;
    output_failed();
    json_decref(object);
}

json_t *json_clean(const char *text)
{
    size_t n = strlen(text);
    char *copy = malloc(n + 1);
    if (!copy) return NULL;
    memcpy(copy, text, n + 1);
    clean_text(copy, n);
    json_t *clean = json_stringn(copy, n);
    free(copy);
    return clean;
}

int print_text(void (*write)(FILE *out), int json)
{
    char *text = NULL;
    size_t size;
    FILE *out = json ? open_memstream(&text, &size) : stdout;
    if (!out) return failed("out of memory");
    write(out);
    if (!json) return DONE;
    if (fclose(out) == 0) print_json(json_pack("{s:s}", "text", text));
    free(text);
    return DONE;
}

/* Whether a line of progress stands on the terminal. */
static int on_screen;
static const char wiped[] = "\r\033[K";
enum { COARSE = 50 }; /* so few steps are shown every one */

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Where Ctrl-C ends the command, the line goes first. */
static void wipe(int number)
{
    ssize_t all = write(STDERR_FILENO, wiped, sizeof wiped - 1);
    (void)all;
    signal(number, SIG_DFL);
    raise(number);
}

static void on_interrupt(void (*from)(int), void (*to)(int))
{
    struct sigaction now;
    if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == from) signal(SIGINT, to);
}

/* How much of text, whose parts are divided by ", " or " (", fits into so many columns: whole parts, or
 * else whole words, as half a number is a wrong one. */
static int whole_parts(const char *text, size_t columns)
{
    size_t n = strlen(text), part = 0, word = 0;
    if (n <= columns) return (int)n;
    for (size_t i = 0; i <= columns; i++) {
        if ((text[i] == ',' && text[i + 1] == ' ') || (text[i] == ' ' && text[i + 1] == '('))
            part = i;
        if (text[i] == ' ') word = i;
    }
    return (int)(part ? part : word);
}

void progress_text(const char *text)
{
    struct winsize size;
    if (!isatty(STDERR_FILENO)) return;
    int known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    if (!on_screen) on_interrupt(SIG_DFL, wipe);
    on_screen = 1;
    fprintf(stderr, "%s%.*s", wiped, whole_parts(text, known ? size.ws_col - 1u : 79), text);
    fflush(stderr);
}

void progress(const char *what, int64_t done, int64_t of)
{
    static double last;
    if (!isatty(STDERR_FILENO)) return;
    double now = seconds_now();
    if (of > COARSE && now - last < 0.2) return;
    last = now;
    char text[128];
    snprintf(text, sizeof text, "%.60s: %lld of %lld", what, (long long)done, (long long)of);
    progress_text(text);
}

void progress_end(void)
{
    if (!on_screen) return;
    fputs(wiped, stderr);
    on_screen = 0;
    on_interrupt(wipe, SIG_DFL);
}

const char *short_number(double x, char buf[16])
{
    static const char units[] = " kMGT";
    int u = 0;
    for (; x >= 999.5 && units[u + 1]; u++) x /= 1000;
    int digits = u == 0 || x >= 99.95 ? 0 : x >= 9.995 ? 1 : 2;
    if (u == 0) snprintf(buf, 16, "%.0f", x);
    else snprintf(buf, 16, "%.*f %c", digits, x, units[u]);
    return buf;
}
