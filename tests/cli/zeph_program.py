"""Runs Zeph as a person or a script does: another process, its own folders, no Ollama unless a test starts one."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.cli.warm_zeph import warm_zeph

NOWHERE = "127.0.0.1:9"


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ZEPH_", "OLLAMA_", "OPENAI_"))}
    return (
        kept
        | {
            "ZEPH_HOME": str(home),
            "OLLAMA_HOST": NOWHERE,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "PROMPT_TOOLKIT_NO_CPR": "1",
            "ZEPH_EMBEDDING__PROVIDER": "none",
            "ZEPH_INTERFACE__SCREEN": "line",
        }
        | more
    )


def zeph(home: Path, *words: str, text: str = "", timeout: float = 60, **env: str) -> subprocess.CompletedProcess[str]:
    data = text.encode("utf-8", "surrogatepass")
    done = warm_zeph().run(words, environment(home, **env), Path.cwd(), data, timeout)
    out, err = (stream.decode("utf-8", "surrogatepass") for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def data(home: Path, *words: str) -> Any:
    """``data`` of a ``--json`` command, its envelope checked."""
    done = zeph(home, *words, "--json")
    assert done.returncode == 0, done.stderr
    shape = json.loads(done.stdout)
    assert list(shape) == ["version", "data", "warnings"] and shape["version"] == 1
    return shape["data"]
