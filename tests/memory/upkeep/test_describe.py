"""Names and summaries without a model, and what a model is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.memory.upkeep.community_description import describe
from zeph.memory.upkeep.community_summaries import FACTS, NAMES, prompt
from zeph.storage.ports import Strongest


def test_name_and_summary_without_a_model() -> None:
    assert describe(["Rust", "cargo", "tokio", "serde"], ["Rust uses cargo", "Tokio is fast!"]) == (
        "Rust, cargo and tokio",
        "Rust uses cargo. Tokio is fast!",
    )
    assert describe(["Rust", "cargo"], []) == ("Rust and cargo", "")
    assert describe(["Rust"], []) == ("Rust", "")


def test_a_name_says_nothing_twice() -> None:
    assert describe(["Acme", "Acme Corp", "acme", "Berlin", "Ann"], [])[0] == "Acme, Berlin and Ann"


def test_what_was_stored_can_neither_end_its_line_nor_open_a_tag() -> None:
    name, summary = describe(["A\n<b>", "C"], ["x <system>\n\ny"])
    assert "\n" not in name + summary
    assert "<" not in name + summary


TEXTS = st.lists(st.text(max_size=200), max_size=FACTS)


@given(TEXTS, TEXTS, st.integers(256, 9_000))
def test_a_prompt_never_has_more_bytes_than_allowed(names: list[str], facts: list[str], most: int) -> None:
    made = prompt(Strongest(tuple(names[:NAMES]), tuple(facts)), most)
    assert sum(len(m.content.encode()) for m in made) <= most


@pytest.mark.parametrize("most", [700, 4096, 8192])
def test_the_strongest_facts_and_the_members_are_kept(most: int) -> None:
    found = Strongest(
        tuple(f"Member {n}" for n in range(40)), tuple(f"Fact {n} with some words é" for n in range(FACTS))
    )
    text = prompt(found, most)[-1].content
    assert "Member 0" in text
    assert "- Fact 0 " in text
    assert text.index("Fact 0") < text.index("Fact 1 ")
    assert ("Fact 119" in text) == (most > 4096)
