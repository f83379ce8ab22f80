#!/usr/bin/env bash
# Compiles the tables and macros of a report if pdflatex, booktabs, longtable and siunitx are installed:
#   scripts/latex-test.sh PROGRAM FOLDER [KEEP]
# FOLDER is a result folder, which is copied; the pages are stored in the folder KEEP if it is given. On Debian:
#   apt-get install --no-install-recommends texlive-latex-base texlive-latex-recommended texlive-science
set -euo pipefail
program=$(realpath "$1")
folder=$(realpath "$2")
keep=${3:-}

for needed in siunitx.sty booktabs.sty longtable.sty array.sty graphicx.sty; do
    if ! command -v pdflatex >/dev/null || ! kpsewhich "$needed" >/dev/null; then
        echo "not tested: pdflatex with $needed is not installed"
        exit 0
    fi
done

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$folder"/runs.csv "$place"
for file in manifest.json iterations.csv; do
    if [ -f "$folder/$file" ]; then cp "$folder/$file" "$place"; fi
done
cd "$place"
# A report of crashed runs is valid too.
"$program" report . >/dev/null || [ $? -eq 1 ]

heuristics=""
if [ -f heuristics.tex ]; then heuristics='\input{heuristics}'; fi
# The example of numbers.tex, as a user would copy it.
example=$(sed -n 's/^%   //p' numbers.tex)
cat >paper.tex <<TEX
\documentclass[a4paper]{article}
\usepackage{array,booktabs,graphicx,longtable,siunitx}
\begin{document}
\input{numbers}
$example
\input{summary}
$heuristics
\end{document}
TEX
if ! pdflatex -halt-on-error -interaction=nonstopmode paper.tex >compiled.txt 2>&1; then
    cat compiled.txt >&2
    exit 1
fi
if grep -E '^(Overfull .hbox|LaTeX Warning: .*undefined|tilebench:)' compiled.txt; then
    echo "the pages compile, but see above" >&2
    exit 1
fi

# Two columns: one table with chosen columns and names, and one that is split.
first=$(sed -n 's/^%   \\tbnum{[^}]*}{\([^}]*\)}.*/\1/p' numbers.tex | head -n 1)
"$program" report . --table nodes --format tex --text-width 229 --columns solver,counted_n,geom_mean_generated \
    --rename 'counted_n=$n$' --rename "$first=A* (\$w=2\$)" --out nodes.tex
"$program" report . --table time --format tex --text-width 229 --out time.tex
printf '%s\n' '\documentclass[twocolumn]{article}\usepackage{array,booktabs,longtable,siunitx}' \
    '\begin{document}\input{nodes}\input{time}\end{document}' >columns.tex
if ! pdflatex -halt-on-error -interaction=nonstopmode columns.tex >columns.txt 2>&1; then
    cat columns.txt >&2
    exit 1
fi
if grep -E '^Overfull .hbox' columns.txt; then
    echo "a table is wider than its column, see above" >&2
    exit 1
fi

# A missing number must stop LaTeX, so that a paper cannot be printed without it.
printf '%s\n' '\documentclass{article}\begin{document}\input{numbers}\tbnum{no}{such}{figure}\end{document}' >hole.tex
if pdflatex -halt-on-error -interaction=nonstopmode hole.tex >hole.txt 2>&1; then
    echo "a missing number did not stop LaTeX" >&2
    exit 1
fi
grep -q ThereIsNoSuchNumber hole.txt
if [ -n "$keep" ]; then mkdir -p "$OLDPWD/$keep" && cp paper.pdf paper.tex columns.pdf columns.tex "$OLDPWD/$keep"; fi
echo "the tables of $(basename "$folder") compile: $(grep -o '([0-9]* pages\?' compiled.txt | tr -d '(')"
