"""What is planned is told: the relation keeps the deed, and what nobody plans is no plan."""

import pytest

from tests.memory.ingest.shared_extractor import EXTRACTOR, NEEDS_TAGGER, ONTOLOGY

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We want to buy a house in Ghent.", ("plans_to_buy", "house")),
        ("I've decided to move to Valencia.", ("plans_to_move_to", "Valencia")),
        ("I'm planning to visit Rome in May.", ("plans_to_visit", "Rome")),
        ("My goal is to run a marathon by 2027.", ("plans_to_run", "marathon")),
        ("I'm going to try the new bakery tomorrow.", ("plans_to_try", "bakery")),
        ("I'm saving up for a camper van.", ("plans", "camper van")),
        ("Exploring nature is so special.", ("has_opinion_of_exploring", "nature")),
        ("Blue's my fave, it makes me feel relaxed.", ("prefers", "Blue")),
    ],
)
def test_the_deed_is_in_the_relation(text: str, fact: tuple[str, str]) -> None:
    found = [(match.relation.name if match else f.relation, f.target) for f in EXTRACTOR.findings(text, "User")
             for match in [ONTOLOGY.normalise(f.relation)]]  # fmt: skip
    assert fact in found


@pytest.mark.parametrize("text", ["I'll always remember our camping trip.", "We'll never forget that summer."])
def test_nobody_plans_to_remember(text: str) -> None:
    assert not [f for f in EXTRACTOR.findings(text, "User") if f.relation.startswith("plan")]


def test_every_plan_is_of_one_family() -> None:
    """An end or a plan called off is of the same family, whichever deed it was."""
    match = ONTOLOGY.normalise("hopes_to_buy")
    assert match is not None and match.relation.name == "plans_to_buy"
    assert match.relation.family == ONTOLOGY.family("plans") == ONTOLOGY.family("wants_to_visit")
    assert match.relation.edge_type == "temporal"


def test_a_favourite_is_said_once() -> None:
    facts = [f.fact for f in EXTRACTOR.findings("Blue's my fave, it makes me feel relaxed.", "User")]
    assert "User's favorite is Blue" in facts
