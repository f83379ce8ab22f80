#!/usr/bin/env python3
"""Tests the page of a report in a headless Chromium, which is spoken to over a pipe: nothing but Python is needed.

Usage: scripts/page-test.py PROGRAM CHROMIUM FOLDER [PICTURES]. The result folder is changed: one of its runs becomes a
fault with a message that a browser would take for markup. The last is a folder for pictures to look at.
"""

import base64
import csv
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

WAIT = 30.0


class Browser:
    """A Chromium with one page (Chrome DevTools Protocol: JSON that ends with a zero byte, on descriptors 3 and 4)."""

    def __init__(self, program, profile):
        out, self.to = os.pipe()
        self.back, into = os.pipe()
        command = [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars",
            f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank",
        ]
        shell = ["bash", "-c", f'exec 3<&{out} 4>&{into}; exec "$@"', "bash", *command]
        self.process = subprocess.Popen(shell, pass_fds=(out, into), stderr=subprocess.DEVNULL)
        os.close(out)
        os.close(into)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.ask(f"{domain}.enable")

    def message(self):
        """The next message; ends the test where none comes."""
        while b"\0" not in self.rest:
            more = os.read(self.back, 1 << 20)
            if not more:
                sys.exit("FAILED: the browser ended")
            self.rest += more
        first, self.rest = self.rest.split(b"\0", 1)
        return json.loads(first)

    def ask(self, method, **params):
        """The answer to a command; events that come before it are kept."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.to, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    sys.exit(f"FAILED: {method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, url):
        """Loads a page anew, even if it is that which is shown."""
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'", "the page is loaded")

    def value(self, expression):
        """What an expression is in the page."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"FAILED: {expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression, what):
        """Waits for an expression to be true."""
        end = time.monotonic() + WAIT
        while not self.value(expression):
            if time.monotonic() > end:
                sys.exit(f"FAILED: in {WAIT:.0f} s not true: {what}")
            time.sleep(0.05)

    def key(self, key, text=""):
        """Presses a key as a person does."""
        codes = {"Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39,
                 "ArrowUp": 38, "ArrowDown": 40, "Tab": 9}
        given = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0), "text": text}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **given)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **given)

    def click(self, selector):
        """Presses the mouse in the middle of an element."""
        place = self.value(
            f"(() => {{ const found = document.querySelector({json.dumps(selector)}); found.scrollIntoView({{block: 'center'}});"
            " const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        given = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", **given)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", **given)

    def type(self, text):
        """Types into what has the focus."""
        self.ask("Input.insertText", text=text)

    def picture(self, folder, name, whole=False):
        """Saves what is shown, or the whole page."""
        if folder:
            given = {"captureBeyondViewport": True} if whole else {}
            data = self.ask("Page.captureScreenshot", format="png", **given)["data"]
            (folder / f"{name}.png").write_bytes(base64.b64decode(data))

    def complaints(self):
        """Errors and warnings of the console, exceptions, and requests that are not for the page itself."""
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(params["args"])
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"])
            elif method == "Network.requestWillBeSent" and params["type"] != "Document":
                found.append(params["request"]["url"])
        return found


def check(name, found, expected=True):
    """One line a check; the first that fails ends the test."""
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


MARKUP = "panicked </script><img src=x onerror=alert(1)> & <b>more"


def spoil(program, folder):
    """Makes a fault of a run that a limit ended, and of one that was solved, and reports anew."""
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
    subprocess.run([program, "report", folder], capture_output=True)
    return rows, spoilt["run_id"], wrong


def again(browser, index, program, run):
    """Makes a run again by the command that the page shows for it."""
    browser.open(f"{index}#run={run['run_id']}")
    command = browser.value("document.querySelector('#run .command').textContent")
    words = shlex.split(command)
    made = subprocess.run([program, *words[1:], "--json"], stdout=subprocess.PIPE)
    made = json.loads(made.stdout)
    names = ["status", "length", "generated", "expanded", "moves", "order", "seed", "rows", "cols", "node_limit"]
    check(f"the command makes the run again: {command}", [str(made[name]) for name in names], [run[name] for name in names])


