"""What speakers tell of themselves in loose talk: courses taken, feelings, wishes, what matters; the clause in full."""

import pytest

from tests.memory.ingest.shared_extractor import EXTRACTOR, NEEDS_TAGGER

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "source", "relation", "target", "fact"),
    [
        (
            "I'm taking a pottery training course.",
            "Dana",
            "take",
            "pottery training course",
            "Dana is taking a pottery training course",
        ),
        ("I'd love to visit a retreat.", "Dana", "plan_to_visit", "retreat", "Dana would love to visit a retreat"),
        (
            "Super excited for my upcoming performance in Tokyo!",
            "Dana",
            "excited_for",
            "performance",
            "Dana is excited for their upcoming performance in Tokyo",
        ),
        (
            "Can't wait for our hike with the dogs.",
            "Dana",
            "look_forward_to",
            "hike",
            "Dana cannot wait for their hike with the dogs",
        ),
        ("Family time matters to me.", "Dana", "values", "family time", "family time matters to Dana"),
        (
            "Hard work really does pay off.",
            "Dana",
            "has_opinion_of",
            "hard work",
            "Dana thinks that hard work does pay off",
        ),
    ],
)
def test_loose_talk_gives_one_fact_each(text: str, source: str, relation: str, target: str, fact: str) -> None:
    (found,) = EXTRACTOR.findings(text, "Dana")
    assert (found.source, found.relation, found.target, found.fact) == (source, relation, target, fact)


def test_a_fact_keeps_its_reason() -> None:
    facts = [finding.fact for finding in EXTRACTOR.findings("I joined a gym because I want to get fit.", "Dana")]
    assert "Dana joined a gym because they want to get fit" in facts


@pytest.mark.parametrize(
    "text",
    [
        "I wish I had a time machine.",
        "I wouldn't paint the fence.",
        "If pets bring joy, we will see.",
        "Backups go to the attic.",
        "My brother said pets bring joy.",
        "Excited for you!",
        "Seeing you work on cars is inspiring.",
        "Playing guitar in a rock band is awesome, Tom!",
        "Discussing it is important.",
    ],
)
def test_what_is_not_said_to_be_so_stays_untold(text: str) -> None:
    told = [
        f for f in EXTRACTOR.findings(text, "Dana") if f.relation in ("has_opinion_of", "experience", "excited_for")
    ]
    assert told == []


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Photography helps me relax.", "photography", "concept"),
        ("Dogs truly bring so much joy.", "dogs", "concept"),
        ("I've been getting to know Japanese culture.", "Japanese culture", "concept"),
        ("Anna helps me relax.", "Anna", "person"),
        ("I got to know Mr. Petrov.", "Mr. Petrov", "person"),
    ],
)
def test_the_capital_of_a_sentence_makes_no_name(text: str, name: str, kind: str) -> None:
    ends = {(f.source, f.source_type) for f in EXTRACTOR.findings(text, "Dana")}
    ends |= {(f.target, f.target_type) for f in EXTRACTOR.findings(text, "Dana")}
    assert (name, kind) in ends, ends


@pytest.mark.parametrize(
    "text", ["We all had a good laugh!", "We ended up laughing.", "I love spreading joy with my art."]
)
def test_what_passes_at_once_is_no_thing(text: str) -> None:
    assert not {"laugh", "laughing", "spreading joy"} & {f.target for f in EXTRACTOR.findings(text, "Dana")}
