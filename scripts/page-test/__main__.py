"""Tests the page of a report in a headless Chromium.

Usage: scripts/page-test PROGRAM CHROMIUM FOLDER LARGE HUGE ANYTIME AXE [PICTURES]. The result folder is changed: one of its runs becomes a
fault with a message that looks like markup to a browser. LARGE is a result folder of 10,000 runs, HUGE one of 60,000 runs
of more than eight configurations, ANYTIME one of runs with several solutions. AXE is the script of axe-core, or - to leave its checks out. PICTURES is a folder for
screenshots.
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import accessible
import charts
import columns
import dialog
import expressions
import filter
import first
import load
import looks
import player
import reload
import values
import view
from browser import Browser
from common import MARKUP, check


def spoil(program, folder):
    """Turns a run that a limit ended and a solved run into faults, adds a warning, and writes the report again."""
    with open(folder / "runs.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    spoilt = next(row for row in rows if row["status"] == "node-limit")
    spoilt["status"], spoilt["message"] = "crashed", MARKUP
    wrong = next(row for row in rows if row["status"] == "solved" and row["weight"] == "3")
    wrong["status"], wrong["moves"] = "wrong", wrong["moves"][:3] + "UUUU"
    with open(folder / "runs.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    # A warning that does not depend on the machine.
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["warnings"].append("Times are made up.")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    subprocess.run([program, "report", folder], capture_output=True)
    return rows, spoilt["run_id"], wrong


def main():
    """Every test, in one browser."""
    program, chromium, axe = sys.argv[1], sys.argv[2], sys.argv[8]
    folder, large, huge, anytime, stacks = (pathlib.Path(place) for place in sys.argv[3:8])
    pictures = pathlib.Path(sys.argv[9]) if len(sys.argv) > 9 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    rows, spoilt, wrong = spoil(program, folder)
    solved = [row for row in rows if row["status"] == "solved"]
    index = (folder / "index.html").resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(chromium, profile)
        try:
            load.test(browser, index, pictures)
            first.test(browser, index, pictures)
            filter.test(browser, index, pictures)
            expressions.test(browser)
            columns.test(browser, index, rows, pictures)
            charts.test(browser, index, folder, rows, pictures)
            values.test(browser, index, folder, rows, pictures)
            view.test(browser, index, pictures)
            dialog.test(browser, index, pictures)
            player.test(browser, index, pictures)
            player.stacks(browser, stacks, pictures)
            for column, value in [("weight", "1.5"), ("order", "shuffle"), ("heuristic", "linear-conflict")]:
                dialog.again(browser, index, program, next(row for row in solved if row[column] == value))
            dialog.faults(browser, index, spoilt, wrong)
            dialog.solutions(browser, anytime, pictures)
            looks.test(browser, index, solved[0]["run_id"], pictures)
            if axe != "-":
                accessible.test(browser, pathlib.Path(axe), index, solved[0]["run_id"])
            load.large(browser, large, pictures)
            load.huge(browser, huge, pictures)
            reload.test(browser, program, folder)
            check("no error or warning in the console, and no request", browser.complaints(), [])
            browser.value("new Image().src = 'http://127.0.0.1:9/'; 0")
            time.sleep(0.5)
            browser.value("0")
            check("a request would be refused and detected", "violates the following Content Security Policy" in str(browser.complaints()))
        finally:
            browser.process.terminate()
            browser.process.wait()


main()
