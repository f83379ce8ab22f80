"""The filters below the headings of the list of runs."""

import json

from common import MATCHES, check, column


def put(browser, name, text):
    """Puts a text into the box of a column."""
    browser.value(
        f"(() => {{ const box = document.querySelector('[data-asks={json.dumps(name)}]'); box.value = {json.dumps(text)};"
        " box.dispatchEvent(new Event('input')); })()"
    )


def test(browser, index, rows, pictures):
    """Each form of a column's filter, together with the filter box, in the address, and cleared."""
    browser.open(index)
    last = {row["run_id"]: row for row in rows}.values()
    generated = lambda row: int(row["generated"] or 0)
    middle = sorted(map(generated, last))[len(last) // 2]
    matches = lambda test: f"{sum(map(test, last))} of {len(last)} runs"
    for name, text, test in [
        ("generated", f"> {middle}", lambda row: generated(row) > middle),
        ("generated", f"100..{middle}", lambda row: 100 <= generated(row) <= middle),
        ("generated", str(middle), lambda row: generated(row) == middle),
        ("length", "none", lambda row: row["length"] == ""),
        ("length", "!= none", lambda row: row["length"] != ""),
        ("solver", "MANHATTAN", lambda row: "manhattan" in row["solver"]),
        ("status", "== solved", lambda row: row["status"] == "solved"),
        ("status", "= node-limit", lambda row: row["status"] == "node-limit"),
        ("solver", 'a"b', lambda row: False),
    ]:
        put(browser, name, text)
        check(f"the column {name} is filtered by {text}", browser.value(MATCHES), matches(test))
        put(browser, name, "")
    put(browser, "status", "== solved")
    put(browser, "solver", "idastar")
    browser.value("(() => { const box = document.querySelector('#condition'); box.value = 'rows == 3 || cols == 2';"
                  " box.dispatchEvent(new Event('input')); })()")
    together = matches(lambda row: row["status"] == "solved" and "idastar" in row["solver"] and (row["rows"] == "3" or row["cols"] == "2"))
    check("filters of columns join the filter box", browser.value(MATCHES), together)
    browser.value("document.querySelector('#list-title').scrollIntoView()")
    browser.picture(pictures, "column-filters")
    browser.open(browser.value("location.href"))
    check("the address restores them", browser.value(MATCHES), together)
    check("and their boxes", browser.value("document.querySelector('[data-asks=solver]').value"), "idastar")
    browser.open(f"{index}#where=rows%3D2")
    check("a column with a filter is listed", set(browser.value(column("rows"))), {"2"})
    browser.value("document.querySelector('[data-asks=status]').dispatchEvent(new FocusEvent('focus'))")
    check("the values of a column are suggested", "== solved" in browser.value(
        "[...document.querySelectorAll('#values-status option')].map((option) => option.value)"))
    browser.click("#filter button[type=reset]")
    check("Clear clears them too", browser.value(MATCHES), f"{len(last)} of {len(last)} runs")
    check("boxes are large enough to touch", browser.value(
        "[...document.querySelectorAll('.asks input')].every((box) => box.getBoundingClientRect().height >= 24)"))
