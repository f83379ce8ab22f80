"""The layout of the page: dark, narrow, without motion, and on paper."""

import base64

from common import ask, check


def test(browser, index, run_id, pictures):
    """Nothing scrolls horizontally, nothing moves if motion is reduced, only useful parts are printed."""
    address = f"{index}#run={run_id}"
    browser.open(address)
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.key("End")
    browser.picture(pictures, "dark-run")
    browser.key("Escape")
    browser.until("document.querySelectorAll('svg.live').length > 0", "the charts are drawn")
    check("in dark mode the charts are light", browser.value(
        "getComputedStyle(document.querySelector('svg.live text')).fill === getComputedStyle(document.body).color"))
    browser.picture(pictures, "dark", whole=True)
    browser.ask("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
    browser.open(address)
    browser.until("document.querySelectorAll('svg.live').length > 0", "the charts are drawn")
    browser.picture(pictures, "narrow-run")
    check("a narrow window needs no horizontal scrolling", browser.value(
        "Math.max(document.documentElement.scrollWidth, document.querySelector('#run').scrollWidth) <= 400"))
    check("and the text of its charts has the usual size", browser.value(
        "[...document.querySelectorAll('svg.live')].every((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width > 0.9)"))
    browser.key("Escape")
    browser.picture(pictures, "narrow", whole=True)
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.open(address)
    check("reduced motion stops the tiles", browser.value("getComputedStyle(document.querySelector('#run .tile')).transitionDuration"), "0s")

    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(index)
    ask(browser, "generated > 100")
    browser.until("document.querySelector('svg.live')?.textContent.includes('The filter matches')", "the charts follow the filter")
    browser.ask("Emulation.setEmulatedMedia", media="print", features=[])
    display = lambda selector: browser.value(f"getComputedStyle(document.querySelector('{selector}')).display")
    check("the run, the contents and the choices are not printed",
          [display(selector) for selector in ["#run", "nav", ".choices", "button.save"]], ["none"] * 4)
    check("the filter and the charts are", "none" in [display(selector) for selector in ["#condition", "svg.live"]], False)
    check("links are plain", browser.value(
        "getComputedStyle(document.querySelector('section figcaption a, .left-out, a')).textDecorationLine"), "none")
    # A page of A4 with its margins.
    browser.ask("Emulation.setDeviceMetricsOverride", width=720, height=1000, deviceScaleFactor=1, mobile=False)
    check("no table is cut at the edge of the paper", browser.value(
        "[...document.querySelectorAll('.wide')].filter((wide) => wide.scrollWidth > wide.clientWidth + 1).length"), 0)
    pages = base64.b64decode(browser.ask("Page.printToPDF", preferCSSPageSize=True)["data"])
    check("it prints", pages.startswith(b"%PDF"))
    if pictures:
        (pictures / "print.pdf").write_bytes(pages)
    browser.ask("Emulation.setEmulatedMedia", media="", features=[])
