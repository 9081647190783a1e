"""``python -m zeph``."""

from zeph.cli.main import run

run()
