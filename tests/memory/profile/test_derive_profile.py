"""The standing profile, from facts alone."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from zeph.memory.language.ontology import Ontology
from zeph.memory.profile.derive_profile import derive_profile
from zeph.models.tokens import count_tokens
from zeph.records.edge import Edge
from zeph.records.profile import Profile, ProfileChoice

NOW = "2026-11-22 12:00:00"
ONTOLOGY = Ontology.load()


def fact(number: int, relation: str, target: str, sentence: str = "", **other: Any) -> Edge:
    values: dict[str, Any] = {
        "space_id": 1, "source_id": 1, "target_id": 100 + number, "source": "User", "edge_type": "semantic",
        "confidence": 0.9, "origin": "local", "valid_from": None, "valid_from_precision": None,
        "valid_from_stated": False, "valid_until": None, "valid_until_precision": None, "created_at": NOW,
        "expired_at": None, "expired_reason": None, "supersedes_id": None, "superseded_by": None,
        "sources": (number,),
    }  # fmt: skip
    said = sentence or f"User {relation} {target}"
    names = {"id": number, "target": target, "relation": relation, "canonical_relation": relation, "fact": said}
    return Edge(**(values | names | other))


def profile(*facts: Edge, choices: tuple[ProfileChoice, ...] = (), tokens: int = 200) -> Profile:
    return derive_profile(facts, choices, ONTOLOGY, NOW, tokens, count_tokens)


def choice(number: int, kind: Any, text: str = "", fact_id: int | None = None) -> ProfileChoice:
    return ProfileChoice(number, kind, text, fact_id, NOW)


def test_by_section_and_in_it_by_what_was_known_first() -> None:
    found = profile(fact(4, "allergic_to", "nuts"), fact(3, "has_pet", "Rex"), fact(2, "lives_in", "Leeds"),
                    fact(5, "has_name", "Cat"), fact(1, "has_pet", "Milo"))  # fmt: skip
    assert [(line.section, line.facts) for line in found.lines] == [
        ("name", (5,)), ("home", (2,)), ("pets", (1,)), ("pets", (3,)), ("health", (4,))
    ]  # fmt: skip


def test_only_what_is_sure_so_now_and_of_the_person() -> None:
    unsure = fact(1, "lives_in", "Hull", confidence=0.5)
    over = fact(2, "works_at", "Acme", valid_until="2026-01-01 00:00:00")
    later = fact(3, "works_at", "Bolt", valid_from="2027-01-01 00:00:00")
    doubtful = fact(4, "commutes_by", "bus", qualifiers='{"doubt":"2026-05"}')
    assert profile(unsure, over, later, doubtful, fact(5, "uses", "Vim")).lines == ()


def test_one_sentence_is_one_line() -> None:
    said = "User has two cats, Milo and Pip"
    both = profile(fact(1, "has_pet", "Milo", said), fact(2, "has_pet", "Pip", said))
    assert [(line.text, line.facts, line.sources) for line in both.lines] == [(said, (1, 2), (1, 2))]
    one = profile(fact(1, "has_pet", "Milo", said), fact(2, "has_pet", "Pip", said, valid_until=NOW))
    assert [line.text for line in one.lines] == ["User has pet Milo"]


def test_the_start_is_told_where_somebody_said_it() -> None:
    since = {"valid_from": "2024-05-01 00:00:00", "valid_from_precision": "month"}
    stated = profile(fact(1, "lives_in", "Leeds", valid_from_stated=True, **since))
    assert stated.sent == ("User lives_in Leeds (since 2024-05)",)
    assert profile(fact(1, "lives_in", "Leeds", **since)).sent == ("User lives_in Leeds",)


def test_what_the_person_wrote_and_pinned_comes_first() -> None:
    facts = [fact(1, "has_name", "Cat"), fact(2, "has_pet", "Rex"), fact(3, "uses", "Vim"), fact(4, "lives_in", "Hull")]
    chosen = (
        choice(1, "pinned", fact_id=2), choice(2, "written", "I am deaf in one ear"), choice(3, "pinned", fact_id=3),
        choice(4, "dropped", fact_id=4), choice(5, "pinned", fact_id=99),
    )  # fmt: skip
    found = profile(*facts, choices=chosen)
    kinds = [(line.kind, line.text) for line in found.lines]
    assert kinds == [
        ("written", "I am deaf in one ear"), ("pinned", "User has_pet Rex"), ("pinned", "User uses Vim"),
        ("derived", "User has_name Cat"),
    ]  # fmt: skip


def test_within_its_tokens_every_section_has_its_strongest_line_first() -> None:
    names = [fact(i, "has_name", f"Name{i}") for i in range(1, 5)]
    found = profile(*names, fact(9, "allergic_to", "nuts"), tokens=24)
    assert {line.section for line in found.lines} == {"name", "health"}
    long = choice(1, "written", "word " * 50)
    full = profile(fact(1, "lives_in", "Leeds"), choices=(long,), tokens=24)
    assert [(line.kind, line.sent) for line in full.lines] == [("written", False)] and full.sent == ()


@given(st.lists(st.sampled_from(["lives_in", "has_pet", "has_name", "speaks", "works_on", "uses"]), max_size=30))
def test_a_new_fact_changes_only_its_line(relations: list[str]) -> None:
    facts = [fact(i, relation, f"T{i}") for i, relation in enumerate(relations, 1)]
    before = profile(*facts, tokens=10_000)
    after = profile(*facts, fact(99, "allergic_to", "nuts"), tokens=10_000)
    assert [line for line in after.lines if 99 not in line.facts] == list(before.lines)
    assert sum(count_tokens(text) for text in profile(*facts, tokens=60).sent) <= 60
