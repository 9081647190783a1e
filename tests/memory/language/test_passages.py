"""A long text in passages: nothing is lost, none is too long, and they end where sentences do."""

import itertools

from hypothesis import example, given
from hypothesis import strategies as st

from zeph.memory.language.passages import OVERLAP, TOKENS, passages_of
from zeph.models.tokens import count_tokens

SENTENCES = [f"Sentence {n} tells of the garden and of rain that fell on day {n}." for n in range(60)]


def test_a_short_text_has_none() -> None:
    assert passages_of("") == []
    assert passages_of("We had tea in the garden. " * 5) == []


def test_whole_sentences_that_overlap() -> None:
    text = " ".join(SENTENCES)
    found = passages_of(text)
    said = [text[start:stop] for start, stop in found]
    assert all(one.startswith("Sentence") and one.endswith(".") for one in said)
    assert all(later[0] < before[1] for before, later in itertools.pairwise(found))
    assert all(any(sentence in one for one in said) for sentence in SENTENCES)
    shared = [count_tokens(text[b[0] : a[1]]) for a, b in itertools.pairwise(found)]
    assert max(shared) <= OVERLAP + 1


@example(["end."] * 5 + ["\n"] + ["長い文章です。", "word"] * 20 + ["x" * 900])  # many short ones between white space
@given(
    st.lists(st.sampled_from(["word", "end.", "\n", "  ", "長い文章です。", "x" * 900, "ครับ", "?", "…"]), max_size=300)
)
def test_nothing_is_lost(pieces: list[str]) -> None:
    text = " ".join(pieces)
    found = passages_of(text)
    assert all(0 <= start < stop <= len(text) for start, stop in found)
    assert all(count_tokens(text[start:stop]) <= TOKENS + 1 for start, stop in found)
    covered = {i for start, stop in found for i in range(start, stop)}
    if found:
        assert all(i in covered for i, char in enumerate(text) if not char.isspace())
