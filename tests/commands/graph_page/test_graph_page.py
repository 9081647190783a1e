"""`zeph graph view`: what the page holds, that no text of it is markup, and where the file lies."""

import hashlib
import json
import re
import stat
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.zeph_process import Home, jsonl
from tests.commands.graph_page.sample_pages import NOW, crowd, small
from zeph.commands.graph_page.content import as_json
from zeph.commands.graph_page.document import LIBRARY, LIBRARY_SHA256, LIBRARY_VERSION, PROGRAM, render
from zeph.commands.graph_page.open_page import open_page, write_page
from zeph.errors import BadInput, UsageError
from zeph.memory.facade import Memory

HOSTILE = '</script><script>alert(1)</script><!-- <b onload="x">& \u2028[red] \x1b[31m\u202e'
SAID = (
    ("2026-01-01", "I live in Paris. I use Docker."),
    ("2026-01-05", "I moved to Berlin."),
    ("2026-01-06", "My sister Ines lives in Porto."),
)


def read(document: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="memory">(.*?)</script>', document, re.DOTALL)
    assert found
    content: dict[str, object] = json.loads(found[1])
    return content


def test_the_library_is_the_one_that_was_looked_at() -> None:
    page = files("zeph.commands.graph_page").joinpath("page")
    text = page.joinpath(LIBRARY).read_bytes()
    assert hashlib.sha256(text).hexdigest() == LIBRARY_SHA256
    assert text.startswith(f"// Version {LIBRARY_VERSION} force-graph".encode())
    assert "MIT License" in page.joinpath("force-graph.LICENSE").read_text(encoding="utf-8")
    # In a script element these would end it, or begin a comment.
    assert all(word not in text.lower() for word in (b"</script", b"<!--"))


def test_the_program_sets_texts_as_text_only() -> None:
    page = files("zeph.commands.graph_page").joinpath("page")
    program = "".join(page.joinpath(name).read_text(encoding="utf-8") for name in PROGRAM)
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
        "</",
        "<!--",
    ):
        assert word not in program


def test_a_page_holds_the_graph_with_its_history_and_its_sources() -> None:
    content = json.loads(as_json(small(), "2020-12-31 23:59:59"))
    assert (content["now"], content["at"]) == (NOW, "2020-12-31 23:59:59")
    nora = content["entities"][0]
    assert (nora["name"], nora["aliases"], nora["summary"], nora["community"]) == ("Nora Vale", ["Noor"], "A diver.", 1)
    assert content["communities"] == [{"id": 1, "name": "Nora and the sea"}, {"id": 2, "name": "Work"}]
    moved, unstated = content["facts"][0], content["facts"][2]
    assert (moved["from"], moved["until"], moved["stated"]) == ("2019-05-01 00:00:00", "2021-06-01 00:00:00", True)
    assert "stated" not in unstated and "until" not in unstated
    assert content["messages"]["2"] == {
        "who": "User",
        "at": "2020-01-01 10:00:00",
        "text": "You know: Nora Vale lives in Bergen!",
    }


def test_no_text_of_the_memory_is_markup() -> None:
    document = render(as_json(small(HOSTILE, HOSTILE), None))
    assert document.lower().count("</script>") == 3 and "<!--" not in document.replace("<!doctype", "")
    names = [e["name"] for e in read(document)["entities"]]  # type: ignore[attr-defined]  # a list of entities
    assert names[0].startswith("</script><script>alert(1)</script>") and "\x1b" not in names[0]


def test_a_text_that_looks_like_a_place_of_the_page_stays_itself() -> None:
    document = render(as_json(small("@memory@ @library@"), None))
    assert read(document)["entities"][0]["name"] == "@memory@ @library@"  # type: ignore[index]


def test_the_policy_forbids_everything_but_the_page_itself() -> None:
    document = render(as_json(small(), None))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', document)
    assert policy and "default-src 'none'" in policy[1]
    for word in ("unsafe", "http:", "https:", "data:", "blob:", "*"):
        assert word not in policy[1]
    assert not re.search(r"<(link|img|iframe)\b|@import|url\(", document.split("<script>")[0])


def test_a_long_source_is_quoted_from_its_beginning() -> None:
    content = json.loads(as_json(small(text="word " * 1000), None))
    assert len(content["messages"]["2"]["text"]) == 400 and content["messages"]["2"]["text"].endswith("…")


def test_five_thousand_things_make_a_page_of_a_few_megabytes() -> None:
    assert len(render(as_json(crowd(5000), None)).encode()) < 8_000_000


# ---------------------------------------------------------------- the file


