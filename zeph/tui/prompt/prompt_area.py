"""Where the person types: several lines, history, completion; what is pasted at length is folded into a word.

In: keys. Out: messages: a text is sent, or wanted in an editor. Enter sends, Ctrl+J (Shift+Enter where the terminal
reports it, a backslash before Enter anywhere) begins a new line.
"""

from collections.abc import Callable
from pathlib import Path

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from zeph.commands.registry import slash_commands
from zeph.commands.slash import names
from zeph.tui.prompt.completion import Suggestion, suggestions
from zeph.tui.prompt.input_history import InputHistory
from zeph.tui.prompt.suggestions import Suggestions
from zeph.tui.text.screen_text import typed

LONG_PASTE = 4_000
"""Characters from which a paste is shown as a word; it is sent whole."""
MANY_LINES = 60


class Prompt(TextArea):
    DEFAULT_CSS = """
    Prompt {
        height: auto; min-height: 3; max-height: 12; border: round $primary 60%; padding: 0 1; background: $background;
    }
    Prompt:focus { border: round $primary; background: $background; }
    Prompt .text-area--placeholder { color: $faint; }
    """

    class Sent(Message):
        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Edited(Message):
        """The person wants to go on in an editor of their own."""

    def __init__(self, history: InputHistory, offered: Suggestions) -> None:
        super().__init__(
            id="prompt", tab_behavior="focus", show_line_numbers=False, highlight_cursor_line=False,
            placeholder="Say something; / for commands, @ for files, Ctrl+P for everything",
        )  # fmt: skip
        self.history_of_inputs = history
        self._offered = offered
        self._pasted: dict[str, str] = {}
        self._dismissed = ""
        self._keys: dict[str, Callable[[], None]] = {
            "enter": self.action_send, "ctrl+j": self.action_newline, "shift+enter": self.action_newline,
            "alt+enter": self.action_newline, "up": self.action_up, "down": self.action_down,
            "tab": self.action_complete,
        }  # fmt: skip
        self._chord = False
        """Whether Ctrl+X was pressed, which another key completes."""

    # ------------------------------------------------------------ what stands there

    def put(self, text: str) -> None:
        """In place of what was there, the cursor at the end."""
        self.text = self._folded(text)
        self.move_cursor(self.document.end)
        self._offered.close()
        self._dismissed = self.text

    def clear_typed(self) -> None:
        """Away with it; up brings it back."""
        if self.whole.strip():
            self.history_of_inputs.add(self.whole)
        self.put("")

    @property
    def whole(self) -> str:
        """What would be sent: what was pasted is in it."""
        text = self.text
        for word, pasted in self._pasted.items():
            text = text.replace(word, pasted)
        return text

    def _folded(self, text: str) -> str:
        """``text``, or a word for it where it is long: a line of a megabyte would stop the keyboard."""
        if len(text) < LONG_PASTE and text.count("\n") < MANY_LINES:
            return text
        word = f"[pasted #{len(self._pasted) + 1}: {len(text):,} characters]"
        self._pasted[word] = text
        return word

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.insert(self._folded(typed(event.text)))

    # ------------------------------------------------------------ keys

    async def _on_key(self, event: events.Key) -> None:
        """Here rather than as bindings, which would overtake letters that were typed just before."""
        if self._takes_chord(event.key):
            event.stop()
            event.prevent_default()
            return
        act = self._keys.get(event.key)
        if act is None:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        act()

    def _takes_chord(self, key: str) -> bool:
        """Ctrl+X Ctrl+E, as in a shell: the text goes into the person's editor. With a selection Ctrl+X cuts."""
        completes, self._chord = self._chord, key == "ctrl+x" and not self.selected_text
        if completes and key == "ctrl+e":
            self.post_message(self.Edited())
            return True
        return self._chord

    def action_send(self) -> None:
        if self._take_unfinished():
            return
        row, column = self.cursor_location
        if column and self.get_text_range((row, column - 1), (row, column)) == "\\":
            self.replace("\n", (row, column - 1), (row, column))
            return
        text = self.whole.strip()
        if not text:
            return
        self._offered.close()
        self.history_of_inputs.add(text)
        self._pasted.clear()
        self.put("")
        self.post_message(self.Sent(text))

    def _take_unfinished(self) -> bool:
        """A command that is not typed out is completed first; True where more must be typed."""
        chosen = self._offered.chosen
        if chosen is None:
            return False
        command = self.text.strip().removeprefix("/")
        known = {" ".join(name) for c in slash_commands() for name in names(c)}
        unfinished = self.text.startswith("/") and command not in known
        if not (self._offered.walked or unfinished):
            return False
        guessed = not (self._offered.walked or chosen.text.startswith(f"/{command}"))
        self._accept(chosen)
        return chosen.more or guessed or not self.text.startswith("/")

    def action_newline(self) -> None:
        self.insert("\n")

    def action_up(self) -> None:
        if self._offered.is_open:
            self._offered.walk(-1)
        elif self.navigator.is_first_wrapped_line(self.cursor_location):
            text = self.history_of_inputs.older(self.whole)
            if text is not None:
                self.put(text)
        else:
            self.action_cursor_up()

    def action_down(self) -> None:
        if self._offered.is_open:
            self._offered.walk(1)
        elif self.navigator.is_last_wrapped_line(self.cursor_location):
            text = self.history_of_inputs.newer()
            if text is not None:
                self.put(text)
        else:
            self.action_cursor_down()

    def action_complete(self) -> None:
        if not self._offered.is_open:
            self._offer(forced=True)
        chosen = self._offered.chosen
        if chosen is not None:
            self._accept(chosen)
            self._offer()

    def close_suggestions(self) -> bool:
        """Whether there were any."""
        was_open = self._offered.is_open
        self._offered.close()
        self._dismissed = self.text
        return was_open

    def _accept(self, chosen: Suggestion) -> None:
        row, column = self.cursor_location
        self.replace(chosen.text, (row, max(0, column - chosen.replaces)), (row, column))
        self._offered.close()

    # ------------------------------------------------------------ completion

    def on_text_area_changed(self) -> None:
        if self.text != self._dismissed:
            self._dismissed = ""
            self._offer()

    def _offer(self, *, forced: bool = False) -> None:
        row, column = self.cursor_location
        before = self.get_text_range((0, 0), (row, column)) if row or column else ""
        found = suggestions(before, Path.cwd()) if forced or before.startswith("/") or "@" in before[-200:] else []
        self._offered.offer(found)
