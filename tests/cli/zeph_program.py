"""Runs Zeph as a person or a script does: another process, its own folders, no Ollama unless a test starts one."""

import os
import subprocess
import sys
from pathlib import Path

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
            "ZEPH_INTERFACE__SCREEN": "line",
        }
        | more
    )


def zeph(home: Path, *words: str, text: str = "", timeout: float = 60, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "zeph", *words], input=text, capture_output=True, timeout=timeout,
        env=environment(home, **env), encoding="utf-8", errors="surrogatepass",
    )  # fmt: skip
