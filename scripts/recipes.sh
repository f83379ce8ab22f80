#!/usr/bin/env bash
# Performs the recipes of CONTRIBUTING.md as they are written, on a copy of the tracked files: creates the new files, applies
# the edits, checks formatting and lints, runs the commands, and compares their output. Fails with the name of the recipe.
#
# The copy and its target folder are temporary. Libraries of other crates are taken from the target folder of this tree by
# hard links; the crates of the tree are compiled again, since Cargo identifies them by their path, and without optimisation.
#
# usage: scripts/recipes.sh [--edits]: with --edits, only applies the edits and checks formatting, which takes seconds
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "${CARGO_TARGET_DIR:-target}"
target=$(realpath "${CARGO_TARGET_DIR:-target}")
# In the target folder, so that files can be linked.
work=$(mktemp -d "$target/recipes.XXXXXX")
trap 'rm -rf "$work"' EXIT
tree=$work/tree
mkdir "$tree" "$work/steps"
recipe="the recipes"

fail() { echo "CONTRIBUTING.md, $recipe: $1" >&2; exit 1; }

# The steps in order: NUMBER.KIND with the text of a code block, and NUMBER.about with its recipe and its file. The line above
# a block ends with "new file `FILE`:" or with "in `FILE`:" or "`FILE`:" for an edit; commands need no file.
awk -v steps="$work/steps/" '
    function refuse(why) { print "CONTRIBUTING.md:" NR ": " why > "/dev/stderr"; exit 1 }
    block && /^```$/ { close(block); block = ""; next }
    block { print > block; next }
    /^## / { is_recipe = $0 == "## Recipes" }
    !is_recipe { next }
    /^### / { recipe = substr($0, 5) }
    /^```/ {
        if (substr($0, 4) == "console") { kind = "run"; file = "no file" }
        else if (!match(before, /`[^`]+`:$/)) refuse("the line above a code block ends with no file")
        else { kind = $0 == "```diff" ? "edit" : "new"; file = substr(before, RSTART + 1, RLENGTH - 3) }
        if ((kind == "new") != (before ~ /new file `[^`]+`:$/)) refuse("a new file is called so, and an edit is a diff")
        block = sprintf("%s%03d", steps, ++count)
        print recipe "\n" file > (block ".about")
        close(block ".about")
        block = block "." kind
        printf "" > block
    }
    { before = $0 }
    END { if (block) refuse("a code block has no end") }
' CONTRIBUTING.md

# edit DIFF FILE: replaces the lines of each hunk that are kept or removed, which must be in the file once, by those that are kept
# or added. Hunks are separated by lines that begin with @@.
edit() {
    awk '
        function apply(   at, rest) {
            at = index("\n" text, "\n" old)
            rest = substr(text, at + length(old))
            if (!at || index("\n" rest, "\n" old)) { failed = 1; exit 1 }
            text = substr(text, 1, at - 1) new rest
            old = new = ""
        }
        NR == FNR { text = text $0 "\n"; next }
        /^@@/ { apply(); next }
        { line = substr($0, 2) "\n" }
        !/^\+/ { old = old line }
        !/^-/ { new = new line }
        END { if (failed) exit 1; apply(); printf "%s", text }' "$2" "$1" >"$work/edited" || return 1
    cp "$work/edited" "$2"
}

# is_expected FILE TEXT: whether TEXT is as FILE says, in which "..." is any lines and "[..]" any text of a line.
is_expected() {
    if [ ! -s "$1" ]; then [ -z "$2" ]; return; fi
    printf '%s\n' "$2" | awk '
        function fits(i, j,   k) {
            while (i <= wanted && want[i] != "...") { if (j > given || have[j] !~ want[i]) return 0; i++; j++ }
            if (i > wanted) return j > given
            for (k = j; k <= given + 1; k++) if (fits(i + 1, k)) return 1
            return 0
        }
        FNR == NR {
            gsub(/[][\\.^$*+?(){}|]/, "\\\\&")
            gsub(/\\\[\\\.\\\.\\\]/, ".*")
            want[++wanted] = $0 == "\\.\\.\\." ? "..." : "^" $0 "$"
            next
        }
        { have[++given] = $0 }
        END { exit !fits(1, 1) }' "$1" -
}

# about STEP: sets the recipe and the file of a step.
about() { { read -r recipe; read -r file; } <"${1%.*}.about"; }

# Links of crates to folders of the repository stay links.
git ls-files -z | xargs -0 cp -pP --parents -t "$tree"
for step in "$work"/steps/*.new "$work"/steps/*.edit; do
    about "$step"
    case $step in
    *.new)
        [ ! -e "$tree/$file" ] || fail "$file exists already"
        cp "$step" "$tree/$file"
        ;;
    *.edit)
        [ -f "$tree/$file" ] || fail "there is no $file"
        edit "$step" "$tree/$file" || fail "the lines of the edit are not in $file, or not once"
        ;;
    esac
done
if [ "${1:-}" = --edits ]; then
    cd "$tree"
    cargo fmt --all --check || fail "the formatting differs, as shown above"
    echo "all edits of CONTRIBUTING.md can be applied"
    exit
fi

mkdir "$work/target"
for profile in release debug; do
    [ ! -d "$target/$profile" ] || (
        cd "$target"
        find "$profile" -name '*tilebench*' -prune -o -name .cargo-lock -prune -o -type f -print0 |
            xargs -0 cp -al --parents -t "$work/target"
    )
done
export CARGO_TARGET_DIR=$work/target TILEBENCH_TABLES=$work/tables
# Cargo reads it above the tree.
mkdir "$work/.cargo"
{
    printf '[profile.release]\nopt-level = 0\n'
    # Those with a level of their own.
    for package in cli report runner; do printf '[profile.release.package.tilebench-%s]\nopt-level = 0\n' "$package"; done
} >"$work/.cargo/config.toml"
cd "$tree"

# check COMMAND...: runs it; if it fails, the recipe is the first one with a file that the errors name.
check() {
    "$@" >"$work/errors" 2>&1 && return
    cat "$work/errors" >&2
    for step in "$work"/steps/*.about; do
        about "$step"
        ! grep -qF "$file" "$work/errors" || fail "$1 $2 failed, as shown above"
    done
    recipe="the recipes together"
    fail "$1 $2 failed, as shown above"
}

check cargo fmt --all --check
# The packages that the recipes change, each once.
packages=$(sed -n 's|^crates/\([a-z]*\)/.*|\1|p' "$work"/steps/*.about | sort -u)
# shellcheck disable=SC2046,SC2086
check cargo clippy --locked --quiet --all-targets $(printf ' -p tilebench-%s' $packages) -- -D warnings
check cargo build --release --locked --quiet

for step in "$work"/steps/*.run; do
    about "$step"
    # Each command, and the lines after it, which are its output.
    awk -v part="$step." '
        /^\$ / { name = part sprintf("%02d", ++count); print substr($0, 3) > name; printf "" > (name ".out"); next }
        { print > (name ".out") }' "$step"
    for command in "$step".[0-9][0-9]; do
        line=$(cat "$command")
        printed=$(bash -c "$line" 2>"$work/errors") || fail "$line failed: $printed $(tail -n 20 "$work/errors")"
        is_expected "$command.out" "$printed" || fail "$line prints other lines: $printed"
    done
done
echo "all recipes of CONTRIBUTING.md work as written ($SECONDS s)"
