"""A page of an experiment that is running: it reloads itself and keeps the view."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from common import check

# The seconds between two reloads.
EVERY = 4

# The view: whether the page was reloaded, the scroll position, the filter and the open parts.
VIEW = (
    "[window.marked ?? 'reloaded', Math.abs(scrollY - 300) < 3, document.querySelector('#condition').value,"
    " [...document.querySelectorAll('details.part[open]')].map((part) => part.parentNode.id).join()]"
)


def test(browser, program, folder):
    """Follows a copy of `folder` without its last run, so that a run is missing."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "running"
        shutil.copytree(folder, copy)
        rows = (copy / "runs.csv").read_text().splitlines(keepends=True)
        (copy / "runs.csv").write_text("".join(rows[:-1]))
        (copy / "index.html").unlink(missing_ok=True)
        # Long enough that a loaded machine opens the page and changes its view before the page reloads itself.
        report = subprocess.Popen([program, "report", copy, "--watch", "--every", str(EVERY)], stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                if (copy / "index.html").is_file():
                    break
                time.sleep(0.05)
            browser.open(f"{(copy / 'index.html').resolve().as_uri()}#filter=length+%3E+5", folded=True)
            browser.until("document.querySelector('[role=status]').textContent.includes('is running')",
                          "the page states that the experiment is running")
            browser.until("document.querySelector('#part-methods details').open = true; scrollTo(0, 300); window.marked = 'marked'; true",
                          "the view is changed")
            kept = ["reloaded", True, "length > 5", "part-charts,part-runs,part-methods"]
            check("the page reloads itself and keeps its view", browser.awaited(VIEW, kept), kept)
            browser.until("document.querySelector('#pause').click(); window.marked = 'marked'; true", "the page is paused")
            time.sleep(EVERY + 1)
            check("a paused page does not reload", browser.value("window.marked"), "marked")
        finally:
            report.terminate()
            report.wait()
