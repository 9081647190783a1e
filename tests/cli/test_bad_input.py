"""Whatever goes wrong: a clear sentence on stderr, the right exit code, never a trace, never a lost message."""

import json
import os
import signal
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home, graph_block, jsonl, prompts, row
from tests.fakes.ollama_server import FakeOllama, Reply

ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and permissions of another kind")


def asking(path: Path, server: FakeOllama, reply: Reply, **settings: object) -> Home:
    server.reply = reply
    home = Home(path, server)
    home.write_config(memory__graph__enabled=False, **settings)
    return home


# ---------------------------------------------------------------- the database


def test_a_corrupt_database(home: Home) -> None:
    home.ok("graph", "stats")
    pages = home.db.read_bytes()
    home.db.write_bytes(pages[:100] + b"\xff" * (len(pages) - 100))
    before = home.db.read_bytes()
    for words in (("chat", "-p", "Keep me"), ("graph", "stats", "--json"), ("sessions", "list")):
        home.run(*words).refused(1, str(home.db), "damaged")
    assert home.db.read_bytes() == before
    doctor = home.run("doctor", "--json")
    assert doctor.code == 1 and any("damaged" in p for p in doctor.json()["problems"])


def test_a_database_cut_in_half(home: Home) -> None:
    home.ok("graph", "stats")
    home.db.write_bytes(home.db.read_bytes()[:30_000])
    home.run("chat", "-p", "Keep me").refused(1, str(home.db))


def test_a_database_of_another_program(home: Home) -> None:
    home.db.parent.mkdir(mode=0o700)
    with sqlite3.connect(home.db) as foreign:
        foreign.execute("CREATE TABLE bookmarks (url TEXT)")
    foreign.close()
    before = home.db.read_bytes()
    home.run("chat", "-p", "Hi").refused(1, "another program", "--db")
    assert home.db.read_bytes() == before and [p.name for p in home.db.parent.iterdir()] == ["zeph.db"]


def test_a_database_of_a_newer_zeph(home: Home) -> None:
    home.ok("graph", "stats")
    with sqlite3.connect(home.db) as newer:
        newer.execute(
            "INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (999, '999_later', 'x', 'now')"
        )
    newer.close()
    before = home.db.read_bytes()
    home.run("chat", "-p", "Hi").refused(1, "newer Zeph", "upgrade")
    assert home.db.read_bytes() == before


# ---------------------------------------------------------------- the settings


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[memory.graph]\nmax_hop = 3\n", ("memory.graph.max_hop", "did you mean", "max_hops")),
        ("[memory.graph]\nmax_hops = 99\n", ("memory.graph.max_hops", "at most 10")),
        ("[memory.graph.spreading_activation]\ndecay_lambda = nan\n", ("decay_lambda", "number")),
        ("[memory.graph]\ntemporal_decay_rate = inf\n", ("temporal_decay_rate", "number")),
        ("[memory.graph.spreading_activation]\nactivation_threshold = 0.9\n", ("inhibition_threshold", "more than")),
        ("[memory.graph]\nenabled = \"yes\"\n", ("enabled", "true or false")),
        ("[memory.graph\n", ("config.toml",)),
        ("\x00\xff", ("config.toml",)),
    ],
    ids=["typo", "range", "nan", "inf", "clash", "type", "no-toml", "bytes"],
)  # fmt: skip
def test_settings_that_are_wrong(home: Home, text: str, words: tuple[str, ...]) -> None:
    file = home.path / "config" / "config.toml"
    file.parent.mkdir()
    file.write_bytes(text.encode("latin-1"))
    home.run("chat", "-p", "Hi").refused(3, *words)
    assert not home.db.exists()


def test_a_variable_that_is_wrong(home: Home) -> None:
    home.run("graph", "stats", ZEPH_MEMORY__GRAPH__MAX_HOPS="many").refused(3, "max_hops", "whole number")
    home.run("graph", "stats", ZEPH_MEMORY__GRAF__MAX_HOPS="2").refused(3, "ZEPH_MEMORY__GRAF__MAX_HOPS")


# ---------------------------------------------------------------- the model


@pytest.mark.parametrize(
    ("reply", "partial"),
    [
        (Reply(status=500, error="out of memory"), ""),
        (Reply(garbage=b"<html>no JSON</html>\n"), ""),
        (Reply(raw=b"not HTTP at all\r\n\r\n"), ""),
        (Reply("One two three four", cut_after=3), "One two three"),
        (Reply("One two", done=False), "One two"),
        (Reply(hang=True), ""),
        (Reply("One two three", chunk_delay=30), "One"),
    ],
    ids=["500", "garbage", "no-http", "cut", "ends-early", "hangs", "stalls"],
)
def test_a_model_that_fails_loses_nothing(tmp_path: Path, server: FakeOllama, reply: Reply, partial: str) -> None:
    home = asking(tmp_path, server, reply, model__request_timeout_secs=1)
    done = home.run("chat", "-p", "Do not lose me")
    done.failed(4)
    assert done.out.strip() == partial
    kept = [(m["text"], m["interrupted"]) for m in home.stored()]
    assert kept == [("Do not lose me", False), *([(partial, True)] if partial else [])]


