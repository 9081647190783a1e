"""What the answers are made of: second person, quotations, kinds of answer, the learned weights."""

import hashlib
import json
import tomllib
from pathlib import Path

import pytest

from tests.agent.samples import AT, edge, message
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.expected_kinds import expected_kind, meets
from zeph.agent.answers.fact_sentences import fact_sentence
from zeph.agent.answers.quotable import QUOTED, quotables, quotation
from zeph.agent.answers.second_person import name_to_you, to_you
from zeph.agent.answers.sentence_features import FEATURES, LIKENESS, Candidate, features
from zeph.agent.answers.sentence_ranking import WEIGHTS, strengths


@pytest.mark.parametrize(
    ("sentence", "told", "past"),
    [
        ("User lives in Hull", "You live in Hull", "You lived in Hull"),
        ("User is a nurse", "You are a nurse", "You were a nurse"),
        ("User has two dogs", "You have two dogs", "You had two dogs"),
        ("User also teaches yoga", "You also teach yoga", "You also taught yoga"),
        ("User doesn't eat fish", "You don't eat fish", "You didn't eat fish"),
        ("User carries a pump", "You carry a pump", "You carried a pump"),
        ("User was born in Oslo", "You were born in Oslo", "You were born in Oslo"),
    ],
)
def test_a_sentence_is_said_to_the_person(sentence: str, told: str, past: str) -> None:
    assert to_you(sentence) == told
    assert to_you(sentence, over=True) == past


def test_others_keep_their_person_and_whose_they_are_is_said() -> None:
    assert to_you("User's sister is Ines") == "Your sister is Ines"
    assert to_you("User's (late) father was a miner") == "Your (late) father was a miner"
    assert to_you("Ines visits User", "Ines") == "Ines visits you"
    assert to_you("User lent their nephew Ines a tent", "Ines") == "You lent your nephew Ines a tent"
    assert to_you("Ines works in Bergen", "Ines", over=True) == "Ines worked in Bergen"


@pytest.mark.parametrize(
    ("sentence", "relation", "target", "told"),
    [
        ("User married", "has_marital_status", "married", "You are married"),
        ("User became a postman", "has_role", "postman", "You work as postman"),
        ("User met Ines at choir", "friend_of", "Ines", "You met Ines at choir"),
        ("User settled in Leeds", "lives_in", "Leeds", "You live in Leeds"),
    ],
)
def test_a_state_that_was_told_by_how_it_began_is_told_as_a_person_reads_it(
    sentence: str, relation: str, target: str, told: str
) -> None:
    one = edge(1, sentence)._replace(relation=relation, canonical_relation=relation, target=target)
    assert fact_sentence(one, None) == told


def test_a_message_is_quoted_by_sentences_that_lose_nothing() -> None:
    one = message(1, "Done! Dr. Abel signed the plans, at last. Next is the roof (slate). Any ideas?")
    texts = [q.text for q in quotables(one)]
    assert texts[0] == "Done! Dr. Abel signed the plans, at last."
    assert " ".join(texts) == one.text


def test_a_quotation_says_what_it_leaves_out_and_cuts_no_word() -> None:
    long = (
        "The bridge over the river was closed for the whole of the summer because of a crack in its third pillar, "
        "which nobody had seen before a diver came to look for a lost ring on a Sunday. "
    )
    one = message(
        1, long * 2 + "We took the ferry, which was blue and slow and full of bicycles. " + long + "word " * 200
    )
    among = quotables(one)
    ferry = next(q for q in among if "ferry" in q.text)
    quoted = quotation(ferry, among)
    assert quoted.startswith("… We took the ferry, which")
    assert quoted.endswith("…")
    assert len(quoted) <= QUOTED + 4
    assert set(quotation(among[-1], among).split()) <= {*one.text.split(), "…"}


@pytest.mark.parametrize(
    ("question", "kind", "has", "lacks"),
    [
        ("When is my flight?", "time", "it goes on the 9th at 6:40", "it was late"),
        ("What day did she leave?", "time", "she left on 4 May", "she left a note"),
        ("Which days do I work?", "weekday", "tuesdays and thursdays", "mornings only"),
        ("How long did it take?", "duration", "it took three weeks", "it took ages"),
        ("How many hens have I?", "number", "four of them lay", "they lay well"),
        ("What do I pay for the garage?", "amount", "it's 85 a month", "it's dear"),
        ("Who fixed the boiler?", "name", "it was Tomasz again", "it was fixed"),
        ("Where did I put the key?", "place", "under the mat", "i have it"),
        ("Why did we sell?", "reason", "because of the damp", "we sold it"),
    ],
)
def test_what_kind_of_thing_is_asked_for(question: str, kind: str, has: str, lacks: str) -> None:
    assert expected_kind(question) == kind
    assert meets(kind, question, has)
    assert not meets(kind, question, lacks)


