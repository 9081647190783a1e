"""Forty turns of a served model that keeps its own memory: blocks, searches, notes, an interruption, a restart; what
stands before it in each request is looked at part by part."""

import re
from pathlib import Path
from typing import Any

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Person
from tests.agent.tools.test_agent_run import interrupted, session
from tests.fakes.ollama_server import Body, FakeOllama, Reply
from zeph.agent.standing_context import CORE_EXPLANATION, CORE_HEADER, PROFILE_HEADER

TURNS = 40
HUNG = 22
RESTARTED = 29
PLACES = ("Kalmar", "Turku", "Narvik", "Visby", "Malmo")
MARK = re.compile(r"<<(\w+)\n(.*?)\n\1>>", re.DOTALL)


def said(turn: int) -> str:
    return f"My kiln number {turn} stands in {PLACES[turn % 5]}."


def answers(body: Body) -> Reply:
    last = body["messages"][-1]
    if not body.get("stream", True):
        return Reply("- Kilns were counted.")
    if last["role"] == "tool":
        return Reply("So it is.")
    turn = int(last["content"].split()[3])
    if turn == HUNG:
        return Reply("Half an answer to it", chunk_delay=0.1)
    calls: dict[int, list[tuple[str, dict[str, Any]]]] = {
        0: [("core_memory_append", {"label": "human", "content": f"Showed kiln {turn}"})],
        1: [("conversation_search", {"query": f"kiln number {turn - 1}"}), ("graph_search", {"query": "kiln"})],
        2: [],
        3: [("memory_rethink", {"label": "persona", "new_memory": f"I count kilns: {turn}."})],
        4: [
            ("archival_memory_insert", {"content": f"Ledger of turn {turn}: one kiln more."}),
            ("archival_memory_search", {"query": "ledger of kilns"}),
            ("core_memory_replace", {"label": "persona", "old_content": "goats", "new_content": "kilns"}),
        ],
    }  # fmt: skip
    return Reply("" if calls[turn % 5] else f"Noted, turn {turn}.", tool_calls=tuple(calls[turn % 5]))


def looked_at(body: Body, turn: int) -> None:
    """The standing part: prompt, date, core memory as it was written until then, the person, what lies outside."""
    prompt, today, core, about, outside = body["messages"][0]["content"].split("\n\n")
    assert prompt.startswith("You are Zeph") and today.startswith("Today is ")
    human = "\n".join(f"Showed kiln {n}" for n in range(5, turn, 5))
    counted = list(range(3, turn, 5))
    persona = f"I count kilns: {counted[-1]}." if counted else ""
    header, explanation, quotation = core.split("\n", 2)
    assert (header, explanation) == (CORE_HEADER, CORE_EXPLANATION)
    found = MARK.fullmatch(quotation)
    assert found is not None
    lines = [line for line in found[2].splitlines() if "):" not in line]
    heads = [line.partition(")")[0] + ")" for line in found[2].splitlines() if "):" in line]
    assert heads == [f"persona ({len(persona)}/2000)", f"human ({len(human)}/2000)"]
    assert lines == [*filter(None, [persona]), *(["(It stands first under [about the user].)"] if human else [])]
    own = MARK.search(about)
    assert about.startswith(PROFILE_HEADER) and own is not None
    assert own[2].startswith("".join(f"- {line}\n" for line in human.splitlines()).rstrip("\n"))
    assert len(set(own[2].splitlines())) == len(own[2].splitlines()), "no line stands twice"
    assert outside.startswith("Outside of what stands here are remembered: ")


async def test_forty_turns_with_a_memory_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    person = Person(("deny",))
    with FakeOllama(models=["qwen3:4b"], reply=answers, context_length=8192) as server:
        conversation = None
        for part in (range(1, RESTARTED), range(RESTARTED, TURNS + 1)):
            async with session(tmp_path, server, person) as opened:
                memory = opened.memory
                conversation = conversation or await memory.start_conversation()
                await memory.profile.add("Fires on Sundays")
                for turn in part:
                    seen = len(server.chats())
                    if turn == HUNG:
                        await interrupted(opened, conversation, turn)
                    else:
                        await events_of(opened.agent, conversation, said(turn))
                    asked = [body for body in server.chats()[seen:] if body.get("stream", True)]
                    assert len(asked) == (1 if turn % 5 == 2 else 2)
                    for body in asked:
                        looked_at(body, turn)
                    given = [one["content"] for one in asked[-1]["messages"] if one["role"] == "tool"]
                    results_fit(turn, [MARK.fullmatch(text)[2] for text in given])  # type: ignore[index]
        async with session(tmp_path, server, person) as opened:
            blocks = opened.memory.blocks
            assert (await blocks.block("human")).text == "\n".join(f"Showed kiln {n}" for n in range(5, 41, 5))
            forms, _ = await blocks.history("persona")
            assert [form.text for form in forms] == [f"I count kilns: {n}." for n in range(38, 2, -5)]
            assert not await opened.memory.conversations.said_between("2030-01-01 00:00:00", None, 5)
            facts = " ".join(fact.fact for fact in (await opened.memory.facts("User", limit=200))[1])
            assert "kiln" in facts and "edger" not in facts and "count" not in facts, "a model's own notes are no facts"
    assert person.asked == []


def results_fit(turn: int, results: list[str]) -> None:
    """Those of this turn are the last; each line of a search has its id, and a message its day."""
    if turn % 5 == 1 and turn > 1:
        messages, facts = results[-2:]
        assert all(re.match(r"m\d+ \d{4}-\d\d-\d\d (User|Assistant): |\(There is more", line)
                   for line in messages.splitlines())  # fmt: skip
        assert f"kiln number {turn - 1} " in messages and f"number {turn} " not in messages
        assert facts.startswith(("#", "Nothing"))
    if turn % 5 == 4:
        kept, found, refused = results[-3:]
        assert kept.startswith("Kept as m") and "Ledger of turn" in found and "does not hold" in refused
