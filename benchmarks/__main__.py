"""All speed benchmarks, one after the other: ``python -m benchmarks``; the results go to docs/benchmarks.md."""

import asyncio
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import ingest, interface, mcp_server, message, recall, scale, startup, turn, upkeep

TARGET = Path("docs/benchmarks.md")
HEAD = """# Benchmarks

Written by `make bench`. Medians and 95th percentiles on the machine named here; compare rows of one run, not runs.
"""


def main() -> int:
    sections = [
        asyncio.run(turn.measure()), recall.measure(), asyncio.run(ingest.measure()), message.measure(),
        startup.measure(), upkeep.measure(), scale.measure(), interface.measure(), mcp_server.measure(),
    ]  # fmt: skip
    machine = f"{platform.machine()}, Python {platform.python_version()}, {datetime.now(UTC):%Y-%m-%d}"
    TARGET.write_text("\n".join([HEAD, f"Machine: {machine}\n", *sections]), encoding="utf-8")
    print(TARGET.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
