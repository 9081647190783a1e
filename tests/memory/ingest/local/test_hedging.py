"""What is guessed stays a candidate, what others believe or one once wished is no fact, and talk of the moment says
nothing.
"""

import pytest

from tests.memory.ingest.shared_extractor import NEEDS_TAGGER, findings
from zeph.memory.ingest.local.patterns import PATTERN_PRECISION
from zeph.records.edge import CANDIDATE_BELOW

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    "text",
    [
        "Maybe Anna moved to Bonn.",
        "Perhaps I live in Bonn.",
        "I guess I work at Acme.",
        "I work at Acme, I guess.",
        "I think Anna moved to Bonn.",
        "Anna probably works at Siemens.",
        "My boss says I live in Kiel.",
        "My mum told everybody that I work at Google.",
        "It's possible that Anna moved to Rome.",
        "It seems Anna moved to Rome.",
        "Anna seems to live in Rome.",
        "There's a chance I'll move to Rome.",
        "I heard that Tom moved to Lisbon.",
        "Apparently Tom works at Siemens now.",
        "My doctor thinks I have asthma.",
    ],
)
def test_what_is_guessed_is_a_candidate(text: str) -> None:
    extracted = [round(PATTERN_PRECISION[f.pattern] * f.factor, 2) for f in findings(text)]
    assert extracted and all(confidence < CANDIDATE_BELOW for confidence in extracted)


@pytest.mark.parametrize(
    "text",
    [
        "Bob thinks that I live in Ulm.",
        "My mum believes I work too much.",
        "My mother hopes I move to Bonn.",
        "I used to want to live in Kiel.",
        "I'm not sure Anna lives in Bonn.",
        "I dreamt I lived in Paris.",
        "I might move to Bonn.",
        "I broke the build.",
        "The deploy failed.",
        "I fixed the bug.",
        "I merged the PR.",
        "In my dream I lived in Rome.",
        "I lied that I speak French.",
        "I used to think I was allergic to nuts.",
        "I thought I was allergic to nuts.",
        "We call our car Betty.",
        "I ran the tests.",
        "I'm debugging a memory leak.",
        "People assume I work at Google.",
        "I pretended that I had a dog.",
        "I used to dream of living in Rome.",
    ],
)
def test_what_nobody_vouches_for_is_no_fact(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize("text", ["Tom hopes to move to Rome.", "Tom expects to move to Rome."])
def test_a_hope_is_a_plan(text: str) -> None:
    assert {f.relation for f in findings(text)} <= {"plans_to_move_to"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I think I prefer tea.", ("Dana", "prefers", "tea")),
        ("My doctor says I have asthma.", ("Dana", "has_condition", "asthma")),
        ("Bob thinks I live in Ulm, but I live in Berlin.", ("Dana", "lives_in", "Berlin")),
        ("I moved to Berlin, maybe in 2019.", ("Dana", "lives_in", "Berlin")),
    ],
)
def test_what_is_stated_beside_a_doubt_stays_sure(text: str, fact: tuple[str, str, str]) -> None:
    (made,) = (f for f in findings(text) if (f.source, f.relation, f.target) == fact)
    assert made.factor == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "I nearly sold the car.",
        "I almost bought a house.",
        "I almost quit my job at Acme.",
        "We nearly moved to Berlin.",
        "I was almost fired from Acme.",
        "My sister almost married Tom.",
    ],
)
def test_what_almost_happened_did_not(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I lived in Rome for nearly two years.", ("Dana", "lives_in", "Rome")),
        ("I almost always drink tea.", ("Dana", "drink", "tea")),
        ("I am nearly 40.", ("Dana", "has_age", "40 years old")),
        ("I almost forgot: I live in Rome.", ("Dana", "lives_in", "Rome")),
    ],
)
def test_almost_may_be_said_of_a_number_or_of_what_is_usual(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in [(f.source, f.relation, f.target) for f in findings(text)]


def test_who_hires_somebody_as_something_is_not_that() -> None:
    assert not [f for f in findings("We hired Noor as a designer.") if f.relation == "has_role"]
    assert ("Dana", "has_role", "cook") in [(f.source, f.relation, f.target) for f in findings("Hired as a cook.")]
