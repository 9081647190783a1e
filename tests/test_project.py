"""The promises of the repository itself: its files, its generated pages, its names."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from zeph.config.reference import generated, main
from zeph.version import __version__

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", ["LICENSE", "CHANGELOG.md", "Makefile", "README.md", ".ci/run", "migrations"])
def test_the_project_has(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("path", generated(), ids=str)
def test_generated_pages_are_up_to_date(path: Path) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == generated()[path], "run make docs"


def test_a_stale_page_fails_the_check_and_is_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs").mkdir()
    assert main(["--check"], tmp_path) == 1
    assert "config.example.toml is not up to date" in capsys.readouterr().err
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0


ROOMS = ("", "zeph", "zeph/memory", "zeph/memory/ingest", "zeph/storage")
"""Where a path in the docs may begin."""
PLACE = re.compile(r"(?<![\w/.-])([a-z_]+/[\w/.-]*\w)(?:/|(?=[`\s),;:]|\.\s))")


@pytest.mark.parametrize(
    "page", ["architecture.md", "dependencies.md", "quality.md", "../CONTRIBUTING.md", "../README.md"]
)
def test_files_that_the_docs_name_exist(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    spans = " ".join(re.findall(r"`[^`\n]+`|─▶ [^ ]+", text))
    named = {place for place in PLACE.findall(spans) if place.split("/")[0] in rooms() and "NNN" not in place}
    assert not {place for place in named if not any((ROOT / room / place).exists() for room in ROOMS)}


def rooms() -> set[str]:
    """Every folder that a path may begin with."""
    return {folder.name for room in ROOMS for folder in (ROOT / room).iterdir() if folder.is_dir()}


def test_the_version_has_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["tool"]["hatch"]["version"]["path"] == "zeph/version.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert __version__ in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_every_ignored_rule_has_its_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    ignored = [
        line for line in lines if re.match(r'    "[A-Z]+\d+", ', line) or re.fullmatch(r'    "[A-Z]+\d+",', line)
    ]
    assert ignored
    assert all("# " in line for line in ignored)


def test_settings_are_read_without_heavy_imports() -> None:
    code = "import sys, zeph.config.load; print(*sys.modules)"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"numpy", "rich", "typer", "ollama", "sqlite3", "asyncio"} & set(seen.stdout.split())


def test_a_first_start_tells_who_has_no_python(tmp_path: Path) -> None:
    """`make chat` where no Python is new enough says so in a sentence, on stderr."""
    makefile = tmp_path / "Makefile"
    makefile.write_text((ROOT / "Makefile").read_text("utf-8"))
    (tmp_path / "pyproject.toml").touch()
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("sh", "rm", "echo", "touch"):
        (tools / tool).symlink_to(Path("/bin") / tool)
    seen = subprocess.run(
        ["/usr/bin/env", "-u", "MAKEFLAGS", "-u", "MAKELEVEL", "-u", "MFLAGS", f"PATH={tools}", *_make(), "chat"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert seen.returncode != 0
    assert "needs Python 3.11 or newer" in seen.stderr
    assert seen.stdout == ""


def _make() -> list[str]:
    found = next((path for path in (Path("/usr/bin/make"), Path("/bin/make")) if path.exists()), None)
    if not found:
        pytest.skip("make is not here")
    return [str(found), "SHELL=/bin/sh"]