def test_a_model_that_is_not_installed(tmp_path: Path, server: FakeOllama) -> None:
    home = asking(tmp_path, server, Reply("never"))
    done = home.run("chat", "--model", "nosuch:7b", "-p", "Do not lose me")
    done.refused(4, "nosuch:7b", "model pull")
    assert [m["text"] for m in home.stored()] == ["Do not lose me"]


def test_the_reason_is_in_the_json_answer_too(tmp_path: Path, server: FakeOllama) -> None:
    home = asking(tmp_path, server, Reply("One two three", cut_after=2))
    done = home.run("chat", "-p", "Hi", "--output", "json")
    done.failed(4)
    answer = json.loads(done.out)
    assert answer["answer"] == "One two" and answer["error"]


# ---------------------------------------------------------------- files and texts


def test_malformed_lines_of_an_import_are_named_and_the_others_kept(home: Home) -> None:
    good = [row(n, f"I like tea number {n}.") for n in range(3)]
    bad = [
        "{broken", "[1, 2]", json.dumps(good[0] | {"role": "boss"}), json.dumps({"id": "x"}),
        json.dumps(good[0] | {"id": "t", "sent_at": "yesterday"}), json.dumps(good[0] | {"id": "e", "text": " "}),
        "[" * 100_000, json.dumps(good[0] | {"text": "Another text with the same id."}),
    ]  # fmt: skip
    file = jsonl(home.path / "talk.jsonl", good[0], *bad, good[1], "", good[2])
    with file.open("ab") as more:
        more.write(b'{"id": "\xff\xfe"}\n')
    done = home.run("import", str(file), "--json")
    assert done.code == 1 and "Traceback" not in done.err
    report = done.json()
    assert report["new"] == 3
    assert sorted(s["line"] for s in report["skipped"]) == [2, 3, 4, 5, 6, 7, 8, 9, 13]
    assert all(s["reason"] for s in report["skipped"])
    shown = home.run("import", str(file))
    assert shown.code == 1 and "line 2: " in shown.err and "line 13: " in shown.err and "0 new" in shown.out
    (home.path / "empty").mkdir()
    home.run("import", str(home.path / "empty")).refused(1, "holds no file that can be imported")
    home.run("import", str(home.path / "missing.jsonl")).refused(1, "missing.jsonl")


@pytest.mark.parametrize("megabytes", [1, pytest.param(10, marks=pytest.mark.campaign)])
def test_megabytes_in_one_message(tmp_path: Path, server: FakeOllama, megabytes: int) -> None:
    home = asking(tmp_path, server, Reply("Much."))
    text = ("All work and no play makes Jack a dull boy. " * 23_000 * megabytes)[: 1_000_000 * megabytes]
    done = home.run("chat", given=text)
    assert (done.code, done.out) == (0, "Much.\n"), done.err
    sent = prompts(server)[-1]["messages"]
    assert sum(len(m["content"]) for m in sent) < 60_000, "cut to the window"
    assert [len(m["text"]) for m in home.stored()] == [1_000_000 * megabytes, 5]


HOSTILE = "[bold]x[/bold] [/] \x1b[31mred\x1b[0m \x1b]0;owned\x07 a\x00b\x07c \x9b2J é 漢字 🎉 <system> ${HOME}"


def test_brackets_escapes_and_controls(tmp_path: Path, server: FakeOllama) -> None:
    home = asking(tmp_path, server, Reply(HOSTILE))
    done = home.run("chat", given=HOSTILE)
    shown = home.run("sessions", "show", home.data("sessions", "list")[0]["id"])
    for text in (done.out, shown.out):
        assert "[bold]x[/bold] [/] red" in text and "é 漢字 🎉" in text
        assert not any(c < " " and c not in "\n\t" or "\x7f" <= c < "\xa0" for c in text + done.err)
    assert (done.code, shown.code) == (0, 0)
    assert "\x1b" not in prompts(server)[-1]["messages"][-1]["content"]


@pytest.mark.parametrize(
    "given", [b"\xed\xa0\x80 half", b"\xff\xfe\x00", b"I like \xf0\x9f tea."], ids=["surrogate", "bom", "cut"]
)
def test_bytes_that_are_no_utf8(home: Home, given: bytes) -> None:
    done = home.ok("chat", given=given)
    assert "Traceback" not in done.err
    assert home.stored()[0]["text"].encode("utf-8")


def test_an_argument_that_is_no_utf8(home: Home) -> None:
    home.write_config()
    command = [*map(os.fsencode, home.command("chat", "-p")), b"half \xed\xa0\x80 \xff"]
    done = subprocess.run(command, capture_output=True, env=home.environment(), cwd=home.path, timeout=60)
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
    assert home.stored()[0]["text"].startswith("half ")


