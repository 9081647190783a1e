"""Names everybody knows, with their class and type, and other ways to write them.

In: ``data/gazetteer.toml`` (name → class, entity type) and ``data/aliases.toml`` (k8s → Kubernetes), shipped
with the package. Out: look-ups by canonical name. Cosine similarity cannot do this (0.48 for k8s and
Kubernetes), a table can. The class is what "switched to neovim" compares: an editor takes an editor's place.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from zeph.memory.language.given_names import given_names
from zeph.memory.language.names import canonical_name, compatible_types
from zeph.memory.language.word_tables import read_data

_SAID = re.compile(r"[\w+#.]*[\w+#]")
_FIRST = re.compile(r"(?<=\w)[^\w+#]")


@dataclass(frozen=True, slots=True)
class Known:
    """A name that the gazetteer holds."""

    name: str
    """As it is properly written."""
    kind: str
    """Its class: editor, city, language, database …"""
    entity_type: str
    everyday: bool = False
    """Also an ordinary English word ("go", "express"): a name only where the context says so."""


class Gazetteer:
    """Well-known names; aliases resolve to the name they stand for."""

    def __init__(
        self, known: Mapping[str, Known], aliases: Mapping[str, str], everyday: Iterable[str] = (),
        class_nouns: Mapping[str, Iterable[str]] | None = None,
        file_endings: Mapping[str, Iterable[str]] | None = None, file_shapes: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """``everyday``: canonical aliases that are ordinary words or names of people too; ``class_nouns``: what may
        stand after a name of a class without another thing being meant; ``file_endings`` and
        ``file_shapes``, expressions for whole names: by the type of entity."""
        self._file_shapes = {kind: re.compile(shape) for kind, shape in (file_shapes or {}).items()}
        self._file_types = {end: kind for kind, ends in (file_endings or {}).items() for end in ends}
        self._class_nouns = {kind: tuple(nouns) for kind, nouns in (class_nouns or {}).items()}
        self._known = dict(known)
        self._aliases = dict(aliases)
        self._everyday = frozenset(everyday)
        self.longest = max((key.count(" ") + 1 for key in (*self._known, *self._aliases)), default=1)
        """Words of the longest name."""
        self.first_words = frozenset(_FIRST.split(key.split()[0])[0] for key in (*self._known, *self._aliases))
        """First words of all names, to rule most words out at once."""

    @staticmethod
    def load() -> "Gazetteer":
        """The shipped tables, read once."""
        return _shipped()

    def lookup(self, canonical: str) -> Known | None:
        """The entry of a canonical name or of an alias of it."""
        direct = self._known.get(canonical)
        if direct is not None or canonical not in self._aliases:
            return direct
        meant = self._known.get(canonical_name(self._aliases[canonical]))
        return replace(meant, everyday=True) if meant and canonical in self._everyday else meant

    def kind(self, name: str) -> str:
        """The class of any spelling of a name; empty where it is unknown."""
        known = self.lookup(canonical_name(name))
        return known.kind if known else ""

    @property
    def kinds(self) -> list[str]:
        """All classes of names."""
        return sorted({known.kind for known in self._known.values()})

    def file_type(self, name: str) -> str:
        """The type of entity that a file or a setting of that name is ("main.rs": file, "DATABASE_URL": config); empty
        for what is no such name."""
        stem, dot, ending = name.strip().casefold().rpartition(".")
        if dot and stem and ending in self._file_types and not re.search(r"\s", stem):
            return self._file_types[ending]
        return next((kind for kind, shape in self._file_shapes.items() if shape.fullmatch(name.strip())), "")

    def names_any(self, text: str, kinds: Collection[str]) -> bool:
        """Whether a well-known name of one of these classes stands in it with a capital, and is no everyday word."""
        said = _SAID.findall(text)
        for place, word in enumerate(said):
            if word[0].isupper() and word.lower() in self.first_words:
                for size in range(1, self.longest + 1):
                    known = self.lookup(canonical_name(" ".join(said[place : place + size])))
                    if known is not None and known.kind in kinds and not known.everyday:
                        return True
        return False

    def full_name(self, name: str, entity_type: str = "") -> str | None:
        """What a shipped alias stands for ("k8s": "Kubernetes"); None where it is no alias, or where a thing of that
        type cannot be meant: an everyday alias ("idea") needs the very type, no person is a database."""
        canonical = canonical_name(name)
        plain = self._without_class(canonical)
        if plain is not None and (not entity_type or compatible_types(plain.entity_type, entity_type)):
            return plain.name
        meant = self._aliases.get(canonical)
        known = self._known.get(canonical_name(meant)) if meant else None
        if known and canonical in self._everyday and entity_type != known.entity_type:
            return None
        if known and entity_type and not compatible_types(known.entity_type, entity_type):
            return None
        return meant

    def _without_class(self, canonical: str) -> Known | None:
        """Rust of "Rust language" and of "rust-lang"."""
        parts = re.split(r"(?=[ -])", canonical)
        for at in range(1, len(parts)):
            known, noun = self.lookup("".join(parts[:at])), "".join(parts[at:]).removeprefix(" ")
            if known is not None and noun in self._class_nouns.get(known.kind, ()):
                return known
        return None


@lru_cache(maxsize=1)
def _shipped() -> Gazetteer:
    known: dict[str, Known] = {}
    for kind, group in read_data("gazetteer.toml").items():
        everyday = {canonical_name(word) for word in group.get("everyday", [])}
        for name in group["names"]:
            key = canonical_name(name)
            known.setdefault(key, Known(name, kind, group["type"], key in everyday))
    for name in given_names():
        known.setdefault(name, Known(name.capitalize(), "given_name", "person"))
    data = read_data("aliases.toml")
    aliases = {canonical_name(alias): name for alias, name in data["aliases"].items()}
    return Gazetteer(
        known, aliases, map(canonical_name, data["everyday"]), data["class_nouns"], data["file_endings"],
        data["file_shapes"],
    )  # fmt: skip
