"""The dialog of a run: its record, its command and its fault."""

import csv
import json
import shlex
import subprocess

from common import FOCUS, MARKUP, RECORD, SHOWN, ask, check


def test(browser, index, _pictures):
    """Opens a run by the keyboard and closes it."""
    browser.open(index)
    ask(browser, "status == 'solved' && algorithm == 'wastar'")
    browser.value("document.querySelector('#list tbody button').focus()")
    browser.key("ArrowDown")
    opened = browser.value(f"{FOCUS}.dataset.run")
    check("the arrow keys move from run to run", browser.value(f"{FOCUS}.closest('tr').sectionRowIndex"), 1)
    browser.key("Enter", "\r")
    check("the Enter key opens a run", browser.value("document.querySelector('#run').open"))
    check("and the address names it", f"run={opened}" in browser.value("location.hash"))
    run = browser.value(RECORD)
    check("the board is at its start", browser.value(SHOWN), run["board"])
    command = browser.value("document.querySelector('#run .command').textContent")
    check("the command is there", command.startswith(f'tilebench solve "{run["board"]}"') and "--algorithm wastar" in command)
    browser.value("const beside = document.querySelector('#run .beside select'); beside.selectedIndex = 1; beside.dispatchEvent(new Event('change'))")
    address = browser.value("location.href")
    browser.key("Escape")
    check("the Escape key closes the run", browser.value("document.querySelector('#run').open"), False)
    check("the focus is at its earlier place", browser.value(f"{FOCUS}.dataset.run"), opened)
    browser.open(address)
    check("the address opens the run, with the other one next to it", browser.value("document.querySelectorAll('#run[open] svg.board').length"), 2)


def again(browser, index, program, run):
    """Repeats a run by the command that the page shows for it."""
    browser.open(f"{index}#run={run['run_id']}")
    command = browser.value("document.querySelector('#run .command').textContent")
    words = shlex.split(command)
    made = subprocess.run([program, *words[1:], "--json"], stdout=subprocess.PIPE)
    made = json.loads(made.stdout)
    names = ["status", "length", "generated", "expanded", "moves", "order", "seed", "rows", "cols", "node_limit"]
    check(f"the command repeats the run: {command}", [str(made[name]) for name in names], [run[name] for name in names])


def faults(browser, index, spoilt, wrong):
    """Runs that are faults: linked at the top, shown up to the fault, and never interpreted as markup."""
    browser.open(f"{index}#run={wrong['run_id']}")
    browser.key("End")
    said = browser.value("document.querySelector('#run .boards .place').textContent")
    check(f"a wrong answer is shown up to its fault: {said}", said.endswith("; U is not legal"))
    for _ in range(7):
        browser.key("ArrowLeft")
    check("and back from there", browser.value(SHOWN), wrong["board"])
    browser.open(index)
    browser.click(".alarm tr:nth-child(2) button.open")
    check("a fault at the top opens its run", browser.value("location.hash").removeprefix("#run=") in {spoilt, wrong["run_id"]})
    browser.open(f"{index}#run={spoilt}")
    check("a message is text", browser.value("document.querySelector('#run p.alarm').textContent"), MARKUP)
    check("and never markup", browser.value("document.querySelectorAll('img, #run b').length"), 0)


def solutions(browser, folder, pictures):
    """The dialog of an anytime run lists its solutions as incumbents.csv has them."""
    with open(folder / "incumbents.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    run_id = max({row["run_id"] for row in rows}, key=lambda name: sum(row["run_id"] == name for row in rows))
    own = [row for row in rows if row["run_id"] == run_id]
    check("an anytime run has several solutions", len(own) > 1)
    browser.open(f"{(folder / 'index.html').resolve().as_uri()}#run={run_id}")
    browser.until("document.querySelector('#run').open", "the run is open")
    shown = browser.value(
        "(() => { const heading = [...document.querySelectorAll('#run h3')].find((one) => one.textContent === 'Solutions');"
        " return [...heading.nextElementSibling.querySelectorAll('tbody tr')]"
        ".map((row) => [...row.cells].slice(3, 6).map((cell) => cell.textContent)); })()"
    )
    check("the solutions of a run are listed", shown, [[row["cost"], row["length"], row["bound"]] for row in own])
    browser.picture(pictures, "solutions")
    browser.key("Escape")
