"""A headless Chromium, spoken to over its debugging pipe (the Chrome DevTools Protocol): no driver, no socket.

In: a page's path. Out: what its scripts say, pictures of it. https://chromedevtools.github.io/devtools-protocol/
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))), None
)
PATIENCE_SECS = 60.0
OPTIONS = (
    "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
)  # fmt: skip

START = """
import os, sys
ends = [os.dup2(int(end), 100 + number) for number, end in enumerate(sys.argv[1:3])]
os.dup2(100, 3), os.dup2(101, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The protocol's ends are file 3 and 4 of the browser."""


class Chromium:
    """One tab. What the console says and every request lands in :attr:`console` and :attr:`requests`."""

    def __init__(self, width: int = 1400, height: int = 900) -> None:
        self.console: list[str] = []
        self.requests: list[str] = []
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._number = 0
        self._buffer = b""
        self._window = f"--window-size={width},{height}"

    def __enter__(self) -> Self:
        assert BROWSER, "there is no Chromium here"
        (theirs_in, self._out), (self._in, theirs_out) = os.pipe(), os.pipe()
        command = [BROWSER, *OPTIONS, self._window, f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, str(theirs_in), str(theirs_out), *command], pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        os.set_blocking(self._in, False)
        try:
            self._attach()
        except BaseException:
            self._close()
            raise
        return self

    def _attach(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, Any] = {"id": self._number, "method": method, "params": values}
        if hasattr(self, "_session"):
            asked["sessionId"] = self._session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        until = time.monotonic() + PATIENCE_SECS
        while True:
            answer = self._next(until)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def open(self, path: Path) -> None:
        self.call("Page.navigate", url=path.as_uri())
        self.wait("document.body && document.body.dataset.ready === 'yes'")

    def evaluate(self, code: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        found = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, code: str) -> None:
        until = time.monotonic() + PATIENCE_SECS
        while not self.evaluate(code):
            assert time.monotonic() < until, f"still not so: {code}; the console says {self.console}"
            time.sleep(0.05)

    def key(self, key: str, text: str = "") -> None:
        for kind in ("keyDown", "keyUp"):
            typed = {"text": text} if text and kind == "keyDown" else {}
            code = ord(text.upper()) if len(text) == 1 else KEY_CODES.get(key, 0)
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **typed)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        x, y = self.evaluate(
            f"(() => {{ const at = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [at.x + at.width / 2, at.y + at.height / 2]; })()"
        )
        self.click_at(x, y)

    def click_at(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def prefer(self, **features: str) -> None:
        """``prefer(prefers_color_scheme="dark")``"""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def _note(self, event: dict[str, Any]) -> None:
        values: dict[str, Any] = event.get("params", {})
        notes: dict[str, Callable[[], None]] = {
            "Runtime.exceptionThrown": lambda: self.console.append(str(values["exceptionDetails"])),
            "Runtime.consoleAPICalled": lambda: self.console.append(str(values["args"])),
            "Log.entryAdded": lambda: self.console.append(values["entry"]["text"]),
            "Network.requestWillBeSent": lambda: self.requests.append(values["request"]["url"]),
        }
        notes.get(event.get("method", ""), lambda: None)()

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            assert time.monotonic() < until, "the browser does not answer"
            assert self._process.poll() is None, "the browser is gone"
            try:
                self._buffer += os.read(self._in, 1 << 20)
            except BlockingIOError:
                time.sleep(0.005)
        line, _, self._buffer = self._buffer.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer


KEY_CODES = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13, "Escape": 27, "Tab": 9}
