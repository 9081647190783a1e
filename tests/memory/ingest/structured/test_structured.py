"""Records, tables and notes become facts without a reader of sentences: a field is a relation, a row an entity."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.memory.ingest.structured.json_records import json_records
from zeph.memory.ingest.structured.markdown_records import has_heading, markdown_records
from zeph.memory.ingest.structured.record_claims import record_claims
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim

ONTOLOGY = Ontology.load()
NOTE = """# Atlas
Rewrite of the billing service.

- owner: Nora
- **Deadline:** 2026-12-09
- [ ] call: the plumber
- Note: see the wiki

## Details
- repo: [atlas-web](https://example.org/x)

## About me
- diet: vegetarian

| host | os | ram |
|---|---|---|
| db1 | Debian | 64 |
| db2 | Alpine | |
"""


def of_json(value: Any) -> list[Claim]:
    return list(record_claims(json_records(json.dumps(value, ensure_ascii=False)), ONTOLOGY))


def said(claims: list[Claim]) -> list[str]:
    return [claim.sentence for claim in claims]


@pytest.mark.parametrize(
    ("value", "sentences"),
    [
        ({"name": "Nora Quist", "employer": "Brightloom"}, ["Nora Quist's employer is Brightloom"]),
        ([{"host": "db1", "os": "Debian"}, {"host": "db2", "os": None}], ["db1's os is Debian"]),
        ({"servers": [{"hostname": "web", "ramGb": 8}]}, ["web's ram gb is 8"]),
        ({"name": "Ada", "languages": ["Danish", "Lao"]}, [f"Ada's languages include {x}" for x in ("Danish", "Lao")]),
        ({"name": "Ada", "address": {"city": "Leeds"}}, ["Ada's address city is Leeds"]),
        ({"name": "Ada", "isAdmin": True, "hasKeys": "yes"}, ["Ada is admin", "Ada has keys"]),
        ({"name": "Ada", "phone": "+44 20 555 0101"}, ["Ada's phone is +44 20 555 0101"]),
        ({"name": "Ada", "boss": {"name": "Sam", "city": "Hull"}}, ["Ada's boss is Sam", "Sam's city is Hull"]),
        ({"name": "Ada", "works at": "Globex"}, ["Ada works at Globex"]),
        ({"name": "Ada", "password": "hunter2", "notes": "x", "team": "n/a"}, []),
        ({"port": 8080, "debug": True}, []),
        ([1, 2, "x"], []),
    ],
)  # fmt: skip
def test_json(value: Any, sentences: list[str]) -> None:
    assert said(of_json(value)) == sentences


def test_what_may_change_is_a_qualifier() -> None:
    port, deadline = of_json({"name": "db1", "port": 5432, "deadline": "2026-12-09"})
    assert (dict(port.qualifiers), port.object.name) == ({"amount": "5432"}, "db1's port")
    assert dict(deadline.qualifiers) == {"when": "2026-12-09"}


def test_what_is_not_so_is_denied() -> None:
    (claim,) = of_json({"name": "Ada", "isAdmin": False})
    assert not claim.polarity


def test_a_person_is_told_by_what_only_a_person_has() -> None:
    assert of_json({"name": "Ada", "birthday": "1990-05-04"})[0].subject.entity_type == "person"
    assert of_json({"name": "Ada", "type": "language", "owner": "Sam"})[0].subject.entity_type == "language"


def test_each_field_has_its_place_in_the_text() -> None:
    text = '[{"name": "a", "os": "x"}, {"name": "b", "os": "x", "tools": ["vim", "git"]}]'
    places = [text[c.span.start : c.span.end] for c in record_claims(json_records(text), ONTOLOGY)]
    assert places == ['"os": "x"', '"os": "x"', '"vim"', '"git"']


def test_a_note() -> None:
    assert has_heading(NOTE)
    claims = list(record_claims(markdown_records(NOTE, "User"), ONTOLOGY))
    assert said(claims) == [
        "Atlas's owner is Nora", "Atlas's deadline is 2026-12-09", "Atlas's repo is atlas-web",
        "User's diet is vegetarian", "db1's os is Debian", "db1's ram is 64", "db2's os is Alpine",
    ]  # fmt: skip
    assert NOTE[claims[0].span.start : claims[0].span.end] == "owner: Nora"


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda c: st.lists(c) | st.dictionaries(st.text(), c)
    )
)
def test_any_json_gives_claims_within_its_text(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    for claim in record_claims(json_records(text), ONTOLOGY):
        assert 0 <= claim.span.start <= claim.span.end <= len(text)
        assert claim.subject.name
        assert claim.object.name


@given(st.text(alphabet="#-*: |\n[]ab1_`", max_size=200))
def test_any_note_gives_claims_within_its_text(text: str) -> None:
    for claim in record_claims(markdown_records(text, "User"), ONTOLOGY):
        assert 0 <= claim.span.start <= claim.span.end <= len(text)
