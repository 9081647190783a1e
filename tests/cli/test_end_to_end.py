"""The whole path: a settings file, a conversation imported and turned into facts, the prompt that the server
received.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home, graph_block, jsonl, prompts, row
from tests.fakes.ollama_server import FakeOllama
from zeph.safety.fence import EXPLANATION

QUESTION = "Where does Nora live?"
SAID = (
    "I live in Bergen.",
    "I work at Bright Harbour.",
    "I have a dog called Biscuit.",
    "I use Helix.",
    "Helix is written in Rust.",
    "Bright Harbour is located in Bergen.",
    "Rust runs on Linux.",
)
FACT = [
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
]
MESSAGE = ["id", "external_id", "role", "speaker", "text", "sent_at", "interrupted", "injection_flags"]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a small conversation in it, imported and backfilled through the doors."""
    home = Home(tmp_path_factory.mktemp("filled"))
    file = jsonl(home.path / "talk.jsonl", *(row(n, text) for n, text in enumerate(SAID, 1)))
    told = home.data("import", str(file))
    assert (told["read"], told["new"], told["skipped"]) == (len(SAID), len(SAID), [])
    assert home.data("graph", "stats")["waiting"] == len(SAID)
    report = home.data("graph", "backfill")
    assert list(report) == ["messages", "facts", "failed", "gated"]
    assert (report["messages"], report["failed"]) == (len(SAID), 0) and report["facts"] >= 4
    return home.path


@pytest.fixture
def home(filled: Path, tmp_path: Path, server: FakeOllama) -> Home:
    """A copy of it, so that no test sees another one's conversation."""
    shutil.copytree(filled, tmp_path / "home")
    home = Home(tmp_path / "home", server, {"embedding.provider": "none"})
    home.write_config()
    return home


def test_the_server_received_the_graph_at_position_1_with_the_right_fact(home: Home, server: FakeOllama) -> None:
    sent = home.ask(QUESTION)
    body = prompts(server)[-1]
    assert [sent[0]["role"], sent[1]["role"]] == ["system", "system"]
    assert sent[0]["content"].startswith("You are Zeph")
    lines = graph_block(sent).splitlines()
    assert lines[0] == "[knowledge graph]" and lines[2].startswith("- Nora lives in Bergen (confidence: ")
    assert any(m["content"].startswith("[earlier messages]") and "I live in Bergen." in m["content"] for m in sent)
    assert sent[-1] == {"role": "user", "content": QUESTION}
    assert body["options"]["num_ctx"] == 8192 and body["model"] == "qwen3:4b" and body["stream"] is True


def test_the_window_of_the_settings_is_sent(home: Home, server: FakeOllama) -> None:
    home.write_config(model__context_window=4096, agent__system_prompt="Be a parrot.")
    system = home.ask(QUESTION)[0]["content"]
    assert system.startswith("Be a parrot. Tools work in ") and f" {EXPLANATION}\n\nToday is " in system
    assert prompts(server)[-1]["options"]["num_ctx"] == 4096


def test_memory_context_is_what_a_chat_sends(home: Home) -> None:
    shown = home.data("memory", "context", QUESTION)
    assert list(shown) == ["messages", "tokens", "facts"]
    assert shown["messages"] == [{"role": m["role"], "content": m["content"]} for m in home.ask(QUESTION)]
    assert list(shown["tokens"]) == ["system", "graph", "summary", "messages", "history", "question", "tools"]
    assert [list(f)[: len(FACT)] for f in shown["facts"]] == [FACT] * len(shown["facts"])
    assert shown["facts"][0]["why"]["channels"] and shown["facts"][0]["sources"]


def facts_with(home: Home, question: str, **settings: Any) -> list[dict[str, Any]]:
    """What the settings file with these settings injects for ``question``."""
    home.write_config(**settings)
    found: list[dict[str, Any]] = home.data("memory", "context", question)["facts"]
    return found


