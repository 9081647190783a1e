"""No telemetry: no library that Zeph brings leaves an id of the device, or writes anywhere but in its own folders."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOLD = "My dog is called Biscuit."
NOT_OURS = (
    "ZEPH_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "ORT_DISABLE_TELEMETRY",
)
PROGRAM = "from zeph.cli.main import run; run()"


def test_a_talk_with_the_embedder_writes_in_zephs_folders_alone(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    variables = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, "chat", "-p", TOLD],
        env=variables | {"HOME": str(tmp_path)}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert told.returncode == 0 and "Biscuit" in told.stdout, told.stderr
    written = [path.relative_to(tmp_path).parts for path in tmp_path.rglob("*") if path.is_file()]
    assert any(parts[-1].endswith(".db") for parts in written)
    assert [parts for parts in written if "zeph" not in parts] == []


def test_the_embedder_itself_leaves_nothing(tmp_path: Path) -> None:
    """It is loaded in every process that reads a message: here without the program around it."""
    pytest.importorskip("onnxruntime")
    code = (
        "import asyncio; from zeph.models.local.embed import embedded_embedder as made; "
        "print(len(asyncio.run(made().embed(['hello']))))"
    )
    variables = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=variables | {"HOME": str(tmp_path)}, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == "1"
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
