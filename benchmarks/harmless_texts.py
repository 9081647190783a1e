"""Gathers harmless texts to learn from: ``python -m benchmarks.harmless_texts MOST:FOLDER[,FOLDER]... > TEXTS.jsonl``.

In: folders with what others wrote for people, and how many texts of them at most, drawn by chance: READMEs, licences
and descriptions of installed packages, manuals (plain, HTML, manual pages), sayings of ``fortune``, conversations of
``chatterbot-corpus``, talk in this project's own labelled files. Out: a paragraph, a saying or a message a line
(``{"text": …}``), of a folder each once.

What the shipped weights were learned from: ``9000:benchmarks/data``, ``8000:.venv/lib/python3.11/site-packages``,
``5500:`` chinese to turkish of ``chatterbot-corpus`` 1.3.3 (the eleven beside English that Zeph has words in), and of
packages of Debian 12, unpacked: ``14000:`` fortunes-br, -de, -es, -it, -pl, -ru, -zh, ``8000:`` debian-faq (and -de,
-fr, -it, -ja, -ko, -nl, -pt, -ru, -zh-cn), debian-reference-de, -es, -fr, -it, -ja, -pt, -zh-cn, aptitude-doc-es, -it,
-ja, -nl, developers-reference-de, -fr, -it, -ja, -ru, ``2200:`` manpages-nl, -pl, -tr.
"""

import gzip
import html
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SHORTEST, LONGEST = 12, 600
"""Characters; a longer paragraph is cut."""
_TAGS = re.compile(r"<(script|style|head)\b.*?</\1>|<pre\b.*?</pre>", re.DOTALL | re.IGNORECASE)
_BLOCKS = re.compile(r"</?(?:p|li|dt|dd|h\d|div|td|tr|title)\b[^>]*>", re.IGNORECASE)
_ROFF = re.compile(r"\\f(?:\[[^\]]*\]|.)|\\s[-+]?\d|\\[&|^%/,:]|\\\(..|\\\[[^\]]*\]|^\.(?!SH|SS|B|I|R)[^\n]*\n", re.M)
_ROFF_LINE = re.compile(r"^\.(?:SH|SS|BR|BI|IR|RB|RI|IB|B|I|R) ?", re.M)
_NAMES = re.compile(r"(readme|license|licence|copying|notice|metadata|description|changes|history)\b", re.IGNORECASE)
_SPACE = re.compile(r"\s+")


def paragraphs(file: Path) -> Iterator[str]:
    """Of a file of a kind that is known; of another one none."""
    if file.suffix == ".gz":
        yield from _manual(
            _ROFF_LINE.sub("", _ROFF.sub("", gzip.decompress(file.read_bytes()).decode("utf-8", "replace")))
        )
    elif file.suffix in (".yml", ".yaml"):
        yield from (line.lstrip("- ") for line in _read(file).split("\n") if line.lstrip().startswith("- "))
    elif file.suffix == ".jsonl":
        yield from (text for line in _read(file).strip().split("\n") for text in _told(json.loads(line)))
    elif file.suffix in (".html", ".htm"):
        yield from map(_without_tags, _BLOCKS.split(_TAGS.sub("\n", _read(file))))
    elif "fortunes" in file.parts and not file.suffix:
        yield from re.split(r"\n%\n?", _read(file))
    elif file.suffix in (".txt", ".md", ".rst") or _NAMES.match(file.name):
        yield from re.split(r"\n\s*\n", _read(file))


def _manual(text: str) -> list[str]:
    return re.split(r"\n\s*\n|\n\.", text.replace("\\-", "-"))


def _read(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "replace")


def _without_tags(block: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", block))


def _told(row: Any) -> Iterator[str]:
    """What somebody says in a row of a labelled file."""
    if isinstance(row, dict):
        if isinstance(row.get("text"), str):
            yield row["text"]
        yield from (text for each in row.get("messages", ()) for text in _told(each))
        yield from (text for text in row.get("before", ()) if isinstance(text, str))


def gathered(folders: list[Path]) -> Iterator[str]:
    known: set[str] = set()
    for file in sorted(file for folder in folders for file in ([folder] if folder.is_file() else folder.rglob("*"))):
        for paragraph in paragraphs(file) if file.is_file() and not file.is_symlink() else ():
            text = _SPACE.sub(" ", paragraph).strip()[:LONGEST]
            if len(text) >= SHORTEST and "\ufffd" not in text and text not in known and re.search(r"[^\W\d_]{2}", text):
                known.add(text)
                yield text


def main() -> None:
    chance, lines = random.Random(3), []
    for argument in sys.argv[1:]:
        most, _, folders = argument.partition(":")
        found = [
            json.dumps({"text": text}, ensure_ascii=False) for text in gathered(list(map(Path, folders.split(","))))
        ]
        chance.shuffle(found)
        lines += found[: int(most)]
    chance.shuffle(lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
