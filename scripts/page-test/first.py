"""The first screen: the question, the answer, the warnings and the table, and the folded parts below."""

from common import ask, check

# The parts of the first screen that are seen without scrolling.
SEEN = [".question", "dl.findings", "aside.warnings", "#guarantees tbody tr"]

# The contrast of the text of an element with the background of another (WCAG 2).
CONTRAST = """((text, paper) => {
    const light = (color) => {
        const [r, g, b] = color.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [one, other] = [light(getComputedStyle(document.querySelector(text)).color), light(getComputedStyle(document.querySelector(paper)).backgroundColor)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
})"""


def size(browser, width, height):
    """Sets the size of the window."""
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def test(browser, index, pictures):
    """The part that a reader sees before scrolling, in both colour schemes, and how the rest is opened."""
    for scheme in ["light", "dark"]:
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        size(browser, 1280, 900)
        browser.open(index, folded=True)
        tops = browser.value(f"{SEEN!r}.map((part) => document.querySelector(part).getBoundingClientRect().top)")
        check(f"the first screen has the question, the answer, the warnings and the table ({scheme})", all(0 < top < 880 for top in tops))
        for text, paper in [("aside.warnings", "aside.warnings"), (".fault", ".fault"), ("dl.findings dd", "body")]:
            contrast = browser.value(f"{CONTRAST}('{text}', '{paper}')")
            check(f"the contrast of {text} is {contrast:.1f}", contrast >= 4.5)
        browser.picture(pictures, f"first-{scheme}")
        size(browser, 390, 844)
        browser.open(index, folded=True)
        check("a narrow first screen needs no horizontal scrolling", browser.value("document.documentElement.scrollWidth <= 390"))
        browser.picture(pictures, f"first-narrow-{scheme}")
    browser.ask("Emulation.setEmulatedMedia", features=[])
    size(browser, 1280, 900)
    browser.open(index, folded=True)
    check("the sentences are by rules", browser.value(
        "[...document.querySelectorAll('dl.findings dd')].every((sentence) => sentence.dataset.rule)"))
    check("the answer has two charts with names", browser.value(
        "[...document.querySelectorAll('#part-answer figure svg')].map((svg) => Boolean(svg.ariaLabel))"), [True, True])
    check("every table has a name", browser.value(
        "[...document.querySelectorAll('#part-answer table')].every((table) => table.caption || table.closest('.table').querySelector('h3'))"))
    check("faults are stated first", browser.value(
        "document.querySelector('.fault').compareDocumentPosition(document.querySelector('#part-answer')) === Node.DOCUMENT_POSITION_FOLLOWING"))
    opened = "[...document.querySelectorAll('details.part[open]')].map((part) => part.parentNode.id)"
    check("everything else is folded", browser.value(opened), [])
    ask(browser, "length > 5")
    check("a filter opens the parts that it applies to", browser.value(opened), ["part-charts", "part-runs"])
    browser.open(f"{index}#part-methods", folded=True)
    check("the address of a part opens it", browser.value(opened), ["part-methods"])
    browser.open(f"{index}#filter=length+%3E+5", folded=True)
    check("the address of a view opens it", browser.value(opened), ["part-charts", "part-runs"])
