"""What each key does, on one page."""

from zeph.tui.screens.telling import Telling

KEYS = (
    ("Enter", "send"),
    ("Ctrl+J, Shift+Enter", "new line"),
    ("Tab", "complete a command or @file"),
    ("Up, Down", "what was typed before"),
    ("Ctrl+R", "search what was typed"),
    ("Esc", "stop the turn, close a dialog; never quits"),
    ("Ctrl+C", "clear the input, stop the turn, then twice to quit"),
    ("Ctrl+D", "leave, with an empty input"),
    ("Ctrl+Y", "copy the selection, or the last answer"),
    ("PageUp, PageDown", "scroll"),
    ("Ctrl+Home, Ctrl+End", "scroll to the beginning of what is loaded, to the end"),
    ("Ctrl+P", "everything that can be done"),
    ("Ctrl+B", "memory panel"),
    ("Ctrl+G", "memory browser"),
    ("Ctrl+S", "sessions"),
    ("Ctrl+O", "models"),
)


def keys() -> Telling:
    return Telling("Keys", "\n".join(f"{key:<22}{what}" for key, what in KEYS))
