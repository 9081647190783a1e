"""Questions with everything that recall gathers for them, and which of it helps: what ranking is learned from.

In: files of talk with labelled questions. Out: :class:`Asked`, one for each question. Every talk goes through the
library as a person's would, which takes seconds.
A message helps where it is labelled so. A fact helps where it came from such a message: wholly where it has a word of
the answer that the question has not, else half. In a story a fact's line helps that holds what is wanted, and
harms where it holds what is outdated.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.labelled_reader import LabelledReader
from benchmarks.story_adapter import Life
from zeph.bench.replay import Replay
from zeph.bench.retrieval import DEPTH
from zeph.bench.sets import Question, Talk, load
from zeph.clock import Moment, to_moment
from zeph.config.schema import MemorySettings
from zeph.memory.exchange.message_lines import Line
from zeph.memory.facade import Memory
from zeph.memory.recall import pipeline
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan, VectorSource
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.memory.recall.ranking.relevance import Relevance, relevance
from zeph.memory.recall.render.recall_lines import fact_line
from zeph.models.local.embed import embedded_embedder
from zeph.models.ports import ChatChunk, Usage
from zeph.records.edge import Edge
from zeph.records.message import Message

OWN = Path(__file__).parent / "data"
LOCAL = MemorySettings.model_validate({"graph": {"extractor": "local"}})
HALF = 0.5
"""What a fact counts that came from a message that helps and has no word of the answer."""
SAID_OVER = ("until", "no longer", "used to", "was", "were", "stopped", "quit", "former", "not", "before")
"""Words of a line that tells itself that something is over."""
TOLD_TWICE = {"read": "stories", "small read": "small"}
"""The same talks, as a capable reader reads them."""
LONGMEMEVAL_TIME = "%Y/%m/%d (%a) %H:%M"


@dataclass(frozen=True, slots=True)
class Asked:
    kind: str
    """Of talk."""
    talk: str
    question: str
    category: str
    evidence: Evidence
    plan: QueryPlan
    relevance: Relevance
    labelled: int
    """Messages that help, found or not; 0 where only facts are labelled."""
    messages: frozenset[int]
    """Those of the candidates that help."""
    facts: Mapping[int, float]
    """Candidates to how much they help; what is left out does not."""
    harmful: frozenset[int] = frozenset()
    """Facts that tell what is outdated."""

    @property
    def held_with(self) -> str:
        """Questions of one name are held out together."""
        alone = self.kind in ("friends", "assistant")  # one talk each: by question
        together = TOLD_TWICE.get(self.kind, self.kind)
        return f"{together} {self.question if alone else self.talk}"


class Gathering:
    """Recall that stops where ranking begins."""

    def __init__(self) -> None:
        self._seen: list[tuple[Evidence, QueryPlan]] = []
        self._rows: dict[Message | Edge, Message | Edge] = {}
        """Each once: hundreds of questions have the same."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        def watch(evidence: Evidence, plan: QueryPlan) -> Relevance:
            self._seen.append((self._shared(evidence), replace(plan, vector=VectorSource(plan.vector.model, nothing))))
            return Relevance.NONE

        with patch.object(pipeline, "relevance", watch):
            yield

    def _shared(self, evidence: Evidence) -> Evidence:
        loaded = evidence.loaded
        messages: Any = {i: self._rows.setdefault(row, row) for i, row in loaded.messages.items()}
        edges: Any = {i: self._rows.setdefault(row, row) for i, row in loaded.edges.items()}
        return replace(evidence, loaded=replace(loaded, messages=messages, edges=edges))

    async def ask(
        self, memory: Memory, question: str, at: Moment | None, most: int | None
    ) -> tuple[Evidence, QueryPlan]:
        await memory.recall(question, as_of=at, most=most)
        return self._seen.pop()


def nothing() -> None:
    """The vector is in the evidence."""


async def labelled_talks(name: str, talks: Sequence[tuple[str, Talk]]) -> AsyncIterator[Asked]:
    """Of conversations whose messages are labelled."""
    gathering = Gathering()
    for talk_name, talk in talks:
        async with Replay(LOCAL, embedded_embedder()) as replay:
            await replay.add(talk.messages)
            with gathering.watching():
                for question in talk.questions:
                    if question.evidence and not question.category.startswith("5"):
                        evidence, plan = await gathering.ask(replay.memory, question.text, question.at, DEPTH)
                        yield labelled(name, talk_name, question, evidence, plan)


def labelled(name: str, talk: str, question: Question, evidence: Evidence, plan: QueryPlan) -> Asked:
    helpful = set(question.evidence)
    messages = frozenset(i for i, m in evidence.loaded.messages.items() if m.external_id in helpful)
    answer = _content(question.answer) - _content(question.text)
    facts: dict[int, float] = {}
    for i, edge in evidence.loaded.edges.items():
        if not messages.isdisjoint(edge.sources):
            tells = not question.answer or not answer.isdisjoint(_content(f"{edge.fact} {edge.target}"))
            facts[i] = 1.0 if tells else HALF
    return Asked(
        name, talk, question.text, question.category, evidence, plan, relevance(evidence, plan), len(helpful), messages,
        facts,
    )  # fmt: skip


def _content(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in STOP_WORDS}


# ---------------------------------------------------------------- where they come from


def locomo(path: Path) -> list[tuple[str, Talk]]:
    return [(str(number), talk) for number, talk in enumerate(load(path, "locomo").talks)]


def own(name: str) -> list[tuple[str, Talk]]:
    return [(name, talk) for talk in load(OWN / "retrieval" / f"{name}.jsonl", "jsonl").talks]


