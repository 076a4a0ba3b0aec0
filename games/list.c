/* list.c -- the games in this build, and the names other systems know them by.
 *
 * Where the build makes the games twice, plain and for x86-64-v3, the machine
 * decides here which set is used; a binary never dies on an older one.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

/* clang-format off */
#define GAMES(X) \
    X(abalone) \
    X(backgammon) \
    X(battleship) \
    X(block_dominoes) \
    X(breakthrough) \
    X(connect4) \
    X(dark_hex) \
    X(dominoes) \
    X(goofspiel) \
    X(hex) \
    X(knockout_whist) \
    X(kuhn) \
    X(leduc) \
    X(liars_dice) \
    X(mnk) \
    X(othello) \
    X(phantom) \
    X(pig) \
    X(quoridor) \
    X(rps) \
    X(skull) \
    /* ascending */
/* clang-format on */

#define DECLARE(name) extern const pl_game pl_##name;
#define LIST(name) &pl_##name,
GAMES(DECLARE)
static const pl_game *const plain[] = {GAMES(LIST) NULL};

#ifdef PL_HAVE_V3
#define DECLARE_V3(name) extern const pl_game pl_##name##_v3;
#define LIST_V3(name) &pl_##name##_v3,
GAMES(DECLARE_V3)
static const pl_game *const v3[] = {GAMES(LIST_V3) NULL};
#endif

const pl_game *const *pl_games(void)
{
#ifdef PL_HAVE_V3
    if (pl_machine_v3()) return v3;
#endif
    return plain;
}

const char *const *pl_aliases(void)
{
    /* clang-format off */
    static const char *const list[] = {
        "tictactoe", "mnk(m=3,n=3,k=3)",
        "tic_tac_toe", "mnk(m=3,n=3,k=3)",
        "noughts_and_crosses", "mnk(m=3,n=3,k=3)",
        "gomoku", "mnk(m=15,n=15,k=5,exact=1)",
        "freestyle_gomoku", "mnk(m=15,n=15,k=5,exact=0)",
        "connect_four", "connect4",
        "hypergammon", "backgammon(layout=hypergammon)",
        "longgammon", "backgammon(layout=longgammon)",
        "nackgammon", "backgammon(layout=nackgammon)",
        "kuhn_poker", "kuhn",
        "leduc_poker", "leduc",
        "leduc_holdem", "leduc",
        "liar_dice", "liars_dice",
        "python_block_dominoes", "block_dominoes(hands=1,returns=points)",
        "rock_paper_scissors", "rps",
        "skull_and_roses", "skull",
        "reversi", "othello",
        "phantom_ttt", "phantom(m=3,n=3,k=3)",
        "phantom_tictactoe", "phantom(m=3,n=3,k=3)",
        "phantom_hex", "dark_hex",
        NULL,
    };
    /* clang-format on */
    return list;
}

static const pl_game *find(const char *name, size_t n)
{
    for (const pl_game *const *g = pl_games(); *g; g++)
        if (strlen((*g)->name) == n && !memcmp((*g)->name, name, n)) return *g;
    return NULL;
}

const pl_game *pl_find(const char *name)
{
    return find(name, strlen(name));
}

/* The spec behind a foreign name, or NULL. */
static const char *alias(const char *name, size_t n)
{
    for (const char *const *a = pl_aliases(); *a; a += 2)
        if (strlen(a[0]) == n && !memcmp(a[0], name, n)) return a[1];
    return NULL;
}

/* What people put round names, '=' and ','. */
static const char blanks[] = " \t";

static size_t without_blanks(const char *text, size_t n)
{
    while (n && strchr(blanks, text[n - 1])) n--;
    return n;
}

/* Whether "key=..." stands among args; item is such a setting, n its length. */
static int overridden(const char *args, const char *item, size_t n)
{
    size_t key = strcspn(item, "=");
    for (; key < n && *args; args += *args == ',') {
        args += strspn(args, blanks);
        if (!strncmp(args, item, key) && args[key + strspn(args + key, blanks)] == '=') return 1;
        args += strcspn(args, ",");
    }
    return 0;
}

/* An alias's own settings, less those that args gives anew, then args. */
static int merge(const char *own, const char *args, char *out, size_t size)
{
    size_t used = 0;
    for (size_t n; *own; own += n + (own[n] == ',')) {
        n = strcspn(own, ",");
        if (overridden(args, own, n)) continue;
        used += (size_t)snprintf(out + used, size - used, "%.*s,", (int)n, own);
        if (used >= size) return -1;
    }
    used += (size_t)snprintf(out + used, size - used, "%s", args);
    if (used >= size) return -1;
    if (used && !*args) out[used - 1] = 0;
    return 0;
}

/* As many names as there is room for, whole ones only. */
static int not_found(const char *name, size_t n, pl_error *err)
{
    static const char more[] = " and more";
    size_t used = 0, room = sizeof err->text - sizeof more;
    if (!err) return -1;
    used += (size_t)snprintf(err->text, room, "there is no game '%.*s'; there are",
                             n > 40 ? 40 : (int)n, name);
    for (const pl_game *const *g = pl_games(); *g; g++) {
        if (used + strlen((*g)->name) + 2 >= room) {
            memcpy(err->text + used, more, sizeof more);
            break;
        }
        used += (size_t)snprintf(err->text + used, room - used, "%s %s", g == pl_games() ? "" : ",",
                                 (*g)->name);
    }
    return -1;
}

/* Split "name(args)" into the base game and its settings; 0 or -1. */
static int resolve(const char *spec, const pl_game **base, char *args, size_t size, pl_error *err)
{
    spec += strspn(spec, blanks);
    size_t n = strcspn(spec, "("), length = without_blanks(spec, strlen(spec));
    size_t name = without_blanks(spec, n);
    const char *behind = alias(spec, name);
    const char *own = behind && strchr(behind, '(') ? strchr(behind, '(') + 1 : "";
    char given[PL_SPEC_MAX], inner[PL_SPEC_MAX];
    *base = behind ? find(behind, strcspn(behind, "(")) : find(spec, name);
    if (!*base) return not_found(spec, name, err);
    if (length >= sizeof given || (spec[n] && spec[length - 1] != ')')) {
        if (err)
            snprintf(err->text, sizeof err->text,
                     "a game is written name or name(key=value,...), at most %d characters, "
                     "not '%.60s'",
                     PL_SPEC_MAX - 1, spec);
        return -1;
    }
    snprintf(given, sizeof given, "%.*s", spec[n] ? (int)(length - n - 2) : 0,
             spec[n] ? spec + n + 1 : "");
    snprintf(inner, sizeof inner, "%.*s", (int)strcspn(own, ")"), own);
    if (merge(inner, given, args, size) == 0) return 0;
    if (err) snprintf(err->text, sizeof err->text, "%s: too many parameters", (*base)->name);
    return -1;
}

const pl_game *pl_open(const char *spec, pl_error *err)
{
    const pl_game *base;
    char args[PL_SPEC_MAX];
    return resolve(spec, &base, args, sizeof args, err) ? NULL : pl_make(base, args, err);
}