def test_without_an_embedder_likeness_says_nothing() -> None:
    rows = features("Where is my bike?", [Candidate("My bike is in the shed.", "2024-01-01", 1)], None)
    assert not any(rows[0][FEATURES.index(name)] for name in LIKENESS)


def test_likeness_and_words_both_choose() -> None:
    candidates = [
        Candidate("The soup was cold.", "2024-01-01", 1),
        Candidate("My bike is in the shed.", "2024-01-01", 2),
    ]
    by_words = strengths("Where is my bike?", candidates, None)
    assert by_words[1] > by_words[0]
    asked = [1.0, 1.0, 0.7, 0.1]
    alike = [asked, asked, [0.7, 0.7, 1.0, 0.1], [0.1, 0.1, 0.1, 1.0]]
    gap = [b - a for a, b in zip(by_words, strengths("Where is my bike?", candidates, alike), strict=True)]
    assert gap[0] > gap[1]


def test_the_weights_are_those_that_were_learned() -> None:
    table = read_answers(WEIGHTS)
    learned = {name: table[name] for name in ("likeness", "words")}
    assert table["sha256"] == hashlib.sha256(json.dumps(learned, sort_keys=True).encode()).hexdigest()
    assert set(learned["likeness"]) == set(FEATURES)
    assert set(learned["words"]) == set(FEATURES) - set(LIKENESS)
    assert table["measured"]["likeness"] > table["measured"]["words"] > 40


def test_what_began_as_an_end_is_told_as_one() -> None:
    stopped = edge(1, "User has stopped doing the market.")._replace(
        valid_from=None, valid_until="2025-05-01 00:00:00", valid_until_precision="instant"
    )
    assert fact_sentence(stopped, AT).endswith(", but no longer")
    stopped = stopped._replace(qualifiers='{"tells_end": "yes"}')
    assert fact_sentence(stopped, AT) == "You have stopped doing the market"
    assert fact_sentence(stopped._replace(valid_until_precision="month"), AT).endswith(", May 2025")
    sold = stopped._replace(fact="User got rid of the van.", canonical_relation="owns")
    assert fact_sentence(sold, AT) == "You got rid of the van"


def test_a_date_that_the_sentence_has_is_not_told_twice() -> None:
    told = edge(1, "User moved to Merlin Road in May 2025.", stated=True)._replace(valid_from="2025-05-01 00:00:00")
    assert fact_sentence(told, AT).count("May 2025") == 1
    assert fact_sentence(told._replace(fact="User likes it."), AT).endswith("May 2025")


def test_of_names_the_person_alone_and_what_is_theirs_is_said_to_them() -> None:
    told = {"User": "You", "User's sister": "Your sister", "User Service": "User Service", "tea": "tea"}
    assert {name: name_to_you(name) for name in told} == told


def test_where_the_person_stands_twice_both_are_said_to_you() -> None:
    assert to_you("User took back: User has the bloods 8th jan") == "You took back: you have the bloods 8th jan"


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("barry does the money, stan's caretaker. priya has the side door key", "who is the caretaker",
         "barry does the money, stan's caretaker. …"),
        ("no more eggs for me, comes up in lumps. the fire drill is on wednesday 10am", "when is the fire drill",
         "… the fire drill is on wednesday 10am"),
        ("Booked the cottage in Whitby. Code for the door is 4411.", "what is booked in Whitby",
         "Booked the cottage in Whitby. Code for the door is 4411."),
        ("she sold the car. took the bus instead", "what about the car", "she sold the car. took the bus instead"),
        ("they moved the gig. it is on the 17th of August now", "when is the gig",
         "they moved the gig. it is on the 17th of August now"),
        ("the band has a lawyer now. we're Small Claims from here on", "what is the band called",
         "the band has a lawyer now. we're Small Claims from here on"),
        ("rent is 700 pounds a month. rent goes up in May they say", "how much is rent",
         "rent is 700 pounds a month. rent goes up in May they say"),
    ],
)  # fmt: skip
def test_what_opens_with_a_thing_of_its_own_is_left_out_of_a_quotation(said: str, asked: str, told: str) -> None:
    among = quotables(message(1, said))
    meant = max(among, key=lambda one: len(set(one.text.lower().split()) & set(asked.split())))
    assert quotation(meant, among, asked) == told


RUN_ON = tomllib.loads(Path(__file__).with_name("run_on_lines.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("one", RUN_ON["line"], ids=lambda one: one["keep"])
def test_of_a_run_on_line_that_is_quoted_which_tells(one: dict[str, str]) -> None:
    among = quotables(message(1, one["text"]))
    meant = next(part for part in among if one["keep"] in part.text)
    quoted = quotation(meant, among, one["keep"])
    assert one["keep"] in quoted
    assert one["drop"] not in quoted
    assert "…" in quoted


@pytest.mark.parametrize("text", RUN_ON["whole"])
def test_what_takes_up_the_thing_before_it_is_quoted_with_it(text: str) -> None:
    assert [one.text for one in quotables(message(1, text))] == [text]
