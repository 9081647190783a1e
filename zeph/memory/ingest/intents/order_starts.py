"""Where in a message an order may begin: at its first word, behind what people put in front, after a mark.

In: a message's line of words (:mod:`.order_templates`), the table's groups. Out: places, with whether the order is
asked for there. An order is told by its own words and by where it stands: "On second thoughts, could you …", "She is
cross. Please …" and "… , so I'd like you to …" all lead to one, while "he told me to …" and "he said: …" lead to none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_MARK = re.compile(r"(?:^|(?<= ))[.,;!?()–—-] ")


@dataclass(frozen=True, slots=True)
class Start:
    at: int
    asked: bool
    """Whether it is asked for, so that the message may end with a question mark."""
    first: bool
    """Whether nothing but what people put in front of orders stands before it."""


@dataclass(frozen=True, slots=True)
class StartReader:
    openers: tuple[re.Pattern[str], ...]
    requests: tuple[re.Pattern[str], ...]
    quoting: re.Pattern[str]
    """What somebody else is quoted with."""

    def starts(self, line: str) -> list[Start]:
        """In the order in which they stand."""
        found: dict[int, Start] = {}
        self._lead([Start(0, asked=False, first=True)], line, found)
        self._lead(self._within(line), line, found)
        return [found[at] for at in sorted(found)]

    def _within(self, line: str) -> Iterator[Start]:
        """After marks, and after a request wherever it stands."""
        for mark in _MARK.finditer(line):
            if not self._is_quoted(line[: mark.end()]):
                yield Start(mark.end(), asked=False, first=False)
        for request in self.requests:
            for asked in request.finditer(line):
                if asked.start() == 0 or line[asked.start() - 1] == " ":
                    yield Start(asked.end(), asked=True, first=False)

    def _is_quoted(self, before: str) -> bool:
        return any(quote.end() == len(before) for quote in self.quoting.finditer(before))

    def _lead(self, begin: Iterable[Start], line: str, found: dict[int, Start]) -> None:
        """``found`` with these, and with each place that openers and requests lead to from there."""
        left = list(begin)
        while left:
            start = left.pop()
            known = found.get(start.at)
            if known and (known.first or not start.first) and (known.asked or not start.asked):
                continue
            found[start.at] = Start(
                start.at, start.asked or bool(known and known.asked), start.first or bool(known and known.first)
            )
            for patterns, asks in ((self.openers, False), (self.requests, True)):
                for pattern in patterns:
                    if (led := pattern.match(line, start.at)) and led.end() > start.at:
                        left.append(Start(led.end(), start.asked or asks, start.first))
