"""Labels made statements: "Editor: Helix. Shell: fish" as "My editor is Helix. My shell is fish".

In: a text. Out: the same with every "key: value" of somebody's own said as a sentence; headings, notes and code stay as
they are.
"""

import re
from collections.abc import Callable

from zeph.memory.ingest.local.patterns import KIN, NOT_ROLES, ROLE_ENDS
from zeph.memory.language.gazetteer import read_data

_LABEL = re.compile(
    r"(?:^|(?<=[.;,\n|] ))(?P<key>[A-Za-z][A-Za-z /-]{1,24}): +(?P<value>[^.;:\n|]{1,60}?)(?=[.;\n|]|$|, (?:and )?[A-Za-z][A-Za-z /-]{1,24}: )"
)
_NO_LABEL = re.compile(r"\b(?:new|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|update|note|edit|ps|tip|warning|question|todo|error|fix|step|example|eg|task|plan|rule|reminder|re|subject|said|says|thing|things|fact|summary|option|version|problem|issue|bug|context|input|output|result|answer|day|also|is|are|was|news|spoiler|http|https|verdict|me|ingredients|total|(?:of|to) (?:two|three|four|five|six|twins|triplets))\b", re.IGNORECASE)  # fmt: skip
_GIVEN = re.compile(r"^(?:also|still|just|now|mostly|always|currently)\s+", re.IGNORECASE)
_AFTER = re.compile(r",? (?:btw|lol|obviously|of course|atm|rn|tho)$", re.IGNORECASE)
_APART = re.compile(
    r"(?<=[^\s,]), (?:and )?(?=(?:My|I|I'm) [a-z]+(?: [a-z]+){0,2} (?:is|are|in|at|from|as|to|a|an|one|two|three|four|\d)\b)"
)
"""Between two labels of one line."""
_COUNT = re.compile(r"(?:an?|one|two|three|four|five|six|\d) [a-z]", re.IGNORECASE)
_FUNCTION = frozenset("the my our your his her their its this that these those i we you he she it they no not any some every each all another what who how to and or but if as".split())  # fmt: skip
_OWNED = re.compile(r"(?:my|our) (?!.*\b(?:name|question|plan|problem|issue)\b)", re.IGNORECASE)


def labelled(text: str) -> str:
    """The text with its labels as sentences."""
    return _APART.sub(". ", _LABEL.sub(_said, text)) if ":" in text else text


def _said(match: re.Match[str]) -> str:
    key, value = match["key"].strip(), _AFTER.sub("", _GIVEN.sub("", match["value"].strip()))
    if _NO_LABEL.search(key) or key.casefold() in ("date", "time", "when", "where"):
        return match.group()
    if _OWNED.match(key) is not None:
        return f"{key} {'are' if key.endswith('s') else 'is'} {value}"
    if re.search(r" (?:I|we)\b", key) or len(key.split()) > 3 or key.split()[0].casefold() in _FUNCTION:
        return match.group()
    lower = key if key.isupper() else key.lower()
    if (made := _SAID.get(lower)) is not None:
        return made(value) or match.group()
    if lower in _COUNTED and _COUNT.match(value):
        return f"I have {value}"
    if lower.split()[-1].removesuffix("s") in KIN and not value[:1].isupper():
        return match.group()
    return f"My {lower} is {value}"


_ROLES = frozenset(read_data("nouns.toml")["roles"].split())


def _work(value: str) -> str:
    if value[:1].isupper():
        return f"I work at {value}"
    bare = re.sub(r"^(?:an?|as) ", "", value)
    words = re.split(r" (?:at|in|for|with) ", bare)[0].split()
    role = words and (words[-1] in _ROLES or words[-1].endswith(ROLE_ENDS)) and words[-1] not in NOT_ROLES
    return f"I work as {'an' if bare[0] in 'aeiou' else 'a'} {bare}" if role else ""


def _languages(value: str) -> str:
    return f"My languages is {value}" if value.isascii() else ""


_COUNTED = frozenset("pets pet kids children siblings cats dogs animals".split())
_SAID: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("location", "based", "city", "home", "lives", "living"), lambda value: f"I live in {value}"),
    **dict.fromkeys(("from", "origin"), lambda value: f"I'm from {value}"),
    **dict.fromkeys(("allergies", "allergy"), lambda value: f"I'm allergic to {value}"),
    **dict.fromkeys(("work", "working", "employment", "day job", "profession"), _work),
    **dict.fromkeys(("languages", "language"), _languages),
    "age": lambda value: f"I'm {value}",
}
