"""A model that is shown what is known, and names what of it is over or another: from its answer to the graph."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat, extraction
from tests.memory.ingest.scripted_memory import Talk
from zeph.memory.ingest.llm.model_answer import ModelClaim
from zeph.memory.ingest.llm.model_claims import ModelClaims, _as_dated
from zeph.records.message import GraphState, Message, NewMessage

LATER = "2026-03-01 10:00:00"


def claim(kind: str, subject: str, relation: str, thing: str, sentence: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "subject": subject, "relation": relation, "object": thing, "sentence": sentence} | more


def answer(*claims: dict[str, Any], **types: str) -> dict[str, Any]:
    names = dict.fromkeys(str(c[end]) for c in claims for end in ("subject", "object"))
    listed = [{"name": n, "type": "person" if n == "User" else types.get(n, "concept")} for n in names]
    return {"entities": listed, "edges": list(claims)}


def number(of: str) -> Callable[[str], int]:
    """The number that the prompt shows before the known fact with these words."""

    def find(prompt: str) -> int:
        line = next(line for line in prompt.splitlines() if of in line)
        return int(line.removeprefix("Known:").strip("<").partition(".")[0])

    return find


def names_known(of: str, *claims: dict[str, Any]) -> Callable[[str], dict[str, Any]]:
    return lambda prompt: answer(*({**c, "known": [number(of)(prompt)]} if c.pop("names", True) else c for c in claims))


async def sentences(talk: Talk, *names: str) -> list[str]:
    return sorted({e.fact for name in ("User", *names) for e in await talk.edges(name)})


async def test_an_act_that_means_an_end_ends_the_known_fact_in_its_own_words(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "Lena runs": answer(claim("state", "Lena", "manages", "depot", "Lena runs the depot where User works")),
            "Lena gave": names_known(
                "Lena runs", claim("end", "Lena", "gives_back", "badge", "Lena no longer runs the depot")
            ),
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Lena runs the depot where I work")
        receipt = await talk.say("Lena gave her badge back today", LATER)
        assert receipt.ended and await talk.known("Lena") == []
        assert "badge" not in await talk.names()


async def test_what_takes_the_place_of_a_known_fact_may_be_another_relation(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "I learn": answer(claim("state", "User", "uses", "Tandemo", "User learns Dutch with the app Tandemo")),
            "Mrs Bo": names_known(
                "Tandemo", claim("replace", "User", "takes_lessons_with", "Mrs Bo", "User learns Dutch with Mrs Bo")
            ),
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I learn Dutch with Tandemo")
        await talk.say("Mrs Bo teaches me now, the app is off the phone", LATER)
        assert await sentences(talk) == ["User learns Dutch with Mrs Bo"]


async def test_an_end_that_names_another_known_fact_than_its_number_is_of_that(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "I drive": answer(
                claim("state", "User", "lives_in", "Turku", "User lives in Turku"),
                claim("state", "User", "drives", "Mazda", "User drives a Mazda"),
            ),
            "sold": names_known("Turku", claim("end", "User", "drives", "Mazda", "User no longer has the Mazda")),
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I drive a Mazda in from Turku")
        await talk.say("sold the car", LATER)
        assert await sentences(talk) == ["User lives in Turku"]


async def test_another_date_moves_the_known_fact(tmp_path: Path) -> None:
    def visit(day: str, said: str, **more: Any) -> dict[str, Any]:
        sentence = f"User sees the dentist on {said} 2026"
        return claim("event", "User", "attends", "dentist visit", sentence, when=day, modality="plan", **more)

    chat = ScriptedChat(
        {
            "dentist on": answer(visit("on 9 April", "9 April")),
            "they moved": names_known("dentist", visit("to the 16 April", "16 April") | {"kind": "correct"}),
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("dentist on 9 April")
        await talk.say("they moved me to the 16 April", LATER)
        (edge,) = await talk.edges(as_of="2026-05-01 00:00:00")
        assert (edge.fact, (edge.valid_from or "")[:10]) == ("User sees the dentist on 16 April 2026", "2026-04-16")


async def test_a_value_that_changes_on_a_day_stands_until_then(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "rent is": answer(claim("state", "User", "pays", "rent", "User pays 900 a month in rent")),
            "from May": names_known(
                "900",
                claim(
                    "replace", "User", "pays", "rent", "User pays 940 a month in rent", when="from May 2026",
                    modality="plan", qualifiers={"price": "940 a month"},
                ),
            ),
        }
    )  # fmt: skip
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("rent is 900 a month")
        await talk.say("from May it is 940", LATER)
        assert await sentences(talk) == ["User pays 900 a month in rent"]
        edges = await talk.edges(as_of="2026-06-01 00:00:00")
        assert [e.fact for e in edges] == ["User pays 940 a month in rent"]


async def test_a_known_fact_that_is_not_spoken_of_is_not_ended(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "My aunt": answer(claim("state", "Ida", "lives_in", "Turku", "Ida lives in Turku")),
            "I drink": names_known("Turku", claim("replace", "User", "drinks", "cocoa", "User drinks cocoa")),
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("My aunt Ida lives in Turku")
        receipt = await talk.say("I drink cocoa instead", LATER)
        assert receipt.review and await sentences(talk, "Ida") == ["Ida lives in Turku", "User drinks cocoa"]


@pytest.mark.parametrize("modality", ["almost", "maybe", "wish", "reported"])
async def test_what_is_no_fact_changes_nothing_that_is_known(tmp_path: Path, modality: str) -> None:
    chat = ScriptedChat(
        {
            "I have": answer(claim("state", "User", "owns", "sailing boat", "User has a sailing boat")),
            "The boat": names_known(
                "boat", claim("end", "User", "owns", "sailing boat", "User sold the sailing boat", modality=modality)
            ),
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I have a sailing boat")
        await talk.say("The boat was as good as gone", LATER)
        assert await sentences(talk) == ["User has a sailing boat"]


async def test_a_number_is_no_thing_but_stays_with_the_fact(tmp_path: Path) -> None:
    chat = ScriptedChat({"Mum": answer(claim("state", "User's mother", "has_age", "70", "User's mother is 70"))})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Mum is 70")
        (edge,) = await talk.edges("User's mother")
        assert (edge.target, edge.fact, edge.qualifiers) == ("age", "User's mother is 70", '{"amount": "70"}')


FIVE = (
    ("Refactoring the parser", "caused", "bug 42", "Refactoring the parser caused bug 42", "causal"),
    ("Vim", "was_replaced_by", "neovim", "Vim was replaced by neovim", "temporal"),
    ("Rust", "related_to", "memory safety", "Rust is related to memory safety", "semantic"),
    ("Docker", "co_occurs_with", "Kubernetes", "Docker and Kubernetes co-occur", "co_occurrence"),
    ("auth.rs", "belongs_to", "auth module", "auth.rs belongs to the auth module", "hierarchical"),
)


@pytest.mark.parametrize(("source", "relation", "target", "sentence", "edge_type"), FIVE)
async def test_an_answer_in_source_and_target_keeps_its_type_and_its_ends(
    tmp_path: Path, source: str, relation: str, target: str, sentence: str, edge_type: str
) -> None:
    edge = {"source": source, "relation": relation, "target": target, "fact": sentence, "edge_type": edge_type}
    async with Talk(tmp_path, ScriptedChat({sentence: extraction(edge)}), extractor="llm") as talk:
        await talk.say(sentence)
        (known,) = await talk.edges(source)
        assert (known.fact, known.edge_type) == (sentence, edge_type)
        if relation != "was_replaced_by":  # which reads from the other end
            assert (known.source, known.target) == (source, target)


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("let  me GO", "let me go"),
        ("they let me go!", "they let me go"),
        ("nowhere said", "the mill"),
        ("", "the mill"),
    ],
)
def test_a_claim_stands_on_the_words_that_were_quoted(quote: str, words: str) -> None:
    said = Message(1, 1, 1, "1", "user", "", "so they let me go, at the mill", LATER, (), GraphState.PENDING)
    given = ModelClaim(quote=quote, subject="I", relation="works_at", object="the mill", sentence="…", kind="end")
    (made,) = ModelClaims(said, (), {}, "llm").of([given])
    assert said.text[made.span.start : made.span.end] == words
    assert (made.subject.name, made.kind, made.polarity) == ("User", "end", False)


async def test_the_assistants_last_answer_is_shown_as_reference_alone(tmp_path: Path) -> None:
    chat = ScriptedChat()
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.memory.observe(NewMessage(talk.conversation.id, "assistant", "Which editor do you use, Zeditor?"))
        await talk.say("That one, yes")
        assert "for reference only:\n<<<Which editor do you use, Zeditor?>>>" in chat.prompts[0][-1].content


async def test_messages_read_in_one_go_know_what_those_before_them_said(tmp_path: Path) -> None:
    chat = ScriptedChat({"I keep": answer(claim("state", "User", "owns", "two goats", "User keeps two goats"))})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        for text in ("I keep two goats", "The goats are loud"):
            await talk.memory.observe(NewMessage(talk.conversation.id, "user", text))
        async for _ in talk.memory.backfill():
            pass
        assert "1. User | owns | two goats: User keeps two goats" in chat.asked("edges")[1]


async def test_who_says_i_is_the_speaker_whatever_the_model_calls_them(tmp_path: Path) -> None:
    """A model that is told a name writes it; the facts are about the person all the same."""
    said = [
        {
            **claim("state", "Wim Lagerweij", "lives_in", "Delden", "Wim Lagerweij lives in Delden"),
            "quote": "i live in delden",
        },
        claim("state", "Bo", "drives", "Wim Lagerweij", "Bo drives Wim Lagerweij to the market"),
        claim("state", "Bo", "lives_in", "Goor", "Bo lives in Goor"),
    ]
    chat = ScriptedChat({"im wim": answer(*said, **{"Wim Lagerweij": "person", "Bo": "person"})})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("im wim lagerweij, i live in delden, bo from goor drives me to the market")
        told = await sentences(talk, "Bo")
    assert told == [
        "Bo drives User to the market",
        "Bo lives in Goor",
        "User lives in Delden",
        "User's name is Wim Lagerweij",
    ]


@pytest.mark.parametrize(
    ("when", "sentence", "day"),
    [
        ("on Tuesday", "The rehearsal on Tuesday 24 February 2026 was loud", "2026-02-24"),
        ("last night", "The rehearsal on 28 February 2026 was loud", "2026-02-28"),
        ("on the 4th", "The rehearsal on Wednesday 4 February 2026 was loud", "2026-02-04"),
        ("on Tuesday", "The rehearsal was loud", "2026-02-24"),
        ("on Tuesday", "The rehearsal of 24 February 2026 was louder than that of 3 February 2026", "2026-02-24"),
    ],
)
async def test_what_happened_is_of_the_day_that_its_sentence_names_and_behind(
    tmp_path: Path, when: str, sentence: str, day: str
) -> None:
    chat = ScriptedChat({"I was at": answer(claim("event", "User", "has_event", "rehearsal", sentence, when=when))})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I was at the rehearsal again and it was loud", LATER)
        [fact] = await talk.edges("User")
    assert (fact.valid_from or "")[:10] == day


@pytest.mark.parametrize("old", [None, "rent", "Rent"])
async def test_what_is_another_from_a_day_to_come_is_so_from_then(tmp_path: Path, old: str | None) -> None:
    now = claim("state", "User", "pays", "rent", "User pays 64 a year in rent for the plot", quote="64 a year")
    then = claim("replace", "User", "pays", "rent", "User pays 81 a year in rent for the plot", quote="81 from October")
    then |= {"modality": "plan", "when": "from October 2026", "old": old, "qualifiers": {"price": "81"}}
    chat = ScriptedChat({"the plot": answer(now | {"qualifiers": {"price": "64"}}), "council": answer(then)})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("the plot is 64 a year")
        await talk.say("council says it'll be 81 from October", LATER)
        told = [[e.fact for e in await talk.edges(as_of=at)] for at in ("2026-05-01 00:00:00", "2026-11-01 00:00:00")]
    assert told == [["User pays 64 a year in rent for the plot"], ["User pays 81 a year in rent for the plot"]]


async def test_whom_the_speaker_tells_of_is_not_the_speaker(tmp_path: Path) -> None:
    """ "I met Tom, he lives in Delden": what stands on it is Tom's."""
    quote = "I met Tom yesterday, he lives in Delden"
    said = [claim("state", "Tom", "lives_in", "Delden", "Tom lives in Delden", quote=quote)]
    chat = ScriptedChat({"I met": answer(*said, Tom="person")})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say(quote)
        assert await sentences(talk, "Tom") == ["Tom lives in Delden"]


@pytest.mark.parametrize(
    ("phrase", "sentence"),
    [
        ("in March", "Ann, born on 22 July 1985, moved to Oslo in March"),
        ("when she was a child", "Ann, born on 22 July 1985, lived in Oslo"),
        ("for two weeks", "The course began on 22 July 2025 and lasts two weeks"),
        ("on Monday", "The shop is open from Monday until Friday 22 July 2025"),
    ],
)
def test_a_date_of_something_else_dates_no_other_words(phrase: str, sentence: str) -> None:
    assert _as_dated(phrase, sentence) == phrase
