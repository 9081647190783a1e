"""Keys that somebody tells or pastes: found by their shape, and hidden before anything is stored or sent.

In: a text. Out: the text without them, and what they were. The shapes are data (``secret_shapes.toml``); they follow
the detectors of detect-secrets and gitleaks, and leave out what is told by its randomness alone: a hash, an id or a
commit is no secret.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from typing import Any

from zeph.safety.secrets import REDACTED

LEAST = 6
"""Characters of a value that a word for a key makes a secret."""
_VALUE = (
    r"""(?P<secret>"[^"\n]{4,200}"|'[^'\n]{4,200}'|“[^”\n]{4,200}”|„[^“\n]{4,200}“|«[^»\n]{4,200}»|`[^`\n]{4,200}`"""
)
_VALUE += r"""|(?=[^\s\d!@#$%^&*?~]{0,200}[\d!@#$%^&*?~])[^\s"'“”„«»`,;<>()\[\]{}。、，]{6,200})"""
_MADE_UP = (
    r"(?P<secret>(?=[^\s]{0,200}\d)(?=[^\s]{0,200}[A-Za-z])"
    r"(?=[^\s]{0,200}[A-Za-z0-9][!@#$%^&*?~]+[A-Za-z0-9]|[^\s]{0,200}[A-Za-z]\d+[A-Za-z]|[^\s]{0,200}\d[A-Za-z]+\d)"
    r"[^\s\"'“”„«»`,;:<>()\[\]{}/]{7,200})"
)
_PLAIN = re.compile(
    r"[\d.,:/%+–-]+[€$£¥%]?|[^\W\d_]+(?:[-'’.…][^\W\d_]+)*[.!?…:]*|https?://\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+[.!?]?"
)
"""No secret: numbers, dates, words, addresses."""


@dataclass(frozen=True, slots=True)
class Hidden:
    text: str
    names: tuple[str, ...] = ()
    """What was hidden, each kind once: "GitHub token"."""

    def sentence(self) -> str:
        """For the person; empty where nothing was hidden."""
        if not self.names:
            return ""
        what = " and ".join(f"a {name}" if name[0] not in "AEIOUaeiou" else f"an {name}" for name in self.names)
        return f"Not kept: {what} in what you said, shown as {REDACTED}. `zeph chat --keep-secrets` keeps such things."


@dataclass(frozen=True, slots=True)
class _Shape:
    name: str
    pattern: re.Pattern[str]
    letters: int
    digits: int

    def is_one(self, secret: str) -> bool:
        return sum(map(str.isalpha, secret)) >= self.letters and sum(map(str.isdigit, secret)) >= self.digits


def hide_secrets(text: str, *, lines: bool = False) -> Hidden:
    """``text`` with ``[redacted]`` in place of each key, with ``lines`` on as many lines as before. Takes time in
    proportion to the text."""
    names: dict[str, None] = {}
    for shape in _shapes():
        text = shape.pattern.sub(partial(_hide, shape, names, lines), text)
    text = _named().sub(partial(_hide_named, names), text)
    text = _before().sub(partial(_hide_named, names), text)
    return Hidden(text, tuple(names))


def _hide(shape: _Shape, names: dict[str, None], lines: bool, found: re.Match[str]) -> str:
    group = "secret" if found.groupdict().get("secret") else 0
    secret = found[group]
    if not shape.is_one(secret) or REDACTED in secret:
        return found[0]
    names[shape.name] = None
    return _without(found, group) + "\n" * (secret.count("\n") if lines else 0)


def _hide_named(names: dict[str, None], found: re.Match[str]) -> str:
    value = found["secret"]
    bare = value.strip("\"'“”„«»`")
    if REDACTED in value or len(bare.rstrip(".!?,")) < LEAST or _PLAIN.fullmatch(bare):
        return found[0]
    names["password or key"] = None
    return _without(found, "secret")


def _without(found: re.Match[str], group: str | int) -> str:
    start, end = found.span(group)
    return f"{found.string[found.start() : start]}{REDACTED}{found.string[end : found.end()]}"


@cache
def _shapes() -> tuple[_Shape, ...]:
    return tuple(
        _Shape(row["name"], re.compile(row["pattern"]), row.get("letters", 0), row.get("digits", 0))
        for row in _data()["shape"]
    )


@cache
def _named() -> re.Pattern[str]:
    named = _data()["named"]
    words, between = "|".join(named["words"]), "|".join(map(re.escape, named["between"]))
    sign = r"\s{0,5}(?:=>|[:=：＝])\s{0,5}"
    told = rf"\s+(?:[^\W_]{{1,20}}\s+){{0,4}}?(?:{between})\s*[:：]?\s+|\s?(?:{between})\s?(?=[\w\"'“„«`])"
    of_it = r"['’]s\s+(?:now\s+)?"
    gap = f"(?:{sign}|{told}|{of_it})"
    return re.compile(rf"(?i:(?<![^\W_])(?:{words})s?[\"']?{gap}){_VALUE}")


@cache
def _before() -> re.Pattern[str]:
    """A word for a key and right behind it what is made as keys are: letters and digits that change more than once, or
    with marks within."""
    words = "|".join(_data()["named"]["before"])
    return re.compile(rf"(?i:(?<![^\W_])(?:{words})\s{{1,3}}){_MADE_UP}")


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(resources.files("zeph.safety").joinpath("secret_shapes.toml").read_text(encoding="utf-8"))
