"""Markdown laid out for a screen: what it looks like, at any width, and while it grows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from zeph.tui.markdown.growing import settled
from zeph.tui.markdown.layout import Code, Passage, parts

ANSWER = """# A plan

Some **bold words** and `code_here` and a [link](http://example.com/a(b)) that are long enough for a second line.

Items:
- one
- two with *emphasis*
  1. nested
  2. again

> quoted, and
> more of it

```python
def f(x):
    return x  # [red]
```

After it, 2 * 3 * 4 and a_b_c and [not a link] and 5 < 6.
"""


def lines(text: str, width: int = 40) -> list[str]:
    found: list[str] = []
    for part in parts(text):
        if found:
            found.append("")
        found += part.text.split("\n") if isinstance(part, Code) else [line.plain for line in part.lines(width)]
    return found


def test_what_it_looks_like() -> None:
    assert lines(ANSWER) == [
        "A plan",
        "",
        "Some bold words and code_here and a link",
        "that are long enough for a second line.",
        "",
        "Items:",
        "",
        "• one",
        "• two with emphasis",
        "  1. nested",
        "  2. again",
        "",
        "▎ quoted, and more of it",
        "",
        "def f(x):",
        "    return x  # [red]",
        "",
        "After it, 2 * 3 * 4 and a_b_c and [not a",
        "link] and 5 < 6.",
    ]


def test_long_items_hang_and_loose_lists_stay_apart() -> None:
    assert lines("9. one two three four five\n\n10. six", 16) == [
        " 9. one two",
        "    three four",
        "    five",
        "",
        "10. six",
    ]


def test_a_table_fits_the_width() -> None:
    table = "| a | what it is |\n|---|---|\n| 1 | " + "long words " * 6 + "|\n| 22 | `x` |"
    found = lines(table, 30)
    assert found[:3] == ["a   what it is", "──  ──────────────────────────", "1   long words long words long"]
    assert all(cell_len(line) <= 30 for line in found)


def test_a_link_knows_where_it_leads() -> None:
    [passage] = parts("see [here](<http://x.example/'),app.exit('y>) now")
    assert isinstance(passage, Passage)
    [line] = passage.lines(60)
    hrefs = [span.style.meta.get("href") for span in line.spans if not isinstance(span.style, str)]
    assert line.plain == "see here now" and hrefs == ["http://x.example/'),app.exit('y"]


@given(st.text(max_size=200), st.integers(20, 120))
def test_any_text_fits_any_width(text: str, width: int) -> None:
    for part in parts(text):
        if isinstance(part, Passage):
            for line in part.lines(width):
                assert "\n" not in line.plain and cell_len(line.plain) <= width + 1  # a wide letter is not cut in two


@settings(max_examples=5)
@given(st.integers(20, 100))
def test_what_stands_stays_while_more_comes(width: int) -> None:
    """However far the text has come, only its last paragraph may still change."""
    whole = lines(ANSWER, width)
    for end in range(1, len(ANSWER)):
        now = lines(settled(ANSWER[:end]), width)
        last = max((n for n, line in enumerate(now) if not line), default=0)
        assert now[:last] == whole[:last], ANSWER[:end][-40:]


@pytest.mark.parametrize(
    ("text", "meanwhile"),
    [
        ("a **bold wo", "a **bold wo**"),
        ("a **", "a "),
        ("a `co", "a `co`"),
        ("a `b` c", "a `b` c"),
        ("see [the text](http://exam", "see the text"),
        ("Items:\n-", "Items:"),
        ("Items:\n\n12.", "Items:\n"),
        ("text\n\n| a | b |\n|--", "text\n"),
        ("```py\nx = '**", "```py\nx = '**"),
        ("```py\nx = 1\n``", "```py\nx = 1"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_what_is_not_decided_yet_waits(text: str, meanwhile: str) -> None:
    assert settled(text) == meanwhile