def test_recall_limit_and_activation_of_the_settings_change_the_prompt(home: Home) -> None:
    usual = facts_with(home, "What about Nora?")
    assert len(usual) > 1
    assert len(facts_with(home, "What about Nora?", memory__graph__recall_limit=1)) == 1
    spread = facts_with(home, "What about Nora?", memory__graph__spreading_activation__enabled=True)
    assert spread and [f["score"] for f in spread] != [f["score"] for f in usual]
    *facts, summary = graph_block(home.ask("What about Nora?")).splitlines()[2:-1]
    assert len(facts) == len(spread) and summary.startswith("- Nora, Bergen and "), "its group is told last"


def test_max_hops_of_the_settings_changes_the_prompt(home: Home) -> None:
    question = "Which language is Nora's editor?"
    near = facts_with(home, question, memory__graph__max_hops=1)
    far = facts_with(home, question, memory__graph__max_hops=3)
    assert "Helix is written in Rust" in [f["fact"] for f in near]
    assert "Rust runs on Linux" not in [f["fact"] for f in near]
    assert "Rust runs on Linux" in [f["fact"] for f in far]


def test_a_command_that_only_reads_works_with_a_model_as_extractor(home: Home) -> None:
    home.write_config(memory__graph__extractor="llm")
    assert home.data("graph", "facts", "Nora")


def test_without_graph_memory_the_block_is_gone(home: Home) -> None:
    assert graph_block(home.ask(QUESTION, "--no-graph-memory")) == ""
    home.write_config(memory__graph__enabled=False)
    assert graph_block(home.ask(QUESTION)) == ""
    assert "Bergen" in graph_block(home.ask(QUESTION, "--graph-memory"))


def test_a_project_file_and_a_variable_win_over_the_settings_file(home: Home) -> None:
    (home.path / "zeph.toml").write_text('agent.system_prompt = "Project."\n')
    home.ok("trust", "--yes")
    assert home.ask("Hi")[0]["content"].startswith("Project.")
    assert home.ask("Hi", ZEPH_AGENT__SYSTEM_PROMPT="Variable.")[0]["content"].startswith("Variable.")


def test_the_shapes_that_scripts_rely_on(home: Home) -> None:
    assert list(home.data("graph", "stats")) == [
        "entities",
        "edges",
        "communities",
        "waiting",
        "failed",
        "gated",
        "flagged",
        "stuck",
    ]
    facts = home.data("graph", "facts", "nora")
    assert [list(f) for f in facts] == [FACT] * len(facts)
    lives = next(f for f in facts if f["target"] == "Bergen" and f["source"] == "Nora")
    assert (lives["relation"], lives["fact"], lives["edge_type"], lives["expired_at"]) == (
        "lives_in",
        "Nora lives in Bergen",
        "semantic",
        None,
    )
    shown = home.data("sessions", "show", "harbour")
    assert list(shown) == ["id", "kind", "title", "messages", "created_at", "updated_at"]
    assert [list(m) for m in shown["messages"]] == [MESSAGE] * len(SAID)
    assert lives["sources"] == [next(m["id"] for m in shown["messages"] if m["text"] == SAID[0])]
    assert shown["messages"][0]["sent_at"] == "2024-05-02 10:00:00", "an import keeps its own times"
    assert {"Nora", "Bergen", "Biscuit"} <= {e["name"] for e in home.data("graph", "entities")}
    assert isinstance(home.data("graph", "communities"), list)
    found = home.data("memory", "search", QUESTION)
    assert list(found) == ["facts", "messages", "seeds"] and found["facts"][0]["target"] == "Bergen"
    assert [list(s) for s in home.data("sessions", "list")] == [
        ["id", "kind", "title", "messages", "created_at", "updated_at"]
    ]
    assert list(home.data("config", "path")) == ["files", "default"]
    assert home.data("config", "check")["files"] == [str(home.path / "config" / "config.toml")]
    assert home.data("config", "show")["embedding"]["provider"] == "none"
    assert home.data("sessions", "delete", "harbour", "--yes")["id"] == "harbour"
    assert home.data("sessions", "list") == []
    assert home.data("graph", "stats")["edges"] == 0, "facts without a source go with it"


