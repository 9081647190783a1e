"""The text of an HTML page: what a reader would read, a paragraph a line.

In: HTML, well formed or not. Out: text. Scripts, styles, forms and pictures are left out; links are their words.
"""

import re
from html.parser import HTMLParser

LEFT_OUT = frozenset(
    "script style noscript template svg math iframe object canvas select button nav footer form head".split()
)
BLOCKS = frozenset(
    "p div section article header main aside h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr pre blockquote br hr figure"
    " figcaption details summary title".split()
)
"""What begins a line of its own."""
VOID = frozenset("br hr img input meta link source area base col embed track wbr".split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._closed_off: list[str] = []
        self._kept = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in LEFT_OUT and tag not in VOID:
            self._closed_off.append(tag)
        if tag in BLOCKS:
            self.pieces.append("\n- " if tag == "li" else "\n")
        self._kept += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in self._closed_off:
            del self._closed_off[self._closed_off.index(tag) :]
        if tag in BLOCKS:
            self.pieces.append("\n")
        if tag in ("td", "th"):
            self.pieces.append("\t")
        self._kept -= tag == "pre" and self._kept > 0

    def handle_data(self, data: str) -> None:
        if not self._closed_off:
            self.pieces.append(data if self._kept else re.sub(r"\s+", " ", data))


def html_text(html: str) -> str:
    """Lines without those that are empty; of a page that is nothing but scripts nothing."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (line.rstrip() for line in "".join(reader.pieces).splitlines())
    return "\n".join(line.lstrip(" ") if not line.startswith("\t") else line for line in lines if line.strip(" -\t"))


def title_of_page(html: str) -> str:
    """What stands between the first ``<title>`` and its end, on one line; empty where there is none."""
    found = re.search(r"<title[^>]*>(.{1,2000}?)</title>", html[:200_000], re.IGNORECASE | re.DOTALL)
    return " ".join(html_text(found[1]).split()) if found else ""
