"""The command line as scripts see it: what is on stdout, the JSON shapes, the exit codes."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_program import NOWHERE, data, zeph
from tests.fakes.ollama_server import FakeOllama

FACT = {
    "id",
    "source",
    "relation",
    "target",
    "fact",
    "edge_type",
    "confidence",
    "valid_from",
    "valid_until",
    "precision",
    "created_at",
    "expired_at",
    "sources",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where somebody lives in Berlin."""
    folder = tmp_path_factory.mktemp("home")
    answer = zeph(folder, "chat", "-p", "I live in Berlin.")
    assert (answer.returncode, answer.stdout) == (0, "Noted: You live in Berlin.\n"), answer.stderr
    return folder


def test_graph_stats(home: Path) -> None:
    stats = data(home, "graph", "stats")
    assert list(stats) == ["entities", "edges", "communities", "waiting", "failed", "gated", "flagged", "stuck"]
    assert stats["edges"] >= 1


def test_graph_facts_with_sources(home: Path) -> None:
    facts = data(home, "graph", "facts", "user")
    assert set(facts[0]) == FACT and facts[0]["fact"] == "User lives in Berlin" and facts[0]["sources"]


def test_graph_entities_and_communities(home: Path) -> None:
    assert {e["name"] for e in data(home, "graph", "entities")} >= {"User", "Berlin"}
    assert isinstance(data(home, "graph", "communities"), list)


def test_memory_search_and_context(home: Path) -> None:
    found = data(home, "memory", "search", "Where do I live?")
    assert set(found["facts"][0]) >= FACT | {"why"}
    sent = data(home, "memory", "context", "Where do I live?")
    assert set(sent) == {"messages", "tokens", "facts"}
    assert sent["messages"][1]["content"].splitlines()[2].startswith("- User lives in Berlin")
    assert sent["messages"][-1] == {"role": "user", "content": "Where do I live?"}
    assert set(sent["tokens"]) == {"system", "graph", "summary", "messages", "history", "question"}


def test_facts_of_another_time(home: Path) -> None:
    assert data(home, "graph", "facts", "user", "--as-of", "2001") == []
    assert data(home, "memory", "search", "Where do I live?", "--as-of", "2001", "-k", "1")["facts"] == []
    refused = zeph(home, "graph", "facts", "user", "--as-of", "someday")
    assert refused.returncode == 2 and "2023-05-07" in refused.stderr


def test_the_graph_is_set_right_by_hand_and_back(home: Path) -> None:
    named = data(home, "graph", "alias", "Berlin", "the big city")
    assert data(home, "graph", "facts", "the big city")[0]["target"] == "Berlin"
    assert data(home, "graph", "revisions")[0]["id"] == named["revision"]
    data(home, "graph", "undo", str(named["revision"]))
    assert zeph(home, "graph", "facts", "the big city").returncode == 1
    assert data(home, "graph", "history", "user")[0]["state"] == "stands"
    target = data(home, "graph", "history", "user")[0]["target"]
    assert data(home, "graph", "history", target)[0]["target"] == target, "facts about it, whichever end it is"
    assert len(data(home, "graph", "ontology")) >= 60


def test_sessions_are_listed_shown_and_deleted(home: Path) -> None:
    zeph(home, "chat", "-p", "What is new?")
    sessions = data(home, "sessions", "list")
    gone = sessions[0]["id"]
    assert data(home, "sessions", "show", gone[:6])["messages"][0]["text"] == "What is new?"
    refused = zeph(home, "sessions", "delete", gone)
    assert refused.returncode == 2 and "--yes" in refused.stderr
    log = home / "state" / "zeph.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text("2026-01-01 asked: What is new?\n2026-01-01 another line\n")
    assert data(home, "sessions", "delete", gone, "--yes")["deleted"]["log_lines"] == 1
    assert log.read_text() == "2026-01-01 another line\n"
    assert gone not in {s["id"] for s in data(home, "sessions", "list")}