def main():
    program, chromium, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    rows, spoilt, wrong = spoil(program, folder)
    index = (folder / "index.html").resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(chromium, profile)
        try:
            walk(browser, index, pictures)
            solved = [row for row in rows if row["status"] == "solved"]
            again(browser, index, program, next(row for row in solved if row["weight"] == "1.5"))
            again(browser, index, program, next(row for row in solved if row["order"] == "shuffle"))
            again(browser, index, program, next(row for row in solved if row["heuristic"] == "linear-conflict"))
            browser.open(f"{index}#run={wrong['run_id']}")
            browser.key("End")
            said = browser.value("document.querySelector('#run .boards .place').textContent")
            check(f"a wrong answer is shown as far as it goes: {said}", said.endswith("; U is impossible"))
            for _ in range(7):
                browser.key("ArrowLeft")
            check("and back from there", browser.value("document.querySelector('#run svg.board').dataset.board"), wrong["board"])
            browser.open(index)
            browser.click(".alarm tr:nth-child(2) button.open")
            faults = {spoilt, wrong["run_id"]}
            check("a fault at the top opens its run", browser.value("location.hash").removeprefix("#run=") in faults)
            browser.open(f"{index}#run={spoilt}")
            check("a message is text", browser.value("document.querySelector('#run p.alarm').textContent"), MARKUP)
            check("and never markup", browser.value("document.querySelectorAll('img, #run b').length"), 0)
            check("no complaint in the console, and nothing fetched", browser.complaints(), [])
            browser.value("new Image().src = 'http://127.0.0.1:9/'; 0")
            time.sleep(0.5)
            browser.value("0")
            check("a request would be refused, and seen", "violates the following Content Security Policy" in str(browser.complaints()))
        finally:
            browser.process.terminate()
            browser.process.wait()


