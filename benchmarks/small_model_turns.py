"""Forty turns of a small model with hands: facts, files, a block, searches, an interruption, a compaction, a restart.

In: a GGUF file. Out: a transcript, and what each turn took. What stands in every request is held to account part by
part, whatever the model says: the standing context with the blocks as they then were, ``[knowledge graph]`` behind it,
a summary once there is one, each call with its result, this turn's words last, all within the window. A small model is
offered the tools that the settings name: here three, which the turns ask for.

    python -m benchmarks.small_model_turns FILE.gguf [--write]
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.small_model import FACTS, Fact, Overheard, Request, cut
from zeph.agent.context import GRAPH_HEADER, MESSAGES_HEADER, SUMMARY_HEADER
from zeph.agent.session import Session, open_session
from zeph.agent.standing_context import CORE_HEADER
from zeph.agent.tools.offered_tools import spec_tokens
from zeph.config.schema import Settings
from zeph.models.ports import ChatMessage
from zeph.models.tokens import count_messages
from zeph.models.toolcalls import decode_tool_calls
from zeph.paths import resolve_paths
from zeph.records.events import TextDelta, ToolCall, ToolDone, TurnEnded
from zeph.records.message import Conversation

TARGET = Path("docs/small_model_turns.md")
WINDOW, RESERVE = 4096, 512
ALLOWED = ["read_file", "list_files", "conversation_search"]
FILES = {"notes.md": "Order white clay on Friday.\n", "kiln.txt": "The kiln was fired at 1240 degrees.\n"}
HUNG, COMPACTED, RESTARTED = 17, 23, 29
"""The turn that is interrupted, the one that a compaction follows, the first after a restart."""
MARK = re.compile(r"<<(\w+)\n(.*?)\n\1>>", re.DOTALL)
HEADERS = (GRAPH_HEADER, SUMMARY_HEADER, MESSAGES_HEADER)


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    tool: str = ""
    """What it asks for."""
    answer: str = ""
    """A word of what is right."""
    block: tuple[str, str] | None = None
    """A line that the person writes into a block of core memory before it, as by `/blocks`."""


def _told(fact: Fact) -> Said:
    return Said(fact.told)


def _asked(fact: Fact) -> Said:
    return Said(fact.question, answer=fact.answer)


NOTES = Said("Read the file notes.md and tell me what to order.", "read_file", "clay")
FOLDER = Said("Which files are in this folder?", "list_files", "kiln.txt")
KILN = Said("Read the file kiln.txt: how hot was the kiln?", "read_file", "1240")
MISSING = Said("Read the file plans.md and tell me what it says.", "read_file")
SHORT = Said("Good morning.", block=("human", "Likes short answers."))
SAM = Said("What are you called?", answer="Sam", block=("persona", "I am called Sam."))
SEARCH = Said("Search our conversation for the word cello.", "conversation_search", "cello")
TURNS = (
    *map(_told, FACTS[:4]), NOTES, *map(_told, FACTS[4:7]), FOLDER, *map(_told, FACTS[7:]), SHORT, KILN, MISSING,
    SEARCH, _asked(FACTS[0]), _asked(FACTS[1]), SAM, Said("I like my tea strong."), _asked(FACTS[2]), NOTES,
    _asked(FACTS[3]),
    FOLDER, Said("I moved to Kalmar last week."), _asked(FACTS[4]), KILN, Said("Thank you."), _asked(FACTS[5]), SEARCH,
    Said("Where do I live now?", answer="Kalmar"), _asked(FACTS[6]), MISSING, _asked(FACTS[7]), FOLDER,
    _asked(FACTS[8]), NOTES, _asked(FACTS[9]), _asked(FACTS[0]), Said("Good night."),
)  # fmt: skip


@dataclass(slots=True)
class Turned:
    said: Said
    calls: list[tuple[str, bool]] = field(default_factory=list)
    """Each with whether it failed."""
    answer: str = ""
    interrupted: bool = False
    requests: Sequence[Request] = ()


async def run(model: Path, home: Path, turns: Sequence[Said] = TURNS) -> list[Turned]:
    """Raises AssertionError where a request has not what it should."""
    work = home / "work"
    work.mkdir()
    for name, text in FILES.items():
        (work / name).write_text(text, encoding="utf-8")
    done: list[Turned] = []
    parts = (range(1, RESTARTED), range(RESTARTED, len(turns) + 1))
    talk: Conversation | None = None
    for part in parts:
        async with session(model, home) as (opened, heard):
            talk = talk or await opened.memory.start_conversation()
            for number in part:
                done.append(await _turn(opened, heard, talk, turns[number - 1], number))
                print(f"{number}: {_row(done[-1])}", file=sys.stderr, flush=True)
                if number == COMPACTED:
                    await opened.memory.conversations.compact(talk.id)
            await opened.memory.wait_idle(120)
    return done


@asynccontextmanager
async def session(model: Path, home: Path) -> AsyncIterator[tuple[Session, Overheard]]:
    """As `zeph chat` opens it."""
    env = {"ZEPH_HOME": str(home / "zeph")}
    settings = Settings.model_validate(
        {
            "model": {
                "provider": "gguf", "path": str(model), "temperature": 0, "request_timeout_secs": 900,
                "context_window": WINDOW,
            },
            "memory": {"graph": {"extractor": "local"}},
            "agent": {"reply_reserve_tokens": RESERVE},
            "tools": {"workspace": str(home / "work"), "permissions": {"allow": ALLOWED}},
        }
    )  # fmt: skip
    paths = resolve_paths(env)
    async with open_session(settings, paths, paths.db, env) as opened:
        yield opened, Overheard(opened.agent.chat)


async def _turn(opened: Session, heard: Overheard, talk: Conversation, said: Said, number: int) -> Turned:
    turned, before = Turned(said, interrupted=number == HUNG), len(heard.requests)
    if said.block is not None:
        await opened.memory.blocks.append(*said.block)
    blocks = [line for block in await opened.memory.blocks.all() for line in block.text.splitlines()]
    async with opened.agent.turn(said.text, talk) as events:
        async for event in events:
            if isinstance(event, ToolDone):
                turned.calls.append((event.name, event.failed))
            elif isinstance(event, TurnEnded):
                turned.answer = event.error or event.answer
            elif turned.interrupted and isinstance(event, (TextDelta, ToolCall)):
                break
    turned.requests = heard.requests[before:]
    for request in turned.requests:
        look_at(request, said, blocks, summed_up=number > COMPACTED)
    return turned


def look_at(request: Request, said: Said, blocks: Sequence[str], *, summed_up: bool) -> None:
    """Each part of what was sent. ``blocks``: lines of core memory, as the turn began."""
    first, *rest = request.messages
    assert first.role == "system"
    assert first.content.startswith("You are Zeph")
    assert "Today is" in first.content
    assert (CORE_HEADER in first.content) == bool(blocks)
    assert all(line in first.content for line in blocks)
    assert sorted(tool.name for tool in request.tools or ()) in (sorted(ALLOWED), []), "those that are named, or none"
    recalled = [message for message in rest if message.role == "system"]
    heads = [next(head for head in HEADERS if message.content.startswith(head)) for message in recalled]
    assert heads == [head for head in HEADERS if head in heads], "in their order, the graph at position 1"
    assert all(MARK.fullmatch(message.content.partition("\n")[2]) for message in recalled), "as quotation"
    assert SUMMARY_HEADER in heads or not summed_up
    spoken = rest[len(recalled) :]
    assert [message.content for message in spoken if message.role == "user"][-1] == said.text
    _calls_have_their_results(spoken)
    assert count_messages(request.messages) + spec_tokens(request.tools) <= WINDOW - RESERVE


def _calls_have_their_results(spoken: Sequence[ChatMessage]) -> None:
    waiting: list[str] = []
    for message in spoken:
        assert message.role != "system"
        if message.role == "tool":
            assert waiting.pop(0) == message.tool_name
            assert MARK.fullmatch(message.content)
        else:
            assert not waiting
            waiting = [name for name, _ in decode_tool_calls(message.tool_calls)]
    assert not waiting


def page(model: Path, turns: Sequence[Turned]) -> str:
    wanted = [one for one in turns if one.said.tool and not one.interrupted]
    questions = [one for one in turns if one.said.answer and not one.said.tool and not one.interrupted]
    requests = [request for one in turns for request in one.requests]
    lines = [
        "# Forty turns of a small model with tools",
        "",
        f"Written by `python -m benchmarks.small_model_turns {model.name} --write`: ten facts told and",
        "asked, files, lines that the person writes into core memory, searches, an interruption (turn",
        f"{HUNG}), a compaction (after {COMPACTED}), a restart (before {RESTARTED}), in a window of {WINDOW:,} tokens.",
        "The settings allow three tools by name; a small model is offered no others.",
        "",
        "| | |",
        "|---|---|",
        f"| requests whose parts were what and where they should be | {len(requests)} of {len(requests)} |",
        f"| questions about what was told, answered | {sum(map(_right, questions))} of {len(questions)} |",
        f"| turns that ask for a tool, in which it was called | {sum(map(_called, wanted))} of {len(wanted)} |",
        "| turns that ask for none, in which none was called | "
        f"{sum(not one.calls for one in turns if not one.said.tool)} of {sum(not one.said.tool for one in turns)} |",
        "",
        "| turn | said | called | answer | prompt tokens | of these known from before | s to the first word |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *(f"| {at} | {_row(one)} |" for at, one in enumerate(turns, 1))]) + "\n"


def _right(one: Turned) -> bool:
    return one.said.answer.lower() in one.answer.lower()


def _called(one: Turned) -> bool:
    return one.said.tool in [name for name, _ in one.calls]


def _row(one: Turned) -> str:
    calls = ", ".join(f"`{name}`{' (failed)' * failed}" for name, failed in one.calls)
    last = one.requests[0]
    answer = "(interrupted)" if one.interrupted else cut(one.answer, 120).replace("|", "/")
    tokens = (last.usage.prompt_tokens, last.usage.cached_tokens)
    told = ["" if count is None else f"{count:,}" for count in tokens]
    return " | ".join([one.said.text, calls, answer, *told, f"{last.first_secs:.0f}"])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("model", type=Path, help="a GGUF file")
    parser.add_argument("--write", action="store_true", help=f"to {TARGET}")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        told = page(chosen.model, asyncio.run(run(chosen.model.resolve(), Path(home))))
    if chosen.write:
        TARGET.write_text(told, encoding="utf-8")
    print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
