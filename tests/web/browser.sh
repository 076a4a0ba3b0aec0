#!/bin/sh
# browser.sh ROOT PARLOR NPM -- types and manners of the page's sources, and the page in Chromium
# (tests/web/browser.mjs).
#
# What npm has to give, named in web/package.json, is put into the folder NPM once; where npm or Chromium cannot
# be had, this is skipped.
root=$1 parlor=$2 npm=$3
chromium=${PARLOR_CHROMIUM:-$(command -v chromium)}
skip() {
  echo "1..0 # SKIP $1"
  exit 0
}
[ -n "$chromium" ] || skip "there is no Chromium"
command -v npm >/dev/null || skip "there is no npm"
mkdir -p "$npm" && cp "$root/web/package.json" "$root/web/eslint.config.mjs" "$npm/" || exit 1
(cd "$npm" && npm install --no-audit --no-fund --silent >&2) || skip "npm could not be reached"

broken() {
  echo "not ok 1 - $1"
  echo "1..1"
  exit 1
}
"$npm/node_modules/.bin/tsc" -p "$root/web" >&2 || broken "types"
(cd "$root/web" && "$npm/node_modules/.bin/eslint" --config "$npm/eslint.config.mjs" . >&2) || broken "eslint"
echo "# types are sound, and eslint has nothing to say"
PARLOR_CHROMIUM=$chromium exec node "$root/tests/web/browser.mjs" "$parlor" "$npm"
