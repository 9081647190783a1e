"""Stays, returns, arrangements and names in passing: what is meant, at which time, and of whom."""

import pytest

from tests.memory.ingest.shared_extractor import NEEDS_TAGGER, findings, found

pytestmark = NEEDS_TAGGER


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm in Japan.", ("Dana", "visited", "Japan")),
        ("I'm in Porto for the week.", ("Dana", "visited", "Porto")),
        ("I'm in Berlin now.", ("Dana", "lives_in", "Berlin")),
        ("I'm back at Acme.", ("Dana", "works_at", "Acme")),
        ("I'm back to vim.", ("Dana", "uses", "vim")),
        ("I moved back to Graz.", ("Dana", "lives_in", "Graz")),
        ("I got promoted to lead designer.", ("Dana", "has_role", "lead designer")),
        ("I quit my job last week.", ("Dana", "has_event", "resignation")),
        ("My daughter's name is Beatrix. We call her Bee.", ("Beatrix", "has_name", "Bee")),
        ("Anna, whom we call Annie, lives in Bonn.", ("Anna", "has_name", "Annie")),
        ("My sister Elisabeth goes by Liz.", ("Elisabeth", "has_name", "Liz")),
        ("Everyone calls me Bo.", ("Dana", "has_name", "Bo")),
        ("Tim and Jim are my brothers.", ("Dana", "sibling_of", "Tim")),
        ("Tim, Al and Jim are my brothers.", ("Dana", "sibling_of", "Al")),
        ("My husband Jan is a vet.", ("Dana", "married_to", "Jan")),
        ("My doctor is in Bonn.", ("Dana's doctor", "located_in", "Bonn")),
        ("My older daughter plays the violin.", ("Dana's older daughter", "plays", "violin")),
        ("My other sister lives in Rome.", ("Dana's other sister", "lives_in", "Rome")),
        ("My eldest daughter lives in Rome.", ("Dana's eldest daughter", "lives_in", "Rome")),
        ("My former boss works at Google.", ("Dana's former boss", "works_at", "Google")),
        ("I'm lead developer at Siemens.", ("Dana", "has_role", "lead developer")),
        ("I'm back in Berlin for good.", ("Dana", "lives_in", "Berlin")),
        ("I went back to Emacs.", ("Dana", "uses", "Emacs")),
        ("I went back to Siemens in 2020.", ("Dana", "works_at", "Siemens")),
        ("We left Paris for Lyon in 2015.", ("Dana", "lives_in", "Lyon")),
        ("I lost my job.", ("Dana", "has_event", "layoff")),
        ("I have a son. We call him Max.", ("Dana", "parent_of", "Max")),
        ("Jan is my brother.", ("Dana", "sibling_of", "Jan")),
        ("My sister is in Rome.", ("Dana's sister", "visited", "Rome")),
        ("My parents are in Spain.", ("Dana's parents", "visited", "Spain")),
        ("I called my little brother yesterday.", ("Dana", "phone_up", "Dana's little brother")),
        ("I visited my older sister.", ("Dana", "met", "Dana's older sister")),
    ],
)
def test_it_says_this(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in found(text)


@pytest.mark.parametrize(
    ("text", "relation", "target", "when"),
    [
        ("We're having a barbecue on Saturday.", "plans_to", "barbecue", "coming Saturday"),
        ("I have a job interview at Siemens on Monday.", "applied_to", "Siemens", "coming Monday"),
        ("My parents are having a barbecue on Sunday.", "organised", "barbecue", "coming Sunday"),
        ("I've got tickets for the opera on May 3.", "plan_to_go_to", "opera", "coming May 3"),
    ],
)
def test_an_arrangement_lies_ahead(text: str, relation: str, target: str, when: str) -> None:
    assert (relation, target, when, True) in {(f.relation, f.target, f.valid_from, f.future) for f in findings(text)}
    assert not {"owns", "get"} & {f.relation for f in findings(text)}


@pytest.mark.parametrize(
    "text", ["I call her Monday.", "I called her on Monday.", "We're having friends over on Saturday."]
)
def test_what_names_nobody_gives_nothing(text: str) -> None:
    assert found(text) == set()
