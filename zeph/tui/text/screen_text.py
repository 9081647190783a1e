"""Text from anywhere, made fit for a screen: never markup, never steering the terminal, never too much at once.

In: any string. Out: strings and Content without markup. A terminal gains nothing from a line of a megabyte, and
wrapping it takes seconds: what is shown is cut, what is kept and copied is whole.
"""

from textual.content import Content

from zeph.safety.text import shown_text

LONGEST_SHOWN = 60_000
"""Characters of one message that are shown."""
LONGEST_MARKDOWN_LINE = 4_000
"""A line that is longer is no prose: it is shown as it is; parsing and wrapping it as markdown would take seconds."""

_TABS = str.maketrans({"\t": "    "})


def shown(text: str) -> str:
    """``text`` without escape sequences, control characters and marks that turn the direction of writing."""
    if text.isascii() and text.isprintable():
        return text
    return shown_text(text).translate(_TABS)


def typed(text: str) -> str:
    """What a person pastes: the same, with its tabs."""
    return shown_text(text)


def line(text: str) -> str:
    """The same on one line."""
    return " ".join(shown(text).split())


def cut(text: str, longest: int = LONGEST_SHOWN) -> str:
    """What is shown of ``text``, with a note of how much is not."""
    if len(text) <= longest:
        return text
    return (
        f"{text[:longest]}\n\n… and {len(text) - longest:,} more characters, which /copy and `zeph sessions show` give."
    )


def is_prose(text: str) -> bool:
    """Whether markdown of it can be parsed and wrapped while somebody watches."""
    return len(text) <= LONGEST_MARKDOWN_LINE or max(map(len, text.splitlines() or [""])) <= LONGEST_MARKDOWN_LINE


def short(text: str, most: int) -> str:
    """One line of at most ``most`` characters."""
    flat = line(text[: most * 4])
    return flat if len(flat) <= most and len(text) <= most * 4 else f"{flat[: most - 1].rstrip()}…"


def styled(*parts: str | Content | tuple[str, str]) -> Content:
    """Plain texts and (text, style) pairs as one content; nothing in them is read as markup."""
    return Content.assemble(*((part, "") if isinstance(part, str) else part for part in parts))
