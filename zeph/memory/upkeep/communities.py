"""Communities of the graph: who belongs together, found by label propagation.

In: edges as (id, source, target). Out: groups of entity ids, each with a fingerprint, and a name
and a summary that need no model. Pure and deterministic: the same edges give the same groups.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from blake3 import blake3

Link = tuple[int, int, int]
"""(edge id, source id, target id)."""

MAX_ROUNDS = 50
HUB_FACTOR = 50
NAMED = 3
"""Members in a community's name."""


@dataclass(frozen=True, slots=True)
class Group:
    members: tuple[int, ...]
    """Entity ids, ascending; two at least."""
    fingerprint: str
    """Changes with the members and with the facts among them, and with nothing else."""


@dataclass(frozen=True, slots=True)
class _Graph:
    ids: list[int]
    """Entity ids, ascending; everything below names a node by its place here."""
    starts: "array[int]"
    neighbours: "array[int]"
    """Node n's neighbours stand at ``starts[n]`` up to ``starts[n + 1]``."""

    def around(self, node: int) -> "array[int]":
        return self.neighbours[self.starts[node] : self.starts[node + 1]]


def detect(links: Sequence[Link]) -> list[Group]:
    """The groups of two and more, by smallest member."""
    if not links:
        return []
    graph = _build(links)
    hubs = _hubs(graph)
    labels = _propagate(graph, hubs)
    _assign_hubs(graph, hubs, labels)
    return _groups(graph.ids, labels, links)


def fingerprint(members: Iterable[int], edges: Iterable[int]) -> str:
    text = ",".join(map(str, sorted(members))) + ";" + ",".join(map(str, sorted(edges)))
    return blake3(text.encode()).hexdigest()


def describe(names: Sequence[str], facts: Sequence[str]) -> tuple[str, str]:
    """(name, summary) from the names of the strongest members and the strongest facts, both best first."""
    return _joined(names[:NAMED]), " ".join(_sentence(fact) for fact in facts if fact.strip())


def _joined(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _sentence(fact: str) -> str:
    text = fact.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _build(links: Sequence[Link]) -> _Graph:
    ids = sorted({end for _, source, target in links for end in (source, target)})
    place = {entity: node for node, entity in enumerate(ids)}
    starts = array("q", bytes(8 * (len(ids) + 1)))
    for _, source, target in links:
        starts[place[source] + 1] += 1
        starts[place[target] + 1] += 1
    for node in range(len(ids)):
        starts[node + 1] += starts[node]
    free, neighbours = starts[:], array("q", bytes(16 * len(links)))
    for _, source, target in links:
        a, b = place[source], place[target]
        neighbours[free[a]], neighbours[free[b]] = b, a
        free[a] += 1
        free[b] += 1
    return _Graph(ids, starts, neighbours)


def _hubs(graph: _Graph) -> list[int]:
    """Nodes that would glue everything together (in a personal memory: the person)."""
    limit = HUB_FACTOR * len(graph.neighbours) / len(graph.ids)
    starts = graph.starts
    return [node for node in range(len(graph.ids)) if starts[node + 1] - starts[node] > limit]


def _propagate(graph: _Graph, hubs: Sequence[int]) -> list[int]:
    count = len(graph.ids)
    labels, left_out = list(range(count)), set(hubs)
    waiting = bytearray(b"\x01") * count
    for hub in hubs:
        waiting[hub] = 0
    for _ in range(MAX_ROUNDS):
        node = waiting.find(1)
        if node < 0:
            break
        while node >= 0:
            waiting[node] = 0
            around = graph.around(node)
            if left_out:
                around = array("q", [other for other in around if other not in left_out])
            label = _majority(labels, around, labels[node])
            if label != labels[node]:
                labels[node] = label
                for other in around:
                    waiting[other] = 1
            node = waiting.find(1, node + 1)
    return labels


def _majority(labels: list[int], around: Iterable[int], own: int) -> int:
    """The label most neighbours have: on a tie the own one, else the smallest."""
    votes: dict[int, int] = {}
    for other in around:
        label = labels[other]
        votes[label] = votes.get(label, 0) + 1
    if not votes:
        return own
    most = max(votes.values())
    return own if votes.get(own) == most else min(label for label, n in votes.items() if n == most)


def _assign_hubs(graph: _Graph, hubs: Sequence[int], labels: list[int]) -> None:
    unplaced = set(hubs)
    for hub in hubs:
        labels[hub] = _majority(labels, (n for n in graph.around(hub) if n not in unplaced), labels[hub])
        unplaced.discard(hub)


def _groups(ids: Sequence[int], labels: Sequence[int], links: Sequence[Link]) -> list[Group]:
    members: dict[int, list[int]] = defaultdict(list)
    label_of = dict(zip(ids, labels, strict=True))
    for entity, label in label_of.items():
        members[label].append(entity)
    inner: dict[int, list[int]] = defaultdict(list)
    for edge, source, target in links:
        if label_of[source] == label_of[target]:
            inner[label_of[source]].append(edge)
    groups = [Group(tuple(m), fingerprint(m, inner[label])) for label, m in members.items() if len(m) > 1]
    return sorted(groups, key=lambda group: group.members[0])
