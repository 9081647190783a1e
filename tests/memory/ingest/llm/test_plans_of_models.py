"""What a model says is only decided, carried out, or told anew in one sentence: from its answer to the graph."""

from pathlib import Path

from tests.fakes.models import ScriptedChat
from tests.memory.ingest.llm.test_model_claims import LATER, answer, claim, names_known, sentences
from tests.memory.ingest.scripted_memory import Talk


async def test_what_is_only_decided_changes_nothing(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "Backups go": answer(claim("state", "Acme", "uses", "tape", "Acme's backups go to tape")),
            "Signed": answer(
                claim("replace", "Acme", "uses", "buckets", "Acme's backups are to go to buckets", old="tape",
                      modality="plan"),
            ),
            "Went over": answer(claim("begin", "Acme", "uses", "buckets", "Acme's backups go to buckets")),
        }
    )  # fmt: skip
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Backups go to tape")
        await talk.say("Signed for buckets", "2026-02-01 10:00:00")
        assert await sentences(talk, "Acme") == ["Acme's backups are to go to buckets", "Acme's backups go to tape"]
        await talk.say("Went over today", LATER)
        assert await sentences(talk, "Acme") == ["Acme's backups go to buckets"]


async def test_another_way_that_is_planned_stands_beside_what_is_so(tmp_path: Path) -> None:
    works = claim("state", "User", "works_at", "chip shop", "User works Saturdays at the chip shop")
    also = claim("replace", "User", "works_at", "chip shop", "User is going to work Fridays too", modality="plan")
    chat = ScriptedChat({"I did": answer(works), "I am gonna": answer(also)})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I did my first saturday at the chip shop")
        await talk.say("I am gonna do fridays at the chip shop too", LATER)
        assert await sentences(talk) == ["User is going to work Fridays too", "User works Saturdays at the chip shop"]


async def test_a_sentence_told_anew_stands_by_itself(tmp_path: Path) -> None:
    team = claim("state", "User", "member_of", "team", "The team is four: Dilys, Kwame, young Harri and User",
                 qualifiers={"amount": "four"})  # fmt: skip
    left = claim("replace", "User", "member_of", "team", "The team is three: Dilys, Kwame and User",
                 qualifiers={"amount": "three"})  # fmt: skip
    chat = ScriptedChat({"My team": answer(team), "Harri is": names_known("The team", left)})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("My team is four people")
        await talk.say("Harri is off, we are three", LATER)
        assert await sentences(talk) == ["The team is three: Dilys, Kwame and User"]


async def test_a_plan_that_was_carried_out_is_what_happened(tmp_path: Path) -> None:
    day = {"modality": "plan", "when": "15 February 2026"}
    plays = claim("begin", "Wout", "plays", "Vivaldi", "Wout plays Vivaldi at the concert on 15 February 2026", **day)
    played = claim("event", "Wout", "plays", "Vivaldi", "Wout played Vivaldi at the concert", when="15 February 2026")
    chat = ScriptedChat({"concert on": answer(plays, Wout="person"), "it was": names_known("Wout plays", played)})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("concert on the 15th, Wout plays")
        await talk.say("it was lovely", LATER)
        assert await sentences(talk, "Wout") == ["Wout played Vivaldi at the concert"]


async def test_a_named_fact_is_not_asked_about_again(tmp_path: Path) -> None:
    """The one question a message would have been of the fact that its first claim has settled."""
    operation = claim("event", "Mrs Bo", "has_event", "hip operation", "Mrs Bo is to have a hip operation",
                      modality="plan")  # fmt: skip
    had = claim("event", "Mrs Bo", "has_event", "hip operation", "Mrs Bo had her hip operation")
    walks = claim("state", "Mrs Bo", "has_condition", "hip pain", "Mrs Bo walks with sticks after the hip operation",
                  names=False)  # fmt: skip
    chat = ScriptedChat(
        {"Mrs Bo is": answer(operation, **{"Mrs Bo": "person"}), "Mrs Bo has": names_known("Mrs Bo is to", had, walks)}
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Mrs Bo is to get a hip")
        await talk.say("Mrs Bo has a new hip", LATER)
        assert "Mrs Bo had her hip operation" in await sentences(talk, "Mrs Bo")
    assert not any("New claims" in prompt[-1].content for prompt in chat.prompts)


async def test_words_for_software_are_none_of_people(tmp_path: Path) -> None:
    hosts = claim("state", "hall", "hosts", "wedding", "The hall hosts the wedding")
    chat = ScriptedChat({"the hall": answer(hosts, hall="location", wedding="event")})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("the hall has the wedding")
        assert [(e.source, e.canonical_relation) for e in await talk.edges("hall")] == [("hall", "hosts")]


async def test_what_a_capable_model_passes_over_is_no_more_than_a_candidate(tmp_path: Path) -> None:
    chat = ScriptedChat({"I have": answer(claim("state", "User", "does", "paper round", "User has a paper round"))})
    async with Talk(tmp_path, chat, extractor="auto") as talk:
        await talk.say("I have the paper round, so basically I am a baker")
        surely = {e.fact for e in await talk.edges() if e.confidence >= 0.6}
    assert surely == {"User has a paper round"}
