"""The values of the charts: as a table, as CSV, and of one configuration."""

import csv
import pathlib
from xml.etree import ElementTree

from charts import drawn, points, svg
from common import ask, check, download

CHARTS = ["solved-time", "solved-nodes", "length", "nodes", "time", "scatter", "tradeoff", "free"]


def table(name):
    """The table below a chart, opened."""
    return f"document.querySelector('figure.live[data-chart^=\"{name}\"] details.data')"


def test(browser, index, folder, rows, pictures):
    """Every chart has a table and a file with the same values."""
    browser.open(index)
    drawn(browser, False)
    place = pathlib.Path(folder) / "values"
    for name in CHARTS:
        browser.value(f"{table(name)}.open = true; 0")
        browser.until(f"{table(name)}.querySelector('table') !== null", f"{name} has a table")
        heads = browser.value(f"[...{table(name)}.querySelectorAll('thead th')].map((head) => head.textContent)")
        shown = browser.value(f"[...{table(name)}.querySelectorAll('tbody tr')].map((row) => row.cells.length)")
        saved = list(csv.reader(download(browser, place, f'figure.live[data-chart^="{name}"] button.save:nth-of-type(2)').splitlines()))
        check(f"{name}: the file has the headings of the table", saved[0], heads)
        check(f"{name}: and its rows", (len(saved) - 1, set(map(len, saved))), (len(shown), {len(heads)}))
        check(f"{name}: which are there", len(shown) > 0)
        check(f"{name}: the table has a caption", f"{len(shown)} rows" in browser.value(f"{table(name)}.querySelector('caption').textContent"))
    browser.picture(pictures, "values", whole=True)
    first = [row for row in rows if row["set"] == rows[0]["set"]]
    saved = list(csv.DictReader(download(browser, place, 'figure.live[data-chart^="nodes"] button.save:nth-of-type(2)').splitlines()))
    found = sorted((row["instance"], row["solver"], int(row["generated"]), row["status"]) for row in saved)
    recorded = sorted((row["instance"], row["solver"], int(row["generated"]), row["status"]) for row in first if int(row["generated"] or 0))
    check("the values are those of the records", found, recorded)

    entry = f"{svg('solved-nodes')}.querySelector('.pick')"
    name = browser.value(f"{entry}.querySelector('text').textContent").split(" (")[0]
    every = points(browser, "nodes")
    pick = f"{entry}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); 0"
    browser.value(pick)
    browser.until(f"{svg('nodes')}.querySelectorAll('.point').length < {every}", "a click on the legend shows one configuration")
    check("by the filter", browser.value("document.querySelector('#condition').value"), f'solver == "{name}"')
    browser.value(pick)
    drawn(browser, False)
    check("and a second click all of them", points(browser, "nodes"), every)
    ask(browser, "length > 5 || length < 3")
    drawn(browser, True)
    browser.value(pick)
    check("a filter is kept", browser.value("document.querySelector('#condition').value"), f'(length > 5 || length < 3) && solver == "{name}"')
    ask(browser, "")

    run = next(row for row in rows if row["status"] == "solved" and int(row["length"]) > 9 and row["rows"] == "3")
    browser.open(f"{index}#run={run['run_id']}")
    strip = ElementTree.fromstring(download(browser, place, "#run p button.save"))
    texts = [element.text for element in strip.iter("{http://www.w3.org/2000/svg}text")]
    last = texts[-9:]
    check("the boards of a solution are saved, the last one is the goal", last, [f"{run['length']} {run['moves'][-1]}", *"12345678"])
    check("in colours of paper", "var(" in ElementTree.tostring(strip).decode(), False)
    if pictures:
        (pictures / "strip.svg").write_bytes(ElementTree.tostring(strip))