def test_commands_say_what_they_do_on_stderr(home: Path) -> None:
    for words in (["graph", "facts", "User"], ["graph", "facts", "User", "--json"]):
        done = zeph(home, *words)
        assert "Looking up the facts…" in done.stderr and "Looking" not in done.stdout


def test_doctor(home: Path) -> None:
    done = zeph(home, "doctor", "--json")
    report = json.loads(done.stdout)["data"]
    assert done.returncode == (1 if report["problems"] else 0)
    assert {"zeph", "python", "paths", "sqlite", "models", "graph", "problems"} <= set(report)


def test_an_import_is_repeatable_and_says_which_lines_are_bad(tmp_path: Path) -> None:
    good = {"conversation": "c", "speaker": "Ann", "role": "user", "sent_at": "2024-05-01T10:00:00Z"}
    rows = [json.dumps(good | {"id": str(n), "text": f"I like tea number {n}."}) for n in range(3)]
    (tmp_path / "talk.jsonl").write_text("\n".join([rows[0], "{not json", *rows[1:]]) + "\n")
    first = zeph(tmp_path, "import", str(tmp_path / "talk.jsonl"), "--json")
    assert first.returncode == 1
    report = json.loads(first.stdout)
    assert report["data"]["new"] == 3 and [s["line"] for s in report["data"]["skipped"]] == [2]
    again = json.loads(zeph(tmp_path, "import", str(tmp_path / "talk.jsonl"), "--json").stdout)
    assert again["data"]["new"] == 0
    assert data(tmp_path, "graph", "stats")["waiting"] == 3
    assert data(tmp_path, "graph", "backfill", "--limit", "2")["messages"] == 2
    assert data(tmp_path, "graph", "backfill")["messages"] == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nosuch"], 2),
        (["graph", "facts"], 2),
        (["graph", "backfill", "--limit", "0"], 2),
        (["chat", "--output", "yaml", "-p", "x"], 2),
        (["chat", "-p", " "], 2),
        (["chat"], 2),
        ([], 2),
        (["--config", "/nowhere.toml", "graph", "stats"], 3),
        (["graph", "facts", "Nobody"], 1),
        (["sessions", "show", "zzzz"], 1),
        (["import", "/nowhere.jsonl"], 1),
        (["--db", "/", "graph", "stats"], 1),
    ],
)
def test_exit_codes_come_with_one_sentence_and_no_traceback(tmp_path: Path, words: list[str], code: int) -> None:
    done = zeph(tmp_path, *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.strip() and "Traceback" not in done.stderr and "should not" not in done.stderr


def test_a_typo_in_the_settings_names_the_nearest_key(tmp_path: Path) -> None:
    (tmp_path / "z.toml").write_text("[memory.graph]\nmax_hop = 3\n")
    done = zeph(tmp_path, "--config", str(tmp_path / "z.toml"), "config", "check")
    assert done.returncode == 3 and "max_hops" in done.stderr


def test_a_file_that_is_not_ours_is_refused_and_untouched(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(b"these are somebody's notes, not a database\n" * 100)
    done = zeph(tmp_path, "--db", str(other), "chat", "-p", "hello")
    assert done.returncode == 1 and str(other) in done.stderr and "Traceback" not in done.stderr
    assert other.read_bytes().startswith(b"these are somebody's notes")


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
def test_what_zeph_writes_is_private(home: Path) -> None:
    assert stat.S_IMODE((home / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "data" / "zeph.db").stat().st_mode) == 0o600


def test_version_and_help(tmp_path: Path) -> None:
    assert zeph(tmp_path, "--version").stdout.startswith("zeph ")
    assert "sessions" in zeph(tmp_path, "--help").stdout
    assert "--limit" in zeph(tmp_path, "graph", "backfill", "--help").stdout
    assert not (tmp_path / "data").exists()


def test_the_wizard_takes_defaults_and_keeps_what_it_does_not_ask(tmp_path: Path) -> None:
    assert zeph(tmp_path, "init", "--yes").returncode == 0
    config = tmp_path / "config" / "config.toml"
    config.write_text(config.read_text() + "\n# mine\n")
    config.write_text(config.read_text().replace("# max_hops = 2", "max_hops = 4"))
    assert zeph(tmp_path, "init", "--yes").returncode == 0
    assert "max_hops = 4" in config.read_text() and "# mine" in config.read_text()
    assert zeph(tmp_path, "config", "check").returncode == 0
    shown = data(tmp_path, "config", "show")
    assert shown["memory"]["graph"]["max_hops"] == 4
    assert str(config) in zeph(tmp_path, "config", "path").stdout


def test_an_error_nobody_expected_leaves_its_trace_in_a_file(tmp_path: Path) -> None:
    import subprocess
    import sys

    from tests.cli.zeph_program import environment

    code = (
        "import sys; sys.argv = ['zeph', 'config', 'path']; import zeph.commands.handlers.config as c; "
        "c.load_settings = None; from zeph.cli.main import run; run()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path))
    assert done.returncode == 1 and "Traceback" not in done.stderr
    path = Path(done.stderr.split()[-1])
    assert path.parent == tmp_path / "state" and "Traceback" in path.read_text()


def test_one_thing_in_full_and_set_right(tmp_path: Path) -> None:
    talk = {
        "id": "1",
        "conversation": "walks",
        "role": "user",
        "text": "My dog is called Biscuit.",
        "sent_at": "2024-05-08T10:00:00Z",
    }
    (tmp_path / "talk.jsonl").write_text(json.dumps(talk))
    assert zeph(tmp_path, "import", str(tmp_path / "talk.jsonl")).returncode == 0
    assert zeph(tmp_path, "graph", "backfill").returncode == 0
    fact = json.loads(zeph(tmp_path, "graph", "facts", "Biscuit", "--json").stdout)["data"][0]
    assert (
        zeph(
            tmp_path, "memory", "edit", str(fact["id"]), "--fact", "User walks Biscuit daily", "--since", "2023"
        ).returncode
        == 0
    )
    shown = json.loads(zeph(tmp_path, "memory", "show", "--fact", str(fact["id"]), "--json").stdout)["data"]
    assert [form["fact"] for form in shown["forms"]] == ["User walks Biscuit daily", fact["fact"]]
    assert shown["messages"][0]["text"] == talk["text"]
    assert "User walks Biscuit daily" in zeph(tmp_path, "memory", "show", "--message", "1").stdout
    assert "User walks Biscuit daily" in zeph(tmp_path, "memory", "show", "--entity", "Biscuit").stdout
    (claim,) = json.loads(zeph(tmp_path, "memory", "log", "1", "--json").stdout)["data"]
    assert (claim["operation"], claim["object"], claim["reader"]) == ("add", "Biscuit", "pattern:pet.called")
    assert claim["facts"] == [{"id": fact["id"], "role": "added"}]
    assert "Biscuit" in zeph(tmp_path, "memory", "log").stdout
    assert zeph(tmp_path, "memory", "log", "9").returncode == 1
    assert json.loads(zeph(tmp_path, "memory", "stats", "--json").stdout)["data"]["messages"] == 1
    for words in (
        ("memory", "show"),
        ("memory", "show", "--fact", "9"),
        ("memory", "edit", "x"),
        ("memory", "edit", "1", "--since", "soonish"),
    ):
        assert zeph(tmp_path, *words).returncode in (1, 2)


def test_sessions_are_found_by_their_words_renamed_and_exported(tmp_path: Path) -> None:
    rows = [
        {"id": str(n), "conversation": f"talk-{n}", "role": "user", "text": text, "sent_at": f"2024-05-0{n}T10:00:00Z"}
        for n, text in enumerate(("We walked to the lighthouse.", "Bread needs salt."), start=1)
    ]
    (tmp_path / "talk.jsonl").write_text("\n".join(map(json.dumps, rows)))
    zeph(tmp_path, "import", str(tmp_path / "talk.jsonl"))
    found = json.loads(zeph(tmp_path, "sessions", "search", "lighthouse walk", "--json").stdout)["data"]
    assert [f["id"] for f in found] == ["talk-1"]
    assert found[0]["updated_at"] == "2024-05-01 10:00:00"
    assert zeph(tmp_path, "sessions", "rename", "talk-2", "Baking").returncode == 0
    assert (
        zeph(tmp_path, "sessions", "export", "talk-2").stdout
        == "# Baking\n\n**User** · 2024-05-02 10:00\n\nBread needs salt.\n\n"
    )
    assert zeph(tmp_path, "sessions", "rename", "talk-2", " ").returncode == 2


def test_a_memory_goes_out_and_comes_in(tmp_path: Path) -> None:
    talk = {
        "id": "1",
        "conversation": "walks",
        "role": "user",
        "text": "My dog is called Biscuit.",
        "sent_at": "2024-05-08T10:00:00Z",
    }
    (tmp_path / "talk.jsonl").write_text(json.dumps(talk))
    one, two, file = tmp_path / "one", tmp_path / "two", tmp_path / "memory.jsonl"
    zeph(one, "import", str(tmp_path / "talk.jsonl"))
    zeph(one, "graph", "backfill")
    assert zeph(one, "export", str(file)).returncode == 0
    again = zeph(one, "export", str(file))
    assert again.returncode == 2
    assert "left as it is" in again.stderr
    assert zeph(two, "import", "--yes", str(file)).returncode == 0
    assert zeph(two, "export").stdout == file.read_text()
    assert "Biscuit" in zeph(two, "graph", "facts", "Biscuit").stdout


def test_what_waits_for_a_model_says_why(home: Path) -> None:
    dead: Any = {
        "ZEPH_MODEL__PROVIDER": "openai",
        "ZEPH_MODEL__BASE_URL": f"http://{NOWHERE}/v1",
        "ZEPH_MODEL__NAME": "x",
    }
    asked = zeph(home, "-p", "Aki moved to Turku.", **dead)
    assert asked.returncode == 4
    graph = zeph(home, "graph", **dead)
    assert "1 message kept since" in graph.stdout and f"Nothing answers at http://{NOWHERE}/v1" in graph.stdout
    doctor = zeph(home, "doctor", **dead)
    assert doctor.returncode == 1
    assert doctor.stderr.count(f"Nothing answers at http://{NOWHERE}/v1") == 2  # the endpoint, and what waits for it
    assert zeph(home, "graph", "backfill").returncode == 0  # without a model the rules read it
    well = "Everything is well. No model: answers come from memory alone."
    assert zeph(home, "doctor").stdout.rstrip().endswith(well)


def test_a_model_that_is_not_there_is_refused_with_the_nearest(home: Path) -> None:
    with FakeOllama(models=["qwen3:4b", "gemma3:1b"]) as server:
        refused = zeph(home, text="/model qwen3:4", OLLAMA_HOST=server.host)
        taken = zeph(home, text="/model gemma3:1b", OLLAMA_HOST=server.host)
    assert (refused.returncode, taken.returncode) == (4, 0)
    assert "There is no model qwen3:4 here. There is: qwen3:4b" in refused.stderr


def test_a_type_of_fact_that_there_is_not_is_refused(home: Path) -> None:
    refused = zeph(home, "memory", "search", "Berlin", "--edge-type", "semantik")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "There is no type of fact semantik. There is: semantic." in refused.stderr
    assert zeph(home, "memory", "search", "Berlin", "--edge-type", "semantic").returncode == 0
