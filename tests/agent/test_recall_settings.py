"""Every setting of recall, from the settings file to the prompt: what it changes in what the model is sent."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.agent.scripted_turn import Scripted
from tests.storage.graph_rows import SPACE, Graph
from zeph.agent.turn import Agent
from zeph.clock import FixedClock
from zeph.config.load import load_settings
from zeph.memory.facade import Memory

NOW = "2024-06-01 00:00:00"
Build = Callable[[Graph], object]


async def sent(folder: Path, config: str, build: Build, question: str, header: str = "[knowledge graph]") -> list[str]:
    """The lines below ``header`` that the model gets for ``question``."""
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(config)
    settings = load_settings(folder / "config.toml", {"ZEPH_HOME": str(folder)}, folder).settings
    clock = FixedClock(NOW)
    async with Memory.open(folder / "zeph.db", settings=settings.memory, clock=clock, background=False) as memory:
        graph = Graph(folder / "zeph.db", make=False)
        build(graph)
        graph.conn.commit()
        plan = await Agent(memory, Scripted(), settings).plan(question)
    blocks = [message.content for message in plan.messages if message.content.startswith(header)]
    return [line.removeprefix("- ").partition(" (")[0] for block in blocks for line in block.splitlines()[2:-1]]


def chain(graph: Graph) -> None:
    """Ann – Acme – Oslo – Norway – Europe."""
    names = [graph.entity(name) for name in ("Ann", "Acme", "Oslo", "Norway", "Europe")]
    for relation, one, other in zip(("works_at", "based_in", "located_in", "part_of"), names, names[1:], strict=False):
        graph.edge(one, relation, other)


def inhibited(graph: Graph) -> None:
    """Behind Acme, which is strongly active, Oslo is reached."""
    start, acme, oslo = (graph.entity(name) for name in ("Ann", "Acme", "Oslo"))
    alias(graph, start, "Annie")
    graph.edge(start, "works_at", acme, confidence=1.0)
    graph.edge(acme, "based_in", oslo, confidence=0.6)


def alias(graph: Graph, entity: int, name: str) -> None:
    """A name that no fact's text has: only a walk leads on from it."""
    graph.conn.execute(
        "INSERT INTO graph_entity_aliases (space_id, entity_id, alias, alias_name, entity_type, created_at)"
        " VALUES (?, ?, ?, ?, 'person', ?)",
        (SPACE, entity, name, name.lower(), NOW),
    )


def two_people(graph: Graph) -> None:
    """Annie has one fact, Robbie six; both are of one community."""
    for name, nick, count in (("Ann", "Annie", 1), ("Bob", "Robbie", 6)):
        person = graph.entity(name, "person")
        alias(graph, person, nick)
        for number in range(count):
            graph.edge(person, f"has_{number}", graph.entity(f"Thing{name}{number}"))
    graph.conn.execute(
        "INSERT INTO graph_communities VALUES (1, 1, 'Friends', 'Ann and Bob', 'f', '2024-01-01', '2024-01-01', '')"
    )
    graph.conn.execute(
        "INSERT INTO graph_community_members SELECT id, 1 FROM graph_entities WHERE entity_type = 'person'"
    )


def old_and_new(graph: Graph) -> None:
    ann = graph.entity("Ann")
    alias(graph, ann, "Annie")
    graph.edge(ann, "likes", graph.entity("tea"), valid_from="2010-01-01 00:00:00", confidence=0.95)
    graph.edge(ann, "likes", graph.entity("jazz"), valid_from="2024-05-30 00:00:00", confidence=0.9)


def often_said(graph: Graph) -> None:
    ann = graph.entity("Ann")
    alias(graph, ann, "Annie")
    graph.edge(ann, "likes", graph.entity("tea"), confidence=0.95)
    edge = graph.edge(ann, "likes", graph.entity("jazz"), confidence=0.9)
    for number in range(4):
        message = graph.message(f"jazz again, number {number}")
        graph.conn.execute("INSERT INTO graph_edge_mentions VALUES (?, ?)", (edge, message))


def near_and_far(graph: Graph) -> None:
    """The words of the question are two hops from the one it names."""
    ann, acme, harbour, boat = (graph.entity(name) for name in ("Ann", "Acme", "Harbour", "Sloop"))
    alias(graph, ann, "Annie")
    graph.edge(ann, "works_at", acme)
    graph.edge(acme, "owns", harbour)
    graph.edge(harbour, "has", boat, fact="The harbour has a wooden boat")


def alike(graph: Graph) -> None:
    """Nothing connects the two databases but their likeness."""
    one, other = graph.entity("Postgres"), graph.entity("MariaDB")
    graph.edge(one, "hosted_on", graph.entity("Hetzner"))
    graph.edge(other, "hosted_on", graph.entity("Fly"))
    graph.conn.execute("INSERT INTO graph_similar VALUES (?, ?, 0.9, ?)", (one, other, NOW))


def repeated(graph: Graph) -> None:
    for name in ("Friday", "Saturday"):
        graph.edge(graph.entity(f"jazz concert {name}"), "is_in", graph.entity(f"blue hall {name}"),
                   fact=f"The jazz concert on {name} is in the blue hall")  # fmt: skip
    graph.edge(
        graph.entity("jazz festival"), "held_by", graph.entity("lake"), fact="A jazz festival stands by the lake"
    )


