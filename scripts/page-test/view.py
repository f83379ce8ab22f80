"""The view: Back and Forward, the contents, the choice of columns, and the size of buttons."""

from common import MATCHES, ask, check, column


def test(browser, index, pictures):
    """Each step of a reader is an entry of the history, and links keep the view."""
    browser.open(index)
    browser.value("history.replaceState(null, '', '#'); 0")
    box = "document.querySelector('#condition')"
    browser.click("#condition")
    browser.type("length > 5")
    browser.click('#list th[data-column="generated"] button')
    check("a filter and an order", browser.value("location.hash"), "#filter=length+%3E+5&sort=generated")
    browser.click("#list tbody button")
    check("a run is open", browser.value("document.querySelector('#run').open"))
    browser.value("history.back(); 0")
    browser.until("!document.querySelector('#run').open", "Back closes the run")
    check("and keeps the rest", browser.value("location.hash"), "#filter=length+%3E+5&sort=generated")
    browser.value("history.back(); 0")
    browser.until("document.querySelector('#list th[aria-sort]') === null", "Back returns to the order before")
    check("with the filter", browser.value(f"{box}.value"), "length > 5")
    browser.value("history.back(); 0")
    browser.until(f"{box}.value === ''", "the letters of a filter are one step")
    runs = browser.value(MATCHES)
    browser.value("history.forward(); 0")
    browser.until(f"{box}.value === 'length > 5'", "Forward applies it again")
    check("and the list follows", browser.value(MATCHES) != runs)

    link = "nav a[href=\"#part-methods\"]"
    browser.value(f"document.querySelector('{link}').click(); 0")
    check("a link of the contents keeps the filter", browser.value("location.hash"), "#filter=length+%3E+5&part=part-methods")
    check("and opens its part", browser.value("document.querySelector('#part-methods details').open"))
    address = browser.value("location.href")
    browser.open(address, folded=True)
    check("the address restores both", (browser.value(f"{box}.value"), browser.value("document.querySelector('#part-methods details').open")), ("length > 5", True))
    check("at its place", browser.value("Math.abs(document.querySelector('#part-methods').getBoundingClientRect().top) < 400"))
    browser.open(f"{index}#part-methods")
    ask(browser, "length > 5")
    browser.value("history.back(); 0")
    browser.until(f"{box}.value === ''", "Back to the address of a part clears the filter")
    check("and keeps the address", browser.value("location.hash"), "#part-methods")

    browser.open(index)
    browser.value("document.querySelector('#columns').open = true; 0")
    names = "[...document.querySelectorAll('#list thead th')].map((head) => head.dataset.column)"
    before = browser.value(names)
    browser.click("#chooser input[value=\"seed\"]") if "seed" not in before else None
    browser.click("#chooser input[value=\"evaluated\"]")
    after = browser.value(names)
    check("a chosen column is shown", ("evaluated" in before, "evaluated" in after), (False, True))
    check("with its values", all(text.replace(",", "").isdigit() for text in browser.value(column("evaluated")) if text))
    address = browser.value("location.href")
    check("the address names the columns", "columns=" in address and "evaluated" in address)
    browser.picture(pictures, "columns")
    browser.open(address)
    check("and restores them", browser.value(names), after)
    small = browser.value(
        "[...document.querySelectorAll('#browse button, #filter button, figure.live button')].filter((button) => button.offsetParent)"
        ".map((button) => button.getBoundingClientRect()).filter((box) => box.width < 24 || box.height < 24).length")
    check("no button is smaller than 24 px", small, 0)
    check("every row has a heading", browser.value(
        "[...document.querySelectorAll('div.table tbody tr, #list tbody tr, #tasks tbody tr')].every((row) => row.querySelector('th[scope=row]'))"))
