"""The README's four pictures, from a real session on a made-up life: ``python -m docs.screenshots.make``.

In: nothing; a fake Ollama answers, everything else is Zeph itself. Out: three SVG files of the terminal beside this
file, and the page of ``zeph graph view`` as PNG where there is a Chromium.
"""

import asyncio
import os
import re
import tempfile
from pathlib import Path

from docs.screenshots.story import tell
from tests.commands.graph_page.chromium import BROWSER, Chromium
from tests.fakes.ollama_server import FakeOllama, Reply
from tests.tui.screen import Screen, opened
from zeph.clock import FixedClock
from zeph.commands.graph_page.content import as_json
from zeph.commands.graph_page.document import render
from zeph.memory.facade import Memory
from zeph.records.message import Conversation
from zeph.tui.browser.browser_screen import BrowserScreen

HERE = Path(__file__).parent
SETTINGS = {"memory__graph__expired_edge_retention_days": 0, "embedding__provider": "auto"}
BEFORE = "Where does Ines work now?"
SHORT = "Ines works at **Fjord Biotech**. You told me on 20 January 2023, when she moved to Oslo."
TOLD = "Tomas moved to Stavanger last week. Which wood did Henrik recommend for the Petrel project?"
ANSWER = """Henrik recommended **larch**. For *Petrel* you have so far:

- **larch** and **oak**, with **epoxy** between them
- Tomas, with whom you restore her, though he is in Stavanger now

Steam a larch plank before you bend it:

```text
25 mm larch · one hour of steam · bend within 20 seconds
```
"""
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Textual's pictures name fonts on another server; the reader's own monospaced font does as well."""


async def main() -> None:
    os.environ.pop("NO_COLOR", None)
    await talk()
    await browser()
    if BROWSER:
        await graph()
    else:
        print("No Chromium here: graph.png is left as it is.")


async def talk() -> None:
    """A turn with its receipt; then the same with the panel beside it."""
    clock = FixedClock("2020-01-01 00:00:00")

    async def prepare(memory: Memory, conversation: Conversation) -> None:
        await tell(memory, await memory.start_conversation(), clock)

    with FakeOllama(reply=SHORT) as server, tempfile.TemporaryDirectory() as home:
        async with opened(Path(home), server, size=(104, 32), prepare=prepare, clock=clock, **SETTINGS) as screen:
            screen.prompt.cursor_blink = False
            await screen.say(BEFORE)
            server.reply = Reply(ANSWER)
            await screen.say(TOLD)
            await screen.until(lambda: "undo #" in screen.flat() and "forget #" in screen.flat())
            await screen.pilot.pause(1.0)
            save(screen, "talk", "zeph chat")
            await screen.pilot.resize_terminal(132, 46)
            await screen.press("ctrl+b")
            await screen.pilot.pause(0.5)
            save(screen, "panel", "zeph chat · Ctrl+B")


async def browser() -> None:
    """A page of the memory with its past."""
    clock = FixedClock("2020-01-01 00:00:00")

    async def prepare(memory: Memory, conversation: Conversation) -> None:
        await tell(memory, conversation, clock)

    with tempfile.TemporaryDirectory() as home:
        async with opened(
            Path(home), size=(132, 40), prepare=prepare, clock=clock, background=False,
            interface__theme="light", **SETTINGS,
        ) as screen:  # fmt: skip
            await screen.press("ctrl+g")
            shown = screen.app.screen
            assert isinstance(shown, BrowserScreen)
            await screen.type("ines")
            await screen.pilot.pause(0.5)
            await screen.press("enter")
            await screen.until(lambda: "Ines  person" in screen.text() and not list(shown.workers))
            await screen.pilot.pause(0.5)
            save(screen, "browser", "zeph chat · Ctrl+G")


async def graph() -> None:
    """The whole graph, with Ines's page open."""
    clock = FixedClock("2020-01-01 00:00:00")
    with tempfile.TemporaryDirectory() as home:
        async with opened(
            Path(home), prepare=lambda m, c: tell(m, c, clock), clock=clock, background=False, **SETTINGS
        ) as screen:
            memory = screen.session.memory
            await memory._background.upkeep.refresh(summaries=False)  # noqa: SLF001  # now, not after a hundred messages
            picture = await memory.graph.picture()
            page = Path(home) / "graph.html"
            page.write_text(render(as_json(picture, None)), encoding="utf-8")
            await asyncio.to_thread(shoot, page)


def shoot(page: Path) -> None:
    with Chromium(1400, 900) as chromium:
        chromium.prefer(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
        chromium.call("Emulation.setDeviceMetricsOverride", width=1400, height=820, deviceScaleFactor=1.5, mobile=False)
        chromium.open(page)
        chromium.wait("document.body.dataset.settled === 'yes'")
        chromium.key("/", "/")
        chromium.type("Ines")
        chromium.key("Enter")
        chromium.evaluate("document.getElementById('search').value = ''")
        chromium.evaluate("document.getElementById('fit').click(); document.activeElement.blur()")
        chromium.wait("new Promise((done) => setTimeout(() => done(true), 600))")
        chromium.picture(HERE / "graph.png")


def save(screen: Screen, name: str, title: str) -> None:
    drawn = FONTS.sub("", screen.app.export_screenshot(title=title))
    (HERE / f"{name}.svg").write_text(drawn, encoding="utf-8")
    print(f"{name}.svg\n{screen.text()}\n")


if __name__ == "__main__":
    asyncio.run(main())
