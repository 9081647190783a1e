"""From what a question names, and what was found for it, to the entities where a walk begins.

In: a reader, the question, the hits of search. Out: seeds, and what the question names, both in :class:`Found`.
"""

from collections.abc import Mapping

from zeph.memory.language.names import SELF
from zeph.memory.recall.gather import neighbours as near
from zeph.memory.recall.gather.seed_choice import choose_seeds, scaled
from zeph.memory.recall.query import kinship as relatives
from zeph.memory.recall.query import misspellings as spelling
from zeph.memory.recall.query.query_plan import Ask, Found
from zeph.memory.recall.query.question import Query
from zeph.memory.recall.ranking import fusion as fuse
from zeph.memory.recall.render import recall_lines as render
from zeph.storage.ports import Reader

OWNER = 0.3
"""Score of who only tells whose the thing asked for is."""


def find_seeds(reader: Reader, ask: Ask, found: Found) -> None:
    query, space = ask.query, ask.view.space_id
    text: dict[int, float] = {}
    bearers = reader.ids_named(space, [*query.spans, SELF])
    named, own, name_words = _named(query, bearers)
    going_on = spelling.going_on(reader, query, name_words)
    for word, meant in spelling.meant(reader, query, going_on, space, name_words).items():
        found.misspelt[word] = render.inert(reader.entities(meant)[meant[0]].name)
        named += [i for i in meant if i not in named]
        name_words.add(word)
    whose = relatives.meant(query.text, found.edges.values(), lambda name: bearers.get(name or SELF, []))
    for owner in whose.owners:  # where my sister lives is not about me
        ids = bearers.get(owner or SELF, [])
        _raise(text, dict.fromkeys(ids, OWNER))
        named, own = [i for i in named if i not in ids], [i for i in own if i not in ids]
    named += [i for i in whose.ids if i not in named]
    name_words |= whose.words
    found.others = frozenset(named)
    found.selves = frozenset(bearers.get(SELF, ()))
    found.named = frozenset((*named, *own))
    found.topic = tuple(t for t in query.terms if t not in name_words)
    _raise(text, dict.fromkeys(named, 1.0))
    _raise(text, dict.fromkeys(own, 0.6))
    match = spelling.name_match(query, going_on, name_words)
    by_name = scaled(reader.search_entities(space, match, 20)) if match else {}
    _raise(text, {i: 0.8 * s for i, s in by_name.items()})
    found.entity_hit = bool(named or by_name)
    found.entity_channels = {"entity_name": dict.fromkeys((*named, *own), 1.0), "entity_text": by_name}
    if found.vector is not None:
        likes = reader.search_vectors("entity", ask.model, found.vector, 20, ask.view)
        found.entity_channels["entity_vector"] = {i: s for i, s in likes if s >= ask.vector_floor}
        _raise(text, {i: 0.7 * s for i, s in found.entity_channels["entity_vector"].items()})
        found.entity_hit = found.entity_hit or bool(found.entity_channels["entity_vector"])
    _raise(text, _ends_of_hits(ask, found))
    _raise(text, near.alike(reader, text))
    if not named and not own:
        by_words, by_vector = (
            fuse.scale(found.community_channels.get(f"community_{n}", {})) for n in ("text", "vector")
        )
        central = near.members(reader, ask.view.space_id, query.terms, by_words, by_vector)
        found.communal = bool(central)
        found.entity_hit = found.entity_hit or found.communal
        _raise(text, central)
    if query.third_person and not named and ask.conversation_id is not None:
        _raise(text, dict.fromkeys(reader.recent_episode_entities(space, ask.conversation_id, 3), 0.3))
    spreading = ask.settings.spreading_activation
    found.seeds = choose_seeds(
        text,
        reader.degrees(sorted(text)) if text else {},
        reader.max_degree(space),
        spreading.seed_structural_weight,
        spreading.seed_community_cap,
    )


def _named(query: Query, bearers: Mapping[str, list[int]]) -> tuple[list[int], list[int], set[str]]:
    """Entities named word for word, the self entity for a first person, and the words that were names."""
    named: list[int] = []
    used: set[str] = set()
    for span in query.spans:
        parts = span.split()
        if span in bearers and not used.issuperset(parts):
            named += bearers[span]
            used.update(parts)
    own = bearers.get(SELF, []) if query.first_person else []
    return list(dict.fromkeys(i for i in named if i not in own)), own, used


def _raise(text: dict[int, float], more: Mapping[int, float]) -> None:
    for i, score in more.items():
        text[i] = max(text.get(i, 0.0), score)


def _ends_of_hits(ask: Ask, found: Found) -> dict[int, float]:
    """The best facts lead on to what else is known about their ends."""
    scores: dict[int, float] = {}
    for name, hits in found.fact_channels.items():
        good = {i: s for i, s in hits.items() if name == "fact_text" or s >= ask.vector_floor}
        _raise(scores, fuse.scale(good))
    best = sorted(scores, key=lambda i: (-scores[i], i))[:5]
    ends: dict[int, float] = {}
    for edge in (found.edges[i] for i in best if i in found.edges):
        _raise(ends, {edge.source_id: 0.5 * scores[edge.id], edge.target_id: 0.5 * scores[edge.id]})
    return ends
