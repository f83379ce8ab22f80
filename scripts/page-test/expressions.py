"""The page's reader of filters, held to the same cases as the one that reads filters in Rust."""

import json
import pathlib

from common import check

REPORT = pathlib.Path(__file__).parent.parent.parent / "crates" / "report"
CASES = REPORT / "tests" / "fixtures" / "expressions.json"


def test(browser):
    """Every filter finds the same runs, or the same mistake at the same place."""
    if not CASES.is_file():
        print(f"left out: there is no {CASES.name}")
        return
    script = "".join((REPORT / "src" / "page" / f"{name}.js").read_text() for name in ["numbers", "expression"])
    browser.ask("Page.navigate", url="about:blank")
    found = browser.value(f"""(() => {{
        {script}
        const {{ columns, outcomes, runs, cases }} = {CASES.read_text()};
        const names = new Set(columns);
        const late = new Set(outcomes);
        const places = (filter, given) => {{
            try {{
                const takes = readFilter(filter, names, late);
                const found = (test) => runs.flatMap((run, place) => (test(run) ? [place] : []));
                return {{ found: found(takes), ...(given ? {{ given: found(takes.given) }} : {{}}) }};
            }} catch (error) {{
                return {{ at: error.at, mistake: error.message }};
            }}
        }};
        return cases.map((given) => [given, {{ filter: given.filter, ...places(given.filter, given.given) }}]);
    }})()""")
    wrong = [(given, got) for given, got in found if given != got]
    check(f"{len(found)} filters are read as in Rust", (len(found) > 0, wrong), (True, []))
