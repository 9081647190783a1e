"""Other spellings of one name, and what is no other spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name, is_junk_name
from zeph.memory.language.spellings import bare, spellings, spoken_to, unaccented


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("park", "parks"), ("parks", "park"), ("stories", "story"), ("story", "stories"), ("boxes", "box"),
        ("beach", "beaches"), ("child", "children"), ("camping trips", "camping trip"), ("the Beatles", "beatles"),
        ("Beatles", "the beatles"), ("e-bike", "e bike"), ("Coca Cola", "coca-cola"), ("rock & roll", "rock and roll"),
        ("café", "cafe"), ("Melanie's fam", "melanie's family"), ("community meeting", "community mtg"),
    ],
)  # fmt: skip
def test_other_spellings(name: str, other: str) -> None:
    assert other in spellings(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [("glasses", "glass"), ("news", "new"), ("Windows", "window"), ("Jeans", "jean"), ("goods", "good"), ("R", "rs"),
     ("works", "work"), ("iOS 17", "ios 17s"), ("New York", "york")],
)  # fmt: skip
def test_what_is_another_thing(name: str, other: str) -> None:
    assert other not in spellings(name)


def test_persons_and_names_have_no_plural() -> None:
    assert "friend" not in spellings("friends", counted=False)
    assert "dogs" not in spellings("Dog")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("neighbor Anna", "Anna"), ("my sister Anna", "Anna"), ("Andrew's pup Toby", "Toby"), ("the beach", "beach"),
        ("my best friend Mary Ann", "Mary Ann"), ("“Dune”", "Dune"), ("Docker,", "Docker"), ("a dog", "dog"),
        ("The Beatles", "The Beatles"), ("The Who", "The Who"), ("Cousin Vinny", "Cousin Vinny"),
        ("dog food", "dog food"),
        ("my landlord Mr. Amsel", "Mr. Amsel"), ("project Apollo", "Apollo"), ("Team Rocket", "Team Rocket"),
        ("Mother Teresa", "Mother Teresa"), ("the", "the"), ("C++", "C++"), ("!!!", "!!!"),
        ("Yeah Maria", "Yeah Maria"),
    ],
)  # fmt: skip
def test_the_name_alone(said: str, name: str) -> None:
    assert bare(said) == name


def test_whom_one_speaks_to() -> None:
    assert (spoken_to("Yeah Maria"), spoken_to("hi, Tom"), spoken_to("yes men"), spoken_to("Maria")) == (
        "Maria", "Tom", None, None,
    )  # fmt: skip


@given(st.text(max_size=300))
def test_any_text_is_taken(name: str) -> None:
    assert bare(bare(name)) is not None and len(unaccented(name).encode("utf-8", "replace")) < 100_000
    others = spellings(name)
    assert canonical_name(name) not in others and all(canonical_name(other) == other for other in others)


def test_an_alias_that_is_an_ordinary_word_stands_for_it_only_where_its_type_says_so() -> None:
    known = Gazetteer.load()
    assert known.full_name("idea", "concept") is None and known.full_name("IDEA", "tool") == "IntelliJ"
    assert known.full_name("Maria", "person") is None and known.full_name("maria", "tool") == "MariaDB"
    assert known.full_name("k8s") == known.full_name("k8s", "concept") == "Kubernetes"
    assert known.full_name("NYC", "person") is None


@pytest.mark.parametrize(
    "name", ["family who", "losing a pet", "hearing their stories of home", "about the house", "book of", "friends and"]
)
def test_pieces_of_sentences_are_no_names(name: str) -> None:
    assert is_junk_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Guess Who",
        "running",
        "rock climbing",
        "swimming pool",
        "Making a Murderer",
        "Because of Winn-Dixie",
        "Log In",
        "wedding of Ilse and Tomas",
        "painting of two geese",
        "nursing home in Corby",
        "sewing circle at the mill",
    ],
)
def test_names_that_look_like_pieces(name: str) -> None:
    assert not is_junk_name(name)
