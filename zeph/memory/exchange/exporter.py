"""The memory goes out: everything, or what was true at a time, the graph for another tool, or pages to read.

In: the store, a view, a path. Out: a file only its owner can read, whole or not there, and how many rows of what; or a
folder of such files.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from zeph.clock import Moment
from zeph.errors import BadInput
from zeph.file_writing import check_replaceable, part_beside
from zeph.memory.admin.copies import is_database
from zeph.memory.exchange import graph_formats, markdown_pages, whole_memory
from zeph.memory.exchange.page_folder import PageFolder, Written
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.ports import Store


async def export(store: Store, view: View, path: Path, format: str) -> Mapping[str, int]:
    """Rows per kind. Without ``view.as_of``, jsonl is everything, with it what was true then.

    Raises BadInput where the file cannot be written, or is a database.
    """
    try:
        if await asyncio.to_thread(_is_database, path):
            raise BadInput(f"{path} is a database: name another file.")
        with part_beside(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            return await export_to(store, view, file, format, str(path))
    except OSError as error:
        raise _unwritable(str(path), error) from error


async def export_to(
    store: Store, view: View, file: TextIO, format: str, named: str = "the terminal"
) -> Mapping[str, int]:
    """The same into an open file. Raises BadInput where it cannot be written."""
    counts: Counter[str] = Counter()
    if format == "jsonl":
        file.write(whole_memory.header())

        def take(kind: str, row: dict[str, object]) -> None:
            counts[kind] += 1
            try:
                file.write(whole_memory.line(kind, row))
            except OSError as error:  # the store would take it for a failure of its own file
                raise _unwritable(named, error) from error

        await store.transfer.dump(view, take)
        return counts
    edges = await store.graph.all_edges(view)
    ends = {e.source_id for e in edges} | {e.target_id for e in edges}  # only what is part of a fact
    found = await store.read(lambda r: r.entities.by_id(sorted(ends)))
    entities = sorted(found.values(), key=lambda entity: entity.id)
    as_text = graph_formats.graphml if format == "graphml" else graph_formats.mcp_memory
    file.writelines(as_text(entities, edges))
    return {"entity": len(entities), "fact": len(edges)}


async def export_pages(store: Store, view: View, folder: Path) -> Written:
    """A page for each thing of which something is known, and one that lists them. Raises BadInput where the folder
    cannot be written."""
    everything = view if view.as_of else replace(view, ended=True, ahead=True, to_come=True)
    facts = markdown_pages.shown_facts(await store.graph.all_edges(everything))
    ends = sorted({end for fact in facts for end in (fact.source_id, fact.target_id)})
    sources = sorted({source for fact in facts for source in fact.sources})
    things, said = await store.read(lambda r: (r.entities.by_id(ends), r.messages.by_id(sources)))
    pages = partial(PageFolder, folder, await store.transfer.secret())
    return await asyncio.to_thread(_write_pages, pages, view.now, things, facts, said)


def _write_pages(
    open_folder: Callable[[], PageFolder], now: Moment, things: Mapping[int, Entity], facts: Sequence[Edge],
    said: Mapping[int, Message],
) -> Written:  # fmt: skip
    pages = open_folder()
    named = pages.names((str(i), things[i].name) for i in sorted(things))
    names = {int(key): name for key, name in named.items()}
    book = markdown_pages.Pages(things, facts, said, names, now)
    texts = {name: (str(i), book.page(i)) for i, name in names.items()}
    return pages.write({markdown_pages.INDEX: (markdown_pages.INDEX, book.index()), **texts})


def _is_database(path: Path) -> bool:
    """Whether SQLite made it; a pipe would keep whoever looked."""
    check_replaceable(path)
    return path.exists() and is_database(path)


def _unwritable(named: str, error: OSError) -> BadInput:
    return BadInput(f"{named} cannot be written: {error.strerror or error}.")
