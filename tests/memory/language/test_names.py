"""Names: the canonical form is stable, bounded and clean; junk is told from names."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.memory.language.names import (
    MAX_BYTES,
    canonical_name,
    compatible_types,
    display_name,
    is_first_person,
    is_junk_name,
)

ANY_TEXT = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=400)


@given(ANY_TEXT)
def test_canonical_name_is_idempotent_bounded_and_clean(text: str) -> None:
    name = canonical_name(text)
    assert canonical_name(name) == name
    assert len(name.encode("utf-8")) <= MAX_BYTES
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs") for char in name)
    assert name == name.strip()


@given(ANY_TEXT)
def test_display_name_keeps_the_identity(text: str) -> None:
    shown = display_name(text)
    assert display_name(shown) == shown
    assert len(shown.encode("utf-8")) <= MAX_BYTES
    if len(text) < 100:
        assert canonical_name(shown) == canonical_name(text)


@pytest.mark.parametrize("repeated", ["x", "é", "字", "\U0001f600", "ﷺ", "ΐ"])
def test_long_names_are_cut_on_a_character_boundary(repeated: str) -> None:
    name = canonical_name(repeated * 20_000)
    assert 500 <= len(name.encode("utf-8")) <= MAX_BYTES
    assert canonical_name(name) == name


def test_surrogates_controls_and_invisible_characters_are_dropped() -> None:
    assert canonical_name("Py\u200bthon\ud800\x07") == "python"
    assert canonical_name("\u202eevil") == "evil"
    assert canonical_name(" Visual\tStudio\n Code ") == "visual studio code"
    assert canonical_name("ＲＵＳＴ") == "rust"
    assert canonical_name("STRASSE") == canonical_name("Straße")


@pytest.mark.parametrize("name", ["C", "R", "Go", "AI", "C++", "k8s", "US", "New York", "3Blue1Brown", "Anna", "vim"])
def test_short_and_odd_names_are_names(name: str) -> None:
    assert not is_junk_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "!!!", "it", "They", "myself", "the", "something", "42", "3.14", "10%", "yesterday", "May 2023",
        "last week", "two weeks ago", "2023-05-08", "going to the gym", "to swim", "would like", "don't know", "\ud800",
        "twenty", "Monday", "one two three four five six seven eight nine words here",
    ],
)  # fmt: skip
def test_junk_is_junk(name: str) -> None:
    assert is_junk_name(name)


def test_first_person_and_types() -> None:
    assert is_first_person("I") and is_first_person("Myself") and not is_first_person("Ida")
    assert compatible_types("tool", "project") and compatible_types("person", "person")
    assert not compatible_types("person", "tool")
