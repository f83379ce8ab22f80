#!/usr/bin/env bash
# Packs the program with its manual pages, shell completions and licences, and those of the crates in it, as
# tilebench-VERSION-TARGET.tar.gz with SHA256SUMS; then unpacks it elsewhere and runs it. Equal programs of one commit give
# equal bytes.
#
# usage: scripts/package.sh [folder [program]], by default target/package and the program of `cargo build --profile dist`, which must
# not exceed 60 MB
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
folder=${1:-$target/package}
program=${2:-}
if [ -z "$program" ]; then
    cargo build --profile dist --locked -p tilebench-cli
    program=$target/dist/tilebench
    max_size=60000000
fi
program=$(realpath "$program")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "scripts/package.sh: $1" >&2; exit 1; }

triple=$(rustc -vV | sed -n 's/^host: //p')
version=$("$program" --version | sed -n '1s/^tilebench //p')
name=tilebench-$version-$triple
tree=$work/$name
share=$tree/share
mkdir -p "$tree/bin" "$share/man/man1" "$share/doc/tilebench/licences" "$share/bash-completion/completions" \
    "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
install -m 755 "$program" "$tree/bin/tilebench"
"$program" man "$share/man/man1" >/dev/null
"$program" completions bash >"$share/bash-completion/completions/tilebench"
"$program" completions zsh >"$share/zsh/site-functions/_tilebench"
"$program" completions fish >"$share/fish/vendor_completions.d/tilebench.fish"
cp README.md CHANGELOG.md CITATION.cff LICENSE-MIT LICENSE-APACHE "$share/doc/tilebench/"

# The crates in the program with their licences, and the texts of these, which their sources contain.
crates() { cargo tree --locked -p tilebench-cli --edges normal --prefix none --format "$1" | sed 's/ (\*)$//' | grep -v '^tilebench' | sort -u; }
crates '{p}: {l}' | sed 's/ (proc-macro)//' >"$share/doc/tilebench/licences/crates.txt"
cargo metadata --locked --format-version 1 --filter-platform "$triple" | grep -o '"manifest_path":"[^"]*"' |
    sed 's/^"manifest_path":"//; s/\/Cargo.toml"$//' | sort -u >"$work/sources"
crates '{p}' | sed 's/ (proc-macro)//; s/ v/-/' | while read -r crate; do
    source=$(grep -m 1 "/$crate\$" "$work/sources") || fail "the source of $crate was not found"
    mkdir "$share/doc/tilebench/licences/$crate"
    find "$source" -maxdepth 1 -type f \( -iname 'licen[sc]e*' -o -iname 'copying*' -o -iname 'notice*' -o -iname 'unlicense*' \) \
        -exec cp {} "$share/doc/tilebench/licences/$crate/" \;
    rmdir --ignore-fail-on-non-empty "$share/doc/tilebench/licences/$crate"
done

mkdir -p "$folder"
folder=$(realpath "$folder")
epoch=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r-w -C "$work" -cf - "$name" |
    gzip -9n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >SHA256SUMS)

# The package as a user gets it: unpacked in an empty folder, without the variables and files of this machine.
mkdir "$work/user"
cd "$work/user"
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
tar -xzf "$folder/$name.tar.gz"
unpacked=$work/user/$name
run() { env -i HOME="$work/user" "$unpacked/bin/tilebench" "$@"; }
[ "$(run --version | sed -n 1p)" = "tilebench $version" ] || fail "the unpacked program has another version"
run run quickstart --dry-run >/dev/null
run solve "1 4 2 3 0 5 6 7 8" | grep -q "proved optimal" || fail "the unpacked program solves no board"
run help | awk '/^Commands:/ { listed = 1; next } /^$/ { listed = 0 } listed { print $1 }' | grep -vx help >commands
[ -s commands ] || fail "the help lists no command"
while read -r command; do
    [ -s "$unpacked/share/man/man1/tilebench-$command.1" ] || fail "tilebench $command has no manual page"
    grep -q -- "$command" "$unpacked/share/bash-completion/completions/tilebench" || fail "$command is not completed"
done <commands
bash -n "$unpacked/share/bash-completion/completions/tilebench"
size=$(stat -c %s "$unpacked/bin/tilebench")
[ "$size" -le "${max_size:-$size}" ] || fail "the program has $size bytes, which is more than $max_size"
echo "$folder/$name.tar.gz: $(wc -l <commands) commands, a program of $((size / 1000000)) MB"
