"""What each key does, on one page."""

from zeph.tui.screens.text_dialog import TextDialog

KEYS = (
    ("Enter", "send"),
    ("Ctrl+J, Shift+Enter", "new line; \\ and Enter too"),
    ("Ctrl+X Ctrl+E", "write it in your editor ($VISUAL, $EDITOR)"),
    ("Ctrl+Z", "undo what was typed"),
    ("Tab", "complete a command or @file"),
    ("Up, Down", "what was typed before"),
    ("Ctrl+R", "search what was typed"),
    ("Esc", "stop the turn, close a dialog; never quits"),
    ("Ctrl+C", "clear the input, stop, then twice to quit"),
    ("Ctrl+D", "leave, with an empty input"),
    ("Ctrl+Y", "copy the selection, or the last answer"),
    ("F2", "copy code of the last answer"),
    ("F3", "find in the conversation"),
    ("F4", "take back what was learned in this talk"),
    ("Ctrl+T", "unfold thoughts, calls and long texts"),
    ("PageUp, PageDown", "scroll"),
    ("Ctrl+Home, Ctrl+End", "to the beginning of what is loaded, the end"),
    ("Ctrl+P", "everything that can be done"),
    ("Ctrl+B", "memory panel; Alt+Up, Alt+Down scroll it"),
    ("Ctrl+G", "memory browser"),
    ("Ctrl+S", "sessions"),
    ("Ctrl+O", "models"),
    ("F1", "these keys"),
)
IN_BROWSER = (
    ("/", "search"),
    ("Tab", "from the results to the page, to the date"),
    ("Enter", "open; on a fact, the thing at its other end"),
    ("a", "change: edit, end, forget, merge, split, alias"),
    ("d", "what two dates differ in"),
    ("p", "the way to another thing"),
    ("t", "go to a date"),
    ("Left, Right, Space", "on the slider: the date; true or known then"),
    ("g", "the graph in your web browser"),
    ("r", "review of all changes"),
    ("u", "undo the last one"),
    ("Backspace", "the page before"),
    ("Esc", "back to the conversation"),
)


def keys() -> TextDialog:
    parts = (KEYS, (("In the memory browser", ""),), IN_BROWSER)
    return TextDialog(
        "Keys", "\n\n".join("\n".join(f"{key:<22}{what}".rstrip() for key, what in part) for part in parts)
    )
