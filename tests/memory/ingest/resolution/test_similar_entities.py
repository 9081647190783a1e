"""Names that mean a known entity without being spelled like it: from the setting to the rows (graph-memory §3.5)."""

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat, TableEmbedder, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from tests.storage.graph_rows import raw
from zeph.errors import ModelTimeout, ModelUnreachable
from zeph.models.local.embed import embedded_embedder


def two(first: str, second: str, kind: str = "tool") -> dict[str, Any]:
    """Scripts two messages: User uses the first, then the second."""
    types = {first: kind, second: kind}
    return {f"I use {name}": extraction(fact("User", "uses", name), types=types) for name in (first, second)}


def near(name: str, other: str, cosine: float) -> TableEmbedder:
    return TableEmbedder({name: (other, cosine)})


async def names_after(talk: Talk, *said: str) -> list[str]:
    async with talk:
        for name in said:
            await talk.say(f"I use {name}")
        return [n for n in await talk.names() if n != "User"]


async def test_off_by_default_spellings_alone_count(tmp_path: Path) -> None:
    embedder = near("Frob IDE", "Frobnicator", 0.99)
    talk = Talk(tmp_path, ScriptedChat(two("Frobnicator", "Frob IDE"), number=1), embedder)
    assert await names_after(talk, "Frobnicator", "Frob IDE") == ["Frob IDE", "Frobnicator"]


async def test_a_close_name_is_the_same_entity_and_an_alias_from_then_on(tmp_path: Path) -> None:
    chat = ScriptedChat(two("Frobnicator", "Frob IDE"))
    embedder = near("Frob IDE", "Frobnicator", 0.9)
    async with Talk(tmp_path, chat, embedder, use_embedding_resolution=True) as talk:
        await talk.say("I use Frobnicator")
        await talk.say("I use Frob IDE")
        (edge,) = await talk.edges()
        assert (edge.target, len(edge.sources)) == ("Frobnicator", 2)
        embedder.fails = ModelUnreachable("gone")
        await talk.say("I use Frob IDE")
        (edge,) = await talk.edges("Frob IDE")
        assert len(edge.sources) == 3
    assert chat.asked("number") == []


async def test_in_between_the_model_decides(tmp_path: Path) -> None:
    chat = ScriptedChat(two("Frobnicator", "Whatsit"), number=1)
    embedder = near("Whatsit", "Frobnicator", 0.75)
    talk = Talk(tmp_path, chat, embedder, use_embedding_resolution=True)
    assert await names_after(talk, "Frobnicator", "Whatsit", "Whatsit") == ["Frobnicator"]
    (asked,) = chat.asked("number")
    assert asked.startswith("<<<Name: Whatsit (tool)") and "1: Frobnicator, tool" in asked


@pytest.mark.parametrize("answer", [0, 9, "both", ModelTimeout("slow"), '{"number":', "ignore that"])
async def test_a_model_that_says_no_or_fails_leaves_two_entities(tmp_path: Path, answer: Any) -> None:
    chat = ScriptedChat(two("Frobnicator", "Whatsit"), number=answer)
    talk = Talk(tmp_path, chat, near("Whatsit", "Frobnicator", 0.75), use_embedding_resolution=True)
    assert await names_after(talk, "Frobnicator", "Whatsit") == ["Frobnicator", "Whatsit"]


async def test_below_the_lower_threshold_it_is_new_and_nobody_is_asked(tmp_path: Path) -> None:
    chat = ScriptedChat(two("Frobnicator", "Whatsit"), number=1)
    talk = Talk(tmp_path, chat, near("Whatsit", "Frobnicator", 0.65), use_embedding_resolution=True)
    assert await names_after(talk, "Frobnicator", "Whatsit") == ["Frobnicator", "Whatsit"]
    assert chat.asked("number") == []


async def test_things_of_a_kind_are_told_apart_by_the_names_in_them(tmp_path: Path) -> None:
    first, second = "wedding of Ilse and Tomas", "wedding of Greta and Piet"
    talk = Talk(
        tmp_path, ScriptedChat(two(first, second, "event")), near(second, first, 0.97), use_embedding_resolution=True
    )
    assert await names_after(talk, first, second) == [second, first]


async def test_the_thresholds_are_settings(tmp_path: Path) -> None:
    embedder = near("Whatsit", "Frobnicator", 0.65)
    talk = Talk(
        tmp_path, ScriptedChat(two("Frobnicator", "Whatsit")), embedder,
        use_embedding_resolution=True, entity_similarity_threshold=0.6, entity_ambiguous_threshold=0.5,
    )  # fmt: skip
    assert await names_after(talk, "Frobnicator", "Whatsit") == ["Frobnicator"]


async def test_names_that_share_a_word_are_put_to_the_model_without_any_vector(tmp_path: Path) -> None:
    chat = ScriptedChat(two("Apollo", "project Apollo", "project"), number=1)
    talk = Talk(tmp_path, chat, None, use_embedding_resolution=True)
    assert await names_after(talk, "Apollo", "project Apollo") == ["Apollo"]


async def test_without_models_the_step_is_skipped(tmp_path: Path) -> None:
    async with Talk(tmp_path, None, None, use_embedding_resolution=True) as talk:
        await talk.say("I use Rust.")
        assert "Rust" in await talk.names()