def test_a_page_is_private_and_no_other_file_is_written_over(tmp_path: Path) -> None:
    page, mine = tmp_path / "graph.html", tmp_path / "mine.html"
    write_page(page, render(as_json(small(), None)))
    write_page(page, render(as_json(crowd(10), None)))
    assert stat.S_IMODE(page.stat().st_mode) == 0o600 and [p.name for p in tmp_path.iterdir()] == ["graph.html"]
    mine.write_text("<html>my own</html>", encoding="utf-8")
    with pytest.raises(UsageError, match="left as it is"):
        write_page(mine, "new")
    with pytest.raises(BadInput, match="cannot be written"):
        write_page(tmp_path / "nowhere" / "graph.html", "new")
    assert mine.read_text(encoding="utf-8") == "<html>my own</html>"


def test_a_terminal_without_a_desktop_opens_no_browser(tmp_path: Path) -> None:
    assert open_page(tmp_path / "graph.html", {"PATH": "/usr/bin"}) is False


def test_the_browser_that_is_set_gets_the_page(tmp_path: Path) -> None:
    browser, asked = tmp_path / "browser", tmp_path / "asked"
    browser.write_text(f'#!/bin/sh\necho noise\necho "$1" >{asked}\n', encoding="utf-8")
    browser.chmod(0o755)
    page = tmp_path / "graph.html"
    assert open_page(page, {"PATH": "/usr/bin:/bin", "BROWSER": f"{browser} %s"}) is True
    assert asked.read_text(encoding="utf-8").strip() == page.as_uri()


def test_a_module_in_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("webbrowser", "sys", "os", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("open('taken', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    open_page(tmp_path / "graph.html", {"PATH": "/usr/bin:/bin", "BROWSER": "true %s", "PYTHONPATH": str(tmp_path)})
    assert not (tmp_path / "taken").exists()


# ---------------------------------------------------------------- the command


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    path = tmp_path_factory.mktemp("told")
    home = Home(path)
    home.config |= {"model.provider": "memory"}
    lines = [
        {"id": str(n), "conversation": "c", "role": "user", "text": text, "sent_at": f"{day}T10:00:00Z"}
        for n, (day, text) in enumerate(SAID)
    ]
    home.ok("import", str(jsonl(path / "said.jsonl", *lines)))
    home.ok("graph", "backfill")
    return home


def test_the_graph_goes_into_the_state_folder_and_no_script_opens_a_browser(home: Home) -> None:
    told = home.data("graph", "view", BROWSER="false")
    page = home.path / "state" / "graph.html"
    assert told["path"] == str(page) and told["opened"] is False
    content = read(page.read_text(encoding="utf-8"))
    facts = {f["fact"]: f for f in content["facts"]}  # type: ignore[attr-defined]  # a list of facts
    assert facts["User lives in Paris"]["until"].startswith("2026-01-05") and len(facts) == told["facts"] == 5
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_picture_of_one_thing_is_what_is_around_it(home: Home, tmp_path: Path) -> None:
    page = tmp_path / "ines.html"
    done = home.ok("graph", "view", "--entity", "Porto", "--as-of", "2026-01", "--output", str(page), "--no-open")
    assert str(page) in done.out
    content = read(page.read_text(encoding="utf-8"))
    assert content["at"] == "2026-01-31 23:59:59"
    names = {e["name"] for e in content["entities"]}  # type: ignore[attr-defined]  # a list of entities
    assert names == {"Porto", "Ines", "User"}
    assert str(page) in (home.path / "state" / "written.jsonl").read_text(encoding="utf-8")


async def test_of_too_many_things_the_best_connected_are_kept(home: Home, tmp_path: Path) -> None:
    copy = tmp_path / "zeph.db"
    copy.write_bytes(home.db.read_bytes())
    async with Memory.open(copy, background=False) as memory:
        whole = await memory.graph.picture()
        few = await memory.graph.picture(most=3)
    assert (whole.entities_left_out, whole.facts_left_out) == (0, 0) and len(whole.facts) == 5
    assert len(few.entities) == 3 and few.entities[0].name == "User"
    assert few.entities_left_out == len(whole.entities) - 3
    kept = {e.id for e in few.entities}
    assert few.facts and all({f.source_id, f.target_id} <= kept for f in few.facts)


def test_mistakes_are_refused_in_a_sentence(home: Home) -> None:
    home.run("graph", "view", "--entity", "Zanzibar").refused(1, "Nothing is known")
    home.run("graph", "view", "--as-of", "soonish").refused(2, "is no date")
    home.run("graph", "view", "--output", "/nowhere/graph.html").refused(1, "cannot be written")


def test_what_is_forgotten_takes_the_picture_along(home: Home) -> None:
    home.ok("graph", "view", "--no-open")
    page = home.path / "state" / "graph.html"
    assert page.is_file()
    done = home.ok("memory", "forget", "--entity", "Docker", "--yes")
    assert not page.exists() and "1 picture" in done.out


def test_an_empty_memory_has_a_page_too(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.config |= {"model.provider": "memory"}
    told = home.data("graph", "view", "--no-open")
    assert (told["entities"], told["facts"]) == (0, 0) and Path(told["path"]).is_file()
