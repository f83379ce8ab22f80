#!/usr/bin/env bash
# Compiles the tables, the macros and the charts of a report with pdflatex, booktabs, longtable, siunitx and TikZ:
#   scripts/latex-test.sh PROGRAM FOLDER [KEEP]
# FOLDER is a result folder, which is copied; the pages are stored in the folder KEEP if it is given. If CI is true, the packages
# are installed if possible, and the test fails without them. On Debian:
#   apt-get install --no-install-recommends texlive-latex-base texlive-latex-recommended texlive-science texlive-pictures
set -euo pipefail
program=$(realpath "$1")
folder=$(realpath "$2")
keep=${3:+$(realpath -m "$3")}

missing() {
    type -P pdflatex >/dev/null || { echo pdflatex; return; }
    for needed in siunitx booktabs longtable array graphicx tikz; do kpsewhich "$needed.sty" >/dev/null || echo "$needed"; done
}
if [ -n "$(missing)" ] && [ "${CI:-}" = true ] && [ "$(id -u)" = 0 ] && type apt-get >/dev/null 2>&1; then
    export DEBIAN_FRONTEND=noninteractive
    packages=(texlive-latex-base texlive-latex-recommended texlive-science texlive-pictures)
    { apt-get update && apt-get install -y --no-install-recommends "${packages[@]}"; } >/dev/null 2>&1 || true
    if [ -n "$(missing)" ]; then
        echo "error: the packages ${packages[*]} cannot be installed: install them, or run without CI=true" >&2
        exit 1
    fi
fi
if [ -n "$(missing)" ]; then
    echo "skipped, the LaTeX files are not tested: these are not installed: $(missing | tr '\n' ' ')"
    exit 0
fi

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$folder"/runs.csv "$place"
for file in manifest.json iterations.csv; do
    if [ -f "$folder/$file" ]; then cp "$folder/$file" "$place"; fi
done
cd "$place"

# compile NAME: compiles NAME.tex; nothing in it may be wider than its column.
compile() {
    if ! pdflatex -halt-on-error -interaction=nonstopmode "$1.tex" >"$1.txt" 2>&1; then
        cat "$1.txt" >&2
        exit 1
    fi
    if grep -E '^(Overfull .hbox|LaTeX Warning: .*undefined|tilebench:)' "$1.txt"; then
        echo "$1.tex compiles, but see above" >&2
        exit 1
    fi
}

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
compile paper

# Two columns: one table with chosen columns and names, and one that is split.
first=$(sed -n 's/^%   \\tbnum{[^}]*}{\([^}]*\)}.*/\1/p' numbers.tex | head -n 1)
"$program" report . --table nodes --format tex --text-width 229 --columns solver,counted_n,geom_mean_generated \
    --rename 'counted_n=$n$' --rename "$first=A* (\$w=2\$)" --out nodes.tex
"$program" report . --table time --format tex --text-width 229 --out time.tex
printf '%s\n' '\documentclass[twocolumn]{article}\usepackage{array,booktabs,longtable,siunitx}' \
    '\begin{document}\input{nodes}\input{time}\end{document}' >columns.tex
compile columns

# All charts as pictures of TikZ and as PDF, in the width of a column.
"$program" plot . all --width 229 --no-caption --format tikz,pdf --out figures >figures.txt
{
    printf '%s\n' '\documentclass[twocolumn]{article}\usepackage{graphicx,tikz}\begin{document}'
    for chart in figures/*.tikz; do
        printf '\\noindent\\input{%s}\\par\n\\noindent\\includegraphics{%s}\\par\n' "$chart" "${chart%.tikz}.pdf"
    done
    printf '%s\n' '\end{document}'
} >charts.tex
compile charts

# A missing number must stop LaTeX, so that a paper cannot be printed without it.
printf '%s\n' '\documentclass{article}\begin{document}\input{numbers}\tbnum{no}{such}{figure}\end{document}' >hole.tex
if pdflatex -halt-on-error -interaction=nonstopmode hole.tex >hole.txt 2>&1; then
    echo "a missing number did not stop LaTeX" >&2
    exit 1
fi
grep -q ThereIsNoSuchNumber hole.txt
if [ -n "$keep" ]; then mkdir -p "$keep" && cp paper.pdf paper.tex columns.pdf columns.tex charts.pdf charts.tex "$keep"; fi
echo "the tables of $(basename "$folder") compile: $(grep -o '([0-9]* pages\?' paper.txt | tr -d '(')"
