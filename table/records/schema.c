/* schema.c -- the tables of a file of records, and how older files come up to date.
 *
 * The version of a file is how many of the steps below it has been through.  A new file
 * goes through all of them, so every test of records tests them.  A step is never changed
 * once files have been through it.
 */
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* A hexadecimal digit of h, a text of eight, as a number. */
#define DIGIT(i) "instr('123456789ABCDEF', substr(h, " #i ", 1))"
#define HEX_VALUE                                                                                  \
    "((((((" DIGIT(1) " * 16 + " DIGIT(2) ") * 16 + " DIGIT(3) ") * 16 + " DIGIT(                  \
        4) ") * 16 + " DIGIT(5) ") * 16 + " DIGIT(6) ") * 16 + " DIGIT(7) ") * 16 + " DIGIT(8)

/* The first version. */
static const char first[] =
    "CREATE TABLE spec(id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE rules(id INTEGER PRIMARY KEY, clock TEXT NOT NULL, manners TEXT NOT NULL,"
    " timed INTEGER NOT NULL, takes_back INTEGER NOT NULL,"
    " UNIQUE(clock, manners, timed, takes_back)) STRICT;"
    "CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL,"
    " spec TEXT NOT NULL, UNIQUE(name, kind, spec)) STRICT;"
    "CREATE TABLE game(id INTEGER PRIMARY KEY, spec INTEGER NOT NULL REFERENCES spec,"
    " rules INTEGER NOT NULL REFERENCES rules, seed INTEGER, began INTEGER, ended INTEGER,"
    " ending TEXT NOT NULL, seat INTEGER, fault TEXT, reason TEXT, referee INTEGER NOT NULL,"
    " plies INTEGER NOT NULL, moves BLOB NOT NULL, times BLOB) STRICT;"
    "CREATE TABLE seat(game INTEGER NOT NULL REFERENCES game, seat INTEGER NOT NULL,"
    " player INTEGER NOT NULL REFERENCES player, score REAL, used INTEGER NOT NULL,"
    " PRIMARY KEY(game, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE event(game INTEGER NOT NULL REFERENCES game, n INTEGER NOT NULL,"
    " at INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER, fault TEXT, done TEXT,"
    " ply INTEGER, used INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(game, n))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE remark(game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL,"
    " value REAL, comment TEXT NOT NULL, PRIMARY KEY(game, ply)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE journal(game INTEGER NOT NULL REFERENCES game, n INTEGER NOT NULL,"
    " kind TEXT NOT NULL, seat INTEGER, move INTEGER, fault TEXT, done TEXT, ply INTEGER,"
    " used INTEGER NOT NULL, value REAL, text TEXT NOT NULL, PRIMARY KEY(game, n))"
    " STRICT, WITHOUT ROWID;";

static const char first_views[] =
    "CREATE VIEW games AS SELECT g.id, s.spec AS game,"
    " strftime('%Y-%m-%d %H:%M:%S', g.began / 1000000, 'unixepoch') AS began,"
    " (SELECT group_concat(p.name, ', ') FROM seat t JOIN player p ON p.id = t.player"
    "   WHERE t.game = g.id) AS players,"
    " (SELECT group_concat(coalesce(t.score, '-'), ', ') FROM seat t WHERE t.game = g.id)"
    "   AS scores,"
    " g.ending, g.seat, g.fault, g.reason, g.plies, g.seed"
    " FROM game g JOIN spec s ON s.id = g.spec;"
    "CREATE VIEW seats AS SELECT t.game, t.seat, p.name, p.kind, p.spec, t.score,"
    " t.used / 1e9 AS seconds FROM seat t JOIN player p ON p.id = t.player;"
    /* Numbers 0 .. plies-1 are the keys of an array made of that many zeros. */
    "CREATE VIEW plies AS SELECT game, n + 1 AS ply, nullif(mover, 255) AS seat, " HEX_VALUE
    " AS move FROM (SELECT g.id AS game, k.key AS n,"
    " instr('123456789ABCDEF', substr(hex(substr(g.moves, k.key * (length(g.moves) / g.plies)"
    " + 1, 1)), 1, 1)) * 16 + instr('123456789ABCDEF', substr(hex(substr(g.moves,"
    " k.key * (length(g.moves) / g.plies) + 1, 1)), 2, 1)) AS mover,"
    " substr('00000000' || hex(substr(g.moves, k.key * (length(g.moves) / g.plies) + 2,"
    " length(g.moves) / g.plies - 1)), -8) AS h"
    " FROM game g, json_each('[' || replace(hex(zeroblob(g.plies)), '00', '0,') || '0]') k"
    " WHERE k.key < g.plies);";

