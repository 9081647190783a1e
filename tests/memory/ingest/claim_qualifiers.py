"""What belongs to a claim without being a thing: how many, which version, what price (``records/claim.QUALIFIERS``).

In: an edge and the part of the message that speaks of it. Out: qualifiers, each only where the words leave no doubt.
"""

import re

from zeph.memory.ingest.extraction import ExtractedEdge

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = rf"(?:\d[\d.,]*\d|\d|{'|'.join(_NUMBERS)})"
_COUNTS = re.compile(rf"\b{_NUMBER}\b", re.IGNORECASE)
_MONEY = re.compile(
    r"(?:[$€£]\s?\d[\d,.]*\d|[$€£]\s?\d|\b\d[\d,.]* ?(?:euros?|dollars?|pounds?|quid|eur|usd|gbp|k)\b)", re.I
)
_PLACED = re.compile(r"^.+ (?:in|at|on|with) (?P<place>[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*){0,2})\.?$")
_REASON = re.compile(r"\bbecause (?P<why>[^.!?;]{3,80})", re.IGNORECASE)


def qualifiers_of(edge: ExtractedEdge, said: str, days: int) -> dict[str, str]:
    """``said``: the sentence about it; ``days``: for how long, where that was told."""
    found = {
        "amount": _amount(edge, said), "price": _price(edge, said), "version": _version(edge, said),
        "place": _place(edge),
        "reason": _reason(edge, said), "until": "", "duration": f"{days} days" if days else "",
    }  # fmt: skip
    return {key: value for key, value in found.items() if value}


def _amount(edge: ExtractedEdge, said: str) -> str:
    """``340`` of "about 340 laptops"; a number that stands within the name is none."""
    head = edge.target.rpartition(" ")[2]
    if not head.isalpha():
        return ""
    if any(map(str.isdigit, edge.target)) or not (_COUNTS.search(said) or _COUNTS.search(edge.fact)):
        return ""
    counted = re.compile(rf"\b(?P<many>{_NUMBER}) (?:[a-z-]+ ){{0,2}}?{re.escape(edge.target)}\b", re.IGNORECASE)
    match = counted.search(said) or counted.search(edge.fact)
    return _figure(match["many"]) if match else ""


def is_counted(fact: str, name: str) -> bool:
    """Whether the sentence itself tells how many."""
    return bool(re.search(rf"\b{_NUMBER} (?:[a-z-]+ ){{0,2}}?{re.escape(name)}\b", fact, re.IGNORECASE))


def _figure(number: str) -> str:
    word = number.casefold()
    return str(_NUMBERS.index(word) + 1) if word in _NUMBERS else word.replace(",", "")


def _place(edge: ExtractedEdge) -> str:
    """``Zurich`` of "User works for Google in Zurich"; what the fact is about is none."""
    match = _PLACED.match(edge.fact)
    return match["place"] if match and match["place"].casefold() not in edge.target.casefold() else ""


def _price(edge: ExtractedEdge, said: str) -> str:
    found = [match[0] for match in _MONEY.finditer(said)]
    return found[0].strip() if len(found) == 1 and found[0].strip() not in edge.target else ""


def _version(edge: ExtractedEdge, said: str) -> str:
    """``16`` of "postgres 16"."""
    if not edge.target[:1].isupper() or edge.edge_type == "temporal" or not any(map(str.isdigit, said)):
        return ""
    match = re.search(
        rf"{re.escape(edge.target)}(?:'s)? (?:version )?v?(\d+(?:\.\d+){{0,3}})(?![\d:/%]|\w)", said, re.I
    )
    return match[1] if match else ""


def _reason(edge: ExtractedEdge, said: str) -> str:
    match = _REASON.search(said)
    return match["why"].strip() if match and not edge.ends else ""
