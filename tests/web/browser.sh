#!/bin/sh
# browser.sh ROOT PARLOR NPM [--rest] -- the types and the style of the page's sources, and the page in Chromium
# (tests/web/browser.mjs); with --rest only the boards at their other size.
#
# The packages of web/package.json are installed into the folder NPM; where npm or Chromium is missing, this is
# skipped.
root=$1 parlor=$2 npm=$3 rest=$4
chromium=${PARLOR_CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
skip() {
  echo "1..0 # SKIP $1"
  exit 0
}
[ -n "$chromium" ] || skip "there is no Chromium"
command -v npm >/dev/null || skip "there is no npm"
mkdir -p "$npm" && cp "$root/web/package.json" "$root/web/eslint.config.mjs" "$npm/" || exit 1
(cd "$npm" && flock ../npm.lock npm install --no-audit --no-fund --silent >&2) || skip "npm could not be reached"

broken() {
  echo "not ok 1 - $1"
  echo "1..1"
  exit 1
}
if [ -z "$rest" ]; then
  "$npm/node_modules/.bin/tsc" -p "$root/web" >&2 || broken "types"
  (cd "$root/web" && "$npm/node_modules/.bin/eslint" --config "$npm/eslint.config.mjs" . >&2) || broken "eslint"
  echo "# types are sound, and eslint has nothing to say"
fi
PARLOR_CHROMIUM=$chromium exec node "$root/tests/web/browser.mjs" "$parlor" "$npm" $rest
