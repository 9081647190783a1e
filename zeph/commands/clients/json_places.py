"""JSON as editors keep it, with comments and trailing commas, read with the place of everything.

In: a text. Out: its value, and for an object where its members stand, so that one can be put in or replaced while every
other character stays. JSON: RFC 8259; comments as in https://code.visualstudio.com/docs/languages/json#_json-with-comments.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from zeph.errors import BadInput

DEEPEST = 100
_BLANK = re.compile(r"(?:[\s\ufeff]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"[-+.\w]+")


@dataclass(slots=True)
class Node:
    """A value; ``start`` and ``stop`` are its characters."""

    value: Any
    start: int
    stop: int
    members: dict[str, "Member"] = field(default_factory=dict)
    """Of an object; where a name stands twice, the last one, which is the one that counts."""


@dataclass(frozen=True, slots=True)
class Member:
    start: int
    """Where its name begins."""
    node: Node


def read_places(text: str) -> Node:
    """Raises BadInput with the line where it is no JSON."""
    reader = _Reader(text)
    node = reader.value(0)
    reader.blank()
    if reader.at != len(text):
        raise reader.wrong("ends")
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def blank(self) -> str:
        """Goes over what says nothing; the next character."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def wrong(self, what: str) -> BadInput:
        return BadInput(f"line {self.text.count(chr(10), 0, self.at) + 1} is no JSON that {what} there")

    def value(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.wrong("is so deep")
        first = self.blank()
        if first == "{":
            return self._object(depth)
        if first == "[":
            return self._list(depth)
        return self._string() if first == '"' else self._scalar()

    def _object(self, depth: int) -> Node:
        node = Node({}, self.at, self.at)
        self.at += 1
        while self.blank() != "}":
            name = self._string()
            if self.blank() != ":":
                raise self.wrong("has a name")
            self.at += 1
            inside = self.value(depth + 1)
            node.value[name.value] = inside.value
            node.members[name.value] = Member(name.start, inside)
            self._after("}")
        self.at += 1
        node.stop = self.at
        return node

    def _list(self, depth: int) -> Node:
        node = Node([], self.at, self.at)
        self.at += 1
        while self.blank() != "]":
            node.value.append(self.value(depth + 1).value)
            self._after("]")
        self.at += 1
        node.stop = self.at
        return node

    def _after(self, end: str) -> None:
        following = self.blank()
        if following == ",":
            self.at += 1
        elif following != end:
            raise self.wrong("goes on")

    def _string(self) -> Node:
        self.blank()
        return self._read(_STRING)

    def _scalar(self) -> Node:
        return self._read(_SCALAR)

    def _read(self, pattern: re.Pattern[str]) -> Node:
        found = pattern.match(self.text, self.at)
        if not found:
            raise self.wrong("begins")
        try:
            value = json.loads(found[0])
        except ValueError as error:
            raise self.wrong("begins") from error
        self.at = found.end()
        return Node(value, found.start(), found.end())
