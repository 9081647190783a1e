"""What is put before a model beside what the person says: files, folders, pictures and pages of the web named after an
``@``, text on a pipe.

In: a text as it was typed. Out: :class:`Attachment`, each with its name and its text; UsageError where one is named
that cannot be read, or that who answers cannot see, before anything is sent. A picture goes to the model with this one
message and is not kept. An attachment is kept in the conversation beside the message, as data:
no fact is ever read from it, and recall does not take it for the person's own words.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from zeph.errors import UsageError
from zeph.models.ports import ChatModel, KnowsSight
from zeph.safety.fence import quoted
from zeph.safety.text import clean_text, one_line

MOST_BYTES = 256 * 1024
"""Of one file; of a folder all of its files together."""
MOST_FILES = 100
"""Of a folder."""
MOST_LOOKED_AT = 2_000
"""Files of a folder whose size is looked at: a home folder has no end."""
BINARY_LOOKED_AT = 4096
"""Bytes at the beginning in which a zero byte means that it is no text."""
MOST_PICTURE_BYTES = 8 << 20
MOST_PICTURES = 4
PICTURES = {"PNG": (0, b"\x89PNG\r\n\x1a\n"), "JPEG": (0, b"\xff\xd8\xff"), "GIF": (0, b"GIF8"), "WebP": (8, b"WEBP")}
"""Kinds of pictures that models take: where in the file what stands."""
PAGE = re.compile(r"https?://\S", re.IGNORECASE)
NAMED = re.compile(r'(?<!\S)@(?:"([^"\n]+)"|(\S+))')
"""``@notes.md``, ``@"my notes.md"``: at the beginning or after white space, so that no mail address is one."""
LOOKS_LIKE_FILE = re.compile(r"/|\.\w{1,5}$")
"""What is missing is an error only where it looks like a path: "@anna" is somebody's name."""
AFTER = ".,;:!?)]}'"
"""What may follow a path in a sentence."""


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    text: str
    left_out: str = ""
    """What of it is not there, in words; empty where it is whole."""
    picture: bytes = b""
    """As the file holds it; empty for text."""

    def told(self, sent_whole: bool) -> str:
        """What the person is told: ``notes.md is attached, 12 lines.``"""
        if self.picture:
            return f"{self.name} goes to the model with this message; the picture itself is not kept."
        lines = self.text.count("\n") + (not self.text.endswith("\n"))
        told = f"{self.name} is attached, {lines:,} line{'s' * (lines != 1)}.{' ' * bool(self.left_out)}{self.left_out}"
        return told if sent_whole else f"{told} Not all of it fits the model's window."


def attachments_of(text: str, folder: Path) -> list[Attachment]:
    """What ``text`` names, each once; relative paths begin at ``folder``. A page is fetched. Raises UsageError."""
    named = dict.fromkeys(quoted or word for quoted, word in NAMED.findall(text))
    found = [one for name in named if (one := _page(name) if PAGE.match(name) else _attached(name, folder))]
    if sum(bool(one.picture) for one in found) > MOST_PICTURES:
        raise UsageError(f"At most {MOST_PICTURES} pictures go with one message; nothing was sent.")
    return found


async def check_seen(attached: Sequence[Attachment], chat: ChatModel | None) -> None:
    """Raises UsageError where a picture is attached and who answers cannot see; an endpoint that does not say whether
    it sees is taken to."""
    names = [one.name for one in attached if one.picture]
    if not names or (chat is not None and not (isinstance(chat, KnowsSight) and await chat.sees() is False)):
        return
    who = "No model answers, and the memory" if chat is None else chat.name
    raise UsageError(f"{who} cannot see pictures, so {names[0]} was not sent. `/model` lists models that do.")


def piped(text: str) -> Attachment:
    """What came on a pipe beside a text."""
    return Attachment("the piped text", *_cut(clean_text(text)))