def test_one_answer_as_json_and_as_a_stream_and_the_session_goes_on(home: Home, server: FakeOllama) -> None:
    answer = json.loads(home.ok("chat", "-p", QUESTION, "--output", "json").out)
    assert list(answer) == ["answer", "session_id", "model", "usage", "facts", "calls"]
    assert (answer["answer"], answer["model"]) == ("Fine.", "ollama/qwen3:4b")
    assert answer["usage"] == {"prompt_tokens": 11, "answer_tokens": 7}
    assert answer["facts"][0]["target"] == "Bergen" and list(answer["facts"][0])[: len(FACT)] == FACT
    events = [
        json.loads(line)
        for line in home.ok("chat", "-c", "--output", "stream-json", given="And now?\n").out.splitlines()
    ]
    assert [events[0]["type"], events[-1]["type"]] == ["facts_recalled", "turn_ended"]
    assert "".join(e["text"] for e in events if e["type"] == "text_delta") == "Fine." == events[-1]["answer"]
    home.ask("Third", "--resume", answer["session_id"][:5])
    said = [m["content"].strip() for m in prompts(server)[-1]["messages"] if m["role"] != "system"]
    assert said == [QUESTION, "Fine.", "And now?", "Fine.", "Third"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("config", "check"), 0),
        (("graph", "facts", "Nobody"), 1),
        (("chat", "-p", ""), 2),
        (("--config", "missing.toml", "graph", "stats"), 3),
        (("chat", "-p", "Hi"), 4),
    ],
)
def test_exit_codes(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    home = Home(tmp_path)
    home.write_config(model__provider="ollama", model__name="qwen3:4b")
    done = home.run(*words)
    assert done.code == code, done.err
    if code:
        done.refused(code)


def answer_with_facts(body: dict[str, Any]) -> dict[str, Any]:
    said = body["messages"][-1]["content"]
    if "Reykjavik" not in said:
        return {"entities": [], "edges": []}
    return {
        "entities": [
            {"name": "User", "type": "person", "summary": ""},
            {"name": "Reykjavik", "type": "location", "summary": ""},
        ],
        "edges": [
            {
                "source": "User",
                "relation": "lives_in",
                "target": "Reykjavik",
                "fact": "User lives in Reykjavik",
                "edge_type": "semantic",
                "confidence": 0.9,
                "valid_from": None,
                "valid_until": None,
                "replaces": None,
                "ends": False,
            }
        ],
    }


def test_facts_by_the_model_with_a_schema(tmp_path: Path) -> None:
    with FakeOllama(reply="Cold there.", structured=answer_with_facts) as server:
        home = Home(tmp_path, server)
        home.write_config(memory__graph__extractor="llm")
        home.ok("chat", "-p", "I live in Reykjavik.")
        asked = next(body for body in server.chats() if body.get("format"))
        assert set(asked["format"]["properties"]) == {"entities", "edges"} and asked["stream"] is False
        assert asked["options"]["num_ctx"] == 8192
        assert graph_block(home.ask("Where do I live?")).splitlines()[2].startswith("- User lives in Reykjavik")


def test_garbage_twice_leaves_the_message_in_the_queue_and_a_later_backfill_succeeds(tmp_path: Path) -> None:
    with FakeOllama(reply="Cold there.", structured="no json at all") as server:
        home = Home(tmp_path, server)
        home.config = {"embedding.provider": "none"}
        home.ok("chat", "-p", "I live in Reykjavik.")
        assert len([body for body in server.chats() if body.get("format")]) == 2, "one corrective retry"
        stats = home.data("graph", "stats")
        assert (stats["entities"], stats["edges"], stats["waiting"], stats["failed"]) == (0, 0, 1, 0)
        for waiting, failed in ((1, 0), (0, 1)):
            report = home.run("graph", "backfill", "--json")
            assert (report.code, report.json()["failed"]) == (1, 1) and json.loads(report.out)["warnings"]
            stats = home.data("graph", "stats")
            assert (stats["waiting"], stats["failed"]) == (waiting, failed), "three attempts, and it is kept"
        server.structured = answer_with_facts
        assert home.data("graph", "backfill") == {"messages": 1, "facts": 1, "failed": 0, "gated": 0}
        assert home.data("graph", "facts", "user")[0]["target"] == "Reykjavik"


def test_the_gate_the_budget_and_the_cost_from_the_settings_file(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "talk.jsonl", row(1, "sounds good"), row(2, "sounds good"), row(3, "I live in Reykjavik."))
    with FakeOllama(reply="Fine.", structured=answer_with_facts) as server:
        home = Home(tmp_path, server, {"embedding.provider": "embedded"})
        home.write_config(
            memory__graph__rpe__enabled=True,
            memory__graph__extraction_token_budget_per_day=18,
            memory__graph__extractor="llm",
        )
        home.ok("import", str(file))
        report = home.run("graph", "backfill", "--json")
        assert report.json() == {"messages": 1, "facts": 0, "failed": 0, "gated": 1}
        assert "budget is used up (18 of 18 tokens)" in json.loads(report.out)["warnings"][0]
        assert "budget is used up" in home.ok("graph", "stats").out
        stats = home.data("graph", "stats")
        assert (stats["waiting"], stats["gated"]) == (1, 1)
        home.write_config(memory__graph__rpe__enabled=True)
        assert home.data("graph", "backfill", "--include-gated")["messages"] == 2
        cost = home.data("graph", "cost")
        (by_model,) = cost["by_extractor"]
        assert list(by_model) == [
            "extractor",
            "messages",
            "calls",
            "prompt_tokens",
            "answer_tokens",
            "seconds",
            "facts",
            "dropped",
            "failed",
        ]
        assert [
            by_model[key] for key in ("extractor", "messages", "calls", "prompt_tokens", "answer_tokens", "facts")
        ] == ["llm", 3, 3, 33, 21, 1]
        assert [day["messages"] for day in cost["by_day"]] == [3]
        assert cost["budget"] == {"per_day": 0, "spent_today": 54}
        assert "prompt tokens" in home.ok("graph", "cost").out


WATCH = """
import json, os, sys
seen = []
def hook(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.bind", "socket.getaddrinfo"):
        seen.append([event, repr(args[1] if event != "socket.getaddrinfo" else args[:2])])
sys.addaudithook(hook)
import atexit
atexit.register(lambda: open(os.environ["SEEN"], "w").write(json.dumps(seen)))
sys.argv = ["zeph", *sys.argv[1:]]
from zeph.cli.main import run
run()
"""


def test_without_configuration_only_the_one_probe_opens_a_socket(tmp_path: Path) -> None:
    """All defaults: the embedded models too."""
    home = Home(tmp_path)
    env = home.environment(SEEN=str(tmp_path / "seen.json"))
    env = {k: v for k, v in env.items() if "proxy" not in k.lower()}
    command = [sys.executable, "-c", WATCH, "chat", "-p", "I live in Bergen."]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path, timeout=100)
    assert (done.returncode, done.stdout) == (0, "Noted: You live in Bergen.\n"), done.stderr
    seen = json.loads((tmp_path / "seen.json").read_text())
    # urllib3, which spaCy imports, looks whether this machine has IPv6 by binding a port of loopback.
    assert [a for e, a in seen if e not in ("socket.getaddrinfo", "socket.bind")] == ["('127.0.0.1', 9)"]
    assert all("127.0.0.1" in a or "'::1', 0" in a for _, a in seen)


def test_a_command_that_needs_no_model_opens_no_socket(home: Home) -> None:
    env = home.environment(SEEN=str(home.path / "seen.json"))
    command = [sys.executable, "-c", WATCH, "graph", "facts", "Nora"]
    subprocess.run(command, capture_output=True, env=env, cwd=home.path, timeout=60, check=True)
    assert json.loads((home.path / "seen.json").read_text()) == []
