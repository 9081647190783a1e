"""What people said, between markers: data for a model, which none of its words can leave.

In: any text. Out: the text without anything that looks like a marker, inside markers.
"""

import re

OPEN, CLOSE = "<<<", ">>>"
_MARKER = re.compile(r"<{3,}|>{3,}")


def fenced(text: str) -> str:
    """Idempotent for the inside: markers in the text become single brackets."""
    return f"{OPEN}{_MARKER.sub(lambda found: found.group()[0], text)}{CLOSE}"
