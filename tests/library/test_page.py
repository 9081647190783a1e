"""docs/library.md: each program on it prints what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = re.compile(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", re.DOTALL)


def test_what_the_page_says_is_printed(tmp_path: Path) -> None:
    """In order, as one reads it: they share a file."""
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    examples = EXAMPLE.findall(page)
    assert len(examples) == page.count("```python") >= 4
    for program, printed in examples:
        assert _run(program, tmp_path) == printed, program


def _run(program: str, folder: Path) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ZEPH_", "OLLAMA_", "OPENAI_"))}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=100,
        env=env | {"ZEPH_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout
