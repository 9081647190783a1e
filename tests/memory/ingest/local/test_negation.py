"""What is over or not so: an end where it once was, an ended candidate where it is only denied, never a positive
fact.
"""

import pytest

from tests.memory.ingest.shared_extractor import NEEDS_TAGGER, findings
from zeph.memory.ingest.local.rules.hedging import DOUBTED

pytestmark = NEEDS_TAGGER


def ended(text: str) -> set[tuple[str, str, str]]:
    found = findings(text)
    assert all(f.ends for f in found if f.relation != "has_event")
    return {(f.source, f.relation, f.target) for f in found}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Neither Ann nor Bob works at Acme anymore.", ("Ann", "works_at", "Acme")),
        ("Neither Ann nor Bob works at Acme anymore.", ("Bob", "works_at", "Acme")),
        ("I'm not allergic to nuts after all.", ("Dana", "allergic_to", "nuts")),
        ("I'm not moving to Bonn after all.", ("Dana", "lives_in", "Bonn")),
        ("Eva is no longer my boss.", ("Dana", "managed_by", "Eva")),
        ("Eva isn't my boss anymore.", ("Dana", "managed_by", "Eva")),
        ("Tom and I are not friends anymore.", ("Dana", "friend_of", "Tom")),
        ("Tom and Ana split up.", ("Tom", "partner_of", "Ana")),
        ("Tom and Ana split up.", ("Ana", "has_event", "separation")),
        ("We decided not to move to Rome.", ("Dana", "lives_in", "Rome")),
        ("I decided against moving to Rome.", ("Dana", "lives_in", "Rome")),
        ("Tom and Eva are no longer together.", ("Tom", "partner_of", "Eva")),
        ("Anna and Ben divorced in 2019.", ("Anna", "married_to", "Ben")),
        ("I don't use vim anymore.", ("Dana", "uses", "vim")),
    ],
)
def test_what_is_over_ends(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in ended(text)
    assert all(f.factor == 1.0 for f in findings(text))


def test_we_are_the_speaker_and_whoever_was_spoken_of() -> None:
    made = [f for f in findings("I had a fight with Tom. We're not friends anymore.") if f.relation == "friend_of"]
    assert [(f.source, f.target, f.ends) for f in made] == [("Dana", "Tom", True)]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I don't speak German.", ("Dana", "speaks", "German")),
        ("I'm not allergic to nuts.", ("Dana", "allergic_to", "nuts")),
        ("I don't own a car.", ("Dana", "owns", "car")),
        ("I'm not moving to Bonn.", ("Dana", "lives_in", "Bonn")),
    ],
)
def test_a_bare_denial_is_an_ended_candidate(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in ended(text)
    assert all(f.factor <= DOUBTED for f in findings(text))


@pytest.mark.parametrize(
    "text",
    [
        "I don't use vim.",
        "I don't really speak German.",
        "I don't only speak German.",
        "I didn't own a car.",
        "We're not friends anymore.",
        "Neither Ann nor Bob owns a car.",
        "I quit.",
        "He is not my brother, he is my cousin.",
        "I'm not from here.",
    ],
)
def test_what_says_nothing_gives_nothing(text: str) -> None:
    assert findings(text) == []
