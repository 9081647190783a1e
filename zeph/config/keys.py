"""The settings as a flat list of keys, for messages, the reference and the wizard.

In: the schema. Out: one :class:`Key` for each setting, in the order of the schema.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from zeph.config.fields import HARMLESS, MANY, NAMES_FILE, PERSONAL, OneOf, Opens, Section
from zeph.config.schema import Settings


@dataclass(frozen=True, slots=True)
class Key:
    path: tuple[str, ...]
    kind: Literal["text", "secret", "whole number", "number", "true or false", "choice", "list"]
    default: Any
    description: str
    allowed: str
    """The range or the choices in words; empty where everything of the kind goes."""
    harmless: bool = False
    """A file that nobody has trusted may set it."""
    names_file: bool = False
    """Its value is the path of a file."""
    opens: str = ""
    """For a secret: the key of its section whose address it opens."""

    @property
    def dotted(self) -> str:
        return ".".join(self.path)

    @property
    def variable(self) -> str:
        """The environment variable that overrides it."""
        return "ZEPH_" + "__".join(self.path).upper()


@cache
def all_keys() -> tuple[Key, ...]:
    return tuple(_keys_of(Settings, ()))


@cache
def all_sections() -> dict[tuple[str, ...], type[Section]]:
    """Section path to its class; ``()`` is the whole."""
    return dict(_sections_of(Settings, ()))


def find_key(path: tuple[str, ...]) -> Key | None:
    return next((key for key in all_keys() if key.path == path), None)


def is_personal(path: tuple[str, ...]) -> bool:
    """Whether a key, known or not, is of a section that counts in the person's own places alone."""
    found = all_sections()
    above = [(found[path[:n]], path[n : n + 1]) for n in range(len(path) + 1) if path[:n] in found]
    return any(section.personal or _is_marked(section, name) for section, name in above)


def _is_marked(section: type[Section], name: tuple[str, ...]) -> bool:
    info = section.model_fields.get(name[0]) if name else None
    return info is not None and PERSONAL in info.metadata


def nearest(path: tuple[str, ...]) -> str | None:
    """The known key or section that ``path`` was probably meant to be, dotted only where it is another section's."""
    section, name = path[:-1], path[-1]
    siblings = all_sections()[section].model_fields if section in all_sections() else {}
    close = difflib.get_close_matches(name, siblings, n=1, cutoff=0.6)
    if close:
        return close[0]
    known = [key.dotted for key in all_keys()] + [".".join(path) for path in all_sections() if path]
    elsewhere = [dotted for dotted in known if dotted.rpartition(".")[2] == name]
    if elsewhere or section in all_sections():
        return next(iter(elsewhere), None)
    return next(iter(difflib.get_close_matches(".".join(path), known, n=1, cutoff=0.75)), None)


def value_of(settings: Settings, dotted: str) -> Any:
    """What the settings hold under a key: ``value_of(settings, "model.name")``."""
    return reduce(getattr, dotted.split("."), settings)


def _keys_of(model: type[BaseModel], above: tuple[str, ...]) -> Iterator[Key]:
    for name, info in model.model_fields.items():
        section = _section(info)
        if section:
            yield from _keys_of(section, (*above, name))
        elif get_origin(info.annotation) is not dict:  # a table of the person's own names has no keys of ours
            yield _key((*above, name), info)


def _sections_of(model: type[Section], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type[Section]]]:
    yield above, model
    for name, info in model.model_fields.items():
        section = _section(info)
        if section:
            yield from _sections_of(section, (*above, name))


def _section(info: FieldInfo) -> type[Section] | None:
    annotation = info.annotation
    return annotation if isinstance(annotation, type) and issubclass(annotation, Section) else None


def _key(path: tuple[str, ...], info: FieldInfo) -> Key:
    choices = _choices(info)
    return Key(
        path=path,
        kind="choice" if choices else _kind(info.annotation),
        default=info.default,
        description=info.description or "",
        allowed=", ".join(choices) or _range(info),
        harmless=HARMLESS in info.metadata,
        names_file=NAMES_FILE in info.metadata,
        opens=next((mark.address for mark in info.metadata if isinstance(mark, Opens)), ""),
    )


def _choices(info: FieldInfo) -> tuple[str, ...]:
    if get_origin(info.annotation) is Literal:
        return get_args(info.annotation)
    return next((mark.names() for mark in info.metadata if isinstance(mark, OneOf)), ())


def _kind(annotation: Any) -> Any:
    if SecretStr in get_args(annotation):
        return "secret"
    if get_origin(annotation) is tuple:
        return "list"
    return {str: "text", int: "whole number", float: "number", bool: "true or false"}[annotation]


def _range(info: FieldInfo) -> str:
    words = []
    for bound in info.metadata:
        if isinstance(bound, Ge):
            words.append(f"at least {bound.ge}")
        elif isinstance(bound, Gt):
            words.append(f"more than {bound.gt}")
        elif isinstance(bound, Le) and bound.le != MANY:
            words.append(f"at most {bound.le}")
        elif isinstance(bound, Lt):
            words.append(f"less than {bound.lt}")
    return ", ".join(words)
