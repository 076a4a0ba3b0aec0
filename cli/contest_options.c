/* contest_options.c -- what parlor contest is for, and what may be said to it, in words and in the
 * file of a contest. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contests.h"
#include "settings.h"

const char contest_about[] =
    "Lets the programs of a folder compete, in any language that speaks the Parlor protocol\n"
    "('parlor conform'; docs/contest.md has it all):\n"
    "\n"
    "- each one is tried out: what it says, then games against random play and itself under\n"
    "  the limits of the contest; one that fails is told why and excluded\n"
    "- pools, of about the same strength, in which everybody meets everybody\n"
    "- a knock-out of the best of each pool; ties are played again\n"
    "\n"
    "An entry is a file or a folder: bot.py, bot.js, anything executable; a folder with run,\n"
    "main.* or bot.*, or with a file 'command'; or NAME.entry, which holds the command.\n"
    "\n"
    "A pairing plays every deal or drawn start from both seats.  Some may be known beforehand:\n"
    "those of --seed and --openings.  The others come of a secret: its hash is told at the\n"
    "beginning, itself at the end.  A fault loses the game, and too many put an entry out.\n"
    "\n"
    "All games are kept in FOLDER/contest.db.  Whatever interrupts it, the same command goes\n"
    "on; Ctrl-C tells the standings so far.  FOLDER/contest.toml may hold all settings, called\n"
    "as the options are: game = \"connect4\".";

#define AT(field) .at = offsetof(call, field)
#define SET(i, called, what, says)                                                                 \
    {                                                                                              \
        .name = (called), .arg = (what), .kind = WORD, AT(contest[i]), .help = (says)              \
    }

const option contest_options[] = {
    SET(SET_GAME, "game", "GAME", "what is played"),
    SET(SET_GAMES, "games", "N", "of a pairing, in whole groups (not given: 10)"),
    SET(SET_KNOWN, "known", "N",
        "of them with known starts (not given: none, or half where there are openings)"),
    SET(SET_OPENINGS, "openings", "FILE", "known games begin from its lines, moves by name"),
    SET(SET_PLIES, "plies", "N",
        "drawn moves that a hidden game begins with (not given: 2, or 0 in games of chance)"),
    {.name = "deals",
     .arg = "HOW",
     .choices = "duplicate|fresh",
     .kind = CHOICE,
     AT(contest[SET_DEALS]),
     .help = "the same from every seat (not given), or one for each game, which no program that "
             "remembers has seen before"},
    SET(SET_POOLS, "pools", "N", "how many (not given: one for five entries)"),
    SET(SET_ADVANCE, "advance", "N",
        "of each pool into the knock-out (not given: 2, of a single pool 4)"),
    SET(SET_CLOCK, "clock", "PACE", "time for a move and a game (not given: move=2s,game=2m)"),
    SET(SET_MEMORY, "memory", "MB", "that a process may map (not given: 0, no limit)"),
    SET(SET_CPU, "cpu", "SECONDS", "that a process may compute (not given: 0, no limit)"),
    SET(SET_PROCESSES, "processes", "N", "that an entry may be at once (not given: 16; 0: any)"),
    SET(SET_FILES, "files", "MB", "that a file may have which it writes (not given: 100; 0: any)"),
    SET(SET_START, "start", "MS", "milliseconds to say hello in (not given: 10000)"),
    SET(SET_FAULTS, "faults", "N", "games lost by faults that put an entry out (not given: 5)"),
    SET(SET_SEED, "seed", "N", "of the known games and the draw (not given: 1)"),
    SET(SET_SECRET, "secret", "TEXT", "that hidden games come of (not given: drawn)"),
    SET(SET_NAME, "name", "NAME", "of the contest (not given: as the folder is called)"),
    {.name = "record",
     .arg = "FILE",
     .kind = WORD,
     AT(record),
     .help = "keep it in this file (not given: FOLDER/contest.db)"},
    {.name = "threads",
     .arg = "K",
     .normal = "1",
     .lo = 1,
     .hi = 1024,
     .kind = NUMBER,
     AT(threads),
     .help = "games at the same time; the result is the same for all K"},
    {.name = "check", .kind = FLAG, AT(trials), .help = "only try the entries out; keep nothing"},
    {.name = "new",
     .kind = FLAG,
     AT(anew),
     .help = "begin anew, though the file has a contest of this name"},
    {0},
};

static const struct {
    const char *key;
    int64_t lo, hi; /* of a number */
} keys[SETTINGS] = {
    [SET_NAME] = {"name", 0, 0},
    [SET_GAME] = {"game", 0, 0},
    [SET_CLOCK] = {"clock", 0, 0},
    [SET_OPENINGS] = {"openings", 0, 0},
    [SET_SECRET] = {"secret", 0, 0},
    [SET_DEALS] = {"deals", 0, 0},
    [SET_GAMES] = {"games", 1, 1000},
    [SET_KNOWN] = {"known", 0, 10000},
    [SET_PLIES] = {"plies", 0, 100},
    [SET_POOLS] = {"pools", 1, PL_CONTEST_POOLS},
    [SET_ADVANCE] = {"advance", 1, PL_CONTEST_MAX},
    [SET_FAULTS] = {"faults", 1, 1000000},
    [SET_MEMORY] = {"memory", 0, 1 << 20},
    [SET_CPU] = {"cpu", 0, 1 << 20},
    [SET_PROCESSES] = {"processes", 0, 1 << 16},
    [SET_FILES] = {"files", 0, 1 << 20},
    [SET_START] = {"start", 1, 3600000},
    [SET_SEED] = {"seed", 0, INT64_MAX},
};

