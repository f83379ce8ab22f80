"""The page has no finding of axe-core, in any of its states and colours."""

import json

from common import ask, check

# The findings as one line each: the rule, and the first elements with their faults.
FINDINGS = """
axe.run(document, { preload: false, resultTypes: ["violations"] }).then(({ violations }) => JSON.stringify(violations.map(
  ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`).join(", ")}`)))
"""


def findings(browser):
    """The findings on the page as it is shown."""
    answer = browser.ask("Runtime.evaluate", expression=FINDINGS, awaitPromise=True, returnByValue=True)
    if "exceptionDetails" in answer:
        return [str(answer["exceptionDetails"])]
    return json.loads(answer["result"]["value"])


def test(browser, axe, index, run_id):
    """Folded, unfolded, with a mistake in the filter, with an open run; light and dark; wide and narrow."""
    script = axe.read_text()

    def drawn():
        browser.until("document.querySelectorAll('svg.live').length > 0", "the charts are drawn")

    def opened(address, folded=False):
        browser.open(address, folded)
        if not folded:
            drawn()
        browser.value(script + ";0")

    for color in ["light", "dark"]:
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": color}])
        opened(index, folded=True)
        check(f"axe-core has no finding on the folded page, {color}", findings(browser), [])
        browser.value("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        drawn()
        check(f"axe-core has no finding on the whole page, {color}", findings(browser), [])
        ask(browser, "generated >")
        check(f"axe-core has no finding on a mistake in the filter, {color}", findings(browser), [])
        opened(f"{index}#run={run_id}")
        check(f"axe-core has no finding on a run, {color}", findings(browser), [])
    browser.ask("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    opened(index)
    check("axe-core has no finding on a narrow page", findings(browser), [])
    browser.ask("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.ask("Emulation.setEmulatedMedia", media="", features=[])
