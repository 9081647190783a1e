"""The memory goes out as a file: everything, or what was true at a time, or the graph for another tool.

In: the store, a view, a path. Out: a file only its owner can read, whole or not there, and how many rows of what.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from zeph.errors import BadInput
from zeph.memory.exchange import graph_formats, whole_memory
from zeph.records.view import View
from zeph.storage.ports import Store


async def export(store: Store, view: View, path: Path, format: str) -> Mapping[str, int]:
    """Rows per kind. Without ``view.as_of``, jsonl is everything, with it what was true then.

    Raises BadInput where the file cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                counts = await _write(store, view, file, path, format)
            os.replace(name, path)  # noqa: PTH105  # a rename does not block
        except BaseException:
            os.unlink(name)  # noqa: PTH108
            raise
    except OSError as error:
        raise _unwritable(path, error) from error
    return counts


def _unwritable(path: Path, error: OSError) -> BadInput:
    return BadInput(f"{path} cannot be written: {error.strerror or error}.")


async def _write(store: Store, view: View, file: TextIO, path: Path, format: str) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    if format == "jsonl":
        file.write(whole_memory.header())

        def take(kind: str, row: dict[str, object]) -> None:
            counts[kind] += 1
            try:
                file.write(whole_memory.line(kind, row))
            except OSError as error:  # the store would take it for a failure of its own file
                raise _unwritable(path, error) from error

        await store.transfer.dump(view, take)
        return counts
    edges = await store.graph.all_edges(view)
    ends = {e.source_id for e in edges} | {e.target_id for e in edges}  # only what is part of a fact
    found = await store.read(lambda r: r.entities.by_id(sorted(ends)))
    entities = sorted(found.values(), key=lambda entity: entity.id)
    as_text = graph_formats.graphml if format == "graphml" else graph_formats.mcp_memory
    file.writelines(as_text(entities, edges))
    return {"entity": len(entities), "fact": len(edges)}