static int key_of(const char *key)
{
    for (int i = 0; i < SETTINGS; i++)
        if (!strcmp(keys[i].key, key)) return i;
    return -1;
}

static int set_number(contest_settings *s, const char *where, int i, int64_t n)
{
    if (n < keys[i].lo || n > keys[i].hi)
        return misused("%.120s: %s is a whole number from %lld to %lld", where, keys[i].key,
                       (long long)keys[i].lo, (long long)keys[i].hi);
    s->number[i] = n;
    return DONE;
}

static int set_text(contest_settings *s, int i, const char *text)
{
    s->text[i] = strdup(text);
    return s->text[i] ? DONE : failed("out of memory");
}

/* What the command line has said already is passed over. */
static int take(void *with, const setting *one)
{
    contest_settings *s = with;
    int i = key_of(one->key);
    if (i < 0)
        return misused(
            "%.120s: '%.40s' is no setting of a contest; those are called as the options "
            "of 'parlor contest --help' are",
            one->where, one->key);
    if (s->text[i] || s->number[i] >= 0) return DONE;
    if (i >= SET_GAMES && one->text)
        return misused("%.120s: %s is a number, without quotes", one->where, one->key);
    if (i >= SET_GAMES) return set_number(s, one->where, i, one->number);
    if (!one->text) return misused("%.120s: %s is a text, in quotes", one->where, one->key);
    s->beside |= i == SET_OPENINGS;
    return set_text(s, i, one->text);
}

static int read_words(contest_settings *s, const call *c)
{
    char where[40];
    int status = DONE;
    for (int i = 0; i < SETTINGS && !status; i++) {
        int64_t n = -1;
        if (!c->contest[i]) continue;
        if (i < SET_GAMES) {
            status = set_text(s, i, c->contest[i]);
            continue;
        }
        if (read_number(c->contest[i], 0, INT64_MAX, &n)) n = -1;
        snprintf(where, sizeof where, "--%s", keys[i].key);
        status = set_number(s, where, i, n);
    }
    return status;
}

static int read_file(contest_settings *s, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in) return failed("%.200s: %s", path, strerror(errno));
    int status = ends_in(path, ".json") ? settings_json(in, path, take, s)
                                        : settings_toml(in, path, NULL, take, s);
    if (!status && ferror(in)) status = failed("%.200s cannot be read", path);
    fclose(in);
    return status;
}

int contest_settings_read(contest_settings *s, const call *c, const char *folder)
{
    static const char *const names[] = {"contest.toml", "contest.json"};
    char path[2][4096];
    int there[2];
    *s = (contest_settings){.beside = 0};
    for (int i = 0; i < SETTINGS; i++) s->number[i] = -1;
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%.4000s/%s", folder, names[i]);
        there[i] = access(path[i], F_OK) == 0;
    }
    int status = read_words(s, c);
    if (status) return status;
    if (there[0] && there[1])
        return misused("%.200s has both contest.toml and contest.json: keep one", folder);
    return there[0] || there[1] ? read_file(s, path[there[1]]) : DONE;
}

void contest_settings_free(contest_settings *s)
{
    for (int i = 0; i < SETTINGS; i++) free(s->text[i]);
}