def test_operators_of_the_text_search_are_only_words(tmp_path: Path, server: FakeOllama) -> None:
    home = asking(tmp_path, server, Reply("Yes."))
    home.ok("chat", "-p", "Biscuit is a dog.")
    for question in (
        'Biscuit" OR "',
        "NEAR(Biscuit) AND NOT *",
        "text:Biscuit ^ (",
        "'; DROP TABLE messages; --",
        "* - + { } ~",
    ):
        found = home.data("memory", "search", f"{question}")
        assert bool(found["messages"]) == ("Biscuit" in question), question
    home.run("graph", "facts", '"*').refused(1, "Nothing is known")


# ---------------------------------------------------------------- interruption and company


@POSIX
@pytest.mark.parametrize("output", ["text", "json"])
def test_an_interrupt_keeps_the_question_and_the_partial_answer(
    tmp_path: Path, server: FakeOllama, output: str
) -> None:
    home = asking(tmp_path, server, Reply("Once upon a time " * 50, chunk_delay=0.1))
    seen = len(prompts(server))
    command = home.command("chat", "-p", "A story", "--output", "stream-json" if output == "json" else output)
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=home.environment(),
        cwd=tmp_path,
    ) as program:
        assert program.stdout is not None
        first = program.stdout.read(8) if output == "text" else b""
        while output == "json" and b"text_delta" not in first:
            first += program.stdout.readline()
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
    assert program.returncode == 130, err
    assert b"Traceback" not in err and b"Once" in first + out and len(prompts(server)) == seen + 1
    question, answer = home.stored()
    assert (question["text"], question["interrupted"]) == ("A story", False)
    assert answer["text"].startswith("Once") and answer["interrupted"] is True


@POSIX
def test_an_interrupt_while_the_model_is_silent_keeps_the_question(tmp_path: Path, server: FakeOllama) -> None:
    home = asking(tmp_path, server, Reply(hang=True))
    seen = len(prompts(server))
    with subprocess.Popen(
        home.command("chat", "-p", "A story"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        env=home.environment(), cwd=tmp_path,
    ) as program:  # fmt: skip
        for _ in range(600):
            if len(prompts(server)) > seen:
                break
            with pytest.raises(subprocess.TimeoutExpired):
                program.wait(0.05)
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=30)
    assert program.returncode == 130 and b"Traceback" not in err, err
    assert [m["text"] for m in home.stored()] == ["A story"]


def one_fact(body: dict[str, Any]) -> dict[str, Any]:
    """A fact for a message "I VERB … NAME"."""
    words = body["messages"][-1]["content"].rpartition("<<<")[2].removesuffix(">>>").split()
    relation = {"live": "lives_in", "have": "has_pet", "know": "knows"}.get(words[1] if words[:1] == ["I"] else "")
    if relation is None:
        return {"entities": [], "edges": []}
    entities = [
        {"name": "User", "type": "person", "summary": ""},
        {"name": words[-1], "type": "concept", "summary": ""},
    ]
    edge = {"source": "User", "relation": relation, "target": words[-1], "fact": f"User {relation} {words[-1]}"}
    rest = {"edge_type": "semantic", "confidence": 0.9, "valid_from": None, "valid_until": None, "replaces": None}
    return {"entities": entities, "edges": [edge | rest | {"ends": False}]}


def test_two_at_the_same_time_on_one_database(tmp_path: Path, server: FakeOllama) -> None:
    server.reply, server.structured = Reply("Both heard.", delay=0.5), one_fact
    home = Home(tmp_path, server, {"embedding.provider": "none"})
    home.write_config()
    texts = ["I live in Bergen", "I have Biscuit", "I know Ines"]
    started = [
        subprocess.Popen(
            home.command("chat", "-p", text), stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
            env=home.environment(), cwd=tmp_path,
        )
        for text in texts
    ]  # fmt: skip
    for program in started:
        with program:
            out, err = program.communicate(timeout=90)
        assert (program.returncode, out) == (0, b"Both heard.\n"), err
    home.ok("graph", "backfill")
    stats = home.data("graph", "stats")
    assert (stats["waiting"], stats["failed"]) == (0, 0)
    facts = home.data("graph", "facts", "user")
    assert sorted(f["target"] for f in facts) == ["Bergen", "Biscuit", "Ines"], "each once"
    server.reply = Reply("Yes.")
    assert "knows Ines" in graph_block(home.ask("Do I know Ines?"))


@POSIX
def test_a_database_that_another_program_holds(home: Home) -> None:
    home.ok("graph", "stats")
    holder = sqlite3.connect(home.db, isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        assert home.ok("graph", "stats").code == 0, "reading goes on"
        patience = {"zeph.storage.engine.write_lock.LONGEST_WAIT_SECS": 0.5}
        home.run("chat", "-p", "Hi", constants=patience).refused(1, "in use by another program")
    finally:
        holder.close()
