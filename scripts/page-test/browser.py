"""A headless Chromium, controlled over a pipe: only Python is needed."""

import base64
import json
import os
import subprocess
import sys
import time

WAIT = 30.0


class Refused(Exception):
    """A command or an expression that failed, as while a page is replaced by another."""


class Browser:
    """A Chromium with one page (Chrome DevTools Protocol: JSON that ends with a zero byte, on descriptors 3 and 4)."""

    def __init__(self, program, profile):
        out, self.to = os.pipe()
        self.back, into = os.pipe()
        command = [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars",
            f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank",
        ]
        shell = ["bash", "-c", f'exec 3<&{out} 4>&{into}; exec "$@"', "bash", *command]
        self.process = subprocess.Popen(shell, pass_fds=(out, into), stderr=subprocess.DEVNULL)
        os.close(out)
        os.close(into)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.ask(f"{domain}.enable")

    def message(self):
        """The next message; ends the test if none follows."""
        while b"\0" not in self.rest:
            more = os.read(self.back, 1 << 20)
            if not more:
                sys.exit("FAILED: the browser ended")
            self.rest += more
        first, self.rest = self.rest.split(b"\0", 1)
        return json.loads(first)

    def ask(self, method, **params):
        """The answer to a command, or `Refused`; earlier events are stored."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.to, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise Refused(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, url, folded=False):
        """Loads a page, even if it is already shown, and unfolds its parts, whose elements have no place otherwise."""
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'", "the page is loaded")
        if not folded:
            self.value("document.querySelectorAll('details.part').forEach((part) => (part.open = true))")

    def value(self, expression):
        """The value of an expression in the page, or `Refused`."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise Refused(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression, what):
        """Waits for an expression to be true."""
        if self.awaited(expression, True) is not True:
            sys.exit(f"FAILED: in {WAIT:.0f} s not true: {what}")

    def awaited(self, expression, wanted):
        """The value of an expression, when it has the wanted value or the time is over; pages may be replaced meanwhile."""
        end = time.monotonic() + WAIT
        while True:
            try:
                value = self.value(expression)
            except Refused:
                value = None
            if value == wanted or time.monotonic() > end:
                return value
            time.sleep(0.05)

    def key(self, key, text=""):
        """Presses a key like a user."""
        codes = {"Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39,
                 "ArrowUp": 38, "ArrowDown": 40, "Tab": 9}
        given = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0), "text": text}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **given)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **given)

    def click(self, selector):
        """Presses the mouse in the middle of an element."""
        place = self.value(
            f"(() => {{ const found = document.querySelector({json.dumps(selector)}); found.scrollIntoView({{block: 'center'}});"
            " const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        given = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", **given)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", **given)

    def type(self, text):
        """Types into the element that has the focus."""
        self.ask("Input.insertText", text=text)

    def picture(self, folder, name, whole=False):
        """Saves the visible part, or the whole page."""
        if folder:
            given = {"captureBeyondViewport": True} if whole else {}
            data = self.ask("Page.captureScreenshot", format="png", **given)["data"]
            (folder / f"{name}.png").write_bytes(base64.b64decode(data))

    def complaints(self):
        """Errors and warnings of the console, exceptions, and requests for anything but the page itself."""
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(params["args"])
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"])
            elif method == "Network.requestWillBeSent" and params["type"] != "Document":
                found.append(params["request"]["url"])
        return found
