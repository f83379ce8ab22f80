#!/usr/bin/env bash
# Renders docs/ as a web site in target/book, with mdBook, which it installs in target/tools, not optimised: it renders few pages.
# Fails if a chapter is missing or mdBook reports anything.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tools=$target/tools
cargo install --quiet --locked --debug --version 0.5.4 --no-default-features --features search --root "$tools" mdbook
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$tools/bin/mdbook" build docs --dest-dir "$target/book" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
if grep -E 'WARN|ERROR' "$log" >&2; then
    echo "scripts/book.sh: mdBook reports the above" >&2
    exit 1
fi
chapters=$(grep -c '](' docs/SUMMARY.md)
pages=$(find "$target/book" -name '*.html' ! -name 'print.html' ! -name 'toc.html' ! -name '404.html' | wc -l)
[ "$pages" -ge "$chapters" ] || { echo "scripts/book.sh: $pages pages for $chapters chapters" >&2; exit 1; }
echo "$target/book/index.html: $chapters chapters"