def walk(browser, index, pictures):
    """The way of a reader through the page."""
    focus = "document.activeElement"
    matches = "document.querySelector('#matches').textContent"
    misread = "document.querySelector('#misread').textContent"
    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(index)
    data = "JSON.parse(document.querySelector('#island').textContent)"
    runs = browser.value(f"{data}.runs")
    check("the page says how many runs there are", browser.value(matches), f"{runs} of {runs} runs")
    check("every run is listed", browser.value("document.querySelectorAll('#list tbody tr').length"), min(runs, 100))
    check("one column a configuration", browser.value(
        f"document.querySelectorAll('#tasks th[data-column^=\"solver:\"]').length === {data}.solvers.length"))
    browser.picture(pictures, "light", whole=True)

    sort = '#list th[data-column="generated"] button'
    browser.click(sort)
    numbers = lambda: [int(text.replace(",", "")) for text in browser.value(column("generated"))]
    up = numbers()
    check("a click sorts by a column", up, sorted(up))
    check("and says so", browser.value(f"document.querySelector('{sort}').parentNode.ariaSort"), "ascending")
    browser.value(f"document.querySelector('{sort}').focus()")
    browser.key("Enter", "\r")
    down = numbers()
    check("the Enter key sorts the other way round", down, sorted(down, reverse=True))
    check("and it is another order", down != up)
    check("the address tells", browser.value("location.hash"), "#sort=-generated")

    browser.click("#condition")
    browser.type('length > 20 && status == "solved"')
    lengths = [int(text) for text in browser.value(column("length"))]
    statuses = set(browser.value(column("status")))
    check("a filter is obeyed", (0 < len(lengths) < runs, min(lengths) > 20, statuses), (True, True, {"solved"}))
    check("and counted", browser.value(matches), f"{len(lengths)} of {runs} runs")
    address = browser.value("location.href")
    browser.type(" &&")
    check("a wrong filter is explained beside the box", browser.value(misread), "At character 37: a value is expected here, not the end.")
    check("it is told to who cannot see", browser.value("document.querySelector('#condition').ariaInvalid"), "true")
    check("the list stays", len(browser.value(column("length"))), len(lengths))
    browser.picture(pictures, "misread")
    browser.open(address)
    check("the address brings the view back", [int(text) for text in browser.value(column("length"))], lengths)
    for text, said in [
        ("lenght > 5", "there is no column 'lenght'; is 'length' meant?"),
        ("length", "it is a value, not a condition"),
        ('status = "solved"', "write '=='"),
        ('status == "solved', "no closing quote"),
        ("(length > 5", "')' is expected here, not the end"),
        ("length > 5 length", "'&&' or '||' is expected here"),
        ("(length > 5) + 1 > 2", "a value is expected here, not a condition"),
        ("(" * 100_000, "too deep"),
        ("moves ~ 'UU'", "there is no column 'moves'"),
    ]:
        ask(browser, text)
        check(f"wrong: {text[:30]}", said in browser.value(misread))
    for text, same in [
        ("none == length", "run.length === null"),
        ("proof == none && status == 'solved'", "run.proof === 'none' && run.status === 'solved'"),
        ("length != none && length >= 2*10 || !(status ~ 'SOLV')", "run.length !== null && run.length >= 20 || !run.status.includes('solv')"),
        ("instance <= 3", "Number(run.instance) <= 3"),
        ("generated / expanded < 1.7", "run.expanded && run.generated / run.expanded < 1.7"),
        ("solver !~ 'manhattan' && h0 > 1_0", "!run.solver.includes('manhattan') && run.h0 > 10"),
        ("weight > 4/3", "['1.5', '3'].includes(run.weight)"),
        ("-length < -20 || wall_s > 1e9", "run.length > 20"),
        ("suboptimality > 1", "run.optimal && run.length > run.optimal"),
    ]:
        ask(browser, text)
        expected = browser.value(f"""(() => {{
            const data = {data}, cell = (name, at) => {{
                const column = data.columns[name];
                return column?.texts ? column.texts[column.of[at]] : Array.isArray(column) ? column[at] : column;
            }};
            const names = Object.keys(data.columns);
            return Array.from({{ length: data.runs }}, (_, at) => Object.fromEntries(names.map((name) => [name, cell(name, at)])))
                .filter((run) => {same}).length;
        }})()""")
        check(f"as counted apart: {text}", browser.value(matches), f"{expected} of {runs} runs")
    browser.click('#filter button[type="reset"]')
    check("the filter is cleared", browser.value(matches), f"{runs} of {runs} runs")

    browser.value("document.querySelector('#figure').value = 'status'; document.querySelector('#figure').dispatchEvent(new Event('change'))")
    check("the instances show another figure", browser.value("[...document.querySelectorAll('#tasks td button')].every((cell) => /^[a-z-]+$/.test(cell.textContent))"))

    ask(browser, "status == 'solved' && algorithm == 'wastar'")
    browser.value("document.querySelector('#list tbody button').focus()")
    browser.key("ArrowDown")
    opened = browser.value(f"{focus}.dataset.run")
    check("the arrow keys go from run to run", browser.value(f"{focus}.closest('tr').rowIndex"), 2)
    browser.key("Enter", "\r")
    check("the Enter key opens a run", browser.value("document.querySelector('#run').open"))
    check("and the address names it", f"run={opened}" in browser.value("location.hash"))
    shown = "document.querySelector('#run svg.board').dataset.board"
    record = "Object.fromEntries([...document.querySelectorAll('#run .record dt')].map((name) => [name.textContent, name.nextSibling.textContent]))"
    run = browser.value(record)
    check("the board is at its start", browser.value(shown), run["board"])
    command = browser.value("document.querySelector('#run .command').textContent")
    check("the command is there", command.startswith(f'tilebench solve "{run["board"]}"') and "--algorithm wastar" in command)
    browser.key("ArrowRight")
    browser.key("ArrowRight")
    check("two steps forward", browser.value("document.querySelector('#run output').textContent"), f"2 / {run['length']}")
    check("moved as the moves say", browser.value(shown), moved(run, 2))
    browser.key("ArrowLeft")
    check("one back", browser.value(shown), moved(run, 1))
    browser.value("const slider = document.querySelector('#run input'); slider.value = 7; slider.dispatchEvent(new Event('input'))")
    check("the slider jumps", browser.value(shown), moved(run, 7))
    browser.value("const speed = document.querySelector('#run .controls select'); speed.value = 60; speed.dispatchEvent(new Event('change'));")
    browser.value("document.querySelector('#run .beside select').selectedIndex = 1; document.querySelector('#run .beside select').dispatchEvent(new Event('change'))")
    check("another solution is beside", browser.value("document.querySelectorAll('#run svg.board').length"), 2)
    browser.picture(pictures, "run")
    browser.value("document.querySelector('#run .controls button[title=\"Play\"]').focus()")
    browser.key(" ", " ")
    browser.until("document.querySelector('#run .controls input').value === document.querySelector('#run .controls input').max", "played to the end")
    goal = " ".join(str(tile) for tile in range(len(run["board"].split())))
    check("both boards are at the goal", browser.value("[...document.querySelectorAll('#run svg.board')].map((board) => board.dataset.board)"), [goal, goal])
    at = browser.value("[...document.querySelectorAll('#run svg.board')[0].querySelectorAll('.tile')].map((tile) => tile.style.transform)")
    side = int(len(at) ** 0.5) + 1
    check("and so the tiles are drawn", at, [f"translate({cell % side * 20}px, {cell // side * 20}px)" for cell in range(1, len(at) + 1)])
    browser.until("document.querySelector('#run .controls button[title=\"Play\"]') !== null", "the player has stopped")
    address = browser.value("location.href")
    browser.key("Escape")
    check("the Escape key closes the run", browser.value("document.querySelector('#run').open"), False)
    check("the focus is where it was", browser.value(f"{focus}.dataset.run"), opened)
    browser.open(address)
    check("the address opens the run, with the other beside it", browser.value("document.querySelectorAll('#run[open] svg.board').length"), 2)

    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.key("End")
    browser.picture(pictures, "dark-run")
    browser.key("Escape")
    browser.picture(pictures, "dark", whole=True)
    browser.ask("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
    browser.open(address)
    browser.picture(pictures, "narrow-run")
    check("a narrow window needs no scrolling sideways", browser.value(
        "Math.max(document.documentElement.scrollWidth, document.querySelector('#run').scrollWidth) <= 400"))
    browser.key("Escape")
    browser.value("document.querySelector('#runs').scrollIntoView()")
    browser.picture(pictures, "narrow")
    motion = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.ask("Emulation.setEmulatedMedia", features=motion)
    browser.open(address)
    check("who wants no motion sees none", browser.value("getComputedStyle(document.querySelector('#run .tile')).transitionDuration"), "0s")
    browser.ask("Emulation.setEmulatedMedia", media="print", features=[])
    check("the run is not printed", browser.value("getComputedStyle(document.querySelector('#run')).display"), "none")
    browser.ask("Emulation.setEmulatedMedia", media="", features=[])


def ask(browser, text):
    """Puts a filter into the box."""
    browser.value(
        f"(() => {{ const box = document.querySelector('#condition'); box.value = {json.dumps(text)};"
        " box.dispatchEvent(new Event('input')); })()"
    )


def moved(run, steps):
    """The board after so many of a run's moves."""
    board = run["board"].split()
    cols = int(run["cols"])
    for move in run["moves"][:steps]:
        blank = board.index("0")
        to = blank + {"U": -cols, "D": cols, "L": -1, "R": 1}[move]
        board[blank], board[to] = board[to], board[blank]
    return " ".join(board)


main()
