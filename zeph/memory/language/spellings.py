"""Other ways to write one name: with and without an article, hyphen or accent, one and many ("camping trips").

In: a display name. Out: canonical names under which the same thing may be known already, most likely first, and the
bare name of what was said around it ("my neighbour Tom"). Pure; whether such a name is known is for the caller to see.
"""

import re
import unicodedata
from collections.abc import Iterator

from zeph.memory.language.morphology import other_numbers
from zeph.memory.language.names import canonical_name
from zeph.memory.language.word_tables import read_words

_WORDS = read_words("spellings")
_THE = f"{_WORDS['article']} "
_ARTICLE = re.compile(_WORDS["before"], re.IGNORECASE)
_EDGES = "\"'`“”„‘’«»*_~,;:!?()[]{}<>"
_ROLE = re.compile(
    rf"^{_WORDS['owner']}?{_WORDS['aged']}{{0,2}}(?:{'|'.join(_WORDS['roles'].split())}),?\s+"
    r"(?P<name>[^\W\d_a-z][\w.]*(?:\s+[^\W\d_a-z][\w.'’-]*){0,3})$"
)
_SPOKEN = re.compile(_WORDS["spoken"])
_FORMS, _DOTTED = _WORDS["forms"].split(), _WORDS["dotted"].split()
_LEGAL = re.compile(rf",? (?:{'|'.join(_FORMS)})\.?$")
_SHORT: dict[str, str] = _WORDS["short"]
_LONG = {long: short for short, long in _SHORT.items()}


def bare(name: str) -> str:
    """The name alone: no article before common words, no quotes around it, no role before a proper name."""
    stripped = name.strip(_EDGES + " ") or name
    role = _ROLE.match(stripped)
    if role:
        return role["name"]
    article = _ARTICLE.match(stripped)
    rest = stripped[article.end() :] if article else ""
    return rest if rest and rest == rest.lower() and any(map(str.isalpha, rest)) else stripped


def spoken_to(name: str) -> str | None:
    """The name in "Yeah Maria", which is one only where somebody of that name is known; None for any other name."""
    found = _SPOKEN.match(name)
    return found["name"] if found else None


def spellings(name: str, *, counted: bool = True) -> tuple[str, ...]:
    """Canonical names of other spellings, the name's own left out; ``counted``: also one for many and many for one."""
    own = canonical_name(name)
    found = dict.fromkeys(canonical_name(other) for other in _others(own, counted and name == name.lower()))
    return tuple(other for other in found if other and other != own)


def has_legal_form(name: str) -> bool:
    """``Acme Inc.`` and ``acme corp``."""
    return bool(_LEGAL.search(canonical_name(name)))


def companies(name: str) -> tuple[str, ...]:
    """Canonical names by which the same company may be known: without its legal form, or with another."""
    own = canonical_name(name)
    base = _LEGAL.sub("", own)
    found = (base, *(f"{base} {form}" for form in _FORMS), *(f"{base} {form}." for form in _DOTTED))
    return tuple(other for other in found if other != own)


def without_article(canonical: str) -> str:
    """``hague`` of "the hague"."""
    return canonical.removeprefix(_THE)


def unaccented(name: str) -> str:
    """``São Paulo`` as ``Sao Paulo``."""
    apart = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFC", "".join(c for c in apart if unicodedata.category(c) != "Mn"))


def _others(own: str, counted: bool) -> Iterator[str]:
    plain = unaccented(own)
    yield plain
    for form in dict.fromkeys((own, plain)):
        rest = without_article(form)
        yield from (rest, _THE + form) if rest == form else (rest,)
        for words in (_SHORT, _LONG):
            yield " ".join(words.get(word, word) for word in form.split(" "))
        if "-" in form.strip("-"):
            yield form.replace("-", " ")
        if " " in form:
            yield form.replace(" ", "-")
        if " & " in form or " and " in form:
            yield form.replace(" & ", " and ") if " & " in form else form.replace(" and ", " & ")
        if counted:
            yield from other_numbers(form)
