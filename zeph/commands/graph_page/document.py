"""The page: a document with its style, its program, the library that draws, and what it shows, all inside.

In: the JSON of :mod:`zeph.commands.graph_page.content`. Out: HTML. The policy in its head lets these very scripts and
styles run, named by their hashes, and forbids everything else: every connection, frame, form, picture and font.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from zeph.version import __version__

GENERATOR = "Zeph graph view"
LIBRARY = "force-graph.min.js"
LIBRARY_VERSION = "1.52.0"
LIBRARY_SHA256 = "f59db59ba92ff5a76ed93d7a4d77a703b176260e5d9cd29f4f8eb4f6c369a629"
PROGRAM = ("graph.js", "layout.js", "map.js", "pages.js", "controls.js")
"""One program in five parts, in the order in which they need each other."""
LIBRARY_STYLES = (
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "sha256-jtRRMYY2VbEXuBKbHvqM1/fPT8vazFrEooXdvwUK4y8=",
    "sha256-9xjtvxMT1ApHlgn9ohbh2FNfvK5Tqtzy94BjfXBeMSY=",
)
"""The two style sheets that the library puts into the page by itself, each of them empty at first."""


def render(content: str) -> str:
    """The whole document; ``content`` must hold no ``<``."""
    style, library, program = _asset("page.css"), _asset(LIBRARY), _program()
    page = _asset("page.html")
    parts = {
        "policy": _policy(style, library, program),
        "generator": f"{GENERATOR} {__version__}",
        "style": style,
        "library": library,
        "program": program,
        "memory": content,
    }
    pieces = page.split("@")
    # Every second piece is a name; texts are put in once, so nothing inside one is taken for a name.
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def _policy(style: str, *scripts: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            "script-src " + " ".join(f"'{_hash(script)}'" for script in scripts),
            "style-src " + " ".join(f"'{each}'" for each in (_hash(style), *LIBRARY_STYLES)),
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


@cache
def _program() -> str:
    return '(() => {\n"use strict";\n' + "\n".join(_asset(name) for name in PROGRAM) + "})();\n"


@cache
def _asset(name: str) -> str:
    return files("zeph.commands.graph_page").joinpath("page", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
