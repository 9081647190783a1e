"""Other ways to write one name: with and without an article, hyphen or accent, one and many ("camping trips").

In: a display name. Out: canonical names under which the same thing may be known already, most likely first, and the
bare name of what was said around it ("my neighbour Tom"). Pure; whether such a name is known is for the caller to see.
"""

import re
import unicodedata
from collections.abc import Iterator

from zeph.memory.language.morphology import other_numbers
from zeph.memory.language.names import canonical_name

_ARTICLE = re.compile(r"^(?:the|a|an|this|that|these|those|some)\s+(?=\S)", re.IGNORECASE)
_EDGES = "\"'`“”„‘’«»*_~,;:!?()[]{}<>"
_OWNER = r"(?:(?:my|our|his|her|their|your|the|[^\W\d_][\w.-]*['’]s)\s+)"
_AGED = (
    r"(?:(?:new|old|best|good|dear|late|little|older|younger|elder|eldest|oldest|youngest|big|twin|baby|former"
    r"|ex)[\s-]+)"
)
_ROLES = (
    "neighbou?r friend buddy pal mate sister brother sibling mother mom mum father dad parent grandma grandpa "
    "grandmother grandfather aunt uncle cousin niece nephew son daughter kid child wife husband spouse partner "
    "girlfriend boyfriend fiancée? colleague coworker co-worker teammate boss manager mentor teacher professor coach "
    "doctor dentist therapist roommate flatmate landlord landlady project team company startup band app dog pup puppy "
    "cat kitten kitty pet horse rabbit bunny parrot hamster"
)
_ROLE = re.compile(
    rf"^{_OWNER}?{_AGED}{{0,2}}(?:{'|'.join(_ROLES.split())}),?\s+(?P<name>[^\W\d_a-z][\w.]*(?:\s+[^\W\d_a-z][\w.'’-]*)"
    rf"{{0,3}})$"
)
_SPOKEN = re.compile(
    r"^(?i:yes|yep|yup|yeah|yea|no|nope|hi|hey|hello|oh|ah|aw|wow|haha|lol|ok|okay|well|so|thanks|thank you|sure|sorry"
    r"|congrats|bye)"
    r"[\s,!.]+(?P<name>[^\W\d_a-z]\w*)$"
)
_FORMS = "inc corp corporation ltd limited llc plc gmbh ag"
_DOTTED = "inc corp ltd"
_LEGAL = re.compile(rf",? (?:{'|'.join(_FORMS.split())})\.?$")
_SHORT = {
    "fam": "family", "mtg": "meeting", "gf": "girlfriend", "bf": "boyfriend", "bday": "birthday", "pic": "picture",
    "pics": "pictures", "uni": "university", "apt": "apartment", "bike": "bicycle", "bikes": "bicycles", "mum": "mom",
    "doggy": "dog", "doggies": "dogs", "kitty": "cat", "vid": "video", "vids": "videos", "veggies": "vegetables",
    "fridge": "refrigerator", "meds": "medication", "info": "information", "colour": "color", "neighbour": "neighbor",
}  # fmt: skip
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
    found = (base, *(f"{base} {form}" for form in _FORMS.split()), *(f"{base} {form}." for form in _DOTTED.split()))
    return tuple(other for other in found if other != own)


def unaccented(name: str) -> str:
    """``São Paulo`` as ``Sao Paulo``."""
    apart = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFC", "".join(c for c in apart if unicodedata.category(c) != "Mn"))


def _others(own: str, counted: bool) -> Iterator[str]:
    plain = unaccented(own)
    yield plain
    for form in dict.fromkeys((own, plain)):
        rest = form.removeprefix("the ")
        yield from (rest, f"the {form}") if rest == form else (rest,)
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
