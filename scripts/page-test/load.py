"""The page after opening: the order of its parts, its contents, and its size."""

import time

from common import DATA, MATCHES, check

# A page of 10,000 runs.
MAX_BYTES = 3_000_000


def test(browser, index, pictures):
    """The page lists its contents in order."""
    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(index, folded=True)
    runs = browser.value(f"{DATA}.runs")
    check("the page states the number of runs", browser.value(MATCHES), f"{runs} of {runs} runs")
    check("a folded part is not filled", browser.value("document.querySelectorAll('#list tr, svg.live').length"), 0)
    browser.value("document.querySelector('#part-runs details.part').open = true")
    browser.until("document.querySelector('#list tr') !== null", "the list is filled when its part is opened")
    check("every run is listed", browser.value("document.querySelectorAll('#list tbody tr').length"), min(runs, 100))
    check("one column per configuration", browser.value(
        f"document.querySelectorAll('#tasks th[data-column^=\"solver:\"]').length === {DATA}.solvers.length"))
    parts = browser.value("[...document.querySelectorAll('section')].map((section) => section.id)")
    order = ["answer", "unexplained", "summary", "charts", "pairwise", "heuristics", "detail", "runs", "methods", "provenance"]
    check("the parts are in the order of reading", parts, [f"part-{name}" for name in order])
    check("the contents lead to each of them",
          browser.value("[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href').slice(1))"), parts)
    browser.value("document.querySelector('#part-runs details.part').open = false")
    browser.value("document.querySelector('nav a[href=\"#part-methods\"]').scrollIntoView(); document.querySelector('nav a[href=\"#part-methods\"]').focus()")
    browser.key("Enter", "\r")
    browser.until("location.hash === '#part-methods'", "the Enter key follows the contents")
    check("a link of the contents opens its part only", browser.value(
        "[...document.querySelectorAll('details.part')].filter((part) => part.open).map((part) => part.parentNode.id)"), ["part-methods"])
    check("the part is below the filter, not behind it", browser.value(
        "document.querySelector('#part-methods h2').getBoundingClientRect().top >= document.querySelector('#asking').getBoundingClientRect().bottom"))
    browser.open(index)
    browser.until("document.querySelectorAll('svg.live').length > 0", "the charts are drawn")
    browser.picture(pictures, "light", whole=True)


def large(browser, folder, pictures):
    """A page of 10,000 runs is small enough and fast enough."""
    page = folder / "index.html"
    size = page.stat().st_size
    check(f"10,000 runs make a page of {size:,} bytes", size < MAX_BYTES)
    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(page.resolve().as_uri())
    check("all of them are there", browser.value(MATCHES), "10,000 of 10,000 runs")
    browser.until("document.querySelectorAll('svg.live').length > 0", "the charts of 10,000 runs are drawn")
    browser.picture(pictures, "large", whole=True)
    began = time.monotonic()
    browser.value(
        "const box = document.querySelector('#condition'); box.value = 'length > 20'; box.dispatchEvent(new Event('input')); 0"
    )
    browser.until("document.querySelector('svg.live').textContent.includes('The filter matches')", "the charts follow the filter")
    spent = time.monotonic() - began
    check(f"a filter of 10,000 runs takes {spent:.1f} s", spent < 10)


def huge(browser, folder, pictures):
    """A page of 60,000 runs of twelve configurations lists and filters them within a bound of memory."""
    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.open((folder / "index.html").resolve().as_uri())
    check("all of 60,000 runs are there", browser.value(MATCHES), "60,000 of 60,000 runs")
    browser.until("document.querySelectorAll('svg.live').length > 0", "the charts of 60,000 runs are drawn")
    profile = "document.querySelector('[data-chart^=\"solved-nodes\"] svg').textContent"
    check("more than eight configurations have panels", "One panel per" in browser.value(profile))
    began = time.monotonic()
    browser.value(
        "const box = document.querySelector('#condition'); box.value = 'length > 20'; box.dispatchEvent(new Event('input')); 0"
    )
    browser.until("document.querySelector('svg.live').textContent.includes('The filter matches')", "the charts follow the filter")
    check(f"a filter of 60,000 runs takes {time.monotonic() - began:.1f} s", time.monotonic() - began < 20)
    browser.picture(pictures, "huge", whole=True)
    browser.ask("HeapProfiler.collectGarbage")
    heap = browser.ask("Runtime.getHeapUsage")["usedSize"]
    check(f"the script uses {heap / 1e6:.0f} MB", heap < 150e6)
