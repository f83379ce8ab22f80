"""Fills the tables of docs/performance.md with the measurements of scripts/performance.sh.

Usage: python3 scripts/performance FOLDER PAGE

In PAGE everything between `<!-- begin NAME -->` and `<!-- end NAME -->` is replaced by table NAME. A value that was not
measured is marked, with the step of scripts/performance.sh that measures it.
"""

import re
import sys
from pathlib import Path

import tables
from bounds import bounds
from reasoning import reasoning

FUNCTIONS = {"bounds": bounds, "reasoning": reasoning}


def main():
    page = Path(sys.argv[2])
    text = page.read_text()
    for name in re.findall(r"<!-- begin (\S+) -->", text):
        filled = FUNCTIONS[name]() if name in FUNCTIONS else getattr(tables, name)()
        between = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        text = between.sub(lambda found, filled=filled: f"{found[1]}{filled}\n{found[2]}", text)
    page.write_text(text)
    print(page)


main()
