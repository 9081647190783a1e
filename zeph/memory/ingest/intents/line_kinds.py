"""What a line is for, told by example: to tell something, to ask, or to order the memory about, and what of; to be
civil, or to ask for what only a model can do.

In: a line that somebody typed. Out: its kind and how likely that is; of an order the words that it is about.
Two multinomial logistic regressions over how the line is worded, and one over the places at which what it is about may
start and stop (:mod:`.line_features`); the weights (``line_weights.json``) are learned from lines that writers wrote
who knew no rule, with ``python -m benchmarks.learn_intents --write``, which also tells how good they are.
"""

import base64
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from zeph.memory.ingest.intents.line_features import (
    EDGES,
    MOST_WORDS,
    RARE,
    SIZE,
    edge_features,
    kind_features,
    stretch_features,
    stretches_of,
    tokens_of,
)
from zeph.memory.language.word_tables import read_words

DATA_FILE = "line_weights.json"
LIKELY = 0.25
"""How likely a stretch is at least to be taken for what an order is about."""
_DENIED, _ASKED = (re.compile(read_words("forgetting")[key], re.IGNORECASE) for key in ("denied", "asked"))
_MOST = 127
_KEPT = 2048
"""Lines whose kind is kept: as many as are looked at for what is to be done."""
_LANE = 32
"""Bits of a kind's sum."""
_LANE_FULL = (1 << _LANE) - 1


def packed(weights: Any) -> tuple[bytes, float]:
    """Numbers as bytes from -127 to 127, a row after another, and what 1 of them stands for."""
    unit = float(abs(weights).max()) / _MOST
    return (weights / unit).round().astype("int8").tobytes(), unit


class Shares:
    """How likely each of some names is, by weights of features."""

    def __init__(self, names: Sequence[str], weights: bytes, unit: float) -> None:
        """``names``: first the one for what is none of the others; ``weights``: of each feature, and of none, a signed
        byte for each name."""
        self.names = names
        self._rows = [*_rows(weights, len(names))]
        self._unit = unit

    def of(self, features: Iterable[int]) -> dict[str, float]:
        rows = [*features, SIZE]
        total, none = sum(self._rows[row] for row in rows), len(rows) * (_MOST + 1)
        odds = [(((total >> at * _LANE) & _LANE_FULL) - none) * self._unit for at in range(len(self.names))]
        most = max(odds)
        shares = [math.exp(one - most) for one in odds]
        total_share = sum(shares)
        return {name: share / total_share for name, share in zip(self.names, shares, strict=True)}


class LineReader:
    """What was learned, ready to tell."""

    def __init__(
        self, vocabulary: frozenset[str], kinds: Shares, forms: Shares, edges: bytes, edges_unit: float
    ) -> None:
        """``edges``: of each feature of a place a signed byte."""
        self._vocabulary = vocabulary
        self._kinds = kinds
        self._forms = forms
        self._edges = memoryview(edges).cast("b")
        self._edges_unit = edges_unit

    def kinds(self, line: str) -> dict[str, float]:
        """How likely each kind is, from 0 to 1."""
        return self._told(self._kinds, line)

    def forms(self, line: str) -> dict[str, float]:
        """How likely it greets, thanks, takes leave, or asks for what only a model can do, from 0 to 1; a line of which
        no word is known ("elbe?") does neither."""
        known = any(one.word in self._vocabulary and one.word.isalpha() for one in tokens_of(line))
        return self._told(self._forms, line) if known else _none_of(self._forms)

    def _told(self, learned: Shares, line: str) -> dict[str, float]:
        tokens = tokens_of(line)
        if 2 * sum(one.word in self._vocabulary for one in tokens) < len(tokens):
            return _none_of(learned)  # hardly English
        return learned.of(kind_features(tokens, self._vocabulary))

    def about(self, line: str, kind: str) -> tuple[int, int]:
        """Where in the line that stands which an order of the kind is about; an empty stretch for nothing, all of it
        where no stretch is likely."""
        tokens = tokens_of(line)[:MOST_WORDS]
        words = [one.word if one.word in self._vocabulary else RARE for one in tokens]
        starts, stops = (
            [self._odds(edge_features(words, at, edge, kind)) for at in range(len(words) + 1)] for edge in EDGES
        )
        odds = [
            (starts[start] + stops[stop] + self._odds(stretch_features(words, start, stop, kind)), -start, -stop)
            for start, stop in stretches_of(words)
        ]
        most, start, stop = max(odds)
        share = 1.0 / sum(math.exp((one - most) * self._edges_unit) for one, _, _ in odds)
        if stop and share < LIKELY:
            return (0, len(line))
        return (tokens[-start].start, tokens[-stop - 1].end) if stop else (0, 0)

    def _odds(self, features: Iterable[int]) -> int:
        return sum(map(self._edges.__getitem__, features))


def _none_of(learned: Shares) -> dict[str, float]:
    return {name: float(name == learned.names[0]) for name in learned.names}


def _rows(kinds: bytes, count: int) -> Iterator[int]:
    """Of each feature its numbers for all kinds in one, each in a lane of bits of its own and none below zero, so that
    one sum adds them all."""
    for start in range(0, len(kinds), count):
        row = bytearray(count * _LANE // 8)
        for kind in range(count):
            row[kind * _LANE // 8] = (kinds[start + kind] + _MOST + 1) % 256
        yield int.from_bytes(row, "little")


@lru_cache(maxsize=_KEPT)
def kind_of(line: str) -> tuple[str, float]:
    """(the likeliest kind, how likely)."""
    return max(_kinds_of(line).items(), key=lambda one: one[1])


def chance_of(line: str, kind: str) -> float:
    """How likely a line is of that kind."""
    return _kinds_of(line).get(kind, 0.0)


def _kinds_of(line: str) -> dict[str, float]:
    """How likely each is; what is not to be forgotten is no order to forget, however much it looks like one."""
    shares = _shipped().kinds(line)
    said = " ".join(one.word for one in tokens_of(line)) if "forget" in shares else ""
    if not _DENIED.search(said) or _ASKED.search(said):
        return shares
    others = 1.0 - shares["forget"]
    return {kind: share / others for kind, share in shares.items() if kind != "forget"}


@lru_cache(maxsize=_KEPT)
def forms_of(line: str) -> Mapping[str, float]:
    """How likely a line only greets, thanks, takes leave, or asks for work; and that it does none of these."""
    return MappingProxyType(_shipped().forms(line))


@lru_cache(maxsize=64)
def about_of(line: str, kind: str) -> tuple[int, int]:
    return _shipped().about(line, kind)


@cache
def _shipped() -> LineReader:
    made: dict[str, Any] = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    kinds, forms = (
        Shares(made[f"{name}_names"], base64.b64decode(made[name]), made[f"{name}_unit"]) for name in ("kinds", "forms")
    )
    return LineReader(
        frozenset(made["vocabulary"].split(" ")), kinds, forms, base64.b64decode(made["edges"]), made["edges_unit"]
    )
