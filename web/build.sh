#!/bin/sh
# build.sh OUT -- bundles the page into the directory OUT and tells its size, compressed.
set -eu
here=$(dirname "$0")
out=$1
mkdir -p "$out"
esbuild "$here/src/main.ts" --bundle --minify --format=esm --target=es2022 --charset=utf8 \
    --log-level=warning --outfile="$out/main.js"
esbuild "$here/src/style.css" --minify --log-level=warning --outfile="$out/style.css"
cp "$here/index.html" "$here/icon.svg" "$out/"
cat "$out/main.js" "$out/style.css" "$out/index.html" "$out/icon.svg" | gzip -9 | wc -c |
    sed 's/$/ bytes compressed/'
