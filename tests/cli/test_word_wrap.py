"""Lines end between words, however the text comes."""

import pytest

from zeph.cli.word_wrap import WordWrap, wrapped


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("one two three", 7, "one two\nthree"), ("one two\nthree four", 9, "one two\nthree\nfour"), ("one", 2, "one"),
        ("a verylongword b", 6, "a\nverylongword\nb"), ("- one two three", 9, "- one two\n  three"),
        ("one  two", 20, "one  two"), ("", 5, ""), ("\n\n", 5, "\n\n"), ("日本 日本", 6, "日本\n日本"),
        ("one two ", 7, "one two"),
    ],
)  # fmt: skip
def test_words_stay_whole(text: str, width: int, shown: str) -> None:
    assert wrapped(text, width) == shown


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_a_stream_is_shown_like_the_whole(size: int) -> None:
    text = "Mareike owns the invoice service,\n- On 2026-11-27 you said: “Deniz has search” and so on\n\nend"
    wrap = WordWrap(20)
    shown = "".join(wrap.feed(text[i : i + size]) for i in range(0, len(text), size)) + wrap.finish()
    assert shown == wrapped(text, 20)
    assert all(len(line) <= 20 for line in shown.splitlines())
    assert shown.split() == text.split()
