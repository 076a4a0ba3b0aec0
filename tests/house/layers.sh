#!/bin/sh
# layers.sh -- the tree keeps its layers, and scripts/layers would tell if not:
# each bad include is planted in a copy and must be caught.  Prints TAP.
#
#     tests/house/layers.sh SOURCE_FOLDER
set -u
source=$1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
count=0

report() { # status, what
  count=$((count + 1))
  if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; fi
}

plant() { # file, include line
  mkdir -p "$copy/tree/${1%/*}"
  [ ! -e "$copy/tree/$1" ] || mv "$copy/tree/$1" "$copy/kept"
  echo "$2" >"$copy/tree/$1"
  "$source/scripts/layers" "$copy/tree" | grep -qF "$1:1: "
  report $? "caught in $1: $2"
  rm "$copy/tree/$1"
  [ ! -e "$copy/kept" ] || mv "$copy/kept" "$copy/tree/$1"
}

mkdir "$copy/tree"
for folder in include core games solve laws agents table cli tests bench examples; do
  [ ! -d "$source/$folder" ] || cp -R "$source/$folder" "$copy/tree/"
done

"$source/scripts/layers" "$source" | sed 's/^/# /' >"$copy/said"
cat "$copy/said"
[ ! -s "$copy/said" ]
report $? "the tree keeps its layers"

plant core/bad.c '#include "parlor/tree.h"'
plant core/bad.c '#include "parlor/parlor.h"'
plant core/bad.c '#include "parlor/unheard_of.h"'
plant core/bad.c '#include <pthread.h>'
plant core/bad.c '#include <sys/socket.h>'
plant core/bad.c '#include <parlor/game.h>'
plant include/parlor/game.h '#include "parlor/line.h"'
plant games/bad.c '#include "core/text.h"'
plant games/bad.c '#include "../core/text.h"'
plant games/bad.c '#include "parlor/random.h"'
plant games/bad.c '  #  include <unistd.h>'
plant solve/bad.c '#include "parlor/line.h"'
plant cli/bad.c '#include "core/text.h"'
plant cli/bad.c '#include "no_such_file.h"'
echo "1..$count"
