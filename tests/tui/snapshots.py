"""Pictures of a screen as text: its letters, then for each line the runs of colours and styles.

A picture that is not there is made; one that differs fails the test. ``ZEPH_NEW_PICTURES=1`` makes all of them anew.
"""

import os
import re
from pathlib import Path
from typing import Any

from textual.screen import Screen

FOLDER = Path(__file__).parent / "pictures"
_MEASURED = re.compile(r"\b0\.\d\d\b")
"""How sure a row is is measured anew whenever rows change."""


def picture(screen: Screen[Any]) -> str:
    strips = screen._compositor.render_strips()
    text = _MEASURED.sub("0.90", "\n".join(strip.text.rstrip() for strip in strips))
    styles = "\n".join(
        f"{number:>2}: " + " ".join(f"{len(s.text)}×{str(s.style).replace(' ', '_')}" for s in strip.simplify())
        for number, strip in enumerate(strips)
    )
    return f"{text}\n\n{styles}\n"


def compare(name: str, screen: Screen[Any]) -> None:
    path, now = FOLDER / f"{name}.txt", picture(screen)
    if os.environ.get("ZEPH_NEW_PICTURES") or not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, encoding="utf-8")
        return
    assert now == path.read_text(encoding="utf-8"), f"{name} looks different; ZEPH_NEW_PICTURES=1 keeps the new picture"
