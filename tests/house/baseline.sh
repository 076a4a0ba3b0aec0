#!/bin/sh
# baseline.sh -- the binary runs on an older machine: the plain games hold no
# instruction of the x86-64-v3 level, while the v3 games do (so that the search
# is known to find them).  tzcnt is not among them: an older machine reads it as
# bsf, and gcc writes it where both agree.  Prints TAP.
#
#     tests/house/baseline.sh PLAIN_ARCHIVE V3_ARCHIVE
set -u
newer='%ymm|[[:space:]](andn|bextr|bls[ir]|blsmsk|bzhi|lzcnt|movbe|mulx|pdep|pext|rorx|s[ah][rl]x|v[a-z0-9]+)[bwlqd]?[[:space:]]'

holds() {
  objdump -d --no-show-raw-insn "$1" | grep -qE "$newer"
}

echo 1..2
holds "$1" && echo "not ok 1 - the plain games are plain" || echo "ok 1 - the plain games are plain"
holds "$2" && echo "ok 2 - the v3 games are not" || echo "not ok 2 - the v3 games are not"
