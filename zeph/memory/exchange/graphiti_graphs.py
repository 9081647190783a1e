"""Graphiti's graph as JSON: nodes, edges with their facts and times, episodes.

In: a file with lists of them, a list of edges or facts alone, or an object a line as Neo4j's apoc.export.json writes
them. Out: messages: each edge a statement with both ends, so from `valid_at` until `invalid_at` (where that is missing
and it has expired, until then); each episode as what was said, from which no facts are read again where the file has
edges.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from zeph.clock import Moment
from zeph.memory.exchange import memory_shapes as shapes
from zeph.memory.exchange.document_files import changed_at
from zeph.memory.exchange.foreign_items import items_of
from zeph.memory.exchange.foreign_json import Tell
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.shapes import fitted
from zeph.memory.exchange.statement_lines import by_name, others_name, statement, triple
from zeph.records.graph_types import ENTITY_TYPES
from zeph.records.message import PERSON
from zeph.safety.text import clean_text

NAME = "graphiti"
EPISODIC, ENTITY = "Episodic", "Entity"
"""Labels of nodes."""


def graphiti(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[int, list[Line]]]:
    """(number, the message) of each edge and episode, the earliest first."""
    graph = _Graph(path)
    for number, (name, place, item) in enumerate(items_of(path, on_bad_line), start=1):
        graph.take(name, f"{place}.", item, partial(on_bad_line, number))
    for number, line in enumerate(sorted(graph.lines(changed_at(path)), key=lambda one: one.sent_at), start=1):
        yield number, [line]


class _Graph:
    def __init__(self, path: Path) -> None:
        self._path, self._user = path, others_name(PERSON, path)
        self._nodes: dict[str, shapes.GraphitiNode] = {}
        self._edges: dict[str, shapes.GraphitiEdge] = {}
        self._episodes: dict[str, shapes.GraphitiEpisode] = {}
        self._ids: dict[str, str] = {}
        """Neo4j's own number of a node to its uuid."""

    def take(self, name: str, place: str, item: Any, tell: Tell) -> None:
        """``name``: of the list in which it stands."""
        if not isinstance(item, dict):
            tell(f"{place.rstrip('.')} must be an object")
            return
        item = self._flat(item)
        if "fact" in item:
            if edge := fitted(shapes.GraphitiEdge, item, place, tell):
                self._edges[edge.uuid] = edge
        elif "content" in item:
            if episode := fitted(shapes.GraphitiEpisode, item, place, tell):
                self._episodes[episode.uuid] = episode
        elif "name" in item and "source_node_uuid" not in item:
            if node := fitted(shapes.GraphitiNode, item, place, tell):
                self._nodes[node.uuid] = node
        elif "uuid" not in item and not name:
            tell(f"{place.rstrip('.')} is no node, edge or episode".strip())

    def _flat(self, item: dict[str, Any]) -> dict[str, Any]:
        """Of Neo4j's form the properties, with labels and ends beside them."""
        values = item.get("properties")
        if not isinstance(values, dict):
            return item
        if item.get("type") == "node":
            self._ids[str(item.get("id"))] = str(values.get("uuid"))
            return {**values, "labels": item.get("labels") or ()}
        ends = {}
        for end, key in (("start", "source_node_uuid"), ("end", "target_node_uuid")):
            node = item.get(end)
            if isinstance(node, dict):
                ends[key] = self._ids.get(str(node.get("id")), "")
        return {**ends, **values}

    def lines(self, otherwise: Moment) -> Iterator[Line]:
        """``otherwise``: the time of what has none."""
        for edge in self._edges.values():
            if edge.fact.strip():
                yield replace(self._statement(edge, otherwise), user=self._user)
        for episode in self._episodes.values():
            text = clean_text(episode.content).strip()
            if text:
                at = episode.valid_at or episode.created_at or otherwise
                speaker = others_name(episode.source_description or episode.name or NAME, self._path)
                yield Line(
                    1, f"episode/{episode.uuid}", f"{NAME}/episodes", speaker, "user", text, at, by_content=True,
                    brings_facts=not self._edges,
                )  # fmt: skip

    def _statement(self, edge: shapes.GraphitiEdge, otherwise: Moment) -> Line:
        source, target = self._end(edge.source, edge.source_name), self._end(edge.target, edge.target_name)
        fact = by_name(edge.fact, self._user)
        at = edge.created_at or edge.valid_at or otherwise
        until = edge.invalid_at or edge.expired_at
        if edge.valid_at and until and until < edge.valid_at:
            until = edge.valid_at
        if not (source[0] and target[0] and edge.name):
            return statement(f"{NAME}/facts", edge.uuid, fact, NAME, at, since=edge.valid_at, until=until)
        return triple(
            f"{NAME}/facts", source[0], edge.name, target[0], fact, at, speaker=NAME, types=(source[1], target[1]),
            since=edge.valid_at, until=until,
        )  # fmt: skip

    def _end(self, uuid: str, name: str) -> tuple[str, str]:
        """The name of a node, and its type where that is one of Zeph's."""
        node = self._nodes.get(uuid)
        if node is None:
            return others_name(name, self._path), ""
        labels = [label for label in node.labels if isinstance(label, str) and label not in (ENTITY, EPISODIC)]
        kind = next((label.lower() for label in labels if label.lower() in ENTITY_TYPES), "")
        return others_name(node.name or name, self._path), kind
