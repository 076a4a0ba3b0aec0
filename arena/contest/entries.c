/* entries.c -- the entries of a folder: how each of them is started.
 *
 * A file is an entry if something can run it; a folder has its say in a file called `command`, or
 * has a program called run, main or bot, or just one program.  A command runs in the folder where
 * its program lies. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/contest/contest.h"
#include "core/json.h"

enum { LINE = 4096 };

/* What runs files of that ending. */
static const struct {
    const char *ending, *by;
} runners[] = {
    {".py", "python3"}, {".js", "node"},  {".mjs", "node"},      {".rb", "ruby"},
    {".pl", "perl"},    {".lua", "lua"},  {".sh", "sh"},         {".php", "php"},
    {".R", "Rscript"},  {".jl", "julia"}, {".jar", "java -jar"}, {".awk", "awk -f"},
};

/* Files that go with a contest and are nobody's entry. */
static const char *const others[] = {".md",     ".txt",   ".toml",      ".json",     ".db",
                                     ".html",   ".csv",   ".log",       ".h",        ".db-wal",
                                     ".db-shm", ".seats", ".seats-wal", ".seats-shm"};

static int ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), k = strlen(end);
    return n > k && !strcmp(name + n - k, end);
}

static const char *runner_of(const char *name)
{
    for (size_t i = 0; i < sizeof runners / sizeof *runners; i++)
        if (ends_in(name, runners[i].ending)) return runners[i].by;
    return NULL;
}

static int is_other(const char *name)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (ends_in(name, others[i])) return 1;
    return *name == '.' || *name == '_' || !strcmp(name, "Makefile");
}

static int is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Whether it can be run: by a program that its ending names, or by itself. */
static int runs(const char *folder, const char *name)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return !is_folder(path) && (runner_of(name) || access(path, X_OK) == 0);
}

/* A word for the shell, in single quotes. */
static void quote(pl_text *t, const char *word)
{
    pl_put(t, "'");
    for (; *word; word++) {
        if (*word == '\'') pl_put(t, "'\\''");
        else pl_put(t, "%c", *word);
    }
    pl_put(t, "'");
}

static void lack(pl_contest_entry *e, const char *why)
{
    e->command[0] = 0;
    snprintf(e->why, sizeof e->why, "%s", why);
}

/* In that folder, either the words or the program. */
static void set_command(pl_contest_entry *e, const char *folder, const char *words,
                        const char *program)
{
    pl_text t = {e->command, sizeof e->command, 0};
    pl_put(&t, "cd ");
    quote(&t, folder);
    pl_put(&t, " && ");
    if (words) pl_put(&t, "%s", words);
    else {
        pl_put(&t, "exec %s%s./", runner_of(program) ? runner_of(program) : "",
               runner_of(program) ? " " : "");
        quote(&t, program);
    }
    if (t.used >= sizeof e->command - 200) lack(e, "it is too far down: its command is too long");
    else if (strchr(e->command, '"')) lack(e, "its command has a double quote; take single ones");
}

/* The first line of a file that is no comment. */
static void read_command(pl_contest_entry *e, const char *folder, const char *name)
{
    char path[2 * PATH_MAX], text[LINE] = "", *at = text;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "r");
    while (in && (!*at || *at == '#') && fgets(text, sizeof text, in)) {
        text[strcspn(text, "\r\n")] = 0;
        at = text + strspn(text, " \t");
    }
    if (in) fclose(in);
    if (!in) lack(e, "its command cannot be read");
    else if (!*at || *at == '#') lack(e, "its file names no command");
    else set_command(e, folder, at, NULL);
}

/* How much a file of a folder looks like its program: 4: it is called run; 3: main; 2: bot; 1: it
 * can be run; 0: it cannot. */
