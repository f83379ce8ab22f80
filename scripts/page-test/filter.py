"""Sorting and filtering, by mouse, keyboard and address."""

from common import DATA, MATCHES, MISREAD, ask, check, column


def test(browser, index, pictures):
    """Sorts, filters, and checks the errors of wrong filters."""
    browser.open(index)
    runs = browser.value(f"{DATA}.runs")
    sort = '#list th[data-column="generated"] button'
    browser.click(sort)
    numbers = lambda: [int(text.replace(",", "")) for text in browser.value(column("generated"))]
    up = numbers()
    check("a click sorts by a column", up, sorted(up))
    check("and marks the heading", browser.value(f"document.querySelector('{sort}').parentNode.ariaSort"), "ascending")
    browser.value(f"document.querySelector('{sort}').focus()")
    browser.key("Enter", "\r")
    down = numbers()
    check("the Enter key sorts the other way round", down, sorted(down, reverse=True))
    check("and it is another order", down != up)
    check("the address states the order", browser.value("location.hash"), "#sort=-generated")

    browser.click("#condition")
    browser.type('length > 20 && status == "solved"')
    lengths = [int(text) for text in browser.value(column("length"))]
    statuses = set(browser.value(column("status")))
    check("a filter is applied", (0 < len(lengths) < runs, min(lengths) > 20, statuses), (True, True, {"solved"}))
    check("and counted", browser.value(MATCHES), f"{len(lengths)} of {runs} runs")
    address = browser.value("location.href")
    browser.type(" &&")
    check("a wrong filter is explained next to the box", browser.value(MISREAD), "At character 37: a value is expected here, not the end.")
    check("it is marked for screen readers", browser.value("document.querySelector('#condition').ariaInvalid"), "true")
    check("the list stays", len(browser.value(column("length"))), len(lengths))
    browser.picture(pictures, "misread")
    browser.open(address)
    check("the address restores the view", [int(text) for text in browser.value(column("length"))], lengths)
    for text, said in [
        ("lenght > 5", "unknown column 'lenght'; did you mean 'length'?"),
        ("length", "this is a value, not a condition"),
        ('status = "solved"', "write '=='"),
        ('status == "solved', "no closing quote"),
        ("(length > 5", "')' is expected here, not the end"),
        ("length > 5 length", "'&&' or '||' is expected here"),
        ("(length > 5) + 1 > 2", "a value is expected here, not a condition"),
        ("(" * 100_000, "too deep"),
        ("moves ~ 'UU'", "unknown column 'moves'"),
    ]:
        ask(browser, text)
        check(f"wrong: {text[:30]}", said in browser.value(MISREAD))
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
            const data = {DATA}, cell = (name, at) => {{
                const column = data.columns[name];
                return column?.texts ? column.texts[column.of[at]] : Array.isArray(column) ? column[at] : column;
            }};
            const names = Object.keys(data.columns);
            return Array.from({{ length: data.runs }}, (_, at) => Object.fromEntries(names.map((name) => [name, cell(name, at)])))
                .filter((run) => {same}).length;
        }})()""")
        check(f"as counted separately: {text}", browser.value(MATCHES), f"{expected} of {runs} runs")
    browser.click('#filter button[type="reset"]')
    check("the filter is cleared", browser.value(MATCHES), f"{runs} of {runs} runs")

    browser.value("document.querySelector('#figure').value = 'status'; document.querySelector('#figure').dispatchEvent(new Event('change'))")
    check("the instances show another column", browser.value("[...document.querySelectorAll('#tasks td button')].every((cell) => /^[a-z-]+$/.test(cell.textContent))"))
