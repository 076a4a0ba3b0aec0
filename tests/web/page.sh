#!/bin/sh
# page.sh ROOT PARLOR FILE... -- the page without a browser: the files are small, every legal move of every
# game can be pointed out on its board (tests/web/steps.ts), and every text of texts.ts is used.
root=$1 parlor=$2
shift 2
most=153600 # bytes, compressed
bundle=$(mktemp -d) || exit 1
trap 'rm -rf "$bundle"' EXIT

size=$(cat "$@" | gzip -9 | wc -c)
echo "# $size bytes compressed, at most $most"
[ "$size" -le $most ] || printf 'not '
echo "ok 1 - the page is small"

esbuild "$root/tests/web/steps.ts" --bundle --platform=node --format=esm --log-level=warning \
  --outfile="$bundle/steps.mjs" >&2
if PARLOR=$parlor node --test "$bundle/steps.mjs" >"$bundle/log" 2>&1; then
  echo "ok 2 - every move can be pointed out"
else
  sed 's/^/# /' "$bundle/log"
  echo "not ok 2 - every move can be pointed out"
fi

texts=$root/web/src/texts.ts
find "$root/web/src" -name '*.ts' ! -name texts.ts -exec cat {} + >"$bundle/sources"
unused=$(sed -n '/^export const texts/,$ s/^    \([a-zA-Z]*\)[:,].*/\1/p' "$texts" |
  while read -r key; do grep -qw "texts\.$key" "$bundle/sources" || echo "$key"; done)
[ -z "$unused" ] || printf '# nobody says: %s\nnot ' "$(echo "$unused" | tr '\n' ' ')"
echo "ok 3 - every text is used"
echo "1..3"