/* The same views of a server. */
static const char first_views_there[] =
    "CREATE VIEW games AS SELECT g.id, s.spec AS game, to_char(to_timestamp(g.began / 1000000)"
    " AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS began,"
    " (SELECT string_agg(p.name, ', ' ORDER BY t.seat) FROM seat t JOIN player p"
    "   ON p.id = t.player WHERE t.game = g.id) AS players,"
    " (SELECT string_agg(coalesce(t.score::text, '-'), ', ' ORDER BY t.seat) FROM seat t"
    "   WHERE t.game = g.id) AS scores,"
    " g.ending, g.seat, g.fault, g.reason, g.plies, g.seed"
    " FROM game g JOIN spec s ON s.id = g.spec;"
    "CREATE VIEW seats AS SELECT t.game, t.seat, p.name, p.kind, p.spec, t.score,"
    " t.used / 1e9::float8 AS seconds FROM seat t JOIN player p ON p.id = t.player;"
    "CREATE VIEW plies AS SELECT g.id AS game, n + 1 AS ply,"
    " nullif(get_byte(g.moves, n * w.width), 255) AS seat,"
    " (SELECT sum(get_byte(g.moves, n * w.width + k)::bigint << 8 * (w.width - 1 - k))::bigint"
    "   FROM generate_series(1, w.width - 1) k) AS move"
    " FROM game g, LATERAL (SELECT (length(g.moves) / nullif(g.plies, 0))::int AS width) w,"
    " generate_series(0, g.plies::int - 1) n;";

/* Version 2: who plays a game that is under way, so that nobody else goes on with it;
 * and a way to a player's games. */
static const char second[] = "ALTER TABLE game ADD COLUMN owner TEXT;"
                             "CREATE INDEX seat_player ON seat(player);";

/* Version 3: matches, and which games are parts of them. */
static const char third[] =
    "CREATE TABLE tournament(id INTEGER PRIMARY KEY, began INTEGER NOT NULL,"
    " words TEXT NOT NULL, owner TEXT) STRICT;"
    "CREATE TABLE part(tournament INTEGER NOT NULL REFERENCES tournament, n INTEGER NOT NULL,"
    " game INTEGER NOT NULL REFERENCES game, PRIMARY KEY(tournament, n)) STRICT, WITHOUT ROWID;";

/* Version 4: when a match was over, and a way to the games that it has got since. */
static const char fourth[] = "ALTER TABLE tournament ADD COLUMN ended INTEGER;"
                             "CREATE INDEX part_game ON part(tournament, game);";

/* Version 5: contests; kept is for who runs one, state for everybody. */
static const char fifth[] =
    "CREATE TABLE contest(id INTEGER PRIMARY KEY, name TEXT NOT NULL, began INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, kept TEXT NOT NULL, state TEXT NOT NULL, owner TEXT) STRICT;";

/* Version 6: how strong levels were found to be. */
static const char sixth[] =
    "CREATE TABLE ladder(id INTEGER PRIMARY KEY, spec INTEGER NOT NULL REFERENCES spec,"
    " made INTEGER NOT NULL) STRICT;"
    "CREATE INDEX ladder_spec ON ladder(spec);"
    "CREATE TABLE rung(ladder INTEGER NOT NULL REFERENCES ladder, n INTEGER NOT NULL,"
    " level INTEGER NOT NULL, agent TEXT NOT NULL, elo REAL NOT NULL, low REAL,"
    " high REAL, games INTEGER NOT NULL, clocked INTEGER NOT NULL,"
    " PRIMARY KEY(ladder, n)) STRICT, WITHOUT ROWID;";

/* Tables are told in SQLite's words; what else a step does in those of each kind. */
typedef struct {
    const char *tables, *here, *there;
} step;

static const step steps[] = {
    {first, first_views, first_views_there},
    {second, "", ""},
    {third, "", ""},
    {fourth, "", ""},
    {fifth, "", ""},
    {sixth, "", ""},
};
enum { VERSION = sizeof steps / sizeof *steps };

static int take_steps(pl_db *db)
{
    int ours;
    int64_t from = db->kind->version(db, &ours);
    if (from < 0 || !ours) return -1;
    for (int64_t i = from; i < VERSION; i++)
        if (db->kind->make(db, steps[i].tables) ||
            db->kind->make(db, db->kind->session ? steps[i].there : steps[i].here))
            return -1;
    return db->kind->be_version(db, VERSION);
}

/* Whoever comes first does it; who waited for him finds it done. */
static int migrate(pl_db *db, const char *file, pl_error *err)
{
    if (pl_db_begin(db, PL_TO_WRITE) == 0 && pl_db_alone(db) == 0 && take_steps(db) == 0 &&
        pl_db_commit(db) == 0)
        return 0;
    pl_fail(err, "%.120s: %.100s", file, db->kind->why(db));
    pl_db_rollback(db);
    return -1;
}

int pl_schema_ready(pl_db *db, const char *file, int may_write, pl_error *err)
{
    int ours;
    int64_t version = db->kind->version(db, &ours);
    if (version < 0) return pl_fail(err, "%.120s: %.100s", file, db->kind->why(db));
    if (!ours)
        return pl_fail(err, "%.160s is %s, but not one of Parlor's records", file,
                       db->kind->foreign);
    if (version > VERSION)
        return pl_fail(err, "%.120s is %s of version %lld; this parlor knows 1..%d", file,
                       db->kind->noun, (long long)version, VERSION);
    if (version == VERSION) return 0;
    if (!may_write && version == 0) return pl_fail(err, "%.160s has no records yet", file);
    if (!may_write)
        return pl_fail(err,
                       "%.120s is %s of version %lld, which must be brought to %d by somebody who "
                       "may write it",
                       file, db->kind->noun, (long long)version, VERSION);
    return migrate(db, file, err);
}
