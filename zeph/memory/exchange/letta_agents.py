"""Letta's agent files (`.af`): what was said to an agent, and what it kept.

In: a JSON file, of the format with lists of agents and blocks or of the one before it, an agent alone. Out: messages:
the talk with its times, blocks and archival passages as notes of the agent. Who talked to it the file does not say: an
agent file is made to be shared. System texts, tools, environment variables and models are left out; so is what the
program said in the person's name.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from blake3 import blake3

from zeph.clock import Moment
from zeph.errors import BadInput
from zeph.memory.exchange import memory_shapes as shapes
from zeph.memory.exchange.chat_exports import ROLES, blocks_text
from zeph.memory.exchange.document_files import changed_at
from zeph.memory.exchange.foreign_items import whole
from zeph.memory.exchange.foreign_json import Tell, read_json
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.shapes import fitted
from zeph.memory.exchange.statement_lines import by_name, others_name
from zeph.records.message import Role
from zeph.safety.text import clean_text

PERSONA = "persona"
"""The block in which an agent says what it is itself: nothing that is known of anybody."""
HUMAN = "human"
SAID = "user_message"
"""Kind of what the person said, where the program packs it; anything else it said itself."""
SEND = "send_message"
"""The tool by which older agents speak."""

Agent = tuple[str, dict[str, Any]]
Lines = Iterator[tuple[int, list[Line]]]


def letta(path: Path, on_bad_line: OnBadLine) -> Lines:
    """(number, messages) of each block, passage and message."""
    value = whole(path)
    if not isinstance(value, dict):
        raise BadInput(f"{path} is no agent file: it must be a JSON object.")
    number = 0
    for place, given in _agents(value):
        reader = _Reader(path, place, partial(_numbered, on_bad_line))
        for line in reader.lines(value, given):
            number += 1
            yield number, [line] if line else []


def _numbered(on_bad_line: OnBadLine, sentence: str) -> None:
    on_bad_line(1, sentence)


def _agents(value: dict[str, Any]) -> Iterator[Agent]:
    agents = value.get("agents")
    if isinstance(agents, list):
        yield from ((f"agents[{number}].", agent) for number, agent in enumerate(agents))
    else:
        yield "", value


class _Reader:
    """One agent of a file."""

    def __init__(self, path: Path, place: str, tell: Tell) -> None:
        self._path, self._place, self._tell = path, place, tell
        self._name = self._conversation = ""

    def lines(self, file: dict[str, Any], given: Any) -> Iterator[Line | None]:
        agent = fitted(shapes.LettaAgent, given, self._place, self._tell)
        if agent is None:
            return
        self._name = others_name(agent.name or clean_text(self._path.stem), self._path)
        self._conversation = f"letta/{self._name}"
        at = changed_at(self._path)
        for place, item in self._blocks(file, agent):
            yield self._block(place, item, at)
        passages = [(f"{self._place}{key}", getattr(agent, key)) for key in ("passages", "archival_memory")]
        beside = file.get("passages")
        if self._place and isinstance(beside, list):
            passages.append(("passages", tuple(beside)))
        for key, items in passages:
            for number, item in enumerate(items):
                yield self._passage(f"{key}[{number}].", item, at)
        for number, item in enumerate(agent.messages):
            yield self._message(f"{self._place}messages[{number}]", item)

    def _blocks(self, file: dict[str, Any], agent: shapes.LettaAgent) -> Iterator[tuple[str, Any]]:
        listed = file.get("blocks")
        own = {one for one in agent.block_ids if isinstance(one, str)}
        for number, item in enumerate(listed if isinstance(listed, list) else ()):
            if not own or not isinstance(item, dict) or str(item.get("id")) in own:
                yield f"blocks[{number}].", item
        yield from ((f"{self._place}core_memory[{number}].", one) for number, one in enumerate(agent.core_memory))

    def _block(self, place: str, item: Any, at: Moment) -> Line | None:
        block = fitted(shapes.LettaBlock, item, place, self._tell)
        if block is None or not block.value.strip():
            return None
        said_at = block.updated_at or block.created_at or at
        if block.label == PERSONA:
            return self._line("assistant", "", block.value, said_at)
        return self._line("user", self._name, self._of_human(block.value), said_at)

    def _passage(self, place: str, item: Any, at: Moment) -> Line | None:
        passage = fitted(shapes.LettaPassage, item, place, self._tell)
        if passage is None or not passage.text.strip():
            return None
        return self._line("user", self._name, self._of_human(passage.text), passage.created_at or at)

    def _message(self, place: str, item: Any) -> Line | None:
        message = fitted(shapes.LettaMessage, item, f"{place}.", self._tell)
        role = ROLES.get(message.role) if message else None
        if message is None or role is None:
            return None
        text = blocks_text(message.content, f"{place}.content", self._tell) or message.text or ""
        if role == "user":
            text, speaker = _unpacked(text), f"{HUMAN} of {self._name}"
        else:
            sent = [self._sent(f"{place}.tool_calls[{n}].", call) for n, call in enumerate(message.tool_calls or ())]
            text, speaker = "\n\n".join(filter(None, sent)) or ("" if message.tool_calls else text), ""
        if not text.strip():
            return None
        if message.created_at is None:
            self._tell(f"{place} has no time")
            return None
        return self._line(role, speaker, text, message.created_at)

    def _sent(self, place: str, item: Any) -> str:
        """What an agent said by the tool for it."""
        call = fitted(shapes.LettaCall, item, place, self._tell)
        if call is None or call.function.name != SEND:
            return ""
        try:
            said = read_json(call.function.arguments)
        except BadInput as error:
            self._tell(f"{place}function.arguments: {error}")
            return ""
        return said["message"] if isinstance(said, dict) and isinstance(said.get("message"), str) else ""

    def _of_human(self, text: str) -> str:
        return by_name(text, f"{HUMAN} of {self._name}")

    def _line(self, role: Role, speaker: str, text: str, at: Moment) -> Line:
        clean = clean_text(text).strip()
        key = blake3("\x1f".join((role, speaker, at, clean)).encode()).hexdigest(length=16)
        return Line(1, key, self._conversation, speaker, role, clean, at, self._name, by_content=True)


def _unpacked(text: str) -> str:
    """What the person said of a message that the program packed with its time; empty where it said it itself."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        packed = read_json(text)
    except BadInput:
        return text
    if not isinstance(packed, dict) or not isinstance(packed.get("type"), str):
        return text
    said = packed.get("message")
    return said if packed["type"] == SAID and isinstance(said, str) else ""
