"""The filter parser of the page, tested on the same cases as the one in Rust."""

import json
import pathlib

from common import check

REPORT = pathlib.Path(__file__).parent.parent.parent / "crates" / "report"
CASES = REPORT / "tests" / "fixtures" / "expressions.json"


def test(browser):
    """Every filter selects the same runs, or reports the same error at the same place."""
    if not CASES.is_file():
        print(f"skipped: {CASES.name} does not exist")
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
    check(f"{len(found)} filters are parsed as in Rust", (len(found) > 0, wrong), (True, []))
    renamed = browser.value(f"""(() => {{
        {script}
        return readFilter("old > 1", new Set(["present"]), new Set(), {{ old: "present" }})({{ present: 2 }});
    }})()""")
    check("a filter reads a column by its former name", renamed, True)
