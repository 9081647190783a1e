"""A folder of pages that is written again and again: only what has changed, and nothing that is not ours.

In: things and their names; then texts. Out: names of files; counts. What we wrote stands in a hidden list in the
folder, with a hash of each page and a seal (HMAC-SHA256, RFC 2104) by a secret of the database: a page that somebody
has changed since is theirs, and so is every file that is not in the list, and all of a list that we have not sealed.
Pages are readable by their owner only.
"""

import hashlib
import hmac
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from zeph.errors import BadInput
from zeph.file_writing import replace_text
from zeph.paths import private_dir
from zeph.safety.text import clean_text, one_line

LIST = ".zeph-pages.json"
ENDING = ".md"
LONGEST = 100
"""Bytes of a file's name, without its ending and a number."""
UNNAMED = "unnamed"
_BAD = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|#^\[\]%]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d|index)", re.IGNORECASE)


@dataclass(slots=True)
class Written:
    """What became of the pages."""

    pages: int = 0
    changed: int = 0
    gone: int = 0
    left: list[str] = field(default_factory=list)
    """Files that somebody else has changed; they were left as they are."""


class _Page(NamedTuple):
    """A page of ours: what it is about, its hash, and the one that it gets while it is written."""

    key: str
    now: str
    coming: str = ""

    def is_as(self, state: str) -> bool:
        return state in (self.now, self.coming or self.now)


class PageFolder:
    """One folder. Raises BadInput where it cannot be read or written."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        """``secret``: of the database; by it a list is known to be ours."""
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder} is a file: name a folder for the pages.")
        self._folder, self._secret = folder, secret
        try:
            if not folder.exists():
                private_dir(folder)
            self._there = [path.name for path in folder.iterdir()]
        except OSError as error:
            raise BadInput(f"{folder} cannot be written: {error.strerror or error}.") from error
        self._ours = self._listed()

    def names(self, things: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Of (key, name) the name of each one's file without its ending: the one it has, where it still fits; else one
        that no other file has, whatever its case."""
        had = {page.key: name for name, page in self._ours.items()}
        taken = {name.casefold() for name in self._there if name not in self._ours}
        found: dict[str, str] = {}
        waiting = []
        for key, name in things:
            base = file_name(name)
            old = had.get(key, "").removesuffix(ENDING)
            if re.fullmatch(rf"{re.escape(base)}(?: \(\d+\))?", old) and f"{old}{ENDING}".casefold() not in taken:
                found[key] = old
                taken.add(f"{old}{ENDING}".casefold())
            else:
                waiting.append((key, base))
        for key, base in waiting:
            name, number = base, 1
            while f"{name}{ENDING}".casefold() in taken:
                number += 1
                name = f"{base} ({number})"
            found[key] = name
            taken.add(f"{name}{ENDING}".casefold())
        return found

    def write(self, pages: Mapping[str, tuple[str, str]]) -> Written:
        """File's name without its ending to (key, text). Files of ours that are not among them go."""
        done = Written(pages=len(pages))
        try:
            wanted = {f"{name}{ENDING}": _Page(key, _digest(text.encode())) for name, (key, text) in pages.items()}
            # Noted before they are written: what a kill leaves is ours, whichever of the two it is.
            before = {
                name: page._replace(coming=wanted[name].now if name in wanted else "")
                for name, page in self._ours.items()
            }
            self._note({**wanted, **before})
            kept: dict[str, _Page] = {}
            for name in self._ours.keys() - wanted.keys():
                self._remove(name, done, kept)
            for name, (_, text) in zip(wanted, pages.values(), strict=True):
                self._put(name, wanted[name], text, done, kept)
            self._note(kept)
        except OSError as error:
            raise BadInput(f"{self._folder} cannot be written: {error.strerror or error}.") from error
        return done

    def _put(self, name: str, page: _Page, text: str, done: Written, kept: dict[str, _Page]) -> None:
        state, own = self._state(name), self._ours.get(name)
        if state == page.now:
            kept[name] = page
        elif state is None or (own and own.is_as(state)):
            replace_text(self._folder / name, text)
            kept[name] = page
            done.changed += 1
        else:
            kept |= {name: own} if own else {}
            done.left.append(name)

    def _remove(self, name: str, done: Written, kept: dict[str, _Page]) -> None:
        state, own = self._state(name), self._ours[name]
        if state is None:
            return
        if not own.is_as(state):
            kept[name] = own
            done.left.append(name)
            return
        path = self._folder / name
        with path.open("r+b") as file:  # a name alone would leave its bytes to the disk
            file.write(b"\0" * os.fstat(file.fileno()).st_size)
            file.flush()
            os.fsync(file.fileno())
        path.unlink()
        done.gone += 1

    def _state(self, name: str) -> str | None:
        """Hash of a file as it is; None where there is none."""
        path = self._folder / name
        if path.is_symlink() or (path.exists() and not path.is_file()):
            return ""
        try:
            return _digest(path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError:
            return ""

    def _listed(self) -> dict[str, _Page]:
        """Nothing of a list that we have not sealed."""
        try:
            listed = _read_list(self._folder)
            rows = {str(name): _Page(*map(str, row)) for name, row in listed["pages"].items()}
            ours = hmac.compare_digest(self._seal(rows).encode(), str(listed["seal"]).encode())
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}
        return {name: page for name, page in rows.items() if _is_page(name)} if ours else {}

    def _note(self, pages: Mapping[str, _Page]) -> None:
        listed = {"version": 1, "seal": self._seal(pages), "pages": dict(sorted(pages.items()))}
        replace_text(self._folder / LIST, json.dumps(listed, indent=0))

    def _seal(self, pages: Mapping[str, _Page]) -> str:
        said = json.dumps([LIST, sorted(pages.items())]).encode()
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()


def _read_list(folder: Path) -> Any:
    """Raises OSError, ValueError and RecursionError; whoever opened a pipe of its name would wait."""
    path = folder / LIST
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def own_pages(folder: Path) -> frozenset[str]:
    """Names of the files in it that are pages of ours: what the memory says is no news to it."""
    try:
        pages = _read_list(folder)["pages"]
        return frozenset(filter(_is_page, map(str, pages)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return frozenset()


def _is_page(name: str) -> bool:
    """Whether it may be the name of a page: of a file in the folder itself, without control characters."""
    return name.endswith(ENDING) and Path(name).name == name and not _CONTROL.search(name)


def file_name(name: str) -> str:
    """A name that every file system takes, and no longer than :data:`LONGEST` bytes."""
    text = unicodedata.normalize("NFC", one_line(clean_text(name)))
    text = re.sub(r"\s+", " ", _BAD.sub(" ", text)).strip(" .")
    while len(text.encode()) > LONGEST:
        text = text[:-1].rstrip(" .")
    if not any(map(str.isalnum, text)):
        return UNNAMED
    return f"{text} (1)" if _RESERVED.fullmatch(text.partition(".")[0]) else text


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
