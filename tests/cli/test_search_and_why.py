"""`memory search`, `/why`, `graph at` and `graph path` as scripts and people use them."""

import json
from pathlib import Path

import pytest

from tests.cli.zeph_program import data, zeph


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that knows two who work at one place, and who moved."""
    folder = tmp_path_factory.mktemp("home")
    rows = [
        {"id": str(n), "conversation": c, "role": "user", "sent_at": f"{day}T10:00:00Z", "text": text}
        for n, (c, day, text) in enumerate(
            (
                ("old", "2022-01-05", "I live in Paris."), ("old", "2023-02-01", "My sister Nora works at Acme."),
                ("old", "2023-02-02", "My friend Ole works at Acme."), ("new", "2024-06-02", "I moved to Berlin."),
            )
        )
    ]  # fmt: skip
    (folder / "talk.jsonl").write_text("\n".join(map(json.dumps, rows)))
    for words in (["import", str(folder / "talk.jsonl")], ["graph", "backfill"]):
        assert zeph(folder, *words).returncode == 0
    return folder


def test_each_kind_can_be_searched(home: Path) -> None:
    ask = ("memory", "search", "Where does Nora work?")
    assert list(data(home, *ask)) == ["facts", "messages", "seeds"]
    entities = data(home, *ask, "--kind", "entities", "-k", "1")["entities"]
    assert [e["name"] for e in entities] == ["Nora"] and entities[0]["why"]["channels"]["entity_name"] == 1
    communities = data(home, *ask, "--kind", "communities")["communities"]
    assert communities and "Nora" in communities[0]["name"]
    assert list(data(home, *ask, "--kind", "messages")) == ["messages", "seeds"]
    refused = zeph(home, *ask, "--kind", "things")
    assert refused.returncode == 2 and "communities" in refused.stderr


def test_a_search_keeps_to_its_time_and_place(home: Path) -> None:
    ask = ("memory", "search", "Where do I live?", "-k", "5")
    assert data(home, *ask)["facts"][0]["target"] == "Berlin"
    assert data(home, *ask, "--as-of", "2023")["facts"][0]["target"] == "Paris"
    assert data(home, *ask, "--known-at", "2001")["facts"] == []
    assert {f["target"] for f in data(home, *ask, "--conversation", "new")["facts"]} == {"Berlin"}
    assert zeph(home, *ask, "--conversation", "nosuch").returncode == 1
    nowhere = zeph(home, *ask, "--space", "nosuch")
    assert nowhere.returncode == 1 and "nosuch" in nowhere.stderr


def test_an_explained_search(home: Path) -> None:
    found = data(home, "memory", "search", "Where does Ole work?", "--explain")
    fact = found["facts"][0]
    assert fact["fact"] == "Ole works at Acme" and fact["why"]["hop"] == 0 and fact["why"]["path"] == []
    assert fact["source_messages"][0]["text"] == "My friend Ole works at Acme."
    assert sum(fact["why"]["parts"].values()) == pytest.approx(fact["score"], abs=0.001)
    shown = zeph(home, "memory", "search", "Where does Ole work?", "--explain").stdout
    assert "found by" in shown and "score" in shown and "source" in shown


def test_the_graph_at_a_date_and_a_path(home: Path) -> None:
    homes = {f["target"] for f in data(home, "graph", "at", "2023-06", "User") if f["relation"] == "lives_in"}
    assert homes == {"Paris"}
    assert {f["target"] for f in data(home, "graph", "at", "2025", "User")} == {"Berlin", "Nora", "Ole"}
    way = data(home, "graph", "path", "Nora", "Berlin")
    assert way["names"] == ["Nora", "User", "Berlin"]
    assert [f["target"] for f in way["path"]] == ["Nora", "Berlin"]
    assert data(home, "graph", "path", "Nora", "Ole")["names"][1] in ("User", "Acme")  # both are as near
    assert data(home, "graph", "path", "Nora", "nora")["path"] == []
    missing = zeph(home, "graph", "path", "Nora", "Nobody")
    assert missing.returncode == 1 and "Nobody" in missing.stderr


def test_piped_slash_commands_are_about_the_last_conversation(home: Path) -> None:
    before = zeph(home, "chat", text="/why\n")
    assert before.returncode == 0 and "ask something first" in before.stdout
    zeph(home, "chat", "-p", "Where do I live?")
    plain = zeph(home, "chat", text="/why\n")
    assert "You moved to Berlin (#6)" in plain.stdout and "You said on" in plain.stdout
    assert "Found because" in plain.stdout and "score" not in plain.stdout
    why = zeph(home, "chat", text="/why --explain\n")
    assert why.returncode == 0 and "Berlin (confidence" in why.stdout and "source" in why.stdout
    assert "earlier session" in why.stderr
    shape = json.loads(zeph(home, "chat", "-p", "/why", "--output", "json").stdout)
    assert shape["data"]["anew"] is True and shape["data"]["facts"][0]["source_messages"]
    assert "Nora → User → Berlin" in zeph(home, "chat", "-p", "/graph path Nora Berlin").stdout
    assert zeph(home, "chat", "-p", "/graph path Nora").returncode == 2
    assert zeph(home, "chat", "-p", "/etc/hosts is a file").returncode == 0