static int likeness(const char *folder, const char *name)
{
    static const char *const names[] = {"bot", "main", "run"};
    if (is_other(name) || !runs(folder, name)) return 0;
    size_t n = strcspn(name, ".");
    for (int i = 2; i >= 0; i--)
        if (n == strlen(names[i]) && !strncmp(name, names[i], n)) return i + 2;
    return 1;
}

/* The program of a folder, if one stands out. */
static void find_program(pl_contest_entry *e, const char *folder)
{
    DIR *all = opendir(folder);
    const struct dirent *f;
    char best[NAME_MAX + 1] = "";
    int like = 0, alike = 0;
    while (all && (f = readdir(all))) {
        int now = likeness(folder, f->d_name);
        if (now && now == like) alike++;
        if (now <= like) continue;
        like = now;
        alike = 1;
        snprintf(best, sizeof best, "%s", f->d_name);
    }
    if (all) closedir(all);
    if (alike == 1) set_command(e, folder, NULL, best);
    else if (alike)
        lack(e, "it has several programs: call one run, or name it in a file 'command'");
    else lack(e, "it has no program that can be run: a file 'command', run, main.py, bot.js, ...");
}

static void take_folder(pl_contest_entry *e, const char *path)
{
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command, "%s/command", path);
    if (access(command, F_OK) == 0) read_command(e, path, "command");
    else find_program(e, path);
}

static void take_file(pl_contest_entry *e, const char *folder, const char *name)
{
    if (ends_in(name, ".entry")) read_command(e, folder, name);
    else if (runs(folder, name)) set_command(e, folder, NULL, name);
    else lack(e, "it is no program: neither executable nor of a known kind (.py, .js, .sh, ...)");
}

/* As records have names: no control character, and nothing that is not UTF-8. */
static void make_plain(char *name)
{
    for (size_t left = strlen(name), k; left; left -= k, name += k) {
        k = pl_utf8_length(name, left);
        if (k && (unsigned char)*name >= ' ' && *name != 0x7f) continue;
        *name = '?';
        k = 1;
    }
}

/* Called as its file is, without the ending if that is enough to tell it from those before. */
static int set_name(pl_contest_entry *e, const pl_contest_entry *before, int n, const char *name)
{
    size_t k = strcspn(name, ".");
    int again = 0;
    snprintf(e->name, sizeof e->name, "%.*s", (int)k, name);
    for (int i = 0; i < n; i++) again |= !strcmp(before[i].name, e->name);
    if (again) snprintf(e->name, sizeof e->name, "%s", name);
    make_plain(e->name);
    for (int i = 0; i < n; i++)
        if (!strcmp(before[i].name, e->name)) return -1;
    return 0;
}

static int take(pl_contest_entry *e, const pl_contest_entry *before, int n, const char *folder,
                const char *name, pl_error *err)
{
    char path[PATH_MAX + PL_NAME_MAX];
    *e = (pl_contest_entry){.why = ""};
    if (strlen(name) >= PL_NAME_MAX)
        return pl_fail(err, "the name of '%.70s...' is too long: it may have %d bytes", name,
                       PL_NAME_MAX - 1);
    if (set_name(e, before, n, name))
        return pl_fail(err, "two entries are called '%.80s'", e->name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (is_folder(path)) take_folder(e, path);
    else take_file(e, folder, name);
    return 0;
}

int pl_contest_entries(const char *folder, pl_contest_entry *out, int most, pl_error *err)
{
    char whole[PATH_MAX];
    struct dirent **all = NULL;
    int count = realpath(folder, whole) ? scandir(whole, &all, NULL, alphasort) : -1, n = 0;
    if (count < 0) return pl_fail(err, "%.160s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *name = all[i]->d_name;
        if (n >= 0 && !is_other(name)) {
            if (n == most) n = pl_fail(err, "%.120s has more than %d entries", folder, most);
            else n = take(&out[n], out, n, whole, name, err) ? -1 : n + 1;
        }
        free(all[i]);
    }
    free(all);
    return n;
}
