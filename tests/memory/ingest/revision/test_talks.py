"""Talks over weeks (``talks.toml``): what is known in the end, as it would be told, what is over, and from which day.

A message may begin with the day on which it is said ("@2026-03-05"), else it comes three days after the one before.
Facts are ``sentence [@ day]``; candidates, which are never told, do not count. ``edges`` are source, relation, target
and type; ``names`` things with their type, ``no_names`` what nothing is called.
"""

import re
import tomllib
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.memory.ingest.scripted_memory import Talk
from zeph.clock import parse_moment, to_moment
from zeph.records.edge import CANDIDATE_BELOW
from zeph.storage.engine.driver import connect

TALKS = tomllib.loads(Path(__file__).with_name("talks.toml").read_text(encoding="utf-8"))["talk"]
EDGES = """SELECT s.name, e.canonical_relation, o.name, e.edge_type FROM graph_edges e
    JOIN graph_entities s ON s.id = e.source_entity_id JOIN graph_entities o ON o.id = e.target_entity_id"""
_DAY = re.compile(r"@(\d{4}-\d\d-\d\d) ")


def facts(path: Path, now: str, *, over: bool) -> set[tuple[str, str]]:
    with closing(connect(path)) as conn:
        return {
            (sentence, day or "")
            for sentence, day in conn.execute(
                """SELECT fact, substr(valid_from, 1, 10) FROM graph_edges
                WHERE confidence >= ? AND (expired_at IS NOT NULL OR (valid_until IS NOT NULL AND valid_until <= ?)) = ?
                """,
                (CANDIDATE_BELOW, now, over),
            )
        }


@pytest.mark.parametrize("talk", TALKS, ids=[talk["said"][-1] for talk in TALKS])
async def test_what_is_known_after_a_talk(tmp_path: Path, talk: dict[str, Any]) -> None:
    now = parse_moment("2026-03-02 10:00:00")
    async with Talk(tmp_path, extractor="local") as memory:
        for said in talk["said"]:
            day = _DAY.match(said)
            now = parse_moment(f"{day[1]} 10:00:00") if day else now + timedelta(days=3)
            await memory.say(_DAY.sub("", said), to_moment(now))
        names = {(e.name, e.entity_type) for e in await memory.memory.graph.entities()}
    for which in ("known", "over"):
        if which in talk:
            found = facts(tmp_path / "zeph.db", to_moment(now), over=which == "over")
            wanted = [fact.partition(" @ ")[::2] for fact in talk[which]]
            dated = {sentence for sentence, day in wanted if day}
            assert {(s, d if s in dated else "") for s, d in found} == set(wanted)
    with closing(connect(tmp_path / "zeph.db")) as conn:
        edges = {" ".join(row) for row in conn.execute(EDGES)}
    assert edges >= {*talk.get("edges", ())}
    for name in talk.get("names", ()):
        assert tuple(name.split(": ")) in names
    assert not {name for name, _ in names} & {*talk.get("no_names", ())}
