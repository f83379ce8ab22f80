"""Common parts of the tests: a check, the cells of the page, and the board after moves."""

import json
import sys
import time

# The element that has the focus.
FOCUS = "document.activeElement"
# The number of filtered runs, and the error in the filter.
MATCHES = "document.querySelector('#matches').textContent"
MISREAD = "document.querySelector('#misread').textContent"
# The data of the page.
DATA = (
    "(() => { const data = JSON.parse(document.querySelector('#island').textContent);"
    " for (const values of document.querySelectorAll('script[data-column]'))"
    " data.columns[values.dataset.column] = JSON.parse(values.textContent);"
    " return data; })()"
)


def check(name, found, expected=True):
    """Prints one line per check; the first failure ends the test."""
    if found != expected:
        sys.exit(f"FAILED: {name}: {found!r}, not {expected!r}")
    print(f"ok: {name}")


def column(name):
    """The cells of a column of the list of runs."""
    return (
        "(() => { const table = document.querySelector('#list table');"
        f" const at = [...table.tHead.rows[0].cells].findIndex((head) => head.dataset.column === '{name}');"
        " return [...table.tBodies[0].rows].map((row) => row.cells[at].textContent); })()"
    )


def ask(browser, text):
    """Puts a filter into the box."""
    browser.value(
        f"(() => {{ const box = document.querySelector('#condition'); box.value = {json.dumps(text)};"
        " box.dispatchEvent(new Event('input')); })()"
    )


def download(browser, place, selector):
    """Clicks a button and returns the text of the file that it saves into the folder `place`, which it empties first."""
    place.mkdir(exist_ok=True)
    for file in place.iterdir():
        file.unlink()
    browser.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=str(place))
    browser.click(selector)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        files = [file for file in place.iterdir() if file.suffix != ".crdownload"]
        if files:
            return files[0].read_text()
        time.sleep(0.05)
        browser.value("0")
    return sys.exit(f"FAILED: {selector} saves no file")


def moved(run, steps):
    """The board after the first `steps` moves of a run."""
    board = run["board"].split()
    cols = int(run["cols"])
    for move in run["moves"][:steps]:
        blank = board.index("0")
        to = blank + {"U": -cols, "D": cols, "L": -1, "R": 1}[move]
        board[blank], board[to] = board[to], board[blank]
    return " ".join(board)


# The board that the dialog shows.
SHOWN = "document.querySelector('#run svg.board').dataset.board"
# The record that the dialog shows.
RECORD = (
    "Object.fromEntries([...document.querySelectorAll('#run .record dt')]"
    ".map((name) => [name.textContent, name.nextSibling.textContent]))"
)
# The message of a crashed run, which looks like markup to a browser.
MARKUP = "panicked </script><img src=x onerror=alert(1)> & <b>more"