def small_talks() -> list[tuple[str, Talk]]:
    """Those from which it is learned which sentence answers."""
    found = []
    for line in (OWN / "answer_sentences.jsonl").read_text("utf-8").splitlines():
        read = json.loads(line)
        said = [
            Line(n, str(n), "talk", m.get("speaker", ""), "user", m["text"], f"{m['at'][:10]} 12:00:00")
            for n, m in enumerate(read["messages"], 1)
        ]
        asked = []
        for each in read["questions"]:
            answer = each["answer"] or ""
            holding = tuple(m.id for m in said if answer and answer.casefold() in m.text.casefold())
            asked.append(Question(each["q"], holding, "small", answer=answer))
        found.append((read["talk"], Talk(tuple(said), tuple(asked))))
    return found


async def small_read() -> AsyncIterator[Asked]:
    """The same, with what a capable reader claims of each message."""
    gathering = Gathering()
    for line in (OWN / "answer_sentences.jsonl").read_text("utf-8").splitlines():
        talk = json.loads(line)
        async with Life(chat=LabelledReader(talk["messages"]), extractor="llm") as life:
            told = [await life.tell(m["text"], m["at"]) for m in talk["messages"]]
            await life.settle()
            with gathering.watching():
                for each in talk["questions"]:
                    answer = each["answer"] or ""
                    holding = [
                        i for i, m in zip(told, talk["messages"], strict=True)
                        if answer and answer.casefold() in m["text"].casefold()
                    ]  # fmt: skip
                    evidence, plan = await gathering.ask(life.memory, each["q"], None, DEPTH)
                    yield _small(talk["talk"], each, frozenset(holding), evidence, plan)


def _small(talk: str, asked: Mapping[str, Any], holding: frozenset[int], evidence: Evidence, plan: QueryPlan) -> Asked:
    """A fact helps that says what is wanted; it harms where it tells what is outdated."""
    of_story = _of_story("small read", talk, {"kind": "small", **asked}, evidence, plan)
    messages = holding & evidence.loaded.messages.keys()
    return replace(of_story, labelled=len(holding), messages=messages)


def longmemeval(folder: Path) -> list[tuple[str, Talk]]:
    """Each question with a talk of its own: what the person said."""
    found = []
    for path in sorted(folder.glob("*.json")):
        read = json.loads(path.read_text("utf-8"))
        said: list[Line] = []
        helpful: list[str] = []
        for session, day, turns in zip(
            read["haystack_session_ids"], read["haystack_dates"], read["haystack_sessions"], strict=True
        ):
            for n, turn in enumerate(turns):
                if turn["role"] == "user":
                    name = f"{session}#{n}"
                    said.append(Line(len(said) + 1, name, session, "", turn["role"], turn["content"], _moment(day)))
                    helpful += [name] * bool(turn.get("has_answer"))
        at = f"{_moment(read['question_date'])[:10]} 23:59:59"
        asked = Question(read["question"], tuple(helpful), read["question_type"], at, str(read["answer"]))
        if helpful:
            found.append((read["question_id"], Talk(tuple(said), (asked,))))
    return found


def _moment(day: str) -> Moment:
    return to_moment(datetime.strptime(day.strip(), LONGMEMEVAL_TIME).replace(tzinfo=UTC))


async def stories(name: str, lines: str, answers: Path | None = None) -> AsyncIterator[Asked]:
    """Of people's own words over months, JSON lines; ``answers``: what a reader said of their prompts, else the local
    one reads."""
    chat = RecordedReader(answers) if answers else None
    gathering = Gathering()
    for story in [json.loads(line) for line in lines.splitlines()]:
        async with Life(chat=chat, extractor="auto" if chat else "local") as life:
            for message in story["messages"]:
                await life.tell(message["text"], message["sent_at"])
            await life.settle()
            with gathering.watching():
                for asked in story["questions"]:
                    evidence, plan = await gathering.ask(life.memory, asked["q"], None, None)
                    yield _of_story(name, story["id"], asked, evidence, plan)


def _of_story(name: str, talk: str, asked: Mapping[str, Any], evidence: Evidence, plan: QueryPlan) -> Asked:
    lines = {i: fact_line(edge, plan.view.at).casefold() for i, edge in evidence.loaded.edges.items()}
    wanted = {i for i, line in lines.items() if asked["want"] and all(_holds(line, key) for key in asked["want"])}
    old = {i for i, line in lines.items() if i not in wanted and any(_holds(line, key) for key in asked["stale"])}
    harmful = frozenset(i for i in old if not any(f" {word} " in f" {lines[i]} " for word in SAID_OVER))
    facts, sure = dict.fromkeys(wanted, 1.0), relevance(evidence, plan)
    return Asked(
        name, talk, asked["q"], asked["kind"], evidence, plan, sure, 0, frozenset(), facts, harmful,
    )  # fmt: skip


def _holds(line: str, key: str) -> bool:
    return any(one.strip() in line for one in key.split("|"))


class RecordedReader:
    """A model that gives the answers that a reader wrote down, by the prompt's checksum."""

    name = "recorded/reader"
    context_window = 32_768

    def __init__(self, path: Path) -> None:
        lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
        self._answers = {line["key"]: line["answer"] for line in lines}

    async def stream(self, messages: Any, *, tools: Any = ()) -> AsyncIterator[ChatChunk]:
        yield ChatChunk("ok", done=True)

    async def complete(self, messages: Any, *, schema: Any = None, **_: Any) -> tuple[str, Usage]:
        asked = json.dumps([[m.role, m.content] for m in messages])
        key = hashlib.sha256(asked.encode()).hexdigest()[:12]
        answer = self._answers.get(key, {"entities": [], "edges": []})
        return answer if isinstance(answer, str) else json.dumps(answer), Usage(1, 1)

    async def close(self) -> None:
        """Nothing is open."""
