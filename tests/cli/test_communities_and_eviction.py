"""Communities and eviction as a person meets them: told in a chat, listed, searched, evicted."""

import json
from pathlib import Path

import pytest

from tests.cli.zeph_program import data, zeph
from zeph.storage.engine.driver import driver

TOLD = (
    "Ann works at Acme.", "Ben works at Acme.", "Ann knows Ben.", "Ben lives in Oslo.", "Ann lives in Oslo.",
    "Rust uses cargo.", "Tokio uses Rust.", "Tokio uses cargo.",
)  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    rows = [
        {"id": str(n), "conversation": "c", "speaker": "Zoe", "role": "user", "text": text, "sent_at": "2025-03-01"}
        for n, text in enumerate(TOLD)
    ]
    source = folder / "told.jsonl"
    source.write_text("\n".join(map(json.dumps, rows)))
    assert zeph(folder, "import", str(source)).returncode == 0
    done = zeph(folder, "graph", "backfill")
    assert done.returncode == 0, done.stderr
    return folder


def sql(home: Path, statement: str) -> None:
    # The library that Zeph uses: an older one cannot read its full-text indexes.
    with driver().module.connect(home / "data" / "zeph.db") as conn:
        conn.execute(statement)
    conn.close()


def test_a_backfill_is_followed_by_communities_with_names_sizes_and_summaries(home: Path) -> None:
    found = data(home, "graph", "communities")
    assert found
    assert all(c["name"] and c["summary"] and c["size"] >= 2 for c in found)
    assert [c["size"] for c in found] == sorted((c["size"] for c in found), reverse=True)
    shown = zeph(home, "graph", "communities").stdout
    assert "age" in shown.splitlines()[0]
    assert "modularity" in shown and "label propagation" in shown


def test_communities_answer_a_question(home: Path) -> None:
    found = data(home, "graph", "communities", "tokio")
    assert found and "Tokio" in found[0]["name"] + found[0]["summary"]
    assert "No community is about that." in zeph(home, "graph", "communities", "zebra crossing").stdout


def test_nothing_is_evicted_from_a_young_graph(home: Path) -> None:
    assert "Nothing would go." in zeph(home, "graph", "evict").stdout
    assert data(home, "graph", "evict", "--dry-run") == {
        "counts": {"expired": 0, "orphan": 0, "cap": 0}, "above_cap": 0, "items": [], "removed": False,
    }  # fmt: skip


def test_a_dry_run_lists_what_would_go_and_why_and_only_yes_removes_it(home: Path) -> None:
    sql(
        home,
        "INSERT INTO graph_entities (space_id, name, canonical_name, entity_type, first_seen_at, "
        "last_seen_at, created_at) VALUES (1, 'Gopher', 'gopher', 'tool', '2020-01-01', "
        "'2020-01-01 00:00:00', '2020-01-01')",
    )
    assert "Nothing would go" in zeph(home, "graph", "evict", "--dry-run").stdout  # everything is kept by default
    assert zeph(home, "config", "set", "memory.graph.expired_edge_retention_days", "90").returncode == 0
    listed = zeph(home, "graph", "evict", "--dry-run").stdout
    assert "Gopher" in listed and "last seen 2020-01-01" in listed and "things without facts: 1" in listed
    unasked = zeph(home, "graph", "evict")
    assert unasked.returncode == 2 and "Gopher" in unasked.stdout and "Nothing was removed; --yes" in unasked.stderr
    plan = data(home, "graph", "evict", "--dry-run")
    assert (plan["counts"]["orphan"], plan["items"][0]["text"], plan["removed"]) == (1, "Gopher", False)
    done = data(home, "graph", "evict", "--yes")
    assert (done["counts"]["orphan"], done["removed"]) == (1, True)
    assert "Gopher" not in zeph(home, "graph", "entities").stdout
    (change,) = [r for r in data(home, "graph", "revisions") if r["kind"] == "evict"]
    refused = zeph(home, "graph", "undo", str(change["id"]))
    assert refused.returncode == 2 and "final" in refused.stderr


def test_a_cap_leaves_no_more_things_than_it_says_and_tells_what_went(home: Path) -> None:
    assert len(data(home, "graph", "entities")) > 4
    shown = zeph(home, "graph", "evict", "--yes", ZEPH_MEMORY__GRAPH__MAX_ENTITIES="4")
    assert shown.returncode == 0
    assert "things above memory.graph.max_entities: " in shown.stdout
    assert len(data(home, "graph", "entities")) == 4
