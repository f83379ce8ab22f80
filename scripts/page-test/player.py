"""The player of a run replays its solution, next to another one."""

from common import RECORD, SHOWN, ask, check, moved


def test(browser, index, pictures):
    """Steps, jumps, and plays to the goal."""
    browser.open(index)
    ask(browser, "status == 'solved' && algorithm == 'wastar'")
    browser.click("#list tbody button")
    run = browser.value(RECORD)
    browser.key("ArrowRight")
    browser.key("ArrowRight")
    check("two steps forward", browser.value("document.querySelector('#run output').textContent"), f"2 / {run['length']}")
    check("moved as the moves say", browser.value(SHOWN), moved(run, 2))
    browser.key("ArrowLeft")
    check("one back", browser.value(SHOWN), moved(run, 1))
    browser.value("const slider = document.querySelector('#run input'); slider.value = 7; slider.dispatchEvent(new Event('input'))")
    check("the slider jumps", browser.value(SHOWN), moved(run, 7))
    browser.value("const speed = document.querySelector('#run .controls select'); speed.value = 60; speed.dispatchEvent(new Event('change'));")
    browser.value("document.querySelector('#run .beside select').selectedIndex = 1; document.querySelector('#run .beside select').dispatchEvent(new Event('change'))")
    check("another solution is next to it", browser.value("document.querySelectorAll('#run svg.board').length"), 2)
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


def stacks(browser, folder, pictures):
    """Flips the pancakes of a solution to the goal."""
    browser.open((folder / "index.html").resolve().as_uri())
    ask(browser, "algorithm == 'mm'")
    browser.click("#list tbody button")
    run = browser.value(RECORD)
    flips, stack = [int(flip) for flip in run["moves"].split()], run["board"].split()
    browser.key("ArrowRight")
    stack[: flips[0]] = reversed(stack[: flips[0]])
    check("the upper pancakes are flipped", browser.value(SHOWN), " ".join(stack))
    browser.picture(pictures, "stack")
    browser.key("End")
    check("the stack is sorted", browser.value(SHOWN), run["goal"])
    check("no tiles are drawn as an image", browser.value("document.querySelectorAll('#run svg.board').length"), 1)
    command = browser.value("document.querySelector('#run .command').textContent")
    check("the command names the domain", "--domain pancake" in command, True)
    browser.key("Escape")
