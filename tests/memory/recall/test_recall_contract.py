"""The contract of recall on a real file: statements, time limits, determinism, spelling, what is never in the way."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from tests.fakes.embedder import FakeEmbedder
from tests.memory.recall.conftest import NOW, Room, lines, plan, spreading
from tests.storage.graph_rows import SPACE
from zeph.config.schema import GraphSettings
from zeph.memory.recall.gather import bfs, synapse
from zeph.memory.recall.gather.evidence import Evidence, gather
from zeph.memory.recall.gather.seed_choice import Seed
from zeph.memory.recall.query import misspellings
from zeph.records.recall_request import NO_BUDGET, RecallKind, Scope
from zeph.storage.ports import Hop
from zeph.storage.sqlite_reader import SqliteReader
from zeph.storage.vectors.bits import BitIndex

pytestmark = pytest.mark.asyncio


class Counting(SqliteReader):
    """Counts the SQL statements of a walk and of the choice of its seeds."""

    def __init__(self, conn: Any) -> None:
        super().__init__(conn, BitIndex())
        self.statements = 0
        for reads, name in (
            (self.walk, "hop"), (self.walk, "counted_hop"), (self.entities, "degrees"),
        ):  # fmt: skip
            setattr(reads, name, partial(self._counted, conn, getattr(reads, name)))

    def _counted(self, conn: Any, read: Callable[..., Any], *args: Any, **more: Any) -> Any:
        conn.set_trace_callback(self._one)
        try:
            return read(*args, **more)
        finally:
            conn.set_trace_callback(None)

    def _one(self, sql: str) -> None:
        self.statements += not sql.startswith("--")  # a trigger's or a virtual table's inner statement is a comment


def dense(room: Room) -> None:
    """Sixty people who all know ten others, and a hub that knows everybody."""
    people = [room.graph.entity(f"Person{n}", "person") for n in range(60)]
    for n, person in enumerate(people):
        room.graph.edge(people[0], "met", person) if n else None
        for step in range(1, 11):
            room.graph.edge(person, f"knows_{step}", people[(n + step * 7) % 60])
    room.graph.conn.commit()


@pytest.mark.parametrize("hops", [1, 2, 4])
@pytest.mark.parametrize("synaptic", [False, True])
async def test_a_walk_is_at_most_max_hops_plus_two_statements(room: Room, hops: int, synaptic: bool) -> None:
    dense(room)
    spread = {"enabled": synaptic, "max_hops": hops, "activation_threshold": 0.01}
    settings = GraphSettings.model_validate({"max_hops": hops, "spreading_activation": spread})
    reader = Counting(room.graph.conn)
    found = gather(reader, plan("Whom does Person7 know?", settings))
    assert found.walked.hops
    assert reader.statements <= hops + 2
    past = gather(reader, plan("Whom does Person7 know?", settings, as_of=NOW))
    assert past.walked.hops.keys() == found.walked.hops.keys()
    assert reader.statements <= 2 * (hops + 2)


async def test_as_many_facts_come_as_the_settings_allow(room: Room) -> None:
    for number in range(80):
        room.fact("likes", f"Thing{number}")
    for most in (5, 30, 60):
        found = await room.ask("What do I like?", settings=GraphSettings(recall_limit=most), budget=NO_BUDGET)
        assert len(found.facts) == most


@pytest.mark.parametrize("settings", [GraphSettings(), spreading()])
async def test_the_same_question_gives_the_same_answer(room: Room, settings: GraphSettings) -> None:
    dense(room)
    ask = "Whom do Person7 and Person21 know?"
    once = await room.ask(ask, settings=settings)
    assert once.facts
    for _ in range(3):
        again = await room.ask(ask, settings=settings)
        assert (again.facts, again.messages, again.seeds) == (once.facts, once.messages, once.seeds)


async def test_a_walk_that_takes_too_long_gives_what_it_has() -> None:
    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return [Hop(n, n, n + 1, 1.0, "semantic", NOW, 0.0) for n in nodes]

    ticks = iter((0.0, 0.1, 0.2, 0.9, 1.0))
    late = bfs.walk([Seed(1, 1.0, 1.0, 0.0)], read_hop, 5, clock=lambda: next(ticks))
    assert late.partial and set(late.edges) == {1, 2} and late.statements == 2
    assert not bfs.walk([Seed(1, 1.0, 1.0, 0.0)], read_hop, 2).partial


@pytest.mark.parametrize("settings", [GraphSettings(), spreading()])
async def test_a_partial_walk_is_told(room: Room, settings: GraphSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    room.pet()
    monkeypatch.setattr(bfs, "walk", partial(bfs.walk, limit_secs=-1.0))
    monkeypatch.setattr(synapse, "spread", partial(synapse.spread, limit_secs=-1.0))
    found = await room.ask("What is my dog called?", settings=settings)
    assert found.partial
    assert "time limit" in found.notes[0]
    assert lines(found) == ["User has pet Biscuit (confidence: 0.90)"]  # search found it; the walk adds nothing


async def test_types_weigh_and_never_filter_unless_asked(room: Room) -> None:
    ann = room.graph.entity("Ann", "person")
    for kind in ("causal", "co_occurrence"):
        room.graph.edge(ann, f"r_{kind}", room.graph.entity(f"thing {kind}"), edge_type=kind)
    for settings in (GraphSettings(), spreading()):
        assert len((await room.ask("Tell about Ann", settings=settings)).facts) == 2
        asked = await room.ask("Tell about Ann", settings=settings, scope=Scope(edge_types=frozenset({"causal"})))
        assert [fact.edge.edge_type for fact in asked.facts] == ["causal"]


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("carolien", ["caroline", "berlin"], "caroline"),  # swapped
        ("carline", ["caroline"], "caroline"),  # missing
        ("carroline", ["caroline"], "caroline"),  # doubled
        ("kubernets", ["kubernetes"], "kubernetes"),
        ("postgress", ["postgres"], "postgres"),
        ("java", ["javascript"], ""),
        ("javas", ["javascript"], ""),
        ("mario", ["maria"], ""),  # another name
        ("daniela", ["daniel"], ""),
        ("anna", ["anne"], ""),  # too short to tell
        ("marten", ["martin", "marton"], ""),  # several
        ("berlin", ["dublin"], ""),
    ],
)
async def test_slips_and_other_names(word: str, known: list[str], meant: str) -> None:
    assert misspellings.closest(word, known) == meant


async def test_a_misspelt_name_reaches_its_entity(room: Room) -> None:
    room.graph.edge(room.graph.entity("Caroline", "person"), "plays", room.graph.entity("cello"))
    found = await room.ask("Which instrument does Carolnie play?")
    assert lines(found) == ["Caroline plays cello (confidence: 0.90)"]
    assert "Took “carolnie” for Caroline." in found.notes
    room.graph.edge(room.graph.entity("Carolnie", "person"), "plays", room.graph.entity("drums"))
    both = await room.ask("Which instrument does Carolnie play?")
    assert lines(both)[0] == "Carolnie plays drums (confidence: 0.90)"
    assert not both.notes


async def test_a_beginning_is_not_the_name(room: Room) -> None:
    room.graph.edge(room.user, "dislikes", room.graph.entity("JavaScript"))
    assert (await room.ask("Java")).facts == ()
    assert (await room.ask("Javas")).facts == ()
    assert (await room.ask("JavaScript")).facts
    room.graph.edge(room.user, "runs", room.graph.entity("PostgreSQL"))
    assert lines(await room.ask("Postgres")) == ["User runs PostgreSQL (confidence: 0.90)"]


async def test_an_alias_reaches_the_entity(room: Room) -> None:
    entity = room.graph.entity("Kubernetes")
    room.graph.edge(entity, "runs_on", room.graph.entity("Hetzner"))
    room.graph.conn.execute(
        "INSERT INTO graph_entity_aliases (space_id, entity_id, alias, alias_name, entity_type, created_at)"
        " VALUES (?, ?, 'k8s', 'k8s', 'tool', ?)", (SPACE, entity, NOW),
    )  # fmt: skip
    assert lines(await room.ask("Where is k8s?")) == ["Kubernetes runs on Hetzner (confidence: 0.90)"]


# ---------------------------------------------------------------- what is not in the way


async def test_superseded_and_retracted_facts_stay_away(room: Room) -> None:
    user, graph = room.user, room.graph
    for number, reason in enumerate(("superseded", "retracted", "merged", "evicted")):
        until = "2024-01-01 00:00:00" if reason == "superseded" else None
        graph.edge(user, "uses", graph.entity(f"editor{number}"), fact=f"User uses the editor {number}", expired_at=NOW,
                   expired_reason=reason, valid_until=until)  # fmt: skip
    graph.edge(user, "uses", graph.entity("next"), fact="User uses the editor next", valid_from="2030-01-01 00:00:00")
    graph.edge(user, "uses", graph.entity("neovim"), fact="User uses the editor neovim")
    for settings in (GraphSettings(), spreading()):
        found = await room.ask("Which editor do I use?", settings=settings)
        assert [fact.edge.target for fact in found.facts] == ["neovim"]


async def test_distance_from_a_named_entity_comes_first(room: Room) -> None:
    graph = room.graph
    acme = graph.entity("Acme")
    for name, where in (("Ann", graph.entity("Globex")), ("Bob", acme)):
        person = graph.entity(name, "person")
        graph.edge(person, "plays", graph.entity(f"chess {name}"), fact=f"{name} plays chess")
        graph.edge(person, "works_at", where)
    for near, first in (("Acme", "Bob"), ("Globex", "Ann")):
        found = await room.ask("Who plays chess?", scope=Scope(near=near))
        assert found.facts[0].edge.source == first
        assert found.facts[0].why.parts["distance"] == 0.5


async def test_communities_are_found_by_words_and_by_meaning(room: Room) -> None:
    room.graph.edge(room.graph.entity("cargo"), "part_of", room.graph.entity("Rust"))
    room.graph.conn.execute(
        "INSERT INTO graph_communities VALUES (7, 1, 'Rust tooling', 'Compilers and packages', 'f', ?, ?, '')",
        (NOW, NOW),
    )
    room.graph.conn.execute("INSERT INTO graph_community_members SELECT id, 7 FROM graph_entities WHERE name = 'cargo'")
    room.graph.conn.commit()
    from zeph.memory.index.vector_filler import VectorFiller

    embedder = FakeEmbedder()
    await VectorFiller(room.store, SPACE, embedder).fill()
    found = await room.ask("rust tooling: compilers and packages", embedder, scope=Scope(kinds=("communities",)))
    assert [(c.community.name, c.community.members) for c in found.communities] == [("Rust tooling", ("cargo",))]
    assert found.communities[0].why.channels == {"community_text": 1, "community_vector": 1}


@pytest.mark.parametrize("kind", ["facts", "messages"])
async def test_of_facts_and_messages_those_alone_that_are_asked_for(room: Room, kind: RecallKind) -> None:
    room.graph.edge(room.graph.entity("Ann", "person"), "plays", room.graph.entity("chess"), fact="Ann plays chess")
    room.graph.message("Ann plays chess on Mondays")
    both = await room.ask("Who plays chess?")
    assert both.facts and both.messages
    found = await room.ask("Who plays chess?", scope=Scope((kind,)))
    told = {"facts": found.facts, "messages": found.messages}
    assert told.pop(kind) and not any(told.values())


@pytest.mark.parametrize("text", ["[…]", "", "…", ":-)"])
async def test_what_has_no_words_is_not_quoted(room: Room, text: str) -> None:
    for said in ("Ann plays chess on Mondays", text, "Ann plays it well"):
        room.graph.message(said)
    found = await room.ask("Who plays chess?")
    assert found.messages and all(one.message.text != text for one in found.messages)


async def test_evidence_is_empty_for_an_empty_graph(room: Room) -> None:
    found = await room.store.read(lambda reader: gather(reader, plan("anything?")))
    assert isinstance(found, Evidence)
    assert not found.loaded.edges
