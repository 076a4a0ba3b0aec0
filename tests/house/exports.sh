#!/bin/sh
# exports.sh -- the shared library shows what the public headers declare and
# nothing else, needs only libc, libm and threads, and has its soname.
# Prints TAP.
#
#     tests/house/exports.sh SOURCE_FOLDER LIBRARY
set -u
source=$1 library=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

check() { # number, what, file that must be empty
  if [ ! -s "$3" ]; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; fi
  sed 's/^/# /' "$3"
}

nm -D --defined-only "$library" | sed 's/.* //' | sort -u >"$tmp/shown"
# Those of libparlor-table, libparlor-arena, libparlor-match, libparlor-mpi, libparlor-learn, libparlor-serve and libparlor-lp are not meant.
headers=$(ls "$source"/include/parlor/*.h | grep -vE '/(analysis|clp|contest|guest|host|ladder|luck|match|mpi|ranks|ratings|records|serve|stats|train|tune)\.h$')
# shellcheck disable=SC2086
{ # functions, and the tables of agents
  grep -hoE '^[a-z].*[ *]pl_[a-z0-9_]+\(' $headers | grep -vE '^(typedef|static) '
  grep -hoE '^extern const pl_agent_type pl_[a-z0-9_]+;' $headers
} | grep -oE 'pl_[a-z0-9_]+[(;]$' | tr -d '(;' | sort -u >"$tmp/declared"

echo 1..4
comm -13 "$tmp/declared" "$tmp/shown" >"$tmp/extra"
check 1 "shows only what a public header declares" "$tmp/extra"
comm -23 "$tmp/declared" "$tmp/shown" >"$tmp/absent"
check 2 "shows all that they declare" "$tmp/absent"
readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
  grep -vE '^(libc|libm|libpthread|ld-linux.*)\.so' >"$tmp/needed"
check 3 "needs only libc, libm and threads" "$tmp/needed"
readelf -d "$library" | grep -F '[libparlor.so.0]' >"$tmp/soname"
[ -s "$tmp/soname" ] && : >"$tmp/wrong" || echo "no soname libparlor.so.0" >"$tmp/wrong"
check 4 "is called libparlor.so.0" "$tmp/wrong"