async def test_a_failing_embedder_falls_back_to_exact_match(tmp_path: Path) -> None:
    embedder = near("Frob IDE", "Frobnicator", 0.99)
    embedder.fails = ModelUnreachable("gone")
    talk = Talk(tmp_path, ScriptedChat(two("Frobnicator", "Frob IDE")), embedder, use_embedding_resolution=True)
    assert await names_after(talk, "Frobnicator", "Frob IDE") == ["Frob IDE", "Frobnicator"]


@pytest.mark.parametrize(
    ("first", "second", "kind", "merged"),
    [
        ("Anna Schmidt", "Anne Schmid", "person", False),
        ("Jon Miller", "Joan Miller", "person", False),
        ("Maria Lopez", "Mario", "person", False),
        ("Anna Schmidt", "Anna", "person", True),
        ("Dr Nora Lind", "Nora Lind", "person", True),
        ("Frob 3", "Frob 4", "tool", False),
        ("plan A", "plan B", "concept", False),
        ("York", "New York Hills", "location", False),
        ("MySQL", "MariaDB", "tool", False),
        ("Frobnicator", "Frob IDE", "tool", True),
    ],
)
async def test_names_that_merely_sound_alike_never_merge_by_their_vector(
    tmp_path: Path, first: str, second: str, kind: str, merged: bool
) -> None:
    talk = Talk(
        tmp_path, ScriptedChat(two(first, second, kind)), near(second, first, 0.99), use_embedding_resolution=True
    )
    assert len(await names_after(talk, first, second)) == (1 if merged else 2)


async def test_a_person_and_a_thing_are_never_one(tmp_path: Path) -> None:
    said = {
        "I know Ada": extraction(fact("User", "knows", "Ada Lovelace"), types={"Ada Lovelace": "person"}),
        "I use Ada": extraction(fact("User", "uses", "Ada Lang"), types={"Ada Lang": "language"}),
    }
    async with Talk(
        tmp_path, ScriptedChat(said, number=1), near("Ada Lang", "Ada Lovelace", 0.99), use_embedding_resolution=True
    ) as talk:
        await talk.say("I know Ada")
        await talk.say("I use Ada")
        assert await talk.names() == ["Ada Lang", "Ada Lovelace", "User"]


async def test_two_persons_that_fit_are_a_question_and_without_an_answer_a_new_one(tmp_path: Path) -> None:
    people = dict.fromkeys(("Anna Schmidt", "Anna Weber", "Anna"), "person")
    said = {f"I know {n}.": extraction(fact("User", "knows", n), types=people) for n in people}
    embedder = TableEmbedder({"Anna Weber": ("Anna Schmidt", 0.95), "Anna": ("Anna Schmidt", 0.97)})
    async with Talk(tmp_path, ScriptedChat(said, number=0), embedder, use_embedding_resolution=True) as talk:
        for name in people:
            await talk.say(f"I know {name}.")
        assert await talk.names() == ["Anna", "Anna Schmidt", "Anna Weber", "User"]


async def test_a_repeated_decision_costs_no_second_call(tmp_path: Path) -> None:
    chat = ScriptedChat(two("Frobnicator", "Whatsit") | two("Frobnicator", "Other"), number=0)
    embedder = near("Whatsit", "Frobnicator", 0.75)
    async with Talk(tmp_path, chat, embedder, use_embedding_resolution=True) as talk:
        await talk.say("I use Frobnicator")
        await talk.say("I use Whatsit")
        await talk.say("I use Whatsit")
    assert len(chat.asked("number")) == 1
    assert embedder.texts.count("Whatsit") <= 2


async def test_the_replaced_thing_is_found_by_likeness_too(tmp_path: Path) -> None:
    replaced = fact("User", "switched_to", "Zot", replaces="Frob IDE")
    answer = extraction(replaced, types={"Zot": "tool"})
    answer["entities"].append({"name": "Frob IDE", "type": "tool"})
    chat = ScriptedChat(two("Frobnicator", "Zot") | {"From Frob IDE": answer})
    async with Talk(tmp_path, chat, near("Frob IDE", "Frobnicator", 0.9), use_embedding_resolution=True) as talk:
        await talk.say("I use Frobnicator")
        await talk.say("From Frob IDE to Zot", "2026-02-01 10:00:00")
        assert await talk.known() == ["User uses Zot"]


async def test_what_deciding_cost_is_in_the_ledger(tmp_path: Path) -> None:
    chat = ScriptedChat(two("Frobnicator", "Whatsit"), number=1)
    async with Talk(tmp_path, chat, near("Whatsit", "Frobnicator", 0.75), use_embedding_resolution=True) as talk:
        await talk.say("I use Frobnicator")
        await talk.say("I use Whatsit")
        rows = await raw(talk.memory._store).snapshot(
            lambda c: c.execute("SELECT model_calls, prompt_tokens FROM graph_ledger ORDER BY message_id").fetchall()
        )
    assert [tuple(row) for row in rows] == [(1, 10), (2, 20)]


@pytest.mark.parametrize(
    ("first", "second", "merged"),
    [
        ("Acme Corp", "Acme Corporation", True),
        ("Frob module", "the Frob module", True),
        ("Town 1", "Town 2", False),
        ("York", "New York", False),
        ("staging server", "production server", False),
    ],
)
async def test_with_the_embeddings_that_come_with_zeph(tmp_path: Path, first: str, second: str, merged: bool) -> None:
    embedder = embedded_embedder()
    if embedder is None:
        pytest.skip("no embedded model here")
    talk = Talk(tmp_path, ScriptedChat(two(first, second, "concept")), embedder, use_embedding_resolution=True)
    assert len(await names_after(talk, first, second)) == (1 if merged else 2)
    await embedder.close()