SPREAD = "[memory.graph.spreading_activation]\nenabled = true\n"
FAR, FARTHER = "Oslo located in Norway", "Norway part of Europe"
ANN, BOB = "Ann has 0 ThingAnn0", "Bob has 0 ThingBob0"


def has(line: str) -> Callable[[list[str]], bool]:
    return lambda lines: line in lines


def first(line: str) -> Callable[[list[str]], bool]:
    return lambda lines: lines[0] == line


@pytest.mark.parametrize(
    ("build", "question", "without", "with_", "shows"),
    [
        (chain, "Where is Ann?", "", "[memory.graph]\nenabled = false", lambda lines: not lines),
        (chain, "Where is Ann?", "[memory.graph]\nmax_hops = 1", "[memory.graph]\nmax_hops = 2", has(FAR)),
        (chain, "Where is Ann?", "[memory.graph]\nmax_hops = 2", "[memory.graph]\nmax_hops = 3", has(FARTHER)),
        (chain, "Where is Ann?", "", "[memory.graph]\nrecall_limit = 1", lambda lines: len(lines) == 1),
        (chain, "Where is Ann?", "", "[agent]\ncontext_budget_tokens = 0", lambda lines: not lines),
        (chain, "Where is Ann?", "", SPREAD, has(FARTHER)),
        (chain, "Where is Ann?", SPREAD + "max_hops = 2", SPREAD + "max_hops = 3", has(FARTHER)),
        (chain, "Where is Ann?", SPREAD + "decay_lambda = 0.1", SPREAD, has(FARTHER)),
        (chain, "Where is Ann?", SPREAD + "activation_threshold = 0.79", SPREAD, has(FARTHER)),
        (chain, "Where is Ann?", SPREAD + "max_activated_nodes = 2", SPREAD, has(FARTHER)),
        (
            inhibited,
            "Where is Annie?",
            SPREAD + "activation_threshold = 0.4",
            SPREAD + "activation_threshold = 0.4\ninhibition_threshold = 0.9",
            has("Acme based in Oslo"),
        ),
        (old_and_new, "Tell about Annie", "", "[memory.graph]\ntemporal_decay_rate = 1.0", first("Ann likes jazz")),
        (
            old_and_new,
            "Tell about Annie",
            SPREAD,
            "[memory.graph]\ntemporal_decay_rate = 1.0\n" + SPREAD,
            first("Ann likes jazz"),
        ),
        (
            two_people,
            "Annie and Robbie",
            "[memory.graph.spreading_activation]\nseed_structural_weight = 0.0",
            "",
            lambda lines: lines[0].startswith("Bob"),
        ),
        (
            two_people,
            "Annie and Robbie",
            "",
            "[memory.graph.spreading_activation]\nseed_community_cap = 1",
            lambda lines: ANN not in lines,
        ),
        (often_said, "Tell about Annie", "", "[memory.recall]\nmention_weight = 1.0", first("Ann likes jazz")),
        (
            near_and_far,
            "Does Annie have a wooden boat?",
            "",
            "[memory.recall]\ndistance_weight = 5.0",
            first("Ann works at Acme"),
        ),
        (
            repeated,
            "jazz concert in the blue hall",
            "",
            "[memory.recall]\nmmr_lambda = 0.3",
            lambda lines: lines[1] == "A jazz festival stands by the lake",
        ),
    ],
)
async def test_a_setting_changes_the_prompt(
    tmp_path: Path, build: Build, question: str, without: str, with_: str, shows: Callable[[list[str]], bool]
) -> None:
    before = await sent(tmp_path / "without", without, build, question)
    after = await sent(tmp_path / "with", with_, build, question)
    assert before and not shows(before), before
    assert shows(after), after
    assert await sent(tmp_path / "again", with_, build, question) == after


async def test_links_of_alike_things_lead_on(tmp_path: Path) -> None:
    lines = await sent(tmp_path / "alike", "", alike, "Where is Postgres hosted?")
    assert lines[0] == "Postgres hosted on Hetzner"
    assert "MariaDB hosted on Fly" in lines


async def test_messages_are_limited(tmp_path: Path) -> None:
    def build(graph: Graph) -> None:
        for number in range(5):
            graph.message(f"The lantern number {number} is green")

    for limit in (0, 1, 3):
        config = f"[memory]\nrecall_messages_limit = {limit}"
        assert len(await sent(tmp_path / str(limit), config, build, "Which lantern?", "[earlier messages]")) == limit


async def test_members_of_a_community_are_seeds_where_nothing_is_named(tmp_path: Path) -> None:
    def build(graph: Graph) -> None:
        for name in ("Sprocket", "Gadget"):
            graph.edge(graph.entity(name), "made_of", graph.entity(f"steel {name}"))
        graph.conn.execute(
            "INSERT INTO graph_communities VALUES (1, 1, 'Workshop', 'Repairs in the workshop', 'f', "
            "'2024', '2024', '')"
        )
        graph.conn.execute("INSERT INTO graph_community_members SELECT id, 1 FROM graph_entities WHERE name = 'Gadget'")

    lines = await sent(tmp_path / "c", "", build, "What goes on in the workshop?")
    assert lines == ["Gadget made of steel Gadget"]
