#!/bin/sh
# install.sh -- what `make install` leaves behind is enough for others: a small
# program is built against it through pkg-config, with the shared library and
# with the static one, in C and in C++; so is the program that the README shows.
# Prints TAP.
#
#     tests/house/install.sh SOURCE_FOLDER BUILD_FOLDER
set -u
source=$1 build=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
count=0

try() { # what, command...
  what=$1
  shift
  count=$((count + 1))
  if "$@" >"$tmp/said" 2>&1; then
    echo "ok $count - $what"
  else
    echo "not ok $count - $what"
    sed 's/^/# /' "$tmp/said"
  fi
}

cat >"$tmp/first.c" <<'C'
#include <stdio.h>
#include <parlor/parlor.h>

int main(void)
{
    pl_error err;
    pl_rng r;
    pl_state s;
    double sum[PL_SEATS_MAX] = {0};
    const pl_game *g = pl_open("kuhn", &err);
    if (!g) return fprintf(stderr, "%s\n", err.text), 1;
    pl_seed(&r, 1);
    pl_start(g, &s);
    printf("%d plies\n", (int)pl_rollout(g, &s, 10, &r, sum));
    pl_close(g);
    return sum[0] + sum[1] != 0;
}
C
cp "$tmp/first.c" "$tmp/first.cpp"

try "installs into DESTDIR" meson install -C "$build" --no-rebuild --destdir "$tmp/root"
pc=$(find "$tmp/root" -name parlor.pc)
export PKG_CONFIG_SYSROOT_DIR="$tmp/root"
PKG_CONFIG_LIBDIR=$(dirname "$pc")
export PKG_CONFIG_LIBDIR
lib=$(dirname "$PKG_CONFIG_LIBDIR")
CC=${CC:-cc} CXX=${CXX:-c++}

try "pkg-config knows parlor" pkg-config --exists --print-errors parlor
flags=$(pkg-config --cflags --libs parlor)
# shellcheck disable=SC2086
{
  try "C, shared" $CC -std=c17 -pedantic-errors "$tmp/first.c" $flags -o "$tmp/c"
  try "it runs" env LD_LIBRARY_PATH="$lib" "$tmp/c"
  try "C++, shared" $CXX -std=c++17 -pedantic-errors "$tmp/first.cpp" $flags -o "$tmp/cxx"
  try "it runs" env LD_LIBRARY_PATH="$lib" "$tmp/cxx"
  try "C, static" $CC "$tmp/first.c" $(pkg-config --cflags parlor) "$lib/libparlor.a" \
    -lm -pthread -o "$tmp/static"
  try "it runs" "$tmp/static"
  sed -n '/^```c$/,/^```$/{/^```/!p;}' "$source/README.md" >"$tmp/readme.c"
  try "README.md has a program" grep -q 'int main' "$tmp/readme.c"
  try "it compiles" $CC -std=c17 -Wall -Wextra -Werror "$tmp/readme.c" $flags -o "$tmp/readme"
  LD_LIBRARY_PATH="$lib" "$tmp/readme" >"$tmp/game" || : >"$tmp/game"
  try "it plays a game" grep -q '[a-z]' "$tmp/game"
}

# Records are in a second library, which brings what it needs.
cat >"$tmp/records.c" <<'C'
#include <stdio.h>
#include <parlor/parlor.h>
#include <parlor/records.h>

int main(int argc, char **argv)
{
    pl_error err;
    const pl_game *g = pl_open("tictactoe", &err);
    pl_table *t = pl_table_new(g, NULL, &err);
    pl_agent *a = pl_agent_open("random", g, 1, &err), *seat[] = {a, a};
    pl_player who[] = {pl_player_of(a, "one"), pl_player_of(a, "two")};
    pl_recorder *rec = argc > 1 ? pl_record_table(argv[1], t, who, &err) : NULL;
    if (!rec) return puts(err.text), 1;
    pl_table_begin(t, 1);
    pl_table_run(t, seat);
    printf("%d\n", (int)pl_recorder_id(rec));
    pl_table_free(t);
    return pl_recorder_close(rec, &err) != 0;
}
C
if [ -e "$PKG_CONFIG_LIBDIR/parlor-table.pc" ]; then
  # What is not ours lies outside of the folder that was installed into.
  needs=$(sed -n 's/^Requires[.a-z]*: *//p' "$PKG_CONFIG_LIBDIR/parlor-table.pc" | tr ', ' '\n\n' | grep -v parlor)
  # shellcheck disable=SC2086
  others=$(env -u PKG_CONFIG_SYSROOT_DIR -u PKG_CONFIG_LIBDIR pkg-config --libs $needs)
  # shellcheck disable=SC2046,SC2086
  try "records, static" $CC -std=c17 "$tmp/records.c" $(pkg-config --cflags parlor) \
    "$lib/libparlor-table.a" "$lib/libparlor.a" $others -lm -pthread -o "$tmp/records"
  try "it keeps a game" "$tmp/records" "$tmp/games.db"
  # shellcheck disable=SC2046,SC2086
  try "records, shared" $CC -std=c17 "$tmp/records.c" $(pkg-config --cflags parlor) \
    "$lib/libparlor-table.a" $flags $others -o "$tmp/records_shared"
  try "it keeps another" env LD_LIBRARY_PATH="$lib" "$tmp/records_shared" "$tmp/games.db"
fi

# What learns stands on what is public, too.
cat >"$tmp/learn.c" <<'C'
#include <stdio.h>
#include <parlor/parlor.h>
#include <parlor/train.h>

int main(void)
{
    pl_error err;
    const pl_game *g = pl_open("tictactoe", &err);
    pl_train_plan plan = pl_train_usual(g);
    pl_trainer *t = pl_trainer_open(&plan, &err);
    const char *stick = "random";
    if (!t || pl_trainer_round(t, &err) != 1) return puts(err.text), 1;
    if (pl_trainer_yardsticks(t, &stick, 1, &err)) return puts(err.text), 1;
    return pl_trainer_measure(t, 10, &err) != 1;
}
C
# shellcheck disable=SC2046,SC2086
try "training, static" $CC -std=c17 "$tmp/learn.c" $(pkg-config --cflags parlor) \
  "$lib/libparlor-learn.a" "$lib/libparlor-arena.a" "$lib/libparlor.a" -lm -pthread -o "$tmp/learn"
try "it trains" "$tmp/learn"
# shellcheck disable=SC2086
try "training, shared" $CC -std=c17 "$tmp/learn.c" $(pkg-config --cflags --libs parlor-learn parlor) \
  -o "$tmp/learn_shared"
try "it trains, too" env LD_LIBRARY_PATH="$lib" "$tmp/learn_shared"

# Every public header stands alone; each is all that its user need include.
for header in "$tmp"/root/*/*/include/parlor/*.h "$tmp"/root/*/include/parlor/*.h; do
  name=$(basename "$header")
  [ -e "$header" ] && [ "$name" != fast.h ] || continue
  echo "#include <parlor/$name>" >"$tmp/one.c"
  # shellcheck disable=SC2046
  try "$name alone" $CC -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags parlor) \
    -fsyntax-only "$tmp/one.c"
done
echo "1..$count"