def _attached(name: str, folder: Path) -> Attachment | None:
    for word in dict.fromkeys((name, name.rstrip(AFTER))):
        path = folder / Path(word).expanduser() if word else folder
        if word and _exists(path):
            return _folder(word, path) if path.is_dir() else _file(word, path)
    bare = name.rstrip(AFTER)
    if LOOKS_LIKE_FILE.search(bare):
        raise UsageError(f'There is no file {bare}. A path with spaces is written @"…"; nothing was sent.')
    return None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _file(name: str, path: Path) -> Attachment:
    if not path.is_file():
        raise UsageError(f"{name} is no regular file; nothing was sent.")
    if (picture := _picture(path)) is not None:
        return picture
    content = _text(path)
    if content is None:
        raise UsageError(f"{name} is no text; nothing was sent.")
    return Attachment(name, *_cut(content))


def _picture(path: Path) -> Attachment | None:
    """None for what is none. Raises UsageError for one that is too large, or cannot be read."""
    content = _bytes(path, MOST_PICTURE_BYTES + 1)
    kind = next((kind for kind, (at, mark) in PICTURES.items() if content[at : at + len(mark)] == mark), None)
    if kind is None or (kind == "WebP" and not content.startswith(b"RIFF")):
        return None
    if len(content) > MOST_PICTURE_BYTES:
        raise UsageError(f"{path.name} is larger than {MOST_PICTURE_BYTES >> 20} MB; nothing was sent.")
    return Attachment(path.name, f"(a picture, {kind}, {max(1, len(content) // 1024):,} KB)", picture=content)


def _page(name: str) -> Attachment:
    from zeph.agent.fetched_pages import MOST_BYTES as MOST_PAGE
    from zeph.agent.fetched_pages import fetch

    bare = name.rstrip(AFTER)
    address = bare + ")" if bare.count("(") > bare.count(")") and name.startswith(bare + ")") else bare
    page = fetch(address)
    if not page.text:
        raise UsageError(f"{page.address} holds no text that can be read; nothing was sent.")
    text, left_out = _cut(page.text)
    return Attachment(page.address, text, left_out or page.cut * f"Only its first {MOST_PAGE >> 20} MB are.")


def _folder(name: str, path: Path) -> Attachment:
    """Its text files one after the other, hidden ones left out."""
    parts: list[str] = []
    left, skipped = MOST_BYTES, 0
    for file in islice(_files(path), MOST_LOOKED_AT):
        fits = len(parts) < MOST_FILES and file.stat().st_size <= left
        content = _text(file) if fits else None
        if content is None:
            skipped += 1
            continue
        left -= len(content.encode("utf-8"))
        parts.append(f"--- {file.relative_to(path)}\n{content}")
    if not parts:
        raise UsageError(f"{name} holds no text that can be attached; nothing was sent.")
    remark = f"{skipped:,} file{'s' * (skipped != 1)} of it left out: no text, or too much." if skipped else ""
    return Attachment(name, "\n".join(parts), remark)


def _files(path: Path) -> Iterator[Path]:
    """Regular files below it, in order; links out of it are not followed."""
    for place, folders, names in os.walk(path):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in sorted(names):
            file = Path(place) / name
            if not name.startswith(".") and file.is_file() and not file.is_symlink():
                yield file


def _text(path: Path) -> str | None:
    """At most a little more than may be attached; None for what is no text. Raises UsageError."""
    content = _bytes(path, MOST_BYTES + 1)
    return None if b"\0" in content[:BINARY_LOOKED_AT] else clean_text(content.decode("utf-8", errors="replace"))


def _bytes(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise UsageError(f"{path.name} cannot be read: {error.strerror or error}. Nothing was sent.") from None


def _cut(text: str) -> tuple[str, str]:
    """The text, and in words what of it is left out."""
    content = text.encode("utf-8")
    if len(content) <= MOST_BYTES:
        return text, ""
    return content[:MOST_BYTES].decode("utf-8", errors="ignore"), f"Only its first {MOST_BYTES // 1024} KB are."


def as_data(name: str, text: str) -> str:
    """How an attachment stands before a model."""
    return quoted(f"[attached: {one_line(name)}]\n{text}")
