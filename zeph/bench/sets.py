"""Conversations with questions whose answers are labelled, and the files they come from.

In: a JSONL file (one object a line, ``type`` is ``message`` or ``question``), or a JSON file in LoCoMo's format
(Maharana et al. 2024). Out: :class:`BenchSet`. A file that cannot be used is refused with its first wrong line and what
is wrong there.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from zeph.clock import Moment, parse_moment, to_moment
from zeph.errors import BadInput
from zeph.memory.exchange.message_lines import Line, read_line

Format = Literal["jsonl", "locomo"]
LOCOMO_CATEGORIES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop", 5: "5 adversarial"}
LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
_DIALOGUE_IDS = re.compile(r"D:? ?(\d+):(\d+)(?: ?- ?D\1:(\d+))?")
"""Labels hold ranges and slips of the pen: ``D8:6; D9:17``, ``D:11:26``, ``D30:05``, ``D12:3-D12:5``."""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    evidence: tuple[str, ...]
    """Ids of the messages that answer it; none: nothing does."""
    category: str
    at: Moment | None = None
    """When it is asked; None: after everything."""
    answer: str = ""
    """In words, where the file says it."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What one memory is told, in that order, and what it is asked afterwards."""

    messages: tuple[Line, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class BenchSet:
    talks: tuple[Talk, ...]
    apart: frozenset[str] = frozenset()
    """Categories that the line over all questions leaves out."""


def load(path: Path, form: Format) -> BenchSet:
    """Raises BadInput, with the line where there is one."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    loaded = _LOADERS[form](path, raw)
    if not any(talk.questions for talk in loaded.talks):
        raise BadInput(f"{path} has no question; there is nothing to measure.")
    return loaded


# ---------------------------------------------------------------- one object a line


def _load_jsonl(path: Path, raw: bytes) -> BenchSet:
    messages: dict[str, Line] = {}
    questions: list[tuple[int, Question]] = []
    for number, line in enumerate(raw.splitlines(), 1):
        if line.strip():
            try:
                _take(line, number, messages, questions)
            except BadInput as error:
                raise BadInput(f"{path}, line {number}: {error}.") from error
    for number, question in questions:
        for i in question.evidence:
            if i not in messages:
                raise BadInput(f"{path}, line {number}: no message has the evidence's id {i!r}.")
    return BenchSet((Talk(tuple(messages.values()), tuple(q for _, q in questions)),))


def _take(raw: bytes, number: int, messages: dict[str, Line], questions: list[tuple[int, Question]]) -> None:
    try:
        values = json.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise BadInput("not valid JSON in UTF-8") from error
    kind = values.get("type") if isinstance(values, dict) else None
    if kind == "message":
        message = read_line(raw, 1)
        if message.id in messages:
            raise BadInput(f"the id {message.id!r} was used before; ids are unique in the file")
        messages[message.id] = message
    elif kind == "question":
        questions.append((number, _question(values)))
    else:
        raise BadInput('type must be "message" or "question"')


def _question(values: Mapping[str, Any]) -> Question:
    evidence = values.get("evidence", [])
    if not isinstance(evidence, list) or not all(isinstance(i, str) for i in evidence):
        raise BadInput("evidence must be a list of message ids (texts)")
    for name in ("text", "category"):
        if not isinstance(values.get(name), str) or not values[name].strip():
            raise BadInput(f"{name} must be a text that is not empty")
    at = values.get("at")
    try:
        moment = to_moment(parse_moment(at)) if at is not None else None
    except (AttributeError, ValueError, OverflowError) as error:
        raise BadInput("at must be an ISO 8601 time, 2024-05-08T13:56:00Z") from error
    return Question(values["text"], tuple(dict.fromkeys(evidence)), values["category"], moment)


# ---------------------------------------------------------------- LoCoMo


def _load_locomo(path: Path, raw: bytes) -> BenchSet:
    try:
        samples = json.loads(raw)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise BadInput(f"{path} is not valid JSON: {error}.") from error
    try:
        talks = tuple(_sample(sample) for sample in samples)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"{path} is not in LoCoMo's format ({type(error).__name__}: {error}).") from error
    return BenchSet(talks, frozenset((LOCOMO_CATEGORIES[5],)))


def _sample(sample: Mapping[str, Any]) -> Talk:
    chat = sample["conversation"]
    messages = [message for name, turns in _sessions(chat) for message in _turns(name, turns, chat)]
    known = {m.id for m in messages}
    asked = []
    for qa in sample["qa"]:
        evidence = tuple(i for i in dict.fromkeys(_dialogue_ids(qa.get("evidence") or ())) if i in known)
        if evidence:
            category, answer = LOCOMO_CATEGORIES[qa["category"]], str(qa.get("answer", ""))
            asked.append(Question(qa["question"], evidence, category, answer=answer))
    return Talk(tuple(messages), tuple(asked))


def _sessions(chat: Mapping[str, Any]) -> list[tuple[str, Sequence[Mapping[str, Any]]]]:
    names = [name for name in chat if re.fullmatch(r"session_\d+", name)]
    return [(name, chat[name]) for name in sorted(names, key=lambda name: int(name.partition("_")[2]))]


def _turns(name: str, turns: Sequence[Mapping[str, Any]], chat: Mapping[str, Any]) -> list[Line]:
    """A picture's caption is part of what was said."""
    sent_at = to_moment(datetime.strptime(chat[f"{name}_date_time"].strip(), LOCOMO_TIME))  # noqa: DTZ007  # it names no zone
    return [
        Line(0, t["dia_id"], name, t["speaker"], "user", t["text"] + _caption(t.get("blip_caption")), sent_at)
        for t in turns
    ]


def _caption(text: str | None) -> str:
    return f" [image: {text}]" if text else ""


def _dialogue_ids(evidence: Sequence[str]) -> list[str]:
    matches = (m for label in evidence for m in _DIALOGUE_IDS.finditer(label))
    return [f"D{int(m[1])}:{i}" for m in matches for i in range(int(m[2]), int(m[3] or m[2]) + 1)]


_LOADERS: Mapping[Format, Callable[[Path, bytes], BenchSet]] = {"jsonl": _load_jsonl, "locomo": _load_locomo}
