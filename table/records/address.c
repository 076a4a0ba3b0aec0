/* address.c -- stores that are no files are named by an address, "postgresql://...".
 *
 * An address may have a password in it, which is for the server alone: whatever is printed is
 * the address without.  What is not known to be harmless is left out.
 */
#include <string.h>

#include "table/records/records.h"

/* Any "word://": one that is misspelt may have a password in it, too, and is no file. */
int pl_records_is_address(const char *name)
{
    size_t word = strcspn(name, ":./");
    return word && !strncmp(name + word, "://", 3);
}

static int is_harmless(const char *word, size_t n)
{
    static const char *const words[] = {"host=", "port=", "user=", "dbname=", "options="};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n > strlen(words[i]) && !strncmp(word, words[i], strlen(words[i]))) return 1;
    return 0;
}

/* The words behind '?', as many as may be shown. */
static void add_words(pl_text *t, const char *words)
{
    char mark = '?';
    for (size_t n; *words; words += n + (words[n] == '&')) {
        n = strcspn(words, "&");
        if (!is_harmless(words, n)) continue;
        pl_put(t, "%c%.*s", mark, (int)n, words);
        mark = '&';
    }
}

/* A password begins at the first ':' and, even if it was forgotten to write its own '@' as %40,
 * ends at the last '@'.  Where there is no '@', what follows is a port or nobody knows what; and
 * where one comes only behind '?', all from the ':' on may be a password with a '?' in it. */
static void show_address(const char *address, char *out, size_t n)
{
    const char *from = strstr(address, "://") + 3, *at = NULL;
    size_t length = strcspn(from, "?"), user = strcspn(from, ":");
    pl_text t = {out, n, 0};
    for (size_t i = 0; i < length; i++)
        if (from[i] == '@') at = from + i;
    pl_put(&t, "%.*s", (int)(from - address), address);
    if (at && from + user < at) {
        pl_put(&t, "%.*s", (int)user, from);
        length -= (size_t)(at - from);
        from = at;
    }
    int doubtful = !at && user < length && strchr(from + length, '@');
    size_t port = !at && user < length ? user + 1 + strspn(from + user + 1, "0123456789,") : length;
    if (doubtful || (port < length && from[port] != '/')) length = user;
    pl_put(&t, "%.*s", (int)length, from);
    const char *words = strchr(from, '?');
    if (words && !doubtful) add_words(&t, words + 1);
}

void pl_records_shown(const char *name, char *out, size_t n)
{
    if (pl_records_is_address(name)) show_address(name, out, n);
    else snprintf(out, n, "%s", name);
}
